"""The chapters as files."""

import re
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
CHAPTERS = sorted(NOTEBOOKS.glob("*.ipynb"))


def chapter_name(path):
    """The name of a test's parameter."""
    return path.stem


def read(path):
    return nbformat.read(path, as_version=4)


def explorers_of(path):
    """Names of the explorer classes that the chapter's code calls, each once, in order."""
    code = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "code")
    return list(dict.fromkeys(re.findall(r"\b([A-Z]\w*Explorer)\(", code)))
