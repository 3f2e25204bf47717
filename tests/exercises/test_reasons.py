"""What a wrong answer to a chapter's question must be told, and what it must not be told."""

import re
from functools import partial

import numpy as np
import torch

import normviz as nv
from normviz import experiments
from normviz.exercises.catalogue import all_questions
from normviz.exercises.questions.chapter_09.in_code import agrees
from tests.each import each

TABLE = np.array([[12, 3.5], [30, 1.0], [18, 2.0], [41, 4.5]])
NORMALIZED = nv.batch_norm(TABLE).y
MEANS, SIGMAS = TABLE.mean(axis=0), TABLE.std(axis=0)
STEEP = TABLE * [1, 1000]
STANDARDIZED = nv.batch_norm(STEEP, eps=0).y
LONG = np.random.default_rng(0).normal(size=(5000, 2))


def through_one_mean(dy, x, gamma, eps=1e-5):
    sigma = np.sqrt(x.var(axis=0) + eps)
    x_hat, d = (x - x.mean(axis=0)) / sigma, gamma * dy
    return (d - d.mean() - x_hat * (d * x_hat).mean()) / sigma


def not_divided(dy, x, gamma, eps=1e-5):
    x_hat, d = (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps), gamma * dy
    return d - d.mean(axis=0) - x_hat * (d * x_hat).mean(axis=0)


def gamma_forgotten(dy, x, gamma, eps=1e-5, mu=True, sigma=True):
    std = np.sqrt(x.var(axis=0) + eps)
    x_hat, d = (x - x.mean(axis=0)) / std, gamma * dy
    in_mu, in_sigma = (dy if forgotten else d for forgotten in (mu, sigma))
    return (d - in_mu.mean(axis=0) - x_hat * (in_sigma * x_hat).mean(axis=0)) / std


def product_of_means(dy, x, gamma, eps=1e-5):
    std = np.sqrt(x.var(axis=0) + eps)
    x_hat, d = (x - x.mean(axis=0)) / std, gamma * dy
    return (d - d.mean(axis=0) - x_hat * d.mean(axis=0) * x_hat.mean(axis=0)) / std


def all_three(dy, x, gamma):
    return nv.batch_norm_backward(dy, nv.batch_norm(x, gamma=gamma))


def without_parentheses(x, eps=1e-5):
    return x - x.mean(axis=0) / np.sqrt(x.var(axis=0) + eps)


FIRST, SECOND = (batch.values for batch in nv.examples.lecture_batches())
ALL_ROWS = np.concatenate([FIRST, SECOND]).var(axis=0)


def with_one_mean(dy, x, eps=1e-5):
    return through_one_mean(dy, x, gamma=1, eps=eps)


def with_mended_mean(mean, var, batch, momentum=0.1, ddof=0):
    new_mean = (1 - momentum) * mean + momentum * batch.mean(axis=0)
    return np.array([new_mean, momentum * var + (1 - momentum) * batch.var(axis=0, ddof=ddof)])


def always_a_tenth(mean, var, batch, momentum=0.1):
    return np.array([0.9 * mean + 0.1 * batch.mean(axis=0), 0.9 * var + 0.1 * batch.var(axis=0, ddof=1)])


def with_sigma(mean, var, batch, momentum=0.1):
    kept = (1 - momentum) * np.array([mean, var])
    return kept + momentum * np.array([batch.mean(axis=0), batch.std(axis=0)])


# Chapters 01, 04 and 08

GRADES = np.array([[8.9, 1000.0], [6.2, 250], [8.3, 2], [9.2, 700]])
EARLIER, LATER = [[1, 2], [3, 4], [5, 7]], [[1, 2], [3, 5], [5, 9]]


def variance_of_the_year(year, newcomers):
    return (newcomers - year.mean(axis=0)) / year.var(axis=0)


def between_the_ends(year, newcomers):
    return (newcomers - year.min(axis=0)) / (year.max(axis=0) - year.min(axis=0))


