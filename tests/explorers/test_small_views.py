"""What views compute and pictures say too quietly to be missed: the reach of a ruler, steps and counts of claims."""

from dataclasses import replace

import pytest

import normviz as nv
from normviz.claims import VERDICTS
from normviz.views.ledger import compute, judged, stepped


@pytest.mark.parametrize("norm", ["batch norm", "layer norm"])
def test_the_ruler_of_a_block_reaches_over_all_of_its_numbers(norm):
    result = nv.AxesExplorer(norm=norm).result
    low, high = result.reach
    assert low <= result.batch.values.min() and result.batch.values.max() <= high


def test_a_step_leads_to_the_claim_beside():
    settings = nv.LedgerExplorer().settings
    led = [
        stepped(replace(settings, claim=claim), step)["claim"] for claim, step in ((1, 1), (4, 1), (4, -1))
    ]
    assert led == [2, 5, 3]


def test_only_a_claim_that_is_judged_as_in_the_ledger_is_counted_as_agreed():
    settings = nv.LedgerExplorer().settings
    right = compute(settings).claim.verdict
    for verdict in VERDICTS:
        result = compute(replace(settings, **judged(settings, verdict)))
        assert (result.judged, result.agreed) == (1, int(verdict == right))
