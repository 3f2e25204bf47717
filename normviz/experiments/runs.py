"""What an experiment leaves behind: a :class:`Run` of plain arrays, its file, and the runs that come with the
package.

This file needs no torch, so that a chapter can show a stored run within a blink.
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from normviz import _inputs

STORED = Path(__file__).parent.parent / "data"
_FORMAT = 1


@dataclass(frozen=True, eq=False)
class Run:
    """The record of one experiment.

    Attributes
    ----------
    name : the experiment's name, e.g. "training"
    settings : dict, the settings it ran with
    arrays : dict of arrays; what each key means, its shape and units stand in the experiment's docstring.
        Recorded arrays have the seed as their first axis, and NaN where nothing was recorded; losses are inf where
        training blew up
    seeds : tuple of int, in the order of that first axis
    versions : dict, the versions of Python, numpy and torch that made it
    complete : False where the run was interrupted: then ``arrays`` hold what was recorded until that moment

    Examples
    --------
    >>> run = Run("toy", {"steps": 2}, {"loss": np.array([[0.7, 0.5]])}, (0,), {}, True)
    >>> run["loss"].shape
    (1, 2)
    """

    name: str
    settings: dict
    arrays: dict
    seeds: tuple
    versions: dict
    complete: bool

    def __getitem__(self, key: str) -> np.ndarray:
        """Return an array by its key; the error for an unknown key names the known ones."""
        if key not in self.arrays:
            raise KeyError(f"{self.name} has no array {key!r}; it has {', '.join(sorted(self.arrays))}")
        return self.arrays[key]

    def __repr__(self) -> str:
        shapes = ", ".join(f"{key} {np.shape(a)}" for key, a in self.arrays.items())
        state = "complete" if self.complete else "interrupted"
        return f"Run({self.name}, {state}, seeds {self.seeds}: {shapes})"

    def save(self, path) -> None:
        """Write the run to ``path`` as one .npz file of plain arrays, whole or not at all.

        Raises
        ------
        ValueError
            For a path that does not end in .npz.
        OSError
            Where nothing can be written there; the message names ``path``.
        """
        path = Path(path)
        if path.suffix != ".npz":
            raise ValueError(f"path: expected a name that ends in .npz, got {path.name!r}")
        facts = {key: getattr(self, key) for key in ("name", "settings", "seeds", "versions", "complete")}
        facts |= {"format": _FORMAT, "shapes": {key: np.shape(a) for key, a in self.arrays.items()}}
        # A name of its own until the file is whole: whoever stops us half-way finds the old file, or none.
        unfinished = path.with_name(f".{path.stem}.{os.getpid()}.npz")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            np.savez_compressed(unfinished, facts=np.array(json.dumps(facts)), **self.arrays)
            unfinished.replace(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), str(path)) from error
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)


def load_run(path, expected=None) -> Run:
    """Read a run that :meth:`Run.save` wrote.

    Parameters
    ----------
    path : the .npz file
    expected : the settings the run must have: an experiment, or a dict of settings; anything goes unless told

    Returns
    -------
    Run

    Raises
    ------
    ValueError
        For a file that is damaged, is not a stored run, or was made by another experiment or with other
        settings; the message gives the reason.
    FileNotFoundError
        Where there is no such file.
    """
    path = Path(path)
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            arrays = {key: file[key] for key in file.files}
        facts = json.loads(str(arrays.pop("facts")))
    except FileNotFoundError:
        raise
    except Exception as error:
        # A damaged archive may raise nearly anything: one flipped bit, and it asks for a password.
        raise ValueError(
            f"{path.name}: damaged, or not a stored run ({error or type(error).__name__})"
        ) from error
    run = _checked(path.name, facts, arrays)
    if expected is not None:
        _fits(path.name, run, expected)
    return run


def stored(name: str) -> Run:
    """Read a run that comes with the package: the experiment of that name with its default settings.

    Parameters
    ----------
    name : one of :func:`stored_names`

    Raises
    ------
    ValueError
        For a name that is not stored, or a damaged file.

    Examples
    --------
    >>> stored("training").settings["depth"]
    3
    """
    if name not in stored_names():
        raise ValueError(f"name: expected one of {', '.join(stored_names())}, got {name!r}")
    run = _read_once(STORED / f"{name}.npz")
    if run.name != name:
        raise ValueError(f"{name}.npz: expected a run of {name}, got one of {run.name}")
    return replace(run, arrays={key: array.copy() for key, array in run.arrays.items()})


_read_once = lru_cache(maxsize=32)(load_run)


def stored_names() -> tuple[str, ...]:
    """The names of the runs that come with the package."""
    return tuple(sorted(path.stem for path in STORED.glob("[!.]*.npz")))


def join(runs: Sequence[Run], shared: Sequence[str]) -> Run:
    """Put runs of one experiment, each with its own seeds, one after the other; ``shared`` arrays have no seed axis.

    Raises a ``ValueError`` for no runs at all, runs of different experiments or settings, or a seed that comes twice.
    """
    if not runs:
        raise ValueError("runs: expected at least one run, got none")
    first = runs[0]
    for run in runs[1:]:
        if (run.name, run.settings) != (first.name, first.settings):
            raise ValueError(
                f"runs: expected runs of {first.name} with equal settings, got {run.name} with others"
            )
    seeds = tuple(seed for run in runs for seed in run.seeds)
    if len(set(seeds)) < len(seeds):
        raise ValueError(f"runs: expected each seed once, got {seeds}")
    arrays = {
        key: array if key in shared else np.concatenate([run.arrays[key] for run in runs])
        for key, array in first.arrays.items()
    }
    return Run(first.name, first.settings, arrays, seeds, first.versions, all(run.complete for run in runs))


def _checked(file: str, facts, arrays: dict) -> Run:
    if not isinstance(facts, Mapping) or facts.get("format") != _FORMAT:
        raise ValueError(f"{file}: expected a stored run of format {_FORMAT}, got another format")
    try:
        shapes = {key: tuple(shape) for key, shape in facts["shapes"].items()}
        seeds = tuple(int(seed) for seed in facts["seeds"])
        settings = {key: _tuples(value) for key, value in facts["settings"].items()}
        run = Run(facts["name"], settings, arrays, seeds, dict(facts["versions"]), bool(facts["complete"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{file}: damaged: its description lacks {error}") from error
    found = {key: array.shape for key, array in arrays.items()}
    if found != shapes:
        wrong = sorted(key for key in shapes.keys() | found.keys() if shapes.get(key) != found.get(key))
        raise ValueError(f"{file}: damaged: {', '.join(wrong)} missing, of another shape, or not announced")
    return run


def _fits(file: str, run: Run, expected) -> None:
    if not isinstance(expected, Mapping):
        if run.name != expected.name:
            raise ValueError(f"{file}: expected a run of {expected.name}, got one of {run.name}")
        expected = expected.settings
    expected = {key: _tuples(value) for key, value in expected.items()}
    none = "no such setting"
    differences = [
        f"{key}: expected {expected.get(key, none)}, got {run.settings.get(key, none)}"
        for key in sorted(expected.keys() | run.settings.keys())
        if expected.get(key) != run.settings.get(key)
    ]
    if differences:
        raise ValueError(f"{file}: made with other settings: {'; '.join(differences)}")


def _tuples(value):
    return tuple(_tuples(item) for item in value) if isinstance(value, (list, tuple)) else value


def whole_seeds(seeds) -> tuple[int, ...]:
    """Return seeds as a tuple: a whole number n means seeds 0 … n − 1, a sequence means itself."""
    if isinstance(seeds, (int, np.integer)):
        return tuple(range(_inputs.whole("seeds", seeds, at_least=1)))
    if isinstance(seeds, (str, bytes)) or not isinstance(seeds, Sequence) or not len(seeds):
        raise ValueError(
            f"seeds: expected a whole number or a sequence of them, got {_inputs.describe(seeds)}"
        )
    result = tuple(_inputs.whole("seeds", seed, at_least=0) for seed in seeds)
    if len(set(result)) < len(result):
        raise ValueError(f"seeds: expected each seed once, got {result}")
    return result
