"""Chapter 03, γ and β: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.drawing.numbers import plain
from normviz.exercises.kinds import array, mistake, number
from normviz.exercises.slips import ACROSS, N_MINUS_1, SQUARED
from normviz.exercises.worked import Worked


def _rows_2_to_4(column, ddof=0):
    z = column[1:4]
    return (z - z.mean()) / z.std(ddof=ddof)


@number(
    "03.6",
    title="The first p of node 3",
    ask="Column z3 of the z table is 4, 4, 3, 6, 4. The notes print 0.12·γ3 + β3 = 5 for its first row. Which p does "
    "the first row really get with the values training starts from, γ3 = 1 and β3 = 0 (ε left out)? To 4 decimals.",
    nudge="With γ = 1 and β = 0 the affine step changes nothing.",
    method="μ = 4.2 and σ = 0.9798. Normalize the 4; then multiply by 1 and add 0.",
    why="(4 − 4.2)/0.9798 = −0.2041, and 1·(−0.2041) + 0 is the same number. 4 lies below its column's mean, so "
    "nothing but a β above 0 or a negative γ could make p positive.",
)
def first_p_of_node_3():
    column = np.array([4, 4, 3, 6, 4])
    distances = column - column.mean()
    x_hat = distances / np.sqrt((distances**2).mean())
    gamma, beta = 1, 0
    return gamma * x_hat[0] + beta


@first_p_of_node_3.known_mistakes
def first_p_of_node_3():
    z = nv.examples.z_table().values
    z3, y = z[:, 2], nv.batch_norm(z, eps=0).y
    return {
        "5 is what the notes print. γ = 1 and β = 0 do not turn 0.12 into 5.": 5.0,
        "0.12 is the x̂ that the notes print. Compute it: 4 lies below the mean 4.2.": 0.12,
        "The sign: the mean is 4.2, so 4 − 4.2 is negative.": -y[0, 2],
        "You put the raw 4 into γ·… + β. γ and β act on the normalized value.": z3[0],
        "If this is 4 − 4.2, it still has to be divided by σ. If you have divided, give 4 decimals.": (
            4 - z3.mean()
        ),
        SQUARED: (4 - z3.mean()) / z3.var(),
        "That is the fourth row, the 6. The first row is asked for.": y[3, 2],
        ACROSS: nv.layer_norm(z, eps=0).y[0, 2],
        N_MINUS_1: mistake(nv.batch_norm(z, eps=0, correction=1).y[0, 2], 3),
    }


@array(
    "03.7",
    title="A negative γ",
    data={"gamma": -5.5, "beta": 1.7},
    ask="A column goes through batch norm (ε left out) with γ = {gamma} and β = {beta}. Which mean and which σ does p "
    "have? answer = [mean, sigma], to 4 decimals. Any column that varies will do; z1 is one.",
    per="the mean, then σ",
    nudge="Which mean and σ does x̂ have? Then multiply by {gamma} and add {beta}.",
    method=lambda gamma, beta: (
        f"Try it: nv.batch_norm(z1, gamma={gamma}, beta={beta}, eps=0).y, then .mean() and .std()."
    ),
    why="The mean is γ·0 + β = {beta}. σ is a distance and never negative: abs(γ)·1 = {answer[1]}. The minus sign "
    "turns the column over, so the largest value becomes the smallest.",
)
def negative_gamma(gamma, beta):
    p = nv.batch_norm([[7], [2], [1], [7], [3]], gamma=gamma, beta=beta, eps=0).y
    return np.array([p.mean(), p.std()])


@negative_gamma.known_mistakes
def negative_gamma(gamma, beta):
    sigma, z1 = -gamma, nv.examples.z_table().values[:, 0]
    return {
        "σ is the root of a mean of squares: it cannot be negative. The minus sign turns the order of the "
        "values round.": [beta, gamma],
        "That is x̂, before γ and β.": [0.0, 1.0],
        "Your second number is the variance, γ². Take its root.": [beta, gamma**2],
        "The mean: {gamma} times 0 is 0, and then {beta} is added.": [gamma + beta, sigma],
        "You applied γ and β to the column itself. They act on x̂, which has mean 0 and σ 1.": (
            [gamma * z1.mean() + beta, sigma * z1.std()]
        ),
        "The other way round: the mean first, then σ.": [sigma, beta],
        "The mean comes first, then σ. And σ, a root, cannot be negative.": [gamma, beta],
        "The mean is right. σ of x̂ is 1, and γ multiplies it.": [beta, 1],
        "The mean is right. You multiplied γ by the σ of the column; p is made of x̂, whose σ is 1.": (
            [beta, sigma * z1.std()]
        ),
        "σ is right. β is added to every value, and so to their mean.": [0, sigma],
        "The mean is right. β moves all values together: no distance between them changes, and σ is a distance.": (
            [beta, beta + sigma]
        ),
        N_MINUS_1: mistake([beta, sigma * np.sqrt(5 / 4)], 3),
    }


@number(
    "03.8",
    title="How many numbers to learn",
    data={"nodes": 24, "rows": 32},
    ask="Batch norm stands behind a layer of {nodes} nodes; a batch has {rows} rows. How many γ and β does "
    "it learn, all together? A whole number.",
    decimals=0,
    nudge="For three nodes the notes write γ1 β1, γ2 β2, γ3 β3, and nothing for the rows.",
    method="One column, one pair. How many columns are there?",
    why="One γ and one β a column: {nodes} · 2 = {answer}, whatever the batch size. The notes print −0.21·γ1 + β2 "
    "in one place: that cannot be, for column 2 uses γ2 and β2.",
    wrong={
        "That would be one pair for the whole layer. Every node has its own.": 2,
        "That is one pair a row. γ and β belong to columns; the next batch has other rows.": (
            lambda rows: 2 * rows
        ),
        "That is one pair a cell. γ and β belong to columns.": lambda nodes, rows: 2 * nodes * rows,
        "That is one number a cell. A column has one γ and one β, for all its rows.": (
            lambda nodes, rows: nodes * rows
        ),
        "You counted γ alone. There is a β for every γ.": lambda nodes: nodes,
        "μ and σ are computed from the batch, not learned. Count γ and β alone.": lambda nodes: 4 * nodes,
    },
)
def how_many_to_learn(nodes, rows):
    gammas, betas = np.ones(nodes), np.zeros(nodes)
    return gammas.size + betas.size


@array(
    "03.9",
    title="Undo for a column",
    data={"column": [2, 9, 4, 4, 6]},
    ask="Which γ and β give the column {column} back after batch norm with ε = 0.00001? answer = [gamma, beta], "
    "to 4 decimals.",
    per="γ, then β",
    nudge="What was subtracted must be added again; what was divided by must be multiplied again.",
    method="γ = √(σ² + ε) with σ² = {column.squares}/5, and β = μ.",
    why="γ·(z − μ)/√(σ² + ε) + β is z where γ = √(σ² + ε) = √({column.var} + 0.00001) = {answer[0]} and β = μ = "
    "{answer[1]}.",
)
def undo_for_a_column(column):
    distances = column - column.mean()
    return np.array([np.sqrt((distances**2).mean() + 0.00001), column.mean()])


@undo_for_a_column.known_mistakes
def undo_for_a_column(column):
    gamma, beta = np.sqrt(column.var() + 1e-5), column.mean()
    return {
        "Your γ is the variance. You divided by its root, so multiply by the root.": [column.var(), beta],
        "The other way round: γ first, then β.": [beta, gamma],
        N_MINUS_1: mistake([np.sqrt(column.var(ddof=1) + 1e-5), beta], 3),
        "With these you would normalize once more: you divide by σ again instead of multiplying by it.": (
            np.array([1, -beta]) / column.std()
        ),
        "β is added, not subtracted: the mean comes back with its own sign.": [gamma, -beta],
        "β is right. x̂ was divided by √(σ² + ε); your γ divides once more. What undoes a division?": (
            [1 / column.std(), beta]
        ),
        "γ = 1 and β = 0 leave x̂ as it is.": [1.0, 0.0],
    }


@number(
    "03.10",
    title="The same {column[1]} in other company",
    data={"column": [2, 9, 4, 4, 6]},
    ask="γ and β undo batch norm for the batch {column}. Now its rows 2 to 4 arrive as a batch of their own: "
    "{column[1]}, {column[2]}, {column[3]}. What comes out for the {column[1]} (ε left out)? To 4 decimals.",
    nudge="μ and σ are computed from {column[1]}, {column[2]} and {column[3]} alone.",
    method="γ = √{column.var} and β = {column.mean}. Compute μ and σ of the new batch, normalize the {column[1]} with "
    "them, then p = γ·x̂ + β.",
    why=lambda column: (
        f"x̂ = {plain(_rows_2_to_4(column)[0])}, and {plain(column.std())}·x̂ + {plain(column.mean())} is what comes "
        "out. The same input, the same γ and β, and another output, because the pool is another one."
    ),
)
def the_same_9(column):
    gamma, beta = column.std(), column.mean()
    batch = column[1:4]
    x_hat = (batch - batch.mean()) / batch.std()
    return gamma * x_hat[0] + beta


@the_same_9.known_mistakes
def the_same_9(column):
    gamma, beta, batch = column.std(), column.mean(), column[1:4]
    x_hat, sampled = _rows_2_to_4(column), _rows_2_to_4(column, ddof=1)[0]
    return {
        "{column[1]} comes back only together with the four rows for which γ and β were chosen.": mistake(
            column[1], 11
        ),
        "That is x̂. γ and β are still to come.": x_hat[0],
        "That is γ·x̂. β is still to come.": gamma * x_hat[0],
        N_MINUS_1: mistake(gamma * sampled + beta, 3),
        "You divided by n − 1, in both batches. Batch norm divides by n, and so does the γ that undoes it.": mistake(
            column.std(ddof=1) * sampled + beta, 3
        ),
        "Your γ divides by n − 1. Batch norm divides by n, and so does the γ that undoes it.": mistake(
            column.std(ddof=1) * x_hat[0] + beta, 3
        ),
        "You took β from the new batch. γ and β are learned; they do not follow the batch.": mistake(
            gamma * x_hat[0] + batch.mean(), 11
        ),
        "You took γ from the new batch. γ and β are learned; they do not follow the batch.": mistake(
            batch.std() * x_hat[0] + beta, 11
        ),
        "You used γ = σ². γ is the root, σ.": column.var() * x_hat[0] + beta,
        "You rounded γ too early: take it to more than two decimals.": gamma.round(2) * x_hat[0] + beta,
        "That is another row of the batch, with {column[2]}. The {column[1]} is asked for.": (
            gamma * x_hat[1] + beta
        ),
    }


def _x_hat(column, ddof=0):
    return (column - column.mean()) / column.std(ddof=ddof)


@array(
    "03.11",
    title="The gradients of γ and β",
    data={"column": [7, 1, 4, 2, 6], "dp": [2, -1, 1, 3, -1]},
    room=lambda column, dp: 5e-5 * np.abs(dp).sum(),
    ask=lambda column, dp: (
        f"A column is {Worked(column)}; its x̂ are {Worked(_x_hat(column))} (ε left out). The gradients that arrive "
        f"at p are dL/dp = {Worked(dp)}. What are dL/dγ and dL/dβ? answer = [dgamma, dbeta], to 4 decimals."
    ),
    per="dL/dγ, then dL/dβ",
    nudge="p = γ·x̂ + β: when γ grows by a little, p of a row grows by x̂ times as much.",
    method="dL/dγ = Σ dL/dp · x̂ and dL/dβ = Σ dL/dp, each over the five rows.",
    why="Multiply dL/dp and x̂ row by row and add up: dL/dγ = {answer[0]}. The five dL/dp alone sum to dL/dβ = "
    "{dp.sum}.",
)
def gradients_of_gamma_and_beta(column, dp):
    x_hat = (column - column.mean()) / column.std()
    return np.array([(dp * x_hat).sum(), dp.sum()])


@gradients_of_gamma_and_beta.known_mistakes
def gradients_of_gamma_and_beta(column, dp):
    distances, x_hat = column - column.mean(), _x_hat(column)
    return {
        "You multiplied by z itself. γ is multiplied by x̂, so its gradient contains x̂.": (
            [dp @ column, dp.sum()]
        ),
        "You multiplied by x − μ. Divide by σ as well: γ is multiplied by x̂.": [dp @ distances, dp.sum()],
        "You took means. Every row adds its share: the gradients are sums.": (
            np.array([dp @ x_hat, dp.sum()]) / 5
        ),
        "The other way round: dL/dγ first, then dL/dβ.": [dp.sum(), dp @ x_hat],
        "You divided by σ², the variance. x̂ divides by its root.": (
            [dp @ distances / column.var(), dp.sum()]
        ),
        N_MINUS_1: mistake([dp @ _x_hat(column, ddof=1), dp.sum()], 3),
    }


@number(
    "03.12",
    title="One step of γ",
    room=5e-5 * 0.05 * 6,
    ask="Four students, L = ½·Σ (p − placement)², with x̂ = 1.2729, −0.9560, −0.9997, 0.6829 and placement 1, 0, 0, "
    "1. From γ = 1 and β = 0, take one step with the learning rate η = 0.05. Which γ is the new one? To 4 decimals.",
    nudge="Since γ = 1 and β = 0, p is x̂. What is dL/dp of each student?",
    method="dL/dγ = Σ (p − placement)·x̂ = 2.0442. Then γ_new = γ_old − η·dL/dγ.",
    why="1 − 0.05·2.0442 = 0.8978: a small step against the slope.",
)
def one_step_of_gamma():
    x_hat = nv.batch_norm(nv.examples.gpa_iq().values @ [[1], [0.1]]).x_hat[:, 0]
    placement = np.array([1, 0, 0, 1])
    dgamma = ((x_hat - placement) * x_hat).sum()
    return 1 - 0.05 * dgamma


@one_step_of_gamma.known_mistakes
def one_step_of_gamma():
    x_hat, placement = (
        nv.batch_norm(nv.examples.gpa_iq().values @ [[1], [0.1]]).x_hat[:, 0],
        np.array([1, 0, 0, 1]),
    )
    errors = x_hat - placement
    slope = errors @ x_hat
    return {
        "You took the step as the notes print it, without η. It is twenty times too long.": 1 - slope,
        "You subtracted η alone. Multiply it by dL/dγ.": 1 - 0.05,
        "You went uphill: the gradient is subtracted.": 1 + 0.05 * slope,
        "You used the mean over the students. This loss is a sum.": 1 - 0.05 * slope / 4,
        "This is the slope dL/dγ. Walk against it: γ_new = γ_old − η·dL/dγ.": slope,
        "This is the length of the step. It is subtracted from the old γ.": 0.05 * slope,
        "Your step is twice too long. Which η did you take? And where did the ½ of L go?": 1 - 0.1 * slope,
        "Your step is half as long as it should be. The 2 that the square brings and the ½ of L cancel.": (
            1 - 0.025 * slope
        ),
        "You took the loss L itself for its slope. γ walks against dL/dγ.": (
            1 - 0.05 * (errors @ errors) / 2
        ),
        "You used p as the error. The error is p − placement.": 1 - 0.05 * x_hat @ x_hat,
        "That is the new β. For γ every student's error is multiplied by x̂.": 0 - 0.05 * errors.sum(),
        "You forgot to multiply the errors by x̂.": 1 - 0.05 * errors.sum(),
    }
