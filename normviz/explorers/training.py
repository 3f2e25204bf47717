"""TrainingExplorer: a stored training, step by step, and the distributions inside two networks beside each other."""

from dataclasses import dataclass

import numpy as np

from normviz import _inputs
from normviz.drawing.numbers import fixed
from normviz.drawing.scale import Scale
from normviz.drawing.training import name_of, training_picture
from normviz.explorers.base import Explorer

PLACES = {"the activation's input": "after", "before the norm, z": "before"}
LOSS = "Loss of all points, nats"
MEASURES = {
    LOSS: "frame_loss",
    "σ of what the layer hands on": "input_std",
    "Shift by one step, in σ": "shift_step",
    "Shift since the start, in σ": "shift_start",
    "Turn of the next layer's gradient, 1 − cos": "gradient_turn",
}
TABLE = ("input_mean", "input_std", "shift_step", "shift_start")
NEEDED = {"norm", "frame_step", "bin_edges", "before", "after", *TABLE, *MEASURES.values()}


@dataclass(frozen=True, eq=False)
class Network:
    """One of the two networks, with one seed but for ``curve``.

    Attributes
    ----------
    norm : its norm's key
    loss : nats, of all points at this step
    shares : array, (H, F, bins): of every layer at every frame, the share of values in each bin
    numbers : array, (4, H): mean and σ of what each layer hands on, shift by one step, shift since the start
    curve : array, (S, F): the chosen measure, every seed
    """

    norm: str
    loss: float
    shares: np.ndarray
    numbers: np.ndarray
    curve: np.ndarray


@dataclass(frozen=True, eq=False)
class TrainingResult:
    """Everything the picture shows.

    Attributes
    ----------
    networks : the two :class:`Network`
    seed, seed_at : the seed that is followed, and its place among all
    step, frame : the step of the picture, and its number among the recorded ones
    frame_step : array, (F,), the steps that were recorded
    edges, scale, tallest : of the histograms: bin edges, the part of the axis that is shown, the largest share
    place : where the values are taken
    measure : what the curves show, with its layer
    """

    networks: tuple[Network, Network]
    seed: int
    seed_at: int
    step: int
    frame: int
    frame_step: np.ndarray
    edges: np.ndarray
    scale: Scale
    tallest: float
    place: str
    measure: str


