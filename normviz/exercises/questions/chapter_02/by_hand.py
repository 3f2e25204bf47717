"""Chapter 02, batch norm by hand: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number
from normviz.exercises.slips import ACROSS, MIN_MAX, N_MINUS_1, min_max

COLUMN = np.array([2.0, 6, 3, 3, 1])
TABLE = np.array([[3.0, 10, 1], [4, 2, 8], [1, 6, 3], [8, 0, 9]])
NODE = np.array([3.0, 7, 4, 10])
LOPSIDED = np.array([[0], [0], [0], [1], [1], [10]])


@number(
    "02.6",
    title="σ of one column",
    ask="What is the σ that batch norm uses for the column 2, 6, 3, 3, 1, ε left out? To 4 decimals.",
    nudge="Subtract the mean 3 from each value first.",
    method="Square the five distances, take their mean (divide by 5), then the root.",
    why="The distances are −1, 3, 0, 0, −2; their squares sum to 14; 14/5 = 2.8, and √2.8 = 1.6733.",
    wrong=(
        Wrong(N_MINUS_1, lambda: COLUMN.std(ddof=1), 3),
        Wrong("This is σ², the variance. Take its root.", lambda: COLUMN.var()),
        Wrong(
            "This is the sample variance: divide by n, not by n − 1, and take the root.",
            lambda: COLUMN.var(ddof=1),
            3,
        ),
        Wrong(
            "This is the root of the sum of the squares. Divide the sum by n first: σ² is a mean.",
            lambda: np.sqrt(14),
        ),
        Wrong(
            "This is the mean distance from μ. σ is the root of the mean of the squares.",
            lambda: np.abs(COLUMN - 3).mean(),
        ),
        Wrong("This is the range, max − min, of min–max scaling.", lambda: np.ptp(COLUMN), 1),
        Wrong(
            "You squared the numbers themselves. The distances from the mean are squared.",
            lambda: np.sqrt((COLUMN**2).mean()),
        ),
    ),
)
def sigma_of_a_column():
    distances = np.array([2, 6, 3, 3, 1]) - 3
    return np.sqrt((distances**2).mean())


@array(
    "02.7",
    title="The means batch norm subtracts",
    ask="A table has four rows and three columns: (3, 10, 1), (4, 2, 8), (1, 6, 3) and (8, 0, 9). Which means does "
    "batch norm subtract? One number for each pool, to 4 decimals.",
    per="one mean for each of the 3 columns",
    nudge="How many pools are there?",
    method="Use mean(axis=…). The axis you name is the one that is pooled over and disappears; rows are axis "
    "0.",
    why="A column is a pool: the mean runs down axis 0, over the 4 rows, and leaves one number for each "
    "column.",
    wrong=(
        Wrong(ACROSS, lambda: TABLE.mean(axis=1)),
        Wrong(
            "You added up the columns. For the mean, divide by the number of rows.",
            lambda: TABLE.sum(axis=0),
        ),
        Wrong(
            "You divided the sums by n − 1. Only a sample variance does that; a mean always divides by n.",
            lambda: TABLE.sum(axis=0) / 3,
            3,
        ),
        Wrong("These are medians, the middle values.", lambda: np.median(TABLE, axis=0)),
        Wrong("These are the σ of the columns. The means are asked for.", lambda: TABLE.std(axis=0)),
        Wrong(
            "This is one mean for the whole table. Every column is a pool of its own.", lambda: TABLE.mean()
        ),
    ),
)
def means_of_a_table():
    sums = [3 + 4 + 1 + 8, 10 + 2 + 6 + 0, 1 + 8 + 3 + 9]
    return np.array(sums) / 4


@array(
    "02.8",
    title="A second column by hand",
    ask="Normalize the column of 02.6, 2, 6, 3, 3, 1, with pencil and paper (γ = 1, β = 0, ε left out). Then type the "
    "five numbers, to 4 decimals.",
    per="one number for each of the 5 rows",
    nudge="Which of the five must be positive, which negative, and which exactly 0?",
    method="Make the table of section 1: x, x − μ, its square, x̂. μ = 3, and σ² = 14/5.",
    why="μ = 3 and σ = √2.8 = 1.6733, so 6 becomes 3/1.6733 = 1.7928, and a number equal to the mean becomes 0.",
    wrong=(
        Wrong(N_MINUS_1, lambda: (COLUMN - 3) / COLUMN.std(ddof=1), 3),
        Wrong(MIN_MAX, lambda: min_max(COLUMN), 1),
        Wrong("You divided by σ², the variance. Divide by its root.", lambda: (COLUMN - 3) / COLUMN.var()),
        Wrong("You subtracted the mean; now divide by σ.", lambda: COLUMN - 3),
        Wrong("You divided by σ and did not subtract the mean.", lambda: COLUMN / COLUMN.std()),
        Wrong(
            "You divided by the root of the sum of the squares. σ is the root of their mean.",
            lambda: (COLUMN - 3) / np.sqrt(14),
        ),
        Wrong("All signs are turned: it is x − μ, not μ − x.", lambda: (3 - COLUMN) / COLUMN.std()),
        Wrong(
            "You rounded too early: take σ to more than one decimal.",
            lambda: (COLUMN - 3) / COLUMN.std().round(1),
        ),
    ),
)
def second_column():
    distances = np.array([2, 6, 3, 3, 1]) - 3
    sigma = np.sqrt((distances**2).mean())
    return distances / sigma


@number(
    "02.9",
    title="The largest value possible",
    ask="A batch has 12 rows. What is the largest number that batch norm can ever give in a column, whatever "
    "the column holds (γ = 1, β = 0, ε left out)? To 4 decimals.",
    nudge="Which column of twelve numbers has one value as far from the others as can be?",
    method="Take eleven zeros and a single 1 (any other number gives the same), and normalize that column.",
    why="With n − 1 equal values and one outlier the outlier reaches √(n − 1) = 3.3166, and nothing can reach "
    "further. So the bound depends on the size of the batch; it is not 1.",
    wrong=(
        Wrong(
            "Values are not held inside ±1; σ is a typical distance from the mean, not the largest.",
            lambda: 1.0,
            1,
        ),
        Wrong(
            "Close. The outlier also pulls the mean towards itself, and that costs it a little: normalize such a "
            "column, and look.",
            lambda: np.sqrt(12),
        ),
        Wrong("You forgot the root at the end.", lambda: 11.0),
        Wrong(
            "There is a limit. The further the outlier lies, the larger it makes σ, by which it is divided.",
            lambda: np.inf,
        ),
        Wrong(N_MINUS_1, lambda: nv.batch_norm(np.eye(12)[:, :1], eps=0, correction=1).y.max(), 3),
        Wrong(
            "There is no such rule: “three σ in practice” is not a bound.",
            lambda: 3.0,
        ),
    ),
)
def largest_value():
    distances = np.array([1] + 11 * [0]) - 1 / 12
    return distances[0] / np.sqrt((distances**2).mean())


@number(
    "02.10",
    title="A lopsided column",
    ask="The column 0, 0, 0, 1, 1, 10 is lopsided: its skewness, the mean of ((x − μ)/σ)³, is far from 0. Batch "
    "norm turns the column into x̂. What is the skewness of x̂? To 2 decimals.",
    decimals=2,
    nudge="Does subtracting one number from all, or dividing all by one number, change the pattern of the "
    "dots?",
    method="Normalize the column; its new mean is 0 and its new σ is 1, so the skewness is just the mean of "
    "x̂³.",
    why="x̂ is as lopsided as the column was: 1.73 before and after. Batch norm sets two numbers, mean and "
    "variance; it does not make a bell curve.",
    wrong=(
        Wrong("0 is the skewness of a bell curve. Batch norm keeps the shape.", lambda: 0.0, 2),
        Wrong(N_MINUS_1, lambda: (nv.batch_norm(LOPSIDED, correction=1, eps=0).y ** 3).mean(), 3),
        Wrong("1 is the mean of x̂², which is the variance. Skewness takes the third power.", lambda: 1.0),
        Wrong(
            "You took the sum of x̂³. The skewness is the mean.",
            lambda: (nv.batch_norm(LOPSIDED, eps=0).y ** 3).sum(),
        ),
        Wrong(
            "This is the mean of (x − μ)³. Divide by σ first: skewness has no unit.",
            lambda: ((LOPSIDED - 2.0) ** 3).mean(),
        ),
    ),
)
def lopsided_column():
    distances = np.array([0, 0, 0, 1, 1, 10]) - 2
    x_hat = distances / np.sqrt((distances**2).mean())
    return (x_hat**3).mean()


@number(
    "02.11",
    title="Minus two times the weights",
    ask="A node with b = 0 gives four rows M = 3, 7, 4, 10. A colleague multiplies its weights by −2 and sets b = 5. "
    "Which x̂ does batch norm, in training, now give the row that had M = 10 (ε left out)? To 4 decimals.",
    nudge="μ and σ are computed again, from the new M.",
    method="Compute all four new M, their mean and their σ; then (M − μ)/σ for the last one.",
    why="M becomes −2·M + 5, μ becomes −2·μ + 5, and σ, a distance, becomes 2·σ. The 5 cancels in the difference, "
    "the 2 in the quotient; the sign stays: −4/2.7386 = −1.4606.",
    wrong=(
        Wrong(
            "The size cancels, the sign does not: σ becomes 2·σ, not −2·σ.",
            lambda: 4 / NODE.std(),
        ),
        Wrong("The factor 2 is in M, and in σ as well, so it cancels.", lambda: -8 / NODE.std()),
        Wrong(
            "The factor cancels, and you let it; but the bias is in μ as well, so it cancels too.",
            lambda: 5 - 4 / NODE.std(),
            12,
        ),
        Wrong(
            "You normalized the new M with the old μ and σ. In training they are computed from the new batch "
            "of M.",
            lambda: (-2 * 10 + 5 - 6) / NODE.std(),
            12,
        ),
        Wrong("You divided by σ², the variance. Divide by its root.", lambda: -8 / (2 * NODE).var()),
        Wrong(N_MINUS_1, lambda: -4 / NODE.std(ddof=1), 3),
        Wrong("This is the x̂ of another row, the one that had M = 3.", lambda: 3 / NODE.std()),
    ),
)
def minus_two_times_the_weights():
    M = -2 * np.array([3, 7, 4, 10]) + 5
    distances = M - M.mean()
    return distances[3] / np.sqrt((distances**2).mean())


@number(
    "02.12",
    title="What the gradient feels",
    ask="f(w1, w2) is the x̂ of the first of the four students behind a node with the weights w1 and w2, b = 0, and "
    "batch norm without ε. Its slope in w1 is (f(w1 + h, w2) − f(w1 − h, w2)) / 2h; take h = 0.0001. Measure it at "
    "(1, 0.1), and again at (4, 0.4), with both weights four times as large. What is the second slope divided by the "
    "first? To 2 decimals.",
    decimals=2,
    nudge="f is the same at both places. How much does a step of 0.0001 in w1 matter to a weight of 1, and to a "
    "weight of 4?",
    method="f is there. Write slope(w1, w2) with two calls of it, and divide slope(4, 0.4) by slope(1, 0.1).",
    why="f(4·w) = f(w); take the slope on both sides: 4·f'(4·w) = f'(w). Large weights under batch norm learn slowly: "
    "their size acts as a learning rate.",
    wrong=(
        Wrong("The output stays the same, but the slope does not: measure both.", lambda: 1.0, 20),
        Wrong(
            "It is the other way round: the larger the weights, the less a step of fixed size turns the result.",
            lambda: 4.0,
            20,
        ),
        Wrong(
            "The gradient does not vanish: changing w1 alone changes the balance of w1 and w2.",
            lambda: 0.0,
            20,
        ),
        Wrong("That is the square of the factor. Each slope has it once.", lambda: 0.0625),
        Wrong("You divided by h in place of 2h once. Use the same divisor in both slopes.", lambda: 0.5),
    ),
)
def what_the_gradient_feels():
    def slope(w1, w2, h=0.0001):
        M = nv.examples.gpa_iq().values @ np.array([[w1 + h, w1 - h], [w2, w2]])
        f = ((M - M.mean(axis=0)) / M.std(axis=0))[0]
        return (f[0] - f[1]) / (2 * h)

    return slope(4, 0.4) / slope(1, 0.1)
