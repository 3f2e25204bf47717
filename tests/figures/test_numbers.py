"""What stands in a figure is what the model has computed: in its words, its tables and its marks."""

from itertools import islice

import numpy as np
import pytest
from normviz.figures.epsilon import PLACES

import normviz as nv
from normviz.examples import long_batch
from tests.each import each
from tests.figures.drawn import (
    axes_of,
    band,
    drawn_rows,
    marks,
    names_in,
    numbers_in,
    points,
    rows_in,
    states,
    title_of,
)
from tests.markup import number

STATES = 2


def close(drawn, true):
    """Equal as far as they are written: to four decimals, or to five digits beside a power of ten."""
    drawn, true = np.asarray(drawn, dtype=float), np.asarray(true, dtype=float)
    unit = np.where(np.abs(true) < 1e6, 1, np.abs(true))
    np.testing.assert_allclose(drawn / unit, true / unit, rtol=0, atol=5.1e-5)


def same(drawn, true):
    np.testing.assert_allclose(drawn, true, rtol=1e-12, atol=1e-12)


def check_line(ax, values, mean, std, real=None):
    """A number line shows every value once, μ, the band, and μ and σ in words."""
    shown = np.concatenate([points(ax, gid)[:, 0] for gid in ("real", "pads", "picked")])
    same(np.sort(shown), np.sort(values))
    if real is not None:
        dots, pads = (np.sort(points(ax, gid)[:, 0]) for gid in ("real", "pads"))
        picked = points(ax, "picked")[0, 0]
        assert len(dots) + len(pads) + 1 == len(values)
        padded = len(pads) < (~real).sum()  # the chosen one
        same(np.sort(np.append(pads, [picked] * int(padded))), np.sort(values[~real]))
    said = ax.get_title(loc="left")
    if mean is None:  # measured from 0
        assert "mean" not in [line.get_gid() for line in ax.lines]
        same(band(ax), (-std, std))
        close(number(said.rpartition("root mean square ")[2]), std)
        return
    same(points(ax, "mean")[0, 0], mean)
    same(band(ax), (mean - std, mean + std))
    close([number(n) for n in said.rpartition("μ ")[2].split(", σ ")], [mean, std])


def check_moderator(result, axes, title):
    columns = np.column_stack([result.minutes, result.balanced, result.y])
    rows = numbers_in(axes["people"])
    close(rows[: len(drawn_rows(columns))], drawn_rows(columns))
    close(rows[-2:], [columns.mean(0), columns.std(0)])
    summaries = result.before, result.after, result.final
    for place, values, summary in zip(("minutes", "balanced", "y"), columns.T, summaries, strict=True):
        check_line(axes[place], values, summary.mean, summary.std)
        same(points(axes[place], "picked")[0, 0], values[result.person])
    assert result.method in title


def check_scaling(result, axes, title):
    same(points(axes["plane"], "path"), result.path)
    same(points(axes["plane"], "lowest")[0], result.bowl.lowest)
    for ellipse in marks(axes["plane"], "contour"):
        losses = result.bowl.loss(ellipse.get_xy())
        np.testing.assert_allclose(losses - result.bowl.floor, losses[0] - result.bowl.floor, rtol=1e-6)
    (curve,) = [line for line in axes["way"].lines if len(line.get_xdata()) == len(result.path)]
    powers = curve.get_ydata()
    finite = np.isfinite(powers)
    away = np.linalg.norm(result.path - result.bowl.lowest, axis=1)[finite]
    np.testing.assert_allclose(10 ** powers[finite], away / away[0], rtol=1e-6)
    for k, place in enumerate(("first", "second")):
        values = result.values[:, k]
        check_line(axes[place], values, values.mean(), values.std())
    assert (result.steps_needed is None) == ("diverges" in title or "never" in title)


def check_batch_norm(result, axes, title):
    x, y, k = result.normalized.x, result.normalized.y, result.column
    drawn = heads(axes["before"])
    first = next(i for i, name in enumerate(result.table.columns) if name in drawn)
    shown = slice(first, first + 4)
    before, after = (numbers_in(axes[place]) for place in ("before", "after"))
    close(before[: len(drawn_rows(x))], drawn_rows(x)[:, shown])
    close(after[: len(drawn_rows(y))], drawn_rows(y)[:, shown])
    close(before[-2:], [result.normalized.mean[0, shown], result.normalized.std[0, shown]])
    after_std = y.std(0, ddof=result.normalized.correction)
    close(after[-2:], [y.mean(0)[shown], after_std[shown]])
    check_line(axes["line before"], x[:, k], result.normalized.mean[0, k], result.normalized.std[0, k])
    check_line(axes["line after"], y[:, k], y[:, k].mean(), after_std[k])
    assert number(title.rpartition("becomes ")[2]) == pytest.approx(y[result.row, k], abs=5.1e-5)


