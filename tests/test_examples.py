"""The documents' numbers, to the four decimals a reader would recompute them to."""

import numpy as np
import pytest

import normviz as nv
from normviz.padding import PAD

EXAMPLES = {
    "talk_times": nv.examples.talk_times,
    "article_batch": nv.examples.article_batch,
    "z_table": nv.examples.z_table,
    "gpa_iq": nv.examples.gpa_iq,
    "two_students": nv.examples.two_students,
    "hi_nitish": nv.examples.hi_nitish,
    "hi_probal": nv.examples.hi_probal,
    "long_batch": nv.examples.long_batch,
}


def four_decimals(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=0.5000001e-4)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_says_what_it_is_and_where_it_stands(name):
    example = EXAMPLES[name]()
    assert example.name == name
    assert example.title
    assert example.sources
    for source in example.sources:
        assert nv.examples.SOURCES[source.key] is source
    assert np.isfinite(example.values).all()


def test_talk_times_have_mean_five_an_eight_and_a_two():
    minutes = nv.examples.talk_times().values
    assert minutes.shape == (10, 1)
    assert minutes.mean() == 5
    assert {8, 2} <= set(minutes.ravel())


def test_the_article_prints_what_n_gives_and_its_code_divides_by_n_minus_one():
    x = nv.examples.article_batch().values
    layer, code = nv.batch_norm(x), nv.batch_norm(x, correction=1)
    four_decimals(layer.mean, [[5, 6, 7, 8]])
    four_decimals(layer.var, [[10.6667] * 4])
    four_decimals(layer.y, [[-1.2247] * 4, [0] * 4, [1.2247] * 4])
    four_decimals(code.var, [[16] * 4])
    four_decimals(code.y, [[-1.0000] * 4, [0] * 4, [1.0000] * 4])


def test_batch_norm_of_the_z_table():
    result = nv.batch_norm(nv.examples.z_table().values, eps=0)
    four_decimals(result.mean, [[4.0, 3.6, 4.2]])
    four_decimals(result.std, [[2.5298, 1.2, 0.9798]])


def test_layer_norm_of_the_z_table():
    result = nv.layer_norm(nv.examples.z_table().values, eps=0)
    four_decimals(result.mean.ravel(), [5.3333, 3, 2, 6, 3.3333])
    four_decimals(result.std.ravel(), [1.2472, 0.8165, 0.8165, 0.8165, 0.4714])


def test_the_z_table_comes_with_the_features_it_was_made_from():
    inputs = nv.examples.z_table().inputs
    assert nv.examples.z_table().columns == ("z1", "z2", "z3")
    assert inputs.columns == ("f1", "f2")
    np.testing.assert_array_equal(inputs.values, [[2, 3], [1, 1], [5, 4], [6, 1], [7, 1]])


def test_gpa_and_iq():
    example = nv.examples.gpa_iq()
    result = nv.batch_norm(example.values)
    four_decimals(result.mean, [[8.15, 49.25]])
    four_decimals(result.std, [[1.1715, 38.1666]])
    assert example.labels == (1, 0, 0, 1)


def test_one_node_on_gpa_and_iq_and_weights_that_make_no_difference():
    x = nv.examples.gpa_iq().values
    m = x @ [1, 0.1]
    node = nv.batch_norm(m[:, None], eps=0)
    four_decimals(m, [18.9, 8.7, 8.5, 16.2])
    four_decimals((node.mean.item(), node.std.item()), (13.075, 4.5762))
    four_decimals(node.x_hat[:, 0], [1.2729, -0.9560, -0.9997, 0.6829])
    half = nv.batch_norm((x @ [0.5, 0.05] + 1)[:, None], eps=0)
    np.testing.assert_allclose(half.x_hat, node.x_hat, atol=1e-12)


@pytest.mark.parametrize("weights", [(1, 0.1), (-2, 3), (0.01, 100)])
def test_two_students_are_always_plus_and_minus_one(weights):
    example = nv.examples.two_students()
    np.testing.assert_array_equal(example.values, [[1, 2], [10, 11]])
    np.testing.assert_allclose(abs(nv.batch_norm((example.values @ weights)[:, None], eps=0).x_hat), 1)


def test_epsilon_inside_and_outside_the_root():
    column = nv.batch_norm([[0.0], [0.001]], eps=1e-5)
    np.testing.assert_allclose(column.x_hat[1, 0], 0.156, atol=5e-4)
    np.testing.assert_allclose((column.x - column.mean)[1, 0] / (column.std + 1e-5), 0.98, atol=5e-3)


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


def test_batch_norm_of_the_padded_batch_with_the_pads():
    result = nv.batch_norm(CONTEXTUAL, eps=0)
    four_decimals(result.mean, [[3.9013, 2.6763, 3.8138]])
    four_decimals(result.std, [[3.4075, 3.0783, 3.1084]])


def test_batch_norm_of_the_padded_batch_without_the_pads():
    batch = nv.examples.hi_nitish().batch
    result = nv.batch_norm(batch.values, mask=batch.mask, eps=0)
    four_decimals(result.mean.ravel(), [5.2017, 3.5683, 5.0850])
    four_decimals(result.std.ravel(), [2.9524, 3.0744, 2.5335])
    four_decimals(result.x_hat[1, 0, 0], 0.7785)


def test_layer_norm_of_the_padded_batch():
    result = nv.layer_norm(CONTEXTUAL)
    four_decimals(result.mean.ravel(), [4.04, 2.07, 0, 0, 6.0667, 3.3333, 5.9667, 6.2333])
    four_decimals(result.std.ravel(), [1.7699, 1.3101, 0, 0, 3.3029, 2.4226, 2.4904, 3.1084])


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


def test_pads_in_self_attention():
    batch = nv.examples.hi_nitish().embedded
    seen = nv.self_attention(batch.values[0])
    masked = nv.self_attention(batch.values[0], mask=batch.mask[0])
    four_decimals(seen.values[0], [0.1242, 0.2273, 0.4575])
    four_decimals(masked.values[0], [0.2050, 0.3750, 0.7550])
    four_decimals(seen.values[2:], [[0.1025, 0.1875, 0.3775]] * 2)
    np.testing.assert_array_equal(masked.values[2:], np.zeros((2, 3)))


def test_two_thirds_of_the_long_batch_are_padding():
    batch = nv.examples.long_batch().batch
    assert batch.values.shape == (32, 100, 3)
    assert batch.lengths.tolist() == [32] * 31 + [100]
    assert 1 - batch.real_fraction == pytest.approx(0.659, abs=5e-4)
    np.testing.assert_array_equal(batch.values, nv.examples.long_batch().values)


def test_the_lectures_averages_of_two_batches():
    batches = [batch.values for batch in nv.examples.lecture_batches()]
    whole = nv.examples.z_table().values
    np.testing.assert_array_equal(np.vstack(batches), whole)
    four_decimals(np.mean([b.mean(axis=0) for b in batches], axis=0), [4.0833, 3.6667, 4.1667])
    four_decimals(np.mean([b.std(axis=0) for b in batches], axis=0), [2.4972, 1.1236, 0.6236])


def test_an_example_is_a_fresh_copy_that_nobody_can_spoil():
    nv.examples.z_table().values[:] = 0
    assert nv.examples.z_table().values[0, 0] == 7
    nv.examples.hi_nitish().batch.values[:] = 0
    assert nv.examples.hi_nitish().values[0, 0, 0] == 6.5
