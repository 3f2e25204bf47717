"""How exactly a result is known: to the decimals it was printed with, or to the machine's precision."""

from dataclasses import dataclass, replace

import numpy as np

# Whole numbers alone, such as −1 0 1, are rather exact values with their zeros left out than roundings to no
# decimal.
DECIMALS_OF_WHOLE_NUMBERS = 3
# x with fewer decimals is taken as typed, and exact.
DECIMALS_OF_ROUNDED_X = 2
# Sums of more rows than this carry the rounding of each along.
ROWS_AT_ONCE = 1000
# What NumPy prints of a float32 has so many decimals or more.
DECIMALS_OF_FLOAT32 = 6
# How far, relative to the numbers it is made from, a result that was calculated in a type may be off.
MACHINES = {"float64": 1e-11, "float32": 4e-6, "float16": 2e-3, "bfloat16": 1.6e-2}


@dataclass(frozen=True)
class Precision:
    """How exactly a result is known."""

    decimals: int | None  # those that it was rounded to, or None
    machine: float  # relative precision of its type
    rows: int = 1  # how many numbers its means run over, at most
    # those that x was rounded to after the result had been made from it; None where x is exact
    x_decimals: int | None = None

    @property
    def words(self) -> str:
        if self.decimals is None:
            kind = next(name for name, machine in MACHINES.items() if machine == self.machine)
            return f"to {kind} precision"
        of_x = "" if self.x_decimals is None else f", and x to {self.x_decimals}"
        of_single = " of a float32" if self.machine == MACHINES["float32"] else ""
        return f"to {self.decimals} decimal{'' if self.decimals == 1 else 's'}{of_single}{of_x}"

    def tolerance(self, size: np.ndarray, moved: np.ndarray = 0) -> np.ndarray:
        """How far a right prediction may be off.

        ``size`` is the size of the numbers it is made from; ``moved`` how far it moves with x, per unit.
        """
        slack = self.machine * max(1, self.rows / ROWS_AT_ONCE) ** 0.5 * (1 + size)
        if self.x_decimals is not None:
            slack = slack + 0.5 * 10.0**-self.x_decimals * moved
        return slack if self.decimals is None else 0.5 * 10.0**-self.decimals * 1.02 + slack

    def of_single(self) -> "Precision | None":
        """The same where a float32 was written out, to more decimals than it holds; None for fewer."""
        written_out = self.decimals is not None and self.decimals >= DECIMALS_OF_FLOAT32
        return replace(self, machine=MACHINES["float32"]) if written_out else None

    def with_rounded(self, x: np.ndarray, decimals: int | None) -> "Precision | None":
        """The same where x was rounded, too, as numbers copied from a screen are; None where it was not."""
        decimals = type(self).of(x).decimals if decimals is None else decimals
        exact = decimals is None or decimals < DECIMALS_OF_ROUNDED_X
        if self.decimals is None or exact or np.all(x == np.round(x)):
            return None
        return replace(self, x_decimals=decimals)

    @classmethod
    def of(cls, result: np.ndarray) -> "Precision":
        """Infer it: the fewest decimals that every number keeps to.

        >>> Precision.of(np.array([1.2247, -1.5])).decimals, Precision.of(np.array([-1.0, 1.0])).decimals
        (4, 3)
        >>> Precision.of(np.array([1 / 3, 0.5])).words
        'to float64 precision'
        """
        single = bool(np.all(result == result.astype(np.float32)))
        # A float32 that was rounded to 4 decimals is no round number any more when it is read as a float64.
        own = 1e-7 if single else 1e-13
        # Beyond the digits that the type holds, every number looks rounded.
        blur = own * np.maximum(1, np.abs(result))
        for decimals in range(6 if single else 11):
            if 10.0**-decimals < 50 * blur.max():
                break
            if np.all(np.abs(np.round(result, decimals) - result) <= blur):
                return cls(decimals or DECIMALS_OF_WHOLE_NUMBERS, MACHINES["float64"])
        return cls(None, MACHINES[_type_of(result) if single else "float64"])


def _type_of(single: np.ndarray) -> str:
    """The coarsest type that holds numbers that float32 holds."""
    # A bfloat16 is the first half of a float32.
    if not np.any(single.astype(np.float32).view(np.uint32) & 0xFFFF):
        return "bfloat16"
    with np.errstate(over="ignore"):
        return "float16" if np.all(single == single.astype(np.float16)) else "float32"