def heads(ax):
    return [label.get_text() for label in ax.get_xticklabels()]


def check_epsilon(result, axes, title):
    x_hat = np.column_stack([result.x_hat[place] for place in PLACES])
    close(numbers_in(axes["values"]), drawn_rows(x_hat))
    for place in PLACES:
        drawn = points(axes["sizes"], f"divided by {PLACES[place]}")
        np.testing.assert_array_equal(drawn, np.column_stack([result.sizes, result.largest[place]]))
    (outlined,) = marks(axes["values"], "pool")
    edges = axes["values"].get_xticks()
    inside = (edges > np.nanmin(outlined.get_xdata())) & (edges < np.nanmax(outlined.get_xdata()))
    assert list(inside) == [place == result.place for place in PLACES]


def check_diagnose(result, axes, title):
    for place, values in (("input", result.x), ("result", result.y)):
        close(numbers_in(axes[place]), drawn_rows(values)[:, :4])
    said = " ".join(text.get_text() for text in axes["words"].texts).split()
    assert title == result.diagnosis.headline
    for match in result.diagnosis.matches[:3]:
        assert match.words in " ".join(said)


def check_affine(result, axes, title):
    assert ("other table" in axes) == (result.other is not None)
    for place, batch in (("batch", result.batch), ("other", result.other)):
        if batch is None:
            continue
        columns = np.column_stack([batch.z, batch.z_hat, batch.p, batch.a])
        columns = columns[:, : 3 if result.activation == "none" else 4]
        rows = numbers_in(axes[f"{place} table"])
        close(rows[: len(drawn_rows(columns))], drawn_rows(columns))
        close(rows[-2:], [columns.mean(0), columns.std(0)])
        stages = [line.get_xdata() for line in marks(axes[f"{place} stages"], "stage")]
        same(stages, columns[:, :3].T)
        same(points(axes[f"{place} stages"], "mean")[:, 0], columns[:, :3].mean(0))
    if result.activation != "none":
        dots = np.column_stack([result.batch.p, result.batch.a])
        np.testing.assert_allclose(points(axes["activation"], "dots"), dots)
        (curve,) = [line for line in axes["activation"].lines if len(line.get_xdata()) > 50]
        same(curve.get_ydata(), result.curve(curve.get_xdata()))
    assert f"p {rows_in(axes['batch table'])[result.row][2]}" in title


def check_affine_learning(result, axes, title):
    error = result.p - result.target
    columns = np.column_stack([result.z_hat, result.p, result.target, error, error * result.z_hat])
    rows = numbers_in(axes["numbers"])
    close(rows[: len(drawn_rows(columns))], drawn_rows(columns))
    close(rows[-1][3:], result.gradients[result.step][::-1])
    taken = slice(result.step + 1)
    same(points(axes["plane"], "path"), result.path[taken])
    same(points(axes["loss"], "L"), np.column_stack([np.arange(result.step + 1), result.losses[taken]]))
    same(points(axes["loss"], "the lowest possible")[:, 1], result.lowest_loss)


def check_training(result, axes, title):
    for n, network in enumerate(result.networks, 1):
        decimals = {"rtol": 0, "atol": 5.1e-4}
        np.testing.assert_allclose(numbers_in(axes[f"network {n} numbers"]), network.numbers.T, **decimals)
        for h in range(len(network.shares)):
            (now,) = marks(axes[f"network {n}, layer {h + 1}"], "now")
            heights, edges, base = now.get_data()
            np.testing.assert_array_equal(edges, result.edges)
            rise = heights - base
            np.testing.assert_allclose(
                rise / rise.sum(),
                network.shares[h, result.frame] / network.shares[h, result.frame].sum(),
                atol=1e-6,
            )
            assert base == -result.step
        median = np.nanmedian(network.curve, axis=0)
        known = np.isfinite(network.curve).any(axis=0)
        lines = [line.get_ydata() for line in axes["curves"].lines]
        assert any(len(line) == known.sum() and np.allclose(line, median[known]) for line in lines)
        seed = network.curve[result.seed_at]
        assert any(len(y) == known.sum() and np.allclose(y, seed[known], equal_nan=True) for y in lines)


def check_running_statistics(result, axes, title):
    n = result.seen
    pairs = [(result.running_mean[n], result.running_var[n])]
    pairs += [(mean[n], var[n]) for mean, var in result.estimates.values()] + [result.population]
    close(numbers_in(axes["numbers"]), [(mean, var, np.sqrt(var)) for mean, var in pairs])
    widths = [bar.get_width() for bar in axes["made of"].patches]
    np.testing.assert_allclose(widths, 100 * result.composition)
    assert sum(widths) == pytest.approx(100)
    root = np.sqrt
    averaged = result.estimates["σ averaged"]
    for place, running, plainly, population, batches in (
        ("μ", result.running_mean, averaged[0], result.population[0], result.means),
        (
            "σ",
            root(result.running_var),
            root(averaged[1]),
            root(result.population[1]),
            root(result.variances),
        ),
    ):
        ax, steps = axes[place], np.arange(n + 1)
        same(points(ax, "running"), np.column_stack([steps, running[: n + 1]]))
        same(points(ax, "the lecture’s plain average"), np.column_stack([steps, plainly[: n + 1]]))
        same(points(ax, "population")[:, 1], population)
        same(points(ax, "dots"), np.column_stack([steps[1:], batches[:n]]))


