"""The kinds of charts that paper knows, by the name of the function that draws them on the screen."""

import re

from normviz.figures.dots import seed_dots
from normviz.figures.hills import ridges, spiral
from normviz.figures.kind import Kind
from normviz.figures.lines import curves, number_line, spread_chart
from normviz.figures.plane import plane
from normviz.figures.ruler import height, ruler
from normviz.figures.stages import stages


def _named(said: dict) -> str:
    """The accessible name of a chart, up to its numbers."""
    return re.split(r"[:;]|\. ", said["label"])[0]


KINDS = {
    "number_line": Kind(number_line, lambda said: 1.15, _named),
    "curves": Kind(curves, lambda said: 2.2, _named),
    "spread_chart": Kind(spread_chart, lambda said: 2.4, _named),
    "plane": Kind(plane, lambda said: 3.0, _named, abreast=2),
    "ruler": Kind(ruler, height, _named),
    "stages": Kind(stages, lambda said: 0.3 + 0.75 * len(said["lines"]), _named),
    "seed_dots": Kind(seed_dots, lambda said: 0.3 + 0.3 * len(said["series"]), _named),
    # A network's boundary and its hills share a row.
    "spiral": Kind(spiral, lambda said: 1.5, _named, lambda said: said["label"].split(" at step")[0], 5),
    "ridges": Kind(
        ridges, lambda said: 1.5, lambda said: said["what"], lambda said: said["what"].split(",")[0], 5
    ),
}
