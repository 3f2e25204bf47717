"""Pictures are statements: equal numbers have equal marks, larger ones longer marks, and no value hides another."""

import re
from itertools import pairwise

import numpy as np
import pytest

import normviz as nv
from normviz.models.moderator import MEETINGS
from tests.explorers.test_base import wander
from tests.markup import elements_in, number, tables_in

# How many stops of a control are taken: some in a quick run, all in an exhaustive one.
SOME = 7
some_or_all = pytest.mark.parametrize("most", [SOME, pytest.param(None, marks=pytest.mark.exhaustive)])


def stops(control, most=None):
    """The numbers that a slider can stand at, or ``most`` of them, both ends among them."""
    every = np.arange(control.stops.count + 1)
    if most is not None and len(every) > most:
        every = every[np.linspace(0, len(every) - 1, most).round().astype(int)]
    return [control.stops.at(int(stop)) for stop in every]


def move(explorer, most, *names):
    """Take every stop of each named control, one control after the other; yields after each."""
    for name in names:
        first = getattr(explorer.settings, name)
        for value in stops(explorer.controls[name], most):
            # Where Undo needs more than γ or β = 3, the slider goes further, and the axis follows in coarse steps.
            if name not in ("gamma", "beta") or abs(value) <= 3:
                explorer.move(**{name: value})
                yield
        explorer.move(**{name: first})


def charts(explorer):
    """The markup of every chart."""
    return re.findall(r'<svg class="nv-chart.*?(?=<svg class="nv-chart|$)', explorer.view.value, re.DOTALL)


