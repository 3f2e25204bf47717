"""The five stages as one picture: every number of the batch stands in it, and pads are marked as pads."""

import re

import pytest

import normviz as nv
from normviz.drawing.numbers import fixed, plain

EXAMPLES = [nv.examples.hi_nitish(), nv.examples.hi_probal()]


def stages(picture):
    stages, _legend = str(picture.markup).split("nv-legend")
    return stages.split("<li>")[1:]


def numbers(markup):
    return re.findall(r"<td[^>]*>([^<]+)</td>", markup)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_pipeline_shows_every_number_of_every_stage_in_order(example):
    words, padded, attended, stacked, normalized = stages(nv.show_pipeline(example))
    expected = nv.batch_norm(example.values)
    assert re.findall(r"nv-token[^>]*>([^<]+)<", words) == " ".join(example.sentences[:2]).split()
    assert numbers(padded) == [plain(x) for x in example.embedded.values.flat]
    assert numbers(attended) == [plain(x) for x in example.values.flat]
    statistics = [fixed(x, 2) for x in [*expected.mean.flat, *expected.std.flat]]
    assert numbers(stacked) == [*(plain(x) for x in example.values.flat), *statistics]
    assert numbers(normalized) == [fixed(x, 2) for x in expected.y.flat]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_pipeline_hatches_the_pads_in_every_stage_but_the_first(example):
    pads = int((~example.batch.mask).sum())
    drawn = stages(nv.show_pipeline(example))
    hatched = [len(re.findall(r'<tr class="[^"]*nv-pad', stage)) for stage in drawn]
    assert hatched == [0, pads, pads, pads, pads]


@pytest.mark.parametrize("until", [1, 2, 3, 4, 5])
def test_pipeline_stops_where_it_is_told_and_its_legend_names_nothing_that_is_still_to_come(until):
    picture = nv.show_pipeline(nv.examples.hi_nitish(), until=until)
    assert len(stages(picture)) == until
    assert ("1.06" in picture.text, "3.41" in picture.text) == (until == 5, until >= 4)
