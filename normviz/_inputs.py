"""Turning what a caller passed into checked float64 arrays, or into an error that says what was wrong.

Every public function checks its arguments here, so that one sentence pattern serves the whole package:
the argument's name, what was expected, what came.
"""

from numbers import Real

import numpy as np


def describe(value) -> str:
    """Say in a few words what a rejected value is: its shape, or its type and a short repr."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 60 else text[:57] + '…'}"


def array(name: str, value, *, ndim: tuple[int, ...] = (), finite: bool = True) -> np.ndarray:
    """Return ``value`` as a float64 array, or raise an error that names the argument ``name``.

    Torch tensors are accepted through NumPy's array protocol; a tensor that requires grad is detached first,
    because only its numbers are wanted here.
    """
    raw = _raw(name, value)
    if raw.dtype.kind not in "iuf":
        raise TypeError(f"{name}: expected real numbers, got {raw.dtype} values: {describe(value)}")
    if raw.size == 0:
        raise ValueError(f"{name}: expected at least one number, got {describe(raw)}")
    if ndim and raw.ndim not in ndim:
        wanted = " or ".join(str(n) for n in ndim)
        raise ValueError(f"{name}: expected {wanted} axes, got {raw.ndim} (shape {raw.shape})")
    with np.errstate(over="ignore"):  # a long double beyond float64 becomes inf, which is refused below
        result = raw.astype(np.float64)
    if finite and not np.isfinite(result).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(result))[0])
        raise ValueError(f"{name}: expected finite numbers, got {result[where]} at index {where}")
    return result


def number(name: str, value, *, at_least: float | None = None, above: float | None = None) -> float:
    """Return ``value`` as a finite float inside the given bound, or raise an error that names it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise TypeError(f"{name}: expected a number, got {describe(value)}")
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


def whole(name: str, value, *, at_least: int) -> int:
    """Return ``value`` as an int of at least ``at_least``, or raise an error that names it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: expected a whole number, got {describe(value)}")
    if value < at_least:
        raise ValueError(f"{name}: expected a whole number of at least {at_least}, got {value}")
    return int(value)


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
