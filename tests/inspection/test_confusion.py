"""An inspection finds each planted defect where it was planted, and leaves healthy models in peace."""

import pytest

from tests.support.plants import alarms, confusion


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
