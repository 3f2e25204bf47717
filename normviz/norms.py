"""The mathematics: one function that pools, and the norms, which differ only in the axes it pools over.

Every normalization here answers one question: *which numbers share a mean?* Features come last, ``(N, D)`` or
``(B, L, D)``. PyTorch's ``BatchNorm1d`` wants ``(N, C, L)`` instead: ``x.transpose(0, 2, 1)`` takes one to
the other.

Statistics are two-pass, in float64: first the mean, then the mean of the squared deviations from it.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from normviz import _inputs

LOST = (
    "σ is less than 10⁻¹² · |μ|. float64 keeps about 16 digits, and μ takes most of them: the digits of the normalized "
    "values are the computer's, not those of the numbers. Subtract a number near μ first, where the numbers are made."
)
LEAST_RATIO = 1e-12
WHOLE_NUMBERS = 2.0**53  # beyond, float64 does not hold every whole number: what differed may be equal


class LostDigits(RuntimeWarning):
    """A pool's σ is so small beside its μ that float64 keeps too few digits of the differences."""


def digits_are_lost(mean, std) -> bool:
    """Whether a pool has a σ below 10⁻¹² · |μ|; equal numbers, with σ = 0, count only beyond 2⁵³.

    >>> digits_are_lost(1e15, 4.6), digits_are_lost(13.1, 4.6), digits_are_lost(5, 0), digits_are_lost(1e17, 0)
    (True, False, False, True)
    """
    size, std = np.abs(mean), np.asarray(std)
    return bool(np.any((std < LEAST_RATIO * size) & ((std > 0) | (size >= WHOLE_NUMBERS))))


@dataclass(frozen=True, eq=False)
class Normalized:
    """The result of a norm, and every number on the way to it.

    Attributes
    ----------
    x : array, the input in float64
    mask : boolean array of x's shape, True at real cells, or None
    mean, var, std : arrays that keep the pooled axes with size 1, so that they broadcast against ``x``;
        ``std`` is ``sqrt(var)``, without ε
    eps : float, the ε added to ``var`` inside the square root
    x_hat : array of x's shape, ``(x - mean) / sqrt(var + eps)``; exactly 0 at masked cells
    gamma, beta : arrays, one number or one a feature
    y : array of x's shape, ``gamma * x_hat + beta``; exactly 0 at masked cells
    axis : tuple of int, the axes pooled over
    correction : float; the variance divides by n − correction
    pool_size : int array that keeps the pooled axes, as ``mean`` does: how many real cells each pool holds;
        None where the statistics did not come from ``x`` (running statistics)
    centred : bool, False where the mean was not subtracted (RMS norm)
    """

    x: np.ndarray
    mask: np.ndarray | None
    mean: np.ndarray
    var: np.ndarray
    std: np.ndarray
    eps: float
    x_hat: np.ndarray
    gamma: np.ndarray
    beta: np.ndarray
    y: np.ndarray
    axis: tuple[int, ...]
    correction: float = 0.0
    pool_size: np.ndarray | None = None
    centred: bool = True

    @property
    def affine(self) -> bool:
        """Whether any γ is not 1, or any β not 0: whether y is something else than x̂."""
        return bool(np.any(self.gamma != 1) or np.any(self.beta != 0))


