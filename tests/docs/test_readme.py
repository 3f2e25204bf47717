"""README.md as a front door: its numbers, its code and its links hold."""

import ast
import re

import numpy as np
import pytest

import normviz as nv
from normviz.exercises.catalogue import all_questions
from normviz.explorers import Explorer
from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES += [
    ROOT / "docs" / name for name in ("teaching.md", "running.md", "homework.md", "embedding.md", "built.md")
]


def test_questions_are_counted():
    assert f"{len(all_questions())} questions" in README


# -- your own data

PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_five_lines_for_your_own_data_run():
    block = PYTHON[0]
    assert len(block.splitlines()) == 5
    names, shown = {}, []
    for line in ast.parse(block).body:
        if isinstance(line, ast.Expr):
            shown.append(eval(compile(ast.Expression(line.value), "README", "eval"), names))
        else:
            exec(compile(ast.Module([line], []), "README", "exec"), names)
    *explorers, diagnosis = shown
    assert [explorer.error for explorer in explorers] == [None, None]
    assert all(isinstance(explorer, Explorer) and explorer.result is not None for explorer in explorers)
    assert "maths" in explorers[0].view.value
    assert "friends" in explorers[1].view.value
    assert "n − 1" in str(diagnosis)
    assert "1 convention reproduces this result" in str(diagnosis)


def test_three_lines_for_your_own_network_run():
    (_, block), torch = PYTHON, pytest.importorskip("torch")
    assert len(block.splitlines()) == 3
    encoder = torch.nn.Sequential()
    encoder.add_module("norm", torch.nn.BatchNorm1d(4))
    names = {"nv": nv, "model": torch.nn.Sequential(), "batch": torch.randn(16, 4)}
    names["model"].add_module("encoder", encoder)
    exec(block, names)
    assert names["report"].findings == ()
    explorer = eval(block.splitlines()[-1], names)
    assert explorer.error is None
    np.testing.assert_allclose(explorer.result.normalized.x, names["batch"].numpy())


# -- links


def anchor(heading):
    """The name that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(path):
    if path.suffix == ".ipynb":  # JupyterLab keeps capital letters
        headings = re.findall(r'"#+ (.+?)(?:\\n)?"', path.read_text("utf-8"))
        return {heading.replace(" ", "-") for heading in headings}
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_to_files_and_headings_that_exist(page):
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:)([^)]+)\)", text)
    assert targets
    for target in targets:
        file, _, heading = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        assert path.exists(), target
        assert not heading or heading in anchors(path), target
