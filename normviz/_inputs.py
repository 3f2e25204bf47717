"""Turning what a caller passed into checked float64 arrays, or into an error that says what was wrong.

Every public function checks its arguments here, so that one sentence pattern serves the whole package:
the argument's name, what was expected, what came.
"""

from collections.abc import Sequence
from numbers import Real

import numpy as np

MOST_NUMBERS = 10**8  # 800 MB in float64


def describe(value) -> str:
    """Say in a few words what a rejected value is: its shape, or its type and a short repr."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    try:
        text = repr(value)
    except Exception:  # a broken __repr__ is the caller's own, and no answer to a wrong argument
        return f"an object of type {type(value).__name__}"
    return f"{type(value).__name__} {text if len(text) <= 60 else text[:57] + '…'}"


def brief(value) -> str:
    """A word or a number as it is written, anything else as :func:`describe` says it."""
    return repr(value) if isinstance(value, (str, int, float)) else describe(value)


def wrong_type(name: str, expected: str, value) -> TypeError:
    """The error for an argument that is another kind of thing than is ``expected``."""
    return TypeError(f"{name}: expected {expected}, got {describe(value)}")


def array(name: str, value, *, ndim: tuple[int, ...] = (), finite: bool = True) -> np.ndarray:
    """Return ``value`` as a float64 array, or raise an error that names the argument ``name``.

    Torch tensors are accepted through NumPy's array protocol; a tensor that requires grad is detached first,
    because only its numbers are wanted here.
    """
    raw = _raw(name, value)
    if raw.dtype.kind not in "iuf":
        kinds = {"U": "text", "S": "text", "c": "complex numbers", "b": "True or False"}
        kind = kinds.get(raw.dtype.kind, "other values")
        raise TypeError(f"{name}: expected real numbers, got {kind}: {describe(value)}")
    if raw.size == 0:
        raise ValueError(f"{name}: expected at least one number, got {describe(raw)}")
    if ndim and raw.ndim not in ndim:
        wanted = " or ".join(str(n) for n in ndim)
        raise ValueError(
            f"{name}: expected {wanted} axes, got {raw.ndim} (shape {raw.shape}){_images(name, value, raw.shape, ndim)}"
        )
    with np.errstate(over="ignore"):  # a long double beyond float64 becomes inf, which is refused below
        result = raw.astype(np.float64)
    if finite and not np.isfinite(result).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(result))[0])
        raise ValueError(f"{name}: expected finite numbers, got {result[where]} at index {where}")
    return result


def _images(name: str, value, shape, ndim) -> str:
    """How images come to have as few axes as are expected."""
    if len(shape) != 4 or not {2, 3} & set(ndim):
        return ""
    turned = f"{name}.movedim(1, -1)" if hasattr(value, "movedim") else f"np.moveaxis({name}, 1, -1)"
    rows = f"{shape[0]}, -1" if 3 in ndim else "-1"
    return f": of images (N, C, H, W), give {turned}.reshape({rows}, {shape[1]}), a row a pixel"


def number(name: str, value, *, at_least: float | None = None, above: float | None = None) -> float:
    """Return ``value`` as a finite float inside the given bound, or raise an error that names it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise wrong_type(name, "a number", value)
    try:
        result = float(value)
    except OverflowError:
        result = np.inf
    if not np.isfinite(result):
        raise ValueError(f"{name}: expected a finite number, got {describe(value)}")
    if at_least is not None and value < at_least:
        raise ValueError(f"{name}: expected a number of at least {at_least:g}, got {value!r}")
    if above is not None and value <= above:
        raise ValueError(f"{name}: expected a number above {above:g}, got {value!r}")
    return result


def whole(name: str, value, *, at_least: int, at_most: int | None = None) -> int:
    """Return ``value`` as an int inside the given bounds, or raise an error that names it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise wrong_type(name, "a whole number", value)
    if value < at_least:
        raise ValueError(f"{name}: expected a whole number of at least {at_least}, got {value}")
    if at_most is not None and value > at_most:
        raise ValueError(f"{name}: expected at most {at_most}, got {value}")
    return int(value)


def squarable(name: str, checked: np.ndarray) -> np.ndarray:
    """Return an array that :func:`array` has checked if a column's squares can be added up, or raise an error."""
    with np.errstate(over="ignore"):
        # A deviation from the mean may be twice as large as the number itself.
        if not np.isfinite(4 * (checked * checked).sum(axis=0)).all():
            raise ValueError(
                f"{name}: expected numbers whose squares fit in float64, got one of size {np.abs(checked).max():g}"
            )
    return checked


