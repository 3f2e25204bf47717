"""How numbers are written: as a reader who checks them by hand would, with a true minus sign.

- Results that a reader recomputes, in tables, in arithmetic and in sentences: :func:`fixed`, always four decimals.
- Data and settings: :func:`plain`, as they were typed.
- Words inside a drawn picture, such as its μ and σ, and its accessible name: :func:`short`. Where the numbers in a
  picture are few and whole, nothing but the picture is to be looked at.
- Measured and estimated quantities of any size: :func:`significant`.
"""

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from math import floor, isinf, isnan, log10

import numpy as np

from normviz.drawing.sizes import DECIMALS, DIGITS, DUST, LARGEST, POWERS, SPACE


def fixed(value: float, decimals: int = DECIMALS) -> str:
    """Write ``value`` with a fixed number of decimals, halves rounded away from zero as at school.

    Numbers too large for that are written with a power of ten, and what has grown past all numbers as ∞.

    >>> fixed(31.21 / 8), fixed(-0.5), fixed(-0.00001), fixed(1234567.0), fixed(float("inf"))
    ('3.9013', '−0.5000', '0.0000', '1.2346·10⁶', '∞')
    """
    value = float(value)
    if abs(value) >= LARGEST:
        return _scientific(value, decimals)
    # To so many digits first: 3.90125 must round as the reader's 3.90125 does, not as its nearest binary neighbour.
    number = Decimal(f"{value:.{DIGITS}g}").quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    return _signed(f"{abs(number) if number.is_zero() else number:f}")


def plain(value: float, decimals: int = DECIMALS) -> str:
    """Write ``value`` as a document would: no zeros at the end.

    >>> plain(7.0), plain(2.41), plain(-1.18585), plain(0.00001)
    ('7', '2.41', '−1.1859', '1·10⁻⁵')
    """
    value = float(value)
    if value != 0 and not (1 - 1e-9) * 10.0**-decimals <= abs(value) < LARGEST:
        return _scientific(value, decimals)
    text = fixed(value, decimals)
    return text.rstrip("0").rstrip(".") if "." in text else text


def grouped(value: float) -> str:
    """Write ``value`` as :func:`plain`, whole numbers of more than four digits in groups of three, as texts do.

    >>> grouped(1000), grouped(100_000).replace(SPACE, " "), grouped(1e6).replace(SPACE, " "), grouped(0.001)
    ('1000', '100 000', '1 000 000', '0.001')
    """
    if float(value).is_integer() and 1e4 <= abs(value) < 1e9:
        return _signed(f"{value:,.0f}".replace(",", SPACE))
    return plain(value)


def short(value: float) -> str:
    """Write ``value`` for a label in a picture: to four decimals at most, none at the end that is 0.

    What is small, but not 0, is not written as 0.

    >>> short(5.0), short(24**0.5 / 2), short(-2.2e-16), short(0.00003)
    ('5', '2.4495', '0', '3·10⁻⁵')
    """
    return "0" if abs(value) <= DUST else plain(value)


def brief(value: float, beside: float = 0.0) -> str:
    """Write ``value`` where one looks: two decimals, or two digits that count where these would say nothing.

    What is 0 but for rounding, ``beside`` another number, is written as 0; front/numbers.js writes the same.

    >>> brief(3.9013), brief(0.0), brief(0.0004873), brief(1234.5), brief(2.5e-7), brief(1e-16, 2.0)
    ('3.90', '0', '0.00049', '1235', '2.5·10⁻⁷', '0')
    """
    value = float(value)
    if abs(value) <= DUST * abs(beside) or value == 0:
        return "0"
    size = log10(abs(value))
    if not POWERS[0] <= size < POWERS[1] + 1:
        return _scientific(value, 1)
    power = floor(size)
    return fixed(value, 0 if power > 2 else 2 if power >= -1 else 1 - power)


def significant(value: float, digits: int = 4, *, zeros: bool = False) -> str:
    """Write ``value`` to so many digits that count, wherever its point stands; whole numbers stay whole.

    With ``zeros``, those at the end count, too, as in a column of measured numbers.

    >>> significant(0.00019512), significant(8521.88), significant(24763.0), significant(6.0477e-16)
    ('0.0001951', '8522', '24763', '6.048·10⁻¹⁶')
    >>> significant(0.6, 2), significant(0.6, 2, zeros=True)
    ('0.6', '0.60')
    """
    value = float(value)
    if value == 0:
        return "0"
    size = log10(abs(value))
    if not POWERS[0] <= size < POWERS[1] + 1:
        return _scientific(value, digits - 1)
    power = floor(size)
    text = fixed(value, max(digits - 1 - power, 0))
    return text.rstrip("0").rstrip(".") if "." in text and not zeros else text


def many(count: int, what: str, more: str = "") -> str:
    """So many of them, in words; ``more`` is what several are called, where it is not with an s.

    >>> many(1, "step"), many(12, "step"), many(2, "batch", "batches")
    ('1 step', '12 steps', '2 batches')
    """
    return f"{count} {what if count == 1 else more or f'{what}s'}"


def mean_and_std(mean: float | None, std: float) -> str:
    """Write μ and σ for a label in a picture; without a μ, the root mean square.

    >>> mean_and_std(5.0, 24**0.5 / 2), mean_and_std(None, 2.5)
    ('μ 5, σ 2.4495', 'root mean square 2.5')
    """
    return f"root mean square {short(std)}" if mean is None else f"μ {short(mean)}, σ {short(std)}"


def bracketed(text: str) -> str:
    """Put a negative number in brackets, for the middle of a sum.

    >>> bracketed(fixed(-0.5)), bracketed(fixed(0.5))
    ('(−0.5000)', '0.5000')
    """
    return f"({text})" if text.startswith("−") else text


def known(value: float, write: Callable[..., str] = fixed, **how) -> str:
    """Write a number that may be none: a dash stands for NaN.

    >>> known(0.25, decimals=2), known(float("nan"), short)
    ('0.25', '–')
    """
    return "–" if isnan(value) else write(value, **how)


def power_of_ten(power: float) -> str:
    """Write 10 to a whole power.

    >>> power_of_ten(-5), power_of_ten(0), power_of_ten(2)
    ('10⁻⁵', '1', '100')
    """
    return plain(10.0**power) if -3 <= power <= 3 else f"10{raised(int(power))}"


def raised(power: int) -> str:
    """Write a power, small and high.

    >>> raised(-12)
    '⁻¹²'
    """
    return str(power).translate(_RAISED)


def _scientific(value: float, decimals: int) -> str:
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    value *= 1 + 1e-12 * (abs(value) < 1e300)  # halves go away from zero
    mantissa, exponent = f"{value:.{decimals}e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return _signed(f"{mantissa}·10{raised(int(exponent))}")


def _signed(text: str) -> str:
    return text.replace("-", "−")


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def three(values: np.ndarray, write: Callable[[float], str]) -> list[str]:
    """The lowest, the median and the highest of what is known, each written; dashes where nothing is."""
    values = values[~np.isnan(values)]
    if not len(values):
        return ["–"] * 3
    return [write(v) for v in (values.min(), np.median(values), values.max())]
