"""What is built for others: wheel and sdist are complete, their page has no dead link, and the wheel works alone."""

import email
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.requirements import PYPROJECT
from tests.support.chapters import NOTEBOOKS, ROOT

pytestmark = [pytest.mark.xdist_group("package"), pytest.mark.exhaustive]
ADDRESS = "https://example.org/somebody/normviz"
LEFT_OUT = (
    *(".git", ".venv", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis", ".ipynb_checkpoints"),
    *("build", "dist", "mutants", "_pages"),
)


def python(*command, cwd):
    done = subprocess.run([sys.executable, *command], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with wheel and sdist of a copy that has an address."""
    folder = tmp_path_factory.mktemp("package")
    copy = shutil.copytree(ROOT, folder / "copy", ignore=shutil.ignore_patterns(*LEFT_OUT))
    pyproject = copy / "pyproject.toml"
    told = re.sub(
        r'^address = ".*"$', f'address = "{ADDRESS}"', pyproject.read_text(encoding="utf-8"), flags=re.M
    )
    pyproject.write_text(told, encoding="utf-8")
    python("-m", "build", "--no-isolation", "--outdir", folder / "dist", copy, cwd=folder)
    return folder / "dist"


@pytest.fixture(scope="module")
def wheel(built):
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def metadata(wheel):
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith("METADATA")]
        return email.message_from_string(files.read(name).decode("utf-8"))


def files_of(folder, into):
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {
        f"{into}/{p.as_posix()}" for p in found if not {"__pycache__", ".ipynb_checkpoints"} & set(p.parts)
    }


def test_both_are_what_pypi_takes(built):
    python("-m", "twine", "check", "--strict", *built.iterdir(), cwd=built)


def test_wheel_has_every_file_of_the_package_the_chapters_and_the_lessons(wheel):
    with zipfile.ZipFile(wheel) as files:
        held = {name for name in files.namelist() if ".dist-info/" not in name}
    assert held == files_of(ROOT / "normviz", "normviz") | files_of(NOTEBOOKS, "normviz/chapters")


def test_sdist_has_every_file_of_the_repository(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as files:
        held = {name.split("/", 1)[1] for name in files.getnames() if "/" in name}
    if not (ROOT / ".git").exists():
        pytest.skip("this is an sdist itself")
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).split()
    assert [name for name in listed if name not in held and (ROOT / name).exists()] == []


def test_links_and_pictures_of_the_description_lead_to_the_project(metadata):
    text = metadata.get_payload()
    targets = re.findall(r"\]\(([^)]+)\)|(?:src|srcset)=\"([^\"]+)|^\[\w+\]: (\S+)$", text, re.M)
    targets = ["".join(target) for target in targets]
    assert len(targets) > 20
    assert [target for target in targets if not target.startswith("https://")] == []
    assert f"{ADDRESS}/raw/HEAD/docs/images/ruler_light.gif" in targets
    assert "<picture>" not in text
    urls = dict(url.split(", ") for url in metadata.get_all("Project-URL"))
    assert {url.startswith(ADDRESS) for url in urls.values()} == {True}


def test_without_an_address_the_description_has_no_link_that_leads_nowhere(tmp_path):
    if PYPROJECT["tool"]["normviz"]["address"]:
        pytest.skip("there is an address")
    build = (
        f"from setuptools import build_meta; build_meta.prepare_metadata_for_build_wheel({str(tmp_path)!r})"
    )
    copy = tmp_path / "copy"
    for name in ("normviz", "notebooks"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    python("-c", build, cwd=copy)
    (found,) = tmp_path.glob("*.dist-info/METADATA")
    message = email.message_from_string(found.read_text(encoding="utf-8"))
    assert message.get_all("Project-URL") is None
    assert re.findall(r"\]\((?!https:)[^)]*\)|<img|<picture", message.get_payload()) == []


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory):
    """The Python of an environment that has the wheel, and what it needs from this one; the project is not there."""
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder, symlinks=sys.platform != "win32")
    place = sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)})
    with zipfile.ZipFile(wheel) as files:
        files.extractall(place)
    # A path in a .pth file is searched, but the .pth files in it, normviz's among them, are not read.
    Path(place, "rest.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"


def test_wheel_alone_copies_its_chapters_and_they_run(alone, tmp_path):
    where = "import normviz; print(normviz.__file__)"
    assert str(alone.parent.parent) in subprocess.check_output([alone, "-c", where], cwd=tmp_path, text=True)
    copied = subprocess.run(
        [alone, "-m", "normviz", "--copy", "mine"], cwd=tmp_path, capture_output=True, text=True
    )
    assert copied.returncode == 0, copied.stderr
    assert files_of(tmp_path / "mine", "") - {"/.copied.json"} == files_of(NOTEBOOKS, "")
    run = (
        "import nbformat; from normviz.pages.run import hidden_errors, run; "
        "done = run(nbformat.read('mine/06_padding.ipynb', 4)); print(hidden_errors(done))"
    )
    ran = subprocess.run([alone, "-c", run], cwd=tmp_path, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "[]\n"), ran.stderr[-2000:]


@pytest.mark.exhaustive
def test_tests_run_from_the_sdist(built, tmp_path):
    (path,) = built.glob("*.tar.gz")
    subprocess.run([sys.executable, "-m", "tarfile", "-e", path, tmp_path], check=True)
    (folder,) = tmp_path.iterdir()
    wanted = (
        "tests/test_norms.py",
        "tests/test_padding.py",
        "tests/docs/test_readme.py",
        "tests/test_notebooks.py",
    )
    said = python("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-q", *wanted, cwd=folder)
    assert re.search(r"\d+ passed", said)
