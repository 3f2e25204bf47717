"""The table of printed and recomputed numbers."""

import dataclasses
import re

import normviz as nv
from normviz.claims.claim import Recomputed

CLAIMS = nv.examples.printed_claims()


def cells(picture):
    return re.findall(r"<td[^>]*>(.*?)</td>", str(picture.markup))


def test_table_of_claims_recomputes_when_it_is_drawn():
    calls = []

    def recompute():
        calls.append(1)
        return Recomputed(2.0, "1 + 1 = 2")

    claim = dataclasses.replace(CLAIMS[0], printed="1 + 1 = <3>", recompute=recompute)
    picture = nv.show_claims([claim])
    assert calls == [1]
    assert cells(picture)[:2] == ["1 + 1 = &lt;3&gt;", "1 + 1 = 2"]
    assert "recomputed: 1 + 1 = 2" in repr(picture)


def test_table_of_claims_holds_every_claim_in_order():
    shown = cells(nv.show_claims(CLAIMS))
    assert len(shown) == 3 * len(CLAIMS)
    assert [words.split(":")[0] for words in shown[2::3]] == [claim.verdict for claim in CLAIMS]
