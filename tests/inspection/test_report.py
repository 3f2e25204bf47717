"""The report: what it says of each layer, how it is asked, and what it answers to bad input."""

import re

import numpy as np
import pytest
import torch
from torch import nn

import normviz as nv
from tests.each import each
from tests.inspection.made import made
from tests.support.bare import Bare

X = torch.randn(16, 6, 8, generator=torch.Generator().manual_seed(0))
PICTURES = torch.randn(16, 8, 5, 4, generator=torch.Generator().manual_seed(1))
KINDS = {
    "BatchNorm1d": (nn.BatchNorm1d(8), X.mT, 16 * 6),
    "BatchNorm2d": (nn.BatchNorm2d(8), PICTURES, 16 * 20),
    "SyncBatchNorm": (nn.SyncBatchNorm(8), PICTURES, 16 * 20),
    "LayerNorm": (nn.LayerNorm(8), X, 8),
    "LayerNorm of two axes": (nn.LayerNorm((6, 8)), X, 48),
    "RMSNorm": (nn.RMSNorm(8), X, 8),
    "GroupNorm": (nn.GroupNorm(2, 8), PICTURES, 4 * 20),
    "InstanceNorm1d": (nn.InstanceNorm1d(8), X.mT, 6),
}


@each(sorted(KINDS))
def test_every_norm_of_torch_is_met_and_its_pool_counted(name):
    layer, x, size = KINDS[name]
    report = nv.inspect(nn.Sequential(layer), x)
    assert (report["0"].kind, report["0"].pool_size) == (name.split()[0], size)
    assert report["0"].pool.startswith(("each", "4 features"))
    assert str(size) in str(report)
    assert "<table" in report._repr_html_()
    explorer = report["0"].explore()
    assert isinstance(explorer, nv.BatchNormExplorer if "Batch" in name else nv.AxesExplorer)


def test_sentences_with_a_mask_are_explored_as_sentences():
    mask = torch.arange(6) < torch.arange(16)[:, None] % 6 + 1
    explorer = nv.inspect(nn.BatchNorm1d(8), (X * mask[..., None]).mT, mask=mask)[""].explore()
    assert isinstance(explorer, nv.PaddingExplorer)
    assert explorer.result.batch.lengths.tolist() == mask.sum(1).tolist()
    others = nv.inspect(nn.BatchNorm1d(8), X.mT, mask=mask)[""].explore()
    assert isinstance(others, nv.BatchNormExplorer), "pads that are no zeros join as what they are"
    assert others.result.table.mask.tolist() == mask.reshape(-1).tolist()
    assert explorer.result.batch.tokens[2][:2] == ("place 1", "place 2")
    assert others.result.table.rows[7] == "sample 2, 2"


MANY = {
    "batch norm": (nn.BatchNorm1d(32), torch.randn(300, 32), "13 of 32 features shown"),
    "layer norm": (nn.LayerNorm(8), X.repeat(1, 12, 1), "8 of 16 samples, 64 of 72 places shown"),
}


@each(sorted(MANY))
def test_an_explorer_that_shows_a_part_says_so_and_keeps_each_pool_whole(name):
    layer, x, said = MANY[name]
    seen = nv.inspect(layer, x)[""]
    explorer = seen.explore()
    assert said in explorer.heading
    assert "not those" not in explorer.heading
    assert said in explorer.to_html()
    shown = np.ravel(explorer.result.normalized.mean)
    assert all(np.isclose(seen.calls[0].mean, mean, atol=1e-6).any() for mean in shown)


def test_a_pool_that_is_too_large_is_seen_from_its_beginning_to_its_end():
    x = torch.randn(9000, 8) + torch.arange(9000)[:, None] / 1000
    explorer = nv.inspect(nn.BatchNorm1d(8), x)[""].explore()
    table = explorer.result.table
    assert "512 of 9000 samples shown, with the μ and σ of all" in explorer.heading
    np.testing.assert_allclose(explorer.result.normalized.mean[0], x.mean(0), rtol=1e-5)
    assert (table.rows[0], table.rows[-1]) == ("row 1", "row 9000")
    np.testing.assert_array_equal(table.values[-1], x[-1].double())
    np.testing.assert_allclose(table.values.mean(0), x.mean(0), atol=0.3)


