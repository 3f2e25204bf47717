"""Chapter 01, feature normalization: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number
from normviz.exercises.slips import across_rows, min_max

TALK = np.array([4, 7, 1, 10, 8])
FLATS = np.array([[50, 2], [80, 3], [65, 2], [105, 4]])
VALLEY = np.array([[2, 1], [4, 0], [0, 6], [2, 5]])

N_MINUS_1 = "You divided by n − 1, the sample variance. The lecture's σ, as batch norm's, divides by n."
MIN_MAX = "This is min–max scaling, (x − min)/(max − min). A z-score subtracts the mean and divides by σ."


@number(
    "01.7",
    title="The ten-minute talker",
    ask="Five people talk 4, 7, 1, 10 and 8 minutes. What is the z-score of the one with 10 minutes? To 4 "
    "decimals.",
    nudge="You need the mean and σ of all five, then one subtraction and one division.",
    method="The mean is 6; the squared distances from it sum to 50, so σ = √(50/5).",
    why="(10 − 6)/√10 = 4/3.1623 = 1.2649.",
    wrong=(
        Wrong(N_MINUS_1, lambda: 4 / TALK.std(ddof=1), 3),
        Wrong("You divided by σ², the variance. Divide by its root.", lambda: 4 / TALK.var()),
        Wrong(
            "You divided by the root of the sum of the squares. σ is the root of their mean.",
            lambda: 4 / np.sqrt(50),
        ),
        Wrong(MIN_MAX, lambda: 1.0, 1),
        Wrong("4 minutes is the distance from the mean. Now divide it by σ.", lambda: 4.0),
        Wrong(
            "10 lies above the mean, so its z-score is positive: x − μ, not μ − x.", lambda: -4 / TALK.std()
        ),
        Wrong("This is the z-score of the one with 8 minutes.", lambda: 2 / TALK.std()),
        Wrong("You divided 10 by σ and did not subtract the mean.", lambda: 10 / TALK.std()),
    ),
)
def ten_minutes():
    distances = np.array([4, 7, 1, 10, 8]) - 6
    sigma = np.sqrt((distances**2).mean())
    return (10 - 6) / sigma


@array(
    "01.8",
    title="Four flats, standardized",
    ask="Four flats have 50, 80, 65 and 105 square metres, and 2, 3, 2 and 4 rooms. Standardize the column of "
    "square metres: (x − μ)/σ. Four numbers, to 4 decimals.",
    per="one number for each of the 4 flats",
    nudge="The four new numbers must sum to 0.",
    method="μ = 75; the squared distances sum to 1650; σ = √(1650/4) = 20.3101.",
    why="(50 − 75)/20.3101 = −1.2309, and so on. Two are above the mean and two below.",
    wrong=(
        Wrong(N_MINUS_1, lambda: nv.batch_norm(FLATS, correction=1, eps=0).y[:, 0], 3),
        Wrong(MIN_MAX, lambda: min_max(FLATS)[:, 0], 1),
        Wrong("You divided by σ and did not subtract the mean.", lambda: nv.descent.scaled(FLATS)[:, 0]),
        Wrong(
            "You divided by σ², the variance. Divide by its root.",
            lambda: ((FLATS - FLATS.mean(axis=0)) / FLATS.var(axis=0))[:, 0],
        ),
        Wrong(
            "You subtracted the mean; now divide by σ.",
            lambda: (FLATS - FLATS.mean(axis=0))[:, 0],
        ),
        Wrong(
            "You pooled across a row: metres and rooms of one flat. Every feature has its own mean and σ.",
            lambda: across_rows(FLATS)[:, 0],
        ),
        Wrong(
            "You used one mean and one σ for both features. Every feature has its own.",
            lambda: ((FLATS - FLATS.mean()) / FLATS.std())[:, 0],
        ),
        Wrong(
            "These are the rooms, standardized. The square metres are asked for.",
            lambda: nv.batch_norm(FLATS, eps=0).y[:, 1],
        ),
    ),
)
def flats_standardized():
    distances = np.array([50, 80, 65, 105]) - 75
    return distances / np.sqrt((distances**2).mean())


@number(
    "01.9",
    title="Outside −1 … 1",
    ask="The IQ of the 120 simulated students is nv.datasets.year_of_students().values[:, 1]. Standardize "
    "it. How many of the 120 numbers are below −1 or above 1? A whole number.",
    decimals=0,
    nudge="np.abs gives the sizes without their signs; a comparison gives True and False, which can be summed.",
    method="(np.abs(z) > 1).sum() counts them.",
    why="36 of 120 are 30 %; of a very large group with a bell curve it would be 31.7 %. Standardizing fixes "
    "mean and σ, not a range.",
    wrong=(
        Wrong("Values are not held inside ±1; σ is a typical distance, not the largest.", lambda: 0, 1),
        Wrong(
            "You counted those inside. The question asks for those outside.",
            lambda: int((np.abs(_iq()) <= 1).sum()),
        ),
        Wrong(
            "You counted only those above 1. Those below −1 count as well.", lambda: int((_iq() > 1).sum())
        ),
        Wrong("That is their share in percent. How many of the 120 are they?", lambda: 30),
        Wrong("You compared the raw IQ with 1. Standardize the column first.", lambda: 120),
        Wrong(
            "You counted in column 0, the GPA. The IQ is column 1.",
            lambda: int((np.abs(_standardized_year()[:, 0]) > 1).sum()),
        ),
    ),
)
def outside_one():
    z = nv.descent.standardized(nv.datasets.year_of_students().values)[:, 1]
    return (np.abs(z) > 1).sum()


def _standardized_year():
    return nv.descent.standardized(nv.datasets.year_of_students().values)


def _iq():
    return _standardized_year()[:, 1]


@number(
    "01.10",
    title="What standardizing leaves",
    ask="Two features are standardized. Their correlation is ρ = 0.7, so H = [[1, 0.7], [0.7, 1]]. What is "
    "the condition number κ = λ_max/λ_min? To 2 decimals.",
    decimals=2,
    nudge="For such a matrix the eigenvalues are 1 + ρ and 1 − ρ.",
    method="Divide 1.7 by 0.3, or ask np.linalg.eigvalsh.",
    why="κ = 1.7/0.3 = 5.67. Standardizing cannot remove what the features have in common: κ = 1 needs ρ = 0.",
    wrong=(
        Wrong(
            "Standardizing gives each feature σ = 1. It leaves their correlation, so the valley is not round.",
            lambda: 1.0,
        ),
        Wrong("This is λ_max alone. Divide it by λ_min.", lambda: 1.7),
        Wrong("This is λ_min alone. Divide λ_max by it.", lambda: 0.3),
        Wrong("This is √κ, how many times as long as wide a contour is.", lambda: np.sqrt(1.7 / 0.3)),
        Wrong("Turned round: the larger eigenvalue stands on top.", lambda: 0.3 / 1.7),
        Wrong("This is κ², as if H held the squares. λ_max/λ_min is asked for.", lambda: (1.7 / 0.3) ** 2),
    ),
)
def what_is_left():
    steep = 1 + 0.7
    return steep / (1 - 0.7)


@number(
    "01.11",
    title="Where four rows diverge",
    ask="Four rows of two features x1, x2: (2, 1), (4, 0), (0, 6) and (2, 5). The loss is L = 1/(2n) · Σ (w1·x1 "
    "+ w2·x2 − t)². Above which learning rate does gradient descent diverge? To 4 decimals.",
    nudge="The targets t do not matter: the bound comes from H = XᵀX/n alone.",
    method="H = [[6, 3], [3, 15.5]]. np.linalg.eigvalsh(H) gives both eigenvalues; the bound is 2 divided by the "
    "larger one.",
    why="λ_max = 16.3681, so the bound is 2/16.3681 = 0.1222.",
    wrong=(
        Wrong(
            "This is 1/λ_max, with which a step ends right on the valley's floor. The bound is twice that.",
            lambda: 1 / _four()[1],
        ),
        Wrong("This is 2/λ_min. The steepest direction runs away first.", lambda: 2 / _four()[0]),
        Wrong("H is the mean, XᵀX/n; you left out the division by n.", lambda: 2 / (4 * _four()[1])),
        Wrong(
            "You took 15.5, the mean of x2². Both features rise together in part, so λ_max is a little larger.",
            lambda: 2 / 15.5,
        ),
        Wrong("This is λ_max. The bound is 2/λ_max.", lambda: _four()[1]),
        Wrong("This is λ_min. The bound is 2/λ_max: the steepest direction sets it.", lambda: _four()[0]),
        Wrong(
            "This is 2/(λ_max + λ_min), the best fixed rate. It lies a little below the bound.",
            lambda: 2 / _four().sum(),
        ),
    ),
)
def where_four_diverge():
    eigenvalues = np.linalg.eigvalsh([[6, 3], [3, 15.5]])
    return 2 / eigenvalues.max()


def _four():
    return np.linalg.eigvalsh(VALLEY.T @ VALLEY / len(VALLEY))


@number(
    "01.12",
    title="Counting steps",
    ask="Along the valley every step multiplies the distance to the lowest point by 0.9. After how many "
    "steps is 1 % of the distance, or less, left for the first time? A whole number.",
    decimals=0,
    nudge="After k steps 0.9 to the power k is left.",
    method="Solve 0.9 to the power k = 0.01 with logarithms, and round up.",
    why="ln 0.01/ln 0.9 = 43.7, so 44 steps. With a factor of 0.999 it would be 4603: the closer to 1, the "
    "slower.",
    wrong=(
        Wrong("Each step takes 10 % of what is left, not 10 % of the whole.", lambda: 10),
        Wrong("After 43 steps a little more than 1 % is left. Round up.", lambda: 43),
        Wrong("That many steps of 1 % each would do it; here a step takes 10 % of what is left.", lambda: 99),
        Wrong(
            "43.7 is where 1 % is crossed; steps are whole. Round up.",
            lambda: round(np.log(0.01) / np.log(0.9), 1),
        ),
        Wrong(
            "After 22 steps 10 % is left: you solved for 0.1.",
            lambda: int(np.ceil(np.log(0.1) / np.log(0.9))),
        ),
    ),
)
def counting_steps():
    steps = np.log(0.01) / np.log(0.9)
    return np.ceil(steps)
