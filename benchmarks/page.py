"""One notebook with every explorer and its peers, open in JupyterLab in Chromium, perhaps far away."""

import contextlib
import copy
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from playwright.sync_api import sync_playwright

import normviz as nv
from benchmarks.proxy import DelayingProxy
from benchmarks.usual_way import ONE_NUMBER, ONE_NUMBER_ALONE, usual_way
from tests.support.chromium import launch
from tests.support.lab import Lab
from tests.support.open_chapter import Chapter

# Asked for while a frame is being made: before all else that waits for it to be drawn. Where marks glide, Chromium may
# begin the next frame before any task: then this one has been drawn, too.
AFTER_THE_FRAME = """then => {
    let waits = true;
    const once = () => waits && (waits = false, then());
    scheduler.postTask(once, {priority: 'user-blocking'});
    requestAnimationFrame(once);
}"""
FRAMES_A_SECOND = 60
LEAST = "one number, by the kernel"
ALONE = "one number, by the page alone"
SERVER = Path(__file__).parents[1] / "docs" / "server"

# What a reader can move once it is unfolded, the words beside it, and the place the picture stands in: not the box with
# the control's own number. A peer has one slider.
PARTS = """
index => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const cell = notebook.widgets[index].node;
    const root = cell.querySelector('.nv-view > div') ?? cell.querySelector('.widget-output')
        ?? cell.querySelector('.widget-html-content');
    const more = cell.querySelector('.nv-more:not(.mod-active)');
    if (more?.offsetParent) more.click();
    const label = handle => document.getElementById(handle.getAttribute('aria-labelledby'))?.textContent ?? '';
    return [...cell.querySelectorAll('.noUi-handle')].filter(handle => handle.offsetParent)
        .map(handle => ({handle, root, label: label(handle)}));
}
"""


@dataclass(frozen=True)
class Slider:
    """A slider in the page and the picture that follows it.

    Attributes
    ----------
    name : of the explorer, LEAST or ALONE
    usual : whether it is the explorer's peer, drawn the usual way
    label : the words beside it, for an explorer's
    handle, root : the slider's handle, and the element that the picture stands in, as Playwright has them
    """

    name: str
    usual: bool
    label: str
    handle: object
    root: object


@dataclass(frozen=True)
class Page:
    """The open notebook: ``page`` is Playwright's, ``machine`` names the browser, ``sliders`` stand in its order."""

    page: object
    browser: str
    sliders: list[Slider]


@contextlib.contextmanager
def measured_page(names, round_trip: float = 0.0, at_once: bool = False):
    """A :class:`Page` with the one-number widgets, the named explorers, and each one's peer.

    Parameters
    ----------
    names : of explorers
    round_trip : seconds by which an answer of the server is late; the page itself is loaded without delay
    at_once : whether the server has the settings of docs/server
    """
    cells = [(LEAST, False, ONE_NUMBER), (ALONE, False, ONE_NUMBER_ALONE)]
    for name in names:
        cells.append((name, False, f"import normviz as nv\nnv.{name}()"))
        cells.append((name, True, usual_way(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder, "notebooks", "measured.ipynb")
        path.parent.mkdir()
        _write(path, [source for _, _, source in cells])
        home = Path(folder, "home")
        home.mkdir()
        browser = launch(playwright)
        with _config(at_once), Lab(home, path.parent) as lab, DelayingProxy(urlsplit(lab.url).port) as proxy:
            far = copy.copy(lab)
            far.url = proxy.url
            chapter = Chapter(browser, far, path)
            chapter.show()
            if errors := chapter.errors():
                raise RuntimeError(f"the notebook that is to be measured failed: {errors}")
            sliders = []
            for index, (name, usual, _) in enumerate(cells):
                parts = chapter.page.evaluate_handle(PARTS, index).get_properties().values()
                if not parts:
                    raise RuntimeError(f"cell {index}, {name}, shows no slider")
                for part in parts:
                    handle, root = (part.get_property(of).as_element() for of in ("handle", "root"))
                    sliders.append(Slider(name, usual, part.get_property("label").json_value(), handle, root))
            proxy.delay = round_trip / 2
            yield Page(chapter.page, f"Chromium {browser.version}", sliders)
            proxy.delay = 0
            chapter.close()
        browser.close()


def add_arguments(parser) -> None:
    """What every benchmark of the page understands."""
    explorers = [explorer.__name__ for explorer in nv.EXPLORERS]
    parser.add_argument(
        "--explorers", nargs="+", choices=explorers, default=explorers, metavar="NAME", help="only these"
    )
    parser.add_argument(
        "--round-trip",
        type=int,
        default=0,
        metavar="MS",
        help="milliseconds by which the server's answers are late, by a proxy on this machine (Binder: about 100)",
    )
    parser.add_argument(
        "--at-once",
        action="store_true",
        help="with docs/server/jupyter_server_config.py, which has the server send every message at once",
    )


def conditions(chosen) -> str:
    """What was chosen with :func:`add_arguments`, in words that end a line."""
    far = f"; every answer {chosen.round_trip} ms late" if chosen.round_trip else ""
    return far + ("; a server that sends at once" if chosen.at_once else "")


@contextlib.contextmanager
def _config(at_once: bool):
    """Give a server that is started here the settings of docs/server, or none."""
    before = os.environ.get("JUPYTER_CONFIG_PATH")
    if at_once:
        os.environ["JUPYTER_CONFIG_PATH"] = str(SERVER)
    try:
        yield
    finally:
        if at_once:
            os.environ.pop("JUPYTER_CONFIG_PATH")
            if before is not None:
                os.environ["JUPYTER_CONFIG_PATH"] = before


def _write(path: Path, sources: list[str]) -> None:
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source.strip()) for source in sources]
    )
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(notebook, path)
