"""RaceExplorer: one tiny transformer, several norms, and how far apart they end up, seed by seed."""

from dataclasses import dataclass

import numpy as np

from normviz import _inputs
from normviz.drawing.race import name_of, race_lead, race_picture
from normviz.drawing.scale import Scale
from normviz.explorers.old_base import Explorer
from normviz.race import AXES, RECORDED, race_values

LABELS = {
    "Loss in eval mode, nats": "eval_mode",
    "Loss in train mode, nats": "train_mode",
    "Eval mode minus train mode, nats": "eval_minus_train",
    "Training loss, nats": "training_loss",
    "Gap of the mean, |μ run − μ batch| / σ batch": "mean_gap",
    "Gap of σ, |σ run / σ batch − 1|": "std_gap",
}
LOSSES = ("eval_mode", "train_mode", "training_loss")
TABLE = ("eval_mode", "train_mode", "eval_minus_train", "mean_gap", "std_gap")
PAIRS = (("bn", "ln"), ("bn", "bn_masked"), ("bn_masked", "ln"), ("ln", "rms"), ("ln", "none"))
POSITIONS = {"pre": "before each part (pre)", "post": "after each sum (post)"}
HIGHEST = 4.5  # nats, where the axis of a loss ends: worse than guessing all words alike
NEEDED = {"norm", "frame_step", "loss", "frequency_loss", "pad_share", *AXES, *RECORDED}


@dataclass(frozen=True, eq=False)
class RaceResult:
    """Everything the picture shows.

    Attributes
    ----------
    norms : the keys of the norms that are compared
    curves : norm → array (S, F), the chosen measure of every chosen seed at every look
    numbers : norm → array (5, S) at this step: loss in eval mode, in train mode, their difference, and the gaps of
        μ and of σ
    measure : the key of the chosen measure; label : its name with its unit
    step, frame : the step of the picture, and its number among the looks; frame_step : array (F,), all of them
    seeds : the seeds that are shown
    position, batch_size, learning_rate, pad_share : the setting, and the share of pads in its batches, 0 to 1
    scale : the vertical axis, the same for all norms, positions and steps
    guide : loss of guessing by frequency alone, or None where the measure is no loss
    """

    norms: tuple[str, ...]
    curves: dict
    numbers: dict
    measure: str
    label: str
    step: int
    frame: int
    frame_step: np.ndarray
    seeds: tuple[int, ...]
    position: str
    batch_size: int
    learning_rate: float
    pad_share: float
    scale: Scale
    guide: float | None


