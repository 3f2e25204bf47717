"""Backward: how the gradient of a loss passes through batch norm and layer norm, by hand.

The mean and the variance depend on every cell of the pool, so each cell's gradient has two more terms than
the plain division by σ would give. Leaving them out ("detached statistics") is a well-known bug.
"""

from collections.abc import Callable

import numpy as np

from normviz import _inputs
from normviz.norms import Normalized


def batch_norm_backward(dy, normalized: Normalized) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Carry the gradient of a loss back through :func:`batch_norm`.

    Parameters
    ----------
    dy : array of ``normalized.y``'s shape, dL/dy; masked cells are ignored
    normalized : what :func:`batch_norm` returned

    Returns
    -------
    dx : array of x's shape, dL/dx; 0 at masked cells
    dgamma, dbeta : arrays of shape (D,), dL/dγ = Σ dy·x̂ and dL/dβ = Σ dy

    Raises
    ------
    TypeError, ValueError
        Where ``dy`` has another shape than y, or ``normalized`` did not come from a batch norm.

    Notes
    -----
    Source: Ioffe and Szegedy 2015, section 3; with n cells in a pool,
    ``dx = γ / sqrt(var + ε) · (dy − mean(dy) − x̂ · Σ(dy·x̂) / n)``.

    Examples
    --------
    >>> from normviz import batch_norm
    >>> column = batch_norm([[7.0], [2.0], [1.0], [7.0], [3.0]])
    >>> dx, dgamma, dbeta = batch_norm_backward([[1.0], [0.0], [0.0], [0.0], [0.0]], column)
    >>> dgamma.round(4), dbeta.round(4)
    (array([1.1859]), array([1.]))
    >>> bool(abs(dx.sum()) < 1e-12)
    True
    """
    return _backward(dy, normalized, "batch_norm", lambda ndim: tuple(range(ndim - 1)))


def layer_norm_backward(dy, normalized: Normalized) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Carry the gradient of a loss back through :func:`layer_norm`.

    Parameters
    ----------
    dy : array of ``normalized.y``'s shape, dL/dy
    normalized : what :func:`layer_norm` returned

    Returns
    -------
    dx : array of x's shape, dL/dx
    dgamma, dbeta : arrays of shape (D,), dL/dγ and dL/dβ, summed over every row

    Raises
    ------
    TypeError, ValueError
        Where ``dy`` has another shape than y, or ``normalized`` did not come from a layer norm.

    Notes
    -----
    Source: Ba, Kiros and Hinton 2016; the formula of :func:`batch_norm_backward`, a row for a column.

    Examples
    --------
    >>> from normviz import layer_norm
    >>> row = layer_norm([[7.0, 5.0, 4.0]])
    >>> dx, dgamma, dbeta = layer_norm_backward([[1.0, 0.0, 0.0]], row)
    >>> dgamma.round(4)
    array([1.3363, 0.    , 0.    ])
    """
    return _backward(dy, normalized, "layer_norm", lambda ndim: (ndim - 1,))


def finite_differences(loss: Callable[[np.ndarray], float], x, *, step: float = 1e-5) -> np.ndarray:
    """Measure the gradient of a loss without any calculus: move every number a little up and a little down.

    Parameters
    ----------
    loss : function of an array of x's shape that returns one number
    x : array, where the slope is measured
    step : how far a number is moved each way, in x's unit

    Returns
    -------
    array of x's shape, (loss(x + step) − loss(x − step)) / (2 · step) for every cell alone

    Raises
    ------
    TypeError, ValueError
        For an ``x`` that is not finite numbers, a ``step`` that is not above 0, or a ``loss`` that does not return
        one finite number.

    Notes
    -----
    Central differences: the error shrinks with step², until the rounding of the loss, about 1e-16 / step, takes over.

    Examples
    --------
    >>> finite_differences(lambda x: (x**2).sum(), [3.0, -1.0]).round(6)
    array([ 6., -2.])
    """
    if not callable(loss):
        raise _inputs.wrong_type("loss", "a function", loss)
    x, step = _inputs.array("x", x), _inputs.number("step", step, above=0)
    slopes = np.empty_like(x)
    for cell in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[cell] += step
        down[cell] -= step
        higher, lower = (_inputs.array("loss's result", loss(moved)) for moved in (up, down))
        if higher.size != 1 or lower.size != 1:
            raise ValueError(f"loss: expected a function that returns one number, got {higher.size} numbers")
        slopes[cell] = (higher.item() - lower.item()) / (2 * step)
    return slopes


def _backward(dy, normalized, norm, axes_of) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if not isinstance(normalized, Normalized):
        raise _inputs.wrong_type("normalized", f"what {norm} returned", normalized)
    x_hat, axis = normalized.x_hat, normalized.axis
    pool = axes_of(x_hat.ndim)
    if axis != pool or not normalized.centred:
        got = f"one pooled over axes {axis}" if normalized.centred else "one without centring"
        raise ValueError(f"normalized: expected what {norm} returned, got {got}")
    dy = _inputs.array("dy", dy)
    if dy.shape != x_hat.shape:
        raise ValueError(f"dy: expected y's shape {x_hat.shape}, got {dy.shape}")
    if normalized.mask is not None:
        dy = np.where(normalized.mask, dy, 0.0)
    rows = tuple(range(x_hat.ndim - 1))
    n = normalized.pool_size
    dx_hat = dy * normalized.gamma
    centred = dx_hat - np.sum(dx_hat, axis=axis, keepdims=True) / n
    along_x_hat = x_hat * np.sum(dx_hat * x_hat, axis=axis, keepdims=True) / (n - normalized.correction)
    dx = (centred - along_x_hat) / np.sqrt(normalized.var + normalized.eps)
    if normalized.mask is not None:
        dx = np.where(normalized.mask, dx, 0.0)
    return dx, np.sum(dy * x_hat, axis=rows), np.sum(dy, axis=rows)
