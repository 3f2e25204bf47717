"""Reading numbers that somebody pasted: lines of text, CSV, or what Python, NumPy and torch print."""

import ast
import re
from contextlib import suppress
from math import isfinite

import numpy as np

from normviz import _inputs
from normviz.table import Table

# More decimals than people type come from a machine's printout, whose numbers speak for themselves.
MOST_DECIMALS = 6


class NotFinite(ValueError):
    """Numbers were pasted that are infinite, or none at all."""


def read_pasted(name: str, text: str) -> tuple[np.ndarray, int | None]:
    """Return the numbers, and the decimals they were written with (None if that cannot be said).

    One row a line, set apart by commas, tabs, semicolons or spaces; a table of Markdown or LaTeX, or a matrix that
    R printed; or nested brackets, up to three deep, with words before and after. A ``ValueError`` names what is not a
    number, or the rows of unequal length; it is a ``NotFinite`` where nan or inf stands among the numbers.

    >>> read_pasted("x", "1, 2\\n3, 4")[0]
    array([[1., 2.],
           [3., 4.]])
    >>> read_pasted("result", "tensor([[-1.2247, 0.0000], [ 1.2247, 0.0000]], grad_fn=<Add>)")[1]
    4
    """
    text = text.replace("−", "-")
    if "..." in text or "…" in text:
        raise ValueError(
            f"{name}: expected every number, got ..., where numbers were left out. Print all of them: "
            "np.set_printoptions(threshold=10**6) in NumPy, torch.set_printoptions(profile='full') in torch"
        )
    bare = re.sub(r"np\.\w+\(([^()]*)\)", r"\1", text)  # NumPy's own numbers in a list of Python's
    bare = _of_markup(_of_r(re.sub(r"(torch\.Size\(|shape=?|size) *[(\[][\d, ]*[)\]]+", "", bare)))
    values = _brackets(name, bare) if "[" in bare else _lines(name, _without_index(bare))
    if half := re.search(r"b?float16", text):
        # Few decimals are printed, but enough to say which of the few numbers of this type it was.
        return _nearest(values, half[0]), None
    numbers = re.findall(r"\d\.(\d*)(?:e([-+]?\d+))?", text)
    plain = [len(digits) for digits, power in numbers if not power]
    # The digits of 1.2345e-02 begin at another place than those of 1.2345e+00: the coarsest counts.
    places = [len(digits) - int(power) for digits, power in numbers if power]
    decimals = min([*places, max(plain)] if plain else places, default=0)
    typed = all(len(digits) <= MOST_DECIMALS for digits, _ in numbers)
    return values, decimals if decimals > 0 and typed else None


def _nearest(values: np.ndarray, half: str) -> np.ndarray:
    if half == "float16":
        return values.astype(np.float16).astype(float)
    # A bfloat16 is the first half of a float32.
    bits = values.astype(np.float32).view(np.uint32) + np.uint32(0x8000)
    return (bits & np.uint32(0xFFFF0000)).view(np.float32).astype(float)


def _of_r(text: str) -> str:
    """What R prints of a matrix or a vector, without its [1,] and [,1]; columns that did not fit are set beside."""
    if re.match(r"\s*\[1\]\s", text):  # a vector: [7] is the number of its line's first value
        return re.sub(r"^[ \t]*\[\d+\]|\n", " ", text, flags=re.MULTILINE)
    if not re.search(r"^[ \t]*(\[\d+,\]|\[,\d+\])\s", text, re.MULTILINE):
        return text
    heads = r"^(?![ \t]*\[\d+,\]).*\[,\d+\].*\n|^[ \t]*[^\d\s\[][^\d\n]*\n"
    blocks = [block.splitlines() for block in re.split(heads, text, flags=re.MULTILINE) if block.strip()]
    rows = [
        [re.sub(r"^\s*(\[\d+,\]|[^\d\s.+-]\S*)", "", line) for line in block if line.strip()]
        for block in blocks
    ]
    return "\n".join(map(" ".join, zip(*rows, strict=True))) if len({*map(len, rows)}) == 1 else text


def _of_markup(text: str) -> str:
    """A table of Markdown or LaTeX as lines of cells with commas between; any other text as it is."""
    if re.search(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|", text, re.MULTILINE):
        cells = [line.strip().strip("|").replace("|", ",") for line in text.splitlines() if "|" in line]
        return "\n".join(line for line in cells if not re.fullmatch(r"[\s:,]*-[\s:,-]*", line))
    if "&" in text:
        commands = r"\\(begin|end|caption|label)\*?(\[[^]]*\]|\{[^}]*\})*|\\(left|right)\W|\\[A-Za-z]+|[${}]"
        inside = re.sub(r"\\\\(\[[^]]*\])?", "\n", text)
        return re.sub(commands, "", inside).replace("&", ",")
    return text


def _brackets(name: str, text: str) -> np.ndarray:
    # Words before and after the numbers (a name, array, dtype, grad_fn, an index) are no part of them.
    depth, begins, groups = 0, 0, []
    for place, sign in enumerate(text):
        if sign == "[":
            begins, depth = begins if depth else place, depth + 1
        elif sign == "]" and depth:
            depth -= 1
            groups += [] if depth else [text[begins : place + 1]]
    inside = text if depth else max(groups, key=len, default=text)
    inside = re.sub(r"\bnan\b", "None", inside).replace("inf", "1e999")  # both as Python can read them
    # NumPy prints no commas.
    inside = re.sub(r"(?<=[\d.\]e])\s+(?=[-+.\d\[N])", ", ", inside)
    if ";" in inside:  # rows as MATLAB has them
        inside = f"[{inside.replace(';', '],[')}]"
    try:
        nested = ast.literal_eval(inside)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise ValueError(f"{name}: expected brackets around numbers, such as [[1, 2], [3, 4]]") from None
    with suppress(TypeError, ValueError):  # what is no table of numbers is refused below
        nested = np.array(nested, dtype=float) if "None" in inside else nested
    values = _inputs.array(name, nested, ndim=(1, 2, 3), finite=False)
    try:
        return _inputs.array(name, values)
    except ValueError as error:
        raise NotFinite(str(error)) from None


def _without_index(text: str) -> str:
    """What pandas prints of a frame, without its header and its index; any other text as it is."""
    head, *lines = [line.split() for line in text.splitlines() if line.strip()] or [[]]
    names = not any(re.match(r"[-+.]?\d", cell) for cell in head) or head == list(map(str, range(len(head))))
    if names and lines and all(len(line) == len(head) + 1 for line in lines):
        return "\n".join(" ".join(line[1:]) for line in lines)
    return text


def _lines(name: str, text: str) -> np.ndarray:
    try:
        return Table.parse(text).values
    except ValueError as error:
        kind = NotFinite if any(map(_is_infinite_or_nan, re.split(r"[,;\s]+", text))) else ValueError
        raise kind(f"{name}: {re.sub('^(table|data): ', '', str(error))}") from None


def _is_infinite_or_nan(word: str) -> bool:
    with suppress(ValueError):
        return not isfinite(float(word))
    return False


def as_text(values: np.ndarray) -> str:
    """Numbers as text that :func:`read_pasted` reads again.

    >>> as_text(np.array([[1.0, 2.5], [3.0, 4.0]]))
    '1, 2.5\\n3, 4'
    """
    if values.ndim == 3:
        return str(values.tolist())
    # Every digit is kept: fewer would hide that a number came from a float32.
    rows = np.atleast_2d(values.T).T
    return "\n".join(", ".join(str(float(v)).removesuffix(".0") for v in row) for row in rows)
