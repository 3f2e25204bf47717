"""normviz: batch and layer normalization, rebuilt by hand and made to move.

>>> import normviz as nv
>>> nv.batch_norm(nv.examples.z_table().values, eps=0).y[0].round(4)
array([ 1.1859,  1.1667, -0.2041])
"""

from normviz import datasets, descent, examples
from normviz._later import fetched_later
from normviz.attention import Attention, self_attention
from normviz.gradients import batch_norm_backward, finite_differences, layer_norm_backward
from normviz.norms import Normalized, batch_norm, group_norm, instance_norm, layer_norm, normalize, rms_norm
from normviz.padding import PaddedBatch, padding_law
from normviz.running import RunningStatistics
from normviz.table import Table

__version__ = "0.1.0"

_LATER = {
    "normviz.environment": ("check_environment", "skip_without"),
    "normviz.drawing.picture": ("beside", "show"),
    "normviz.drawing.affine": ("show_affine",),
    "normviz.drawing.scaling": ("show_descent",),
    "normviz.drawing.diagrams": ("show_diagram",),
    "normviz.drawing.network": ("show_network",),
    "normviz.drawing.pipeline": ("show_pipeline",),
    "normviz.drawing.spread": ("show_spread",),
    "normviz.claims.shown": ("show_claims",),
    "normviz.explorers.wall": ("wall",),
    "normviz.explorers": (
        "EXPLORERS",
        "AffineExplorer",
        "AffineLearningExplorer",
        "AxesExplorer",
        "BatchNormExplorer",
        "DiagnoseExplorer",
        "EpsilonExplorer",
        "LedgerExplorer",
        "ModeratorExplorer",
        "PaddingExplorer",
        "RaceExplorer",
        "RunningStatisticsExplorer",
        "ScalingExplorer",
        "TrainingExplorer",
    ),
    "normviz.exercises.engine": ("check", "hint", "progress", "questions", "solution"),
    "normviz.classroom.mixed": ("mixed_test",),
    "normviz.exercises.prediction": ("predict",),
    "normviz.exercises.say": ("say",),
    "normviz.classroom.tally": ("class_votes",),
    "normviz.diagnosis": ("diagnose",),
    "normviz.inspection": ("inspect",),
    "normviz.views.race": ("race_values",),
}
__all__ = [
    "Attention",
    "Normalized",
    "PaddedBatch",
    "RunningStatistics",
    "Table",
    "batch_norm",
    "batch_norm_backward",
    "datasets",
    "descent",
    "examples",
    "finite_differences",
    "group_norm",
    "instance_norm",
    "layer_norm",
    "layer_norm_backward",
    "normalize",
    "padding_law",
    "rms_norm",
    "self_attention",
    *(name for names in _LATER.values() for name in names),
]

__getattr__, __dir__ = fetched_later(globals(), _LATER)
