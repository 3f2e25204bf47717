"""Real architectures with random weights: every norm is seen, nothing is said that is not so, nothing is changed.

They need the extra ``models``, an environment of its own; where a package is not installed, its models are left out.
What docs/inspecting.md says of each model is what is seen here.
"""

import pytest
import torch

import normviz as nv
from tests.inspection.models import HOW, ROWS, called, in_use, model_of, norms_by_name, said

# Batch norm behind convolutions with a bias, as its authors kept them.
RIGHT = {"torchvision vgg11_bn": {"useless-bias"}, "torchvision vgg16_bn": {"useless-bias"}}


def test_the_table_names_many_models_of_many_families():
    assert len(ROWS) >= 40
    assert len({family for family, *_ in ROWS.values()}) >= 12
    assert set(HOW) <= set(ROWS)


def state(model):
    tensors = (*model.state_dict().values(), *(p.grad for p in model.parameters() if p.grad is not None))
    return [t.clone() for t in tensors], [m.training for m in model.modules()], torch.get_rng_state().tolist()


def codes(model, given):
    return {finding.code for finding in nv.inspect(model, given).findings}


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")  # those of three packages
@pytest.mark.parametrize("name", ROWS)
def test_a_real_architecture_is_seen_whole_quiet_and_unchanged(name):
    pytest.importorskip(name.split()[0])
    torch.manual_seed(0)
    make, draw = model_of(name)
    model, given = make().train(), draw()
    report = nv.inspect(model, given)
    assert len(report.layers) == norms_by_name(model)
    assert {finding.code for finding in report.findings} == RIGHT.get(name, set())
    called(model, given)
    before = state(model)
    nv.inspect(model, given)
    after = state(model)
    assert before[1:] == after[1:]
    assert all(torch.equal(a, b) for a, b in zip(before[0], after[0], strict=True))
    batchy = any("running_mean" in key for key in model.state_dict())
    assert codes(make().eval(), given) == ({"never-updated"} if batchy else set())
    settled = in_use(model, draw)
    assert settled == ("nothing" if batchy else "–")
    assert ROWS[name][2:] == [str(len(report.layers)), said(report), settled]
