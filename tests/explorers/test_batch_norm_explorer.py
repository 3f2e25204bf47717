"""BatchNormExplorer: the documents' tables, any other table, and one cell's arithmetic."""

import re

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.drawing.numbers import fixed, plain
from normviz.models.batch_norm import ARTICLE, DIVIDE_BY, GPA_IQ, TWO, YOURS, Z_TABLE
from tests.markup import elements_in, tables_in, words_of

N, N_MINUS_1 = DIVIDE_BY
EXAMPLES = {
    Z_TABLE: nv.examples.z_table,
    GPA_IQ: nv.examples.gpa_iq,
    TWO: nv.examples.two_students,
    ARTICLE: nv.examples.article_batch,
}
EPS = 1e-5


def column_norm(x, correction=0):
    """Batch norm in three lines of its own, without the package."""
    mean = x.sum(axis=0) / len(x)
    var = ((x - mean) ** 2).sum(axis=0) / (len(x) - correction)
    return (x - mean) / np.sqrt(var + EPS)


def drawn(explorer):
    """The tables of the picture by caption."""
    return {table.caption: table for table in tables_in(explorer.view.value)}


def steps(explorer):
    """The arithmetic: name → text."""
    return dict(re.findall(r'nv-name">(.+?) </span>= (.+?)</li>', explorer.view.value.replace("\xa0", " ")))


def typed(text):
    explorer = nv.BatchNormExplorer(example=ARTICLE)
    explorer.example.value = YOURS
    explorer.table.value = text
    return explorer


# --- the documents' numbers -----------------------------------------------------------------------


def test_z_table_shows_every_number_to_four_decimals():
    after = drawn(nv.BatchNormExplorer())["After"]
    assert after.head[1:] == ["z1", "z2", "z3"]
    assert [row[1:] for row in after.rows[:5]] == [
        ["1.1859", "1.1667", "−0.2041"],
        ["−0.7906", "−0.5000", "−0.2041"],
        ["−1.1859", "−1.3333", "−1.2247"],
        ["1.1859", "1.1667", "1.8371"],
        ["−0.3953", "−0.5000", "−0.2041"],
    ]
    before = drawn(nv.BatchNormExplorer())["Before"]
    assert before.rows[5:] == [["μ", "4.0000", "3.6000", "4.2000"], ["σ", "2.5298", "1.2000", "0.9798"]]


def test_article_shows_both_answers_and_names_the_divisor():
    explorer = nv.BatchNormExplorer(example=ARTICLE)
    assert drawn(explorer)["After"].numbers(named="row 1") == [-1.2247] * 4
    assert "/ 3 = 32 / 3 = 10.6667" in steps(explorer)["σ²"]
    explorer.divide_by.value = N_MINUS_1
    after = drawn(explorer)["After"]
    assert after.numbers(named="row 1") == [-1.0] * 4
    assert "/ (3 − 1) = 32 / 2 = 16" in steps(explorer)["σ²"]
    assert after.rows[-1] == ["σ (n − 1)", *["1.0000"] * 4]


def test_gpa_and_iq_make_m_and_its_batch_norm():
    explorer = nv.BatchNormExplorer(example=GPA_IQ)
    tables = drawn(explorer)
    assert [row[1] for row in tables["Before"].rows] == ["18.9", "8.7", "8.5", "16.2", "13.0750", "4.5762"]
    assert [row[1] for row in tables["After"].rows[:4]] == ["1.2729", "−0.9560", "−0.9997", "0.6829"]
    assert steps(explorer)["M"] == "8.9 · 1 + 100 · 0.1 + 0 = 18.9"


def test_half_the_weights_and_another_bias_change_m_and_leave_the_output():
    explorer = nv.BatchNormExplorer(example=GPA_IQ)
    first = explorer.result.normalized
    with explorer.hold():
        explorer.w1.value, explorer.w2.value, explorer.b.value = 0.5, 0.05, 1.0
    again = explorer.result.normalized
    np.testing.assert_allclose(again.x, first.x / 2 + 1, rtol=1e-12)
    np.testing.assert_allclose(again.y, first.y, atol=1e-5)  # ε does not shrink with the weights
    assert drawn(explorer)["After"].numbers(named="student 1") == [1.2729]


