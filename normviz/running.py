"""Running statistics: the mean and variance that batch norm stores in training and uses in evaluation."""

import numpy as np

from normviz import _inputs
from normviz.norms import Normalized, apply_statistics, batch_norm


class RunningStatistics:
    """The running mean and variance of batch norm, which it uses in evaluation.

    Parameters
    ----------
    momentum : float in [0, 1], the weight of the *new* batch: ``new = (1 − momentum)·old + momentum·batch``;
        torch's 0.1 is what Keras calls 0.9. None takes the plain average of all batches.
    start_mean, start_var : the values before the first batch, one number or shape (D,)

    Attributes
    ----------
    mean, var : arrays, the running statistics; ``var`` averages the *unbiased* variances (divided by n − 1)
    batches : int, how many batches have been seen

    Raises
    ------
    TypeError, ValueError
        For a momentum outside [0, 1], a start variance below 0, or a batch with one row, as in torch.

    Notes
    -----
    Source: ``torch.nn.BatchNorm1d``'s buffers; Ioffe and Szegedy 2015, algorithm 2, for the factor
    n / (n − 1).

    Examples
    --------
    >>> running = RunningStatistics(momentum=0.1)
    >>> running.update([[7.0], [2.0], [1.0], [7.0], [3.0]])
    >>> running.mean, running.var
    (array([0.4]), array([1.7]))
    """

    def __init__(self, momentum: float | None = 0.1, *, start_mean=0.0, start_var=1.0):
        if momentum is not None and _inputs.number("momentum", momentum, at_least=0) > 1:
            raise ValueError(f"momentum: expected a number from 0 to 1, or None, got {momentum!r}")
        self.momentum = momentum
        mean = _inputs.array("start_mean", start_mean, ndim=(0, 1))
        var = _inputs.array("start_var", start_var, ndim=(0, 1))
        if (var < 0).any():
            raise ValueError(f"start_var: expected variances of at least 0, got {start_var!r}")
        if mean.ndim and var.ndim and mean.shape != var.shape:
            raise ValueError(f"start_var: expected {mean.size} numbers, as start_mean has, got {var.size}")
        self.mean, self.var = (s.copy() for s in np.broadcast_arrays(mean, var))
        self.batches = 0

    def __repr__(self) -> str:
        return (
            f"RunningStatistics(momentum={self.momentum}, batches={self.batches}, "
            f"mean={self.mean}, var={self.var})"
        )

    def update(self, x, *, mask=None) -> None:
        """Take in one batch, (N, D) or (B, L, D); pads named by ``mask`` stay out."""
        batch = batch_norm(x, mask=mask)
        features = batch.x.shape[-1]
        if self.mean.shape not in ((), (features,)):
            raise ValueError(
                f"x: expected {self.mean.shape[0]} features, as in earlier batches, got {features}"
            )
        n = batch.pool_size
        if (n < 2).any():
            raise ValueError(
                "x: expected more than 1 row a feature in training, got 1: its variance says nothing"
            )
        mean = batch.mean.reshape(features)
        var = (batch.var * n / (n - 1)).reshape(features)
        weight = 1 / (self.batches + 1) if self.momentum is None else self.momentum
        self.mean = (1 - weight) * self.mean + weight * mean
        self.var = (1 - weight) * self.var + weight * var
        self.batches += 1

    def normalize(self, x, *, mask=None, gamma=1.0, beta=0.0, eps: float = 1e-5) -> Normalized:
        """Normalize as in evaluation: with the running statistics, whatever else is in the batch.

        Parameters and errors are those of :func:`batch_norm`; ``mean`` and ``var`` of the result are the
        running ones.

        Examples
        --------
        >>> RunningStatistics(start_mean=2.0, start_var=4.0).normalize([[6.0]], eps=0).y
        array([[2.]])
        """
        x = _inputs.array("x", x, ndim=(2, 3))
        if self.mean.shape not in ((), x.shape[-1:]):
            raise ValueError(
                f"x: expected {self.mean.shape[0]} features, as in the batches seen, got {x.shape[-1]}"
            )
        statistics_shape = (1,) * (x.ndim - 1) + x.shape[-1:]
        mean, var = (np.broadcast_to(s, statistics_shape).copy() for s in (self.mean, self.var))
        mask = None if mask is None else _inputs.mask(mask, x.shape)
        gamma = _inputs.affine("gamma", gamma, x.shape)
        beta = _inputs.affine("beta", beta, x.shape)
        eps = _inputs.number("eps", eps, at_least=0)
        return apply_statistics(x, mask, mean, var, gamma, beta, eps)
