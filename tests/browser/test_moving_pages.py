"""Pages that move without a kernel and a network: each control by key, and each picture compared."""

import re

import pytest

import normviz as nv
from normviz import front
from normviz.exercises.page import prediction
from normviz.pages.export import write_pages
from normviz.pages.run import run
from tests.sample import quickly
from tests.support.chapters import CHAPTERS, ROOT, chapter_name, read
from tests.support.moving_figure import SHOWS, UNFOLD, figures_in

pytestmark = pytest.mark.browser

MOST_PLACES = 6  # of one control that are visited
SHOWN = f"([figure, markup]) => ({SHOWS})(figure.querySelector('.nv-page'), markup)"

# Keep the page that stands there when a control has answered, each time: in the same moment, that is.
KEEP = """figure => {
    const page = figure.querySelector('.nv-page');
    figure.kept = [];
    const keep = () => figure.kept.push(page.cloneNode(true));
    for (const [kind, name] of [['input[type=range]', 'input'], ['select', 'change'], ['.nv-bar button', 'click']])
        figure.addEventListener(name, event => { if (event.target.matches(kind)) keep(); });
}"""
# For each page that was kept since the last time: whether it is the one of these that stands in its place.
KEPT = f"""async (figure, pages) => {{
    await new Promise(done => setTimeout(done));
    return figure.kept.splice(0).map((shown, i) => ({SHOWS})(shown, pages[i]));
}}"""


@pytest.fixture(scope="module")
def moving_page(tmp_path_factory, isolated_jupyter):
    """``moving_page(chapter)`` is the file of a chapter's page, made once."""
    folder, made = tmp_path_factory.mktemp("moving"), {}

    def moving_page(path):
        if path not in made:
            _, made[path] = write_pages({path: run(read(path), moving=True)}, folder)
        return made[path]

    return moving_page


# Explorers that keep a book of their pages, each with some controls; the others are computed (test_live.py).
BOOKS = {
    "AffineLearningExplorer": ("step", "rate"),
    "LedgerExplorer": ("claim",),
    "RaceExplorer": ("step", "batch_size"),
}


@pytest.fixture
def open_moving(offline, file_of):
    """``open_moving(kind)``: the file of an explorer with a book, what its book holds, and the place of its figure."""

    def open_moving(kind, **settings):
        file = file_of(getattr(nv, kind)(), *BOOKS[kind])
        page = offline(file.as_uri(), **settings)
        (figure,) = figures_in(file.read_text(encoding="utf-8"))
        page.evaluate(UNFOLD)  # what is folded away moves as all else does
        return page, figure, page.locator(".nv-moving")

    return open_moving


def element_of(place, figure, state, name, stop=0):
    kind, control = figure.kind(state, name), place.locator(f'.nv-bar [data-key="{name}"]')
    inner = {"number": "[type=range]", "list": "select", "options": f'[data-stop="{stop}"]'}
    return control if kind == "button" else control.locator(inner[kind])


def ways_through(figure, state, name):
    """The places that keys bring a control to, one by one: from where it stands to its first, and on to the last."""
    kind, last = figure.kind(state, name), min(len(figure.stops(state, name)), MOST_PLACES) - 1
    if kind in ("button", "options"):
        return [("Enter", to) for to in range(last + 1)]
    forward, back = ("ArrowRight", "ArrowLeft") if kind == "number" else ("ArrowDown", "ArrowUp")
    now = figure.place(state, name)
    return [*((back, to) for to in range(now - 1, -1, -1)), *((forward, to) for to in range(1, last + 1))]


MOST_BYTES = 400_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", CHAPTERS, ids=chapter_name)
def test_a_page_is_read_at_once(path, moving_page):
    assert moving_page(path).stat().st_size <= MOST_BYTES


@pytest.mark.exhaustive
def test_a_recorded_run_begins_by_itself_and_what_answers_a_question_waits(offline, moving_page):
    page = offline(moving_page(CHAPTERS[4]).as_uri())
    page.wait_for_function("document.querySelector('.nv-lead').textContent.startsWith('After 35 steps')")
    assert page.locator(".nv-goals li[data-reached]").count() == 0
    form, told = page.locator("form[data-question='04.2']"), page.locator(".told").first
    measured = page.get_by_text("Since the start the inputs have moved less")
    assert not measured.is_visible() and not told.locator("svg").first.is_visible()
    form.get_by_label("About as far").check()
    form.get_by_role("button").click()
    assert measured.is_visible() and told.locator("svg").first.is_visible()


