"""A control as code sees it, such as ``explorer.padding_length``: the page draws it, and settings hold its value."""

from collections.abc import Callable

from traitlets import Bunch


class Control:
    """One control, or button, of an explorer.

    Attributes
    ----------
    value : the setting that the control holds; setting it moves the control as a hand would, so a value that cannot be
        drawn becomes the explorer's ``error``
    label, options, visible … : as the control is described for the present settings (``explorers/controls.py``)

    Examples
    --------
    >>> from normviz import PaddingExplorer
    >>> length = PaddingExplorer().padding_length
    >>> length.observe(lambda change: print(change.old, "→", change.new))
    >>> length.value = 6
    4 → 6
    """

    def __init__(self, explorer, name: str):
        self._explorer, self.name = explorer, name
        self._handlers: list[Callable] = []

    @property
    def described(self):
        """The description of the control for the present settings."""
        return self._explorer.described(self.name)

    def __getattr__(self, what: str):
        if what.startswith("_"):
            raise AttributeError(what)
        return getattr(self.described, what)

    def __repr__(self) -> str:
        if hasattr(self._explorer.settings, self.name):
            return f"<control {self.name}: {self.value!r}>"
        return f"<button {self.name}>"

    @property
    def value(self):
        return getattr(self._explorer.settings, self.name)

    @value.setter
    def value(self, value) -> None:
        self._explorer.touch(self.name, value)

    def click(self) -> None:
        """Press a button."""
        self._explorer.press(self.name)

    def observe(self, handler: Callable, names="value") -> None:
        """Call ``handler(change)`` after each change of the value, as a trait of a widget does.

        Parameters
        ----------
        handler : takes a change with ``name``, ``old``, ``new``, ``type`` and ``owner``, this control
        names : "value" or ["value"], the one thing that changes

        Raises
        ------
        TypeError, ValueError
            For a handler that cannot be called, and for other names.
        """
        if not callable(handler):
            raise TypeError(f"handler: expected a function of a change, got {type(handler).__name__}")
        if names not in ("value", ["value"]):
            raise ValueError(f'names: expected "value", got {names!r}')
        self._handlers.append(handler)

    def unobserve(self, handler: Callable, names="value") -> None:
        """Stop calling ``handler``."""
        self._handlers.remove(handler)

    def changed(self, old, new) -> None:
        """Tell the handlers that the value was ``old`` and is ``new``."""
        for handler in tuple(self._handlers):
            handler(Bunch(name="value", old=old, new=new, owner=self, type="change"))