def gradient(dy, x, eps, *, sign=-1, divisor=None, of=None, power=1, with_eps=True, outside=False):
    std = x.std(axis=0) + eps if outside else np.sqrt(x.var(axis=0) + eps * with_eps)
    away = x - x.mean(axis=0)
    x_hat = {None: away / std, "x": x, "x − μ": away}[of]
    along = (dy * x_hat).sum(axis=0) / (divisor or len(x))
    return (dy - dy.mean(axis=0) + sign * x_hat * along) / std**power


def part(x, weights, *, axis=1, ddof=0, centre=1, power=1, eps=1e-5):
    away = x - centre * x.mean(axis=axis, keepdims=True)
    n = x.size if axis is None else x.shape[axis]
    square = (away**2).sum(axis=axis, keepdims=True) / (n - ddof)
    return away / np.sqrt(square + eps) ** power


def block(x, weights, **how):
    return x + part(x, weights, **how) @ weights


def changed_places(x, weights):
    return part(x, weights) + x @ weights


RACE = {"position": "pre", "batch_size": 32, "learning_rate": 0.02}
ONE_SEED = nv.race_values(experiments.stored("race"), "eval_mode", "bn_masked", **RACE)[-1]


# Chapters 06 and 07

WITH_ITS_PADS = [[10, -1], [11, 0], [12, 1], [0, 0], [0, 0], [0, 0]]
NOT_SQUARE = [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2]]
MARKS = np.array([[12, 3.5, 80], [30, 1.0, 95], [18, 2.0, 60], [41, 4.5, 75]])


def filled(x, mask):
    full = np.where(mask[:, None], x, x[mask].mean(axis=0))
    return np.where(mask[:, None], nv.batch_norm(full).y, 0)


def with_mended_n(x, gamma, beta, eps=1e-5):
    whole = {"axis": (1, 2), "keepdims": True}
    return gamma * (x - x.mean(**whole)) / (x.std(**whole) + eps) + beta


# Chapters 09 and 10


def half_a_decimal(printed, computed, decimals):
    return (printed - computed <= 0.5 * 10.0**-decimals).astype(int)


def one_decimal_more(printed, computed, decimals):
    return (np.abs(printed - computed) <= 10.0 ** -(decimals + 1)).astype(int)


def always_n(y):
    return (y**2).sum() / y.var()


def divided_by_all(x, mask, eps=1e-5):
    real = mask[..., None]
    away = (x - x.sum(axis=(0, 1)) / mask.sum()) * real
    return away / np.sqrt((away**2).mean(axis=(0, 1)) + eps)


def of_mean(x, mean):
    return (mean - x.mean(axis=0)) / x.std(axis=0)


def of_std(x, var):
    return np.sqrt(var) / x.std(axis=0) - 1


def exchanged(x, mean, var):
    return np.abs([of_std(x, var), of_mean(x, mean)])


def signed_mean(x, mean, var):
    return np.array([of_mean(x, mean), np.abs(of_std(x, var))])


def signed_std(x, mean, var):
    return np.array([np.abs(of_mean(x, mean)), of_std(x, var)])


WIDE = np.array([[2.0, 30, 1], [4, 10, 3], [1, 25, 2], [7, 40, 6]])
GROUPED = nv.group_norm(WIDE[:, None, [0, 1, 2, 0]], groups=2).y[:, 0]


