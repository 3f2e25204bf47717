"""The widgets that a test makes."""

from contextlib import contextmanager

from ipywidgets.widgets import widget


@contextmanager
def borrowed():
    """Whatever widgets are made in the meantime are closed at the end: ipywidgets keeps each until then."""
    known = getattr(widget, "_instances", None)
    if known is None:  # ipywidgets 7
        known = widget.Widget.widgets
    before = set(known)
    try:
        yield
    finally:
        for key in set(known) - before:
            if key in known:
                known[key].close()
