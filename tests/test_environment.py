"""The environment check: what is needed, tested with and here; advice that mends, and breaks nothing."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell
from nbformat.v4 import new_code_cell, new_notebook
from packaging.version import Version

import normviz as nv
from normviz import environment
from normviz.pages.run import hidden_errors, run
from tests.requirements import PYPROJECT, requirements, requirements_in
from tests.support.chapters import CHAPTERS, ROOT, chapter_name, read

PACKAGES = environment.NEEDED | environment.OPTIONAL
LOWEST, COLABS = (
    requirements_in(ROOT / "tests" / "constraints" / f"{name}.txt") for name in ("lowest", "colab")
)


@pytest.fixture(autouse=True)
def no_picture_shown(monkeypatch):
    """Whatever other tests have shown in this process."""
    monkeypatch.setattr(environment, "page", environment.Page())


@pytest.fixture
def place(monkeypatch):
    """``place(...)`` is the answer of a place: what is installed there, in a notebook or not, and its variables."""

    def place(packages, *, kernel=True, answered=False, **variables):
        monkeypatch.setattr(environment, "_installed", packages.get)
        monkeypatch.setattr(environment, "_kernel_running", lambda: kernel)
        environment.page.answered = answered
        for name in ("JUPYTERHUB_USER", "COLAB_RELEASE_TAG", "CPU_LIMIT", "OMP_NUM_THREADS"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return nv.check_environment()

    return place


def finding(answer, name):
    return next(f for f in answer.findings if f.name == name)


def test_nothing_is_wrong_here():
    answer = nv.check_environment()
    assert answer.ok and answer.headline.startswith("✓")
    assert finding(answer, "Python").here == ".".join(map(str, sys.version_info[:3]))
    for name in PACKAGES:
        assert finding(answer, name).here == version(name)


def test_needed_is_what_the_package_asks_for_and_what_the_tests_are_run_with():
    project = PYPROJECT["project"]
    extras = project["optional-dependencies"]
    asked = requirements([*project["dependencies"], *extras["lab"], *extras["torch"]])
    floors = {name: Version(spec.version) for name, (spec,) in asked.items()}
    assert all(spec.operator == ">=" for (spec,) in asked.values())
    assert {name: Version(needed) for name, (needed, *_) in PACKAGES.items()}.items() <= floors.items()
    # An old torch would be gigabytes more; ipywidgets 7 is Colab's alone.
    lowest = {
        name: Version(spec.version)
        for name, (spec,) in (LOWEST | {"ipywidgets": COLABS["ipywidgets"]}).items()
    }
    assert lowest == {name: floor for name, floor in floors.items() if name != "torch"}
    assert project["requires-python"] == f">={environment.PYTHON[0]}"


def test_tested_with_is_what_binder_pins():
    pins = requirements_in(ROOT / "binder" / "requirements.txt")
    for name, pin in pins.items():
        assert f"=={PACKAGES[name][1]}" == str(pin)


HUB = {
    "numpy": "1.26.4", "matplotlib": "3.8.4", "ipywidgets": "8.1.5", "anywidget": "0.9.18", "jupyterlab": "4.2.5",
    "jupyterlab_widgets": "3.0.13", "torch": "2.6.0",
}  # fmt: skip
COLAB = {
    "numpy": "2.0.2", "matplotlib": "3.10.0", "ipywidgets": "7.7.1", "anywidget": "0.9.21",
    "jupyterlab_widgets": "3.0.15", "torch": "2.10.0+cpu",
}  # fmt: skip


@pytest.mark.parametrize("packages", [HUB, COLAB], ids=["a hub", "Colab"])
def test_no_cross_where_everything_works(place, packages):
    answer = place(packages)
    assert answer.ok
    assert "✗" not in answer.text


@pytest.mark.parametrize("name", environment.OPTIONAL)
def test_what_may_be_missing_is_no_cross_and_says_what_is_left_out(place, name):
    answer = place(HUB | {name: None})
    assert answer.ok and "○" in answer.headline
    assert finding(answer, name).here == f"not installed: {environment.OPTIONAL[name][2]}"


@pytest.mark.parametrize("name", environment.NEEDED)
@pytest.mark.parametrize("found", [None, "0.1"])
def test_what_is_needed_and_missing_or_too_old_is_a_cross_with_the_line_that_mends_it(place, name, found):
    answer = place(HUB | {name: found}, answered=True)
    assert answer.headline.startswith("✗ 1 of")
    assert (found or "not installed") in finding(answer, name).here
    line = f'pip install -U "{name}>={environment.NEEDED[name][0]}"'
    assert f"%{line} in a cell" in answer.text and f"{name}&gt;=" in answer._repr_html_()
    assert f"python -m {line}" in place(HUB | {name: found}, kernel=False).text


@pytest.mark.parametrize("major", environment.HALVES)
def test_halves_of_ipywidgets_that_do_not_fit_are_told_unless_the_page_has_answered(place, major):
    packages = HUB | {"ipywidgets": f"{major}.7.1"}
    for half in (None, "1.1.11", "3.0.13", "2.0"):
        fits = half is not None and half.startswith(f"{environment.HALVES[major]}.")
        answer = place(packages | {"jupyterlab_widgets": half})
        assert answer.ok == fits
        assert fits or "jupyterlab_widgets>=" in answer.text
        assert place(packages | {"jupyterlab_widgets": half}, answered=True).ok
        # Where JupyterLab is not in the kernel's environment, the page brings the half that fits.
        assert place(packages | {"jupyterlab_widgets": half, "jupyterlab": None}).ok


def test_colab_shows_widgets_itself_whatever_is_installed(place):
    assert not place(COLAB | {"jupyterlab": "4.6.6"}).ok
    assert place(COLAB | {"jupyterlab": "4.6.6"}, COLAB_RELEASE_TAG="release-colab").ok


def test_nobody_is_told_to_replace_what_a_hub_has_installed(place):
    answer = place(HUB | {"anywidget": "0.8.0"}, JUPYTERHUB_USER="ada")
    assert not answer.ok
    assert "pip install" not in answer.text
    assert 'ask who runs this hub for "anywidget>=0.9.3"' in answer.text


def test_where_two_are_found_both_are_named_and_what_one_lacks_is_said_with_its_place(
    place, tmp_path, monkeypatch
):
    used = Path(nv.__file__)
    monkeypatch.setattr(sys, "path", [str(used.parent.parent)])
    assert finding(place(HUB), "normviz") == environment.Finding("normviz", nv.__version__)
    (tmp_path / "normviz").mkdir()
    (tmp_path / "normviz" / "__init__.py").touch()
    sys.path.append(str(tmp_path))
    answer = place(HUB)
    here = finding(answer, "normviz").here
    assert answer.ok and str(used.parent) in here and str(tmp_path / "normviz") in here
    with pytest.raises(AttributeError, match=re.escape(f"no attribute 'newer'; it lies in {used}")):
        _ = nv.newer


def test_only_a_notebook_is_told_to_restart_its_kernel(place):
    assert "Restart Kernel" in place({}).text
    assert "Restart" not in place({}, kernel=False).text


def test_old_python_is_a_cross():
    made = environment._python((3, 9, 1))
    assert not made.ok and made.here == "3.9.1" and "3.11" in made.mend
    assert environment._python((3, 11, 0)).ok


def test_a_page_that_answered_or_has_had_no_time_yet_is_no_problem(place):
    page = environment.page
    explorer = nv.EpsilonExplorer()
    assert not page.silent
    explorer._ipython_display_()
    assert not page.silent and page.shown is not None
    page.shown -= 1000
    assert page.silent
    silent = place(HUB)
    assert "the page has not answered" in silent.text and "-U" in silent.text
    assert place(HUB, answered=True).ok


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, 1),
        ({"CPU_LIMIT": "0.5"}, 1),
        ({"CPU_LIMIT": "1.9"}, 1),
        ({"CPU_LIMIT": "64"}, 2),
        ({"OMP_NUM_THREADS": "2"}, 2),
        ({"OMP_NUM_THREADS": "1", "CPU_LIMIT": "4"}, 1),
        ({"OMP_NUM_THREADS": "32", "CPU_LIMIT": "64"}, 2),
        ({"OMP_NUM_THREADS": "", "CPU_LIMIT": "many"}, 1),
    ],
)
def test_threads_follow_the_share_that_a_hub_gives(monkeypatch, variables, wanted):
    for name in ("CPU_LIMIT", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("os.cpu_count", lambda: 16)
    assert environment.threads() == wanted
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert environment.threads() == 1


def test_the_check_imports_neither_torch_nor_widgets():
    code = (
        "import sys, normviz; normviz.check_environment(); "
        "sys.exit(sum(name in sys.modules for name in ('torch', 'ipywidgets', 'matplotlib.pyplot')))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


# -- cells that need what is not installed

LEFT_OUT = "PyTorch is not installed: this cell is left out, and nothing below needs it.\n"


def run_without_torch(notebook):
    return run(
        new_notebook(cells=[new_code_cell("import sys; sys.modules['torch'] = None"), *notebook.cells])
    )


def left_out(notebook):
    return [
        cell
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output.get("text") == LEFT_OUT
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", CHAPTERS[:-1], ids=chapter_name)
def test_chapter_runs_from_top_to_bottom_without_torch(path):
    notebook = run_without_torch(read(path))
    assert hidden_errors(notebook) == []
    skipped = left_out(notebook)
    assert all("torch" in cell.source for cell in skipped)
    assert bool(skipped) == any("import torch" in cell.source for cell in notebook.cells[1:])


def test_last_chapter_says_at_its_top_that_it_needs_torch():
    needs = next(cell.source for cell in read(CHAPTERS[-1]).cells if "this chapter needs" in cell.source)
    assert "with PyTorch" in needs


def test_only_cells_that_import_the_package_themselves_are_left_out():
    setup = "import normviz as nv\nnv.skip_without('torch'); nv.skip_without('torch')"
    guarded = "try:\n    import torch\nexcept ImportError:\n    print('my own words')"
    cells = [setup, "from torch import nn", "import torch.nn as nn", guarded, "print('import torch')"]
    notebook = run_without_torch(new_notebook(cells=[*map(new_code_cell, cells)]))
    assert [cell.source for cell in left_out(notebook)] == cells[1:3]
    assert [cell.outputs[0].text for cell in notebook.cells[-2:]] == ["my own words\n", "import torch\n"]


def test_where_the_package_is_there_or_no_notebook_runs_nothing_is_left_out(monkeypatch):
    nv.skip_without("json")
    shell = InteractiveShell()
    monkeypatch.setattr(environment, "_shell", lambda: shell)
    nv.skip_without("json")
    assert shell.run_cell("import json\nfound = json.dumps(1)").success
    assert shell.user_ns["found"] == "1"
