"""What a screen reader gets: one sentence on the present picture, in a live region, and names for what has none.

ipywidgets has no widget with a live region and no name for a slider's handle, and a live region inside the picture
would be replaced with it at every step and never be read out. So a few lines of JavaScript, run once for every
explorer on the page, mark the *place* of the sentence as a live region; the sentence alone changes. Where a page
runs no JavaScript, the sentence stands there all the same: it is read, but not announced. The same lines keep the keys
pressed on a control from the notebook around it, and send clicks on cells.
"""

import asyncio
import json

import ipywidgets
from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.drawing.script import script
from normviz.explorers.log_control import DIGITS
from normviz.explorers.picking import JAVASCRIPT as PICK

# Out of sight, but not out of reach: what is not displayed is not read out either.
CSS = """
.nv-explorer{position:relative}
.nv-explorer>.nv-spoken.jupyter-widgets{position:absolute;bottom:0;left:0;width:1px;height:1px;margin:0;padding:0;
overflow:hidden;clip-path:inset(50%);white-space:nowrap}
"""

REST = 0.5  # seconds without a change, before the sentence follows

# Controls come and go with an example. What a slider over powers of ten says of itself is the power; its box, and now
# its text for a screen reader, holds the number.
_JAVASCRIPT = """
const begin = explorer => {
    explorer.setAttribute('role', 'group');
    explorer.setAttribute('aria-label', HEADING);
    keepKeys(explorer.querySelector(':scope > .nv-controls'));
    const mend = () => {
        markRegion(explorer.querySelector(':scope > .nv-spoken:not([role])'));
        explorer.querySelectorAll('.nv-number .noUi-handle').forEach(nameHandle);
    };
    mend();
    explorer.addEventListener('click', pick);
    const watched = {childList: true, subtree: true, attributes: true, attributeFilter: ['aria-valuetext']};
    new MutationObserver(mend).observe(explorer, watched);
};
const markRegion = spoken => {
    spoken?.setAttribute('role', 'status');
    spoken?.setAttribute('aria-live', 'polite');
    spoken?.setAttribute('aria-atomic', 'true');
};
const nameHandle = handle => {
    const control = handle.closest('.nv-number');
    const label = control.querySelector('.widget-text > .widget-label');
    if (label && !handle.hasAttribute('aria-labelledby')) {
        label.id ||= 'nv-' + crypto.getRandomValues(new Uint32Array(2)).join('-');
        handle.setAttribute('aria-labelledby', label.id);
    }
    const position = Number(handle.closest('.noUi-target').noUiSlider.get());
    const value = control.matches('.nv-log') ? (10 ** position).toPrecision(DIGITS) : position.toPrecision(10);
    const text = String(Number(value)).replace('-', '\u2212');
    if (handle.getAttribute('aria-valuetext') !== text) handle.setAttribute('aria-valuetext', text);
};
"""


class Spoken(ipywidgets.HTML):
    """The place of the sentence: read out, never seen."""

    def __init__(self):
        super().__init__()
        self.add_class("nv-spoken")
        self.sentence = ""
        self._waiting: asyncio.TimerHandle | None = None

    def say(self, sentence: str) -> None:
        """Have ``sentence`` read out once the controls rest; at once where no event loop could do it later.

        While a slider is dragged nobody can listen to every sentence, and each would cost the page a frame.
        """
        first, self.sentence = not self.sentence, sentence
        if self._waiting is not None:
            self._waiting.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        if first or loop is None:
            self._put()
        else:
            self._waiting = loop.call_later(REST, self._put)

    def _put(self) -> None:
        self._waiting = None
        self.value = self.paragraph()

    def paragraph(self, class_: str | None = None) -> Markup:
        """The sentence as an element, for a page of its own."""
        return tag("p", self.sentence, class_=class_)


def naming(heading: str) -> ipywidgets.Output:
    """The JavaScript that marks the live region and names group and handles, for an explorer's last child."""
    code = PICK + _JAVASCRIPT.replace("HEADING", json.dumps(heading)).replace("DIGITS", str(DIGITS))
    return ipywidgets.Output(outputs=(script(".nv-explorer", code),), layout={"display": "none"})
