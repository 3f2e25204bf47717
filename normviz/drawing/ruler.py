"""The ruler that a pool makes: its 0 lies at μ, one step is σ long, and x̂ is what a number reads on it.

Numbers lie as dots on a line of their own units. Below it lie one ruler or several; the followed number drops a plumb
line, and what it reads stands large beside its ruler. Places are per cent of the width. All of a ruler follows from the
five numbers of :class:`Ruler`; ``front/ruler.js`` draws the same from them at every frame of a motion.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10, sqrt

import numpy as np
from markupsafe import Markup

from normviz.drawing import sizes
from normviz.drawing.handles import grip, lay_of
from normviz.drawing.marks import reach_of_words, statistic, stretched, triangle
from normviz.drawing.markup import classes, tag
from normviz.drawing.numbers import SPACE, bracketed, brief, fixed, plain
from normviz.drawing.part import part
from normviz.drawing.ruled_dots import dots_on, exact, followed_at, name_over, pads_on, pile_at
from normviz.drawing.scale import Scale


@dataclass(frozen=True)
class Ruler:
    """One ruler; ``mean`` is where its 0 lies, and ``step`` how long one of its steps is, √(σ² + ε).

    It reaches from ``left`` to ``right``, in steps. ``gamma`` and ``beta`` print a second row of numerals on the same
    steps. ``of_eps`` is the share of a step that ε adds. ``name`` stands under its reading, and ``lights`` are the
    numbers that it is made of (``drawing/markup.py``).

    ``rule`` is "rms" where the 0 stays at 0.

    ``zero`` and ``unit`` say in the picture what the 0 and one step are; "" says nothing of it.
    """

    mean: float
    step: float
    left: int
    right: int
    tone: str = "column"
    name: str = ""
    gamma: float = 1.0
    beta: float = 0.0
    of_eps: float = 0.0
    lights: str | None = None
    rule: str = ""
    pale: bool = False  # one of many that does not hold: low
    zero: str = "mean"
    unit: str = "σ"

    def reads(self, x: float) -> float:
        """Return x̂, what the number ``x`` reads.

        >>> Ruler(5.0, 2.0, -1, 1).reads(8)
        1.5
        """
        return (x - self.mean) / self.step

    def output(self, x: float) -> float:
        """Return y = γ · x̂ + β for the number ``x``."""
        return self.gamma * self.reads(x) + self.beta

    @property
    def affine(self) -> bool:
        return (self.gamma, self.beta) != (1.0, 0.0)

    @property
    def ends(self) -> list[float]:
        """Where its first and its last step lie on the line."""
        return [self.mean + self.step * end for end in (self.left, self.right)]

    @property
    def band(self) -> int:
        """Its height, in px."""
        return sizes.PALE if self.pale else sizes.BAND

    @property
    def second(self) -> int:
        """The room for its second numerals, in px."""
        return sizes.SECOND if self.affine and not self.pale else 0


def ruler_of(pool: np.ndarray, mean: float, var: float, *, eps: float = 0.0, **more) -> Ruler:
    """The ruler of a pool (N,): from its lowest to its highest number, to whole steps, and one step at least each way.

    That of RMS norm, which measures from 0, needs none below it.

    Parameters
    ----------
    pool : the numbers that share the mean, to reach over
    mean, var : the statistics that the ruler has: the pool's own, or others, such as stored ones
    eps : what is added to the variance
    more : the other fields of :class:`Ruler`

    Examples
    --------
    >>> one = ruler_of(np.array([0.0, 2.0, 4.0]), 2.0, 4.0)
    >>> one.mean, one.step, one.left, one.right
    (2.0, 2.0, -1, 1)
    >>> ruler_of(np.array([3.0, 3.0]), 3.0, 0.0, eps=1e-5).unit
    '√(σ² + ε)'
    """
    mean, step = float(mean), sqrt(float(var) + eps)
    low, high = (float(pool.min()), float(pool.max())) if len(pool) else (mean, mean)
    left = min(floor((low - mean) / step + 1e-9), 0 if more.get("rule") == "rms" else -1)
    right = max(ceil((high - mean) / step - 1e-9), 1)
    of_eps = 1 - sqrt(float(var)) / step if eps else 0.0
    if of_eps > sizes.EPS_SEEN:
        more = {"unit": "√(σ² + ε)", **more}
    return Ruler(mean, step, left, right, of_eps=of_eps, **more)


def axis_of(values: np.ndarray, *rulers: Ruler) -> Scale:
    """A line that holds the values and these rulers: those of all that one control can do, so that it stands still."""
    ends = [
        one.mean + one.step * (end + sizes.MARGIN * np.sign(end))
        for one in rulers
        for end in (one.left, one.right)
    ]
    return Scale.around(values, ends, margin=sizes.RULED)


def marks_of(step: float) -> tuple[int, int, int]:
    """Whole steps from numeral to numeral, from long mark to long mark, and marks in a step, at this width in per cent.

    >>> marks_of(20), marks_of(7), marks_of(1), marks_of(0.001)
    ((1, 1, 5), (1, 1, 2), (10, 1, 1), (10000, 1000, 1))
    >>> marks_of(0) == marks_of(1e-300)
    True
    """
    step = max(step, 1e-290)  # less than a float can hold, on a line that is long enough
    ten = 10 ** max(0, ceil(log10(sizes.NUMERALS / step)) - 1)
    apart = next(n * ten for n in sizes.ROUND if n * ten * step >= sizes.NUMERALS)
    return apart, max(1, apart // 10), next((parts for least, parts in sizes.FINE if step >= least), 1)


def marks_on(one: Ruler, axis: Scale) -> tuple[list[int], list[float], list[int]]:
    """Where a ruler has long marks, short ones and numerals, in steps: none beyond the line, however many steps it has.

    >>> line = Scale(0.0, 10.0)
    >>> marks_on(Ruler(mean=4.0, step=1.5, left=-1, right=2), line)
    ([-1, 1, 2], [-0.8, -0.6, -0.4, -0.2, 0.2, 0.4, 0.6, 0.8, 1.2, 1.4, 1.6, 1.8], [0, -1, 1, 2])
    >>> [len(marks) for marks in marks_on(Ruler(mean=4.0, step=1e-9, left=-(10**9), right=10**9), line)]
    [20, 0, 3]
    """
    apart, long, fine = marks_of(100 * one.step / (axis.high - axis.low))
    left = max(one.left, (axis.low - one.mean) / one.step)
    right = min(one.right, (axis.high - one.mean) / one.step)
    whole = [k for k in range(ceil(left / long) * long, floor(right) + 1, long) if k]
    small = (
        [k / fine for k in range(ceil(left * fine), floor(right * fine) + 1) if k % fine] if fine > 1 else []
    )
    return whole, small, [k for k in (0, *whole) if k % apart == 0]


def says_names(rulers: Sequence[Ruler]) -> bool:
    """Whether each ruler says what its 0 and its step are."""
    return len(rulers) <= sizes.MOST_NAMED


@part
def ruler(
    values: np.ndarray,
    rulers: Sequence[Ruler],
    *,
    axis: Scale,
    label: str,
    real: np.ndarray | None = None,
    outside: np.ndarray | None = None,
    picked: int | None = None,
    picked_name: str = "",
    keys: Callable[[int], str] | None = None,
    pad_name: str = "pads",
    room: float = 0,
    least: int = 1,
    small: bool = False,
    hand: bool = False,
    pull: str | None = None,
    second: bool = False,
) -> Markup:
    """Draw values on a line, and the rulers of their pool below it, each with what the followed number reads.

    Parameters
    ----------
    values : (N,), in their own units
    rulers : the first is the pool's own; each below it has other statistics of the same numbers
    axis : the line, which stands still while a control moves
    label : the accessible name
    real : (N,) of bool, False at pads; all are real where it is not given
    outside : (N,) of bool, True for what is left out of the pool; it is lifted off the line
    picked, picked_name : the followed number's place among the values, and its name
    keys : what a value is called in the picture's tables
    pad_name : what several pads are called
    room : px over the line that piles have in any case, so that what stands below does not move with them
    least : rulers below the line that there is room for in any case
    small : one of the others beside a large one, without numerals for its readings
    hand : True where dots can be taken hold of
    pull : the control that the pile of pads moves
    second : True where γ and β may come by a control: there is room for what they make

    Returns
    -------
    Markup, a stage that front/ruler.js moves
    """
    real = np.ones(len(values), bool) if real is None else real
    outside = np.zeros(len(values), bool) if outside is None else outside
    # Another number has a plumb line of its own: nothing glides from one number to the next.
    named_by = keys(picked) if keys and picked is not None else None
    key = named_by or next((one.lights for one in rulers if one.lights), "")
    dots, top = dots_on(values, axis, real, outside, picked, keys, room, hand)
    line = top + sizes.LINE_LOW
    x = None if picked is None else float(values[picked])
    drawn_rulers, y, readings, cuts = [], line + sizes.LINE_LABELS + sizes.BELOW_LABELS, [], []
    named = not small and says_names(rulers)
    for number, one in enumerate(rulers):
        drawn_rulers.append(_ruler(one, axis, y, x, number, named))
        if x is not None:
            readings.append(_reading(one, x, y, number, small))
        reads_at = y + (sizes.PALE if one.pale else sizes.BAND / 2)
        y += one.band + one.second + (sizes.NAMED if named else 0) + sizes.GAP
        cuts.append((reads_at, reads_at if one.pale else y - sizes.GAP / 2))
    spare = sizes.SECOND * second
    y += max(0, least - len(rulers)) * (sizes.BAND + spare + sizes.NAMED * named + sizes.GAP) if rulers else 0
    y += spare * sum(not one.affine for one in rulers)  # so that γ and β push nothing down
    bottom = cuts.pop()[0] if cuts else line + sizes.LINE_LABELS
    other = (200, 0, "")
    if x is not None:
        other = axis.at(x), name_over(line, dots, values, axis, real, picked, picked_name), picked_name
    pads, pile = pads_on(values, axis, real, dots, top, pad_name, pull, other)
    plumb, name = None, []
    if x is not None:
        high = pile_at(values, axis, real, dots, picked)
        plumb, *name = followed_at(
            x, picked_name, axis, dots[picked], line, bottom, cuts, key, other[1], high
        )
    height = y - sizes.GAP + sizes.END
    drawn = [plumb, _line(axis, line, x), *drawn_rulers]
    drawn += [*(mark for i, (mark, _) in dots.items() if i != picked), pads, *name]
    axes = {"data_axis": exact(axis.low, axis.high), "role": "img", "aria_label": label}
    chart = tag("svg", tag("title", label), drawn, class_="nv-chart", height=height, **axes)
    grips = [pile]
    if hand and x is not None and real[picked] and not small:
        reads = fixed(rulers[0].output(x), 2) if rulers else None
        grips.append(grip(x, picked_name, reads, axis.at(x), line - sizes.SEAT - dots[picked][1]))
    if hand and x is not None and rulers and not small:
        band = line + sizes.LINE_LABELS + sizes.BELOW_LABELS + sizes.BAND / 2
        grips.append(lay_of(axis.at(rulers[0].mean), band))
    look = classes("nv-stage", "nv-small" if small else None)
    beside = tag("div", readings, class_="nv-readings") if readings else None
    place = tag("div", chart, grips, class_="nv-ruled")
    return tag("div", place, beside, class_=look, data_stage=True, data_hand=hand)


def _line(axis: Scale, y: float, x: float | None) -> Markup:
    """The line and its numbers; one that the plumb line comes to gives way, in front/ruler.js, too."""
    ticks, numbers = [(axis.at(tick), plain(tick)) for tick in axis.ticks(sizes.TICKS[0])], []
    for at, text in ticks:
        near = round(reach_of_words(50, text)[1], 2)
        if near < at + 0.5 and at - 0.5 < 100 - near:
            place = {"x": f"{at}%", "y": sizes.TICK_LOW, "text_anchor": "middle", "data_near": near}
            hidden = "hidden" if x is not None and abs(at - axis.at(x)) < near else None
            numbers.append(tag("text", text, **place, visibility=hidden, class_="nv-soft"))
    marks = "M0,0h100" + "".join(f"M{at:g},0v100" for at, _ in ticks)
    line = stretched(tag("path", d=marks, class_="nv-axis"), y=0, height=sizes.TICK, overflow="visible")
    return tag("svg", line, numbers, y=y, class_="nv-data-line")


def _ruler(one: Ruler, axis: Scale, y: float, x: float | None, number: int, named: bool) -> Markup:
    """The band, its marks and its numerals: what front/ruler.js draws from the same numbers."""
    per_step = 100 * one.step / (axis.high - axis.low)
    zero = 100 * (one.mean - axis.low) / (axis.high - axis.low)
    room = max(per_step * sizes.MARGIN, sizes.EDGE)
    start, end = zero + per_step * one.left - room, zero + per_step * one.right + room
    whole, small, numbered = marks_on(one, axis)
    start, end = max(start, sizes.BEYOND[0]), min(end, sizes.BEYOND[1])
    marks = "".join(f"M{zero + per_step * k:.3f},0v{sizes.LONG_MARK}" for k in whole)
    marks += "".join(f"M{zero + per_step * k:.3f},0v{sizes.SHORT_MARK}" for k in small)
    foot = y + one.band - (sizes.PALE_FOOT if one.pale else sizes.FOOT)
    words = [_numeral(zero + per_step * k, foot, plain(k), k == 0) for k in numbered]
    outputs = _second([one.gamma * k + one.beta for k in numbered if one.second], one.gamma)
    for k, output in zip(numbered, outputs, strict=False):
        words.append(_numeral(zero + per_step * k, y + sizes.BAND - sizes.SECOND_FOOT, output, False, True))
    place = {"x": f"{start:.3f}%", "width": f"{max(end - start, sizes.LEAST_BAND):.3f}%", "y": y}
    place |= {"height": one.band, "rx": sizes.ROUNDED}
    band = tag("rect", **statistic("σ", one.lights), **place, class_="nv-ruler-band")
    hatch = None
    if one.of_eps > sizes.EPS_SEEN:
        ends = (zero + per_step * share for share in (1 - one.of_eps, 1.0))
        x1, x2 = (f"{min(max(end, sizes.BEYOND[0]), sizes.BEYOND[1]):.3f}%" for end in ends)
        hatch = tag("line", x1=x1, x2=x2, y1=y + one.band / 2, y2=y + one.band / 2, class_="nv-ruler-eps")
    middle = {
        "x1": f"{zero:.3f}%",
        "x2": f"{zero:.3f}%",
        "y1": y if x is None else y - sizes.AWAY,
        "y2": y + sizes.ZERO,
    }
    away = None if x is None else _away(one, x, zero, axis.at(x), marks_of(per_step)[1], y)
    drawn = [
        _window(band, hatch, away),
        stretched(tag("path", d=marks, class_="nv-ruler-marks"), y=y, height=one.band, overflow="visible"),
        tag("line", **statistic("μ", one.lights), **middle, class_="nv-ruler-zero"),
        words,
        _names(one, zero, per_step, y + one.band + one.second) if named else None,
    ]
    told = {"data_mean": exact(one.mean), "data_step": exact(one.step)}
    told |= {"data_reach": f"{one.left} {one.right}", "data_top": y, "data_rule": one.rule or None}
    if hatch:
        told["data_eps"] = exact(one.of_eps)
    if one.affine:
        told["data_affine"] = exact(one.gamma, one.beta)
    if x is not None:
        told["data_reading"] = exact(one.output(x))
    look = classes("nv-ruler", f"nv-tone-{one.tone}", "nv-pale" if one.pale else None)
    return tag("g", drawn, data_ruler=number, **told, class_=look)


def _away(one: Ruler, x: float, zero: float, at: float, long: int, y: float) -> Markup:
    """The distance from the 0 to the followed number, over the ruler's edge; a style sheet cuts it at long marks."""
    ends = {"x1": f"{zero:.3f}%", "x2": f"{at}%", "y1": y - sizes.AWAY / 2, "y2": y - sizes.AWAY / 2}
    return tag("line", **ends, pathLength=f"{abs(one.reads(x)) / long:.3f}", class_="nv-ruler-away")


