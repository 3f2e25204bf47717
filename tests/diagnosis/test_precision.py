"""How exactly a result is known: as far as it was printed, or as far as its type goes."""

import numpy as np

from normviz.diagnosis.precision import Precision
from tests.each import each

THIRDS = np.array([1 / 3, -2 / 3, 7.1])


@each(
    [
        ([1.2247, -1.5], 4, "to 4 decimals"),
        ([-1.0, 0, 1], 3, "to 3 decimals"),
        ([123456.7, 0.25], 2, "to 2 decimals"),
        (THIRDS.round(10), 10, "to 10 decimals"),
        (THIRDS, None, "to float64 precision"),
        (THIRDS.astype(np.float32), None, "to float32 precision"),
        (THIRDS.astype(np.float32).round(5), None, "to float32 precision"),
        (np.float32([4000.1, 20000.3]), None, "to float32 precision"),
        (np.float32([400.1, 200.3]), 1, "to 1 decimal"),
    ]
)
def test_the_fewest_decimals_that_every_number_keeps_to(result, decimals, words):
    found = Precision.of(np.asarray(result, dtype=float))
    assert (found.decimals, found.words) == (decimals, words)


@each(
    [
        (Precision(2, 1e-9), 0.0, 0.0051),
        (Precision(None, 1e-9), 0.0, 1e-9),
        (Precision(None, 4e-6), 9.0, 4e-5),
        (Precision(2, 1e-9), 1e6 - 1, 0.0061),
    ]
)
def test_a_right_prediction_may_be_off_by_half_a_unit_and_the_last_bits(precision, size, wanted):
    np.testing.assert_allclose(precision.tolerance(np.array([size])), [wanted], rtol=1e-5)
