"""Chapters 00 to 05: what a wrong answer must be told, and what it must not be told."""

import re

import numpy as np

import normviz as nv
from normviz.exercises.catalogue import all_questions
from tests.each import each
from tests.exercises.reasons import check_reason

TABLE = np.array([[12, 3.5], [30, 1.0], [18, 2.0], [41, 4.5]])
NORMALIZED = nv.batch_norm(TABLE).y
MEANS, SIGMAS = TABLE.mean(axis=0), TABLE.std(axis=0)
STEEP = TABLE * [1, 1000]
STANDARDIZED = nv.batch_norm(STEEP, eps=0).y


def through_one_mean(dy, x, gamma, eps=1e-5):
    sigma = np.sqrt(x.var(axis=0) + eps)
    x_hat, d = (x - x.mean(axis=0)) / sigma, gamma * dy
    return (d - d.mean() - x_hat * (d * x_hat).mean()) / sigma


def not_divided(dy, x, gamma, eps=1e-5):
    x_hat, d = (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps), gamma * dy
    return d - d.mean(axis=0) - x_hat * (d * x_hat).mean(axis=0)


def gamma_forgotten(mu, sigma):
    def mistaken(dy, x, gamma, eps=1e-5):
        sd = np.sqrt(x.var(axis=0) + eps)
        x_hat, d = (x - x.mean(axis=0)) / sd, gamma * dy
        in_mu, in_sigma = (dy if forgotten else d for forgotten in (mu, sigma))
        return (d - in_mu.mean(axis=0) - x_hat * (in_sigma * x_hat).mean(axis=0)) / sd

    return mistaken


def product_of_means(dy, x, gamma, eps=1e-5):
    sd = np.sqrt(x.var(axis=0) + eps)
    x_hat, d = (x - x.mean(axis=0)) / sd, gamma * dy
    return (d - d.mean(axis=0) - x_hat * d.mean(axis=0) * x_hat.mean(axis=0)) / sd


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


def with_mended_n(mean, var, batch, momentum=0.1):
    return with_mended_mean(mean, var, batch, momentum, ddof=1)


def always_a_tenth(mean, var, batch, momentum=0.1):
    return np.array([0.9 * mean + 0.1 * batch.mean(axis=0), 0.9 * var + 0.1 * batch.var(axis=0, ddof=1)])


def with_sigma(mean, var, batch, momentum=0.1):
    kept = (1 - momentum) * np.array([mean, var])
    return kept + momentum * np.array([batch.mean(axis=0), batch.std(axis=0)])


