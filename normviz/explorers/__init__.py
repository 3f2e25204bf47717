"""The explorers: one widget a file, all built on :class:`normviz.explorers.base.Explorer`."""

from normviz.explorers.affine import AffineExplorer
from normviz.explorers.affine_learning import AffineLearningExplorer
from normviz.explorers.axes import AxesExplorer
from normviz.explorers.base import Explorer
from normviz.explorers.batch_norm import BatchNormExplorer
from normviz.explorers.diagnose import DiagnoseExplorer
from normviz.explorers.epsilon import EpsilonExplorer
from normviz.explorers.ledger import LedgerExplorer
from normviz.explorers.moderator import ModeratorExplorer
from normviz.explorers.padding import PaddingExplorer
from normviz.explorers.race import RaceExplorer
from normviz.explorers.running_statistics import RunningStatisticsExplorer
from normviz.explorers.scaling import ScalingExplorer
from normviz.explorers.training import TrainingExplorer

EXPLORERS = (
    ModeratorExplorer,
    ScalingExplorer,
    BatchNormExplorer,
    EpsilonExplorer,
    DiagnoseExplorer,
    AffineExplorer,
    AffineLearningExplorer,
    TrainingExplorer,
    RunningStatisticsExplorer,
    PaddingExplorer,
    AxesExplorer,
    RaceExplorer,
    LedgerExplorer,
)

__all__ = ["EXPLORERS", "Explorer", *(explorer.__name__ for explorer in EXPLORERS)]