@each(["training", "evaluation"])
def test_an_explorer_is_called_as_its_layer_and_opens_with_the_ruler_of_its_statistics(how):
    norms = nn.ModuleDict({"<b>": nn.BatchNorm1d(8), "ln": nn.LayerNorm(8)}).train(how == "training")
    norms.forward = lambda x: norms["ln"](norms["<b>"](x))
    norms["<b>"].running_mean.fill_(0.5), norms["<b>"].running_var.fill_(4.0)
    report = nv.inspect(norms, X[:, 0])
    for name, kind in (("<b>", "BatchNorm1d"), ("ln", "LayerNorm")):
        explorer = report[name].explore()
        assert f"({name}, {kind})" in explorer.heading
        page = str(explorer.view.value)
        assert page.index("data-ruler") < page.index("<td"), "tables come after the ruler"
    page = report["<b>"].explore().view.value
    means = [float(mean) for mean in re.findall('data-mean="([^"]+)"', page)[:2]]
    own = float(X[:, 0, 0].mean())
    assert means == pytest.approx(
        [own, float(X[:, 0, 1].mean())] if how == "training" else [own, 0.5], abs=1e-6
    )
    assert ("0.5, stored" in re.sub("<[^>]+>", "", page)) is (how == "evaluation")


@pytest.mark.browser
def test_a_stored_ruler_stays_where_it_is_while_a_dot_is_held(empty_page):
    norm = nn.BatchNorm1d(8).eval()
    shown = Bare(empty_page(), nv.inspect(norm, X[:, 0])[""].explore())
    rulers = shown.page.locator(".nv-stage:not(.nv-small) [data-ruler]")

    def steps():
        return rulers.evaluate_all("all => all.map(one => [one.dataset.mean, one.dataset.reading])")

    before = steps()
    shown.page.evaluate("document.querySelector('.nv-grip').focus()")
    shown.page.keyboard.press("ArrowRight")
    shown.settle()
    own, stored = steps()
    assert stored[0] == before[1][0] and stored[1] != before[1][1] and own[0] != before[0][0]


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.spare = nn.LayerNorm(8), nn.LayerNorm(8)
        self.again = self.first

    def forward(self, x, y=None):
        return self.first(x) + self.again(3 * x if y is None else y)


def test_shared_layer_shows_both_calls_and_an_unused_one_says_so():
    report = nv.inspect(Twice(), X)
    assert [layer.name for layer in report.layers] == ["first", "spare"]
    assert report["again"] is report["first"]
    assert len(report["first"].calls) == 2
    assert report["spare"].calls == ()
    assert "first, call 2" in str(report)
    assert "spare: this layer was not called" in str(report)
    with pytest.raises(ValueError, match="spare"):
        report["spare"].explore()


@each(["tuple", "dict", "several"])
def test_inputs_come_as_one_tuple_as_a_dict_or_one_by_one(how):
    inputs = {"tuple": ((X, X + 1),), "dict": ({"x": X, "y": X + 1},), "several": (X, X + 1)}[how]
    calls = nv.inspect(Twice(), *inputs)["first"].calls
    np.testing.assert_allclose(calls[1].mean, calls[0].mean + 1, atol=1e-5)


def test_layers_that_are_alike_share_a_row_and_a_finding():
    deep = nn.Sequential(*(layer for _ in range(12) for layer in (nn.Linear(8, 8), nn.BatchNorm1d(8))))
    report = nv.inspect(deep, X[:, 0])
    assert len(report.layers) == len(report.findings) == 12
    assert str(report).count("BatchNorm1d") == 1
    assert "12 layers: 1 … 23" in str(report)
    assert "12 layers: 1 … 23: useless-bias" in str(report)
    assert "In 1: The bias of '0' is added" in str(report)
    assert "model[8].bias.zero_().requires_grad_(False)" in str(report)
    assert "and 7 lines more" in str(report)
    few = nv.inspect(deep[:4], X[:, 0])
    assert str(few).count("BatchNorm1d") == 2
    assert "1, 3: useless-bias" in str(few)