def normalize(
    x, axis: int | Sequence[int], *, mask=None, gamma=1.0, beta=0.0, eps: float = 1e-5, correction: float = 0
) -> Normalized:
    """Give every pool of numbers mean 0 and variance 1, then scale by γ and shift by β.

    Parameters
    ----------
    x : array of real numbers, any shape with at least one axis
    axis : int or ints, the axes whose cells share one mean: the pool
    mask : booleans, x's shape or x's shape without the last axis; False cells never enter ``mean`` or ``var``
        and come out as exactly 0
    gamma, beta : one number, or one a feature (x's last axis)
    eps : float ≥ 0, added to the variance inside the root
    correction : the variance divides by n − correction: 0 as every norm layer does, 1 for the sample variance

    Returns
    -------
    Normalized

    Raises
    ------
    TypeError, ValueError
        For input that is not finite real numbers, a wrong axis, a mask or γ/β of the wrong shape, an empty
        pool, a negative ε, or ε = 0 with a pool whose variance is 0: the message names the argument.

    Warns
    -----
    LostDigits
        For a pool whose σ is below 10⁻¹² · |μ|: float64 keeps too few digits of the differences.

    Notes
    -----
    Source: Ioffe and Szegedy 2015, algorithm 1, with the pool left open.

    Examples
    --------
    >>> z1 = normalize([7, 2, 1, 7, 3], axis=0, eps=0)
    >>> z1.mean.item(), round(z1.std.item(), 4)
    (4.0, 2.5298)
    >>> z1.x_hat.round(4)
    array([ 1.1859, -0.7906, -1.1859,  1.1859, -0.3953])
    """
    x = _inputs.array("x", x)
    if x.ndim == 0:
        raise ValueError("x: expected at least 1 axis, got a single number")
    axis = _axes(axis, x.ndim)
    eps = _inputs.number("eps", eps, at_least=0)
    correction = _inputs.number("correction", correction, at_least=0)
    gamma = _inputs.affine("gamma", gamma, x.shape)
    beta = _inputs.affine("beta", beta, x.shape)
    if mask is not None:
        mask = _inputs.mask(mask, x.shape)
    mean, var, n = _statistics(x, axis, mask, correction)
    _warn_of_lost_digits(mean, var)
    return apply_statistics(x, mask, mean, var, gamma, beta, eps, axis, correction, n)


def batch_norm(x, *, mask=None, gamma=1.0, beta=0.0, eps: float = 1e-5, correction: float = 0) -> Normalized:
    """Batch norm: each feature's column is a pool, over every axis but the last.

    Parameters
    ----------
    x : array, (N, D) or (B, L, D)
    mask : booleans, (N,) or (B, L), True at real rows; pads left out of the pool
    gamma, beta : one number, or shape (D,)
    eps : float ≥ 0, inside the root
    correction : 0 divides by n, as ``torch.nn.BatchNorm1d`` does; 1 divides by n − 1

    Returns
    -------
    Normalized, with ``mean`` and ``var`` of shape (1, D) or (1, 1, D)

    Raises
    ------
    TypeError, ValueError : as in :func:`normalize`

    Notes
    -----
    Source: Ioffe and Szegedy 2015. Equal to ``torch.nn.BatchNorm1d`` in training mode. For one row alone the
    arithmetic gives β; torch refuses such a batch.

    Examples
    --------
    >>> batch_norm([[1, 2], [5, 6], [9, 10]]).y.round(4)
    array([[-1.2247, -1.2247],
           [ 0.    ,  0.    ],
           [ 1.2247,  1.2247]])
    """
    x = _inputs.array("x", x, ndim=(2, 3))
    axes = tuple(range(x.ndim - 1))
    return normalize(x, axes, mask=mask, gamma=gamma, beta=beta, eps=eps, correction=correction)


def layer_norm(x, *, gamma=1.0, beta=0.0, eps: float = 1e-5) -> Normalized:
    """Layer norm: each row is a pool, over the last axis alone.

    Parameters
    ----------
    x : array, (D,), (N, D) or (B, L, D)
    gamma, beta : one number, or shape (D,)
    eps : float ≥ 0, inside the root

    Returns
    -------
    Normalized, with ``mean`` and ``var`` of shape (..., 1)

    Raises
    ------
    TypeError, ValueError : as in :func:`normalize`

    Notes
    -----
    Source: Ba, Kiros and Hinton 2016. Equal to ``torch.nn.LayerNorm(D)``.

    Examples
    --------
    >>> layer_norm([7, 5, 4]).y.round(4)
    array([ 1.3363, -0.2673, -1.069 ])
    """
    return normalize(_inputs.array("x", x, ndim=(1, 2, 3)), -1, gamma=gamma, beta=beta, eps=eps)


