"""``python -m docs.lessons`` writes the kit into ``docs/lessons/kit``."""

import argparse
from pathlib import Path

from docs.lessons.kit import files

parser = argparse.ArgumentParser("docs.lessons", description="Write the lesson's wall, plan and sheet.")
parser.add_argument("--students", type=int, default=60, help="how many sit in the class (60)")
parser.add_argument(
    "--vote", metavar="URL", help="public address of vote.html: puts a code for phones on the sheet"
)
folder = Path(__file__).with_name("kit")
folder.mkdir(exist_ok=True)
given = parser.parse_args()
for name, text in files(given.students, given.vote).items():
    (folder / name).write_text(text, encoding="utf-8", newline="\n")
    print(folder / name)
