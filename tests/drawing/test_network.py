"""The layer drawn as a network."""

import pytest

import normviz as nv
from tests.markup import elements_in, words_of


def count(html, class_):
    return sum(class_ in (a.get("class") or "").split() for _, a in elements_in(html))


@pytest.mark.parametrize(
    ("features", "nodes"),
    [(["f1", "f2"], ["z1", "z2", "z3"]), (["GPA", "IQ"], ["M"]), (["a"], ["b", "c", "d", "e", "f"])],
)
def test_every_feature_reaches_every_node_and_every_node_has_its_own_norm(features, nodes):
    html = nv.show_network(features, nodes)._repr_html_()
    assert count(html, "nv-node") == len(features) + len(nodes)
    assert count(html, "nv-norm") == len(nodes)
    assert count(html, "nv-axis") == len(features) * len(nodes) + 2 * len(nodes)
    for number in range(1, len(nodes) + 1):
        which = "" if len(nodes) == 1 else str(number)
        assert f"μ{which}, σ{which}" in words_of(html)
        assert f"γ{which}, β{which}" in words_of(html)
