"""LedgerExplorer: referee what the documents print, claim by claim, before the ledger says what it found."""

from collections.abc import Iterable
from dataclasses import replace

from normviz import _inputs
from normviz.claims import CLAIMS, VERDICTS, Claim
from normviz.drawing.ledger import ledger_page, score_in_words
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Button, Choice, Number, Words
from normviz.views import ledger
from normviz.views.ledger import EVERY_DOCUMENT, EVERY_EXAMPLE, STANDINGS


def _in_words(result: ledger.Result) -> str:
    score = score_in_words(result)
    if result.claim is None:
        return f"No claim fits. {score}"
    said = f"Claim {result.number} of {result.count}: {result.claim.printed}."
    if result.recomputed is not None:
        said += f" You: {result.said}. Ledger: {result.claim.verdict}. {result.recomputed.working}."
    return f"{said} {score}"


class LedgerExplorer(Explorer):
    """Judge each claim first; then see its verdict, the recomputation with its numbers, and why.

    A claim's first verdict counts, and is kept while you step through the others; Reset forgets all of them.

    Parameters
    ----------
    claims : None for all that the five documents print; or claims of your own, made of
        :class:`normviz.claims.Claim`
    document : key of a document in ``examples.SOURCES``, whose claims come first; None for all
    claim : ``id`` of the claim that comes first; the first one unless told

    Attributes
    ----------
    judgements : dict, claim id → the learner's verdict

    Raises
    ------
    TypeError, ValueError
        For input that is not claims, an empty list, an id that occurs twice, or an unknown claim or document.

    Examples
    --------
    >>> explorer = LedgerExplorer(claim="seven-is-invented")
    >>> explorer.judge("wrong")
    >>> explorer.result.recomputed.working
    '(7 − 4) / 2.5298 = 1.1859'
    >>> explorer.result.agreed, explorer.result.judged
    (1, 1)
    """

    heading = "Is the printed claim true?"
    moves_first = ("claim", "previous", "next", "right", "rounded", "hypothetical", "wrong", "disputed")
    fit = staticmethod(ledger.fit)
    compute = staticmethod(ledger.compute)
    picture = staticmethod(ledger_page)
    words = staticmethod(_in_words)

    def __init__(
        self, claims: Iterable[Claim] | None = None, *, document: str | None = None, claim: str | None = None
    ):
        claims = CLAIMS if claims is None else ledger.checked(claims)
        title = EVERY_DOCUMENT
        if document is not None:
            titles = {key: title for title, key in ledger.titles_of(claims).items()}
            title = titles[_inputs.one_of("document", document, sorted(titles))]
        settings = ledger.fit(ledger.Settings(claims, title), frozenset({"document"}))
        if claim is not None:
            if not (isinstance(claim, str) and claim in settings.shown):
                count, got = len(settings.shown), _inputs.describe(claim)
                raise ValueError(f"claim: expected the id of one of the {count} claims, got {got}")
            settings = replace(settings, claim=settings.shown.index(claim) + 1)
        super().__init__(settings)

    @property
    def judgements(self) -> dict[str, str]:
        return dict(self.settings.judgements)

    def judge(self, verdict: str) -> None:
        """Give your verdict on the claim in sight; the first one on each claim counts.

        Raises
        ------
        ValueError
            For another verdict than right, rounded, hypothetical, wrong or disputed.
        """
        self.move(**ledger.judged(self.settings, verdict))

    @staticmethod
    def controls_for(settings):
        count = len(settings.shown)
        said = dict(settings.judgements).get(ledger.here(settings))
        # Nobody who has not judged yet has anything to look for.
        filtered = (settings.document, settings.example) != (EVERY_DOCUMENT, EVERY_EXAMPLE)
        begun = bool(settings.judgements) or filtered
        label = f"Claim, 1 to {count}" if count else "Claim: none"
        documents = (EVERY_DOCUMENT, *ledger.titles_of(settings.claims))
        examples = ((EVERY_EXAMPLE, EVERY_EXAMPLE), *ledger.kinds_of(settings.claims).items())
        return [
            [
                Number("claim", label, 1, max(count, 1), 1, whole=True, main=True),
                [
                    Button("previous", "◀ Previous claim", lambda now: ledger.stepped(now, -1)),
                    Button("next", "Next claim ▶", lambda now: ledger.stepped(now, +1)),
                ],
            ],
            [Words("Your verdict:"), *(_verdict(verdict, said) for verdict in VERDICTS)],
            [
                Choice("document", "Document", documents, visible=begun),
                Choice("example", "Example", examples, width="12.5em", visible=begun),
                Choice("standing", "Show", tuple(STANDINGS), width="12.5em", visible=begun),
            ],
        ]


def _verdict(verdict: str, said: str | None) -> Button:
    tooltip, chosen = VERDICTS[verdict], verdict == said
    return Button(verdict, verdict, lambda now: ledger.judged(now, verdict), tooltip, chosen=chosen)
