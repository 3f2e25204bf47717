"""docs/homework.md: what it tells teachers to type works, and what it lists is so."""

import re

import pytest

import normviz as nv
from docs.homework import key, sheets
from normviz.classroom.tally import ClassVotes
from normviz.exercises import votes
from normviz.exercises.catalogue import all_questions
from normviz.exercises.settings import settings
from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive

PAGE = (ROOT / "docs" / "homework.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def nobody(tmp_path, monkeypatch):
    """A folder and a home of the test's own, and a learner who has done nothing."""
    from normviz.exercises.record import RECORD

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    votes.voter.cache_clear()
    before = dict(vars(RECORD))
    RECORD.__init__()
    yield
    vars(RECORD).update(before)
    votes.voter.cache_clear()


def test_the_questions_that_it_lists_are_those_that_have_variants():
    listed = re.findall(r"\b\d\d\.\d+\b", "".join(re.findall(r"^\| \d\d \| .*$", PAGE, re.MULTILINE)))
    assert listed == [question.id for question in all_questions().values() if question.again]


def test_what_it_tells_to_type_in_python_works(tmp_path):
    (tmp_path / "votes").mkdir()
    names = {"nv": nv}
    code = "".join(code for kind, code in BLOCKS if kind == "python")
    lines = code.replace("/shared/votes", "votes").splitlines()
    for line in lines:
        if line.startswith("nv."):
            answer = eval(line, names)
            assert not str(getattr(answer, "headline", "✓")).startswith("?"), line
        else:
            exec(line, names)
    assert isinstance(answer, nv.progress().__class__)
    assert (tmp_path / "progress.json").exists()
    assert isinstance(eval('nv.class_votes("votes")', names), ClassVotes)


def test_what_it_tells_to_put_into_the_file_is_understood(tmp_path):
    text = "".join(code for kind, code in BLOCKS if kind == "toml")
    (tmp_path / "normviz.toml").write_text(text, "utf-8")
    found = settings()
    assert f"{found.solutions_from:%Y-%m-%d}" in PAGE
    assert found.votes.as_posix() == "/shared/votes"


@pytest.mark.browser
def test_a_class_of_60_gets_60_pages_and_a_key_whose_answers_are_right(page):
    ids, names = ["06.7", "06.8", "06.12", "07.10"], [str(n) for n in range(1, 61)]
    page.set_content(sheets(ids, names))
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == len(names)
    page.set_content(key(ids, names))
    rows = page.locator("tbody tr").evaluate_all(
        "all => all.map(row => [...row.children].map(one => one.textContent))"
    )
    assert [name for name, *_ in rows] == names
    for name, *answers in rows[::20]:
        for id, answer in zip(ids, answers, strict=True):
            given = [float(one.replace("\N{MINUS SIGN}", "-")) for one in answer.split(", ")]
            assert (
                nv.check(id, given if len(given) > 1 else given[0], variant=int(name)).outcome == "correct"
            ), (id, name)
