"""A labelled table on paper that shows which numbers share a mean."""

from collections.abc import Callable, Sequence

import numpy as np

from normviz.drawing.heat import HEAT
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, known
from normviz.drawing.tables import Skipped, visible_rows
from normviz.drawing.theme import BELOW
from normviz.figures.paper import INK, LINE, PAPER, SMALL, SOFT, TONES, titled

MOST_ROWS, MOST_COLUMNS = 14, 4
LETTER = 0.62  # of the type's size: the width of a digit
WIDEST = 2.2  # how many times as wide as its letters a table may be drawn
SMALLEST = 5.5  # points
LONGEST = 12  # letters of a row's name


def table(
    ax,
    values: np.ndarray,  # (N, D)
    rows: Sequence[str] | None,  # N names; None where the same stand at the left already
    columns: Sequence[str],  # D names
    *,
    title: str,
    tone: str = "column",  # of the tint and of the outline
    # for all columns, or one for each
    write: Callable[[float], str] | Sequence[Callable[[float], str]] = fixed,
    pool: np.ndarray | None = None,  # booleans, (N, D): those that share a mean, outlined
    cell: tuple[int, int] | None = None,  # the chosen one
    real: np.ndarray | None = None,  # (N,), False at pads, which are hatched
    below: Sequence[tuple[str, Sequence[float]]] = (),  # a name, and one number a column
    beside: Sequence[tuple[str, Sequence[float]]] = (),  # a name, and one number a row
    heat: np.ndarray | None = None,  # booleans, (D,), the columns that are tinted by their size
    width: float = 6.0,  # inches; the type gets smaller where it needs more
    longest: int = LONGEST,  # letters of a row's name
) -> None:
    """Make an axes a table of numbers with their names."""
    values = np.asarray(values, dtype=float)
    real = np.ones(len(values), bool) if real is None else real
    plan = visible_rows(real, keep=None if cell is None else cell[0], pads_in_a_row=4, most=MOST_ROWS)
    writes = [write] * values.shape[1] if callable(write) else write
    body = [_written(r, values, writes, beside) for r in plan]
    blank = [""] * len(beside)
    foot = [[*("" if np.isnan(v) else fixed(v) for v in numbers), *blank] for _, numbers in below]
    heads = [*(short_name(name, LONGEST) for name in columns), *(name for name, _ in beside)]
    names = [] if rows is None else [*(_name(r, rows, longest) for r in plan), *(name for name, _ in below)]
    edges = _edges(heads, [*body, *foot])
    left = -max(map(len, names), default=0) - bool(names)
    letters = 72 * width / (LETTER * SMALL)
    size = max(SMALLEST, SMALL * min(1, letters / (edges[-1] - left)))
    _tint(ax, plan, values, edges, tone, heat)
    _write(ax, body + foot, edges, size)
    for i, name in enumerate(names):
        real_row = i >= len(plan) or (isinstance(plan[i], int) and real[plan[i]])
        style = "normal" if real_row else "italic"
        ax.text(left, i + 0.5, name, va="center_baseline", size=size, color=INK, style=style, gid="name")
    if cell is not None and cell[0] in plan:
        _choose(ax, plan.index(cell[0]), cell[1], edges)
    _hatch(ax, plan, real, edges[values.shape[1]])
    if pool is not None:
        x, y = outline(plan, pool)
        style = {"color": TONES[tone], "lw": 2, "solid_capstyle": "projecting"}
        ax.plot(edges[x.astype(int)], y, clip_on=False, gid="pool", **style)
    if foot:
        ax.plot([left, edges[-1]], [len(plan)] * 2, color=LINE, lw=1)
    if beside:
        ax.plot([edges[values.shape[1]]] * 2, [0, len(plan)], color=LINE, lw=1)
    ax.set(xlim=(left, max(edges[-1], letters / WIDEST + left)), ylim=(len(body) + len(foot), 0))
    ax.set_yticks([])
    ax.set_xticks((edges[1:] + edges[:-1]) / 2, heads, fontsize=size)
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.spines[:].set_visible(False)
    titled(ax, title)


def height_of(real: np.ndarray, below: int = 0, keep: int | None = None) -> int:
    """How many lines a table of such rows takes: its title, its head, its rows and what stands below."""
    return 3 + len(visible_rows(real, keep=keep, pads_in_a_row=4, most=MOST_ROWS)) + below


