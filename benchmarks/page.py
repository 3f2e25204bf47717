"""One notebook with every explorer and its peers, open in JupyterLab in Chromium, perhaps far away."""

import contextlib
import copy
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from playwright.sync_api import sync_playwright

from benchmarks.proxy import DelayingProxy
from tests.support.chromium import launch
from tests.support.lab import Lab
from tests.support.open_chapter import Chapter

LEAST = "one number, by the kernel"
ALONE = "one number, by the page alone"

BY_THE_KERNEL = """
import ipywidgets
slider, view = ipywidgets.IntSlider(value=4, min=0, max=28), ipywidgets.HTML("4")
slider.observe(lambda change: setattr(view, "value", f"<div class='one-number'>{change.new}</div>"), "value")
ipywidgets.VBox([slider, view])
"""
# The page writes the number itself: the kernel is told, and nobody waits for it.
BY_THE_PAGE = """
import ipywidgets
alone = ipywidgets.IntSlider(value=4, min=0, max=28), ipywidgets.HTML("4")
ipywidgets.jsdlink((alone[0], "value"), (alone[1], "value"))
ipywidgets.VBox(alone)
"""
# The explorer's own figure, drawn anew for every step of the first slider that changes it, and sent as notebooks send
# figures; the layout, which takes matplotlib a second drawing, is left out.
USUAL_WAY = """
def usual_way():
    import ipywidgets, normviz as nv
    from IPython.core.pylabtools import print_figure
    from IPython.display import Image, display
    from normviz.explorers.controls import Number, Stops, all_in
    from normviz.figures.figure import figure_of

    explorer = nv.{name}()
    first = explorer.settings
    result_at = lambda name, value: explorer.compute(explorer.after(first, **{{name: value}}))
    sliders = (one for one in all_in(explorer.controls_for(first)) if isinstance(one, (Number, Stops)))
    slider = next(one for one in sliders if len({{str(explorer.picture(result_at(one.name, value)))
                                                 for value in list(one.values())[:3]}}) > 1)

    def draw(value):
        figure = figure_of(explorer.picture, result_at(slider.name, value), "", table=True)
        figure.set_layout_engine("none")
        display(Image(print_figure(figure)))

    stops = list(slider.values())
    ipywidgets.interact(draw, value=ipywidgets.SelectionSlider(options=stops, value=getattr(first, slider.name)))

usual_way()
"""

# What a reader can move, the words beside it, and the place that the picture stands in. A peer has one slider.
PARTS = """
index => {
    const cell = window.jupyterapp.shell.currentWidget.content.widgets[index].node;
    const root = cell.querySelector('[data-explorer]') ?? cell.querySelector('.widget-output')
        ?? cell.querySelector('.widget-html-content');
    const seen = [...cell.querySelectorAll('.nv-bar [type=range], .noUi-handle')].filter(one => one.offsetParent);
    return seen.map(handle => ({handle, root, label: handle.getAttribute('aria-label')
        ?? handle.closest('[data-key]')?.dataset.key ?? ''}));
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
    handle, root : the slider, and the element that the picture stands in, as Playwright has them
    """

    name: str
    usual: bool
    label: str
    handle: object
    root: object


@contextlib.contextmanager
def notebook_of(sources):
    """A notebook with these cells, run in JupyterLab in Chromium: the browser, the chapter and the proxy before it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder, "notebooks", "measured.ipynb")
        home = Path(folder, "home")
        path.parent.mkdir()
        home.mkdir()
        cells = [nbformat.v4.new_code_cell(source.strip()) for source in sources]
        notebook = nbformat.v4.new_notebook(cells=cells)
        notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, path)
        browser = launch(playwright)
        with Lab(home, path.parent) as lab, DelayingProxy(urlsplit(lab.url).port) as proxy:
            far = copy.copy(lab)
            far.url = proxy.url
            chapter = Chapter(browser, far, path)
            chapter.show()
            if errors := chapter.errors():
                raise RuntimeError(f"the notebook that is to be measured failed: {errors}")
            yield browser, chapter, proxy
            chapter.close()
        browser.close()


@contextlib.contextmanager
def measured_page(names, round_trip: float = 0.0):
    """Playwright's page, the browser in words, and a :class:`Slider` for each of the one-number widgets, the named
    explorers and their peers; the server answers ``round_trip`` seconds late once all are drawn. An explorer whose
    picture itself is the control has no slider, and is passed by."""
    cells = [(LEAST, False, BY_THE_KERNEL), (ALONE, False, BY_THE_PAGE)]
    for name in names:
        cells.append((name, False, f"import normviz as nv\nnv.{name}()"))
        cells.append((name, True, USUAL_WAY.format(name=name)))
    with notebook_of(source for *_, source in cells) as (browser, chapter, proxy):
        sliders = []
        for index, (name, usual, _) in enumerate(cells):
            parts = chapter.page.evaluate_handle(PARTS, index).get_properties().values()
            if not parts and name in (LEAST, ALONE):
                raise RuntimeError(f"cell {index}, {name}, shows no slider")
            for part in parts:
                handle, root = (part.get_property(of).as_element() for of in ("handle", "root"))
                label = part.get_property("label").json_value() if name not in (LEAST, ALONE) else ""
                sliders.append(Slider(name, usual, "" if usual else label, handle, root))
        proxy.delay = round_trip / 2
        yield chapter.page, f"Chromium {browser.version}", sliders
        proxy.delay = 0
