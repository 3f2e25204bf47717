"""What editors complete after ``nv.``: the names of ``__init__.py``, those that are fetched later among them."""

from normviz import datasets as datasets
from normviz import descent as descent
from normviz import examples as examples
from normviz.attention import Attention as Attention
from normviz.attention import self_attention as self_attention
from normviz.claims.shown import show_claims as show_claims
from normviz.diagnosis import diagnose as diagnose
from normviz.drawing.affine import show_affine as show_affine
from normviz.drawing.diagrams import show_diagram as show_diagram
from normviz.drawing.network import show_network as show_network
from normviz.drawing.picture import beside as beside
from normviz.drawing.picture import show as show
from normviz.drawing.pipeline import show_pipeline as show_pipeline
from normviz.drawing.scaling import show_descent as show_descent
from normviz.drawing.spread import show_spread as show_spread
from normviz.environment import check_environment as check_environment
from normviz.exercises.engine import (
    check as check,
)
from normviz.exercises.engine import (
    hint as hint,
)
from normviz.exercises.engine import (
    progress as progress,
)
from normviz.exercises.engine import (
    questions as questions,
)
from normviz.exercises.engine import (
    solution as solution,
)
from normviz.exercises.mixed import (
    mixed_test as mixed_test,
)
from normviz.exercises.prediction import (
    predict as predict,
)
from normviz.exercises.tally import (
    class_votes as class_votes,
)
from normviz.explorers import (
    EXPLORERS as EXPLORERS,
)
from normviz.explorers import (
    AffineExplorer as AffineExplorer,
)
from normviz.explorers import (
    AffineLearningExplorer as AffineLearningExplorer,
)
from normviz.explorers import (
    AxesExplorer as AxesExplorer,
)
from normviz.explorers import (
    BatchNormExplorer as BatchNormExplorer,
)
from normviz.explorers import (
    DiagnoseExplorer as DiagnoseExplorer,
)
from normviz.explorers import (
    EpsilonExplorer as EpsilonExplorer,
)
from normviz.explorers import (
    LedgerExplorer as LedgerExplorer,
)
from normviz.explorers import (
    ModeratorExplorer as ModeratorExplorer,
)
from normviz.explorers import (
    PaddingExplorer as PaddingExplorer,
)
from normviz.explorers import (
    RaceExplorer as RaceExplorer,
)
from normviz.explorers import (
    RunningStatisticsExplorer as RunningStatisticsExplorer,
)
from normviz.explorers import (
    ScalingExplorer as ScalingExplorer,
)
from normviz.explorers import (
    TrainingExplorer as TrainingExplorer,
)
from normviz.explorers.wall import wall as wall
from normviz.gradients import (
    batch_norm_backward as batch_norm_backward,
)
from normviz.gradients import (
    finite_differences as finite_differences,
)
from normviz.gradients import (
    layer_norm_backward as layer_norm_backward,
)
from normviz.inspection import inspect as inspect
from normviz.models.race import race_values as race_values
from normviz.norms import (
    Normalized as Normalized,
)
from normviz.norms import (
    batch_norm as batch_norm,
)
from normviz.norms import (
    group_norm as group_norm,
)
from normviz.norms import (
    instance_norm as instance_norm,
)
from normviz.norms import (
    layer_norm as layer_norm,
)
from normviz.norms import (
    normalize as normalize,
)
from normviz.norms import (
    rms_norm as rms_norm,
)
from normviz.padding import PaddedBatch as PaddedBatch
from normviz.padding import padding_law as padding_law
from normviz.running import RunningStatistics as RunningStatistics
from normviz.table import Table as Table

__version__: str
