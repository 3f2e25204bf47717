import numpy as np

from normviz.goals import Goal

GOALS = {
    "07a": (
        Goal(
            "Click one tile after another until μ changes. How many numbers had the same μ?",
            {"token": 2},
            "Three: the row. In another row μ is another; for “are” it goes from 6.0667 to 3.3333.",
            lambda settings, result: result.norm == "layer_norm" and result.cell[:2] != (1, 0),
        ),
        Goal(
            "*Reset*, and turn the lit row into a column. What joins the pool?",
            {"norm": "batch norm"},
            "The column goes through both sentences: 8 cells, 2 of them pads, μ 3.9013. The 7.5 of “How” "
            "becomes 1.0561 in the place of 0.4340.",
        ),
        Goal(
            "One norm has layer norm’s pool, but subtracts nothing. What stays positive?",
            {"norm": "RMS norm"},
            "RMS norm (Biao Zhang and Rico Sennrich, 2019) leaves the ruler’s 0 at 0. So 7.5 becomes "
            "1.0858, and all three numbers of “How” stay positive.",
        ),
    ),
    "07b": (
        Goal(
            "Open *All numbers*: turn the pad rows from 0 to 0.5.",
            {"beta": 0.5},
            "β is added to every row of d1: a pad becomes 0.5, and “How” goes from 0.4340 to 0.9340, the "
            "same 0.5.",
        ),
        Goal(
            "Move “How” with the padding length, if you can: let in 18 pads.",
            {"padding_length": 12},
            "“How” stands still: no other row can enter its μ.",
            lambda settings, _: settings.norm == "layer norm" and settings.padding_length >= 12,
        ),
        Goal(
            "Make “How” larger without moving the pads.",
            {"gamma": 3},
            "γ moves “How”, but not a pad: its x̂ is 0, and γ · 0 is 0.",
            lambda settings, _: settings.norm == "layer norm" and settings.gamma > 1,
        ),
    ),
    "07c": (
        Goal(
            "Visit the three tokens. Which values can d1 take?",
            {"token": 3},
            "−1.0000, 1.0000 and −1.0000: of two numbers in a row only one thing is left: which is larger.",
            lambda settings, result: result.norm == "layer_norm" and result.cell[1] == 2,
        ),
        Goal(
            "Follow token 2. Why does it read 1.0000, with ε under the root?",
            {"token": 2},
            "ε is too small to see here: 0.5/√(0.25 + 0.00001) = 0.99998, which is 1.0000 with four decimals.",
        ),
        Goal(
            "The same pool, yet not ±1: find the norm.",
            {"norm": "RMS norm"},
            "Where nothing is subtracted, not everything is ±1: 3 becomes 0.0424.",
            lambda settings, result: result.norm == "rms_norm" and result.cell[1] == 0,
        ),
    ),
    "07d": (
        Goal(
            "Follow “How” in d1. Set **Groups** so that as few cells as possible share its mean.",
            {"norm": "group norm", "groups": 4},
            "With 4 groups of 1 a single column of 4 cells is left, μ 7.0250: that is instance norm. With "
            "one group of all four features the whole sentence lights up: that is layer norm over (L, D).",
            lambda settings, result: result.norm == "group_norm" and result.groups == 4,
        ),
        Goal(
            "Find the sentence whose pool is mostly pads.",
            {"sentence": 3},
            "“You?” stands there alone with three pads: 6 of the 8 cells are zeros, and its 7.4 becomes 2.6339.",
            lambda _, result: 2 * (result.pool & ~result.batch.mask[..., None]).sum() > result.pool.sum(),
        ),
        Goal(
            "Keep the pads out of the pool of this 7.4, with one control.",
            {"sentence": 3, "norm": "layer norm"},
            "No pad is in the pool, and 7.4 becomes 1.3644. What stays inside one row is purple, what runs "
            "down the tokens is blue: a blue pool meets the pads, unless a mask leaves them out.",
            lambda settings, result: (
                settings.sentence == 3 and not np.any(result.pool & ~result.batch.mask[..., None])
            ),
        ),
    ),
    "07e": (
        Goal(
            "Light up the column with the largest σ.",
            {"feature": 4},
            "σ is 6.5846, where d2 had 0.8669. Each feature has its own.",
            lambda settings, result: result.norm == "batch_norm" and result.cell[2] == 3,
        ),
        Goal(
            "Move to the last token. What changes?",
            {"token": 4},
            "The black frame moves, the ruler stands still. In batch norm all places of a feature share one mean.",
            lambda settings, result: result.norm == "batch_norm" and result.cell[1] == 3,
        ),
        Goal(
            "Choose *layer norm*. Which 8 cells would a forgotten transpose give one mean?",
            {"norm": "layer norm"},
            "One row lights up, 4 cells. The forgotten transpose takes this row, with small and large "
            "features in it, from *both* sentences.",
        ),
    ),
}
