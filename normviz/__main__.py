"""``normviz``, also ``python -m normviz``: the chapters, copied to a folder of one's own and opened there."""

import argparse
import json
import os
import runpy
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import normviz
from normviz.exercises import files

FOLDER = Path("normviz-chapters")
# In the folder: what each file was when it was copied. A file that is something else was changed, and stays.
RECORD, FORM = ".copied.json", "normviz chapters 1"
LAB = 'JupyterLab is not installed here. Install it with: python -m pip install "normviz[lab]"'
PAGES = 'A page needs more packages. Install them with: python -m pip install "normviz[pages]"'
# Places that have a notebook page already, and show no second one.
HAS_A_PAGE = ("JUPYTERHUB_USER", "COLAB_RELEASE_TAG")


class Stop(Exception):
    """What was asked for cannot be done; the message says why."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks; returns 0 where it was done."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a pipe on Windows knows no ✓
    parser = _parser()
    asked = parser.parse_args(arguments)
    words = asked.words[1:] if asked.words[:1] == ["open"] else asked.words
    if len(words) > 1 or (asked.words and (asked.copy or asked.list or asked.check or asked.page)):
        parser.error(f"expected one thing to do, such as: normviz open 06; got {' '.join(asked.words)}")
    try:
        if asked.list:
            print(*(f"{number}  {title(path)}" for number, path in chapters().items()), sep="\n")
        elif asked.check:
            print(found := normviz.check_environment())
            return 0 if found.ok else 1
        elif asked.copy:
            say_copied(asked.copy, copy(asked.copy))
        elif asked.page:
            print(page(asked.page))
        else:
            return open_chapter(words[0] if words else "00")
    except Stop as reason:
        print(f"normviz: {reason}", file=sys.stderr)
        return 1
    except OSError as error:
        path = Path(error.filename or "")
        where = path.parent if path.name.startswith(".") else path  # a file of the moment says nothing
        said = f"normviz: {f'{where.absolute()}: ' if error.filename else ''}{error.strerror or error}"
        refused = isinstance(error, PermissionError)
        print(said + ". Write elsewhere: normviz --copy ~/normviz-chapters" * refused, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="normviz",
        description=f"Copy the chapters to {FOLDER}{os.sep} in this folder, and open one in JupyterLab. "
        "A chapter that you have changed stays as it is.",
    )
    parser.add_argument(
        "words", nargs="*", metavar="open NN", help="open chapter NN; 00 unless you say which"
    )
    others = parser.add_mutually_exclusive_group()
    others.add_argument("--copy", metavar="DIR", type=Path, help="copy the chapters to DIR, and open none")
    others.add_argument("--list", action="store_true", help="list the chapters")
    others.add_argument("--check", action="store_true", help="say what is needed, tested with, and here")
    others.add_argument("--page", metavar="NN", help="run chapter NN, and write it here as a page of HTML")
    parser.add_argument("--version", action="version", version=f"normviz {normviz.__version__}")
    return parser


def source() -> Path:
    """Where the chapters lie: in the package, or beside it in a clone of the project."""
    package = Path(__file__).parent
    for folder in (package / "chapters", package.parent / "notebooks"):
        if folder.is_dir():
            return folder
    raise Stop(f"no chapters are installed with {package}; install normviz anew")


def chapters() -> dict[str, Path]:
    """Number of a chapter → its notebook."""
    return {path.name[:2]: path for path in sorted(source().glob("[0-9][0-9]_*.ipynb"))}


def chapter(number: str) -> Path:
    known = chapters()
    if number.zfill(2) not in known:
        raise Stop(f"expected the number of a chapter, from {min(known)} to {max(known)}; got {number}")
    return known[number.zfill(2)]


def title(path: Path) -> str:
    """The first heading of a notebook."""
    first, *_ = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "".join(first["source"]).splitlines()[0].lstrip("# ")


def copy(folder: Path) -> list[str]:
    """Copy the chapters into ``folder``; returns the files that stay because they were changed there."""
    folder.mkdir(parents=True, exist_ok=True)
    copied, kept = _record(folder), []
    for path in sorted(source().glob("*.ipynb")):
        name, content = path.relative_to(source()).as_posix(), path.read_bytes()
        there = folder / name
        now = sha256(there.read_bytes()).hexdigest() if there.exists() else None
        new = sha256(content).hexdigest()
        if now not in (None, new, copied.get(name)):
            kept.append(name)
            continue
        if now != new:
            _write(there, content)
        copied[name] = new
    files.write(folder / RECORD, {"format": FORM, "files": copied})
    return sorted(kept)


def _record(folder: Path) -> dict[str, str]:
    """File → what it was when it was copied; without a record, every file that differs counts as changed."""
    try:
        copied = files.read(folder / RECORD, FORM).get("files")
    except (OSError, files.Damaged):
        return {}
    return copied if isinstance(copied, dict) else {}


def _write(path: Path, content: bytes) -> None:
    """Write beside the file, then move over it: it is whole, or as it was."""
    path.parent.mkdir(exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except OSError as error:  # a full disk does not say which file it was
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        beside.unlink(missing_ok=True)


def say_copied(folder: Path, kept: list[str]) -> None:
    print(f"The chapters are in {folder.resolve()}")
    if kept:
        print("You have changed these, so they stay as they are:", *kept)
        print("For this version's own, copy to another folder: normviz --copy DIR")


def open_chapter(number: str) -> int:
    name = chapter(number).name
    say_copied(FOLDER, copy(FOLDER))
    if any(place in os.environ for place in HAS_A_PAGE):
        print(f"Open {FOLDER / name} in the page that you have.")
        return 0
    if not find_spec("jupyterlab"):
        raise Stop(LAB)
    sys.argv = ["jupyter-lab", str(FOLDER / name)]
    runpy.run_module("jupyterlab", run_name="__main__")
    return 0


def page(number: str) -> Path:
    """Run a chapter, and write it into the present folder as a page that moves."""
    path = chapter(number)
    place = Path(f"{path.stem}.html")
    try:
        from normviz.pages.export import said_to_be_made_of, write_page
        from normviz.pages.run import Failed, run_all
    except ModuleNotFoundError as missing:
        raise Stop(f"{PAGES} ({missing.name} is missing)") from None
    if place.exists() and not said_to_be_made_of(place):
        raise Stop(f"{place} is there, and is no page of a chapter: move it away first")
    print(f"Running chapter {path.name[:2]}; this takes some seconds.")
    try:
        return write_page(path, run_all([path])[path], Path())
    except Failed as failure:
        raise Stop(str(failure)) from None


if __name__ == "__main__":
    sys.exit(main())
