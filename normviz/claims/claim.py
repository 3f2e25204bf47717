"""What a claim is, and how its arithmetic is written out."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from normviz import _inputs
from normviz.drawing.numbers import fixed, plain

VERDICTS = {
    "right": "the arithmetic agrees",
    "rounded": "right, to the decimals printed",
    "hypothetical": "made up, and the document says so",
    "wrong": "the arithmetic gives something else",
    "disputed": "holds only in part, or the documents contradict each other, or the evidence does",
}


# Why a claim has its verdict. What a condition or a reading decides holds in one case and fails in another.
RULES = {
    "agrees": "right",
    "rounds": "rounded",
    "made up": "hypothetical",
    "differs": "wrong",
    "condition": "disputed",
    "reading": "disputed",
    "documents": "disputed",
    "evidence": "disputed",
}


class Uses(NamedTuple):
    """The numbers that share a mean in a claim, in its example's table, and ``one`` of them, (row, column), by name.

    ``rows`` and ``columns`` are names; all of them, where they are None.
    """

    rows: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None
    one: tuple[str, str] | None = None


class Recomputed(NamedTuple):
    """``values``, a number, an array or, where none is possible, words; and ``working``, the arithmetic.

    ``holds`` has an entry for each case that was tried: whether the claim is true there.
    """

    values: float | np.ndarray | str
    working: str
    holds: tuple[bool, ...] = ()


def verdict_of(rule: str, holds: Iterable[bool] = ()) -> str:
    """The verdict that a rule gives, or a ``ValueError`` where the cases that were tried speak against it.

    >>> verdict_of("condition", [True, False])
    'disputed'
    >>> verdict_of("differs", [True, False])
    Traceback (most recent call last):
    ValueError: rule: expected one that fits what holds in some cases only, got 'differs'
    """
    holds = tuple(map(bool, holds))
    fitting = {(True,): ("agrees",), (False,): ("differs",), (False, True): ("condition", "reading")}
    if holds and rule not in fitting[tuple(sorted(set(holds)))]:
        where = "some cases only" if len(set(holds)) > 1 else "every case" if holds[0] else "no case"
        raise ValueError(f"rule: expected one that fits what holds in {where}, got {rule!r}")
    return RULES[rule]


@dataclass(frozen=True, eq=False)
class Claim:
    """Something a document prints that can be checked.

    Attributes
    ----------
    id : short name, such as "seven-is-invented"
    example : ``name`` of the example in :mod:`normviz.documents` it is about, or ""
    sources : keys of ``documents.SOURCES``, the documents that print it
    place : where in the document
    printed : what stands there
    verdict : a key of ``VERDICTS``
    recompute : function without arguments that computes it again and returns a :class:`Recomputed`
    why : the reason for the verdict, in a sentence or two
    uses : the numbers of the table that the arithmetic takes, where it takes these alone
    rule : the key of ``RULES`` that gives the verdict, or "" for a claim of one's own
    """

    id: str
    example: str
    sources: tuple[str, ...]
    place: str
    printed: str
    verdict: str
    recompute: Callable[[], Recomputed]
    why: str
    uses: Uses | None = None
    rule: str = ""


def claims_in(claims) -> tuple[Claim, ...]:
    """The claims as a tuple, or a ``TypeError`` or ``ValueError`` that says what came instead of at least one."""
    if not isinstance(claims, Iterable) or getattr(claims, "ndim", 1) == 0:
        raise _inputs.wrong_type("claims", "claims of the ledger", claims)
    claims = tuple(claims)
    if not claims:
        raise ValueError("claims: expected at least one claim, got none")
    for claim in claims:
        if not isinstance(claim, Claim):
            raise _inputs.wrong_type("claims", "claims of the ledger", claim)
    return claims


def claim(**said) -> Callable[[Callable[[], Recomputed]], Claim]:
    """Turn the decorated function into the claim that it recomputes; its name becomes the claim's id."""

    def make(recompute: Callable[[], Recomputed]) -> Claim:
        verdict = verdict_of(said["rule"])
        return Claim(id=recompute.__name__.replace("_", "-"), recompute=recompute, verdict=verdict, **said)

    return make


def cell(result, row: int, column: int) -> Recomputed:
    """One cell's x̂ and its arithmetic; ``mean`` and ``std`` may run along rows or columns."""
    mean, std = (np.broadcast_to(s, result.x.shape)[row, column] for s in (result.mean, result.std))
    return Recomputed(result.x_hat[row, column], standardized(result.x[row, column], mean, std))


def mean_of(values) -> str:
    """Write a mean out: ``(7 + 5 + 4) / 3 = 5.3333``."""
    mean = round(float(np.mean(values)), 12)  # a mean of x̂ is 0 but for the last bits
    return f"({' + '.join(map(_term, values))}) / {len(values)} = {plain(mean)}"


def standardized(value, mean, std) -> str:
    """Write a normalization out: ``(7 − 4) / 2.5298 = 1.1859``."""
    return f"({plain(value)} − {_term(mean)}) / {plain(std)} = {fixed((value - mean) / std)}"


def affine(x_hat, gamma, beta) -> str:
    """Write γ·x̂ + β out: ``2·1.1859 + 1 = 3.3717``."""
    return f"{plain(gamma)}·{_term(x_hat)} + {_term(beta)} = {plain(gamma * x_hat + beta)}"


def listed(values) -> str:
    """Write several numbers in a row."""
    return ", ".join(plain(v) for v in np.ravel(values))


def _term(value) -> str:
    return f"({plain(value)})" if value < 0 else plain(value)
