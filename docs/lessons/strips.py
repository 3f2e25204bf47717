"""Plan B on paper: what an explorer shows in each state of a lesson, in strips to cut, one for each vote."""

from collections.abc import Iterator

from markupsafe import Markup

from docs.lessons.plan import Lesson, Run, Vote, plain
from docs.lessons.play import leads
from docs.lessons.sheets import Paper
from docs.lessons.stages import stages
from normviz.drawing.markup import join, tag
from normviz.drawing.theme import CSS

# Paper is white in the dark, too.
ON_PAPER = "html:root{--nv-ink0:#000;--nv-soft0:#444;--nv-paper0:#fff;--nv-line0:#999}"
STYLE = tag("style", Markup(CSS + ON_PAPER))


def strips(lesson: Lesson) -> str:
    """The page with all strips of a lesson; without runs there is none, and it is empty text."""
    made_of = list(_strips(lesson))
    return Paper(filled=False).page(lesson.heading, [STYLE, *made_of], kind="states") if made_of else ""


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
    drawn = stages(run)
    for one, lead, stage, following in zip(run.sets, leads(run), drawn, [*drawn[1:], None], strict=True):
        controls |= one.controls
        where = ", ".join(f"{label}: {value}" for label, value in controls.items())
        again = stage and following and following.count("data-ruler") > stage.count("data-ruler")
        picture = (
            None if again or not stage else tag("div", stage, class_="nv")
        )  # the next one has its ruler, too
        yield join(tag("p", where, class_="where"), lead, tag("p", plain(one.seen)), picture)
