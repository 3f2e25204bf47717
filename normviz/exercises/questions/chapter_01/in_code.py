"""Chapter 01, feature normalization: a bug to mend and a table to bring."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import SAME_SHAPE, choice, function, option, own_table
from normviz.exercises.slips import NOT_CENTRED, ONE_FOR_ALL, SQUARED, TURNED, min_max, to_3_decimals

N_MINUS_1 = "You divided by n − 1. The lecture's σ divides by n."
MIN_MAX = "This is min–max scaling. Standardizing subtracts the mean and divides by σ."


def scale_new(year, newcomers):
    mean = newcomers.mean(axis=0)
    std = newcomers.std(axis=0)
    return (newcomers - mean) / std


def _years():
    rng = np.random.default_rng(1)
    year = nv.examples.gpa_iq().values
    return [
        (year, np.array([[7.0, 80.0], [9.0, 120.0]])),
        (rng.normal([5, 1000], [1, 300], size=(6, 2)), rng.normal([6, 900], [2, 100], size=(3, 2))),
        (rng.normal(0, [0.1, 5, 70], size=(9, 3)), rng.normal(3, 1, size=(2, 3))),
    ]


@function(
    "01.13",
    title="Spot the bug: newcomers",
    ask="A model was trained on a standardized year of students. scale_new(year, newcomers) is meant to put "
    "newcomers on the very same scale, so that the model understands them; both are tables with one "
    "feature a column. It runs, and it is wrong. Mend it, and set answer to your mended function.",
    given=scale_new,
    inputs=_years,
    arguments=("year", "newcomers"),
    nudge="A newcomer with the year's average GPA should get 0. What does this code give if all newcomers "
    "have a GPA of 9?",
    method="Take mean and std from year, and use them on newcomers.",
    why="The model's weights were learned for the year's scale. With their own mean and σ even brilliant "
    "newcomers would look average. Batch norm has the same question to answer in evaluation: chapter 05.",
    wrong={
        "This still measures the newcomers against themselves.": scale_new,
        "The mean is the year's now. σ is still the newcomers' own.": {"year.std": "newcomers.std"},
        "σ is the year's now. The mean is still the newcomers' own.": {"year.mean": "newcomers.mean"},
        "You added ε to the variance, as batch norm will. The model's scale was made without it.": {
            "/ std": "/ np.sqrt(std**2 + 1e-5)"
        },
        "You added ε to σ, as some code does. The model's scale was made without it.": {
            "/ std": "/ (std + 1e-5)"
        },
        N_MINUS_1: {"std(axis=0)": "std(axis=0, ddof=1)"},
        TURNED: {"newcomers - mean": "mean - newcomers"},
        SQUARED: {"year.std": "year.var"},
        MIN_MAX: lambda year, newcomers: (newcomers - year.min(axis=0)) / np.ptp(year, axis=0),
        "You took mean and σ of year and newcomers together. Then the scale changes with whoever comes; "
        "the model knows the year's scale only.": {"year.": "np.vstack([year, newcomers])."},
        "You used one mean and one σ for all features. Every column needs its own.": {"axis=0": ""},
    },
)
def mended_scale(year, newcomers):
    mean = year.mean(axis=0)
    std = year.std(axis=0)
    return (newcomers - mean) / std


def _condition_number(x):
    s = np.linalg.svd(x, compute_uv=False)
    return (s[0] / max(s[-1], 1e-300)) ** 2


def _standardized(x):
    return (x - x.mean(axis=0)) / x.std(axis=0)


@own_table(
    "01.14",
    title="A valley of your own",
    ask="Bring a table of your own with 2 features and 3 to 200 rows (kilometres and minutes, prices and "
    "pieces, anything), whose condition number is above 1000 as it stands. Standardize it with your own "
    "lines of NumPy, and give both: answer = (table, result). To 3 decimals.",
    parts=("table", "result"),
    limits=(
        (
            lambda table, result: table.shape[1] == 2 and 3 <= len(table) <= 200,
            "Your table needs exactly 2 columns, and 3 to 200 rows. (In a larger one n and n − 1 are too near "
            "to tell apart.)",
        ),
        (
            lambda table, result: (np.ptp(table, axis=0) > 0).all(),
            "One of your columns holds the same number in every row, so its σ is 0. Change one of its numbers.",
        ),
        SAME_SHAPE,
        (
            lambda table, result: (
                to_3_decimals(result, _standardized(table))
                or not np.ptp(result, axis=0).all()
                or not to_3_decimals(table, _standardized(result))
            ),
            "Table and result have changed places: give the raw table first, then the standardized one.",
        ),
        (
            lambda table, result: _condition_number(table) > 1000,
            "The condition number of your table is not above 1000 yet. Write one column in a much smaller "
            "unit (grams for kilograms), so that its numbers grow.",
        ),
    ),
    holds=lambda table, result: to_3_decimals(result, _standardized(table)),
    agrees=to_3_decimals,
    diagnosed=False,
    otherwise="Your result is not the standardized table: each column minus its own mean, divided by its own σ.",
    nudge="Begin with table = np.array([[…, …], […, …], […, …]]), one column with large numbers.",
    method="table.mean(axis=0) and table.std(axis=0); np.linalg.cond(table)**2 is the condition number of H.",
    why="You chose the units, and so you chose the valley. Standardizing takes the choice of units out of the "
    "learning.",
    wrong={
        N_MINUS_1: lambda x: (x - x.mean(axis=0)) / x.std(axis=0, ddof=1),
        SQUARED: lambda x: (x - x.mean(axis=0)) / x.var(axis=0),
        TURNED: lambda x: (x.mean(axis=0) - x) / x.std(axis=0),
        MIN_MAX: min_max,
        NOT_CENTRED: lambda x: x / x.std(axis=0),
        ONE_FOR_ALL: lambda x: (x - x.mean()) / x.std(),
    },
)
def own_valley():
    table = np.array([[12, 3500], [30, 1000], [18, 9000], [41, 4500], [25, 700]])
    return table, (table - table.mean(axis=0)) / table.std(axis=0)


@choice(
    "01.15",
    title="Same model, other units",
    ask="A colleague writes the IQ in hundreds (1.0 instead of 100) and trains the same model on the raw "
    "numbers. Nothing else changes. What is different at the lowest point of the loss?",
    options={
        "The lowest loss is smaller, because the numbers are.": option(
            lambda r: r[1] < 0.99 * r[0],
            "Any prediction can still be made: with a hundred times the weight for IQ.",
        ),
        "The predictions are better, because the valley is rounder.": option(
            lambda r: not np.allclose(r[4], r[5]),
            "The valley is rounder, so the way down is shorter. The place it leads to predicts the same.",
        ),
        "Only the weight of IQ, which is 100 times as large: predictions and loss are the same.": (
            lambda r: np.isclose(r[0], r[1]) and np.isclose(r[3], 100 * r[2]) and np.allclose(r[4], r[5])
        ),
        "Nothing at all.": option(
            lambda r: np.isclose(r[2], r[3]), "The weight of IQ has to make up for the smaller numbers."
        ),
    },
    nudge="w2 · IQ = (100·w2) · (IQ/100).",
    method="Solve both with np.linalg.lstsq, and compare weights, predictions and losses.",
    why="A scale changes the road, not the goal: dividing a feature by 100 multiplies its weight by 100. What "
    "gets better is how fast gradient descent arrives.",
)
def other_units():
    students = nv.datasets.year_of_students().values
    raw, target = students[:, :2], students[:, 2]
    w = np.linalg.lstsq(raw, target, rcond=None)[0]
    v = np.linalg.lstsq(raw / [1, 100], target, rcond=None)[0]
    first, second = raw @ w, raw / [1, 100] @ v
    return ((first - target) ** 2).mean(), ((second - target) ** 2).mean(), w[1], v[1], first, second


@choice(
    "01.16",
    title="μ and σ by eye",
    ask="Guess, do not compute: the column 20, 22, 25, 28, 30. Which pair can be its mean μ and its standard "
    "deviation σ?",
    options={
        "μ = 31, σ = 3.7": option(
            lambda s: np.allclose(s, (31, 3.7), atol=0.05),
            "A mean lies between the smallest and the largest number, so it cannot be above 30.",
        ),
        "μ = 25, σ = 13.6": option(
            lambda s: np.allclose(s, (25, 13.6), atol=0.05),
            "No number lies further than 5 from 25, and a typical distance cannot be longer than the longest. 13.6 "
            "is σ², in squared units.",
        ),
        "μ = 25, σ = 10": option(
            lambda s: np.allclose(s, (25, 10), atol=0.05),
            "10 is the whole width, max − min. σ is at most half of it.",
        ),
        "μ = 25, σ = 3.7": lambda s: np.allclose(s, (25, 3.7), atol=0.05),
        "μ = 25, σ = 0.7": option(
            lambda s: np.allclose(s, (25, 0.7), atol=0.05),
            "Four of the five lie 3 or 5 away from 25. A typical distance of 0.7 is too short for that.",
        ),
    },
    nudge="Where is the middle? How far from it do the numbers lie, typically?",
    method="The distances from 25 are 5, 3, 0, 3, 5. σ must lie between the shortest and the longest of them.",
    why="μ lies between the smallest and the largest number, σ between the shortest and the longest distance from μ, "
    "and nearer to the long ones, since they are squared: √(68/5) = 3.7. Such a look finds most slips of a pencil.",
)
def by_eye():
    x = np.array([20, 22, 25, 28, 30])
    return x.mean(), x.std()
