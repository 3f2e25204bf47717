"""Gradient descent on the smallest model that has a shape to look at: two features, two weights, a squared error.

The model is ŷ = w1·x1 + w2·x2, without a bias, and its loss L(w) = 1/(2n) · Σ (ŷ − t)² is a bowl. The bowl's Hessian
holds the means of the features' products, so the features alone decide whether it is round or a narrow valley.
"""

import math
from dataclasses import dataclass

import numpy as np

from normviz import _inputs
from normviz.norms import normalize

# What lies this many times as far out as the start did is out of every picture, and soon out of float64.
FAR = 1e6


def scaled(x) -> np.ndarray:
    """Divide every column by its σ and leave its mean where it falls: x/σ.

    Parameters
    ----------
    x : array, (N, D)

    Returns
    -------
    array, (N, D)

    Raises
    ------
    TypeError, ValueError
        For something else than such an array, or a column of one value, of which σ is 0.

    >>> scaled([[1, 10], [3, 50]])
    array([[1. , 0.5],
           [3. , 2.5]])
    """
    x = _varied(x)
    return x / x.std(axis=0)


def standardized(x) -> np.ndarray:
    """Subtract every column's mean and divide by its σ: (x − μ)/σ, the lecture's x'.

    >>> standardized([[1, 10], [3, 50]])
    array([[-1., -1.],
           [ 1.,  1.]])
    """
    return normalize(_varied(x), 0, eps=0).x_hat


def min_max(x) -> np.ndarray:
    """Stretch every column from its smallest value, 0, to its largest, 1: (x − min)/(max − min).

    >>> min_max([[1, 10], [2, 20], [3, 50]])
    array([[0.  , 0.  ],
           [0.5 , 0.25],
           [1.  , 1.  ]])
    """
    x = _varied(x)
    return (x - x.min(axis=0)) / np.ptp(x, axis=0)


def raw(x) -> np.ndarray:
    """Leave the numbers as they are.

    >>> raw([[1, 10]])
    array([[ 1., 10.]])
    """
    return _inputs.array("x", x, ndim=(2,))


SCALES = {"raw": raw, "scaled only": scaled, "min–max": min_max, "standardized": standardized}


@dataclass(frozen=True, eq=False)
class Bowl:
    """The loss L(w) = floor + ½ (w − lowest)ᵀ H (w − lowest).

    Attributes
    ----------
    hessian : array, (2, 2), H, the means of x1², x1·x2 and x2²
    eigenvalues : (steepest, flattest) curvature, λ_max and λ_min
    directions : array, (2, 2), the unit vectors in which they are felt, one a row
    lowest : array, (2,), the weights with the least loss
    floor : that loss

    Examples
    --------
    >>> b = bowl([[3, 0], [0, 1]], [3, 1])
    >>> b.hessian.round(4).tolist()
    [[4.5, 0.0], [0.0, 0.5]]
    >>> round(b.condition_number, 4), round(b.bound, 4), round(b.best_rate, 4)
    (9.0, 0.4444, 0.4)
    """

    hessian: np.ndarray
    eigenvalues: tuple[float, float]
    directions: np.ndarray
    lowest: np.ndarray
    floor: float

    @property
    def condition_number(self) -> float:
        """λ_max / λ_min: 1 for a round bowl."""
        return self.eigenvalues[0] / self.eigenvalues[1]

    @property
    def bound(self) -> float:
        """2 / λ_max: with a larger learning rate every step ends higher up the other side."""
        return 2 / self.eigenvalues[0]

    @property
    def best_rate(self) -> float:
        """2 / (λ_max + λ_min), the fixed learning rate that shrinks the slower direction fastest."""
        return 2 / sum(self.eigenvalues)

    def rate_at(self, share: float) -> float:
        """A learning rate that is easy to type and at most ``share`` of the bound (at least, where that is above 1).

        >>> bowl([[3, 0], [0, 1]], [3, 1]).rate_at(0.9)
        0.398
        """
        power = 100 * math.log10(share * self.bound)
        power = math.floor(power) if share <= 1 else math.ceil(power)
        return float(f"{10 ** (power / 100):.3g}")

    def loss(self, w) -> np.ndarray:
        """L at weights of shape (…, 2)."""
        away = np.asarray(w) - self.lowest
        return self.floor + 0.5 * np.einsum("...i,ij,...j->...", away, self.hessian, away)

    def factors(self, rate: float) -> tuple[float, float]:
        """What a step multiplies the distance by, across the valley and along it: 1 − η·λ."""
        return tuple(1 - rate * curvature for curvature in self.eigenvalues)

    def path(self, rate: float, steps: int, start=(0.0, 0.0)) -> np.ndarray:
        """The weights after 0, 1, … steps of w ← w − η · dL/dw.

        Parameters
        ----------
        rate : η, above 0
        steps : at least 0
        start : the first weights, (2,)

        Returns
        -------
        array, (steps + 1, 2), or fewer rows where the descent runs away: a path ends at a million times the distance
        it began with

        Raises
        ------
        TypeError, ValueError
            For a learning rate that is not above 0, or steps that are not a whole number.

        >>> bowl([[3, 0], [0, 1]], [3, 1]).path(0.4, 2)
        array([[0.  , 0.  ],
               [1.8 , 0.2 ],
               [0.36, 0.36]])
        """
        rate = _inputs.number("learning rate η", rate, above=0)
        steps = _inputs.whole("steps", steps, at_least=0)
        (h11, h12), (_, h22) = self.hessian.tolist()
        low1, low2 = self.lowest.tolist()
        w1, w2 = (float(w) for w in start)
        far = FAR * math.hypot(w1 - low1, w2 - low2)
        walked = [(w1, w2)]
        for _ in range(steps):
            a, b = w1 - low1, w2 - low2
            w1, w2 = w1 - rate * (h11 * a + h12 * b), w2 - rate * (h12 * a + h22 * b)
            distance = math.hypot(w1 - low1, w2 - low2)
            if not math.isfinite(distance):
                break
            walked.append((w1, w2))
            if distance > far:
                break
        return np.array(walked)

    def steps_until(self, share: float, rate: float, start=(0.0, 0.0)) -> int | None:
        """How many steps until the distance to ``lowest`` is at most ``share`` of what it was; None if it never is.

        Counted from the factors, so that ten billion steps need not be walked.

        >>> bowl([[3, 0], [0, 1]], [3, 1]).steps_until(0.01, 0.4)
        21
        """
        share = _inputs.number("share", share, above=0)
        rate = _inputs.number("learning rate η", rate, above=0)
        away = self.directions @ (np.asarray(start) - self.lowest)
        parts = zip(away.tolist(), self.eigenvalues, strict=True)
        felt = [(abs(part), _log_size(rate * curvature)) for part, curvature in parts if part]
        if not felt or share >= 1:
            return 0
        slowest = max(log for _, log in felt)
        if slowest >= 0 or math.isinf(math.log(share) / slowest):  # more steps than any number can say
            return None
        begun = math.hypot(*(part for part, _ in felt))

        def arrived(k: int) -> bool:
            left = math.hypot(*(part * math.exp(max(k * log, -700)) for part, log in felt))
            return left <= share * begun

        # Every part shrinks at least as fast as the slowest: this many steps are enough, and the answer lies below.
        few, enough = 0, math.ceil(math.log(share) / slowest) + 1
        while few < enough:
            middle = (few + enough) // 2
            few, enough = (few, middle) if arrived(middle) else (middle + 1, enough)
        return few


