"""One law: what the screen shows, paper shows."""

import random

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.part import parts_noted
from normviz.explorers.controls import Choice, Number, all_in
from normviz.figures.charts import KINDS
from tests.markup import tables_in
from tests.sample import quickly


def states(kind, count, seed=0):
    """``count`` explorers of a kind, moved at random, whose settings can be drawn; the first is as it comes."""
    at_random, explorer = random.Random(f"{kind.__name__} {seed}"), kind()
    yield explorer
    while count > 1:
        for _ in range(6):
            shown = [
                d
                for d in all_in(kind.controls_for(explorer.settings))
                if isinstance(d, Number | Choice) and d.visible
            ]
            described = at_random.choice(shown)
            explorer.move(**{described.name: at_random.choice(described.values())})
        if explorer.error is None:
            count -= 1
            yield explorer
        else:
            explorer.reset()


def numbers_of(drawn_from):
    """Every finite number that a chart is drawn from: its values, its curves, its path."""
    series = drawn_from.get("series", ())
    arrays = [s.values for s in series] or [drawn_from.get(name) for name in ("values", "path")]
    arrays += [values for _, values, _ in drawn_from.get("lines", ())]
    if isinstance(drawn_from.get("values"), dict):
        arrays = list(drawn_from["values"].values())
    known = [np.asarray(one, dtype=float).ravel() for one in arrays if one is not None]
    return np.unique(np.concatenate([one[np.isfinite(one)] for one in known])) if known else np.empty(0)


def drawn_in(figure):
    """Every coordinate of a figure's lines, dots and areas."""
    found = []
    for ax in figure.axes:
        found += [line.get_xydata().ravel() for line in ax.lines]
        found += [np.asarray(dots.get_offsets(), dtype=float).ravel() for dots in ax.collections]
        found += [path.vertices.ravel() for area in ax.collections for path in area.get_paths()]
        found += [patch.get_data()[0] for patch in ax.patches if hasattr(patch, "get_data")]
    drawn = np.concatenate(found)
    return np.unique(drawn[np.isfinite(drawn)])


def is_drawn(number, drawn):
    return len(drawn) > 0 and np.abs(drawn - number).min() <= 1e-9 * max(1, abs(number))


@pytest.mark.parametrize("kind", quickly(nv.EXPLORERS, *nv.EXPLORERS[::3]), ids=lambda kind: kind.__name__)
def test_every_number_of_the_picture_is_in_the_figure(kind):
    for explorer in states(kind, 3):
        figure = explorer.figure(table=True)
        words = {text.get_text() for ax in figure.axes for text in ax.texts}
        for table in tables_in(explorer.view.value):
            missing = {cell for row in [table.head, *table.rows] for cell in row if cell.strip()} - words
            assert not missing, (table.caption, explorer.settings)
        with parts_noted() as noted:
            kind.picture(explorer.result)
        drawn = drawn_in(figure)
        for part in noted:
            assert part.kind in KINDS
            told, scale = numbers_of(part.drawn_from), part.drawn_from.get("y_scale")
            if scale is not None:  # a curve that leaves its chart ends at its edge
                told = told[(told >= scale.low) & (told <= scale.high)]
            if part.kind == "spread_chart":  # of more than one seed, the median and both ends
                told = np.concatenate([np.nanmedian(s.values, axis=0) for s in part.drawn_from["series"]])
                told = told[np.isfinite(told)]
                told = told if scale is None else told[told <= scale.high]
            if part.kind == "seed_dots":
                told = told[(told >= part.drawn_from["scale"].low) & (told <= part.drawn_from["scale"].high)]
            if part.kind == "ridges":
                told = part.drawn_from["shares"][part.drawn_from["frame"]]
            missing = [number for number in told if not is_drawn(number, drawn)]
            assert not missing, (part.kind, part.drawn_from.get("label"), missing[:5])


def test_a_figure_has_the_block_and_nothing_that_is_folded():
    drawn = [ax.get_label() for ax in nv.AxesExplorer().figure().axes]
    assert [name for name in drawn if name.startswith("Normalized")] == drawn[:-1] and len(drawn) == 3
    assert drawn[-1].startswith("The pool of 8")
    padding = nv.PaddingExplorer()
    assert [len(padding.figure(table=table).axes) > 2 for table in (False, True)] == [False, True]


def test_steps_are_counted_in_whole_numbers_and_lines_of_one_look_are_told_apart():
    figure = nv.RunningStatisticsExplorer().figure()
    for ax in figure.axes[1:]:
        assert all(tick % 1 == 0 for tick in ax.get_xticks())
        assert {text.get_text() for text in ax.get_legend().texts} >= {"running", "population"}
    begun = nv.AffineLearningExplorer()
    assert begun.figure().axes[1].get_xlim()[1] > begun.result.most_steps
