"""check, hint, solution, questions and progress: what a learner calls."""

from collections.abc import Callable, Iterable

from normviz._inputs import describe
from normviz.exercises.catalogue import chapters, find
from normviz.exercises.kinds import Choice, Function, Question
from normviz.exercises.misconceptions import MISCONCEPTIONS
from normviz.exercises.reading import decimal_comma
from normviz.exercises.record import RECORD, Damaged, Entry
from normviz.exercises.result import CORRECT, NOT_ATTEMPTED, NOT_YET, RAISED, SYMBOLS, Result
from normviz.message import Block, Code, Grid, Items, Message

TOLD_DIRECTION = 2  # tries, after which "too small" and "too large" are said no more

_hints_given: dict[str, int] = {}


def check(id: str, answer=..., *more) -> Result:
    """Check an answer and say why it is wrong, if the mistake is a known one.

    Parameters
    ----------
    id : the question's id, such as "02.6"
    answer : what the question asks for: a number, list, array or tensor; a choice's letter; a function; a
        table
    more : nothing belongs here; a decimal comma or missing brackets put something there, and hear of it

    Returns
    -------
    Result, with ``outcome`` "correct", "not yet", "not attempted" or "your code raised", and ``text``. It
    never raises for what a learner passes: an unknown id gets a result that names the nearest ids.

    Examples
    --------
    >>> check("02.6", ...).outcome
    'not attempted'
    """
    question = find(id)
    if isinstance(question, Result):
        return question
    if more:
        return Result.of(
            f"{question.id} {question.title}", NOT_YET, _one_answer(question.id, (answer, *more))
        )
    try:
        verdict = question.judge(answer)
        outcome, blocks, wrong = verdict.outcome, list(verdict.blocks), verdict.wrong
    except Exception as error:  # an answer may be any object, with any misbehaviour when it is looked at
        outcome, wrong = RAISED, ()
        blocks = [
            f"{type(error).__name__}: {error}",
            f"This happened while your answer was read: {describe(answer)}.",
        ]
    numbers = tuple(dict.fromkeys(w.misconception for w in wrong if w.misconception is not None))
    reasons = [mistake.because for mistake in wrong]
    reasons += [f"Misconception {n}: “{MISCONCEPTIONS[n].name}.” {MISCONCEPTIONS[n].text}" for n in numbers]
    before = RECORD.entries.get(question.id, Entry(NOT_ATTEMPTED, tries=0))
    if before.tries >= TOLD_DIRECTION and outcome == NOT_YET:
        blocks = list(verdict.later) or blocks
    blocks = reasons + blocks
    if before.solved and outcome in (NOT_YET, RAISED):
        blocks.append("You have solved this question before; that stays.")
    if outcome in (NOT_YET, RAISED):
        blocks.append(f'For a hint: nv.hint("{question.id}")')
    if outcome != NOT_ATTEMPTED:
        RECORD.add(question.id, outcome, numbers)
        blocks += _not_saved()
    return Result.of(f"{question.id} {question.title}", outcome, *blocks, misconceptions=numbers)


def hint(id: str) -> Message:
    """Give the next hint: first a nudge, then a method, then how a solution begins.

    Examples
    --------
    >>> hint("no.1").outcome
    'no such question'
    """
    question = find(id)
    if isinstance(question, Result):
        return question
    given = min(_hints_given.get(question.id, 0) + 1, 3)
    _hints_given[question.id] = given
    hints = (question.nudge, question.method, Code(question.beginning))
    names = ("a nudge", "a method", "how the solution begins")
    after = (
        f'For the next one, call nv.hint("{question.id}") again.'
        if given < 3
        else f'That was the last one; nv.solution("{question.id}") shows it all.'
    )
    return Message(f"Hint {given} of 3 · {question.id}: {names[given - 1]}", (hints[given - 1], after))


def solution(id: str) -> Message:
    """Show code that answers the question, what it gives when it is run now, and the reason."""
    question = find(id)
    if isinstance(question, Result):
        return question
    return Message(
        f"Solution · {question.id} {question.title}",
        (Code(question.code), *question.shown_result(), question.why),
    )


def questions(chapter=None) -> Message:
    """List a chapter's questions ("02" or 2), or all, and how they stand; an id shows that one in full."""
    if isinstance(chapter, str) and "." in chapter:
        return _in_full(find(chapter))
    wanted = _chapter(chapter)
    if isinstance(wanted, Message):
        return wanted
    grids = [
        Grid(
            f"Chapter {name}",
            ("id", "kind", "question", "outcome"),
            tuple((q.id, q.kind, q.title, _standing(q)) for q in asked),
        )
        for name, asked in wanted.items()
    ]
    return Message(f"{sum(len(asked) for asked in wanted.values())} questions", tuple(grids))


