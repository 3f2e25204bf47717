"""EpsilonExplorer: where ε stands, and when that matters."""

from dataclasses import dataclass

import numpy as np

from normviz import _inputs
from normviz.drawing.epsilon import epsilon_picture
from normviz.drawing.numbers import fixed, plain
from normviz.explorers.base import Explorer

PLACES = {
    "inside the root: √(σ² + ε)": "inside",
    "outside the root: σ + ε": "outside",
    "no ε at all": "none",
}


@dataclass(frozen=True, eq=False)
class EpsilonResult:
    """Everything the picture shows.

    Attributes
    ----------
    column : array, (N,), the column in its present size; ``mean`` and ``std`` are its statistics
    eps : ε
    place : "inside", "outside" or "none"
    x_hat : mapping of each place to an array, (N,); NaN marks 0/0, which has no value
    sizes : array, (K,), exponents s of the column's size 10^s
    largest : mapping of each place to an array, (K,): the x̂ of the column's largest value at each size
    exponent : the present s
    """

    column: np.ndarray
    mean: float
    std: float
    eps: float
    place: str
    x_hat: dict[str, np.ndarray]
    sizes: np.ndarray
    largest: dict[str, np.ndarray]
    exponent: float


class EpsilonExplorer(Explorer):
    """Shrink a column and see what ε does to it, inside the root, outside it, or nowhere.

    Parameters
    ----------
    column : at least two numbers; (0, 1) unless told, which times 10⁻³ is the column (0, 0.001)

    Raises
    ------
    TypeError, ValueError
        For fewer than two numbers, or numbers that are not finite.

    Examples
    --------
    >>> explorer = EpsilonExplorer()
    >>> {place: abs(x_hat[0]).round(3).item() for place, x_hat in explorer.result.x_hat.items()}
    {'inside': 0.156, 'outside': 0.98, 'none': 1.0}
    """

    heading = "Epsilon explorer"

    def __init__(self, column=(0.0, 1.0)):
        self._column = _inputs.array("column", column, ndim=(1,))
        if len(self._column) < 2:
            raise ValueError(f"column: expected at least 2 numbers, got {len(self._column)}")
        super().__init__()

    def build(self):
        place = self.choice("place", "Where ε stands", list(PLACES), width="22em")
        exponent = self.number("exponent", "Column × 10 to the power", -8, 2, 0.25, -3.0)
        eps = self.number("eps_exponent", "ε = 10 to the power", -12, 0, 0.5, -5.0)
        return [[place], [exponent, eps]]

    def compute(self) -> EpsilonResult:
        exponent, eps_exponent = (_power(name, self.value(name)) for name in ("exponent", "eps_exponent"))
        eps = 10.0**eps_exponent
        # The column at another size is its deviations times a number; at every size only the largest is asked for.
        deviation = self._column - self._column[0]
        deviation = deviation - deviation.mean()
        std, largest = np.sqrt((deviation**2).mean()), deviation.max()
        sizes = np.linspace(-8, 2, 101)
        here, scales = 10.0**exponent, 10.0**sizes
        x_hat = _quotients(deviation * here, std * here, eps)
        curves = _quotients(largest * scales, std * scales, eps)
        column = self._column * here
        return EpsilonResult(
            column=column,
            mean=float(column.mean()),
            std=float(std * here),
            eps=eps,
            place=PLACES[self.place.value],
            x_hat=x_hat,
            sizes=sizes,
            largest=curves,
            exponent=exponent,
        )

    def render(self, result):
        return epsilon_picture(result)

    def in_words(self, result):
        at = int(np.argmax(result.column))
        x_hat = {place: values[at] for place, values in result.x_hat.items()}
        inside, outside, none = (
            "0/0" if np.isnan(x_hat[place]) else fixed(x_hat[place]) for place in PLACES.values()
        )
        return (
            f"σ is {plain(result.std, 6)}, ε is {plain(result.eps, 6)}: {plain(result.column[at], 6)} becomes "
            f"{inside} with ε inside the root, {outside} with ε outside, {none} without ε."
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
