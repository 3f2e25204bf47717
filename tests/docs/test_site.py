"""The pages together as a site: what each says about itself, and that it leads nowhere else."""

import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from normviz.pages.card import SIZE
from normviz.pages.export import chapters, write_pages
from normviz.pages.site import CARD, contents, write_site
from tests.markup import elements_in
from tests.support.chapters import CHAPTERS, read

THERE = "https://ada.github.io/normviz/"


def said(page):
    """What a page says about itself: name → content, its title and links to what it is."""
    elements = elements_in(page.read_text(encoding="utf-8"))
    meta = {
        own.get("name") or own.get("property"): own.get("content") for name, own in elements if name == "meta"
    }
    return meta | {own["rel"]: own["href"] for name, own in elements if name == "link"}


@pytest.mark.exhaustive
@pytest.mark.parametrize("address", [THERE, ""])
def test_every_page_says_what_it_is_and_where(address, tmp_path):
    notebooks = {path: read(path) for path in CHAPTERS}
    write_pages(notebooks, tmp_path, address=address)
    write_site(chapters(notebooks), tmp_path, address)
    pages = sorted(tmp_path.glob("*.html"))
    assert len(pages) == len(CHAPTERS) + 2
    for page in pages:
        about = said(page)
        assert about.get("canonical") == (address + page.name if address else None)
        assert about["icon"].startswith("data:image/svg+xml,")
        assert 40 < len(about["description"]) < 250
        assert re.search(r"<title>.+ · normviz</title>", page.read_text(encoding="utf-8"))
        assert about.get("og:image") == (address + CARD if address and page.name != "404.html" else None)
    assert (
        len({said(page)["description"] for page in pages}) == len(CHAPTERS) + 1
    )  # the two others tell of all
    with Image.open(tmp_path / CARD) as picture:
        assert picture.size == SIZE == (1200, 630)
    places = tmp_path / "sitemap.xml"
    assert places.exists() == bool(address)
    if address:
        named = [one.text for one in ElementTree.parse(places).iter() if one.tag.endswith("loc")]
        assert named == [address, *(f"{address}{path.stem}.html" for path in CHAPTERS)]


def test_the_list_says_what_each_chapter_asks_and_how_long_it_takes_and_shows_teachers_their_door():
    order = chapters({path: read(path) for path in CHAPTERS})
    index = contents(order)
    listed = re.findall(r'<a href="(.*?)">(.*?)</a> <span class="about">.*?(\d+) minutes</span>', index)
    assert listed == [(one.page, one.question, one.minutes) for one in order]
    assert "the page “teaching” in the project's folder “docs”." in index
    assert '<a href="https://a.org/t.md">' in contents(order, THERE, "https://a.org/t.md")
