"""How strongly a table's cells are tinted: a class for each tint, so that the browser works out each once."""

from collections.abc import Sequence

import numpy as np

from normviz.drawing.sizes import HEAT

CSS = "".join(f".nv .nv-h{heat}{{--h:{heat / 100:g}}}" for heat in range(1, HEAT + 1))


def heated(heat: int) -> str | None:
    """The classes of a cell with a tint of ``heat`` hundredths, up to ``HEAT``; sand where it is below 0.

    >>> heated(12), heated(-12), heated(0)
    ('nv-h12', 'nv-h12 nv-below', None)
    """
    return f"nv-h{abs(heat)}" + " nv-below" * (heat < 0) if heat else None


def heats_of(
    values: np.ndarray, rows: Sequence[int], most: float | None = None
) -> dict[int, tuple[int, ...]]:
    """The tint of each cell of some rows, in hundredths; the largest number among them gets the strongest, and a
    number below 0 one below 0. With ``most``, a number of that size would get the strongest.

    >>> heats_of(np.array([[1.0, -2.0], [9.0, 9.0], [0.0, 4.0]]), [0, 2])
    {0: (8, -17), 2: (0, 34)}
    """
    shown = values[rows]
    most = np.abs(shown).max(initial=0) if most is None else most
    heats = (HEAT * shown / (most or 1.0)).round().astype(int).tolist()
    return {row: tuple(heat) for row, heat in zip(rows, heats, strict=True)}
