"""The rebuilt reports show their fault with torch alone, and normviz names it."""

import pytest

from docs.reports import __main__ as reports
from tests.each import each

FEW = ("pads_turned", "average_without_buffers", "variance_over_n_minus_1")
README = (reports.Path(reports.__file__).parent / "README.md").read_text(encoding="utf-8")


def cause_is_named(name):
    one = reports.script(name)
    assert one.EXPECTED in reports.said(name)
    assert one.shown(**one.case())
    assert reports.row(name) in README


@each(FEW)
def test_a_rebuilt_report_is_named_and_shown(name):
    cause_is_named(name)


@pytest.mark.exhaustive
@each(reports.NAMES)
def test_every_rebuilt_report_is_named_and_shown(name):
    cause_is_named(name)


def test_a_rebuilt_report_is_short_and_needs_torch_alone():
    for name in reports.NAMES:
        text = (reports.Path(reports.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 40 and "normviz" not in text
