"""Explorers and whole chapters as pictures, for looking at; collected only with a folder to put them in:

NORMVIZ_SCREENSHOTS=pictures python -m pytest tests/browser -k "screens or look_at"
"""

import pytest
from PIL import Image

from tests.browser.parameters import each_chapter, each_explorer_of, each_theme, photographed

pytestmark = pytest.mark.browser


@each_theme
@photographed
@each_chapter
def test_screens_of_a_chapter(chapter, width, theme, picture):
    chapter.show(width=width, theme=theme, height=1600)
    count = 0
    for count, screen in enumerate(chapter.screens(), start=1):
        path = picture(chapter.path.stem, "screen", width, theme.split()[-1].lower(), f"{count:02}")
        screen.screenshot(path=path)
    assert count


@each_theme
@photographed
@each_explorer_of()
def test_explorer_gives_a_picture_to_look_at(chapter, name, width, theme, picture):
    chapter.show(width=width, theme=theme)
    for number, explorer in enumerate(chapter.boxes(name), start=1):
        path = picture(chapter.path.stem, name, number, width, theme.split()[-1].lower())
        explorer.photograph(path)
        with Image.open(path) as image:
            assert image.getcolors(2) is None, f"{path.name} is blank"
