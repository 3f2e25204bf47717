"""Pictures are statements: equal numbers have equal marks, larger ones longer marks, and no value hides another."""

import re

import numpy as np
import pytest

import normviz as nv
from tests.explorers.test_base import wander
from tests.markup import elements_in, number

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
        if name in CHOOSES or not control.visible or not hasattr(control, "stops"):
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
