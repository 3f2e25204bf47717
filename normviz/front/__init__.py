"""What runs in the page, as real files: style sheets and JavaScript that an editor and a linter understand.

``shown.js`` draws a picture and reads it out; ``view.js`` shows a kernel's, and ``page.js`` those of a page that has
none. ``ahead.js`` keeps pictures that may come next, ``morph.js`` changes only what differs, ``first.js`` outlines
where things stood at first, and ``book.js`` reads many pictures at once; ``keys.js`` keeps keys that are pressed on
controls from the notebook around, ``handles.js`` names what ipywidgets leaves unnamed, and ``numbers.js`` reads a
decimal comma. ``hold.js`` takes hold of numbers, ``walk.js`` goes from cell to cell, and ``link.js`` lights what
belongs together. ``guess.js`` shows a prediction beside the explorer that follows it, and a guessed number on its
axis. One module is what several of these files make together.
"""

from functools import cache
from pathlib import Path

EXPLORER = (
    "numbers.js",
    "keys.js",
    "book.js",
    "morph.js",
    "first.js",
    "shown.js",
    "hold.js",
    "link.js",
    "walk.js",
    "explorer.js",
    "kernel.js",
)
_FOLDER = Path(__file__).parent


@cache
def read(name: str) -> str:
    """Return the text of the file ``name`` of this folder.

    >>> read("keys.js").count("keydown")
    1
    """
    return (_FOLDER / name).read_text("utf-8")


def style(*names: str) -> str:
    """Return the style of what needs a kernel, and of the files ``names``, for a ``<style>`` element."""
    return "".join(map(read, ("live.css", *names)))


def module(*names: str) -> str:
    """Return the files ``names`` as one module for the page; the last of them exports what is run.

    >>> "export default" in module("keys.js", "prediction.js")
    True
    """
    return "\n".join(map(read, names))


def page_style() -> str:
    """Return the style of what moves without a kernel, for a ``<style>`` element."""
    return read("page.css")


def page_script() -> str:
    """Return what moves explorers and answers predictions in a page without a kernel, for a ``<script>`` element.

    A page may hold it more than once: it keeps its names to itself, and begins with what has not begun yet.
    """
    drawn = ("book.js", "morph.js", "first.js", "shown.js", "walk.js", "link.js", "numbers.js", "explorer.js")
    return f"{{\n{module(*drawn, 'table.js', 'guess.js', 'asked.js')}\n}}"
