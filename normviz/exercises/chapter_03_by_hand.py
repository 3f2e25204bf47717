"""Chapter 03, γ and β: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number
from normviz.exercises.slips import N_MINUS_1


def _z(k):
    return nv.examples.z_table().values[:, k]


def _undo(z, ddof=0):
    return np.array([np.sqrt(z.var(ddof=ddof) + 1e-5), z.mean()])


def _students():
    students = nv.examples.gpa_iq()
    return nv.batch_norm(students.values @ [[1.0], [0.1]]).x_hat.ravel(), np.array(students.labels)


def _rows_3_to_5(ddof=0):
    z = _z(0)[2:]
    return (z - z.mean()) / z.std(ddof=ddof)


@number(
    "03.6",
    title="The first p of node 3",
    ask="Column z3 of the z table is 4, 4, 3, 6, 4. The notes print 0.12·γ3 + β3 = 5 for its first row. Which p "
    "does the first row really get with the values training starts from, γ3 = 1 and β3 = 0 (ε left out)? To 4 "
    "decimals.",
    nudge="With γ = 1 and β = 0 the affine step changes nothing.",
    method="μ = 4.2 and σ = 0.9798. Normalize the 4; then multiply by 1 and add 0.",
    why="(4 − 4.2)/0.9798 = −0.2041, and 1·(−0.2041) + 0 is the same number. 4 lies below its column's mean, so "
    "nothing but a β above 0 or a negative γ could make p positive.",
    wrong=(
        Wrong("5 is what the notes print. No γ = 1 and β = 0 lead from 0.12 to 5.", lambda: 5.0),
        Wrong("0.12 is the ẑ that the notes print. Compute it: 4 lies below the mean 4.2.", lambda: 0.12),
        Wrong(
            "The sign: the mean is 4.2, so 4 − 4.2 is negative.",
            lambda: -nv.batch_norm(_z(2)[:, None], eps=0).y[0, 0],
        ),
        Wrong(
            "You put the raw 4 into γ·… + β. γ and β act on the normalized value.", lambda: float(_z(2)[0])
        ),
        Wrong(N_MINUS_1, lambda: nv.batch_norm(_z(2)[:, None], eps=0, correction=1).y[0, 0], 3),
    ),
)
def first_p_of_node_3():
    z3 = np.array([4, 4, 3, 6, 4])
    z_hat = (z3 - z3.mean()) / z3.std()
    gamma, beta = 1, 0
    return gamma * z_hat[0] + beta


@array(
    "03.7",
    title="A negative γ",
    ask="A column goes through batch norm (ε left out) with γ = −3 and β = 2. Which mean and which σ does p "
    "have? answer = [mean, sigma], to 4 decimals. Any column that varies will do; z1 is one.",
    per="the mean, then σ",
    nudge="Which mean and σ does ẑ have? Then multiply by −3 and add 2.",
    method="Try it: nv.batch_norm(z1, gamma=-3, beta=2, eps=0).y, then .mean() and .std().",
    why="The mean is γ·0 + β = 2. σ is a distance and never negative: abs(γ)·1 = 3. The minus sign turns the "
    "column over, so the largest value becomes the smallest.",
    wrong=(
        Wrong(
            "σ is the root of a mean of squares: it cannot be negative. The minus sign turns the order of the "
            "values round.",
            lambda: np.array([2.0, -3.0]),
        ),
        Wrong("That is ẑ, before γ and β.", lambda: np.array([0.0, 1.0])),
        Wrong("Your second number is the variance, γ². Take its root.", lambda: np.array([2.0, 9.0])),
        Wrong(
            "You applied γ and β to the column itself. They act on ẑ, which has mean 0 and σ 1.",
            lambda: np.array([-3 * _z(0).mean() + 2, 3 * _z(0).std()]),
        ),
        Wrong("The other way round: the mean first, then σ.", lambda: np.array([3.0, 2.0])),
    ),
)
def negative_gamma():
    z1 = np.array([7, 2, 1, 7, 3])
    p = -3 * (z1 - z1.mean()) / z1.std() + 2
    return np.array([p.mean(), p.std()])


@number(
    "03.8",
    title="How many numbers to learn",
    ask="Batch norm stands behind a layer of 3 nodes, as in the notes; a batch has 32 rows. How many γ and β does "
    "it learn, all together? A whole number.",
    decimals=0,
    nudge="The notes write γ1 β1, γ2 β2, γ3 β3, and nothing for the rows.",
    method="One column, one pair. How many columns are there?",
    why="One γ and one β a column: 3 · 2 = 6, whatever the batch size. So −0.21·γ1 + β2 cannot be: column 2 uses "
    "γ2 and β2.",
    wrong=(
        Wrong("That would be one pair for the whole layer. Every node has its own.", lambda: 2),
        Wrong(
            "That is one pair a row. γ and β belong to columns; the next batch has other rows.", lambda: 64
        ),
        Wrong("That is one pair a cell. γ and β belong to columns.", lambda: 192),
        Wrong("You counted γ alone. There is a β for every γ.", lambda: 3),
        Wrong("μ and σ are computed from the batch, not learned. Count γ and β alone.", lambda: 12),
    ),
)
def how_many_to_learn():
    z = nv.examples.z_table().values
    gamma, beta = np.ones(z.shape[1]), np.zeros(z.shape[1])
    return gamma.size + beta.size


@array(
    "03.9",
    title="Undo for column z2",
    ask="Which γ and β give column z2 (5, 3, 2, 5, 3) back after batch norm with ε = 0.00001? answer = [gamma, "
    "beta], to 4 decimals.",
    per="γ, then β",
    nudge="What was subtracted must be added again; what was divided by must be multiplied again.",
    method="γ = √(σ² + ε) with σ² = 1.44, and β = μ.",
    why="γ·(z − μ)/√(σ² + ε) + β is z where γ = √(σ² + ε) = 1.2000 and β = μ = 3.6.",
    wrong=(
        Wrong(
            "Your γ is the variance. You divided by its root, so multiply by the root.",
            lambda: np.array([_z(1).var(), _z(1).mean()]),
        ),
        Wrong("The other way round: γ first, then β.", lambda: _undo(_z(1))[::-1]),
        Wrong(N_MINUS_1, lambda: _undo(_z(1), ddof=1), 3),
        Wrong(
            "With these you would normalize once more: you divide by σ again instead of multiplying by it.",
            lambda: np.array([1 / _z(1).std(), -_z(1).mean() / _z(1).std()]),
        ),
        Wrong("γ = 1 and β = 0 leave ẑ as it is.", lambda: np.array([1.0, 0.0])),
    ),
)
def undo_for_z2():
    z2 = np.array([5, 3, 2, 5, 3])
    return np.array([np.sqrt(z2.var() + 0.00001), z2.mean()])


@number(
    "03.10",
    title="The same 7 in other company",
    ask="With the γ and β that undo batch norm for all of z1 (7, 2, 1, 7, 3), rows 3 to 5 arrive as a batch of "
    "their own: 1, 7, 3. What comes out for the 7 (ε left out)? To 4 decimals.",
    nudge="μ and σ are computed from 1, 7 and 3 alone.",
    method="γ = 2.5298 and β = 4. For the new batch μ = 3.6667 and σ = 2.4944: normalize the 7, then p = γ·ẑ + β.",
    why="ẑ = (7 − 3.6667)/2.4944 = 1.3363, and 2.5298·1.3363 + 4 = 7.3806. The same input, the same γ and β, and "
    "another output, because the pool is another one.",
    wrong=(
        Wrong(
            "7 comes back only together with the four rows for which γ and β were chosen.",
            lambda: 7.0,
            11,
        ),
        Wrong("That is ẑ. γ and β are still to come.", lambda: _rows_3_to_5()[1]),
        Wrong(
            N_MINUS_1,
            lambda: _z(0).std() * _rows_3_to_5(ddof=1)[1] + _z(0).mean(),
            3,
        ),
        Wrong(
            "You took β from the new batch. γ and β are learned; they do not follow the batch.",
            lambda: _z(0).std() * _rows_3_to_5()[1] + _z(0)[2:].mean(),
            11,
        ),
    ),
)
def the_same_7():
    z1 = np.array([7, 2, 1, 7, 3])
    gamma, beta = z1.std(), z1.mean()
    batch = np.array([1, 7, 3])
    z_hat = (batch - batch.mean()) / batch.std()
    return gamma * z_hat[1] + beta


_DY = np.array([1.0, -1, 0, 2, 0])


@array(
    "03.11",
    title="The gradients of γ and β",
    ask="Column z3 is 4, 4, 3, 6, 4; its ẑ are −0.2041, −0.2041, −1.2247, 1.8371, −0.2041 (ε left out). The "
    "gradients that arrive at p are dL/dp = 1, −1, 0, 2, 0. What are dL/dγ and dL/dβ? answer = [dgamma, dbeta], "
    "to 4 decimals.",
    per="dL/dγ, then dL/dβ",
    nudge="p = γ·ẑ + β: when γ grows by a little, p of a row grows by ẑ times as much.",
    method="dL/dγ = Σ dL/dp · ẑ and dL/dβ = Σ dL/dp, each over the five rows.",
    why="dL/dγ = 1·(−0.2041) − 1·(−0.2041) + 2·1.8371 = 3.6742, and dL/dβ = 1 − 1 + 0 + 2 + 0 = 2.",
    wrong=(
        Wrong(
            "You multiplied by z itself. γ is multiplied by ẑ, so its gradient contains ẑ.",
            lambda: np.array([_DY @ _z(2), _DY.sum()]),
        ),
        Wrong(
            "You took means. Every row adds its share: the gradients are sums.",
            lambda: np.array([_DY @ nv.batch_norm(_z(2)[:, None], eps=0).x_hat[:, 0], _DY.sum()]) / 5,
        ),
        Wrong(
            "The other way round: dL/dγ first, then dL/dβ.",
            lambda: np.array([_DY.sum(), _DY @ nv.batch_norm(_z(2)[:, None], eps=0).x_hat[:, 0]]),
        ),
        Wrong(
            N_MINUS_1,
            lambda: np.array(
                [_DY @ nv.batch_norm(_z(2)[:, None], eps=0, correction=1).x_hat[:, 0], _DY.sum()]
            ),
            3,
        ),
    ),
)
def gradients_of_gamma_and_beta():
    z3 = np.array([4, 4, 3, 6, 4])
    z_hat = (z3 - z3.mean()) / z3.std()
    dp = np.array([1, -1, 0, 2, 0])
    return np.array([(dp * z_hat).sum(), dp.sum()])


@number(
    "03.12",
    title="One step of γ",
    ask="Four students, L = ½·Σ (p − placement)², with ẑ = 1.2729, −0.9560, −0.9997, 0.6829 and placement 1, 0, 0, "
    "1. From γ = 1 and β = 0, take one step with the learning rate η = 0.05. Which γ is the new one? To 4 decimals.",
    nudge="Since γ = 1 and β = 0, p is ẑ. What is dL/dp of each student?",
    method="dL/dγ = Σ (p − placement)·ẑ = 2.0442. Then γ_new = γ_old − η·dL/dγ.",
    why="1 − 0.05·2.0442 = 0.8978: a small step against the slope.",
    wrong=(
        Wrong(
            "You took the step as the notes print it, without η. It is twenty times too long.",
            lambda: 1 - (_students()[0] - _students()[1]) @ _students()[0],
        ),
        Wrong(
            "You went uphill: the gradient is subtracted.",
            lambda: 1 + 0.05 * (_students()[0] - _students()[1]) @ _students()[0],
        ),
        Wrong(
            "You used the mean over the students. This loss is a sum.",
            lambda: 1 - 0.05 * ((_students()[0] - _students()[1]) * _students()[0]).mean(),
        ),
        Wrong(
            "That is the new β. For γ every student's error is multiplied by ẑ.",
            lambda: 0 - 0.05 * (_students()[0] - _students()[1]).sum(),
        ),
        Wrong(
            "You forgot to multiply the errors by ẑ.",
            lambda: 1 - 0.05 * (_students()[0] - _students()[1]).sum(),
        ),
    ),
)
def one_step_of_gamma():
    z_hat = nv.batch_norm(nv.examples.gpa_iq().values @ [[1], [0.1]]).x_hat[:, 0]
    placement = np.array([1, 0, 0, 1])
    dgamma = ((z_hat - placement) * z_hat).sum()
    return 1 - 0.05 * dgamma
