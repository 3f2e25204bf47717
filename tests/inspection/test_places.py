"""The real rows of a norm are found again however the model has turned, sorted or packed them."""

import pytest
import torch
from torch import nn

import normviz as nv
from tests.each import each
from tests.inspection.made import made

N, T, F = 6, 9, 12
LENGTHS = torch.tensor([9, 3, 5, 2, 7, 4])
MASK = torch.arange(T) < LENGTHS[:, None]
X = (3 + 2 * torch.randn(N, T, F, generator=torch.Generator().manual_seed(0))) * MASK[..., None]
ORDER, ODD = LENGTHS.argsort(descending=True), torch.tensor([3, 1, 0, 5, 2, 4])
# how the rows reach the norm, and how many of them are pads
WAYS = {
    "as they came": (lambda m, x: x.reshape(-1, F), 24 / 54),
    "turned": (lambda m, x: x.transpose(0, 1).reshape(-1, F), 24 / 54),
    "turned, places mixed": (lambda m, x: m.lstm(x)[0].transpose(0, 1).reshape(-1, F), 24 / 54),
    "sorted by length": (lambda m, x: x[ORDER].reshape(-1, F), 24 / 54),
    "sorted, places mixed": (lambda m, x: m.lstm(x[ORDER])[0].reshape(-1, F), 24 / 54),
    "in an order of its own, places mixed": (lambda m, x: m.lstm(x[ODD])[0].reshape(-1, F), 24 / 54),
    "features in the middle": (lambda m, x: m.conv(x.mT), 24 / 54),
    "a stride": (lambda m, x: m.strided(x.mT), 13 / 24),
    "an image of each sentence": (lambda m, x: m.image(x[:, None]), 24 / 54),
    "packed": (lambda m, x: nn.utils.rnn.pack_padded_sequence(x[ORDER], LENGTHS[ORDER], True).data, 0),
}
PARTS = {
    "lstm": lambda: nn.LSTM(F, F // 2, batch_first=True, bidirectional=True),
    "conv": lambda: nn.Conv1d(F, F, 3, padding=1, bias=False),
    "strided": lambda: nn.Conv1d(F, F, 3, 2, bias=False),
    "image": lambda: nn.Conv2d(1, F, 3, padding=1, bias=False),
}


def model_of(way, norm):
    torch.manual_seed(0)
    parts = {name: make() for name, make in PARTS.items()}
    return made(lambda self, x: self.norm(way(self, x)), norm=norm, **parts)


def arriving(model, x):
    """What arrives at the norm, and what the cure makes of it."""
    seen = []
    hook = model.norm.register_forward_pre_hook(lambda _, given: seen.append(given[0].detach().clone()))
    model(x)
    hook.remove()
    return seen[0]


@each(sorted(WAYS))
def test_the_cure_of_pads_gives_real_rows_mean_0_and_σ_1(name):
    way, share = WAYS[name]
    model = model_of(way, (nn.BatchNorm2d if "image" in name else nn.BatchNorm1d)(F, eps=1e-9))
    report = nv.inspect(model, X, mask=MASK)
    call = report["norm"].calls[0]
    assert call.pads == pytest.approx(share)
    findings = [f for f in report.findings if f.code == "pads-in-pool"]
    assert len(findings) == (share > 0)
    for finding in findings:
        names = {"model": model, "x": arriving(model, X), "mask": MASK, "nn": nn}
        before = names["x"].clone()
        exec(finding.cure, names)
        rows = (names["x"] if "model.norm = " not in finding.cure else model.norm(before)).movedim(
            call.pool.features, -1
        )
        assert names["x"].shape == before.shape
        if "alone" in finding.cure:  # nobody can write the order, so each row has its own mean
            assert rows.mean(-1).abs().max() < 1e-5
            continue
        real = eval(call.written, names)
        torch.testing.assert_close(rows[real].mean(0), torch.zeros(F), atol=1e-5, rtol=0)
        torch.testing.assert_close(rows[real].std(0, correction=0), torch.ones(F), atol=2e-3, rtol=0)
        assert torch.equal(rows[~real], before.movedim(call.pool.features, -1)[~real])


def test_as_many_samples_as_places_are_told_apart_by_what_moves():
    x, mask = X[:, :N], MASK[:, :N]
    shares = []
    for way in (lambda m, x: x.permute(1, 2, 0), lambda m, x: x.permute(0, 2, 1)):
        report = nv.inspect(model_of(way, nn.BatchNorm1d(F)), x, mask=mask)
        shares.append(report["norm"].calls[0].pads_moved)
    assert shares[0] == pytest.approx(shares[1], rel=1e-5)


def test_rows_that_are_not_found_again_give_no_finding_and_a_word():
    """Every row has seen every sample, and both orders have as many rows."""
    way = lambda m, x: (x - x.mean(1, keepdim=True) + x.mean((0, 1))).transpose(0, 1).reshape(-1, F)  # noqa: E731
    report = nv.inspect(model_of(way, nn.BatchNorm1d(F)), X, mask=MASK)
    assert "pads-in-pool" not in {f.code for f in report.findings}
    assert "the mask's places were not found again in the input (54, 12)" in str(report)


def test_pads_that_the_model_empties_itself_are_found_by_the_tokens():
    def emptied(self, ids):
        real = ids != 0
        return self.norm((self.embed(ids) * real[..., None]).transpose(0, 1).reshape(-1, F))

    torch.manual_seed(0)
    ids = torch.randint(1, 20, (N, T)) * MASK
    model = made(emptied, embed=nn.Embedding(20, F), norm=nn.BatchNorm1d(F))
    report = nv.inspect(model, ids, mask=MASK)
    assert report["norm"].calls[0].written == "mask.T.flatten()"
