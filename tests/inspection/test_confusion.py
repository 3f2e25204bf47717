"""An inspection finds each planted defect where it was planted, and leaves healthy models in peace."""

import pytest
import torch
from torch import nn

import normviz as nv
from tests.support import models
from tests.support.plants import Pooled, alarms, confusion


@pytest.mark.exhaustive
def test_healthy_models_get_nothing_to_report():
    assert alarms(seed=0) == {}


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(1, 6))
def test_healthy_models_get_nothing_to_report_with_other_weights_either(seed):
    assert alarms(seed) == {}


def test_every_planted_defect_is_found_in_its_layer_and_nothing_beside_it():
    assert [wrong for *_, wrong in confusion(seed=0) if wrong] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(1, 6))
def test_every_planted_defect_is_found_with_other_weights_too(seed):
    assert [wrong for *_, wrong in confusion(seed) if wrong] == []


def test_statistics_by_hand_that_carry_their_gradient_are_left_in_peace():
    torch.manual_seed(0)
    model = nn.Sequential(Pooled(20, detach=False), nn.Linear(20, 4))
    report = nv.inspect(model, *models.table()[0])
    assert [layer.family for layer in report.layers] == ["batch"]
    assert report.findings == ()
