"""A lesson's plan as Markdown; the list of lessons and that of variants, which pages of docs hold between two marks."""

from collections.abc import Sequence

from docs.lessons.plan import Board, Cell, HandOut, Lesson, Look, Run, Step, Vote
from docs.lessons.sheets import SHARED, TABLES
from docs.lessons.slips import two_to_a_page
from normviz.exercises.catalogue import all_questions

BEGIN, END = "<!-- made by python -m docs.lessons -->\n", "<!-- end of what is made -->\n"

PACE = 110  # words a minute, read to be said
PRESS = 30  # seconds to run a cell or set a control, to look, and to go back
FIXED = 5  # minutes
CLASS = 24  # learners, for the number of copies

HELD = "Leave *Commit* alone: the answer comes from the sheet, on the board."


def put_in(page: str, made: str) -> str:
    """The page with ``made`` between its marks."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + "\n" + made + "\n" + END + after


def contents(lessons: Sequence[Lesson]) -> str:
    """The table of lessons: what docs/teaching.md holds."""
    rows = ["| lesson | for | at the end everybody | to prepare |", "|---|---|---|---|"]
    for lesson in lessons:
        notebook = f"[{lesson.heading}](../notebooks/lessons/{lesson.name}.ipynb)"
        minutes = minutes_to_prepare(lesson, words(plan(lesson)))
        rows.append(f"| {notebook} | {lesson.audience} | {lesson.aim} | {minutes} min |")
    return "\n".join(rows) + "\n"


def plan(lesson: Lesson) -> str:
    """One lesson's plan."""
    above = [f"## {lesson.heading}", f"At the end everybody {lesson.aim}."]
    below = [
        _copies(lesson),
        _plan_b(lesson),
        _glance(lesson),
        *(_step(lesson, step) for step in lesson.steps),
        f"**The sentence** begins “{lesson.sentence}”; write that on the board. {lesson.criteria}",
        f"**Homework:** {_own(lesson.own)} {lesson.homework}",
    ]
    read = words(" ".join([*above, _prepare(lesson, 0), *below]))
    return "\n\n".join([*above, _prepare(lesson, read), *below])


def words(text: str) -> int:
    """How many words a teacher reads: marks and lines of a table are none."""
    return sum(any(c.isalnum() for c in word) for word in text.split())


def minutes_to_prepare(lesson: Lesson, read: int) -> int:
    pressed = sum(1 + len(getattr(part, "sets", ())) for part in lesson.parts() if hasattr(part, "code"))
    return round(read / PACE + pressed * PRESS / 60 + FIXED)


def _prepare(lesson: Lesson, read: int) -> str:
    return (
        f"**To prepare:** about {minutes_to_prepare(lesson, read)} minutes: the {read} words of this plan at {PACE} a "
        f"minute, {PRESS} seconds for each cell and each setting, and {FIXED} minutes to print and to stand "
        "in the last row."
    )


def _copies(lesson: Lesson) -> str:
    """Which pages of the sheets are printed how often; page 1 is sheet 1."""
    paired = [lesson.number(sheet) for sheet in lesson.sheets if sheet in SHARED]
    each = [lesson.number(part.sheet) for part in lesson.parts(HandOut) if part.sheet not in SHARED]
    many = CLASS // 2 if two_to_a_page(lesson) else CLASS
    copies = [f"{_pages(each)} of `sheets.html`, {many} times"]
    if two_to_a_page(lesson):
        copies.append("each holds two copies, to cut at the line")
    if paired:
        copies.append(f"{_pages(paired)}, {CLASS // 2} times, as two neighbours share them")
    if spare := [n for n in range(1, len(lesson.sheets) + 1) if n not in (*paired, *each)]:
        copies.append(f"{_pages(spare)} only for the homework")
    return (
        f"**To print for {CLASS}:** {'; '.join(copies)}. For you once: `plan.html` and `sheets_filled.html`."
    )


