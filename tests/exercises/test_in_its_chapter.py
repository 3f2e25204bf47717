"""Solutions and a chapter's own lines are right where the chapter asks: behind the cells above, and no others."""

import re

import pytest

import normviz as nv
from normviz.exercises import catalogue
from normviz.exercises.kinds import Choice
from tests.support.chapters import CHAPTERS, chapter_name, read

ASKED = re.compile(r'^nv\.(?:check|predict)\("(\d\d\.\d+)"', re.MULTILINE)
# Lines of the chapters that answer a question, as a learner would use them there.
OF_THE_CHAPTER = {
    "01.14": "answer = (students.values[:, :2] * [1, 1000], nv.descent.standardized(students.values[:, :2]))",
    "05.12": """def answer(mean, var, batch, momentum=0.1):
    new_mean = (1 - momentum) * mean + momentum * batch.mean(axis=0)
    return np.array([new_mean, (1 - momentum) * var + momentum * batch.var(axis=0, ddof=1)])""",
    "10.10": """def answer(x, mask):
    model = Mended()
    model.norm = nn.BatchNorm1d(x.shape[-1], dtype=torch.float64)
    return model.normalized(torch.from_numpy(x), torch.from_numpy(mask)).detach()""",
    "10.12": """def answer(x):
    model = MendedKitchen()
    model.norm = nn.BatchNorm1d(x.shape[-1], dtype=torch.float64)
    return model.normalized(torch.from_numpy(x)).detach()""",
    "10.13": "answer = tuple(tensor.detach().numpy().reshape(-1, tensor.shape[-1]) for tensor in kept[0])",
}


def answered_by(question, code, above):
    """What a learner's cell answers, run where the question stands: behind the cells above."""
    namespace = dict(above)
    exec(code, namespace)
    if isinstance(question, Choice):
        holds = (letter for letter, option in question.letters.items() if option.holds(namespace["evidence"]))
        return next(holds)
    return namespace["answer"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", CHAPTERS, ids=chapter_name)
def test_the_solution_and_the_chapters_own_lines_are_right_behind_the_cells_above(
    path, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    above, asked = {"__name__": "__main__", "display": print}, []
    for number, cell in enumerate(read(path).cells):
        if cell.cell_type != "code":
            continue
        for id in ASKED.findall(cell.source):
            question = catalogue.all_questions()[id]
            codes = [question.code, *(OF_THE_CHAPTER[one] for one in (id,) if one in OF_THE_CHAPTER)]
            asked += [(id, code, nv.check(id, answered_by(question, code, above))) for code in codes]
        exec(compile(cell.source, f"{path.name}[{number}]", "exec"), above)
    assert asked
    assert [(id, code, said.text) for id, code, said in asked if said.outcome != "correct"] == []
