"""What the five documents print, and what the arithmetic gives: the ledger.

Nothing here is typed in but the documents' own words and numbers: every claim carries a function that
recomputes it on :mod:`normviz.documents` with the functions of this package.

>>> {claim.id: claim for claim in CLAIMS}["seven-is-invented"].recompute().working
'(7 − 4) / 2.5298 = 1.1859'
"""

from normviz.claims import columns, networks, sentences
from normviz.claims.claim import VERDICTS, Claim, Recomputed

__all__ = ["CLAIMS", "VERDICTS", "Claim", "Recomputed"]

_EVERY = [*vars(columns).values(), *vars(networks).values(), *vars(sentences).values()]
CLAIMS = tuple(claim for claim in _EVERY if isinstance(claim, Claim))
