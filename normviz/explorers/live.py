"""An explorer as an element that its page computes and draws by itself: settings and data, in numbers."""

import json

from markupsafe import Markup

from normviz import front
from normviz.drawing.markup import NO_MATH, tag
from normviz.goals import drawn, find
from normviz.views.settings import Edits, Pairs

ALONE = "This moves without a running Python. In the notebook, your own data go in."


def live_figure(explorer) -> Markup | None:
    """Return ``explorer`` as an element that ``live.js`` moves; None where only a kernel can compute its view."""
    name, view = explorer.named_goals, explorer.alone_as
    owner = next(kind for kind in type(explorer).__mro__ if "alone_as" in vars(kind))
    if explorer.compute is not owner.compute:  # that of `nv.inspect`, which the page does not know
        return None
    if not view or (name and f"'{name}'" not in front.read(f"views/{view}.js")):
        return None
    settings, first = explorer.settings, explorer.first
    told = {
        "view": view,
        "explorer": type(explorer).__name__,
        "settings": _plain(settings),
        "first": _plain(first),
        "only": explorer.shown_only,
        "data": {"examples": explorer.examples_on_a_page()},
    }
    if name:
        told["goals"] = {"name": name, "markup": drawn(name, find(name), settings, explorer.result)}
    data = json.dumps(
        told, ensure_ascii=False, separators=(",", ":"), default=lambda one: one.tolist()
    ).replace("<", r"\u003c")
    return tag(
        "figure",
        tag("div", explorer.page(settings), class_="nv-page"),
        tag("figcaption", ALONE, " ", tag("span", class_="nv-left-out", role="status")),
        Markup(f'<script type="application/json">{data}</script>'),
        class_=f"nv-moving {NO_MATH}",
        role="group",
        aria_label=explorer.heading,
        data_view=view,
    )


def _plain(settings) -> dict:
    """Settings as JSON has them; what a caller gave is among the examples."""
    told = {}
    for name, value in vars(settings).items():
        if isinstance(value, Pairs):
            told[name] = {str(column): pair for column, pair in value.said}
        elif isinstance(value, Edits):
            told[name] = {",".join(map(str, cell)): number for cell, number in value.said}
        elif value is None or isinstance(value, str | int | float | tuple):
            told[name] = value
    return told