def check_padding(result, axes, title):
    (b, t), k = result.token, result.feature
    normalized, real = result.normalized, result.table.mask
    if "map" in axes:
        (drawn,) = marks(axes["map"], "map")
        sizes = np.ma.masked_array(np.abs(result.batch.values[..., k]), ~result.batch.mask)
        np.testing.assert_array_equal(drawn.get_array().mask, sizes.mask)
        np.testing.assert_array_equal(drawn.get_array().compressed(), sizes.compressed())
    else:
        names = names_in(axes["before"])
        named = [names.index(name) for name in ("μ", "σ") if name in names]
        before, after = (numbers_in(axes[place]) for place in ("before", "after"))
        first = (
            next(i for i, name in enumerate(names_in(axes["before"])) if name.startswith("…"))
            if any(name.startswith("…") for name in names_in(axes["before"]))
            else len(real)
        )
        x, y = result.table.values, normalized.y.reshape(-1, normalized.y.shape[-1])
        close([row[: x.shape[1]] for row in before[:first]], x[:first])
        close(after[:first], y[:first])
        if named:
            assert result.norm != "layer_norm"
            close([before[i] for i in named], [normalized.mean.ravel(), normalized.std.ravel()])
        else:
            close(
                [row[-2:] for row in before[:first]],
                np.column_stack([normalized.mean.ravel(), normalized.std.ravel()])[:first],
            )
    if result.norm == "layer_norm":
        values = result.batch.values[b, t]
        check_line(axes["line"], values, values.mean(), values.std())
    else:
        mean, std = (s.reshape(-1)[k] for s in (normalized.mean, normalized.std))
        check_line(axes["line"], result.table.values[:, k], mean, std, real)
    word = result.batch.tokens[b][t]
    now = int((~result.batch.mask).sum())
    x_hat = points(axes["law"], f"x̂ of “{word}”")
    same(np.interp(now, *x_hat.T), normalized.x_hat[b, t, k])
    if result.norm in ("batch_norm", "filled_batch_norm"):
        same(points(axes["law"], "μ"), np.column_stack([result.curve_pads, result.curve[0]]))
        same(points(axes["law"], "σ"), np.column_stack([result.curve_pads, result.curve[1]]))
        recounts = np.column_stack([np.repeat(result.pads, 2), result.recounts.ravel()])
        same(points(axes["law"], "dots"), recounts)
    assert title.endswith(rows_after(normalized.y[b, t, k]))


def rows_after(value):
    return f"becomes {value:.4f}".replace("-", "−").replace("−0.0000", "0.0000")


def check_axes(result, axes, title):
    x, y, pool = result.batch.values, result.normalized.y, result.pool
    for b in range(len(x)):
        for when, values in (("before", x), ("after", y)):
            ax = axes[f"{when}, sentence {b + 1}"]
            shown = [int(name[1:]) - 1 for name in heads(ax)]
            close(numbers_in(ax), values[b][:, shown])
            inside = inside_of(ax, pool[b][:, shown].shape)
            np.testing.assert_array_equal(inside, pool[b][:, shown])
    if result.count:
        real = np.broadcast_to(result.batch.mask[..., None], pool.shape)[pool]
        for when, values in (("before", x[pool]), ("after", y[pool])):
            rms = result.norm == "rms_norm"
            mean, std = (None, np.sqrt(np.mean(values**2))) if rms else (values.mean(), values.std())
            check_line(axes[f"pool {when}"], values, mean, std, real)


def inside_of(ax, shape):
    """Which cells a table's outline holds: on their left it is crossed an odd number of times."""
    inside = np.zeros(shape, bool)
    for line in marks(ax, "pool"):
        x, y = line.get_data()
        upright = [(x[i], min(y[i : i + 2])) for i in range(0, len(x), 3) if x[i] == x[i + 1]]
        centres = ax.get_xticks()
        for i in range(shape[0]):
            crossed = [at for at, top in upright if top == i]
            inside[i] = [sum(at < centre for at in crossed) % 2 for centre in centres[: shape[1]]]
    return inside


