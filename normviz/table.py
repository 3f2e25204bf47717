"""A labelled table: numbers with the names of their rows and columns. Every picture is drawn from one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from normviz import _inputs


@dataclass(frozen=True, eq=False)
class Table:
    """A table of numbers, with names for its rows and columns.

    Attributes
    ----------
    values : array, (N, D), float64
    rows : N row names
    columns : D column names
    mask : boolean array, (N,), True at real rows, False at pads; or None where every row is real

    Raises
    ------
    TypeError, ValueError
        For values that are not a finite (N, D) table, or names or a mask of another length.

    Examples
    --------
    >>> table = Table.of([[8.9, 100], [6.2, 25]], columns=["GPA", "IQ"])
    >>> table.rows, table.values.mean(axis=0)
    (('row 1', 'row 2'), array([ 7.55, 62.5 ]))
    """

    values: np.ndarray
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    mask: np.ndarray | None = None

    def __post_init__(self):
        values = _inputs.array("values", self.values, ndim=(2,))
        object.__setattr__(self, "values", values)
        for axis, name in enumerate(("rows", "columns")):
            names = _inputs.names(name, getattr(self, name))
            if len(names) != values.shape[axis]:
                raise ValueError(f"{name}: expected {values.shape[axis]} names, got {len(names)}")
            object.__setattr__(self, name, names)
        if self.mask is not None:
            object.__setattr__(self, "mask", _inputs.token_mask(self.mask, values.shape[:1]))

    @classmethod
    def of(cls, data, *, rows=None, columns=None, mask=None) -> "Table":
        """Make a table from an array, rows of numbers, a mapping of column name → numbers, a list of such rows
        (column name → number), a pandas frame, or a Table.

        Names that are not given become "row 1", "row 2" … and "x1", "x2" …
        """
        if isinstance(data, Table):
            given = {"rows": rows, "columns": columns, "mask": mask}
            given = {name: value for name, value in given.items() if value is not None}
            return replace(data, **given) if given else data
        if hasattr(data, "to_frame"):  # a pandas Series, which has a name where it was a column
            data = data.to_frame("x1" if data.name is None else data.name)
        if hasattr(data, "columns") and hasattr(data, "index") and not isinstance(data, Mapping):  # a frame
            index = list(data.index)
            if rows is None and index != list(range(len(index))):
                rows = [str(name) for name in index]
            data = {str(name): data[name].tolist() for name in data.columns}
        elif isinstance(data, list) and data and all(isinstance(row, Mapping) for row in data):
            names = list(data[0])
            for i, row in enumerate(data):
                if set(row) != set(names):
                    raise ValueError(f"data[{i}]: expected the columns {names}, got {list(row)}")
            data = {name: [row[name] for row in data] for name in names}
        if isinstance(data, Mapping):
            if not data:
                raise ValueError("data: expected at least one column, got an empty mapping")
            arrays = {
                str(n): _inputs.array(f"column data[{n!r}]", column, ndim=(1,)) for n, column in data.items()
            }
            lengths = {name: len(column) for name, column in arrays.items()}
            if len(set(lengths.values())) > 1:
                raise ValueError(f"data: expected columns of equal length, got {lengths}")
            columns = tuple(data) if columns is None else columns
            data = np.column_stack(list(arrays.values()))
        values = _inputs.array("data", data, ndim=(1, 2))
        if values.ndim == 1:
            values = values[:, None]
        count, features = values.shape
        return cls(
            values,
            rows=tuple(f"row {i + 1}" for i in range(count)) if rows is None else rows,
            columns=tuple(f"x{k + 1}" for k in range(features)) if columns is None else columns,
            mask=mask,
        )

    @classmethod
    def parse(cls, text: str) -> "Table":
        """Read a table that someone typed: one row a line.

        Cells are set apart by commas, semicolons, tabs or spaces: the first of these that the line has.
        A first line without any number names the columns; a first word that is not a number names its row.
        Decimals have a point. Two whole numbers a line with a comma and no space between them, such as 12,5, are
        refused, for they may be one number with a decimal comma.

        Raises
        ------
        TypeError, ValueError
            For what is not text; naming the line and the word that is not a number, or the line of another
            length.

        Examples
        --------
        >>> Table.parse("GPA, IQ\\nAda, 8.9, 100\\nBen, 6.2, 25").rows
        ('Ada', 'Ben')
        """
        typed = enumerate(map(str.strip, _inputs.text("table", text).split("\n")), start=1)
        typed = [(n, line) for n, line in typed if line]
        _refuse_decimal_commas(typed)
        lines = [(n, _cells(line)) for n, line in typed]
        columns = None
        if lines and not any(is_number(cell) for cell in lines[0][1]):
            line, columns = lines.pop(0)
            for cell in columns:
                refuse("table", cell, line, "head")
        if not lines:
            raise ValueError("table: expected at least one line of numbers, got none")
        rows, values = [], []
        for position, (line, cells) in enumerate(lines, start=1):
            named = len(cells) > 1 and not is_number(cells[0])
            if named:
                refuse("table", cells[0], line, "name")
            rows.append(cells[0] if named else f"row {position}")
            values.append([_to_number(cell, line) for cell in cells[named:]])
            if len(values[-1]) != len(values[0]):
                raise ValueError(
                    f"table: expected {len(values[0])} numbers a line, got {len(values[-1])} in line {line}"
                )
        if columns is not None and len(columns) == len(values[0]) + 1:
            columns = columns[1:]
        count = len(values[0])
        if columns is not None and count == 2 * len(columns) and "," in typed[-1][1]:  # 1,5 is two numbers
            raise ValueError(
                f"table: expected {len(columns)} numbers a line, got {count}: a decimal has a point, as 1.5"
            )
        return cls.of(values, rows=rows, columns=columns)

    def with_values(self, values, *, columns: Sequence[int]) -> "Table":
        """The same rows with other ``values``, (N, D), showing only the numbered ``columns``.

        >>> Table.of([[1, 2, 3]]).with_values([[10, 20, 30]], columns=[2, 0]).columns
        ('x3', 'x1')
        """
        values = _inputs.array("values", values, ndim=(2,))
        if len(values) != len(self.rows):
            raise ValueError(f"values: expected {len(self.rows)} rows, got {len(values)}")
        if isinstance(columns, (str, bytes)) or not isinstance(columns, Sequence):
            raise _inputs.wrong_type("columns", "a list of column numbers", columns)
        columns = [_inputs.whole("columns", k, at_least=0) for k in columns]
        if not columns or max(columns) >= min(values.shape[1], len(self.columns)):
            raise ValueError(
                f"columns: expected numbers below {len(self.columns)}, the count of columns, got {columns}"
            )
        return Table(values[:, columns], self.rows, [self.columns[k] for k in columns], self.mask)


_CELL = r' *(?:"((?:[^"]|"")*)" *|([^@]*))@'  # @: what sets the cells apart
_TWO_MEANINGS = "expected one meaning, got {0} in line {n}, which has two: for a decimal number write"
_SIGNED = (
    r"^(?:[€$£¥]\s*[-+−]?\d[\d.,]*|[-+−]?\d[\d.,]*\s*[€$£¥%‰])$",  # 12€, 45 %
    "expected a number in line {n}, got '{0}': leave out the sign",
)
_THOUSANDS = (
    r"^[-+−]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+$",
    "expected a number in line {n}, got '{0}': leave out the space",
)
_MEASURED = (  # but not 2nd
    r"^[-+−]?\d[\d.,]*\s*(?:min|h|s|sec|kg|g|km|m|cm|mm|°C)$",
    "expected a number in line {n}, got '{0}': leave out the unit",
)
# What is refused, and in which words: patterns that a page reads, too.
RULES = {
    "line": (
        # Ada 12,5: one number, or a name with a number
        (
            r"^([^\d,;\t][^,;\t]*\s)(\d+),(\d+)$",
            _TWO_MEANINGS + " {1}{2}.{3}, for a name that ends in {2} write {1}{2}, {3}",
        ),
        # a comma between whole numbers, where something else sets the numbers of the line apart
        (
            r"^(?=[^\n]*(?:[;\t]|\d,\d+,?\s+[-+−]?\d))[^\n]*?(?<![\d.,])([-+−]?\d+),(\d+)(?![\d.,])",
            "expected decimals with a point in line {n}, got {1},{2}: write {1}.{2}",
        ),
    ),
    "column": ((r"^([-+−]?\d+),(\d+)$", _TWO_MEANINGS + " {1}.{2}, for two numbers {1}, {2}"),),
    "head": (_SIGNED, _THOUSANDS),  # 100m may be a column
    "name": (_SIGNED, _THOUSANDS, _MEASURED),
    # a heading with 12:30 or 12min would lose somebody's minutes
    "times": (_SIGNED, _MEASURED, (r"^\d[^\n]*", "expected minutes as one number in line {n}, got '{0}'")),
}


def refuse(name: str, text: str, line: int, rules: str) -> None:
    """Raise ValueError for ``name`` where a ``text`` of a line with this number is what ``RULES[rules]`` refuse.

    >>> refuse("numbers", "9, 6, 5", 1, "line")
    >>> refuse("numbers", "1,5 2,5 3,5", 1, "line")
    Traceback (most recent call last):
    ValueError: numbers: expected decimals with a point in line 1, got 1,5: write 1.5
    """
    for pattern, said in RULES[rules]:
        if found := re.search(pattern, text):
            raise ValueError(f"{name}: {said.format(found[0], *found.groups(), n=line)}")


def _refuse_decimal_commas(lines: list[tuple[int, str]]) -> None:
    for n, line in lines:
        refuse("table", line, n, "line")
    named = len(lines) > 1 and "," not in lines[0][1] and not is_number(lines[0][1])  # one column has a name
    lines = lines[named:]
    ((pattern, _),) = RULES["column"]
    if (named or len(lines) > 1) and all(re.search(pattern, line) for _, line in lines):
        refuse("table", lines[0][1], lines[0][0], "column")


def _cells(line: str) -> list[str]:
    for separator in (",", ";", "\t"):
        if separator in line:
            # A cell that a quote begins and none ends is a name like another.
            cells = re.findall(_CELL.replace("@", separator), line.rstrip(separator) + separator)
            return [(inside.replace('""', '"') or plain).strip() for inside, plain in cells]
    return line.split()


def is_number(cell: str) -> bool:
    """Whether a word is a finite number as Python writes it, or with a typographic minus."""
    try:
        return isfinite(float(cell.replace("−", "-")))
    except ValueError:
        return False


def _to_number(cell: str, line: int) -> float:
    if not is_number(cell):
        raise ValueError(f"table: expected a number in line {line}, got '{cell}'")
    return float(cell.replace("−", "-"))
