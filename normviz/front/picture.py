"""The picture in the page: what shows it, reads it out, is clicked, and keeps pictures that may be asked for."""

from uuid import uuid4

import anywidget
import ipywidgets
from traitlets import Bool, Instance, Int, List, Unicode

from normviz import front

_WIDGETS = {"sync": True, **ipywidgets.widget_serialization}


class Picture(anywidget.AnyWidget):
    """A picture with its sentence, in the page (``view.js``)."""

    _esm = Unicode(
        front.module(
            "keys.js",
            "numbers.js",
            "handles.js",
            "book.js",
            "morph.js",
            "first.js",
            "shown.js",
            "ahead.js",
            "hold.js",
            "link.js",
            "walk.js",
            "view.js",
        )
    ).tag(sync=True)
    value = Unicode().tag(sync=True)  # the markup
    sentence = Unicode().tag(sync=True)  # read out by a screen reader once the controls rest; never seen
    state = Int().tag(sync=True)  # the number of the settings that the picture shows
    # Where each control stands for these settings; None where it has no such place.
    at = List().tag(sync=True)
    # The controls, whose ``value`` (a slider's) or ``index`` (a list's) is their place, and each slider's number box.
    stands = List(Instance(ipywidgets.Widget)).tag(**_WIDGETS)
    boxes = List(Instance(ipywidgets.Widget, allow_none=True)).tag(**_WIDGETS)
    heading = Unicode().tag(sync=True)  # the explorer's name
    follows = Bool(False).tag(sync=True)  # whether a click on a cell is followed
    # What the keys of the numbers begin with that can be taken hold of; empty where none can.
    held = Unicode().tag(sync=True)
    own = Unicode().tag(sync=True)  # its own id, by which the page finds its model

    def __init__(self, **traits):
        own = uuid4().hex
        layout = {"width": "100%", "margin": "0", "overflow": "visible"}
        # All at once: what is added later may reach a page that does not listen yet (``hearLate`` of ``view.js``).
        super().__init__(model_id=own, own=own, layout=layout, _dom_classes=("nv-view",), **traits)

    def show(self, picture: str, sentence: str, state: int, at: list, held: str = "") -> None:
        """Show a picture; all that belongs to it arrives in the page together."""
        with self.hold_sync():
            self.value, self.sentence, self.state, self.at, self.held = picture, sentence, state, at, held


class Running(anywidget.AnyWidget):
    """Files of this folder that run in the page for the widgets around; ``beside`` puts it out of sight."""

    _esm = Unicode().tag(sync=True)

    def __init__(self, *names: str):
        super().__init__(_esm=front.module(*names))


def beside(*names: str) -> ipywidgets.Box:
    """Return a widget, never seen, that runs the files ``names`` for the widgets around it."""
    return ipywidgets.Box([Running(*names)], layout={"display": "none"})


def with_data(bundle, data: dict):
    """What a widget shows itself with, its own ``data`` by type beside it."""
    if isinstance(bundle, tuple):
        return bundle[0] | data, bundle[1]
    return (bundle or {}) | data
