"""The widgets that a test makes."""

from contextlib import contextmanager

from ipywidgets.widgets import widget


def known():
    """Every widget that ipywidgets keeps, by its id."""
    kept = getattr(widget, "_instances", None)
    return widget.Widget.widgets if kept is None else kept  # ipywidgets 7 has no _instances


@contextmanager
def borrowed():
    """Whatever widgets are made in the meantime are closed at the end: ipywidgets keeps each until then."""
    before = set(known())
    try:
        yield
    finally:
        for key in set(known()) - before:
            if key in known():
                known()[key].close()
