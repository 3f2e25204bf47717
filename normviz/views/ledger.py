"""What the documents print, claim by claim, and what a learner and the ledger say of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.claims import CLAIMS, VERDICTS, Claim, Recomputed
from normviz.claims.claim import claims_in
from normviz.table import Table

EVERY_DOCUMENT, EVERY_EXAMPLE, NO_TABLE = "all documents", "all examples", "no table"
STANDINGS = {
    "all claims": lambda claim, said: True,
    "not yet judged": lambda claim, said: said is None,
    "judged": lambda claim, said: said is not None,
    "judged differently": lambda claim, said: said not in (None, claim.verdict),
}
MOST_ROWS = 12  # a longer table says nothing that the claim does not


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    claims: tuple[Claim, ...]  # all claims there are
    document: str = EVERY_DOCUMENT  # the filters: a document's title
    example: str = EVERY_EXAMPLE  # an example's name
    standing: str = next(iter(STANDINGS))  # one of STANDINGS
    shown: tuple[str, ...] = ()  # ids of the claims that the filters let through when they were last asked
    claim: int = 1  # which of them is in sight, counted from 1
    # (id, verdict) of every claim that the learner has judged, in that order
    judgements: tuple[tuple[str, str], ...] = ()

    def kept_on_a_page(self) -> "Settings":
        """These settings as a page without a kernel can keep them: the verdict on the claim in sight alone."""
        return replace(self, judgements=tuple(said for said in self.judgements if said[0] == here(self)))


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    claim: Claim | None  # the claim to judge; None where no claim fits the filters
    documents: tuple[tuple[str, str], ...]  # (title, author) of each document that prints it
    # number, count: which claim it is, counted from 1, and how many the filters let through
    number: int
    count: int
    tables: tuple[tuple[str, Table], ...]  # (caption, Table) of the example it is about
    said: str | None  # the learner's verdict; None while there is none
    recomputed: Recomputed | None  # what the claim recomputes to now; None until it is judged
    verdicts: dict[str, str]  # verdict → what it means
    # for each claim there is, in their order, whether it is judged as in the ledger; None while it waits
    standings: tuple[bool | None, ...]
    here: int | None  # which of them is the claim in sight, counted from 0; None where no claim fits

    @property
    def total(self) -> int:
        """How many claims there are."""
        return len(self.standings)

    @property
    def judged(self) -> int:
        """How many of them are judged."""
        return self.total - self.standings.count(None)

    @property
    def agreed(self) -> int:
        """How many of these as in the ledger."""
        return self.standings.count(True)


def titles_of(claims: tuple[Claim, ...]) -> dict[str, str]:
    """Return the title of each document that prints one of ``claims``, and its key."""
    return {_document(key)[0]: key for claim in claims for key in claim.sources}


def kinds_of(claims: tuple[Claim, ...]) -> dict[str, str]:
    """Return the title of each example that one of ``claims`` is about, and its name."""
    return {_title(claim.example): claim.example for claim in claims}


def here(settings: Settings) -> str | None:
    """The id of the claim in sight."""
    shown, number = settings.shown, settings.claim
    return shown[number - 1] if number in range(1, len(shown) + 1) else None


def _matching(settings: Settings) -> tuple[str, ...]:
    key, test = titles_of(settings.claims).get(settings.document), STANDINGS[settings.standing]
    said = dict(settings.judgements)
    return tuple(
        claim.id
        for claim in settings.claims
        if (key is None or key in claim.sources)
        and settings.example in (EVERY_EXAMPLE, claim.example)
        and test(claim, said.get(claim.id))
    )


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """Other filters let other claims through; the one in sight stays there if it is one of them."""
    if not changed & {"document", "example", "standing"}:
        return settings
    shown, stays = _matching(settings), here(settings)
    return replace(settings, shown=shown, claim=shown.index(stays) + 1 if stays in shown else 1)


def judged(settings: Settings, verdict: str) -> dict:
    """What changes with a verdict on the claim in sight, by name; the first one on each claim counts."""
    _inputs.one_of("verdict", verdict, VERDICTS)
    claim = here(settings)
    if claim is None or claim in dict(settings.judgements):
        return {}
    return {"judgements": (*settings.judgements, (claim, verdict))}


def stepped(settings: Settings, step: int) -> dict:
    """The nearest claim that fits the filters now, by name, and from the last one the first."""
    ids = [claim.id for claim in settings.claims]
    shown, now = _matching(settings), here(settings)
    at = ids.index(now) if now else -1
    ahead = [ids.index(id) for id in shown][:: 1 if step > 0 else -1]
    there = next((place for place in ahead if (place - at) * step > 0), ahead[0] if ahead else None)
    return {"shown": shown, "claim": 1 if there is None else shown.index(ids[there]) + 1}


def compute(settings: Settings) -> Result:
    """Find the claim in sight, and recompute it if it has been judged."""
    number = _inputs.whole("claim", settings.claim, at_least=1)
    count = len(settings.shown)
    if number > max(count, 1):
        raise ValueError(f"claim: expected a number from 1 to {count}, got {number}")
    claim = next((claim for claim in settings.claims if claim.id == here(settings)), None)
    judgements = dict(settings.judgements)
    said = claim and judgements.get(claim.id)
    return Result(
        claim=claim,
        documents=tuple(_document(key) for key in claim.sources) if claim else (),
        number=number,
        count=count,
        tables=_tables(claim.example) if claim else (),
        said=said,
        recomputed=claim.recompute() if said else None,
        verdicts=VERDICTS,
        standings=tuple(
            judgements[c.id] == c.verdict if c.id in judgements else None for c in settings.claims
        ),
        here=settings.claims.index(claim) if claim else None,
    )


def checked(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """Return ``claims`` as a tuple; an error for what is no claim, has no such verdict, or stands there twice."""
    claims = claims_in(claims)
    for claim in claims:
        if claim.verdict not in VERDICTS:
            raise ValueError(f"claims: expected a verdict out of {list(VERDICTS)}, got {claim.verdict!r}")
        if isinstance(claim.sources, str):
            raise TypeError(
                f"claims: expected a tuple of sources, such as ('my notes',), got {claim.sources!r}"
            )
    if len({claim.id for claim in claims}) < len(claims):
        raise ValueError("claims: expected every claim to have an id of its own")
    return claims


def _document(key: str) -> tuple[str, str]:
    # A claim of the reader's own may come from anywhere.
    source = examples.SOURCES.get(key)
    return (f"{source.title} ({key})", source.author) if source else (key, "")


_TABLES = tuple(dict.fromkeys(claim.example for claim in CLAIMS if claim.example))


@lru_cache(maxsize=64)
def _title(name: str) -> str:
    return getattr(examples, name)().title if name in _TABLES else name or NO_TABLE


@lru_cache(maxsize=64)
def _tables(name: str) -> tuple[tuple[str, Table], ...]:
    """The numbers of the documents' example called ``name``, as far as they can be checked by hand."""
    if name not in _TABLES:
        return ()
    example = getattr(examples, name)()
    if isinstance(example, examples.SentenceExample):
        pairs = ("after self-attention", example.batch), ("before it", example.embedded)
        small = ((when, batch.stacked()) for when, batch in pairs if batch.mask.size <= MOST_ROWS)
        return tuple((f"{example.title}: {when}", table) for when, table in small)
    if example.inputs is None:
        return ((example.title, example),)
    inputs = example.inputs
    both = np.hstack([inputs.values, example.values])
    return ((example.title, Table(both, example.rows, (*inputs.columns, *example.columns))),)