@pytest.mark.parametrize("kind", quickly(BOOKS, "LedgerExplorer"))
def test_every_control_answers_keys_with_pythons_pages(kind, open_moving):
    page, figure, place = open_moving(kind)
    page.emulate_media(reduced_motion="reduce")  # a ruler on its way is no page
    state = figure.first
    place.evaluate(KEEP)
    for name in list(figure.controls(state)):
        passed = []
        for key, to in ways_through(figure, state, name):
            if name not in figure.controls(state) or figure.leads(state, name, to) < 0:
                break  # it asks for text
            element_of(place, figure, state, name, to).focus()
            page.keyboard.press(key)
            state = figure.leads(state, name, to)
            passed.append(state)
        pages = [figure.pages[one] for one in passed]
        assert place.evaluate(KEPT, pages) == [True] * len(passed), (name, passed)
    place.get_by_role("button", name="Reset").click()
    page.wait_for_function(SHOWN, arg=[place.element_handle(), figure.pages[figure.reset]])
    assert page.trouble == []


def test_sentence_is_read_out_and_paper_has_no_controls(offline, file_of):
    page = offline(file_of(nv.PaddingExplorer(), "padding_length").as_uri())
    slider = page.locator("input[type=range]").first
    slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    spoken = page.locator(".nv-spoken")
    page.wait_for_function("one => one.textContent.startsWith('8 tokens')", arg=spoken.element_handle())
    assert slider.get_attribute("aria-valuetext") == "8"
    page.emulate_media(media="print")
    assert slider.is_hidden() and page.locator(".nv-take").first.is_hidden()
    assert page.locator(".nv-head").is_visible()


def test_a_kept_page_has_the_numbers_of_its_stops_and_says_which_it_has_not(offline, file_of):
    page = offline(file_of(nv.AffineLearningExplorer(), "step").as_uri() + "#step=8")
    box, said = page.get_by_role("spinbutton").first, page.locator("figcaption .nv-left-out")
    assert (box.input_value(), box.is_editable(), said.inner_text()) == ("8", False, "")
    page.evaluate("location.hash = '#step=7.6'")
    page.wait_for_function("one => one.textContent.includes('step = 7.6')", arg=said.element_handle())
    assert box.input_value() == "8"


def test_a_state_is_a_link(offline, tmp_path):
    explorer = nv.PaddingExplorer().only("padding_length", "norm")
    explorer.save(tmp_path / "padding.html")
    explorer.move(padding_length=9, norm="layer norm")
    page = offline(explorer.link((tmp_path / "padding.html").as_uri()))
    page.wait_for_function("document.querySelector('[type=number]').value === '9'")
    assert page.locator("[data-key=norm] select").input_value() == "layer norm"
    page.locator("[type=range]").first.press("ArrowRight")
    page.wait_for_function("location.hash === '#padding_length=10&norm=layer%20norm'")
    page.get_by_role("button", name="Reset").click()
    page.wait_for_function("location.hash === ''")
    page.evaluate("location.hash = '#padding_length=many&nothing=1&norm=batch norm without pads'")
    said = page.locator("figcaption .nv-left-out")
    page.wait_for_function("one => one.textContent", arg=said.element_handle())
    assert "padding_length = many; nothing = 1" in said.inner_text()
    assert page.locator("[data-key=norm] select").input_value() == "batch norm without pads"
    assert page.trouble == []


@pytest.mark.exhaustive
def test_a_number_that_was_chosen_in_the_picture_is_in_the_link(offline, tmp_path):
    explorer = nv.AxesExplorer(norm="layer norm").only("norm")
    explorer.save(tmp_path / "axes.html")
    explorer.move(sentence=1, token=2, feature=3)
    page = offline(explorer.link((tmp_path / "axes.html").as_uri()))
    page.locator('td.nv-cell[data-key="y:0,1,2"]').press("ArrowLeft")
    page.wait_for_function("location.hash === '#sentence=1&token=2&feature=2'")
    assert page.locator('td.nv-cell[data-key="y:0,1,1"]').evaluate("one => one === document.activeElement")
    page.get_by_role("button", name="Reset").click()
    page.wait_for_function("location.hash === ''")
    page.evaluate("location.hash = '#feature=9'")
    page.locator("figcaption .nv-left-out", has_text="feature = 9").wait_for()
    assert page.trouble == []


