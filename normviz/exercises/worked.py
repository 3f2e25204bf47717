"""Numbers in the words of a question: as a text has them, and as one who works by hand meets them."""

import numpy as np

from normviz import wording
from normviz.drawing.numbers import bracketed, plain


class Worked:
    """A number, or a column worked out by hand, for a text: to 4 decimals at most.

    In a text, ``{x}`` is the number or all numbers, ``{x:and}`` has an “and” before the last, ``{x[0]}`` is the first,
    ``{x:(}`` is a number in brackets where it is negative. Of a column, ``{x.mean}``, ``{x.distances}`` (from the
    mean), ``{x.squares}`` (their sum), ``{x.var}``, ``{x.std}``, ``{x.sum}``, ``{x.max}``, ``{x.min}``.

    >>> "{x:and}: {x.distances}; {x.squares}/{x.n} = {x.var}; {x[1]}".format(x=Worked(np.array([2, -6, 1])))
    '2, −6 and 1: 3, −5, 2; 38/3 = 12.6667; −6'
    """

    def __init__(self, value):
        self.value = np.asarray(value, dtype=float)

    def __getitem__(self, place: int) -> "Worked":
        return Worked(self.value[place])

    def __getattr__(self, name: str) -> "Worked":
        x = self.value
        if name == "n":
            return Worked(len(x))
        if name in ("mean", "var", "std", "sum", "max", "min"):
            return Worked(getattr(x, name)())
        if name in ("distances", "squares"):
            distances = x - x.mean()
            return Worked(distances if name == "distances" else distances @ distances)
        raise AttributeError(name)

    def __format__(self, form: str) -> str:
        both = f" {wording.said('and')} "
        if self.value.ndim == 2:
            return _joined([f"({Worked(row)})" for row in self.value], both)
        if self.value.ndim == 1:
            return _joined(list(map(plain, self.value)), both if form == "and" else ", ")
        return bracketed(plain(self.value)) if form == "(" else plain(self.value)

    def __str__(self) -> str:
        return format(self)


def _joined(words: list[str], last: str) -> str:
    return last.join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
