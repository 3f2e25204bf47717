"""An inspection finds each planted defect where it was planted, and leaves healthy models in peace."""

import pytest

from tests.support.plants import PLANTS, alarms, confusion


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(6))
def test_healthy_models_get_nothing_to_report_whatever_the_weights(seed):
    assert alarms(seed) == {}


def test_a_planted_defect_of_each_kind_is_found_in_its_layer_and_nothing_beside_it():
    one_each = {plant.code: plant for plant in PLANTS}.values()
    assert [wrong for *_, wrong in confusion(0, one_each) if wrong] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(6))
def test_every_planted_defect_is_found_whatever_the_weights(seed):
    assert [wrong for *_, wrong in confusion(seed) if wrong] == []
