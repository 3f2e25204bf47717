"""The picture of the training explorer: how the distributions inside two networks move while both learn."""

from functools import lru_cache

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import chart, stretched
from normviz.drawing.markup import fold, join, tag
from normviz.drawing.numbers import fixed, known, plain
from normviz.drawing.part import part
from normviz.drawing.parts import (
    column_names,
    named_row,
    noted,
    panel,
    panels,
    scrolled_table,
    titled,
    valued,
)
from normviz.drawing.scale import Scale
from normviz.drawing.spiral import spiral
from normviz.drawing.spread import after_steps, key_of, name_of, spread_chart, spread_of
from normviz.views.training import Result

HEIGHT = 120  # px
BASE, PEAK = 98, 90  # per cent of the height: the base line, and the highest hill
EDGE = 1.3  # of the plane around the spiral, as the experiment has it
FLAT = 0.15  # per cent of the height: a lower rise cannot be seen
MOST_LAYERS = 4  # beside each other
BANDED = 43  # places of a curve
HEAD = ("μ", "σ", "one step", "since start")


def training_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.training.compute` returns."""
    sides = list(zip(result.networks, ("left", "right"), strict=True))
    twins = [panel(_network(result, n, side), look="nv-grow") for n, side in sides]
    return join(
        _lead(result),
        panels([panel(panels(twins, look="nv-twins")), panel(_curves(result))], look="nv-beside"),
        noted(_about_networks(result)),
        fold("All numbers", panels([panel(_table(n, side), look="nv-grow") for n, side in sides])),
    )


def _about_networks(result: Result) -> str:
    words = f"Hills: the distribution of {result.place}; dashed: before the first step."
    if result.points is not None:
        words = f"● and ■: the two arms of the spiral, each colour where the network expects its arm; ×: wrong. {words}"
    return words


def _lead(result: Result) -> Markup:
    losses = [[f"{name_of(n.norm)} ", valued(known(n.loss, decimals=3))] for n in result.networks]
    when = tag("b", f"{after_steps(result.step, result.asked)}: ")
    return tag("p", when, "loss ", losses[0], ", ", losses[1], f" (seed {result.seed}).", class_="nv-lead")


def _network(result, network, side: str) -> list[Markup]:
    title, tone = name_of(network.norm), spread_of(network.norm, []).tone
    hills = []
    for layer in shown_layers(network.shares):
        name = f"layer {layer + 1}"
        ridges = _ridges(
            network.shares[layer],
            edges=result.edges,
            scale=result.scale,
            frame=result.frame,
            tallest=result.tallest,
            what=f"{title}, {name}",
            said=f"distribution of {result.place} at step {result.step}, dashed the one at the start",
            tone=tone,
            where=f"{side},{layer}",
        )
        hills.append(tag("div", noted(name), ridges, class_=f"nv-tone-{tone}"))
    hills = tag("div", hills, class_="nv-ridges")
    inside = tag("div", _spiral(result, network, title, side), hills, class_="nv-inside")
    return [titled(title[0].upper() + title[1:]), inside]


def shown_layers(shares: np.ndarray) -> list[int]:
    """Which layers are drawn beside each other: the first ones and the last."""
    layers = len(shares)
    return list(range(layers)) if layers <= MOST_LAYERS else [*range(MOST_LAYERS - 1), layers - 1]


def _spiral(result, network, title: str, side: str) -> Markup | None:
    if result.points is None or network.sides is None or (network.sides > 1).any():
        return None
    right = "" if np.isnan(network.accuracy) else f"{fixed(100 * network.accuracy, 1)} %"
    known = right and f"{right} of the points right"
    label = f"{title} at step {result.step}: the two arms of the spiral, and the side where it expects each; {known}"
    drawn = spiral(result.points, network.sides, EDGE, label=label, key=f"sides:{side}")
    return tag("div", noted(tag("span", right, class_="nv-big"), known.removeprefix(right)), drawn)


@part
def _ridges(
    shares: np.ndarray, *, edges, scale: Scale, frame: int, tallest, what, said, tone, where
) -> Markup:
    """The distribution at the present ``frame``, and over it the start's, on one base line; shares (F, bins)."""
    curves = []
    for f, name in ((frame, "now"), (0, "start")):
        if np.isnan(shares[f]).any():
            continue
        share, bins = (np.asarray(a, dtype=float).tobytes() for a in (shares[f], edges))
        points = _points(share, bins, scale, BASE, PEAK / tallest)
        look = f"nv-ridge nv-ridge-{name}"
        curves.append(tag("polygon", data_key=f"{name}:{where}", points=points, class_=look))
    centre = f"{scale.at(0)}%"
    inside = [t for t in scale.ticks(5) if 4 < scale.at(t) < 96]
    ticks = [
        tag("text", plain(t), x=f"{scale.at(t)}%", y=HEIGHT + 14, text_anchor="middle", class_="nv-soft")
        for t in dict.fromkeys((inside[0], inside[-1]))  # side by side, more would run together
    ]
    return chart(
        f"{what}: {said}",
        tag("line", x1=centre, x2=centre, y1=4, y2=HEIGHT, class_="nv-grid"),
        stretched(curves, y=0, height=HEIGHT),
        tag("line", x1="0%", x2="100%", y1=HEIGHT, y2=HEIGHT, class_="nv-axis"),
        ticks,
        height=HEIGHT + 20,
    )


# The start's hills stand still while the step moves.
@lru_cache(maxsize=512)
def _points(share: bytes, edges: bytes, scale: Scale, base: float, height: float) -> str:
    return outline(np.frombuffer(share), np.frombuffer(edges), scale, base, height)


def outline(share: np.ndarray, edges: np.ndarray, scale: Scale, base: float, height: float) -> str:
    """The points of a ridge in a window of 100 × 100: a histogram's bin centres, at ``base`` minus its shares."""
    centres = (edges[1:] + edges[:-1]) / 2
    inside = (centres > scale.low) & (centres < scale.high)
    x = 100 * (centres[inside] - scale.low) / (scale.high - scale.low)
    rise = height * share[inside]
    seen = np.flatnonzero(rise >= FLAT)
    if len(seen):  # the flat ends are one line each: a third of what a browser must read for every step
        ends = slice(max(seen[0] - 1, 0), seen[-1] + 2)
        x, rise = x[ends], rise[ends]
    middle = " ".join([f"{a:.1f},{base - b:.1f}" for a, b in zip(x.tolist(), rise.tolist(), strict=True)])
    return f"0,{base:.1f} {middle} 100,{base:.1f}"


def _table(network, side: str) -> Markup:
    rows = [
        named_row(
            f"layer {layer + 1}",
            [
                tag("td", known(v, decimals=d), data_key=f"{name}:{side},{layer}")
                for v, d, name in zip(network.numbers[:, layer], (3, 3, 4, 3), HEAD, strict=True)
            ],
        )
        for layer in shown_layers(network.shares)
    ]
    caption = f"Outputs of the layers, {name_of(network.norm)}; shifts in σ"
    look = f"nv-table nv-tone-{spread_of(network.norm, []).tone}"
    return scrolled_table(caption, column_names(HEAD), rows, look=look)


def _curves(result: Result) -> Markup:
    seen = np.unique(np.linspace(0, len(result.frame_step) - 1, BANDED).round().astype(int))
    series = [spread_of(n.norm, n.curve[:, seen], i) for i, n in enumerate(result.networks)]
    seeds = len(result.networks[0].curve)
    here = [known(n.curve[result.seed_at, result.frame], decimals=3) for n in result.networks]
    said = "; ".join(f"{s.name} {number}" for s, number in zip(series, here, strict=True))
    drawn = spread_chart(
        result.frame_step[seen],
        series,
        label=f"{result.measure} over the steps; at step {result.step}, seed {result.seed}: {said}",
        x_name="steps of training",
        now=float(result.step),
        key="curves",
        followed=result.seed_at,
        height=210,
    )
    note = None
    if seeds > 1:
        lines = f"Trained {seeds} times, each from other random numbers (a seed). Thick: the middle one"
        note = noted(f"{lines}; shaded: the lowest to the highest; thin, with a dot: seed {result.seed}.")
    return tag("div", titled(result.measure, look="nv-after"), drawn, key_of(series), note)
