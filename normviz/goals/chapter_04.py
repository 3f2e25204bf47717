from normviz.goals import Goal


def _moved(result, norm):
    """How far, in σ, layer 3 of the network with this norm has moved since the start."""
    return max((n.numbers[3, 2] for n in result.networks if n.norm == norm), default=0)


GOALS = {
    "04a": (
        Goal(
            "Drag **Step** slowly to the end. Which hill of layer 3 grows wider?",
            {"step": 420},
            "The one without a norm. What that layer hands on widens, too: *All numbers* has its σ.",
            lambda _, result: result.step >= 413 and any(n.norm == "none" for n in result.networks),
        ),
        Goal(
            "Open *All numbers*: *since start* is in σ. When has layer 3 without a norm moved by a whole σ?",
            {"step": 301},
            "After some 300 steps of 420. With batch norm it has moved by less than a quarter, and hardly moves on.",
            lambda _, result: _moved(result, "none") >= 1,
        ),
    ),
}
