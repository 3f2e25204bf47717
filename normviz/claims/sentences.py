"""Claims about padded sentences: "Hi Nitish", "Hi Probal" and the long batch."""

from functools import partial

import numpy as np

from normviz import documents
from normviz.attention import self_attention
from normviz.claims.claim import Recomputed, Uses, affine, claim, listed, mean_of, standardized
from normviz.drawing.numbers import plain
from normviz.norms import batch_norm, layer_norm

hi_probal = partial(claim, example="hi_probal", sources=("raisoni",))
in_the_notes = partial(claim, example="hi_nitish", sources=("layer-norm-notes",))
in_both = partial(claim, example="hi_nitish", sources=("raisoni", "layer-norm-notes"))


def _stacked():
    return documents.hi_nitish().batch.stacked()


@hi_probal(
    place="the table of both sentences, one below the other",
    rule="rounds",
    printed="2.4, 3.2 and 2.2 where the table above has 2.41, 3.21 and 2.21",
    why="The same table to one decimal; the columns' means move only in the third decimal.",
)
def stacked_table():
    table = documents.hi_probal().batch.stacked()
    rounded = table.values.round(1)
    moved = table.values != rounded
    changes = zip(table.values[moved], rounded[moved], strict=True)
    pairs = ", ".join(f"{plain(v)} → {plain(r)}" for v, r in changes)
    means = f"means {listed(table.values.mean(axis=0))} → {listed(rounded.mean(axis=0))}"
    return Recomputed(rounded, f"{pairs}; {means}")


@hi_probal(
    place="the last example",
    rule="made up",
    printed='"How", first dimension: (7.5 − μ1)/σ1 = 0.3',
    why="The document itself calls 0.3 hypothetical. Leaving the pads out changes the result, which is its point.",
    uses=Uses(columns=("d1",), one=("How", "d1")),
)
def how_in_the_first_dimension():
    table = documents.hi_probal().batch.stacked()
    how = table.rows.index("How")
    pads, real = (batch_norm(table.values, mask=mask, eps=0) for mask in (None, table.mask))
    with_pads, without = (standardized(r.x[how, 0], r.mean[0, 0], r.std[0, 0]) for r in (pads, real))
    return Recomputed(pads.x_hat[how, 0], f"with the pads {with_pads}; without them {without}")


@in_both(
    place="the conclusion on padding",
    rule="agrees",
    printed="padding makes μ and σ untrue",
    why="The zeros join every column's pool: with r the share of real rows, μ becomes r·μ, σ² "
    "becomes r·σ² + r(1 − r)·μ².",
    uses=Uses(columns=("d1",)),
)
def pads_join_the_pool():
    table = _stacked()
    pads, real = (batch_norm(table.values, mask=mask, eps=0) for mask in (None, table.mask))
    statistics = np.stack([pads.mean[0], pads.std[0], real.mean[0], real.std[0]])
    mean, std, real_mean, real_std = map(plain, statistics[:, 0])
    lines = [f"μ1: {mean} with the pads, {real_mean} without", f"σ1: {std} with the pads, {real_std} without"]
    return Recomputed(statistics, "; ".join(lines))


@in_the_notes(
    place="the last remarks",
    rule="agrees",
    printed="in layer norm the zeros do not affect other tokens",
    why="A row pools over itself alone, so the real rows stay the same at every padding length.",
)
def layer_norm_ignores_pads():
    batch = documents.hi_nitish().batch
    longer = batch.pad_to(2 * batch.values.shape[1])
    rows = [layer_norm(b.values).y[b.mask] for b in (batch, longer)]
    difference = abs(rows[0] - rows[1]).max()
    lengths = " and ".join(str(b.values.shape[1]) for b in (batch, longer))
    return Recomputed(difference, f"padded to {lengths}: the real rows differ by at most {plain(difference)}")


@in_the_notes(
    place="the section on layer norm",
    rule="differs",
    printed='second entry of "Hi": (2.4 − μ2)/σ2',
    why="One row has one μ and one σ: μ1 and σ1 serve all three entries. (The value is 2.41.)",
    uses=Uses(("Hi",), one=("Hi", "d2")),
)
def one_row_one_mean():
    row = layer_norm(_stacked().values[:1], eps=0)
    mean, std = row.mean[0, 0], row.std[0, 0]
    return Recomputed(row.x_hat[0, 1], f"μ1 = {mean_of(row.x[0])}; {standardized(row.x[0, 1], mean, std)}")


