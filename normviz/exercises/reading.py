"""Reading what a learner gave: a tensor, an array, a list or a number all count as the same answer."""

import re

import numpy as np

from normviz._inputs import describe
from normviz.norms import Normalized
from normviz.table import Table

_NUMBER = r"(?:\d+(?:[.,]\d*)?(?:e[-+]?\d+)?|[.,]\d+)"
_WHOLE_OR_SHARE = rf"{_NUMBER}|\({_NUMBER}(?:/{_NUMBER})?\)"
_PART = rf"(√|(?:np\.)?sqrt)?({_WHOLE_OR_SHARE})(?:(?:\^|\*\*)({_WHOLE_OR_SHARE}))?"
_TYPED = re.compile(rf"([-+]?){_PART}(?:/{_PART})?", re.IGNORECASE)
_AS_PRINTED = re.compile(r"^(?:np\.)?(?:array|float64|tensor)(?=\()|,\s*[a-z_]+=[\w.<>]+(?=[,)])")
_BRACKETS = re.compile(r"^(?:[\[(]+([^][()]*)[])]+|\[(.*)\])$", re.DOTALL)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[,\s'’_]\d{3})+")


class Unreadable(Exception):
    """The answer is of a kind that cannot be compared; the message tells the learner what to give instead."""


def is_missing(answer) -> bool:
    """Whether the answer is still ``...``: that, None, an empty text, or a list made of these.

    >>> is_missing(...), is_missing([..., ...]), is_missing(0)
    (True, True, False)
    """
    if isinstance(answer, (list, tuple)):
        return len(answer) > 0 and all(is_missing(part) for part in answer)
    return answer is ... or answer is None or (isinstance(answer, str) and not answer.strip())


def numbers(answer, one: bool = False, whole: bool = False) -> np.ndarray:
    """Return the answer as a float64 array, NaN and inf included; Unreadable says what was expected and what came.

    Of ``one`` number, two whole ones are what Python makes of a comma inside it; of a ``whole`` one, of a thousand's.

    >>> numbers([1, 2]).dtype, numbers((2, 4495), one=True), numbers((3, 200), one=True, whole=True)
    (dtype('float64'), array(2.4495), array(3200.))
    """
    if one and isinstance(answer, tuple) and [*map(type, answer)] == [int, int] and answer[1] >= 0:
        comma = f"{answer[0]},{answer[1]}"
        answer = comma if _THOUSANDS.fullmatch(comma) or not whole else answer
    answer = _without_gradient(answer)
    if isinstance(answer, Normalized):
        raise Unreadable(
            "You gave the whole result of a norm. Give the part that is asked for, such as .y, .mean or .std."
        )
    if isinstance(answer, str):
        found = typed(answer, whole, several=not one)
        if found is None:
            shown = describe(answer).removeprefix("str ")
            what = "a number is meant: the number" if one else "numbers are meant: the numbers"
            raise Unreadable(
                f"You gave the text {shown}, where {what} alone, without words, a unit or a % sign."
            )
        return np.array(found if found[1:] else found[0])
    if callable(answer):
        raise Unreadable("You gave a function where numbers are meant. Call it, and give its result.")
    if isinstance(answer, (dict, set, frozenset)):
        raise Unreadable(
            f"You gave a {type(answer).__name__} where numbers are meant. Give a number, a list or an array."
        )
    try:
        raw = np.asarray(answer)
    except ValueError:
        raise Unreadable(
            "The rows of your answer have different lengths. Give every row equally many numbers."
        ) from None
    if raw.dtype == object:
        raw = _as_floats(raw, answer)
    if not (np.issubdtype(raw.dtype, np.integer) or np.issubdtype(raw.dtype, np.floating)):
        if raw.dtype.kind in "US":
            # Beside a text, NumPy makes texts of the numbers, too.
            cells = np.asarray(answer, dtype=object).flat
            text = next(cell for cell in cells if isinstance(cell, str | bytes))
            said = f"Your answer holds texts, such as {text!s:.40}."
            raise Unreadable(f"{said} Give a letter alone, not in a list, and numbers without quotes.")
        kind = "complex numbers" if raw.dtype.kind == "c" else "other values"
        raise Unreadable(f"Your answer holds {kind}, such as {raw.flat[0]!s:.40}. Give real numbers alone.")
    if raw.size == 0:
        raise Unreadable("Your answer holds no numbers: it is empty.")
    return raw.astype(np.float64)


def table(answer, name: str = "table") -> np.ndarray:
    """Return a learner's own table as a finite (N, D) array; a mapping gives columns, a flat list one column.

    Unreadable says what was expected and what came.
    """
    if isinstance(answer, Table):
        return answer.values
    if isinstance(answer, dict):
        return table(numbers(list(answer.values())).T, name)
    values = numbers(answer)
    if values.ndim == 1:
        values = values[:, None]
    if values.ndim != 2:
        raise Unreadable(
            f"Your {name} is {laid_out(values)}. Give rows and columns, such as [[1, 2], [3, 4]]."
        )
    if not np.isfinite(values).all():
        row, column = np.argwhere(~np.isfinite(values))[0]
        where = f"in row {row + 1}, column {column + 1}"
        raise Unreadable(f"Your {name} has {values[row, column]} {where}. Give finite numbers.")
    return values


def laid_out(values: np.ndarray) -> str:
    """How many numbers, and in which form, in plain words.

    >>> laid_out(np.zeros(())), laid_out(np.zeros(4)), laid_out(np.zeros((5, 1)))
    ('one number', '4 numbers', 'a table of 5 rows and 1 column')
    """
    if values.ndim < 2:
        return f"{values.size} numbers" if values.size > 1 else "one number"
    if values.ndim > 2:
        return f"a block of {' × '.join(map(str, values.shape))} numbers"
    rows, columns = values.shape
    return f"a table of {rows} row{'s' * (rows != 1)} and {columns} column{'s' * (columns != 1)}"


def decimal_comma(answer, wanted: int) -> str:
    """What to say where more whole numbers came than were asked for: 2,4495 is two numbers; else nothing.

    >>> decimal_comma((2, 4495, 1, 5), 2)
    ' Python reads 2,4495 as two numbers. For a decimal number write a point: 2.4495.'
    """
    parts = answer if isinstance(answer, (list, tuple)) else ()
    if len(parts) != 2 * wanted or not all(type(part) is int for part in parts) or min(parts[1::2]) < 0:
        return ""
    whole, decimals = parts[:2]
    return f" Python reads {whole},{decimals} as two numbers. For a decimal number write a point: {whole}.{decimals}."


def typed(text: str, whole: bool = False, several: bool = False) -> list[float] | None:
    """The numbers of a text, with a decimal point or comma, as a fraction, a power or a root; None for any other text.

    Of a ``whole`` number, a comma or a space in front of three digits parts the thousands; of ``several``, any comma
    parts the numbers. What Python prints, "np.float64(1.5)" or "tensor([1., 2.])", may be typed as it stands.
    ``front/heard.js`` reads the same.

    >>> typed("1,5"), typed("[−1.5, 14/5]"), typed("6.25^0.5"), typed("3,200", whole=True), typed("two")
    ([1.5], [-1.5, 2.8], [2.5], [3200.0], None)
    """
    text = re.sub(r"\s*(/|\^|\*\*)\s*|(^-|√|sqrt)\s+", r"\1\2", re.sub("[−–]", "-", text.strip()))
    inner = _BRACKETS.sub(r"\1\2", _AS_PRINTED.sub("", text))
    if whole and not several and _THOUSANDS.fullmatch(inner):
        return [float(re.sub(r"\D", "", inner))]
    parted = "." in inner or (whole and several)
    parts = filter(None, re.split(r"[\s,;]+|\.$" if parted else r"[\s;]+|,\s+", inner))
    values = [_value(part) for part in parts]
    return values if values and None not in values else None


def _value(part: str) -> float | None:
    found = _TYPED.fullmatch(part)
    try:
        sign, *halves = found.groups()
        above, below = (
            _quotient(number or "1") ** (_quotient(power or "1") / (2 if root else 1))
            for root, number, power in (halves[:3], halves[3:])
        )
        return float(f"{sign}1") * above / below
    except (AttributeError, ArithmeticError):
        return None


def _quotient(text: str) -> float:
    above, _, below = text.strip("()").replace(",", ".").partition("/")
    return float(above) / float(below or 1)


def _without_gradient(answer):
    # A list of torch's tensors that require grad cannot become an array as it is.
    if isinstance(answer, (list, tuple)):
        return [_without_gradient(part) for part in answer]
    if hasattr(answer, "detach"):
        answer = answer.detach().cpu()
        answer = answer.double().numpy() if answer.is_floating_point() else answer.numpy()
    # Beside a number, NumPy makes a number of True, too.
    if getattr(answer, "dtype", type(answer)) in (bool, np.bool_):
        raise Unreadable(
            "You gave True or False where numbers are meant. `.astype(int)` makes 1 and 0 of them."
        )
    return answer


def _as_floats(raw: np.ndarray, answer) -> np.ndarray:
    # Fractions and Decimals are numbers too, but NumPy keeps them as objects.
    if any(isinstance(cell, (str, bytes)) or cell is None or cell is ... for cell in raw.flat):
        raise Unreadable("Some cells of your answer are not numbers. Give numbers alone, without quotes.")
    try:
        return raw.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise Unreadable(
            f"You gave {describe(answer)} where numbers are meant. Give a number, a list or an array."
        ) from None