def test_two_students_come_out_as_plus_and_minus_one_whatever_the_weights():
    explorer = nv.BatchNormExplorer(example=TWO)
    rng = np.random.default_rng(2)
    for _ in range(20):
        with explorer.hold():
            for name in ("w1", "w2", "w3", "w4", "b", "b2"):
                explorer.controls[name].value = round(rng.uniform(-2, 2), 2)
        y = explorer.result.normalized.y
        np.testing.assert_allclose(np.abs(y), 1, atol=1e-2)
        np.testing.assert_allclose(y.sum(axis=0), 0, atol=1e-9)


def test_two_nodes_take_their_weights_as_the_document_numbers_them():
    explorer = nv.BatchNormExplorer(example=TWO)
    weights = {"w1": 0.3, "w2": -1.2, "w3": 0.7, "w4": 1.9, "b": 0.4, "b2": -0.6}
    with explorer.hold():
        for name, value in weights.items():
            explorer.controls[name].value = value
    w1, w2, w3, w4, b11, b12 = weights.values()
    node_1 = [1 * w1 + 2 * w3 + b11, 10 * w1 + 11 * w3 + b11]
    node_2 = [1 * w2 + 2 * w4 + b12, 10 * w2 + 11 * w4 + b12]
    np.testing.assert_allclose(explorer.result.table.values, np.column_stack([node_1, node_2]))


@pytest.mark.parametrize("example", EXAMPLES)
def test_output_is_what_torch_gives_in_training(example):
    normalized = nv.BatchNormExplorer(example=example).result.normalized
    layer = torch.nn.BatchNorm1d(normalized.x.shape[1], dtype=torch.float64)
    np.testing.assert_allclose(
        normalized.y, layer(torch.tensor(normalized.x)).detach().numpy(), rtol=1e-9, atol=1e-12
    )


# --- any sequence of controls ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_any_sequence_of_controls_equals_a_fresh_computation(seed):
    rng = np.random.default_rng(seed)
    explorer = nv.BatchNormExplorer()
    gamma, beta = {}, {}
    for _ in range(60):
        action = rng.choice(["example", "divide", "cell", "weight", "gamma", "beta", "reset"])
        if action == "example":
            example = rng.choice(list(EXAMPLES))
            if example != explorer.example.value:
                explorer.example.value = example
                gamma, beta = {}, {}
        elif action == "divide":
            explorer.divide_by.value = rng.choice([N, N_MINUS_1])
        elif action == "cell":
            for name in ("row", "column"):
                slider = explorer.controls[name]
                slider.value = int(rng.integers(slider.min, slider.max + 1))
        elif action == "weight":
            name = rng.choice(["w1", "w2", "w3", "w4", "b", "b2"])
            explorer.controls[name].value = round(rng.uniform(-2, 2), 3)
        elif action == "gamma":
            gamma[explorer.column.value] = explorer.gamma.value = round(rng.uniform(-3, 3), 2)
        elif action == "beta":
            beta[explorer.column.value] = explorer.beta.value = round(rng.uniform(-3, 3), 2)
        else:
            explorer.reset()
            gamma, beta = {}, {}
        _assert_fresh(explorer, gamma, beta)


def _assert_fresh(explorer, gamma, beta):
    document = EXAMPLES[explorer.example.value]().values
    v = {name: box.value for name, box in explorer.boxes.items()}
    if explorer.example.value == GPA_IQ:
        document = (document[:, 0] * v["w1"] + document[:, 1] * v["w2"] + v["b"])[:, None]
    elif explorer.example.value == TWO:
        node_1 = document[:, 0] * v["w1"] + document[:, 1] * v["w3"] + v["b"]
        node_2 = document[:, 0] * v["w2"] + document[:, 1] * v["w4"] + v["b2"]
        document = np.column_stack([node_1, node_2])
    columns = range(1, document.shape[1] + 1)
    y = column_norm(document, DIVIDE_BY[explorer.divide_by.value])
    y = y * [gamma.get(k, 1.0) for k in columns] + [beta.get(k, 0.0) for k in columns]
    result = explorer.result
    np.testing.assert_allclose(result.normalized.y, y, atol=1e-9)
    assert (v["gamma"], v["beta"]) == (gamma.get(v["column"], 1.0), beta.get(v["column"], 0.0))
    _assert_drawn(explorer, y, v["row"] - 1, v["column"] - 1)


