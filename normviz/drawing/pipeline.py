"""Sentences on their way to batch norm in one picture: padded, attended, stacked, normalized."""

from dataclasses import replace

from markupsafe import Markup

from normviz import _inputs
from normviz.documents import SentenceExample
from normviz.drawing.legend import PAD_KEY, legend, pool_key
from normviz.drawing.markup import join, tag
from normviz.drawing.names import short_name
from normviz.drawing.parts import noted, titled
from normviz.drawing.picture import Picture, show
from normviz.norms import batch_norm
from normviz.padding import PAD, PaddedBatch
from normviz.table import Table

MOST_SENTENCES, MOST_TOKENS = 4, 8
STAGES = 5


def show_pipeline(example: SentenceExample, until: int = STAGES) -> Picture:
    """Draw the five stages of a document's batch, each with its numbers.

    Parameters
    ----------
    example : ``nv.examples.hi_nitish()`` or ``nv.examples.hi_probal()``: at most 4 sentences of 8 tokens
    until : the last stage to draw, 1 to 5; with 3 no μ, σ or x̂ is seen before it is asked for

    Returns
    -------
    Picture: sentences → padded embeddings → after self-attention (as the document prints it) → stacked, with
    each column's μ and σ → batch norm with γ = 1, β = 0 and ε = 1e-5, pads counted; pads are hatched

    Raises
    ------
    TypeError, ValueError
        For something else than a SentenceExample, a batch too large to be read, or a stage that there is not.

    Examples
    --------
    >>> from normviz import documents
    >>> print(show_pipeline(documents.hi_nitish()).text.splitlines()[0])
    1 Sentences: Hi Nitish | How are you today
    """
    until = _inputs.whole("until", until, at_least=1)
    if until > STAGES:
        raise ValueError(f"until: expected a stage from 1 to {STAGES}, got {until}")
    if not isinstance(example, SentenceExample):
        raise _inputs.wrong_type("example", "a SentenceExample", example)
    sentences, length, _ = example.batch.values.shape
    if sentences > MOST_SENTENCES or length > MOST_TOKENS:
        most = f"{MOST_SENTENCES} sentences of {MOST_TOKENS} tokens"
        raise ValueError(f"example: expected at most {most}, got {sentences} of {length}")
    batch, stacked = example.batch, example.batch.stacked()
    cell = (stacked.rows.index("How") if "How" in stacked.rows else 0, 0)
    normalized = replace(stacked, values=batch_norm(stacked.values).y)
    rows = f"{len(stacked.rows)} rows"
    parts = [
        ("Sentences", "as written", _words(example)),
        ("Padded", f"one vector a word; ‹{PAD[1:-1]}› is zeros", _sentence_tables(example.embedded)),
        ("Attended", "after self-attention", _sentence_tables(batch)),
        (
            "Stacked",
            "one column, one μ and one σ",
            [show(batch, caption=rows, pool="column", cell=cell, decimals=2)],
        ),
        (
            "Normalized",
            "(x − μ) / √(σ² + ε)",
            [show(normalized, caption=rows, tone="column", cell=cell, decimals=2)],
        ),
    ][:until]
    steps = [_step(number, *part) for number, part in enumerate(parts, start=1)]
    stages_of = {pool_key("column"): 4, PAD_KEY: 2}
    keys = legend([key for key, stage in stages_of.items() if stage <= until])
    text = (f"{n} {title}: " + "\n".join(p.text for p in ps) for n, (title, _, ps) in enumerate(parts, 1))
    return Picture(tag("div", tag("ol", steps, class_="nv-flow"), keys), "\n".join(text))


def _step(number: int, title: str, note: str, pictures: list[Picture]) -> Markup:
    return tag("li", titled(f"{number}  {title}"), noted(note), [picture.markup for picture in pictures])


def _words(example: SentenceExample) -> list[Picture]:
    batch = example.batch
    lines = [tokens[:n] for tokens, n in zip(batch.tokens, batch.lengths, strict=True)]
    words = [[tag("span", short_name(w), class_="nv-token", title=w) for w in line] for line in lines]
    return [Picture(join(tag("p", line) for line in words), " | ".join(map(" ".join, lines)))]


def _sentence_tables(batch: PaddedBatch) -> list[Picture]:
    columns = batch.stacked().columns
    sentences = zip(batch.values, batch.tokens, batch.mask, strict=True)
    return [
        show(Table(values, rows=tokens, columns=columns, mask=mask), caption=f"sentence {number}")
        for number, (values, tokens, mask) in enumerate(sentences, start=1)
    ]
