"""The sheets that every lesson has: boxes for the votes with the last sentence, and the exit quiz with its key."""

from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

import normviz as nv
from docs.lessons.plan import Lesson, Vote
from docs.lessons.sheets import QUIZ, TABLES, VOTES, Paper
from normviz.drawing.markup import tag
from normviz.drawing.numbers import fixed, plain


@dataclass(frozen=True)
class Question:
    """One question of the exit quiz; ``key`` is what full marks need, ``partly`` what half of them do."""

    ask: str
    key: str
    partly: str


def quiz() -> dict[str, Question]:
    """The questions by name, their keys computed; their numbers stand nowhere else in the lessons."""
    words = np.array([2.0, 4.0, 9.0])
    padded = np.append(words, 0.0)
    masked = nv.batch_norm(padded[:, None], mask=padded > 0, eps=0)
    column = nv.batch_norm([[1.0], [3.0], [5.0], [7.0]], eps=0)
    beta = 0.3
    running = 0.1 * 10 + 0.9 * (0.1 * 10)
    stored_mean, stored_std, x = 4, 2, 10
    rows = nv.layer_norm([[2.0, 4.0, 6.0], [0.0, 0.0, 0.0]], beta=beta)
    return {
        "mean": Question(
            "A column holds 2, 4 and 9, and one pad, 0. Batch norm counts the pad. What is μ? How many pads, "
            "this one included, bring μ down to half of what it is without pads?",
            f"μ = {plain(padded.mean())}. Three: then half of the rows are pads.",
            f"One of the two. {plain(words.mean())} is the mean without the pad.",
        ),
        "mask": Question(
            "The same column, 2, 4, 9 and a pad, with a mask that leaves the pad out: "
            f"μ is {plain(masked.mean.item())} and σ is {fixed(masked.std.item(), 2)}. "
            "What becomes of the 9? And when ten more pads join? Say why.",
            f"{fixed(masked.x_hat[2, 0], 2)}, with ten more pads too: none of them is counted.",
            "The number without the reason; or the reason, with an error in the number.",
        ),
        "row": Question(
            f"Layer norm with γ = 1 and β = {plain(beta)}. What becomes of the 4 in the row 2, 4, 6? And of the row "
            "0, 0, 0?",
            f"Of the 4: {plain(rows.y[0, 1].round(9))}, as it is the mean, and β is added. Of the row: three times "
            f"{plain(rows.y[1, 0])}.",
            "One of the two; or 0 for both, which forgets β.",
        ),
        "column": Question(
            "Batch norm on the column 1, 3, 5, 7, without γ, β and ε. What are μ and σ, and what becomes of the 7?",
            f"μ = {plain(column.mean.item())}, σ = {fixed(column.std.item())}, the 7 becomes "
            f"{fixed(column.y[3, 0])}.",
            f"σ = {fixed(np.std([1, 3, 5, 7], ddof=1))} divides by n − 1; the rest follows from it.",
        ),
        "bias": Question(
            "Every number of the column 1, 3, 5, 7 grows by 10. What becomes of the last one now? Give the reason "
            "in one sentence.",
            f"{fixed(column.y[3, 0])}, as before: μ grows by 10 too, and is subtracted.",
            "The right number without a reason.",
        ),
        "momentum": Question(
            "A running mean begins at 0, with momentum 0.1. Two batches come; each has the mean 10. What is stored?",
            f"{plain(round(running, 9))}: 1 after the first, and then 0.9 · 1 + 0.1 · 10.",
            f"1: one batch only. {plain(round(0.1 * 9 + 0.9 * 10, 9))}: old and new have changed places, as in Keras. "
            "Or the right way, with an error in the numbers.",
        ),
        "modes": Question(
            f"A batch norm layer, without γ, β and ε, has stored the mean {stored_mean} and σ {stored_std}. A batch "
            f"with mean {x} comes, and in it the number {x}. What becomes of it in training? And in use?",
            f"0 in training, as it is the batch's mean; {plain((x - stored_mean) / stored_std)} in use.",
            "One of the two; or both, with the modes in each other's place.",
        ),
    }


ALONE = {1: "Alone, one minute.", 2: "Alone, two minutes.", 3: "Alone, four minutes."}


def votes_sheet(lesson: Lesson, paper: Paper, number: int) -> Markup:
    """A row of boxes for each vote, and room for the last sentence: its beginning would give votes away."""
    letters = max((list(vote.question.letters) for vote in lesson.parts(Vote)), key=len)
    rows = []
    for vote in lesson.parts(Vote):
        right = vote.question.right_answer() if paper.filled else None
        boxes = [
            tag(
                "td",
                ("☒" if letter == right else "☐") if letter in vote.question.letters else "",
                class_="vote",
            )
            for letter in letters
        ]
        why = vote.question.why if paper.filled else ""
        rows.append(tag("tr", tag("th", vote.id, scope="row"), boxes, tag("td", why, class_="reason")))
    head = [tag("th", name, scope="col", class_="vote") for name in ("vote", *letters)]
    table = tag(
        "table",
        tag("caption", "First a cross here, then a hand"),
        tag("thead", tag("tr", head, tag("th", "because", scope="col", class_="reason"))),
        tag("tbody", rows),
    )
    sentence = tag("p", "One sentence at the end. How it begins, you will be told then.", class_="check")
    lines = [tag("p", class_="words")] * _lines(lesson)
    if paper.filled:
        lines = [tag("p", tag("b", lesson.sentence), " ", lesson.criteria, class_="words")]
    return paper.sheet(number, VOTES, (), table, sentence, *lines)


def quiz_sheet(lesson: Lesson, paper: Paper, number: int) -> Markup:
    """The exit quiz; filled in, with what is worth a point and what half of one."""
    parts = [tag("p", f"{ALONE[len(lesson.quiz)]} A calculator is welcome.")]
    for place, name in enumerate(lesson.quiz, start=1):
        question = quiz()[name]
        parts.append(tag("p", f"{place}. {question.ask}", class_="check"))
        if paper.filled:
            parts += [
                tag("p", tag("b", "1 point: "), question.key),
                tag("p", tag("b", "half a point: "), question.partly),
            ]
        else:
            parts += [tag("p", class_="words")] * _lines(lesson)
    return paper.sheet(number, QUIZ, (), *parts)


def sheet(lesson: Lesson, title: str, paper: Paper) -> Markup:
    """One sheet of a lesson."""
    number = lesson.number(title)
    if title in TABLES:
        return TABLES[title](paper, number)
    return (votes_sheet if title == VOTES else quiz_sheet)(lesson, paper, number)


def sheets(lesson: Lesson, *, filled: bool) -> str:
    """All sheets of a lesson as one page to print."""
    paper = Paper(filled=filled)
    made_of = [sheet(lesson, title, paper) for title in lesson.sheets]
    if two_to_a_page(lesson) and not filled:
        made_of = [tag("div", one, one, class_="twice") for one in made_of]
    return paper.page(lesson.heading, made_of)


def two_to_a_page(lesson: Lesson) -> bool:
    """Whether every sheet is so short that a page holds two copies, to cut."""
    return not any(title in TABLES for title in lesson.sheets)


def _lines(lesson: Lesson) -> int:
    """To write on."""
    return 3 if two_to_a_page(lesson) else 4