@pytest.mark.exhaustive
def test_a_piece_in_an_iframe_is_as_high_as_it_needs_to_be(offline, tmp_path):
    nv.PaddingExplorer().only("padding_length").save(tmp_path / "padding.html")
    blocks = re.findall(r"^```html\n(.*?)^```", (ROOT / "docs/embedding.md").read_text("utf-8"), re.M | re.S)
    around = "".join(blocks).replace("padding.html", "padding.html#padding_length=9")
    (tmp_path / "around.html").write_text(around, encoding="utf-8")
    page = offline((tmp_path / "around.html").as_uri())
    frame = page.frame_locator("iframe")
    needed = "() => document.documentElement.getBoundingClientRect().height"
    inside = page.frames[1]
    inside.wait_for_function("document.querySelector('[type=number]').value === '9'")
    fits = "Math.abs(innerHeight - document.documentElement.getBoundingClientRect().height) < 2"
    inside.wait_for_function(fits)
    closed = inside.evaluate(needed)
    law = frame.locator("summary", has_text="The law")
    law.click()
    inside.wait_for_function(f"({needed})() > {closed} && {fits}")
    law.click()
    inside.wait_for_function(f"({needed})() === {closed} && {fits}")
    assert page.trouble == []


def test_a_prediction_answers_from_its_table(offline, tmp_path):
    body = prediction("06.2")
    body = f"{body}<script>{front.page_script(body)}</script>"
    (tmp_path / "page.html").write_text(f"<!doctype html><meta charset=utf-8>{body}", encoding="utf-8")
    page = offline((tmp_path / "page.html").as_uri())
    asked = page.locator(".nv-asked")
    said = asked.get_by_role("alert")
    asked.get_by_role("button", name="Commit").click()
    assert "Choose one of the answers first" in said.inner_text()
    heard = []
    for option in asked.get_by_role("radio").all():
        option.check()
        asked.get_by_role("button", name="Commit").click()
        heard.append(said.inner_text())
    assert sum("✓ Correct" in words for words in heard) == 1
    assert len(set(heard)) == len(heard) > 1
    assert "nv.hint" not in "".join(heard)
    assert page.trouble == []


@pytest.mark.exhaustive
def test_on_a_phone_the_other_controls_are_folded_below_their_names(offline, tmp_path):
    file = tmp_path / "axes.html"
    nv.AxesExplorer().only("norm", "example").save(file)
    page = offline(file.as_uri(), width=375, height=700)
    norm, example = page.get_by_role("button", name="layer norm"), page.locator("[data-key=example] select")
    more = page.locator(".nv-others > summary")
    assert norm.is_visible() and not example.is_visible()
    assert page.locator(".nv-view").bounding_box()["y"] < 360
    more.click()
    for block in ("three sentences", "Hi Nitish"):  # what is open stays open
        before = page.locator(".nv-view").inner_text()
        example.select_option(block)
        page.wait_for_function("was => document.querySelector('.nv-view').innerText !== was", arg=before)
        norm.click()
    more.click()
    assert not example.is_visible()


@pytest.mark.exhaustive
def test_on_a_phone_the_main_control_is_seen_above_the_whole_picture(offline, tmp_path):
    file = tmp_path / "padding.html"
    nv.PaddingExplorer().only("padding_length", "norm").save(file)
    page = offline(file.as_uri(), width=375, height=700)
    slider = page.locator("input[type=range]").first
    control, stage, lead = (
        one.bounding_box()
        for one in (slider, page.locator("[data-stage]").first, page.locator(".nv-lead").first)
    )
    assert control["y"] + control["height"] <= stage["y"] < lead["y"] + lead["height"] <= 700
    before = page.locator(".nv-view").inner_text()
    slider.press("ArrowRight")
    page.wait_for_function("was => document.querySelector('.nv-view').innerText !== was", arg=before)
    assert page.evaluate("document.documentElement.scrollWidth") == 375
