"""Chapter 06, padding: functions to write and to mend, a table to bring."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import choice, function, mistake, option, own_table
from normviz.exercises.slips import EPS_OUTSIDE, N_MINUS_1, POOLED_ALL


def stacked():
    return nv.examples.hi_nitish().batch.stacked()


def _padded_tables():
    rng = np.random.default_rng(6)
    noise = rng.normal(4, 2, size=(7, 4))
    filled = np.array([[1.0, 20.0], [7.0, 7.0], [3.0, 60.0], [8.0, 10.0], [9.0, 9.0]])
    return [
        (stacked().values, stacked().mask),
        (noise, np.array([True, True, False, True, True, False, True])),
        (filled, np.array([True, False, True, True, False])),
        (noise / 500, np.array([True, False, True, True, True, True, False])),  # a spread near √ε shows ε
    ]


@function(
    "06.10",
    title="Batch norm that ignores pads",
    ask="Write masked_batch_norm(x, mask): x has shape (N, D), mask has shape (N,), True at real rows. Real "
    "rows are normalized with the μ and σ of the real rows (n, ε = 1e-5 inside the root, γ = 1, β = 0); pad "
    "rows come out as 0. Pads may hold any numbers.",
    inputs=_padded_tables,
    arguments=("x", "mask"),
    nudge="Two things are wanted: pads must not enter μ and σ, and they must not come out as anything but 0.",
    method="real = x[mask] gives the rows for μ and σ. For the output, np.where(mask[:, None], …, 0).",
    why="Choose first, then pool. Multiplying by the mask is not enough: a zero still counts as a row.",
    wrong={
        "The pads are 0 at the end, but they were in μ and σ before.": {"x[mask]": "x"},
        "You left the pads out of the sums but divided by all rows. Divide by the number of real rows.": {
            "real.mean(axis=0)": "real.sum(axis=0) / len(x)",
            "real.var(axis=0)": "((real - real.sum(axis=0) / len(x)) ** 2).sum(axis=0) / len(x)",
        },
        "μ and σ are right. The pad rows still have to be set to 0.": {
            "np.where(mask[:, None], normalized, 0)": "normalized"
        },
        N_MINUS_1: mistake({"var(axis=0": "var(axis=0, ddof=1"}, 3),
        EPS_OUTSIDE: mistake({"np.sqrt(var + 1e-5)": "(np.sqrt(var) + 1e-5)"}, 5),
        "The pool is right, but ε is missing.": {" + 1e-5": ""},
        "The pool is right. You divided by n − 1, and ε is missing.": mistake(
            {" + 1e-5": "", "var(axis=0": "var(axis=0, ddof=1"}, 3
        ),
        "The mask is the wrong way round: True means real.": {
            "x[mask]": "x[~mask]",
            "normalized, 0": "0, normalized",
        },
        "μ and σ are right, but at the end the real rows are set to 0. In np.where(a, b, c), b stands where a is "
        "True.": {"normalized, 0": "0, normalized"},
        "μ is right. σ still counts the pads.": {"real.var": "x.var"},
        "You set the pads to 0 and then pooled over all rows. A zero is a number too: it pulls μ, and is counted.": {
            "x[mask]": "x * mask[:, None]"
        },
        "μ is right. In the sum of the squares the pads still stand: a 0 lies μ away from μ, and adds μ².": {
            "real.var(axis=0)": "((x * mask[:, None] - real.mean(axis=0)) ** 2).sum(axis=0) / mask.sum()"
        },
        "The mask is not used: the pads are in μ and σ, and come out as numbers.": (
            lambda x, mask: nv.batch_norm(x).y
        ),
        "μ is right. The root is missing: divide by √(σ² + ε).": {"np.sqrt": ""},
        POOLED_ALL: {"axis=0": ""},
        "You wrote the mean into the pads and pooled over all rows: μ is right, but σ² becomes r·σ².": {
            "real.var(axis=0)": "real.var(axis=0) * mask.mean()"
        },
        "You pooled across each row, as layer norm does.": {
            "x[mask]": "x",
            "axis=0": "axis=1, keepdims=True",
        },
    },
)
def masked_batch_norm(x, mask):
    real = x[mask]
    mean, var = real.mean(axis=0), real.var(axis=0)
    normalized = (x - mean) / np.sqrt(var + 1e-5)
    return np.where(mask[:, None], normalized, 0)


def sentence_batch_norm(x, eps=1e-5):
    mean = x.mean(axis=(0, 2), keepdims=True)
    var = x.var(axis=(0, 2), keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def _blocks():
    rng = np.random.default_rng(14)
    scales = np.array([1.0, 10.0, 100.0])
    return [
        (nv.examples.hi_nitish().values,),
        (rng.normal(2, 1, size=(2, 3, 3)) * scales,),
        (rng.normal(0, 1, size=(4, 5, 2)) + scales[:2],),
        (rng.normal(0, 0.004, size=(2, 4, 3)),),  # a spread near √ε tells where ε stands
    ]


@function(
    "06.11",
    title="Spot the bug: batch norm over sentences",
    ask="The function sentence_batch_norm(x, eps=1e-5) takes sentences of shape (B, L, D), features last, "
    "and is meant to give every feature one μ and one σ over all tokens of all sentences. It pools over the axes "
    "that axis names. It runs, and it is wrong. Mend it, and set answer to your mended function.",
    given=sentence_batch_norm,
    inputs=_blocks,
    nudge="How many different means should there be for a batch of shape (B, L, D)? How many does this code compute?",
    method="Print mean.shape. It should be (1, 1, D): the axes that disappear are the ones that are pooled over.",
    why="Axes (0, 2) are right for (B, D, L), torch's layout. Here features stand last, so the pool is axes "
    "(0, 1). Only the shape of the mean shows the bug, and where L equals D not even that.",
    wrong={
        "It still pools over axis 2, the features: right for torch's layout (N, C, L), wrong for features last.": (
            mistake(sentence_batch_norm, 14)
        ),
        "μ is right. σ² still pools over axis 2, the features.": mistake(
            {"var(axis=(0, 1)": "var(axis=(0, 2)"}, 14
        ),
        "σ² is right. μ still pools over axis 2, the features.": mistake(
            {"mean(axis=(0, 1)": "mean(axis=(0, 2)"}, 14
        ),
        "The pool is right, but ε is missing.": {" + eps)": ")"},
        "Now each sentence has its own mean (instance norm). Batch norm pools over all sentences together.": {
            "(0, 1)": "1"
        },
        "Now each token has its own mean, which is layer norm.": {"(0, 1)": "2"},
        "Now each place in the sentence has its own mean. Pool over the length as well.": {"(0, 1)": "0"},
        "Now each sentence has one mean for all its features. Every feature needs its own, over all sentences.": {
            "(0, 1)": "(1, 2)"
        },
        "Now all numbers share one mean. Every feature needs its own.": {"(0, 1)": "(0, 1, 2)"},
        "The pool is right. The root is missing: divide by √(σ² + ε).": {"np.sqrt": ""},
        EPS_OUTSIDE: mistake({"np.sqrt(var + eps)": "(np.sqrt(var) + eps)"}, 5),
        N_MINUS_1: mistake({"var(axis=(0, 1)": "var(axis=(0, 1), ddof=1"}, 3),
    },
)
def mended(x, eps=1e-5):
    mean = x.mean(axis=(0, 1), keepdims=True)
    var = x.var(axis=(0, 1), keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def _moves(table):
    """For each column 1, 0 or −1: whether σ grows, stays or shrinks when as many rows of zeros join."""
    grown = np.vstack([table, np.zeros_like(table)]).std(axis=0) - table.std(axis=0)
    return np.sign(np.where(np.abs(grown) > 1e-9 * np.abs(table).max(axis=0), grown, 0)).tolist()


def _has_pads(table):
    return (table == 0).all(axis=1).any()


def _only(moves):
    return lambda table: _moves(table) == moves and not _has_pads(table)


@own_table(
    "06.14",
    title="A table of your own: one σ up, one σ down",
    ask="Make up a table with 2 columns and at least 3 rows, such that adding as many rows of zeros as it has rows "
    "makes the σ of the first column larger and the σ of the second column smaller. Give the table without the zeros.",
    limits=(
        (
            lambda table: table.shape[1] == 2,
            "Your table needs exactly 2 columns. np.column_stack([first, second]) makes them of two lists.",
        ),
        (lambda table: len(table) >= 3, "Your table needs at least 3 rows."),
    ),
    holds=lambda table: _moves(table) == [1, -1],
    otherwise="With zeros added, the two σ do not move as asked. Compare table.std(axis=0) before and after.",
    nudge="Zeros far away from all values widen a column; zeros in the middle of the values make it narrower.",
    method="With r = 1/2 the law says: σ grows if μ² > 2σ². First column: large numbers close together. "
    "Second: numbers around 0.",
    why="It is not the pads that decide but where the real values lie: far from 0 (μ² > σ²/r) σ grows, "
    "around 0 it shrinks.",
    wrong={
        "Your table has rows of zeros. Give it without them; the check adds as many as your table has rows.": (
            mistake(
                lambda: np.array([[10, -1], [11, 0], [12, 1], [0, 0], [0, 0], [0, 0]]),
                when=_has_pads,
            )
        ),
        "In your table both σ shrink. Move the first column's numbers away from 0.": mistake(
            lambda: np.array([[1, -1], [-1, 2], [0, -1]]),
            16,
            _only([-1, -1]),
        ),
        "In your table both σ grow. Let the second column's numbers lie around 0.": mistake(
            lambda: np.array([[10, 20], [11, 21], [12, 22]]),
            when=_only([1, 1]),
        ),
        "The other way round: in your table the first σ shrinks and the second grows.": mistake(
            lambda: np.array([[-1, 10], [0, 11], [1, 12]]),
            when=_only([-1, 1]),
        ),
    },
)
def one_up_one_down():
    far, around = [10, 11, 12], [-1, 0, 1]
    return np.column_stack([far, around])


@choice(
    "06.15",
    title="What masking mends",
    ask="Batch norm is given a mask, so pads no longer enter μ and σ. How does the number of “How” in d1 now "
    "depend on the number of pads?",
    options={
        "Not at all.": lambda y: np.allclose(y[0], y[1]),
        "It still grows, only more slowly.": option(
            lambda y: y[1].max() > y[0].max() + 1e-9,
            "Left out means left out: no pad is in the sum, and none in the count.",
        ),
        "It shrinks, because zero padding always shrinks the variance.": option(
            lambda y: y[1].max() < y[0].max() - 1e-9,
            "No pad enters this variance any more; and where pads do enter, σ may grow.",
            16,
        ),
        "It becomes equal to layer norm's number.": option(
            lambda y: np.allclose(y[0], y[2]),
            "Masking does not change the pool from columns to rows: other tokens of the batch still share this μ.",
        ),
    },
    nudge="Which rows are in the pool now?",
    method="Compute nv.batch_norm(batch.values, mask=batch.mask).y for the batch as it is and for batch.pad_to(29).",
    why="0.7785 with 0, 2 or 50 pads: a mask that leaves the pads out mends the statistics exactly. Whether batch norm "
    "is then as good as layer norm is another question, that of chapter 08.",
)
def what_masking_mends():
    batch = nv.examples.hi_nitish().batch
    longer = batch.pad_to(29)
    few = nv.batch_norm(batch.values, mask=batch.mask).y[1, 0]
    many = nv.batch_norm(longer.values, mask=longer.mask).y[1, 0]
    return few, many, nv.layer_norm(batch.values).y[1, 0]
