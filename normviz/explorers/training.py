"""TrainingExplorer: a stored training, step by step, and the distributions inside two networks beside each other."""

import numpy as np

from normviz import _inputs
from normviz.drawing.numbers import fixed
from normviz.drawing.spread import after_steps, name_of
from normviz.drawing.training import training_picture
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, step_slider
from normviz.views import training
from normviz.views.recorded import recorded
from normviz.views.settings import Given
from normviz.views.training import LOSS, MEASURES, PLACES


def _in_words(result: training.Result) -> str:
    said = ("not recorded" if np.isnan(n.loss) else fixed(n.loss, 3) for n in result.networks)
    losses = [f"{loss} with {name_of(n.norm)}" for loss, n in zip(said, result.networks, strict=True)]
    chosen = "" if result.place == next(iter(PLACES)) else f" Distributions of {result.place}."
    chosen += "" if result.measure == LOSS else f" Curves: {result.measure}."
    return f"{after_steps(result.step, result.asked)}, seed {result.seed}: the loss is {' and '.join(losses)}.{chosen}"


class TrainingExplorer(Explorer):
    """Walk through a recorded training: in every hidden layer, the distribution of what its activation gets.

    Parameters
    ----------
    run : a run of ``normviz.experiments.Training``, complete or interrupted; the stored one unless told
    step : the step shown at first; 0 unless told
    left, right : the norms of the two networks, such as "none" and "bn"; the run's first two unless told

    Raises
    ------
    TypeError, ValueError
        For what is no run of ``Training``, a step outside it, or a norm that it does not have.

    Examples
    --------
    >>> explorer = TrainingExplorer()
    >>> [round(n.loss, 2) for n in explorer.result.networks]
    [0.72, 0.71]
    """

    heading = "Who learns in fewer steps, and why?"
    moves_first = ("step", "right", "left", "seed", "place")
    compute = staticmethod(training.compute)
    picture = staticmethod(training_picture)
    words = staticmethod(_in_words)

    def __init__(self, run=None, *, step: int = 0, left: str | None = None, right: str | None = None):
        run = recorded(run, "training", training.NEEDED)
        norms = list(run["norm"])
        left = norms[0] if left is None else left
        right = norms[min(1, len(norms) - 1)] if right is None else right
        for name, norm in (("left", left), ("right", right)):
            if not isinstance(norm, str) or norm not in norms:
                raise ValueError(f"{name}: expected one of {', '.join(norms)}, got {_inputs.brief(norm)}")
        left, right, steps = norms.index(left), norms.index(right), run["frame_step"]
        step = _inputs.whole("step", step, at_least=0, at_most=int(steps[-1]))
        layer = run["before"].shape[2] - 1
        super().__init__(training.Settings(Given(run), step, left, right, layer))

    @staticmethod
    def controls_for(settings):
        run = settings.run.value
        norms = tuple((name_of(norm), m) for m, norm in enumerate(run["norm"]))
        seeds = tuple((str(seed), s) for s, seed in enumerate(run.seeds))
        layers = tuple((str(h + 1), h) for h in range(run["before"].shape[2]))
        curves = settings.measure != LOSS
        return [
            [
                step_slider(run["frame_step"]),
                Choice("left", "Network on the left", norms, width="12.5em"),
                Choice("right", "Network on the right", norms, width="12.5em"),
                Choice("measure", "Curves below", tuple(MEASURES)),
            ],
            [
                Choice("place", "Distributions of", tuple(PLACES)),
                Choice("seed", "Seed", seeds, width="8em"),
                Choice("layer", "Layer of the curves", layers, width="12em", visible=curves),
            ],
        ]
