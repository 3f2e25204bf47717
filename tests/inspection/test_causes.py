"""A gap between training and evaluation gets its cause, and what is offered mends it, where it is said to."""

from copy import deepcopy

import pytest
import torch
from torch import nn

import normviz as nv
from tests.each import each
from tests.inspection.made import made

WIDTH = 24


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(0)


def rows(count=64, mean=2.0):
    return mean + torch.randn(count, 6)


def net(depth=2, momentum=0.1, first=()):
    layers, width = list(first), 6
    for _ in range(depth):
        layers += [nn.Linear(width, WIDTH, bias=False), nn.BatchNorm1d(WIDTH, momentum=momentum), nn.ReLU()]
        width = WIDTH
    return nn.Sequential(*layers, nn.Linear(WIDTH, 2))


def fed(model, draw=rows, batches=80):
    model.train()
    with torch.no_grad():
        for _ in range(batches):
            given = draw()
            model(*given) if isinstance(given, tuple) else model(given)
    return model


def copied_without_buffers():
    """An average of the weights that leaves out what is stored: trained weights, statistics as they were made."""
    student, teacher = fed(net()), net()
    for mine, his in zip(teacher.parameters(), student.parameters(), strict=True):
        mine.data.copy_(his.data)
    return teacher.eval()


def other_weights():
    """Weights that are others than those that the statistics were stored with."""
    model = fed(net(5), lambda: rows(512))
    with torch.no_grad():
        for layer in model[::3]:
            layer.weight += 0.08 * layer.weight.std() * torch.randn(layer.weight.shape)
    return model.eval()


def biased(depth=20):
    """Twenty batch norms of one's own that store variances over n, fed with batches of 8."""
    return fed(
        nn.Sequential(*(layer for _ in range(depth) for layer in (nn.Linear(6, 6, bias=False), OverN(6)))),
        lambda: rows(8),
    ).eval()


class OverN(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(features))
        self.register_buffer("running_var", torch.ones(features))

    def forward(self, x):
        mean, var = self.running_mean, self.running_var
        if self.training:
            mean, var = x.mean(0), x.var(0, correction=0)
            self.running_mean.lerp_(mean.detach(), 0.1), self.running_var.lerp_(var.detach(), 0.1)
        return (x - mean) / (var + 1e-5).sqrt()


# model and inputs → what is said of them; each is mended by the line that is offered, run and then fed as it says
RECOUNTED = {
    "an average that leaves out what is stored": (
        copied_without_buffers,
        "never-updated",
        "an average of the weights",
    ),
    "reset": (lambda: reset(fed(net())).eval(), "never-updated", "They were reset"),
    "reset, but for the count": (
        lambda: counted(reset(fed(net())), 80).eval(),
        "never-updated",
        "They were reset",
    ),
    "few batches": (lambda: fed(net(), batches=4).eval(), "train-eval-gap", "only 4 batches seen"),
    "momentum 0.01": (
        lambda: fed(net(momentum=0.01)).eval(),
        "train-eval-gap",
        "momentum = 0.01 and 80 batches seen",
    ),
    "other data, slow momentum": (
        lambda: counted(fed(fed(net(momentum=0.01), lambda: rows(mean=-2)), batches=20), 5000).eval(),
        "train-eval-gap",
        "unlike those that the running statistics have seen",
    ),
    "small gaps in twenty norms": (other_weights, "train-eval-gap", "add up"),
}


def reset(model):
    for module in model.modules():
        if isinstance(module, nn.BatchNorm1d):
            module.reset_running_stats()
    return model


def counted(model, batches):
    for module in model.modules():
        if isinstance(module, nn.BatchNorm1d):
            module.num_batches_tracked.fill_(batches)
    return model


