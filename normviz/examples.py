"""The worked examples of five documents, and what the documents print about them."""

from normviz import _inputs
from normviz.documents import (
    SOURCES,
    Example,
    SentenceExample,
    Source,
    article_batch,
    gpa_iq,
    hi_nitish,
    hi_probal,
    lecture_batches,
    long_batch,
    talk_times,
    two_students,
    z_table,
)

__all__ = [
    "SOURCES",
    "Example",
    "SentenceExample",
    "Source",
    "article_batch",
    "gpa_iq",
    "hi_nitish",
    "hi_probal",
    "lecture_batches",
    "long_batch",
    "printed_claims",
    "talk_times",
    "two_students",
    "z_table",
]


def printed_claims(example: str | None = None):
    """What the documents print that can be checked.

    Parameters
    ----------
    example : name of an example, for the claims about it alone, such as ``"z_table"``

    Returns
    -------
    tuple of :class:`normviz.claims.Claim`

    Raises
    ------
    ValueError
        If no claim is about an example of that name.

    Examples
    --------
    >>> sorted({claim.verdict for claim in printed_claims()})
    ['disputed', 'hypothetical', 'right', 'rounded', 'wrong']
    >>> [claim.id for claim in printed_claims("long_batch")]
    ['long-batch-is-mostly-padding']
    """
    from normviz.claims import CLAIMS  # what recomputes them is read only when it is asked for

    if example is None:
        return CLAIMS
    _inputs.one_of("example", example, sorted({claim.example for claim in CLAIMS} - {""}))
    return tuple(claim for claim in CLAIMS if claim.example == example)
