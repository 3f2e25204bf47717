"""How exactly a result is known: to the decimals it was printed with, or to the machine's precision."""

from dataclasses import dataclass

import numpy as np

# Whole numbers alone, such as −1 0 1, are rather exact values with their zeros left out than roundings to no
# decimal.
DECIMALS_OF_WHOLE_NUMBERS = 3


@dataclass(frozen=True)
class Precision:
    """``decimals`` it was rounded to, or None; then ``machine`` is its relative precision."""

    decimals: int | None
    machine: float

    @property
    def words(self) -> str:
        if self.decimals is not None:
            return f"to {self.decimals} decimal" + ("" if self.decimals == 1 else "s")
        return "to float32 precision" if self.machine > 1e-8 else "to float64 precision"

    def tolerance(self, size: np.ndarray) -> np.ndarray:
        """How far a right prediction may be off; ``size`` is the size of the numbers it is made from."""
        slack = self.machine * (1 + size)
        return slack if self.decimals is None else 0.5 * 10.0**-self.decimals * 1.02 + slack

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
        machine = 4e-6 if single else 1e-9
        # Beyond the digits that the type holds, every number looks rounded.
        blur = own * np.maximum(1, np.abs(result))
        for decimals in range(6 if single else 10):
            if 10.0**-decimals < 50 * blur.max():
                break
            if np.all(np.abs(np.round(result, decimals) - result) <= blur):
                return cls(decimals or DECIMALS_OF_WHOLE_NUMBERS, 1e-9)
        return cls(None, machine)
