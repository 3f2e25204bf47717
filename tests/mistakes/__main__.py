"""Make one mistake after the other in a copy of the project, and tell which test sees it.

python -m tests.mistakes                      # the quick tests, about 20 s a mistake
python -m tests.mistakes --kind mathematics   # one kind
python -m tests.mistakes --only "ε|momentum"  # those of which this is said
python -m tests.mistakes --exhaustive         # where no quick test sees it, the exhaustive ones
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mistakes.mistake import KINDS, ROOT, mistakes

LIMIT = 900  # seconds; a page that does not answer is seen, too
SEEN = {False: 0.85, True: 0.95}  # quick, exhaustive: the share that must be seen


def copied(folder: Path) -> Path:
    """The files of the project as they stand now, without what git leaves out."""
    listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True)
    for path in map(Path, listed.splitlines()):
        if (ROOT / path).is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, folder / path)
    return folder


def failed(project: Path, tests: tuple[str, ...], *options: str) -> str | None:
    """The first test that fails; None where all pass."""
    how = ("-x", "-q", "-n0", "-p", "no:cacheprovider", "--tb=no", *options)
    command = [sys.executable, "-m", "pytest", *how, *tests]
    running = subprocess.Popen(
        command, cwd=project, env=os.environ | {"PYTHONPATH": str(project)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=os.name == "posix",
    )  # fmt: skip
    try:
        said, _ = running.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"no end in {LIMIT} s"
    finally:  # also where somebody stops this: no browser and no kernel stays behind
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL) if os.name == "posix" else running.kill()
    if running.returncode in (0, 5):  # 5: there was no such test
        return None
    found = re.search(r"^(?:SUB)?(?:FAILED|ERROR)\S*.*?((?:tests|normviz)/\S+)", said, re.MULTILINE)
    return found[1] if found else said[-300:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--only", default="", help="words of the mistakes to make")
    parser.add_argument("--exhaustive", action="store_true")
    asked = parser.parse_args()
    rounds = [(), ("--exhaustive",)] if asked.exhaustive else [()]
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        project, stamp = copied(Path(folder)), 0
        for kind in asked.kind or KINDS:
            made = [(one, one.made()) for one in mistakes(kind) if re.search(asked.only, one.meaning)]
            if not made:
                continue
            every = tuple(dict.fromkeys(path for one, _ in made for path in one.tests))
            if broken := next(filter(None, (failed(project, every, *how) for how in rounds)), None):
                sys.exit(f"without any mistake, {broken} fails")
            print(f"\n| {kind} | seen by |\n|---|---|", flush=True)
            for one, text in made:
                path, stamp = project / one.path, stamp + 1
                right = path.read_bytes()
                path.write_text(text, encoding="utf-8")
                os.utime(path, (stamp, stamp))  # compiled code is kept by time and size: no two are alike
                seen = next(filter(None, (failed(project, one.tests, *how) for how in rounds)), None)
                path.write_bytes(right)
                print(f"| {one.meaning} | {seen or '**not seen**'} |", flush=True)
                counts.setdefault(kind, []).append(seen is not None)
    print("\n| kind | seen | of |\n|---|---|---|")
    for kind, seen in counts.items():
        print(f"| {kind} | {sum(seen)} | {len(seen)} |")
    every = [seen for of_kind in counts.values() for seen in of_kind]
    print(f"| all | {sum(every)} | {len(every)} |")
    return sum(every) < SEEN[asked.exhaustive] * len(every)


if __name__ == "__main__":
    sys.exit(main())
