"""All chapters in one kernel, last one first, where little is allowed: a gigabyte, one processor, nothing to write to.

The kernel is bound by the system itself: permissions that hold for root as well, and a limit on what it may allocate.
"""

import json
import os
import shutil
import subprocess
import sys

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from normviz.pages.run import hidden_errors
from tests.support.chapters import CHAPTERS, NOTEBOOKS, ROOT, read

if sys.platform != "linux":
    pytest.skip("limits and permissions are set as Linux sets them", allow_module_level=True)

from tests.abuse import poor_machine

pytestmark = [pytest.mark.exhaustive, pytest.mark.xdist_group("poor machine")]

HANGS_AFTER_SECONDS = 300
# What the kernel says of itself, as JSON, after all chapters have run.
AFTERWARDS = """
import json, os, pathlib, resource, sys
import numpy as np, torch
import normviz as nv
from normviz import experiments

def refusal(call):
    try:
        call()
    except (OSError, MemoryError) as error:
        return f"{type(error).__name__}: {error}"

print(json.dumps({
    "folder": refusal(lambda: pathlib.Path("mine.txt").write_text("x")),
    "home": refusal(lambda: pathlib.Path.home().joinpath("mine.txt").write_text("x")),
    "memory": refusal(lambda: np.ones(1 << 27)),
    "processors": len(os.sched_getaffinity(0)),
    "threads": torch.get_num_threads(),
    "peak": 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    "progress": nv.progress(save="progress.json").text,
    "check": nv.check("00.1", "A").text,
    "progress at home": nv.progress(save="~/progress.json").text,
    "run": refusal(lambda: experiments.stored("training").save("mine.npz")),
    "run in a folder": refusal(lambda: experiments.stored("training").save("deeper/mine.npz")),
}))
"""


@pytest.fixture(scope="module")
def notebook(tmp_path_factory, isolated_jupyter):
    """The chapters' cells after their run on the poor machine; ``folder`` and ``home`` as it left them."""
    if os.geteuid() == 0 and not may_give_up_overrides():
        pytest.skip("root may not give up its right to write everywhere here")
    scratch = tmp_path_factory.mktemp("poor")
    home = scratch / "home"
    home.mkdir()
    folder = shutil.copytree(NOTEBOOKS, scratch / "notebooks", ignore=shutil.ignore_patterns(".*"))
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for path in (home, folder):
        path.chmod(0o555)
    install_kernel(home)
    cells = [cell for path in reversed(CHAPTERS) for cell in read(path).cells if cell.cell_type == "code"]
    notebook = new_notebook(cells=[*cells, new_code_cell(AFTERWARDS)])
    client = NotebookClient(
        notebook,
        timeout=HANGS_AFTER_SECONDS,
        coalesce_streams=True,  # a busy kernel may send a line and its end one by one
        kernel_name="poor",
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    yield notebook, folder, home
    for path in (home, folder):
        path.chmod(0o755)


@pytest.fixture(scope="module")
def afterwards(notebook):
    (output,) = notebook[0].cells[-1].outputs
    return json.loads(output.text)


def may_give_up_overrides():
    code = "from tests.abuse.poor_machine import give_up_overrides; give_up_overrides()"
    return not subprocess.run([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL).returncode


def install_kernel(home):
    folder = os.path.join(os.environ["JUPYTER_DATA_DIR"], "kernels", "poor")
    os.makedirs(folder)
    command = [sys.executable, poor_machine.__file__, "-f", "{connection_file}"]
    told = {"HOME": str(home), "CPU_LIMIT": "0.5"}
    spec = {"argv": command, "display_name": "poor", "language": "python", "env": told}
    with open(os.path.join(folder, "kernel.json"), "w", encoding="utf-8") as file:
        json.dump(spec, file)


def test_the_machine_is_poor(afterwards):
    assert afterwards["folder"] == "PermissionError: [Errno 13] Permission denied: 'mine.txt'"
    assert afterwards["home"].startswith("PermissionError")
    assert afterwards["memory"].startswith("MemoryError") or "Unable to allocate" in afterwards["memory"]
    assert afterwards["processors"] == 1


def test_every_chapter_runs_out_of_order_and_hides_no_error(notebook):
    assert hidden_errors(notebook[0]) == []
    assert all(cell.execution_count for cell in notebook[0].cells)


def files_in(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and ".ipynb_checkpoints" not in path.parts)
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_the_chapters_write_nothing(notebook):
    _, folder, home = notebook
    assert os.listdir(home) == []
    assert files_in(folder) == files_in(NOTEBOOKS)


def test_all_chapters_together_stay_below_the_limit(afterwards):
    assert afterwards["peak"] < poor_machine.MEMORY


def test_half_a_processor_means_one_thread(afterwards):
    assert afterwards["threads"] == 1


def test_what_cannot_be_kept_is_said(afterwards):
    for place in ("progress", "progress at home"):
        assert "Not kept in" in afterwards[place] and "Permission denied" in afterwards[place]
        assert "\nKept in" not in afterwards[place]
    assert "kept" not in afterwards["check"]
    denied = "PermissionError: [Errno 13] Permission denied: "
    assert afterwards["run"] == denied + "'mine.npz'"
    assert afterwards["run in a folder"] == denied + "'deeper/mine.npz'"
