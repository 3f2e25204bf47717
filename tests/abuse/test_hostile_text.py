"""Text that would like to run, passed from Python wherever text can be passed: it stays text, in its place."""

import pytest

from tests.abuse import places
from tests.abuse.hostile import EVERYTHING, LONG, RUNS, SHORT, WORDS, Tripwire
from tests.abuse.pages import WatchedPage
from tests.support.chapters import ROOT
from tests.support.open_chapter import NARROW, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
each_width = pytest.mark.parametrize("width", [WIDE, NARROW])

# What the notebook's cells show, the unsafe one aside.
OUTPUT = ".jp-Notebook .jp-OutputArea-output:not(:has(#unsafe, img))"

# Each place where a text can break out of, with nobody to escape it.
UNESCAPED = """<!doctype html><title>{0}</title><style>{0}</style><!--{0}--><p title="{0}">{0}</p><p title='{0}'></p>
<svg><text>{0}</text></svg><textarea>{0}</textarea><script>// {0}
</script>"""

PASSED = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.abuse import hostile, places
import normviz as nv
words = (hostile.EVERYTHING, *hostile.WORDS)
display(*places.explorers(words).values(), *places.pictures(words).values())
"""
# JupyterLab looks for formulas in what a cell shows and in the labels of controls, not inside a widget's picture.
SIGNED = """
words = (hostile.SIGNS, *hostile.WORDS)
display(nv.BatchNormExplorer({word: [1.0, 2.0, 4.0] for word in words}), *places.pictures(words).values())
"""
# What must not be: this trips the wire, or becomes a formula.
UNSAFE = """
import ipywidgets
from IPython.display import HTML
bad = "<img src='x' onerror=tripwire('%s')>"
display(
    ipywidgets.HTML(bad % "unsafe-widget"),
    HTML("<p id=unsafe>" + bad % "unsafe-output" + "</p><p id=formula>$x^2$</p>"),
)
"""


@pytest.fixture
def page(browser):
    page = browser.new_page(viewport={"width": WIDE, "height": 900})
    yield page
    page.close()


def open_file(page, path, markup):
    path.write_text(markup, encoding="utf-8")
    page.goto(path.as_uri())


def test_every_text_that_can_run_trips_the_wire_where_nobody_escapes_it(page, tmp_path):
    wire, silent = Tripwire(page), []
    for name, text in {**RUNS, "everything": EVERYTHING, "short": SHORT}.items():
        open_file(page, tmp_path / "unescaped.html", UNESCAPED.format(text))
        if not (wire.dangerous("body") and wire.tripped("body", at_least=1)):
            silent.append(name)
        wire.forget()
    assert silent == []


@pytest.mark.parametrize("first", [EVERYTHING, SHORT, LONG], ids=["everything", "short", "long"])
def test_nothing_runs_in_a_page_opened_from_disk(page, tmp_path, first):
    wire, words = Tripwire(page), (first, *WORDS)
    shown = places.explorers(words) | places.pictures(words)
    sections = [f'<section aria-label="{name}">{as_html(thing)}</section>' for name, thing in shown.items()]
    open_file(page, tmp_path / "page.html", f"<!doctype html><meta charset=utf-8><body>{''.join(sections)}")
    assert page.locator("section").count() == len(shown)
    assert wire.dangerous("section") == []
    assert wire.tripped("section") == []
    for width in (WIDE, NARROW):
        page.set_viewport_size({"width": width, "height": 900})
        assert wire.sticking_out("section") == []


def as_html(thing):
    return thing.to_html() if hasattr(thing, "to_html") else thing._repr_html_()


@pytest.fixture(scope="module")
def notebook(browser, lab):
    notebook = WatchedPage(browser, lab, "hostile", [PASSED, SIGNED, UNSAFE])
    notebook.tripped_by_unsafe_cell = notebook.wire.tripped("#unsafe", at_least=2)
    yield notebook
    notebook.close()


@pytest.mark.exhaustive
def test_an_unescaped_widget_trips_the_wire_in_jupyterlab(notebook):
    assert set(notebook.tripped_by_unsafe_cell) == {"unsafe-output", "unsafe-widget"}
    assert notebook.wire.dangerous("#formula") != []


@pytest.mark.exhaustive
@each_width
def test_nothing_that_is_passed_from_python_runs_in_jupyterlab(notebook, width):
    notebook.show(width=width)
    assert notebook.errors() == []
    assert notebook.wire.dangerous(OUTPUT) == []
    # JupyterLab may draw the unsafe cell anew, which then trips again.
    tripped = [what for what in notebook.wire.tripped(OUTPUT) if not what.startswith("unsafe")]
    assert tripped == []
    assert notebook.overflowing() == []
    assert notebook.wire.sticking_out(OUTPUT) == []
