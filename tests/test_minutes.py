"""The minutes that a chapter promises are counted from what stands in it."""

import re

from tests.each import each
from tests.minutes import minutes, rounded
from tests.support.chapters import CHAPTERS, ROOT, chapter_name

AT_MOST = 30, 25  # minutes of a chapter, and of its exercises: a lesson, and what is done after it
PROMISED = re.compile(r"[Aa]bout (\d+) minutes(?:, and (\d+) for the exercises)?")


@each(CHAPTERS, name=chapter_name)
def test_promised_minutes_are_the_counted_ones(path):
    taught, exercises = map(int, PROMISED.search(path.read_text("utf-8")).groups("0"))
    counted = minutes(path)
    assert taught == rounded(counted[0]) <= AT_MOST[0]
    assert exercises == (rounded(counted[1]) if counted[1] else 0) <= AT_MOST[1]
    tables = "\n".join(page.read_text("utf-8") for page in (ROOT / "README.md", CHAPTERS[0]))
    assert set(re.findall(rf"{path.name}\) \|.* (\d+) \|", tables)) == {str(taught)}
