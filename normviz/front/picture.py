"""Files of this folder that run in the page for the widgets around."""

import anywidget
import ipywidgets
from traitlets import Unicode

from normviz import front


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