def _names(one: Ruler, zero: float, per_step: float, y: float) -> Markup:
    """What the 0 is, with a wedge under a mean, and a bracket with what one step is."""
    hung = min(max(zero, sizes.WORDS[0]), sizes.WORDS[1])
    begin, end = f"{zero:.3f}%", f"{min(zero + per_step, sizes.BEYOND[1]):.3f}%"
    lines = zip((begin, begin, end), (begin, end, end), sizes.BRACKET, strict=True)
    marks = [tag("line", x1=x1, x2=x2, y1=y + top, y2=y + foot) for x1, x2, (top, foot) in lines]
    del marks[3 if one.unit else 1 :]
    place = {"x": f"{hung:.3f}%", "y": y + sizes.WORDS_LOW}
    mean, words = brief(one.mean, one.step), []
    if one.zero:
        marks.append(triangle(f"{zero:.3f}", y, "nv-wedge", None))
        words.append(tag("text", one.zero, " ", tag("tspan", mean), **place, text_anchor="middle"))
    if one.unit:
        step = tag("tspan", "one step = ", class_="nv-aside"), one.unit, " = ", tag("tspan", brief(one.step))
        words.append(tag("text", step, **place, dx=_beside(one.zero, mean)))
    return tag("g", _window(marks), words, data_names=y, class_="nv-ruler-names")


