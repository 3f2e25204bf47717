"""Tables that somebody pastes are read whatever printed them, or refused in words."""

import re

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.diagnosis.pasted import as_text, read_pasted

WANTED = np.array([[1.5, -2.25], [30.0, 0.125]])


@pytest.mark.parametrize(
    "text",
    [
        "1.5, -2.25\n30, 0.125",
        "1.5 −2.25\n30 0.125",
        "1.5;-2.25\n30;0.125\n",
        "a, b\n1.5, -2.25\n30, 0.125",
        str(WANTED),
        repr(WANTED),
        str(WANTED.tolist()),
        repr([[np.float64(v) for v in row] for row in WANTED]),
        "     0       1\n0   1.5  -2.250\n1  30.0   0.125",
        "         IQ    GPA\nfirst   1.5 -2.250\nsecond 30.0  0.125",
        "     x1    x2\n3   1.5 -2.250\n7  30.0  0.125\n",
        "      [,1]   [,2]\n[1,]  1.5 -2.250\n[2,] 30.0  0.125\n",
        "      [,1]\n[1,]  1.5\n[2,] 30.0\n       [,2]\n[1,] -2.250\n[2,]  0.125\n",
        "        a      b\n[1,]  1.5 -2.250\n[2,] 30.0  0.125\n",
        "       [,1]   [,2]\nfirst   1.5 -2.250\nsecond 30.0  0.125\n",
        "| a | b |\n|---|---|\n| 1.5 | -2.25 |\n| 30 | 0.125 |\n",
        "a | b\n:-: | -:\n1.5 | −2.25\n30 | 0.125",
        "1.5 & -2.25 \\\\\n30 & 0.125 \\\\[2pt]\n",
        "$$\\begin{pmatrix} 1.5 & -2.25 \\\\ 30 & 0.125 \\end{pmatrix}$$",
        "\\left[\\begin{array}{cc} 1.5 & \\textbf{-2.25} \\\\ 30 & 0.125 \\end{array}\\right]",
        "\\begin{table}[h]\\centering\\caption{Layer [2]}\n"
        "\\begin{tabular}[t]{rr} 1.5 & -2.25 \\\\ 30 & 0.125\n\\end{tabular}\\end{table}",
        "A = [1.5 -2.25; 30 0.125]",
        "\\begin{tabular}{cc}\\hline a & b \\\\ \\midrule 1.5 & $-2.25$ \\\\ 30 & 0.125 \\end{tabular}",
        f"Input: {torch.Size([2, 2])}\n{torch.tensor(WANTED)}",
        f"out[0] of [2 rows] is\n{torch.tensor(WANTED)}\nshape: (2, 2)",
        str(torch.tensor(WANTED)),
        str(torch.tensor(WANTED, requires_grad=True) * 1),
    ],
)
def test_every_printout_of_a_table_is_read(text):
    np.testing.assert_array_equal(read_pasted("x", text)[0], WANTED)


def test_the_numbers_before_the_lines_of_a_vector_of_r_are_no_part_of_it():
    assert read_pasted("x", "[1] 1.5 2.5 3\n[4] 4 5\n")[0].tolist() == [[1.5, 2.5, 3, 4, 5]]


@pytest.mark.parametrize("shape", [(4,), (4, 3), (2, 3, 4), (4, 1), (1, 4)])
def test_what_is_written_is_read_again(shape):
    values = np.random.default_rng(0).normal(size=shape).round(3)
    again = read_pasted("x", as_text(values))[0]
    np.testing.assert_array_equal(again.reshape(shape), values)
    np.testing.assert_array_equal(read_pasted("x", str(values))[0].reshape(shape), values)


