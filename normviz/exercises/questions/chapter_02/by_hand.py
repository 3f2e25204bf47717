"""Chapter 02, batch norm by hand: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.drawing.numbers import plain
from normviz.exercises import slips
from normviz.exercises.kinds import array, mistake, number


def _skewness(x):
    return ((slips.distances_of(x) / x.std()) ** 3).mean()


@number(
    "02.6",
    title="σ of one column",
    data={"column": [2, 6, 3, 3, 1]},
    ask="What is the σ that batch norm uses for the column {column}, ε left out? To 4 decimals.",
    nudge="Subtract the mean {column.mean} from each value first.",
    method="Square the five distances, take their mean (divide by 5), then the root.",
    why="The distances are {column.distances}; their squares sum to {column.squares}; {column.squares}/5 = "
    "{column.var}, and √{column.var} = {answer}.",
)
def sigma_of_a_column(column):
    distances = column - column.mean()
    return np.sqrt((distances**2).mean())


@sigma_of_a_column.known_mistakes
def sigma_of_a_column(column):
    distances = column - column.mean()
    return {
        slips.N_MINUS_1: mistake(column.std(ddof=1), 3),
        "This is σ², the variance. Take its root.": column.var(),
        "This is the sample variance: divide by n, not by n − 1, and take the root.": mistake(
            column.var(ddof=1), 3
        ),
        "This is the root of the sum of the squares. Divide the sum by n first: σ² is a mean.": (
            np.sqrt(5) * column.std()
        ),
        "The root comes last: divide the sum of the squares by n first.": column.std() / np.sqrt(5),
        "This is the mean distance from μ. σ is the root of the mean of the squares.": (
            np.abs(distances).mean()
        ),
        "This is the range, max − min, of min–max scaling.": mistake(np.ptp(column), 1),
        "You squared the numbers themselves. The distances from the mean are squared.": (
            np.sqrt((column**2).mean())
        ),
        slips.SUM_OF_SQUARES: 5 * column.var(),
        "This is μ. σ is the size of a typical distance from it.": column.mean(),
        slips.NOT_SQUARED: 0.0,
    }


@array(
    "02.7",
    title="The means batch norm subtracts",
    data={"table": [[3, 10, 1], [4, 2, 8], [1, 6, 3], [8, 0, 9]]},
    ask="A table has four rows and three columns: {table}. Which means does "
    "batch norm subtract? One number for each pool, to 4 decimals.",
    per="one mean for each of the 3 columns",
    nudge="How many pools are there?",
    method="Use mean(axis=…). The axis you name is the one that is pooled over and disappears; rows are axis 0.",
    why="A column is a pool: the mean runs down axis 0, over the 4 rows, and leaves one number for each column.",
)
def means_of_a_table(table):
    return table.mean(axis=0)


@means_of_a_table.known_mistakes
def means_of_a_table(table):
    return {
        slips.ACROSS: table.mean(axis=1),
        "You added up the columns. For the mean, divide by the number of rows.": table.sum(axis=0),
        "You divided the sums by n − 1. Only a sample variance does that; a mean always divides by n.": (
            table.sum(axis=0) / 3
        ),
        "These are medians, the middle values.": np.median(table, axis=0),
        slips.SIGMAS: table.std(axis=0),
        "This is one mean for the whole table. Every column is a pool of its own.": table.mean(),
        "This is one mean for the whole table, three times. Every column is a pool of its own.": (
            np.full(3, table.mean())
        ),
    }


@array(
    "02.8",
    title="A second column by hand",
    data={"column": [2, 6, 3, 3, 1]},
    ask="Normalize the column {column} with pencil and paper (γ = 1, β = 0, ε left out). Then type the five numbers, "
    "to 4 decimals.",
    per="one number for each of the 5 rows",
    nudge="Which of the five must be positive, and which negative? What becomes of a number that is equal to the mean?",
    method="Make the table of section 2: x, x − μ, its square, x̂. μ = {column.mean}, and σ² = {column.squares}/5.",
    why="μ = {column.mean} and σ = √{column.var} = {column.std}, so {column[1]} becomes "
    "{column.distances[1]}/{column.std} = {answer[1]}.",
)
def second_column(column):
    distances = column - column.mean()
    sigma = np.sqrt((distances**2).mean())
    return distances / sigma


@second_column.known_mistakes
def second_column(column):
    distances, sigma = column - column.mean(), column.std()
    return {
        slips.N_MINUS_1: mistake(distances / column.std(ddof=1), 3),
        slips.MIN_MAX: mistake(slips.min_max(column), 1),
        slips.SQUARED: distances / column.var(),
        slips.NOT_DIVIDED: distances,
        slips.NOT_CENTRED: column / sigma,
        slips.BY_THE_SUM: distances / np.sqrt(5 * column.var()),
        slips.TURNED: -distances / sigma,
        slips.ROUNDED_SIGMA: distances / sigma.round(1),
    }


@number(
    "02.9",
    title="The largest value possible",
    ask="A batch has 12 rows. What is the largest number that batch norm can ever give in a column, whatever "
    "the column holds (γ = 1, β = 0, ε left out)? To 4 decimals.",
    nudge="Which column of twelve numbers has one value as far from the others as can be?",
    method="Take eleven zeros and a single 1. μ is 1/12: the 1 lies 11/12 above it, each zero 1/12 below. Their "
    "squares give σ; divide 11/12 by it.",
    why="The extreme case is n − 1 equal values and one outlier: it gets √(n − 1) = 3.3166. No column gives more. So "
    "the bound depends on the size of the batch; it is not 1.",
)
def largest_value():
    distances = np.array([1] + 11 * [0]) - 1 / 12
    return distances[0] / np.sqrt((distances**2).mean())


@largest_value.known_mistakes
def largest_value():
    return {
        "Values are not held inside ±1; σ is a typical distance from the mean, not the largest.": mistake(
            1.0, 1
        ),
        (
            "Close. The outlier also pulls the mean towards itself, and that costs it a little: normalize such a "
            "column, and look."
        ): (np.sqrt(12)),
        "You forgot the root at the end.": 11.0,
        "There is a limit. The further the outlier lies, the larger it makes σ, by which it is divided.": (
            np.inf
        ),
        slips.N_MINUS_1: mistake(nv.batch_norm(np.eye(12)[:, :1], eps=0, correction=1).y.max(), 3),
        "There is no such rule: “three σ in practice” is not a bound.": 3.0,
    }


@number(
    "02.10",
    title="A lopsided column",
    data={"column": [0, 0, 0, 1, 1, 10]},
    fits=lambda column: _skewness(column) > 0.8,
    ask="The column {column} is lopsided: its skewness, the mean of ((x − μ)/σ)³, is far from 0. Batch "
    "norm turns the column into x̂. What is the skewness of x̂? To 3 decimals.",
    decimals=3,
    nudge="Does subtracting one number from all, or dividing all by one number, change the pattern of the dots?",
    method="Normalize the column; its new mean is 0 and its new σ is 1, so the skewness is just the mean of x̂³.",
    why=lambda column: (
        f"x̂ is as lopsided as the column was: {plain(_skewness(column), 2)} before and after. Batch norm sets two "
        "numbers, mean and variance; it does not make a bell curve."
    ),
)
def lopsided_column(column):
    distances = column - column.mean()
    x_hat = distances / np.sqrt((distances**2).mean())
    return (x_hat**3).mean()


@lopsided_column.known_mistakes
def lopsided_column(column):
    distances, skewness = column - column.mean(), _skewness(column)
    return {
        "0 is the skewness of a bell curve. Batch norm keeps the shape.": mistake(0.0, 2),
        slips.N_MINUS_1: mistake(skewness * (5 / 6) ** 1.5, 3),
        "1 is the mean of x̂², which is the variance. Skewness takes the third power.": 1.0,
        "You took the sum of x̂³. The skewness is the mean.": 6 * skewness,
        "This is a spreadsheet's SKEW, or pandas' skew(): it corrects for small samples. Take the plain mean.": (
            skewness * np.sqrt(6 * 5) / 4
        ),
        "This is the mean of the cubes of the numbers. Their distances from μ, divided by σ, are cubed.": (
            (column.astype(float) ** 3).mean()
        ),
        "This is the mean of (x − μ)³. Divide by σ first: skewness has no unit.": (distances**3).mean(),
    }


@number(
    "02.11",
    title="Minus two times the weights",
    data={"M": [3, 7, 4, 10]},
    ask="A node with b = 0 gives four rows M = {M}. A colleague multiplies its weights by −2 and sets b = 5. "
    "Which x̂ does batch norm, in training, now give the row that had M = {M[3]} (ε left out)? To 4 decimals.",
    nudge="μ and σ are computed again, from the new M.",
    method="Compute all four new M, their mean and their σ; then (M − μ)/σ for the last one.",
    why="M becomes −2·M + 5, μ becomes −2·μ + 5, and σ, a distance, becomes 2·σ. The 5 cancels in the difference, "
    "the 2 in the quotient; the sign stays: −{M.distances[3]:(}/{M.std} = {answer}.",
)
def minus_two_times_the_weights(M):
    new = -2 * M + 5
    distances = new - new.mean()
    return distances[3] / np.sqrt((distances**2).mean())


@minus_two_times_the_weights.known_mistakes
def minus_two_times_the_weights(M):
    last, sigma = M[3] - M.mean(), M.std()
    return {
        "The size cancels, the sign does not: σ becomes 2·σ, not −2·σ.": last / sigma,
        "The factor 2 is in M, and in σ as well, so it cancels.": -2 * last / sigma,
        "The factor cancels, and you let it; but the bias is in μ as well, so it cancels too.": mistake(
            5 - last / sigma, 12
        ),
        "You normalized the new M with the old μ and σ. In training they are computed from the new batch of M.": (
            (-2 * M[3] + 5 - M.mean()) / sigma
        ),
        "You did to x̂ what was done to the weights and to b. Batch norm comes after them: μ and σ change as well.": (
            5 - 2 * last / sigma
        ),
        slips.SQUARED: -2 * last / (2 * M).var(),
        slips.N_MINUS_1: mistake(-last / M.std(ddof=1), 3),
        "This is the new M. Batch norm comes after it.": -2 * M[3] + 5,
        "This is the x̂ of another row, the one that had M = {M[0]}.": (M.mean() - M[0]) / sigma,
    }


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
    method="The chapter has defined f. Write slope(w1, w2), which calls f twice. Then "
    "divide slope(4, 0.4) by slope(1, 0.1).",
    why="f(4·w) = f(w); take the slope on both sides: 4·f'(4·w) = f'(w). Large weights under batch norm learn slowly: "
    "their size acts as a learning rate.",
)
def what_the_gradient_feels():
    def slope(w1, w2, h=0.0001):
        M = nv.examples.gpa_iq().values @ np.array([[w1 + h, w1 - h], [w2, w2]])
        f = ((M - M.mean(axis=0)) / M.std(axis=0))[0]
        return (f[0] - f[1]) / (2 * h)

    return slope(4, 0.4) / slope(1, 0.1)


@what_the_gradient_feels.known_mistakes
def what_the_gradient_feels():
    return {
        "The output stays the same, but the slope does not: measure both.": mistake(1.0, 20),
        "It is the other way round: the larger the weights, the less a step of fixed size turns the result.": (
            4.0
        ),
        "The gradient does not vanish: changing w1 alone changes the balance of w1 and w2.": mistake(0.0, 20),
        "That is the square of the factor. Each slope has it once.": 0.0625,
        "The slope becomes smaller, not larger, and by the factor once, not by its square.": 16.0,
        "No root belongs here: 4 does not become 2. If you measured: take 2h as the divisor in both slopes.": (
            0.5
        ),
    }
