"""Whole chapters as pictures, screen by screen, for looking at; collected only with a folder to put them in:

NORMVIZ_SCREENSHOTS=pictures python -m pytest tests/browser -k "screens or look_at"
"""

import pytest

from tests.browser.chapter import DARK, LIGHT, NARROW, WIDE
from tests.chapters import CHAPTERS, chapter_name

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("chapter", CHAPTERS, indirect=True, ids=chapter_name)
def test_screens_of_a_chapter(chapter, width, theme, picture):
    chapter.show(width=width, theme=theme, height=1600)
    count = 0
    for count, screen in enumerate(chapter.screens(), start=1):
        path = picture(chapter.path.stem, "screen", width, theme.split()[-1].lower(), f"{count:02}")
        screen.screenshot(path=path)
    assert count
