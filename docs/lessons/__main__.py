"""``python -m docs.lessons`` writes the kit into ``docs/lessons/kit``."""

import argparse

from docs.lessons.kit import files
from docs.lessons.paper import write

parser = argparse.ArgumentParser("docs.lessons", description="Write the lesson's wall, plan and sheet.")
parser.add_argument("--students", type=int, default=60, help="how many sit in the class (60)")
parser.add_argument(
    "--vote", metavar="URL", help="public address of vote.html: puts a code for phones on the sheet"
)
given = parser.parse_args()
write(files(given.students, given.vote))
