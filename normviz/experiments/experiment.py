"""What all experiments share: checked settings, seeds, progress, and interrupts that keep what was recorded."""

import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import ClassVar

import numpy as np
import torch

from normviz import _inputs
from normviz.environment import threads
from normviz.experiments.runs import Run, whole_seeds


@dataclass(frozen=True)
class Experiment:
    """Settings, and how to run one seed with them. Every experiment of this package is a subclass.

    Fields are the settings. A subclass says what it records (:meth:`axes`, :meth:`shapes`), how long it takes
    (:meth:`ticks`), and how one seed runs (:meth:`one_seed`).

    Raises
    ------
    TypeError, ValueError
        For a setting of another kind than its default, a whole number below 1, a negative number, an empty tuple,
        or a word outside ``choices``; and for more frames than steps, or batches larger than the data.
    """

    name: ClassVar[str]
    stored_seeds: ClassVar[int] = 3
    choices: ClassVar[dict] = {}
    kinds: ClassVar[dict] = {}  # of arrays that are not float32: the dtype, and what they hold until written

    def __post_init__(self):
        for field in fields(self):
            value = _like(field.default, field.name, getattr(self, field.name), self.choices.get(field.name))
            object.__setattr__(self, field.name, value)
        self._check_fit()

    def _check_fit(self):
        settings = self.settings
        steps, frames = settings.get("steps", np.inf), settings.get("frames", 1)
        if frames > steps + 1:
            raise ValueError(f"frames: expected at most {steps + 1}, one more than steps, got {frames}")
        sizes = settings.get("batch_sizes", (settings.get("batch_size", 2),))
        rows = settings.get("points", settings.get("validation", np.inf))
        if not 2 <= min(sizes) <= max(sizes) <= rows:
            raise ValueError(f"batch size: expected from 2 to {rows}, all the rows there are, got {sizes}")

    def frame_steps(self) -> np.ndarray:
        """The numbers of steps after which a frame is recorded: evenly spread from 0 to ``steps``."""
        return np.linspace(0, self.steps, self.frames).round().astype(int)

    def frame_of_step(self) -> dict[int, int]:
        """The frame that is due after so many steps."""
        return {int(step): f for f, step in enumerate(self.frame_steps())}

    @property
    def settings(self) -> dict:
        """The settings as a dict, as a :class:`Run` keeps them."""
        return asdict(self)

    def axes(self) -> dict[str, np.ndarray]:
        """The arrays that are the same for every seed: names, steps, learning rates."""
        return {}

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each recorded array, without the seed axis."""
        raise NotImplementedError

    def ticks(self) -> int:
        """How often :meth:`one_seed` calls ``tick``."""
        raise NotImplementedError

    def one_seed(self, seed: int, out: dict[str, np.ndarray], tick: Callable[[], None]) -> None:
        """Run one seed and write into ``out``: arrays of :meth:`shapes`, NaN (or as in ``kinds``) till then."""
        raise NotImplementedError

    def run(self, seeds=3, progress: Callable[[int, int], object] | None = None) -> Run:
        """Run the experiment.

        Parameters
        ----------
        seeds : how many seeds, or which
        progress : called with (done, total) about 200 times, so that a notebook can show a bar

        Returns
        -------
        Run
            After a keyboard interrupt too: with ``complete=False``, the seeds that had begun, and NaN where
            the last of them stopped.

        Raises
        ------
        TypeError, ValueError
            For seeds that are not whole numbers, or come twice.
        """
        seeds = whole_seeds(seeds)
        torch.set_num_threads(threads())
        arrays = {}
        for key, shape in self.shapes().items():
            dtype, empty = self.kinds.get(key, (np.float32, np.nan))
            arrays[key] = np.full((len(seeds), *shape), empty, dtype)
        tick = _Ticker(self.ticks() * len(seeds), progress)
        begun, complete = 0, False
        try:
            for begun, seed in enumerate(seeds, start=1):
                # A fork, so that the random numbers of the caller's notebook go on as if nothing had run.
                with torch.random.fork_rng(devices=[]):
                    torch.manual_seed(seed)
                    self.one_seed(seed, {key: array[begun - 1] for key, array in arrays.items()}, tick)
            complete = True
        except KeyboardInterrupt:
            arrays = {key: array[:begun] for key, array in arrays.items()}
        return Run(self.name, self.settings, self.axes() | arrays, seeds[:begun], versions(), complete)


def versions() -> dict[str, str]:
    """The versions a run depends on: other ones may give other curves from the same seeds."""
    return {"python": platform.python_version(), "numpy": np.__version__, "torch": torch.__version__}


class _Ticker:
    def __init__(self, total: int, progress):
        self.total, self.progress, self.done = total, progress, 0

    def __call__(self) -> None:
        self.done += 1
        if self.progress and self.done * 200 // self.total > (self.done - 1) * 200 // self.total:
            self.progress(self.done, self.total)


def _like(default, name: str, value, choices):
    if isinstance(default, tuple):
        if not isinstance(value, (tuple, list, np.ndarray)) or not len(value):
            raise ValueError(f"{name}: expected a tuple of at least one value, got {_inputs.describe(value)}")
        return tuple(_like(default[0], name, item, choices) for item in value)
    if isinstance(default, str):
        if value not in choices:
            raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {_inputs.describe(value)}")
        return value
    if isinstance(default, int):
        return _inputs.whole(name, value, at_least=1)
    return _inputs.number(name, value, at_least=0)
