"""Every chapter, restarted and run from top to bottom: how long, and how much memory.

``python -m benchmarks.chapters`` runs each chapter in a kernel of its own, as *Restart and Run All* does. Needs the
extra ``[test]`` and all that the chapters need.
"""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from nbclient import NotebookClient

from benchmarks.machine import command, machine, median, memory, verdict
from normviz.pages.run import hidden_errors
from tests.support.chapters import CHAPTERS, NOTEBOOKS, read

ALL_SECONDS, ONE_SECONDS, MOST_MIB = 60, 15, 500
HANGS_AFTER_SECONDS = 300


def parser():
    understood = command(__doc__)
    understood.add_argument("--runs", type=int, default=2, help="runs of every chapter, in turns")
    understood.add_argument("--chapters", nargs="+", metavar="NN", help="only the chapters of these numbers")
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    paths = [path for path in CHAPTERS if chosen.chapters is None or path.name[:2] in chosen.chapters]
    if not paths:
        parser().error(
            f"--chapters: expected numbers from 00 to {CHAPTERS[-1].name[:2]}, got {chosen.chapters}"
        )
    print(machine())
    print(f"{chosen.runs} runs of each chapter, each in a fresh kernel, in turns\n")
    found = {path: [] for path in paths}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(NOTEBOOKS, folder, dirs_exist_ok=True)
        for _ in range(chosen.runs):
            for path in paths:
                found[path].append(run(path, Path(folder)))
    print(f"{'':36}{'seconds':>9}{'worst':>8}{'peak memory, MiB':>19}")
    for path, rows in found.items():
        times, peaks = zip(*rows, strict=True)
        print(f"{path.stem:36}{median(times):9.1f}{max(times):8.1f}{max(peaks):19.0f}")
    each = [median([seconds for seconds, _ in rows]) for rows in found.values()]
    most = max(peak for rows in found.values() for _, peak in rows)
    print(f"\nall chapters: {sum(each):.1f} s, {verdict(sum(each), ALL_SECONDS)}")
    print(f"slowest chapter: {max(each):.1f} s, {verdict(max(each), ONE_SECONDS)}")
    print(f"most memory: {most:.0f} MiB, {verdict(most, MOST_MIB)}")


def run(path: Path, folder: Path) -> tuple[float, float]:
    """Seconds from the kernel's start to the end of the last cell, and MiB at the peak; RuntimeError if it fails."""
    notebook = read(path)
    client = NotebookClient(
        notebook,
        timeout=HANGS_AFTER_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
    )
    begun = time.perf_counter()
    with client.setup_kernel(stderr=subprocess.DEVNULL):
        for index, cell in enumerate(notebook.cells):
            client.execute_cell(cell, index)
        took = time.perf_counter() - begun
        held = memory(client.km.provisioner.pid)
        client.set_widgets_metadata()
    if errors := hidden_errors(notebook):
        raise RuntimeError(f"{path.name} failed: {errors}")
    return took, held.get("peak", held["RSS"])


if __name__ == "__main__":
    main()
