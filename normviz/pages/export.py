"""Executed chapters as files: pages and the list of chapters."""

import re
from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

from nbconvert import TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbformat import NotebookNode

import normviz
from normviz import front
from normviz.exercises.spoken import write_words
from normviz.pages.code import is_hidden
from normviz.pages.layout import laid_out
from normviz.pages.markdown import to_html
from normviz.pages.outputs import prepare
from normviz.pages.site import TEMPLATES, about, contents, languages, packed_style, read

PAGE = ".html"
_MINUTES = re.compile(r"(\d+) minutes", re.IGNORECASE)
# Code that page.css does not set apart.
_PLAIN = re.compile(r'<span class="(?!kc?"|kn"|ow"|[sc])[^"]*">([^<]*)</span>')
_MADE_OF = re.compile(r'<meta name="made-of" content="(\w+)">')


@dataclass(frozen=True)
class Chapter:
    """A chapter among the others: ``before`` and ``after`` are None at the ends."""

    stem: str
    title: str
    minutes: str = ""  # as its head says
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
    def question(self) -> str:
        """What the chapter asks, as a sentence.

        >>> Chapter("03_gamma", "γ and β: what if?").question, Chapter("06_padding", "Why does it?").question
        ('What if?', 'Why does it?')
        """
        asks = self.title.partition(": ")[2] or self.title
        return asks[0].upper() + asks[1:]

    @property
    def subject(self) -> str:
        """What it is about, in a word or two, where the question is not all that its title says.

        >>> Chapter("03_gamma", "γ and β: what if?").subject, Chapter("06_padding", "Why does it?").subject
        ('γ and β', 'Padding')
        """
        if ": " in self.title:
            return self.title.partition(": ")[0]
        words = self.stem[3:].replace("_", " ")
        return "" if words == self.title.lower() else words[:1].upper() + words[1:]


def chapters(notebooks: Mapping[Path, NotebookNode]) -> list[Chapter]:
    """The chapters in order, each with its neighbours; the title is the first heading."""
    alone = []
    for path, notebook in notebooks.items():
        title = notebook.cells[0].source.splitlines()[0].lstrip("# ")
        minutes = _MINUTES.search("\n".join(cell.source for cell in notebook.cells[:6]))
        alone.append(Chapter(path.stem, title, minutes[1] if minutes else ""))
    return [
        replace(one, before=before, after=after)
        for one, before, after in zip(alone, [None, *alone[:-1]], [*alone[1:], None], strict=True)
    ]


def write_pages(
    notebooks: Mapping[Path, NotebookNode],
    folder: Path,
    *,
    only: Collection[Path] | None = None,
    address: str = "",
    teaching: str = "",
) -> list[Path]:
    """Write ``index.html`` and a page for each executed chapter, path → notebook; returns the files.

    Where ``only`` names chapters, the pages of the others are left as they are. ``address`` is where the pages will be
    seen, with a slash at its end; they work without it, and anywhere else. ``teaching`` is for
    :func:`normviz.pages.site.contents`.
    """
    order, sums = chapters(notebooks), made_of(notebooks, address)
    written = [
        _export(notebook, chapter, folder, sums[path], address)
        for (path, notebook), chapter in zip(notebooks.items(), order, strict=True)
        if only is None or path in only
    ]
    write_words(folder)
    index = folder / "index.html"
    index.write_text(contents(order, address, teaching), encoding="utf-8")
    return [index, *written]


def write_page(path: Path, notebook: NotebookNode, folder: Path) -> Path:
    """Write one executed chapter as a page that knows no other; returns the file."""
    alone = {path: notebook}
    (chapter,) = chapters(alone)
    return _export(notebook, chapter, folder, made_of(alone)[path], "")


def made_of(notebooks: Mapping[Path, NotebookNode], address: str = "") -> dict[Path, str]:
    """What the page of each chapter is made of, path → a sum over all bytes.

    All that the package holds counts: a picture hangs together with most of it. So do the names of the chapters before
    and after, to which a page leads, and the ``address`` where it will be seen.
    """
    return {
        path: sha256(path.read_bytes() + f"{chapter!r} {address}".encode() + _package()).hexdigest()[:16]
        for path, chapter in zip(notebooks, chapters(notebooks), strict=True)
    }


def said_to_be_made_of(page: Path) -> str | None:
    """What a page that was written before says it is made of; None where there is none."""
    found = _MADE_OF.search(page.read_text(encoding="utf-8")) if page.is_file() else None
    return found and found[1]


@cache
def _package() -> bytes:
    return _bytes_of(Path(normviz.__file__).parent)


def _bytes_of(folder: Path) -> bytes:
    """A sum over all files of a folder, and their names."""
    total = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            total.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return total.digest()


def _shown(notebook: NotebookNode) -> str:
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    return "".join(output.get("data", {}).get("text/html", "") for output in outputs)


def _export(notebook, chapter, folder, made_of, address) -> Path:
    notebook = deepcopy(notebook)
    prepare(notebook, chapter.number)
    # HTMLExporter would read the whole page again, to set what this template sets itself.
    exporter = TemplateExporter(
        template_name="page",
        template_extension=".html.j2",
        file_extension=PAGE,
        extra_template_basedirs=[str(TEMPLATES)],
    )
    exporter.register_filter("page_markdown", partial(to_html, ending=PAGE))
    highlight = Highlight2HTML(pygments_lexer="ipython3", parent=exporter)
    exporter.register_filter(
        "highlight_code", lambda *code, **how: _PLAIN.sub(r"\1", highlight(*code, **how))
    )
    own = {
        "chapter": chapter,
        "page": about(chapter, address),
        "placed": list(laid_out(notebook.cells)),
        "made_of": made_of,
        "is_hidden": is_hidden,
        "style": packed_style(),
        "script": front.page_script(_shown(notebook), read("scroll.js"), front.read("words.js")),
        "languages": languages(chapter.number),
    }
    body, _ = exporter.from_notebook_node(notebook, own)
    path = folder / chapter.page
    path.write_text(body, encoding="utf-8")
    return path
