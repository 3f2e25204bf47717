"""How the cost of an update grows with the data: processor time, bytes and memory of the kernel.

``python -m benchmarks.scale`` moves the first slider of every explorer over its range, as a browser would: first with
the documents' examples, then with random data from 8 × 3 to 10⁶ cells for every explorer that takes data of one's own.
What is computed may grow in proportion to the data; what is shown, and so what is sent, may not grow.
Then it compares the norms with torch's, as ``python -m benchmarks.norms`` does.
"""

import math
from itertools import islice

import normviz as nv
from benchmarks import norms
from benchmarks.kernel import FIRST_SLIDER, PLACES, SEEN, Kernel, walk
from benchmarks.machine import command, machine, median, memory, verdict
from benchmarks.usual_way import ONE_NUMBER

CPU_MS = 5  # an update with the documents' examples
BATCH_MS = 25  # an update with BATCH
BATCH = (32, 100, 64)
SHAPES = ((2, 4, 3), (8, 20, 16), BATCH, (156, 100, 64))  # sentences, tokens, features
LINEAR = 1.15  # exponent: a cache that is outgrown costs a little more than its share
FLAT = 1.6  # ratio: a picture with room left may fill up; what grows with the data grows to 4.9 times

# What each explorer is given, as B sentences or batches of L rows and D features; `random` is NumPy's generator.
OWN_DATA = {
    "ModeratorExplorer": "random.exponential(5, B * L * D)",
    "ScalingExplorer": "random.normal(size=(B * L * D // 3, 3))",
    "BatchNormExplorer": "random.normal(size=(B * L, D))",
    "EpsilonExplorer": "random.normal(size=B * L * D)",
    "DiagnoseExplorer": "(x := random.normal(size=(B * L, D)).round(2)), nv.batch_norm(x).y.round(4)",
    "AffineExplorer": "random.normal(size=(B * L, D))",
    "AffineLearningExplorer": "random.normal(size=(B * L * D // 2, 2))",
    "RunningStatisticsExplorer": "[random.normal(size=(L, D)) for _ in range(B)]",
    "PaddingExplorer": "[random.normal(size=(n, D)) for n in [L, *random.integers(1, L + 1, B - 1)]]",
    "AxesExplorer": "random.normal(size=(B, L, D))",
}
# These take the (B·L, D) table or the (B, L, D) block of a batch; the others a column, or rows of two or three numbers.
OF_BATCHES = {
    "BatchNormExplorer",
    "AffineExplorer",
    "RunningStatisticsExplorer",
    "PaddingExplorer",
    "AxesExplorer",
}
MAKE = """
import numpy as np
import normviz as nv
B, L, D = {shape}
random = np.random.default_rng(0)
e = nv.{name}({data})
"""


def parser():
    understood = command(__doc__)
    understood.add_argument(
        "--moves", type=int, default=60, help="moves of each slider with the documents' examples"
    )
    understood.add_argument(
        "--large-moves", type=int, default=10, help="moves of each slider with data of each size"
    )
    understood.add_argument("--largest", type=int, default=10**6, help="cells of the largest data")
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    print(machine())
    print(f"the documents' examples: {chosen.moves} moves of each explorer's first slider, in turns\n")
    print("\n".join(_documents(chosen.moves)))
    shapes = [shape for shape in SHAPES if math.prod(shape) <= chosen.largest]
    print(
        f"\nrandom data of one's own: {chosen.large_moves} moves of the first slider, each in a kernel of its own\n"
    )
    print("\n".join(_own_data(shapes, chosen.large_moves)))
    print()
    norms.main(["--largest", str(chosen.largest), "--no-machine"])


