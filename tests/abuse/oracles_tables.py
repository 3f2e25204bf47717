"""Oracles for the explorers of tables: the moderator, batch norm, ε, γ and β, the diagnosis."""

import numpy as np
import torch

import normviz as nv
from tests.abuse import texts
from tests.abuse.oracle import (
    Near,
    Oracle,
    finite,
    normalized,
    pairs_kept,
    pairs_of,
    tensor,
    usable,
)

_TYPED = np.array([[8.9, 100], [6.2, 25], [8.3, 2], [9.2, 70]])
GPA_IQ_TYPED = texts.Rows(_TYPED, ("row 1", "row 2", "row 3", "row 4"), ("GPA", "IQ"))


def rows_of(table):
    return texts.Rows(table.values, table.rows, table.columns)


MEETINGS = {
    "the article's ten people": (8, 2, 5, 6, 4, 7, 3, 5, 9, 1),
    "one person talks nearly all the time": (1, 1, 1, 41, 1, 1, 1, 1, 1, 1),
    "most are quiet, a few are not": (0.5, 1, 1.5, 2, 2.5, 3, 4.5, 6, 9, 20),
    "two camps": (1, 9, 1, 9, 1, 9, 1, 9, 1, 9),
}


class Moderator(Oracle):
    starts = ({}, {"times": {"Ada": 12, "Ben": 3.5, "Chi": 7}}, {"times": [[1.0, 2.0, 4.0, 4.0]]})

    def type(self, name, random):
        return texts.table(random, columns=1)

    def read(self, name, text):
        return texts.Rows(np.array([[12.0], [3], [7], [2]]), ("Ada", "Ben", "Chi", "Dev"), ("minutes",))

    def people(self):
        if self.settings.meeting in MEETINGS:
            minutes = MEETINGS[self.settings.meeting]
            return [f"person {i + 1}" for i in range(len(minutes))], np.array(minutes, dtype=float)
        given = self.start.get("times")
        if isinstance(given, dict):
            return list(given), np.array(list(given.values()), dtype=float)
        if given is not None:
            return [f"person {i + 1}" for i in range(4)], np.ravel(given)
        values, rows, _ = self.means("times")
        usable(1 in values.shape and values.size > 1)
        named = len(rows) == values.size and rows[0] != "row 1"
        return list(rows) if named else [f"person {i + 1}" for i in range(values.size)], values.ravel()

    def expected(self):
        s = self.settings
        names, minutes = self.people()
        gamma, beta, person = s.gamma, s.beta, s.person
        finite(gamma, beta)
        usable(1 <= person <= len(minutes) and np.ptp(minutes) > 0)
        if s.method == "z-scores":
            balanced = (minutes - minutes.mean()) / minutes.std()
        else:
            balanced = (minutes - minutes.min()) / (minutes.max() - minutes.min())
        team = np.array([self.in_team(i, len(minutes)) for i in range(len(minutes))])
        weights = np.where(team, gamma, 1.0)
        y = weights * balanced + beta
        return {
            "names": tuple(names), "minutes": minutes, "balanced": balanced, "team": team, "gamma": weights,
            "beta": float(beta), "y": y, "person": person - 1, "method": s.method,
            **summary("before", minutes), **summary("after", balanced), **summary("final", y),
            "sentence": [minutes[person - 1], minutes.mean(), balanced[person - 1], y[person - 1]],
            "cells": {"x": minutes, "z": balanced, "y": y},
        }  # fmt: skip

    def in_team(self, i, count):
        return {"e": True, "m": i < 3, "H": i >= count - 3}[self.settings.team[0]]


def summary(name, values):
    mean, std = values.mean(), values.std()
    found = {"mean": Near(mean, np.abs(values).max()), "std": std, "low": values.min(), "high": values.max()}
    # The skewness of a column that stands far from 0 has few digits left, and any two ways differ in them.
    return {f"{name}.{key}": value for key, value in found.items() if std > 1e-6 * np.abs(values).max()}


