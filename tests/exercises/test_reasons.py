"""What a wrong answer that is no known mistake must be told, and what it must not be told."""

import re
from pathlib import Path

import numpy as np
import torch  # noqa: F401, the cases use it

import normviz as nv
from normviz.exercises.catalogue import all_questions
from tests.each import each

TABLE = np.array([[12, 3.5], [30, 1.0], [18, 2.0], [41, 4.5]])
NORMALIZED = nv.batch_norm(TABLE).y
STEEP = TABLE * [1, 1000]
STANDARDIZED = nv.batch_norm(STEEP, eps=0).y
LONG = np.random.default_rng(0).normal(size=(5000, 2))


GRADES = np.array([[8.9, 1000.0], [6.2, 250], [8.3, 2], [9.2, 700]])
EARLIER, LATER = np.array([[1, 2], [3, 4], [5, 7]]), np.array([[1, 2], [3, 5], [5, 9]])
GAPS = np.abs(EARLIER.mean(axis=0) - LATER.mean(axis=0)) / LATER.std(axis=0)


def one_decimal_more(printed, computed, decimals):
    return (np.abs(printed - computed) <= 10.0 ** -(decimals + 1)).astype(int)


def words_by_zeros(x, mask):
    real = x != 0
    mean = x.sum(axis=(0, 1)) / real.sum(axis=(0, 1))
    away = (x - mean) * real
    return away / np.sqrt((away**2).sum(axis=(0, 1)) / real.sum(axis=(0, 1)) + 1e-5)


WIDE = np.array([[2.0, 30, 1], [4, 10, 3], [1, 25, 2], [7, 40, 6]])
GROUPED = nv.group_norm(WIDE[:, None, [0, 1, 2, 0]], groups=2).y[:, 0]


LINES = Path(__file__).with_name("reasons.txt").read_text("utf-8").splitlines()
CASES = [line.split(" | ") for line in LINES if line[0] != "#"]


@each([(id, eval(answer), *words) for id, answer, *words in CASES], name=lambda case: case[0])
def test_an_answer_hears_its_own_reason_and_no_other(id, answer, said, unsaid):
    result = nv.check(id, answer)
    assert result.outcome == ("correct" if unsaid == "Not yet" else "not yet")
    assert said in result.text
    assert unsaid not in result.text


def test_the_rows_of_02_15_as_they_are_printed_lead_diagnose_to_the_right_letter():
    question = all_questions()["02.15"]
    pairs = re.findall(r"\(([^()]+), ([^()]+)\)", question.ask.replace("−", "-"))
    rows = np.array(pairs, dtype=float)
    assert rows.shape == (8, 2)
    assert "n − 1" in str(nv.diagnose(rows[:4], rows[4:]))
    assert "n − 1" in question.letters[question.right_answer()].text
