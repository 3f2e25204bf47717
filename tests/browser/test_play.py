"""docs/play.html, opened from disk as after a download: it plays once by itself, and a hand has it at once."""

import pytest

from docs.pages.__main__ import PLAY

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
STOP = "document.querySelector('.nv-main [type=range]').value"
# Where the line, the slider, each norm and the end of the page are, from the top of the page, where the slider does not
# stick to the window's.
PLACES = """() => {
    scrollTo(0, 0);
    return [...document.querySelectorAll('.nv-axis,.nv-main :is([type=range],[data-stop]),html')]
        .map(one => Math.round(one.getBoundingClientRect().bottom));
}"""
WAITING = 1500  # ms; the picture begins by then


def calm(offline, **settings):
    """The page as somebody sees it who has asked the system for less motion."""
    page = offline("about:blank", **settings)
    page.emulate_media(reduced_motion="reduce")
    page.goto(PLAY.as_uri())
    return page


def test_it_plays_once_to_its_end(offline):
    page = offline(PLAY.as_uri())
    page.wait_for_function(f"{STOP} === '24'", timeout=30_000)
    page.wait_for_function("document.querySelector('.nv-reading').textContent === '3.63'")
    page.wait_for_timeout(WAITING)
    assert page.evaluate(STOP) == "24"
    assert page.trouble == []


@pytest.mark.parametrize("way", ["less motion", "a hand", "a state"])
def test_it_stands_still_where_it_is_asked_to(way, offline):
    state = "#padding_length=6" * (way == "a state")
    page = calm(offline) if way == "less motion" else offline(PLAY.as_uri() + state)
    if way == "a hand":
        page.locator(".nv-main [type=range]").press("ArrowRight")
    page.wait_for_timeout(WAITING)
    assert page.evaluate(STOP) == {"less motion": "0", "a hand": "1", "a state": "3"}[way]
    assert page.trouble == []


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_nothing_moves_under_the_hand_and_nothing_is_cut(width, offline):
    page = calm(offline, width=width)
    slider, norms, places = page.locator(".nv-main [type=range]"), page.locator(".nv-main [data-stop]"), set()
    for stop, norm in [(stop, 0) for stop in (0, 1, 5, 12, 24)] + [
        (stop, norm) for norm in (1, 2, 3) for stop in (0, 24)
    ]:
        norms.nth(norm).click()
        slider.fill(str(stop))
        page.wait_for_function(
            f"{STOP} === '{stop}' && document.querySelector('.nv-bar [type=number]').value === '{3 + stop}'"
        )
        places.add(tuple(page.evaluate(PLACES)))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(places) == 1
    assert page.trouble == []
