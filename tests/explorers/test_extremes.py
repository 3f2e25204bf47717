"""What explorers say of a decimal comma, and of numbers so small that their squares are 0."""

import pytest

import normviz as nv

TINY = "1e-300\n2e-300\n3e-300"
COMMA = {"example": "your table", "table": "a\n1,5"}
SAID = {
    "another batch": (nv.AffineExplorer, {"other": "numbers you type", "other_numbers": "9,5, 6,5"}, "write 6.5"),
    "a column": (nv.AffineExplorer, COMMA, "write 1.5"),
    "a table": (nv.BatchNormExplorer, COMMA, "write 1.5"),
    "features": (nv.ScalingExplorer, {"data": "your table", "table": "a\n1,5"}, "write 1.5"),
    "numbers to learn": (nv.AffineLearningExplorer, {"example": "your numbers", "table": "a\n1,5"}, "write 1.5"),
    "talk times": (nv.ModeratorExplorer, {"meeting": "your times", "times": "a 1e-300\nb 2e-300"}, "underflows to 0"),
    "a table to diagnose": (nv.DiagnoseExplorer, {"example": "your tables", "x": TINY, "y": "0\n1\n2"}, None),
    "one number to diagnose": (nv.DiagnoseExplorer, {"example": "your tables", "x": "0", "y": "0"}, None),
    "one row to diagnose": (nv.DiagnoseExplorer, {"example": "your tables", "x": "0 1", "y": "0 1"}, None),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "changes", "said"), SAID.values(), ids=SAID)
def test_what_is_typed_is_drawn_or_refused_in_words_about_it(kind, changes, said):
    explorer = kind()
    choice = next(name for name in changes if name in ("example", "data", "meeting", "other"))
    explorer.move(**{choice: changes[choice]})
    explorer.move(**{name: value for name, value in changes.items() if name != choice})
    error = explorer.error or ""
    assert "Error" not in error and "eps" not in error, "the reader's own numbers are named"
    assert said in error if said else "at least one line" not in error, error
