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


def _slope_of_gamma():
    x_hat, placement = _students()
    return (x_hat - placement) @ x_hat


_NINE = np.array([2.0, 9, 4, 4, 6])


def _rows_2_to_4(ddof=0):
    z = _NINE[1:4]
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
        Wrong("0.12 is the x̂ that the notes print. Compute it: 4 lies below the mean 4.2.", lambda: 0.12),
        Wrong(
            "The sign: the mean is 4.2, so 4 − 4.2 is negative.",
            lambda: -nv.batch_norm(_z(2)[:, None], eps=0).y[0, 0],
        ),
        Wrong(
            "You put the raw 4 into γ·… + β. γ and β act on the normalized value.", lambda: float(_z(2)[0])
        ),
        Wrong("You subtracted the mean; now divide by σ.", lambda: 4 - _z(2).mean()),
        Wrong(
            "You divided by σ², the variance. Divide by its root.", lambda: (4 - _z(2).mean()) / _z(2).var()
        ),
        Wrong(
            "That is the fourth row, the 6. The first row is asked for.",
            lambda: nv.batch_norm(_z(2)[:, None], eps=0).y[3, 0],
        ),
        Wrong(N_MINUS_1, lambda: nv.batch_norm(_z(2)[:, None], eps=0, correction=1).y[0, 0], 3),
    ),
)
def first_p_of_node_3():
    distances = np.array([4, 4, 3, 6, 4]) - 4.2
    x_hat = distances / np.sqrt((distances**2).mean())
    gamma, beta = 1, 0
    return gamma * x_hat[0] + beta


@array(
    "03.7",
    title="A negative γ",
    ask="A column goes through batch norm (ε left out) with γ = −5.5 and β = 1.7. Which mean and which σ does p "
    "have? answer = [mean, sigma], to 4 decimals. Any column that varies will do; z1 is one.",
    per="the mean, then σ",
    nudge="Which mean and σ does x̂ have? Then multiply by −5.5 and add 1.7.",
    method="Try it: nv.batch_norm(z1, gamma=-5.5, beta=1.7, eps=0).y, then .mean() and .std().",
    why="The mean is γ·0 + β = 1.7. σ is a distance and never negative: abs(γ)·1 = 5.5. The minus sign turns the "
    "column over, so the largest value becomes the smallest.",
    wrong=(
        Wrong(
            "σ is the root of a mean of squares: it cannot be negative. The minus sign turns the order of the "
            "values round.",
            lambda: np.array([1.7, -5.5]),
        ),
        Wrong("That is x̂, before γ and β.", lambda: np.array([0.0, 1.0])),
        Wrong("Your second number is the variance, γ². Take its root.", lambda: np.array([1.7, 5.5**2])),
        Wrong("The mean: −5.5 times 0 is 0, and then 1.7 is added.", lambda: np.array([-3.8, 5.5])),
        Wrong(
            "You applied γ and β to the column itself. They act on x̂, which has mean 0 and σ 1.",
            lambda: np.array([-5.5 * _z(0).mean() + 1.7, 5.5 * _z(0).std()]),
        ),
        Wrong("The other way round: the mean first, then σ.", lambda: np.array([5.5, 1.7])),
    ),
)
def negative_gamma():
    p = nv.batch_norm([[7], [2], [1], [7], [3]], gamma=-5.5, beta=1.7, eps=0).y
    return np.array([p.mean(), p.std()])


@number(
    "03.8",
    title="How many numbers to learn",
    ask="Batch norm stands behind a layer of 24 nodes; a batch has 32 rows. How many γ and β does "
    "it learn, all together? A whole number.",
    decimals=0,
    nudge="For three nodes the notes write γ1 β1, γ2 β2, γ3 β3, and nothing for the rows.",
    method="One column, one pair. How many columns are there?",
    why="One γ and one β a column: 24 · 2 = 48, whatever the batch size. So −0.21·γ1 + β2 cannot be: column 2 uses "
    "γ2 and β2.",
    wrong=(
        Wrong("That would be one pair for the whole layer. Every node has its own.", lambda: 2),
        Wrong(
            "That is one pair a row. γ and β belong to columns; the next batch has other rows.", lambda: 64
        ),
        Wrong("That is one pair a cell. γ and β belong to columns.", lambda: 1536),
        Wrong("You counted γ alone. There is a β for every γ.", lambda: 24),
        Wrong("μ and σ are computed from the batch, not learned. Count γ and β alone.", lambda: 96),
    ),
)
def how_many_to_learn():
    gammas, betas = np.ones(24), np.zeros(24)
    return gammas.size + betas.size


@array(
    "03.9",
    title="Undo for a column",
    ask="Which γ and β give the column 2, 9, 4, 4, 6 back after batch norm with ε = 0.00001? answer = [gamma, beta], "
    "to 4 decimals.",
    per="γ, then β",
    nudge="What was subtracted must be added again; what was divided by must be multiplied again.",
    method="γ = √(σ² + ε) with σ² = 28/5, and β = μ.",
    why="γ·(z − μ)/√(σ² + ε) + β is z where γ = √(σ² + ε) = √5.60001 = 2.3664 and β = μ = 5.",
    wrong=(
        Wrong(
            "Your γ is the variance. You divided by its root, so multiply by the root.",
            lambda: np.array([_NINE.var(), _NINE.mean()]),
        ),
        Wrong("The other way round: γ first, then β.", lambda: _undo(_NINE)[::-1]),
        Wrong(N_MINUS_1, lambda: _undo(_NINE, ddof=1), 3),
        Wrong(
            "With these you would normalize once more: you divide by σ again instead of multiplying by it.",
            lambda: np.array([1 / _NINE.std(), -_NINE.mean() / _NINE.std()]),
        ),
        Wrong(
            "β is added, not subtracted: the mean comes back with its own sign.",
            lambda: _undo(_NINE) * [1, -1],
        ),
        Wrong("γ = 1 and β = 0 leave x̂ as it is.", lambda: np.array([1.0, 0.0])),
    ),
)
def undo_for_a_column():
    distances = np.array([2, 9, 4, 4, 6]) - 5
    return np.array([np.sqrt((distances**2).mean() + 0.00001), 5])