@in_the_notes(
    place="the stacked table on layer norm",
    rule="reading",
    printed='"Hi", third feature = 2.2',
    why="The tables above have 3.21, and this one rounds to one decimal, so 3.2 is meant. What is known is a "
    "transcription: 2.2 may be a slip of the notes or a misread 3.2. It would move the row's μ, and with it all three "
    "results.",
)
def third_entry_of_hi():
    row = _stacked().values[:1]
    rounded = row.round(1)
    slip = rounded.copy()
    slip[0, 2] = 2.2
    right, wrong = (mean_of(x[0]) for x in (rounded, slip))
    arrow = f"{plain(row[0, 2])} → {plain(rounded[0, 2])}"
    return Recomputed(rounded[0, 2], f"{arrow}, and μ1 = {right}; with 2.2 it would be {wrong}")


@in_the_notes(
    place="the section on layer norm",
    rule="condition",
    printed="a pad row gives (0 − μ3)/σ3·γ3 + β3 = 0",
    why="Without ε this is 0/0; with ε the row comes out as β: 0 at the start, where β = 0, and no longer 0 once β has "
    "moved.",
)
def pad_row_gives_zero():
    table, gamma, beta = _stacked(), 1.0, 0.5
    pads = layer_norm(table.values[~table.mask], gamma=gamma, beta=beta)
    x, mean, var = pads.x[0, 0], pads.mean[0, 0], pads.var[0, 0]
    x_hat = pads.x_hat[0, 0]
    ratio = f"({plain(x)} − {plain(mean)}) / √({plain(var)} + {plain(pads.eps, 5)}) = {plain(x_hat)}"
    at_first = layer_norm(table.values[~table.mask], gamma=gamma, beta=0).y
    holds = not at_first.any(), not pads.y.any()
    words = f"with β = 0 it is 0; with β = {plain(beta)}: {ratio}, then {affine(x_hat, gamma, beta)}"
    return Recomputed(pads.y[0], words, holds)


@in_the_notes(
    place="the last remarks",
    rule="reading",
    printed="batch norm is computed horizontally",
    why="Read as they stand, the words are swapped: batch norm runs vertically, down a column, and layer norm across a "
    "row. If they belong to the remark on layer norm above them, they are right.",
)
def batch_norm_runs_down():
    values = _stacked().values
    down, across = mean_of(values[:, 0]), mean_of(values[0])
    words = f"down the first column (batch norm) {down}; across the first row (layer norm) {across}"
    return Recomputed(batch_norm(values).mean[0], words)


@in_both(
    place="the table after self-attention",
    rule="condition",
    printed="pad rows leave self-attention as zeros",
    why="They do if a mask sets the output of the pads to 0, which the drawings do not show. By attention alone "
    "they do not: a row of zeros looks at every token alike, and its row comes out as the sentence's average.",
)
def pads_after_attention():
    batch = documents.hi_nitish().embedded
    pad = self_attention(batch.values[0]).values[~batch.mask[0]][0]
    return Recomputed(pad, "; ".join(mean_of(column) for column in batch.values[0].T))


@in_both(
    place="the drawing of self-attention, where no mask appears",
    rule="condition",
    printed="self-attention is drawn over all four rows of the padded sentence",
    why='The documents print no word on a mask. With a key mask the pads leave "Hi" alone. Without one they are half '
    "of the tokens and take 39 % of its attention, so its values shrink.",
)
def pads_without_key_mask():
    batch = documents.hi_nitish().embedded
    open_, masked = (self_attention(batch.values[0], mask=mask) for mask in (None, batch.mask[0]))

    def seen(attention):
        weighed = zip(attention.weights[0], batch.values[0, :, 0], strict=True)
        terms = (f"{plain(w)}·{plain(v)}" for w, v in weighed)
        return f"{' + '.join(terms)} = {plain(attention.values[0, 0])}"

    return Recomputed(
        np.stack([open_.values[0], masked.values[0]]),
        f"first dimension of {batch.tokens[0][0]}, without a key mask {seen(open_)}; with one {seen(masked)}",
    )


# The other values that the notes print for the same words before self-attention.
_SECOND = {"Nitish": (0.4, 0.3, 0.8), "How": (0.3, 0.5, 0.34), "are": (0.1, 0.0, 0.35)}


