"""A chapter as one picture, step by step: which numbers share a mean at each step, and at each place between two.

The steps of a chapter are a text, ``normviz/stages/07.md``. A place is a number: 3 is the third step, and 3.5 lies
halfway to the fourth. There each number belongs to the pool by a weight, which goes from 0 to 1 or back.
"""

import re
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np

from normviz import _inputs, examples
from normviz.descent import SCALES
from normviz.padding import PaddedBatch
from normviz.running import RunningStatistics
from normviz.table import Table
from normviz.views import running_statistics
from normviz.views.axes import NORMS, pool_of

FOLDER = Path(__file__).parents[1] / "stages"
EPS = 1e-5
RULER = "mean", "step", "reading"
STORED = tuple(f"stored_{name}" for name in RULER)
POOLS = NORMS | {"its column": "batch_norm", "both columns": "group_norm"}
POOLS |= {"its batch": "instance_norm", "all batches": "masked_batch_norm", "one row": "instance_norm"}
SHOWS = ("tiles", "pool", "dots", "plank", "distances", "squares", "ruler")
_ALLOWED = {
    "pool": POOLS,
    "show": SHOWS,
    "pads": ("away", "beside", "none"),
    "line": ("pool", "row"),
    "ask": ("mean", "zero", "stored_mean"),
    "mode": ("training", "evaluation"),
    "fill": ("zeros", "mean"),
    "scale": ("raw", "standardized"),
}
ROWS = {"06": 5}  # of a sentence, pads included, where there are more than four
LEAST = {"01": 0, "02": 0}  # neither times nor grades are negative
TIES = {"01": (60, 1 / 60)}  # a number of one column, times this, is that of the other
SENTENCES = {"08": 3}  # of the notes, where there are more than two
# The notes have the sentence, and no numbers for its words: these are ours.
THIRD = {"I": (8.8, 3.1, 5.2), "am": (9.4, 1.7, 7.3), "good": (8.3, 6.6, 0.9)}
_STEP = re.compile(r"^## \d+\n", re.MULTILINE)
_STATE = re.compile(r"^- (\w+): (.+)\n", re.MULTILINE)
_NOTE = re.compile(r"^> ([\w ]+): (.+)\n?", re.MULTILINE)
_NUMBER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Step:
    """What the picture shows at one step; ``words`` is Markdown, with numbers in braces."""

    words: str = ""
    pool: str = "batch norm"  # one of POOLS
    follow: tuple[int, int, int] = (0, 0, 0)  # the cell whose pool it is
    show: str = "tiles"  # one of SHOWS
    gamma: float = 1.0
    beta: float = 0.0
    times: float = 1.0  # what the followed row is multiplied by
    length: float = 4.0  # rows of a sentence, pads included
    company: tuple[int, ...] = (0, 1, 2)  # which other sentences are in the batch
    fill: str = "zeros"  # what stands in the pads: "mean" is that of the words in their column
    pads: str = "away"  # "beside": on the line, also where they are in no pool; "none": not even in the block
    line: str = "pool"  # who lies on the line: "row", that of the followed number
    wedge: float | None = None  # under the plank; None: at the mean
    changed: tuple = ()  # the place of a row, and what stands there in the place of its own numbers
    scale: str = "raw"  # of a table: "standardized", each number is its place on the ruler of its own column
    batches: float | None = None  # how many have moved the stored ruler; None: it is not seen
    momentum: float = 0.1  # how far each one moves it
    mode: str = "training"  # "evaluation": the stored ruler is the one that counts
    # "mean", "stored_mean", or "zero" behind γ and β, where that of the next step is to be guessed
    ask: str = ""
    notes: dict[str, str] = field(default_factory=dict)  # for a teacher; no page shows them
    choices: dict[str, dict] = field(default_factory=dict)  # a reader's at the last step: name → what changes


def meeting() -> Table:
    """Return five of the ten people of a meeting, and how long each talks: with a mean of 5 and a σ of 2 minutes.

    >>> meeting().values.std(axis=0)
    array([  2., 120.])
    """
    people = examples.talk_times()
    rows, minutes = people.rows[:5], people.values[:5]
    return Table.of(np.hstack([minutes, 60 * minutes]), rows=rows, columns=["min", "sec"])


# Chapters whose block is one table, or one table a batch; the others have sentences.
TABLES = {"01": meeting, "02": examples.gpa_iq, "03": examples.z_table, "05": examples.lecture_batches}


