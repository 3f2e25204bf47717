"""The tables to do by hand, on paper, each twice: to fill in, and filled in.

Everything is computed from ``nv.examples`` when the command runs. The pages need no network, fit A4 and Letter, and
use no colour. What stands on every lesson's first and last sheet is in ``docs/lessons/slips.py``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from markupsafe import Markup

import normviz as nv
from normviz.drawing.markup import join, tag
from normviz.drawing.numbers import fixed, plain

STYLE = Path(__file__).parent / "print.css"

# Titles say nothing that is still to be asked.
VOTES = "Votes, and one sentence"
QUIZ = "Exit quiz"
COLUMN = "One column"
ROW = "One word"
Z_COLUMNS = "Down a column"
Z_ROWS = "Across a row"
NODE = "One node, and n or n − 1"
SHARED = (COLUMN, ROW, Z_COLUMNS, Z_ROWS)  # by two neighbours

SUM, HAT = "sum", "x̂"


@dataclass(frozen=True)
class Answer:
    """What the reader writes: an empty box on one copy, the words or the number on the other."""

    text: str


def answers(numbers: Iterable[float], decimals: int = 4) -> list[Answer]:
    return [Answer(fixed(number, decimals)) for number in numbers]


class Paper:
    """One copy of the handout, empty or filled."""

    def __init__(self, *, filled: bool):
        self.filled = filled

    def page(self, title: str, sheets: Iterable[Markup], kind: str = "") -> str:
        """The whole document, as HTML that stands alone."""
        kind = kind or f"sheets, {'filled in' if self.filled else 'to fill in'}"
        head = join(
            Markup('<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'),
            tag("title", f"{title}: {kind}"),
            tag("style", Markup("\n" + STYLE.read_text(encoding="utf-8"))),
        )
        document = tag("html", "\n", tag("head", head), "\n", tag("body", join(sheets)), "\n", lang="en")
        return f"<!DOCTYPE html>\n{document}\n"

    def sheet(self, number: int, title: str, sources: Iterable, *parts) -> Markup:
        name = tag(
            "p", "for the teacher" if self.filled else ["Name ", tag("span", class_="line")], class_="name"
        )
        head = tag("header", tag("h1", f"{number}. {title}"), name)
        documents = "; ".join(f"“{source.title}” ({source.author})" for source in sources)
        foot = tag("footer", f"The numbers come from {documents}.") if documents else ""
        return tag("section", head, "\n", join(parts), "\n", foot) + Markup("\n")

    def table(self, caption: str, columns: Sequence[str], rows: Sequence[tuple]) -> Markup:
        """Rows of (name, cell, cell, …); a cell is a number's text, or an Answer."""
        head = tag("tr", [tag("th", name, scope="col") for name in columns])
        body = [
            tag("tr", tag("th", name, scope="row"), [self.cell(cell) for cell in cells]) + Markup("\n")
            for name, *cells in rows
        ]
        return tag("table", tag("caption", caption), "\n", tag("thead", head), "\n", tag("tbody", body))

    def cell(self, content) -> Markup:
        if not isinstance(content, Answer):
            return tag("td", content)
        return tag("td", content.text if self.filled else None, class_="answer")

    def line(self, *parts) -> Markup:
        """One line of arithmetic; an Answer in it is a box of its own."""
        return tag("p", [self._inline(part) for part in parts], class_="sum")

    def question(self, words: str, answer: str) -> Markup:
        """A question to answer in words, and a line for them."""
        written = tag("p", answer if self.filled else None, class_="words")
        return tag("p", words, class_="check") + written

    def _inline(self, part):
        if not isinstance(part, Answer):
            return part
        return tag("span", part.text if self.filled else None, class_="answer")


def deviations(name: str, numbers, names: Sequence[str], paper: Paper, *, symbol: str = "x") -> Markup:
    """The table x, x − μ, (x − μ)², x̂ of one column, with its sums."""
    numbers = np.asarray(numbers, dtype=float)
    mean, std = numbers.mean(), numbers.std()
    away = numbers - mean
    columns = [name, symbol, f"{symbol} − μ", f"({symbol} − μ)²", f"{HAT} = ({symbol} − μ) / σ"]
    rows = [
        (row, plain(x), *answers((d, d * d, d / std))) for row, x, d in zip(names, numbers, away, strict=True)
    ]
    rows.append((SUM, Answer(plain(numbers.sum())), *answers((0, (away**2).sum(), 0))))
    return paper.table(f"{name}: {len(numbers)} numbers, one pool", columns, rows) + paper.line(
        *("μ = sum / n = ", *answers([mean]), "σ² = sum of squares / n = ", *answers([std**2])),
        *("σ = √σ² = ", *answers([std])),
    )


