"""Run the chapters, two at a time, and write them as pages that move: ``python -m docs.pages [folder]``."""

import argparse
import shutil
import sys
import time
from pathlib import Path

from docs import address
from tests.support.chapters import CHAPTERS, read

try:
    from normviz.pages.export import chapters, made_of, said_to_be_made_of, write_pages
    from normviz.pages.run import Failed, run_all
    from normviz.pages.site import write_site
except ModuleNotFoundError as missing:
    sys.exit(f'{missing.name} is not installed. Install it with: python -m pip install -e ".[pages]"')

DOCS = Path(__file__).parent.parent
FOLDER, VOTE = DOCS / "_pages", DOCS / "vote.html"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m docs.pages",
        description="Write all chapters as HTML pages that move and need neither a kernel nor a network. "
        "A page that is up to date is left as it is.",
    )
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where to write (docs/_pages)")
    folder = parser.parse_args(arguments).folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"folder: expected a folder, or a place for a new one, got {folder} ({error.strerror})")
    notebooks = {path: read(path) for path in CHAPTERS}
    told = address.told()
    there = address.pages(told)
    teaching = f"{told}/blob/HEAD/docs/teaching.md" if told else "../teaching.md" if folder == FOLDER else ""
    now = made_of(notebooks, there)
    old = [path for path in CHAPTERS if now[path] != said_to_be_made_of(folder / f"{path.stem}.html")]
    progress = _Progress(len(old))

    def write(path, executed) -> None:  # at once: what is done stays done, whatever happens to the others
        *_, page = write_pages(
            {**notebooks, path: executed}, folder, only=[path], address=there, teaching=teaching
        )
        progress.tell(page)

    try:
        run_all(old, write)
    except Failed as failure:
        sys.exit(str(failure))
    index = write_pages(notebooks, folder, only=[], address=there, teaching=teaching)
    vote = shutil.copy(VOTE, folder)
    print(*index, *write_site(chapters(notebooks), folder, there), vote)


class _Progress:
    """A line for each page that is written."""

    def __init__(self, count: int):
        self.count, self.done, self.begun = count, 0, time.monotonic()
        print(
            f"{count} chapters to run, two at a time" if count else "All chapters are up to date", flush=True
        )

    def tell(self, page: Path) -> None:
        self.done += 1
        bar = "█" * self.done + "░" * (self.count - self.done)
        seconds, size = time.monotonic() - self.begun, page.stat().st_size / 1e3
        print(f"{bar} {self.done} of {self.count}, {seconds:.0f} s: {page}, {size:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
