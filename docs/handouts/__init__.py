"""The by-hand tables on paper: ``python -m docs.handouts`` writes them twice, to fill in and filled in.

Everything is computed from ``nv.examples`` when the command runs. The pages need no network, fit A4 and Letter, and
use no colour.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from markupsafe import Markup

import normviz as nv
from normviz.drawing.markup import join, tag
from normviz.drawing.numbers import fixed, plain

FOLDER = Path(__file__).parent
EMPTY, FILLED = FOLDER / "by_hand_empty.html", FOLDER / "by_hand_filled.html"

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

    def page(self) -> str:
        """The whole document, as HTML that stands alone."""
        kind = "filled in" if self.filled else "to fill in"
        title = f"Batch norm and layer norm by hand, {kind}"
        sheets = [batch_norm_sheet, layer_norm_sheet, padding_sheet, tokens_sheet, divisor_sheet]
        body = [make(self, number) for number, make in enumerate(sheets, start=1)]
        style = (FOLDER / "print.css").read_text(encoding="utf-8")
        head = join(
            [
                Markup('<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'),
                tag("title", title),
                tag("style", Markup("\n" + style)),
            ]
        )
        document = tag("html", "\n", tag("head", head), "\n", tag("body", join(body)), "\n", lang="en")
        return f"<!DOCTYPE html>\n{document}\n"

    def sheet(self, number: int, title: str, sources: Iterable, *parts) -> Markup:
        name = None if self.filled else tag("p", "Name: ", tag("span", class_="line"), class_="name")
        kind = "solution" if self.filled else "by hand"
        documents = "; ".join(f"“{source.title}” ({source.author})" for source in sources)
        head = tag("header", tag("h1", f"{number}. {title}"), name or tag("p", kind, class_="name"))
        foot = tag("footer", f"The numbers come from {documents}. Round only what you write down.")
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
    return paper.sheet(number, "Batch norm: down a column", z.sources, ask, first, others, check)


def layer_norm_sheet(paper: Paper, number: int) -> Markup:
    """The same table, across its rows."""
    z = nv.examples.z_table()
    ask = tag(
        "p", "The same table. Layer norm takes one μ and one σ across each row: here n = 3. Leave ε out."
    )
    question = paper.question(
        "Rows 2 and 3 hold different numbers. What do they have in common afterwards, and why?",
        "The same x̂: row 2 is row 3 plus 1, and layer norm forgets a row's level.",
    )
    table = rows_table("The z table, row by row", z.rows, z.columns, z.values, paper)
    compare = paper.line(
        "The 5 of row 1, batch norm: ",
        *answers([nv.batch_norm(z.values, eps=0).y[0, 1]]),
        "layer norm: ",
        *answers([nv.layer_norm(z.values, eps=0).y[0, 1]]),
    )
    return paper.sheet(number, "Layer norm: across a row", z.sources, ask, table, compare, question)


def rows_table(caption: str, names, features, values, paper: Paper) -> Markup:
    """A table with each row's μ, σ and x̂; ε = 0.00001 shows in no decimal, and makes 0 of a pad row's 0/0."""
    result = nv.layer_norm(values)
    rows = [
        (name, *map(plain, row), *answers((mean, std)), *answers(x_hat))
        for name, row, mean, std, x_hat in zip(
            names, values, result.mean[:, 0], result.std[:, 0], result.x_hat, strict=True
        )
    ]
    return paper.table(caption, ["row", *features, "μ", "σ", *(f"{HAT} of {f}" for f in features)], rows)


def padding_sheet(paper: Paper, number: int) -> Markup:
    """Feature d1 of the padded batch, with its pads and without."""
    example = nv.examples.hi_nitish()
    stacked = example.batch.stacked()
    d1, real = stacked.values[:, 0], stacked.mask
    ask = tag(
        "p",
        "“Hi Nitish” is padded to the length of “How are you today”. Batch norm, without a mask, counts the "
        "pads. Leave ε out.",
    )
    table = deviations("d1", d1, stacked.rows, paper)
    without = d1[real]
    share = real.mean()
    mean, variance = without.mean(), without.var()
    law_mean, law_variance = nv.padding_law(mean, variance, share)
    how = stacked.values[stacked.rows.index("How"), 0]
    lines = [
        paper.line(
            *(
                f"The {len(without)} real rows alone: μ = ",
                *answers([mean]),
                "σ = ",
                *answers([variance**0.5]),
            ),
            *(f"{HAT} of “How” = ", *answers([(how - mean) / variance**0.5])),
        ),
        paper.line(
            *("The law, with r = real rows / all rows = ", *answers([share], 2)),
            *("μ with pads = r · μ = ", *answers([law_mean])),
        ),
        paper.line(
            *("σ² with pads = r · σ² + r (1 − r) · μ² = ", *answers([law_variance])),
            *("so σ = ", *answers([law_variance**0.5])),
        ),
    ]
    check = tag("p", "Check: the law and your table give the same μ and σ.", class_="check")
    return paper.sheet(number, "Padding joins the column", example.sources, ask, table, *lines, check)


def tokens_sheet(paper: Paper, number: int) -> Markup:
    """The padded batch again, each token for itself."""
    example = nv.examples.hi_nitish()
    stacked = example.batch.stacked()
    ask = tag(
        "p",
        "The same batch. Layer norm takes each token's 3 numbers alone. Without ε a pad row would be "
        "0/0; with ε, 0 is divided by √ε.",
    )
    table = rows_table("Eight tokens, eight pools", stacked.rows, stacked.columns, stacked.values, paper)
    question = paper.question(
        "What comes out of a pad row if β is 0.5 for every feature?", "0.5 three times: γ · 0 + β = β."
    )
    more = paper.question(
        "Ten more pad rows join. Which of your numbers change?", "None: no row looks at another."
    )
    return paper.sheet(
        number, "Layer norm does not see the pads", example.sources, ask, table, question, more
    )


def divisor_sheet(paper: Paper, number: int) -> Markup:
    """One node on four students; and the article's column with both divisors."""
    students, article = nv.examples.gpa_iq(), nv.examples.article_batch()
    weights = (1, 0.1)
    outputs = (students.values @ np.array(weights)).round(10)
    ask = tag("p", "One node: M = GPA · 1 + IQ · 0.1 + 0. Compute M, then normalize it. Leave ε out.")
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
    return paper.sheet(number, "One node, and n or n − 1", sources, ask, given, node, divisors, check)


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


def pages() -> dict[Path, str]:
    """Each file's path and what belongs into it."""
    return {EMPTY: Paper(filled=False).page(), FILLED: Paper(filled=True).page()}
