"""A chapter in JupyterLab, as a reader meets it: what a page of one explorer alone cannot show."""

import pytest

from tests.browser.parameters import each_chapter, one_chapter

pytestmark = pytest.mark.browser


@each_chapter
def test_chapter_draws_the_explorers_that_its_code_calls_and_shows_no_error(chapter):
    assert set(chapter.explorers) <= set(chapter.drawn_explorers())  # a report of chapter 10 shows one, too
    assert chapter.errors() == []


@one_chapter
def test_a_slider_changes_the_picture_at_an_arrow_key_and_has_it_read_out(chapter):
    explorer, *_ = chapter.boxes("PaddingExplorer")
    spoken, slider = explorer.box.locator(".nv-spoken").element_handle(), explorer.sliders()[0]
    before, said = explorer.settle(), spoken.text_content()
    slider.press("ArrowRight")
    assert explorer.settle() != before
    # Only what is said in a place that stays is read out.
    assert spoken.evaluate("one => [one.isConnected, one.role, one.ariaLive]") == [True, "status", "polite"]
    assert spoken.text_content() != said
    assert chapter.errors() == []


@one_chapter
def test_a_key_pressed_on_a_control_is_not_the_notebooks(chapter):
    explorer, *_ = chapter.boxes("PaddingExplorer")
    cells = """() => window.jupyterapp.shell.currentWidget.content.widgets
        .map(cell => cell.model.type + cell.model.id).join()"""
    before, slider = chapter.page.evaluate(cells), explorer.sliders()[0]
    norm = explorer.box.get_by_label("Norm")
    norm.select_option(index=0)
    norm.press("ArrowDown")
    assert norm.evaluate("list => list.selectedIndex") == 1, "the list does not follow its arrow key"
    options = chapter.page.locator(".nv-asked:not(:has(.nv-sketch))").first.get_by_role("radio")
    options.first.press("Space")
    options.first.press("ArrowDown")
    assert options.nth(1).is_checked()
    for control in (norm, slider, explorer.box.get_by_role("button", name="Reset"), options.nth(1)):
        for key in ("b", "m", "x"):  # in JupyterLab: a new cell below, no code any more, cut the cell
            control.press(key)
    explorer.settle()
    assert chapter.page.evaluate(cells) == before


@pytest.mark.exhaustive
@one_chapter
def test_a_kernel_that_restarts_leaves_a_page_that_says_so_and_lives_again_when_it_is_run(chapter):
    live = chapter.page.locator(".jp-Notebook .nv-live")
    said = "all => all.map(one => getComputedStyle(one, '::before').content.replaceAll('\"', ''))"
    before = chapter.drawn_explorers()
    chapter.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
    )
    chapter.page.wait_for_selector(".nv-live.jupyter-widgets-disconnected")
    words = "Not connected: the kernel was restarted or stopped. Choose Run → Run All Cells to start again."
    assert words in set(live.evaluate_all(said))
    assert chapter.drawn_explorers() == before
    chapter.run_all()
    assert chapter.page.locator(".jupyter-widgets-disconnected").count() == 0
    explorer, *_ = chapter.boxes("PaddingExplorer")
    shown = explorer.settle()
    explorer.sliders()[0].press("ArrowRight")
    assert explorer.settle() != shown
    assert chapter.errors() == []