TABLES = {"z table": nv.examples.z_table, "the article's 3 × 4 batch": nv.examples.article_batch}


class BatchNorm(Oracle):
    starts = (
        {},
        {"example": "two students, two nodes"},
        {"data": {"a <b>": [1.0, 2, 4], "c": [5e6, 5e6 + 0.5, 5e6]}},
        {"data": (np.arange(700.0) % 37).reshape(50, 14), "row": 7, "column": 3},
    )

    def type(self, name, random):
        return texts.table(random)

    def read(self, name, text):
        return GPA_IQ_TYPED

    def moved(self, name, before, now):
        pairs_kept(name, before, now, "column", ("example", "table"))

    def table(self):
        s, example = self.settings, self.settings.example
        if example in TABLES:
            return rows_of(TABLES[example]())
        if example == "your table":
            if "data" in self.start:
                return rows_of(nv.Table.of(self.start["data"]))
            return self.means("table")
        w1, w2, w3, w4, b, b2 = s.w1, s.w2, s.w3, s.w4, s.b, s.b2
        if example.startswith("GPA"):
            finite(w1, w2, b)
            x = nv.examples.gpa_iq().values
            self.weights, self.bias = np.array([[w1], [w2]]), np.array([b])
            return texts.Rows((x[:, 0] * w1 + x[:, 1] * w2 + b)[:, None], nv.examples.gpa_iq().rows, ("M",))
        finite(w1, w2, w3, w4, b, b2)
        x = nv.examples.two_students().values
        self.weights, self.bias = np.array([[w1, w2], [w3, w4]]), np.array([b, b2])
        nodes = [x[:, 0] * w1 + x[:, 1] * w3 + b, x[:, 0] * w2 + x[:, 1] * w4 + b2]
        return texts.Rows(np.column_stack(nodes), nv.examples.two_students().rows, ("node 1", "node 2"))

    def expected(self):
        s = self.settings
        self.weights = self.bias = None
        values, rows, columns = self.table()
        row, column = s.row, s.column
        usable(1 <= row <= len(rows) and 1 <= column <= len(columns))
        correction = s.divide_by.startswith("n − 1")
        usable(len(rows) > correction)
        gamma, beta = pairs_of(s, range(1, len(columns) + 1))
        mean, var, x_hat, y = normalized(values, 0, gamma=gamma, beta=beta, correction=correction)
        return {
            "table.rows": rows, "table.columns": columns, "table.values": values, "row": row - 1,
            "column": column - 1, "normalized.mean": mean, "normalized.var": var, "normalized.std": np.sqrt(var),
            "normalized.x_hat": x_hat, "normalized.y": y, "normalized.eps": 1e-5,
            "weights": self.weights, "bias": self.bias,
            "sentence": [table[row - 1, column - 1] for table in (values, x_hat, y)],
            "cells": {
                "x": values, "y": y, "μ x": mean[0], "σ x": np.sqrt(var[0]), "μ y": y.mean(axis=0),
                "σ y": y.std(axis=0, ddof=correction),
            },
        }  # fmt: skip


class Epsilon(Oracle):
    starts = ({}, {"column": [1.0, 2, 4, -3]}, {"column": [1e6, 1e6 + 1]}, {"column": [5.0, 5, 5]})

    def expected(self):
        s = self.settings
        exponent, power = s.exponent, s.eps_exponent
        finite(exponent, power)
        usable(abs(exponent) <= 100 and abs(power) <= 100)
        column, eps = np.array(self.start.get("column", (0.0, 1.0)), dtype=float), 10.0**power
        sizes = np.linspace(-8, 2, 101)
        largest = {place: x_hat.max(axis=0) for place, x_hat in _shrunk(column, sizes, eps).items()}
        here = {place: x_hat[:, 0] for place, x_hat in _shrunk(column, np.array([exponent]), eps).items()}
        std = np.std(column - column[0]) * 10.0**exponent
        return {
            "column": column * 10.0**exponent, "std": std, "eps": eps, "x_hat": here, "largest": largest,
            "sizes": sizes, "exponent": float(exponent), "mean": (column * 10.0**exponent).mean(),
            "place": {"i": "inside", "o": "outside", "n": "none"}[s.place[0]],
            "sentence": [std, eps, column.max() * 10.0**exponent, *(x_hat.max() for x_hat in here.values())],
            "cells": {"x": column * 10.0**exponent, **here},
        }  # fmt: skip