@in_the_notes(
    place="the tables before self-attention",
    rule="documents",
    printed="Nitish 0.21 and 0.4, How 0.1 and 0.3, are 0.25 and 0.35",
    why="The notes give these words two embeddings each. Here the value that most tables show is taken.",
)
def embeddings_given_twice():
    first = documents.hi_nitish().embeddings
    apart = {word: np.array(_SECOND[word]) - first[word] for word in _SECOND}
    lines = [
        f"{word} d{d + 1}: {plain(_SECOND[word][d])} − {plain(first[word][d])} = {plain(difference[d])}"
        for word, difference in apart.items()
        for d in np.flatnonzero(difference)
    ]
    return Recomputed(np.stack(list(apart.values())), "; ".join(lines))


@in_both(
    place="the table after self-attention",
    rule="condition",
    printed="6.5 … 9.9 come out of self-attention on those embeddings",
    why="Without learned weights attention averages the vectors that go into it, and cannot leave their range: these "
    "numbers are impossible then, and possible with some weights. Beside the embeddings one document calls its values "
    "hypothetical; the other does not.",
)
def contextual_out_of_range():
    example = documents.hi_nitish()
    before, after = example.embedded, example.batch
    attended = self_attention(before.values, mask=before.mask).values[before.mask]
    embeddings, printed = before.values[before.mask], after.values[after.mask]
    lines = [
        f"d{d + 1}: embeddings from {plain(e.min())} to {plain(e.max())}, attention gives {plain(a.min())} to "
        f"{plain(a.max())}, printed {plain(p.min())} to {plain(p.max())}"
        for d, (e, a, p) in enumerate(zip(embeddings.T, attended.T, printed.T, strict=True))
    ]
    return Recomputed(np.stack([attended.min(axis=0), attended.max(axis=0)]), "; ".join(lines))


@in_both(
    place="the conclusion",
    rule="evidence",
    printed="padding is why transformers do not use batch norm",
    why="Pads that are counted do spoil the statistics, and a mask mends them completely; what holds a network back "
    "is another question. Wang, Wu and Huang (2022) mask the pads, still see batch norm behind, and blame the "
    "difference between training and inference: where it is small, they write, batch norm can do much better than "
    "layer norm. The code of Shen and others (2020) fills the pads with the mean, "
    "which mends μ and not σ; they blame statistics that fluctuate.",
)
def why_not_in_transformers():
    table = _stacked()
    how = table.rows.index("How")
    real = table.values[table.mask]
    filled = np.where(table.mask[:, None], table.values, real.mean(axis=0))
    results = np.array(
        [
            batch_norm(table.values, eps=0).x_hat[how, 0],
            batch_norm(filled, eps=0).x_hat[how, 0],
            batch_norm(table.values, mask=table.mask, eps=0).x_hat[how, 0],
            batch_norm(real, eps=0).x_hat[table.mask[:how].sum(), 0],
        ]
    )
    cases = ("with the pads", "with the pads filled with the mean", "masked", "without pads")
    words = (f"{plain(v)} {where}" for v, where in zip(results, cases, strict=True))
    return Recomputed(results, '"How", first dimension: ' + ", ".join(words))


@claim(
    example="long_batch",
    sources=("layer-norm-notes",),
    place="the thought experiment on a long sentence",
    rule="agrees",
    printed="32 sentences, most of 32 words, one of 100: padded to 100, most rows are zeros",
    why='Read as 31 sentences of 32 words and one of 100, about two thirds of all rows are padding. ("Most" could be '
    "fewer: with 17 of 32 words and 15 of 100 it would be about a third.)",
)
def long_batch_is_mostly_padding():
    batch = documents.long_batch().batch
    pads, share = np.count_nonzero(~batch.mask), 1 - batch.real_fraction
    percent = plain(100 * share, 1)
    return Recomputed(share, f"{pads} / {batch.mask.size} = {percent} % of the rows are padding")


@in_the_notes(
    place="the section on transformers",
    rule="evidence",
    printed="batch norm is not good with self-attention, nor with sequential data",
    why="Self-attention needs no norm of a certain kind: what comes out of it is a table like any other, and a mask "
    "keeps the pads out. Sequences of unequal length do bring pads, so batches differ in more than their words. In "
    "large networks batch norm was behind; in the small ones of chapter 8 it was not.",
)
def not_good_with_sequences():
    masks = [example.batch.mask for example in (documents.hi_nitish(), documents.long_batch())]
    first, other = (f"{mask.sum()} / {mask.size} = {plain(mask.mean())}" for mask in masks)
    words = f"the share of real rows, which moves μ and σ: {first} in one batch, {other} in another"
    return Recomputed(np.array([mask.mean() for mask in masks]), words)
