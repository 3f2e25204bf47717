"""The picture of the axes explorer: a block's sentences side by side, normalized, and a slab around one pool.

A pool that runs down the tokens is blue: pads can join it. A pool that stays inside one row is purple.
"""

import numpy as np
from markupsafe import Markup

from normviz.drawing.block import block, room_in
from normviz.drawing.markup import CONTROLS, fold, join, made_of, tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import SPACE, bracketed, fixed, plain, short
from normviz.drawing.parts import arithmetic, lost_digits, made_up, noted, titled, valued
from normviz.drawing.ruler import ruler, ruler_of
from normviz.drawing.sizes import MOST_TERMS, MOST_TILES, TILES_ROOM
from normviz.drawing.stages import steady_scale
from normviz.drawing.tables import window
from normviz.views.axes import Result

NAMES = {
    "batch_norm": "Batch norm",
    "masked_batch_norm": "Batch norm without pads",
    "layer_norm": "Layer norm",
    "instance_norm": "Instance norm",
    "group_norm": "Group norm",
    "rms_norm": "RMS norm",
}


def axes_picture(result: Result, *, ruler_first: bool = False) -> Markup:
    """Draw the normalized block and its slab, the pool's ruler, and the cell's arithmetic."""
    windows = windows_of(result.pool.shape, result.cell)
    tiles, read = block(result, windows, _two), [_stage(result), CONTROLS, _lead(result)]
    return tag(
        "div",
        [*read, tiles] if ruler_first else [tiles, *read],
        lost_digits((result.normalized.mean, result.normalized.std)),
        fold("All numbers", *_steps(result)),
        _cropped(result, windows),
        made_up(result.made_up),
        class_="nv-turns",
        style=room_in(windows, result, _two),
        data_pool=_shares(result),
        data_both="x y",
        data_real=result.norm == "masked_batch_norm",
    )


def _two(number: float) -> str:
    """An output in a tile; four decimals stand in the arithmetic."""
    return fixed(number, 2)


def _shares(result: Result) -> str:
    """Which numbers share a mean, in one word: those of a column, of a row, of a sentence's column or block."""
    if result.by_row:
        return "row"
    if result.norm == "group_norm":
        return f"block {result.pool.shape[-1] // result.groups}"
    return "block 1" if result.norm == "instance_norm" else "column"


def _lights(result: Result, key: str) -> str:
    """The chosen cell's pool, as statistics name it."""
    b, t, k = result.cell
    if result.by_row:
        return f"{key}:{b},{t},*"
    if result.norm == "instance_norm":
        return f"{key}:{b},*,{k}"
    if result.norm == "group_norm":
        return " ".join(f"{key}:{b},*,{i}" for i in np.flatnonzero(result.pool[b, 0]))
    return f"{key}:*,{k}"


