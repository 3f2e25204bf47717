"""Chapter 00, the way in: two questions to learn how checking works."""

import numpy as np

from normviz.exercises.kinds import Option, Wrong, choice, number

TIMES = (2, 5, 8)


@choice(
    "00.1",
    title="A first prediction",
    ask="Three people talk for 2, 5 and 8 minutes: 5 minutes on average. A fourth person joins and says "
    "nothing: 0 minutes. What happens to the average?",
    options=(
        Option(
            "It stays 5: who says nothing adds nothing.",
            lambda means: np.isclose(means[1], means[0]),
            "The sum stays 15 minutes, but it is now shared by four people.",
        ),
        Option("It falls.", lambda means: means[1] < means[0]),
        Option(
            "It rises.",
            lambda means: means[1] > means[0],
            "0 lies below all the others, so it can only pull the average down.",
        ),
    ),
    nudge="The sum does not change. What does?",
    method="Divide 15 by 3, and then by 4.",
    why="15/3 = 5 and 15/4 = 3.75. A silent person is a zero, and a zero counts. Keep this in mind for "
    "chapter 06: padding is a silent person.",
)
def a_silent_person():
    times = [2, 5, 8]
    return np.mean(times), np.mean([*times, 0])


@number(
    "00.2",
    title="A first number",
    ask="What is the standard deviation σ of 2, 5 and 8, dividing by n = 3? To 4 decimals.",
    nudge="How far does each number lie from the mean 5?",
    method="Square the three distances, take their mean, take the root.",
    why="The distances are −3, 0 and 3, their squares 9, 0 and 9; their mean is 6, and √6 = 2.4495.",
    wrong=(
        Wrong("This is σ². Take the square root of it.", lambda: np.var(TIMES)),
        Wrong("You divided by n − 1 = 2. Every norm layer divides by n.", lambda: np.std(TIMES, ddof=1)),
        Wrong(
            "You took the mean of the distances without squaring them.",
            lambda: np.mean(np.abs(np.array(TIMES) - 5)),
        ),
        Wrong(
            "This is the root of the sum of the squares. Divide the sum by 3 first: σ² is a mean.",
            lambda: np.sqrt(18),
        ),
    ),
)
def a_first_sigma():
    squares = (np.array([2, 5, 8]) - 5) ** 2
    return np.sqrt(squares.mean())
