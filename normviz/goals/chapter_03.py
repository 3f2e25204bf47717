import numpy as np

from normviz.goals import Goal
from normviz.views.affine import HALF

MEAN = "½ · mean of (p − t)²"

GOALS = {
    "03a": (
        Goal(
            "Bring *p*, the green numerals, to a μ of 1, under the 0, and a σ of 3, one step.",
            {"gamma": 3, "beta": 1},
            "γ is 3 and β is 1: σ and μ of *p* are γ and β themselves.",
            lambda _, result: abs(result.batch.p.mean() - 1) < 1e-3 and abs(result.batch.p.std() - 3) < 1e-3,
        ),
        Goal(
            "Make the smallest value the largest *p*. Can σ be negative?",
            {"gamma": -1},
            "With a γ below 0 the green numerals run backwards. But σ of *p* is |γ|, such as 2.7 at γ = −2.7: a σ is "
            "never negative.",
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
            "*Reset*, choose *sigmoid*, and bring the five dots to where the curve is nearly straight.",
            {"activation": "sigmoid", "gamma": 0.5},
            "A small γ keeps the dots near the middle of the curve. (With γ = 0 they would all be one dot.)",
            lambda _, result: result.activation == "sigmoid" and 0 < abs(result.gamma) <= 0.5,
        ),
    ),
    "03c": (
        Goal(
            "Press *Get z back*. Which of the two batches comes back?",
            {"undo": None},
            "The green numerals are now the column’s own: 4 stands under 4. The other batch is off: there "
            "4 stands under 8. The γ and β that undo one batch do not undo the next.",
            lambda _, result: np.allclose(result.batch.p, result.batch.z, atol=1e-3),
        ),
        Goal(
            "Take rows 3 to 5 as a batch of their own (*its second half*). Do 1, 7 and 3 survive?",
            {"other": HALF},
            "The same rows, the same γ and β, and other results, because they keep other company.",
        ),
    ),
    "03d": (
        Goal(
            "Take one step; predict the next loss, and take it.",
            {"step": 2},
            "From 1.0442 to 0.3899, then to 0.1544. It creeps towards 0.0219, the lowest that γ and β can reach.",
            lambda settings, result: result.step == 2 and result.form == "sum" and result.rate == 0.1,
        ),
        Goal(
            "A line names a bound for η. What does the path do above it? Take a few steps at η = 1.",
            {"rate": 1.0, "step": 3},
            "Loss 9.2232, then 82.8333, then 745.3244: every step jumps over the lowest point and lands three "
            "times as far away.",
            lambda _, result: result.step > 0 and result.rate > result.bound and result.form == "sum",
        ),
        Goal(
            "Leave η at 1, and make it arrive all the same.",
            {"rate": 1.0, "step": 1, "loss": MEAN},
            "The first step lands on the lowest loss, 0.0055: the mean over four students is four times as flat "
            "as the sum, so it bears an η four times as large.",
            lambda _, result: (
                result.step > 0
                and result.rate == 1
                and result.losses[result.step] < result.lowest_loss + 1e-9
            ),
        ),
    ),
}
