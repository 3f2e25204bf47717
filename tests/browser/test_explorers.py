"""The explorers as a reader meets them: in JupyterLab, by keyboard, at three widths, in both themes."""

import pytest

from tests.browser.assistive import accessibility_tree
from tests.browser.parameters import each_chapter, each_width, quickly_or_wholly

pytestmark = pytest.mark.browser
FOLLOWED = "[data-row] .nv-cell, [data-row].nv-followed td"
CLICKABLE = ("AffineExplorer", "AxesExplorer", "BatchNormExplorer", "ModeratorExplorer", "PaddingExplorer")


@each_chapter
def test_chapter_draws_the_explorers_that_its_code_calls(chapter):
    assert sorted(set(chapter.drawn_explorers())) == sorted(chapter.explorers)


@each_chapter
def test_chapter_shows_no_error_after_run_all(chapter):
    assert chapter.errors() == []


@quickly_or_wholly()
def test_every_slider_changes_the_picture_at_an_arrow_key_and_has_it_read_out(chapter, name, quick):
    chapter.show()
    tried = 0
    for explorer in chapter.boxes(name):
        if quick and tried:
            break
        with explorer.marked() as selector, accessibility_tree(explorer.page) as below:
            before = live_region(below(f"{selector} .nv-spoken"))
            assert explorer.dead_sliders(first_only=quick) == []
            after = live_region(below(f"{selector} .nv-spoken"))
        if len(explorer.heard) == 1:
            assert explorer.handles() == [], f"{name} has sliders that nothing was heard of"
            continue  # it has lists alone
        tried += 1
        # Only what is said in a place that stays is read out.
        assert before == {"element": after["element"], "live": "polite", "says": explorer.heard[0]}
        assert after["says"] == explorer.heard[-1]
        assert quick or len(set(explorer.heard)) > 1, f"{name} says the same whatever its sliders say"
    assert tried, f"{name} shows no slider"
    assert chapter.errors() == []


@quickly_or_wholly(CLICKABLE)
def test_a_click_on_a_cell_follows_it(chapter, name, quick):
    chapter.show()
    for explorer in chapter.boxes(name)[: 1 if quick else None]:
        explorer.settle()
        explorer.box.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        rows = explorer.box.locator("[data-row]:not(.nv-followed):has(td:not(.nv-cell):not(.nv-stat))")
        if not rows.count():  # the map of a long batch has no cells
            assert explorer.box.locator(".nv-map").count()
            continue
        for row in (rows.last,) if quick else (rows.first, rows.last):
            cell = row.locator("td:not(.nv-cell):not(.nv-stat)").last
            words, before = cell.text_content(), explorer.markup()
            cell.click()
            assert explorer.reacts(before), f"{name}: a click on {words} changes nothing"
            explorer.settle()
            assert words in explorer.box.locator(FOLLOWED).all_text_contents()
            assert explorer.error() is None
    assert chapter.errors() == []


def live_region(nodes):
    """The place for a screen reader as the browser tells it: which element it is, how it is read, and what it says."""
    place, *inside = nodes
    says = " ".join(node.name for node in inside if node.role == "StaticText")
    return {"element": place.element, "live": place.states.get("live"), "says": says}


@pytest.mark.exhaustive
@each_width
@each_chapter
def test_nothing_is_wider_than_its_place(chapter, width):
    chapter.show(width=width)
    assert chapter.drawn_explorers()
    assert chapter.overflowing() == []
    assert chapter.cut_formulas() == []
