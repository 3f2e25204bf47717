"""AxesExplorer: each norm as torch has it, each pool as its definition, each cell in reach of the keyboard."""

import itertools

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.models.axes import NORMS
from tests.each import each
from tests.markup import elements_in, tables_in, words_of

POOLED_DOWN = ("batch norm", "batch norm without pads", "instance norm", "group norm")


def a_block(seed, *, pads=True, sentences=3, length=5, features=4):
    """A batch of random sentences; with pads, no sentence but the first has its full length."""
    rng = np.random.default_rng(seed)
    lengths = [length, *rng.integers(1, length, size=sentences - 1)] if pads else [length] * sentences
    shift, scale = rng.normal(0, 5, size=features), rng.uniform(0.1, 9, size=features)
    return nv.PaddedBatch.from_vectors([rng.normal(shift, scale, size=(n, features)) for n in lengths])


def by_torch(norm, batch, groups):
    """What torch makes of the block, features last; pads that a norm leaves out come out as 0."""
    x = torch.tensor(batch.values)
    features = x.shape[-1]
    channels_second = x.transpose(1, 2)
    if norm == "batch norm":
        return torch.nn.BatchNorm1d(features).double()(channels_second).transpose(1, 2).detach().numpy()
    if norm == "batch norm without pads":
        real = torch.tensor(batch.mask)
        y = torch.zeros_like(x)
        y[real] = torch.nn.BatchNorm1d(features).double()(x[real]).detach()
        return y.numpy()
    if norm == "layer norm":
        return torch.nn.functional.layer_norm(x, (features,)).numpy()
    if norm == "instance norm":
        return torch.nn.functional.instance_norm(channels_second).transpose(1, 2).numpy()
    if norm == "group norm":
        return torch.nn.functional.group_norm(channels_second, groups).transpose(1, 2).numpy()
    return torch.nn.functional.rms_norm(x, (features,), eps=1e-5).numpy()


def every_cell(explorer):
    return itertools.product(*map(range, explorer.result.pool.shape))


def set_cell(explorer, cell):
    with explorer.hold():
        for name, at in zip(("sentence", "token", "feature"), cell, strict=True):
            explorer.controls[name].value = at + 1


@pytest.mark.parametrize("pads", [True, False], ids=["pads", "no pads"])
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(1, 5))]
)
def test_every_norm_agrees_with_torch(pads, seed):
    batch = a_block(seed, pads=pads)
    explorer = nv.AxesExplorer(batch)
    for norm, groups in [*((norm, 2) for norm in NORMS), ("group norm", 1), ("group norm", 4)]:
        explorer.norm.value, explorer.groups.value = norm, groups
        np.testing.assert_allclose(
            explorer.result.normalized.y, by_torch(norm, batch, groups), atol=1e-10, err_msg=norm
        )


@pytest.mark.parametrize("norm", NORMS)
def test_cells_that_light_up_have_the_mean_and_deviation_that_the_norm_used(norm):
    explorer = nv.AxesExplorer(a_block(7, sentences=2, length=3), norm=norm)
    for cell in every_cell(explorer):
        set_cell(explorer, cell)
        result = explorer.result
        assert result.cell == cell
        pooled = result.batch.values[result.pool]
        if norm == "batch norm without pads" and not result.batch.mask[cell[:2]]:
            assert result.count == 0
            assert result.x_hat == 0
            continue
        assert result.pool[cell]
        centre = 0 if norm == "RMS norm" else pooled.mean()
        assert result.mean == pytest.approx(centre, abs=1e-10)
        assert result.std == pytest.approx(np.sqrt(np.mean((pooled - centre) ** 2)), abs=1e-10)
        wanted = (result.batch.values[cell] - centre) / np.sqrt(result.std**2 + 1e-5)
        assert result.x_hat == pytest.approx(wanted, abs=1e-10)


@pytest.mark.parametrize("norm", NORMS)
def test_pools_share_the_block_out(norm):
    explorer = nv.AxesExplorer(a_block(8, sentences=2, length=3), norm=norm)
    pools = {}
    for cell in every_cell(explorer):
        set_cell(explorer, cell)
        pools[cell] = explorer.result.pool
    for cell, pool in pools.items():
        for other in zip(*np.nonzero(pool), strict=True):
            assert (pools[tuple(map(int, other))] == pool).all(), (cell, other)


def test_documents_numbers_stand_in_the_picture():
    explorer = nv.AxesExplorer()
    expected = {
        "batch norm": (8, 2, "3.9013", "3.4075", "1.0561"),
        "batch norm without pads": (6, 0, "5.2017", "2.9524", "0.7785"),
        "layer norm": (3, 0, "6.0667", "3.3029", "0.4340"),
    }
    for norm, (count, pads, *numbers) in expected.items():
        explorer.norm.value = norm
        assert (explorer.result.count, explorer.result.pads) == (count, pads)
        words = words_of(explorer.view.value)
        assert all(number in words for number in numbers), norm
        assert f"{count} cells" in words


