"""The ledger: every printed claim is recomputed, and its verdict follows from the numbers."""

import re

import numpy as np
import pytest

import normviz as nv
from normviz import claims
from normviz.claims.claim import verdict_of
from tests.each import each

CLAIMS = {claim.id: claim for claim in claims.CLAIMS}
by_id = each(claims.CLAIMS, name=lambda claim: claim.id)

# What the documents' worked examples give by hand, where docs/coverage.md does not name all numbers of a claim:
# tests/docs/test_coverage.py reads those in the ledger.
RECOMPUTED = {
    "range-is-not-fixed": [1.6330, 3],
    "closer-to-the-average": [1.2247, 1.2247],
    "how-much-is-used": [0, 2],
    "same-amount": [-1.6330, 1.6330],
    "features-speed-up": [20001, 18],
    "article-means": [5, 6, 7, 8],
    "article-variance": [16] * 4,
    "article-output": [[-1] * 4, [0] * 4, [1] * 4],
    "pooled-down-columns": [4, 3.6, 4.2],
    "linear-layer": [30.8536, 6.5323, 2.6768],
    "mean-zero-deviation-one": [0, 1],
    "between-zero-and-one": [1.2729, -0.9560, -0.9997, 0.6829],
    "epsilon-outside-the-root": [0.1562, 0.9804],
    "update-without-learning-rate": [-1.0442, 0.4889],
    "average-of-batch-means": [4.0833, 3.6667, 4.1667],
    "average-of-batch-deviations": [[2.4972, 1.1236, 0.6236], [2.5298, 1.2, 0.9798]],
    "square-of-sigma": [4, 6.4, 2.5298],
    "pads-join-the-pool": [
        [3.9013, 2.6763, 3.8138],
        [3.4075, 3.0783, 3.1084],
        [5.2017, 3.5683, 5.0850],
        [2.9524, 3.0744, 2.5335],
    ],
    "batch-norm-runs-down": [3.9013, 2.6763, 3.8138],
    "pads-after-attention": [0.1025, 0.1875, 0.3775],
    "pads-without-key-mask": [[0.1242, 0.2273, 0.4575], [0.2050, 0.3750, 0.7550]],
    "embeddings-given-twice": [[0.19, 0, 0], [0.2, 0, 0], [0, 0, 0.1]],
    "contextual-out-of-range": [[0.1639, 0.3711, 0.5180], [0.2050, 0.4008, 0.7554]],
    "why-not-in-transformers": [1.0561, 0.8989, 0.7785, 0.7785],
    "stacked-table": [
        [6.5, 2.4, 3.2], [2.2, 0.4, 3.6], [0, 0, 0], [0, 0, 0],
        [7.5, 9.2, 1.5], [2.2, 1.1, 6.7], [2.9, 6, 9], [9.9, 2.3, 6.5],
    ],
    "long-batch-is-mostly-padding": 0.6588,
    "not-good-with-sequences": [0.75, 0.34125],
}  # fmt: skip


def test_every_claim_has_its_own_id():
    assert len(CLAIMS) == len(claims.CLAIMS)


@each(RECOMPUTED.items(), name=lambda case: case[0])
def test_a_claim_recomputes_to_the_numbers_found_by_hand(id, expected):
    np.testing.assert_allclose(CLAIMS[id].recompute().values, expected, rtol=0, atol=0.5001e-4)


@by_id
def test_every_claim_says_where_it_stands_and_why_it_gets_its_verdict(claim):
    assert claim.verdict in claims.VERDICTS
    assert claim.sources
    assert set(claim.sources) <= nv.examples.SOURCES.keys()
    assert re.fullmatch(r"[a-z0-9-]+", claim.id)
    for text in (claim.place, claim.printed, claim.why):
        assert isinstance(text, str)
        assert text.strip() == text != ""


@by_id
def test_every_working_shows_the_numbers_it_ends_in(claim):
    values, working, _ = claim.recompute()
    assert "-" not in re.sub(r"\w-\w", "", working), "a true minus sign, please"
    if isinstance(values, str) or claim.id in NOT_IN_FULL:
        return
    shown = {float(number.replace("−", "-")) for number in re.findall(r"−?\d+(?:\.\d+)?", working)}
    for value in np.unique(np.round(np.ravel(values), 12)):
        assert any(abs(n - value) < 0.51e-4 for n in shown), f"{value} is missing in {working}"


# Their workings show one column, one row, another rounding or per cent, and leave the rest to the values.
NOT_IN_FULL = {
    "article-output", "linear-layer", "pads-join-the-pool", "stacked-table", "batch-norm-runs-down",
    "pads-without-key-mask", "embeddings-given-twice", "long-batch-is-mostly-padding",
}  # fmt: skip


@by_id
def test_the_verdict_follows_from_the_rule_and_the_rule_from_what_holds(claim):
    assert claim.verdict == verdict_of(claim.rule, claim.recompute().holds)
    if claim.rule == "condition" and claim.recompute().holds:
        assert len(set(claim.recompute().holds)) == 2


@pytest.mark.parametrize(
    ("rule", "holds"),
    [("agrees", [False]), ("differs", [True, False]), ("condition", [True]), ("made up", [True])],
)
def test_a_rule_that_the_cases_speak_against_is_refused(rule, holds):
    with pytest.raises(ValueError, match="rule: expected one that fits"):
        verdict_of(rule, holds)


PRINTED_NUMBER = re.compile(r"= (−?\d+(?:\.\d+)?)$")
ONE_NUMBER = [
    claim
    for claim in claims.CLAIMS
    if PRINTED_NUMBER.search(claim.printed) and isinstance(claim.recompute().values, (int, float))
]


@pytest.mark.parametrize("claim", ONE_NUMBER, ids=lambda claim: claim.id)
def test_a_claim_that_prints_a_number_is_called_right_exactly_where_the_number_is(claim):
    printed = float(PRINTED_NUMBER.search(claim.printed)[1].replace("−", "-"))
    agrees = abs(printed - claim.recompute().values) < 0.005
    assert agrees == (claim.verdict in ("right", "rounded"))


def test_claims_are_handed_out_by_the_example_they_are_about():
    for name in ("talk_times", "article_batch", "z_table", "gpa_iq", "hi_nitish", "hi_probal", "long_batch"):
        about = nv.examples.printed_claims(name)
        assert about
        assert {claim.example for claim in about} == {name}
    named = {claim.example for claim in claims.CLAIMS} - {""}
    assert all(getattr(nv.examples, name)().name == name for name in named)


def test_no_attention_without_projections_reaches_the_printed_embeddings():
    lowest, highest = CLAIMS["contextual-out-of-range"].recompute().values
    example = nv.examples.hi_nitish()
    embeddings = example.embedded.values[example.embedded.mask]
    assert (lowest >= embeddings.min(axis=0)).all()
    assert (highest <= embeddings.max(axis=0)).all()
    assert (example.values[example.batch.mask].max(axis=0) > embeddings.max(axis=0)).all()


def test_an_average_of_deviations_is_mostly_and_not_always_too_small():
    small, large = (
        (np.mean([batch.std() for batch in batches]), np.concatenate(batches).std())
        for batches in ([np.array([0, 10]), np.zeros(8)], [np.array([0, 10]), np.full(8, 5)])
    )
    assert np.isclose(small[0], 2.5) and small[0] < small[1]
    assert large[0] > large[1]
    assert "Mostly" in CLAIMS["average-of-batch-deviations"].why
