"""One thing as large as the screen, for a room that looks at a wall."""

import ipywidgets

from normviz import _inputs, front
from normviz.front.picture import beside


class Wall(ipywidgets.VBox):
    """A widget or a picture that fills the window until Esc is pressed; ``shown`` is the widget itself."""

    def __init__(self, shown: ipywidgets.DOMWidget):
        self.shown = shown
        style = ipywidgets.HTML(f"<style>{front.style('wall.css')}</style>", layout={"display": "none"})
        super().__init__([style, shown, beside("keys.js", "wall.js")])
        self.add_class("nv-wall")


def wall(shown) -> Wall:
    """Show an explorer, a prediction or a picture to a whole room: as large as the window, without what is small.

    On 1280 × 720 pixels the number that is followed, its μ and its σ stand 48 px high, and all else at least 28.
    Laws, legends and notes are left out. Larger windows enlarge everything. Esc goes back to the notebook.

    Parameters
    ----------
    shown : an explorer, what ``nv.predict``, ``nv.show_pipeline`` or ``nv.inspect`` returns, or any other widget

    Returns
    -------
    Wall, a widget; ``.shown`` is the widget in it

    Raises
    ------
    TypeError
        For something that is neither a widget nor a picture.

    Examples
    --------
    >>> import normviz as nv
    >>> wall(nv.PaddingExplorer(ahead=False).only("padding_length")).shown.settings.padding_length
    4
    """
    if not isinstance(shown, type) and callable(markup := getattr(shown, "_repr_html_", None)):
        shown = ipywidgets.HTML(markup())
    if not isinstance(shown, ipywidgets.DOMWidget):
        raise _inputs.wrong_type("shown", "an explorer, a prediction or a picture", shown)
    return Wall(shown)
