"""What the page shows before the kernel has answered is right, whatever the network does."""

import copy
from urllib.parse import urlsplit

import nbformat
import pytest

import normviz as nv
from benchmarks.proxy import DelayingProxy
from tests.browser.walk import kernel_value, steps_of, wrong_frames
from tests.support.open_chapter import Chapter

pytestmark = pytest.mark.browser

QUICK = nv.PaddingExplorer
kinds = [kind if kind is QUICK else pytest.param(kind, marks=pytest.mark.exhaustive) for kind in nv.EXPLORERS]
each_explorer = pytest.mark.parametrize("kind", kinds, ids=lambda kind: kind.__name__)

# What the kernel draws is noted.
CELL = """
import normviz as nv
e = nv.{name}()
drawn, show = [], e.view.show
def noted(picture, *rest):
    drawn.append(str(picture))
    show(picture, *rest)
e.view.show = noted
e
"""


@pytest.fixture(scope="module")
def far(browser, lab):
    """``far(source, …)`` is a notebook of these cells, run, in a page; ``far.proxy.delay`` puts its server far away."""
    opened = []

    def open_notebook(*sources):
        path = lab.root / f"far_{len(opened)}.ipynb"
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
        notebook.metadata = {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
        }
        nbformat.write(notebook, path)
        there = copy.copy(lab)
        there.url = proxy.url
        chapter = Chapter(browser, there, path)
        opened.append(chapter)
        chapter.warnings = []
        chapter.page.on("console", lambda said: "normviz" in said.text and chapter.warnings.append(said.text))
        chapter.show()
        return chapter

    with DelayingProxy(urlsplit(lab.url).port) as proxy:
        open_notebook.proxy = proxy
        yield open_notebook
        proxy.delay = 0
        for chapter in opened:
            chapter.close()


@each_explorer
def test_every_frame_of_a_walk_faster_than_the_network_is_right(far, kind):
    chapter = far(CELL.format(name=kind.__name__))
    (explorer,) = chapter.boxes(kind.__name__)
    settings = kind().settings
    for seed, delay in enumerate([0.0, 0.05, 0.15]):
        steps, passed = steps_of(kind, seed, 40, settings)
        far.proxy.delay = delay
        kernel_value(chapter.page, "str(drawn.clear())")
        pictures = [str(kind.draw(kind.compute(each))) for each in passed]
        wrong, frames = wrong_frames(
            explorer, steps, pictures, lambda: kernel_value(chapter.page, "'\\x1e'.join(drawn)").split("\x1e")
        )
        far.proxy.delay = 0
        assert wrong == []
        assert chapter.warnings == [] and chapter.errors() == []
        settings = passed[-1]
        print(kind.__name__, seed, delay, len(passed), "settings", len(frames), "frames")
