"""The minutes that a chapter promises are counted from what stands in it."""

import re

from tests.each import each
from tests.minutes import minutes, rounded
from tests.support.chapters import CHAPTERS, chapter_name, read

AT_MOST = 30, 25  # minutes of a chapter, and of its exercises: a lesson, and what is done after it
PROMISED = re.compile(r"[Aa]bout (\d+) minutes(?:, and (\d+) for the exercises)?")


@each(CHAPTERS, name=chapter_name)
def test_promised_minutes_are_the_counted_ones(path):
    taught, exercises = PROMISED.search("\n".join(cell.source for cell in read(path).cells)).groups()
    counted = minutes(path)
    assert int(taught) == rounded(counted[0])
    assert int(exercises or 0) == (rounded(counted[1]) if counted[1] else 0)
    assert int(taught) <= AT_MOST[0]
    assert int(exercises or 0) <= AT_MOST[1]
