"""Chapter 00, the way in: a first number to work out."""

import numpy as np

from normviz.exercises.kinds import number
from normviz.exercises.slips import NOT_SQUARED, SUM_OF_SQUARES


@number(
    "00.2",
    title="A first number",
    data={"times": [2, 5, 11]},
    ask="What is the standard deviation σ of {times:and}, dividing by n = 3? To 4 decimals.",
    nudge="How far does each number lie from the mean {times.mean}?",
    method="Square the three distances, take their mean, take the root.",
    why="The distances are {times.distances:and}; their squares sum to {times.squares}; the mean of the squares is "
    "{times.var}, and √{times.var} = {answer}.",
    wrong={
        "This is σ². Take the square root of it.": lambda times: times.var(),
        "You divided by n − 1 = 2. Here n = 3 is asked for, as in batch norm.": lambda times: times.std(
            ddof=1
        ),
        "You took the mean of the distances without squaring them.": (
            lambda times: np.abs(times - times.mean()).mean()
        ),
        "This is the root of the sum of the squares. Divide the sum by 3 first: σ² is a mean.": (
            lambda times: np.sqrt(3) * times.std()
        ),
        SUM_OF_SQUARES: lambda times: 3 * times.var(),
        "This is the mean. σ is the size of a typical distance from it.": lambda times: times.mean(),
        NOT_SQUARED: 0.0,
        "This is σ of 2, 5 and 8, as in question 00.1. Here the numbers are {times:and}.": np.std([2, 5, 8]),
    },
)
def a_first_sigma(times):
    squares = (times - times.mean()) ** 2
    return np.sqrt(squares.mean())
