"""Oracles for the explorers of tables: the moderator, batch norm, ε, γ and β, the diagnosis."""

import numpy as np

from tests.abuse import texts
from tests.abuse.oracle import Compared, Oracle, finite, usable


class Moderator(Compared):
    starts = ({}, {"times": {"Ada": 12, "Ben": 3.5, "Chi": 7}}, {"times": [[1.0, 2.0, 4.0, 4.0]]})

    def type(self, name, random):
        return texts.table(random, columns=1)


class BatchNorm(Compared):
    starts = (
        {},
        {"example": "two students, two nodes"},
        {"data": {"a <b>": [1.0, 2, 4], "c": [5e6, 5e6 + 0.5, 5e6]}},
        {"data": (np.arange(700.0) % 37).reshape(50, 14), "row": 7, "column": 3},
    )

    def type(self, name, random):
        return texts.table(random)


class Epsilon(Compared):
    starts = ({}, {"column": [1.0, 2, 4, -3]}, {"column": [1e6, 1e6 + 1]}, {"column": [5.0, 5, 5]})


class Affine(Compared):
    starts = (
        {},
        {"gamma": 2, "beta": 1, "activation": "ReLU", "example": "GPA and IQ", "column": "IQ"},
        {"data": [[1.0, 4e5], [2, 3e5], [9, 3e5]], "other": [1.0, 2, 8]},
    )

    def type(self, name, random):
        return texts.listed(random) if name == "other_numbers" else texts.table(random)


class Diagnose(Oracle):
    """What was read. That its convention is found, tests/explorers/test_diagnose_grid.py and tests/diagnosis say."""

    starts = ({}, {"x": [[1.0, 2], [3, 5]], "result": [[-1.0, -1], [1, 1]]})

    def type(self, name, random):
        return texts.pasted(random)

    def read(self, name, text):
        return np.array([[float(v) for v in line.split(",")] for line in text.splitlines()])

    def expected(self):
        x, y = self.means("x"), self.means("y")
        finite(x, y)
        usable(np.shape(x) == np.shape(y) and 0 <= self.settings.decimals <= 100)
        return {"x": np.asarray(x), "y": np.asarray(y)}
