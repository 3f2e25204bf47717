"""A plan on paper, for the teacher to hold in class: the same Markdown as in docs/teaching.md, alone."""

import re

from markupsafe import Markup, escape

from docs.lessons.page import plan
from docs.lessons.plan import Lesson
from docs.lessons.sheets import Paper
from normviz.drawing.markup import join, tag

MARKS = {r"`([^`]*)`": "code", r"\*\*(.+?)\*\*": "b", r"\*(.+?)\*": "i"}


def printed(lesson: Lesson) -> str:
    """The plan as one page to print."""
    body = tag("section", join(map(_block, plan(lesson).split("\n\n"))), class_="plan")
    return Paper(filled=True).page(lesson.heading, [body], kind="plan")


def _block(text: str) -> Markup:
    lines = text.split("\n")
    if heading := re.match("(#+) (.*)", text):
        return tag(f"h{len(heading[1]) - 1}", _inline(heading[2])) + Markup("\n")
    if text.startswith("|"):
        head, _, *rows = ([_inline(cell) for cell in line[2:-2].split(" | ")] for line in lines)
        return tag(
            "table",
            tag("thead", tag("tr", [tag("th", name, scope="col") for name in head])),
            tag("tbody", [tag("tr", [tag("td", cell) for cell in row]) for row in rows]),
        ) + Markup("\n")
    if text.startswith("- "):
        items = (tag("li", _inline(line.strip()[2:]), class_=line[:2] == "  " and "under") for line in lines)
        return tag("ul", items) + Markup("\n")
    return tag("p", _inline(text)) + Markup("\n")


def _inline(text: str) -> Markup:
    marked = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", str(escape(text)))
    for mark, name in MARKS.items():
        marked = re.sub(mark, rf"<{name}>\1</{name}>", marked)
    return Markup(marked)
