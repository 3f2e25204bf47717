"""The explorers as a reader meets them: in JupyterLab, by keyboard, at two widths, in both themes."""

import pytest
from PIL import Image

from tests.browser.accessibility import serious_findings
from tests.browser.chapter import DARK, LIGHT, NARROW, WIDE
from tests.chapters import CHAPTERS, chapter_name, explorers_of

pytestmark = pytest.mark.browser

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, indirect=True, ids=chapter_name)
each_theme = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
each_width = pytest.mark.parametrize("width", [WIDE, NARROW])
EXPLORERS = [(path, name) for path in CHAPTERS for name in explorers_of(path)]
each_explorer = pytest.mark.parametrize(
    ("chapter", "name"),
    EXPLORERS,
    indirect=["chapter"],
    ids=[f"{path.stem}-{name}" for path, name in EXPLORERS],
)


@each_chapter
def test_chapter_draws_the_explorers_that_its_code_calls(chapter):
    assert sorted(set(chapter.drawn_explorers())) == sorted(chapter.explorers)


@each_chapter
def test_chapter_shows_no_error_after_run_all(chapter):
    assert chapter.errors() == []


@each_explorer
def test_every_slider_changes_the_picture_at_an_arrow_key(chapter, name):
    chapter.show()
    for explorer in chapter.boxes(name):
        assert explorer.slider_handles(), f"{name} shows no slider"
        assert explorer.dead_sliders() == []
    assert chapter.errors() == []


@each_theme
@each_explorer
def test_explorer_has_no_serious_accessibility_finding(chapter, name, theme):
    chapter.show(theme=theme, height=2400)  # axe judges the contrast of what is in sight
    assert [finding for explorer in chapter.boxes(name) for finding in serious_findings(explorer)] == []


@each_width
@each_chapter
def test_nothing_is_wider_than_its_place(chapter, width):
    chapter.show(width=width)
    assert chapter.drawn_explorers()
    assert chapter.overflowing() == []


@each_theme
@each_width
@each_explorer
def test_explorer_gives_a_picture_to_look_at(chapter, name, width, theme, picture):
    chapter.show(width=width, theme=theme)
    for number, explorer in enumerate(chapter.boxes(name), start=1):
        path = picture(chapter.path.stem, name, number, width, theme.split()[-1].lower())
        explorer.photograph(path)
        with Image.open(path) as image:
            assert image.getcolors(2) is None, f"{path.name} is blank"
