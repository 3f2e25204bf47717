"""Short, seeded training runs that return plain arrays, and the runs that come with the package.

    Reading a stored run needs no torch: ``stored("training")``. Running an experiment does; it is imported at
first use: ``Training(steps=200).run(seeds=2, progress=bar)``. ``python -m normviz.experiments make`` makes
the stored runs.
"""

from normviz._later import fetched_later
from normviz.experiments.measures import failed, steps_to_reach
from normviz.experiments.runs import Run, load_run, stored, stored_names

_LATER = {
    "normviz.experiments.training": ("Training", "LearningRates"),
    "normviz.experiments.evidence": ("BatchNoise", "ActivationOrder", "DetachedStatistics"),
    "normviz.experiments.initial": ("GradientByDepth", "ResidualStream", "WeightScale"),
    "normviz.experiments.race": ("Race",),
    "normviz.experiments.fluctuation": ("Fluctuation",),
    "normviz.experiments.vanishing": ("VanishingGradient",),
    "normviz.experiments.affine": ("AffineLearned",),
    "normviz.experiments.distance": ("RunningDistance",),
}
CLASSES = tuple(name for names in _LATER.values() for name in names)

__all__ = ["Run", "failed", "load_run", "steps_to_reach", "stored", "stored_names", *CLASSES]
__getattr__, __dir__ = fetched_later(globals(), _LATER)
