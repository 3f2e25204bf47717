"""The table of printed and recomputed numbers."""

import re

import normviz as nv

CLAIMS = nv.examples.printed_claims()


def cells(picture):
    return re.findall(r"<td[^>]*>(.*?)</td>", str(picture.markup))


def test_table_of_claims_holds_every_claim_in_order():
    shown = cells(nv.show_claims(CLAIMS))
    assert len(shown) == 3 * len(CLAIMS)
    assert [words.split(":")[0] for words in shown[2::3]] == [claim.verdict for claim in CLAIMS]