@pytest.mark.parametrize(
    ("text", "decimals"),
    [
        ("1.0000, -1.0000", 4),
        ("1.5, 2", 1),
        ("1, 2", None),
        ("0.1234567891, 1", None),
        ("1e-5, 2.5", 1),
        ("1.8137e+00, 2.0123e-02", 4),
        ("1.8137e+01, 2.0123e-02", 3),
        ("1.81370000e+00", None),
        ("1.8137e-04, 2.0123e-05", 8),
        ("1.5e-17, 0.3333333333", None),
        ("1.5e-17, 0.3333", 4),
        ("[[0.1235, 1.5]], dtype=torch.float16", None),
    ],
)
def test_the_decimals_are_those_that_were_written(text, decimals):
    assert read_pasted("x", text)[1] == decimals


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least one line"),
        ("1, 2\n3", "line 2"),
        ("1 2\n3 4 5", "line 2"),
        ("1 2\n0 4 5\n1 6", "line 2"),
        ("1, two", "'two'"),
        ("[[1, 2], [3]]", "equal length"),
        ("[1, 2", "brackets"),
        ("| 1 | 2 |\n|---|---|\n| 3 | two |", "'two'"),
        ("1 & 2 \\\\ 3", "line 2"),
        ("     [,1] [,2]\n[1,] 1 NA", "'NA'"),
        ("[1, nan]", "finite numbers, got nan at index"),
        ("[[nan 1.]\n [2. -inf]]", "finite numbers, got nan at index"),
        ("[-inf, 1]", "finite numbers, got -inf at index"),
        ("[[nan], [1, 2]]", "equal length"),
        ("[['1', nan], [two]]", "brackets"),
        ("1, nan", "expected a number in line 1, got 'nan'"),
        ("tensor([[1., 2., ..., 3.]])", "torch.set_printoptions(profile='full')"),
        ("[__import__('os').system('true')]", "brackets"),
        ("[[[[1]]]]", "axes"),
        ("1, inf", "got 'inf'"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(text, words):
    with pytest.raises((ValueError, TypeError), match=re.escape(words)) as refused:
        read_pasted("result", text)
    assert str(refused.value).startswith("result")


def test_the_explorer_follows_what_is_pasted():
    explorer = nv.DiagnoseExplorer()
    assert explorer.result.diagnosis.matches[0].divisor == "n - 1"
    z = nv.examples.z_table().values
    explorer.x.value, explorer.y.value = str(z), str(nv.layer_norm(z).y.round(4))
    assert [m.pool for m in explorer.result.diagnosis.matches] == ["rows"]
    assert "each row" in explorer.view.value
    assert "nv-across" in explorer.view.value
    explorer.y.value = "1, 2, 3"
    assert "result: expected the input's shape (5, 3)" in explorer.error
    explorer.y.value = "<script>"
    assert "<script>" not in explorer.view.value
    assert explorer.example.value == "your tables"
    explorer.reset()
    assert explorer.error is None
    assert explorer.result.diagnosis.matches[0].divisor == "n - 1"


def test_who_pastes_a_result_that_is_not_finite_is_told_where_it_can_be_asked_about():
    explorer = nv.DiagnoseExplorer()
    for text in ("[[nan, 1.], [2., 3.]]", "1, nan", "1, inf", "1, −inf", "1, 1e999", "[1, 1e999]"):
        explorer.y.value = text
        assert re.search("got '?(nan|-?inf|1e999)", explorer.error)
        assert explorer.error.endswith("in code, nv.diagnose(x, result) takes such a result")
    explorer.y.value, explorer.x.value = "1, 2", "1, nan"
    assert "nv.diagnose" not in explorer.error


def pasted(x, y):
    explorer = nv.DiagnoseExplorer()
    explorer.x.value, explorer.y.value = str(x), str(y)
    assert explorer.error is None
    return explorer.result.diagnosis


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_a_printout_of_half_precision_is_taken_as_exactly_as_it_is(name, seed):
    x = torch.randn(6, 4, generator=torch.Generator().manual_seed(seed)).to(getattr(torch, name))
    for layer, pool in ((torch.nn.BatchNorm1d(4), "columns"), (torch.nn.LayerNorm(4), "rows")):
        y = layer.to(x.dtype)(x).detach()
        printouts = [(x, y)]
        if name == "float16":
            printouts.append((repr(x.numpy()), repr(y.numpy())))
        for printed in printouts:
            found = pasted(*printed)
            assert found.precision == f"to {name} precision"
            assert [(m.pool, m.divisor, m.gamma) for m in found.matches] == [(pool, "n", None)]


@pytest.mark.parametrize("seed", range(5))
def test_of_a_scientific_printout_x_is_taken_as_rounded(seed):
    x = torch.randn(6, 4, generator=torch.Generator().manual_seed(seed)) * torch.logspace(-3, -4, 4)
    assert "e-0" in str(x)
    for axis, pool in enumerate(("columns", "rows")):
        y = (x - x.mean(axis, keepdims=True)) / x.std(axis, keepdims=True)
        assert [(m.pool, m.divisor, m.gamma) for m in pasted(x, y).matches] == [(pool, "n - 1", None)]


def test_fewer_decimals_leave_more_conventions_open():
    explorer = nv.DiagnoseExplorer([[0.0], [0.02], [0.05]], nv.batch_norm([[0.0], [0.02], [0.05]]).y.round(6))
    counts = []
    for decimals in (6, 4, 2, 1):
        explorer.decimals.value = decimals
        counts.append(sum(len(match.eps) for match in explorer.result.diagnosis.matches))
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_one_of_two_tables_is_refused():
    with pytest.raises(ValueError, match="result: expected x and result together"):
        nv.DiagnoseExplorer([1, 2])


def test_of_a_wide_table_the_explorer_draws_the_first_columns_and_says_so():
    x = np.arange(3 * 64, dtype=float).reshape(3, 64) ** 2
    explorer = nv.DiagnoseExplorer(x, nv.batch_norm(x).y.round(6))
    assert explorer.result.x.shape == (3, 64)
    assert "Input, columns 1 to 12 of 64" in explorer.view.value
    assert "x12" in explorer.view.value and "x13" not in explorer.view.value
    narrow = nv.DiagnoseExplorer(x[:, :12], nv.batch_norm(x[:, :12]).y.round(6))
    assert "x12" in narrow.view.value and "columns 1 to" not in narrow.view.value
