"""Executed chapters as files: pages, slide decks and the list of chapters."""

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
from normviz.drawing.theme import CSS

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
PAGE, DECK = ".html", ".slides.html"


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

    @property
    def deck(self) -> str:
        return self.stem + DECK


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


def write_pages(notebooks: Mapping[Path, NotebookNode], folder: Path, *, slides: bool = False) -> list[Path]:
    """Write ``index.html`` and a page for each executed chapter, path → notebook; returns the files.

    With ``slides`` the list of chapters leads to their decks too, which :func:`write_slides` writes.
    """
    style = CSS + _read("page.css")
    order = chapters(notebooks)
    written = [
        _export("page", PAGE, notebook, chapter, folder, style, _read("scroll.js"))
        for notebook, chapter in zip(notebooks.values(), order, strict=True)
    ]
    contents = Environment(loader=FileSystemLoader(TEMPLATES / "page")).get_template("contents.html.j2")
    index = folder / "index.html"
    index.write_text(contents.render(chapters=order, slides=slides, style=style), encoding="utf-8")
    return [index, *written]


def write_slides(notebooks: Mapping[Path, NotebookNode], folder: Path) -> list[Path]:
    """Write a deck for each executed chapter, path → notebook, after its slideshow metadata; returns the files.

    reveal.js shows them; it stands in every deck, so that a deck is one file that needs no network.
    """
    style = _read("reveal/reveal.css") + CSS + _read("page.css") + _read("deck.css")
    script = _read("reveal/reveal.js") + _read("deck.js")
    return [
        _export("deck", DECK, notebook, chapter, folder, style, script)
        for notebook, chapter in zip(notebooks.values(), chapters(notebooks), strict=True)
    ]


def _export(template, ending, notebook, chapter, folder, style, script) -> Path:
    notebook = deepcopy(notebook)
    prepare(notebook)
    # HTMLExporter would read the whole page again, reveal.js and all, to set what these templates set themselves.
    exporter = TemplateExporter(
        template_name=template,
        template_extension=".html.j2",
        file_extension=".html",
        extra_template_basedirs=[str(TEMPLATES)],
    )
    exporter.register_filter("page_markdown", partial(to_html, ending=ending))
    exporter.register_filter("highlight_code", Highlight2HTML(pygments_lexer="ipython3", parent=exporter))
    body, _ = exporter.from_notebook_node(notebook, {"chapter": chapter, "style": style, "script": script})
    path = folder / (chapter.stem + ending)
    path.write_text(body, encoding="utf-8")
    return path


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
