"""What documents print, beside what the arithmetic gives."""

from collections.abc import Iterable

from normviz.claims.claim import Claim, claims_in
from normviz.drawing.markup import tag
from normviz.drawing.picture import Picture

HEAD = ("printed", "recomputed", "verdict")


def show_claims(claims: Iterable[Claim]) -> Picture:
    """Draw a table of claims; every recomputed number is computed now, by the claim itself.

    Parameters
    ----------
    claims : such as ``nv.examples.printed_claims()``

    Returns
    -------
    Picture: printed | recomputed | verdict and why; on a narrow screen one claim stands below the other

    Raises
    ------
    TypeError, ValueError
        For something else than claims, or none.

    Examples
    --------
    >>> from normviz.claims import CLAIMS
    >>> print(show_claims([claim for claim in CLAIMS if claim.example == "long_batch"]).text.splitlines()[1].strip())
    recomputed: 2108 / 3200 = 65.9 % of the rows are padding
    """
    claims = claims_in(claims)
    rows = [(c.printed, c.recompute().working, f"{c.verdict}: {c.why}") for c in claims]
    # A narrow screen turns rows into blocks, which would take the table from a screen reader: hence the roles.
    head = tag("tr", [tag("th", name, scope="col", role="columnheader") for name in HEAD], role="row")
    cells = ([tag("td", c, role="cell", data_head=n) for n, c in zip(HEAD, row, strict=True)] for row in rows)
    body = [tag("tr", row, role="row") for row in cells]
    return Picture(
        tag(
            "table",
            tag("thead", head, role="rowgroup"),
            tag("tbody", body, role="rowgroup"),
            class_="nv-claims",
            role="table",
            aria_label="Printed numbers, recomputed",
        ),
        "\n".join("\n  ".join(f"{n}: {cell}" for n, cell in zip(HEAD, row, strict=True)) for row in rows),
    )