def drawn_pool(explorer):
    """The cells that are lit in the table "before", read from the markup."""
    lit, row, table, column = set(), -1, -1, -1
    for name, attributes in elements_in(explorer.view.value):
        if name == "table":
            table, row = table + 1, -2
        elif name == "tr":
            row, column = row + 1, -1
        elif name == "td" and row >= 0:
            column += 1
            if "nv-shared" in attributes.get("class", ""):
                lit.add((table, row, column))
    return lit


@pytest.mark.parametrize("norm", NORMS)
def test_picture_lights_the_pool_before_and_after_and_nothing_else(norm):
    explorer = nv.AxesExplorer(norm=norm)
    for cell in every_cell(explorer):
        set_cell(explorer, cell)
        pool = set(zip(*map(np.ndarray.tolist, np.nonzero(explorer.result.pool)), strict=True))
        sentences = explorer.result.pool.shape[0]
        assert drawn_pool(explorer) == pool | {(b + sentences, t, k) for b, t, k in pool}


def test_outline_runs_around_the_pool_and_only_there():
    explorer = nv.AxesExplorer(example="three sentences", norm="group norm")
    styles = [
        a.get("style", "")
        for n, a in elements_in(explorer.view.value)
        if n == "td" and "nv-shared" in a.get("class", "")
    ]
    before = styles[:8]  # 4 tokens × 2 features
    assert [style.count("2px") for style in before] == [2, 2, 1, 1, 1, 1, 2, 2]
    assert "--t:2px" in before[0]
    assert "--l:2px" in before[0]


def test_tables_hold_the_block_before_and_after():
    explorer = nv.AxesExplorer(norm="layer norm")
    tables = tables_in(explorer.view.value)
    before = [table.numbers() for table in tables if table.caption.startswith("Before")]
    after = [table.numbers() for table in tables if table.caption.startswith("After")]
    np.testing.assert_allclose(before, explorer.result.batch.values)
    np.testing.assert_allclose(after, explorer.result.normalized.y, atol=5.1e-5)


def test_colour_says_whether_the_pool_runs_down_the_tokens():
    explorer = nv.AxesExplorer()
    for norm in NORMS:
        explorer.norm.value = norm
        tones = {
            a["class"].split("nv-tone-")[1].split()[0]
            for n, a in elements_in(explorer.view.value)
            if n == "table"
        }
        assert tones == {"column" if norm in POOLED_DOWN else "row", "affine"}


def test_next_and_previous_walk_through_every_cell_and_around():
    explorer = nv.AxesExplorer(norm="layer norm")
    first = explorer.result.cell
    seen = []
    for _ in range(explorer.result.pool.size):
        seen.append(explorer.result.cell)
        explorer.next.click()
    assert sorted(seen) == list(every_cell(explorer))
    assert explorer.result.cell == first
    explorer.previous.click()
    assert explorer.result.cell == seen[-1]


def test_step_draws_once():
    explorer = nv.AxesExplorer(cell=(1, 4, 3))
    pictures = []
    explorer.view.observe(lambda change: pictures.append(change.new), "value")
    explorer.next.click()  # moves all three numbers
    assert explorer.result.cell == (1, 0, 0)
    assert len(pictures) == 1


def test_groups_are_the_divisors_of_the_features():
    explorer = nv.AxesExplorer(np.random.default_rng(0).normal(size=(2, 3, 6)), norm="group norm")
    assert [value for _, value in explorer.groups.options] == [1, 2, 3, 6]
    assert not explorer.groups.disabled
    for groups in (1, 2, 3, 6):
        explorer.groups.value = groups
        assert explorer.result.count == 3 * 6 // groups
    explorer.norm.value = "layer norm"
    assert explorer.groups.disabled


def test_group_norm_of_one_group_is_the_layer_norm_of_a_whole_sentence_and_of_single_features_instance_norm():
    batch = a_block(3)
    explorer = nv.AxesExplorer(batch, norm="group norm")
    explorer.groups.value = 1
    whole = torch.nn.functional.layer_norm(torch.tensor(batch.values), batch.values.shape[1:])
    np.testing.assert_allclose(explorer.result.normalized.y, whole, atol=1e-10)
    explorer.groups.value = 4
    np.testing.assert_allclose(explorer.result.normalized.y, nv.instance_norm(batch.values).y, atol=1e-10)


@pytest.mark.parametrize(
    "data",
    [
        np.arange(24.0).reshape(2, 3, 4),
        np.arange(24.0).reshape(2, 3, 4).tolist(),
        torch.arange(24.0).reshape(2, 3, 4),
        nv.PaddedBatch.from_vectors(np.arange(24.0).reshape(2, 3, 4)),
    ],
    ids=["array", "lists", "tensor", "batch"],
)
def test_own_block_is_taken_as_it_is(data):
    explorer = nv.AxesExplorer(data)
    np.testing.assert_array_equal(explorer.result.batch.values, np.arange(24.0).reshape(2, 3, 4))
    assert explorer.result.batch.mask.all()
    assert explorer.error is None


