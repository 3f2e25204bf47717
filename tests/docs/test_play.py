"""docs/play.html: a small page written by hand, which needs nothing but the files beside it."""

import re

from docs import address
from normviz.drawing.sizes import for_page
from normviz.drawing.theme import VARIABLES
from tests.markup import elements_in
from tests.support.chapters import CHAPTERS, ROOT

PLAY = ROOT / "docs" / "play.html"
TEXT = PLAY.read_text(encoding="utf-8")


def test_page_asks_only_for_files_of_the_project():
    asked = [
        asks
        for _, own in elements_in(TEXT)
        if (asks := own.get("src") or own.get("href")) and not asks.startswith("?lang=")
    ]
    assert asked
    assert [one for one in asked if not (PLAY.parent / one).resolve().is_relative_to(ROOT)] == []
    assert [one for one in asked if not (PLAY.parent / one).is_file()] == []


def test_page_wears_the_colours_of_the_pictures():
    def schemes(style):
        """The colours that a style sheet gives a light page and a dark one."""
        rules = re.findall(r":root{([^}]+)}", style)[:2]
        return [dict(re.findall(r"(--nv-\w+0):(#\w+)", rule)) for rule in rules]

    for own, those in zip(schemes(TEXT), schemes(VARIABLES), strict=True):
        assert len(own) == 6
        assert own.items() <= those.items()


def test_page_writes_numbers_by_the_digits_of_the_pictures():
    own = dict(re.findall(r"([A-Z]+) = ([\d.e]+)[,;]", TEXT))
    assert {name: float(number) for name, number in own.items()} == for_page(" ".join(own)) != {}


def test_page_leads_on_to_every_chapter():
    assert address.chapters(address.told()) in TEXT
    for root, ending in (("https://github.com/ada/normviz", ".html"), ("", ".ipynb")):
        there = (address.pages(root) or "../notebooks/") + "{}" + ending
        links = [own["href"] for name, own in elements_in(address.chapters(root)) if name == "a"]
        assert links[: len(CHAPTERS)] == [there.format(path.stem) for path in CHAPTERS]
