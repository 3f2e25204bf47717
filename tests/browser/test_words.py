"""Pages in another language: words, labels and numbers, and the rest in English."""

import pytest

from normviz import wording
from tests.browser.test_play import PLAY, REST
from tests.sample import quickly

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("code", quickly(wording.codes()[1:], "hi"))
def test_the_front_door_speaks_the_language_of_its_address(offline, code):
    page = offline("about:blank")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{PLAY}?lang={code}")
    page.wait_for_selector(f"html[lang={code}]")
    known = wording.pairs(code)
    assert page.locator("[href^='?lang']:visible").count() == len(wording.codes()) - 1
    assert page.locator("h1").inner_text() == known["Where do six words balance?"]
    wedge = page.get_by_role("slider", name=known["Wedge under the plank"])
    for _ in range(22):
        wedge.press("ArrowRight")
    page.wait_for_selector(REST)
    drop = page.get_by_role("button", name=known["Drop a pad"])
    drop.click()
    page.wait_for_selector(REST)
    says = page.locator(".says")
    assert says.locator("b").count() == 1 and "counted" not in says.inner_text()
    assert ("१" in page.locator(".sentences").inner_text()) == ("digits" in known)
    assert page.locator("[data-ruler]").get_attribute("data-mean") == f"{31.21 / 7}"