class RaceExplorer(Explorer):
    """Compare norms in a recorded race: losses in both modes and the gap between running and batch statistics.

    Parameters
    ----------
    run : a run of ``normviz.experiments.Race``, such as one of your own; the stored one unless told
    norms : the norms compared at first, such as ("bn", "ln"); all unless told
    position, batch_size, learning_rate : the setting shown at first; the first position, the largest batch and the
        largest rate unless told
    measure : "eval_mode", "train_mode", "eval_minus_train", "training_loss", "mean_gap" or "std_gap"
    step : the step shown at first; the last one unless told

    Raises
    ------
    TypeError, ValueError
        For what is no run of ``Race``, or a norm, setting, measure or step that it does not have.

    Examples
    --------
    >>> explorer = RaceExplorer(norms=("bn", "ln"))
    >>> explorer.result.norms, explorer.result.curves["ln"].shape
    (('bn', 'ln'), (4, 13))
    """

    heading = "Race explorer"

    def __init__(
        self,
        run=None,
        *,
        norms=None,
        position: str | None = None,
        batch_size: int | None = None,
        learning_rate: float | None = None,
        measure: str = "eval_mode",
        step: int | None = None,
    ):
        self._run = run = _race(run)
        self._norms = tuple(run["norm"].tolist())
        norms = self._norms if norms is None else (norms,) if isinstance(norms, str) else norms
        chosen = _inputs.names("norms", norms)
        if not chosen or not set(chosen) <= set(self._norms):
            came = _inputs.brief(chosen[0] if len(chosen) == 1 else norms)
            raise ValueError(f"norms: expected some of {', '.join(self._norms)}, got {came}")
        setting = {
            "position": run["position"].tolist()[0] if position is None else position,
            "batch_size": max(run["batch_size"].tolist()) if batch_size is None else batch_size,
            "learning_rate": max(run["learning_rate"].tolist()) if learning_rate is None else learning_rate,
        }
        race_values(run, measure, chosen[0], **setting)  # refuses what the run does not have
        self._looks = np.asarray(run["frame_step"])
        last = int(self._looks[-1])
        self._first = setting | {
            "norms": chosen,
            "measure": measure,
            "step": last if step is None else self._checked(step),
        }
        self._scales = {}
        super().__init__()

    def build(self):
        run, first, last = self._run, self._first, int(self._looks[-1])
        compared = {"all" if len(self._norms) > 1 else name_of(self._norms[0]): self._norms}
        for norms in (*PAIRS, *((norm,) for norm in self._norms)):
            if set(norms) <= set(self._norms):
                compared.setdefault(" and ".join(map(name_of, norms)), norms)
        if first["norms"] not in compared.values():
            compared[", ".join(map(name_of, first["norms"]))] = first["norms"]
        norms = self.choice("norms", "Norms", list(compared.items()), first["norms"], width="24em")
        # Equal steps of the slider lead from look to look; a typed step finds the nearest look.
        every = int(self._looks[1] - self._looks[0]) if len(self._looks) > 1 else 1
        step = self.number("step", f"Step, 0 to {last}", 0, max(last, 1), every, first["step"], whole=True)
        measure = self.choice("measure", "Draw", list(LABELS.items()), first["measure"], width="24em")
        positions = [(POSITIONS.get(p, p), p) for p in run["position"].tolist()]
        position = self.choice("position", "Place of the norm", positions, first["position"], width="12.5em")
        sizes = [(f"{size} sentences", size) for size in run["batch_size"].tolist()]
        size = self.choice("batch_size", "Batch", sizes, first["batch_size"], width="12em")
        rates = [(f"{rate:g}", rate) for rate in run["learning_rate"].tolist()]
        near = min(rates, key=lambda rate: abs(rate[1] - first["learning_rate"]))[1]
        rate = self.choice("learning_rate", "Learning rate", rates, near, width="12em")
        seeds = [("all, with their median", -1), *((f"seed {s}", i) for i, s in enumerate(run.seeds))]
        seed = self.choice("seed", "Seeds", seeds, width="12.5em")
        return [[norms, measure], [step, position, size, rate, seed]]

    def compute(self) -> RaceResult:
        run, measure = self._run, self.measure.value
        frame = int(np.abs(self._looks - self._checked(self.value("step"))).argmin())
        rows = slice(None) if self.seed.value < 0 else [self.seed.value]
        setting = {axis: self.controls[axis].value for axis in AXES}
        norms = self.norms.value

        def of(measure, norm):
            return race_values(run, measure, norm, **setting)[rows]

        share = run["pad_share"][rows][:, run["batch_size"].tolist().index(setting["batch_size"])]
        return RaceResult(
            norms=norms,
            curves={norm: of(measure, norm) for norm in norms},
            numbers={norm: np.array([of(key, norm)[:, frame] for key in TABLE]) for norm in norms},
            measure=measure,
            label=next(label for label, key in LABELS.items() if key == measure),
            step=int(self._looks[frame]),
            frame=frame,
            frame_step=self._looks,
            seeds=run.seeds if self.seed.value < 0 else (run.seeds[self.seed.value],),
            pad_share=float(np.nanmean(share)),
            scale=self._scale(measure, setting),
            guide=float(run["frequency_loss"]) if measure in LOSSES else None,
            **setting,
        )

    def render(self, result):
        return race_picture(result)

    def in_words(self, result):
        return f"{result.label}. {race_lead(result).striptags()}"

    def _checked(self, step) -> int:
        step, last = _inputs.whole("step", step, at_least=0), int(self._looks[-1])
        if step > last:
            raise ValueError(f"step: expected at most {last}, the last that was recorded, got {step}")
        return step

    def _scale(self, measure: str, setting: dict) -> Scale:
        """One axis for all norms and positions of a batch size and rate, so that they compare by eye."""
        key = measure, setting["batch_size"], setting["learning_rate"]
        if key not in self._scales:
            values = np.concatenate(
                [
                    race_values(self._run, measure, norm, **setting | {"position": position}).ravel()
                    for norm in self._norms
                    for position in self._run["position"].tolist()
                ]
            )
            values = values[np.isfinite(values)]
            if measure in LOSSES:
                values = np.append(np.minimum(values, HIGHEST), float(self._run["frequency_loss"]))
                self._scales[key] = Scale.around(values, margin=0.06)
            else:
                self._scales[key] = Scale.around(values, [0.0, 0.05], margin=0.08)
        return self._scales[key]


def _race(run):
    # torch is slow to import, and a stored run needs none of it.
    from normviz.experiments import Run, stored

    if run is None:
        return stored("race")
    if not isinstance(run, Run):
        raise TypeError(f"run: expected a run of experiments.Race, got {_inputs.describe(run)}")
    missing = sorted(NEEDED - run.arrays.keys())
    if missing:
        raise ValueError(f"run: expected a run of Race, got one of {run.name} without {', '.join(missing)}")
    if not run.seeds:
        raise ValueError("run: expected at least one seed, got a run that was interrupted before its first")
    return run
