"""Chapter 01, feature normalization: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises import slips
from normviz.exercises.kinds import array, number

N_MINUS_1 = "You divided by n − 1, the sample variance. The lecture's σ divides by n."
MIN_MAX = "This is min–max scaling, (x − min)/(max − min). A z-score subtracts the mean and divides by σ."


@number(
    "01.7",
    title="The longest talker",
    data={"minutes": [3, 9, 2, 13, 8]},
    ask="Five people talk {minutes:and} minutes. What is the z-score of the one with {minutes.max} minutes? To 4 "
    "decimals.",
    nudge="You need the mean and σ of all five, then one subtraction and one division.",
    method="The mean is {minutes.mean}; the squared distances from it sum to {minutes.squares}, so σ = "
    "√({minutes.squares}/5).",
    why="({minutes.max} − {minutes.mean})/√{minutes.var} = {answer}.",
)
def longest_talker(minutes):
    distances = minutes - minutes.mean()
    sigma = np.sqrt((distances**2).mean())
    return distances.max() / sigma


@longest_talker.known_mistakes
def longest_talker(minutes):
    sigma, longest = minutes.std(), minutes.max() - minutes.mean()
    return {
        N_MINUS_1: longest / minutes.std(ddof=1),
        slips.SQUARED: longest / minutes.var(),
        "You divided by the largest number. Divide by σ.": longest / minutes.max(),
        slips.BY_THE_SUM: longest / np.sqrt(5 * minutes.var()),
        MIN_MAX: 1.0,
        "This is the mean. The z-score is asked for.": minutes.mean(),
        "This is σ, the divisor. The z-score is asked for.": sigma,
        "This is σ², the variance. The z-score is asked for.": minutes.var(),
        "This is the distance from the mean, in minutes. Now divide it by σ.": longest,
        "{minutes.max} lies above the mean, so its z-score is positive: x − μ, not μ − x.": (
            -longest / sigma
        ),
        "This is the z-score of the one who talks longest but one.": (
            (np.sort(minutes)[-2] - minutes.mean()) / sigma
        ),
        "You divided {minutes.max} by σ and did not subtract the mean.": minutes.max() / sigma,
    }


@array(
    "01.8",
    title="Four flats, standardized",
    data={"metres": [50, 80, 65, 105]},
    ask="Four flats have {metres:and} square metres, and 2, 3, 2 and 4 rooms. Standardize the column of "
    "square metres: (x − μ)/σ. Four numbers, to 4 decimals.",
    per="one number for each of the 4 flats",
    nudge="The four new numbers must sum to 0.",
    method="μ = {metres.mean}; the squared distances sum to {metres.squares}; σ = √({metres.squares}/4) = "
    "{metres.std}.",
    why="({metres[0]} − {metres.mean})/{metres.std} = {answer[0]}, and so on.",
)
def flats_standardized(metres):
    distances = metres - metres.mean()
    return distances / np.sqrt((distances**2).mean())


@flats_standardized.known_mistakes
def flats_standardized(metres):
    distances, rooms = metres - metres.mean(), np.array([2, 3, 2, 4])
    return {
        N_MINUS_1: distances / metres.std(ddof=1),
        MIN_MAX: slips.min_max(metres),
        slips.NOT_CENTRED: metres / metres.std(),
        slips.SQUARED: distances / metres.var(),
        slips.NOT_DIVIDED: distances,
        "You took mean and σ across a row: metres and rooms of one flat. Every feature has its own mean and σ.": (
            slips.across_rows(np.stack([metres, rooms], axis=1))[:, 0]
        ),
        "You used one mean and one σ for both features. Every feature has its own.": (
            (metres - np.mean([metres, rooms])) / np.std([metres, rooms])
        ),
        "These are the rooms, standardized. The square metres are asked for.": (
            slips.distances_of(rooms) / rooms.std()
        ),
    }


@number(
    "01.9",
    title="Outside −1 … 1",
    ask="The IQ of the 120 simulated students is nv.datasets.year_of_students().values[:, 1]. Standardize "
    "it. How many of the 120 numbers are below −1 or above 1? A whole number.",
    decimals=0,
    nudge="Ask of each standardized number how far from 0 it lies, whatever its sign.",
    method="np.abs gives the sizes without their signs; a comparison gives True and False, which can be summed.",
    why="36 of 120 are 30 %; of a very large group with a bell curve it would be 31.7 %. Standardizing fixes "
    "mean and σ, not a range.",
)
def outside_one():
    outside = np.abs(nv.descent.standardized(nv.datasets.year_of_students().values)[:, 1]) > 1
    return outside.sum()


@outside_one.known_mistakes
def outside_one():
    gpa, iq = nv.descent.standardized(nv.datasets.year_of_students().values).T[:2]
    return {
        "Values are not held inside ±1; σ is a typical distance, not the largest.": 0,
        "You counted those inside. The question asks for those outside.": (np.abs(iq) <= 1).sum(),
        "You counted only those above 1. Those below −1 count as well.": (iq > 1).sum(),
        "That is their share in percent. How many of the 120 are they?": 30,
        "That is their share. How many of the 120 are they?": 0.3,
        "31.7 % of 120 would be 38: that is the bell curve. Count: the IQ of these students has another shape.": (
            38
        ),
        "You compared the raw IQ with 1. Standardize the column first.": 120,
        "You counted in column 0, the GPA. The IQ is column 1.": (np.abs(gpa) > 1).sum(),
    }


@number(
    "01.10",
    title="What standardizing leaves",
    ask="Two features are standardized. Their correlation is ρ = 0.7, so H = [[1, 0.7], [0.7, 1]]. What is "
    "the condition number κ = λ_max/λ_min? To 2 decimals.",
    decimals=2,
    nudge="λ_max and λ_min are the eigenvalues of H; np.linalg.eigvalsh gives both.",
    method="For such an H they are 1 + ρ and 1 − ρ.",
    why="κ = 1.7/0.3 = 5.67. Standardizing cannot remove what the features have in common: κ = 1 needs ρ = 0.",
    wrong={
        "Standardizing gives each feature σ = 1. It leaves their correlation, so the valley is not round.": 1.0,
        "This is λ_max alone. Divide it by λ_min.": 1.7,
        "This is λ_min alone. Divide λ_max by it.": 0.3,
        "This is √κ, how many times as long as wide a contour is.": np.sqrt(1.7 / 0.3),
        "Turned round: the larger eigenvalue stands on top.": 0.3 / 1.7,
        "This is κ², as if H held the squares. λ_max/λ_min is asked for.": (1.7 / 0.3) ** 2,
    },
)
def what_is_left():
    steep, flat = 1 + 0.7, 1 - 0.7
    return steep / flat


@number(
    "01.11",
    title="Where four rows diverge",
    data={"x": [[2, 1], [4, 0], [0, 6], [2, 5]]},
    ask="Four rows of two features x1, x2: {x}. The loss is L = 1/(2n) · Σ (w1·x1 "
    "+ w2·x2 − t)². Above which learning rate does gradient descent diverge? To 4 decimals.",
    nudge="The targets t do not matter: the bound comes from H = XᵀX/n alone.",
    method=lambda x: (
        f"H = {(x.T @ x / len(x)).tolist()}. np.linalg.eigvalsh(H) gives both eigenvalues; the bound is 2 divided by "
        "the larger one."
    ),
    why="2 divided by the larger eigenvalue is {answer}. The targets have no part in it.",
)
def where_four_diverge(x):
    eigenvalues = np.linalg.eigvalsh(x.T @ x / len(x))
    return 2 / eigenvalues.max()


@where_four_diverge.known_mistakes
def where_four_diverge(x):
    low, high = np.linalg.eigvalsh(x.T @ x / len(x))
    return {
        "This is 1/λ_max, with which a step ends right on the valley's floor. The bound is twice that.": (
            1 / high
        ),
        "This is 2/λ_min. The steepest direction runs away first.": 2 / (low or np.nan),
        "H is the mean, XᵀX/n; you left out the division by n.": 2 / (4 * high),
        "You took one feature's mean of squares. Both features rise together in part, so λ_max is a little larger.": (
            2 / (x**2).mean(axis=0).max()
        ),
        "This is λ_max. The bound is 2/λ_max.": high,
        "This is λ_min. The bound is 2/λ_max: the steepest direction sets it.": low,
        "This is 2/(λ_max + λ_min), the best fixed rate. It lies about a quarter below the bound.": (
            2 / (low + high)
        ),
    }


@number(
    "01.12",
    title="Counting steps",
    ask="Along the valley every step multiplies the distance to the lowest point by 0.85. After how many "
    "steps is 1 % of the distance, or less, left for the first time? A whole number.",
    decimals=0,
    nudge="After k steps 0.85 to the power k is left.",
    method="Which k makes 0.85 to the power k equal to 0.01? Take logarithms on both sides.",
    why="ln 0.01/ln 0.85 = 28.3, so 29 steps. With a factor of 0.999 it would be 4603: the closer to 1, the slower.",
    wrong={
        "Each step takes 15 % of what is left, not 15 % of the whole.": 7,
        "After 28 steps a little more than 1 % is left. Round up.": 28,
        "That many steps of 1 % each would do it; here a step takes 15 % of what is left.": 99,
        "28.3 is where 1 % is crossed; steps are whole. Round up.": round(np.log(0.01) / np.log(0.85), 1),
        "After 15 steps 10 % is left: you solved for 0.1.": int(np.ceil(np.log(0.1) / np.log(0.85))),
    },
)
def counting_steps():
    steps = np.log(0.01) / np.log(0.85)
    return np.ceil(steps)
