"""A guess of a number stands at the picture that has the number, and on its axis."""

import pytest

import normviz as nv
from normviz import front
from normviz.exercises.page import prediction

pytestmark = pytest.mark.browser

VIEW = '<div class="nv-moving nv-begun" id="{}"><div class="nv-view"><div>a picture</div></div></div>'


def part(name):
    if name == "h2":
        return "<h2>A section</h2>"
    return prediction(name) if name[0].isdigit() else VIEW.format(name)


@pytest.fixture
def asked(page):
    """``asked(*ids)`` is a page of predictions, headings (h2), and pictures, which all other names are."""

    def asked(*ids):
        body = "".join(part(name) for name in ids)
        page.set_content(
            f"<!doctype html><meta charset=utf-8>{body}<script>{front.page_script(body)}</script>"
        )
        return page

    return asked


def commit(page, number, letter):
    form = page.locator(".nv-asked").nth(number)
    form.evaluate("form => form.querySelectorAll('details').forEach(one => { one.open = true; })")
    form.locator(f'input[value="{letter}"]').check()
    form.get_by_role("button").click()


def test_an_answer_in_words_stands_at_no_picture(asked):
    page = asked("before", "03.1", "after")
    commit(page, 0, "e")
    assert page.locator(".nv-guess").count() == 0


def test_who_chose_nothing_predicted_nothing(asked):
    page = asked("03.1", "picture")
    page.locator(".nv-asked button").click()
    assert page.locator(".nv-guess").count() == 0


def guess_of(page, number=0):
    return page.locator(".nv-guess").nth(number).inner_text()


PUT = """text => { document.querySelector('[data-key="μ x:*,0"]').textContent = text; }"""


@pytest.fixture
def padded(asked):
    """A page with the question of the mean with two pads, another question, and the picture that has the number."""
    page = asked("06.3", "06.4", "picture")
    drawn = nv.PaddingExplorer().view.value
    page.locator("#picture .nv-view > div").evaluate("(place, drawn) => { place.innerHTML = drawn; }", drawn)
    return page


@pytest.mark.parametrize(
    ("letter", "guess", "away"), [("a", "5.2017", "1.3004"), ("b", "3.9013", None), ("d", "0", "3.9")]
)
def test_a_guess_of_a_number_stands_beside_the_number_and_on_its_axis(padded, letter, guess, away):
    commit(padded, 0, letter)
    far = f"{away} away" if away else "right, rounded"
    said = f"Your guess in 06.3 for μ of d1 with the two pads: {guess}, {far}."
    assert guess_of(padded) == said
    line = padded.locator(".nv-yours line")
    share = float(line.get_attribute("x1").rstrip("%")) / 100
    low, high = map(float, padded.locator("[data-axis]:has(.nv-yours)").get_attribute("data-axis").split())
    assert low + share * (high - low) == pytest.approx(float(guess), abs=2e-3)


@pytest.mark.exhaustive
def test_the_mark_stays_and_the_distance_waits_for_the_number_that_was_asked_for(padded):
    commit(padded, 0, "d")
    said = guess_of(padded)
    padded.evaluate("document.querySelector('.nv-yours').remove()")  # as a new picture does
    padded.evaluate(PUT, "5.2017")  # with no pads, say: the guess was about two
    assert guess_of(padded) == "Your guess in 06.3 for μ of d1 with the two pads: 0."
    assert padded.locator(".nv-yours").count() == 1
    padded.evaluate(PUT, "3.9013")
    assert guess_of(padded) == said
    commit(padded, 0, "a")
    assert padded.locator(".nv-yours").count() == padded.locator(".nv-guess").count() == 1


@pytest.mark.exhaustive
def test_where_something_is_to_be_moved_first_the_distance_waits_for_it(asked):
    page = asked("03.1", "picture")
    page.locator("#picture .nv-view > div").evaluate(
        "(place, drawn) => { place.innerHTML = drawn; }", nv.AffineExplorer(activation="none").view.value
    )
    commit(page, 0, "a")
    assert guess_of(page) == "Your guess in 03.1 for the mean of p at γ = 3 and β = 2: 0."
    page.evaluate(PUT.replace("x:*,0", "p:*"), "0.3000")
    assert guess_of(page).endswith("β = 2: 0.")
    page.evaluate(PUT.replace("x:*,0", "p:*"), "2.0000")
    assert guess_of(page).endswith("β = 2: 0, 2 away.")
    commit(page, 0, "e")
    assert page.locator(".nv-guess").count() == page.locator(".nv-yours").count() == 0
