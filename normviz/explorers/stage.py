"""A chapter as one picture that goes on from step to step: in a notebook by a control, on a page as it is read."""

import json
import re
from dataclasses import replace
from functools import cache

import anywidget
import numpy as np
from markupsafe import Markup, escape
from traitlets import Unicode

from normviz import _inputs, front
from normviz.drawing.markup import NO_MATH, tag, void_tag
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.ruler import Ruler, ruler_of
from normviz.drawing.theme import CSS
from normviz.front import display
from normviz.front.packed import packed
from normviz.front.picture import with_data
from normviz.views import stage as steps

_BOLD = re.compile(r"\*\*(.+?)\*\*")
# What the picture of a step is drawn from.
_NAMES = (
    *("followed", "from", "to", "up", "down", "turn", "left", "right", "value"),
    *("slab", "fall", "ruled", "plank", "away", "squared", "wedge", "gamma", "beta", "affine"),
    *("beside", "alone", "row", "rms", "hats"),
    *("kept", "keptMean", "keptVar", "keptLeft", "keptRight", "held"),
    *("low", "high"),
)
# Words that wear the colour of what they name.
_TONES = {"batch norm": "column", "layer norm": "row", "pad": "pad", "pads": "pad", "γ and β": "affine"}
_TONES |= {"stored": "stored", "stores": "stored", "γ": "affine", "β": "affine", "touch the line.": "touch"}
BACK = "Back to the start"
_BEGIN = "for (const story of document.querySelectorAll('.nv-story')) beginStory(story, false);"


class Stage(anywidget.AnyWidget):
    """The steps of a chapter and their picture; ``‹`` and ``›``, or the arrow keys, go from step to step."""

    _esm = front.module(*front.STAGE, "staged.js")
    _css = CSS + front.read("stage.css")
    _markup = Unicode().tag(sync=True)

    def __init__(self, chapter: str):
        super().__init__(_markup=stage_markup(chapter))
        self.on_msg(lambda *_: display.page_answers())

    def alone(self) -> str:
        """Return HTML that needs no widgets."""
        script = front.in_page("script", "\n".join(["{", front.module(*front.STAGE), _BEGIN, "}"]))
        return f"<style>{self._css}</style>{self._markup}<script>{script}</script>"

    def _repr_mimebundle_(self, **kwargs):
        return with_data(super()._repr_mimebundle_(**kwargs), {"text/html": self._markup})

    def _ipython_display_(self) -> None:
        display.show(self)


def stage(chapter: str) -> Stage:
    """Show a chapter as one picture that goes on from step to step.

    Parameters
    ----------
    chapter : its number, such as "07", or "lesson": the first lesson of a class

    Returns
    -------
    Stage, a widget

    Raises
    ------
    TypeError, ValueError
        For what is no text, and for a chapter that has no steps.

    Examples
    --------
    >>> import normviz as nv
    >>> "Which numbers share" in nv.stage("07")._markup
    False
    """
    return Stage(_inputs.text("chapter", chapter))


@cache
def stage_markup(chapter: str) -> Markup:
    """Return the steps of a chapter as an element that ``stage.js`` draws the picture into."""
    back = tag("button", BACK, type="button", class_="nv-undo", hidden=True)
    told = enumerate(words_of(chapter), 1)
    words = (tag("li", [tag("p", _in_tones(one)), back], data_step=k) for k, one in told)
    data = json.dumps(_told(chapter), ensure_ascii=False, separators=(",", ":"), default=np.ndarray.tolist)
    held = void_tag("input", type="range", step="any", class_="nv-flag", hidden=True)
    inside = tag("svg", aria_hidden="true"), held, tag("p", class_="nv-hidden", role="status")
    picture, look = tag("div", inside, data_stage=chapter, class_="nv-staged nv"), f"nv-story {NO_MATH}"
    script = Markup(f'<script type="text/plain">{packed(data.encode())}</script>')
    own = tag("div", _own(chapter), class_="nv-mine", hidden=True)
    words = tag("ol", words, class_="nv")
    return tag("section", picture, words, own, script, class_=look, aria_label="Step by step")


def _own(chapter: str) -> list[Markup]:
    batch, columns, last = steps.batch_of(chapter), steps.names_of(chapter), steps.steps_of(chapter)[-1]
    words = [word for sentence in batch.tokens for word in sentence]
    is_seen = batch.mask.ravel() | (last.pads != "none")
    names = enumerate(
        (word, column, seen) for word, seen in zip(words, is_seen, strict=True) for column in columns
    )
    least = steps.LEAST.get(chapter, -1e6)
    number = void_tag("input", type="number", step="any", min=least, max=1e6, required=True)
    options = [tag("option", f"{word} {column}", value=k) for k, (word, column, seen) in names if seen]
    which = tag("select", options)
    back = tag("button", BACK, type="button", class_="nv-back")
    row = tag("label", "Number ", which), tag("label", "is ", number), back
    choices = [tag("button", one, type="button", value=one) for one in last.choices]
    return [tag("div", choices), tag("div", row), tag("p", role="status")]


def words_of(chapter: str, note: str | None = None) -> list[str]:
    """Return the words of each step, or one of its notes, with their numbers, as Markdown."""
    texts = [one.notes[note] if note else None for one in steps.steps_of(chapter)]
    return [steps.words_of(chapter, k, _written, text) for k, text in enumerate(texts, 1)]


def _written(name: str, number: float) -> str:
    two = name in (*steps.RULER, *steps.STORED, "away", "x_hat", "square", "before", "zero")
    return fixed(number, 2) if two else plain(number, 5 if name == "eps" else 4)


