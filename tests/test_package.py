"""What is built for others: the wheel holds every file of the package, the chapters and the lessons."""

import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.support.chapters import NOTEBOOKS, ROOT

pytestmark = pytest.mark.exhaustive

SILENT = {"__pycache__", ".ipynb_checkpoints"}


def files_of(folder, into):
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {f"{into}/{path.as_posix()}" for path in found if not SILENT & set(path.parts)}


def test_wheel_has_every_file_of_the_package_the_chapters_and_the_lessons(tmp_path):
    for name in ("normviz", "notebooks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns(*SILENT))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        held = {name for name in files.namelist() if ".dist-info/" not in name}
    assert held == files_of(ROOT / "normviz", "normviz") | files_of(NOTEBOOKS, "normviz/chapters")
