"""A chapter served by Voila: its pictures and controls without its code."""

import re
from types import SimpleNamespace

import pytest

from tests.browser.voila import Voila
from tests.support.chapters import NOTEBOOKS, read
from tests.support.open_chapter import RUN_SECONDS, Explorer

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

CHAPTER = NOTEBOOKS / "06_padding.ipynb"


def test_chapter_on_voila_answers_its_sliders_without_code_and_without_a_network(
    browser, isolated_jupyter, tmp_path
):
    # One is made, or one that was made before is shown again.
    calls = len(
        re.findall(
            r"PaddingExplorer\(|^\w+\.move\(", "\n".join(cell.source for cell in read(CHAPTER).cells), re.M
        )
    )
    with Voila(tmp_path, CHAPTER) as voila, browser.new_page(viewport={"width": 1280, "height": 900}) as page:
        trouble, beyond = [], []

        def stay_here(route):
            beyond.append(route.request.url)
            route.abort()

        page.route(lambda address: not address.startswith((voila.url, "data:", "blob:")), stay_here)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "console",
            lambda said: "widget" in said.text.lower() and said.type == "error" and trouble.append(said.text),
        )
        page.goto(voila.url, wait_until="commit", timeout=RUN_SECONDS * 1000)
        boxes = page.locator(".jp-OutputArea-output > .nv-explorer:has(.nv[data-explorer=PaddingExplorer])")
        boxes.nth(calls - 1).wait_for(timeout=RUN_SECONDS * 1000)
        assert boxes.count() == calls
        for box in (boxes.first, boxes.last):
            explorer = Explorer(SimpleNamespace(page=page), box)
            assert explorer.sliders()
            for _, handle in explorer.sliders():
                at_end = handle.input_value() == handle.get_attribute("max")
                before = explorer.markup()
                handle.press("ArrowLeft" if at_end else "ArrowRight")
                page.wait_for_function(
                    "([box, before]) => box.querySelector('.nv[data-explorer]').outerHTML !== before",
                    arg=[box.element_handle(), before],
                    timeout=RUN_SECONDS * 1000,
                )
        assert page.locator(".nv-error, .jupyter-widgets-error-widget, [data-mime-type*=error]").count() == 0
        assert page.locator(".nv-asked").first.is_visible()
        assert page.get_by_text("nv.PaddingExplorer(").count() == 0
        assert trouble == []
        assert [address for address in beyond if "/fontawesome-free@" not in address] == []
