"""What runs in the page, as real files: style sheets and JavaScript that an editor and a linter understand.

``view.js`` shows a picture, ``ahead.js`` keeps those that may come next, ``morph.js`` changes only what differs, and
``book.js`` reads many pictures at once; ``keys.js`` keeps keys that are pressed on controls from the notebook around,
and ``handles.js`` names the sliders' handles. One module is what several of these files make together.
"""

from functools import cache
from pathlib import Path

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