def _window(*marks) -> Markup:
    """As wide as the line, which cuts it."""
    return tag("svg", marks, class_="nv-window", width="100%", height="100%")


def _beside(zero: str, mean: str) -> float:
    """How far on the right of the 0 there is room, in px."""
    return round(sizes.WORDS_BESIDE + sizes.WORD * len(f"{zero} {mean}"), 1) if zero else sizes.NO_WORDS


def _second(values: list[float], beside: float) -> list[str]:
    """Numerals of the second row, all with as many decimals as one needs, two at most; front/ruler.js writes the same.

    >>> _second([1.2, 4, 5.5e-17], 1.0), _second([0.0095, 3], 1.0)
    (['1.2', '4.0', '0.0'], ['0.0095', '3'])
    """
    most = max(
        (len(plain(value, sizes.GLANCE).partition(".")[2]) for value in values if abs(value) >= sizes.SMALL),
        default=0,
    )
    small = [abs(value) < sizes.SMALL and brief(value, beside) for value in values]
    return [s if s and s != "0" else fixed(0.0 if s else v, most) for s, v in zip(small, values, strict=True)]


def _numeral(at: float, y: float, text: str, zero: bool, second: bool = False) -> Markup:
    look = classes("nv-numeral", "nv-strong" if zero else None, "nv-second" if second else None)
    return tag("text", text, x=f"{at:.3f}%", y=y, text_anchor="middle", class_=look)


