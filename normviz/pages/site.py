"""What the pages are together: what each says about itself, and the front page."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader

from normviz import front, wording
from normviz.drawing.theme import BELOW, COLOURS, CSS
from normviz.exercises.catalogue import FOLDER
from normviz.written import translation

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
CARD = "images/index.png"  # the picture that a link to a page is shown with
TITLE = "Which numbers share a mean?"
DESCRIPTION = (
    "Nobody changes a word, and every number changes: batch norm and layer norm as pictures that move, "
    "and eleven short chapters that compute them by hand."
)


def _icon() -> str:
    """Nine numbers, and the column that shares a mean."""
    columns = (
        f'<path fill="{colour}" d="{"".join(f"M{x} {y}h16v16h-16z" for x in across for y in (6, 24, 42))}"/>'
        for colour, across in ((BELOW, (6, 42)), (COLOURS["column"], (24,)))
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{"".join(columns)}</svg>'
    return "data:image/svg+xml," + quote(svg, safe=" '=/:")


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
    """Return the style sheet of pages, as an element of a head."""
    return f"<style>{_sheet()}</style>"


def packed_style() -> str:
    """Return the same for a page that is long enough: a script, which brings it before the page's body is read."""
    return f"<script>{front.in_page('style', _sheet())}</script>"


def _sheet() -> str:
    return CSS + front.style("stage.css") + read("page.css")


def render(template: str, **what) -> str:
    return Environment(loader=FileSystemLoader(TEMPLATES / "page")).get_template(template).render(**what)


def contents(chapters, address: str = "", teaching: str = "") -> str:
    """Return the front page: words on a plank, and below them each chapter's question and its minutes.

    Parameters
    ----------
    chapters : what ``normviz.pages.export.chapters`` returns
    address : of all pages, with a slash at its end, or empty
    teaching : the address of what is there for teachers; while there is none, its file is named
    """
    return render(
        "contents.html.j2",
        page=About("index.html", f"{TITLE} · normviz", image=CARD, address=address),
        style=f"<style>{_sheet()}{front.read('balance.css')}</style>",
        script="\n".join(["{", front.module("words.js", *front.BALANCE), "}"]),
        languages=languages(),
        chapters=chapters,
        teaching=teaching,
    )


def languages(chapter: str = "") -> dict[str, str]:
    """Code → name of each language that the front page, or a chapter's page, can be read in; none beside English."""
    asked = FOLDER / f"{chapter}.md"
    codes = [code for code in wording.codes()[1:] if not chapter or translation(asked, code)]
    names = {code: wording.pairs(code)["Language: English"].partition(": ")[2] for code in codes}
    return {"en": "English", **names} if names else {}


def write_site(chapters, folder: Path, address: str = "") -> list[Path]:
    """Write what belongs to the pages as a site; returns the files.

    Parameters
    ----------
    chapters, address : as for :func:`contents`; a map for search engines needs an address
    folder : where the pages are
    """
    from normviz.pages.card import write_card  # matplotlib is slow to import

    missing = About("404.html", "There is no page here · normviz", address=address)
    files = {"404.html": render("404.html.j2", page=missing, style=page_style())}
    if address:
        pages = ["", *(chapter.page for chapter in chapters)]
        places = "".join(f"<url><loc>{address}{name}</loc></url>" for name in pages)
        files["sitemap.xml"] = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>\n'
        )
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [*(folder / name for name in files), write_card(folder / CARD, TITLE)]


def about(chapter, address: str = "") -> About:
    """Return what the page of a chapter says about itself."""
    minutes = f"{chapter.minutes} minutes, with" if chapter.minutes else "With"
    return About(
        chapter.page,
        f"{chapter.title} · normviz",
        f"{chapter.question} {minutes} pictures that move and numbers by hand: chapter {chapter.number} on batch and "
        "layer normalization.",
        CARD,
        address,
    )


def read(name: str) -> str:
    """Return the text of a file of this folder."""
    return (HERE / name).read_text(encoding="utf-8")
