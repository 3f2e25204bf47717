"""Oracles for the explorers of sentences, padding and axes, and for the ledger."""

from normviz.claims import CLAIMS
from tests.abuse import texts
from tests.abuse.oracle import Compared, Oracle, usable

OWN = {"tea": [1.0, 2.0], "or": [3.0, 5.0], "coffee": [8.0, 13.0]}


class Sentences(Compared):
    """What the two explorers of sentences share."""

    starts = (
        {},
        {"data": ["tea or coffee", "tea <b>"], "embedding": OWN},
        {"data": [[[1.0, 2, 3, 4], [5, 6, 7, 9]], [[2.0, 2, 2, 2]]]},
        {"data": ["a b", "c"], "features": 6},
    )

    def type(self, name, random):
        return texts.sentences(random)


class Padding(Sentences):
    starts = (*Sentences.starts, {"example": "Hi Probal", "norm": "layer norm", "feature": 2})


class Axes(Sentences):
    starts = (*Sentences.starts, {"example": "three sentences", "norm": "group norm", "cell": (2, 3, 4)})


class Ledger(Oracle):
    starts = ({}, {"claim": "seven-is-invented"}, {"document": "moderator"}, {"claims": CLAIMS[3:6]})

    def __init__(self, explorer, start):
        super().__init__(explorer, start)
        assert self.settings.shown == self.matching(self.settings)

    def matching(self, settings):
        """Ids of the claims that fit the filters."""
        judged = dict(settings.judgements)
        key = settings.document.rpartition("(")[2].removesuffix(")")

        def fits(claim):
            said = judged.get(claim.id)
            return (
                (settings.document == "all documents" or key in claim.sources)
                and settings.example in ("all examples", claim.example)
                and {
                    "all claims": True, "not yet judged": said is None, "judged": said is not None,
                    "judged differently": said is not None and said != claim.verdict,
                }[settings.standing]
            )  # fmt: skip

        return tuple(claim.id for claim in settings.claims if fits(claim))

    def moved(self, name, before, now):
        """The first verdict on a claim counts; the claims that fit stay until somebody filters or steps."""
        was, is_now = (shown(s) for s in (before, now))
        expected = dict(before.judgements)
        if name in VERDICTS and was is not None:
            expected.setdefault(was, name)
        assert dict(now.judgements) == expected
        filtered = any(getattr(now, f) != getattr(before, f) for f in ("document", "example", "standing"))
        step = {"previous": -1, "next": 1}.get(name)
        assert now.shown == (self.matching(now) if filtered or step else before.shown)
        if filtered and was in now.shown:
            assert is_now == was, "a claim that still fits stays in sight"
        if step and was is not None and now.shown:
            ids = [claim.id for claim in now.claims]
            ahead = [id for id in now.shown if (ids.index(id) - ids.index(was)) * step > 0]
            assert is_now == (ahead or now.shown)[::step][0], "a step leads to the nearest claim"

    def expected(self):
        s, judged = self.settings, dict(self.settings.judgements)
        usable(1 <= s.claim <= max(len(s.shown), 1))
        claim = next((claim for claim in s.claims if claim.id == shown(s)), None)
        said = judged.get(claim.id) if claim else None
        found = {
            "claim": claim, "number": s.claim, "count": len(s.shown), "said": said, "judged": len(judged),
            "sentence": [s.claim, len(s.shown)] if claim else [],
            "agreed": sum(judged.get(c.id) == c.verdict for c in s.claims), "total": len(s.claims),
        }  # fmt: skip
        if said is None:
            return found | {"recomputed": None}
        return found | {"recomputed.working": claim.recompute().working}


def shown(settings):
    """The id of the claim in sight, or None."""
    return dict(enumerate(settings.shown, start=1)).get(settings.claim)


VERDICTS = ("right", "rounded", "hypothetical", "wrong", "disputed")
