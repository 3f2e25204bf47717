"""The project as a whole: what the README says is so, and the arrows between the parts run one way."""

import ast
import functools
import json
import re
import subprocess
import sys

import normviz
from tests.each import each
from tests.requirements import PYPROJECT, requirements, requirements_in
from tests.support.chapters import CHAPTERS, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "normviz"
MODULES = sorted(PACKAGE.rglob("*.py"))

each_module = each(MODULES, name=lambda path: str(path.relative_to(ROOT)))

# What a learner's machine has after the first command. torch is for the chapters and the experiments alone.
INSTALLED = {
    "numpy", "matplotlib", "ipywidgets", "anywidget", "traitlets", "markupsafe", "PIL", "segno", "IPython", "normviz",
}  # fmt: skip
NUMPY_ONLY = {
    *("norms.py", "padding.py", "attention.py", "gradients.py", "running.py", "drawing/scale.py"),
    *(f"views/{path.name}" for path in PACKAGE.glob("views/*.py")),
}
# From the bottom up: a part may import what stands on a lower floor, and its own files. What stands in no folder is
# mathematics, the messages aside. The folder "drawing" stands on two floors: a file that is called as a view draws
# that view's result; the others are what is drawn with, and views take an axis from there, as the claims and the
# diagnosis take the way in which numbers are written.
FLOORS = [
    {"mathematics"},
    {"drawing"},
    {"message"},
    {"claims", "diagnosis", "environment"},
    {"examples"},
    {"experiments"},
    {"views"},
    {"pictures of views"},
    {"figures", "goals"},
    {"front"},
    {"explorers", "exercises"},
    {"inspection", "classroom"},
    {"pages"},
    {"__init__"},
    {"__main__"},
]
# They take torch along, or the tools that run notebooks, so nothing but a function that needs these asks for them.
ON_DEMAND = {
    "experiments": {"torch"},
    "inspection": {"torch"},
    "pages": {"jinja2", "latex2mathml", "nbclient", "nbconvert", "nbformat", "zmq"},
}


# -- the README


def commands():
    blocks = re.findall(r"^```bash\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_readme_lists_the_chapters_that_exist_in_order():
    listed = re.findall(r"^\|.*\]\(notebooks/([^)]+)\)", README, re.MULTILINE)
    assert listed == [path.name for path in CHAPTERS]


def test_readme_gives_one_command_for_the_chapters_and_one_for_the_tests():
    opening, testing = (line for line in commands() if line.startswith("python3 -m venv"))
    assert re.search(r" && jupyter lab notebooks/(\S+)$", opening)[1] in [path.name for path in CHAPTERS]
    assert testing.endswith(" && python -m pytest")


# -- what is installed


def test_requirements_and_pyproject_ask_for_the_same():
    path = ROOT / "requirements.txt"
    assert requirements_in(path) == requirements(PYPROJECT["project"]["optional-dependencies"]["torch"])
    assert "-e .[lab]" in path.read_text(encoding="utf-8").splitlines()


def test_every_pin_of_binder_is_one_version_that_the_project_allows():
    extras = PYPROJECT["project"]["optional-dependencies"]
    allowed = requirements([*PYPROJECT["project"]["dependencies"], *extras["figures"], *extras["torch"]])
    for name, pin in requirements_in(ROOT / "binder" / "requirements.txt").items():
        (exact,) = pin
        assert exact.operator == "==" and exact.version in allowed[name], name


# -- the code


def imports_of(source, *, package=("normviz",), at_import_time=False):
    """The modules that the source imports, each as its full dotted name."""
    tree = ast.parse(source)
    for node in tree.body if at_import_time else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *filter(None, [node.module])])
            yield module
            # `from normviz import drawing` names a module too.
            yield from (f"{module}.{alias.name}" for alias in node.names)


@functools.cache
def imports_of_module(path, **kwargs):
    package = path.relative_to(ROOT).parent.parts
    return frozenset(imports_of(path.read_text(encoding="utf-8"), package=package, **kwargs))


def tops(names):
    return {name.split(".")[0] for name in names}


def name_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def part_of(module):
    """The part of the package that a module of it belongs to."""
    _, name, *files = module.split(".")
    if name == "drawing" and files and (PACKAGE / "views" / f"{files[0]}.py").exists():
        return "pictures of views"
    if (PACKAGE / name).is_dir() or any(name in floor for floor in FLOORS):
        return name
    return "mathematics"


def floor_of(part):
    return next(height for height, floor in enumerate(FLOORS) if part in floor)


def parts_imported_by(path, **kwargs):
    imported = imports_of_module(path, **kwargs)
    return {part_of(name) for name in imported if name.startswith("normviz.")}


@each_module
def test_module_imports_only_what_is_installed(path):
    allowed = INSTALLED | ON_DEMAND.get(part_of(name_of(path)), set())
    assert tops(imports_of_module(path)) - allowed - sys.stdlib_module_names == set()


@each_module
def test_arrows_run_one_way(path):
    part = part_of(name_of(path))
    others = parts_imported_by(path) - {part}
    assert {other for other in others if floor_of(other) >= floor_of(part)} == set()
    if part not in ON_DEMAND:
        assert ON_DEMAND.keys().isdisjoint(parts_imported_by(path, at_import_time=True))


@each(sorted(NUMPY_ONLY))
def test_mathematics_and_views_need_numpy_alone(name):
    assert tops(imports_of_module(PACKAGE / name)) - {"numpy", "normviz"} - sys.stdlib_module_names == set()


def loaded_by(code):
    code = f"import json, sys, normviz as nv; {code}; print(json.dumps(sorted(sys.modules)))"
    return set(json.loads(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT)))


def test_importing_normviz_loads_no_torch_no_pyplot_no_widgets_no_ledger_and_no_experiments():
    loaded = loaded_by("pass")
    assert "normviz._later" in loaded
    heavy = {"torch", "matplotlib.pyplot", "ipywidgets", "normviz.claims", "normviz.experiments"}
    assert loaded & heavy == set()


@each_module
def test_widgets_are_made_in_front_and_above_it_alone(path):
    if path != PACKAGE / "front" / "picture.py" and floor_of(part_of(name_of(path))) < floor_of("front"):
        assert tops(imports_of_module(path)).isdisjoint({"anywidget", "ipywidgets", "traitlets"})


def test_first_pictures_need_no_torch_and_no_pyplot():
    loaded = loaded_by("[kind() for kind in nv.EXPLORERS]")
    assert "normviz.explorers.race" in loaded
    assert loaded & {"torch", "matplotlib.pyplot"} == set()


@each_module
def test_module_can_be_read_in_one_sitting(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_ruff_finds_nothing():
    command = [sys.executable, "-m", "ruff", "check", "."]
    verdict = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


def test_every_public_name_is_there_and_told_to_editors():
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    names = [name for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names]
    assert [name.asname for name in names] == [
        name.name for name in names
    ]  # only then is it an editor's to complete
    assert {name.name for name in names if hasattr(normviz, name.name)} == set(normviz.__all__)
