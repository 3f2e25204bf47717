"""The first minute: what a newcomer meets in chapter 00 after *Run All Cells*."""

import pytest

from tests.support.chapters import CHAPTERS, chapter_name
from tests.support.open_chapter import WIDE

pytestmark = pytest.mark.browser
SCREENS = 1.5  # from the page's place after the run up to the first picture: 5 when nothing was folded


@pytest.mark.parametrize("chapter", CHAPTERS[:1], indirect=True, ids=chapter_name)
def test_run_all_leaves_the_page_near_its_first_picture(chapter):
    chapter.show(width=WIDE)
    page = chapter.page.locator(".jp-Notebook .jp-WindowedPanel-outer")
    chapter.page.evaluate(
        """async () => {
            const {content} = window.jupyterapp.shell.currentWidget;
            content.activeCellIndex = content.widgets.length - 1;  // the cell that *Run All Cells* chooses
            await content.scrollToItem(content.activeCellIndex, 'auto');
        }"""
    )
    chapter.page.wait_for_timeout(1000)
    at, height = page.evaluate("o => [o.scrollTop, o.clientHeight]")
    edge = page.bounding_box()["y"]
    assert at > 0
    assert edge - chapter.boxes("PaddingExplorer")[0].box.bounding_box()["y"] < SCREENS * height