@each(sorted(RECOUNTED))
def test_statistics_that_belong_to_others_are_counted_anew_and_that_mends_it(name):
    make, code, words = RECOUNTED[name]
    torch.manual_seed(0)
    model, x = make(), rows(512)
    report = nv.inspect(model, x)
    assert {finding.code for finding in report.findings} == {code}
    assert words in str(report)
    cures = {finding.cure for finding in report.findings}
    assert cures == {"torch.optim.swa_utils.update_bn(loader, model)"}
    exec(cures.pop(), {"torch": torch, "model": model, "loader": [rows(256) for _ in range(8)]})
    assert nv.inspect(model.eval(), x).findings == ()


def set_momentum(model, momentum):
    for norm in model[1::3]:
        norm.momentum = momentum
    return model


def test_a_divisor_that_differs_adds_up_over_twenty_norms():
    model, x = biased(), rows(1024)
    report = nv.inspect(model, x)
    assert {finding.code for finding in report.findings} == {"train-eval-gap"}
    assert "its running variance takes the batch's over n; torch's takes it over n − 1" in str(report)


class StochasticDepth(nn.Module):
    """Drops whole samples of a branch in training, as many recipes for residual networks do."""

    p = 0.5

    def forward(self, x):
        kept = torch.rand(len(x), *(1,) * (x.dim() - 1)) > self.p
        return x * kept / (1 - self.p) if self.training else x


def test_stochastic_depth_makes_the_stored_σ_larger_and_that_is_no_finding():
    layers = nn.Linear(6, WIDTH, bias=False), nn.BatchNorm1d(WIDTH), StochasticDepth()
    model = fed(
        nn.Sequential(*layers, nn.Linear(WIDTH, WIDTH, bias=False), nn.BatchNorm1d(WIDTH)), lambda: rows(256)
    )
    report = nv.inspect(model.eval(), rows(256))
    assert report.findings == ()
    assert "Stochastic depth is at work in training alone" in str(report)
    model[2].p = 0.0
    assert [finding.layer for finding in nv.inspect(model, rows(256)).findings] == ["4"]


def test_momentum_0_is_named_where_old_statistics_stay():
    model = fed(net())
    set_momentum(model, 0)
    for mode in (model.train(), fed(model, lambda: rows(mean=9)).eval()):
        found = nv.inspect(mode, rows(mean=9)).findings
        assert {finding.code for finding in found} == {"train-eval-gap"}
        assert "momentum = 0: they stay what they are" in found[0].words
        assert found[0].cure == "model[1].momentum = 0.1  # then let it see batches in training mode"
    for finding in found:
        exec(finding.cure, {"model": model})
    assert nv.inspect(fed(model, lambda: rows(mean=9)).eval(), rows(mean=9)).findings == ()


def kinds():
    return rows(mean=4), rows(mean=-4)


def test_two_kinds_of_batches_in_turn_are_told_from_one_odd_batch():
    model = net()
    for _ in range(80):
        for batch in kinds():
            model(batch)
    found = nv.inspect(model, batches=[*kinds(), *kinds()]).findings
    assert all("of two kinds, one a batch" in finding.words for finding in found if finding.layer == "1")
    assert not any("update_bn" in finding.cure for finding in found if finding.layer == "1")
    names = {"torch": torch, "kinds": [[kinds()[k] for _ in range(80)] for k in (0, 1)]}
    exec(found[0].cure, names)  # both kinds in one batch
    for batch in names["loader"]:
        model(batch)
    assert nv.inspect(model, names["loader"][0]).findings == ()
    odd = nv.inspect(fed(net()), batches=[rows(), rows(mean=30), rows()]).findings
    assert "Only batch 2 of 3 is so" in odd[0].words
    assert "update_bn" not in odd[0].cure


def test_two_kinds_of_calls_in_one_pass_are_told():
    def both(self, left, right):
        return self.norm(left) + self.norm(right)

    model = fed(made(both, norm=nn.BatchNorm1d(6)), kinds)
    (finding,) = nv.inspect(model.train(), *kinds()).findings
    assert "of two kinds, one a call" in finding.words
    left, right = kinds()
    names = {"torch": torch, "model": model, "left": left, "right": right}
    exec(finding.cure, names)
    both = nn.functional.batch_norm(torch.cat([left, right]), None, None, training=True)
    torch.testing.assert_close(torch.cat([names["left"], names["right"]]), both)


