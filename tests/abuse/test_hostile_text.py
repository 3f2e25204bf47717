"""Text that would like to run, typed into every box and passed from Python wherever it can be: it stays text."""

import pytest

import normviz as nv
from normviz.explorers.controls import Text
from tests.abuse import places
from tests.abuse.driver import choices
from tests.abuse.hostile import EVERYTHING, LONG, RUNS, SHORT, SIGNS, WORDS, Tripwire
from tests.abuse.pages import WatchedPage
from tests.support.bare import Bare
from tests.support.chapters import ROOT
from tests.support.moving_figure import UNFOLD
from tests.support.open_chapter import NARROW, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

# Each place where a text can break out of, with nobody to escape it.
UNESCAPED = """<!doctype html><title>{0}</title><style>{0}</style><!--{0}--><p title="{0}">{0}</p><p title='{0}'></p>
<svg><text>{0}</text></svg><textarea>{0}</textarea><script>// {0}
</script>"""


@pytest.fixture
def page(browser):
    page = browser.new_page(viewport={"width": WIDE, "height": 900})
    yield page
    page.close()


def open_file(page, path, markup):
    path.write_text(markup, encoding="utf-8")
    page.goto(path.as_uri())


def assert_harmless(page, wire, root):
    assert wire.dangerous(root) == []
    assert wire.tripped(root) == []
    for width in (WIDE, NARROW):
        page.set_viewport_size({"width": width, "height": 900})
        assert wire.sticking_out(root) == []


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
    made = {
        name: thing.to_html() if hasattr(thing, "to_html") else thing._repr_html_()
        for name, thing in shown.items()
    }
    sections = [f'<section aria-label="{name}">{html}</section>' for name, html in made.items()]
    open_file(page, tmp_path / "page.html", f"<!doctype html><meta charset=utf-8><body>{''.join(sections)}")
    assert page.locator("section").count() == len(shown)
    assert_harmless(page, wire, "section")


# -- typed

BAD = EVERYTHING + "\n" + " ".join(WORDS)
MANY = "\n".join(["How are you today"] * 2000)
SENTENCES = "\n".join([" ".join(WORDS), EVERYTHING, *(f"{word} {word}" for word in WORDS)])
NUMBERS = "1, 2, 3, 4\n2, 4, 8, 1\n3, 5, 1, 2"


def table(columns, rows=99):
    """A table as somebody types it: every name is hostile."""
    head = ", ".join(["", EVERYTHING, SIGNS, LONG][: columns + 1])
    numbers = places.some_numbers(min(rows, len(WORDS))) / 10
    lines = [
        ", ".join([word, *map(str, row[:columns])])
        for word, row in zip(WORDS, numbers.tolist(), strict=False)
    ]
    return "\n".join([head, *lines] if columns > 1 else lines)


# Chromium's own typing takes a quarter of a minute for two thousand lines, in any page.
PUT = """(box, text) => {
    box.focus();
    box.value = text;
    for (const kind of ['input', 'change']) box.dispatchEvent(new Event(kind, {bubbles: true}));
    box.blur();
}"""
# What is drawn; everywhere but in sentences, BAD is refused in words.
TYPED = {
    nv.ModeratorExplorer: [table(1)],
    nv.ScalingExplorer: [table(3)],
    nv.BatchNormExplorer: [table(3)],
    nv.AffineExplorer: [table(2), "1, 2, 4"],
    nv.AffineLearningExplorer: [table(2, rows=8)],
    nv.RunningStatisticsExplorer: [table(3)],
    nv.PaddingExplorer: [SENTENCES],
    nv.AxesExplorer: [SENTENCES],
    nv.DiagnoseExplorer: [NUMBERS, NUMBERS],
}


@pytest.mark.parametrize("kind", nv.EXPLORERS, ids=lambda kind: kind.__name__)
def test_nothing_that_is_typed_runs(page, kind):
    explorer, wire = kind(), Tripwire(page)
    boxes = [name for name, control in explorer.controls.items() if isinstance(control.described, Text)]
    assert len(boxes) == len(TYPED.get(kind, ()))
    for name, control in choices(explorer).items():
        own = [v for v in control.values() if str(v).startswith("your ") or str(v).endswith("you type")]
        if own:
            explorer.controls[name].value = own[0]
    page.goto("about:blank")
    shown = Bare(page, explorer)
    for name, text in zip(boxes, TYPED.get(kind, ()), strict=True):
        for typed in ("", MANY, text) if text == SENTENCES else (BAD, text):
            page.evaluate(UNFOLD)
            area = shown.control(name, "textarea")
            area.evaluate(PUT, typed)
            shown.settle()
            assert (explorer.error is not None) == (typed in ("", BAD)), explorer.error
            assert area.input_value() == typed
            assert_harmless(page, wire, "main")


def test_nothing_that_is_typed_as_a_prediction_runs(page):
    wire, prediction = Tripwire(page), places.committed(EVERYTHING)
    page.goto("about:blank")
    page.set_content(prediction._page)
    assert page.get_by_text("Not yet").count()
    assert_harmless(page, wire, "form *")


# -- in JupyterLab, which looks for formulas in what a cell shows

PASSED = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.abuse import hostile, places
words = (hostile.EVERYTHING, *hostile.WORDS)
display(*places.explorers(words).values(), *places.pictures(words).values())
display(*places.pictures((hostile.SIGNS, *hostile.WORDS)).values())
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
# What the notebook's cells show, the unsafe one aside.
OUTPUT = ".jp-Notebook .jp-OutputArea-output:not(:has(#unsafe, img))"


def test_nothing_that_is_passed_from_python_runs_in_jupyterlab_and_an_unescaped_widget_does(browser, lab):
    notebook = WatchedPage(browser, lab, "hostile", [PASSED, UNSAFE])
    try:
        wire = notebook.wire
        assert set(wire.tripped("#unsafe", at_least=2)) == {"unsafe-output", "unsafe-widget"}
        assert wire.dangerous("#formula") != []
        for width in (WIDE, NARROW):
            notebook.show(width=width)
            assert notebook.errors() == []
            assert wire.dangerous(OUTPUT) == []
            # JupyterLab may draw the unsafe cell anew, which then trips again.
            assert [what for what in wire.tripped(OUTPUT) if not what.startswith("unsafe")] == []
            assert notebook.overflowing() == []
            assert wire.sticking_out(OUTPUT) == []
    finally:
        notebook.close()
