"""Plan B on paper: what an explorer shows in each state of a lesson, in strips to cut, one for each vote."""

from collections.abc import Iterator

from markupsafe import Markup

from docs.lessons.plan import Lesson, Run, Vote, plain
from docs.lessons.play import leads
from docs.lessons.sheets import Paper
from normviz.drawing.markup import join, tag


def strips(lesson: Lesson) -> str:
    """The page with all strips of a lesson; without runs there is none, and it is empty text."""
    made_of = list(_strips(lesson))
    return Paper(filled=False).page(lesson.heading, made_of, kind="states") if made_of else ""


def _strips(lesson: Lesson) -> Iterator[Markup]:
    for step in lesson.steps:
        after = ""
        for part in step.parts:
            if isinstance(part, Vote):
                after = f"After vote {part.id}: "
            elif isinstance(part, Run) and not part.aside:
                yield tag("div", tag("h2", after + step.title), list(_states(part)), class_="strip")


def _states(run: Run) -> Iterator[Markup]:
    controls: dict[str, str] = {}
    for one, lead in zip(run.sets, leads(run), strict=True):
        controls |= one.controls
        where = ", ".join(f"{label}: {value}" for label, value in controls.items())
        yield join(tag("p", where, class_="where"), lead, tag("p", plain(one.seen)))
