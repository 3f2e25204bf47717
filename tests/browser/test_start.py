"""The first minute: what a newcomer meets in chapter 00 after *Run All Cells*."""

import pytest

from normviz.pages.folds import FOLDED
from tests.support.chapters import CHAPTERS, chapter_name, read
from tests.support.open_chapter import DO, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
SCREENS = 1.5  # from the page's place after the run up to the first picture: 5 when nothing was folded


@pytest.mark.parametrize("chapter", CHAPTERS[:1], indirect=True, ids=chapter_name)
def test_run_all_leaves_the_page_near_its_first_picture(chapter):
    chapter.show(width=WIDE)
    page = chapter.page.locator(".jp-Notebook .jp-WindowedPanel-outer")
    closed = [i for i, cell in enumerate(read(chapter.path).cells) if cell.metadata.get(FOLDED)]
    chapter.page.evaluate(
        """async closed => {
            const {content} = window.jupyterapp.shell.currentWidget;
            for (content.activeCellIndex of closed)  // as a newcomer finds them
                await window.jupyterapp.commands.execute('notebook:toggle-heading-collapse');
            content.activeCellIndex = content.widgets.length - 1;  // the cell that *Run All Cells* chooses
            await content.scrollToItem(content.activeCellIndex, 'auto');
            const outer = content.node.querySelector('.jp-WindowedPanel-outer');
            for (let at, still = 0; still < 20; at = outer.scrollTop) {
                await new Promise(done => requestAnimationFrame(done));
                still = outer.scrollTop && outer.scrollTop === at ? still + 1 : 0;
            }
        }""",
        closed,
    )
    at, height = page.evaluate("o => [o.scrollTop, o.clientHeight]")
    edge = page.bounding_box()["y"]
    assert at > 0
    above = edge - chapter.boxes("PaddingExplorer")[0].box.bounding_box()["y"]
    chapter.page.evaluate(DO, "notebook:expand-all-headings")
    assert above < SCREENS * height
