"""Any picture as a figure: its tables as they are written, its charts drawn again from what they were drawn from."""

from collections.abc import Callable
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from html.parser import HTMLParser
from inspect import signature
from itertools import groupby

import numpy as np

_parts: ContextVar[list | None] = ContextVar("parts", default=None)


def part(draw: Callable) -> Callable:
    """A chart that a figure can draw again: while a picture is read, what it is drawn from is noted."""
    of = signature(draw)

    @wraps(draw)
    def noted(*args, **kwargs):
        markup = draw(*args, **kwargs)
        if (parts := _parts.get()) is not None:
            parts.append((markup, draw.__name__, of.bind(*args, **kwargs).arguments))
        return markup

    return noted


@contextmanager
def _noting():
    token = _parts.set([])
    try:
        yield _parts.get()
    finally:
        _parts.reset(token)


class _Reader(HTMLParser):
    """The lead of a picture, its titles, and each table as rows of (text, classes)."""

    def __init__(self):
        super().__init__()
        self.tables, self.lead, self._text, self._in_lead = [], "", None, False

    def handle_starttag(self, name, attributes):
        look = set((dict(attributes).get("class") or "").split())
        if name == "table":
            self.tables.append({"caption": "", "look": look, "rows": [], "at": self.getpos()})
        elif name == "tr":
            self.tables[-1]["rows"].append((look, []))
        elif name in ("td", "th", "caption"):
            self._text, self._look, span = "", look, dict(attributes).get("colspan", "1")
            self._span = int(span)
        elif name == "p" and "nv-lead" in look:
            self._in_lead = True

    def handle_endtag(self, name):
        if name == "caption":
            self.tables[-1]["caption"] = self._text
        elif name in ("td", "th") and self.tables:
            self.tables[-1]["rows"][-1][1].extend(
                [(self._text, name, self._look), *[("", name, set())] * (self._span - 1)]
            )
        elif name == "p":
            self._in_lead = False
        if name in ("td", "th", "caption"):
            self._text = None

    def handle_data(self, text):
        if self._text is not None:
            self._text += text
        elif self._in_lead:
            self.lead += text


def figure_of(picture: Callable, result, heading: str):
    """Draw the figure of ``picture(result)``."""
    from normviz.figures import lines, paper
    from normviz.figures import plane as planes

    with _noting() as noted:
        markup = picture(result)
    reader = _Reader()
    reader.feed(str(markup))
    starts = [markup.find("<table", k) for k in _finds(markup, "<table")]
    parts = [(markup.find(svg), kind, said) for svg, kind, said in noted if svg in markup]
    parts += [(at, "table", table) for at, table in zip(starts, reader.tables, strict=True)]
    parts = [(kind, said) for _, kind, said in sorted(parts, key=lambda one: one[0])]
    rows = []
    for kind, group in groupby(parts, key=lambda one: one[0]):
        group = list(group)
        wide = 1 if kind in ("curves", "spread_chart") else 2
        rows += [(kind, [said for _, said in group[k : k + wide]]) for k in range(0, len(group), wide)]
    layout = [[f"{r}.{k * len(row) // 2}" for k in range(2)] for r, (_, row) in enumerate(rows)]
    heights = [HEIGHT[kind](row) for kind, row in rows]

    @paper.on_paper
    def draw(_):
        title = " ".join(reader.lead.split()) or heading
        figure, axes = paper.sheet(title, layout, height=1.0 + sum(heights), height_ratios=heights)
        for r, (kind, row) in enumerate(rows):
            for k, said in enumerate(row):
                DRAW[kind](axes[f"{r}.{k}"], said, lines, planes, paper)
        return figure

    return draw(result)


def _finds(text, what):
    at = text.find(what)
    while at >= 0:
        yield at
        at = text.find(what, at + 1)


