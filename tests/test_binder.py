"""binder/: what can be known of the image without building it."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import requires, version
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.requirements import PYPROJECT, requirements, requirements_in
from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive

BINDER = ROOT / "binder"
PINS = requirements_in(BINDER / "requirements.txt")
RUNTIME = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip()

in_one_process = pytest.mark.xdist_group("fresh python")
needs_bash = pytest.mark.skipif(os.name == "nt", reason="Binder's scripts run on Linux only")


def pinned(name):
    (pin,) = PINS[name]
    assert pin.operator == "==", f"{name} is not pinned exactly"
    return pin.version


def image(folder):
    """What repo2docker would build, without building it."""
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def project_copy(folder):
    for name in ("binder", "normviz", "notebooks"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def test_repo2docker_understands_the_project(tmp_path):
    verdict = image(project_copy(tmp_path))
    assert verdict.returncode == 0, verdict.stderr
    for part in ("binder/requirements.txt", "binder/postBuild", "binder/start"):
        assert part in verdict.stdout + verdict.stderr
    assert f"Building conda environment for {RUNTIME.replace('-', '=')}\n" in verdict.stderr


@pytest.mark.parametrize("name", sorted(PINS))
def test_pin_is_a_version_that_the_project_allows(name):
    project, extras = PYPROJECT["project"], PYPROJECT["project"]["optional-dependencies"]
    allowed = requirements([*project["dependencies"], *extras["figures"], *extras["torch"]])
    assert pinned(name) in allowed[name]


@pytest.mark.newest
@pytest.mark.parametrize("name", sorted(PINS))
def test_pin_is_the_version_under_test(name):
    tested = version(name).split("+")[0]
    # A reader may get a newer version on a later day; whoever publishes has tested what Binder will install.
    if os.environ.get("CI"):
        assert pinned(name) == tested, "test again, and move the pin"
    else:
        assert pinned(name).split(".")[0] == tested.split(".")[0]


def test_nothing_that_the_package_needs_is_missing_from_the_image():
    python = RUNTIME.removeprefix("python-")
    (repo2docker,) = find_spec("repo2docker").submodule_search_locations
    conda = Path(repo2docker) / "buildpacks" / "conda"
    lock = (conda / f"environment.py-{python}-linux-64.lock").read_text(encoding="utf-8")
    in_image = set(re.findall(r"/([a-z0-9_.]+(?:-[a-z_.]+)*)-\d[^/]*\.conda", lock))
    assert "jupyterlab" in in_image
    with_pins = [line for name in PINS for line in requires(name) or () if "extra ==" not in line]
    brought = {Requirement(line).name.lower() for line in with_pins}
    needed = set(requirements(PYPROJECT["project"]["dependencies"]))
    assert needed - set(PINS) - brought - in_image == set()


def test_pip_layer_can_be_kept_from_commit_to_commit():
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if re.match(r"-r|-c|-e|\.", line)] == []
    assert "jupyterlab" not in PINS


@needs_bash
@pytest.mark.parametrize(
    ("limits", "threads"),
    [
        ({}, "1"),
        ({"CPU_LIMIT": "0.5"}, "1"),
        ({"CPU_LIMIT": "1.0"}, "1"),
        ({"CPU_LIMIT": "2.0"}, "2"),
        ({"CPU_LIMIT": "16"}, "2"),
        ({"CPU_LIMIT": "none"}, "1"),
        ({"CPU_LIMIT": "16", "OMP_NUM_THREADS": "4"}, "4"),
    ],
)
def test_start_caps_the_threads_and_hands_over(limits, threads):
    environment = {k: v for k, v in os.environ.items() if k not in ("CPU_LIMIT", "OMP_NUM_THREADS")}
    command = [BINDER / "start", "sh", "-c", 'echo "$OMP_NUM_THREADS $0"; exit 7', "two words"]
    outcome = subprocess.run(command, env=environment | limits, capture_output=True, text=True)
    assert (outcome.stdout, outcome.stderr, outcome.returncode) == (f"{threads} two words\n", "", 7)


@pytest.fixture(scope="module")
def fresh_python(tmp_path_factory):
    """The bin folder of an environment that has what the image brings, and no normviz."""
    folder = tmp_path_factory.mktemp("image")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    paths = {"base": str(folder), "platbase": str(folder)}
    site_packages = Path(sysconfig.get_path("purelib", "venv", paths))
    # A path in a .pth file is searched, but the .pth files in it, normviz's among them, are not read.
    (site_packages / "image.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin"


def post_build(folder, fresh_python):
    environment = os.environ | {"PATH": f"{fresh_python}{os.pathsep}{os.environ['PATH']}"}
    environment |= {"MPLCONFIGDIR": str(folder / "fonts")}
    for variable in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(variable, None)
    return subprocess.run(["./binder/postBuild"], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.exhaustive
@needs_bash
@in_one_process
def test_post_build_installs_the_package_and_fills_the_caches(tmp_path, fresh_python):
    folder = project_copy(tmp_path)
    outcome = post_build(folder, fresh_python)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert outcome.stdout.splitlines()[-1] == f"normviz {folder / 'normviz' / '__init__.py'}"
    assert list((folder / "fonts").glob("fontlist-*.json")), "the first figure would look for fonts"
    assert list((folder / "normviz" / "__pycache__").glob("norms.*.pyc"))
    # In a kernel the working folder is that of the notebook, not that of the package.
    (folder / "notebooks").mkdir(exist_ok=True)
    code = "import normviz; print(normviz.__file__)"
    command = [fresh_python / "python", "-c", code]
    found = subprocess.check_output(command, cwd=folder / "notebooks", text=True)
    assert Path(found.strip()) == folder / "normviz" / "__init__.py"


@pytest.mark.exhaustive
@needs_bash
@in_one_process
@pytest.mark.parametrize(
    ("file", "text"),
    [("normviz/__init__.py", "import no_such_module\n"), ("pyproject.toml", "[project\n")],
    ids=["package that does not import", "package that pip cannot install"],
)
def test_post_build_fails_when_a_step_fails(file, text, tmp_path, fresh_python):
    # Without `set -e`, the second would pass: the package is found in the working folder, installed or not.
    folder = project_copy(tmp_path)
    (folder / file).write_text(text, encoding="utf-8")
    assert post_build(folder, fresh_python).returncode != 0