def test_own_sentences_are_looked_up_padded_and_can_be_typed_anew():
    explorer = nv.AxesExplorer(["How are", "tea"])
    assert explorer.result.batch.values[0, 0].tolist() == [7.5, 9.2, 1.5]
    assert explorer.result.batch.lengths.tolist() == [2, 1]
    assert explorer.result.made_up == ("tea",)
    assert "tea" in words_of(explorer.view.value)
    explorer.sentences.value = "one\ntwo three four"
    assert explorer.result.batch.tokens[1] == ("two", "three", "four")
    known = nv.AxesExplorer(["tea"], embedding={"tea": [1.0, 2.0]})
    assert known.result.batch.values.tolist() == [[[1.0, 2.0]]]


HOSTILE = "<script>alert(1)</script>"


def test_what_a_reader_types_stays_text():
    explorer = nv.AxesExplorer([HOSTILE])
    assert "script" not in {name for name, _ in elements_in(explorer.view.value)}
    assert "<script>" in words_of(explorer.view.value)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("sentence", 3, "sentence: expected 1 to 2, got 3"),
        ("token", 0, "token: expected a whole number of at least 1, got 0"),
        ("feature", 9, "feature: expected 1 to 3, got 9"),
    ],
)
def test_a_cell_outside_the_block_is_answered_in_the_view(name, value, words):
    explorer = nv.AxesExplorer()
    explorer.controls[name].value = value
    assert words in explorer.error
    assert words in words_of(explorer.view.value)
    assert explorer.result is None
    explorer.next.click()  # nowhere to step from
    explorer.controls[name].value = 1
    assert explorer.error is None


def test_sentences_that_cannot_be_a_block_are_answered_in_the_view():
    explorer = nv.AxesExplorer()
    explorer.example.value = "your sentences"
    explorer.sentences.value = "tea\n\ncake"
    assert "sentences[1]" in explorer.error
    explorer.sentences.value = ""
    assert "at least one sentence" in explorer.error
    explorer.sentences.value = "tea"
    assert explorer.error is None


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"data": np.zeros((4, 3))}, ValueError, r"data: expected 3 axes.*\(4, 3\)"),
        ({"data": "How are you"}, TypeError, "data: expected"),
        ({"data": 3}, TypeError, "data: expected"),
        ({"data": np.full((1, 2, 2), np.nan)}, ValueError, "finite"),
        ({"data": []}, ValueError, "at least one sentence"),
        ({"data": ["tea", " "]}, ValueError, "empty sentence"),
        ({"norm": "weight norm"}, ValueError, "norm: expected one of"),
        ({"example": "z table"}, ValueError, "example: expected one of"),
        ({"embedding": [1]}, TypeError, "embedding: expected a mapping"),
        ({"features": 0}, ValueError, "features"),
        ({"cell": (1, 5, 1)}, ValueError, "token: expected 1 to 4, got 5"),
        ({"cell": (1, 2)}, ValueError, "cell: expected 3 numbers"),
        ({"cell": 4}, TypeError, "cell: expected"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments, error, words):
    with pytest.raises(error, match=words):
        nv.AxesExplorer(**arguments)


def test_of_a_large_block_little_is_drawn_and_all_is_counted():
    data = np.random.default_rng(1).normal(size=(32, 100, 64))
    explorer = nv.AxesExplorer(data, cell=(20, 70, 40))
    assert explorer.result.count == 3200
    small = nv.AxesExplorer(data[:4, :10, :8])
    assert len(elements_in(explorer.view.value)) < 1.3 * len(elements_in(small.view.value))
    words = words_of(explorer.view.value)
    assert "tokens 66 to 73 of 100" in words
    assert "3200 cells" in words
    (chosen,) = [a for n, a in elements_in(explorer.view.value) if "nv-cell" in a.get("class", "")][:1]
    assert "nv-shared" in chosen["class"]


@each([(norm, shape) for norm in NORMS for shape in ((1, 1, 1), (1, 1, 5), (1, 6, 1), (5, 1, 1), (4, 9, 13))])
def test_blocks_of_every_shape_can_be_drawn(norm, shape):
    explorer = nv.AxesExplorer(np.arange(np.prod(shape), dtype=float).reshape(shape), norm=norm)
    for _ in range(3):
        assert explorer.error is None
        explorer.next.click()


def test_a_new_block_is_normalized_anew_and_stepping_is_not():
    explorer = nv.AxesExplorer(["tea"])
    for sentences in ("tea\ncake", "tea", "cake and tea", "tea\ncake\nand"):
        explorer.sentences.value = sentences  # the block before is gone, and its place in memory free
        np.testing.assert_array_equal(explorer.result.normalized.x, explorer.result.batch.values)
    before = explorer.result.normalized
    explorer.next.click()
    assert explorer.result.normalized is before