def windows_of(shape, cell) -> list[range]:
    """Which sentences, tokens and features are drawn: those around the chosen cell."""
    sentences, tokens, columns = MOST_TILES
    most = (sentences, tokens, columns // min(shape[0], sentences))
    return [window(*each) for each in zip(shape, cell, most, strict=True)]


def _lead(result: Result) -> Markup:
    (b, t, k), x = result.cell, result.batch.values[result.cell]
    where = f"“{short_name(result.batch.tokens[b][t])}” in d{k + 1}"
    if not result.count:
        outcome = " is a pad: it is left out of every pool and comes out as "
        second = f"{NAMES[result.norm]} pools over real tokens only. Choose a real token to see a pool."
    else:
        outcome = f": {plain(x)} becomes "
        pads = f" ({result.pads} pad{'s' * (result.pads > 1)})" if result.pads else ""
        cells = f"1 cell{pads} has" if result.count == 1 else f"{result.count} cells{pads} share"
        second = [f"{NAMES[result.norm]}: {cells} ", _statistics(result), f": {_pool_in_words(result)}."]
    return tag(
        "p",
        tag("b", where),
        f" (sentence {b + 1}, token {t + 1}){outcome}",
        valued(fixed(result.normalized.y[result.cell]), data_of=f"{b},{t},{k}"),
        ".",
        tag("span", second, class_="nv-line2"),
        class_="nv-lead",
    )


def _statistics(result: Result) -> list:
    lights = _lights(result, "x")
    mean, std = (made_of(tag("span", fixed(s), class_="nv-said"), lights) for s in (result.mean, result.std))
    return ["the root mean square ", std] if result.norm == "rms_norm" else ["μ ", mean, " and σ ", std]


def _pool_in_words(result: Result) -> str:
    features = result.pool.shape[-1]
    k = result.cell[2] + 1
    if result.by_row:
        return f"the {features} features of this token" if features > 1 else "the one feature of this token"
    if result.norm == "instance_norm":
        return f"d{k} of every token of this sentence"
    if result.norm == "group_norm":
        members = np.flatnonzero(result.pool[result.cell[0], 0]) + 1
        named = f"d{members[0]}" if len(members) == 1 else f"d{members[0]} to d{members[-1]}"
        return f"{named} of every token of this sentence"
    # The longer name of the norm leaves less room.
    masked = result.norm == "masked_batch_norm"
    return f"d{k} of all real tokens" if masked else f"d{k} of every token of every sentence"


def _cropped(result, windows) -> Markup | None:
    shape = result.pool.shape
    parts = [
        f"{name} {drawn[0] + 1} to {drawn[-1] + 1} of {count}"
        for name, drawn, count in zip(("sentences", "tokens", "features"), windows, shape, strict=True)
        if len(drawn) < count
    ]
    if not parts:
        return None
    return noted(f"Drawn: {', '.join(parts)}. The pool counts all of its cells.")


def _stage(result: Result) -> Markup:
    """The pool's numbers, and the ruler that they make."""
    if not result.count:
        none = "No cell is in a pool with this one, so there is no μ, no σ, and no ruler."
        return join(titled("No pool"), tag("p", none))
    b, t, k = result.cell
    cells = np.nonzero(result.pool)
    real = np.broadcast_to(result.batch.mask[..., None], result.pool.shape)[cells]
    x, normalized = result.batch.values, result.normalized
    mean, std = result.spread(x)
    lights = _lights(result, "x")
    more = {"tone": result.tone, "lights": lights, "rule": "rms" if mean is None else ""}
    more |= {"zero": "", "unit": "RMS"} if mean is None else {}
    for name in ("gamma", "beta"):
        more[name] = float(np.broadcast_to(getattr(normalized, name), x.shape[-1:])[k])
    own = ruler_of(x[result.pool], mean or 0.0, std**2, eps=normalized.eps, **more)
    zero = "stays at 0" if mean is None else f"lies at μ {short(own.mean)}"
    return ruler(
        x[cells],
        [own],
        # One line for all norms of the whole block, so that the eye can compare pools, and the ruler can move.
        axis=steady_scale(
            np.array(result.reach),
            np.array([x.min(), x.max(), *own.ends]),
            margin=0.07,
        ),
        label=f"The pool of {result.count} numbers: the ruler's 0 {zero}, one step is {short(own.step)}",
        real=real,
        picked=int(np.flatnonzero((np.transpose(cells) == result.cell).all(axis=1))[0]),
        picked_name=short_name(result.batch.tokens[b][t]) + f" d{k + 1}",
        room=TILES_ROOM,
        keys=lambda i: "x:{},{},{}".format(*(axis[i] for axis in cells)),
        hand=True,
    )


def _steps(result: Result) -> tuple[Markup, Markup]:
    if not result.count:
        steps = [("x̂", "0: a pad has no μ and no σ here, it is only filled in")]
    else:
        steps = _root_mean_square(result) if result.norm == "rms_norm" else _mean_and_deviation(result)
    return titled("The arithmetic of the chosen cell"), arithmetic(steps)


def _mean_and_deviation(result: Result) -> list[tuple[str, list]]:
    pooled, n = result.batch.values[result.pool], result.count
    size = np.abs(pooled).max()
    # What is 0 but for the last bits of a float is written as 0.
    mean = 0.0 if abs(result.mean) < 1e-12 * size else result.mean
    var = 0.0 if result.std < 1e-12 * size else result.std**2
    mean_text = bracketed(plain(mean))
    terms = _sum(result, lambda v: bracketed(plain(v)))
    squares = _sum(result, lambda v: f"({plain(v)}{SPACE}−{SPACE}{mean_text})²")
    pool = _lights(result, "x")
    return [
        ("μ", ["(", terms, f") / {n} = ", made_of(plain(mean), pool)]),
        ("σ²", ["(", squares, f") / {n} = {plain(var * n)} / {n} = ", made_of(plain(var), pool)]),
        ("σ", ["√", made_of(plain(var), pool), " = ", made_of(fixed(np.sqrt(var)), pool)]),
        (
            "x̂",
            [
                "(",
                _term(result, result.cell, plain),
                f"{SPACE}−{SPACE}",
                made_of(mean_text, pool),
                f") / {_root(result, var)} = {fixed(result.x_hat)}",
            ],
        ),
    ]


def _root_mean_square(result: Result) -> list[tuple[str, str | list]]:
    n, pool = result.count, _lights(result, "x")
    mean_square = result.std**2
    written, x = plain(mean_square), _term(result, result.cell, plain)

    squares = _sum(result, lambda v: f"{bracketed(plain(v))}²")
    return [
        ("μ", "0: nothing is subtracted"),
        ("RMS²", ["(", squares, f") / {n} = {plain(mean_square * n)} / {n} = ", made_of(written, pool)]),
        ("RMS", ["√", made_of(written, pool), " = ", made_of(fixed(result.std), pool)]),
        ("x̂", [x, f" / {_root(result, mean_square)} = {fixed(result.x_hat)}"]),
    ]


def _root(result, var: float) -> str:
    return f"√({plain(var)}{SPACE}+{SPACE}{plain(result.normalized.eps, 5)})"


def _sum(result: Result, write) -> Markup:
    cells = np.argwhere(result.pool).tolist()
    most = len(cells) > MOST_TERMS
    terms = [_term(result, cell, write) for cell in (cells[:3] if most else cells)]
    return Markup(" + ").join([*terms, "…", _term(result, cells[-1], write)] if most else terms)


def _term(result: Result, cell, write) -> Markup:
    b, t, k = cell
    return made_of(write(result.batch.values[b, t, k]), f"x:{b},{t},{k}")
