"""The benchmarks' commands: each takes its arguments, and its figures have a place in the README."""

import importlib

import pytest

from benchmarks.__main__ import README, RUNS, command_of, with_block

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize(
    ("name", "usual", "quick"), RUNS, ids=lambda run: run if isinstance(run, str) else ""
)
def test_every_command_understands_its_arguments_and_stands_in_the_readme(name, usual, quick):
    module = importlib.import_module(f"benchmarks.{name}")
    for given in (usual, quick):
        module.parser().parse_args(given)
    text = README.read_text(encoding="utf-8")
    command = command_of(name, usual)
    assert with_block(text, command, "new figures") != text
