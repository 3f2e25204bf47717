"""At first sight of an explorer on a laptop, its picture has half of the card, and few long numbers stand there."""

import re

import pytest

import normviz as nv

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
# As a chapter shows each of them first.
FIRST = {
    "affine": lambda: nv.AffineExplorer(column="z2", activation="none").only("gamma", "beta", "column"),
    "affine learning": lambda: nv.AffineLearningExplorer().only("step", "loss", "rate"),
    "axes": lambda: nv.AxesExplorer(norm="layer norm").only("norm"),
    "batch norm": lambda: nv.BatchNormExplorer().only("row", "column", "gamma", "beta"),
    "diagnose": nv.DiagnoseExplorer,
    "epsilon": nv.EpsilonExplorer,
    "ledger": lambda: nv.LedgerExplorer(claim="seven-is-invented"),
    "moderator": lambda: nv.ModeratorExplorer().only("person", "gamma", "beta", "team"),
    "padding": nv.PaddingExplorer,
    "race": lambda: nv.RaceExplorer().only("step", "norms", "batch_size", "learning_rate"),
    "running": lambda: nv.RunningStatisticsExplorer(column=1, seen=1).only("seen", "momentum", "convention"),
    "scaling": nv.ScalingExplorer,
    "training": lambda: nv.TrainingExplorer(step=0),
}
LESS = {"ledger": 0}  # a page of a book
WIDTH, HEIGHT = 1280, 800

SEEN = """() => {
    const UNSEEN = '.nv-spoken, option, title, .nv-tiles td:not(.nv-cell)';  // tiles show their digits to a pointer
    const card = document.querySelector('main > div').getBoundingClientRect(), end = Math.min(card.bottom, innerHeight);
    const PICTURES = '.nv-stage, .nv-block, .nv-chart, .nv-spiral';
    const drawn = [...document.querySelectorAll(`.nv-view :is(${PICTURES})`)]
        .filter(one => one.checkVisibility() && !one.parentElement.closest(PICTURES));
    let area = 0;
    for (const one of drawn) {
        let {left, right, top, bottom} = one.getBoundingClientRect();
        if (one.matches('.nv-plane')) [left, top, bottom] = [left - 55, top - 20, bottom + 45];  // what its axes say
        area += (right - left) * Math.max(0, Math.min(bottom, end) - Math.max(top, card.top));
    }
    const walk = document.createTreeWalker(document.querySelector('main > div'), NodeFilter.SHOW_TEXT), said = [];
    while (walk.nextNode()) {
        const {parentElement} = walk.currentNode, range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        const {top, width} = range.getBoundingClientRect();
        if (width && top < end && parentElement.checkVisibility() && !parentElement.closest(UNSEEN))
            said.push(walk.currentNode.textContent);
    }
    return {share: area / (card.width * (end - card.top)), said: said.join(' ')};
}"""


@pytest.mark.parametrize("name", FIRST)
def test_the_picture_has_half_of_the_card_and_few_long_numbers_stand_there(name, bare):
    page = bare(FIRST[name]()).page
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.add_style_tag(content="main > div { max-width: 1056px; margin: 0 auto !important; }")
    seen = page.evaluate(SEEN)
    assert seen["share"] >= LESS.get(name, 0.5)
    long = re.findall(r"\d\.\d{3,}", seen["said"])
    assert len(long) <= 12, long
