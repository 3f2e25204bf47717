"""The documents' numbers, to the four decimals a reader would recompute them to."""

import numpy as np
import pytest

import normviz as nv
from normviz.padding import PAD
from tests.each import each

EXAMPLES = {
    "article_batch": nv.examples.article_batch,
    "z_table": nv.examples.z_table,
    "gpa_iq": nv.examples.gpa_iq,
    "hi_nitish": nv.examples.hi_nitish,
    "hi_probal": nv.examples.hi_probal,
}


def four_decimals(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=0.5000001e-4)


@each(
    {
        "the article": (
            nv.batch_norm, "article_batch", {}, [5, 6, 7, 8], [3.2660] * 4,
            [-1.2247] * 4 + [0] * 4 + [1.2247] * 4,
        ),
        "its code": (
            nv.batch_norm, "article_batch", {"correction": 1}, [5, 6, 7, 8], [4] * 4,
            [-1] * 4 + [0] * 4 + [1] * 4,
        ),
        "columns": (nv.batch_norm, "z_table", {"eps": 0}, [4.0, 3.6, 4.2], [2.5298, 1.2, 0.9798], None),
        "rows": (
            nv.layer_norm, "z_table", {"eps": 0}, [5.3333, 3, 2, 6, 3.3333],
            [1.2472, 0.8165, 0.8165, 0.8165, 0.4714], None,
        ),
        "students": (nv.batch_norm, "gpa_iq", {}, [8.15, 49.25], [1.1715, 38.1666], None),
    }
)  # fmt: skip
def test_the_statistics_are_those_that_the_documents_lead_to(norm, example, how, mean, std, y):
    result = norm(EXAMPLES[example]().values, **how)
    four_decimals(result.mean.ravel(), mean)
    four_decimals(result.std.ravel(), std)
    if y is not None:
        four_decimals(result.y.ravel(), y)


CONTEXTUAL = [
    [6.5, 2.41, 3.21], [2.21, 0.4, 3.6], [0, 0, 0], [0, 0, 0],
    [7.5, 9.2, 1.5], [2.2, 1.1, 6.7], [2.9, 6, 9], [9.9, 2.3, 6.5],
]  # fmt: skip


@pytest.mark.parametrize(("example", "name"), [("hi_nitish", "Nitish"), ("hi_probal", "Probal")])
def test_the_padded_batch_before_and_after_attention(example, name):
    example = EXAMPLES[example]()
    table = example.batch.stacked()
    np.testing.assert_array_equal(table.values, CONTEXTUAL)
    assert table.rows == ("Hi", name, PAD, PAD, "How", "are", "you", "today")
    assert table.mask.tolist() == [True, True, False, False, True, True, True, True]
    np.testing.assert_array_equal(
        example.embedded.values.reshape(8, 3),
        [
            [0.2, 0.45, 0.71], [0.21, 0.3, 0.8], [0, 0, 0], [0, 0, 0],
            [0.1, 0.5, 0.34], [0.1, 0, 0.25], [0.33, 0.56, 0.9], [0.11, 0.4, 0.54],
        ],
    )  # fmt: skip
    np.testing.assert_array_equal(example.values, example.batch.values)


@pytest.mark.parametrize(
    ("pads", "mean", "std", "how"),
    [
        (0, 5.2017, 2.9524, 0.7785), (2, 3.9013, 3.4075, 1.0561), (4, 3.1210, 3.4240, 1.2789),
        (6, 2.6008, 3.3351, 1.4690), (10, 1.9506, 3.1001, 1.7901), (50, 0.5573, 1.8768, 3.6992),
    ],
)  # fmt: skip
def test_how_drifts_away_as_pads_join_and_the_law_says_so(pads, mean, std, how):
    batch = nv.examples.hi_nitish().batch
    real = batch.values[batch.mask]
    result = nv.batch_norm(np.vstack([real, np.zeros((pads, 3))]), eps=0)
    four_decimals((result.mean[0, 0], result.std[0, 0], result.x_hat[2, 0]), (mean, std, how))
    law_mean, law_var = nv.padding_law(real.mean(axis=0), real.var(axis=0), 6 / (6 + pads))
    np.testing.assert_allclose(law_mean, result.mean[0])
    np.testing.assert_allclose(law_var, result.var[0])