# id, answer, what must be said, what must not
CASES = [
    ("00.2", 6, "σ²", "n − 1"),
    ("00.2", np.sqrt(18), "Divide the sum", "σ². Take"),
    ("00.2", 18, "sum of the squares", "too large"),
    ("00.2", 5, "This is the mean", "too large"),
    ("00.2", 0, "add up to 0", "too small"),
    ("01.7", 0.4286, "σ²", "largest number"),
    ("01.7", 0.5345, "longest but one", "Very close"),
    ("01.9", 30, "percent", "too small"),
    ("01.9", 120, "raw", "too large"),
    ("01.10", 0.3, "λ_min alone", "too small"),
    ("01.11", 12.2187, "100 times too large", "share is asked"),
    ("01.14", (STANDARDIZED, STEEP), "changed places", "condition number of your table is not"),
    ("01.14", (STEEP, STANDARDIZED.round(2)), "rounded too early", "not the standardized"),
    ("01.16", "b", "σ²", "Misconception"),
    ("02.2", "a", "so does σ", "times smaller"),
    ("02.6", 14, "sum of the squares", "too large"),
    ("02.6", 3, "This is μ", "too large"),
    ("02.3", "c", "one row", "Misconception"),
    ("02.4", "a", "32/3", "?"),
    ("02.9", np.inf, "There is a limit", "division by zero"),
    ("02.9", 1, "typical distance", "There is a limit"),
    ("02.9", 3, "three σ", "There is a limit"),
    ("02.9", 11, "forgot the root", "too large"),
    ("02.9", np.sqrt(12), "pulls the mean", "√(n − 1)"),
    ("02.10", 1, "third power", "n − 1"),
    ("02.12", 0.0625, "square", "vanish"),
    ("02.14", (TABLE, NORMALIZED.round(2)), "rounded too early", "is not the batch norm"),
    ("02.13", without_parentheses, "Parentheses are missing", "n − 1"),
    ("02.14", (NORMALIZED, TABLE), "changed places", "is not the batch norm"),
    ("02.14", (TABLE, -NORMALIZED), "All signs are turned", "It finds"),
    ("02.15", "b", "σ of 1.4 and more", "σ of 2"),
    ("03.5", "c", "four times the way to the lowest point", "that way"),
    ("03.6", 5, "do not turn 0.12 into 5", "No γ"),
    ("03.6", 1.8371, "fourth row", "too large"),
    ("03.10", 2.3664 * -0.7071 + 5, "another row of the batch", "too small"),
    ("03.10", 8.3333, "γ from the new batch", "too small"),
    ("03.12", 2.0442, "slope", "too large"),
    ("03.12", 0.1022, "length of the step", "too small"),
    ("02.6", 1.87, "n − 1", "not it"),
    ("02.6", 0.7483, "root comes last", "not it"),
    ("02.10", 2.3663, "SKEW", "too large"),
    ("02.11", 2.0788, "what was done to the weights", "too large"),
    ("03.7", [1.7, 7.2], "no distance", "index"),
    ("03.7", [0, 5.5], "so to their mean", "index"),
    ("03.6", -1.069, "across a row", "too small"),
    ("03.7", [-5.5, 1.7], "The mean comes first", "index"),
    ("03.7", [1.7, 1], "γ multiplies it", "index"),
    ("03.7", [1.7, 13.9139], "σ of the column", "index"),
    ("03.8", [24, 24], "you gave 2 numbers", "decimal number"),
    ("03.11", [3.6, 2], "Divide by σ as well", "Very close"),
    ("03.10", 8.0551, "in both batches", "too small"),
    ("03.10", 8.7417, "Your γ divides by n − 1", "too large"),
    ("03.11", [3.75, 2], "σ², the variance", "index"),
    ("03.12", 0.8, "p as the error", "twice too long"),
    ("03.10", 2.8868, "Your 2.8868", "root"),
    ("03.12", 0.9478, "the loss L itself for its slope", "root"),
    ("03.12", 0.9489, "half as long", "too large"),
    ("03.12", 0.7956, "twice too long", "too small"),
    ("03.13", through_one_mean, "whole table", "still treated as constants"),
    ("03.13", all_three, "returns 3 results, and one is asked for", "lengths"),
    ("03.13", gamma_forgotten(True, True), "missing in both means", "Misconception"),
    ("03.13", gamma_forgotten(True, False), "missing in the way through μ", "both means"),
    ("03.13", gamma_forgotten(False, True), "missing in the way through σ", "both means"),
    ("03.13", product_of_means, "mean(d)·mean(x̂) is 0", "still treated as constants"),
    ("03.13", not_divided, "Divide it by σ", "still treated as constants"),
    ("03.14", (TABLE, [SIGMAS.round(2), MEANS]), "rounded too early", "does not come back"),
    ("03.14", (TABLE, [SIGMAS, -MEANS]), "β is added", "does not come back"),
    ("03.14", (TABLE, [1 / SIGMAS, MEANS]), "What undoes a division?", "does not come back"),
    ("03.15", "d", "pattern", "Misconception"),
    ("04.10", 0.8974, "the two σ alone", "too small"),
    ("04.11", [0, 1.8257], "divides by n − 1", "index"),
    ("04.12", 3, "3 is a factor", "too large"),
    ("04.13", [1280, 5], "each block adds 1", "index"),
    ("04.13", [40, 13], "before the first block is missing", "index"),
    ("04.13", [1280, 11], "1 of 2 numbers are right.", "whole number"),
    ("04.14", with_one_mean, "whole table", "still constants"),
    ("05.12", with_mended_mean, "The variance still has both bugs", "Both bugs are still there"),
    ("05.12", with_mended_n, "In the variance the weights", "both bugs"),
    ("05.6", 0.4, "second step began at 0", "too small"),
    ("05.7", ALL_ROWS, "all five rows", "index"),
    ("05.8", 2.5107, "σ of the test batch", "too large"),
    ("05.9", 5, "too small", "squaring"),
    ("05.9", 2.5, "so are the sizes", "too small"),
    ("05.9", 6.34, "alike inside", "Very close"),
    ("05.9", 6.6, "both means alike", "n − 1"),
    ("05.9", 6.48, "Your 6.48", "alike"),
    ("05.9", 6.55, "Your 6.55", "49"),
    ("05.11", 0, "prime", "Misconception"),
    ("05.12", always_a_tenth, "argument momentum", "both bugs"),
    ("05.12", with_sigma, "a variance", "both bugs"),
    ("05.9", 6.5, "both batches alike", "n − 1"),
]


@each(CASES, name=lambda case: case[0])
def test_a_wrong_answer_hears_its_own_reason_and_no_other(id, answer, said, unsaid):
    check_reason(id, answer, said, unsaid)


def test_check_and_diagnose_agree_on_a_result_that_is_only_rounded():
    assert "rounded" in nv.check("02.14", (TABLE, NORMALIZED.round(2))).text
    assert "BatchNorm1d" in str(nv.diagnose(TABLE, NORMALIZED.round(2)))


def test_02_15_says_of_its_columns_what_is_so():
    x = np.array([[2, 1], [4, 5], [4, 3], [10, 3]])
    assert x.std(axis=0).min() >= 1.4
    assert np.allclose(100 * (1 - x.std(axis=0) / x.std(axis=0, ddof=1)), 13, atol=0.5)


def test_the_rows_of_02_15_as_they_are_printed_lead_diagnose_to_the_right_letter():
    question = all_questions()["02.15"]
    pairs = re.findall(r"\(([^()]+), ([^()]+)\)", question.ask.replace("−", "-"))
    rows = np.array(pairs, dtype=float)
    assert rows.shape == (8, 2)
    assert "n − 1" in str(nv.diagnose(rows[:4], rows[4:]))
    assert "n − 1" in question.letters[question.right_answer()].text
