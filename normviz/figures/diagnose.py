"""The diagnosis as a figure: both tables, and the convention that lies between them."""

import numpy as np

from normviz.drawing.numbers import plain
from normviz.drawing.tables import cut
from normviz.figures.paper import ROW, on_paper, sheet, words, wrapped
from normviz.figures.tables import MOST_COLUMNS, height_of, table
from normviz.models.diagnose import Result


@on_paper
def diagnose_figure(result: Result):
    """Draw what :func:`normviz.models.diagnose.compute` returns."""
    found = result.diagnosis
    lines = [("", match.words) for match in found.matches[:3]] or [("", found.blocks[0].rstrip(":.") + ".")]
    if found.nearest is not None:
        lines.append(("The nearest", found.nearest.words))
    lines += [("The result", f"taken as known {found.precision}")]
    said = 0.17 * (1 + wrapped(lines).count("\n"))
    x, y = (_rows(values) for values in (result.x, result.y))
    rows = ROW * height_of(np.ones(len(x), bool))
    layout = [["input", "result"], ["words", "words"]]
    shown = range(min(x.shape[1], MOST_COLUMNS))
    tone, pool, notes = result.pool, None, ()
    if tone is not None:
        pool = np.zeros((len(x), len(shown)), bool)
        pool[(slice(None), 0) if tone == "column" else 0] = True
        notes = (f"outline: the first {tone}, whose numbers share one mean",)
    height, ratios = 0.9 + rows + said, [rows, said]
    figure, axes = sheet(found.headline, layout, height=height, height_ratios=ratios, notes=notes)
    for place, values in (("input", x), ("result", y)):
        table(
            axes[place],
            values[:, shown],
            [f"row {i + 1}" for i in range(len(values))],
            [f"x{k + 1}" for k in shown],
            title=place.capitalize() + cut(shown, values.shape[1]),
            tone=tone or "column",
            write=plain,
            pool=pool if place == "input" else None,
            width=2.9,
        )
    words(axes["words"], lines)
    return figure


def _rows(values: np.ndarray) -> np.ndarray:
    return values.reshape(-1, values.shape[-1]) if values.ndim > 1 else values[:, None]