def batch_norm_sheet(paper: Paper, number: int) -> Markup:
    """The z table, down its columns."""
    z = nv.examples.z_table()
    x_hat = nv.batch_norm(z.values, eps=0).y
    first = deviations("z1", z.values[:, 0], z.rows, paper)
    others = paper.table(
        "The other two nodes, each with its own μ and σ",
        ["row", "z2", f"{HAT} of z2", "z3", f"{HAT} of z3"],
        [
            (row, plain(z2), Answer(fixed(h2)), plain(z3), Answer(fixed(h3)))
            for row, (_, z2, z3), (_, h2, h3) in zip(z.rows, z.values, x_hat, strict=True)
        ]
        + [
            ("μ", "", *answers([z.values[:, 1].mean()]), "", *answers([z.values[:, 2].mean()])),
            ("σ", "", *answers([z.values[:, 1].std()]), "", *answers([z.values[:, 2].std()])),
        ],
    )
    ask = tag(
        "p",
        "Five rows went through three nodes. Batch norm takes one μ and one σ down each column. Leave ε out.",
    )
    check = tag("p", f"Check: the {HAT} of a column add up to 0, and their squares to n.", class_="check")
    return paper.sheet(number, Z_COLUMNS, z.sources, ask, first, others, check)


def layer_norm_sheet(paper: Paper, number: int) -> Markup:
    """The same table, across its rows: one for both neighbours, and one for each."""
    z = nv.examples.z_table()
    ask = tag(
        "p",
        "The same table. Layer norm takes one μ and one σ across each row: here n = 3. Row 1 together; then one of "
        "you takes row 2, the other row 3. Leave ε out.",
    )
    first, *own = (
        tag("div", deviations(name, row, z.columns, paper), class_="close")
        for name, row in zip(z.rows[:3], z.values[:3], strict=True)
    )
    question = paper.question(
        "Rows 2 and 3 hold different numbers. Compare: what do they have in common now, and why?",
        "The same x̂: row 2 is row 3 plus 1, and layer norm forgets a row's level.",
    )
    compare = paper.line(
        "The 5 of row 1, batch norm: ",
        *answers([nv.batch_norm(z.values, eps=0).y[0, 1]]),
        "layer norm: ",
        *answers([nv.layer_norm(z.values, eps=0).y[0, 1]]),
    )
    return paper.sheet(number, Z_ROWS, z.sources, ask, first, compare, *own, question)


def column_sheet(paper: Paper, number: int) -> Markup:
    """Feature d1 of the padded batch: all eight rows for one half of the room, the six words for the other."""
    example = nv.examples.hi_nitish()
    stacked = example.batch.stacked()
    d1, real = stacked.values[:, 0], stacked.mask
    how = stacked.rows.index("How")
    ask = tag(
        "p",
        "“Hi Nitish” is filled up to the length of “How are you today”. Take your own half's table, two neighbours "
        "together, each every other row. Write two decimals. Leave ε out. Left half: your "
        "last box waits.",
    )
    left = followed("Left half of the room: all eight rows", d1, stacked.rows, how, paper)
    words = np.flatnonzero(real)
    right = followed(
        "Right half of the room: the six words",
        d1[real],
        [stacked.rows[i] for i in words],
        int(np.flatnonzero(words == how)[0]),
        paper,
    )
    return paper.sheet(number, COLUMN, example.sources, ask, left, right)


def followed(caption: str, numbers, names: Sequence[str], row: int, paper: Paper) -> Markup:
    """The table x, x − μ, (x − μ)² of one pool with two decimals, its μ and σ, and the x̂ of one row."""
    mean, std = numbers.mean(), numbers.std()
    away = numbers - mean
    rows = [
        (name, plain(x), *answers((d, d * d), 2)) for name, x, d in zip(names, numbers, away, strict=True)
    ]
    rows.append((SUM, *answers([numbers.sum()], 2), "", *answers([(away**2).sum()], 2)))
    return paper.table(caption, ["", "x", "x − μ", "(x − μ)²"], rows) + paper.line(
        *("μ = sum / n = ", *answers([mean], 2), "σ² = sum of squares / n = ", *answers([std**2], 2)),
        *("σ = √σ² = ", *answers([std], 2)),
        *(
            f"{HAT} of “{names[row]}” = (x − μ) / σ = ".replace(" ", "\N{NO-BREAK SPACE}"),
            *answers([away[row] / std], 2),
        ),
    )


