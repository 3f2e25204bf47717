"""Clicks on cells: every cell that can be clicked names itself, and the controls follow it."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

import normviz as nv
from normviz.models import affine, moderator
from tests.markup import number, words_of
from tests.padding_picture import shown

EXPLORERS = {
    "moderator": nv.ModeratorExplorer,
    "moderator, many": lambda: nv.ModeratorExplorer([[float(n)] for n in range(60)]),
    "affine": nv.AffineExplorer,
    "affine, long": lambda: nv.AffineExplorer(np.arange(60.0).reshape(60, 1) ** 2),
    "batch norm": lambda: nv.BatchNormExplorer(row=2, column=3),
    "batch norm, wide": lambda: nv.BatchNormExplorer(np.arange(27.0).reshape(3, 9) ** 2, column=8),
    "padding": nv.PaddingExplorer,
    "padding, layer norm": lambda: nv.PaddingExplorer(norm="layer norm"),
    "padding, wide": lambda: nv.PaddingExplorer(["I like tea", "me too"], features=9, feature=9),
    "axes": nv.AxesExplorer,
    "axes, wide": lambda: nv.AxesExplorer(np.arange(288.0).reshape(2, 12, 12), cell=(2, 11, 12)),
}
each_explorer = pytest.mark.parametrize("made", EXPLORERS.values(), ids=EXPLORERS)


class Clickable(HTMLParser):
    """What the browser's few lines do: (place, words) of each cell that can be clicked."""

    def __init__(self, markup):
        super().__init__()
        self.found, self._first, self._row, self._counts, self._cell = [], 0, None, [0, 0], None
        self.feed(str(markup))

    def handle_starttag(self, name, attributes):
        attributes = dict(attributes)
        classes = (attributes.get("class") or "").split()
        if name == "table":
            self._first = int(attributes.get("data-first", 0))
        elif name == "tr":
            self._row, self._counts = attributes.get("data-row"), [0, 0]
        elif name == "td" and self._row is not None and "nv-stat" not in classes:
            output = "nv-y" in classes
            self._cell = f"{self._row},{self._first + self._counts[output]}"
            self._counts[output] += 1

    def handle_data(self, words):
        if self._cell:
            self.found.append((self._cell, words))

    def handle_endtag(self, name):
        if name == "td":
            self._cell = None


def drawn(result):
    """The arrays whose numbers the cells show."""
    if isinstance(result, moderator.Result):
        return result.minutes, result.balanced, result.y
    if isinstance(result, affine.Result):
        return result.batch.z, result.batch.z_hat, result.batch.p, result.batch.a
    return result.normalized.x, result.normalized.y


def click(explorer, place):
    explorer._told(explorer.view, {"cell": [int(number) for number in place.split(",")]}, [])


def chosen(explorer):
    """What is followed, as a place has it; of a row alone its number."""
    result = explorer.result
    if isinstance(explorer, nv.ModeratorExplorer):
        return (result.person,)
    if isinstance(explorer, nv.AffineExplorer):
        return (result.row,)
    if isinstance(explorer, nv.BatchNormExplorer):
        return result.row, result.column
    return (*result.token, result.feature) if isinstance(explorer, nv.PaddingExplorer) else result.cell


@each_explorer
def test_every_cell_says_where_its_number_stands(made):
    explorer = made()
    cells = Clickable(explorer.view.value).found
    assert len(cells) == len(set(cells)) >= 6
    here = chosen(explorer)
    for place, words in cells:
        at = tuple(map(int, place.split(",")))[: len(here)]
        assert min(abs(number(words) - values[at]) for values in drawn(explorer.result)) < 1e-4
    assert here in {tuple(map(int, place.split(",")))[: len(here)] for place, _ in cells}


