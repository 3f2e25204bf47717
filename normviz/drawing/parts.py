"""Parts of a picture that are made of elements: panels, a table that scrolls, lines of arithmetic, a long sum."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from normviz.drawing.markup import classes, tag
from normviz.drawing.names import first_names
from normviz.drawing.sizes import MOST_MADE_UP, MOST_TERMS
from normviz.norms import LOST, digits_are_lost


def panel(*children, look: str | None = None, **attributes) -> Markup:
    """One of the parts that stand side by side in :func:`panels`; ``look`` is a class more, such as "nv-grow"."""
    return tag("div", children, class_=classes("nv-panel", look), **attributes)


def panels(*children, look: str | None = None, **attributes) -> Markup:
    """Parts side by side; on a narrow screen they stand one below the other.

    >>> panels(panel("a"), panel("b", look="nv-grow"), data_pool="row").striptags()
    'ab'
    """
    return tag("div", children, class_=classes("nv-panels", look), **attributes)


def titled(*words, look: str | None = None, **attributes) -> Markup:
    """The title of a part."""
    return tag("p", words, class_=classes("nv-title", look), **attributes)


def noted(*words, look: str | None = None) -> Markup:
    """A remark below a part, or beside it."""
    return tag("p", words, class_=classes("nv-note", look))


def lost_digits(*pools: tuple) -> Markup | None:
    """Say that float64 lost the digits of a pool, where one of the (mean, std) is so; arrays hold several pools.

    >>> lost_digits((13.1, 4.6)), lost_digits((13.1, 4.6), (1e15, 4.6)).striptags()[:30]
    (None, 'σ is less than 10⁻¹² · |μ|. fl')
    """
    return noted(LOST) if any(digits_are_lost(*pool) for pool in pools) else None


def made_up(words: Sequence[str]) -> Markup | None:
    """Say which words have numbers of their own making, if there are any."""
    if not words:
        return None
    return noted(
        f"No embedding is known for {first_names(words, MOST_MADE_UP)}: each of these words gets numbers made from "
        "its own letters, so the same word always gets the same vector."
    )


def valued(number, **attributes) -> Markup:
    """The number that a sentence is about."""
    return tag("span", number, class_="nv-value", **attributes)


def named_row(name, *cells, **attributes) -> Markup:
    """A row of a table, after its name.

    >>> named_row("μ", tag("td", 5))
    Markup('<tr><th scope="row">μ</th><td>5</td></tr>')
    """
    return tag("tr", tag("th", name, scope="row"), cells, **attributes)


def scrolled_table(
    caption: str, head, body, *, foot=None, look: str, aside=None, below=None, place="nv-scroll", **attributes
) -> Markup:
    """A table in a box that scrolls, also by keys, where there is no room for it.

    The box has the table's caption for a name, without what ``aside`` says beside it; ``below`` stands below the table
    in the box, whose classes are ``place``. ``look`` and ``attributes`` are the table's own.

    >>> scrolled_table("σ", tag("tr"), tag("tr"), look="nv-table").striptags()
    'σ'
    """
    rows = tag("thead", head), tag("tbody", body), None if foot is None else tag("tfoot", foot)
    table = tag("table", tag("caption", caption, aside), rows, class_=look, **attributes)
    return tag("div", table, below, class_=place, tabindex="0", role="group", aria_label=caption)


def column_names(names: Iterable[str]) -> Markup:
    """The head of a table whose rows have names, too.

    >>> column_names(["μ"])
    Markup('<tr><td></td><th scope="col">μ</th></tr>')
    """
    return tag("tr", tag("td"), [tag("th", name, scope="col") for name in names])


def arithmetic(steps: Iterable[tuple], *, look: str = "nv-steps") -> Markup:
    """Lines of arithmetic, each a name and what it is.

    >>> arithmetic([("μ", "(1 + 3) / 2 = 2")]).striptags()
    'μ = (1 + 3) / 2 = 2'
    """
    items = [tag("li", tag("span", f"{name} ", class_="nv-name"), "= ", text) for name, text in steps]
    return tag("ol", items, class_=look)


def added_up(terms: Sequence) -> Markup:
    """A sum, of many terms the first and the last.

    >>> print(added_up("12345"), added_up("1234567"), sep=", ")
    1 + 2 + 3 + 4 + 5, 1 + 2 + 3 + … + 7
    """
    return Markup(" + ").join([*terms[:3], "…", terms[-1]] if len(terms) > MOST_TERMS else terms)
