"""LedgerExplorer: the learner judges first; what is shown then is the ledger's, and is computed when it is shown."""

import dataclasses

import numpy as np
import pytest

import normviz as nv
from normviz import claims
from normviz.drawing.numbers import plain
from normviz.views import ledger as model
from normviz.views.settings import changed
from tests.each import each
from tests.markup import controls_in, elements_in, tables_in, words_of

CLAIMS = nv.examples.printed_claims()
by_id = each(CLAIMS, name=lambda claim: claim.id)


def words(explorer):
    return words_of(explorer.view.value)


def settings_at(claim):
    return model.Settings(CLAIMS, shown=tuple(c.id for c in CLAIMS), claim=CLAIMS.index(claim) + 1)


def drawn(settings):
    return nv.LedgerExplorer.draw(model.compute(settings))


@by_id
def test_verdict_arithmetic_and_reason_are_covered_until_the_claim_is_judged(claim):
    settings = settings_at(claim)
    arithmetic = " ".join(claim.recompute().working.split())
    before = words_of(drawn(settings))
    assert claim.printed in before
    assert claim.place[1:] in before
    for key in claim.sources:
        assert nv.examples.SOURCES[key].title in before
        assert nv.examples.SOURCES[key].author in before
    assert model.compute(settings).recomputed is None
    assert claim.why not in before
    assert arithmetic not in before
    after = words_of(drawn(changed(settings, **model.judged(settings, "rounded"))))
    assert claim.why in after
    assert arithmetic in after
    assert f"Ledger {claim.verdict}: {claims.VERDICTS[claim.verdict]}" in after
    assert ("as the ledger has it" in after) == (claim.verdict == "rounded")
    assert ("the ledger differs" in after) == (claim.verdict != "rounded")


def test_first_picture_offers_every_verdict_with_its_meaning_and_gives_none_away():
    explorer = nv.LedgerExplorer()
    assert explorer.result.said is None
    for verdict, meaning in claims.VERDICTS.items():
        assert f"{verdict} {meaning}" in words(explorer)
        assert explorer.buttons[verdict].tooltip == meaning
    assert f"{len(CLAIMS)} claims wait" in words(explorer)


def test_a_claim_from_elsewhere_is_shown_with_its_own_source():
    mine = dataclasses.replace(CLAIMS[0], id="mine", sources=("my lecture",), example="my table")
    explorer = nv.LedgerExplorer([mine])
    assert words(explorer).startswith("my lecture The paragraph on the mean: everyone speaks")
    means = "One square a claim: filled where you and the ledger agree, crossed where you differ."
    assert words(explorer).endswith(f"Nothing judged yet: 1 claim waits. {means}")
    assert "my lecture" in explorer.document.options
    assert tables_in(explorer.view.value) == []


def test_filters_that_leave_nothing_say_so_and_reset_forgets_the_judgements():
    explorer = nv.LedgerExplorer(claim="five-has-the-wrong-sign")
    first = explorer.view.value
    explorer.judge("wrong")
    explorer.document.value = next(title for title in explorer.document.values() if "moderator" in title)
    explorer.example.value = "long_batch"
    assert "No claim fits" in words(explorer)
    assert f"Judged 1 of {len(CLAIMS)}" in words(explorer)
    assert (explorer.result.claim, explorer.result.count) == (None, 0)
    explorer.reset()
    assert explorer.judgements == {}
    assert explorer.view.value == first
    assert (explorer.document.value, explorer.example.value) == ("all documents", "all examples")


@by_id
def test_numbers_that_a_claim_is_about_stand_beside_it_without_their_statistics(claim):
    tables = tables_in(drawn(settings_at(claim)))
    if claim.example in ("", "long_batch"):
        assert tables == []
        return
    example = getattr(nv.examples, claim.example)()
    shown = np.array(tables[0].numbers())
    if isinstance(example, nv.examples.SentenceExample):
        assert len(tables) == 2
        np.testing.assert_array_equal(shown, example.batch.stacked().values)
        np.testing.assert_array_equal(np.array(tables[1].numbers()), example.embedded.stacked().values)
    else:
        np.testing.assert_array_equal(shown[:, -example.values.shape[1] :], example.values)
        assert len(shown) == len(example.values)


USING = [claim for claim in CLAIMS if claim.uses]


@pytest.mark.parametrize("claim", USING, ids=[claim.id for claim in USING])
def test_the_numbers_that_the_arithmetic_takes_are_outlined_once_it_stands_beside_them(claim):
    settings = settings_at(claim)
    assert "nv-in-start" not in drawn(settings) and "nv-cell" not in drawn(settings)
    settings = dataclasses.replace(settings, judgements=((claim.id, claim.verdict),))
    look = {a.get("data-key"): (a.get("class") or "").split() for _, a in elements_in(drawn(settings))}
    (_, table), *_ = model.compute(settings).tables
    rows, columns = claim.uses.rows or table.rows, claim.uses.columns or table.columns
    pool = [(r, k) for r in map(table.rows.index, rows[:1]) for k in map(table.columns.index, columns)]
    pool += [(r, pool[0][1]) for r, name in enumerate(table.rows) if name in rows and r != pool[0][0]]
    edges = {"nv-in-start", "nv-in-end", "nv-across-start", "nv-across-end"}
    assert {"nv-in-start", "nv-across-start"} <= set(look[f"{claim.id}.0:{pool[0][0]},{pool[0][1]}"])
    marked = [key for key, names in look.items() if edges & set(names)]
    assert sorted(marked) == sorted(f"{claim.id}.0:{r},{k}" for r, k in pool)
    values = np.array([table.values[cell] for cell in pool])
    working = claim.recompute().working
    assert any(plain(statistic()) in working for statistic in (values.mean, values.std, values.var))
    if claim.uses.one:
        one = table.values[table.rows.index(claim.uses.one[0]), table.columns.index(claim.uses.one[1])]
        assert plain(one) in working or plain(one - values.mean()) in working


def test_a_printed_number_lies_where_the_ruler_of_its_pool_would_read_it():
    settings = settings_at(next(claim for claim in CLAIMS if claim.id == "seven-is-invented"))
    elements = elements_in(drawn(changed(settings, **model.judged(settings, "wrong"))))
    (ruler,) = [own for _, own in elements if "data-ruler" in own]
    (printed,) = [float(own["data-out"]) for _, own in elements if "data-out" in own]
    assert (printed - float(ruler["data-mean"])) / float(ruler["data-step"]) == pytest.approx(0.36)
    assert float(ruler["data-reading"]) == pytest.approx(1.185854)


def test_the_button_of_the_verdict_that_was_given_is_the_chosen_one():
    explorer = nv.LedgerExplorer(claim="seven-is-invented")
    explorer.wrong.click()
    explorer.right.click()  # the first verdict counts
    assert [name for name, one in explorer.buttons.items() if name != "reset" and one.described.chosen] == [
        "wrong"
    ]
    assert controls_in(explorer._page)["wrong"].element["aria-pressed"] == "true"
    explorer.next.click()
    assert 'aria-pressed="true"' not in explorer._page


def test_filters_come_with_the_first_verdict():
    explorer = nv.LedgerExplorer()
    filters = {"document", "example", "standing"}
    assert filters.isdisjoint(controls_in(explorer._page))
    explorer.right.click()
    assert filters <= controls_in(explorer._page).keys()
