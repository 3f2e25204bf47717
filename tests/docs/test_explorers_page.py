"""docs/explorers.md: every line to try shows what it promises, and no explorer is forgotten."""

import re

import pytest

import normviz as nv
from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive

PAGE = (ROOT / "docs" / "explorers.md").read_text(encoding="utf-8")
TIPS = dict(re.findall(r"^## (\w+)\n((?:.|\n)*?)(?=^## |\Z)", PAGE, re.MULTILINE))


def test_every_explorer_has_its_tips_and_each_tells_what_it_simplifies():
    assert list(TIPS) == [explorer.__name__ for explorer in nv.EXPLORERS]
    for text in TIPS.values():
        assert text.strip().startswith("**Shows** ")
        assert "**Simplifies:** " in text
        assert text.count("\n- ") == 3


@pytest.mark.parametrize("name", TIPS)
def test_what_is_tried_shows_what_is_promised(name):
    for line in re.findall(r"^- (.*)$", TIPS[name], re.MULTILINE):
        e = getattr(nv, name)()
        if tried := re.match(r"`(e\.\w+\(.*?\))`", line):
            eval(tried[1], {"e": e})
        assert e.error is None
        for promised in re.findall(r"\*\*(.+?)\*\*", line):
            assert promised in e.words(e.result), line
