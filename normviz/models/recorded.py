"""The recorded run that an explorer shows: one that a caller gives, or the stored one."""

from normviz import _inputs


def recorded(run, name: str, needed: set[str]):
    """Return ``run``, or the stored one of the experiment called ``name``.

    Refused is what is no run, lacks one of the ``needed`` arrays, or was interrupted before its first seed.
    """
    # torch is slow to import, and a stored run needs none of it.
    from normviz.experiments import Run, stored

    if run is None:
        return stored(name)
    kind = name.capitalize()
    if not isinstance(run, Run):
        raise TypeError(f"run: expected a run of experiments.{kind}, got {_inputs.describe(run)}")
    missing = sorted(needed - run.arrays.keys())
    if missing:
        raise ValueError(f"run: expected a run of {kind}, got one of {run.name} without {', '.join(missing)}")
    if not run.seeds:
        raise ValueError("run: expected at least one seed, got a run that was interrupted before its first")
    return run
