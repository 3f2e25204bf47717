"""check, hint, solution, questions and progress: what a learner calls."""

from collections.abc import Callable, Iterable
from datetime import datetime

from normviz import wording
from normviz._inputs import describe
from normviz.exercises.calling import is_raised_by_the_learner
from normviz.exercises.catalogue import ANOTHER_DAY, chapters
from normviz.exercises.kinds import Choice, Function, Numeric, Question, Verdict, Wrong
from normviz.exercises.misconceptions import misconceptions
from normviz.exercises.mistaken_ruler import mistaken_rulers
from normviz.exercises.record import RECORD, Damaged, Entry
from normviz.exercises.result import CORRECT, NOT_ATTEMPTED, NOT_JUDGED, NOT_YET, RAISED, SYMBOLS, Result
from normviz.exercises.settings import NAME, Unusable, settings
from normviz.exercises.variants import question_of, right_for_others
from normviz.message import Block, Code, Grid, Items, Message

TOLD_DIRECTION = 2  # tries, after which "too small" and "too large" are said no more

_hints_given: dict[str, int] = {}


def check(id: str, answer=..., *more, variant=None) -> Result:
    """Check an answer and say why it is wrong, if the mistake is a known one.

    Parameters
    ----------
    id : the question's id, such as "02.6"
    answer : what the question asks for: a number, list, array or tensor; a choice's letter; a function; a
        table
    more : what a decimal comma, or missing brackets, put here is a part of the answer
    variant : a name or a number, for a question with the numbers that belong to it (:func:`questions` shows them)

    Returns
    -------
    Result, with ``outcome`` "correct", "not yet", "not attempted", "your code raised" or "not judged". It
    never raises for what a learner passes: an unknown id gets a result that names the nearest ids.

    Examples
    --------
    >>> check("02.6", ...).outcome
    'not attempted'
    """
    question = question_of(id, variant)
    if isinstance(question, Result):
        return question
    answer = (answer, *more) if more else answer
    try:
        verdict = question.judge(answer)
        outcome, blocks, wrong = verdict.outcome, list(verdict.blocks), verdict.wrong
        if outcome == NOT_YET and not wrong and (words := right_for_others(question, answer)):
            verdict, blocks = Verdict(NOT_YET), [words]
    except Exception as error:  # an answer may be any object, with any misbehaviour when it is looked at
        if not is_raised_by_the_learner(error):
            return Result.of(question.name, NOT_JUDGED, *_not_judged(question, error))
        outcome, wrong = RAISED, ()
        when = f"This happened while your answer was read: {describe(answer)}."
        blocks = [f"{type(error).__name__}: {error}", when]
    numbers = _beliefs(wrong)
    before = RECORD.entries.get(question.key, Entry(NOT_ATTEMPTED, tries=0))
    if outcome == NOT_YET and isinstance(question, Numeric):
        # The right ruler shows the answer: not at the first try.
        blocks += mistaken_rulers(question, wrong, told=before.tries > 0)
    if before.tries >= TOLD_DIRECTION and outcome == NOT_YET:
        blocks = list(verdict.after_tries) or blocks
    blocks = reasons(wrong) + blocks
    if before.solved and outcome in (NOT_YET, RAISED):
        blocks.append("You have solved this question before; that stays.")
    if outcome in (NOT_YET, RAISED):
        blocks.append(f"For a hint: nv.hint({question.called})")
    if outcome != NOT_ATTEMPTED:
        for key in {question.id, question.key}:  # a variant counts as its question, and for itself
            RECORD.add(key, outcome, numbers, _hints_given.get(question.key, 0))
        blocks += not_saved()
    return Result.of(question.name, outcome, *blocks, misconceptions=numbers)


def reasons(wrong: Iterable[Wrong]) -> list[str]:
    """What is said of known mistakes: each, and each misconception behind them."""
    return [one.because for one in wrong] + [misconceptions()[number].text for number in _beliefs(wrong)]


def _beliefs(wrong: Iterable[Wrong]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(one.misconception for one in wrong if one.misconception is not None))


def hint(id: str, *, variant=None) -> Message:
    """Give the next hint: a nudge, then a method, then most of the solution or one choice less.

    Of a ``variant``, its own.

    Examples
    --------
    >>> hint("no.1").outcome
    'no such question'
    """
    question = question_of(id, variant)
    if isinstance(question, Result):
        return question
    given = min(_hints_given.get(question.key, 0) + 1, 3)
    _hints_given[question.key] = given
    name, said = list(question.hints.items())[given - 1]
    whose = f" · variant {question.variant}" if question.variant else ""
    after = (
        f"For the next one, call nv.hint({question.called}) again."
        if given < 3
        else f"That was the last one; nv.solution({question.called}) shows it all."
    )
    return Message(f"Hint {given} of 3 · {question.id}: {name}{whose}", (said, after))


def solution(id: str, *, variant=None) -> Message:
    """Show code that answers the question, what it gives when it is run now, and the reason.

    A ``variant`` is solved with its own numbers. Where ``normviz.toml`` says ``solutions_from``, it waits until then.
    """
    question = question_of(id, variant)
    if isinstance(question, Result):
        return question
    if closed := _closed():
        later = f"Until then: nv.hint({question.called})"
        return Message(f"No solution yet · {question.name}", (closed, later))
    blocks = (Code(question.code), *question.shown_result(), question.why)
    return Message(f"Solution · {question.name}", blocks)


