"""What readers bring: large tables are drawn in few marks, and runs of their own, whole or interrupted."""

import numpy as np
import pytest

import normviz as nv
from normviz import experiments
from tests.markup import words_of
from tests.sample import quickly

RANDOM = np.random.default_rng(0)
LARGE = {
    "moderator": (lambda: nv.ModeratorExplorer(np.arange(200.0)), {"person": 150}, "person 150"),
    "affine": (lambda: nv.AffineExplorer(np.arange(3200.0)), {"row": 2000}, "row 2000"),
    "epsilon": (lambda: nv.EpsilonExplorer(np.arange(1000.0)), {}, "first 12 values"),
    "batch norm": (
        lambda: nv.BatchNormExplorer(RANDOM.normal(size=(3000, 64))),
        {"row": 2500, "column": 40},
        "x40",
    ),
    "scaling": (lambda: nv.ScalingExplorer(RANDOM.uniform(1, 2, size=(60_000, 3))), {}, "κ"),
    "running": (
        lambda: nv.RunningStatisticsExplorer(RANDOM.normal(size=(2000, 1)), rows=2),
        {"seen": 1000},
        "1000",
    ),
    "padding": (
        lambda: nv.PaddingExplorer([RANDOM.normal(size=(n, 64)) for n in RANDOM.integers(20, 100, size=32)]),
        {"feature": 63},
        "d64",
    ),
    "axes": (
        lambda: nv.AxesExplorer(RANDOM.normal(size=(32, 100, 64))),
        {"sentence": 20, "token": 70, "feature": 40},
        "3200 cells",
    ),
}


@pytest.mark.parametrize(("made", "moves", "says"), LARGE.values(), ids=LARGE)
def test_large_data_are_drawn_in_few_marks_and_what_is_followed_is_among_them(made, moves, says):
    explorer = made()
    explorer.move(**moves)
    assert explorer.error is None
    assert says in words_of(explorer.view.value)
    assert len(explorer.view.value) < 120_000


TINY = {
    nv.TrainingExplorer: experiments.Training(
        steps=6, frames=4, points=64, batch_size=16, width=8, norms=("none", "bn")
    ),
    nv.RaceExplorer: experiments.Race(
        steps=4,
        frames=3,
        validation=8,
        batch_sizes=(4,),
        learning_rates=(0.01,),
        positions=("pre",),
        norms=("rms",),
    ),
}


@pytest.mark.parametrize("kind", quickly(TINY, nv.TrainingExplorer))
def test_a_run_of_one_s_own_is_shown_and_an_interrupted_one_as_far_as_it_came(kind):
    experiment = TINY[kind]

    def stop(done, total):
        if done > 0.6 * total:
            raise KeyboardInterrupt

    explorer = kind(experiment.run(seeds=[3]))
    assert explorer.error is None
    assert 3 in (getattr(explorer.result, "seed", None), *getattr(explorer.result, "seeds", ()))
    run = experiment.run(seeds=1, progress=stop)
    assert not run.complete
    explorer = kind(run, step=int(run["frame_step"][-1]))
    assert explorer.error is None
    assert "–" in words_of(explorer.view.value)
    assert "nan" not in explorer.view.value.lower()
