"""EpsilonExplorer: where ε stands, and when that matters."""

import numpy as np

from normviz import _inputs
from normviz.drawing.epsilon import epsilon_picture
from normviz.drawing.numbers import fixed, plain
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number
from normviz.views import epsilon
from normviz.views.settings import Given


def _in_words(result: epsilon.Result) -> str:
    at = int(np.argmax(result.column))
    x_hat = {place: values[at] for place, values in result.x_hat.items()}
    values = (x_hat[place] for place in epsilon.PLACES.values())
    inside, outside, none = ("0/0" if np.isnan(value) else fixed(value) for value in values)
    return (
        f"The mean is {plain(result.mean, 6)}, σ {plain(result.std, 6)}, with ε = {plain(result.eps, 6)} "
        f"{plain(np.sqrt(result.std**2 + result.eps), 6)}: {plain(result.column[at], 6)} becomes "
        f"{inside} with ε inside the root, {outside} with ε outside, {none} without ε."
    )


class EpsilonExplorer(Explorer):
    """Shrink a column and see what ε does to it, inside the root, outside it, or nowhere.

    Parameters
    ----------
    column : at least two numbers; (0, 1) unless told; times 10⁻³, this is the column (0, 0.001)

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

    heading = "When does ε matter?"
    compute = staticmethod(epsilon.compute)
    picture = staticmethod(epsilon_picture)
    words = staticmethod(_in_words)
    alone_as = "epsilon"

    def __init__(self, column=(0.0, 1.0)):
        column = _inputs.array("column", column, ndim=(1,))
        if len(column) < 2:
            raise ValueError(f"column: expected at least 2 numbers, got {len(column)}")
        super().__init__(epsilon.Settings(Given(column)))

    def examples_on_a_page(self, settings):
        return {"column": settings.column.value}

    @staticmethod
    def controls_for(settings):
        return [
            [
                Choice("place", "Where ε stands", tuple(epsilon.PLACES), width="22em"),
                Number("exponent", "The column times 10 to the power", -8, 2, 0.25),
                Number("eps_exponent", "ε = 10 to the power", -12, 0, 0.5, main=True),
            ]
        ]

    @staticmethod
    def hold(settings, cell):
        return cell if len(cell) == 1 and 0 <= cell[0] < len(settings.column.value) else None

    @staticmethod
    def unit(settings):
        return 10.0**settings.exponent
