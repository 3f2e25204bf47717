"""The plan on one page: for each step its minutes, what the wall says, what to ask, and what the class will say.

Minutes are counted, not measured: nobody has timed a class.
"""

from markupsafe import Markup

from docs.lessons.paper import page
from normviz.drawing.markup import tag
from normviz.explorers.stage import words_of
from normviz.views import stage

PACE = 110  # words a minute, read to be said
LOOK, FIXED = 20, 5  # seconds to look at a step of the wall; minutes to print, and to stand in the last row
HEAD = "min", "the wall says", "ask", "they will say"


def minutes(chapter: str) -> list[int]:
    """What each step may take."""
    return [int(step.notes["Minutes"]) for step in stage.steps_of(chapter)]


def minutes_to_prepare(chapter: str) -> int:
    """Counted: the words of the plan, a look at each step of the wall, and the rest."""
    said = " ".join([*words_of(chapter), *words_of(chapter, "Ask"), *words_of(chapter, "They will say")])
    return round(len(said.split()) / PACE + len(minutes(chapter)) * LOOK / 60 + FIXED)


def plan(chapter: str, students: int) -> str:
    """The page to print."""
    rows, begun = [], 0
    said = words_of(chapter), words_of(chapter, "Ask"), words_of(chapter, "They will say")
    for k, (takes, *cells) in enumerate(zip(minutes(chapter), *said, strict=True), 1):
        cells = f"{begun}–{begun + takes}", f"{k}. {cells[0].replace('**', '')}", *cells[1:]
        rows.append(tag("tr", [tag("td", cell) for cell in cells]))
        begun += takes
    head = tag("thead", tag("tr", [tag("th", name, scope="col") for name in HEAD]))
    before = (
        f"{begun} minutes, counted. To prepare: {minutes_to_prepare(chapter)} minutes. For {students} students print "
        f"sheets.html {-(-students // 2)} times, cut it, and lay it on the desks before. Open wall.html, F11. Space "
        "(→, Page Down) goes on, ← goes back. Ask before you press. Late? Leave out the second "
        "vote, and on the sheet the number of “How”. "
        "Homework: python -m docs.homework 02.6 06.7 --students N."
    )
    return page("Plan", [tag("p", before), Markup("\n"), tag("table", head, tag("tbody", rows))], kind="plan")
