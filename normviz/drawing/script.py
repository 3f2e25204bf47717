"""A few lines of JavaScript for a widget, as the Jupyter output that runs them: core widgets bring none of their own.

They may run before the widget stands in the page, so they look for it until it does. What every script can use is
``keepKeys(element)``: keys pressed on controls stay with them, and do not reach the notebook around. To JupyterLab a ↓
on a list means the next cell, a "b" a new cell, and two "d" the end of this one; what is pressed with Ctrl or Alt,
Shift + Enter and Escape still reach it.
"""

import json

_KEEP_KEYS = """
const keepKeys = controls => controls?.addEventListener('keydown', event => {
    const told = event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape';
    if (!told && !(event.shiftKey && event.key === 'Enter')) event.stopPropagation();
});
"""
_FIND = """
const find = tries => {
    const place = element.closest(PLACE);
    if (place) begin(place);
    else if (tries) setTimeout(find, 50, tries - 1);
};
find(200);
"""


def script(place: str, code: str) -> dict:
    """Make the output that calls ``begin`` of ``code`` with the element around it that ``place`` selects."""
    source = _KEEP_KEYS + code + _FIND.replace("PLACE", json.dumps(place))
    return {"output_type": "display_data", "data": {"application/javascript": source}, "metadata": {}}