def _counted(one: Ruler, x: float) -> str:
    if one.affine:
        return f"= {plain(one.gamma)} · {bracketed(fixed(one.reads(x)))} + {bracketed(plain(one.beta))}"
    away = (
        plain(x, 2) if one.rule == "rms" else f"({plain(x, 2)}{SPACE}−{SPACE}{bracketed(fixed(one.mean, 2))})"
    )
    return f"{away} / {fixed(one.step, 2)}"


def _reading(one: Ruler, x: float, y: float, number: int, small: bool) -> Markup:
    value = one.output(x)
    read = fixed(value, 2)
    look = classes("nv-reading", "nv-long" if len(read) > sizes.LONG_READING else None)
    words = [tag("b", read, title=fixed(value), class_=look, data_reads=number)]
    legible = one.step >= sizes.LEAST_STEP and max(abs(x), abs(one.mean), one.step) < sizes.MOST_READ
    if not small and not one.name and (one.affine or legible):
        words.append(tag("span", _counted(one, x), data_counts=True, class_="nv-note"))
    if one.name and not small:
        words.append(tag("span", one.name, class_="nv-note"))
    tone = f"nv-tone-{'affine' if one.affine else one.tone}"
    look = classes(tone, "nv-pale" if one.pale else None)
    return tag("p", words, style=f"top:{y}px", class_=look, aria_hidden="true")
