"""A page of the ledger as a figure: what a document prints, its numbers, and, once judged, what they give."""

import numpy as np

from normviz.drawing.ledger import ASKED, judged_in_words, score_in_words
from normviz.drawing.numbers import plain
from normviz.figures.paper import ROW, on_paper, sheet, words, wrapped
from normviz.figures.tables import height_of, table
from normviz.models.ledger import Result


@on_paper
def ledger_figure(result: Result):
    """Draw what :func:`normviz.models.ledger.compute` returns; the verdict stays covered until there is one."""
    lines = _lines(result)
    said = 0.18 * (1 + wrapped(lines).count("\n"))
    tables = [f"table {i + 1}" for i in range(len(result.tables))]
    reals = [np.ones(len(data.values), bool) if data.mask is None else data.mask for _, data in result.tables]
    rows = ROW * max(map(height_of, reals), default=0)
    layout = [["words"] * max(len(tables), 1), *([tables] if tables else [])]
    heights = [said, rows][: len(layout)]
    figure, axes = sheet(_title(result), layout, height=1.0 + sum(heights), height_ratios=heights)
    words(axes["words"], lines)
    for place, (title, data), real in zip(tables, result.tables, reals, strict=True):
        table(
            axes[place],
            data.values,
            data.rows,
            data.columns,
            title=title if len(tables) == 1 else title.replace(": ", ":\n"),
            write=plain,
            real=real,
            width=6 / len(tables),
        )
    return figure


def _title(result: Result) -> str:
    if result.claim is None:
        return f"No claim fits. {score_in_words(result)}"
    return f"Claim {result.number} of {result.count}: {result.claim.printed}"


def _lines(result: Result) -> list[tuple[str, str]]:
    if result.claim is None:
        return [("", "No claim fits the chosen document, example and standing.")]
    lines = [("Printed in", ", ".join(filter(None, document))) for document in result.documents]
    lines.append(("Place", result.claim.place))
    if result.recomputed is None:
        return [*lines, ("", ASKED), *result.verdicts.items()]
    return [
        *lines,
        ("You", judged_in_words(result)),
        ("Ledger", f"{result.claim.verdict}: {result.verdicts[result.claim.verdict]}"),
        ("Arithmetic", result.recomputed.working),
        ("Why", result.claim.why),
        ("", score_in_words(result)),
    ]
