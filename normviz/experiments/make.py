"""Making the stored runs, seed by seed, so that an interrupted making goes on where it stopped."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from normviz import experiments
from normviz.experiments.experiment import Experiment, versions
from normviz.experiments.runs import STORED, Run, join, load_run

EXPERIMENTS = {cls.name: cls for cls in map(experiments.__getattr__, experiments.CLASSES)}


def make(
    experiment: Experiment, folder, seeds: int, progress: Callable[[int, int], object] | None = None
) -> Run:
    """Run an experiment with so many seeds, from 0, and store the whole run in ``folder`` as name.npz.

    Every finished seed is stored in ``folder``/partial until the run is whole, also when interrupted; a seed found
    there is not run again, if it was made with the same settings and versions. ``progress`` is called with (done,
    total) over all.
    """
    folder = Path(folder)
    parts = [folder / "partial" / f"{experiment.name}-{seed}.npz" for seed in range(seeds)]
    runs = []
    for seed, part in enumerate(parts):
        run = _finished(part, experiment)
        if run is None:

            def tell(done, total, before=seed):
                if progress:
                    progress(before * total + done, seeds * total)

            run = experiment.run(seeds=[seed], progress=tell)
            if not run.complete:
                raise KeyboardInterrupt
            run.save(part)
        runs.append(run)
    whole = join(runs, shared=tuple(experiment.axes()))
    whole.save(folder / f"{experiment.name}.npz")
    for part in parts:
        part.unlink()
    if not any(parts[0].parent.iterdir()):
        parts[0].parent.rmdir()
    return whole


def _finished(path: Path, experiment: Experiment) -> Run | None:
    """A stored run of this experiment, settings and versions; or None, also where the file is of no use."""
    try:
        run = load_run(path, expected=experiment)
    except (FileNotFoundError, ValueError):
        return None
    return run if run.complete and run.versions == versions() else None


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and make the runs it names; return the exit code (130 after an interrupt)."""
    parser = argparse.ArgumentParser(prog="python -m normviz.experiments", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("make", help="run the experiments and store what they record")
    every = f"any of: {', '.join(EXPERIMENTS)} (default: all)"
    command.add_argument("names", nargs="*", metavar="name", help=every)
    command.add_argument(
        "--out", type=Path, default=STORED, help="folder for the .npz files (default: the package's)"
    )
    command.add_argument("--seeds", type=int, help="how many seeds (default: as many as the package stores)")
    command.add_argument("--again", action="store_true", help="also make the runs that are stored already")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in EXPERIMENTS]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; expected any of: {', '.join(EXPERIMENTS)}")
    if options.seeds is not None and options.seeds < 1:
        parser.error(f"--seeds: expected at least 1, got {options.seeds}")
    try:
        for name in options.names or EXPERIMENTS:
            experiment = EXPERIMENTS[name]()
            seeds = options.seeds or experiment.stored_seeds
            stored = _finished(options.out / f"{name}.npz", experiment)
            if stored is not None and stored.seeds == tuple(range(seeds)) and not options.again:
                print(f"{name}: stored already", file=sys.stderr)
                continue
            make(experiment, options.out, seeds, _bar(name))
            print(file=sys.stderr)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from the last finished seed", file=sys.stderr)
        return 130
    return 0


def _bar(name: str) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        filled = 30 * done // total
        bar = "#" * filled + "." * (30 - filled)
        print(f"\r{name:<20} {bar} {100 * done // total:3d} %", end="", file=sys.stderr, flush=True)

    return show