def _closed() -> str | None:
    """Why solutions are not shown now, or None."""
    try:
        opens = settings().solutions_from
    except Unusable as error:
        return f"Solutions wait for a date that cannot be read. {error}"
    if opens is None or datetime.now().astimezone() >= opens:
        return None
    return f"In this class, solutions open on {opens:%Y-%m-%d at %H:%M} ({NAME} says so)."


def questions(chapter=None, *, variant=None) -> Message:
    """List a chapter's questions ("02" or 2), or all, as the chapter asks them, and how they stand.

    An id shows that one in full.

    With an id, ``variant`` is a name or a number, and the question is shown with the numbers that belong to it.
    """
    if variant is not None or (isinstance(chapter, str) and "." in chapter):
        return _in_full(question_of(chapter, variant))
    wanted = of_chapter(chapter)
    if isinstance(wanted, Message):
        return wanted
    blocks = []
    for name, listed in wanted.items():
        for day, asked_then in ((f"Chapter {name}", False), (f"Chapter {name}, another day", True)):
            rows = tuple(
                (q.id, q.kind, q.title, _standing(q)) for q in listed if (q.id in ANOTHER_DAY) is asked_then
            )
            if rows:
                blocks.append(Grid(day, ("id", "kind", "question", "outcome"), rows))
        if varied := [q.id for q in listed if q.again]:
            one = varied[0]
            blocks.append(
                f'With other numbers for every name, as in nv.questions("{one}", variant="Ana"): {", ".join(varied)}.'
            )
    return Message(f"{sum(len(listed) for listed in wanted.values())} questions", tuple(blocks))


def progress(save=None) -> Message:
    """Say how each chapter stands and what to revisit.

    Parameters
    ----------
    save : a file's name; the progress in it is read, and every later check is kept there too. Without it,
        progress lives as long as the kernel. A file that is not a record of progress is never overwritten.

    Returns
    -------
    Message, with one row a chapter: correct, not yet, not attempted
    """
    notes = not_saved() if save is None else _keep_in(save)
    if RECORD.path is not None and not notes:
        notes = [f"Kept in {RECORD.path}."]
    rows = []
    for name, listed in chapters().items():
        standing = [outcome_of(q) for q in listed]
        correct, missing = standing.count(CORRECT), standing.count(NOT_ATTEMPTED)
        rows.append((name, str(correct), str(len(listed) - correct - missing), str(missing)))
    head = ("chapter", CORRECT, NOT_YET, NOT_ATTEMPTED)
    grid = Grid("Questions by chapter", head, tuple(rows))
    done, total = sum(int(row[1]) for row in rows), sum(len(listed) for listed in chapters().values())
    everything = [q for listed in chapters().values() for q in listed]
    return Message(f"{done} of {total} questions correct", (grid, *to_revisit(everything), *notes))


def to_revisit(asked: Iterable[Question], outcome: Callable[[Question], str] | None = None) -> list[Block]:
    """Those of the questions that are tried and not solved, with what to read again; empty if there are none."""
    open_questions = [q for q in asked if (outcome or outcome_of)(q) in (NOT_YET, RAISED)]
    if not open_questions:
        return []
    met: dict[int, list[str]] = {}
    for question in open_questions:
        for number in RECORD.entries[question.id].misconceptions:
            met.setdefault(number, []).append(question.id)
    blocks = ["To revisit:", Items(tuple(f"{question.id} {question.title}" for question in open_questions))]
    # Each idea once, however many questions it has cost.
    ideas = [(misconceptions()[n], ids) for n, ids in sorted(met.items()) if n in misconceptions()]
    if ideas:
        items = [f"“{i.name}” ({', '.join(ids)}): chapter {i.chapter}, {i.see}" for i, ids in ideas]
        blocks += ["Ideas to look at again:", Items(tuple(items))]
    return blocks


def _in_full(question: Question | Result) -> Message:
    if isinstance(question, Result):
        return question
    return Message(f"{question.name} ({wording.said(question.kind)})", asked_in_full(question))


def asked_in_full(question: Question) -> tuple[Block, ...]:
    """What is asked, the options or the code that belong to it, and how to answer."""
    blocks = [question.asked]
    if isinstance(question, Choice):
        blocks.append(Items(tuple(f"{letter}) {option.text}" for letter, option in question.letters.items())))
    if isinstance(question, Function) and question.given is not None:
        blocks.append(Code(question.given_code))
    id, _, variant = question.called.partition(", ")
    return (*blocks, f"Answer with nv.check({', '.join(filter(None, (id, 'answer', variant)))}).")


def _not_judged(question: Question, error: Exception) -> Iterable[str]:
    yield f"An error came up in normviz while it judged your answer: {type(error).__name__}: {error}."
    yield "It is not your error, and this was no try. What you wrote may be right or wrong."
    yield f"The solution is in nv.solution({question.called})."


def of_chapter(chapter) -> dict[str, tuple[Question, ...]] | Message:
    if chapter is None:
        return chapters()
    name = str(chapter).strip().zfill(2) if isinstance(chapter, (str, int)) else None
    if name not in chapters():
        there = f"There are questions for {', '.join(chapters())}."
        return Message(f"? No questions for chapter {describe(chapter)}", (there,))
    return {name: chapters()[name]}


def _keep_in(save) -> list[str]:
    try:
        RECORD.keep_in(save)
    except (Damaged, OSError, TypeError, ValueError) as error:
        return [f"Not kept in {describe(save)}: {_reason(error)}"]
    return []


def not_saved() -> list[str]:
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
    return NOT_ATTEMPTED if entry is None else entry.standing()


def _standing(question: Question) -> str:
    outcome = outcome_of(question)
    return f"{SYMBOLS[outcome]} {outcome}"