# id, answer, what must be said, what must not
CASES = [
    ("00.2", 14, "σ²", "n − 1"),
    ("00.2", np.sqrt(42), "Divide the sum", "σ². Take"),
    ("00.2", 42, "sum of the squares", "too large"),
    ("00.2", 6, "This is the mean", "too large"),
    ("00.2", 0, "add up to 0", "too small"),
    ("01.2", "d", "typical distance", "Misconception"),
    ("01.7", 0.3659, "σ²", "largest number"),
    ("01.7", 0.4939, "longest but one", "Very close"),
    ("01.7", 1, "min–max", "Batch norm"),
    ("01.7", np.sqrt(16.4), "This is σ, the divisor", "too large"),
    ("01.7", 16.4, "This is σ², the variance", "too large"),
    ("01.9", 30, "percent", "too small"),
    ("01.9", 120, "raw", "too large"),
    ("01.9", 0, "not held inside ±1", "Misconception"),
    ("01.9", 0.3, "their share", "percent"),
    ("01.10", 0.3, "λ_min alone", "too small"),
    ("01.11", 12.2187, "100 times too large", "share is asked"),
    ("01.13", variance_of_the_year, "You divided by σ²", "themselves"),
    ("01.13", between_the_ends, "min–max", "themselves"),
    ("01.14", (STANDARDIZED, STEEP), "changed places", "condition number of your table is not"),
    ("01.14", (STEEP, STANDARDIZED.round(2)), "rounded too early", "not the standardized"),
    ("01.14", (GRADES, (GRADES - GRADES.mean(axis=0)) / GRADES.std(axis=0, ddof=1)), "n − 1", "atch norm"),
    ("01.14", (GRADES, 2 * GRADES - 1), "not the standardized table", "It finds"),
    ("01.16", "b", "σ²", "Misconception"),
    ("01.16", "c", "whole width", "Misconception"),
    ("02.2", "a", "so does σ", "times smaller"),
    ("02.3", "c", "one row", "Misconception"),
    ("02.4", "a", "32/3", "?"),
    ("02.6", 14, "sum of the squares", "too large"),
    ("02.6", 3, "This is μ", "too large"),
    ("02.6", 1.87, "n − 1", "not it"),
    ("02.6", 0.7483, "root comes last", "not it"),
    ("02.9", np.inf, "There is a limit", "division by zero"),
    ("02.9", 1, "typical distance", "There is a limit"),
    ("02.9", 3, "three σ", "There is a limit"),
    ("02.9", 11, "forgot the root", "too large"),
    ("02.9", np.sqrt(12), "pulls the mean", "√(n − 1)"),
    ("02.10", 1, "third power", "n − 1"),
    ("02.10", 2.3663, "SKEW", "too large"),
    ("02.11", 2.0788, "what was done to the weights", "too large"),
    ("02.12", 0.0625, "square", "vanish"),
    ("02.13", without_parentheses, "Parentheses are missing", "n − 1"),
    ("02.14", (TABLE, -NORMALIZED), "All signs are turned", "It finds"),
    ("02.14", (TABLE, NORMALIZED.round(2)), "rounded too early", "is not the batch norm"),
    ("02.14", (NORMALIZED, TABLE), "changed places", "is not the batch norm"),
    (
        "02.14",
        (np.c_[TABLE, [5] * 4], np.c_[NORMALIZED, [0] * 4]),
        "same number in every row",
        "not the batch",
    ),
    ("02.14", (TABLE[:, :1], NORMALIZED[:, :1]), "at least 2 columns", "not the batch"),
    ("02.14", (LONG, nv.batch_norm(LONG, correction=1).y), "3 to 200 rows", "not the batch"),
    ("02.15", "b", "σ of 1.4 and more", "σ of 2"),
    ("03.5", "c", "four times the way to the lowest point", "that way"),
    ("03.6", 5, "do not turn 0.12 into 5", "No γ"),
    ("03.6", 1.8371, "fourth row", "too large"),
    ("03.6", -1.069, "across a row", "too small"),
    ("03.7", [1.7, 7.2], "no distance", "index"),
    ("03.7", [0, 5.5], "so to their mean", "index"),
    ("03.7", [-5.5, 1.7], "The mean comes first", "index"),
    ("03.7", [1.7, 1], "γ multiplies it", "index"),
    ("03.7", [1.7, 13.9139], "σ of the column", "index"),
    ("03.8", [24, 24], "you gave 2 numbers", "decimal number"),
    ("03.10", 2.3664 * -0.7071 + 5, "another row of the batch", "too small"),
    ("03.10", 8.3333, "γ from the new batch", "too small"),
    ("03.10", 8.0551, "in both batches", "too small"),
    ("03.10", 8.7417, "Your γ divides by n − 1", "too large"),
    ("03.10", 2.8868, "Your 2.8868", "root"),
    ("03.11", [1, 4], "Divide by σ as well", "Very close"),
    ("03.11", [0.1923, 4], "σ², the variance", "index"),
    ("03.11", [2.6312, 2], "left out of the sum", "σ"),
    ("03.11", [0.4385, -4], "Where does the minus come from?", "index"),
    ("03.12", 2.0442, "slope", "too large"),
    ("03.12", 0.1022, "length of the step", "too small"),
    ("03.12", 0.8, "p as the error", "twice too long"),
    ("03.12", 0.9478, "the loss L itself for its slope", "root"),
    ("03.12", 0.9489, "half as long", "too large"),
    ("03.12", 0.7956, "twice too long", "too small"),
    ("03.13", through_one_mean, "whole table", "still treated as constants"),
    ("03.13", all_three, "returns 3 results, and one is asked for", "lengths"),
    ("03.13", gamma_forgotten, "missing in both means", "Misconception"),
    ("03.13", partial(gamma_forgotten, sigma=False), "missing in the way through μ", "both means"),
    ("03.13", partial(gamma_forgotten, mu=False), "missing in the way through σ", "both means"),
    ("03.13", product_of_means, "mean(d)·mean(x̂) is 0", "still treated as constants"),
    ("03.13", not_divided, "Divide it by σ", "still treated as constants"),
    ("03.14", (TABLE, [SIGMAS.round(2), MEANS]), "rounded too early", "does not come back"),
    ("03.14", (TABLE, [SIGMAS, -MEANS]), "β is added", "does not come back"),
    ("03.14", (TABLE, [1 / SIGMAS, MEANS]), "What undoes a division?", "does not come back"),
    ("03.15", "d", "pattern", "Misconception"),
    ("04.2", "b", "the mean and the σ of each unit", "Gaussian"),
    ("04.5", "b", "far away from 1", "Misconception"),
    ("04.8", "a", "turns all negative values into 0", "Misconception"),
    ("04.10", 0.8974, "the two σ alone", "too small"),
    ("04.10", 0, "in order of size", "value by value"),
    ("04.11", [0, 1.8257], "divides by n − 1", "index"),
    ("04.12", 3, "3 is a factor", "too large"),
    ("04.13", [1280, 5], "each block adds 1", "index"),
    ("04.13", [40, 13], "before the first block is missing", "index"),
    ("04.13", [1280, 11], "1 of 2 numbers are right.", "whole number"),
    ("04.13", [640, 13], "Without a norm you stopped one block early", "The first"),
    ("04.13", [1280, 12], "With a norm you stopped one block early", "The second"),
    ("04.14", with_one_mean, "whole table", "still constants"),
    ("04.14", partial(gradient, sign=1), "The sign", "ε is missing"),
    ("04.14", partial(gradient, of="x"), "You multiply by x.", "sums"),
    ("04.14", partial(gradient, of="x − μ"), "You multiply by x − μ", "sums"),
    ("04.14", partial(gradient, outside=True), "σ + ε", "ε is missing"),
    ("04.14", partial(gradient, divisor=1), "In the second the 1/N is missing", "You subtract sums"),
    ("04.14", partial(gradient, power=2), "twice by the root", "ε is missing"),
    ("04.14", partial(gradient, with_eps=False), "ε is missing", "twice"),
    ("05.6", 0.4, "second step began at 0", "too small"),
    ("05.7", ALL_ROWS, "all five rows", "index"),
    ("05.8", 2.5107, "σ of the test batch", "too large"),
    ("05.9", 10, "stands in the question", "squaring"),
    ("05.9", 6, "so are the sizes", "too small"),
    ("05.9", 14.64, "alike inside", "Very close"),
    ("05.9", 15.8, "both means alike", "n − 1"),
    ("05.9", 15.47, "19 and 29", "49"),
    ("05.9", 12.8, "distance between the means", "alike"),
    ("05.9", 15.6, "Your 15.6", "alike"),
    ("05.9", 15.7, "Your 15.7", "49"),
    ("05.9", 15, "both batches alike", "n − 1"),
    ("06.8", 2.96, "share of the pads for r", "small"),
    ("06.8", 4.16, "with their share only", "σ² already"),
    ("06.8", 4.44, "square of the new mean", "large"),
    ("06.8", 2.64, "squared the share of the pads", "small"),
    ("06.8", 3.54, "n − 1", "large"),
    ("06.7", 4.4, "right as far as it goes", "axis"),
    ("05.7", [0.78, 0.7, 0.79], "running means", "index"),
    ("07.9", -0.9266, "from section 2", "too small"),
    ("07.9", 1.413, "the first", "too large"),
    ("07.11", (32, 100), "How many means stand in it?", "Python reads"),
    ("05.11", 0, "prime", "Misconception"),
    ("05.12", with_mended_mean, "The variance still has both bugs", "Both bugs are still there"),
    ("05.12", partial(with_mended_mean, ddof=1), "In the variance the weights", "both bugs"),
    ("05.12", always_a_tenth, "argument momentum", "both bugs"),
    ("05.12", with_sigma, "a variance", "both bugs"),
    ("06.4", "a", "5.2 below", "r·σ²"),
    ("06.6", "d", "a row of equal numbers", "Misconception"),
    ("06.7", 5.0747, "one mean for the whole table", "Misconception"),
    ("06.7", [5.0747] * 3, "one mean for the whole table", "Misconception"),
    ("06.9", 9, "n − 1", "too small"),
    ("06.10", filled, "σ² becomes r·σ²", "r times too small"),
    ("06.14", {"far": [10, 11, 12], "around": [-1, 0]}, "different lengths", "column"),
    ("06.14", WITH_ITS_PADS, "rows of zeros", "Misconception"),
    ("06.14", [[10, 5], [11, 5], [12, 5]], "both σ grow", "vary"),
    ("06.14", [[10, 0], [11, 0], [12, 0]], "do not move as asked", "shrink"),
    ("06.14", [[1, -1], [-1, 2], [0, -1]], "both σ shrink", "rows of zeros"),
    ("07.11", (3, 200), "Python reads 3,200 as two numbers. Write 3200.", "decimal"),
    ("07.11", (32, 100, 64), "you gave 3 numbers", "Python reads"),
    ("07.13", 3.75, "3.75 is μ, and 7.5 − μ as well", "You subtracted"),
    ("07.13", 1, "6.5 of “Hi Nitish” without its pads", "right as far as they go"),
    ("07.13", 1.01, "right as far as they go", "Hi Nitish"),
    ("07.14", with_mended_n, "The divisor is n now", "n − 1"),
    ("07.16", (MARKS, -nv.layer_norm(MARKS).y), "All signs are turned", "It finds"),
    ("07.17", NOT_SQUARE, "all rows and all columns need the same one", "add up"),
    ("08.5", "a", "That is so for layer norm", "Misconception"),
    ("08.9", 0.375, "one of the numbers in the place of their mean", "smallest"),
    ("08.9", 1, "one of the numbers in the place of their mean", "largest"),
    ("08.11", np.ptp(ONE_SEED), "You took the last row", "first look"),
    ("08.12", partial(block, ddof=1), "n − 1", "RMS"),
    ("08.12", partial(block, centre=0), "RMS norm", "n − 1"),
    ("08.12", partial(block, power=2), "You divided by σ²", "RMS"),
    ("08.12", partial(block, axis=None), "whole table", "batch norm"),
    ("08.12", changed_places, "changed places", "overwritten"),
    ("08.12", partial(block, eps=0), "ε is missing", "overwritten"),
    ("08.13", (EARLIER, LATER, 0.5), "one number for each column", "rows and columns"),
    ("08.13", (EARLIER, EARLIER, [0, 0]), "Both tables are the same", "Correct"),
    ("09.5", 4.47, "This is √n", "rounded"),
    ("09.5", 4.24, "√(n − 2)", "rounded"),
    ("09.6", 4, "stands in the question", "misconception"),
    ("09.6", 4.9497, "divides by 2 here", "large"),
    ("01.12", 28, "Round up", "small"),
    ("10.6", 0.3942, "has arrived", "small"),
    ("08.8", 5, "factor", "small"),
    ("09.7", 1.37, "4/√8.5", "square"),
    ("09.7", 1.41, "printed value's square", "4/√8.5"),
    ("09.7", 6.67, "Your 6.67", "n − 1"),
    ("08.7", 1.7667, "rounded each logarithm", "decimal first"),
    ("09.7", 3, "This is n − 1", "Misconception"),
    ("09.9", 66.5, "Your 66.5", "batch of 32"),
    ("09.9", 65.88, "batch of 32", "Your"),
    ("09.9", 67.5, "Your 67.5", "68 %"),
    ("09.12", agrees, "Nothing has changed", "Half a decimal is right"),
    ("09.12", half_a_decimal, "Half a decimal is right", "Nothing has changed"),
    ("09.12", one_decimal_more, "does not give the right result", "all digits"),
    ("09.13", always_n, "This is n, whatever y is", "granted"),
    ("10.7", [1, 1], "the same number twice", "Misconception"),
    ("10.7", [0.6667, 1.5], "a variance both times", "index"),
    ("10.8", 784, "one whole picture", "Misconception"),
    ("10.9", "a", "third number", "Misconception"),
    ("10.10", divided_by_all, "divided it by all rows", "counts them"),
    ("10.11", exchanged, "changed places", "sign"),
    ("10.11", signed_mean, "In the first, take the distance", "second, take"),
    ("10.11", signed_std, "In the second, take the distance", "first, take"),
    ("10.13", (WIDE, np.maximum(nv.batch_norm(WIDE).y, 0)), "inplace=True", "finds no norm"),
    ("10.13", (WIDE[:, [0, 1, 2, 0]], GROUPED), "no group norm", "ReLU"),
]


