"""A lesson's deck: each vote, and then what is revealed, step by step; what to say stands in the notes.

It needs no kernel, and shows the numbers of every state that the plan sets. So it is plan B as well.
"""

import re
from itertools import takewhile
from pathlib import Path

from markupsafe import Markup

from docs.lessons.plan import Board, HandOut, Lesson, Look, Run, Say, Set, Step, Vote, plain
from docs.lessons.play import leads, made
from docs.lessons.sheets import VOTES
from docs.lessons.stages import stages
from docs.pages.deck import deck as deck_of
from normviz import front
from normviz.drawing.markup import join, tag

SHORT = 50  # minutes
PICTURES = '<div class="states">'
STYLE = tag(
    "style", Markup(front.read("wall.css") + Path(__file__).with_name("slides.css").read_text("utf-8"))
)


def deck(lesson: Lesson) -> str:
    """The deck's file."""
    first, *others = slides(lesson)
    return deck_of(lesson.heading, [STYLE + first, *others])


def slides(lesson: Lesson) -> list[Markup]:
    """What stands on each slide, in order.

    A vote has a slide of its own; what comes until the next one stands on one slide, and appears in steps. A short
    lesson has few votes: there each part and each answer has a slide to itself.
    """
    made_of = _opening(lesson)
    apart = lesson.minutes < SHORT
    answers: list[Markup] = []  # still to be shown
    kept: list[str] = []  # notes of a step that shows nothing, for the next slide
    for step in lesson.steps:
        shown: list[list[Markup]] = []  # for each part, what appears one by one
        notes, held = [*kept, step.heading], False
        first, begins = step is lesson.steps[0], True
        for part in step.parts:
            if isinstance(part, Vote):
                made_of += _revealed(step, shown, notes, apart)
                said = [] if shown else notes
                made_of.append(_slide(f"Vote {part.id}", [_options(part)], [*said, *_notes(part)]))
                answers.append(tag("p", tag("b", part.right), " ", part.question.why))
                shown, notes, held, begins = [], [step.heading], part.held, False
                continue
            if isinstance(part, Board) and len(answers) > 1:  # these fill a slide
                made_of += _revealed(step, shown, notes, apart)
                shown, notes = [], [step.heading]
            notes += _notes(part)
            if isinstance(part, Say) and part.slide and not held:  # it builds on the answer
                shown += [[answer] for answer in answers]
                answers = []
            if blocks := [] if first and begins else _blocks(lesson, part):  # the opening has shown them
                shown.append(blocks)
            held = held and not isinstance(part, Board)
        if not held:
            shown += [[answer] for answer in answers]
            answers = []
        if step is lesson.steps[-1]:
            shown.append([tag("p", tag("b", lesson.sentence))])
            notes.append(lesson.criteria)
        made_of += _revealed(step, shown, notes, apart)
        kept = [] if shown or first else notes[1:] and notes
    return made_of


def _opening(lesson: Lesson) -> list[Markup]:
    """A slide for each picture that comes before the first vote, with what is said until the next picture; one at
    least."""
    body, notes, made_of = [], [f"Aim: everybody {lesson.aim}."], []
    title, step = lesson.heading, lesson.steps[0]
    for part in takewhile(lambda part: not isinstance(part, Vote), step.parts):
        if isinstance(part, Look) and not part.live:
            if body:
                made_of.append(_slide(title, body, notes))
                title, notes = _sentence(step.title), [step.heading]
            body = [_large(part)]
        body += [tag("div", block) for block in _blocks(lesson, part)]
        notes += _notes(part)
    return [*made_of, _slide(title, body, notes)]


def _revealed(step: Step, shown: list[list[Markup]], notes: list[str], apart: bool) -> list[Markup]:
    groups = shown if apart else _with_pictures_apart([one for blocks in shown for one in blocks])
    made_of = []
    for group in filter(None, groups):
        later = [tag("div", one, data_turn=n or None) for n, one in enumerate(group)]
        made_of.append(_slide(_sentence(step.title), later, notes if not made_of else [step.heading]))
    return made_of


def _with_pictures_apart(blocks: list[Markup]) -> list[list[Markup]]:
    """A picture has a slide to itself, and what is said after it stands on the next one."""
    groups: list[list[Markup]] = [[]]
    for block in blocks:
        if block.startswith(PICTURES):
            groups += [[block], []]
        else:
            groups[-1].append(block)
    return groups


def _blocks(lesson: Lesson, part) -> list[Markup]:
    """What the room is to see of a part."""
    if isinstance(part, HandOut) and part.sheet != VOTES:
        return [tag("p", tag("b", f"Sheet {lesson.number(part.sheet)}. "), plain(part.words))]
    if isinstance(part, Board):
        return [tag("p", tag("b", "We found: "), plain(part.words))]
    if isinstance(part, Say) and part.slide:
        return [tag("p", plain(part.words))]
    if isinstance(part, Run) and not part.aside:
        states = [_state(*each) for each in zip(part.sets, leads(part), stages(part), strict=True)]
        if None in stages(part):
            return states
        turns = [tag("div", state, data_turn=n or None) for n, state in enumerate(states)]
        return [tag("div", turns, class_="states")]
    return []


def _slide(title: str, body: list[Markup], notes: list[str]) -> Markup:
    said = tag("aside", [tag("p", note) for note in notes], class_="notes")
    return join(tag("h2", title), *body, said)


def _sentence(title: str) -> str:
    return title[0].upper() + title[1:]


def _options(vote: Vote) -> Markup:
    options = [tag("li", option.text) for option in vote.question.letters.values()]
    return join(tag("p", vote.question.ask), tag("ol", options, class_="options"))


def _state(one: Set, lead: Markup, stage: Markup | None) -> Markup:
    where = ", ".join(f"{label}: {value}" for label, value in one.controls.items())
    if any(number not in lead.striptags() for number in one.promised):  # on the wall it stands in the picture
        words = re.split(rf"\*\*({'|'.join(one.promised)})\*\*", one.seen)
        large = (
            tag("span", part, class_="nv-value") if part in one.promised else plain(part) for part in words
        )
        lead = tag("p", large, class_="nv-lead")
    return tag("div", tag("p", where, class_="where"), lead, stage, class_="nv")


def _large(look: Look) -> Markup:
    return tag("div", tag("div", made(look.picture).markup, class_="nv"), class_="nv-large")


def _notes(part) -> list[str]:
    if isinstance(part, Say):
        return [f"{part.verb}: {plain(part.words)}"]
    if isinstance(part, Vote):
        said = (f"{letter}) “{answer}” → {plain(tells)}" for letter, answer, tells in part.said)
        return ["They will say:", *said]
    if isinstance(part, Run) and not part.aside:
        return [plain(one.seen) for one in part.sets]
    return []