@each_explorer
def test_controls_follow_a_click_in_one_step(made):
    explorer = made()
    places = [place for place, _ in Clickable(explorer.view.value).found]
    pictures = []
    explorer.view.observe(lambda change: pictures.append(change.new), "value")
    for place in dict.fromkeys([places[-1], places[0], places[len(places) // 2]]):
        pictures.clear()
        click(explorer, place)
        here = chosen(explorer)
        assert here == tuple(map(int, place.split(",")))[: len(here)]
        assert len(pictures) <= 1
        assert explorer.error is None


def test_a_second_click_on_a_cell_brings_it_back():
    explorer = nv.BatchNormExplorer()
    click(explorer, "3,2")
    explorer.row.value = 1
    click(explorer, "3,2")
    assert chosen(explorer) == (3, 2)


def test_a_click_brings_the_gamma_of_its_column():
    explorer = nv.BatchNormExplorer()
    explorer.gamma.value = 2.5
    click(explorer, "0,1")
    assert explorer.gamma.value == 1.0
    click(explorer, "4,0")
    assert explorer.gamma.value == 2.5


@each_explorer
def test_a_click_on_a_picture_that_is_gone_changes_nothing(made):
    explorer = made()
    before = chosen(explorer), explorer.view.value
    click(explorer, ",".join("99" for _ in Clickable(explorer.view.value).found[0][0].split(",")))
    assert (chosen(explorer), explorer.view.value) == before


def test_pads_cannot_be_followed_in_the_padding_explorer():
    rows = re.findall(r'<tr [^>]*class="[^"]*nv-pad[^"]*"[^>]*>', shown(padding_length=6))
    assert len(rows) == 6
    assert not any("data-row" in row for row in rows)


def test_what_no_click_sends_is_answered_in_words():
    explorer = nv.AxesExplorer()
    explorer._told(explorer.view, {"cell": "<b>"}, [])
    assert explorer.error == "cell: expected its place, such as [1, 2, 0], got '<b>'"
    explorer.reset()
    assert explorer.error is None


def test_what_no_page_asks_leaves_the_picture_alone():
    explorer = nv.EpsilonExplorer()
    before, state = explorer.view.value, explorer.view.state
    for message in (
        {"cell": [0, 0]},
        {"cell": [0, 0], "put": 1},
        {"ask": 99, "state": state, "have": []},
        {"ask": 0},
        {},
    ):
        explorer._told(explorer.view, message, [])
        assert explorer.error is None, message
    assert explorer.view.value == before


def test_explorers_without_such_cells_follow_no_click():
    explorer = nv.EpsilonExplorer()
    assert "data-row" not in explorer.view.value
    assert not explorer.view.follows


# -- numbers taken hold of

HELD = {
    "moderator": (nv.ModeratorExplorer, [3], "x:3"),
    "batch norm": (nv.BatchNormExplorer, [0, 2], "x:0,2"),
    "batch norm, through weights": (lambda: _of_example("GPA and IQ, one node"), [1, 1], "f:1,1"),
    "affine": (nv.AffineExplorer, [2], "x:2"),
    "padding": (nv.PaddingExplorer, [1, 0, 0], "x:1,0,0"),
    "axes": (nv.AxesExplorer, [1, 2, 1], "x:1,2,1"),
}
each_held = pytest.mark.parametrize(("made", "cell", "key"), HELD.values(), ids=HELD)


def _of_example(name):
    explorer = nv.BatchNormExplorer()
    explorer.example.value = name
    return explorer


def put(explorer, cell, number):
    explorer._told(explorer.view, {"cell": cell, "put": number}, [])


def text_at(explorer, key):
    return re.search(rf'data-key="{key}"[^>]*>(?:<[^>]*>)*([^<]*)', explorer.view.value)[1]


@each_held
def test_a_number_put_into_a_cell_stands_there_until_reset(made, cell, key):
    explorer = made()
    first, settings = explorer.view.value, explorer.settings
    assert key.startswith(f"{explorer.view.held}:")
    put(explorer, cell, 9.5)
    assert explorer.error is None
    assert number(text_at(explorer, key)) == 9.5
    assert explorer.view.value == explorer.draw(explorer.compute(explorer.settings)) != first
    names = [c.description for c in explorer.controls.values() if hasattr(c, "description")]
    assert any(name.endswith("with your numbers") for name in names)
    example = "meeting" if "meeting" in explorer.controls else "example"
    explorer.move(**{example: getattr(settings, example)})
    assert explorer.settings.edits == settings.edits, "another example brings its own numbers"
    put(explorer, cell, 9.5)
    explorer.reset()
    assert explorer.settings == explorer._first


@each_held
def test_what_is_no_number_is_refused_in_words_and_nothing_is_lost(made, cell, key):
    explorer = made()
    settings, first = explorer.settings, explorer.view.value
    for wrong, words in (("<b>x", "got str '<b>x'"), (float("nan"), "nan"), (None, "None")):
        put(explorer, cell, wrong)
        assert explorer.error.startswith("number: expected a")
        assert words in words_of(explorer.view.value)
        assert explorer.settings == settings
    put(explorer, [99] * len(cell), 1.0)
    explorer.move()
    assert explorer.view.value == first


def test_a_pad_cannot_be_taken_hold_of():
    explorer = nv.PaddingExplorer()
    before = explorer.view.value
    put(explorer, [0, 2, 0], 5.0)
    assert explorer.view.value == before