def test_dropout_a_layer_earlier_is_measured_in_training_and_in_evaluation():
    def with_dropout(p):
        layers = [*net(1), nn.Dropout(p), nn.Linear(2, WIDTH, bias=False), nn.BatchNorm1d(WIDTH)]
        return fed(nn.Sequential(*layers), lambda: rows(256))

    for mode in (with_dropout(0.5).train(), with_dropout(0.5).eval()):
        (finding,) = nv.inspect(mode, rows(256)).findings
        assert (finding.layer, finding.code) == ("6", "dropout-before-norm")
        assert "To count it anew does not mend that" in finding.words
        exec(finding.cure, {"model": mode, "nn": nn})
        assert nv.inspect(fed(mode, lambda: rows(256)).eval(), rows(256)).findings == ()
    assert nv.inspect(with_dropout(0.01), rows(256)).findings == ()


def test_weight_decay_on_γ_and_β_is_a_finding_where_the_optimizer_is_given():
    model = net()
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.1)
    assert nv.inspect(model, rows()).findings == ()
    found = nv.inspect(model, rows(), optimizer=optimizer).findings
    assert [(f.layer, f.code) for f in found] == [("1", "decayed-scale"), ("4", "decayed-scale")]
    model(rows()).sum().backward()
    optimizer.step()
    exec(found[0].cure, {"optimizer": optimizer})
    assert nv.inspect(model, rows(), optimizer=optimizer).findings == ()
    before = [p.detach().clone() for p in model.parameters()]
    model(rows()).square().sum().backward()
    optimizer.step()
    assert all(not torch.equal(p, b) for p, b in zip(model.parameters(), before, strict=True))
    assert sum(len(group["params"]) for group in optimizer.param_groups) == len(before)


def test_one_feature_that_is_constant_is_told_from_a_gap_in_all():
    x = rows()
    x[:, 2] = 7
    (finding,) = nv.inspect(fed(nn.Sequential(nn.BatchNorm1d(6)), lambda: x).train(), x).findings
    assert (finding.code, "1 of 6 features are one number" in finding.words) == ("constant-pool", True)


LENGTHS = torch.tensor([40, 13, 27, 6] * 4)
HEARD = torch.arange(40) < LENGTHS[:, None]


def speech(norm):
    return nn.Sequential(
        nn.Conv1d(3, 8, 5, 2, bias=False), norm, nn.GELU(), nn.Conv1d(8, 8, 3, 2, bias=False)
    )


def test_a_mask_follows_the_strides_of_convolutions():
    x = (2 + torch.randn(16, 3, 40)) * HEARD[:, None]
    frames = torch.arange(18) < (torch.div(LENGTHS - 5, 2, rounding_mode="floor") + 1)[:, None]
    shares = []
    for how in ({"mask": HEARD}, {"mask": frames}, {"lengths": LENGTHS}, {"lengths": LENGTHS.tolist()}):
        report = nv.inspect(speech(nn.GroupNorm(8, 8)), x, **how)
        assert "pads-in-pool" in {finding.code for finding in report.findings}
        shares.append(report["1"].calls[0].pads)
    assert shares == [shares[0]] * 4
    assert shares[0] == pytest.approx(float((~frames).float().mean(1)[(~frames).any(1)].mean()))


@each([True, False])
def test_pads_are_suspected_without_a_mask_and_words_that_repeat_by_chance_are_not(padded):
    words = torch.randint(1, 30, (16, 40)) * (HEARD if padded else 1)
    words[3, -2:] = words[3, -1]
    model = made(
        lambda self, x: self.norm(self.lift(self.embed(x)).mT),
        embed=nn.Embedding(30, 8),
        lift=nn.Linear(8, 8),
        norm=nn.BatchNorm1d(8),
    )
    said = f"{100 * (~HEARD).float().mean():.0f} % of the rows that came in repeat"
    report = str(nv.inspect(model, words))
    assert (said in report, "repeat" in report) == (padded, padded)


