"""Rulers of one list of numbers that differ in what they take for its μ and σ, and what each makes of a number."""

from collections.abc import Sequence

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import NO_MATH, tag
from normviz.drawing.numbers import fixed, short
from normviz.drawing.ruler import Ruler, ruler
from normviz.drawing.scale import Scale
from normviz.drawing.theme import CSS


def rulers_apart(
    values: np.ndarray, rulers: Sequence[Ruler], followed: int, *, name: str = "", **more
) -> tuple[str, Markup]:
    """Return what named rulers read of ``values[followed]``, in words and as a picture that needs no page around it.

    ``name`` is what this number is called, instead of all its digits; ``more`` goes to
    :func:`normviz.drawing.ruler.ruler`.
    """
    x = values[followed]
    name = name or short(x)
    words = " ".join(
        f"{one.name[:1].upper()}{one.name[1:]}: its 0 is at {fixed(one.mean, 2)}, one step is {fixed(one.step, 2)} "
        f"long, and {name} is at {fixed(one.reads(x), 2)}."
        for one in rulers
    )
    ends = [end for one in rulers for end in one.ends]
    axis = Scale.around(values, ends, margin=0.065)  # so that no ruler loses an edge
    picture = ruler(values, rulers, axis=axis, label=words, picked=followed, picked_name=name, **more)
    style = Markup(f"<style>{CSS}</style>")
    return words, style + tag("div", picture, class_=f"nv {NO_MATH}")
