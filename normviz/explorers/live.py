"""Explorers that their page computes and draws by itself: settings and data go there, settings come back."""

import json
import re
from dataclasses import replace
from math import isfinite

from markupsafe import Markup

from normviz.drawing.markup import NO_MATH, tag
from normviz.front.packed import packed
from normviz.goals import drawn, find
from normviz.padding import PaddedBatch
from normviz.table import RULES
from normviz.views.sentences import are_for_a_page, known_words
from normviz.views.settings import Edits, Given, Pairs

MOST_NUMBERS = 5_000  # of a block that a page normalizes again with each frame
_OPERATORS = {" and ": " && ", " or ": " || "}
_WORD = re.compile("('[^']*')|" + "|".join(_OPERATORS))  # as it stands in a string, or between two conditions
ALONE = "This moves without a running Python. In the notebook, arrays of your own go in."


def is_live(explorer) -> bool:
    """Whether a file of ``front/views`` computes what ``explorer`` shows."""
    given, embedding = (getattr(explorer.settings, name, None) for name in ("given", "embedding"))
    if isinstance(given, PaddedBatch) and given.values.size > MOST_NUMBERS:
        return False
    if embedding and not are_for_a_page(embedding.value):
        return False
    owner = next(kind for kind in type(explorer).__mro__ if "alone_as" in vars(kind))
    if explorer.compute is not owner.compute:  # that of `nv.inspect`, which the page does not know
        return False
    return bool(explorer.alone_as)


def parts_of(explorer) -> tuple:
    """Return what :func:`around` follows from: a number that is moved is none of it."""
    said = [value for value in vars(explorer.settings).values() if isinstance(value, str | Given)]
    return explorer.shown_only, explorer.named_goals, *said


def around(explorer, *, has_kernel: bool = False) -> str:
    """Return, as JSON, what the page of ``explorer`` is made of, but for its settings.

    Parameters
    ----------
    explorer : the explorer
    has_kernel : whether Python hears what is typed
    """
    settings, name = explorer.settings, explorer.named_goals
    examples = explorer.examples_on_a_page(settings)
    data = {"examples": examples, "typed": explorer.typed, "isAlone": not has_kernel}
    if explorer.typed_as:
        data |= {"rules": RULES}
    if hasattr(settings, "embedding"):
        known, features = known_words(settings.embedding and settings.embedding.value, settings.features)
        data |= {"known": dict(known), "features": features}
    told = {
        "view": explorer.alone_as,
        "explorer": type(explorer).__name__,
        "heading": explorer.heading,
        "first": plain(explorer.first),
        "only": explorer.shown_only,
        "data": data,
    }
    if name:
        when = [_WORD.sub(lambda found: found[1] or _OPERATORS[found[0]], one.when) for one in find(name)]
        told["goals"] = {"when": when, "markup": drawn(name, find(name), None, None)}
    return _json(told)


def live_figure(explorer) -> Markup | None:
    """Return ``explorer`` as an element that ``live.js`` moves; None where only a kernel can compute its view."""
    if not is_live(explorer):
        return None
    told = f'{{"settings":{_json(plain(explorer.settings))},{around(explorer)[1:]}'
    return tag(
        "figure",
        tag("div", explorer.page(explorer.settings), class_="nv-page"),
        tag("figcaption", ALONE, " ", tag("span", class_="nv-left-out", role="status")),
        Markup(f'<script type="application/json">{{"live":"{packed(told.encode())}"}}</script>'),
        class_=f"nv-moving {NO_MATH}",
        role="group",
        aria_label=explorer.heading,
        data_view=explorer.alone_as,
    )


def spoken(explorer, by: str) -> str:
    """Return, as JSON, the settings of ``explorer``, what is wrong with them, and which page has sent them."""
    return _json({"settings": plain(explorer.settings), "error": explorer.error, "by": by})


def plain(settings) -> dict:
    """Settings as JSON has them; what a caller gave is among the examples."""
    told = {}
    for name, value in vars(settings).items():
        if isinstance(value, Pairs):
            told[name] = {str(column): [*map(_finite, pair)] for column, pair in value.said}
        elif isinstance(value, Edits):
            told[name] = {",".join(map(str, cell)): number for cell, number in value.said}
        elif value is None or isinstance(value, str | int | float | tuple):
            told[name] = _finite(value)
    return told


def heard(settings, told: dict):
    """Return ``settings`` as a page says them, which is :func:`plain` read again.

    >>> from normviz import PaddingExplorer
    >>> settings = PaddingExplorer().settings.with_gamma(2.5)
    >>> heard(settings, json.loads(json.dumps(plain(settings)))) == settings
    True
    """
    names = plain(settings).keys() & told.keys()
    return replace(settings, **{name: _like(getattr(settings, name), told[name]) for name in names})


def _like(before, told):
    if isinstance(before, Pairs):
        pairs = ((int(column), (float(gamma), float(beta))) for column, (gamma, beta) in told.items())
        return Pairs(tuple(sorted(one for one in pairs if one[1] != (1.0, 0.0))))
    if isinstance(before, Edits):
        cells = ((tuple(map(int, cell.split(","))), float(number)) for cell, number in told.items())
        return Edits(tuple(sorted(cells)))
    if isinstance(told, list):
        return tuple(told)
    return float(told) if isinstance(before, float) and type(told) is int else told


def _json(told) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), default=lambda one: one.tolist())


def _finite(number):
    """JSON has no other numbers, and no picture either."""
    return None if isinstance(number, float) and not isfinite(number) else number
