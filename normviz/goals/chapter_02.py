import numpy as np

from normviz.goals import Goal

SAMPLE, Z_TABLE = "n − 1, the sample variance", "z table"


def _reading(result):
    return result.normalized.x_hat[result.row, result.column]


GOALS = {
    "02a": (
        Goal(
            "Row 1 reads 1.19. Find the row that reads −1.19.",
            {"row": 3},
            "The 1 lies exactly as far below the mean as the 7 lies above it: −1.1859. In z2 nothing comes out as "
            "−1.1667: not every number has a mirror.",
            lambda _, result: abs(_reading(result) + result.normalized.x_hat[0, 0]) < 1e-9,
        ),
        Goal(
            "Find a reading above 1.5. Is there one in every column?",
            {"row": 4, "column": 3},
            "The 6 becomes 1.8371. That is more than 1: no number is pressed into a range. It is the only one "
            "above 1.5.",
            lambda _, result: _reading(result) > 1.5,
        ),
    ),
    "02b": (
        Goal(
            "Halve both weights. What does the ruler do?",
            {"w1": 0.5, "w2": 0.05},
            "The dots move together, and one step shrinks as they do: student 1 still reads 1.27.",
            lambda settings, _: settings.w1 == 0.5 and settings.w2 == 0.05,
        ),
        Goal(
            "Try to change the reading with the bias *b*.",
            {"b": 1},
            "Every dot moves by *b*, and the ruler with it: the bias is subtracted again, and no reading changes.",
            lambda settings, _: settings.b != 0,
        ),
        Goal(
            "Now do change the reading: set *w2* to 0.",
            {"w2": 0},
            "Student 1 gets 0.6402 in the place of 1.2729. A factor for *both* weights cancels, because it is in "
            "*M* and in σ; their *balance* does matter.",
            lambda settings, _: settings.w2 == 0 != settings.w1,
        ),
    ),
    "02c": (
        Goal(
            "Try to make student 1 read anything between −1 and 1: move a weight.",
            {"w1": 0.5},
            "The dots move, and the ruler with them. The mean of two numbers lies in the middle, so both "
            "are equally far from it, and that distance is σ.",
            lambda settings, result: settings.w1 not in (0, 1) and abs(abs(_reading(result)) - 1) < 0.01,
        ),
        Goal(
            "Make the two students of node 1 change places.",
            {"w1": -1},
            "1.0000 and −1.0000. Which student has the larger *M* is all that is left of the weights.",
            lambda _, result: result.normalized.x_hat[0, 0] > 0.5,
        ),
        Goal(
            "Make both outputs of node 1 zero.",
            {"w1": -0.5},
            "Node 1 gives both students 0.5, so σ is 0, and both outputs are 0.0000. Without ε this would be 0/0.",
            lambda _, result: np.all(result.normalized.x_hat[:, 0] == 0),
        ),
    ),
    "02d": (
        Goal(
            "Turn −1.2247 into −1 without γ, with one control.",
            {"divide_by": SAMPLE},
            "μ stays 5, σ goes from 3.2660 to 4.0000, and the output from −1.2247 to −1.0000.",
            lambda settings, result: len(result.normalized.x_hat) == 3 and settings.divide_by == SAMPLE,
        ),
        Goal(
            "Does another column give another output? Look at the last one.",
            {"column": 4},
            "It stays −1.2247: column 4 is column 1 plus 3, and a shift cancels.",
            lambda settings, result: len(result.normalized.x_hat) == 3 and settings.column == 4,
        ),
        Goal(
            "Is the difference as large with five rows? Take the *z table*.",
            {"example": Z_TABLE, "divide_by": SAMPLE},
            "The 7 in row 1 becomes 1.0607, smaller by a factor of √(5/4). With three rows it was √(3/2). "
            "With a thousand rows nobody sees it, which is why this bug lives long.",
        ),
    ),
    "02e": (
        Goal(
            "No ε, ε inside the root, ε outside: make all three agree. How large must the column be?",
            {"exponent": 0},
            "With 0 and 1, or more, both rulers are one. In ordinary columns nobody sees ε.",
            lambda settings, _: settings.exponent >= 0 and settings.eps_exponent == -5,
        ),
        Goal(
            "Make them disagree as much as you can.",
            {"exponent": -8},
            "Without ε, mere rounding noise, such as 0 and 0.00000001, would be blown up to ±1; ε keeps a column that "
            "hardly varies *small*.",
            lambda _, result: result.std * 50 < np.sqrt(result.eps),
        ),
        Goal(
            "Bring them together at a column of 10⁻³, with ε alone.",
            {"exponent": -3, "eps_exponent": -12},
            "All three give 1.0000 again. What counts is ε against σ², not ε alone.",
            lambda settings, _: settings.exponent == -3 and settings.eps_exponent <= -11,
        ),
    ),
}
