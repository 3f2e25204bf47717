"""The training explorer: what stands in the run stands in the picture, for any run, whole or interrupted."""

import base64
import io
import re
from itertools import product

import numpy as np
import pytest
from PIL import Image

import normviz as nv
from normviz import experiments
from normviz.drawing.numbers import fixed
from normviz.drawing.spiral import MOST_POINTS
from normviz.drawing.training import EDGE
from normviz.views import training as model
from normviz.views.settings import Given
from tests.each import each
from tests.markup import tables_in, words_of


def run_like(norms=("none", "bn"), frames=5, layers=2, seeds=(0, 1), **changed):
    """A run of made-up numbers, all different, so that a mixed-up axis shows."""
    rng = np.random.default_rng(0)
    shape = (len(seeds), len(norms), layers, frames)
    arrays = {
        "norm": np.array(norms),
        "frame_step": np.arange(frames) * 3,
        "bin_edges": np.linspace(-4, 4, 9),
        "frame_loss": rng.random(shape[:2] + shape[3:]),
        "before": rng.dirichlet(np.ones(8), size=shape),
        "after": rng.dirichlet(np.ones(8), size=shape),
    }
    arrays |= {key: rng.random(shape) for key in model.NEEDED - arrays.keys()}
    return experiments.Run("training", {}, arrays | changed, tuple(seeds), {}, True)


def settings_of(run, *, step=0, left=0, right=1, layer=1, **others):
    return model.Settings(Given(run), step, left, right, layer, **others)


@each(list(product([0, 2, 4], [0, 1], [(0, 1), (2, 0)])))
def test_table_and_lead_show_the_runs_numbers_at_this_step(frame, seed, pair):
    run = run_like(norms=("none", "bn", "bn_noise"), layers=3)
    settings = settings_of(run, step=3 * frame, left=pair[0], right=pair[1], seed=seed)
    picture = nv.TrainingExplorer.draw(model.compute(settings))
    for table, m in zip(tables_in(picture), pair, strict=True):
        wanted = np.array([run[key][seed, m, :, frame] for key in model.IN_TABLE]).T
        assert np.allclose(table.numbers(), wanted, atol=6e-4)
        assert fixed(run["frame_loss"][seed, m, frame], 3) in words_of(picture)


def test_a_layer_is_asked_for_where_the_curves_are_of_one():
    explorer = nv.TrainingExplorer(run_like())
    for measure in model.MEASURES:
        explorer.measure.value = measure
        assert explorer.layer.visible == (measure != model.LOSS)


def sides_drawn(picture):
    """The images of both networks, as places more dark than clear, without what is added around them."""
    found = []
    for source in re.findall(r"data:image/png;base64,([^\"]+)", picture):
        found.append(
            np.array(Image.open(io.BytesIO(base64.b64decode(source))).convert("RGBA"))[2:-2, 2:-2, 3] > 127
        )
    return found


@pytest.mark.parametrize("frame", [0, 20, 60])
def test_the_plane_is_dark_where_the_network_expects_the_second_arm_and_wrong_points_are_crossed_out(frame):
    run = experiments.stored("training")
    result = model.compute(settings_of(run, step=int(run["frame_step"][frame]), layer=2))
    picture = nv.TrainingExplorer.draw(result)
    drawn, crosses = sides_drawn(picture), re.findall(r'd="([^"]*)" class="nv-wrong"', picture)
    for m, places in enumerate(drawn):
        assert (places == (run["side"][0, m, frame] == 1)).all()
        # A point's own place says what the share of right answers says, but for those on a boundary.
        last = len(places) - 1
        at = np.round((result.points * [1, -1] / EDGE + 1) / 2 * last).astype(int).clip(0, last)
        right = places[at[:, 1], at[:, 0]] == np.arange(len(at)) % 2
        assert right.mean() == pytest.approx(run["frame_accuracy"][0, m, frame], abs=0.04)
        assert crosses[m].count("l2,2") == (~right[:MOST_POINTS]).sum()
    assert len(drawn) == 2
