"""Run all chapters, two at a time, and write them as HTML: ``python -m docs.pages [folder]``."""

import argparse
import sys
from pathlib import Path

from docs.pages.export import write_pages
from tests.support.chapters import CHAPTERS
from tests.support.run import Failed, run_all

FOLDER = Path(__file__).parent.parent / "_pages"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m docs.pages",
        description="Run all chapters and write them as HTML pages that need neither a kernel nor a network.",
    )
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where to write (docs/_pages)")
    asked = parser.parse_args(arguments)
    try:
        asked.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(
            f"folder: expected a folder, or a place for a new one, got {asked.folder} ({error.strerror})"
        )
    try:
        executed = run_all(CHAPTERS)
    except Failed as failure:
        sys.exit(str(failure))
    for path in write_pages(executed, asked.folder):
        print(f"{path}  {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
