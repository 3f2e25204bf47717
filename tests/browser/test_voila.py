"""A chapter served by Voila: its pictures and controls without its code."""

import re
import shutil
from pathlib import Path

import pytest

from tests.browser.parameters import ONE
from tests.support.chapters import read
from tests.support.open_chapter import RUN_SECONDS
from tests.support.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]


class Voila(Server):
    """``voila 06_padding.ipynb`` as a reader starts it, on a copy."""

    # A file of Voila's own; the chapter itself would be run by asking for it.
    answers_at = property(lambda self: f"{self.url}/voila/static/voila.js")

    def command(self, port):
        return ["voila", Path(shutil.copy(ONE, self.home)).name, "--no-browser", f"--port={port}"]


def test_chapter_on_voila_answers_its_sliders_without_code_and_without_a_network(
    browser, isolated_jupyter, tmp_path
):
    code = "\n".join(cell.source for cell in read(ONE).cells)
    calls = len(re.findall(r"PaddingExplorer\(|^\w+\.move\(", code, re.M))  # one is made, or shown again
    with Voila(tmp_path) as voila, browser.new_page() as page:
        trouble, beyond = [], []
        page.set_default_timeout(RUN_SECONDS * 1000)
        page.route(
            lambda address: not address.startswith((voila.url, "data:", "blob:")),
            lambda route: (beyond.append(route.request.url), route.abort()),
        )
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(voila.url, wait_until="commit")
        boxes = page.locator(".jp-OutputArea-output > .nv-explorer:has(.nv[data-explorer=PaddingExplorer])")
        boxes.nth(calls - 1).wait_for()
        assert boxes.count() == calls
        for box in (boxes.first, boxes.last):
            view, slider = box.locator(".nv[data-explorer]").first, box.locator("[type=range]").first
            before = view.text_content()
            slider.press("ArrowRight")
            page.wait_for_function(
                "([view, before]) => view.textContent !== before", arg=[view.element_handle(), before]
            )
        assert page.locator(".nv-error, .jupyter-widgets-error-widget, [data-mime-type*=error]").count() == 0
        assert page.locator(".nv-asked").first.is_visible()
        assert page.get_by_text("nv.PaddingExplorer(").count() == 0
        assert trouble == []
        assert [address for address in beyond if "/fontawesome-free@" not in address] == []
