"""What people type: tables and sentences that can be read, with what they say, and such that nobody can read."""

from typing import NamedTuple

import numpy as np

from tests.abuse.driver import Typed

# Names that try to be something else than names.
HOSTILE = (
    "<script>alert(1)</script>",
    '<img/src=x/onerror="alert(1)">',
    "</style></div>&amp;",
    "😀👩🏽‍🚀",
    "e\u0301\u0323" + "\u0301" * 40,
    "\u202eabc\u202c",
    "\u200f\u061c\u200b",
    "العربية",
    "‹pad›",
    "x" * 200,
)
WORDS = ("Hi", "How", "are", "you", "today", "Nitish", "tea", "or", "coffee", *HOSTILE)
NO_TABLES = (
    "", "   \n\t", "a, b, c", "1, 2\n3", "1, nan\n2, 3", "1, inf\n2, 3", "1, 2\n3, x", "1,, 2", "1e999, 2\n3, 4",
    "\u202e12\u202c x\n1 2", "a\x00b 1 x", ",", "-", "١٢ x",
)  # fmt: skip


class Rows(NamedTuple):
    """A table as plain data."""

    values: np.ndarray
    rows: tuple[str, ...]
    columns: tuple[str, ...]


def numbers(random, shape):
    """Random numbers of a random size and place; now and then a column of one value."""
    size, place = random.choice(
        ((1, 0), (1, 0), (10, 5), (1e3, -50), (1e-3, 0), (1, 1e6), (1e9, 0), (1e-7, 0))
    )
    decimals = random.choice((0, 2, 6))
    drawn = [round(random.gauss(0, 1), decimals) for _ in range(int(np.prod(shape)))]
    values = np.array(drawn).reshape(shape)
    values = values * size + place
    if random.random() < 0.1:
        values[..., 0] = values.flat[0]
    return values


def table(random, columns=None):
    """A table that somebody typed; ``columns`` is how many it mostly has."""
    if random.random() < 0.25:
        return Typed(random.choice(NO_TABLES))
    width = columns if columns and random.random() < 0.85 else random.choice((1, 1, 2, 3, 4, 9))
    values = numbers(random, (random.choice((1, 2, 2, 3, 4, 5, 8, 60)), width))
    if random.random() < 0.05:
        values = values * random.choice((1e160, 1e-160))
    return Typed(*_written(random, values))


def _written(random, values):
    count, width = values.shape
    rows = tuple(f"row {i + 1}" for i in range(count))
    columns = tuple(f"x{k + 1}" for k in range(width))
    between = random.choice((", ", "; ", "\t", ",", " "))
    names = [name for name in WORDS if not any(c in name for c in ",; ")]
    lines = [[_number(random, v) for v in row] for row in values.tolist()]
    if random.random() < 0.4:
        rows = tuple(random.choice(names) for _ in range(count))
        lines = [[name, *line] for name, line in zip(rows, lines, strict=True)]
    if random.random() < 0.4:
        columns = tuple(random.choice(names) for _ in range(width))
        lines.insert(0, list(columns))
    text = "\n".join(between.join(line) for line in lines) + random.choice(("", "\n", "\n\n"))
    return text, Rows(values, rows, columns)


def _number(random, value):
    text = repr(value)
    return text.replace("-", "−") if random.random() < 0.2 else text


def sentences(random):
    """Sentences, one a line; ``means`` is a list of lists of words."""
    chance = random.random()
    if chance < 0.1:
        return Typed(random.choice(("", "  \n ", "tea\n\ntea", "\ntea")))
    count = random.choice((1, 2, 2, 3, 4, 12))
    said = [[random.choice(WORDS) for _ in range(random.randint(1, 7))] for _ in range(count)]
    text = "\n".join((" ", "  ")[random.random() < 0.2].join(words) for words in said)
    return Typed(text + random.choice(("", "\n", " \n\n")), said)


def listed(random):
    """One row of numbers, as the box for another batch takes it."""
    if random.random() < 0.2:
        return Typed(random.choice(("", " ", "1 x", "nan", "1, inf", "<b>", "😀", "1e999")))
    values = numbers(random, (random.choice((1, 2, 3, 7, 30)),))
    between = random.choice((", ", "; ", " ", "\n"))
    return Typed(between.join(_number(random, v) for v in values.tolist()), values)


def pasted(random):
    """An array as it is pasted: lines, or in brackets; few shapes, so that two boxes often agree."""
    if random.random() < 0.15:
        return Typed(
            random.choice((*NO_TABLES, "[[1, 2], [3]]", "[[[[1]]]]", "[", "[x]", "[" * 5000, "]1, 2["))
        )
    shape = random.choice(((4,), (3, 2), (3, 2), (3, 2), (2, 2, 2)))
    values = np.round(numbers(random, shape), 4)
    if len(shape) == 3 or random.random() < 0.4:
        return Typed(
            random.choice(("{}", "array({})", "tensor({}, grad_fn=<Add>)")).format(values.tolist()), values
        )
    lines = values[:, None] if len(shape) == 1 else values
    text = "\n".join(", ".join(map(repr, row)) for row in lines.tolist())
    return Typed(text, lines)