def story(chapter: str) -> str:
    """Return all steps as Markdown, for those who read a chapter where nothing can be shown.

    >>> story("07").splitlines()[0]
    '<details>'
    """
    lines = (f"{k}. {one}" for k, one in enumerate(words_of(chapter), 1))
    return "\n".join(["<details>", "<summary>The steps in words</summary>", "", *lines, "", "</details>"])


def _in_tones(words: str) -> Markup:
    def bold(found) -> Markup:
        tone = _TONES.get(found[1].lower())
        return tag("b", Markup(found[1]), class_=tone and f"nv-is-{tone}")

    return Markup(_BOLD.sub(bold, escape(words)))


def _told(chapter: str) -> dict:
    batch, all_ = steps.batch_of(chapter), steps.steps_of(chapter)
    last, cells = all_[-1], list(np.ndindex(batch.values.shape))
    mine = {
        name: [replace(last, **more, follow=cell) for cell in cells] for name, more in last.choices.items()
    }
    states = [one for of in ([all_], mine.values()) for many in of for one in many]
    axes = _axes(chapter, [one for one in states if steps.weights_of(chapter, one).any()])
    asked = next((k for k, one in enumerate(all_) if one.ask), -1)
    own = {
        name: [
            _raw(chapter, a),
            [_drawn(chapter, b, axes) for b in (a, *more)],
        ]
        for name, (a, *more) in mine.items()
    }
    return {
        "tokens": batch.tokens,
        "heads": steps.names_of(chapter),
        "real": batch.mask,
        "eps": steps.EPS,
        "asked": asked,
        "answer": steps.numbers_of(chapter, asked + 2)[all_[asked].ask] if asked >= 0 else None,
        "names": _NAMES,
        "values": [_raw(chapter, one) for one in all_],
        "steps": [_drawn(chapter, one, axes) for one in all_],
        "own": [next(iter(last.choices), last.pool), own],
        "ties": steps.TIES.get(chapter, ()),
    }


def _raw(chapter: str, step: steps.Step) -> np.ndarray:
    return steps.values_of(chapter, replace(step, scale="raw")).ravel()


def _axes(chapter: str, states) -> dict[tuple, list[float]]:
    """As far as each line goes."""
    ends: dict[tuple, list[float]] = {}
    for one in states:
        own = ends.setdefault(_line_of(chapter, one), [] if _line_of(chapter, one) else [0.0])
        own += [r.mean + 1.1 * r.step * side for r in _rulers(chapter, one) for side in (r.left, r.right)]
    rooms = {line: (max(own) - min(own)) / 10 for line, own in ends.items()}
    return {
        line: [round(min(ends[line]) - room, 4), round(max(ends[line]) + room, 4)]
        for line, room in rooms.items()
    }


def _line_of(chapter: str, step: steps.Step) -> tuple:
    """Which line a step has: in a table each column has its own, in a block of sentences all share one."""
    return (step.follow[2], step.pool, step.scale) if len(steps.tables_of(chapter)) == 1 else ()


def _rulers(chapter: str, step: steps.Step) -> list[Ruler]:
    """The ruler of a step, and the stored one where it is seen."""
    at, x = steps.ruler_of(chapter, step, step), steps.values_of(chapter, step)
    pool, column = x[steps.weights_of(chapter, step) > 0], x[steps.batch_of(chapter).mask][:, step.follow[2]]
    rule = "rms" if step.pool == "RMS norm" else ""
    own = ruler_of(column if step.mode == "evaluation" else pool, at["mean"], at["step"] ** 2, rule=rule)
    if step.batches is None or step.pool in ("layer norm", "RMS norm"):
        return [own]
    return [own, ruler_of(column, at["stored_mean"], at["stored_step"] ** 2)]


def _drawn(chapter: str, step: steps.Step, axes: dict) -> list:
    """Who is in the pool of a step, as digits (2: is not there), and the numbers of _NAMES; nothing without a pool."""
    weights = steps.weights_of(chapter, step)
    told = weights + 2 * ~steps.seen_of(chapter, step)[..., None]
    pool, shown = np.argwhere(weights), {"tiles": 0, "pool": 1, "ruler": 3}.get(step.show, 2)
    if not len(pool):
        return []
    # Its slab lies about the followed number, along a row or down a column.
    row, rms = step.pool in ("layer norm", "RMS norm"), step.pool == "RMS norm"
    own = pool[pool[:, 0] == step.follow[0]] - step.follow
    along, across = (2, 1) if row or step.pool in ("group norm", "its column", "both columns") else (1, 2)
    (start, up), (end, down) = (of(axis=0)[[along, across]].tolist() for of in (own.min, own.max))
    (ruler, *kept), x = _rulers(chapter, step), steps.values_of(chapter, step)[step.follow]
    stored = [(one.left, one.right) for one in kept] or [(0, 0)]
    slab = -start, end, -up, down, 0 if along == 2 else 90, ruler.left, ruler.right
    shows = [min(max(shown - part, 0), 1) for part in range(3)]
    shows += [step.show in ("plank", "distances"), step.show == "distances", step.show == "squares"]
    affine = step.gamma, step.beta, (step.gamma, step.beta) != (1, 0)
    who = step.pads == "beside", step.line == "row", row, rms, step.scale == "standardized"
    wedge = round(ruler.mean, 4) if step.wedge is None else step.wedge
    held = step.mode == "evaluation"
    who += len(kept) * (not held), *steps.stored_of(chapter, step).tolist(), *stored[0], held
    who += tuple(axes[_line_of(chapter, step)])
    rest = (float(one) if one % 1 else int(one) for one in (x, *shows, wedge, *affine, *who))
    followed = int(np.ravel_multi_index(step.follow, weights.shape))
    return ["".join(map(str, told.ravel().astype(int))), followed, *slab, *rest]