@each([True, False])
def test_pads_among_the_keys_of_attention_are_told(masked):
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    model = made(lambda self, x: self.layer(x, src_key_padding_mask=~HEARD if masked else None), layer=layer)
    report = nv.inspect(model, torch.randn(16, 40, 8) * HEARD[..., None], mask=HEARD)
    assert ("no mask keeps their keys out" in str(report)) is not masked


@each([(pads, training) for pads in (0.0, 7.0) for training in (True, False)])
def test_an_explorer_of_a_masked_batch_shows_what_left_the_layer(pads, training):
    torch.manual_seed(0)
    layer = fed(nn.BatchNorm1d(6, eps=0.1), lambda: torch.randn(16, 6, 40)).train(training)
    nn.init.uniform_(layer.weight, 0.5, 2), nn.init.normal_(layer.bias)
    x = torch.randn(16, 6, 40).masked_fill(~HEARD[:, None], pads)
    left = deepcopy(layer)(x).detach().mT
    normalized = nv.inspect(layer, x, mask=HEARD)[""].explore().result.normalized
    places = left if training else left[HEARD]
    assert normalized.y.size == places.numel()
    y = torch.from_numpy(normalized.y).float().reshape(places.shape)
    torch.testing.assert_close(y, places, rtol=1e-4, atol=1e-4)


EXPLORED = {
    "batch norm": (lambda: nn.BatchNorm1d(6), rows),
    "layer norm": (lambda: nn.LayerNorm(6), lambda: torch.randn(4, 5, 6)),
    "group norm": (lambda: nn.GroupNorm(2, 6), lambda: torch.randn(4, 6, 5)),
    "instance norm": (lambda: nn.InstanceNorm1d(6, affine=True), lambda: torch.randn(4, 6, 5)),
    "stored instance norm, as batch norm": (
        lambda: nn.InstanceNorm1d(6, affine=True, track_running_stats=True, eps=0.1),
        lambda: 3 + torch.randn(4, 6, 5),
    ),
}


@each([(name, training) for name in sorted(EXPLORED) for training in (True, False)])
def test_an_explorer_shows_what_left_the_layer(name, training):
    make, draw = EXPLORED[name]
    torch.manual_seed(0)
    layer = fed(make(), draw)
    nn.init.uniform_(layer.weight, 0.5, 2), nn.init.normal_(layer.bias)
    x = draw()
    layer.train(training)
    left = deepcopy(layer)(x).detach()
    explorer = nv.inspect(layer, x)[""].explore()
    normalized = explorer.result.normalized
    y, gamma = torch.from_numpy(normalized.y), layer.weight.detach()[: len(normalized.gamma)]
    torch.testing.assert_close(torch.from_numpy(normalized.gamma).float(), gamma, rtol=1e-5, atol=0)
    features_last = left if name == "layer norm" else left.movedim(1, -1)
    torch.testing.assert_close(y.float(), features_last.reshape(y.shape), rtol=1e-4, atol=1e-5)
    explorer.reset()
    assert torch.equal(y, torch.from_numpy(explorer.result.normalized.y))
    assert ("in evaluation" in explorer.heading) is ("batch" in name and not training)


def test_a_short_last_batch_is_a_tiny_pool_and_an_rms_over_tokens_keeps_its_mean():
    (finding,) = nv.inspect(nn.Sequential(nn.BatchNorm1d(6)), batches=[rows(), rows(3)]).findings
    assert (finding.code, "Only 3 numbers" in finding.words) == ("tiny-pool", True)
    over_tokens = made(lambda self, x: x * (x.square().mean(1, keepdim=True) + 1e-6).rsqrt())
    report = nv.inspect(nn.Sequential(nn.Linear(6, 8), over_tokens), 1 + torch.randn(8, 12, 6))
    assert (report["1"].family, report["1"].pool, report.findings) == (
        "rms",
        "each feature of each sample, over axis 1",
        (),
    )
    with pytest.raises(ValueError, match="expected a mean over features"):
        report["1"].explore()