def _assert_drawn(explorer, y, row, column):
    """The picture shows these numbers, and follows the chosen cell."""
    tables, n = drawn(explorer), len(y)
    assert np.abs(np.array(tables["After"].numbers()[:n]) - y).max() <= 0.5e-4 + 1e-9
    assert (
        np.abs(np.array(tables["Before"].numbers()[:n]) - explorer.result.table.values).max() <= 0.5e-4 + 1e-9
    )
    correction = DIVIDE_BY[explorer.divide_by.value]
    for caption, values in (("Before", explorer.result.table.values), ("After", y)):
        mean, std = tables[caption].numbers()[n:]
        np.testing.assert_allclose(mean, values.mean(axis=0), atol=0.51e-4)
        np.testing.assert_allclose(std, values.std(axis=0, ddof=correction), atol=0.51e-4)
    lead = next(words for words in explorer.view.value.split("</p>") if "nv-lead" in words)
    assert fixed(y[row, column]) in lead
    arithmetic = steps(explorer)
    assert arithmetic["y"].endswith(f"= {fixed(y[row, column])}")
    assert arithmetic["μ"].endswith(f"= {plain(explorer.result.table.values[:, column].mean())}")


def test_lead_says_how_far_the_value_really_lies_although_epsilon_shrinks_the_output():
    explorer = nv.BatchNormExplorer([[0.0], [0.001]], row=2)
    assert "0.001 lies 1.0000 σ above the mean of its column. Output 0.1562." in words_of(explorer.view.value)


def test_column_of_equal_numbers_lies_on_its_mean():
    explorer = nv.BatchNormExplorer([[0.1], [0.1], [0.1]])
    assert "lies on the mean" in words_of(explorer.view.value)
    assert drawn(explorer)["After"].numbers(named="row 1") == [0.0]
    assert steps(explorer)["σ²"].endswith("/ 3 = 0 / 3 = 0")


def test_mean_that_is_zero_but_for_the_last_bits_is_written_as_zero():
    explorer = nv.BatchNormExplorer([[-0.2], [2.4], [0.6], [1.1], [-0.6], [-3.3]])
    assert explorer.result.normalized.mean != 0
    assert steps(explorer)["μ"].endswith(" / 6 = 0")
    assert "(2.4 − 0)²" in steps(explorer)["σ²"]


# --- one's own table ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        np.array([[8.9, 100], [6.2, 25]]),
        [[8.9, 100], [6.2, 25]],
        {"GPA": [8.9, 6.2], "IQ": [100, 25]},
        nv.Table.of([[8.9, 100], [6.2, 25]], columns=["GPA", "IQ"]),
        torch.tensor([[8.9, 100], [6.2, 25]], dtype=torch.float64, requires_grad=True),
    ],
    ids=["array", "rows", "mapping", "Table", "tensor"],
)
def test_own_data_of_every_kind_is_normalized(data):
    explorer = nv.BatchNormExplorer(data)
    np.testing.assert_allclose(explorer.result.normalized.y, column_norm(np.array([[8.9, 100], [6.2, 25]])))
    assert explorer.example.value == YOURS


def test_own_data_outlives_a_look_at_the_documents_and_a_reset():
    explorer = nv.BatchNormExplorer([[1.0, 5.0], [2.0, 9.0]], row=2, column=2)
    explorer.example.value = ARTICLE
    explorer.reset()
    assert (explorer.result.row, explorer.result.column) == (1, 1)
    np.testing.assert_array_equal(explorer.result.table.values, [[1, 5], [2, 9]])


