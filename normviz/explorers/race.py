"""RaceExplorer: one tiny transformer, several norms, and how far apart they end up, seed by seed."""

import numpy as np

from normviz import _inputs
from normviz.drawing.race import race_lead, race_picture
from normviz.drawing.spread import name_of
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, step_slider
from normviz.views import race
from normviz.views.recorded import recorded, recorded_step
from normviz.views.settings import Given

PAIRS = (("bn", "ln"), ("bn", "bn_masked"), ("bn_masked", "ln"), ("ln", "rms"), ("ln", "none"))
POSITIONS = {"pre": "before each part (pre)", "post": "after each sum (post)"}


def _in_words(result: race.Result) -> str:
    return f"{result.label}. {race_lead(result).striptags()}"


class RaceExplorer(Explorer):
    """Compare norms in a recorded race: losses in both modes and the gap between running and batch statistics.

    Parameters
    ----------
    run : a run of ``normviz.experiments.Race``, such as one of your own; the stored one unless told
    norms : the norms compared at first, such as ("bn", "ln"); all unless told
    position, batch_size, learning_rate : the setting shown at first; the first position, the largest batch and the
        largest rate unless told
    measure : "eval_mode", "train_mode", "eval_minus_train", "training_loss", "mean_gap" or "std_gap"
    step : the step shown at first; 0 unless told

    Raises
    ------
    TypeError, ValueError
        For what is no run of ``Race``, or a norm, setting, measure or step that it does not have.

    Examples
    --------
    >>> explorer = RaceExplorer(norms=("bn", "ln"))
    >>> explorer.result.norms, explorer.result.curves["ln"].shape
    (('bn', 'ln'), (4, 13))
    """

    heading = "Does one norm win?"
    moves_first = ("step", "norms", "measure", "position", "batch_size", "learning_rate", "seed")
    compute = staticmethod(race.compute)
    picture = staticmethod(race_picture)
    words = staticmethod(_in_words)

    def __init__(
        self,
        run=None,
        *,
        norms=None,
        position: str | None = None,
        batch_size: int | None = None,
        learning_rate: float | None = None,
        measure: str = "eval_mode",
        step: int = 0,
    ):
        run = recorded(run, "race", race.NEEDED)
        known = tuple(run["norm"].tolist())
        norms = known if norms is None else (norms,) if isinstance(norms, str) else norms
        chosen = _inputs.names("norms", norms)
        if not _are_some_of(known, chosen):
            came = _inputs.brief(chosen[0] if len(chosen) == 1 else norms)
            raise ValueError(f"norms: expected some of {', '.join(known)}, got {came}")
        rates = run["learning_rate"].tolist()
        setting = {
            "position": run["position"].tolist()[0] if position is None else position,
            "batch_size": max(run["batch_size"].tolist()) if batch_size is None else batch_size,
            "learning_rate": max(rates) if learning_rate is None else learning_rate,
        }
        race.race_values(run, measure, chosen[0], **setting)  # refuses what the run does not have
        setting["learning_rate"] = min(rates, key=lambda rate: abs(rate - setting["learning_rate"]))
        looks = np.asarray(run["frame_step"])
        step = recorded_step(looks, step)
        super().__init__(race.Settings(Given(run), chosen, step, measure, **setting))

    @staticmethod
    def controls_for(settings):
        run = settings.run.value
        norms = _compared(tuple(run["norm"].tolist()), settings.norms)
        positions = tuple((POSITIONS.get(p, p), p) for p in run["position"].tolist())
        sizes = tuple((f"{size} sentences", size) for size in run["batch_size"].tolist())
        rates = tuple((f"{rate:g}", rate) for rate in run["learning_rate"].tolist())
        each = ((f"seed {seed}", i) for i, seed in enumerate(run.seeds))
        seeds = (("all, with their median", race.EVERY_SEED), *each)
        return [
            [Choice("norms", "Norms", norms), Choice("measure", "Draw", tuple(race.LABELS.items()))],
            [
                step_slider(run["frame_step"]),
                Choice("position", "Place of the norm", positions, width="12.5em"),
                Choice("batch_size", "Batch", sizes, width="12em"),
                Choice("learning_rate", "Learning rate", rates, width="12em"),
                Choice("seed", "Seeds", seeds, width="12.5em"),
            ],
        ]


def _compared(known: tuple[str, ...], chosen: tuple[str, ...]) -> tuple:
    """Which norms can be compared, by name."""
    names = {"all" if len(known) > 1 else name_of(known[0]): known}
    for norms in (*PAIRS, *((norm,) for norm in known)):
        if set(norms) <= set(known):
            names.setdefault(" and ".join(map(name_of, norms)), norms)
    if chosen not in names.values() and isinstance(chosen, tuple) and _are_some_of(known, chosen):
        names[", ".join(map(name_of, chosen))] = chosen
    return tuple(names.items())


def _are_some_of(known: tuple[str, ...], chosen: tuple) -> bool:
    """Whether at least one is chosen, each is known, and none stands there twice."""
    return 0 < len(chosen) == len(set(known) & set(chosen))
