"""Chapter 00, the way in: a first number to work out."""

import numpy as np

from normviz.exercises.kinds import Wrong, number

TIMES = (2, 5, 8)


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
