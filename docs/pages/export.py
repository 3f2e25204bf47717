"""Executed chapters as files: pages and the list of chapters."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from nbconvert import TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbformat import NotebookNode

from docs.pages.markdown import to_html
from docs.pages.outputs import prepare
from normviz import front
from normviz.drawing.theme import CSS

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
PAGE = ".html"


@dataclass(frozen=True)
class Chapter:
    """A chapter among the others: ``before`` and ``after`` are None at the ends."""

    stem: str
    title: str
    before: "Chapter | None" = None
    after: "Chapter | None" = None

    @property
    def number(self) -> str:
        return self.stem[:2]

    @property
    def name(self) -> str:
        return f"{self.number} {self.title.split(':')[0]}"

    @property
    def page(self) -> str:
        return self.stem + PAGE


def chapters(notebooks: Mapping[Path, NotebookNode]) -> list[Chapter]:
    """The chapters in order, each with its neighbours; the title is the first heading."""
    alone = [
        Chapter(path.stem, notebook.cells[0].source.splitlines()[0].lstrip("# "))
        for path, notebook in notebooks.items()
    ]
    return [
        Chapter(one.stem, one.title, before, after)
        for one, before, after in zip(alone, [None, *alone[:-1]], [*alone[1:], None], strict=True)
    ]


def write_pages(notebooks: Mapping[Path, NotebookNode], folder: Path) -> list[Path]:
    """Write ``index.html`` and a page for each executed chapter, path → notebook; returns the files."""
    style = CSS + front.page_style() + _read("page.css")
    order = chapters(notebooks)
    written = [
        _export(notebook, chapter, folder, style)
        for notebook, chapter in zip(notebooks.values(), order, strict=True)
    ]
    contents = Environment(loader=FileSystemLoader(TEMPLATES / "page")).get_template("contents.html.j2")
    index = folder / "index.html"
    index.write_text(contents.render(chapters=order, style=style), encoding="utf-8")
    return [index, *written]


def _export(notebook, chapter, folder, style) -> Path:
    notebook = deepcopy(notebook)
    prepare(notebook)
    # HTMLExporter would read the whole page again, to set what this template sets itself.
    exporter = TemplateExporter(
        template_name="page",
        template_extension=".html.j2",
        file_extension=PAGE,
        extra_template_basedirs=[str(TEMPLATES)],
    )
    exporter.register_filter("page_markdown", partial(to_html, ending=PAGE))
    exporter.register_filter("highlight_code", Highlight2HTML(pygments_lexer="ipython3", parent=exporter))
    own = {"chapter": chapter, "style": style, "script": _read("scroll.js") + front.page_script()}
    body, _ = exporter.from_notebook_node(notebook, own)
    path = folder / chapter.page
    path.write_text(body, encoding="utf-8")
    return path


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
