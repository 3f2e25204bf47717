"""The recorded run that an explorer shows: one that a caller gives, or the stored one."""

from functools import lru_cache

import numpy as np

from normviz import _inputs


def recorded(run, name: str, needed: set[str]):
    """Return ``run``, or the stored one of the experiment called ``name``.

    Refused is what is no run, lacks one of the ``needed`` arrays, or was interrupted before its first seed.
    """
    # torch is slow to import, and a stored run needs none of it.
    from normviz.experiments import Run

    if run is None:
        return _stored(name)
    kind = name.capitalize()
    if not isinstance(run, Run):
        raise _inputs.wrong_type("run", f"a run of experiments.{kind}", run)
    missing = sorted(needed - run.arrays.keys())
    if missing:
        raise ValueError(f"run: expected a run of {kind}, got one of {run.name} without {', '.join(missing)}")
    if not run.seeds:
        raise ValueError("run: expected at least one seed, got a run that was interrupted before its first")
    return run


def recorded_step(looks, step) -> int:
    """Return a step of the run whose looks were taken after so many steps; an error for one outside it."""
    step, last = _inputs.whole("step", step, at_least=0), int(looks[-1])
    if step > last:
        raise ValueError(f"step: expected at most {last}, the last that was recorded, got {step}")
    return step


def look_at(looks: np.ndarray, step) -> int:
    """The number of the look that is nearest to a step of the run."""
    return int(np.abs(looks - recorded_step(looks, step)).argmin())


@lru_cache(maxsize=2)  # of the two experiments that explorers show
def _stored(name: str):
    """Read a stored run once for all explorers; nobody may write into it."""
    from normviz.experiments import stored

    run = stored(name)
    for array in run.arrays.values():
        array.setflags(write=False)
    return run
