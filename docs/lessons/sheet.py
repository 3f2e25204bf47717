"""The sheet of a learner, two to a page: the guess, the column to do by hand, the vote and the last sentence."""

from markupsafe import Markup

from docs.lessons.paper import page
from normviz.classroom.phones import phone_vote
from normviz.drawing.markup import join, tag
from normviz.drawing.numbers import fixed, plain
from normviz.exercises.catalogue import find
from normviz.explorers.stage import words_of
from normviz.message import Drawn
from normviz.views.stage import batch_of, numbers_of, steps_of, weights_of

VOTE = "06.3"
BY_HAND = "instance norm"  # the pool that is computed on paper


def sheets(chapter: str, *, filled: bool, vote: str | None = None) -> str:
    """The page to print; ``filled`` is the teacher's copy. The address of ``vote.html`` becomes a code for phones."""
    one = tag("section", _code(vote) if vote else "", _sheet(chapter, filled))
    return page("Sheet, filled in" if filled else "Sheet", [one] if filled else [one, "\n", one])


def _code(vote: str) -> Markup:
    shown = phone_vote(VOTE, vote)
    drawn = [block.picture for block in shown.blocks if isinstance(block, Drawn)]
    if not drawn:
        raise SystemExit(shown.text)
    return tag("div", drawn, "for the vote", class_="code")


def _sheet(chapter: str, filled: bool) -> Markup:
    def box(text: str, name: str = "span") -> Markup:
        return tag(name, text if filled else None, class_="answer")

    steps = steps_of(chapter)
    number = next(k for k, step in enumerate(steps, 1) if step.pool == BY_HAND)
    pool, batch = weights_of(chapter, steps[number - 1]) > 0, batch_of(chapter)
    names = [batch.tokens[b][t] for b, t, _ in zip(*pool.nonzero(), strict=True)]
    told = numbers_of(chapter, number)
    mean, step, reading, x = told["mean"], told["step"], told["reading"], told["all"]
    first = numbers_of(chapter, next(k for k, step in enumerate(steps, 1) if step.ask))
    rows = [
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", plain(one)),
            *(box(fixed(n, 3), "td") for n in (one - mean, (one - mean) ** 2)),
        )
        for name, one in zip(names, x, strict=True)
    ]
    sums = [
        tag("th", "sum", scope="row"),
        *(box(fixed(n, 3), "td") for n in (sum(x), 0, sum((one - mean) ** 2 for one in x))),
    ]
    head = tag(
        "tr", [tag("th", name, scope="col") for name in ("word", "number x", "x − mean", "(x − mean)²")]
    )
    right = find(VOTE).right_answer()
    letters = "   ".join(
        f"{'☒' if filled and letter == right else '☐'} {letter.upper()}" for letter in find(VOTE).letters
    )
    sentence = words_of(chapter, "They will say")[-1] if filled else None
    return join(
        tag("h1", "Who shares a mean?" if filled else "Name:"),
        tag("p", "1. My guess: the wedge must stand at ", box(fixed(first["mean"], 2))),
        tag("p", "2. Only these four words count. Take three decimals."),
        tag("table", head, rows, tag("tr", sums)),
        tag(
            "p",
            "mean = sum / 4 = ",
            box(fixed(mean, 3)),
            "σ² = sum of squares / 4 = ",
            box(fixed(step**2, 3)),
        ),
        tag("p", "σ = √σ² = ", box(fixed(step, 3)), "“How” is at (x − mean) / σ = ", box(fixed(reading, 3))),
        tag("p", f"3. My vote: {letters}"),
        tag(
            "p",
            "4. At the end: a pad changes the number of a word, because",
            tag("span", sentence, class_="words"),
        ),
    )
