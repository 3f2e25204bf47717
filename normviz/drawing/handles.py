"""What can be taken hold of on a ruler's stage, for hands and keys: over the svg, for an image has no parts to hear."""

from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.drawing.numbers import plain


def grip(x: float, name: str, reads: str | None, at: float, y: float) -> Markup:
    """The followed dot's handle."""
    spoken = f"{plain(x, 6)}, at {reads} on the ruler"
    stands = {"aria_valuenow": f"{x:.6g}", "aria_valuetext": spoken}
    return _handle("nv-grip", f"{name}: arrow keys move it", stands, "grip", at, y)


def pull_of(count: int, name: str, control: str, at: float, y: float, left: bool) -> Markup:
    """The handle of the pile of pads, on the words above it; its arrows are on their right, or ``left``."""
    stands = {"aria_valuenow": count, "aria_valuetext": f"{count} {name}", "data_drags": control}
    stands["data_taken"] = ("right far" if count > 999 else "right") if left else None
    return _handle("nv-pull", f"The pile of {name}: arrow keys", stands, "pads/pull", at, y)


def lay_of(at: float, y: float) -> Markup:
    """The handle of the ruler, by which a prediction is laid: where the next one will lie."""
    label = "Lay your guess: drag the ruler, or use arrow keys"
    return _handle(
        "nv-lay", label, {"title": label, "aria_valuenow": 0, "aria_valuetext": "not laid"}, "lay", at, y
    )


def _handle(look: str, label: str, stands: dict, key: str, at: float, y: float) -> Markup:
    said = {"role": "slider", "tabindex": 0, "aria_label": label, **stands, "data_key": key}
    return tag("span", class_=f"nv-take {look}", **said, style=f"left:{at}%;top:{round(y, 1):g}px")
