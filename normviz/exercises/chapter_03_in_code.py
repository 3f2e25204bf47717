"""Chapter 03, γ and β: a gradient to mend, a table to bring, and what is left when Undo is possible."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Option, Wrong, choice, function, own_table
from normviz.exercises.slips import N_MINUS_1


def input_gradient(dy, x, gamma, eps=1e-5):
    sigma = np.sqrt(x.var(axis=0) + eps)
    return gamma * dy / sigma


def _parts(dy, x, gamma, eps, ddof=0):
    sigma = np.sqrt(x.var(axis=0, ddof=ddof) + eps)
    x_hat = (x - x.mean(axis=0)) / sigma
    dx_hat = dy * gamma
    return sigma, x_hat, dx_hat


def _without_sigmas_part(dy, x, gamma, eps=1e-5):
    sigma, _, dx_hat = _parts(dy, x, gamma, eps)
    return (dx_hat - dx_hat.mean(axis=0)) / sigma


def _without_the_means_part(dy, x, gamma, eps=1e-5):
    sigma, x_hat, dx_hat = _parts(dy, x, gamma, eps)
    return (dx_hat - x_hat * (dx_hat * x_hat).mean(axis=0)) / sigma


def _with_sums(dy, x, gamma, eps=1e-5):
    sigma, x_hat, dx_hat = _parts(dy, x, gamma, eps)
    return (dx_hat - dx_hat.sum(axis=0) - x_hat * (dx_hat * x_hat).sum(axis=0)) / sigma


def _without_gamma(dy, x, gamma, eps=1e-5):
    return mended_gradient.solution(dy, x, np.ones_like(gamma), eps)


def _with_ddof(dy, x, gamma, eps=1e-5):
    sigma, x_hat, dx_hat = _parts(dy, x, gamma, eps, ddof=1)
    return (dx_hat - dx_hat.mean(axis=0) - x_hat * (dx_hat * x_hat).mean(axis=0)) / sigma


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
    ]


@function(
    "03.13",
    title="Spot the bug: a gradient without the statistics",
    ask="The function input_gradient(dy, x, gamma, eps=1e-5) is meant to carry a gradient back through batch norm "
    "in training: dy is dL/dy and x the input, both of shape (N, D); gamma has shape (D,). It treats μ and σ as "
    "constants. Mend it, and set answer to your mended function.",
    given=input_gradient,
    inputs=_gradients,
    arguments=("dy", "x", "gamma"),
    nudge="Each x also sits inside μ and inside σ. These are two more ways to the loss.",
    method="With dx_hat = gamma·dy: take away its mean (the way through μ), and x̂ times the mean of dx_hat·x̂ (the "
    "way through σ); then divide by σ.",
    why="dx = (dx̂ − mean(dx̂) − x̂·mean(dx̂·x̂))/σ. Without the two means the step would try to move and stretch "
    "the whole column, which batch norm then takes away again.",
    wrong=(
        Wrong("μ and σ are still treated as constants.", input_gradient),
        Wrong("The way through μ is there. The way through σ is missing.", _without_sigmas_part),
        Wrong("The way through σ is there. The way through μ is missing.", _without_the_means_part),
        Wrong("The two terms are means over the rows, not sums.", _with_sums),
        Wrong("γ is missing: ẑ is multiplied by γ on its way to the loss.", _without_gamma),
        Wrong(N_MINUS_1, _with_ddof, 3),
    ),
)
def mended_gradient(dy, x, gamma, eps=1e-5):
    sigma = np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) / sigma
    dx_hat = gamma * dy
    return (dx_hat - dx_hat.mean(axis=0) - x_hat * (dx_hat * x_hat).mean(axis=0)) / sigma


def _restored(table, gamma, beta):
    y = nv.batch_norm(table, gamma=gamma, beta=beta).y
    return bool(np.all(np.abs(y - table) <= 1e-3 * np.maximum(table.std(axis=0), 1e-3)))


def _is(parameters, gamma, beta):
    return all(
        np.allclose(p, w, rtol=1e-3, atol=1e-3) for p, w in zip(parameters, (gamma, beta), strict=True)
    )


def _own(gamma, beta):
    table = nv.examples.gpa_iq().values
    return table, np.array([gamma(table), beta(table)])


def _mean(table):
    return table.mean(axis=0)


def _std(table):
    return table.std(axis=0)


@own_table(
    "03.14",
    title="Undo on a table of your own",
    ask="Bring a table of numbers of your own with at least 3 rows and 2 columns, and the γ and β, one pair a "
    "column, with which nv.batch_norm(table, gamma=…, beta=…) gives your table back. answer = (table, parameters), "
    "where parameters = [gammas, betas] has one number for each column in both.",
    parts=("table", "parameters"),
    limits=(
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
    otherwise="With these γ and β your table does not come back. Look at one column: what was subtracted from it, and "
    "what was it divided by?",
    nudge="Begin with table = np.array([[…], […], […]]).",
    method="gammas = np.sqrt(table.var(axis=0) + 1e-5) and betas = table.mean(axis=0).",
    why="Each column needs its own pair: γ = √(σ² + ε) gives its size back, β = μ its place.",
    wrong=(
        Wrong(
            "γ = 1 and β = 0 leave the table normalized.",
            lambda: _own(lambda t: np.ones(t.shape[1]), lambda t: np.zeros(t.shape[1])),
            None,
            lambda t, p: _is(p, 1, 0),
        ),
        Wrong(
            "γ and β have changed places: first the row of γ, then the row of β.",
            lambda: _own(_mean, _std),
            None,
            lambda t, p: _is(p, _mean(t), _std(t)),
        ),
        Wrong(
            "Your γ are variances. Take their roots.",
            lambda: _own(lambda t: t.var(axis=0), _mean),
            None,
            lambda t, p: _is(p, t.var(axis=0), _mean(t)),
        ),
        Wrong(
            N_MINUS_1,
            lambda: _own(lambda t: t.std(axis=0, ddof=1), _mean),
            3,
            lambda t, p: _is(p, t.std(axis=0, ddof=1), _mean(t)),
        ),
        Wrong(
            "You used one γ and one β for all columns. Every column needs its own pair.",
            lambda: _own(lambda t: np.full(t.shape[1], t.std()), lambda t: np.full(t.shape[1], t.mean())),
            None,
            lambda t, p: _is(p, t.std(), t.mean()),
        ),
    ),
)
def own_undo():
    table = np.array([[12, 3.5, 80], [30, 1.0, 95], [18, 2.0, 60], [41, 4.5, 75]])
    gammas = np.sqrt(table.var(axis=0) + 1e-5)
    betas = table.mean(axis=0)
    return table, np.array([gammas, betas])


@choice(
    "03.15",
    title="What is left if Undo is possible?",
    ask="γ and β can undo the normalization of a batch. A colleague says: then batch norm does nothing. Take one "
    "node on GPA and IQ with γ = 4.5762 and β = 13.075, which undo it. Now the weights below are multiplied by 10 "
    "and the bias grows by 100. Compare p with and without batch norm: what has batch norm done?",
    options=(
        Option(
            "Nothing: with and without it p changes in the same way.",
            lambda p: np.allclose(p[:, 1], p[:, 0], rtol=1e-3),
            "Without batch norm the mean of p jumps from 13.075 to 230.75. With it, it stays: μ and σ are computed "
            "from the new M.",
            11,
        ),
        Option(
            "Mean and σ of p stay at β and γ: they are two learned numbers now, whatever the weights below do.",
            lambda p: np.allclose([p[:, 1].mean(), p[:, 1].std()], [13.075, 4.5762], atol=1e-3),
        ),
        Option(
            "It keeps p between 0 and 1.",
            lambda p: p[:, 1].min() >= 0 and p[:, 1].max() <= 1,
            "p has mean 13.075 here. Batch norm sets a mean and a σ, not a range.",
            1,
        ),
        Option(
            "It lets p grow ten times as well, only more slowly.",
            lambda p: p[:, 1].std() > 5,
            "σ grows ten times and is divided out: p does not grow at all.",
            20,
        ),
    ),
    nudge="μ and σ are computed again from the new M; γ and β are not.",
    method="Compute M, then 10·M + 100, and the mean and σ of both; then send both through nv.batch_norm with this γ "
    "and β.",
    why="Without batch norm the mean and the size of p hang on all the weights below. With it they are β and γ: "
    "each can be learned by its own gradient. That is a change of how the network learns, not of what it can say.",
)
def what_is_left():
    m = nv.examples.gpa_iq().values @ [[1.0], [0.1]]
    moved = 10 * m + 100
    return np.column_stack([moved, nv.batch_norm(moved, gamma=m.std(), beta=m.mean()).y])
