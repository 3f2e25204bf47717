"""The ruler's contract: it says μ, step and reading in full, and all places are linear in them."""

import re

import numpy as np
import pytest
from bs4 import BeautifulSoup

import normviz as nv
from normviz.drawing.numbers import brief
from normviz.drawing.ruler import axis_of, marks_of, ruler, ruler_of
from normviz.explorers.controls import Number, all_in

RULED = ("Padding", "BatchNorm", "Moderator", "Epsilon", "RunningStatistics", "Axes", "Affine", "Diagnose")
CLOSE = {"rel": 1e-12, "abs": 1e-12}


def percent(text):
    return float(text.removesuffix("%"))


def stages_in(markup):
    return BeautifulSoup(str(markup), "html.parser").select("[data-stage]")


def check(stage):
    """Whatever a stage shows is where its numbers say."""
    low, high = map(float, stage.select_one("[data-axis]")["data-axis"].split())

    def at(x):
        return 100 * (x - low) / (high - low)

    for dot in stage.select("[data-x]"):
        if dot.name == "circle":
            assert percent(dot["cx"]) == pytest.approx(np.clip(at(float(dot["data-x"])), -2, 102), abs=0.006)
    for drawn in stage.select("[data-ruler]"):
        mean, step = float(drawn["data-mean"]), float(drawn["data-step"])
        assert step > 0
        zero = drawn.select_one(".nv-ruler-zero")
        assert percent(zero["x1"]) == percent(zero["x2"]) == pytest.approx(at(mean), abs=0.001)
        for numeral in drawn.select(".nv-numeral:not(.nv-second)"):
            k = float(numeral.get_text().replace("−", "-"))
            assert percent(numeral["x"]) == pytest.approx(at(mean + k * step), abs=0.001)
        if names := drawn.select_one("[data-names]"):
            at_zero, over, at_end = names.select("line")
            assert percent(at_zero["x1"]) == percent(over["x1"]) == pytest.approx(at(mean), abs=0.001)
            assert (
                percent(over["x2"])
                == percent(at_end["x1"])
                == pytest.approx(min(at(mean + step), 103), abs=0.001)
            )
            said = [words.find_all("tspan")[-1].get_text() for words in names.select("text")]
            assert said == [brief(mean, step), brief(step)][-len(said) :]
        gamma, beta = map(float, drawn.get("data-affine", "1 0").split())
        plumb = stage.select_one(".nv-plumb")
        if "data-reading" in drawn.attrs:
            x = low + percent(plumb["x1"]) / 100 * (high - low)
            away, long = drawn.select_one(".nv-ruler-away"), marks_of(100 * step / (high - low))[1]
            assert (percent(away["x1"]), away["x2"]) == (pytest.approx(at(mean), abs=0.001), plumb["x1"])
            read = (float(drawn["data-reading"]) - beta) / gamma if gamma else 0
            assert float(away["pathlength"]) * long == pytest.approx(abs(read), abs=6e-4 * long) or not gamma
            assert (x - mean) / step == pytest.approx(read, abs=1e-4 * (high - low) / step) or not gamma


@pytest.mark.parametrize("seed", range(15))
def test_mean_step_and_reading_of_any_pool_are_those_of_normalize(seed):
    at_random = np.random.default_rng(seed)
    values = at_random.normal(
        at_random.normal() * 10, 10.0 ** at_random.integers(-3, 4), at_random.integers(1, 60)
    )
    outside = at_random.random(len(values)) < 0.3
    outside[0] = False
    gamma, beta, picked = at_random.normal(), at_random.normal(), 0
    made = nv.normalize(values, 0, mask=~outside, gamma=gamma, beta=beta)
    pool = values[~outside]
    own = ruler_of(pool, made.mean.item(), made.var.item(), eps=made.eps, gamma=gamma, beta=beta)
    (stage,) = stages_in(
        ruler(
            values,
            [own],
            axis=axis_of(values, own),
            label="pool",
            outside=outside,
            picked=picked,
            picked_name="x",
        )
    )
    (drawn,) = stage.select("[data-ruler]")
    assert float(drawn["data-mean"]) == pytest.approx(made.mean.item(), **CLOSE)
    assert float(drawn["data-step"]) == pytest.approx(np.sqrt(made.var.item() + made.eps), **CLOSE)
    assert float(drawn["data-reading"]) == pytest.approx(made.y[picked], rel=1e-9, abs=1e-9)
    counted = [
        float(dot["data-x"]) for dot in stage.select("[data-x]") for _ in range(int(dot.get("data-count", 1)))
    ]
    assert np.mean(counted) == pytest.approx(pool.mean(), rel=1e-9, abs=1e-9)
    assert len(counted) == len(pool)
    check(stage)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", RULED)
