"""What a class has done, from the files that learners keep with ``nv.progress(save=…)``.

``python -m normviz.classroom.summary folder/`` prints who has done what and which beliefs the class has met;
``--csv class.csv`` and ``--html class.html`` write it as a table for a spreadsheet and as a page.
"""

import argparse
import csv
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from normviz import front
from normviz.drawing.bars import Bar, bars
from normviz.drawing.markup import join, tag, void_tag
from normviz.drawing.theme import CSS
from normviz.exercises import files, record
from normviz.exercises.catalogue import all_questions, chapters
from normviz.exercises.misconceptions import misconceptions
from normviz.exercises.record import Entry
from normviz.exercises.result import CORRECT, NOT_YET, RAISED, SYMBOLS
from normviz.message import Grid, Items, Message

LEGEND = (
    f"{SYMBOLS[CORRECT]} solved, with a name: with the numbers of that variant; {SYMBOLS[NOT_YET]} tried; "
    f"{SYMBOLS[RAISED]} the code raised."
)


WORK = "points", "tries", "hints"


@dataclass(frozen=True)
class Learner:
    """A file of progress: ``name`` is what the file, or else its folder, is called."""

    name: str
    entries: dict[str, Entry]

    def standing(self, id: str) -> str:
        """How a question stands: "correct", "not yet", "your code raised", or "" where it was not tried."""
        entry = self.entries.get(id)
        return "" if entry is None else entry.standing()

    def variant(self, id: str) -> str:
        """The names under which the question was solved with other numbers than the chapter's."""
        solved = (key for key, entry in self.entries.items() if key.startswith(f"{id} ") and entry.solved)
        return ", ".join(_printable(key.removeprefix(f"{id} ")) for key in solved)

    def work(self, ids: Sequence[str]) -> tuple[int, int, int]:
        """Of the questions ``ids``: points, one for each that is solved; tries; and hints before the last try."""
        entries = [self.entries[id] for id in ids if id in self.entries]
        tries, hints = (sum(getattr(entry, name) for entry in entries) for name in ("tries", "hints"))
        return sum(entry.solved > 0 for entry in entries), tries, hints

    def met(self, number: int) -> list[str]:
        """The questions in which a misconception was met."""
        entries = self.entries
        return [id for id in all_questions() if id in entries and number in entries[id].misconceptions]


@dataclass(frozen=True)
class Class:
    """The learners by name; and the files that hold no progress, each with the reason."""

    learners: tuple[Learner, ...]
    left_out: dict[str, str]

    @property
    def tried(self) -> tuple[str, ...]:
        """The questions that anybody has tried, in order."""
        return tuple(id for id in all_questions() if any(id in learner.entries for learner in self.learners))

    @property
    def beliefs(self) -> list[tuple[int, list[Learner]]]:
        """Misconceptions with those who met them, the most frequent first."""
        met = [(n, [learner for learner in self.learners if learner.met(n)]) for n in misconceptions()]
        return sorted(((n, who) for n, who in met if who), key=lambda pair: -len(pair[1]))


def read_class(folder: Path) -> Class:
    """Read every file of progress in a folder and below it; errors are those of :func:`files.below`."""
    found, left_out = files.read_below(folder, record.read)
    short = {path: _name(path.relative_to(folder)) for path in found}
    names = [*short.values()]
    learners = (
        Learner(name if names.count(name) == 1 else _printable(str(path.relative_to(folder))), found[path])
        for path, name in short.items()
    )
    return Class(tuple(sorted(learners, key=lambda learner: learner.name.casefold())), left_out)


def _name(path: Path) -> str:
    stem = path.name.removesuffix(".txt").removesuffix(".TXT").rsplit(".", 1)[0]
    own = [] if stem.casefold().startswith("progress") and len(path.parts) > 1 else [stem]
    return _printable(" / ".join([*path.parts[:-1], *own]))


def _printable(text: str) -> str:
    # A file's name may hold anything, such as what moves a terminal's cursor.
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def in_words(found: Class, ids: Sequence[str] = ()) -> Message:
    """Say who has done what: by chapter, or in the questions ``ids``; and which beliefs the class has met."""
    grids = [_of_questions(found, ids) if ids else _by_chapter(found)]
    if found.beliefs:
        rows = (
            (str(n), misconceptions()[n].name, str(len(who)), str(_still_open(n, who)), _places(n, who))
            for n, who in found.beliefs
        )
        head = ("no.", "belief", "learners", "still open", "met in")
        title = "What the class believed, and for how many a question of it is not solved"
        grids.append(Grid(title, head, tuple(rows)))
    left_out = ()
    if found.left_out:
        named = (f"{_printable(name)}: {_printable(why)}" for name, why in sorted(found.left_out.items()))
        left_out = ("Not read:", Items(tuple(named)))
    count = len(found.learners)
    return Message(f"{count} learner{'s' * (count != 1)}", (*grids, *([LEGEND] if ids else ()), *left_out))


