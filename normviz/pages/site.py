"""What the pages are together: what each says about itself, and the front page as one file of its own."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader

from normviz import front
from normviz.drawing.theme import COLOURS, CSS
from normviz.pages.hero import hero

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
TITLE = "Which numbers share a mean?"
DESCRIPTION = (
    "Nobody changes a word, and every number changes: batch norm and layer norm as pictures that move, "
    "and eleven short chapters that compute them by hand."
)


def _icon() -> str:
    """Nine numbers, and the column that shares a mean."""
    tiles = "".join(
        f'<rect x="{6 + 18 * column}" y="{6 + 18 * row}" width="16" height="16" rx="3" '
        f'fill="{COLOURS["column"] if column == 1 else "#999"}"/>'
        for column in range(3)
        for row in range(3)
    )
    return "data:image/svg+xml," + quote(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{tiles}</svg>'
    )


ICON = _icon()


@dataclass(frozen=True)
class About:
    """What a page says about itself; ``address`` is that of all pages, with a slash at its end, or empty."""

    name: str
    title: str
    description: str = DESCRIPTION
    image: str = ""
    address: str = ""
    icon: str = ICON


def page_style() -> str:
    return CSS + front.style() + read("page.css")


def render(template: str, **what) -> str:
    return Environment(loader=FileSystemLoader(TEMPLATES / "page")).get_template(template).render(**what)


def play(chapters, address: str = "") -> str:
    """Return the picture at the top of the front page as a file that stands alone.

    Parameters
    ----------
    chapters : what ``normviz.pages.export.chapters`` returns
    address : of all pages, with a slash at its end; while there is none, the chapters are named, and the page says
        how a reader comes to them
    """
    return render(
        "play.html.j2",
        page=About("play.html", f"{TITLE} · normviz", image="index.png" if address else "", address=address),
        chapters=chapters,
        hero=hero(),
        style=page_style(),
        script=front_script(),
    )


def front_script() -> str:
    """Return what moves the picture at the top, and plays it once."""
    return front.page_script() + f"{{\n{read('hero.js')}\n}}"


def read(name: str) -> str:
    """Return the text of a file of this folder."""
    return (HERE / name).read_text(encoding="utf-8")
