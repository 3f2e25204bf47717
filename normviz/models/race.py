"""One tiny transformer, several norms, and how far apart they end up, seed by seed."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from normviz import _inputs
from normviz.drawing.scale import Scale
from normviz.models.settings import Given
from normviz.race import AXES, RECORDED, race_values

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


@dataclass(frozen=True)
class Settings:
    """What the picture depends on.

    Attributes
    ----------
    run : a ``Given`` run of ``normviz.experiments.Race``
    norms : keys of the norms that are compared
    step : the step of the picture
    measure : one of ``LABELS``
    position, batch_size, learning_rate : the setting
    seed : the number of a seed, or ``EVERY_SEED``
    """

    run: Given
    norms: tuple[str, ...]
    step: int
    measure: str
    position: str
    batch_size: int
    learning_rate: float
    seed: int = EVERY_SEED


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows.

    Attributes
    ----------
    norms : the keys of the norms that are compared
    curves : norm → array (S, F), the chosen measure of every chosen seed at every look
    numbers : norm → array (5, S) at this step: loss in eval mode, in train mode, their difference, and the gaps of
        μ and of σ
    measure : the key of the chosen measure; label : its name with its unit
    step, frame : the step of the picture, and its number among the looks; frame_step : array (F,), all of them
    seeds : the seeds that are shown
    position, batch_size, learning_rate, pad_share : the setting, and the share of pads in its batches, 0 to 1
    scale : the vertical axis, the same for all norms, positions and steps
    guide : loss of guessing by frequency alone, or None where the measure is no loss
    """

    norms: tuple[str, ...]
    curves: dict
    numbers: dict
    measure: str
    label: str
    step: int
    frame: int
    frame_step: np.ndarray
    seeds: tuple[int, ...]
    position: str
    batch_size: int
    learning_rate: float
    pad_share: float
    scale: Scale
    guide: float | None


def compute(settings: Settings) -> Result:
    """Take the curves of the chosen measure and the numbers at the recorded look that is nearest to the step.

    Raises
    ------
    TypeError, ValueError
        For a step that was not recorded.
    """
    run, measure = settings.run.value, settings.measure
    looks = np.asarray(run["frame_step"])
    frame = int(np.abs(looks - recorded_step(looks, settings.step)).argmin())
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
        step=int(looks[frame]),
        frame=frame,
        frame_step=looks,
        seeds=run.seeds if every else (run.seeds[settings.seed],),
        pad_share=float(np.nanmean(share)),
        scale=_scale(settings.run, measure, settings.batch_size, settings.learning_rate),
        guide=float(run["frequency_loss"]) if measure in LOSSES else None,
        **setting,
    )


def recorded_step(looks: np.ndarray, step) -> int:
    """Return a step of the run; an error for one outside it."""
    step, last = _inputs.whole("step", step, at_least=0), int(looks[-1])
    if step > last:
        raise ValueError(f"step: expected at most {last}, the last that was recorded, got {step}")
    return step


@lru_cache(maxsize=64)
def _scale(run: Given, measure: str, batch_size: int, learning_rate: float) -> Scale:
    """One axis for all norms and positions of a batch size and rate, so that they compare by eye."""
    run, setting = run.value, {"batch_size": batch_size, "learning_rate": learning_rate}
    values = np.concatenate(
        [
            race_values(run, measure, norm, position=position, **setting).ravel()
            for norm in run["norm"].tolist()
            for position in run["position"].tolist()
        ]
    )
    values = values[np.isfinite(values)]
    if measure in LOSSES:
        values = np.append(np.minimum(values, HIGHEST), float(run["frequency_loss"]))
        return Scale.around(values, margin=0.06)
    return Scale.around(values, [0.0, 0.05], margin=0.08)


def race_of(run):
    """Return ``run``, or the stored race; an error for what is no race."""
    # torch is slow to import, and a stored run needs none of it.
    from normviz.experiments import Run, stored

    if run is None:
        return stored("race")
    if not isinstance(run, Run):
        raise TypeError(f"run: expected a run of experiments.Race, got {_inputs.describe(run)}")
    missing = sorted(NEEDED - run.arrays.keys())
    if missing:
        raise ValueError(f"run: expected a run of Race, got one of {run.name} without {', '.join(missing)}")
    if not run.seeds:
        raise ValueError("run: expected at least one seed, got a run that was interrupted before its first")
    return run
