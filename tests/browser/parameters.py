"""What the browser tests are run for: every chapter, every explorer in it, themes and widths."""

import pytest

from tests.browser.chapter import DARK, LIGHT, NARROW, WIDE, ZOOMED
from tests.chapters import CHAPTERS, chapter_name, explorers_of

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, indirect=True, ids=chapter_name)
each_theme = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
photographed = pytest.mark.parametrize("width", [WIDE, NARROW])
each_width = pytest.mark.parametrize("width", [WIDE, ZOOMED, NARROW])
EXPLORERS = [(path, name) for path in CHAPTERS for name in explorers_of(path)]
each_explorer = pytest.mark.parametrize(
    ("chapter", "name"),
    EXPLORERS,
    indirect=["chapter"],
    ids=[f"{path.stem}-{name}" for path, name in EXPLORERS],
)
