"""Chapter 09, check the notes: a referee's tools to write and to mend, and a page of your own to referee."""

import numpy as np

import normviz as nv
from normviz.exercises import slips
from normviz.exercises.kinds import SAME_SHAPE, function, mistake, own_table


def agrees(printed, computed, decimals):
    return (printed - computed <= 10.0**-decimals).astype(int)


def _pages():
    z = nv.batch_norm(nv.examples.z_table().values, eps=0).x_hat
    return [
        (np.array([2.54, 2.53, 2.52, 2.53]), np.array([2.5335, 2.5335, 2.5335, 2.5303]), 2),
        (np.array([0.36, -0.21, 0.12]), z[0], 2),
        (
            np.array([1.19, 1.18, 1.17, -0.21, -0.2]),
            np.array([z[0, 0], z[0, 0], z[0, 1], z[0, 2], z[0, 2]]),
            2,
        ),
        (np.array([0.7, 0.8, 0.9, 3.0]), np.array([0.7785, 0.7785, 1.0561, 0.7785]), 1),
        (np.array([1.0561, 1.0562, 1.0560]), np.array([1.05608, 1.05608, 1.05608]), 4),
    ]


@function(
    "09.12",
    title="Spot the bugs: a referee in one line",
    ask="The function agrees(printed, computed, decimals) is meant to say for each printed number whether it is the "
    "computed one, rounded to so many decimals: 1 if it is, 0 if not. Half of the last decimal is granted, in both "
    "directions. It has two bugs. Mend it, and set answer to your mended function.",
    given=agrees,
    inputs=_pages,
    arguments=("printed", "computed", "decimals"),
    nudge="What does it say to a printed −1000? And how far may a rounded number lie from the exact one?",
    method="Take the distance without its sign, np.abs(…), and compare it with 0.5 · 10⁻ᵏ.",
    why="A referee needs the distance in both directions, and half of the last decimal. One whole decimal would let "
    "1.18 pass for 1.1859.",
    wrong={
        "Nothing has changed yet: far too small numbers still pass.": agrees,
        "Both directions count now. But a whole decimal is granted, where rounding moves a number by half at most.": {
            "0.5 * ": ""
        },
        "Half a decimal is right. Numbers that are far too small still pass.": {"np.abs": ""},
        "The distance is right, but your answer is turned round: 1 stands for right, 0 for wrong.": {
            "<=": ">"
        },
        "This cuts the digits off. Rounding goes to the nearest one.": {
            "- computed": "- np.trunc(computed * 10.0**decimals) / 10.0**decimals",
            "<= 0.5 * 10.0**-decimals": "< 1e-9",
        },
        "10 to the power of decimals grows with the decimals. The distance that is granted becomes smaller: 10⁻ᵏ.": {
            "10.0**-decimals": "10.0**decimals"
        },
        "This asks for all digits. A page that prints two decimals is not wrong for that.": {
            "0.5 * 10.0**-decimals": "1e-6"
        },
    },
)
def mended(printed, computed, decimals):
    distance = np.abs(printed - computed)
    return (distance <= 0.5 * 10.0**-decimals).astype(int)


def _columns():
    rng = np.random.default_rng(921)
    x = rng.normal(3, 2, size=7)
    table = nv.examples.z_table().values[:, 0]
    return [
        (_standardized(table, 0),),
        (_standardized(table, 1),),
        (_standardized(x, 0),),
        (_standardized(x, 1),),
        (_standardized(np.array([8.9, 6.2, 8.3, 9.2]), 0),),
    ]


def _standardized(x, correction):
    return nv.normalize(x, 0, correction=correction, eps=0).x_hat


@function(
    "09.13",
    title="A divisor without the inputs",
    ask="Somebody shows only a normalized column y (γ = 1, β = 0, ε left out), not what went in. Write divisor(y), "
    "which gives the number by which the sum of squares was divided: n or n − 1.",
    inputs=_columns,
    arguments=("y",),
    nudge="Each y is a distance from the mean, divided by σ. What do you get when you square all of them and add them?",
    method="Σ y² = Σ (x − μ)² / σ², and σ² is Σ (x − μ)² divided by … what? (Do not cut decimals off, and do not "
    "compare with ==: the computer may have 3.9999999 for 4.)",
    why="Σ y² = Σ (x − μ)² / (Σ (x − μ)² / divisor) = divisor. So the squares of a normalized column add up to n, or "
    "to n − 1 where the sample variance was used.",
    wrong={
        "This is n, whatever y is. The column may have been divided by n − 1: let y tell you.": len,
        "n and n − 1 are exchanged: the squares add up to n where n was used.": (
            lambda y: 2 * len(y) - 1 - np.round((y**2).sum())
        ),
        "You took it for granted that n − 1 was used. Let y tell you.": lambda y: len(y) - 1,
        "This is the mean of the squares, divisor/n. Do not divide by n.": lambda y: (y**2).mean(),
        "These are the distances without squares. Square them.": lambda y: np.abs(y).sum(),
    },
)
def divisor(y):
    squares = y**2
    return squares.sum()


@own_table(
    "09.14",
    title="A page for others to referee",
    ask="Make a page with a mistake that a reader can find. Bring a table of your own, with at least 3 rows and 2 "
    "columns, and the result of a batch norm that divides by n − 1: answer = (table, result). To 3 decimals. Then "
    "give both to somebody, or to nv.diagnose.",
    parts=("table", "result"),
    limits=(
        (
            lambda table, result: 3 <= len(table) <= 200 and table.shape[1] >= 2,
            "Your table needs 3 to 200 rows and at least 2 columns. (With more rows n and n − 1 are too near to tell "
            "apart.)",
        ),
        (
            lambda table, result: (table.std(axis=0) >= 0.1).all(),
            "One of your columns has a σ below 0.1, where ε begins to show. Let its numbers differ more.",
        ),
        SAME_SHAPE,
    ),
    holds=lambda table, result: slips.to_3_decimals(result, nv.batch_norm(table, correction=1).y),
    agrees=slips.to_3_decimals,
    otherwise="Your page has another mistake than the one asked for. nv.diagnose(table, result) may say which.",
    nudge="NumPy's std() divides by n. Which word makes it divide by n − 1?",
    method="table.std(axis=0, ddof=1), and the rest as in batch norm.",
    why="Every number of your page looks reasonable, and all of them are too small by √((n − 1)/n). This is the "
    "mistake of the article's code, and one that a referee meets often.",
    wrong={
        "There is nothing to find on your page: this is batch norm as it should be, with n.": (
            lambda x: nv.batch_norm(x).y
        ),
        "Your page pools across the rows, as layer norm does. The mistake asked for keeps the columns.": (
            lambda x: nv.layer_norm(x).y
        ),
        "Your page shows min–max scaling. It has no σ at all.": mistake(
            lambda x: (x - x.min(axis=0)) / np.ptp(x, axis=0), 1
        ),
    },
)
def a_page_for_others():
    table = np.array([[12, 3.5, 80], [30, 1.0, 95], [18, 2.0, 60], [41, 4.5, 75]])
    mean, std = table.mean(axis=0), table.std(axis=0, ddof=1)
    return table, (table - mean) / std
