"""A chapter as one picture that goes on from step to step: in a notebook by a control, on a page as it is read."""

import json
import re

import anywidget
import numpy as np
from markupsafe import Markup, escape
from traitlets import Unicode

from normviz import _inputs, front
from normviz.drawing.markup import NO_MATH, tag
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.theme import CSS
from normviz.front import display
from normviz.front.picture import with_data
from normviz.views import stage as steps

_BOLD = re.compile(r"\*\*(.+?)\*\*")
# Words that wear the colour of what they name.
_TONES = {"batch norm": "column", "layer norm": "row", "pad": "pad", "pads": "pad", "γ and β": "affine"}
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


def stage_markup(chapter: str) -> Markup:
    """Return the steps of a chapter as an element that ``stage.js`` draws the picture into."""
    words = (tag("li", tag("p", _in_tones(one)), data_step=k) for k, one in enumerate(words_of(chapter), 1))
    data = json.dumps(_told(chapter), ensure_ascii=False, separators=(",", ":"), default=np.ndarray.tolist)
    picture, look = tag("div", data_stage=chapter, class_="nv-staged nv"), f"nv-story {NO_MATH}"
    script = Markup(f'<script type="application/json">{data}</script>')
    return tag(
        "section", picture, tag("ol", words, class_="nv"), script, class_=look, aria_label="Step by step"
    )


def words_of(chapter: str) -> list[str]:
    """Return the words of each step, with their numbers, as Markdown."""
    count = len(steps.steps_of(chapter))
    return [steps.words_of(chapter, k + 1, _written) for k in range(count)]


def _written(name: str, number: float) -> str:
    return fixed(number, 2) if name in steps.RULER else plain(number)


def story(chapter: str) -> str:
    """Return all steps as Markdown, for those who read a chapter where nothing can be shown.

    >>> story("07").splitlines()[0]
    '<details>'
    """
    lines = (f"{k}. {one}" for k, one in enumerate(words_of(chapter), 1))
    return "\n".join(["<details>", "<summary>The steps in words</summary>", "", *lines, "", "</details>"])


def _in_tones(words: str) -> Markup:
    toned = _BOLD.sub(
        lambda one: f'<b class="nv-is-{_TONES.get(one[1].lower())}">{one[1]}</b>', escape(words)
    )
    return Markup(toned)


def _told(chapter: str) -> dict:
    batch, all_ = steps.batch_of(chapter), steps.steps_of(chapter)
    told = {"values": batch.values, "tokens": batch.tokens, "real": batch.mask, "eps": steps.EPS}
    weights = [steps.weights_of(chapter, one).ravel() for one in all_]
    told["steps"] = [vars(one) | {"weights": own} for one, own in zip(all_, weights, strict=True)]
    for one in told["steps"]:
        del one["words"], one["notes"]
    return told