def test_typed_table_with_names_is_drawn_with_them():
    explorer = typed("GPA, IQ\nAda, 8.9, 100\nBen, 6.2, 25")
    before = drawn(explorer)["Before"]
    assert before.head[1:] == ["GPA", "IQ"]
    assert [row[0] for row in before.rows[:2]] == ["Ada", "Ben"]
    explorer.column.value = 2
    assert explorer.gamma.box.description == "γ of IQ"
    assert explorer.row.box.description == "Row, 1 to 2"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1, 2\n3, x", "expected a number in line 2, got 'x'"),
        ("1, 2\n3", "expected 2 numbers a line, got 1 in line 2"),
        ("", "expected at least one line of numbers, got none"),
        ("a, b", "expected at least one line of numbers, got none"),
        ("1, nan\n2, 3", "finite"),
        ("1, inf\n2, 3", "finite"),
        ("1, 1e999\n2, 3", "finite"),
    ],
)
def test_typed_table_that_cannot_be_read_is_answered_in_words(text, says):
    explorer = typed("1, 2\n3, 4")
    last = words_of(explorer.view.value)
    explorer.table.value = text
    shown = words_of(explorer.view.value)
    assert says in explorer.error
    assert explorer.error in shown
    assert explorer.result is None
    assert shown.endswith(last)
    assert "nv-stale" in explorer.view.value

    explorer.table.value = "5, 6\n7, 9"
    assert explorer.error is None
    np.testing.assert_array_equal(explorer.result.table.values, [[5, 6], [7, 9]])


def test_one_typed_row_gives_beta_and_has_no_sample_variance():
    explorer = typed("1, 2")
    np.testing.assert_array_equal(explorer.result.normalized.y, [[0, 0]])
    explorer.divide_by.value = N_MINUS_1
    assert explorer.result is None
    assert "nv-error" in explorer.view.value


@pytest.mark.parametrize(("name", "value"), [("row", 6), ("row", 0), ("column", 4), ("column", -1)])
def test_typed_cell_outside_the_table_is_answered_in_words(name, value):
    explorer = nv.BatchNormExplorer()
    explorer.controls[name].value = value
    assert re.search("expected a (cell of the 5 × 3 table|whole number of at least 1)", explorer.error)
    explorer.controls[name].value = 2
    assert explorer.error is None


@pytest.mark.parametrize("name", ["gamma", "beta", "w1"])
def test_box_without_a_number_is_answered_in_words(name):
    explorer = nv.BatchNormExplorer(example=GPA_IQ)
    explorer.controls[name].value = float("nan")
    assert "finite" in explorer.error


@pytest.mark.parametrize(
    ("arguments", "error", "names"),
    [
        ({"example": "iris"}, ValueError, "example"),
        ({"data": "7, 5, 4"}, TypeError, "data"),
        ({"data": [[1, 2], [3]]}, ValueError, "data"),
        ({"data": [[1, np.nan]]}, ValueError, "data"),
        ({"data": np.zeros((2, 2, 2))}, ValueError, "data"),
        ({"row": 6}, ValueError, "row"),
        ({"row": 0}, ValueError, "row"),
        ({"row": 1.0}, TypeError, "row"),
        ({"column": 4}, ValueError, "column"),
        ({"example": GPA_IQ, "column": 2}, ValueError, "column"),
        ({"example": TWO, "column": 3}, ValueError, "column"),
        ({"data": [[1.0], [2.0]], "column": 2}, ValueError, "column"),
    ],
)
def test_unusable_argument_is_refused_by_name(arguments, error, names):
    with pytest.raises(error, match=names):
        nv.BatchNormExplorer(**arguments)


# --- the picture ----------------------------------------------------------------------------------


def test_hostile_names_stay_words():
    hostile = "<script>alert(1)</script>"
    explorer = nv.BatchNormExplorer(nv.Table.of([[1.0], [2.0]], rows=[hostile, "b"], columns=[hostile]))
    assert "script" not in {name for name, _ in elements_in(explorer.to_html())}
    assert drawn(explorer)["Before"].head[1] == hostile
    assert not explorer.gamma.box.description_allow_html
    assert len(explorer.gamma.box.description) <= len("γ of ") + 16


