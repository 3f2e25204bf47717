"""Chapter 08, which norm: a block to mend, two tables to compare, and a norm to choose."""

import numpy as np

import normviz as nv
from normviz.exercises import slips
from normviz.exercises.kinds import choice, function, mistake, option, own_table


def pre_norm_part(x, weights):
    x = x - x.mean(axis=1, keepdims=True)
    x = x / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)
    return x + x @ weights


def _blocks():
    rng = np.random.default_rng(8)
    return [
        (nv.examples.z_table().values, np.array([[0.5, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.25]])),
        (rng.normal(3, 2, size=(4, 3)), rng.normal(size=(3, 3))),
        (np.array([[100.0, 102.0, 101.0, 97.0]]), rng.normal(size=(4, 4))),
        (rng.normal(2, 0.01, size=(2, 3)).round(3), rng.normal(size=(3, 3))),  # where ε is seen
    ]


@function(
    "08.12",
    title="Spot the bug: a pre-norm part",
    ask="pre_norm_part(x, weights) is meant to be one part of a pre-LN block: what comes in, plus a linear layer of "
    "its layer norm (γ = 1, β = 0, ε = 1e-5). x has shape (L, D), weights (D, D). It runs, and deep networks built of "
    "it train badly, because something does not pass. Mend it, and set answer to your mended function.",
    given=pre_norm_part,
    inputs=_blocks,
    arguments=("x", "weights"),
    nudge="What does x + … add: what came in, or what is left of it?",
    method="Give the normalized rows a name of their own, x_hat, so that x stays what came in.",
    why="The way around the part must stay free: x itself is added, not its normalized copy. A name used "
    "twice closed it, and no shape and no error tells.",
    wrong={
        "x is still overwritten by its normalized copy before the sum: nothing passes by the norm.": pre_norm_part,
        "This is post-LN: the norm stands after the sum. Pre-LN normalizes only what the linear layer gets.": (
            lambda x, weights: nv.layer_norm(x + x @ weights).y
        ),
        "What you add has lost its mean: x is still overwritten by x minus its mean.": {
            "return x": "return x - mean"
        },
        "The norm stands behind the linear layer. In pre-LN it stands before it.": (
            lambda x, weights: x + nv.layer_norm(x @ weights).y
        ),
        "The sum is missing: what came in must be added.": {"return x +": "return"},
        "The norm is missing: the linear layer gets x itself.": {"x_hat @": "x @"},
        "This is batch norm: you pooled down the columns. Layer norm takes μ and σ of each row.": {
            "axis=1": "axis=0"
        },
        "You took one mean and one σ for the whole table. Layer norm takes μ and σ of each row.": {
            "axis=1": "axis=(0, 1)"
        },
        "The two have changed places: x is added, and x̂ goes into the linear layer.": {
            "x + x_hat": "x_hat + x"
        },
        "This is RMS norm: it divides and does not subtract the mean. Layer norm does both.": (
            lambda x, weights: x + nv.rms_norm(x).y @ weights
        ),
        slips.N_MINUS_1_IN_A_ROW: mistake({"var(axis=1": "var(axis=1, ddof=1"}, 3),
        slips.BY_THE_VARIANCE: {"np.sqrt": ""},
        slips.ONLY_CENTRED: {"/ np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)": ""},
        "ε stands outside the root: √(σ² + ε).": mistake(
            {"np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)": "(x.std(axis=1, keepdims=True) + 1e-5)"}, 5
        ),
        "ε is missing: divide by √(σ² + ε).": {" + 1e-5": ""},
    },
)
def mended(x, weights):
    mean = x.mean(axis=1, keepdims=True)
    x_hat = (x - mean) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)
    return x + x_hat @ weights


def _gaps(earlier, later, ddof=0):
    return np.abs(earlier.mean(axis=0) - later.mean(axis=0)) / later.std(axis=0, ddof=ddof)


def _in_earlier_sigma(earlier, later):
    with np.errstate(divide="ignore", invalid="ignore"):
        return _gaps(earlier, later) * later.std(axis=0) / earlier.std(axis=0)


def _bare(earlier, later):
    return np.abs(earlier.mean(axis=0) - later.mean(axis=0))


def _signed(earlier, later):
    return (earlier.mean(axis=0) - later.mean(axis=0)) / later.std(axis=0)


def _is(gaps, wanted):
    return slips.to_3_decimals(gaps.ravel(), wanted)