def test_a_report_says_what_was_found_first_then_the_layers_and_folds_their_numbers():
    report = nv.inspect(nn.Sequential(nn.Linear(8, 2), nn.LayerNorm(2)), X[:, 0])
    folded = report.to_html().index("<details")
    for said in (str(report.to_html()), str(report)):
        words = [report.findings[0].words[:20], "The norm layers", "each row", "Their numbers", "Out: μ, σ"]
        places = [said.index(word) for word in words]
        assert places == sorted(places)
    assert report.to_html().index("each row") < folded < report.to_html().index("Out: μ, σ")


def test_the_share_of_pads_and_the_gap_have_columns_where_there_are_any():
    head = str(nv.inspect(nn.LayerNorm(8), X))
    assert "Pads" not in head
    assert "stored" not in head
    mask = torch.arange(6) < torch.arange(16)[:, None] % 6 + 1
    text = str(nv.inspect(nn.BatchNorm1d(8), 2 * X.mT, mask=mask))
    assert "Pads in the pool" in text
    assert f"{100 * (~mask).double().mean():.0f} %" in text
    assert "σ stored ÷ here" in text


def test_nothing_is_praised_where_nothing_was_called():
    model = nn.ModuleDict({"norm": nn.LayerNorm(8)})
    model.forward = lambda x: 2 * x
    assert str(nv.inspect(model, X)).startswith("Nothing was seen: 1 norm layer, and none was called")


def test_minus_infinity_behind_the_last_norm_may_be_meant():
    masked = made(lambda _, x: x.masked_fill(x < 0, -torch.inf))
    assert nv.inspect(nn.Sequential(nn.LayerNorm(8), masked), X).findings == ()


def test_raise_if_speaks_in_a_test_suite():
    report = nv.inspect(nn.Sequential(nn.Linear(8, 2), nn.LayerNorm(2)), X)
    report.raise_if("pads-in-pool")
    with pytest.raises(AssertionError, match="1: two-features"):
        report.raise_if()
    with pytest.raises(AssertionError, match="two-features"):
        report.raise_if("pads-in-pool", "two-features")
    with pytest.raises(ValueError, match=r"codes: expected .* got 'pads'"):
        report.raise_if("pads")


def test_names_are_escaped():
    model = nn.ModuleDict({"<b>": nn.LayerNorm(8)})
    model.forward = lambda x: model["<b>"](x)
    assert "<b>" not in nv.inspect(model, X).to_html()


def lifted(forward, name="Made"):
    """A linear layer, and a function of what leaves it."""
    return made(lambda self, x: forward(self.lift(x)), name, lift=nn.Linear(8, 8))


def centred(x):
    return x - x.mean(-1, keepdim=True)


def by_variance():
    return made(lambda _, x: centred(x) / (x.var(-1, keepdim=True) + 1e-5), "ByVariance")


