"""Sizes, digits and limits of what Python and the page both draw or write: ``sizes.toml`` is the one list of them.

:mod:`normviz.front` hands it to the scripts.
"""

import re
import tomllib
from pathlib import Path


def _fixed(value):
    return tuple(map(_fixed, value)) if isinstance(value, list) else value


LIST = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
LIST = {name: _fixed(value) for name, value in LIST.items()}
globals().update(LIST)


def for_page(script: str) -> dict:
    """Those of the list that ``script`` names.

    >>> for_page("2 * BAND - MOST_ROWS")
    {'BAND': 44, 'MOST_ROWS': 40}
    """
    names = set(re.findall(r"\b[A-Z][A-Z_]+\b", script))
    return {name: value for name, value in LIST.items() if name in names}
