"""All chapters in one kernel, last one first, where little is allowed: a gigabyte, one processor, nothing to write to.

The kernel is bound by the system itself: permissions that hold for root as well, and a limit on what it may allocate.
"""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from normviz.pages.run import hidden_errors
from tests.support.chapters import CHAPTERS, NOTEBOOKS, read

if sys.platform != "linux":
    pytest.skip("limits and permissions are set as Linux sets them", allow_module_level=True)

from tests.abuse import poor_machine

pytestmark = pytest.mark.exhaustive

HANGS_AFTER_SECONDS = 300
# What the kernel says of itself, as JSON, after all chapters have run.
AFTERWARDS = """
import json, os, pathlib, resource
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
    "memory": refusal(lambda: np.ones(1 << 27)),
    "processors": len(os.sched_getaffinity(0)),
    "threads": torch.get_num_threads(),
    "peak": 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    "progress": nv.progress(save="~/progress.json").text,
    "run": refusal(lambda: experiments.stored("training").save("deeper/mine.npz")),
}))
"""


def files_in(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and ".ipynb_checkpoints" not in path.parts)
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_chapters_run_out_of_order_in_a_gigabyte_write_nothing_and_say_what_cannot_be_kept(
    tmp_path, isolated_jupyter
):
    home = tmp_path / "home"
    home.mkdir()
    folder = shutil.copytree(NOTEBOOKS, tmp_path / "notebooks", ignore=shutil.ignore_patterns(".*"))
    for path in (*folder.rglob("*"), folder, home):
        path.chmod(0o555 if path.is_dir() else 0o444)
    kernel = Path(os.environ["JUPYTER_DATA_DIR"], "kernels", "poor", "kernel.json")
    kernel.parent.mkdir(parents=True)
    command = [sys.executable, poor_machine.__file__, "-f", "{connection_file}"]
    told = {"HOME": str(home), "CPU_LIMIT": "0.5"}
    kernel.write_text(
        json.dumps({"argv": command, "display_name": "poor", "language": "python", "env": told}), "utf-8"
    )
    cells = [cell for path in reversed(CHAPTERS) for cell in read(path).cells if cell.cell_type == "code"]
    notebook = new_notebook(cells=[*cells, new_code_cell(AFTERWARDS)])
    where = {"metadata": {"path": str(folder)}}
    how = {"timeout": HANGS_AFTER_SECONDS, "coalesce_streams": True, "kernel_name": "poor"}
    NotebookClient(notebook, **how, resources=where).execute()
    assert hidden_errors(notebook) == []
    (output,) = notebook.cells[-1].outputs
    said = json.loads(output.text)
    assert said["folder"] == "PermissionError: [Errno 13] Permission denied: 'mine.txt'", (
        "the machine is not poor"
    )
    assert said["memory"].startswith("MemoryError") or "Unable to allocate" in said["memory"]
    assert (said["processors"], said["threads"]) == (1, 1)
    assert said["peak"] < poor_machine.MEMORY
    assert os.listdir(home) == [] and files_in(folder) == files_in(NOTEBOOKS)
    assert "Not kept in" in said["progress"] and "Permission denied" in said["progress"]
    assert said["run"] == "PermissionError: [Errno 13] Permission denied: 'deeper/mine.npz'"