def _by_chapter(found: Class) -> Grid:
    every = {name: [q.id for q in asked] for name, asked in chapters().items()}
    begun = {name: ids for name, ids in every.items() if any(id in found.tried for id in ids)}
    rows = []
    for learner in found.learners:
        solved = [sum(learner.standing(id) == CORRECT for id in ids) for ids in begun.values()]
        own = sum(bool(learner.variant(id)) for id in found.tried)
        rows.append((learner.name, *map(str, solved), str(sum(solved)), str(own)))
    head = ("learner", *(f"{name} ({len(ids)})" for name, ids in begun.items()), "in all", "variants")
    return Grid("Questions solved, by chapter (of how many)", head, tuple(rows))


def _of_questions(found: Class, ids: Sequence[str]) -> Grid:
    rows = ((one.name, *(_sign(one, id) for id in ids), *map(str, one.work(ids))) for one in found.learners)
    return Grid("Question by question", ("learner", *ids, *WORK), tuple(rows))


def _sign(learner: Learner, id: str) -> str:
    standing = learner.standing(id)
    return f"{SYMBOLS[standing]} {learner.variant(id)}".rstrip() if standing else ""


def _still_open(number: int, who: list[Learner]) -> int:
    return sum(any(learner.standing(id) != CORRECT for id in learner.met(number)) for learner in who)


def _places(number: int, who: list[Learner]) -> str:
    return ", ".join(id for id in all_questions() if any(id in learner.met(number) for learner in who))


def as_csv(found: Class, ids: Sequence[str] = ()) -> str:
    """A row for each learner, a column for each question: "correct" and the variant, "not yet", or nothing."""
    ids = ids or found.tried
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["learner", *ids, *WORK, "misconceptions met"])
    for learner in found.learners:
        cells = [f"{learner.standing(id)} {learner.variant(id)}".strip() for id in ids]
        met = " ".join(str(n) for n in misconceptions() if learner.met(n))
        rows.writerow([*map(_harmless, [learner.name, *cells]), *learner.work(ids), _harmless(met)])
    return text.getvalue()


def _harmless(cell: str) -> str:
    # A spreadsheet would take these as the beginning of a formula, and run it.
    return f"'{cell}" if cell.lstrip().startswith(("=", "+", "-", "@")) else cell


def as_page(found: Class, ids: Sequence[str] = ()) -> str:
    """The same as a page of its own: a bar for each belief, who has done what, question by question."""
    beliefs = [Bar(f"{n}. {misconceptions()[n].name}", len(who)) for n, who in found.beliefs]
    caption = "Learners who met a belief"
    picture = bars(beliefs, caption=caption, at_least=len(found.learners)) if beliefs else None
    words = tag("div", in_words(found, ids or found.tried).to_html(), class_="nv-scroll", tabindex="0")
    head = join(
        void_tag("meta", charset="utf-8"),
        void_tag("meta", name_="viewport", content="width=device-width"),
        tag("title", "A class and what it has done"),
        Markup(f"<style>:root{{color-scheme:light dark}}{CSS}{front.style('counts.css')}</style>"),
    )
    body = tag("body", tag("main", tag("h1", "A class and what it has done"), picture, words, class_="nv"))
    return Markup("<!doctype html>\n") + tag("html", tag("head", head), body, lang="en") + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the folder that the command line names; returns 0, or 1 where it holds no progress."""
    parser = argparse.ArgumentParser(
        prog="python -m normviz.classroom.summary",
        description="Who has done what, and which beliefs the class has met: from files of nv.progress(save=…).",
    )
    parser.add_argument("folder", help="holds the files, or a folder for each learner")
    these = "these alone, such as 02.6 02.8"
    parser.add_argument("--questions", nargs="+", metavar="ID", default=(), help=these)
    parser.add_argument(
        "--csv", type=_ending(".csv"), metavar="FILE.csv", help="write a table for a spreadsheet"
    )
    parser.add_argument(
        "--html", type=_ending(".html"), metavar="FILE.html", help="write a page with a picture"
    )
    asked = parser.parse_args(arguments)
    if unknown := [id for id in asked.questions if id not in all_questions()]:
        parser.error(f"--questions: expected ids of questions, such as 02.6, got {unknown[0]!r}")
    try:
        found = read_class(files.folder("folder", asked.folder))
        if asked.csv:
            asked.csv.write_text(as_csv(found, asked.questions), encoding="utf-8-sig", newline="")
        if asked.html:
            asked.html.write_text(as_page(found, asked.questions), encoding="utf-8")
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if hasattr(sys.stdout, "reconfigure"):  # a terminal without ✓ shall still print the rest
        sys.stdout.reconfigure(errors="replace")
    print(in_words(found, asked.questions))
    return 0 if found.learners else 1


def _ending(suffix: str):
    def named(text: str) -> Path:
        if not text.lower().endswith(suffix):
            raise argparse.ArgumentTypeError(f"expected a file that ends in {suffix}, got {text!r}")
        return Path(text)

    return named


if __name__ == "__main__":
    sys.exit(main())
