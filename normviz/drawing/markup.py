"""HTML and SVG elements that escape by construction: whatever a user typed can only ever be text.

A mark that a control moves has a ``data-key``, unique in its picture, which stays with the number that it stands for:
``x:2,1,0`` is the number at row 2, 1 and column 0 of x, ``x:2,1,0/dot`` the same number in another view. A statistic
has ``data-lights``, the numbers that it is made of: ``x:*,0`` are all of column 0. A picture has ``data-pool``, which
numbers share a mean with a number in it, and ``data-both="x y"`` where what was before lights up with what is after.
The number that a sentence follows has ``data-of``, its place; a distance that moves with the ruler has ``data-away``.
"""

import re
from collections.abc import Iterable
from functools import cache

from markupsafe import Markup, escape

# Classes that keep MathJax, in JupyterLab (3 and later) and in exported pages (2), from reading formulas into names:
# from $5 to $9 is no formula.
NO_MATH = "mathjax_ignore tex2jax_ignore"
# Where a picture takes in all controls but the main one: below its ruler.
CONTROLS = Markup("<!--controls-->")
_SHAPES = {"circle", "line", "path", "polygon", "polyline", "rect"}
_SPECIAL = re.compile("[&<>\"']").search


def tag(name: str, *children, **attributes) -> Markup:
    """Build one element.

    Children are strings and numbers (escaped), Markup (kept as it is), None (left out), or iterables of these. Of the
    attributes, ``class_`` is class, an underscore becomes a hyphen; None and False are left out, True stands alone.

    >>> tag("td", "<script>", class_="cell", data_row=3, hidden=None)
    Markup('<td class="cell" data-row="3">&lt;script&gt;</td>')
    >>> tag("circle", r=3)
    Markup('<circle r="3"/>')
    """
    if not children and name in _SHAPES:  # a picture has hundreds of them
        return _markup(f"<{name}{_written(attributes)}/>")
    pieces: list[str] = []
    _collect(children, pieces)
    return _markup(f"<{name}{_written(attributes)}>{''.join(pieces)}</{name}>")


def void_tag(name: str, /, **attributes) -> Markup:
    """Build an element that has no content and no end tag, such as an image.

    >>> void_tag("img", alt='a "map"')
    Markup('<img alt="a &#34;map&#34;">')
    """
    return Markup(f"<{name}{_written(attributes)}>")


def join(*children) -> Markup:
    """Set children, as :func:`tag` takes them, side by side, escaped.

    >>> join("a < b ", None, [tag("b", 1)])
    Markup('a &lt; b <b>1</b>')
    """
    pieces: list[str] = []
    _collect(children, pieces)
    return _markup("".join(pieces))


def made_of(text: str, numbers: str) -> Markup:
    """A statistic or a term in a line of arithmetic: pointing at it lights the ``numbers`` that it stands for.

    >>> made_of("μ 4.0000", "x:*,0")
    Markup('<span data-lights="x:*,0">μ 4.0000</span>')
    """
    return tag("span", text, data_lights=numbers)


def fold(title: str, *children) -> Markup:
    """What is there for those who ask for it: closed until somebody opens it.

    >>> fold("More", "…")
    Markup('<details data-key="fold:More"><summary>More</summary>…</details>')
    """
    return tag("details", tag("summary", title), *children, data_key=f"fold:{title}")


def classes(*names: str | None) -> str | None:
    """Put class names together; None is left out.

    >>> classes("nv-in", None, "nv-cell"), classes(None)
    ('nv-in nv-cell', None)
    """
    return " ".join(name for name in names if name) or None


def outlined(look: str, first: bool, last: bool) -> str:
    """The classes of a cell in an outline, which begins at its ``first`` cell and ends at its ``last``.

    >>> outlined("nv-in", True, False)
    'nv-in nv-in-start'
    """
    return look + f" {look}-start" * first + f" {look}-end" * last


def _markup(text: str) -> Markup:
    # Markup(text) first asks whether text knows how to write itself; a picture has hundreds of elements.
    return str.__new__(Markup, text)


def _collect(children: Iterable, pieces: list[str]) -> None:
    for child in children:
        if type(child) is Markup:  # the common case, and a table has hundreds
            pieces.append(child)
        elif isinstance(child, str):
            pieces.append(_text(child))
        elif isinstance(child, Iterable):
            _collect(child, pieces)
        elif child is not None:
            pieces.append(escape(child))


def _written(attributes: dict) -> str:
    written = ""
    for key, value in attributes.items():
        if value is True:
            written += f" {_name(key)}"
        elif type(value) in (int, float):
            written += f' {_name(key)}="{value}"'
        elif value is not None and value is not False:
            written += f' {_name(key)}="{_text(value)}"'
    return written


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _text(value) -> str:
    # Most of what is written has nothing to escape, and escape takes its time to find that out.
    return value if type(value) is str and not _SPECIAL(value) else escape(value)