def outline(plan: Sequence[int | Skipped], pool: np.ndarray) -> np.ndarray:
    """The border of a pool as pieces of a line, (2, K): numbers of columns and of drawn rows, NaN between pieces.

    >>> outline([0], np.array([[False, True]])).shape
    (2, 12)
    """
    rows = [pool[r.start if isinstance(r, Skipped) else r] for r in plan]
    inside = np.pad(np.array(rows), 1)
    pieces = []
    for i, k in np.argwhere(inside):
        top, left = i - 1, k - 1
        for beyond, x, y in (
            (inside[i - 1, k], (left, left + 1), (top, top)),
            (inside[i + 1, k], (left, left + 1), (top + 1, top + 1)),
            (inside[i, k - 1], (left, left), (top, top + 1)),
            (inside[i, k + 1], (left + 1, left + 1), (top, top + 1)),
        ):
            if not beyond:
                pieces.append([[*x, x[1]], [*y, np.nan]])
    return np.concatenate(pieces, axis=1) if pieces else np.empty((2, 0))


def _written(r, values, writes, beside) -> list[str]:
    if isinstance(r, Skipped):
        return [""] * (values.shape[1] + len(beside))
    numbers = (known(v, write) for write, v in zip(writes, values[r], strict=True))
    return [*numbers, *(known(per_row[r]) for _, per_row in beside)]


def _name(r, rows, longest: int) -> str:
    if not isinstance(r, Skipped):
        return short_name(rows[r], longest)
    return f"… {r.count} {'pads' if r.pads else 'more'}"


def _edges(heads, texts) -> np.ndarray:
    """Where columns begin and end, counted in letters: as wide as what stands in them."""
    lengths = [[len(text) for text in row] for row in [heads, *texts]]
    return np.concatenate([[0], np.cumsum(np.max(lengths, axis=0) + 2)])


def _tint(ax, plan, values, edges, tone, heat) -> None:
    """The larger a number among those drawn, the stronger its colour; grey below 0."""
    from matplotlib.colors import to_rgb

    drawn = np.array([r for r in plan if isinstance(r, int)], dtype=int)
    size = np.abs(np.nan_to_num(values[drawn])) * (1 if heat is None else np.asarray(heat))
    strength = np.zeros((len(plan), values.shape[1]))
    strength[[isinstance(r, int) for r in plan]] = HEAT / 100 * size / (size.max(initial=0) or 1)
    below = np.zeros(strength.shape, bool)
    below[[isinstance(r, int) for r in plan]] = values[drawn] < 0
    hues = np.where(below[..., None], to_rgb(BELOW), to_rgb(TONES[tone]))
    colours = 1 - strength[..., None] * (1 - hues)
    across = edges[: values.shape[1] + 1]
    ax.pcolormesh(across, np.arange(len(plan) + 1), colours, edgecolors=PAPER, lw=0.4)


def _write(ax, texts, edges, size) -> None:
    centres = (edges[1:] + edges[:-1]) / 2
    for i, line in enumerate(texts):
        for k, text in enumerate(line):
            ax.text(centres[k], i + 0.5, text, ha="center", va="center_baseline", size=size, color=INK)


def _choose(ax, row: int, column: int, edges) -> None:
    """Frame the chosen cell, and write it in bold."""
    x, y = edges[[column, column + 1, column + 1, column, column]], row + np.array([0, 0, 1, 1, 0])
    ax.plot(x, y, color=INK, lw=1.4, zorder=3, clip_on=False, gid="cell")
    ax.texts[row * (len(edges) - 1) + column].set_weight("bold")


def _hatch(ax, plan, real, right: float) -> None:
    """Hatch the pads."""
    pads = [i for i, r in enumerate(plan) if (r.pads if isinstance(r, Skipped) else not real[r])]
    look = {"facecolor": "none", "edgecolor": TONES["pad"], "hatch": "////", "lw": 0, "alpha": 0.45}
    bars = ax.barh(np.array(pads, dtype=float) + 0.5, right, height=1, **look)
    for bar in bars:
        bar.set_gid("pad")
    for i, r in enumerate(plan):
        if isinstance(r, Skipped):
            ax.plot([0, right], [i + 0.5] * 2, color=SOFT, lw=0.8, ls=(0, (1, 3)))
