"""What benchmarks share: their command line, what a figure was measured on, and how many figures become a few."""

import os
import platform
import time
from collections.abc import Callable, Sequence
from datetime import date
from importlib import metadata
from pathlib import Path

import numpy as np

PACKAGES = ("jupyterlab", "ipywidgets", "numpy", "matplotlib")
MIB = 2**20


def command(doc: str):
    """An ``argparse.ArgumentParser`` without arguments yet; ``doc`` is what ``--help`` says first."""
    import argparse  # not into a process whose memory is measured

    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)


def machine() -> str:
    """One line: the day, processor, cores, load, system, Python and the packages that matter."""
    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            processor = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES)
    load = f", load before {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{date.today()}; {processor}, {os.cpu_count()} cores{load}, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, {versions}"
    )


def median(values) -> float:
    return float(np.median(values))


def in_turns(ways: Sequence[Callable[[], object]], turns: int) -> list[float]:
    """Median seconds of each of the ``ways``, which take turns."""
    times = [[] for _ in ways]
    for _ in range(turns):
        for way, taken in zip(ways, times, strict=True):
            begun = time.perf_counter()
            way()
            taken.append(time.perf_counter() - begun)
    return list(map(median, times))


def late(values) -> float:
    """The 95th percentile: one in twenty takes longer."""
    return float(np.percentile(values, 95))


def verdict(value: float, bar: float) -> str:
    """A value against the bar that it may not pass."""
    return f"bar {bar:g}: {'holds' if value <= bar else 'MISSED'}"


def slider_name(explorer: str, label: str) -> str:
    """An explorer's slider, in at most 45 letters.

    >>> slider_name("EpsilonExplorer", "The column times 10 to the power of what is asked")
    'Epsilon, The column times 10 to the power of…'
    """
    words = f"{explorer.removesuffix('Explorer')}, {label}" if label else explorer
    return words if len(words) <= 45 else f"{words[:44]}…"


def missed_by(names) -> str:
    """Who misses a bar, in words."""
    return f"MISSED by {'; '.join(names)}" if names else "holds"


def memory(pid: int) -> dict[str, float]:
    """MiB that a process holds: "RSS", and on Linux "PSS", which shares out what several processes have in common.

    "peak" is the largest RSS that it ever had, where the system tells.
    """
    import psutil  # comes with ipykernel

    found = {"RSS": psutil.Process(pid).memory_info().rss / MIB}
    for file, names in (("smaps_rollup", {"Pss": "PSS"}), ("status", {"VmHWM": "peak"})):
        try:
            lines = Path(f"/proc/{pid}/{file}").read_text(encoding="utf-8").splitlines()
        except OSError:
            continue
        fields = dict(line.split(":", 1) for line in lines if ":" in line)
        found |= {
            name: int(fields[field].split()[0]) / 1024 for field, name in names.items() if field in fields
        }
    return found
