"""The controls of an explorer: what is folded away beside the main one, and what a chapter leaves."""

import pytest
from bs4 import BeautifulSoup

import normviz as nv
from normviz.explorers.controls import all_in
from tests.abuse.driver import tell
from tests.explorers.test_base import each_explorer
from tests.markup import bar_in, controls_in


def fold_of(explorer):
    """What the fold of the other controls says, and whether only a phone folds it; None where there is no fold."""
    fold = bar_in(explorer._page).select_one("details.nv-others")
    return fold and (fold.summary.text.removeprefix("More controls: "), "nv-few" in fold["class"])


def controls(explorer):
    return controls_in(explorer._page)


@each_explorer
def test_the_main_control_stands_first_and_alone_in_its_row(kind):
    explorer = kind()
    known = [one for row in explorer.controls_for(explorer.settings) for one in row]
    main = [one.name for one in known if getattr(one, "main", False) or getattr(one, "above", False)]
    for name, control in controls(explorer).items():
        if name in main:
            assert (control.row, control.folded) == (main, False)
    assert not main or list(controls(explorer))[1] == main[0]  # behind Reset


@each_explorer
def test_only_the_main_controls_and_what_makes_it_higher_stand_above_a_ruler(kind):
    explorer = kind()
    soup = BeautifulSoup(explorer._page, "html.parser")
    (above, *below), stage = soup.select(".nv-bar"), soup.select_one("[data-stage]")
    known = list(all_in(explorer.controls_for(explorer.settings)))
    main = [one.name for one in known if getattr(one, "main", False)]
    if stage and main:
        shown = [one.name for one in known if one.name in main or getattr(one, "above", False)]
        assert [one["data-key"] for one in above.select("[data-key]")] == ["reset", *shown]
        assert all(stage in bar.find_all_previous(attrs={"data-stage": True}) for bar in below)


@pytest.mark.parametrize(
    ("names", "folded"),
    [
        (("padding_length", "token"), {"token"}),
        (("padding_length",), set()),  # a fold of nothing would be a dead button
        (("token", "norm"), set()),  # without the main one above them the others stay in sight
    ],
)
def test_only_what_stands_beside_a_main_control_is_folded_away(names, folded):
    explorer = nv.PaddingExplorer().only("token").only(*names)
    shown = controls(explorer)
    assert {name for name, control in shown.items() if control.folded} == folded
    assert bool(fold_of(explorer)) == bool(folded)
    assert shown.keys() == {"reset", *names}


@each_explorer
def test_a_wide_screen_folds_what_fills_more_than_one_row_and_was_not_chosen(kind):
    fold, chosen = fold_of(kind()), fold_of(kind().only(*kind().controls))
    if fold:
        few = kind in (nv.AxesExplorer, nv.EpsilonExplorer, nv.ScalingExplorer, nv.LedgerExplorer)
        assert fold[1] == few
        assert chosen[1]


def test_what_is_folded_away_is_named_as_long_as_it_can_be_seen_and_says_what_was_changed():
    explorer, both = nv.PaddingExplorer(), "γ of this feature, β of this feature"
    assert fold_of(explorer)[0] == f"Example, Follow, Feature, {both}"
    tell(explorer, set="example", stop=3)
    assert fold_of(explorer)[0] == f"Example (changed), Your sentences, Follow, Feature, {both}"
    explorer.reset()
    assert fold_of(explorer)[0] == f"Example, Follow, Feature, {both}"
    explorer.only("padding_length", "norm", "token")
    assert fold_of(explorer)[0] == "Follow"


def test_rows_of_buttons_alone_stay_in_sight():
    explorer = nv.LedgerExplorer()
    assert not controls(explorer)["wrong"].folded and fold_of(explorer) is None
    explorer.judge("right")
    explorer.move(document=explorer.document.values()[2])
    assert not controls(explorer)["wrong"].folded
    assert fold_of(explorer)[0] == "Document (changed), Example, Show"


@each_explorer
def test_few_controls_share_a_row_and_the_others_are_hidden(kind):
    explorer = kind()
    first = next(iter(controls_in(kind()._page).keys() & explorer.controls.keys()))
    explorer.only().only(first)
    assert explorer.controls.keys() & controls(explorer).keys() == {first}
    with pytest.raises(ValueError, match="names: expected controls out of"):
        explorer.only("nothing")


def test_what_cannot_be_chosen_is_there_and_disabled():
    explorer = nv.AxesExplorer()
    groups = controls(explorer)["groups"].element.select_one("select")
    assert groups.has_attr("disabled")
    explorer.norm.value = "group norm"
    assert not controls(explorer)["groups"].element.select_one("select").has_attr("disabled")


def test_a_long_name_is_cut_in_the_label_of_a_control():
    explorer = nv.BatchNormExplorer({"<script>alert(1)</script>": [1.0, 2.0]})
    assert controls(explorer)["gamma"].label == explorer.gamma.label
    assert len(explorer.gamma.label) <= len("γ of ") + 16
