"""All benchmarks, one after the other; each prints a block that stands in benchmarks/README.md.

``python -m benchmarks`` takes about half an hour on two cores; ``--quick`` takes a few and measures little, to see
that all of it works. Name some to run only those. ``--write`` puts what they print into benchmarks/README.md.
"""

import argparse
import contextlib
import importlib
import io
import re
import sys
import time
from pathlib import Path

README = Path(__file__).with_name("README.md")

# The module, its arguments, and those of a quick run.
RUNS = [
    ("latency", [], ["--presses", "2", "--explorers", "PaddingExplorer", "EpsilonExplorer"]),
    (
        "latency",
        ["--round-trip", "100", "--presses", "10"],
        ["--round-trip", "100", "--presses", "2", "--explorers", "PaddingExplorer"],
    ),
    ("saved", [], ["--presses", "2", "--explorers", "EpsilonExplorer", "RaceExplorer"]),
    ("hold", [], ["--seconds", "1", "--explorers", "Padding", "Epsilon"]),
    ("startup", [], ["--processes", "2", "--kernels", "1"]),
    ("norms", [], ["--turns", "1", "--largest", "10000"]),
    ("inspect", [], ["--turns", "1", "--layers", "4", "--features", "64"]),
    ("findings", [], ["--seeds", "1"]),
]


class Tee(io.StringIO):
    """Keeps what is printed, and prints it."""

    def write(self, text: str) -> int:
        sys.__stdout__.write(text)
        sys.__stdout__.flush()
        return super().write(text)


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    understood = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = list(dict.fromkeys(name for name, *_ in RUNS))
    understood.add_argument(
        "benchmarks", nargs="*", metavar="NAME", help=f"only these, of {', '.join(names)}"
    )
    how = understood.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="little of each, to see that it works")
    how.add_argument("--write", action="store_true", help="put the output into benchmarks/README.md")
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    if unknown := set(chosen.benchmarks) - {name for name, *_ in RUNS}:
        parser().error(f"no benchmark is called {', '.join(sorted(unknown))}")
    for name, usual, quick in RUNS:
        if chosen.benchmarks and name not in chosen.benchmarks:
            continue
        command = command_of(name, quick if chosen.quick else usual)
        print(f"$ {command}\n", flush=True)
        begun = time.monotonic()
        with contextlib.redirect_stdout(Tee()) as printed:
            importlib.import_module(f"benchmarks.{name}").main(quick if chosen.quick else usual)
        print(f"\n({time.monotonic() - begun:.0f} s)\n", flush=True)
        if chosen.write:
            text = with_block(README.read_text(encoding="utf-8"), command, printed.getvalue())
            README.write_text(text, encoding="utf-8")


def command_of(name: str, arguments: list[str]) -> str:
    """The line that runs one benchmark alone."""
    return " ".join(["python", "-m", f"benchmarks.{name}", *arguments])


def with_block(text: str, command: str, output: str) -> str:
    """A Markdown text whose block that follows ``command`` holds ``output``; ValueError where there is none."""
    block = re.compile(rf"(`{re.escape(command)}`(?:(?!```).)*?\n```\n).*?(?<=\n)(```\n)", re.DOTALL)
    lines = "\n".join(line.rstrip() for line in output.strip("\n").splitlines())
    found, count = block.subn(lambda match: f"{match[1]}{lines}\n{match[2]}", text, count=1)
    if not count:
        raise ValueError(f"command: expected one with a block in the text, got {command!r}")
    return found


if __name__ == "__main__":
    main()
