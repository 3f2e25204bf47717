"""Norms that store statistics otherwise than batch norm does: the gap has its own words, and the line mends it."""

import pytest
import torch
import torch.ao.quantization as quantization
from torch import nn

import normviz as nv
from tests.inspection.made import made
from tests.inspection.test_causes import fed, rows

IMAGES = torch.randn(32, 3, 8, 8, generator=torch.Generator().manual_seed(0))


def codes(report):
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("apart", [0.0, 3.0])
def test_instance_norm_that_stores_is_told_and_mended_where_samples_lie_apart(apart):
    torch.manual_seed(0)
    lit = lambda: torch.randn(32, 3, 8, 8) + apart * torch.randn(32, 3, 1, 1)  # noqa: E731
    model = fed(nn.Sequential(nn.InstanceNorm2d(3, track_running_stats=True)), lit).eval()
    x = lit()
    report = nv.inspect(model, x)
    assert codes(report) == ["train-eval-gap"] * (apart > 0)
    for finding in report.findings:
        assert "In training each sample has its own μ and σ" in finding.words
        exec(finding.cure, {"model": model})
        torch.testing.assert_close(model(x), nn.functional.instance_norm(x))


@pytest.mark.filterwarnings("ignore")
def test_a_quantized_batch_norm_is_looked_at_and_gets_the_statistics_of_what_arrives():
    norm = nn.BatchNorm2d(3).eval()
    norm.running_mean += 5
    norm.num_batches_tracked += 1000
    model = nn.Sequential(quantization.QuantStub(), norm, quantization.DeQuantStub()).eval()
    model.qconfig = quantization.default_qconfig
    prepared = quantization.prepare(model)
    prepared(IMAGES)
    model = quantization.convert(prepared)
    (finding,) = nv.inspect(model, IMAGES).findings
    assert (finding.code, "It is quantized" in finding.words) == ("train-eval-gap", True)
    exec(finding.cure, {"model": model, "x": model[0](IMAGES)})
    assert codes(nv.inspect(model, IMAGES)) == []


@pytest.mark.filterwarnings("ignore")
def test_frozen_statistics_of_a_fused_layer_are_set_free_before_they_are_counted():
    torch.manual_seed(0)
    fused = torch.ao.nn.intrinsic.qat.ConvBn2d(
        3, 4, 3, bias=False, qconfig=quantization.get_default_qat_qconfig()
    )
    model = fed(nn.Sequential(fused), lambda: IMAGES)
    model.apply(torch.ao.nn.intrinsic.qat.freeze_bn_stats)
    model.eval()
    (finding,) = nv.inspect(model, 9 + 3 * IMAGES).findings
    assert "frozen for quantization-aware training" in finding.words
    exec(finding.cure, {"model": model, "torch": torch, "loader": [9 + 3 * IMAGES] * 4})
    assert codes(nv.inspect(model.eval(), 9 + 3 * IMAGES)) == []


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
def test_the_ε_of_an_rms_norm_that_was_given_none_is_that_which_its_output_shows(dtype):
    x = (0.05 * torch.randn(8, 16, 64, generator=torch.Generator().manual_seed(0))).to(dtype)
    assert codes(nv.inspect(nn.Sequential(nn.RMSNorm(64)).to(dtype), x)) == []
    coarse = torch.finfo(dtype).eps
    own = made(lambda self, x: nn.functional.rms_norm(x, (64,), None, coarse))
    assert codes(nv.inspect(own, x)) == ["eps-dominates"] * (dtype == torch.bfloat16)


def test_rows_that_are_one_and_the_same_in_a_flattened_batch_get_a_word():
    flat = made(lambda self, x: self.norm(x.transpose(0, 1).reshape(-1, 12)), norm=nn.BatchNorm1d(12))
    x = torch.randn(8, 20, 12, generator=torch.Generator().manual_seed(0))
    assert "one and the same" not in str(nv.inspect(flat, x))
    x[:, 12:] = 0
    assert "40 % of the rows that came in are one and the same" in str(nv.inspect(flat, x))


@pytest.mark.filterwarnings("ignore")
def test_nested_tensors_are_refused_in_words():
    ragged = [torch.randn(3, 8), torch.randn(5, 8)]
    inside = made(
        lambda self, x: self.norm(torch.nested.as_nested_tensor(list(x), layout=torch.jagged)),
        norm=nn.LayerNorm(8),
    )
    for model, x in ((nn.LayerNorm(8), torch.nested.nested_tensor(ragged)), (inside, torch.randn(4, 5, 8))):
        with pytest.raises(TypeError, match=r"expected plain tensors, got a nested one"):
            nv.inspect(model, x)


def test_nothing_to_report_says_of_what():
    model = fed(nn.Sequential(nn.BatchNorm1d(6)), rows)
    said = str(nv.inspect(model.eval(), rows()))
    assert (
        "Looked at in evaluation: which numbers share a mean, ε, γ, β, stored statistics beside the batch's."
        in said
    )
    assert "Not looked at: pads (no mask= or lengths=), weight decay (no optimizer=)." in said


def test_of_two_calls_with_pads_the_one_is_told_that_moves_more_by_either_measure():
    """The first call's pads move μ by much and leave σ; the second's move both by a little."""
    mask = torch.arange(8) < torch.tensor([8, 4, 4, 8])[:, None]
    real = torch.randn(4, 8, 6, generator=torch.Generator().manual_seed(0))
    real = (real - real[mask].mean(0)) / real[mask].std(0, correction=0)
    far, near = (torch.where(mask[..., None], real, c * torch.ones(6)) for c in (1.155, 0.3))
    model = made(lambda self, x, y: (self.norm(x.mT), self.norm(y.mT)), norm=nn.BatchNorm1d(6))
    report = nv.inspect(model, far, near, mask=mask)
    calls = report["norm"].calls
    worst = max(calls, key=lambda call: max(call.pads_moved))
    assert worst is not max(calls, key=lambda call: min(call.pads_moved))
    (finding,) = [f for f in report.findings if f.code == "pads-in-pool"]
    assert f"They move μ by {worst.pads_moved[0]:.2f} σ" in finding.words


def test_what_ε_decides_in_evaluation_is_told_by_the_stored_variance():
    model = fed(nn.Sequential(nn.BatchNorm1d(6)), rows).eval()
    model[0].running_var.fill_(1e-9)
    assert "eps-dominates" in codes(nv.inspect(model, rows()))


def test_the_line_for_small_batches_leaves_no_last_batch_of_one():
    (finding,) = nv.inspect(nn.Sequential(nn.BatchNorm1d(6)), rows(1)).findings
    names = {"torch": torch, "data": rows(33)}
    exec(finding.cure, names)
    assert [len(batch) for batch in names["loader"]] == [32]