@number(
    "03.10",
    title="The same 9 in other company",
    ask="γ and β undo batch norm for the batch 2, 9, 4, 4, 6. Now its rows 2 to 4 arrive as a batch of their own: 9, "
    "4, 4. What comes out for the 9 (ε left out)? To 4 decimals.",
    nudge="μ and σ are computed from 9, 4 and 4 alone.",
    method="γ = √5.6 and β = 5. For the new batch μ = 17/3 and σ² = 50/9: normalize the 9, then p = γ·x̂ + β.",
    why="x̂ = (9 − 5.6667)/2.3570 = 1.4142, and 2.3664·1.4142 + 5 = 8.3466. The same input, the same γ and β, and "
    "another output, because the pool is another one.",
    wrong=(
        Wrong(
            "9 comes back only together with the four rows for which γ and β were chosen.",
            lambda: 9.0,
            11,
        ),
        Wrong("That is x̂. γ and β are still to come.", lambda: _rows_2_to_4()[0]),
        Wrong(
            N_MINUS_1,
            lambda: _NINE.std() * _rows_2_to_4(ddof=1)[0] + _NINE.mean(),
            3,
        ),
        Wrong(
            "You took β from the new batch. γ and β are learned; they do not follow the batch.",
            lambda: _NINE.std() * _rows_2_to_4()[0] + _NINE[1:4].mean(),
            11,
        ),
        Wrong(
            "You took γ from the new batch. γ and β are learned; they do not follow the batch.",
            lambda: _NINE[1:4].std() * _rows_2_to_4()[0] + _NINE.mean(),
            11,
        ),
        Wrong("You used γ = σ². γ is the root, σ.", lambda: _NINE.var() * _rows_2_to_4()[0] + _NINE.mean()),
        Wrong(
            "That is one of the two 4. The 9 is asked for.",
            lambda: _NINE.std() * _rows_2_to_4()[1] + _NINE.mean(),
        ),
    ),
)
def the_same_9():
    gamma, beta = np.array([2, 9, 4, 4, 6]).std(), 5
    batch = np.array([9, 4, 4])
    x_hat = (batch - batch.mean()) / batch.std()
    return gamma * x_hat[0] + beta


_DY = np.array([1.0, -1, 0, 2, 0])


@array(
    "03.11",
    title="The gradients of γ and β",
    ask="Column z3 is 4, 4, 3, 6, 4; its x̂ are −0.2041, −0.2041, −1.2247, 1.8371, −0.2041 (ε left out). The "
    "gradients that arrive at p are dL/dp = 1, −1, 0, 2, 0. What are dL/dγ and dL/dβ? answer = [dgamma, dbeta], "
    "to 4 decimals.",
    per="dL/dγ, then dL/dβ",
    nudge="p = γ·x̂ + β: when γ grows by a little, p of a row grows by x̂ times as much.",
    method="dL/dγ = Σ dL/dp · x̂ and dL/dβ = Σ dL/dp, each over the five rows.",
    why="dL/dγ = 1·(−0.2041) − 1·(−0.2041) + 2·1.8371 = 3.6742, and dL/dβ = 1 − 1 + 0 + 2 + 0 = 2.",
    wrong=(
        Wrong(
            "You multiplied by z itself. γ is multiplied by x̂, so its gradient contains x̂.",
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
    x_hat = nv.batch_norm([[4], [4], [3], [6], [4]], eps=0).x_hat[:, 0]
    dp = np.array([1, -1, 0, 2, 0])
    return np.array([(dp * x_hat).sum(), dp.sum()])


@number(
    "03.12",
    title="One step of γ",
    ask="Four students, L = ½·Σ (p − placement)², with x̂ = 1.2729, −0.9560, −0.9997, 0.6829 and placement 1, 0, 0, "
    "1. From γ = 1 and β = 0, take one step with the learning rate η = 0.05. Which γ is the new one? To 4 decimals.",
    nudge="Since γ = 1 and β = 0, p is x̂. What is dL/dp of each student?",
    method="dL/dγ = Σ (p − placement)·x̂ = 2.0442. Then γ_new = γ_old − η·dL/dγ.",
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
            "This is the slope dL/dγ. Walk against it: γ_new = γ_old − η·dL/dγ.", lambda: _slope_of_gamma()
        ),
        Wrong(
            "This is the length of the step. It is subtracted from the old γ.",
            lambda: 0.05 * _slope_of_gamma(),
        ),
        Wrong(
            "You took η = 0.1, as section 5 does. Here it is another one.",
            lambda: 1 - 0.1 * _slope_of_gamma(),
        ),
        Wrong(
            "That is the new β. For γ every student's error is multiplied by x̂.",
            lambda: 0 - 0.05 * (_students()[0] - _students()[1]).sum(),
        ),
        Wrong(
            "You forgot to multiply the errors by x̂.",
            lambda: 1 - 0.05 * (_students()[0] - _students()[1]).sum(),
        ),
    ),
)
def one_step_of_gamma():
    x_hat = nv.batch_norm(nv.examples.gpa_iq().values @ [[1], [0.1]]).x_hat[:, 0]
    placement = np.array([1, 0, 0, 1])
    dgamma = ((x_hat - placement) * x_hat).sum()
    return 1 - 0.05 * dgamma
