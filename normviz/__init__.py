"""normviz: batch and layer normalization, rebuilt by hand and made to move.

>>> import normviz as nv
>>> nv.batch_norm(nv.examples.z_table().values, eps=0).y[0].round(4)
array([ 1.1859,  1.1667, -0.2041])
"""

from importlib import import_module

from normviz import datasets, descent, examples
from normviz.attention import Attention, self_attention
from normviz.gradients import batch_norm_backward, finite_differences, layer_norm_backward
from normviz.norms import Normalized, batch_norm, group_norm, instance_norm, layer_norm, normalize, rms_norm
from normviz.padding import PaddedBatch, padding_law
from normviz.running import RunningStatistics
from normviz.table import Table

__version__ = "0.1.0"

# Widgets cost a third of a second to import, so a name that needs them is fetched when it is first used.
_LATER = {
    "check_environment": "normviz.environment",
    "beside": "normviz.drawing.picture",
    "show": "normviz.drawing.picture",
    "show_affine": "normviz.drawing.affine",
    "show_claims": "normviz.ledger.shown",
    "show_descent": "normviz.drawing.scaling",
    "show_diagram": "normviz.drawing.diagrams",
    "show_network": "normviz.drawing.network",
    "show_pipeline": "normviz.drawing.pipeline",
    "show_spread": "normviz.drawing.spread",
    "EXPLORERS": "normviz.explorers",
    "AffineExplorer": "normviz.explorers",
    "AffineLearningExplorer": "normviz.explorers",
    "AxesExplorer": "normviz.explorers",
    "BatchNormExplorer": "normviz.explorers",
    "DiagnoseExplorer": "normviz.explorers",
    "EpsilonExplorer": "normviz.explorers",
    "LedgerExplorer": "normviz.explorers",
    "ModeratorExplorer": "normviz.explorers",
    "PaddingExplorer": "normviz.explorers",
    "RaceExplorer": "normviz.explorers",
    "RunningStatisticsExplorer": "normviz.explorers",
    "ScalingExplorer": "normviz.explorers",
    "TrainingExplorer": "normviz.explorers",
    "check": "normviz.exercises",
    "diagnose": "normviz.diagnosis",
    "hint": "normviz.exercises",
    "mixed_test": "normviz.exercises",
    "predict": "normviz.exercises",
    "progress": "normviz.exercises",
    "questions": "normviz.exercises",
    "race_values": "normviz.race",
    "solution": "normviz.exercises",
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
    *_LATER,
]


def __getattr__(name: str):
    if name not in _LATER:
        raise AttributeError(f"module 'normviz' has no attribute {name!r}")
    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
