"""The oracle for the scale of features: gradient descent once more, in 80 digits."""

from decimal import Decimal, localcontext

import numpy as np

import normviz as nv
from tests.abuse import texts
from tests.abuse.oracle import Oracle, finite, usable


class Scaling(Oracle):
    starts = ({}, {"scale": "standardized"}, {"data": [[1, 20, 3.0], [2, 10, 1], [4, 40, 2], [3, 35, 5]]})

    def type(self, name, random):
        return texts.table(random, columns=3)

    def read(self, name, text):
        typed = [[8, 150, 14], [6, 400, 9], [7, 100, 12], [5, 250, 7], [9, 350, 15], [7, 500, 10]]
        return texts.Rows(np.array(typed, dtype=float), (), ("hours of sleep", "coffee (ml)", "mark"))

    def table(self):
        name = self.settings.data
        if name == "your table":
            return np.array(self.start["data"], float) if "data" in self.start else self.means("table").values
        of = nv.datasets
        table = {"a s": of.year_of_students, "the": of.four_students, "65 ": of.trading_days}
        return table[name[:3]]().values

    def expected(self):
        s, table, result = self.settings, self.table(), self.explorer.result
        rate, steps = s.rate, s.steps
        finite(rate)
        usable(0 < rate <= 1e100 and 1 <= steps <= 1000 and table.shape[1] == 3)
        scale = s.scale
        usable(scale == "raw" or np.ptp(table, axis=0).all())
        std = table.std(axis=0)
        values = {
            "raw": lambda: table,
            "scaled only": lambda: table / std,
            "min–max": lambda: (table - table.min(axis=0)) / (table.max(axis=0) - table.min(axis=0)),
            "standardized": lambda: (table - table.mean(axis=0)) / std,
        }[scale]()
        x, t = values[:, :2], values[:, 2]
        sizes = np.sqrt((x**2).mean(axis=0))
        usable(sizes.all() and len(x) > 1 and t.any())
        unit = x / sizes / np.sqrt(len(x))
        apart = 1 - abs(unit[:, 0] @ unit[:, 1])
        usable(apart > 1e-13)  # one column a multiple of the other
        if apart < 1e-9 or np.abs(unit.T @ t).max() < 1e-9 * np.linalg.norm(t):
            return {"scale": scale, "values": values, "may refuse": True}
        with localcontext() as context:
            context.prec = 80
            found = exact_descent(x, t, rate, steps, result.steps_needed if result else None)
        of_settings = {"scale": scale, "values": values, "rate": rate, "steps": steps}
        steepest, flattest = found["bowl.eigenvalues"]
        of_settings["sentence"] = [rate, steepest / flattest]
        return of_settings | {"table.values": table} | found


def exact_descent(x, t, rate, steps, needed):
    """Gradient descent in 80 digits, so that no rounding of ours can be taken for one of theirs."""
    n, rate = Decimal(len(t)), Decimal(rate)
    x1, x2 = ([Decimal(v) for v in column] for column in x.T.tolist())
    t = [Decimal(v) for v in t.tolist()]
    a, b, d = (sum(p * q for p, q in zip(*two, strict=True)) / n for two in ((x1, x1), (x1, x2), (x2, x2)))
    r1, r2 = (sum(p * q for p, q in zip(column, t, strict=True)) / n for column in (x1, x2))
    det, root = a * d - b * b, ((a - d) ** 2 + 4 * b * b).sqrt()
    steepest = (a + d + root) / 2
    flattest = det / steepest
    low = ((d * r1 - b * r2) / det, (a * r2 - b * r1) / det)
    loss_at = lambda w: sum((w[0] * p + w[1] * q - v) ** 2 for p, q, v in zip(x1, x2, t, strict=True)) / 2 / n  # noqa: E731
    begun = (low[0] ** 2 + low[1] ** 2).sqrt()
    path, w = [(Decimal(0), Decimal(0))], (Decimal(0), Decimal(0))
    for _ in range(steps):
        away = (w[0] - low[0], w[1] - low[1])
        w = (w[0] - rate * (a * away[0] + b * away[1]), w[1] - rate * (b * away[0] + d * away[1]))
        path.append(w)
        if (w[0] - low[0]) ** 2 + (w[1] - low[1]) ** 2 > (10**6 * begun) ** 2:
            break
    if needed is not None and 0 < needed < len(path):  # farther counts: tests/test_descent.py
        left = [(w[0] - low[0]) ** 2 + (w[1] - low[1]) ** 2 for w in path[needed - 1 : needed + 1]]
        assert left[1] <= Decimal("0.0001000001") * begun**2, f"{needed} steps leave more than 1 % of the way"
        assert left[0] > Decimal("0.0000999999") * begun**2, f"{needed - 1} steps are enough"
    curvatures = float(steepest), float(flattest)
    found = {
        "path": np.array(path, dtype=float), "bowl.hessian": np.array([[a, b], [b, d]], dtype=float),
        "bowl.lowest": np.array(low, dtype=float), "bowl.floor": float(loss_at(low)),
        "bowl.eigenvalues": curvatures,
    }  # fmt: skip
    if float(loss_at(low)) < 1e-9 * float(loss_at(path[0])):
        del found["bowl.floor"]  # nothing but rounding
    if rate * steepest >= Decimal("2.000000001"):
        found["steps_needed"] = None
    return found