def bowl(features, target) -> Bowl:
    """The loss of ŷ = w1·x1 + w2·x2 on the data, half the mean of the squared errors.

    Parameters
    ----------
    features : array, (N, 2)
    target : array, (N,), the numbers to predict

    Returns
    -------
    Bowl, with H = XᵀX/n

    Raises
    ------
    TypeError, ValueError
        For other shapes; for features of which one is a multiple of the other, which have no single lowest point; for
        a target that weights of 0 fit best, which leaves nothing to descend.

    Examples
    --------
    Standardized features have means of squares 1 and the correlation ρ between them, so λ = 1 ± ρ:

    >>> x = standardized([[1, 2], [2, 1], [3, 4], [4, 3]])
    >>> bowl(x, x[:, 0]).hessian.round(4).tolist()
    [[1.0, 0.6], [0.6, 1.0]]
    """
    x = _inputs.array("features", features, ndim=(2,))
    t = _inputs.squarable("target", _inputs.array("target", target, ndim=(1,)))
    _inputs.squarable("features", x)
    if x.shape != (len(t), 2):
        raise ValueError(f"features: expected shape ({len(t)}, 2), as many rows as target, got {x.shape}")
    sizes = np.sqrt((x**2).mean(axis=0))
    if not sizes.all():
        raise ValueError(f"features: column {int(np.argmin(sizes)) + 1} holds only zeros")
    # Columns may lie 10⁶ apart: brought to one length first, they lose no digits to each other.
    unit = x / (sizes * math.sqrt(len(t)))
    u, s, vt = np.linalg.svd(unit, full_matrices=False)
    if len(s) < 2 or s[1] < 1e-8:
        raise ValueError(
            "features: expected columns of which none is a multiple of the other, got two that are, "
            "so many weights fit equally well"
        )
    lowest = vt.T @ (u.T @ t / s) / (sizes * math.sqrt(len(t)))
    if np.abs(u.T @ t).max() <= 1e-12 * max(np.linalg.norm(t), 1e-300):
        raise ValueError("target: weights of 0 already fit best, so there is nothing to descend")
    h11, h22 = (sizes**2).tolist()
    h12 = float((x[:, 0] * x[:, 1]).mean())
    steepest = (h11 + h22 + math.hypot(h11 - h22, 2 * h12)) / 2
    flattest = h11 * h22 * float(s[0] * s[1]) ** 2 / steepest
    # Squares below 1e-308 have lost their digits, and a bowl made of them its shape.
    if flattest < np.finfo(float).tiny:
        raise ValueError(
            f"features: expected numbers whose squares fit in float64, got sizes {sizes.tolist()}"
        )
    angle = math.atan2(2 * h12, h11 - h22) / 2
    along = np.array([math.cos(angle), math.sin(angle)])
    return Bowl(
        hessian=np.array([[h11, h12], [h12, h22]]),
        eigenvalues=(steepest, flattest),
        directions=np.array([along, [-along[1], along[0]]]),
        lowest=lowest,
        floor=float(((x @ lowest - t) ** 2).mean() / 2),
    )


def _varied(x) -> np.ndarray:
    x = _inputs.squarable("x", _inputs.array("x", x, ndim=(2,)))
    same = np.flatnonzero(np.ptp(x, axis=0) == 0)
    if len(same):
        raise ValueError(
            f"x: expected more than one value in every column, column {same[0] + 1} has only {x[0, same[0]]:g}"
        )
    return x


def _log_size(step: float) -> float:
    """log of abs(1 − step), kept exact where the step is tiny, and 0 where it is 2 but for the last bits."""
    if step < 1:
        return math.log1p(-step)
    if step == 1:
        return -math.inf
    return 0.0 if abs(step - 2) < 1e-15 else math.log(step - 1)