def test_large_table_is_drawn_in_few_rows_and_follows_the_chosen_one():
    values = np.random.default_rng(0).normal(size=(3000, 64))
    explorer = nv.BatchNormExplorer(values, row=2500, column=40)
    before = drawn(explorer)["Before"]
    assert len(before.rows) < 50
    shown = before.numbers(named="row 2500")[before.head[1:].index("x40")]
    assert shown == pytest.approx(values[2499, 39], abs=0.51e-4)
    assert len(explorer.view.value) < 60_000
    assert "…" in steps(explorer)["μ"]


def test_chosen_column_is_outlined_and_the_chosen_cell_marked():
    explorer = nv.BatchNormExplorer(row=3, column=2)
    classes = [(a.get("class") or "").split() for name, a in elements_in(explorer.view.value) if name == "td"]
    assert sum("nv-in" in names for names in classes) == 2 * 5
    assert sum("nv-cell" in names for names in classes) == 2


@pytest.mark.parametrize(
    ("example", "shown"),
    [
        (Z_TABLE, {"example", "divide_by", "row", "column", "gamma", "beta"}),
        (GPA_IQ, {"example", "divide_by", "row", "w1", "w2", "b", "gamma", "beta"}),
        (TWO, {"example", "divide_by", "row", "column", "w1", "w2", "w3", "w4", "b", "b2", "gamma", "beta"}),
        (YOURS, {"example", "divide_by", "table", "row", "column", "gamma", "beta"}),
    ],
)
def test_only_controls_that_do_something_are_shown(example, shown):
    explorer = nv.BatchNormExplorer()
    explorer.example.value = example

    def visible(widget):
        if widget.layout.display != "none":
            yield widget
            for child in getattr(widget, "children", ()):
                yield from visible(child)

    there = list(visible(explorer.bar))
    assert {name for name, control in explorer.controls.items() if control in there} == shown


# --- what chapter 02 asks its reader to find ------------------------------------------------------


@pytest.mark.parametrize(
    ("example", "moves", "found"),
    [
        (Z_TABLE, {"row": 3}, {("After", "row 3"): [-1.1859, -1.3333, -1.2247]}),
        (Z_TABLE, {"row": 4, "column": 3}, {("After", "row 4"): [1.1859, 1.1667, 1.8371]}),
        (Z_TABLE, {"gamma": 2, "beta": 1}, {("After", "μ"): [1, 0, 0], ("After", "σ"): [2, 1, 1]}),
        (GPA_IQ, {"b": 2}, {("Before", "μ"): [15.075], ("After", "student 1"): [1.2729]}),
        (
            GPA_IQ,
            {"w1": 0.5, "w2": 0.05, "b": 1},
            {("Before", "student 1"): [10.45], ("Before", "σ"): [2.2881], ("After", "student 1"): [1.2729]},
        ),
        (GPA_IQ, {"w2": 0}, {("After", "student 1"): [0.6402], ("After", "student 3"): [0.128]}),
        (TWO, {"w1": -1}, {("After", "student 1"): [1, 1], ("After", "student 2"): [-1, -1]}),
        (TWO, {"w1": -0.5}, {("Before", "student 1"): [0.5, 0.5], ("After", "student 1"): [0, 1]}),
        (ARTICLE, {"column": 4}, {("After", "row 1"): [-1.2247] * 4}),
        (ARTICLE, {"divide_by": N_MINUS_1}, {("Before", "μ"): [5, 6, 7, 8], ("After", "row 1"): [-1] * 4}),
        (Z_TABLE, {"divide_by": N_MINUS_1}, {("After", "row 1"): [1.0607, 1.0435, -0.1826]}),
    ],
)
def test_moves_that_the_chapter_asks_for_show_the_numbers_that_it_names(example, moves, found):
    explorer = nv.BatchNormExplorer(example=example)
    for name, value in moves.items():
        explorer.move(**{name: value})
    tables = drawn(explorer)
    assert {(table, row): tables[table].numbers(named=row) for table, row in found} == found


def test_a_single_line_is_said_to_be_one_row():
    explorer = nv.BatchNormExplorer([[12.0, 30, 18, 41]])
    assert "The table has one row" in words_of(explorer.view.value)
    assert "The table has one row" not in words_of(nv.BatchNormExplorer([12.0, 30, 18, 41]).view.value)
