"""What GitHub runs: the workflows are what its schema allows, and run what the project says."""

import json
import shlex
import subprocess
import sys

import pytest
import yaml

from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def check(*paths):
    options = shlex.split("-m check_jsonschema --builtin-schema vendor.github-workflows --output-format=json")
    command = [sys.executable, *options, *paths]
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)


def test_workflows_are_what_the_published_schema_allows(tmp_path):
    assert len(WORKFLOWS) == 3
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on", "run-on"), encoding="utf-8")
    found = check(*WORKFLOWS, wrong)
    assert {error["filename"] for error in found["errors"]} == {str(wrong)}
    assert found["parse_errors"] == []


def commands_of(name):
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


def test_workflows_run_what_the_project_says():
    everything, *quick = commands_of("tests.yml")
    assert everything == ".ci/run"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f" && {quick[0]} && python -m pytest\n" in readme
    assert quick[1:] == ['python -m pytest -m "not browser and not newest"']
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    install, build = commands_of("pages.yml")
    assert f"\n{install}\n" in page
    assert build == "python -m docs.pages docs/_pages"