@cache
def tables_of(chapter: str) -> tuple[Table, ...]:
    """Return the tables of a chapter's stage; none where it is a block of sentences."""
    tables = TABLES.get(chapter, tuple)()
    return (tables,) if isinstance(tables, Table) else tables


@cache
def batch_of(chapter: str) -> PaddedBatch:
    """Return the block of a chapter's stage, with as many pads as any of its steps has."""
    if tables := tables_of(chapter):
        return PaddedBatch.from_vectors([one.values for one in tables], [one.rows for one in tables])
    notes = examples.hi_nitish()
    sentences = notes.sentences[: SENTENCES.get(chapter, 2)]
    return PaddedBatch.from_sentences(sentences, notes.contextual | THIRD).pad_to(ROWS.get(chapter, 4))


@cache
def steps_of(chapter: str) -> tuple[Step, ...]:
    """Read the steps of a chapter.

    >>> len(steps_of("07")), steps_of("07")[3].pool
    (9, 'layer norm')
    """
    names = sorted(path.stem for path in FOLDER.glob("*.md"))
    text = (FOLDER / f"{_inputs.one_of('chapter', chapter, names)}.md").read_text(encoding="utf-8")
    steps, last = [], Step()
    for part in _STEP.split(text)[1:]:
        states = _STATE.findall(part)
        changes = {name: _read(chapter, name, value) for name, value in states if name != "or"}
        for own, *more in (value.split(" | ") for name, value in states if name == "or"):
            read = (one.split(" ", 1) for one in more)
            changes.setdefault("choices", {})[own] = {
                name: _read(chapter, name, value) for name, value in read
            }
        words = _NOTE.sub("", _STATE.sub("", part)).strip()
        last = replace(last, **{"ask": "", "words": words, "notes": dict(_NOTE.findall(part)), **changes})
        steps.append(last)
    return tuple(steps)


def _read(chapter: str, name: str, value: str):
    if name in ("gamma", "beta", "times", "length", "wedge", "batches", "momentum"):
        return None if value == "mean" else float(value)
    if name == "company":
        return tuple(b for b, row in enumerate(batch_of(chapter).tokens) if row[0] in value.split(", "))
    if name == "changed":
        row, *numbers = value.rsplit(maxsplit=len(names_of(chapter)))
        return batch_of(chapter).tokens[0].index(row), *map(float, numbers)
    if name == "follow":
        word, _, feature = value.rpartition(" ")
        tokens = [[one.strip("‹›") for one in row] for row in batch_of(chapter).tokens]
        b = next(b for b, row in enumerate(tokens) if word in row)
        return b, tokens[b].index(word), names_of(chapter).index(feature)
    return _inputs.one_of(name, value, _ALLOWED[_inputs.one_of("name", name, _ALLOWED)])


def names_of(chapter: str) -> tuple[str, ...]:
    """Return the names of the columns."""
    tables = tables_of(chapter)
    return tables[0].columns if tables else ("d1", "d2", "d3")


def weights_of(chapter: str, step: Step) -> np.ndarray:
    """Return who is in the pool of a step, 0 or 1 for each number of the block."""
    batch = batch_of(chapter)
    pool = pool_of(POOLS[step.pool], batch, 1, step.follow)
    if step.pool == "one row":
        pool[:] = False
        pool[step.follow] = True
    if step.pool not in NORMS:
        pool = pool & batch.mask[..., None] & batch.mask[step.follow[:2]]
    return pool * seen_of(chapter, step)[..., None].astype(float)


def seen_of(chapter: str, step: Step) -> np.ndarray:
    """Return which rows of the block are there at a step, (B, L)."""
    mask = batch_of(chapter).mask
    sentence, token = np.indices(mask.shape)
    is_there = np.isin(sentence, [step.follow[0], *step.company]) & (token < step.length)
    return is_there & (mask | (step.pads != "none"))


@cache
def stored_after(chapter: str, batches: int, momentum: float) -> np.ndarray:
    """Return mean and variance that a layer has stored of each column, (2, D).

    First come the batches of the block, then others, each of four rows that are drawn from all of them. Of sentences,
    each two are a batch, again and again.
    """
    batch = batch_of(chapter)
    stored = RunningStatistics(momentum, start_mean=np.zeros(batch.values.shape[-1]))
    fed = [x[real] for x, real in zip(batch.values, batch.mask, strict=True)]
    if tables_of(chapter):
        drawn = running_statistics.Settings(example=running_statistics.SIMULATED)
        fed += running_statistics.feed_of(drawn).batches[len(fed) :]
    else:
        fed = [np.concatenate(two) for two in combinations(fed, 2)] * batches
    for one in fed[:batches]:
        stored.update(one)
    return np.array([stored.mean, stored.var])


