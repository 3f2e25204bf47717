"""Reading a recorded race of norms: the numbers of one norm in one setting, every seed and every look."""

from collections.abc import Mapping
from itertools import pairwise
from math import isclose

import numpy as np

from normviz import _inputs

RECORDED = ("eval_mode", "train_mode", "mean_gap", "std_gap")
MEASURES = ("eval_mode", "train_mode", "eval_minus_train", "training_loss", "mean_gap", "std_gap")
AXES = ("position", "batch_size", "learning_rate")


def race_values(run, measure: str, norm: str, *, position=None, batch_size=None, learning_rate=None):
    """Return what one norm did in one setting of the race.

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
        For what is no run of a race; for a measure, norm or setting that it does not have, or a setting left out where
        there are several.

    Examples
    --------
    >>> from normviz import experiments
    >>> race = experiments.stored("race")
    >>> race_values(race, "eval_mode", "ln", position="pre", batch_size=32, learning_rate=0.02).shape
    (4, 13)
    """
    arrays = getattr(run, "arrays", None)
    if (
        not isinstance(arrays, Mapping)
        or not {"norm", "loss", "frame_step", *AXES, *RECORDED} <= arrays.keys()
    ):
        raise TypeError(f"run: expected a run of experiments.Race, got {_inputs.describe(run)}")
    if not isinstance(measure, str) or measure not in MEASURES:
        raise ValueError(f"measure: expected one of {', '.join(MEASURES)}, got {_inputs.brief(measure)}")
    asked = {"position": position, "batch_size": batch_size, "learning_rate": learning_rate}
    at = (slice(None), _place(run, "norm", norm), *(_place(run, name, asked[name]) for name in AXES))
    if measure == "eval_minus_train":
        # A loss that blew up is inf in both modes, and their difference is not known.
        with np.errstate(invalid="ignore"):
            return run["eval_mode"][at].astype(float) - run["train_mode"][at]
    if measure in RECORDED:
        return run[measure][at].astype(float)
    looks, loss = run["frame_step"], run["loss"][at].astype(float)
    since = [loss[:, a:b].mean(axis=1) for a, b in pairwise(looks)]
    return np.stack([np.full(len(loss), np.nan), *since], axis=1)


def _place(run, axis: str, wanted) -> int:
    values = run[axis].tolist()
    if wanted is None and len(values) == 1:
        return 0
    for place, value in enumerate(values):
        if _same(value, wanted):
            return place
    known = ", ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)
    raise ValueError(f"{axis}: expected one of {known}, got {_inputs.brief(wanted)}")


def _same(value, wanted) -> bool:
    # A recorded rate may differ in its last bits from the one that is typed.
    if isinstance(value, float):
        return (
            isinstance(wanted, (int, float))
            and -1e300 < wanted < 1e300
            and isclose(value, wanted, rel_tol=1e-5)
        )
    return isinstance(wanted, (str, int, np.integer)) and value == wanted
