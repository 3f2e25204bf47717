"""One tiny transformer, several norms, and how far apart they end up, seed by seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import isclose

import numpy as np

from normviz import _inputs
from normviz.drawing.scale import Scale
from normviz.views.recorded import look_at
from normviz.views.settings import Given

RECORDED = ("eval_mode", "train_mode", "mean_gap", "std_gap")
MEASURES = ("eval_mode", "train_mode", "eval_minus_train", "training_loss", "mean_gap", "std_gap")
AXES = ("position", "batch_size", "learning_rate")
LABELS = {
    "Loss in eval mode, nats": "eval_mode",
    "Loss in train mode, nats": "train_mode",
    "Eval mode minus train mode, nats": "eval_minus_train",
    "Training loss, nats": "training_loss",
    "Gap of the mean, |μ run − μ batch| / σ batch": "mean_gap",
    "Gap of σ, |σ run / σ batch − 1|": "std_gap",
}
LOSSES = ("eval_mode", "train_mode", "training_loss")
IN_TABLE = ("eval_mode", "train_mode", "eval_minus_train", "mean_gap", "std_gap")
HIGHEST = 4.5  # nats, where the axis of a loss ends: worse than guessing all words alike
NEEDED = {"norm", "frame_step", "loss", "frequency_loss", "pad_share", *AXES, *RECORDED}
EVERY_SEED = -1


def race_values(run, measure: str, norm: str, *, position=None, batch_size=None, learning_rate=None):
    """Return the results of one norm in one setting of the race.

    Parameters
    ----------
    run : a run of ``normviz.experiments.Race``, stored or live
    measure : one of

        - "eval_mode", "train_mode": loss of the unseen sentences, nats a hidden word, with the running statistics
          and with those of each batch
        - "eval_minus_train": the first minus the second, nats
        - "training_loss": mean loss of the training batches since the look before, nats; NaN at the first look
        - "mean_gap", "std_gap": mean of ``|μ_run − μ_B| / σ_B`` and of ``|σ_run / σ_B − 1|``; NaN for norms that
          keep no running statistics
    norm : "bn" (pads in the pool), "bn_masked" (pads left out), "ln", "rms" or "none"
    position, batch_size, learning_rate : which of the run's settings; may be left out where there is only one

    Returns
    -------
    array, (S seeds, F looks); the looks were taken after ``run["frame_step"]`` steps

    Raises
    ------
    TypeError, ValueError
        For an argument that is no run of a race; for a measure, norm or setting that it does not have, or a
        setting left out where there are several.

    Examples
    --------
    >>> from normviz import experiments
    >>> race = experiments.stored("race")
    >>> race_values(race, "eval_mode", "ln", position="pre", batch_size=32, learning_rate=0.02).shape
    (4, 13)
    """
    arrays = getattr(run, "arrays", None)
    needed = {"norm", "loss", "frame_step", *AXES, *RECORDED}
    if not isinstance(arrays, Mapping) or not needed <= arrays.keys():
        raise _inputs.wrong_type("run", "a run of experiments.Race", run)
    if not isinstance(measure, str) or measure not in MEASURES:
        raise ValueError(f"measure: expected one of {', '.join(MEASURES)}, got {_inputs.brief(measure)}")
    asked = {"position": position, "batch_size": batch_size, "learning_rate": learning_rate}
    at = (slice(None), _index(run, "norm", norm), *(_index(run, name, asked[name]) for name in AXES))
    if measure == "eval_minus_train":
        # A loss that blew up is inf in both modes, and their difference is not known.
        with np.errstate(invalid="ignore"):
            return run["eval_mode"][at].astype(float) - run["train_mode"][at]
    if measure in RECORDED:
        return run[measure][at].astype(float)
    looks, loss = run["frame_step"], run["loss"][at].astype(float)
    since = [loss[:, a:b].mean(axis=1) for a, b in pairwise(looks)]
    return np.stack([np.full(len(loss), np.nan), *since], axis=1)


def _index(run, axis: str, wanted) -> int:
    values = run[axis].tolist()
    if wanted is None and len(values) == 1:
        return 0
    for index, value in enumerate(values):
        if _same(value, wanted):
            return index
    known = ", ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)
    raise ValueError(f"{axis}: expected one of {known}, got {_inputs.brief(wanted)}")


def _same(value, wanted) -> bool:
    # A recorded rate may differ in its last bits from the one that is typed.
    if isinstance(value, float):
        usable = isinstance(wanted, (int, float)) and -1e300 < wanted < 1e300
        return usable and isclose(value, wanted, rel_tol=1e-5)
    return isinstance(wanted, (str, int, np.integer)) and value == wanted


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    run: Given  # of normviz.experiments.Race
    norms: tuple[str, ...]  # keys of the norms that are compared
    step: int  # the step of the picture
    measure: str  # one of LABELS
    position: str  # the setting: this and the next two
    batch_size: int
    learning_rate: float
    seed: int = EVERY_SEED  # the number of a seed, or EVERY_SEED


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    norms: tuple[str, ...]  # the keys of the norms that are compared
    curves: dict  # norm → array (S, F), the chosen measure of every chosen seed at every look
    # norm → (5, S) at this step: loss in eval mode, in train mode, their difference, the gaps of μ and of σ
    numbers: dict
    measure: str  # the key of the chosen measure
    label: str  # its name with its unit
    asked: int  # what is shown is the recorded step that is nearest to it
    step: int
    frame: int  # its number among the looks
    frame_step: np.ndarray  # (F,), all of them
    seeds: tuple[int, ...]  # the seeds that are shown
    position: str
    batch_size: int
    learning_rate: float
    pad_share: float  # of the batches, 0 to 1
    scale: Scale  # the vertical axis, the same for all norms, positions and steps
    axis: Scale  # of the dots, the same for the whole run; losses that blow up lie beyond its high end
    guide: float | None  # loss of guessing by frequency alone, or None where the measure is no loss


def compute(settings: Settings) -> Result:
    """Take the curves of the chosen measure and the numbers at the recorded look that is nearest to the step."""
    run, measure = settings.run.value, settings.measure
    looks = np.asarray(run["frame_step"])
    frame = look_at(looks, settings.step)
    every = settings.seed == EVERY_SEED
    rows = slice(None) if every else [settings.seed]
    setting = {axis: getattr(settings, axis) for axis in AXES}

    def of(measure, norm):
        return race_values(run, measure, norm, **setting)[rows]

    share = run["pad_share"][rows][:, run["batch_size"].tolist().index(setting["batch_size"])]
    return Result(
        norms=settings.norms,
        curves={norm: of(measure, norm) for norm in settings.norms},
        numbers={norm: np.array([of(key, norm)[:, frame] for key in IN_TABLE]) for norm in settings.norms},
        measure=measure,
        label=next(label for label, key in LABELS.items() if key == measure),
        asked=settings.step,
        step=int(looks[frame]),
        frame=frame,
        frame_step=looks,
        seeds=run.seeds if every else (run.seeds[settings.seed],),
        pad_share=float(np.nanmean(share)),
        scale=_scale(settings.run, measure, settings.batch_size, settings.learning_rate),
        axis=_axis(settings.run, measure, settings.position),
        guide=float(run["frequency_loss"]) if measure in LOSSES else None,
        **setting,
    )


@lru_cache(maxsize=64)
def _scale(run: Given, measure: str, batch_size: int, learning_rate: float) -> Scale:
    """One axis for all norms and positions of a batch size and rate, so that they compare by eye."""
    values = _known(run.value, measure, batch_size=[batch_size], learning_rate=[learning_rate])
    if measure in LOSSES:
        values = np.append(np.minimum(values, HIGHEST), float(run.value["frequency_loss"]))
        return Scale.around(values, margin=0.06)
    return Scale.around(values, [0.0, 0.05], margin=0.08)


@lru_cache(maxsize=16)
def _axis(run: Given, measure: str, position: str) -> Scale:
    """One axis for all that is in a run: nothing but its dots moves. A loss worse than at the start is beyond it.

    What a mode costs differs so much with the norm's place that each place has an axis of its own there.
    """
    if measure not in LOSSES:
        values = _known(run.value, measure, position=[position])
        return Scale.around(values, [0.0, 0.05], margin=0.04)
    values = _known(run.value, measure)
    guessing = float(run.value["frequency_loss"])
    start = np.nanmax(np.minimum(run.value["eval_mode"][..., 0], HIGHEST), initial=guessing)
    return Scale.around([values.min(initial=guessing), float(start)], margin=0.04)


def _known(run, measure: str, **only) -> np.ndarray:
    """All finite values of a measure, of all norms, in all settings or ``only`` in some."""
    choices = [run["norm"].tolist(), *(only.get(axis, run[axis].tolist()) for axis in AXES)]
    values = np.concatenate(
        [
            race_values(run, measure, norm, **dict(zip(AXES, setting, strict=True))).ravel()
            for norm, *setting in product(*choices)
        ]
    )
    return values[np.isfinite(values)]