def progress(save=None) -> Message:
    """Say how each chapter stands and what to revisit.

    Parameters
    ----------
    save : a file's name; what it holds is taken in, and every later check is kept there too. Without it,
        progress lives as long as the kernel. A file that is not a record of progress is never overwritten.

    Returns
    -------
    Message, with one row a chapter: correct, not yet, not attempted
    """
    notes = _not_saved() if save is None else _keep_in(save)
    if RECORD.path is not None and not notes:
        notes = [f"Kept in {RECORD.path}."]
    rows = []
    for name, asked in chapters().items():
        standing = [outcome_of(q) for q in asked]
        correct, missing = standing.count(CORRECT), standing.count(NOT_ATTEMPTED)
        rows.append((name, str(correct), str(len(asked) - correct - missing), str(missing)))
    grid = Grid("Questions by chapter", ("chapter", CORRECT, NOT_YET, NOT_ATTEMPTED), tuple(rows))
    done, total = sum(int(row[1]) for row in rows), sum(len(asked) for asked in chapters().values())
    everything = [q for asked in chapters().values() for q in asked]
    return Message(f"{done} of {total} questions correct", (grid, *to_revisit(everything), *notes))


def to_revisit(asked: Iterable[Question], outcome: Callable[[Question], str] | None = None) -> list[Block]:
    """Those of the questions that are tried and not solved, with what to read again; empty if there are none."""
    open_questions = [
        question for question in asked if (outcome or outcome_of)(question) in (NOT_YET, RAISED)
    ]
    if not open_questions:
        return []
    met: dict[int, list[str]] = {}
    for question in open_questions:
        for number in RECORD.entries[question.id].misconceptions:
            met.setdefault(number, []).append(question.id)
    blocks = ["To revisit:", Items(tuple(f"{question.id} {question.title}" for question in open_questions))]
    # Each idea once, however many questions it has cost.
    ideas = [(MISCONCEPTIONS[n], ids) for n, ids in sorted(met.items()) if n in MISCONCEPTIONS]
    if ideas:
        items = (
            f"“{idea.name}” ({', '.join(ids)}): chapter {idea.chapter}, {idea.see}" for idea, ids in ideas
        )
        blocks += ["Ideas to look at again:", Items(tuple(items))]
    return blocks


def _in_full(question: Question | Result) -> Message:
    if isinstance(question, Result):
        return question
    return Message(f"{question.id} {question.title} ({question.kind})", asked_in_full(question))


def asked_in_full(question: Question) -> tuple[Block, ...]:
    """What is asked, the options or the code that belong to it, and how to answer."""
    blocks = [question.asked]
    if isinstance(question, Choice):
        blocks.append(Items(tuple(f"{letter}) {option.text}" for letter, option in question.letters.items())))
    if isinstance(question, Function) and question.given is not None:
        blocks.append(Code(question.given_code))
    return (*blocks, f'Answer with nv.check("{question.id}", answer).')


def _one_answer(id: str, answers: tuple) -> str:
    comma = decimal_comma(answers)
    if comma:
        return f"One answer belongs here.{comma}"
    return (
        f"One answer belongs here; you gave {len(answers)}. Put brackets around several numbers, as in "
        f'nv.check("{id}", [1.5, 2.5]), and write decimals with a point.'
    )


def _chapter(chapter) -> dict[str, tuple[Question, ...]] | Message:
    if chapter is None:
        return chapters()
    name = str(chapter).strip().zfill(2) if isinstance(chapter, (str, int)) else None
    if name not in chapters():
        return Message(
            f"? No questions for chapter {describe(chapter)}",
            (f"There are questions for {', '.join(chapters())}.",),
        )
    return {name: chapters()[name]}


def _keep_in(save) -> list[str]:
    try:
        RECORD.keep_in(save)
    except (Damaged, OSError, TypeError, ValueError) as error:
        return [f"Not kept in {describe(save)}: {_reason(error)}"]
    return []


def _not_saved() -> list[str]:
    try:
        RECORD.synchronize()
    except (Damaged, OSError) as error:
        return [f"Not kept in {RECORD.path}: {_reason(error)}"]
    return []


def _reason(error: Exception) -> str:
    if isinstance(error, Damaged):
        return f"{error}. The file was left as it is; name another file, or repair or remove this one."
    if isinstance(error, OSError):
        return f"{error.strerror or error}. Name a file in a folder where you may write."
    return 'expected a file\'s name, such as "progress.json".'


def outcome_of(question: Question) -> str:
    """ "correct" once a question was solved, else how its last answer came out, or "not attempted"."""
    entry = RECORD.entries.get(question.id)
    if entry is None:
        return NOT_ATTEMPTED
    return CORRECT if entry.solved else entry.outcome


def _standing(question: Question) -> str:
    outcome = outcome_of(question)
    return f"{SYMBOLS[outcome]} {outcome}"