def _plan_b(lesson: Lesson) -> str:
    said = "**Plan B:** when the kernel fails, go on in `slides.html`."
    if not any(lesson.parts(Run)):
        return said
    said += " Without a projector, `states.html`, printed once for two neighbours and cut, has a strip for each vote."
    if tables := [lesson.number(part.sheet) for part in lesson.parts(HandOut) if part.sheet in TABLES]:
        return f"{said} The strips have no tables: these are on sheets {' and '.join(map(str, tables))}."
    return f"{said} The strips have no table: write the numbers of the first question on the board."


def _pages(numbers: Sequence[int]) -> str:
    return f"page{'s' * (len(numbers) > 1)} {' and '.join(map(str, numbers))}"


def _own(ids: Sequence[str]) -> str:
    last = ids[-1]
    return (
        f"{', '.join(f'`{id}`' for id in ids)}, with numbers that are everybody's own. Ana sees hers with "
        f'`nv.questions("{last}", variant="Ana")`, and answers with `nv.check("{last}", answer, variant="Ana")`.'
    )


def variants() -> str:
    """The questions with other numbers for everybody, chapter by chapter: what docs/homework.md holds."""
    chapters: dict[str, list[str]] = {}
    for question in all_questions().values():
        if question.again:
            chapters.setdefault(question.chapter, []).append(question.id)
    rows = [f"| {chapter} | {', '.join(ids)} |" for chapter, ids in chapters.items()]
    return "\n".join(["| chapter | questions |", "|---|---|", *rows]) + "\n"


def _glance(lesson: Lesson) -> str:
    rows = ["| minutes | step | sheet | counted | when late, leave out |", "|---|---|---|---|---|"]
    for step in lesson.steps:
        sheet = ", ".join(str(lesson.number(p.sheet)) for p in step.parts if isinstance(p, HandOut)) or "–"
        counted = f"{-(-step.takes() // 30) / 2:g} min"
        rows.append(f"| {step.start}–{step.end} | {step.title} | {sheet} | {counted} | {step.late} |")
    return "\n".join(rows)


def _step(lesson: Lesson, step: Step) -> str:
    lines = [f"### {step.heading}", ""]
    for part in step.parts:
        lines += _part(lesson, part)
    return "\n".join(lines).rstrip().replace("\n\n\n", "\n\n")


def _part(lesson: Lesson, part) -> list[str]:
    if isinstance(part, Vote):
        table = [f"| {letter}) “{answer}” | {tells} |" for letter, answer, tells in part.said]
        return [
            f"- **Ask** question `{part.id}`: {part.words}" + (f" {HELD}" if part.held else ""),
            "",
            "| they will say | it tells you |",
            "|---|---|",
            *table,
            "",
            f"- **Right:** {part.right}",
        ]
    if isinstance(part, HandOut):
        return [f"- **Hand out** sheet {lesson.number(part.sheet)}, *{part.sheet}*. {part.words}".rstrip()]
    if isinstance(part, Look):
        return [f"- **Show** `{part.picture}`: {part.words}"]
    if isinstance(part, Cell):
        return [f"- **Run** the folded cell: {part.words}"]
    if isinstance(part, Board):
        return [f"- **Collect** on the board: {part.words}"]
    if isinstance(part, Run):
        sets = [f"  - Set {_controls(one.controls)}. Seen: {one.seen}" for one in part.sets]
        return [f"- **Run**{', only then,' if part.aside else ''} `{part.made}`", *sets]
    colon = ":" if part.verb in ("Ask", "Say") and part.words.startswith("“") else ""
    return [f"- **{part.verb}{colon}** {part.words}"]


def _controls(controls: dict[str, str]) -> str:
    said = [f"**{label}** to `{value}`" for label, value in controls.items()]
    return ", ".join(said[:-1]) + " and " + said[-1] if len(said) > 1 else said[0]