@each(CASES, name=lambda case: case[0])
def test_a_wrong_answer_hears_its_own_reason_and_no_other(id, answer, said, unsaid):
    result = nv.check(id, answer)
    assert result.outcome == "not yet"
    assert said in result.text
    assert unsaid not in result.text


def test_check_and_diagnose_agree_on_a_result_that_is_only_rounded():
    assert "rounded" in nv.check("02.14", (TABLE, NORMALIZED.round(2))).text
    assert "BatchNorm1d" in str(nv.diagnose(TABLE, NORMALIZED.round(2)))


def test_a_column_of_equal_numbers_may_be_the_one_whose_sigma_grows():
    assert nv.check("06.14", [[5, -1], [5, 0], [5, 1]]).outcome == "correct"


def test_torchs_batch_norm_is_right_in_its_usual_float32_too():
    def in_float32(x):
        return torch.nn.BatchNorm1d(x.shape[1])(torch.from_numpy(x).float())

    assert nv.check("02.13", in_float32).outcome == "correct"


def test_what_is_said_of_02_15_and_07_13_is_so():
    x, pair = np.array([[2, 1], [4, 5], [4, 3], [10, 3]]), np.array([6.5, 2.21])
    assert x.std(axis=0).min() >= 1.4
    assert np.allclose(100 * (1 - x.std(axis=0) / x.std(axis=0, ddof=1)), 13, atol=0.5)
    assert np.isclose((6.5 - pair.mean()) / pair.std(), 1)
    assert np.mean([7.5, 2.2, 2.9, 9.9, 0, 0]) == 7.5 - 3.75


def test_the_rows_of_02_15_as_they_are_printed_lead_diagnose_to_the_right_letter():
    question = all_questions()["02.15"]
    pairs = re.findall(r"\(([^()]+), ([^()]+)\)", question.ask.replace("−", "-"))
    rows = np.array(pairs, dtype=float)
    assert rows.shape == (8, 2)
    assert "n − 1" in str(nv.diagnose(rows[:4], rows[4:]))
    assert "n − 1" in question.letters[question.right_answer()].text


def test_two_tables_that_scaling_alone_explains_are_not_said_to_show_a_convention():
    text = nv.check("10.13", (WIDE, WIDE * [2, 3, 0.5] + 1)).text
    assert "nobody can tell whether it was a batch norm" in text