class TrainingExplorer(Explorer):
    """Walk through a recorded training: in every hidden layer, the distribution of what its activation gets.

    Parameters
    ----------
    run : a run of ``normviz.experiments.Training``, complete or interrupted; the stored one unless told
    step : the step shown at first; the last recorded one unless told
    left, right : the norms of the two networks, such as "none" and "bn"; the run's first two unless told

    Raises
    ------
    TypeError, ValueError
        For what is no run of ``Training``, a step outside it, or a norm that it does not have.

    Examples
    --------
    >>> explorer = TrainingExplorer(step=0)
    >>> [round(n.loss, 2) for n in explorer.result.networks]
    [0.72, 0.71]
    """

    heading = "Training explorer"

    def __init__(
        self, run=None, *, step: int | None = None, left: str | None = None, right: str | None = None
    ):
        self._run = _training(run)
        norms = list(self._run["norm"])
        pair = [norms[0] if left is None else left, norms[min(1, len(norms) - 1)] if right is None else right]
        for name, norm in zip(("left", "right"), pair, strict=True):
            if not isinstance(norm, str) or norm not in norms:
                raise ValueError(f"{name}: expected one of {', '.join(norms)}, got {_inputs.brief(norm)}")
        self._pair = pair
        self._frames = np.asarray(self._run["frame_step"])
        last = int(self._frames[-1])
        self._step = last if step is None else _inputs.whole("step", step, at_least=0)
        if self._step > last:
            raise ValueError(f"step: expected at most {last}, got {step}")
        self._scales = {}
        super().__init__()

    def build(self):
        run, last = self._run, int(self._frames[-1])
        # Equal steps of the slider lead from frame to frame; a typed step finds the nearest frame.
        every = int(self._frames[1] - self._frames[0]) if len(self._frames) > 1 else 1
        step = self.number("step", f"Step, 0 to {last}", 0, max(last, 1), every, self._step, whole=True)
        norms = [(name_of(norm), m) for m, norm in enumerate(run["norm"])]
        codes = list(run["norm"])
        left = self.choice("left", "Network on the left", norms, codes.index(self._pair[0]), width="12.5em")
        right = self.choice(
            "right", "Network on the right", norms, codes.index(self._pair[1]), width="12.5em"
        )
        seeds = [(str(seed), s) for s, seed in enumerate(run.seeds)]
        seed = self.choice("seed", "Seed", seeds, width="8em")
        place = self.choice("place", "Distributions of", list(PLACES), width="12.5em")
        measure = self.choice("measure", "Curves below", list(MEASURES), width="24em")
        layers = [(str(h + 1), h) for h in range(run["before"].shape[2])]
        layer = self.choice("layer", "Layer of the curves", layers, layers[-1][1], width="12em")
        self.react("measure")
        return [[step, left, right], [place, seed, measure, layer]]

    def react(self, name):
        if name == "measure":
            self.show("layer", self.measure.value != LOSS)

    def compute(self) -> TrainingResult:
        run, last = self._run, int(self._frames[-1])
        step = _inputs.whole("step", self.value("step"), at_least=0)
        if step > last:
            raise ValueError(f"step: expected at most {last}, the last that was recorded, got {step}")
        frame = int(np.abs(self._frames - step).argmin())
        place = PLACES[self.place.value]
        scale, tallest = self._window(place)
        measure = self.measure.value
        if measure != LOSS:
            measure += f", layer {self.layer.value + 1}"
        return TrainingResult(
            networks=tuple(self._network(m, frame, place) for m in (self.left.value, self.right.value)),
            seed=run.seeds[self.seed.value],
            seed_at=self.seed.value,
            step=int(self._frames[frame]),
            frame=frame,
            frame_step=self._frames,
            edges=run["bin_edges"],
            scale=scale,
            tallest=tallest,
            place=self.place.value,
            measure=measure,
        )

    def render(self, result):
        return training_picture(result)

    def in_words(self, result):
        when = "Before the first step" if result.step == 0 else f"After {result.step} steps"
        losses = [
            f"{'not recorded' if np.isnan(n.loss) else fixed(n.loss, 3)} with {name_of(n.norm)}"
            for n in result.networks
        ]
        chosen = "" if result.place == next(iter(PLACES)) else f" Distributions of {result.place}."
        chosen += "" if result.measure == LOSS else f" Curves: {result.measure}."
        return f"{when}, seed {result.seed}: the loss is {' and '.join(losses)}.{chosen}"

    def _network(self, m: int, frame: int, place: str) -> Network:
        run, s = self._run, self.seed.value
        curve = run[MEASURES[self.measure.value]][:, m]
        return Network(
            norm=str(run["norm"][m]),
            loss=float(run["frame_loss"][s, m, frame]),
            shares=run[place][s, m],
            numbers=np.array([run[key][s, m, :, frame] for key in TABLE], dtype=float),
            curve=(curve if self.measure.value == LOSS else curve[:, self.layer.value]).astype(float),
        )

    def _window(self, place: str) -> tuple[Scale, float]:
        """The axis and the height that suit all networks and steps of a seed, so that nothing jumps."""
        key = place, self.seed.value
        if key not in self._scales:
            shares = np.nan_to_num(self._run[place][self.seed.value])
            edges = self._run["bin_edges"]
            centres = np.abs(edges[1:] + edges[:-1]) / 2
            beyond = [(shares * (centres > limit)).sum(axis=-1).max() for limit in edges[edges > 0]]
            reach = float(edges[edges > 0][np.argmax(np.array(beyond) <= 0.01)])
            self._scales[key] = Scale(-reach, reach), float(shares.max()) or 1.0
        return self._scales[key]


def _training(run):
    # torch is slow to import, and a stored run needs none of it.
    from normviz.experiments import Run, stored

    if run is None:
        return stored("training")
    if not isinstance(run, Run):
        raise TypeError(f"run: expected a run of experiments.Training, got {_inputs.describe(run)}")
    missing = sorted(NEEDED - run.arrays.keys())
    if missing:
        raise ValueError(
            f"run: expected a run of Training, got one of {run.name} without {', '.join(missing)}"
        )
    if not run.seeds:
        raise ValueError("run: expected at least one seed, got a run that was interrupted before its first")
    return run
