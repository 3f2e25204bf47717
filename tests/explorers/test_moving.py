"""Explorers that move without a kernel: every state is Python's own picture, and every arrow Python's own move."""

import random

import numpy as np
import pytest

import normviz as nv
from normviz.explorers import moving as module
from normviz.explorers.controls import Number, all_in
from normviz.explorers.moving import moving, moving_figure
from normviz.explorers.reach import Reach, TooMany, thinned
from tests.abuse.driver import tell
from tests.markup import view_in
from tests.sample import quickly
from tests.support.moving_figure import figures_in

MOVED = {
    nv.ScalingExplorer: ("rate", "scale"),  # another scale brings another rate
    nv.LedgerExplorer: ("claim",),  # buttons
}
ROOM = 150_000
KEPT = [kind for kind in nv.EXPLORERS if kind.alone_as is None]  # the others are computed in the page


def figure_of(explorer, room=ROOM):
    (figure,) = figures_in(moving_figure(explorer, room))
    return figure


def shows(figure, state, explorer):
    """Whether the page's picture and sentence are the explorer's."""
    return view_in(figure.pages[state]) == view_in(explorer._page)


def wander(explorer, figure, steps, seed=1):
    """Move the page and the explorer alike; returns the controls that were used."""
    choose, state, used = random.Random(seed), figure.first, set()
    for _ in range(steps):
        name = choose.choice([*figure.controls(state)])
        stops = figure.stops(state, name)
        place = choose.randrange(len(stops))
        there = figure.leads(state, name, place)
        if there < 0:  # asks for text
            continue
        if name in explorer.buttons:
            tell(explorer, press=name)
        elif figure.kind(state, name) == "number":
            tell(explorer, set=name, value=float(stops[place]))
        else:
            tell(explorer, set=name, stop=place)
        state = there
        used.add(name)
        follow(explorer, figure, state)
        assert shows(figure, state, explorer), used
    return used


def follow(explorer, figure, state):
    """What the page keeps, and no more; a slider that followed another control stands at a stop of the page."""
    if hasattr(explorer.settings, "kept_on_a_page"):
        explorer._take(explorer.settings.kept_on_a_page())
    for name, control in explorer.controls.items():
        if name in figure.controls(state) and figure.kind(state, name) == "number":
            said = figure.says(state, name)
            if not np.isclose(said, control.value, rtol=1e-8, atol=0):
                assert said in map(float, figure.stops(state, name))
                tell(explorer, set=name, value=said)


@pytest.mark.parametrize("kind", quickly(MOVED, nv.LedgerExplorer), ids=lambda kind: kind.__name__)
def test_the_page_goes_where_the_explorer_goes(kind):
    explorer = kind().only(*MOVED[kind])
    figure = figure_of(explorer)
    used = wander(explorer, figure, 25)
    assert used >= {*MOVED[kind]}
    assert shows(figure, figure.reset, kind())


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KEPT, ids=lambda kind: kind.__name__)
def test_the_file_of_every_explorer_is_small_and_goes_where_it_goes(kind, tmp_path):
    explorer, file = kind(), tmp_path / "x.html"
    shown = [one.name for one in all_in(explorer.controls_for(explorer.settings)) if one.visible]
    names = [one for one in kind.moves_first or shown if one in shown and one in explorer.controls][:2]
    explorer.only(*names).save(file)
    assert file.stat().st_size <= module.MOST_BYTES
    (figure,) = figures_in(file.read_text(encoding="utf-8"))
    assert 5 < len(figure.pages) <= module.MOST
    assert wander(explorer, figure, 100) & set(names)


@pytest.mark.exhaustive
def test_what_stands_around_an_explorer_in_a_file_counts(tmp_path):
    explorer, file = nv.RunningStatisticsExplorer().only("momentum"), tmp_path / "x.html"  # the longest name
    explorer.save(file)
    assert file.stat().st_size - len(moving(explorer).encode()) <= module._AROUND


@pytest.mark.exhaustive
def test_a_training_is_compared_with_others_on_a_page():
    (figure,) = figures_in(str(module.moving_figure(nv.TrainingExplorer(), 260_000)))
    assert {"step", "right"} <= set(figure.controls(figure.first))


def test_the_page_begins_at_the_present_settings_and_resets_to_the_first():
    explorer = nv.AffineLearningExplorer().only("step")
    explorer.move(step=3)
    figure = figure_of(explorer)
    assert shows(figure, figure.first, explorer)
    assert shows(figure, figure.reset, nv.AffineLearningExplorer())
    assert figure.stops(figure.first, "step") == [str(n) for n in range(21)]


def test_an_option_that_asks_for_text_leads_nowhere_and_the_page_says_so():
    explorer = nv.ScalingExplorer().only("data")
    figure = figure_of(explorer)
    options = figure.stops(figure.first, "data")
    leads = [figure.leads(figure.first, "data", place) >= 0 for place in range(len(options))]
    assert leads == [not option.startswith("your ") for option in options]
    disabled = [one.has_attr("disabled") for one in figure.controls(figure.first)["data"].select("option")]
    assert disabled == [not there for there in leads]
    assert "arrays of your own go in" in moving_figure(explorer, ROOM)


def test_a_slider_keeps_its_ends_and_its_first_value():
    gamma = Number("gamma", "γ", -3, 3, 0.1)
    stops = thinned(gamma, 0.7, 13)
    assert (len(stops), stops[0], stops[-1]) == (14, -3, 3)
    assert 0.7 in stops
    assert set(stops) <= {*gamma.values(), 0.7}


def test_a_slider_of_very_small_numbers_keeps_its_stops():
    assert len(thinned(Number("rate", "η", 1e-18, 3e-17, 1e-18), 1e-17, 30)) == 30


@pytest.mark.parametrize(
    ("number", "most", "stops"),
    [
        (Number("w", "w", -2, 2, 0.05), 9, [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]),
        (Number("rate", "η", 0.01, 1.2, 0.01), 7, [0.01, 0.2, 0.4, 0.6, 0.8, 1, 1.2]),
        (Number("length", "L", 100, 124, 1, whole=True), 7, [100, 105, 110, 115, 120, 124]),
        (Number("seen", "n", 0, 5, 1, whole=True), 7, [0, 1, 2, 3, 4, 5]),
        (Number("step", "s", -0.3, 0.9, 0.6), 2, [-0.3, 0.3, 0.9]),
        (Number("eps", "ε", 1e-4, 1, 1, digits=1), 3, [1e-4, 1e-2, 1]),
    ],
)
def test_a_slider_with_fewer_stops_keeps_round_ones(number, most, stops):
    assert thinned(number, stops[0], most) == stops


def test_more_settings_than_allowed_are_refused():
    explorer = nv.PaddingExplorer()
    with pytest.raises(TooMany):
        Reach(explorer, (explorer.settings,), {"padding_length": 61}, most=24)
    assert len(Reach(explorer, (explorer.settings,), {"padding_length": 61}, most=25).settings) == 25


def test_what_was_typed_is_escaped():
    evil = "</script><script>alert(1)</script>"
    explorer = nv.ScalingExplorer({evil: [1, 2, 3], "b": [2, 1, 5], "y": [1, 2, 2]}).only("rate")
    html = moving(explorer)
    assert "<script>alert" not in html
    assert html.count("</script>") == 2
    (figure,) = figures_in(html)
    assert shows(figure, figure.first, explorer)
