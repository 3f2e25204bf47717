"""What the project says it needs."""

import tomllib

from packaging.requirements import Requirement

from tests.support.chapters import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requirements(lines):
    """name → range of versions, of the lines that name a package."""
    lines = (line.split("#")[0].strip() for line in lines)
    found = [Requirement(line) for line in lines if line and not line.startswith("-")]
    return {requirement.name.lower(): requirement.specifier for requirement in found}


def requirements_in(path):
    return requirements(path.read_text(encoding="utf-8").splitlines())
