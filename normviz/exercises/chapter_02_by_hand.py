"""Chapter 02, batch norm by hand: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number
from normviz.exercises.slips import ACROSS, MIN_MAX, N_MINUS_1, across_rows, min_max


@number(
    "02.6",
    title="σ of one column",
    ask="What is the σ that batch norm uses for column z1 of the z table (7, 2, 1, 7, 3), ε left out? To 4 "
    "decimals.",
    nudge="Subtract the mean 4 from each value first.",
    method="Square the five deviations, take their mean (divide by 5), then the root.",
    why="The deviations are 3, −2, −3, 3, −1; their squares sum to 32; 32/5 = 6.4, and √6.4 = 2.5298.",
    wrong=(
        Wrong(N_MINUS_1, lambda: nv.examples.z_table().values[:, 0].std(ddof=1), 3),
        Wrong("This is σ², the variance. Take its root.", lambda: nv.examples.z_table().values[:, 0].var()),
        Wrong(ACROSS, lambda: nv.examples.z_table().values[0].std()),
        Wrong(
            "This is the mean distance from μ. σ is the root of the mean of the squares.",
            lambda: np.abs(nv.examples.z_table().values[:, 0] - 4).mean(),
        ),
        Wrong(
            "This is the range, max − min, of min–max scaling.",
            lambda: np.ptp(nv.examples.z_table().values[:, 0]),
            1,
        ),
    ),
)
def sigma_of_z1():
    z1 = np.array([7, 2, 1, 7, 3])
    deviation = z1 - z1.mean()
    return np.sqrt((deviation**2).mean())


@array(
    "02.7",
    title="The means batch norm subtracts",
    ask="Which means does batch norm subtract from the z table, nv.examples.z_table().values with shape (5, "
    "3)? One number for each pool, to 4 decimals.",
    per="one mean for each of the 3 columns",
    nudge="How many pools are there?",
    method="Use mean(axis=…). The axis you name is the one that is pooled over and disappears; rows are axis "
    "0.",
    why="A column is a pool: the mean runs down axis 0, over the 5 rows, and leaves one number for each "
    "column.",
    wrong=(
        Wrong(ACROSS, lambda: nv.examples.z_table().values.mean(axis=1)),
        Wrong(
            "You added up the columns. For the mean, divide by the number of rows.",
            lambda: nv.examples.z_table().values.sum(axis=0),
        ),
        Wrong(
            "You divided the sums by n − 1. Only a sample variance does that; a mean always divides by n.",
            lambda: nv.examples.z_table().values.sum(axis=0) / 4,
            3,
        ),
        Wrong(
            "These are medians, the middle values.", lambda: np.median(nv.examples.z_table().values, axis=0)
        ),
    ),
)
def means_of_the_z_table():
    z = nv.examples.z_table().values
    return z.mean(axis=0)


@array(
    "02.8",
    title="Column z2, normalized",
    ask="Normalize column z2 of the z table (5, 3, 2, 5, 3) by hand or in NumPy, with γ = 1 and β = 0. Give "
    "the five numbers, to 4 decimals.",
    per="one number for each of the 5 rows",
    nudge="The first number cannot be negative, as one of the documents has it: 5 lies above the mean.",
    method="μ = 3.6. Subtract it; then divide by σ, the root of the mean squared deviation.",
    why="μ = 3.6 and σ = 1.2, so 5 becomes 1.4/1.2 = 1.1667. The document's −0.21 has the wrong sign.",
    wrong=(
        Wrong(N_MINUS_1, lambda: nv.batch_norm(nv.examples.z_table().values, correction=1).y[:, 1], 3),
        Wrong(MIN_MAX, lambda: min_max(nv.examples.z_table().values)[:, 1], 1),
        Wrong(ACROSS, lambda: across_rows(nv.examples.z_table().values)[:, 1]),
        Wrong(
            "You divided by σ², the variance. Divide by its root.",
            lambda: (lambda z: (z - z.mean()) / z.var())(nv.examples.z_table().values[:, 1]),
        ),
        Wrong(
            "You subtracted the mean; now divide by σ.",
            lambda: (lambda z: z - z.mean())(nv.examples.z_table().values[:, 1]),
        ),
    ),
)
def column_z2():
    z2 = np.array([5, 3, 2, 5, 3])
    mu = z2.mean()
    sigma = np.sqrt(((z2 - mu) ** 2).mean())
    return (z2 - mu) / sigma


@number(
    "02.9",
    title="The largest value possible",
    ask="A batch has 10 rows. What is the largest number that batch norm can ever give in a column, whatever "
    "the column holds (γ = 1, β = 0, ε left out)? To 4 decimals.",
    nudge="Which column of ten numbers has one value as far from the others as can be?",
    method="Take nine zeros and a single 1 (any other number gives the same), and normalize that column.",
    why="With n − 1 equal values and one outlier the outlier reaches √(n − 1) = 3, and nothing can reach "
    "further. So the bound depends on the size of the batch; it is not 1.",
    wrong=(
        Wrong(
            "Values are not held inside ±1; σ is a typical distance from the mean, not the largest.",
            lambda: 1.0,
            1,
        ),
        Wrong(
            "Close: the bound is √(n − 1), since the outlier also pulls the mean towards itself.",
            lambda: np.sqrt(10),
        ),
        Wrong(N_MINUS_1, lambda: nv.batch_norm(np.eye(10)[:, :1], eps=0, correction=1).y.max(), 3),
        Wrong(
            "There is no such rule: “three σ in practice” is not a bound, and 6 is twice what is possible.",
            lambda: 6.0,
        ),
    ),
)
def largest_value():
    column = np.zeros(10)
    column[0] = 1
    return ((column - column.mean()) / column.std()).max()


@number(
    "02.10",
    title="A lopsided column",
    ask="The column 0, 1, 1, 2, 11 is lopsided: its skewness, the mean of ((x − μ)/σ)³, is far from 0. Batch "
    "norm turns the column into ẑ. What is the skewness of ẑ? To 2 decimals.",
    decimals=2,
    nudge="Does subtracting one number from all, or dividing all by one number, change the pattern of the "
    "dots?",
    method="Normalize the column; its new mean is 0 and its new σ is 1, so the skewness is just the mean of "
    "ẑ³.",
    why="ẑ is as lopsided as the column was: 1.41 before and after. Batch norm sets two numbers, mean and "
    "variance; it does not make a bell curve.",
    wrong=(
        Wrong("0 is the skewness of a bell curve. Batch norm keeps the shape.", lambda: 0.0, 2),
        Wrong(
            N_MINUS_1,
            lambda: (nv.batch_norm([[0], [1], [1], [2], [11]], correction=1, eps=0).y ** 3).mean(),
            3,
        ),
        Wrong("1 is the mean of ẑ², which is the variance. Skewness takes the third power.", lambda: 1.0),
    ),
)
def lopsided_column():
    x = np.array([0, 1, 1, 2, 11])
    z_hat = (x - x.mean()) / x.std()
    return (z_hat**3).mean()


@number(
    "02.11",
    title="Ten times the weights, a hundred more bias",
    ask="With w = (1, 0.1) and b = 0 the node on GPA and IQ gives the first student M = 18.9 and ẑ = 1.2729. "
    "A colleague multiplies both weights by 10 and sets b = 100. Which ẑ does batch norm, in training, now "
    "give the first student (ε left out)? To 4 decimals.",
    nudge="μ and σ are computed again, from the new M.",
    method="Compute all four new M, their mean and their σ; then (M − μ)/σ for the first one.",
    why="M becomes 10·M + 100, μ becomes 10·μ + 100, σ becomes 10·σ. The 100 cancels in the difference, the "
    "10 in the quotient.",
    wrong=(
        Wrong(
            "The factor 10 is in M, and in σ as well, so it cancels.",
            lambda: 10 * nv.batch_norm(nv.examples.gpa_iq().values @ [[1], [0.1]], eps=0).x_hat[0, 0],
            20,
        ),
        Wrong(
            "The factor 10 cancels, and you let it; but the bias is in μ as well, so it cancels too.",
            lambda: nv.batch_norm(nv.examples.gpa_iq().values @ [[1], [0.1]], eps=0).x_hat[0, 0] + 100,
            12,
        ),
        Wrong(
            "You normalized the new M with the old μ and σ. In training they are computed from the new batch "
            "of M.",
            lambda: (10 * 18.9 + 100 - 13.075) / (nv.examples.gpa_iq().values @ [1, 0.1]).std(),
            12,
        ),
        Wrong(
            N_MINUS_1,
            lambda: nv.batch_norm(nv.examples.gpa_iq().values @ [[1], [0.1]], eps=0, correction=1).x_hat[
                0, 0
            ],
            3,
        ),
    ),
)
def ten_times_the_weights():
    students = nv.examples.gpa_iq().values
    m = students @ np.array([10, 1]) + 100
    return (m[0] - m.mean()) / m.std()


@number(
    "02.12",
    title="What the gradient feels",
    ask="The loss is the first student's ẑ; the node has w = (1, 0.1), b = 0, and batch norm without ε. The "
    "slope dL/dw1 is measured by moving w1 a little. Then both weights are multiplied by 10, and the slope "
    "dL/dw1 is measured again. By which factor has it changed (new slope divided by old slope)? To 2 "
    "decimals.",
    decimals=2,
    nudge="The loss is the same in both cases. How much does a step of 0.001 in w1 matter to a weight of 1, "
    "and to a weight of 10?",
    method="Write a function loss(w1, w2), and compare (loss(w1 + h, w2) − loss(w1 − h, w2)) / 2h at (1, "
    "0.1) and (10, 1).",
    why="loss(10·w) = loss(w); take the slope on both sides: 10·loss'(10·w) = loss'(w). Large weights under "
    "batch norm learn slowly: their size acts as a learning rate.",
    wrong=(
        Wrong(
            "The output stays the same, but the slope does not: a step in w1 is now ten times smaller beside "
            "the weight.",
            lambda: 1.0,
            20,
        ),
        Wrong(
            "It is the other way round: the larger the weights, the less a step of fixed size turns the "
            "result.",
            lambda: 10.0,
            20,
        ),
        Wrong(
            "The gradient does not vanish: changing w1 alone changes the balance of w1 and w2.",
            lambda: 0.0,
            20,
        ),
    ),
)
def what_the_gradient_feels():
    students = nv.examples.gpa_iq().values

    def loss(w1, w2):
        m = students @ np.array([w1, w2])
        return (m[0] - m.mean()) / m.std()

    def slope(w1, w2, h=1e-5):
        return (loss(w1 + h, w2) - loss(w1 - h, w2)) / (2 * h)

    return slope(10, 1) / slope(1, 0.1)
