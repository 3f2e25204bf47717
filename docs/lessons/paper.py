"""A page to print, black on white, on A4 or Letter."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from markupsafe import Markup

from normviz.drawing.markup import join, tag

STYLE = Path(__file__).with_name("print.css")
FOLDER = Path(__file__).with_name("kit")


def write(files: Mapping[str, str]) -> None:
    """Write what belongs into each file of the kit, by its name."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        print(FOLDER / name)


def page(title: str, parts: Iterable[Markup], kind: str = "sheet") -> str:
    """The whole document, as HTML that stands alone."""
    style = tag("style", Markup(STYLE.read_text(encoding="utf-8")))
    head = join(Markup('<meta charset="utf-8">\n'), tag("title", title), style)
    document = tag("html", tag("head", head), "\n", tag("body", list(parts), class_=kind), lang="en")
    return f"<!DOCTYPE html>\n{document}\n"
