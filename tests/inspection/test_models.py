"""Real architectures with random weights: every norm is seen, nothing is said that is not so, nothing is changed.

They need the extra ``models``, an environment of its own; where a package is not installed, its models are left out.
"""

import re
from pathlib import Path

import pytest
import torch

import normviz as nv
from tests.inspection.models import MODELS, called, norms_by_name, settle

DOCS = Path(__file__).parents[2] / "docs/inspecting.md"
EVERY = {name: made for models in MODELS.values() for name, made in models.items()}
# Batch norm behind convolutions with a bias, as its authors kept them.
RIGHT = {"torchvision vgg11_bn": {"useless-bias"}, "torchvision vgg16_bn": {"useless-bias"}}


def test_the_table_names_the_models_that_are_tried():
    table = re.findall(
        r"^\| [^|]+ \| ((?:torchvision|timm|transformers) [^|]+) \|", DOCS.read_text(), re.MULTILINE
    )
    assert table == list(EVERY)
    assert len(EVERY) >= 40
    assert len(MODELS) >= 12


def state(model):
    tensors = (*model.state_dict().values(), *(p.grad for p in model.parameters() if p.grad is not None))
    return [t.clone() for t in tensors], [m.training for m in model.modules()], torch.get_rng_state().tolist()


def codes(model, given):
    return {finding.code for finding in nv.inspect(model, given).findings}


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")  # those of three packages
@pytest.mark.parametrize("name", EVERY)
def test_a_real_architecture_is_seen_whole_quiet_and_unchanged(name):
    pytest.importorskip(name.split()[0])
    torch.manual_seed(0)
    make, draw = EVERY[name]
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
    if batchy:
        settle(model, draw)
        assert codes(model.eval(), draw()) == set()
