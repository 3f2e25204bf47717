"""Clicks on cells, which the controls follow, and numbers taken hold of."""

import numpy as np
import pytest

import normviz as nv
from tests.abuse.driver import check_controls, check_view, tell
from tests.markup import elements_in, keyed_cells, number
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
# Settings that name the followed cell, as it is counted there.
FOLLOWED = {
    nv.ModeratorExplorer: lambda s: (s.person - 1,),
    nv.AffineExplorer: lambda s: (s.row - 1,),
    nv.BatchNormExplorer: lambda s: (s.row - 1, s.column - 1),
    nv.PaddingExplorer: lambda s: (*s.token, s.feature),
    nv.AxesExplorer: lambda s: (s.sentence - 1, s.token - 1, s.feature - 1),
}


def chosen(explorer):
    return next(place(explorer.settings) for kind, place in FOLLOWED.items() if isinstance(explorer, kind))


@each_explorer
def test_controls_follow_a_click_on_any_cell_in_one_step(made):
    explorer, pages = made(), []
    rows = [a["data-row"] for name, a in elements_in(explorer.view.value) if "data-row" in a]
    cells, size = [[*map(int, row.split(",")), 0] for row in rows], len(chosen(explorer))
    assert len(cells) >= 3
    explorer.observe(lambda change: pages.append(change.new), "_page")
    for cell in (cells[-1], cells[0], cells[len(cells) // 2]):
        pages.clear()
        tell(explorer, cell=cell)
        assert chosen(explorer) == tuple(cell[:size])
        assert len(pages) <= 1
        check_view(explorer, None)
        check_controls(explorer)
    tell(explorer, cell=[99 for _ in cell])  # of a picture that is gone
    assert chosen(explorer) == tuple(cell[:size])


def test_a_click_brings_the_gamma_of_its_column():
    explorer = nv.BatchNormExplorer()
    explorer.gamma.value = 2.5
    tell(explorer, cell=[0, 1])
    assert explorer.gamma.value == 1.0
    tell(explorer, cell=[4, 0])
    assert explorer.gamma.value == 2.5


def test_pads_cannot_be_followed_or_taken_hold_of():
    rows = [
        a
        for name, a in elements_in(shown(padding_length=6))
        if name == "tr" and "nv-pad" in a.get("class", "")
    ]
    assert len(rows) == 6
    assert not any("data-row" in row for row in rows)
    explorer = nv.PaddingExplorer()
    before = explorer._page
    tell(explorer, cell=[0, 2, 0], put=5.0)
    assert explorer._page == before


def test_what_no_click_sends_is_answered_in_words():
    explorer = nv.AxesExplorer()
    tell(explorer, cell="<b>")
    assert explorer.error == "cell: expected its place, such as [1, 2, 0], got '<b>'"
    explorer.reset()
    assert explorer.error is None


# -- numbers taken hold of

HELD = {
    "moderator": (nv.ModeratorExplorer, [3], "x:3"),
    "batch norm": (nv.BatchNormExplorer, [0, 2], "x:0,2"),
    "batch norm, through weights": (
        lambda: nv.BatchNormExplorer(example="GPA and IQ, one node"),
        [1, 1],
        "f:1,1",
    ),
    "affine": (nv.AffineExplorer, [2], "x:2"),
    "padding": (nv.PaddingExplorer, [1, 0, 0], "x:1,0,0"),
}
each_held = pytest.mark.parametrize(("made", "cell", "key"), HELD.values(), ids=HELD)


def test_another_block_brings_its_own_numbers():
    explorer = nv.AxesExplorer()
    tell(explorer, cell=[1, 0, 0], put=9.5)
    explorer.move(example="three sentences")
    assert explorer.settings.edits.said == ()


@each_held
def test_a_number_put_into_a_cell_stands_there_until_reset(made, cell, key):
    explorer = made()
    first, settings = explorer.view.value, explorer.settings
    tell(explorer, cell=cell, put=9.5)
    assert number(keyed_cells(explorer.view.value)[key]) == 9.5
    assert explorer.view.value != first
    check_view(explorer, None)
    example = next(name for name in ("meeting", "example") if name in explorer.controls)
    assert explorer.controls[example].label.endswith("with your numbers")
    explorer.move(**{example: getattr(settings, example)})
    assert explorer.settings.edits == settings.edits, "another example brings its own numbers"
    tell(explorer, cell=cell, put=9.5)
    settings = explorer.settings
    tell(explorer, cell=cell, put=None)
    assert explorer.error.startswith("number: expected a") and explorer.settings == settings
    explorer.reset()
    assert explorer.settings == explorer.first