def _documents(count: int):
    rounds = 6
    sources = {"one number": ONE_NUMBER.replace("ipywidgets.VBox", "e = ipywidgets.VBox") + "e.view = view\n"}
    sources |= {kind.__name__: f"import normviz as nv\ne = nv.{kind.__name__}()" for kind in nv.EXPLORERS}
    cpu, seconds, sizes = ({name: [] for name in sources} for _ in range(3))
    with Kernel() as kernel:
        places, walks = {}, {}
        for name, source in sources.items():
            kernel.run(f"{source}\n{SEEN}{FIRST_SLIDER}")
            places[name] = kernel.value(PLACES)
            walks[name] = walk(places[name])
        for turn in range(-1, rounds):
            for name in sources:
                spent, updates = _spend(kernel, places[name], walks[name], math.ceil(count / rounds))
                if turn >= 0:
                    cpu[name].append(spent)
                    seconds[name] += [update.seconds for update in updates]
                    sizes[name] += [update.size for update in updates]
    yield f"{'':28}{'CPU, ms':>9}{'to the picture, ms':>20}{'bytes':>9}"
    for name in sources:
        yield f"{name:28}{median(cpu[name]):9.2f}{1e3 * median(seconds[name]):20.2f}{median(sizes[name]):9.0f}"
    yield ""
    worst = max(sources, key=lambda name: median(cpu[name]))
    spent = median(cpu[worst])
    yield f"most processor time for an update: {worst}, {spent:.2f} ms, {verdict(spent, CPU_MS)}"


def _spend(kernel: Kernel, places: dict, positions, count: int):
    """Milliseconds of the kernel's processor time for one of so many moves, and what each cost."""
    before = kernel.cpu()
    asking = kernel.cpu() - before  # what the question itself costs
    before = kernel.cpu()
    updates = [
        kernel.move(places["slider"], position, places["view"]) for position in islice(positions, count)
    ]
    return 1e3 * (kernel.cpu() - before - asking) / count, updates


def _own_data(shapes, count: int):
    cells = [math.prod(shape) for shape in shapes]
    yield f"{'':28}{'':16}" + "".join(f"{n:>12,}".replace(",", " ") for n in cells) + f"{'growth':>12}"
    missed = []
    for name, data in OWN_DATA.items():
        rows = [_at_size(name, data, shape, count) for shape in shapes]
        refused = [row for row in rows if isinstance(row, str)]
        rows = [row for row in rows if not isinstance(row, str)]
        if not rows:
            raise RuntimeError(f"{name} takes no data at all: {refused[0]}")
        cpu, sizes, held = zip(*rows, strict=True)
        power = growth(cells[: len(cpu)], cpu)
        more = sizes[-1] / sizes[-2] if len(sizes) > 1 else 1.0
        yield (
            f"{name:28}{'CPU, ms':16}"
            + "".join(f"{ms:12.2f}" for ms in cpu)
            + f"{'cells^' + f'{power:.2f}':>12}"
        )
        yield f"{'':28}{'bytes':16}" + "".join(f"{size:12.0f}" for size in sizes) + f"{f'× {more:.2f}':>12}"
        yield f"{'':28}{'memory, MiB':16}" + "".join(f"{mib:12.0f}" for mib in held)
        if refused:
            yield f"{'':28}larger ones are refused: {refused[0]}"
        missed += [f"{name}'s time"] * (power > LINEAR) + [f"{name}'s bytes"] * (more > FLAT)
        if name in OF_BATCHES and BATCH in shapes[: len(cpu)] and cpu[shapes.index(BATCH)] > BATCH_MS:
            missed.append(f"{name} at {' × '.join(map(str, BATCH))}")
    yield ""
    bars = (
        f"{BATCH_MS} ms at {' × '.join(map(str, BATCH))}, time at most cells^{LINEAR}, bytes at most × {FLAT}"
    )
    yield f"bars, {bars}: {'MISSED by ' + ', '.join(missed) if missed else 'hold'}"


def _at_size(name: str, data: str, shape, count: int):
    """Milliseconds, bytes and MiB of an update, or why the explorer does not take the data."""
    if name == "DiagnoseExplorer":
        data = f"*({data})"
    with Kernel() as kernel:
        try:
            kernel.run(MAKE.format(shape=shape, name=name, data=data) + SEEN + FIRST_SLIDER)
        except RuntimeError as error:
            return str(error).strip().splitlines()[-1][:160]
        places = kernel.value(PLACES)
        positions = walk(places)
        _spend(kernel, places, positions, 3)
        spent, updates = _spend(kernel, places, positions, count)
        held = memory(kernel.pid)
    return spent, median([update.size for update in updates]), held.get("peak", held["RSS"])


def growth(cells, costs) -> float:
    """The power of the number of cells with which a cost grows from the last but one size to the last."""
    if len(cells) < 2:
        return 0.0
    return math.log(costs[-1] / costs[-2]) / math.log(cells[-1] / cells[-2])


if __name__ == "__main__":
    main()
