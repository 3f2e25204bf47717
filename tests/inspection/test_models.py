"""Real architectures with random weights: every norm is seen, nothing is said that is not so, nothing is changed.

They need the extra ``models``, an environment of its own; where a package is not installed, its models are left out.
What docs/inspecting.md says of each model is what is seen here.
"""

from pathlib import Path

import pytest
import torch

import normviz as nv
from tests.inspection.models import MODELS, called, in_use, norms_by_name, said

DOCS = Path(__file__).parents[2] / "docs/inspecting.md"
EVERY = {name: made for models in MODELS.values() for name, made in models.items()}
FAMILIES = {name: family for family, models in MODELS.items() for name in models}
# name → the cells of its row in the table
ROWS = {
    cells[1]: cells
    for line in DOCS.read_text().splitlines()
    if len(cells := line.strip("| ").split(" | ")) == 5
    and cells[1].split()[0] in ("torchvision", "timm", "transformers")
}
# Batch norm behind convolutions with a bias, as its authors kept them.
RIGHT = {"torchvision vgg11_bn": {"useless-bias"}, "torchvision vgg16_bn": {"useless-bias"}}


def test_the_table_names_the_models_that_are_tried():
    assert {name: cells[0] for name, cells in ROWS.items()} == FAMILIES
    assert list(ROWS) == list(EVERY)
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
    settled = in_use(model, draw)
    assert settled == ("nothing" if batchy else "–")
    assert ROWS[name][2:] == [str(len(report.layers)), said(report), settled]
