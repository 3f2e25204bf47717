"""All files of the kit: a wall for each stage, the plan, and the sheet, empty and filled in."""

from docs.lessons.plan import plan
from docs.lessons.sheet import sheets
from docs.lessons.wall import wall
from normviz.views.stage import FOLDER

LESSON = "lesson"


def files(students: int = 60, vote: str | None = None) -> dict[str, str]:
    """Each file's name and what belongs into it, for a class of ``students`` that may ``vote`` at an address."""
    others = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != LESSON)
    return {
        "wall.html": wall(LESSON),
        "plan.html": plan(LESSON, students),
        "sheets.html": sheets(LESSON, filled=False, vote=vote),
        "sheets_filled.html": sheets(LESSON, filled=True),
    } | {f"wall_{chapter}.html": wall(chapter) for chapter in others}
