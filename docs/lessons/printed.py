"""A plan on paper, for the teacher to hold in class."""

from markupsafe import Markup
from mistune import HTMLRenderer, create_markdown

from docs.lessons.page import plan
from docs.lessons.plan import Lesson
from docs.lessons.sheets import Paper
from normviz.drawing.markup import tag


class _OnPaper(HTMLRenderer):
    def heading(self, text: str, level: int, **attributes) -> str:
        return super().heading(text, level - 1, **attributes)

    def link(self, text: str, url: str, title: str | None = None) -> str:
        return text

    def table_cell(self, text: str, align: str | None = None, head: bool = False) -> str:
        return f'<th scope="col">{text}</th>' if head else f"<td>{text}</td>"


to_html = create_markdown(renderer=_OnPaper(), plugins=["table"])


def printed(lesson: Lesson) -> str:
    """The plan as one page to print."""
    body = tag("section", Markup(to_html(plan(lesson))), class_="plan")
    return Paper(filled=True).page(lesson.heading, [body], kind="plan")
