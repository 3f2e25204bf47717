"""Text that would like to run, typed into every box for text of every explorer: it stays text, in its place."""

import pytest

import normviz as nv
from tests.abuse import places
from tests.abuse.hostile import EVERYTHING, LONG, SIGNS, WORDS
from tests.abuse.pages import WatchedPage
from tests.support.open_chapter import NARROW, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

CELL = f"""
import normviz as nv
display(*(explorer() for explorer in nv.EXPLORERS))
nv.predict({places.PREDICTION!r})
"""


def table(columns, rows=99, unit=1):
    """A table as somebody types it: every name is hostile."""
    head = ", ".join(["", EVERYTHING, SIGNS, LONG][: columns + 1])
    numbers = (places.some_numbers(min(rows, len(WORDS))) / unit).tolist()
    lines = [", ".join([word, *map(str, row[:columns])]) for word, row in zip(WORDS, numbers, strict=False)]
    return "\n".join([head, *lines] if columns > 1 else lines)


BAD = EVERYTHING + "\n" + " ".join(WORDS)
REFUSED = ("", BAD)
SENTENCES = "\n".join([" ".join(WORDS), EVERYTHING, *(f"{word} {word}" for word in WORDS)])
MANY = "\n".join(["How are you today"] * 2000)
NUMBERS = "1, 2, 3, 4\n2, 4, 8, 1\n3, 5, 1, 2"
# What is typed in each box for text, in order: what is refused in words, and what is drawn.
TYPED_IN = {
    "ModeratorExplorer": [[BAD, table(1)]],
    "ScalingExplorer": [[BAD, table(3)]],
    "BatchNormExplorer": [[BAD, table(3)]],
    "AffineExplorer": [[BAD, table(2)], [BAD, "1, 2, 4"]],
    "AffineLearningExplorer": [[BAD, table(2, rows=8, unit=10)]],
    "RunningStatisticsExplorer": [[BAD, table(3)]],
    "PaddingExplorer": [["", MANY, SENTENCES]],
    "AxesExplorer": [["", MANY, SENTENCES]],
    "DiagnoseExplorer": [[BAD, NUMBERS], [BAD, NUMBERS]],
}
PREDICTION = ".nv-prediction"


@pytest.fixture(scope="module")
def notebook(browser, lab):
    notebook = WatchedPage(browser, lab, "typed", [CELL])
    yield notebook
    notebook.close()


def test_every_box_for_text_is_typed_in(notebook):
    # Until the kernel has heard that the page draws, a copy stands below each picture, unseen.
    views = "count => document.querySelectorAll('.jp-Notebook .nv[data-explorer]').length === count"
    notebook.page.wait_for_function(views, arg=len(nv.EXPLORERS))
    drawn = notebook.drawn_explorers()
    assert drawn == [explorer.__name__ for explorer in nv.EXPLORERS]
    boxes = {name: notebook.boxes(name)[0].box.locator("textarea").count() for name in drawn}
    assert {name: count for name, count in boxes.items() if count} == {
        name: len(texts) for name, texts in TYPED_IN.items()
    }


@pytest.mark.parametrize("name", TYPED_IN)
def test_nothing_that_is_typed_runs(notebook, name):
    notebook.show()
    (explorer,) = notebook.boxes(name)
    choose_own(explorer)
    for number, texts in enumerate(TYPED_IN[name]):
        for text in texts:
            enter(explorer, number, text)
            assert (explorer.error() is not None) == (text in REFUSED)
            with explorer.marked() as place:
                assert notebook.wire.dangerous(place) == []
                assert notebook.wire.tripped(place) == []
                assert notebook.wire.sticking_out(place) == []
            assert notebook.overflowing() == []


def test_nothing_that_is_typed_as_a_prediction_runs(notebook):
    prediction = notebook.page.locator(PREDICTION)
    prediction.locator("input").fill(EVERYTHING)
    prediction.get_by_role("button", name="Commit").click()
    prediction.get_by_text("Not yet").wait_for()
    assert notebook.wire.dangerous(PREDICTION) == []
    assert notebook.wire.tripped(PREDICTION) == []
    assert notebook.wire.sticking_out(PREDICTION) == []


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_what_was_typed_fits_a_phone_and_a_screen(notebook, width):
    """Runs after the others, on what they have typed."""
    notebook.show(width=width)
    for name in TYPED_IN:
        (explorer,) = notebook.boxes(name)
        choose_own(explorer)
        with explorer.marked() as place:
            assert notebook.wire.sticking_out(place) == []
    assert notebook.overflowing() == []
    assert notebook.wire.sticking_out(PREDICTION) == []


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
    explorer.unfold()
    selects = explorer.box.locator("select")
    for select in [selects.nth(i) for i in range(selects.count())]:
        for option in select.locator("option").all_text_contents():
            words = option.split("\N{NO-BREAK SPACE}")
            if words[0] == "your" or words[-2:] == ["you", "type"]:
                select.select_option(label=option)
    explorer.settle()
