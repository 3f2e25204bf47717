"""The environment check: every problem is named, with the one command that mends it."""

import subprocess
import sys

import pytest
from packaging.requirements import Requirement

import normviz as nv
from normviz import environment
from tests.support.chapters import ROOT


@pytest.fixture(autouse=True)
def no_picture_shown(monkeypatch):
    """Whatever other tests have shown in this process."""
    monkeypatch.setattr(environment, "page", environment.Page())


def finding(answer, name):
    return next(f for f in answer.findings if f.name == name)


def test_the_five_packages_are_found_here():
    answer = nv.check_environment()
    for name in environment.PACKAGES:
        assert finding(answer, name).ok, finding(answer, name)
    assert finding(answer, "Python").found == ".".join(map(str, sys.version_info[:3]))


@pytest.mark.parametrize(("version", "there"), [("99.0", False), (None, True)])
def test_there_is_a_column_for_what_mends_only_where_something_needs_mending(monkeypatch, version, there):
    monkeypatch.setattr(environment, "_installed", lambda name: version)
    monkeypatch.setattr(environment, "_kernel_running", lambda: True)
    assert ("what mends it" in environment.check_environment().text) == there


def test_the_oldest_versions_are_those_of_requirements_txt():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    asked = {r.name: r.specifier for r in map(Requirement, (s for s in lines if s[:1].isalpha()))}
    for name, oldest in environment.PACKAGES.items():
        assert min(s.version for s in asked[name] if s.operator in (">=", "==")).startswith(oldest)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (environment._package("torch", "2.13", None), "not installed"),
        (environment._package("numpy", "2.4", "1.26.4"), "1.26.4, older than 2.4"),
        (environment._python((3, 9, 1)), "3.9.1"),
        (environment._front_end(False, "3.0", environment.Page()), "no notebook"),
        (environment._front_end(True, None, environment.Page()), "not installed"),
        (environment._front_end(True, "3.0", environment.Page(shown=-1e9)), "the page has not answered"),
    ],
)
def test_a_problem_is_named_with_what_mends_it(made, words):
    assert not made.ok
    assert words in made.found
    assert made.mend


def test_a_page_that_answered_or_has_had_no_time_yet_is_no_problem(monkeypatch):
    page = environment.Page()
    monkeypatch.setattr(environment, "page", page)
    explorer = nv.EpsilonExplorer()
    assert not page.silent
    explorer._repr_mimebundle_()
    assert not page.silent and page.shown is not None
    page.shown -= 1000
    assert page.silent
    explorer._told(explorer.view, {"seen": True}, [])
    assert environment._front_end(True, "3.0", page).ok


def test_a_problem_changes_the_headline_and_is_read_out_the_same(monkeypatch):
    monkeypatch.setattr(environment, "_installed", lambda name: None if name == "torch" else "99.0")
    monkeypatch.setattr(environment, "_kernel_running", lambda: True)
    answer = environment.check_environment()
    assert not answer.ok
    assert answer.headline.startswith("✗ 1 of")
    assert "not installed" in answer.text and environment.INSTALL in answer.text
    assert "not installed" in answer._repr_html_() and environment.INSTALL in answer._repr_html_()


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
