"""Other numbers for everybody: the same for a name everywhere, as good as the question's own, and never typed in."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import normviz as nv
from normviz.exercises.catalogue import all_questions
from normviz.exercises.variants import question_of
from tests.each import each
from tests.strategies import properties

VARIED = [question for question in all_questions().values() if question.again]
# Each with its numbers of two names.
VARIANTS = [(question, question_of(question.id, name)) for question in VARIED for name in ("Ana", 7)]
every_variant = each(VARIANTS, name=lambda case: case[1].key)


@every_variant
def test_a_variant_is_solved_by_its_own_solution(question, varied):
    namespace = {"np": np, "nv": nv}
    exec(varied.code, namespace)
    result = nv.check(question.id, namespace["answer"], variant=varied.variant)
    assert result.outcome == "correct"
    assert varied.why in result.text
    assert varied.code.splitlines()[0] in nv.solution(question.id, variant=varied.variant).text


@pytest.mark.exhaustive
@every_variant
def test_every_known_mistake_is_recognized_in_a_variant_and_no_other(question, varied):
    pairs = zip(question.mistakes(), varied.mistakes(), strict=bool(question.decimals))
    for (own, _), (value, wrong) in pairs:
        result = nv.check(question.id, value, variant=varied.variant)
        assert result.outcome == "not yet"
        assert wrong.because in result.text
        assert result.misconceptions == nv.check(question.id, own).misconceptions


@each([*VARIED, *(varied for _, varied in VARIANTS)], name=lambda q: q.key)
def test_the_words_of_a_variant_hold_its_numbers_and_no_traces_of_how_they_were_made(varied):
    texts = [varied.title, varied.ask, varied.nudge, varied.method, varied.why]
    texts += [wrong.because for wrong in varied.wrong]
    for text in texts:
        assert not re.search(r"[{}]|np\.float|array\(|nan", text), text
    digits = re.findall(r"[\d.]*\d", varied.ask)
    for value in varied.data.values():
        for number in np.ravel(value):
            assert f"{abs(number):.4f}".rstrip("0").rstrip(".") in digits, varied.ask


@every_variant
def test_the_table_of_a_variant_is_of_the_same_kind(question, varied):
    for key, value in varied.data.items():
        model = question.data[key]
        assert np.shape(value) == np.shape(model)
        assert np.asarray(value).dtype == np.asarray(model).dtype
        for column in np.reshape(value, (len(value), -1)).T if np.ndim(value) else ():
            assert len(set(column)) == len(column), "no two are equal, so σ is not 0"


@pytest.mark.parametrize(
    "varied",
    [
        [question for question in VARIED if question.id in {"00.2", "06.8"}],
        pytest.param(VARIED, marks=pytest.mark.exhaustive),
    ],
    ids=["two", "all"],
)
def test_sixty_names_have_answers_of_their_own(varied):
    for question in varied:
        sixty = [question_of(question.id, f"name {n}") for n in range(60)]
        right = [np.round(one.right_answer(), question.decimals) for one in sixty]
        whole = question.decimals == 0 and np.max(right) < 100
        assert len({answer.tobytes() for answer in map(np.asarray, right)}) >= (10 if whole else 45)
        own = np.round(question.right_answer(), question.decimals)
        assert not any(np.array_equal(answer, own) for answer in right)


def test_an_answer_that_is_right_for_another_name_is_said_to_be_that(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    anas = question_of("06.8", "Ana").right_answer()
    assert "numbers of" not in nv.check("06.8", anas, variant="Bikash").text
    (tmp_path / "normviz.toml").write_text('names = ["Ana", "Bikash"]', "utf-8")
    assert (
        "the answer to the numbers of Ana. Variant Bikash has"
        in nv.check("06.8", anas, variant="Bikash").text
    )
    assert "the answer to the numbers of Ana. Here are others" in nv.check("06.8", anas).text
    own = all_questions()["06.8"].right_answer()
    assert "the chapter's numbers. Variant Ana has others" in nv.check("06.8", own, variant="Ana").text
    (tmp_path / "normviz.toml").unlink()
    nv.check("06.8", anas, variant="Ana")
    assert "the answer to the numbers of ana" in nv.check("06.8", anas, variant="Bikash").text


def column_of(name):
    return question_of("02.6", name).data["column"].tolist()


def test_a_name_may_be_typed_in_several_ways():
    for first, second in (("Ana", "  ana "), ("José", "Jose\u0301"), (7, "7"), ("Ana Silva", "ANA\tSILVA")):
        assert column_of(first) == column_of(second)
    assert column_of("Ana") != column_of("Anna")


@properties
@given(st.text(max_size=60), st.sampled_from([q.id for q in VARIED]))
def test_any_name_gets_numbers_or_a_word(name, id):
    varied = question_of(id, name)
    if name.split():
        assert nv.check(id, varied.right_answer(), variant=name).outcome == "correct"
    else:
        assert "expected a name" in varied.text


LONG = pytest.param(10**5000, id="5001 digits")


@pytest.mark.parametrize("name", ["", "  ", True, 1.5, ["Ana"], {"a": 1}, b"Ana", "x" * 101, LONG, object()])
def test_what_is_no_name_is_refused_in_words(name):
    for answer in (nv.check, nv.hint, nv.solution, nv.questions):
        assert "variant: expected a name or a whole number" in answer("02.6", variant=name).text


def test_a_question_is_shown_with_its_numbers_and_how_to_answer_it():
    text = nv.questions("02.6", variant="Ana").text
    assert "20, 14, 6, 7, 3" in text
    assert 'nv.check("02.6", answer, variant="Ana")' in text
    wrong = nv.check("02.6", 1, variant="Ana")
    assert 'nv.hint("02.6", variant="Ana")' in wrong.text
    assert "Subtract the mean 10" in nv.hint("02.6", variant="Ana").text
    assert "<b>" not in nv.questions("02.6", variant="<b>")._repr_html_()