@own_table(
    "08.13",
    title="A gap of your own",
    ask="Bring two tables of your own with the same columns: earlier numbers, as a network was trained on, "
    "and later ones (last month and this month, one class and the next). The earlier table's μ takes the "
    "place of μ_run, the later table is the batch. Compute |μ_run − μ_B|/σ_B of each column with your own "
    "lines. answer = (earlier, later, gaps), one gap a column, to 3 decimals.",
    parts=("earlier", "later", "gaps"),
    limits=(
        (
            lambda earlier, later, gaps: earlier.shape[1] == later.shape[1] >= 2,
            "The two tables need the same columns, at least 2.",
        ),
        (
            lambda earlier, later, gaps: min(len(earlier), len(later)) >= 3 and len(later) <= 200,
            "Each table needs at least 3 rows, and the later one 200 at most.",
        ),
        (
            lambda earlier, later, gaps: (later.std(axis=0) > 0).all(),
            "A column of the later table holds one number only. Its σ is 0, and a gap cannot be counted in it.",
        ),
        (lambda earlier, later, gaps: gaps.size == later.shape[1], "gaps needs one number for each column."),
        (
            lambda earlier, later, gaps: not np.array_equal(earlier, later),
            "Both tables are the same, so every gap is 0. Bring later numbers that differ.",
        ),
    ),
    holds=lambda earlier, later, gaps: _is(gaps, _gaps(earlier, later)),
    agrees=_is,
    otherwise="Your gaps are not |μ_run − μ_B|/σ_B of your tables: μ_run from the earlier table, μ_B and σ_B "
    "from the later one, column by column.",
    nudge="Two means and one σ for each column; then np.abs.",
    method="gaps = np.abs(earlier.mean(axis=0) - later.mean(axis=0)) / later.std(axis=0).",
    why="This is the number that chapter 08 measures inside a transformer. Where it is large for your own "
    "data, a network with batch norm will, in eval mode, meet other statistics than its batches would give.",
    wrong={
        slips.N_MINUS_1: mistake(lambda a, b: _gaps(a, b, ddof=1), 3),
        "The gap is counted in σ of the batch, the later table. Did you take the earlier one's, or give the two tables "
        "in the wrong order?": (_in_earlier_sigma),
        "These are the bare differences of the means. Divide each by its σ.": _bare,
        "The signs: a gap is a distance. Take the absolute value.": mistake(
            _signed, when=lambda a, b, gaps: _is(gaps, _signed(a, b)) or _is(gaps, -_signed(a, b))
        ),
        "You divided by σ². The gap is counted in σ, its root.": lambda a, b: _bare(a, b) / b.var(axis=0),
        "This looks like percent. A gap is counted in σ: divide by 100.": mistake(
            lambda a, b: 100 * _gaps(a, b), when=lambda a, b, gaps: _is(gaps / 100, _gaps(a, b))
        ),
    },
)
def own_gap():
    earlier = np.array([[12, 3.5], [30, 1.0], [18, 2.0], [40, 4.5]])
    later = np.array([[22, 3.0], [35, 1.5], [29, 2.5], [50, 2.0]])
    gaps = np.abs(earlier.mean(axis=0) - later.mean(axis=0)) / later.std(axis=0)
    return earlier, later, gaps


@choice(
    "08.14",
    title="Where batch norm stands on few legs",
    ask="Four networks take batch norm's statistics from the batch at hand. In which of them do μ_B and σ_B "
    "of a feature fluctuate most, if the values behave like independent ones? (For images, batch norm pools over all "
    "positions, too.)",
    options={
        "Photographs: 4 in a batch, 64 × 64 positions each.": option(
            lambda pools: min(pools, key=pools.get) == "photographs",
            "The batch is small, but for images batch norm pools over all positions too: 4 · 64 · 64 = 16384 values. "
            "(Neighbouring positions are alike, so they count for fewer than that, but still for many.)",
        ),
        "A table of sales: 256 rows in a batch.": option(
            lambda pools: min(pools, key=pools.get) == "table",
            "256 values share each mean. One of the four has far fewer.",
        ),
        "Sentences to be sorted: 32 in a batch, 20 words each.": option(
            lambda pools: min(pools, key=pools.get) == "sentences",
            "Batch norm over sentences pools over all their words: 32 · 20 = 640 values.",
        ),
        "A text that is written word by word: 8 readers at once, one new word for each.": (
            lambda pools: min(pools, key=pools.get) == "word by word"
        ),
    },
    nudge="Count how many values share one mean, not how many things are in a batch.",
    method="For images n = B · height · width, for sentences n = B · L, for a table n = B. And when one word "
    "is made at a time?",
    why="Eight values share a mean, and a reader's word would depend on seven strangers'. With one reader there is no "
    "batch at all. A norm that needs only its own row, as layer norm and RMS norm, has none of these questions.",
)
def pools():
    sizes = {"photographs": 4 * 64 * 64, "table": 256}
    sizes |= {"sentences": 32 * 20, "word by word": 8 * 1}
    return sizes
