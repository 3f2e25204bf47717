"""docs/play.html, the front page's picture as a file in the repository: it is what the package draws now."""

import json
import re

import numpy as np
import pytest

from docs import address
from docs.pages.__main__ import PLAY, play_page
from normviz.pages.export import chapters
from normviz.pages.site import play
from tests.markup import elements_in, words_of
from tests.support.chapters import CHAPTERS, read
from tests.support.moving_figure import MovingFigure, figures_in

pytestmark = pytest.mark.exhaustive

NUMBER = re.compile(r"[-−]?\d+(?:\.\d+)?(?:e-?\d+)?")
DATA = re.compile(r'<script type="application/json">.*?</script>')
THERE = "https://ada.github.io/normviz/"


@pytest.fixture(scope="module")
def order():
    return chapters({path: read(path) for path in CHAPTERS})


def numbers_in(text):
    return [float(number.replace("−", "-")) for number in NUMBER.findall(text)]


def differs(old: str, new: str) -> bool:
    """Whether the words differ, or a number by more than its last digit, which another machine may round otherwise."""
    if NUMBER.sub("#", old) != NUMBER.sub("#", new):
        return True
    return not np.allclose(numbers_in(old), numbers_in(new), rtol=1e-9, atol=1.1e-4)


def test_file_is_what_the_package_draws_now():
    old, new = PLAY.read_text(encoding="utf-8"), play_page()
    hint = "python -m docs.pages --play writes it anew"
    assert not differs(DATA.sub("", old), DATA.sub("", new)), hint
    (before,), (after,) = figures_in(old), figures_in(new)
    assert len(before.pages) == len(after.pages), hint
    changed = [
        state for state, two in enumerate(zip(before.pages, after.pages, strict=True)) if differs(*two)
    ]
    assert changed == [], hint
    assert (before.reset, before._leads, before._cells) == (after.reset, after._leads, after._cells), hint


def test_file_is_small_and_asks_for_nothing():
    text = PLAY.read_text(encoding="utf-8")
    assert len(text.encode()) < 300_000
    assert [own["src"] for _, own in elements_in(text) if own.get("src")] == []
    links = [own for name, own in elements_in(text) if name == "link"]
    assert all(own["href"].startswith("data:") or own["rel"] == "canonical" for own in links)
    assert re.findall(r"@import|url\((?!['\"]?data:)|fetch\(|XMLHttpRequest", text) == []


def test_it_begins_without_pads_which_move_the_reading_and_a_mask_brings_it_back():
    (figure,) = figures_in(PLAY.read_text(encoding="utf-8"))
    reads = lambda state: [float(one["data-reading"]) for one in figure.soup(state).select("[data-ruler]")]  # noqa: E731
    assert isinstance(figure, MovingFigure) and len(figure.stops(0, "padding_length")) == 25
    (first,), (last,) = reads(0), reads(figure.leads(0, "padding_length", 24))
    assert (round(first, 2), round(last, 2)) == (0.78, 3.63)
    assert [
        len(figure.soup(state).select(".nv-pad-dot")) for state in (0, figure.leads(0, "padding_length", 1))
    ] == [0, 2]
    masked = figure.leads(
        figure.leads(0, "padding_length", 24),
        "norm",
        figure.stops(0, "norm").index("batch norm without pads"),
    )
    assert [round(one, 2) for one in reads(masked)] == [0.78, 3.63]


@pytest.mark.parametrize("there", ["", THERE])
def test_its_links_lead_to_what_there_is(there, order):
    page = play(order, there)
    links = [own["href"] for name, own in elements_in(page) if name == "a"]
    if there:
        assert links == [f"{THERE}{path.stem}.html" for path in CHAPTERS]
        assert f'<link rel="canonical" href="{THERE}play.html">' in page
    else:
        assert [link for link in links if not (PLAY.parent / link).exists()] == []
        assert "https://" not in " ".join(links)
    assert all(chapter.title in words_of(page) for chapter in order)


def test_address_is_that_of_the_project():
    assert address.pages("") == ""
    assert json.dumps(address.pages("https://github.com/Ada/Norm.viz")) == '"https://ada.github.io/Norm.viz/"'
