import numpy as np

from normviz.goals import Goal
from normviz.views.affine import HALF

GOALS = {
    "03a": (
        Goal(
            "Open *All numbers*, and reach a μ of 1 and a σ of 3 below *p*.",
            {"gamma": 3, "beta": 1},
            "γ is 3 and β is 1: σ and μ of *p* are γ and β themselves.",
            lambda _, result: abs(result.batch.p.mean() - 1) < 1e-3 and abs(result.batch.p.std() - 3) < 1e-3,
        ),
        Goal(
            "Make the smallest value the largest *p*. Can σ be negative?",
            {"gamma": -1},
            "With a γ below 0 the green numerals run backwards. But σ stays 1.0000: a σ is never negative.",
            lambda _, result: result.gamma < 0,
        ),
        Goal(
            "Make every *p* the same number.",
            {"gamma": 0},
            "With γ = 0 every *p* is β: the node has stopped listening to its column.",
            lambda _, result: np.ptp(result.batch.p) == 0,
        ),
    ),
    "03b": (
        Goal(
            "Two rows of five pass the ReLU. Let none pass, with β alone.",
            {"beta": -3},
            "All five *a* are 0.0000.",
            lambda _, result: (
                result.activation == "ReLU" and result.gamma == 1 and np.all(result.batch.a == 0)
            ),
        ),
        Goal(
            "Now let all pass.",
            {"beta": 3},
            "All five pass, and *a* equals *p*. β sets how many rows a ReLU lets through.",
            lambda _, result: (
                result.activation == "ReLU" and result.gamma == 1 and np.all(result.batch.a > 0)
            ),
        ),
        Goal(
            "*Reset*, choose *sigmoid*, and make it look like a straight line.",
            {"activation": "sigmoid", "gamma": 0},
            "A γ near 0 keeps the dots on the nearly straight middle of the curve.",
            lambda _, result: result.activation == "sigmoid" and abs(result.gamma) <= 0.5,
        ),
    ),
    "03c": (
        Goal(
            "Press *Get z back*. Which of the two batches comes back?",
            {"undo": None},
            "The green numerals are now the column’s own: 4 stands under 4. The other batch is off: the γ "
            "and β that undo one batch do not undo the next.",
            lambda _, result: np.allclose(result.batch.p, result.batch.z, atol=1e-3),
        ),
        Goal(
            "Take rows 3 to 5 as a batch of their own (*its second half*). Do 1, 7 and 3 survive?",
            {"other": HALF},
            "The same rows, the same γ and β, and other results, because they keep other company.",
        ),
    ),
}