def instance_norm(x, *, mask=None, gamma=1.0, beta=0.0, eps: float = 1e-5) -> Normalized:
    """Instance norm: each feature of each sentence is a pool, over the sentence's length.

    Parameters
    ----------
    x : array, (B, L, D)
    mask : booleans, (B, L), True at real tokens
    gamma, beta : one number, or shape (D,)
    eps : float ≥ 0, inside the root

    Returns
    -------
    Normalized, with ``mean`` and ``var`` of shape (B, 1, D)

    Raises
    ------
    TypeError, ValueError : as in :func:`normalize`

    Notes
    -----
    Source: Ulyanov, Vedaldi and Lempitsky 2016. Equal to ``torch.nn.InstanceNorm1d`` on
    ``x.transpose(0, 2, 1)``.

    Examples
    --------
    >>> instance_norm([[[1.0], [3.0]], [[10.0], [30.0]]]).mean.ravel()
    array([ 2., 20.])
    """
    return normalize(_inputs.array("x", x, ndim=(3,)), 1, mask=mask, gamma=gamma, beta=beta, eps=eps)


def group_norm(x, groups: int, *, mask=None, gamma=1.0, beta=0.0, eps: float = 1e-5) -> Normalized:
    """Group norm: a block of features of one sentence is a pool, over the sentence's length too.

    Parameters
    ----------
    x : array, (B, L, D)
    groups : int ≥ 1 that divides D; each block has D // groups neighbouring features
    mask : booleans, (B, L), True at real tokens
    gamma, beta : one number, or shape (D,)
    eps : float ≥ 0, inside the root

    Returns
    -------
    Normalized, with ``mean`` and ``var`` of shape (B, 1, D): the features of a block repeat its number

    Raises
    ------
    TypeError, ValueError : as in :func:`normalize`, and where ``groups`` does not divide D

    Notes
    -----
    Source: Wu and He 2018. Equal to ``torch.nn.GroupNorm(groups, D)`` on ``x.transpose(0, 2, 1)``.

    Examples
    --------
    >>> group_norm([[[1.0, 3.0, 10.0, 30.0]]], groups=2).mean.ravel()
    array([ 2.,  2., 20., 20.])
    """
    x = _inputs.array("x", x, ndim=(3,))
    groups = _inputs.whole("groups", groups, at_least=1)
    sentences, length, features = x.shape
    if features % groups:
        raise ValueError(f"groups: expected a divisor of the {features} features, got {groups}")
    eps = _inputs.number("eps", eps, at_least=0)
    gamma = _inputs.affine("gamma", gamma, x.shape)
    beta = _inputs.affine("beta", beta, x.shape)
    blocks = (sentences, length, groups, features // groups)
    if mask is not None:
        mask = _inputs.mask(mask, x.shape)
    block_mask = None if mask is None else mask.reshape(blocks)
    mean, var, n = (
        np.repeat(statistic[..., 0], features // groups, axis=-1)
        for statistic in _statistics(x.reshape(blocks), (1, 3), block_mask, 0.0)
    )
    _warn_of_lost_digits(mean, var)
    return apply_statistics(x, mask, mean, var, gamma, beta, eps, (1, 2), pool_size=n)


def rms_norm(x, *, gamma=1.0, eps: float = 1e-5) -> Normalized:
    """RMS norm: divide each row by the root of its mean square; nothing is subtracted.

    Parameters
    ----------
    x : array, (D,), (N, D) or (B, L, D)
    gamma : one number, or shape (D,)
    eps : float ≥ 0, inside the root (``torch.nn.RMSNorm`` takes the machine epsilon unless told)

    Returns
    -------
    Normalized, where ``mean`` is 0 (not subtracted), ``var`` is the mean square and ``beta`` is 0

    Raises
    ------
    TypeError, ValueError : as in :func:`normalize`

    Notes
    -----
    Source: Zhang and Sennrich 2019. Equal to ``torch.nn.RMSNorm(D, eps)``.

    Examples
    --------
    >>> rms_norm([3.0, 4.0], eps=0).y.round(4)
    array([0.8485, 1.1314])
    """
    x = _inputs.array("x", x, ndim=(1, 2, 3))
    eps = _inputs.number("eps", eps, at_least=0)
    gamma = _inputs.affine("gamma", gamma, x.shape)
    with np.errstate(over="ignore"):
        mean_square = np.mean(x * x, axis=-1, keepdims=True)
    axis, zero = (x.ndim - 1,), np.zeros_like(mean_square)
    n = _count(x, None, axis)
    return apply_statistics(
        x, None, zero, mean_square, gamma, np.zeros(()), eps, axis, pool_size=n, centred=False
    )


def _warn_of_lost_digits(mean, var) -> None:
    if digits_are_lost(mean, np.sqrt(var)):
        warnings.warn(LOST, LostDigits, stacklevel=3)


def _axes(axis, ndim: int) -> tuple[int, ...]:
    axes = axis if isinstance(axis, Sequence) and not isinstance(axis, str) else (axis,)
    for a in axes:
        if isinstance(a, (bool, np.bool_)) or not isinstance(a, (int, np.integer)):
            raise _inputs.wrong_type("axis", "an int or a tuple of ints", axis)
        if not -ndim <= a < ndim:
            raise ValueError(f"axis: expected axes from {-ndim} to {ndim - 1} (x has {ndim}), got {a}")
    result = tuple(sorted(int(a) % ndim for a in axes))
    if not result or len(set(result)) < len(result):
        raise ValueError(f"axis: expected at least one axis and none twice, got {axis!r}")
    return result


def _count(x, mask, axis) -> np.ndarray:
    real = True if mask is None else mask
    return np.sum(np.broadcast_to(real, x.shape), axis=axis, keepdims=True)


def _statistics(x, axis, mask, correction) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    # Measuring from each pool's smallest cell makes a constant pool's variance exactly 0 and keeps a mean of
    # 1e6 with a spread of 1e-2 exact; subtracting the plain mean first would leave rounding where ε = 0 must
    # see a true zero.
    real = True if mask is None else mask
    n = _count(x, mask, axis)
    if (n == 0).any():
        raise ValueError("mask: expected at least one real cell in every pool, got a pool with none")
    if (n <= correction).any():
        raise ValueError(f"correction: expected less than the pool's {n.min()} cells, got {correction:g}")
    with np.errstate(over="ignore", invalid="ignore"):
        lowest = np.min(x, axis=axis, keepdims=True, where=real, initial=np.inf)
        above = x - lowest
        mean_above = np.sum(above, axis=axis, keepdims=True, where=real) / n
        deviation = above - mean_above
        var = np.sum(deviation * deviation, axis=axis, keepdims=True, where=real) / (n - correction)
    return lowest + mean_above, var, n


def apply_statistics(
    x, mask, mean, var, gamma, beta, eps, axis=(), correction=0.0, pool_size=None, centred=True
) -> Normalized:
    """Apply statistics that are already known to checked arrays: the last step of every norm."""
    if not np.isfinite(var).all():
        raise ValueError("x: expected numbers whose squares fit in float64, got a variance that overflows")
    if eps == 0 and (var == 0).any():
        if ((var == 0) & (x != mean)).any():
            raise ValueError(
                "x: expected numbers whose squares fit in float64, got a variance that underflows to 0"
            )
        raise ValueError("eps: expected ε above 0 where a pool's variance is 0 (0/0 otherwise), got 0")
    with np.errstate(over="ignore", invalid="ignore"):
        x_hat = (x - mean) / np.sqrt(var + eps)
        y = gamma * x_hat + beta
    if mask is not None:
        x_hat = np.where(mask, x_hat, 0.0)
        y = np.where(mask, y, 0.0)
    if not np.isfinite(y).all():
        raise ValueError(
            "x, gamma, beta: expected numbers whose result fits in float64, got one that overflows"
        )
    return Normalized(
        x, mask, mean, var, np.sqrt(var), eps, x_hat, gamma, beta, y, axis, correction, pool_size, centred
    )
