"""Chapter 03, γ and β: a gradient to mend, a table to bring, and what γ and β control."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import choice, function, mistake, option, own_table
from normviz.exercises.slips import N_MINUS_1, NOT_THE_Z_TABLE


def input_gradient(dy, x, gamma, eps=1e-5):
    sigma = np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) / sigma
    d = gamma * dy
    through_mu = 0
    through_sigma = 0
    return (d - through_mu - x_hat * through_sigma) / sigma


def _gradients():
    rng = np.random.default_rng(3)
    z = nv.examples.z_table().values
    return [
        (
            np.array([[1.0, 0, 2], [0, 1, 0], [0, 0, -1], [0, 0, 1], [1, -1, 0]]),
            z,
            np.array([1.0, 2.0, -1.5]),
        ),
        (rng.normal(size=(8, 2)), rng.normal(3, 2, size=(8, 2)), np.array([0.5, 3.0])),
        (rng.normal(size=(4, 1)), rng.normal(-1, 0.5, size=(4, 1)), np.array([-1.0])),
        # With a σ like this one sees where ε stands.
        (rng.normal(size=(5, 2)), rng.normal(2, 0.01, size=(5, 2)), np.array([1.0, 0.5])),
    ]


@function(
    "03.13",
    title="Spot the bug: a gradient without the statistics",
    ask="The function input_gradient(dy, x, gamma, eps=1e-5) is meant to carry a gradient back through batch norm "
    "in training: dy is dL/dy and x the input, both of shape (N, D); gamma has shape (D,). It treats μ and σ as "
    "constants: the two parts that go through them, one number a column each, are still 0. Put in the right ones, and "
    "set answer to your mended function.",
    given=input_gradient,
    inputs=_gradients,
    arguments=("dy", "x", "gamma"),
    nudge="Each x also sits inside μ and inside σ. The optional part of section 4 has both, "
    "by hand, under its two braces.",
    method="Both parts are means down a column (axis=0): the one through μ is the mean of d, the one through σ the "
    "mean of d·x̂.",
    why="dx = (d − mean(d) − x̂·mean(d·x̂))/σ with d = γ·dy. Without the two means the step would try to move and "
    "stretch the whole column, which batch norm then takes away again.",
    wrong={
        "μ and σ are still treated as constants.": input_gradient,
        "The way through μ is there. The way through σ is missing, or comes out as 0: mean(d)·mean(x̂) is 0, for x̂ "
        "has the mean 0.": {"(d * x_hat).mean(axis=0)": "0"},
        "The way through σ is there. The way through μ is missing.": {"d.mean(axis=0)": "0"},
        "The two terms are means over the rows, not sums.": {
            "d.mean": "d.sum",
            "(d * x_hat).mean": "(d * x_hat).sum",
        },
        "γ is missing: x̂ is multiplied by γ on its way to the loss.": {"gamma * dy": "dy"},
        "γ is missing in both means: they are means of d = γ·dy, not of dy.": {
            "d.mean": "dy.mean",
            "(d *": "(dy *",
        },
        "γ is missing in the way through μ: it is the mean of d = γ·dy.": {"d.mean": "dy.mean"},
        "γ is missing in the way through σ: it is the mean of d·x̂, with d = γ·dy.": {"(d *": "(dy *"},
        "You took means over the whole table. Every column has its own: mean(axis=0).": {
            "d.mean(axis=0)": "d.mean()",
            "x_hat).mean(axis=0)": "x_hat).mean()",
        },
        "You took means across the rows. Batch norm pools down a column: axis=0.": {
            "d.mean(axis=0)": "d.mean(axis=1, keepdims=True)",
            "x_hat).mean(axis=0)": "x_hat).mean(axis=1, keepdims=True)",
        },
        "The bracket is right. Divide it by σ.": {"through_sigma) / sigma": "through_sigma)"},
        N_MINUS_1: mistake({"var(axis=0": "var(axis=0, ddof=1"}, 3),
    },
)
def mended_gradient(dy, x, gamma, eps=1e-5):
    sigma = np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) / sigma
    d = gamma * dy
    through_mu = d.mean(axis=0)
    through_sigma = (d * x_hat).mean(axis=0)
    return (d - through_mu - x_hat * through_sigma) / sigma


def _restored(table, gamma, beta):
    y = nv.batch_norm(table, gamma=gamma, beta=beta).y
    return bool(np.all(np.abs(y - table) <= 1e-3 * np.maximum(table.std(axis=0), 1e-3)))


def _pair(table, gamma, beta):
    return np.array([np.broadcast_to(one, table.shape[1]) for one in (gamma, beta)])


def _undo(table):
    return _pair(table, np.sqrt(table.var(axis=0) + 1e-5), table.mean(axis=0))


@own_table(
    "03.14",
    title="Undo on a table of your own",
    ask="Bring a table of numbers of your own with at least 3 rows and 2 columns, and the γ and β, one pair a "
    "column, with which nv.batch_norm(table, gamma=…, beta=…) gives your table back. answer = (table, parameters), "
    "where parameters = [gammas, betas] has one number for each column in both.",
    parts=("table", "parameters"),
    limits=(
        NOT_THE_Z_TABLE,
        (
            lambda table, parameters: 3 <= len(table) <= 200 and table.shape[1] >= 2,
            "Your table needs 3 to 200 rows, and at least 2 columns.",
        ),
        (
            lambda table, parameters: parameters.shape == (2, table.shape[1]),
            "Give the parameters two rows, first all γ, then all β, with one number for each column of your table.",
        ),
        (
            lambda table, parameters: (table.std(axis=0) >= 0.1).all(),
            "One of your columns has a σ below 0.1. Change its numbers, or write them in a smaller unit.",
        ),
    ),
    holds=lambda table, parameters: _restored(table, *parameters),
    decimals=0,
    agrees=lambda parameters, wanted: np.allclose(parameters, wanted, rtol=1e-3, atol=1e-3),
    otherwise="With these γ and β your table does not come back. (First the row of all γ, then that of all β.) "
    "Look at one column: what was subtracted from it, and "
    "what was it divided by?",
    nudge="Begin with table = np.array([[…], […], […]]).",
    method="gammas = np.sqrt(table.var(axis=0) + 1e-5) and betas = table.mean(axis=0).",
    why="Each column needs its own pair: γ = √(σ² + ε) gives its size back, β = μ its place.",
    wrong={
        "γ = 1 and β = 0 leave the table normalized.": lambda t: _pair(t, 1, 0),
        "γ and β have changed places: first the row of γ, then the row of β.": (
            lambda t: _pair(t, t.mean(axis=0), t.std(axis=0))
        ),
        "Your γ are variances. Take their roots.": lambda t: _pair(t, t.var(axis=0), t.mean(axis=0)),
        N_MINUS_1: mistake(lambda t: _pair(t, t.std(axis=0, ddof=1), t.mean(axis=0)), 3),
        "β is added, not subtracted: the means come back with their own signs.": (
            lambda t: _pair(t, t.std(axis=0), -t.mean(axis=0))
        ),
        "β is right. Batch norm divided by σ, and your γ divides once more. What undoes a division?": (
            lambda t: _pair(t, 1 / t.std(axis=0), t.mean(axis=0))
        ),
        "These are the right γ and β, rounded too early. Take them as NumPy gives them.": mistake(
            lambda t: _undo(t).round(1),
            when=lambda t, p: any(np.allclose(p, _undo(t).round(k), rtol=0, atol=1e-9) for k in (1, 2, 3)),
        ),
        "You used one γ and one β for all columns. Every column needs its own pair.": (
            lambda t: _pair(t, t.std(), t.mean())
        ),
    },
)
def own_undo():
    table = np.array([[12, 3.5, 80], [30, 1.0, 95], [18, 2.0, 60], [41, 4.5, 75]])
    gammas = np.sqrt(table.var(axis=0) + 1e-5)
    betas = table.mean(axis=0)
    return table, np.array([gammas, betas])


@choice(
    "03.15",
    title="What γ and β control",
    ask="The lecture says that γ and β let the network “control range of normalization”. One column of 10 rows goes "
    "through batch norm with γ = 2 and β = 1 (ε left out). You do not know its numbers, only that they vary. What is "
    "certain about the ten p?",
    options={
        "All ten lie between −1 and 3, which is β ± γ.": option(
            lambda p: (np.abs(p - 1) <= 2).all(),
            "That would need every x̂ between −1 and 1, and σ is a typical distance, not the largest.",
            1,
        ),
        "The smallest is −1 and the largest is 3, exactly.": option(
            lambda p: np.allclose([p.min(axis=0), p.max(axis=0)], [[-1], [3]]),
            "Min–max scaling sets the two ends. γ and β set σ and the mean.",
            1,
        ),
        "Their mean is 1 and their σ is 2, and none lies outside −5 … 7.": (
            lambda p: (
                np.allclose(p.mean(axis=0), 1)
                and np.allclose(p.std(axis=0), 2)
                and (np.abs(p - 1) <= 6 + 1e-9).all()
                and np.abs(p - 1).max() > 5.9
            )
        ),
        "Nothing: it depends on the column.": option(
            lambda p: not np.allclose(p.mean(axis=0), 1),
            "The pattern depends on the column. Its mean and its σ were taken away, and β and γ put in their place.",
        ),
    },
    nudge="How far from 0 can an x̂ lie when 10 rows share a pool?",
    method="abs(x̂) is at most √(10 − 1) = 3, and p = 2·x̂ + 1. Try a column of nine zeros and a single 1.",
    why="γ and β set the σ and the mean exactly. They bound the values only as far as x̂ is bounded: p lies within "
    "β ± γ·√(n − 1), here 1 ± 6, and a single outlier reaches that end. They control a scale more than a range.",
)
def what_they_control():
    columns = np.random.default_rng(15).normal(size=(10, 500)) ** 3
    columns[:, 0] = np.eye(10)[0]
    return nv.batch_norm(columns, gamma=2, beta=1, eps=0).y
