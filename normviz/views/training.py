"""A stored training, step by step, and the distributions inside two networks beside each other."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from normviz.drawing.scale import Scale
from normviz.views.recorded import look_at
from normviz.views.settings import Given

PLACES = {"the activation's input": "after", "before the norm, z": "before"}
LOSS = "Loss (how wrong; always unsure: 0.69)"
MEASURES = {
    LOSS: "frame_loss",
    "σ of the layer's outputs": "input_std",
    "Shift by one step, in σ": "shift_step",
    "Shift since the start, in σ": "shift_start",
    "Turn of the next layer's gradient, 1 − cos": "gradient_turn",
}
IN_TABLE = ("input_mean", "input_std", "shift_step", "shift_start")
NEEDED = {"norm", "frame_step", "bin_edges", "before", "after", *IN_TABLE, *MEASURES.values()}


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    run: Given  # of normviz.experiments.Training
    step: int  # the step of the picture
    left: int  # the numbers of the two networks' norms in the run
    right: int
    layer: int  # of which the curves show it, counted from 0
    seed: int = 0  # the number of the seed
    place: str = next(iter(PLACES))  # one of PLACES, where the values are taken
    measure: str = LOSS  # one of MEASURES, what the curves show


@dataclass(frozen=True, eq=False)
class Network:
    """One of the two networks, with one seed but for ``curve``."""

    norm: str  # its norm's key
    loss: float  # nats, of all points at this step
    shares: np.ndarray  # (H, F, bins): of every layer at every frame, the share of values in each bin
    numbers: np.ndarray  # (4, H): mean and σ of a layer's outputs, shift by one step, since the start
    curve: np.ndarray  # (S, F): the chosen measure, every seed
    accuracy: float  # share of all points on their side at this step, 0 to 1; NaN where not recorded
    sides: np.ndarray | None  # (G, G): what it answers all over the plane; None where not recorded


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    networks: tuple[Network, Network]
    seed: int  # the one that is followed
    seed_at: int  # its place among all
    asked: int  # what is shown is the recorded step that is nearest to it
    step: int
    frame: int  # its number among the recorded ones
    frame_step: np.ndarray  # (F,), the steps that were recorded
    edges: np.ndarray  # of the histograms' bins
    scale: Scale  # the part of their axis that is shown
    tallest: float  # their largest share
    place: str  # where the values are taken
    measure: str  # what the curves show, with its layer
    # (N, 2), every other point on the second arm; None where that was not recorded
    points: np.ndarray | None


def compute(settings: Settings) -> Result:
    """Take both networks at the recorded step that is nearest to the one asked for."""
    run = settings.run.value
    frames = np.asarray(run["frame_step"])
    frame = look_at(frames, settings.step)
    scale, tallest = _window(settings.run, PLACES[settings.place], settings.seed)
    measure = settings.measure
    if measure != LOSS:
        measure += f", layer {settings.layer + 1}"
    return Result(
        networks=tuple(_network(settings, m, frame) for m in (settings.left, settings.right)),
        seed=run.seeds[settings.seed],
        seed_at=settings.seed,
        asked=settings.step,
        step=int(frames[frame]),
        frame=frame,
        frame_step=frames,
        edges=run["bin_edges"],
        scale=scale,
        tallest=tallest,
        place=settings.place,
        measure=measure,
        points=run.arrays["point"][settings.seed] if "point" in run.arrays else None,
    )


def _network(settings: Settings, m: int, frame: int) -> Network:
    run, s = settings.run.value, settings.seed
    curve = run[MEASURES[settings.measure]][:, m]
    return Network(
        norm=str(run["norm"][m]),
        loss=float(run["frame_loss"][s, m, frame]),
        shares=run[PLACES[settings.place]][s, m],
        numbers=np.array([run[key][s, m, :, frame] for key in IN_TABLE], dtype=float),
        curve=(curve if settings.measure == LOSS else curve[:, settings.layer]).astype(float),
        accuracy=float(run["frame_accuracy"][s, m, frame]) if "frame_accuracy" in run.arrays else np.nan,
        sides=run["side"][s, m, frame] if "side" in run.arrays else None,
    )


@lru_cache(maxsize=16)
def _window(run: Given, place: str, seed: int) -> tuple[Scale, float]:
    """The axis and the height that suit all networks and steps of a seed, so that nothing jumps."""
    shares, edges = np.nan_to_num(run.value[place][seed]), run.value["bin_edges"]
    centres = np.abs(edges[1:] + edges[:-1]) / 2
    beyond = [(shares * (centres > limit)).sum(axis=-1).max() for limit in edges[edges > 0]]
    reach = float(edges[edges > 0][np.argmax(np.array(beyond) <= 0.01)])
    return Scale(-reach, reach), float(shares.max()) or 1.0