def bars(explorer):
    """(number, length in per cent) of every bar, one list a column."""
    columns = [[], [], []]
    rows = [row for row in tables_in(explorer.view.value)[0].rows if len(row) == 4]
    styles = re.findall(r"--from:([-\d.]+)%;--to:([-\d.]+)%", explorer.view.value)
    for i, (start, end) in enumerate(styles):
        columns[i % 3].append((number(rows[i // 3][1 + i % 3]), float(end) - float(start)))
    return columns


def bands(explorer):
    """Widths of all bands from μ − σ to μ + σ, in per cent."""
    return [
        float(a["width"].rstrip("%"))
        for name, a in elements_in(explorer.view.value)
        if name == "rect" and "nv-band" in a.get("class", "").split()
    ]


def assert_lengths_follow(marks):
    """Equal numbers have equal lengths, and a larger one is never shorter; two decimals are drawn."""
    ordered = sorted((abs(value), length) for value, length in marks)
    for (less, its), (more, other) in pairwise(ordered):
        assert other >= its - 0.03
        assert more > less or other == pytest.approx(its, abs=0.03)


@some_or_all
def test_bars_of_the_moderator_have_one_scale(most):
    for meeting in MEETINGS:
        explorer = nv.ModeratorExplorer()
        explorer.meeting.value = meeting
        balanced, drawn = bars(explorer)[1], []
        for _ in move(explorer, most, "gamma", "beta"):
            _, same, y = bars(explorer)
            assert same == balanced
            drawn += y
        assert_lengths_follow(balanced + drawn)


BANDS = [
    (nv.AffineExplorer, {"example": "z table"}, 2),
    (nv.AffineExplorer, {"example": "GPA and IQ", "activation": "ReLU"}, 2),
    (nv.BatchNormExplorer, {}, 1),
    (nv.BatchNormExplorer, {"example": "GPA and IQ, one node"}, 1),
    (nv.ModeratorExplorer, {}, 2),
]


@pytest.mark.parametrize(("kind", "how", "still"), BANDS)
@some_or_all
def test_a_wider_sigma_never_has_a_narrower_band_and_the_others_stand_still(kind, how, still, most):
    """The last band is σ of y, |γ| wide; those before it are ``still``."""
    explorer = kind(**how)
    first, widths = bands(explorer), []
    for _ in move(explorer, most, "gamma", "beta"):
        found = bands(explorer)
        assert found[:still] == first[:still]
        widths.append((max(abs(explorer.gamma.value), 1e-3), found[still]))
    assert_lengths_follow(widths)


def marks_on(chart):
    """How many values a number line shows: dots, coins, rings; None where piles are drawn as bars."""
    found = 0
    for name, a in elements_in(chart):
        names = (a.get("class") or "").split()
        if "nv-columns" in names:
            return None
        found += not names and a.get("data-key", "").endswith("/dot")
        if name == "path" and {"nv-dots", "nv-pad-dots"} & set(names) and "nv-hole" not in names:
            found += a["d"].count("M")
        found += name == "circle" and "nv-picked" in names
    return found


def strips(explorer):
    return [chart for chart in charts(explorer) if 'class="nv-mu"' in chart]


@pytest.mark.parametrize("meeting", MEETINGS)
def test_ten_people_are_ten_marks_at_every_gamma(meeting):
    explorer = nv.ModeratorExplorer()
    explorer.meeting.value = meeting
    for _ in move(explorer, SOME, "gamma", "person"):
        assert [marks_on(strip) for strip in strips(explorer)] == [10, 10, 10]


@pytest.mark.parametrize("example", ["z table", "GPA and IQ, one node", "two students, two nodes"])
def test_every_row_of_a_column_is_a_mark(example):
    explorer = nv.BatchNormExplorer(example=example)
    rows = len(explorer.result.table.rows)
    for _ in move(explorer, SOME, "gamma", "row", "column"):
        assert [marks_on(strip) for strip in strips(explorer)] == [rows, rows]


@pytest.mark.parametrize("norm", nv.PaddingExplorer().norm.options)
@pytest.mark.parametrize("feature", [1, 2, 3])
def test_every_row_is_a_mark_at_every_padding_length(norm, feature):
    explorer = nv.PaddingExplorer(norm=norm, feature=feature)
    for _ in move(explorer, None, "padding_length"):
        (strip,) = strips(explorer)
        rows = 3 if norm == "layer norm" else len(explorer.result.table.rows)
        assert marks_on(strip) == rows
        if norm != "layer norm":
            assert f"{rows - 6} pads" in strip or feature == 2


def test_120_students_are_120_marks():
    explorer = nv.ScalingExplorer()
    for index, _ in enumerate(explorer.scale.options):
        explorer.scale.index = index
        assert len(explorer.result.values) == 120
        shown = [marks_on(strip) for strip in strips(explorer)]
        # On one axis with IQ, the raw GPAs are too close together for marks of their own.
        assert shown == [120, 120] or (index == 0 and shown == [None, 120])


@pytest.mark.parametrize("column", [1, 2, 3])
def test_every_row_of_the_affine_picture_has_a_dot_of_its_own_at_each_stage(column):
    explorer = nv.AffineExplorer(example="z table", column=column)
    for _ in move(explorer, SOME, "gamma", "row"):
        places = [(a["cx"], a["cy"]) for name, a in elements_in(charts(explorer)[0]) if name == "circle"]
        assert len(set(places)) == len(places) == 15


def test_two_pictures_that_reach_as_far_have_one_axis():
    widths = []
    for column in ([12, 8, 10, 15, 5], [3, 5, 4, 2, 6]):
        markup = nv.show_affine(column, gamma=1.5, beta=2, reach=(-2, 16))._repr_html_()
        drawn = [a for name, a in elements_in(markup) if name == "rect" and "nv-band" in a["class"]]
        widths.append([a["width"] for a in drawn][1:])
    assert widths[0] == widths[1]


def axes_of(explorer):
    """The unit of every chart's horizontal and vertical axis, in per cent and px, by the names of its marks."""
    found = []
    for chart in charts(explorer):
        if "nv-close" in chart[:40]:  # has no numbers, and goes where it is not needed
            continue
        across, up = {}, {}
        for x, y, name in re.findall(
            r'<text x="([\d.]+)%?" y="([\d.]+)"[^>]*class="nv-soft">([−\d.]+)</text>', chart
        ):
            (across if x != "0" else up)[number(name)] = float(x if x != "0" else y)
        for places in (across, up):
            inner = sorted(places)[1:-1]  # words near an edge stand further in
            if len(inner) > 1:
                unit = (places[inner[-1]] - places[inner[0]]) / (inner[-1] - inner[0])
                found.append(float(f"{unit:.2g}"))
            else:
                found.append(None)
    return found


# Sliders that choose other numbers.
CHOOSES = {"column"}


@some_or_all
@pytest.mark.parametrize("kind", nv.EXPLORERS)
def test_axes_stand_still_while_a_slider_moves_or_widen_in_coarse_steps(kind, most):
    explorer = kind()
    for name, control in explorer.controls.items():
        if name in CHOOSES or control.layout.display == "none" or not hasattr(control, "stops"):
            continue
        seen = []
        for _ in move(explorer, most and 2 * most, name):
            if explorer.error is None:
                seen.append(axes_of(explorer))
        for units in zip(*seen, strict=True):
            assert len(set(units) - {None}) <= 4, (name, units)


@pytest.mark.parametrize("kind", nv.EXPLORERS)
def test_no_dot_is_a_stroke_without_length_as_webkit_stretches_those(kind):
    explorer = kind()
    for _ in wander(explorer, 3, steps=6):
        for path in re.findall(r' d="([^"]*)"', str(explorer.view.value)):
            assert not re.search(r"[hv]0(?![.\d])", path)


@pytest.mark.parametrize("seen", [0, 1, 5, 20])
def test_the_bar_of_shares_is_as_long_as_the_whole_and_each_part_as_its_share(seen):
    explorer = nv.RunningStatisticsExplorer()
    explorer.seen.value = seen
    (bar,) = [chart for chart in charts(explorer) if "nv-shares" in chart[:60]]
    parts = [float(a["width"].rstrip("%")) for name, a in elements_in(bar) if name == "rect"]
    assert sum(parts) == pytest.approx(100, abs=0.01)
    assert parts[0] == pytest.approx(100 * explorer.result.composition[0], abs=0.01)
    for words in re.findall(r"([\d.]+)\s%</text>", bar):
        assert any(abs(float(words) - part) < 0.06 for part in parts)
