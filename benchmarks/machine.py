"""What a figure was measured on."""

import os
import platform
from importlib import metadata

PACKAGES = ("jupyterlab", "ipywidgets", "numpy", "matplotlib")


def machine() -> str:
    """One line: processor, cores, system, Python and the packages that matter."""
    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as lines:
            processor = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES)
    return (
        f"{processor}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, {versions}"
    )
