"""What nobody should pass, in every shape that somebody will; and what an argument may take of it."""

import dataclasses
from collections.abc import Mapping, Sequence
from decimal import Decimal  # noqa: F401
from fractions import Fraction  # noqa: F401
from numbers import Real

import numpy as np
import torch  # noqa: F401


class LyingLength:
    """Says it has three items, and has none."""

    def __len__(self):
        return 3

    def __getitem__(self, at):
        raise KeyError(at)


class WeirdArray:
    """Breaks when NumPy looks at it."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no array today")


class NoWords:
    """Cannot even be printed."""

    def __repr__(self):
        raise RuntimeError("no words today")


class Contrary:
    """Equal to nothing, not even comparable."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("do not compare me")

    def __bool__(self):
        raise RuntimeError("neither true nor false")


def _in_itself():
    rows = []
    rows.append(rows)
    return rows


# Expressions, each evaluated anew for every argument: a generator is used up, and a list may be changed.
BAD = """
None | ... | float("nan") | float("inf") | -float("inf") | 0 | -1 | 0.5 | -0.5 | 1e300 | 10**12 | 10**400 | True
1j | Decimal("0.1") | Fraction(1, 3) | "GPA" | "" | "1" | "<script>alert(1)</script>" | chr(0xD800) | b"ab"
object() | int | len | LyingLength() | WeirdArray() | NoWords() | Contrary() | [Contrary()] | [] | () | [None]
[[None, None]] | _in_itself() | [[1.0, 2.0], [3.0]] | [["a", "b"], ["c", "d"]] | [["1", "2"], ["3", "4"]]
[[1.0, "a"], [2.0, 3.0]] | [1.0, 2.0, 4.0] | [-1.0, -2.0] | [1.5, 2.5] | [[1.0, float("nan")], [2.0, 3.0]]
np.array([[1.0, np.inf], [2.0, 3.0]]) | [[10**400, 1], [2, 3]]
np.array([[1e300, -1e300], [-1e300, 1e300], [0.0, 1.0]]) | np.array([[1j, 2.0]])
np.array([[True, False], [False, True]]) | np.array(["2026-01-01"], dtype="datetime64[D]")
np.zeros(2, dtype=[("a", float)]) | np.zeros((0, 3)) | np.zeros((3, 0)) | np.ones((1, 2, 1, 2, 1))
np.arange(77.0).reshape(7, 11) | np.array(3.0) | np.array([True, False]) | torch.eye(2).to_sparse()
np.ma.masked_array([[1.0, 2.0]], mask=[[True, False]]) | [torch.ones(2, requires_grad=True), torch.ones(2)] | {}
{"a": "b"} | {"a": [1.0, float("nan")]} | {None: None} | {1.0, 2.0} | (i for i in (1.0, 2.0)) | iter([[1.0, 2.0]])
range(3) | ["a", "b"] | ["", " "]
"""
BAD = {one.strip(): eval(f"lambda: {one}") for line in BAD.strip().splitlines() for one in line.split(" | ")}


# -- what an argument may take; whatever it may not take must be refused in words


def number(low=-np.inf, high=np.inf, *, above=False):
    """A real number inside the bounds; ``above`` leaves out the lower one."""

    def takes(value):
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
            return False
        return np.isfinite(_float(value)) and low <= value <= high and not (above and value == low)

    return takes


def whole(low, high=np.inf):
    def takes(value):
        return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and low <= value <= high

    return takes


def one_of(*choices):
    return lambda value: any(type(value) is type(choice) and value == choice for choice in choices)


def optional(takes):
    return lambda value: value is None or takes(value)


def either(*kinds):
    return lambda value: any(takes(value) for takes in kinds)


def numbers(value):
    """An array of finite real numbers in any form that NumPy or torch knows; the shape may be wrong."""
    if isinstance(value, (str, bytes, np.ma.MaskedArray, LyingLength, WeirdArray, NoWords, Contrary)):
        return False
    try:
        array = np.asarray(value)
        return array.dtype.kind in "iuf" and array.size > 0 and bool(np.isfinite(array).all())
    except Exception:
        return False


def booleans(value):
    return isinstance(value, np.ndarray) and value.dtype == bool


def names(value):
    """A sequence whose items are turned into words, one at a time."""
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def words(value):
    return isinstance(value, str)


def boolean(value):
    return isinstance(value, (bool, np.bool_))


def mapping(value):
    return isinstance(value, Mapping)


def none(value):
    return value is None


def table(value):
    """Numbers, or a mapping of columns."""
    columns = list(value.values()) if isinstance(value, dict) else [value]
    return bool(columns) and all(map(numbers, columns))


def sentences(value):
    return (
        isinstance(value, (list, tuple))
        and len(value) > 0
        and all(isinstance(s, str) and s.split() for s in value)
    )


# -- what came back


def not_finite(thing, depth=0):
    """Where in a result a NaN or an inf stands; None where there is none."""
    if depth > 4 or thing is None or isinstance(thing, (str, bytes, int)):
        return None
    if isinstance(thing, float):
        return None if np.isfinite(thing) else repr(thing)
    if isinstance(thing, np.ndarray):
        return None if thing.dtype.kind != "f" or np.isfinite(thing).all() else repr(thing)[:80]
    if isinstance(thing, Mapping):
        thing = list(thing.values())
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        thing = [getattr(thing, field.name) for field in dataclasses.fields(thing)]
    if isinstance(thing, (list, tuple)):
        return next((found for item in thing if (found := not_finite(item, depth + 1))), None)
    return None


def _float(value):
    try:
        return float(value)
    except OverflowError:
        return np.inf
