"""What an oracle is: it reads the settings of an explorer and says, without normviz, what must come of them."""

import numpy as np

from normviz.explorers.controls import Text, all_in
from tests.abuse.driver import Unusable


class Oracle:
    """Says what an explorer's ``.result`` must hold.

    A subclass may use the documents' numbers (``nv.examples``, ``nv.datasets``), for these are data; everything that
    is computed from them it computes again, with NumPy and torch.

    That the norms are torch's is held by tests/test_norms.py and its like: here they are only said once more.

    Attributes
    ----------
    starts : keyword arguments to begin with, one dict an explorer
    """

    starts = ({},)

    def __init__(self, explorer, start):
        self.explorer, self.start = explorer, start
        self.typed = {}

    @property
    def settings(self):
        return self.explorer.settings

    def types(self, name, random) -> str:
        """Text for the box called ``name``; what it says is remembered."""
        typed = self.type(name, random)
        self.typed[typed.text] = typed.means
        return typed.text

    def type(self, name, random):
        """What somebody could type into the box called ``name``."""
        raise NotImplementedError(f"{name}: what could be typed here?")

    def means(self, name):
        """What the text in the box called ``name`` says; Unusable where nobody could use it."""
        text = getattr(self.settings, name)
        said = self.typed[text] if text in self.typed else self.read(name, text)
        if said is None:
            raise Unusable(name)
        return said

    def read(self, name, text):
        """What the text that stood in a box at first says."""
        raise NotImplementedError(f"{name}: nobody said what {text[:80]!r} means")

    def moved(self, name, before, now) -> None:
        """``name`` was touched, and brought the settings from ``before`` to ``now``: what must not have changed."""

    def expected(self) -> dict:
        """Attribute of ``.result`` → what it must be; raises Unusable where the settings hold nothing to draw.

        Beside them ``sentence``, numbers that the sentence says in this order, perhaps among others; and ``cells``,
        the beginning of a cell's key → the array whose numbers stand in such cells of the picture.
        """
        raise NotImplementedError


class Compared(Oracle):
    """One whose numbers the page computes again: tests/browser/test_live.py compares them."""

    def read(self, name, text):
        return text

    def expected(self):
        for one in all_in(self.explorer.controls_for(self.settings)):
            if isinstance(one, Text) and one.visible:
                self.means(one.name)  # what nobody can read is refused
        return {}


def usable(condition, why="") -> None:
    if not condition:
        raise Unusable(why)


def finite(*numbers) -> None:
    usable(all(np.isfinite(n).all() for n in numbers), "not finite")


def agree(found, expected, where) -> None:
    """Numbers to nine digits of the largest one in the array, everything else exactly."""
    if isinstance(expected, dict):
        assert list(found) == list(expected), where
        for key in expected:
            agree(found[key], expected[key], f"{where}[{key!r}]")
    elif isinstance(expected, (list, tuple)) and not (expected and all(isinstance(v, str) for v in expected)):
        assert len(found) == len(expected), where
        for i, (a, b) in enumerate(zip(found, expected, strict=True)):
            agree(a, b, f"{where}[{i}]")
    elif isinstance(expected, float) or getattr(expected, "dtype", np.dtype(bool)).kind == "f":
        expected = np.asarray(expected)
        assert np.shape(found) == expected.shape, (
            f"{where}: shape {np.shape(found)}, expected {expected.shape}"
        )
        size = np.abs(expected[np.isfinite(expected)]).max(initial=0)
        off = np.abs(np.asarray(found, dtype=float) - expected)
        if not (off <= 1e-9 * size + 1e-7 * np.abs(expected)).all():  # NaN and inf take the slow way
            np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9 * size, err_msg=where)
    elif isinstance(expected, np.ndarray):
        np.testing.assert_array_equal(found, expected, err_msg=where)
    else:
        assert found == expected, f"{where}: {found!r}, expected {expected!r}"


def extreme(thing) -> bool:
    """Whether a number in it is so large or so small that its square leaves float64."""
    if isinstance(thing, dict):
        return any(map(extreme, thing.values()))
    if isinstance(thing, (list, tuple)):
        return any(map(extreme, thing))
    if isinstance(thing, (int, float, np.number, np.ndarray)) and not isinstance(thing, bool):
        if isinstance(thing, int):
            return abs(thing) > 1e100
        array = np.asarray(thing)
        array = array.astype(float) if array.dtype == np.float32 else array
        if array.dtype.kind != "f":
            return False
        size = np.abs(array[np.isfinite(array)])
        return bool(((size > 1e100) | ((size > 0) & (size < 1e-100))).any())
    return False
