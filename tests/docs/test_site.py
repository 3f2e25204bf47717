"""The pages together as a site: what each says about itself, and that it leads nowhere else."""

import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from normviz.pages.cards import SIZE
from normviz.pages.export import chapters, write_page, write_pages
from normviz.pages.site import contents, write_site
from normviz.pages.tiles import PICTURES, POOLS, mark, tile
from tests.markup import elements_in
from tests.support.chapters import CHAPTERS, read

pytestmark = pytest.mark.exhaustive

THERE = "https://ada.github.io/normviz/"
NOTEBOOKS = {path: read(path) for path in CHAPTERS}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    write_pages(NOTEBOOKS, folder, address=THERE)
    write_site(chapters(NOTEBOOKS), folder, THERE)
    return folder


def said(page):
    """What a page says about itself: name → content, its title and links to what it is."""
    elements = elements_in(page.read_text(encoding="utf-8"))
    meta = {
        own.get("name") or own.get("property"): own.get("content") for name, own in elements if name == "meta"
    }
    return meta | {own["rel"]: own["href"] for name, own in elements if name == "link"}


def test_every_page_has_a_title_a_description_an_icon_and_an_address(site):
    pages = sorted(site.glob("*.html"))
    assert len(pages) == len(CHAPTERS) + 2
    descriptions = set()
    for page in pages:
        about = said(page)
        assert about["canonical"] == THERE + page.name
        assert about["icon"].startswith("data:image/svg+xml,")
        assert 40 < len(about["description"]) < 250
        assert re.search(r"<title>.+ · normviz</title>", page.read_text(encoding="utf-8"))
        descriptions.add(about["description"])
    assert len(descriptions) == len(CHAPTERS) + 1  # the two others tell of all


def test_every_link_is_shown_with_a_picture_of_its_own(site):
    for page in [*(site / f"{path.stem}.html" for path in CHAPTERS), site / "index.html"]:
        image = said(page)["og:image"]
        assert image.startswith(THERE)
        with Image.open(site / image.removeprefix(THERE)) as picture:
            assert picture.size == SIZE == (1200, 630)
    assert sum(path.stat().st_size for path in (site / "images").iterdir()) < 400_000


def test_map_names_every_page(site):
    places = [one.text for one in ElementTree.parse(site / "sitemap.xml").iter() if one.tag.endswith("loc")]
    assert places == [THERE, *(f"{THERE}{path.stem}.html" for path in CHAPTERS)]


def test_a_site_without_an_address_says_none(tmp_path):
    write_pages(NOTEBOOKS, tmp_path, only=[])
    write_site(chapters(NOTEBOOKS), tmp_path)
    for page in tmp_path.glob("*.html"):
        assert {"canonical", "og:image"}.isdisjoint(said(page))
    assert not (tmp_path / "sitemap.xml").exists()


def test_pictures_of_what_did_not_change_stay(site):
    before = {path: path.stat().st_mtime_ns for path in (site / "images").iterdir()}
    write_site(chapters(NOTEBOOKS), site, THERE, changed=["02"])
    assert [path.name for path, time in before.items() if path.stat().st_mtime_ns != time] == ["02.png"]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_chapter_has_a_tile_with_its_own_picture_its_question_and_its_minutes(path, site):
    index = (site / "index.html").read_text(encoding="utf-8")
    (found,) = re.findall(rf'<li data-page="{path.stem}.html">(.*?)</li>', index, re.DOTALL)
    (chapter,) = (one for one in chapters(NOTEBOOKS) if one.stem == path.stem)
    assert str(tile(chapter.number)) in found
    assert chapter.question in found
    assert f"{chapter.minutes} minutes" in found


def test_pools_stand_at_the_head_of_every_chapter(tmp_path):
    assert sorted(POOLS) == sorted(PICTURES)
    path = next(path for path in CHAPTERS if path.stem.startswith("06"))
    page = write_page(path, NOTEBOOKS[path], tmp_path).read_text(encoding="utf-8")
    assert page.index("<main>") < page.index(mark("06")) < page.index("<h1")


def test_tiles_are_eleven_and_all_different():
    assert sorted(PICTURES) == [path.stem[:2] for path in CHAPTERS]
    assert len({str(tile(number)) for number in PICTURES}) == len(CHAPTERS)


def test_teachers_find_their_door_with_an_address_and_without():
    order = chapters(NOTEBOOKS)
    assert "<code>docs/teaching.md</code>" in contents(order)
    assert '<a href="https://github.com/ada/normviz/t.md">' in contents(
        order, THERE, "https://github.com/ada/normviz/t.md"
    )