def test_every_stop_of_every_slider_has_a_true_ruler(name):
    explorer = getattr(nv, f"{name}Explorer")()
    for described in all_in(explorer.controls_for(explorer.settings)):
        if not isinstance(described, Number) or not described.visible:
            continue
        values = described.values()
        for value in values[:: max(1, len(values) // 8)]:
            explorer.move(**{described.name: value})
            found = stages_in(explorer.view.value)
            assert found, (name, described.name, value, explorer.error)
            for stage in found:
                check(stage)
        explorer.reset()


# Diagnose has a ruler for each convention, and a sentence of its own.
@pytest.mark.parametrize("name", RULED[:-1])
def test_what_is_read_out_says_what_the_0_one_step_and_the_reading_are(name):
    view = getattr(nv, f"{name}Explorer")().view
    said = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", view.sentence)]
    for drawn in stages_in(view.value)[0].select("[data-ruler]"):  # of two it is the one that counts
        told = [float(drawn[f"data-{what}"]) for what in ("mean", "step", "reading")]
        if all(pytest.approx(number, rel=1e-3, abs=1e-6) in said for number in told):
            return
    pytest.fail(view.sentence)


def test_the_line_stands_still_while_pads_come():
    explorer = nv.PaddingExplorer()
    for norm in ("batch norm, pads counted", "batch norm without pads"):
        axes, tops = set(), set()
        for length in range(4, 29):
            explorer.move(padding_length=length, norm=norm)
            (stage,) = stages_in(explorer.view.value)
            axes.add(stage.select_one("[data-axis]")["data-axis"])
            tops.add(stage.select_one("[data-top]")["data-top"])
        assert len(axes) == len(tops) == 1


@pytest.mark.parametrize("settings", [{}, {"example": "three sentences"}])
def test_the_line_stands_still_while_another_norm_or_cell_is_chosen(settings):
    explorer, axes = nv.AxesExplorer(**settings), set()
    for norm in explorer.norm.options:
        explorer.move(norm=norm)
        for sentence, feature in ((1, 1), (2, 3)):
            explorer.move(sentence=sentence, feature=feature)
            (stage,) = stages_in(explorer.view.value)
            axes.add(stage.select_one("[data-axis]")["data-axis"])
            for band in stage.select(".nv-ruler-band"):
                assert percent(band["x"]) >= 0 and percent(band["x"]) + percent(band["width"]) <= 100
    assert len(axes) == 1


@pytest.mark.parametrize(
    ("data", "lines"),
    [([[7, 5], [2, 3], [1, 2]], 1), ([[1, 900], [2, 300], [4, 200]], 2), ([[7, 5], [2, 3], [99, 2]], 2)],
)
def test_columns_share_a_line_where_they_are_of_one_size(data, lines):
    """There a smaller σ is a shorter step, and the ruler can go from one column to the next."""
    explorer, axes = nv.BatchNormExplorer(data), set()
    for explorer.column.value in (1, 2):
        axes |= {one.select_one("[data-axis]")["data-axis"] for one in stages_in(explorer.view.value)}
    assert len(axes) == lines


@pytest.mark.parametrize(
    ("name", "x", "anchor"),
    [
        ("Nitish", 2.0, "start"),
        ("Nitish", -2.0, "end"),
        ("Nitish", 7.0, "middle"),
        ("understanding", -7.0, "start"),
    ],
)
def test_a_name_gives_way_to_a_pile_of_pads_and_stays_within_the_line(name, x, anchor):
    values, real = np.array([x, 9.0, -9.0, *[0.0] * 20]), np.array([True] * 3 + [False] * 20)
    axis = axis_of(values, ruler_of(values, values.mean(), values.var()))
    (stage,) = stages_in(
        ruler(values, [], axis=axis, label="", real=real, picked=0, picked_name=name, keys=str)
    )
    assert stage.find("text", string=name)["text-anchor"] == anchor


def test_the_picture_says_what_the_0_and_one_step_of_the_ruler_are():
    (stage,) = stages_in(nv.PaddingExplorer().view.value)
    names = stage.select_one("[data-names]").get_text(" ", strip=True)
    assert names == "mean 3.90 one step = σ = 3.41"
    (stage,) = stages_in(nv.AxesExplorer(norm="RMS norm").view.value)
    assert "mean" not in stage.select_one("[data-names]").get_text(), "nothing is subtracted"


def test_a_numeral_of_the_line_gives_way_to_the_plumb_line():
    explorer = nv.BatchNormExplorer([[0.0], [5.0], [10.0]], row=2)
    stage, *_ = stages_in(explorer.view.value)
    hidden = [one.get_text() for one in stage.select("[data-near][visibility=hidden]")]
    assert hidden == ["5"]


def test_a_constant_column_is_a_stub_and_every_dot_reads_0():
    explorer = nv.BatchNormExplorer([[5.0], [5.0], [5.0]])
    (drawn,) = (stage.select_one("[data-ruler]") for stage in stages_in(explorer.view.value))
    assert float(drawn["data-step"]) == pytest.approx(np.sqrt(1e-5))
    assert float(drawn["data-reading"]) == 0


def test_an_rms_norm_subtracts_nothing_in_its_note_either():
    (stage,) = stages_in(nv.AxesExplorer(norm="RMS norm").view.value)
    x, step = (
        float(stage.select_one(".nv-picked")["data-x"]),
        float(stage.select_one("[data-step]")["data-step"]),
    )
    assert stage.select_one("[data-counts]").get_text() == f"{x:g} / {step:.2f}"


def test_numerals_of_the_second_row_are_γ_times_those_above_plus_β():
    values = np.array([1.0, 2.0, 6.0])
    one = ruler_of(values, values.mean(), values.var(), gamma=2.0, beta=0.5)
    (stage,) = stages_in(ruler(values, [one], axis=axis_of(values, one), label="three numbers"))
    rows = {False: {}, True: {}}
    for numeral in stage.select(".nv-numeral"):
        rows["nv-second" in numeral["class"]][numeral["x"]] = float(numeral.text.replace("−", "-"))
    first, second = rows.values()
    assert second == {x: 2 * number + 0.5 for x, number in first.items()}
