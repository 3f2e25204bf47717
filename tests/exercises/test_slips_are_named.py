"""Wrong answers as students give them, made by rule of every question of five chapters: nine of ten are named."""

import contextlib
import re
from functools import partial

import numpy as np
import pytest

import normviz as nv
from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Function, Numeric
from normviz.exercises.kinds.base import source_of

ASKED = [q for q in all_questions().values() if q.chapter in {"02", "03", "04", "06", "07"}]
ASKED = [q for q in ASKED if isinstance(q, Numeric | Function) and "while" not in q.code]
OTHER_AXIS = {"0": "1", "1": "0", "-1": "1", "(0, 1)": "(1, 2)"}

UNNAMED = re.compile(
    r"^Your [-−\d.e]+ is |^\d of \d numbers are right[^.]*\. The first|^Your function does not give"
)

# What is done wrong on the way: a pattern in the solution's code, and what stands in its place.
ON_THE_WAY = [
    (r"np\.sqrt\(", "("),
    (r"\.std\(", ".var("),
    (r"\.var\(", ".std("),
    (r"\.(std|var)\(", r".\1(ddof=1, "),
    (r"\((\w+)\*\*2\)\.mean\(\)", r"(\1**2).sum() / (\1.size - 1)"),
    (r"\((\w+)\*\*2\)\.mean\(\)", r"np.abs(\1).mean() ** 2"),
    (r"\.mean\(", ".sum("),
    (r"\.sum\(", ".mean("),
    (r"\b(\w+)\.mean\((.*?)\)", r"np.median(\1, \2)"),
    (r"axis=(\(0, 1\)|-1|0|1)", lambda axis: f"axis={OTHER_AXIS[axis[1]]}"),
    (r"axis=(\(0, 1\)|-?\d)(, )?", ""),
    (r" - ([\w.]+(\([^()]*\))?)\) /", r" * 1) /"),
    (r"\((\w+ - [\w.]+(?:\([^()]*\))?)\) /", r"\1 /"),
    (r"\bx_hat = (.*) / .*", r"x_hat = \1"),
    (r" - ", " + "),
    (r" \+ ", " - "),
    (r" \+ \w+$", ""),
    (r" / ", " * "),
    (r"\*\*2", ""),
    (r"\*\*3", "**2"),
    (r"np\.sqrt\((.*) \+ (eps|1e-5)\)", r"(np.sqrt(\1) + \2)"),
    (r" \+ (eps|1e-5)\b", ""),
    (r"\[0\]", "[1]"),
    (r"\[3\]", "[2]"),
    (r"\[1:", "[0:"),
    (r"0\.05", "0.5"),
    (r"gamma \* (.*) \+ beta", r"gamma * (\1 + beta)"),
    (r"gamma \* (.*) \+ beta", r"beta * \1 + gamma"),
]
# What is written down wrongly in the end.
AT_THE_END = [
    lambda right, k: -right,
    lambda right, k: np.abs(right),
    lambda right, k: 100 * right,
    lambda right, k: right * 10,
    lambda right, k: right / 10,
    lambda right, k: right**2,
    lambda right, k: np.sqrt(np.abs(right)),
    lambda right, k: np.trunc(right * 10.0**k) / 10.0**k,
    lambda right, k: np.round(right, max(k - 1, 1)),
    lambda right, k: np.trunc(right * 10.0 ** (k - 1)) / 10.0 ** (k - 1),
    lambda right, k: right[::-1],
    lambda right, k: np.sort(right),
    lambda right, k: right[:-1],
]


def slips_in(question):
    """What leads to a wrong answer: a slip on the way or at the end, and the answer."""
    code = source_of(question.solution)
    for pattern, other in ON_THE_WAY:
        changed = re.sub(pattern, other, code, flags=re.MULTILINE)
        names = {"np": np, "nv": nv}
        with contextlib.suppress(SyntaxError):
            exec(changed, names)
            made = names[question.solution.__name__]
            if changed != code:
                yield pattern, made if isinstance(question, Function) else partial(made, **question.data)
    if isinstance(question, Numeric):
        right = np.asarray(question.right_answer(), dtype=float)
        yield from ((str(n), partial(slip, right, question.decimals)) for n, slip in enumerate(AT_THE_END))


def wrong_answers(question):
    """Those that are finite, and another answer than the right one; what leads to an error leads to none."""
    right = question.right_answer()
    for slip, made in slips_in(question):
        with (
            contextlib.suppress(TypeError, ValueError, IndexError, ZeroDivisionError),
            np.errstate(all="ignore"),
        ):
            if isinstance(question, Function):
                pairs = [(made(*given), right(*given)) for given in question.inputs()]
                if any(
                    np.shape(one) != np.shape(two) or not np.allclose(one, two, 0, 1e-4) for one, two in pairs
                ):
                    yield slip, made
                continue
            value = np.round(np.asarray(made(), dtype=float), question.decimals)
            half = 0.5 * 10.0**-question.decimals
            if np.isfinite(value).all() and (
                value.shape != np.shape(right) or np.abs(value - right).max() > half
            ):
                yield slip, value


@pytest.mark.exhaustive
def test_nine_of_ten_slips_are_named_and_none_is_taken_for_right():
    heard = [(q.id, slip, nv.check(q.id, answer)) for q in ASKED for slip, answer in wrong_answers(q)]
    assert [(id, slip) for id, slip, said in heard if said.outcome == "correct"] == []
    unnamed = [(id, slip) for id, slip, said in heard if UNNAMED.search(said.text.splitlines()[1])]
    assert len(heard) > 300
    assert len(unnamed) <= len(heard) / 10, unnamed