def _table(ax, said, lines, planes, paper):
    rows = [cells for _, cells in said["rows"] if cells]
    looks = [look for look, cells in said["rows"] if cells]
    wide = max(map(len, rows))
    letters = [max((len(row[k][0]) for row in rows if k < len(row)), default=1) + 2 for k in range(wide)]
    edges = np.append(0, np.cumsum(letters))
    size = min(paper.SMALL, 7.5 * 45 / max(edges[-1], 30))
    tone = next((t for t in paper.TONES if f"nv-tone-{t}" in said["look"]), "column")
    for i, (row, look) in enumerate(zip(rows, looks, strict=True)):
        for k, (text, name, cell) in enumerate(row):
            heat = next((int(c[4:]) for c in cell if c.startswith("nv-h") and c[4:].isdigit()), 0)
            if heat:
                ax.fill_between(edges[k : k + 2], i, i + 1, color=paper.TONES[tone], alpha=heat / 60, lw=0)
            if "nv-pad" in look:
                ax.fill_between(
                    edges[k : k + 2],
                    i,
                    i + 1,
                    facecolor="none",
                    edgecolor=paper.TONES["pad"],
                    hatch="////",
                    lw=0,
                    alpha=0.35,
                )
            if {"nv-in", "nv-shared"} & cell or "nv-across" in cell:
                ax.plot(
                    [edges[k], edges[k]],
                    [i, i + 1],
                    [edges[k + 1]] * 2,
                    [i, i + 1],
                    color=paper.TONES[tone],
                    lw=1.6,
                )
            ha, x = ("left", edges[k] + 0.5) if name == "th" and k == 0 else ("right", edges[k + 1] - 0.7)
            bold = "bold" if "nv-cell" in cell or (name == "th" and i == 0) else "normal"
            ax.text(x, i + 0.5, text, ha=ha, va="center_baseline", size=size, weight=bold, color=paper.INK)
    ax.set(xlim=(0, max(edges[-1], 40)), ylim=(len(rows), 0))
    ax.set_axis_off()
    paper.titled(ax, said["caption"])


def _line(ax, said, lines, planes, paper):
    wanted = ("scale", "mean", "std", "tone", "real", "picked", "picked_name", "ghost")
    lines.number_line(
        ax,
        said["values"],
        name=said.get("name") or said["label"].split(":")[0],
        **{k: said[k] for k in wanted if k in said},
    )


def _curves(ax, said, lines, planes, paper):
    wanted = ("x_name", "now", "dots")
    lines.curves(
        ax, said["x"], said["series"], y_name="", where="best", **{k: said[k] for k in wanted if k in said}
    )
    for note in said.get("notes", ()):
        ax.text(
            note.x, note.y, note.text, ha={"start": "left", "end": "right"}[note.anchor], fontsize=paper.SMALL
        )
    if said.get("y_scale"):
        ax.set_ylim(said["y_scale"].low, said["y_scale"].high)
    paper.titled(ax, said["label"].split(":")[0].split(".")[0])


def _spread(ax, said, lines, planes, paper):
    wanted = ("followed",)
    more = {k: said[k] for k in wanted if k in said} | {
        "scale": said.get("y_scale"),
        "guide": said.get("guide"),
    }
    lines.spread_chart(
        ax, said["x"], said["series"], x_name=said["x_name"], y_name="", now=said.get("now") or 0, **more
    )


def _plane(ax, said, lines, planes, paper):
    planes.plane(
        ax,
        said["bowl"],
        said["path"],
        said["names"],
        dashed=said["dashed"],
        remark=said["remark"],
        reach=said.get("reach", 0.0),
    )


DRAW = {"table": _table, "number_line": _line, "curves": _curves, "spread_chart": _spread, "plane": _plane}
HEIGHT = {
    "table": lambda row: 0.3 + 0.16 * max(len(table["rows"]) for table in row),
    "number_line": lambda row: 1.1,
    "curves": lambda row: 2.0,
    "spread_chart": lambda row: 2.4,
    "plane": lambda row: 3.0,
}
