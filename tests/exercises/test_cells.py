"""The question cells of the notebooks are written from the catalogue, and nothing else in them is touched."""

import json

import pytest

from normviz.exercises.catalogue import all_questions
from normviz.exercises.cells import CODE, rewritten, words_of, write
from tests.each import cases, each

LETTERS, MENDED, WRITTEN, NUMBER = "02.15", "02.13", "06.10", "02.6"


def text(source):
    return {"cell_type": "markdown", "id": "a", "metadata": {}, "source": source.splitlines(keepends=True)}


def code(source):
    return {"cell_type": "code", "id": "b", "metadata": {}, "source": source.splitlines(keepends=True)}


def asked(id, words):
    given = [code("old = 1")] if getattr(all_questions()[id], "given", None) else []
    return [text("# Title"), text(words), *given, code(f'answer = ...\nnv.check("{id}", answer)')]


@pytest.mark.parametrize("id", [LETTERS, MENDED, WRITTEN, NUMBER])
@pytest.mark.parametrize("before", ["", "## Your turn\n\nRun the cell.\n\n"])
@pytest.mark.parametrize(
    "heading", ["### {}  An old title\n\nOld words.", "**{}, spot the bug.** Old words."]
)
def test_a_question_gets_its_words_and_what_stands_before_it_stays(id, before, heading):
    question = all_questions()[id]
    cells = rewritten(asked(id, before + heading.format(id)))
    assert "".join(cells[1]["source"]) == before + words_of(question)
    assert cells[0] == text("# Title")
    assert cells[-1] == code(f'answer = ...\nnv.check("{id}", answer)')
    if id == MENDED:
        assert "".join(cells[2]["source"]) == question.given_code
    assert rewritten(cells) == cells


def test_a_question_without_a_place_is_refused():
    with pytest.raises(ValueError, match=r"expected a line that begins question 02\.6"):
        rewritten(asked(NUMBER, "What is it?"))


@each(cases(globals(), "test_code_among_the_words_is_marked_as_code"))
def test_code_among_the_words_is_marked_as_code(words, marked):
    assert CODE.findall(words) == marked


def test_a_file_keeps_every_byte_that_is_not_a_question(tmp_path):
    cells = [text("# μ and σ\n"), *asked(NUMBER, "### 02.6 Old\n\nOld."), {**code("1"), "outputs": []}]
    path = tmp_path / "a.ipynb"
    written = json.dumps({"cells": cells, "metadata": {}}, indent=1, ensure_ascii=False)
    path.write_text(written + "\n", "utf-8")
    before = path.read_text("utf-8").splitlines()
    assert write(path)
    after = path.read_text("utf-8").splitlines()
    assert [line for line in before if line not in after] == ['    "### 02.6 Old\\n",', '    "Old."']
    assert not write(path)
    path.write_text(path.read_text("utf-8").rstrip(), "utf-8")
    with pytest.raises(ValueError, match="as Jupyter writes it"):
        write(path)
