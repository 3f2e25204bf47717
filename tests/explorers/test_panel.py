"""The controls of an explorer: what is folded away beside the main one, and what a chapter leaves."""

import re

import pytest

import normviz as nv
from tests.explorers.test_base import each_explorer, is_shown

MANY = (
    nv.ModeratorExplorer, nv.BatchNormExplorer, nv.AffineExplorer, nv.AffineLearningExplorer, nv.TrainingExplorer,
    nv.RunningStatisticsExplorer, nv.PaddingExplorer, nv.AxesExplorer, nv.RaceExplorer,
)  # fmt: skip
# Whether the others fill one row at most; None where there is no main one.
FEW = dict.fromkeys(MANY, False) | dict.fromkeys((nv.EpsilonExplorer, nv.ScalingExplorer), True)
FEW |= {nv.DiagnoseExplorer: None, nv.LedgerExplorer: False}


def more_of(explorer):
    """The button that unfolds the other controls, or None."""
    return next((child for child in explorer.bar.children if "nv-more" in child._dom_classes), None)


def is_for_phones(more):
    return more and "nv-few" in more._dom_classes


@pytest.mark.parametrize(
    ("explorer", "stops"), [(nv.PaddingExplorer, 24), (nv.BatchNormExplorer, 60), (nv.AffineExplorer, None)]
)
def test_a_main_slider_has_a_tick_for_each_of_a_few_stops(explorer, stops):
    control = next(c for c in explorer().controls.values() if getattr(c, "_ends", None))
    assert re.findall(r"--stops:(\d+)", control._ends.value) == ([str(stops)] if stops else [])


@pytest.mark.parametrize(
    ("names", "above"),
    [
        (("padding_length", "token"), ["nv-main", "nv-more"]),
        (("padding_length",), ["nv-main"]),  # a fold of nothing would be a dead button
        (("token", "norm"), []),  # without the main one above them the others stay in sight
    ],
)
def test_only_what_stands_beside_a_main_control_is_folded_away(names, above):
    explorer = nv.PaddingExplorer().only("token").only(*names)
    classes = [name for child in explorer.bar.children for name in child._dom_classes]
    assert [name for name in classes if name in ("nv-main", "nv-more")] == above


@pytest.mark.parametrize(("kind", "few"), FEW.items(), ids=lambda one: getattr(one, "__name__", ""))
def test_a_wide_screen_folds_what_fills_more_than_one_row_and_was_not_chosen(kind, few):
    assert is_for_phones(more_of(kind())) == few
    chosen = kind().only(*kind().controls)
    assert is_for_phones(more_of(chosen)) in (True, None)


def test_what_is_folded_away_is_named_as_long_as_it_can_be_seen_and_says_what_was_changed():
    explorer = nv.PaddingExplorer()
    more, both = more_of(explorer), "γ of this feature, β of this feature"
    assert more.description == f"More controls: Example, Norm, Follow, Feature, {both}"
    explorer.example.value = "your sentences"
    lists = "Example (changed), Norm, Your sentences, Follow, Feature"
    assert more.description == f"More controls: {lists}, {both}"
    explorer.reset()
    assert more.description == f"More controls: Example, Norm, Follow, Feature, {both}"
    explorer.only("padding_length", "norm")
    assert more.description == "More controls: Norm"


def test_rows_of_buttons_alone_stay_in_sight_and_there_is_no_fold_of_nothing():
    explorer = nv.LedgerExplorer()
    more, verdicts = more_of(explorer), explorer.bar.buttons["wrong"]
    (row,) = [child for child in explorer.bar.children if verdicts in getattr(child, "children", ())]
    assert "nv-stays" in row._dom_classes
    assert more.layout.display == "none"
    explorer.move(document=explorer.document.options[2])
    assert more.layout.display is None
    assert more.description == "More controls: Document (changed), Example, Show"


def test_buttons_that_are_folded_away_are_named_too():
    assert "Get z back" in more_of(nv.AffineExplorer()).description
    assert "Previous cell, Next cell" in more_of(nv.AxesExplorer()).description


def test_chosen_controls_that_fill_more_than_one_row_keep_their_rows():
    explorer = nv.BatchNormExplorer(example="two students, two nodes")
    explorer.only("w1", "w2", "w3", "w4", "b", "b2")
    rows = [[one for one in row.children if is_shown(one, explorer.bar)] for row in explorer.bar.children[1:]]
    controls = explorer.controls
    nodes = [[controls[name] for name in names] for names in (("w1", "w3", "b"), ("w2", "w4", "b2"))]
    assert [row for row in rows if row] == nodes
    explorer.only("w1", "w2", "b", "b2")
    rows = [[one for one in row.children if is_shown(one, explorer.bar)] for row in explorer.bar.children[1:]]
    assert [len(row) for row in rows if row] == [4]


@each_explorer
def test_few_controls_share_a_row_and_the_others_are_hidden(kind):
    explorer = kind()
    first = next(iter(explorer.controls))
    explorer.only().only(first)
    rows = [row for row in explorer.bar.children if "nv-row" in row._dom_classes]
    assert [row for row in rows if "nv-main" not in row._dom_classes] == rows[-1:]
    assert {n for n, c in explorer.controls.items() if is_shown(c, explorer.bar)} == {first}
    for name in explorer.controls.keys() - {first}:
        assert not is_shown(explorer.controls[name], explorer.bar)
    with pytest.raises(ValueError, match="names: expected controls out of"):
        explorer.only("nothing")
