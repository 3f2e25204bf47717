"""Text that would like to run, in every place where somebody can type or pass text: it stays text, in its place."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

import normviz as nv
from tests.abuse import places
from tests.abuse.hostile import EVERYTHING, LONG, RUNS, SHORT, SIGNS, WORDS, Tripwire
from tests.browser.chapter import NARROW, WIDE, Chapter
from tests.chapters import ROOT

pytestmark = pytest.mark.browser
each_width = pytest.mark.parametrize("width", [WIDE, NARROW])

# What the chapter's cells show, the unsafe one aside.
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
display(ipywidgets.HTML(bad % "widget"), HTML("<p id=unsafe>" + bad % "output" + "</p><p id=formula>$x^2$</p>"))
"""
TYPED = """
display(*(explorer() for explorer in nv.EXPLORERS))
nv.predict(places.PREDICTION)
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
        if not (wire.dangerous("body") and wire.tripped("body")):
            silent.append(name)
        wire.forget()
    assert silent == []


@each_width
@pytest.mark.parametrize(
    "first", [EVERYTHING, SHORT, SIGNS, LONG], ids=["everything", "short", "signs", "long"]
)
def test_nothing_runs_in_a_page_opened_from_disk(page, tmp_path, first, width):
    wire, words = Tripwire(page), (first, *WORDS)
    shown = places.explorers(words) | places.pictures(words)
    sections = [f'<section aria-label="{name}">{as_html(thing)}</section>' for name, thing in shown.items()]
    page.set_viewport_size({"width": width, "height": 900})
    open_file(page, tmp_path / "page.html", f"<!doctype html><meta charset=utf-8><body>{''.join(sections)}")
    assert page.locator("section").count() == len(shown)
    assert wire.dangerous("section") == []
    assert wire.tripped("section") == []
    assert wire.sticking_out("section") == []


def as_html(thing):
    return thing.to_html() if hasattr(thing, "to_html") else thing._repr_html_()


class HostileChapter(Chapter):
    """A notebook with a tripwire in its page from the start."""

    def _run(self, lab):
        self.wire = Tripwire(self.page)
        super()._run(lab)


@pytest.fixture(scope="module")
def chapter(browser, lab):
    cells = [new_code_cell(source) for source in (PASSED, SIGNED, TYPED, UNSAFE)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path = lab.root / "hostile.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    chapter = HostileChapter(browser, lab, path)
    chapter.tripped_by_unsafe_cell = chapter.wire.tripped("#unsafe")
    chapter.wire.forget()
    yield chapter
    chapter.close()


def test_an_unescaped_widget_trips_the_wire_in_jupyterlab(chapter):
    assert chapter.tripped_by_unsafe_cell == ["widget", "output"]
    assert chapter.wire.dangerous("#formula") != []


@each_width
def test_nothing_that_is_passed_from_python_runs_in_jupyterlab(chapter, width):
    chapter.show(width=width)
    assert chapter.errors() == []
    assert chapter.wire.dangerous(OUTPUT) == []
    assert chapter.wire.tripped(OUTPUT) == []
    assert chapter.overflowing() == []
    assert chapter.wire.sticking_out(OUTPUT) == []


def table(columns, rows=99, unit=1):
    """A table as somebody types it: every name is hostile."""
    head = ", ".join(["", EVERYTHING, SIGNS, LONG][: columns + 1])
    numbers = (places.some_numbers(min(rows, len(WORDS))) / unit).tolist()
    lines = [", ".join([word, *map(str, row[:columns])]) for word, row in zip(WORDS, numbers, strict=False)]
    return "\n".join([head, *lines] if columns > 1 else lines)


BAD = EVERYTHING + "\n" + " ".join(WORDS)
SENTENCES = "\n".join([" ".join(WORDS), EVERYTHING, *(f"{word} {word}" for word in WORDS)])
NUMBERS = "1, 2, 3, 4\n2, 4, 8, 1\n3, 5, 1, 2"
REFUSED = ("", BAD)
MANY = "\n".join(["How are you today"] * 2000)
# What is typed in each box for text, in order: what is refused in words, and what is drawn.
TYPED_IN = {
    "ModeratorExplorer": [[BAD, table(1)]],
    "ScalingExplorer": [[BAD, table(3)]],
    "BatchNormExplorer": [[BAD, table(3)]],
    "AffineExplorer": [[BAD, table(2)], [BAD, "1, 2, 4"]],
    "AffineLearningExplorer": [[BAD, table(2, rows=8, unit=10)]],
    "RunningStatisticsExplorer": [[BAD, table(3)]],
    "PaddingExplorer": [["", SENTENCES, MANY]],
    "AxesExplorer": [["", SENTENCES, MANY]],
    "DiagnoseExplorer": [[BAD, NUMBERS], [BAD, NUMBERS]],
}


def test_every_box_for_text_is_typed_in(chapter):
    drawn = set(chapter.drawn_explorers())
    boxes = {name: to_type_in(chapter, name).box.locator("textarea").count() for name in drawn}
    assert drawn == {explorer.__name__ for explorer in nv.EXPLORERS}
    assert {name: count for name, count in boxes.items() if count} == {
        name: len(texts) for name, texts in TYPED_IN.items()
    }


@pytest.mark.parametrize("name", TYPED_IN)
def test_nothing_that_is_typed_runs(chapter, name):
    chapter.show()
    explorer = to_type_in(chapter, name)
    choose_own(explorer)
    for number, texts in enumerate(TYPED_IN[name]):
        for text in texts:
            enter(explorer, number, text)
            assert (explorer.error() is not None) == (text in REFUSED)
            with explorer.marked() as place:
                assert chapter.wire.dangerous(place) == []
                assert chapter.wire.tripped(place) == []
                assert chapter.wire.sticking_out(place) == []
            assert chapter.overflowing() == []
    chapter.show(width=NARROW)
    with explorer.marked() as place:
        explorer.settle()
        assert chapter.wire.sticking_out(place) == []
    assert chapter.overflowing() == []


def test_nothing_that_is_typed_as_a_prediction_runs(chapter):
    prediction = chapter.page.locator(".nv-prediction").last
    prediction.locator("input").fill(EVERYTHING)
    prediction.get_by_role("button", name="Commit").click()
    prediction.get_by_text("Not yet").wait_for()
    assert chapter.wire.dangerous(".nv-prediction") == []
    assert chapter.wire.tripped(".nv-prediction") == []
    assert chapter.wire.sticking_out(".nv-prediction") == []


def to_type_in(chapter, name):
    """The explorer of that class that nobody has given data."""
    return chapter.boxes(name)[-1]


def enter(explorer, number, text):
    """Put a text in one of the explorer's boxes and leave it; a long one is pasted, because typing it takes minutes."""
    before = explorer.settle()
    area = explorer.box.locator("textarea").nth(number)
    if len(text) < 2000:
        area.fill(text)
    else:
        area.focus()
        area.evaluate(
            "(area, text) => { area.value = text; area.dispatchEvent(new Event('input', {bubbles: true})); }",
            text,
        )
        area.dispatch_event("change")
    area.press("Tab")
    assert explorer.reacts(before), "nothing happened"
    explorer.settle()


def choose_own(explorer):
    """Choose "your table" and the like, so that the boxes to type in appear."""
    selects = explorer.box.locator("select")
    for select in [selects.nth(i) for i in range(selects.count())]:
        for option in select.locator("option").all_text_contents():
            words = option.split("\N{NO-BREAK SPACE}")
            if words[0] == "your" or words[-2:] == ["you", "type"]:
                select.select_option(label=option)
    explorer.settle()
