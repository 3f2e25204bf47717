"""The race explorer's figure: curves with the spread of their seeds, and the numbers at one step."""

from functools import partial

import numpy as np

from normviz.drawing.numbers import fixed
from normviz.drawing.race import DECIMALS, GUIDE, HEAD, shown_seeds
from normviz.drawing.spread import after_steps, name_of, spread_of
from normviz.figures.lines import spread_chart
from normviz.figures.paper import ROW, on_paper, sheet, titled
from normviz.figures.tables import table
from normviz.models.race import Result


@on_paper
def race_figure(result: Result):
    """Draw what :func:`normviz.models.race.compute` returns."""
    rows = ROW * (3 + len(result.norms))
    seeds, shown = len(result.seeds), shown_seeds(result)
    notes = [f"{fixed(100 * result.pad_share, 0)} % of the tokens are pads"]
    notes += [f"lines: median of {seeds} seeds, bands: all of them"] if seeds > 1 else []
    layout, height, ratios = [["curves"], ["numbers"]], rows + 4.2, [3.2, rows]
    figure, axes = sheet(_title(result), layout, height=height, notes=tuple(notes), height_ratios=ratios)
    spread_chart(
        axes["curves"],
        result.frame_step,
        [spread_of(norm, curve, i) for i, (norm, curve) in enumerate(result.curves.items())],
        x_name="steps of training",
        y_name=result.label,
        now=float(result.step),
        scale=result.scale,
        guide=result.guide and (result.guide, GUIDE),
    )
    titled(axes["curves"], f"{result.label}, {shown}")
    table(
        axes["numbers"],
        np.array([_medians(result.numbers[norm]) for norm in result.norms]),
        [name_of(norm) for norm in result.norms],
        HEAD,
        title=f"Unseen sentences at step {result.step}, {shown} (losses in nats)",
        write=[partial(fixed, decimals=decimals) for decimals in DECIMALS],
        heat=np.zeros(len(HEAD)),
        longest=26,
    )
    return figure


def _title(result: Result) -> str:
    names = ", ".join(map(name_of, result.norms))
    setting = f"batches of {result.batch_size} sentences, learning rate {result.learning_rate:g}"
    when = after_steps(result.step).lower()
    return f"{names[0].upper()}{names[1:]} {when}: {setting}, {result.position}-norm"


def _medians(numbers: np.ndarray) -> list[float]:
    known = (values[~np.isnan(values)] for values in numbers)
    return [np.median(values) if len(values) else np.nan for values in known]
