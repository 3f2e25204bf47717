"""What runs in the page, as real files: style sheets and JavaScript that an editor and a linter understand.

``explorer.js`` draws the page of an explorer and turns what a hand does into messages. ``kernel.js`` tells them to a
kernel, for ``notebook.js`` and ``prediction.js``; where there is none, ``table.js`` and ``asked.js`` answer.
``morph.js`` changes only what differs, ``ruler.js`` moves rulers, ``book.js`` reads many pages at once, and
``unpack.js`` what was packed for a file. ``keys.js`` keeps keys that are pressed on controls from what is around, and
``numbers.js`` writes numbers and reads a decimal comma, ``reader.js`` reads tables and sentences, and ``heard.js``
knows what typed numbers hear. ``hold.js`` is the hand: it drags dots and pads, and goes from
cell to cell. ``link.js`` lights what belongs together, and ``shake.js`` shakes a number and all that share its mean.
``draw.js`` has a prediction drawn, ``goals.js`` ticks goals, and ``remember.js`` asks the browser what it remembers.
``balance.js`` has words balance on a plank, which becomes a ruler.
A module is what several of these files make together; sizes that no file has are those of ``drawing/sizes.toml``.
"""

import json
import re
from functools import cache, lru_cache
from pathlib import Path

from normviz.drawing.sizes import for_page
from normviz.front.packed import packed

_DRAWN = (
    "remember.js",
    "keys.js",
    "numbers.js",
    "norm.js",
    "book.js",
    "ruler.js",
    "morph.js",
    "link.js",
    "hold.js",
    "shake.js",
    "goals.js",
    "explorer.js",
)
# What computes and draws a view in the page itself.
_VIEWS = "padding", "batch_norm", "epsilon", "affine", "moderator", "axes"
LIVE = ("marks.js", "reader.js", "bar.js", "live.js", *(f"views/{name}.js" for name in _VIEWS))
EXPLORER = (*_DRAWN, *LIVE, "unpack.js", "kernel.js", "notebook.js")
PREDICTION = (
    "remember.js",
    "keys.js",
    "numbers.js",
    "book.js",
    "ruler.js",
    "morph.js",
    "draw.js",
    "asked.js",
    "unpack.js",
    "kernel.js",
    "prediction.js",
)
_ASKED = "draw.js", "heard.js", "asked.js"
# What stands in the markup of a page, and the scripts that only this needs: a view may use parts of another.
_ONLY_FOR = {
    'data-view="': ("shake.js", "marks.js", "reader.js", "bar.js", "live.js"),
    'data-view="padding"': ("views/padding.js",),
    'data-view="batch_norm"': ("views/affine.js", "views/batch_norm.js"),
    'data-view="epsilon"': ("views/epsilon.js",),
    'data-view="affine"': ("views/affine.js",),
    'data-view="moderator"': ("views/affine.js", "views/moderator.js"),
    'data-view="axes"': ("views/padding.js", "views/axes.js"),
    "nv-asked": _ASKED,
    "nv-story": ("marks.js", "stage.js"),
}
STAGE = ("keys.js", "numbers.js", "norm.js", "ruler.js", "marks.js", "unpack.js", "stage.js")
BALANCE = ("numbers.js", "norm.js", "ruler.js", "balance.js")
_FOLDER = Path(__file__).parent
_FOR_READERS = re.compile(r"^\s*//.*\n|^\s+|  // .*$", re.MULTILINE)  # of a script: indentation, comments


@cache
def read(name: str) -> str:
    """Return the text of the file ``name`` of this folder.

    >>> read("keys.js").count("keydown")
    2
    """
    return (_FOLDER / name).read_text("utf-8")


def style(*names: str) -> str:
    """Return the style of explorers and predictions, and of the files ``names``, for a ``<style>`` element."""
    return "".join(map(read, ("page.css", *names)))


def module(*names: str) -> str:
    """Return the files ``names`` as one module for the page; the last of them exports what is run.

    >>> "export default" in module(*PREDICTION)
    True
    """
    script = "\n".join(map(read, names))
    sizes = ",".join(f"{name}={json.dumps(value)}" for name, value in for_page(script).items())
    return f"const {sizes};\n{script}" if sizes else script


def page_script(shown: str, *more: str) -> str:
    """Return what moves explorers and answers predictions in a page without a kernel, for a ``<script>`` element.

    A page may hold it more than once: it keeps its names to itself, and begins with what has not begun yet.

    Parameters
    ----------
    shown : the markup of the page, which brings the scripts of what is in it
    more : scripts of the page's own, which may use these names

    Examples
    --------
    >>> len(page_script("")) < len(page_script('<form class="nv-asked">')) < 60_000
    True
    """
    needed = {name for sign, names in _ONLY_FOR.items() if sign in shown for name in names}
    left_out = set().union(*_ONLY_FOR.values()) - needed
    files = (*_DRAWN, *LIVE, "unpack.js", "table.js", *_ASKED, "stage.js")
    script = module(*(name for name in files if name not in left_out))
    return in_page("script", _for_browsers("\n".join(["{", script, *more, "}"])))


@lru_cache(16)
def in_page(kind: str, text: str) -> str:
    """Return a script that puts a ``kind`` of element, "script" or "style", into the head of its page.

    Packed, with what unpacks it, this is less than half as long as ``text``.

    >>> len(in_page("style", "p{margin:0}" * 1000)) < 4000
    True
    """
    return f'{{{_for_browsers(read("unpack.js"))}put("{kind}","{packed(text.encode())}")}}'


def _for_browsers(script: str) -> str:
    return _FOR_READERS.sub("", script)