def one_of(name: str, value, choices) -> str:
    """Return ``value`` if it is one of the words ``choices``, or raise an error that names them all."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: expected one of {list(choices)}, got {brief(value)}")
    return value


def text(name: str, value) -> str:
    """Return ``value`` if it is text, or raise an error that names it."""
    if not isinstance(value, str):
        raise wrong_type(name, "text", value)
    return value


def true_or_false(name: str, value) -> bool:
    """Return ``value`` as a bool, or raise an error that names it."""
    if not isinstance(value, (bool, np.bool_)):
        raise wrong_type(name, "True or False", value)
    return bool(value)


def items(name: str, value, expected: str) -> list:
    """Return a sequence or an array with one axis as a list, or raise an error that says what was ``expected``."""
    listed = isinstance(value, Sequence) and not isinstance(value, (str, bytes))
    if not listed and getattr(value, "ndim", 0) != 1:
        raise wrong_type(name, expected, value)
    return list(value)


def names(name: str, value) -> tuple[str, ...]:
    """Return a sequence of names as a tuple of words, or raise an error that names it."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        raise wrong_type(name, "a sequence of names", value)
    words = tuple(map(str, value))
    try:
        "".join(words).encode()
    except UnicodeEncodeError as error:  # half of a surrogate pair: no page and no file can take it
        got = error.object[max(error.start - 20, 0) : error.end]
        raise ValueError(f"{name}: expected names of whole characters, got …{got!r}") from None
    return words


def fits_in_memory(name: str, value: int, numbers: int) -> None:
    """Refuse a size whose array of so many ``numbers`` would fill a notebook server's memory."""
    if numbers > MOST_NUMBERS:
        raise ValueError(
            f"{name}: expected a size with at most {MOST_NUMBERS:.0e} numbers, which fit in memory, "
            f"got {describe(value)}"
        )


def mask(value, shape: tuple[int, ...]) -> np.ndarray:
    """Return a boolean mask of ``shape``, True at real cells.

    ``value`` may have the full shape, or lack the last axis: then it hides whole feature vectors.
    """
    raw = _booleans(value)
    if raw.shape == shape:
        return raw.copy()
    if raw.shape == shape[:-1]:
        return np.broadcast_to(raw[..., None], shape).copy()
    raise ValueError(f"mask: expected shape {shape[:-1]} or {shape}, as x has, got shape {raw.shape}")


def token_mask(value, shape: tuple[int, ...]) -> np.ndarray:
    """Return a boolean mask of exactly ``shape``, True at real tokens or rows."""
    raw = _booleans(value)
    if raw.shape != shape:
        raise ValueError(f"mask: expected shape {shape}, one value a row, got shape {raw.shape}")
    return raw.copy()


def _booleans(value) -> np.ndarray:
    raw = _raw("mask", value)
    if raw.dtype != bool:
        raise TypeError(f"mask: expected booleans (True at real cells), got {raw.dtype} values")
    return raw


def _raw(name: str, value) -> np.ndarray:
    if isinstance(value, np.ma.MaskedArray):
        # np.asarray would drop the mask without a word and count the hidden cells.
        raise TypeError(f"{name}: expected a plain array, got a NumPy masked array: pass its mask as mask=")
    try:
        if hasattr(value, "detach"):
            value = value.detach().cpu()
            # NumPy has no bfloat16; every floating type fits in float64.
            value = (value.double() if value.is_floating_point() else value).numpy()
        return np.asarray(value)
    except ValueError:
        raise ValueError(f"{name}: expected rows of equal length, got {describe(value)}") from None
    except (TypeError, RuntimeError) as error:  # a sparse tensor, or a list of tensors that require grad
        raise TypeError(f"{name}: expected numbers, got {describe(value)} ({error})") from None


def affine(name: str, value, shape: tuple[int, ...]) -> np.ndarray:
    """Return γ or β as an array: one number, or one number a feature (the last axis of ``shape``)."""
    result = array(name, value)
    if result.shape not in ((), shape[-1:]):
        raise ValueError(
            f"{name}: expected one number or one a feature, shape {shape[-1:]}, got shape {result.shape}"
        )
    return result
