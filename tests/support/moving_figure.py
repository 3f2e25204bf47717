"""A figure that moves without a kernel, read as its page reads it."""

import json
import re
import zlib
from base64 import b64decode
from itertools import accumulate

import numpy as np

from normviz.front import book


def figures_in(html):
    """Every figure of a page that moves, in order."""
    found = re.findall(
        r'<figure class="nv-moving.*?<script type="application/json">(.*?)</script>', html, re.DOTALL
    )
    return [MovingFigure(json.loads(data)) for data in found]


class MovingFigure:
    """``first`` and ``reset`` are states, which are numbered; ``pages`` are their pictures and sentences."""

    def __init__(self, data):
        self.first, self.reset, self.layouts = data["first"], data["reset"], data["layouts"]
        self.pages = book.read(b64decode(data["book"]))
        numbers = iter(np.frombuffer(zlib.decompress(b64decode(data["table"])), dtype="<i2").tolist())
        first = 0
        for layout in self.layouts:
            count = layout["count"]

            def columns(many, count=count):
                return [list(accumulate(next(numbers) for _ in range(count))) for _ in range(many)]

            layout["first"], first = first, first + count
            layout["controls"] = {}
            for control in (one for row in layout["rows"] for one in row):
                control["own"] = columns({"number": 2, "list": 1}.get(control["kind"], 0))
                control["leads"] = columns(len(control.get("places", ())) or (control["kind"] == "button"))
                layout["controls"][control["name"]] = control
            layout["clicks"] = dict(zip(layout["cells"], columns(len(layout["cells"])), strict=True))
        assert next(numbers, None) is None
        assert first == len(self.pages)

    def layout_of(self, state):
        return next(layout for layout in reversed(self.layouts) if layout["first"] <= state)

    def controls(self, state):
        """Name → control, of those that the state shows."""
        return self.layout_of(state)["controls"]

    def place(self, state, name):
        """Where a slider or a list stands."""
        return self.controls(state)[name]["own"][0][state - self.layout_of(state)["first"]]

    def says(self, state, name):
        """The number in a slider's box."""
        layout = self.layout_of(state)
        return layout["texts"][layout["controls"][name]["own"][1][state - layout["first"]]]

    def leads(self, state, name, place=0):
        return self.controls(state)[name]["leads"][place][state - self.layout_of(state)["first"]]

    def clicks(self, state):
        """Cell → the state that a click on it leads to."""
        layout = self.layout_of(state)
        found = {cell: leads[state - layout["first"]] for cell, leads in layout["clicks"].items()}
        return {cell: there for cell, there in found.items() if there >= 0}
