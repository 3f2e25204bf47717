"""Where ε stands, and when that matters: one column under three conventions, and at every size."""

from dataclasses import dataclass

import numpy as np

from normviz import _inputs
from normviz.views.settings import NO_EDITS, Edits, Given

PLACES = {"inside the root: √(σ² + ε)": "inside", "outside the root: σ + ε": "outside", "no ε at all": "none"}


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    column: Given  # the column at size 1, a Given array of (N,)
    place: str = next(iter(PLACES))  # where ε stands, one of PLACES
    exponent: float = -3.0  # s, for a column of size 10^s
    eps_exponent: float = -5.0  # the power of ten that ε is
    edits: Edits = NO_EDITS  # numbers that were put in the place of the column's own, at size 1


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    column: np.ndarray  # (N,), the column in its present size; ``mean`` and ``std`` are its statistics
    mean: float
    std: float
    eps: float
    place: str  # "inside", "outside" or "none"
    x_hat: dict[str, np.ndarray]  # each place → array (N,); NaN marks 0/0, which has no value
    sizes: np.ndarray  # (K,), exponents s of the column's size 10^s
    largest: dict[str, np.ndarray]  # each place → (K,), the x̂ of the column's largest value at each size
    exponent: float  # the present s


def compute(settings: Settings) -> Result:
    """Normalize the column under each convention."""
    exponent, eps_exponent = (_power(name, getattr(settings, name)) for name in ("exponent", "eps_exponent"))
    eps = 10.0**eps_exponent
    # The column at another size is its deviations times a number; at every size only the largest is asked for.
    column = settings.column.value.copy()
    for cell, number in settings.edits.said:
        column[cell] = number
    deviation = column - column[0]
    deviation = deviation - deviation.mean()
    std, largest = np.sqrt((deviation**2).mean()), deviation.max()
    sizes = np.linspace(-8, 2, 101)
    here, scales = 10.0**exponent, 10.0**sizes
    return Result(
        column=column * here,
        mean=float((column * here).mean()),
        std=float(std * here),
        eps=eps,
        place=PLACES[settings.place],
        x_hat=_quotients(deviation * here, std * here, eps),
        sizes=sizes,
        largest=_quotients(largest * scales, std * scales, eps),
        exponent=exponent,
    )


def _quotients(deviation: np.ndarray, std: np.ndarray, eps: float) -> dict[str, np.ndarray]:
    """x̂ by each convention; NaN for 0/0."""
    divisors = {"inside": np.sqrt(std**2 + eps), "outside": std + eps, "none": std}
    return {
        place: np.divide(deviation, divisor, out=np.full_like(deviation, np.nan), where=divisor > 0)
        for place, divisor in divisors.items()
    }


def _power(name: str, value) -> float:
    value = _inputs.number(name, value)
    if abs(value) > 100:
        raise ValueError(f"{name}: expected a power from −100 to 100, got {value!r}")
    return value
