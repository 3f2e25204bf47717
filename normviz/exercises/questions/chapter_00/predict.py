"""Chapter 00, the way in: a first prediction."""

import numpy as np

from normviz.exercises.kinds import choice, option


@choice(
    "00.1",
    title="A first prediction",
    ask="Three people talk for 2, 5 and 8 minutes: 5 minutes on average. A fourth person joins and says "
    "nothing: 0 minutes. What happens to the average?",
    options={
        "It stays 5: who says nothing adds nothing.": option(
            lambda means: np.isclose(means[1], means[0]),
            "The sum stays 15 minutes, but it is now shared by four people.",
        ),
        "It falls.": lambda means: means[1] < means[0],
        "It rises.": option(
            lambda means: means[1] > means[0],
            "0 lies below all the others, so it can only pull the average down.",
        ),
    },
    nudge="The sum does not change. What does?",
    method="Divide 15 by 3, and then by 4.",
    why="15/3 = 5 and 15/4 = 3.75. A silent person is a zero, and a zero counts. Keep this in mind for "
    "chapter 06: padding is a silent person.",
)
def a_silent_person():
    times = [2, 5, 8]
    return np.mean(times), np.mean([*times, 0])