class ByName(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(8)

    def forward(self, x, *, scale):
        return scale * self.norm(x)


def inspected(model, *inputs, **how):
    return lambda: nv.inspect(model, *inputs, **how)


def bad(*layers):
    return nn.Sequential(nn.Linear(8, 8), *layers, nn.LayerNorm(8))


REAL = torch.arange(6) < torch.arange(16)[:, None] % 6 + 1
PADDED = X * REAL[..., None]
NAN = torch.full((4, 8), float("nan"))
REFUSED = {
    TypeError: {
        "no module": (inspected("model", X), "model: expected a torch.nn.Module"),
        "nothing": (inspected(bad()), "inputs: expected"),
        "a list": (inspected(bad(), [1, 2]), "inputs: expected a torch tensor"),
        "0 and 1": (inspected(bad(), X, mask=torch.ones(16, 6).long()), "use mask.bool()"),
        "a tensor": (inspected(bad(), batches=X), "batches: expected a list"),
        "lengths beside a mask": (
            inspected(bad(), X, mask=torch.ones(16, 6) > 0, lengths=[6] * 16),
            "lengths: expected no mask beside it, got both",
        ),
    },
    ValueError: {
        "no norm": (inspected(nn.Sequential(nn.Linear(8, 8), nn.ReLU()), X), "Linear, ReLU"),
        "lazy": (inspected(nn.LazyBatchNorm1d(), X), "LazyBatchNorm1d"),
        "nan at the end": (
            inspected(nn.Sequential(nn.LayerNorm(8), made(lambda _, x: x.sqrt(), "Root")), X),
            "first in the output of '1' (Root); they reach the model's output",
        ),
        "nan": (inspected(bad(), NAN), "inputs: expected finite numbers, got nan at index (0, 0)"),
        "mask": (inspected(bad(), X, mask=torch.ones(3, 6) > 0), "mask: expected shape (16, 6)"),
        "turned": (inspected(bad(), X, mask=torch.ones(6, 16) > 0), ": use mask.T"),
        "True at pads": (
            inspected(bad(), PADDED, mask=~REAL),
            "mask: expected True at real tokens, got True at tokens all alike",
        ),
        "an own norm that divides by the variance": (
            inspected(nn.Sequential(nn.Linear(8, 8), by_variance()), X),
            (
                "The output of '1' (ByVariance) changes when its input is scaled: it is no norm. "
                "Ask nv.diagnose(x, result): x is its input, and result its output"
            ),
        ),
        "a norm in the lines of a forward": (
            inspected(lifted(lambda x: centred(x) / x.std(-1, keepdim=True), "WrittenOut"), X),
            "Is one written out in WrittenOut.forward? Make it a layer of its own",
        ),
        "lengths too long": (
            inspected(bad(), X, lengths=[9] * 16),
            "lengths: expected 16 numbers up to the length",
        ),
        "frames that reach no norm": (
            inspected(bad(), X, mask=torch.arange(3) < torch.ones(16, 1)),
            "mask: expected one value a token, got shape (16, 3): no norm's input fits",
        ),
    },
    RuntimeError: {
        "targets": (inspected(bad(), X, X), "give the inputs alone"),
        "raises": (inspected(bad(nn.Linear(3, 8)), X), "'1' (Linear)"),
        "features on another axis": (
            inspected(nn.Sequential(nn.BatchNorm1d(8)), X),
            "8 of them stand on axis 2: norm(x.transpose(1, 2)).transpose(1, 2)",
        ),
        "arguments by name": (
            inspected(ByName(), X),
            '(give them by name, as one dict: nv.inspect(model, {"x": …, "scale": …}))',
        ),
    },
}


@each({name: (error, *case) for error, cases in REFUSED.items() for name, case in cases.items()})
def test_bad_input_is_refused_in_words(error, call, words):
    with pytest.raises(error) as refusal:
        call()
    assert type(refusal.value) is error
    assert words in str(refusal.value)
    assert "got" in str(refusal.value)


@pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated")
def test_what_runs_outside_of_python_is_refused_in_words():
    with pytest.raises(TypeError, match=r"model: expected layers in Python, got some of torch.jit"):
        nv.inspect(torch.jit.script(bad()), X)


@each([0, 1])
def test_a_mask_that_does_not_reach_a_layer_is_said(more):
    model = nn.Sequential(nn.ConstantPad2d((0, 0, 0, more), 0.0), nn.LayerNorm(8))
    report = nv.inspect(model, X, mask=torch.ones(16, 6) > 0)
    assert ("the mask's places were not found again in the input (16, 7, 8)" in repr(report)) is bool(more)
