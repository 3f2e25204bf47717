"""LedgerExplorer: referee what the documents print, claim by claim, before the ledger says what it found."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import ipywidgets
import numpy as np

from normviz import _inputs, examples
from normviz.drawing.ledger_page import ledger_page, score_in_words
from normviz.explorers.old_base import Explorer
from normviz.ledger import CLAIMS, VERDICTS, Claim, Recomputed
from normviz.ledger.claim import claims_in
from normviz.table import Table

EVERY_DOCUMENT, EVERY_EXAMPLE, NO_TABLE = "all documents", "all examples", "no table"
SHOW = {
    "all claims": lambda claim, said: True,
    "not yet judged": lambda claim, said: said is None,
    "judged": lambda claim, said: said is not None,
    "judged differently": lambda claim, said: said not in (None, claim.verdict),
}
MOST_ROWS = 12  # a longer table says nothing that the claim does not


@dataclass(frozen=True, eq=False)
class LedgerResult:
    """Everything the picture shows.

    Attributes
    ----------
    claim : the claim to judge; None where no claim fits the filters
    documents : (title, author) of each document that prints it
    number, count : which claim it is, counted from 1, and how many the filters let through
    tables : (caption, Table) of the example it is about
    said : the learner's verdict; None while there is none
    recomputed : what the claim recomputes to now; None until it is judged
    verdicts : verdict → what it means
    judged, agreed, total : how many claims are judged, how many of these as in the ledger, and how many there are
    """

    claim: Claim | None
    documents: tuple[tuple[str, str], ...]
    number: int
    count: int
    tables: tuple[tuple[str, Table], ...]
    said: str | None
    recomputed: Recomputed | None
    verdicts: dict[str, str]
    judged: int
    agreed: int
    total: int


class LedgerExplorer(Explorer):
    """Judge each claim first; then see its verdict, the recomputation with its numbers, and why.

    A claim's first verdict counts, and is kept while you step through the others; Reset forgets all of them.

    Parameters
    ----------
    claims : None for all that the five documents print; or claims of your own, made of
        :class:`normviz.ledger.Claim`
    document : key of a document in ``examples.SOURCES``, whose claims come first; None for all
    claim : ``id`` of the claim that comes first; the first one unless told

    Attributes
    ----------
    judgements : dict, claim id → the learner's verdict

    Raises
    ------
    TypeError, ValueError
        For something else than claims, none at all, one id twice, or a claim or document that is not there.

    Examples
    --------
    >>> explorer = LedgerExplorer(claim="seven-is-invented")
    >>> explorer.judge("wrong")
    >>> explorer.result.recomputed.working
    '(7 − 4) / 2.5298 = 1.1859'
    >>> explorer.result.agreed, explorer.result.judged
    (1, 1)
    """

    heading = "Ledger explorer"

    def __init__(
        self, claims: Iterable[Claim] | None = None, *, document: str | None = None, claim: str | None = None
    ):
        self._claims = CLAIMS if claims is None else _checked(claims)
        self._titles = {_document(key)[0]: key for c in self._claims for key in c.sources}
        self._first_document = EVERY_DOCUMENT
        if document is not None:
            _inputs.one_of("document", document, sorted(self._titles.values()))
            self._first_document = _document(document)[0]
        ids = [c.id for c in self._claims if document is None or document in c.sources]
        if claim is not None and not (isinstance(claim, str) and claim in ids):
            raise ValueError(
                f"claim: expected the id of one of the {len(ids)} claims, got {_inputs.describe(claim)}"
            )
        self._first_claim = 0 if claim is None else ids.index(claim)
        self.judgements: dict[str, str] = {}
        super().__init__()
        buttons = [self._verdict_button(verdict) for verdict in VERDICTS]
        label = ipywidgets.Label("Your verdict:")
        self.verdicts = dict(zip(VERDICTS, buttons, strict=True))
        row = ipywidgets.HBox(
            [label, *buttons],
            layout={"flex_flow": "row wrap", "align_items": "center", "grid_gap": ".4em .5em"},
        )
        self.bar.children = (*self.bar.children, row)

    def build(self):
        kinds = list(dict.fromkeys(c.example for c in self._claims))
        documents = [EVERY_DOCUMENT, *self._titles]
        document = self.choice("document", "Document", documents, self._first_document)
        kinds = [(EVERY_EXAMPLE, EVERY_EXAMPLE), *((_title(kind), kind) for kind in kinds)]
        example = self.choice("example", "Example", kinds, width="12.5em")
        standing = self.choice("standing", "Show", list(SHOW), width="12.5em")
        number = self.number("claim", "Claim", 1, 2, 1, 1, whole=True)
        self.previous, self.next = self._step_button("◀ Previous", -1), self._step_button("Next ▶", +1)
        steps = ipywidgets.HBox([self.previous, self.next], layout={"grid_gap": ".5em"})
        self._filter()
        self.boxes["claim"].value = self._first_claim + 1
        return [[document, example, standing], [number, steps]]

    def react(self, name):
        if name != "claim":
            self._filter(self._here())

    def reset_controls(self):
        self.judgements.clear()
        super().reset_controls()

    def compute(self) -> LedgerResult:
        number = _inputs.whole("claim", self.value("claim"), at_least=1)
        count = len(self._shown)
        if number > max(count, 1):
            raise ValueError(f"claim: expected a number from 1 to {count}, got {number}")
        claim = self._shown[number - 1] if count else None
        said = claim and self.judgements.get(claim.id)
        judged = [c for c in self._claims if c.id in self.judgements]
        return LedgerResult(
            claim=claim,
            documents=tuple(_document(key) for key in claim.sources) if claim else (),
            number=number,
            count=count,
            tables=_tables(claim.example) if claim else (),
            said=said,
            recomputed=claim.recompute() if said else None,
            verdicts=VERDICTS,
            judged=len(judged),
            agreed=sum(self.judgements[c.id] == c.verdict for c in judged),
            total=len(self._claims),
        )

    def render(self, result):
        return ledger_page(result)

    def in_words(self, result):
        score = score_in_words(result)
        if result.claim is None:
            return f"No claim fits. {score}"
        said = f"Claim {result.number} of {result.count}: {result.claim.printed}."
        if result.recomputed is not None:
            said += f" You: {result.said}. Ledger: {result.claim.verdict}. {result.recomputed.working}."
        return f"{said} {score}"

    def judge(self, verdict: str) -> None:
        """Give your verdict on the claim in sight; the first one on each claim counts.

        Raises
        ------
        ValueError
            For another verdict than right, rounded, hypothetical, wrong or disputed.
        """
        _inputs.one_of("verdict", verdict, VERDICTS)
        claim = self._here()
        if claim is not None:
            self.judgements.setdefault(claim.id, verdict)
            self.refresh()

    def _here(self) -> Claim | None:
        number = self.value("claim")
        return self._shown[number - 1] if 1 <= number <= len(self._shown) else None

    def _matching(self) -> tuple[Claim, ...]:
        key, example, test = (
            self._titles.get(self.document.value),
            self.example.value,
            SHOW[self.standing.value],
        )
        return tuple(
            c
            for c in self._claims
            if (key is None or key in c.sources)
            and (example == EVERY_EXAMPLE or c.example == example)
            and test(c, self.judgements.get(c.id))
        )

    def _filter(self, here: Claim | None = None) -> None:
        """Take the claims that fit the filters now, and stay at ``here`` if it is one of them."""
        self._shown = self._matching()
        number = self._shown.index(here) + 1 if here in self._shown else 1
        self._numbers["claim"].set_range(1, max(len(self._shown), 1), number)
        self.boxes["claim"].description = f"Claim, 1 to {len(self._shown)}" if self._shown else "Claim: none"

    def _verdict_button(self, verdict: str) -> ipywidgets.Button:
        button = ipywidgets.Button(description=verdict, tooltip=VERDICTS[verdict], layout={"width": "auto"})
        button.on_click(lambda _: self.judge(verdict))
        return button

    def _step_button(self, label: str, step: int) -> ipywidgets.Button:
        button = ipywidgets.Button(
            description=label, tooltip=f"{label.strip('◀ ▶')} claim", layout={"width": "auto"}
        )
        button.on_click(lambda _: self._step(step))
        return button

    def _step(self, step: int) -> None:
        """Go to the nearest claim that fits the filters now, and from the last one to the first."""
        here = self._here()
        at = self._claims.index(here) if here else -1
        with self.hold():
            self._filter()
            places = [self._claims.index(c) for c in self._shown]
            if places:
                ahead = places if step > 0 else places[::-1]
                there = next((place for place in ahead if (place - at) * step > 0), ahead[0])
                self.boxes["claim"].value = places.index(there) + 1


def _checked(claims) -> tuple[Claim, ...]:
    claims = claims_in(claims)
    for claim in claims:
        if claim.verdict not in VERDICTS:
            raise ValueError(f"claims: expected a verdict out of {list(VERDICTS)}, got {claim.verdict!r}")
    if len({claim.id for claim in claims}) < len(claims):
        raise ValueError("claims: expected every claim to have an id of its own")
    return claims


def _document(key: str) -> tuple[str, str]:
    # A claim of the reader's own may come from anywhere.
    source = examples.SOURCES.get(key)
    return (f"{source.title} ({key})", source.author) if source else (key, "")


_TABLES = tuple(dict.fromkeys(claim.example for claim in CLAIMS if claim.example))


def _title(name: str) -> str:
    return getattr(examples, name)().title if name in _TABLES else name or NO_TABLE


@cache
def _tables(name: str) -> tuple[tuple[str, Table], ...]:
    """The numbers of the documents' example called ``name``, as far as they can be checked by hand."""
    if name not in _TABLES:
        return ()
    example = getattr(examples, name)()
    if isinstance(example, examples.SentenceExample):
        pairs = [
            (f"{example.title}: after self-attention", example.batch),
            (f"{example.title}: before it", example.embedded),
        ]
        return tuple((name, b.stacked()) for name, b in pairs if b.mask.size <= MOST_ROWS)
    if example.inputs is None:
        return ((example.title, example),)
    inputs = example.inputs
    both = np.hstack([inputs.values, example.values])
    return ((example.title, Table(both, example.rows, (*inputs.columns, *example.columns))),)
