"""CONTRIBUTING.md: what it shows works, in a copy of the project to which it has been added."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## Add an? (\w+)\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL)
BLOCKS = {what: re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) for what, text in SECTIONS}

QUESTION = re.search(r"^````markdown\n(.*?)^````", PAGE, re.M | re.S)[1]

CHECK = """
import normviz as nv
assert [nv.check("06.16", answer).outcome for answer in (4.5, 6.0, 5.0)] == ["correct", "not yet", "not yet"]
assert "left the pad out" in nv.check("06.16", 6.0).text
explorer = nv.ShareExplorer()
explorer.pads.value = 10
assert explorer.result == 0.375 and "37.5 %" in explorer.view.value and explorer.error is None
assert nv.ShareExplorer in nv.EXPLORERS
explorer.pads.value = -6
assert "pads" in explorer.error
"""


def add(path, before, text):
    """Put text in front of the line that begins with ``before``; at the end if that is None."""
    lines = path.read_text(encoding="utf-8").splitlines()
    place = (
        len(lines) if before is None else next(i for i, line in enumerate(lines) if line.startswith(before))
    )
    path.write_text("\n".join([*lines[:place], text, *lines[place:], ""]), encoding="utf-8")


@pytest.fixture
def project(tmp_path):
    """A copy of the project with the question, the explorer and the chapter of the page."""
    folder = tmp_path
    for name in ("normviz", "notebooks", "docs", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "_pages"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    package = folder / "normviz"
    add(package / "exercises/questions/06.md", None, QUESTION)
    model, explorer = BLOCKS["explorer"]
    imports = re.findall(r"`(from normviz\.\S+ import \w+)`", PAGE)
    (package / "views" / "share.py").write_text(model, encoding="utf-8")
    (package / "explorers" / "share.py").write_text(
        "\n".join(imports) + "\n\n\n" + explorer, encoding="utf-8"
    )
    listing = package / "explorers" / "__init__.py"
    add(listing, "EXPLORERS", "from normviz.explorers.share import ShareExplorer\n")
    add(listing, "    LedgerExplorer,", "    ShareExplorer,")
    add(package / "__init__.pyi", None, "from normviz.explorers import ShareExplorer as ShareExplorer")
    subprocess.run([sys.executable, "-c", BLOCKS["chapter"][0]], cwd=folder, check=True)
    return folder


def in_project(project, *command):
    outcome = subprocess.run([sys.executable, *command], cwd=project, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stdout[-3000:] + outcome.stderr[-3000:]
    return outcome.stdout


def test_question_explorer_and_chapter_work(project):
    in_project(project, "-c", CHECK)
