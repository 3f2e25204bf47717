"""The numbers of the race are told below the explorers, by the cells that compute them."""

import numpy as np

from normviz.goals import Goal

GAP = "eval_minus_train"
SLOW, LAST, EARLY = 0.005, 240, 40


def _fast(result):
    return result.learning_rate > 2 * SLOW


def _costs_most(result):
    """Whether evaluation costs batch norm more at this step than at any other."""
    cost = np.median(result.curves["bn"], axis=0) if "bn" in result.curves else np.zeros(1)
    return result.measure == GAP and cost.argmax() == result.frame > 0


GOALS = {
    "08a": (
        Goal(
            "Let *batch norm and layer norm* alone run to the end. Which one wins, and by more than its seeds differ?",
            {"norms": ("bn", "ln"), "step": LAST},
            "Neither: they end side by side, and the dots of the one lie among those of the other.",
            lambda _, result: (
                set(result.norms) == {"bn", "ln"}
                and result.batch_size == 32
                and _fast(result)
                and result.step == LAST
            ),
        ),
        Goal(
            "*Reset*, and make “no norm” run the wrong way, and end beyond the right edge.",
            {"batch_size": 4, "step": LAST},
            "Batches of 4 sentences: its loss ends far beyond the right edge.",
            lambda _, result: (
                "none" in result.norms and result.batch_size == 4 and _fast(result) and result.step == LAST
            ),
        ),
        Goal(
            "Bring it back with the other control.",
            {"batch_size": 4, "learning_rate": SLOW, "step": LAST},
            "With the smaller learning rate “no norm” is back among the others.",
            lambda _, result: (
                "none" in result.norms
                and result.batch_size == 4
                and not _fast(result)
                and result.step == LAST
            ),
        ),
    ),
    "08b": (
        Goal(
            "Can you tell the two apart at the end? Try the smaller learning rate, too.",
            {"learning_rate": SLOW, "step": LAST},
            "Hardly. At one rate batch norm ends a little lower without the pads, at the other with them.",
            lambda _, result: result.batch_size == 32 and not _fast(result) and result.step == LAST,
        ),
        Goal(
            "Take *4 sentences* as well. Does the mask begin to pay?",
            {"learning_rate": SLOW, "batch_size": 4, "step": LAST},
            "No: it is ahead in some seeds, behind in others.",
            lambda _, result: result.batch_size == 4 and not _fast(result) and result.step == LAST,
        ),
    ),
    "08c": (
        Goal(
            "Find the step at which evaluation costs most. Is it gone at the end?",
            {"step": EARLY},
            "Step 40. The gap is large while the network changes fast, and small later.",
            lambda _, result: result.batch_size == 32 and _fast(result) and _costs_most(result),
        ),
        Goal(
            "Stay there, and make the gap vanish with one other control.",
            {"step": EARLY, "learning_rate": SLOW},
            "With the smaller learning rate: a network that moves slowly does not outrun its running statistics.",
            lambda _, result: result.measure == GAP and result.step == EARLY and not _fast(result),
        ),
        Goal(
            "Draw the *gap of the mean* at the end, at 0.02. Make it larger with one other control.",
            {"measure": "mean_gap", "batch_size": 4, "step": LAST},
            "With 4 sentences it is at least twice as large: fewer rows share each mean.",
            lambda _, result: (
                result.measure == "mean_gap"
                and result.batch_size == 4
                and _fast(result)
                and result.step == LAST
            ),
        ),
    ),
    "08d": (
        Goal(
            "Where does layer norm end better: after each sum, or before each part?",
            {"position": "pre", "step": LAST},
            "Before each part it ends lower, and so does RMS norm.",
            lambda _, result: result.position == "pre" and _fast(result) and result.step == LAST,
        ),
        Goal(
            "Does the smaller learning rate change that?",
            {"position": "pre", "learning_rate": SLOW, "step": LAST},
            "Yes: with it, layer norm and RMS norm end side by side in both places.",
            lambda _, result: not _fast(result) and result.step == LAST,
        ),
    ),
}
