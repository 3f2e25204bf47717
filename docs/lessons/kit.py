"""All files of all lessons."""

from functools import cache
from pathlib import Path

from docs.lessons import minutes_15, minutes_20, minutes_50, minutes_90, page
from docs.lessons.notebook import notebook
from docs.lessons.printed import printed
from docs.lessons.slides import deck
from docs.lessons.slips import sheets
from docs.lessons.strips import strips

LESSONS = tuple(module.LESSON for module in (minutes_15, minutes_20, minutes_50, minutes_90))
DOCS = Path(__file__).parents[1]
PAGE = DOCS / "teaching.md"
HOMEWORK = DOCS / "homework.md"
NOTEBOOKS = DOCS.parent / "notebooks" / "lessons"


@cache
def files() -> dict[Path, str]:
    """Each file's path and what belongs into it."""
    between = {PAGE: page.contents(LESSONS), HOMEWORK: page.variants()}
    made = {path: page.put_in(path.read_text(encoding="utf-8"), text) for path, text in between.items()}
    for lesson in LESSONS:
        folder = DOCS / "lessons" / lesson.name
        made[folder / "plan.html"] = printed(lesson)
        made[folder / "slides.html"] = deck(lesson)
        made[folder / "sheets.html"] = sheets(lesson, filled=False)
        made[folder / "sheets_filled.html"] = sheets(lesson, filled=True)
        if states := strips(lesson):
            made[folder / "states.html"] = states
        made[NOTEBOOKS / f"{lesson.name}.ipynb"] = notebook(lesson)
    return made
