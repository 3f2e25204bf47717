from normviz.goals import Goal
from normviz.views.running_statistics import KERAS, LECTURE, PLAIN, SIMULATED

BIASED = "biased (n)"


def _averaged_and_true(result):
    """σ, as the lecture averages it after the batches seen, and the population's."""
    _, averaged, true, _ = result.followed["σ"]
    return averaged[result.seen], true


def _nearly_hits(result):
    averaged, true = _averaged_and_true(result)
    return abs(averaged / true - 1) < 0.02


GOALS = {
    "05a": (
        Goal(
            "In z3 the lecture’s average misses the true σ. Find a column where it nearly hits. Which of the two "
            "pooled lines is exact there?",
            {"column": 0},
            "In z1 it is 2.4972, quite near 2.5298: the two batches happen to have nearly the same σ, and means not "
            "far apart. Each batch alike gives 2.5317, a little too much; by rows it is 2.5298 exactly.",
            lambda settings, result: settings.example == LECTURE and result.seen > 1 and _nearly_hits(result),
        ),
        Goal(
            "Stay in z1, and let in all 60 simulated batches, of 4 rows each. Does it still nearly hit?",
            {"column": 0, "example": SIMULATED, "seen": 60},
            "No: it is 2.1414, where pooling by rows gives 2.5577. Averaging σ hurts where batches are small.",
            lambda settings, result: (
                settings.example == SIMULATED
                and settings.column == 0
                and settings.rows <= 4
                and result.seen >= 55
            ),
        ),
    ),
    "05b": (
        Goal(
            "Let the second batch in. How much of the running μ is still the start value?",
            {"seen": 2},
            "81 %: the dashed part was 90 %. The ruler’s 0, the running μ, goes from 0.4500 to 0.7717; "
            "*All numbers* ends with this arithmetic.",
            lambda settings, result: (
                result.seen == 2 and result.convention == "torch" and settings.momentum == 0.1
            ),
        ),
        Goal(
            "Give the number 0.1 to Keras. What becomes of the start?",
            {"seen": 2, "convention": KERAS},
            "It weighs 1 %, and the running μ jumps to 3.7050: in Keras, 0.1 forgets nearly everything at each batch.",
            lambda settings, result: (
                result.seen == 2 and result.convention == "Keras" and settings.momentum == 0.1
            ),
        ),
        Goal(
            "Which number gives Keras the old μ back?",
            {"seen": 2, "convention": KERAS, "momentum": 0.9},
            "0.9, for it weighs the *old* value: after two batches μ is 0.7717 again.",
            lambda settings, result: (
                result.convention == "Keras" and settings.momentum == 0.9 and result.seen > 0
            ),
        ),
        Goal(
            "Make the start value vanish from the bar.",
            {"seen": 2, "convention": PLAIN},
            "A *plain average* has no start value: with two batches the bar has two equal halves, and μ is the "
            "lecture’s 4.0833. (A momentum of 1 keeps nothing old, either: only the newest batch.)",
            lambda _, result: result.seen > 0 and result.start_weight[result.seen] == 0,
        ),
    ),
    "05c": (
        Goal(
            "How many batches must be seen until the start weighs 1 %?",
            {"seen": 44},
            "44, at a momentum of 0.1. By then the 7 becomes 1.2468; it should be 1.1859.",
            lambda settings, result: settings.momentum == 0.1 and result.start_weight[result.seen] < 0.01,
        ),
        Goal(
            "Make the running σ too small, however many batches come.",
            {"stored": BIASED, "seen": 44},
            "Stored *biased*, it is 2.0882 after 44 batches, in the place of 2.4105. More batches do not mend it: each "
            "batch of four comes in with 3/4 of its *s*².",
            lambda settings, result: (
                settings.example == SIMULATED and settings.stored == BIASED and result.seen >= 30
            ),
        ),
    ),
}
