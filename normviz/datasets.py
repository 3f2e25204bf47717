"""Tables with two features and a number to predict, for looking at feature scaling.

The documents' own tables are in :mod:`normviz.examples`.
"""

import csv
from pathlib import Path

import numpy as np

from normviz import _inputs, documents
from normviz.table import Table


def year_of_students(count: int = 120, seed: int = 8) -> Table:
    """A simulated year of students: GPA, IQ, and the score of a placement test. No real person is in it.

    GPA and IQ are drawn from bell curves with a correlation of 0.4; the score is 5·GPA + 0.3·IQ plus luck.

    Parameters
    ----------
    count : how many students, at least 1
    seed : of the random numbers, a whole number from 0 up; the same seed gives the same students

    Returns
    -------
    Table, (count, 3): GPA (0 to 10), IQ (points), score (points)

    Raises
    ------
    TypeError, ValueError
        For a count or a seed that is not such a whole number.

    >>> year_of_students().values.mean(axis=0).round(2)
    array([  7.38, 100.04,  66.4 ])
    """
    count = _inputs.whole("count", count, at_least=1)
    _inputs.fits_in_memory("count", count, 6 * count)
    rng = np.random.default_rng(_inputs.whole("seed", seed, at_least=0))
    first, second, luck = rng.normal(size=(3, count))
    gpa = np.round(7.4 + 0.8 * first, 1)
    iq = np.round(100 + 15 * (0.4 * first + np.sqrt(1 - 0.4**2) * second))
    score = np.round(5 * gpa + 0.3 * iq + 6 * luck, 1)
    rows = tuple(f"student {i + 1}" for i in range(count))
    return Table(np.column_stack([gpa, iq, score]), rows, ("GPA", "IQ", "score"))


def four_students() -> Table:
    """GPA, IQ and placement of the notes' four students, as one table.

    >>> four_students().values[0]
    array([  8.9, 100. ,   1. ])
    """
    students = documents.gpa_iq()
    values = np.column_stack([students.values, students.labels])
    return Table(values, students.rows, (*students.columns, "placement"))


def trading_days() -> Table:
    """65 trading days of one share in 2003, taken from matplotlib's sample file msft.csv: real numbers.

    Returns
    -------
    Table, (65, 3): price (dollars at the day's end), volume (shares traded), range (dollars between the day's highest
    and lowest price)

    >>> price, volume, spread = trading_days().values.mean(axis=0)
    >>> price.round(2).item(), round(volume), spread.round(2).item()
    (26.79, 55317175, 0.59)
    """
    text = (Path(__file__).parent / "data" / "trading_days.csv").read_text(encoding="utf-8")
    head, *days = csv.reader(text.splitlines())
    values = [[float(number) for number in numbers] for _, *numbers in days]
    return Table(values, rows=tuple(day for day, *_ in days), columns=tuple(head[1:]))