def row_sheet(paper: Paper, number: int) -> Markup:
    """The three numbers of “How”, on their own."""
    example = nv.examples.hi_nitish()
    stacked = example.batch.stacked()
    row = stacked.values[stacked.rows.index("How")]
    mean, std = row.mean(), row.std()
    away = row - mean
    ask = tag(
        "p",
        "The word “How” has three numbers. Now these three are the pool. Two neighbours together. Two decimals; "
        "leave ε out.",
    )
    rows = [
        (name, plain(x), *answers((d, d * d, d / std), 2))
        for name, x, d in zip(stacked.columns, row, away, strict=True)
    ]
    rows.append((SUM, *answers([row.sum()], 2), "", *answers([(away**2).sum()], 2), ""))
    table = paper.table(
        "“How”: 3 numbers, one pool", ["", "x", "x − μ", "(x − μ)²", f"{HAT} = (x − μ) / σ"], rows
    )
    line = paper.line(
        *("μ = sum / n = ", *answers([mean], 2), "σ² = sum of squares / n = ", *answers([std**2], 2)),
        *("σ = √σ² = ", *answers([std], 2)),
    )
    first = paper.question(
        "Who is done: a word of the other sentence changes. Which of your numbers change?",
        "None: no other row is in the pool.",
    )
    second = paper.question(
        "And what becomes of a row 0, 0, 0 if γ is 2 and β is 0.5?", "0.5 three times: γ · 0 + β = β."
    )
    return paper.sheet(number, ROW, example.sources, ask, table, line, first, second)


def divisor_sheet(paper: Paper, number: int) -> Markup:
    """One node on four students; and the article's column with both divisors."""
    students, article = nv.examples.gpa_iq(), nv.examples.article_batch()
    weights = (1, 0.1)
    outputs = (students.values @ np.array(weights)).round(10)
    ask = tag(
        "p",
        "One node: M = GPA · 1 + IQ · 0.1 + 0. Compute M, then normalize it. Leave ε out. (IQ 25 and 2 are no "
        "slip of the pen: so the source has it.)",
    )
    given = paper.table(
        "Four students",
        ["student", *students.columns, "M"],
        [
            (name, *map(plain, row), Answer(plain(m)))
            for name, row, m in zip(students.rows, students.values, outputs, strict=True)
        ],
    )
    node = self_made_column(outputs, students.rows, paper)
    column = article.values[:, 0]
    squares = ((column - column.mean()) ** 2).sum()
    rows = [
        ("variance", *answers([squares / 3, squares / 2])),
        ("σ", *answers([(squares / 3) ** 0.5, (squares / 2) ** 0.5])),
        ("first number", *answers((column[0] - column.mean()) / (squares / np.array([3, 2])) ** 0.5)),
    ]
    numbers = ", ".join(map(plain, column))
    divisors = paper.table(
        f"The column {numbers}: n or n − 1", ["", "divided by n = 3", "divided by n − 1 = 2"], rows
    )
    check = tag("p", "Batch norm divides by n. torch.var divides by n − 1 unless told.", class_="check")
    sources = (*students.sources, *article.sources)
    return paper.sheet(number, NODE, sources, ask, given, node, divisors, check)


def self_made_column(numbers, names, paper: Paper) -> Markup:
    """As ``deviations``, for numbers that the reader has just computed and copies."""
    mean, std = numbers.mean(), numbers.std()
    rows = [
        (name, *answers((m - mean, (m - mean) ** 2, (m - mean) / std)))
        for name, m in zip(names, numbers, strict=True)
    ]
    rows.append((SUM, *answers((0, ((numbers - mean) ** 2).sum(), 0))))
    return paper.table(
        "The node's column M: 4 numbers, one pool",
        ["student", "M − μ", "(M − μ)²", f"{HAT} = (M − μ) / σ"],
        rows,
    ) + paper.line("μ = ", *answers([mean]), "σ² = ", *answers([std**2]), "σ = ", *answers([std]))


TABLES = {
    COLUMN: column_sheet,
    ROW: row_sheet,
    Z_COLUMNS: batch_norm_sheet,
    Z_ROWS: layer_norm_sheet,
    NODE: divisor_sheet,
}
