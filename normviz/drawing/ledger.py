"""One page of the ledger: what a document prints, the numbers it is about, and, once judged, what they give."""

import re

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import classes, join, tag
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.parts import noted, panel, panels, titled, valued
from normviz.drawing.ruler import axis_of, ruler, ruler_of
from normviz.drawing.tables import table
from normviz.views.ledger import Result

MOST_SQUARES = 100
READ_OFF = "(Judged as the transcription has it: a slip may be the transcriber's.)"
_PRINTED = re.compile(r"= (−?\d+\.\d+)")
ASKED = "Recompute it first. Which verdict does it deserve?"


def ledger_page(result: Result) -> Markup:
    """Draw one claim; the ledger's verdict stays covered until there is one."""
    # Its class is for pages that know one claim at a time.
    score = tag("div", titled(score_in_words(result)), _progress(result), class_="nv-tally")
    if result.claim is None:
        return panels(panel(score, tag("p", "No claim fits what you chose above."), look="nv-page"))
    answer = _covered(result) if result.recomputed is None else _opened(result)
    # The verdicts to choose from stand above: what is to be judged comes next.
    page = panel(_claim(result), answer, score, look="nv-grow nv-page")
    numbers = [
        table(
            data,
            caption=caption,
            write=plain,
            begins=_sentences(data),
            key=f"{result.claim.id}.{i}",
            **{"tone": "column"} | (_used(result, data) if i == 0 else {}),
        )
        for i, (caption, data) in enumerate(result.tables)
    ]
    return panels(page, panel(panels(numbers)) if numbers else None)


def _used(result: Result, data) -> dict:
    """The numbers that the arithmetic takes, once it stands beside them."""
    uses = result.claim.uses
    if uses is None or result.recomputed is None:
        return {}
    rows = range(len(data.rows)) if uses.rows is None else [data.rows.index(name) for name in uses.rows]
    columns = [k for k, name in enumerate(data.columns) if uses.columns is None or name in uses.columns]
    one = uses.one and (data.rows.index(uses.one[0]), data.columns.index(uses.one[1]))
    return {"block": (rows, columns), "selected": one, "tone": "row" if uses.rows else "column"}


def _progress(result: Result) -> Markup | None:
    """A square a claim, beside the words that count them: filled where you and the ledger agree, else crossed."""
    if result.total > MOST_SQUARES:
        return None
    looks = {None: None, True: "nv-agreed", False: "nv-differs"}
    squares = []
    for i, standing in enumerate(result.standings):
        look = classes(looks[standing], "nv-here" if i == result.here else None)
        squares.append(tag("i", data_key=f"claim:{i}", class_=look))
    means = "One square a claim: filled where you and the ledger agree, crossed where you differ."
    return tag("div", tag("p", squares, class_="nv-squares"), noted(means), aria_hidden="true")


def _claim(result: Result) -> Markup:
    place = result.claim.place[:1].upper() + result.claim.place[1:]
    return join(
        [noted(tag("em", title), f", {author}" if author else None) for title, author in result.documents],
        noted(f"{place}:", f" {READ_OFF}" if "handwritten" in str(result.documents) else None),
        tag("p", result.claim.printed, class_="nv-printed"),
    )


def _covered(result: Result) -> Markup:
    return _referee(ASKED, [_line(verdict, meaning) for verdict, meaning in result.verdicts.items()])


def _opened(result: Result) -> Markup:
    claim = result.claim
    verdict = valued(claim.verdict)
    lines = [
        _line("You", judged_in_words(result)),
        _line("Ledger", [verdict, f": {result.verdicts[claim.verdict]}"]),
        _line("Arithmetic", result.recomputed.working),
        _line("Why", claim.why),
    ]
    return join(_referee("The verdicts, and what the numbers give:", lines), _placed(result))


def _placed(result: Result) -> Markup | None:
    """The ruler of the numbers that share a mean, and where on it the printed number would lie; None without one."""
    uses, printed = result.claim.uses, _PRINTED.search(result.claim.printed)
    if not (printed and uses and uses.one):
        return None
    data = result.tables[0][1]
    used = _used(result, data)
    pool, x = data.values[np.ix_(*used["block"])].ravel(), data.values[used["selected"]]
    own = ruler_of(pool, pool.mean(), pool.var(), tone=used["tone"])
    if not np.isclose(own.reads(x), result.recomputed.values):
        return None
    claimed = own.mean + float(printed[1].replace("−", "-")) * own.step
    pale = f"The pale dot, at {fixed(claimed)}, lies where {printed[1]} would be read."
    said = f"{plain(x)} reads {fixed(own.reads(x))}. {pale}"
    values, outside = np.append(pool, claimed), np.append(np.zeros(len(pool), bool), True)
    more = {"picked": int(np.argmax(pool == x)), "picked_name": plain(x), "outside": outside}
    return join(ruler(values, [own], axis=axis_of(values, own), label=said, **more), noted(said))


def _referee(title: str, lines: list[Markup]) -> Markup:
    return tag("div", tag("p", title), tag("ul", lines, class_="nv-steps nv-referee"))


def _line(name: str, text) -> Markup:
    return tag("li", tag("span", f"{name} ", class_="nv-name"), text)


def judged_in_words(result: Result) -> str:
    """Your verdict, and whether the ledger has it, too."""
    agreed = result.said == result.claim.verdict
    return f"{result.said} {'✓ as the ledger has it' if agreed else '✗ the ledger differs'}"


def score_in_words(result: Result) -> str:
    """Say how many claims are judged, and how many of these as in the ledger."""
    left = result.total - result.judged
    if not result.judged:
        return f"Nothing judged yet: {left} {'claim waits' if left == 1 else 'claims wait'}."
    waiting = f"{left} {'waits' if left == 1 else 'wait'}" if left else "none is left"
    return f"Judged {result.judged} of {result.total}: {result.agreed} as in the ledger; {waiting}."


def _sentences(data) -> tuple[int, ...]:
    # Stacked sentences of one length: each begins where the pads of the one before end.
    if data.mask is None:
        return ()
    return tuple(i for i in range(1, len(data.mask)) if data.mask[i] and not data.mask[i - 1])
