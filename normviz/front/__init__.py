"""What runs in the page, as real files: style sheets and the lines of JavaScript that core widgets do not bring.

This module alone sends them. A script may run before its widget stands in the page, so it looks for it until it does
(``begin.js``). ``keys.js`` keeps the keys that are pressed on controls from the notebook around; ``explorer.js`` marks
the region that a screen reader reads out, names what has no name, and sends clicks on cells.
"""

import json
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


def script(place: str, *names: str, **settings) -> dict:
    """Make the output that runs files of this folder with the element around it that the selector ``place`` names.

    Parameters
    ----------
    place : a CSS selector
    names : files; one of them defines ``begin``, which is called with the element
    settings : what they find in ``settings``, as JSON

    Examples
    --------
    >>> script(".nv-explorer", "keys.js", heading="Padding")["data"]["application/javascript"].splitlines()[0]
    'const settings = {"heading": "Padding", "place": ".nv-explorer"};'
    """
    first = f"const settings = {json.dumps({**settings, 'place': place})};"
    source = "\n".join([first, *map(read, names), read("begin.js")])
    return {"output_type": "display_data", "data": {"application/javascript": source}, "metadata": {}}
