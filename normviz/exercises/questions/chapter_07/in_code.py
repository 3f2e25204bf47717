"""Chapter 07, layer norm: functions to write and to mend, tables to bring."""

import numpy as np

import normviz as nv
from normviz.exercises import slips
from normviz.exercises.kinds import SAME_SHAPE, function, mistake, own_table
from normviz.exercises.slips import EPS_OUTSIDE, N_MINUS_1_IN_A_ROW, to_3_decimals


def token_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(axis=(1, 2), keepdims=True)
    std = x.std(axis=(1, 2), keepdims=True, ddof=1)
    return gamma * (x - mean) / (std + eps) + beta


def _sentences():
    rng = np.random.default_rng(75)
    # Rows with a spread near √ε tell where ε stands.
    small = rng.normal(0, 0.004, size=(2, 3, 4))
    return [
        (nv.examples.hi_nitish().values, np.array([2.0, 1.0, 0.5]), np.array([0.3, 0.0, -1.0])),
        (rng.normal(3, 2, size=(3, 5, 4)), np.ones(4), np.zeros(4)),
        (small, np.array([1.0, 2.0, 1.0, 3.0]), np.zeros(4)),
    ]


@function(
    "07.14",
    title="Spot the bugs: layer norm for tokens",
    ask="The function token_norm(x, gamma, beta, eps=1e-5) takes sentences x of shape (B, L, D), and is meant to give "
    "what torch.nn.LayerNorm(D) gives. It has three bugs. Mend it, and set answer to your mended function.",
    given=token_norm,
    inputs=_sentences,
    arguments=("x", "gamma", "beta"),
    nudge="Which numbers share a mean here? What is their sum of squares divided by? Where does ε stand?",
    method="mean should have shape (B, L, 1). Use var(), not std(ddof=1), and put eps under the root.",
    why="The pool is the last axis alone; the variance divides by n; ε joins the variance inside the root. "
    "Mistakes like these stand in well-known code and texts, and none of the three raises an error.",
    wrong={
        "Nothing has changed yet: it pools over the whole sentence, and the other two bugs are there.": mistake(
            token_norm, 15
        ),
        "It still pools over the whole sentence: axes 1 and 2. Each token's row is a pool of its own.": mistake(
            {"-1": "(1, 2)"}, 15
        ),
        "The pool is right. It still divides by n − 1, and ε stands outside the root.": mistake(
            {"var(axis=-1": "var(axis=-1, ddof=1", "np.sqrt(var + eps)": "(np.sqrt(var) + eps)"}, 3
        ),
        "The pool is right. It divides by n − 1, ε stands outside the root, and is another one.": mistake(
            {"var(axis=-1": "var(axis=-1, ddof=1", "np.sqrt(var + eps)": "(np.sqrt(var) + 1e-6)"}, 3
        ),
        "The pool is right, ε is right. It still divides by n − 1.": mistake(
            {"var(axis=-1": "var(axis=-1, ddof=1"}, 3
        ),
        "Pool and n are right. ε still stands outside the root: √(σ² + ε).": mistake(
            {"np.sqrt(var + eps)": "(np.sqrt(var) + eps)"}, 5
        ),
        "Pool and n are right, but ε is missing: √(σ² + ε).": {" + eps)": ")"},
        "μ is right. σ² still pools over the whole sentence: axes 1 and 2.": mistake(
            {"var(axis=-1": "var(axis=(1, 2)"}, 15
        ),
        "σ² is right. μ still pools over the whole sentence: axes 1 and 2.": mistake(
            {"mean(axis=-1": "mean(axis=(1, 2)"}, 15
        ),
        "It still pools over the whole sentence: axes 1 and 2. It still divides by n − 1, too.": mistake(
            {"-1": "(1, 2)", "x.var(": "x.var(ddof=1, "}, 15
        ),
        "The divisor is n now. It still pools over the whole sentence, axes 1 and 2. "
        "ε is still outside the root.": mistake(
            {"-1": "(1, 2)", "np.sqrt(var + eps)": "(np.sqrt(var) + eps)"}, 15
        ),
        "Now all numbers share one mean. Each token's row is a pool of its own.": {"-1": "(0, 1, 2)"},
        "Now each place has one mean over all sentences. Each token's row is a pool of its own: axis −1.": {
            "-1": "0"
        },
        "Pool, n and ε are right. γ and β got lost: γ·x̂ + β.": {"gamma * (": "(", " + beta": ""},
        "Pool, n and ε are right. β is added after γ has multiplied: γ·x̂ + β, not γ·(x̂ + β).": {
            "+ beta": "+ gamma * beta"
        },
        "Pool and n are right. The root is missing: divide by √(σ² + ε).": {"np.sqrt": ""},
        "Pool and n are right. But std() is a root already: under the root stands the variance, var().": {
            "x.var": "x.std"
        },
        "Now it pools down the tokens of each sentence: that is instance norm.": mistake({"-1": "1"}, 15),
        "Now it pools down all tokens of all sentences: that is batch norm.": {"-1": "(0, 1)"},
    },
)
def mended(x, gamma, beta, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


def _in_torchs_layout():
    rng = np.random.default_rng(76)
    hi_nitish = nv.examples.hi_nitish().values.transpose(0, 2, 1)
    return [
        (hi_nitish,),
        (rng.normal(2, 3, size=(2, 4, 4)) * np.array([1.0, 2.0, 4.0, 8.0])[:, None],),
        (rng.normal(0, 5, size=(3, 2, 6)),),
        (rng.normal(0, 0.004, size=(2, 4, 3)),),  # a spread near √ε tells where ε stands
    ]


@function(
    "07.15",
    title="Layer norm in torch's layout",
    ask="Write channel_layer_norm(x) for x of shape (N, C, L), features in the middle, as torch's BatchNorm1d has it: "
    "every token is normalized over its C features (n, ε = 1e-5 inside the root, γ = 1, β = 0). The result has "
    "the shape of x.",
    inputs=_in_torchs_layout,
    nudge="Which axis counts the features of a token now?",
    method="Pool over axis 1 with keepdims=True. Or transpose, use your layer norm, and transpose back.",
    why="The pool is named by what it means, the features of one token, and not by “the last axis”. In this layout "
    "the features are axis 1.",
    wrong={
        "You pooled over the last axis. Here it counts the tokens, so every feature of a sentence got a mean.": mistake(
            {"axis=1": "axis=-1"}, 14
        ),
        "You pooled over a whole sentence: all features of all its tokens.": mistake(
            {"axis=1": "axis=(1, 2)"}, 15
        ),
        "You pooled over the sentences and the tokens: that is batch norm.": {"axis=1": "axis=(0, 2)"},
        N_MINUS_1_IN_A_ROW: mistake({"x.var(": "x.var(ddof=1, "}, 3),
        "The pool is right, but ε is missing.": {" + 1e-5": ""},
        "The pool is right. You divided by n − 1, and ε is missing.": mistake(
            {"x.var(": "x.var(ddof=1, ", " + 1e-5": ""}, 3
        ),
        EPS_OUTSIDE: mistake({"np.sqrt(var + 1e-5)": "(np.sqrt(var) + 1e-5)"}, 5),
        "The pool is right. The root is missing: divide by √(σ² + ε).": {"np.sqrt": ""},
        "The numbers are right, but features and tokens have changed places. Transpose back.": (
            lambda x: nv.layer_norm(x.transpose(0, 2, 1)).y
        ),
        "reshape exchanges no axes: it cuts the same numbers, in the same order, into other rows. Use transpose.": (
            lambda x: nv.layer_norm(x.reshape(x.shape[0], x.shape[2], x.shape[1])).y.reshape(x.shape)
        ),
    },
)
def channel_layer_norm(x):
    mean = x.mean(axis=1, keepdims=True)
    var = x.var(axis=1, keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-5)


@own_table(
    "07.16",
    title="Rows of your own",
    ask="Bring a table of your own with at least 3 rows and 3 columns (the marks of some people in some subjects, "
    "say), and layer-normalize it with your own lines of NumPy: each row for itself. Give both: answer = (table, "
    "result). To 3 decimals.",
    parts=("table", "result"),
    limits=(
        slips.NOT_THE_Z_TABLE,
        (
            lambda table, result: len(table) >= 3 and 3 <= table.shape[1] <= 200,
            "Your table needs at least 3 rows, and 3 to 200 columns. (In a longer row n and n − 1 are too near to "
            "tell apart.)",
        ),
        (
            lambda table, result: (table.std(axis=1) >= 0.1).all(),
            "One of your rows has a σ below 0.1, where ε begins to show. Let its numbers differ more.",
        ),
        SAME_SHAPE,
    ),
    holds=lambda table, result: (
        to_3_decimals(result, nv.layer_norm(table).y) or to_3_decimals(result, nv.layer_norm(table, eps=0).y)
    ),
    agrees=to_3_decimals,
    otherwise="Your result is not the layer norm of your table. nv.diagnose(table, result) may say which convention "
    "it follows.",
    nudge="A mean for each row has the shape (rows, 1).",
    method="table.mean(axis=1, keepdims=True), and table.var(axis=1, keepdims=True) the same way.",
    why="Every row now has mean 0 and variance 1. Whether that makes sense for your table is another question: layer "
    "norm compares the columns of a row, so they should be in comparable units.",
    wrong={
        "You normalized the columns: that is batch norm. Layer norm takes each row for itself: axis=1.": (
            lambda x: nv.batch_norm(x).y
        ),
        N_MINUS_1_IN_A_ROW: mistake(lambda x: nv.normalize(x, 1, correction=1).y, 3),
        "You divided by σ². Divide each row by its root.": (
            lambda x: (x - x.mean(axis=1, keepdims=True)) / x.var(axis=1, keepdims=True)
        ),
        "You used one mean and one σ for the whole table. Every row needs its own.": mistake(
            lambda x: (x - x.mean()) / x.std(), 15
        ),
        "The means are the rows' own, but you took one σ for the whole table.": (
            lambda x: (x - x.mean(axis=1, keepdims=True)) / x.std()
        ),
        slips.TURNED: lambda x: -nv.layer_norm(x).y,
        "You subtracted the means; now divide each row by its σ.": (
            lambda x: x - x.mean(axis=1, keepdims=True)
        ),
    },
)
def own_layer_norm():
    table = np.array([[12, 3.5, 80], [30, 1.0, 95], [18, 2.0, 60], [41, 4.5, 75]])
    mean = table.mean(axis=1, keepdims=True)
    var = table.var(axis=1, keepdims=True)
    return table, (table - mean) / np.sqrt(var + 1e-5)


@own_table(
    "07.17",
    title="A table that both norms treat alike",
    ask="Find a table with at least 3 rows and 3 columns, not all its numbers equal, for which batch norm and layer "
    "norm (both with γ = 1, β = 0, ε = 1e-5) give the same result, to 3 decimals.",
    limits=(
        (lambda table: min(table.shape) >= 3, "Your table needs at least 3 rows and 3 columns."),
        (lambda table: np.ptp(table) > 0, "All numbers of your table are equal. Let them differ."),
        (
            lambda table: min(table.std(axis=0).min(), table.std(axis=1).min()) >= 0.1,
            "A row or a column of your table has a σ below 0.1. Let its numbers differ more.",
        ),
    ),
    holds=lambda table: to_3_decimals(nv.batch_norm(table).y, nv.layer_norm(table).y),
    otherwise="Batch norm and layer norm differ on your table. Compare the means and σ of its rows with those of its "
    "columns.",
    nudge="What must be true of the mean of a cell's row and the mean of its column? And of the two σ?",
    method="Take a table with as many rows as columns. Let every row and every column hold the same numbers, in "
    "another order.",
    why="Where all rows and all columns have the same μ and σ, it does not matter which way the pool runs. Such a "
    "table is rare: with real data the choice of the pool is the whole difference.",
    wrong={
        "The means of your rows and columns agree, but not their σ.": mistake(
            lambda: np.array([[2.0, 7, 6], [9, 5, 1], [4, 3, 8]]), when=lambda table: _means_agree(table)
        ),
        "The rows and columns of your table have different means. Begin with the means: all rows and all columns "
        "need the same one.": mistake(
            lambda: np.arange(9.0).reshape(3, 3), when=lambda table: not _means_agree(table)
        ),
    },
)
def both_norms_alike():
    first = [1, 2, 6]
    return np.array([first, np.roll(first, 1), np.roll(first, 2)])


def _means_agree(table):
    return np.ptp([*table.mean(axis=0), *table.mean(axis=1)]) < 1e-6
