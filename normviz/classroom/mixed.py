"""A test over all chapters, drawn from all their questions."""

import time

import numpy as np

from normviz import _inputs
from normviz.exercises.catalogue import chapters
from normviz.exercises.engine import asked_in_full, to_revisit
from normviz.exercises.kinds import Question
from normviz.exercises.record import RECORD
from normviz.exercises.result import CORRECT, NOT_ATTEMPTED, SYMBOLS
from normviz.message import Block, Items, Message, Title

LATELY = 7 * 24 * 3600.0  # seconds: after a week a solved question is worth asking again
HOW_IT_WORKS = "00"  # the chapter whose questions only show how to answer


class MixedTest(Message):
    """Questions drawn at random, asked one at a time: shown again, it asks the next one.

    It says how those before stand by now, and what to revisit.

    Attributes
    ----------
    questions : the questions, in order
    ids : their ids
    headline, blocks, text : as in :class:`normviz.message.Message`, computed when they are read
    """

    def __init__(self, questions: tuple[Question, ...]):
        # Only answers given from now on count.
        before = {q.id: RECORD.entries[q.id].tries for q in questions if q.id in RECORD.entries}
        object.__setattr__(self, "questions", questions)
        object.__setattr__(self, "_before", before)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(question.id for question in self.questions)

    @property
    def headline(self) -> str:
        standing = [self._outcome(question) for question in self.questions]
        waiting = standing.count(NOT_ATTEMPTED)
        left = f"{waiting} not attempted" if waiting else "all attempted"
        return f"Mixed test: {standing.count(CORRECT)} of {len(standing)} correct, {left}"

    @property
    def blocks(self) -> tuple[Block, ...]:
        blocks = []
        for number, question in enumerate(self.questions, start=1):
            outcome = self._outcome(question)
            standing = f"{SYMBOLS[outcome]} {outcome}"
            blocks.append(Title(f"{number}. {question.id} {question.title} ({question.kind}) · {standing}"))
            if outcome == NOT_ATTEMPTED:
                return (*blocks, *asked_in_full(question), *self._to_revisit())
        return (*blocks, *self._to_revisit())

    def _outcome(self, question: Question) -> str:
        entry = RECORD.entries.get(question.id)
        before = self._before.get(question.id, 0)
        return NOT_ATTEMPTED if entry is None or entry.tries <= before else entry.standing(before)

    def _to_revisit(self) -> list[Block]:
        answered = [q for q in self.questions if self._outcome(q) != NOT_ATTEMPTED]
        weak = to_revisit(answered, self._outcome)
        if not weak:
            return ["Nothing to revisit."] if len(answered) == len(self.questions) else []
        by_chapter = {}
        for question in answered:
            if self._outcome(question) != CORRECT:
                by_chapter.setdefault(question.chapter, []).append(question.id)
        places = tuple(f"chapter {name}, for {', '.join(ids)}" for name, ids in sorted(by_chapter.items()))
        return [*weak, "Go back to:", Items(places)]


def mixed_test(n: int | str = 10, seed: int | None = None, *, chapter: str | int | None = None) -> Message:
    """Draw a test over all chapters, in turn and at random within each; or over one chapter.

    Questions solved within the last week are left out as long as there are others; those solved longest ago come
    back first. Chapter 00, which only shows how to answer, asks nothing here. The test asks one question at a
    time: answer with ``nv.check``, and show the test again. It says which questions are solved, and which chapters to
    go back to.

    Parameters
    ----------
    n : how many questions; or a text, the chapter: ``mixed_test("06")``
    seed : a whole number from 0 up draws the same test again, as long as nothing was solved in between; None draws
        another one each time
    chapter : "06" or 6 asks of this chapter alone, at most as many questions as it has

    Returns
    -------
    MixedTest; for arguments that cannot be used a Message that says what was expected, as ``check`` does

    Examples
    --------
    >>> test = mixed_test(3, seed=1)
    >>> test.headline
    'Mixed test: 0 of 3 correct, 3 not attempted'
    >>> {id[:2] for id in mixed_test("06").ids}
    {'06'}
    """
    asked = {name: questions for name, questions in chapters().items() if name != HOW_IT_WORKS}
    if isinstance(n, str):
        n, chapter = 10, n
    try:
        if chapter is not None:
            asked = {name: asked[name] for name in (_known_chapter(chapter, asked),)}
        total = sum(map(len, asked.values()))
        if _inputs.whole("n", n, at_least=1) > total and chapter is None:
            raise ValueError(f"n: expected at most {total}, as many as there are questions, got {n}")
        rng = np.random.default_rng(None if seed is None else _inputs.whole("seed", seed, at_least=0))
    except (TypeError, ValueError) as error:
        instead = 'Try nv.mixed_test(5), or nv.mixed_test("06") for a chapter.'
        return Message("? No test drawn", (f"{error}.", instead))
    order = _in_turn([_shuffled(questions, rng) for questions in _shuffled(tuple(asked.values()), rng)])
    fresh = [question for question in order if not _solved_lately(question)]
    solved = sorted((q for q in order if _solved_lately(q)), key=lambda q: RECORD.entries[q.id].when)
    return MixedTest(tuple((fresh + solved)[:n]))


def _known_chapter(chapter, asked) -> str:
    name = str(chapter).strip().zfill(2) if type(chapter) in (str, int) else None
    if name not in asked:
        raise ValueError(f"chapter: expected one of {', '.join(asked)}, got {_inputs.brief(chapter)}")
    return name


def _solved_lately(question: Question) -> bool:
    entry = RECORD.entries.get(question.id)
    return entry is not None and entry.outcome == CORRECT and time.time() - entry.when < LATELY


def _shuffled(things, rng) -> list:
    return [things[i] for i in rng.permutation(len(things))]


def _in_turn(piles: list[list[Question]]) -> list[Question]:
    longest = max(map(len, piles))
    return [pile[i] for i in range(longest) for pile in piles if i < len(pile)]
