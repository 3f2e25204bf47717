"""Import and first picture: how long, and how much memory.

``python -m benchmarks.startup`` starts fresh processes and fresh kernels in turns: NumPy alone beside ``normviz``; the
first explorer without torch and with it; and the same view with ``interact`` and matplotlib.
"""

import json
import subprocess
import sys
import time

from jupyter_client.manager import start_new_kernel

from benchmarks.machine import command, late, machine, median, memory, verdict
from benchmarks.page import USUAL_WAY

IMPORT_SECONDS = 0.25  # beyond NumPy
KERNEL_MIB = 110  # before torch
PATIENCE = 120  # seconds

EXPLORER = "import normviz as nv\nnv.PaddingExplorer()"
PROCESSES = {
    "import numpy": "import numpy",
    "import normviz": "import normviz",
    "… and the first explorer": EXPLORER,
}
KERNELS = {
    "no cell": "",
    "numpy": "import numpy",
    "first explorer": EXPLORER,
    "first explorer, torch imported": "import torch\n" + EXPLORER,
    "the usual way": USUAL_WAY.format(name="PaddingExplorer"),
}
NOT_LOADED = ("torch", "matplotlib.pyplot")

# In the process itself: what Python needs to start is not what an import costs.
FRESH = """
import json, os, sys, time
begun = time.perf_counter()
exec({code!r})
took = time.perf_counter() - begun
sys.path.insert(0, {root!r})
from benchmarks.machine import memory
print(json.dumps([took, memory(os.getpid())["RSS"], [name for name in {names!r} if name in sys.modules]]))
"""


def parser():
    understood = command(__doc__)
    understood.add_argument("--processes", type=int, default=20, help="fresh processes of each kind")
    understood.add_argument("--kernels", type=int, default=8, help="fresh kernels of each kind")
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    print(machine())
    print(f"{chosen.processes} fresh processes each, in turns\n")
    print("\n".join(_processes(chosen.processes)))
    print(
        f"\n{chosen.kernels} fresh kernels each, in turns, from their start to the message with the picture\n"
    )
    print("\n".join(_kernels(chosen.kernels)))


def _processes(count: int):
    found = {name: [] for name in PROCESSES}
    loaded = set()
    for turn in range(-1, count):
        for name, code in PROCESSES.items():
            script = FRESH.format(code=code, root=sys.path[0], names=NOT_LOADED)
            took, held, names = json.loads(subprocess.check_output([sys.executable, "-c", script]))
            if turn >= 0:
                found[name].append((took, held))
                loaded |= set(names)
    yield f"{'':32}{'seconds':>9}{'95 %':>8}{'MiB':>8}{'beyond numpy, s':>18}{'MiB':>8}"
    base = [median(column) for column in zip(*found["import numpy"], strict=True)]
    for name, pairs in found.items():
        times, held = zip(*pairs, strict=True)
        beyond = (
            f"{median(times) - base[0]:18.3f}{median(held) - base[1]:8.1f}" if name != "import numpy" else ""
        )
        yield f"{name:32}{median(times):9.3f}{late(times):8.3f}{median(held):8.1f}{beyond}"
    yield ""
    cost = median([time for time, _ in found["import normviz"]]) - base[0]
    yield f"import normviz beyond numpy: {cost:.3f} s, {verdict(cost, IMPORT_SECONDS)}"
    names = " or ".join(NOT_LOADED)
    yield f"{names} loaded by the first explorer: {'YES, ' + ', '.join(sorted(loaded)) if loaded else 'no'}"


def _kernels(count: int):
    found = {name: [] for name in KERNELS}
    for turn in range(-1, count):
        for name, code in KERNELS.items():
            begun = time.perf_counter()
            manager, client = start_new_kernel(kernel_name="python3", stderr=subprocess.DEVNULL)
            try:
                seconds = time.perf_counter() - begun + _first_picture(client, code)
                held = memory(manager.provisioner.pid)
            finally:
                client.stop_channels()
                manager.shutdown_kernel(now=True)
            if turn >= 0:
                found[name].append((seconds, held["RSS"], held.get("PSS", float("nan"))))
    yield f"{'':32}{'seconds':>9}{'95 %':>8}{'RSS, MiB':>11}{'PSS, MiB':>11}"
    for name, rows in found.items():
        times, resident, shared = zip(*rows, strict=True)
        yield f"{name:32}{median(times):9.2f}{late(times):8.2f}{median(resident):11.1f}{median(shared):11.1f}"
    yield ""
    held = median([resident for _, resident, _ in found["first explorer"]])
    yield f"kernel with the first explorer, before torch: {held:.1f} MiB, {verdict(held, KERNEL_MIB)}"


def _first_picture(client, code: str) -> float:
    """Seconds until the picture's message comes, or for a cell without one until its end."""
    begun = time.perf_counter()
    arrived = []

    def look(message):
        data = message["content"].get("data", {})
        if message["msg_type"] == "error":
            raise RuntimeError("\n".join(message["content"]["traceback"]))
        if not arrived and ("image/png" in data or "data-explorer" in data.get("text/html", "")):
            arrived.append(time.perf_counter() - begun)

    client.execute_interactive(code, output_hook=look, timeout=PATIENCE)
    return arrived[0] if arrived else time.perf_counter() - begun


if __name__ == "__main__":
    main()
