"""What a wrong answer that is no known mistake must be told, and what it must not be told."""

import re

import numpy as np
import torch

import normviz as nv
from normviz.exercises.catalogue import all_questions
from tests.each import each

TABLE = np.array([[12, 3.5], [30, 1.0], [18, 2.0], [41, 4.5]])
NORMALIZED = nv.batch_norm(TABLE).y
STEEP = TABLE * [1, 1000]
STANDARDIZED = nv.batch_norm(STEEP, eps=0).y
LONG = np.random.default_rng(0).normal(size=(5000, 2))


def all_three(dy, x, gamma):
    return nv.batch_norm_backward(dy, nv.batch_norm(x, gamma=gamma))


GRADES = np.array([[8.9, 1000.0], [6.2, 250], [8.3, 2], [9.2, 700]])
EARLIER, LATER = np.array([[1, 2], [3, 4], [5, 7]]), np.array([[1, 2], [3, 5], [5, 9]])
GAPS = np.abs(EARLIER.mean(axis=0) - LATER.mean(axis=0)) / LATER.std(axis=0)


def one_decimal_more(printed, computed, decimals):
    return (np.abs(printed - computed) <= 10.0 ** -(decimals + 1)).astype(int)


WIDE = np.array([[2.0, 30, 1], [4, 10, 3], [1, 25, 2], [7, 40, 6]])
GROUPED = nv.group_norm(WIDE[:, None, [0, 1, 2, 0]], groups=2).y[:, 0]


# id, answer, what must be said, what must not
CASES = [
    ("01.11", 12.2187, "100 times too large", "share is asked"),
    ("01.14", (STANDARDIZED, STEEP), "changed places", "condition number of your table is not"),
    ("01.14", (GRADES, 2 * GRADES - 1), "not the standardized table", "It finds"),
    ("02.6", 1.87, "n − 1", "not it"),
    ("02.14", (NORMALIZED, TABLE), "changed places", "is not the batch norm"),
    (
        "02.14",
        (np.c_[TABLE, [5] * 4], np.c_[NORMALIZED, [0] * 4]),
        "same number in every row",
        "not the batch",
    ),
    ("02.14", (TABLE[:, :1], NORMALIZED[:, :1]), "at least 2 columns", "not the batch"),
    ("02.14", (LONG, nv.batch_norm(LONG, correction=1).y), "3 to 200 rows", "not the batch"),
    ("03.7", [1.7, 13.9139], "σ of the column", "index"),
    ("03.10", 2.8868, "Your 2.8868", "root"),
    ("03.11", [0.4385, -4], "Where does the minus come from?", "index"),
    ("03.13", all_three, "returns 3 results, and one is asked for", "lengths"),
    ("04.13", [1280, 11], "1 of 2 numbers are right.", "whole number"),
    ("05.9", 10, "stands in the question", "squaring"),
    ("05.9", 15.6, "Your 15.6", "alike"),
    ("05.9", 15.7, "Your 15.7", "49"),
    ("06.7", 4.4, "right as far as it goes", "axis"),
    ("06.14", {"far": [10, 11, 12], "around": [-1, 0]}, "different lengths", "column"),
    ("06.14", [[10, 0], [11, 0], [12, 0]], "do not move as asked", "shrink"),
    ("07.11", (32, 100, 64), "you gave 3 numbers", "Python reads"),
    ("07.13", 1.01, "right as far as they go", "Hi Nitish"),
    ("08.9", 1, "Your 1", "given"),
    ("08.13", (EARLIER, LATER, 0.5), "one number for each column", "rows and columns"),
    ("08.13", (EARLIER, EARLIER, [0, 0]), "Both tables are the same", "Correct"),
    ("09.6", 4, "Your 4", "stands in the question"),
    ("09.7", 6.67, "Your 6.67", "n − 1"),
    ("09.9", 66.5, "Your 66.5", "batch of 32"),
    ("09.9", 67.5, "Your 67.5", "68 %"),
    ("09.12", one_decimal_more, "does not give the right result", "all digits"),
    ("02.8", [-0.5976, 1.7928, 0, 0, -1.1925], "4 of 5 numbers are right", "by the same amount"),
    ("01.7", 1.2347, "Your 1.2347", "difference"),
    ("04.10", 1.5811, "intermediate result", "left out"),
    ("05.9", 42.8, "the mean of all, squared", "alike"),
    ("07.10", [-1.2247, 0, 0], "0 of 3 numbers are right", "given"),
    ("07.13", 0.7785, "batch norm without pads", "too small"),
    ("09.5", 2, "Your 2", "stands in the question"),
    ("08.8", 3, "Your 3", "1 + 2"),
    ("10.5", 0.28, "Your 0.28", "sign"),
    ("10.7", [3, 3], "belongs at another position", "look at each name"),
    ("01.14", (STEEP, STEEP), "nothing has been done to it", "intermediate"),
    ("02.14", (TABLE, NORMALIZED.round(2)), "right as far as they go", "It finds"),
    ("02.14", (TABLE, np.trunc(1000 * NORMALIZED) / 1000), "The digits are cut off", "too early"),
    ("08.13", (EARLIER, LATER, GAPS + 6e-4), "last digits are off", "Correct"),
    ("09.14", (TABLE, NORMALIZED), "nothing to find on your page", "Error"),
    ("09.14", (TABLE, 0 * TABLE), "another mistake", "It finds"),
    ("10.13", (WIDE[:, [0, 1, 2, 0]], GROUPED), "no group norm", "ReLU"),
]


@each(CASES, name=lambda case: case[0])
def test_a_wrong_answer_hears_its_own_reason_and_no_other(id, answer, said, unsaid):
    result = nv.check(id, answer)
    assert result.outcome == "not yet"
    assert said in result.text
    assert unsaid not in result.text


@each({"03.11": [0.4384, 4], "09.7": 11.34, "03.12": 0.8978, "04.11": [0, 2.0412]}.items())
def test_what_follows_from_rounded_numbers_of_the_question_is_right(id, answer):
    assert nv.check(id, answer).outcome == "correct"


def test_a_column_of_equal_numbers_may_be_the_one_whose_sigma_grows():
    assert nv.check("06.14", [[5, -1], [5, 0], [5, 1]]).outcome == "correct"


def test_torchs_batch_norm_is_right_in_its_usual_float32_too():
    def in_float32(x):
        return torch.nn.BatchNorm1d(x.shape[1])(torch.from_numpy(x).float())

    assert nv.check("02.13", in_float32).outcome == "correct"


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