_PLACES = ("inside", "outside", "none")


def _shrunk(column, exponents, eps):
    off = column - column[0] - (column - column[0]).mean()
    off = off[:, None] * 10.0**exponents
    std = np.sqrt((off**2).mean(axis=0))
    divisors = dict(zip(_PLACES, (np.sqrt(std**2 + eps), std + eps, std), strict=True))
    with np.errstate(invalid="ignore"):
        return {place: np.where(by > 0, off / by, np.nan) for place, by in divisors.items()}


AFFINE_TABLES = {"z table": nv.examples.z_table, "GPA and IQ": nv.examples.gpa_iq}


class Affine(Oracle):
    starts = (
        {},
        {"gamma": 2, "beta": 1, "activation": "ReLU", "example": "GPA and IQ", "column": "IQ"},
        {"data": [[1.0, 4e5], [2, 3e5], [9, 3e5]], "other": [1.0, 2, 8]},
    )

    def type(self, name, random):
        return texts.listed(random) if name == "other_numbers" else texts.table(random)

    def read(self, name, text):
        return np.array([float(v) for v in text.split(",")]) if name == "other_numbers" else GPA_IQ_TYPED

    def moved(self, name, before, now):
        pairs_kept(name, before, now, "column", ("example", "table"))

    def table(self):
        if self.settings.example in AFFINE_TABLES:
            return rows_of(AFFINE_TABLES[self.settings.example]())
        return rows_of(nv.Table.of(self.start["data"])) if "data" in self.start else self.means("table")

    def expected(self):
        s = self.settings
        values, rows, columns = self.table()
        k, row = s.column, s.row
        gamma, beta = float(s.gamma), float(s.beta)
        finite(gamma, beta)
        usable(1 <= row <= len(rows))
        expected = {"name": columns[k], "row": row - 1, "gamma": gamma, "beta": beta, "eps": 1e-5}
        expected |= self.through("batch", rows, values[:, k], gamma, beta)
        expected["undo"] = (np.sqrt(expected["batch.var"] + 1e-5), expected["batch.mean"])
        z, z_hat, p, a = (expected[f"batch.{name}"] for name in ("z", "z_hat", "p", "a"))
        said = [p[row - 1]] if s.activation == "none" else [p[row - 1], a[row - 1]]
        expected["sentence"] = [z[row - 1], z_hat[row - 1], gamma, beta, *said]
        expected["cells"] = {"x": z, "z": z_hat, "p": p, "a": a}
        if s.other == "none":
            return expected | {"other": None}
        if s.other == "numbers you type":
            typed = self.means("other_numbers")
            names = tuple(f"new {i + 1}" for i in range(len(typed)))
            return expected | self.through("other", names, typed, gamma, beta)
        half = len(rows) // 2
        return expected | self.through("other", rows[half:], values[half:, k], gamma, beta)

    def through(self, which, rows, z, gamma, beta):
        mean, var, z_hat, p = normalized(z, 0, gamma=gamma, beta=beta)
        activation = self.settings.activation
        by_torch = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "ReLU": torch.relu, "none": lambda p: p}
        return {
            f"{which}.rows": tuple(rows), f"{which}.z": z, f"{which}.mean": mean.item(), f"{which}.var": var.item(),
            f"{which}.z_hat": z_hat, f"{which}.p": p, f"{which}.a": by_torch[activation](tensor(p)).numpy(),
            f"{which}.gap": Near(np.abs(p - z).max(), np.abs([p, z]).max() + abs(beta)),
        }  # fmt: skip


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
