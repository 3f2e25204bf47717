"""HTML and SVG elements that escape by construction: whatever a user typed can only ever be text."""

from collections.abc import Iterable

from markupsafe import Markup, escape

# Classes that keep MathJax, in JupyterLab (3 and later) and in exported pages (2), from reading formulas into names:
# from $5 to $9 is no formula.
NO_MATH = "mathjax_ignore tex2jax_ignore"


def tag(name: str, *children, **attributes) -> Markup:
    """Build one element.

    Parameters
    ----------
    name : the element's name
    children : strings and numbers (escaped), Markup (kept as it is), None (left out), or iterables of these
    attributes : ``class_`` is class, an underscore becomes a hyphen; None and False are left out, True stands alone

    Examples
    --------
    >>> tag("td", "<script>", class_="cell", data_row=3, hidden=None)
    Markup('<td class="cell" data-row="3">&lt;script&gt;</td>')
    """
    pieces: list[str] = []
    _collect(children, pieces)
    return _markup(f"<{name}{_written(attributes)}>{''.join(pieces)}</{name}>")


def void_tag(name: str, **attributes) -> Markup:
    """Build an element that has no content and no end tag, such as an image.

    >>> void_tag("img", alt='a "map"')
    Markup('<img alt="a &#34;map&#34;">')
    """
    return Markup(f"<{name}{_written(attributes)}>")


def join(children: Iterable) -> Markup:
    """Set children side by side, escaped.

    >>> join(["a < b ", None, [tag("b", 1)]])
    Markup('a &lt; b <b>1</b>')
    """
    pieces: list[str] = []
    _collect(children, pieces)
    return _markup("".join(pieces))


def classes(*names: str | None) -> str | None:
    """Put class names together; None is left out.

    >>> classes("nv-in", None, "nv-cell"), classes(None)
    ('nv-in nv-cell', None)
    """
    return " ".join(name for name in names if name) or None


def _markup(text: str) -> Markup:
    # Markup(text) first asks whether text knows how to write itself; a picture has hundreds of elements.
    return str.__new__(Markup, text)


def _collect(children: Iterable, pieces: list[str]) -> None:
    for child in children:
        if type(child) is Markup:  # the common case, and a table has hundreds
            pieces.append(child)
        elif isinstance(child, str):
            pieces.append(escape(child))
        elif isinstance(child, Iterable):
            _collect(child, pieces)
        elif child is not None:
            pieces.append(escape(child))


def _written(attributes: dict) -> str:
    return "".join(
        f" {key.rstrip('_').replace('_', '-')}{_value(value)}"
        for key, value in attributes.items()
        if value is not None and value is not False
    )


def _value(value) -> str:
    if value is True:
        return ""
    return f'="{value}"' if type(value) in (int, float) else f'="{escape(value)}"'
