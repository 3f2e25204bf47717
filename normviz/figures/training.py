"""The training explorer's figure: the distributions inside two networks, and how both learn."""

from functools import partial
from textwrap import fill

import numpy as np

from normviz.drawing.numbers import fixed, known, plain
from normviz.drawing.spread import after_steps, name_of, spread_of
from normviz.drawing.training import HEAD, shown_layers
from normviz.figures.lines import spread_chart
from normviz.figures.paper import INK, PAPER, ROW, SMALL, TONES, WORDS, on_paper, sheet, titled
from normviz.figures.tables import table
from normviz.models.training import Result

RIDGES = 7  # of the past; the present is one more
PEAK = 2.2  # the highest ridge, in distances between the first two


@on_paper
def training_figure(result: Result):
    """Draw what :func:`normviz.models.training.compute` returns."""
    shown = shown_layers(result.networks[0].shares)
    sides = range(len(result.networks))
    rows = ROW * (3 + len(shown))
    figure, axes = sheet(
        _title(result),
        [
            [f"network {n + 1}, layer {h + 1}" for n in sides for h in shown],
            [f"network {n + 1} numbers" for n in sides for _ in shown],
            ["curves" for _ in sides for _ in shown],
        ],
        height=5.0 + rows,
        notes=(
            f"ridges: {result.place}; the darkest now, those behind it earlier",
            "shifts are counted in σ",
        ),
        height_ratios=[2.3, rows, 1.8],
    )
    for n, network in enumerate(result.networks):
        tone = spread_of(network.norm, []).tone
        for h in shown:
            ax = axes[f"network {n + 1}, layer {h + 1}"]
            _ridges(ax, result, network.shares[h], tone)
            titled(ax, f"layer {h + 1}", "right" if h == shown[-1] else "left")
        first = axes[f"network {n + 1}, layer {shown[0] + 1}"]
        above = {"xycoords": "axes fraction", "textcoords": "offset points", "color": INK}
        first.annotate(name_of(network.norm), (0, 1), (0, 20), weight="bold", fontsize=WORDS, **above)
        table(
            axes[f"network {n + 1} numbers"],
            network.numbers[:, shown].T,
            [f"layer {h + 1}" for h in shown],
            HEAD,
            title="Handed on: μ, σ and its shift",
            tone=tone,
            write=partial(fixed, decimals=3),
            heat=np.zeros(4),
            width=3,
        )
    _curves(axes["curves"], result)
    return figure


def _title(result: Result) -> str:
    losses = (f"{name_of(n.norm)} {known(n.loss, decimals=3)}" for n in result.networks)
    return f"{after_steps(result.step)}, seed {result.seed}: loss {', '.join(losses)} (nats)"


def _ridges(ax, result: Result, shares: np.ndarray, tone: str) -> None:
    """The distribution now, in front of those it had before: shares (F, bins)."""
    frames, scale = result.frame_step, result.scale
    past = np.unique(np.linspace(0, len(frames) - 1, RIDGES).round().astype(int))
    between = float(frames[past[1]] - frames[past[0]]) if len(past) > 1 else 1.0
    rise = PEAK * between / result.tallest
    for f in [*(f for f in past.tolist() if f < result.frame), result.frame]:
        if np.isnan(shares[f]).any():
            continue
        now, base = f == result.frame, -float(frames[f])
        face, width, gid = (TONES[tone], 1.4, "now") if now else (PAPER, 0.7, "earlier")
        style = {"facecolor": face, "edgecolor": TONES[tone], "lw": width, "gid": gid}
        ax.stairs(base + rise * shares[f], result.edges, baseline=base, fill=True, **style)
    ax.axvline(0, color=TONES["ink"], lw=0.5, alpha=0.4, zorder=0)
    ax.set(xlim=(scale.low, scale.high), ylim=(-float(frames[-1]) - 0.06 * between, (PEAK + 0.2) * between))
    ax.set_yticks([])
    # There may be three such panels beside each other.
    ticks = [t for t in scale.ticks(3) if 10 < scale.at(t) < 90]
    ax.set_xticks(ticks, map(plain, ticks), fontsize=SMALL)
    ax.spines["left"].set_visible(False)


def _curves(ax, result: Result) -> None:
    series = [spread_of(n.norm, n.curve, i) for i, n in enumerate(result.networks)]
    spread_chart(
        ax,
        result.frame_step,
        series,
        x_name="steps of training",
        y_name=fill(result.measure, 30),
        now=float(result.step),
        followed=result.seed_at,
    )
    count = len(result.networks[0].curve)
    several = f"Median of {count} seeds and all of them; thin: seed {result.seed}"
    titled(ax, several if count > 1 else result.measure)
