"""A figure that moves without a kernel, read as its page reads it."""

import json
import re
import zlib
from base64 import b64decode
from itertools import accumulate

from normviz.front import book

# For a page: opens what it folds away, parts of a chapter and, on a phone, controls.
UNFOLD = "document.querySelectorAll('.part, .nv-others').forEach(one => one.open = true)"


def figures_in(html):
    """Every figure of a page that moves, in order."""
    found = re.findall(
        r'<figure class="nv-moving.*?<script type="application/json">(.*?)</script>', html, re.DOTALL
    )
    return [MovingFigure(json.loads(data)) for data in found]


class MovingFigure:
    """``first`` and ``reset`` are states, which are numbered; ``pages`` are their pictures and sentences."""

    def __init__(self, data):
        table = json.loads(zlib.decompress(b64decode(data["table"])))
        self.first, self.reset, self.layouts = table["first"], table["reset"], table["layouts"]
        self.pages = book.read(b64decode(data["book"]))
        for layout, after in zip(self.layouts, [*self.layouts[1:], {"first": len(self.pages)}], strict=True):
            columns = list(layout["cells"].values())
            for name, control in layout["controls"].items():
                (element,) = re.findall(rf'<(\w+)[^>]*? data-key="{name}">(.*?</\1>)', layout["bar"])
                control["kind"] = {"div": "number", "label": "list", "button": "button"}[element[0]]
                control["enabled"] = "<select disabled>" not in element[1]
                columns += [*filter(None, [control["at"]]), *control["leads"]]  # a button stands nowhere
            assert {len(column) for column in columns} <= {after["first"] - layout["first"]}
            for column in columns:
                column[:] = accumulate(column)

    def layout_of(self, state):
        return next(layout for layout in reversed(self.layouts) if layout["first"] <= state)

    def controls(self, state):
        """Name → control, of those that the state shows."""
        return self.layout_of(state)["controls"]

    def place(self, state, name):
        """Where a slider or a list stands."""
        return self.controls(state)[name]["at"][state - self.layout_of(state)["first"]]

    def says(self, state, name):
        """The number in a slider's box."""
        control, k = self.controls(state)[name], state - self.layout_of(state)["first"]
        return control["between"].get(str(k), control["stops"][control["at"][k]])

    def leads(self, state, name, place=0):
        return self.controls(state)[name]["leads"][place][state - self.layout_of(state)["first"]]

    def clicks(self, state):
        """Cell → the state that a click on it leads to."""
        layout = self.layout_of(state)
        found = {cell: leads[state - layout["first"]] for cell, leads in layout["cells"].items()}
        return {cell: there for cell, there in found.items() if there >= 0}
