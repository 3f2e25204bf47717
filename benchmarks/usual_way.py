"""The view of each explorer as a notebook would draw it with matplotlib: ``interact``, and a figure for every step.

Each stands for one explorer, moves the same slider over the same range, and shows the explorer's own figure for paper:
its tables and charts with their names and axes, and nothing more. So it shows a little less: no sentences, no
arithmetic put into words. It is sent as notebooks send figures; a layout, which takes matplotlib a second drawing, is
left out.
"""

from textwrap import indent

ONE_NUMBER = """
import ipywidgets
slider, view = ipywidgets.IntSlider(value=4, min=0, max=28), ipywidgets.HTML("4")
slider.observe(lambda change: setattr(view, "value", f"<div class='one-number'>{change.new}</div>"), "value")
slider.value = 5
ipywidgets.VBox([slider, view])
"""

# The page writes the number itself: the kernel is told, and nobody waits for it.
ONE_NUMBER_ALONE = """
import ipywidgets
alone = ipywidgets.IntSlider(value=4, min=0, max=28), ipywidgets.HTML("4")
ipywidgets.jsdlink((alone[0], "value"), (alone[1], "value"))
ipywidgets.VBox(alone)
"""

# How it is drawn: the first settings, the slider's setting, and the slider.
USUAL_WAY = {
    "ModeratorExplorer": ("moderator", "model.Settings()", "person", (1, 10)),
    "ScalingExplorer": ("scaling", "model.fit(model.Settings(), {'data'})", "rate", (2e-6, 5.8e-4, 5.8e-6)),
    "BatchNormExplorer": ("batch_norm", "model.Settings()", "row", (1, 5)),
    "EpsilonExplorer": ("epsilon", "model.Settings(Given(np.array([0.0, 1.0])))", "exponent", (-8, 2, 0.25)),
    "DiagnoseExplorer": (
        "diagnose",
        "model.fit(model.Settings(next(iter(model.EXAMPLES)), '', ''), {'example'})",
        "decimals",
        (0, 8),
    ),
    "AffineExplorer": ("affine", "model.Settings()", "gamma", (-3, 3, 0.1)),
    "AffineLearningExplorer": ("affine_learning", "model.Settings()", "step", (0, 20)),
    "TrainingExplorer": (
        "training",
        "model.Settings(Given(run := stored('training')), model.farthest_apart(run, 0, 1), 0, 1, 2)",
        "step",
        (0, 420, 7),
    ),
    "RunningStatisticsExplorer": ("running_statistics", "model.Settings()", "seen", (0, 20)),
    "PaddingExplorer": ("padding", "model.Settings()", "padding_length", (4, 28)),
    "AxesExplorer": ("axes", "model.Settings(sentence=2)", "sentence", (1, 2)),
    "RaceExplorer": (
        "race",
        "model.Settings(Given(run := stored('race')), tuple(run['norm'].tolist()), 240, 'eval_mode', 'pre', 32, 0.02)",
        "step",
        (0, 240, 20),
    ),
    "LedgerExplorer": ("ledger", "model.fit(model.Settings(model.CLAIMS), {'document'})", "claim", (1, 44)),
}

CELL = """
import ipywidgets, numpy as np
from IPython.core.pylabtools import print_figure
from IPython.display import Image, display
from normviz.experiments import stored
from normviz.figures.{name} import {name}_figure as figure_of
from normviz.models import {name} as model
from normviz.models.settings import Given, changed

first = {settings}
def draw({slider}=first.{slider}):
    figure = figure_of(model.compute(changed(first, {slider}={slider})))
    figure.set_layout_engine("none")
    display(Image(print_figure(figure)))
ipywidgets.interact(draw, {slider}={stops})
"""


def usual_way(explorer: str) -> str:
    """A cell that shows the explorer's peer; its names stay its own, also beside other peers in one notebook."""
    name, settings, slider, stops = USUAL_WAY[explorer]
    body = indent(CELL.format(name=name, settings=settings, slider=slider, stops=stops).strip(), "    ")
    return f"def usual_way():\n{body}\nusual_way()"
