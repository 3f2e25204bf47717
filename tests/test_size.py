"""The code may only become smaller: pyproject.toml says how large each part is."""

import tomllib

import pytest

from tests.size import ROOT, counted

SLACK = 300  # lines below the number in pyproject.toml; further down, the number is lowered


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git lists the files that are counted")
def test_no_part_is_larger_than_pyproject_says_nor_much_smaller():
    size = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["normviz"]["size"]
    lines = {part: sum(folders.values()) for part, folders in counted().items()}
    lines["package"] = lines.pop("normviz")
    off = {
        part: (lines[part], most) for part, most in size.items() if not most - SLACK <= lines[part] <= most
    }
    assert not off, f"lines now, and the number in pyproject.toml (it may only fall): {off}"
    assert set(size) == {"package", "front", "tests"}
