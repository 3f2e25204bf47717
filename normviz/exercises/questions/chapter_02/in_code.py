"""Chapter 02, batch norm by hand: bugs to mend, a table to bring, a convention to find."""

import numpy as np

import normviz as nv
from normviz.exercises import slips
from normviz.exercises.kinds import SAME_SHAPE, choice, function, mistake, option, own_table


def standardize(x, eps=1e-5):
    mean = x.mean(axis=0)
    std = x.std(axis=0, ddof=1)
    return (x - mean) / (std + eps)


def _batches():
    rng = np.random.default_rng(2)
    # No column lies so far from 0 beside its σ that torch's float32, the usual one, would come out as something else.
    return [
        (nv.examples.z_table().values,),
        (np.array([[0.0, 100.0], [0.001, 100.5], [0.003, 99.0]]),),
        (np.array([[3.0, 1.0], [3.0, 2.0], [3.0, 4.0]]),),
        (rng.normal(1, [0.003, 1, 40], size=(6, 3)),),
    ]


@function(
    "02.13",
    title="Spot the bugs: standardize",
    ask="The function standardize(x, eps=1e-5) is meant to give what torch.nn.BatchNorm1d gives in training "
    "for x of shape (N, D), γ = 1, β = 0. It has two bugs. Mend it, and set answer to your mended function.",
    given=standardize,
    inputs=_batches,
    nudge="Look at every place where this code and the formula (x − μ)/√(σ² + ε) could part: the divisor, "
    "and the place of ε.",
    method="Use the variance with ddof=0, and take the root of variance + eps.",
    why="torch divides by n, and ε stands inside the root. On the z table only the first bug shows; on a "
    "column with a tiny σ the second one does.",
    wrong={
        "Both bugs are still there: the divisor n − 1, and ε outside the root.": mistake(standardize, 3),
        "ε is in its place. The divisor is still n − 1 (ddof=1).": mistake(
            {"var(axis=0": "var(axis=0, ddof=1"}, 3
        ),
        "The divisor is still n − 1 (ddof=1), and ε is missing altogether.": mistake(
            {"var(axis=0": "var(axis=0, ddof=1", " + eps)": ")"}, 3
        ),
        "The divisor is right. ε still stands outside the root.": mistake(
            {"np.sqrt(var + eps)": "(np.sqrt(var) + eps)"}, 5
        ),
        slips.ACROSS: slips.across_rows,
        "The divisor is right. There is no ε under the root: a column of equal numbers gives 0/0.": {
            " + eps)": ")"
        },
        "The divisor is right. But std() is a root already: under the root stands the variance, var().": {
            "x.var": "x.std"
        },
        "The root is missing: divide by √(σ² + ε).": {"np.sqrt": ""},
        "You squared the variance. A root is ** 0.5, or np.sqrt(…).": {
            "np.sqrt(var + eps)": "(var + eps) ** 2"
        },
        "σ² is the sum of the squares over the number of rows; you took the number of columns.": {
            "np.sqrt(var": "np.sqrt(var * len(x) / x.shape[1]"
        },
        "Parentheses are missing: Python divides before it subtracts. Write (x − mean) / ….": {
            "(x - mean)": "x - mean"
        },
        slips.POOLED_ALL: {"axis=0": ""},
    },
)
def mended(x, eps=1e-5):
    mean = x.mean(axis=0)
    var = x.var(axis=0)
    return (x - mean) / np.sqrt(var + eps)