def check_race(result, axes, title):
    rows = numbers_in(axes["numbers"])
    for row, norm in zip(rows, result.norms, strict=True):
        with np.errstate(all="ignore"):
            known = [values[~np.isnan(values)] for values in result.numbers[norm]]
        true = [np.median(values) if len(values) else np.nan for values in known]
        np.testing.assert_allclose(row, true, atol=5.1e-3)
    lines = [line.get_xydata() for line in axes["curves"].lines]
    for norm in result.norms:
        known = np.isfinite(result.curves[norm]).any(axis=0)
        if known.any():
            curve = np.where(np.isfinite(result.curves[norm]), result.curves[norm], np.nan)[:, known]
            median = np.nanmedian(np.minimum(curve, result.scale.high), axis=0)
            true = np.column_stack([result.frame_step[known], median])
            assert any(line.shape == true.shape and np.allclose(line, true) for line in lines), norm
    assert f"{result.batch_size} sentences" in title


def check_ledger(result, axes, title):
    said = " ".join(" ".join(text.get_text() for text in axes["words"].texts).split())
    assert title.endswith(" ".join(result.claim.printed.split()))
    assert result.claim.place in said
    for i, (_, data) in enumerate(result.tables, 1):
        close(numbers_in(axes[f"table {i}"]), drawn_rows(data.values))
    if result.recomputed is None:
        assert result.claim.why not in said
    else:
        assert " ".join(result.recomputed.working.split()) in said
        assert " ".join(result.claim.why.split()) in said


CHECKS = {
    "ModeratorExplorer": check_moderator,
    "ScalingExplorer": check_scaling,
    "BatchNormExplorer": check_batch_norm,
    "EpsilonExplorer": check_epsilon,
    "DiagnoseExplorer": check_diagnose,
    "AffineExplorer": check_affine,
    "AffineLearningExplorer": check_affine_learning,
    "TrainingExplorer": check_training,
    "RunningStatisticsExplorer": check_running_statistics,
    "PaddingExplorer": check_padding,
    "AxesExplorer": check_axes,
    "RaceExplorer": check_race,
    "LedgerExplorer": check_ledger,
}


def check_states(explorers):
    for explorer in explorers:
        if getattr(explorer.result, "claim", True) is None:
            continue  # a page without a claim has no numbers
        figure = explorer.figure()
        try:
            CHECKS[type(explorer).__name__](explorer.result, axes_of(figure), title_of(figure))
        except Exception as error:
            error.add_note(str(explorer.settings)[:600])
            raise


@each(nv.EXPLORERS, name=lambda kind: kind.__name__)
def test_numbers_of_the_figure_are_those_of_the_result(kind):
    check_states(states(kind, STATES))


@pytest.mark.exhaustive
@each(nv.EXPLORERS, name=lambda kind: kind.__name__)
def test_numbers_of_the_figure_are_those_of_the_result_in_any_state(kind):
    check_states(islice(states(kind, 36, seed=1), 1, None))  # the first is above


def test_rms_norm_is_measured_from_zero_on_paper_too():
    check_states([nv.AxesExplorer(norm="RMS norm")])


def test_a_judged_claim_opens_its_verdict_on_paper():
    explorer = nv.LedgerExplorer(claim="seven-is-invented")
    check_ledger(explorer.result, axes_of(explorer.figure()), title_of(explorer.figure()))
    explorer.judge("wrong")
    check_ledger(explorer.result, axes_of(explorer.figure()), title_of(explorer.figure()))


def test_sigma_has_the_divisor_that_was_chosen_afterwards_too():
    explorer = nv.BatchNormExplorer()
    explorer.controls["divide_by"].value = "n − 1, the sample variance"
    axes = axes_of(explorer.figure())
    close(numbers_in(axes["after"])[-1], np.ones(3))
    assert "σ (n − 1)" in [text.get_text() for text in axes["before"].texts]


def test_a_batch_too_long_for_a_table_is_a_map_with_its_pads_left_blank():
    explorer = nv.PaddingExplorer(example="32 sentences, one of 100 words")
    axes = axes_of(explorer.figure())
    check_padding(explorer.result, axes, title_of(explorer.figure()))
    (drawn,) = marks(axes["map"], "map")
    assert int(drawn.get_array().mask.sum()) == int((~long_batch().batch.mask).sum())
    assert axes["map"].patch.get_hatch()


def test_a_long_table_shows_the_chosen_row_and_says_what_it_leaves_out():
    values = np.arange(600.0).reshape(200, 3)
    figure = nv.BatchNormExplorer(values, row=150, column=2).figure()
    before = axes_of(figure)["before"]
    names = names_in(before)
    assert names[10:] == ["… 139 more", "row 150", "… 50 more", "μ", "σ"]
    assert numbers_in(before)[11] == values[149].tolist()
    frame = points(before, "cell")
    assert frame[:, 1].min() == 11
    bold = [text.get_text() for text in before.texts if text.get_weight() == "bold"]
    assert bold == ["448"]
