"""Every place where somebody can pass text from Python, as things that a notebook shows."""

from dataclasses import replace

import numpy as np

import normviz as nv
from normviz.claims.claim import Claim, Recomputed
from normviz.experiments import stored

PREDICTION, IN_CODE, BY_HAND = "01.7", "02.13", "02.7"


class Named:
    """An answer whose only voice is somebody's text."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text

    def __array__(self, *_, **__):
        raise RuntimeError(self.text)


def explorers(words):
    """Every explorer that takes text, given ``words`` for all names; its name → the explorer."""
    first, second, third = words[0], f"{words[0]} 2", f"{words[0]} 3"
    numbers = some_numbers(len(words))
    table = nv.Table(numbers, rows=words, columns=(first, second, third))
    sentences = [" ".join(words), first]
    return {
        "moderator": nv.ModeratorExplorer(dict(zip(words, numbers[:, 0], strict=True))),
        "scaling": nv.ScalingExplorer(table),
        "batch norm": nv.BatchNormExplorer(table),
        "affine": nv.AffineExplorer(table, column=first),
        "affine learning": nv.AffineLearningExplorer(
            nv.Table(numbers[:8, :2] / 10, words[:8], (first, second))
        ),
        "running statistics": nv.RunningStatisticsExplorer(table, rows=len(words)),
        "padding": nv.PaddingExplorer(sentences),
        "padding, embedded": nv.PaddingExplorer([first, f"{first} {first}"], embedding={first: [1.0, 2.0]}),
        "axes": nv.AxesExplorer(sentences),
        "axes, made": nv.AxesExplorer(nv.PaddedBatch.from_vectors([numbers], [words]), cell=(1, 1, 1)),
        "ledger": ledger(first),
        "training": nv.TrainingExplorer(renamed(stored("training"), "norm", first)),
        "race": nv.RaceExplorer(renamed(renamed(stored("race"), "norm", first), "position", first)),
    }


def some_numbers(rows):
    """Numbers as in the documents' tables, (rows, 3): what is too wide is not their doing."""
    return (np.arange(3 * rows) * 37 % 89 / 10).reshape(-1, 3)


def ledger(text):
    """A ledger of one claim in which all is ``text``, judged already, so that everything is shown."""
    explorer = nv.LedgerExplorer([claim_of(text)])
    explorer.judge("wrong")
    return explorer


def claim_of(text):
    words = dict.fromkeys(("id", "example", "place", "printed", "why"), text)
    return Claim(**words, sources=(text,), verdict="right", recompute=lambda: Recomputed(text, text))


def renamed(run, axis, text):
    """A recorded run whose first name on an axis is ``text``."""
    names = [text, *run[axis].tolist()[1:]]
    return replace(run, name=text, arrays=run.arrays | {axis: np.array(names)})


def pictures(words):
    """Pictures that stand still, messages of questions and predictions; where the text went → what is shown."""
    first = words[0]
    numbers = some_numbers(len(words))
    table = nv.Table(numbers, rows=words, columns=(first, f"{first} 2", f"{first} 3"))
    batch = nv.PaddedBatch.from_vectors([numbers[:8], numbers[:1]], [words[:8], words[:1]])
    sentences = replace(nv.examples.hi_nitish(), embeddings={first: (1, 2, 3)}, contextual={first: (1, 2, 3)})
    sentences = replace(sentences, sentences=(first, f"{first} {first}"), title=first, length=None)
    return {
        "show": nv.show(table, caption=first, pool="column", cell=(0, 0)),
        "show, by rows": nv.show({first: [1.0, 2.0], f"{first}.": [3.0, 4.0]}, caption=first, pool="row"),
        "show, a batch": nv.beside(nv.show(batch, caption=first), nv.show([1.0], caption=first)),
        "show_affine": nv.show_affine([1.0, 2.0], name=first),
        "show_claims": nv.show_claims([claim_of(first)]),
        "show_descent": nv.show_descent(table, rate=1e-3),
        "show_network": nv.show_network([first, *words[1:3]], [first]),
        "show_pipeline": nv.show_pipeline(sentences),
        "show_spread": nv.show_spread(
            [first, "b"], {first: [[1.0, 2.0], [2.0, 3.0]]}, title=first, x_name=first, guide=(1.0, first)
        ),
        "check": nv.check(BY_HAND, first),
        "check, an id": nv.check(first, 1),
        "check, an object": nv.check(BY_HAND, Named(first)),
        "check, a list": nv.check(BY_HAND, list(words)),
        "check, a mapping": nv.check(BY_HAND, {first: first}),
        "check, a function": nv.check(IN_CODE, raising(first)),
        "check, what a function returns": nv.check(IN_CODE, lambda *_: first),
        "hint": nv.hint(first),
        "solution": nv.solution(first),
        "questions": nv.questions(first),
        "progress": nv.progress(save=f"no-such-folder/{first}/progress.json"),
        "predict, an id": nv.predict(first),
        "predict": committed(first),
        "say": said(first),
    }


def raising(text):
    def answer(*_):
        raise RuntimeError(text)

    answer.__name__ = text
    return answer


def said(text):
    """What a learner says of a chapter."""
    words = nv.say("06")
    words.keep(text)
    return words


def committed(text):
    """A number question, answered with ``text``."""
    prediction = nv.predict(PREDICTION)
    prediction.options.value = text
    prediction.commit.click()
    return prediction