@own_table(
    "02.14",
    title="A table of your own",
    ask="Bring a table of numbers of your own with 3 to 200 rows and at least 2 columns (marks, prices, minutes, "
    "anything), and normalize its columns with your own lines of NumPy. Give both: answer = (table, result). To 3 "
    "decimals.",
    parts=("table", "result"),
    limits=(
        slips.NOT_THE_Z_TABLE,
        (
            lambda table, result: 3 <= len(table) <= 200 and table.shape[1] >= 2,
            "Your table needs 3 to 200 rows, and at least 2 columns. (In a larger table n and n − 1 are too "
            "near to tell apart.)",
        ),
        (
            lambda table, result: (np.ptp(table, axis=0) > 0).all(),
            "One of your columns holds the same number in every row. Its σ is 0; change one of its numbers.",
        ),
        (
            lambda table, result: (table.std(axis=0) >= 0.1).all(),
            "One of your columns has a σ below 0.1, where ε begins to show. Write it in a smaller unit, so "
            "that its numbers grow.",
        ),
        SAME_SHAPE,
        (
            lambda table, result: (
                slips.to_3_decimals(result, nv.batch_norm(table).y)
                or not slips.to_3_decimals(table, nv.batch_norm(result).y)
            ),
            "Table and result have changed places: answer = (table, result).",
        ),
    ),
    holds=lambda table, result: (
        slips.to_3_decimals(result, nv.batch_norm(table).y)
        or slips.to_3_decimals(result, nv.batch_norm(table, eps=0).y)
    ),
    agrees=slips.to_3_decimals,
    otherwise="Your result is not the batch norm of your table. nv.diagnose(table, result) may say which "
    "convention it follows.",
    nudge="Begin with table = np.array([[…], […], […]]).",
    method="mean = table.mean(axis=0), var = table.var(axis=0); then (table − mean) / np.sqrt(var + 1e-5).",
    why="The same three lines do for every table, however different the columns' units: each column is its own pool.",
    wrong={
        slips.N_MINUS_1: mistake(lambda x: nv.batch_norm(x, correction=1).y, 3),
        slips.MIN_MAX: mistake(slips.min_max, 1),
        slips.ACROSS: slips.across_rows,
        "You subtracted the means; now divide each column by its σ.": lambda x: x - x.mean(axis=0),
        slips.ONE_FOR_ALL: lambda x: (x - x.mean()) / x.std(),
        "The means are the columns' own, but you took one σ for the whole table.": (
            lambda x: (x - x.mean(axis=0)) / x.std()
        ),
        slips.SQUARED: lambda x: (x - x.mean(axis=0)) / x.var(axis=0),
        slips.TURNED: lambda x: -nv.batch_norm(x).y,
    },
)
def own_batch_norm():
    table = np.array([[12, 3.5, 80], [30, 1.0, 95], [18, 2.0, 60], [41, 4.5, 75]])
    mean = table.mean(axis=0)
    var = table.var(axis=0)
    return table, (table - mean) / np.sqrt(var + 1e-5)


@choice(
    "02.15",
    title="Which convention was it?",
    ask="A colleague normalized the columns of the table with the rows (2, 1), (4, 5), (4, 3), (10, 3), and got the "
    "rows (−0.8660, −1.2247), (−0.2887, 1.2247), (−0.2887, 0), (1.4434, 0). It does not match your batch norm. Give "
    "both to nv.diagnose. What did the colleague do?",
    options={
        "Divided by n − 1 in the variance": lambda ran: "n_minus_1" in ran,
        "Put ε outside the root": option(
            lambda ran: "outside" in ran,
            "With a σ of 1.4 and more nobody sees where an ε of usual size stands; both columns are 13 % too small.",
            5,
        ),
        "Scaled between the smallest and the largest value": option(
            lambda ran: "min_max" in ran, "Then the smallest value would be 0 and the largest 1.", 1
        ),
        "Normalized the rows": option(
            lambda ran: "rows" in ran,
            "Rows of two numbers would come out as about ±1 each; here the columns have mean 0.",
        ),
        "Nothing different: rounding explains it": option(
            lambda ran: "n" in ran,
            "With n, the first column's 10 would become 1.6667. Rounding to 4 decimals cannot hide that.",
        ),
    },
    nudge="Each pair in the question is a row: x = [[2, 1], [4, 5], [4, 3], [10, 3]], the colleague's rows as "
    "result, then nv.diagnose(x, result).",
    method="Or by hand: the first column has mean 5 and the distances −3, −1, −1, 5. Which σ turns 5 into 1.4434?",
    why="5/1.4434 = 3.4641 = √12, and 12 = 36/3: the sum of squares divided by n − 1 = 3. With n = 4 it "
    "would be 9, and σ = 3.",
)
def which_convention():
    x = np.array([[2, 1], [4, 5], [4, 3], [10, 3]])
    result = np.array([[-0.8660, -1.2247], [-0.2887, 1.2247], [-0.2887, 0], [1.4434, 0]])
    centred = x - x.mean(axis=0)
    tried = {
        "n": centred / x.std(axis=0),
        "n_minus_1": centred / x.std(axis=0, ddof=1),
        "outside": centred / (x.std(axis=0) + 1e-3),
        "min_max": (x - x.min(axis=0)) / np.ptp(x, axis=0),
        "rows": nv.layer_norm(x).y,
    }
    return [name for name, y in tried.items() if np.allclose(y, result, atol=1e-4)]
