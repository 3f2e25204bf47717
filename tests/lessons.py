"""The lesson plans of docs/teaching.md, and the steps in them that a test can follow."""

import re

from tests.support.chapters import ROOT

PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
LESSONS = {
    int(title.split()[0]): text
    for title, text in re.findall(r"^## (\d+ minutes: .*)\n((?:.|\n)*?)(?=^## )", PAGE, re.MULTILINE)
}
RUN = re.compile(r"^- \*\*Run\*\*.*`(nv\.\w+Explorer\([^`]*\))`\n((?:  - .*\n)+)", re.MULTILINE)
SETTING = re.compile(r"\*\*([^*]+)\*\* to `([^`]+)`")
SEEN = re.compile(r"\*\*([+−]?\d+\.\d+)\*\*")


def settings(line):
    """What a line sets, (label, value) pairs, and the numbers that it says are seen then."""
    before, after = line.split("Seen", 1)
    return SETTING.findall(before), SEEN.findall(after)
