"""Short, seeded training runs that return plain arrays, and the runs that come with the package.

    Reading a stored run needs no torch: ``stored("training")``. Running an experiment does; it is imported at
first use: ``Training(steps=200).run(seeds=2, progress=bar)``. ``python -m normviz.experiments make`` makes
the stored runs.
"""

from importlib import import_module

from normviz.experiments.measures import failed, steps_to_reach
from normviz.experiments.runs import Run, load_run, stored, stored_names

CLASSES = {
    "Training": "training",
    "LearningRates": "training",
    "BatchNoise": "evidence",
    "GradientByDepth": "initial",
    "VanishingGradient": "vanishing",
    "ResidualStream": "initial",
    "WeightScale": "initial",
    "ActivationOrder": "evidence",
    "AffineLearned": "affine",
    "DetachedStatistics": "evidence",
    "Race": "race",
    "Fluctuation": "fluctuation",
    "RunningDistance": "distance",
}

__all__ = ["Run", "failed", "load_run", "steps_to_reach", "stored", "stored_names", *CLASSES]


def __getattr__(name: str):
    if name not in CLASSES:
        raise AttributeError(f"module 'normviz.experiments' has no attribute {name!r}")
    value = getattr(import_module(f"normviz.experiments.{CLASSES[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