def stored_of(chapter: str, step: Step) -> np.ndarray:
    """Return mean and variance that are stored of the followed column at a step, at the start if none are seen."""
    if step.batches is None:
        return np.array([0.0, 1.0])
    return stored_after(chapter, int(step.batches), step.momentum)[:, step.follow[2]]


def values_of(chapter: str, step: Step) -> np.ndarray:
    """Return the numbers of the block at a step."""
    batch = batch_of(chapter)
    x = batch.values.copy()
    x[step.follow[:2]] *= step.times
    if step.fill == "mean":
        x[~batch.mask] = x[batch.mask].mean(axis=0)
    if step.changed:
        x[0, step.changed[0]] = step.changed[1:]
    x[0] = SCALES[step.scale](x[0])
    return x


def ruler_at(chapter: str, place: float) -> dict[str, float]:
    """Return mean, step and reading of the ruler, and of the stored one, at a place of the stage.

    Between two steps it is that of the weighted pool; a stored one goes on in mean and variance.

    >>> [round(ruler_at("07", place)["mean"], 4) for place in (3, 3.5, 4)]
    [3.9012, 4.4918, 6.0667]
    """
    steps = steps_of(chapter)
    before = min(int(place), len(steps) - 1)
    return ruler_of(chapter, steps[before - 1], steps[before], place - before)


def ruler_of(chapter: str, a: Step, b: Step, share: float = 0.0) -> dict[str, float]:
    """Return the same of a place between two steps, or with no ``share`` of the way, of the first."""

    def mixed(of):
        return (1 - share) * of(a) + share * of(b)

    def read(mean, variance):
        step = np.sqrt(variance + EPS)
        return map(float, (mean, step, gamma * (followed - mean) / step + beta))

    x, weights = mixed(lambda one: values_of(chapter, one)), mixed(lambda one: weights_of(chapter, one))
    mean = np.average(x, weights=weights) * (1 - mixed(lambda one: one.pool == "RMS norm"))
    own = np.array([mean, np.average((x - mean) ** 2, weights=weights)])
    stored, held = mixed(lambda one: stored_of(chapter, one)), mixed(lambda one: one.mode == "evaluation")
    followed = mixed(lambda one: values_of(chapter, one)[one.follow])
    gamma, beta = mixed(lambda one: one.gamma), mixed(lambda one: one.beta)
    return dict(zip(RULER + STORED, (*read(*(1 - held) * own + held * stored), *read(*stored)), strict=True))


def numbers_of(chapter: str, number: int) -> dict[str, float | list[float]]:
    """Return what stands for the braces in the words of a step, the first of which is 1."""
    step, batch = steps_of(chapter)[number - 1], batch_of(chapter)
    pool, x = weights_of(chapter, step) > 0, values_of(chapter, step)
    told = vars(step) | ruler_at(chapter, number) | {"x": x[step.follow], "row": x[step.follow[:2]].tolist()}
    away = told["x"] - told["mean"]
    told |= {"before": ruler_at(chapter, max(1, number - 1))["reading"], "all": x[pool].tolist()}
    told["start"] = round(100 * (1 - step.momentum) ** (step.batches or 0))
    told |= {"mu": told["mean"], "sigma": np.sqrt(told["step"] ** 2 - EPS), "distance": away}  # as on paper
    told |= {"away": away, "x_hat": away / told["step"], "square": told["step"] ** 2, "eps": EPS}
    told["unbiased"] = told["square"] * pool.sum() / max(1, pool.sum() - 1)
    told["zero"] = told["mean"] - told["beta"] / (told["gamma"] or 1) * told["step"]
    return told | {"count": int(pool.sum()), "pads": int((pool & ~batch.mask[..., None]).sum())}


def words_of(chapter: str, number: int, write, text: str | None = None) -> str:
    """Return ``text``, or the words of a step, with its numbers; ``write`` makes a text of each, by its name."""
    numbers = numbers_of(chapter, number)

    def written(found) -> str:
        name = _inputs.one_of("braces", found[1], numbers)
        value = numbers[name]
        return ", ".join(write(name, one) for one in (value if isinstance(value, list) else [value]))

    return _NUMBER.sub(written, steps_of(chapter)[number - 1].words if text is None else text)
