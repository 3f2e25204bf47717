"""Chapter 09, check the notes: what to judge before computing."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import choice, option


def _could_be_normalized(at):
    return lambda found: abs(found[at, 0]) < 0.05 and abs(found[at, 1] - 1) < 0.05


@choice(
    "09.1",
    title="Which column can be true?",
    ask="Four notes each print a column of five numbers, to one decimal, and say: batch norm made it (γ = 1, β = 0). "
    "You do not have the inputs. Which is the only column that can be true?",
    options={
        "0.4, 0.7, 0.1, 0.9, 0.3": option(
            _could_be_normalized(0),
            "All five are positive, so their mean is not 0. Lying between 0 and 1 is no sign of batch norm.",
            1,
        ),
        "1.2, −0.8, −1.2, 1.2, −0.4": _could_be_normalized(1),
        "2.6, −0.7, −0.6, −0.7, −0.6": option(
            _could_be_normalized(2),
            "They add up to 0, but their squares add up to 8.5, not 5. And with five numbers none can pass "
            "√(5 − 1) = 2.",
        ),
        "0.5, −0.5, 0.5, −0.5, 0.0": option(
            _could_be_normalized(3),
            "They add up to 0, but their σ is 0.45. After batch norm it is 1: the squares must add up to 5.",
        ),
    },
    nudge="What are the mean and the σ of a column after batch norm, whatever went in?",
    method="Add the five numbers: about 0? Add their squares: about 5, as many as there are numbers?",
    why="The five numbers add up to 0 and their squares to 5.12; the five are rounded to one decimal, so that is "
    "near enough to 5. It is column z1 of the z table. Two sums judge any printed column, without its inputs.",
)
def which_column_can_be_true():
    columns = [
        [0.4, 0.7, 0.1, 0.9, 0.3],
        [1.2, -0.8, -1.2, 1.2, -0.4],
        [2.6, -0.7, -0.6, -0.7, -0.6],
        [0.5, -0.5, 0.5, -0.5, 0.0],
    ]
    return np.array([[np.mean(column), np.std(column)] for column in columns])


def _rounds_to(printed, decimals):
    return lambda value: round(value, decimals) == printed


def _is_no_rounding(printed, decimals):
    return lambda value: not _rounds_to(printed, decimals)(value)


@choice(
    "09.2",
    title="Rounded, or wrong?",
    ask="The 7 in the first row of the z table becomes 1.185854 in its column. Four pages print it as below. Three of "
    "them are right, to the decimals they print. Which one is wrong?",
    options={
        "1.2": option(
            _is_no_rounding(1.2, 1), "1.185854 lies nearer to 1.2 than to 1.1: right, to one decimal."
        ),
        "1.18": _is_no_rounding(1.18, 2),
        "1.186": option(_is_no_rounding(1.186, 3), "1.185854 lies nearer to 1.186 than to 1.185 or 1.187."),
        "1": option(
            _is_no_rounding(1.0, 0),
            "Coarse, but 1.185854 lies nearer to 1 than to 2. Few decimals are not an error.",
        ),
    },
    nudge="A printed number stands for everything that rounds to it.",
    method="A number printed with k decimals may be off by half of its last decimal: 0.5 · 10⁻ᵏ.",
    why="1.18 stands for 1.175 to 1.185, and 1.185854 lies outside: its digits were cut off, not rounded. A referee "
    "grants half of the last decimal, and no more.",
)
def rounded_or_wrong():
    z = nv.examples.z_table().values
    return nv.batch_norm(z, eps=0).x_hat[0, 0]


@choice(
    "09.3",
    title="The code, or the sentence below it?",
    recall="02.4",
    ask="Anix Lynch's article shows code that calls X.var(dim=0) in PyTorch, on columns such as 1, 5, 9. Below it "
    "stands the output −1.2247, 0, 1.2247. What will the code print, and what does batch norm give?",
    options={
        "Both ±1.2247.": option(
            lambda y: np.isclose(abs(y), 1.2247, atol=1e-3).all(),
            "In PyTorch, var() divides by n − 1 unless it is told otherwise.",
            3,
        ),
        "The code ±1.0000, batch norm ±1.2247.": lambda y: np.allclose(y, [1, 1.2247], atol=1e-3),
        "The code ±1.2247, batch norm ±1.0000.": option(
            lambda y: np.allclose(y, [1.2247, 1], atol=1e-3),
            "The other way round: batch norm divides by n, and var() by n − 1.",
            3,
        ),
        "Both ±1.0000.": option(
            lambda y: np.allclose(y, 1, atol=1e-3),
            "Batch norm divides by n, which makes σ smaller and the outputs larger.",
            3,
        ),
    },
    nudge="The squares of −4, 0 and 4 add up to 32. What does each divide this by?",
    method="4/√(32/2) for the code, 4/√(32/3) for batch norm.",
    why="32/2 = 16 and 4/4 = 1; 32/3 = 10.6667 and 4/3.2660 = 1.2247. The output describes batch norm well. It is not "
    "the output of the code above it.",
)
def code_and_sentence():
    x = np.array([1, 5, 9])
    code = (9 - x.mean()) / np.sqrt(x.var(ddof=1) + 1e-5)
    layer = (9 - x.mean()) / np.sqrt(x.var() + 1e-5)
    return np.array([code, layer])


@choice(
    "09.4",
    title="A fair verdict on padding",
    recall="06.15",
    ask="Two of the documents conclude: padding is why transformers do not use batch norm. You recompute “How” in d1 "
    "with the pads, with the pads masked, and without any. Which verdict is fair?",
    options={
        "Right: the pads change every number of the batch.": option(
            lambda how: np.isclose(how[0], how[2]) and np.isclose(how[1], how[2]),
            "They do, unmasked. But a mask takes them out of the statistics completely, and a study that does so "
            "still found batch norm behind: there is more to say.",
        ),
        "Wrong: pads do not touch a real word's number.": option(
            lambda how: np.isclose(how[0], how[2]), "They do: 1.0561 with the two pads, 0.7785 without."
        ),
        "Disputed: true without a mask, but a mask mends it, and there are other reasons.": (
            lambda how: not np.isclose(how[0], how[2]) and np.isclose(how[1], how[2])
        ),
        "Right: masking helps a little, the pads still count.": option(
            lambda how: not np.isclose(how[0], how[2]) and not np.isclose(how[1], how[2]),
            "Masked rows are neither in the sum nor in the count. Compare the second number with the third.",
        ),
    },
    nudge="If padding were the whole reason, what would masking do?",
    method="nv.batch_norm takes mask=…; compare the masked number with the one of the real rows alone.",
    why="1.0561 with the pads, 0.7785 masked, 0.7785 without: the arithmetic is right, and a mask mends it. "
    "Batch statistics that change and two modes, the other reasons, were measured in chapter 08. “Disputed” is the "
    "honest word.",
)
def a_fair_verdict():
    table = nv.examples.hi_nitish().batch.stacked()
    real = table.values[table.mask]
    with_pads = nv.batch_norm(table.values).y[4, 0]
    masked = nv.batch_norm(table.values, mask=table.mask).y[4, 0]
    without = nv.batch_norm(real).y[2, 0]
    return np.array([with_pads, masked, without])
