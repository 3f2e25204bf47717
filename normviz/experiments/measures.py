"""Reading stability and speed from recorded losses. NumPy only, so that stored runs can be read without
torch.
"""

import numpy as np

from normviz import _inputs


def failed(loss) -> np.ndarray:
    """Say which trainings failed: they ended no better than a coin, or blew up.

    Parameters
    ----------
    loss : array, (…, F), losses of a two-class task over F frames, nats; inf where training blew up

    Returns
    -------
    booleans, (…): True where the last loss is not below ln 2 ≈ 0.693, the loss of answering "one half" always

    Raises
    ------
    TypeError, ValueError
        For an array that is no numbers, or none; or with NaN, which stands for "not recorded".

    Examples
    --------
    >>> failed([[0.9, 0.1], [0.9, 0.7], [0.9, np.inf]])
    array([False,  True,  True])
    """
    return _recorded("loss", loss)[..., -1] >= np.log(2)


def steps_to_reach(frame_step, loss, target: float) -> np.ndarray:
    """Count the steps until a loss first reaches a target.

    Parameters
    ----------
    frame_step : array, (F,), the steps taken before each frame
    loss : array, (…, F), nats
    target : the loss to reach, above 0

    Returns
    -------
    array, (…), steps; inf where the target was never reached, so that a median over seeds stays true

    Raises
    ------
    TypeError, ValueError
        For losses and steps that do not fit each other, NaN (not recorded), or a target that is not above 0.

    Examples
    --------
    >>> steps_to_reach([0, 10, 20], [[0.7, 0.2, 0.05], [0.7, 0.6, 0.5]], target=0.1)
    array([20., inf])
    """
    loss, step = _recorded("loss", loss), _inputs.array("frame_step", frame_step, ndim=(1,))
    if loss.shape[-1:] != step.shape:
        raise ValueError(
            f"frame_step: expected {loss.shape[-1]} steps, one a frame of loss, got {step.shape[0]}"
        )
    reached = loss <= _inputs.number("target", target, above=0)
    return np.where(reached.any(axis=-1), step[reached.argmax(axis=-1)], np.inf)


def _recorded(name: str, value) -> np.ndarray:
    array = _inputs.array(name, value, finite=False)
    if array.ndim == 0 or np.isnan(array).any():
        raise ValueError(f"{name}: expected a recorded loss in every frame, got NaN or a single number")
    return array
