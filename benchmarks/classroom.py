"""A class on one JupyterHub: all start at once, then all move a slider at once.

``python -m benchmarks.classroom`` installs JupyterHub and its proxy into a folder of its own (pip, npm and a network
are needed), and for each size of class starts a hub on this machine alone. Every simulated student starts a server
through the hub, opens a kernel, runs ``nv.PaddingExplorer()``, and points at its slider, all at the same moment; their
pages keep what the kernel sends ahead. Then each moves the slider every 250 ms, all at the same moments; what a page
has already, it asks nobody for, and who still waits for a picture moves on when it is there, as ipywidgets does. In the
end all leave their sliders where they are, at the same moment, and the kernels hear where that is. One class moves the
same view drawn the usual way, with ``interact`` and matplotlib, in turns with the explorer. The simulated students take
their share of the same processor.
"""

import asyncio
import math
import tempfile
import time
from pathlib import Path

import psutil

from benchmarks.hub import CLASS_SETTINGS, Hub, install
from benchmarks.machine import command, machine, median, memory
from benchmarks.student import NotStarted, Student
from benchmarks.usual_way import usual_way

EVERY = 0.25  # seconds from move to move
APPROACH = 0.5  # seconds on the slider before the first move
EXPLORER = "import normviz as nv\ne = nv.PaddingExplorer()\ne\n"
# `interact` shows the widget and keeps it as an attribute of the function.
USUAL = (
    usual_way("PaddingExplorer")
    .replace("ipywidgets.interact(", "return ipywidgets.interact(")
    .replace("\nusual_way()", "\ne = usual_way().widget\n")
)


def parser():
    understood = command(__doc__)
    understood.add_argument(
        "--students", type=int, nargs="+", default=[1, 4, 12, 24], metavar="N", help="sizes of class"
    )
    understood.add_argument("--seconds", type=float, default=10, help="how long all move their slider")
    understood.add_argument(
        "--usual", type=int, default=12, metavar="N", help="size of the class that compares; 0: none"
    )
    understood.add_argument("--folder", type=Path, help="keep the installed hub here, for another run")
    understood.add_argument("--settings", type=Path, help="a jupyterhub_config.py instead of the one printed")
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    if min(chosen.students) < 1:
        parser().error("--students: expected numbers of at least 1")
    settings = chosen.settings.read_text(encoding="utf-8") if chosen.settings else CLASS_SETTINGS
    with tempfile.TemporaryDirectory() as temporary:
        folder = (chosen.folder or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        install(folder)
        print(f"{machine()}; {psutil.virtual_memory().total / 2**30:.0f} GiB")
        print(f"{chosen.seconds:g} s of moves, one each {1e3 * EVERY:g} ms and student, all at once\n")
        print(HEAD, flush=True)
        for count in chosen.students:
            with Hub(folder, settings) as hub:
                for line in asyncio.run(_lesson(hub, count, chosen.seconds, count == chosen.usual)):
                    print(line, flush=True)
    print(f"\nMemory is {MEMORY}. The hub's settings:\n\n{settings}", end="")


MEMORY = "PSS, which counts a shared page once" if "PSS" in memory(psutil.Process().pid) else "RSS"
HEAD = "\n".join(
    (
        f"{'':12}{'all up, s':>22}{'memory each, MiB':>19}{'hub and':>9}"
        f"{'moves':>8}{'waited':>9}{'ms until the picture':>22}{'CPU, ms':>10}",
        f"{'students':12}{'servers':>9}{'pictures':>13}{'server':>10}{'kernel':>9}{'proxy':>9}"
        f"{'':8}{'for':>9}{'median':>9}{'worst':>13}{'a move':>10}",
    )
)


async def _lesson(hub: Hub, count: int, seconds: float, with_usual: bool) -> list[str]:
    """All that one class does; lines of the table."""
    students = [Student(hub, f"student{k + 1}") for k in range(count)]
    for student in students:
        await student.enrol()
    begun = time.perf_counter()
    started = await asyncio.gather(*(_start(student, begun) for student in students))
    failed = [words for words in started if isinstance(words, str)]
    if failed:
        return [f"{count:<12}{len(failed)} of {count} students could not start; {failed[0]}"]
    servers, pictures = (max(times) for times in zip(*started, strict=True))
    held = _memory(hub)
    approached = await _approach(hub, students)
    moved = await _moves(hub, students, "explorer", seconds)
    row, *rests = _lines(count, f"{servers:9.1f}{pictures:13.1f}", held, moved)
    lines = [row, approached, *rests]
    if sent_away := sum(student.sent_away for student in students):
        lines.append(f"{'':12}students were sent away {sent_away} times because too many started at once")
    if reconnected := sum(student.reconnected for student in students):
        lines.append(
            f"{'':12}servers hung up {reconnected} times because a kernel took long or had died; the students came back"
        )
    if with_usual:
        await asyncio.gather(*(student.show("usual", USUAL, has_view=False) for student in students))
        held = _memory(hub)
        turns = {"usual": [], "explorer": []}
        for _ in range(2):
            for name, taken in turns.items():
                taken.append(await _moves(hub, students, name, seconds / 2))
        usual, explorer = (
            ([*first[0], *second[0]], [*first[1], *second[1]], first[2] + second[2])
            for first, second in turns.values()
        )
        lines += _lines("  usual way", f"{'':22}", held, usual)
        lines += _lines("  in turns", f"{'':22}", held, explorer)
    for student in students:
        student.leave()
    return lines


async def _start(student: Student, begun: float):
    """Seconds until the server was ready, and until the first picture was there; or why not."""
    try:
        await student.start_server()
        server = time.perf_counter() - begun
        await student.start_kernel()
    except NotStarted as error:
        return str(error)
    await student.show("explorer", EXPLORER, has_view=True)
    return server, time.perf_counter() - begun


async def _approach(hub: Hub, students) -> str:
    """All point at the slider at the same moment, and half a second later move it; the line that says what they saw."""
    before = _cpu(hub)
    await asyncio.gather(*(student.approach("explorer", APPROACH) for student in students))
    first = await asyncio.gather(*(student.move("explorer") for student in students))
    spent = 1e3 * (_cpu(hub) - before) / len(students)
    late_ones = [1e3 * seconds for seconds in first if seconds is not None]
    worst = f"; of the others, the latest picture came after {max(late_ones):.0f} ms" if late_ones else ""
    return (
        f"{'':12}first move, {1e3 * APPROACH:g} ms after all have approached: {len(first) - len(late_ones)} of "
        f"{len(first)} had the picture in their page{worst}; {spent:.0f} ms of CPU each"
    )


async def _moves(hub: Hub, students, name: str, seconds: float):
    """Times of all moves (None: nobody waited), of the rests, and the processor time of servers and kernels."""

    async def one(student: Student) -> list[float | None]:
        taken = []
        while (now := time.perf_counter()) < end:
            taken.append(await student.move(name))
            # The next of the moments that all share, at once where that has passed.
            wait = begun + EVERY * math.ceil((now - begun) / EVERY + 1e-9) - time.perf_counter()
            if wait > 0:
                await student.listen(wait)
        return taken

    for student in students:  # the first one fills caches
        await student.move(name)
        await student.rest(name)
    before = _cpu(hub)
    begun = time.perf_counter()
    end = begun + seconds
    taken = await asyncio.gather(*(one(student) for student in students))
    spent = _cpu(hub) - before
    rested = await asyncio.gather(*(student.rest(name) for student in students))
    return [time for times in taken for time in times], rested, spent


def _lines(name, up: str, held, moved) -> list[str]:
    taken, rested, cpu = moved
    waited, rests = ([1e3 * seconds for seconds in times if seconds is not None] for times in (taken, rested))
    times = f"{median(waited):9.0f}{max(waited):13.0f}" if waited else f"{'–':>9}{'–':>13}"
    row = (
        f"{name:<12}{up}{held['server']:10.0f}{held['kernel']:9.0f}{held['hub']:9.0f}"
        f"{len(taken):8}{len(waited):9}{times}{1e3 * cpu / len(taken):10.1f}"
    )
    if not rests:
        return [row]
    own = f"the kernel's own picture came after {median(rests):.0f} ms, at the latest after {max(rests):.0f}"
    return [row, f"{'':12}all rest at the same moment: {own}"]


def _role(process: psutil.Process) -> str:
    command = " ".join(process.cmdline())
    return "kernel" if "ipykernel" in command else "server" if "jupyterhub.singleuser" in command else "hub"


def _memory(hub: Hub) -> dict[str, float]:
    """MiB of a student's server and kernel, on average, and of hub and proxy together."""
    held = {"server": [], "kernel": [], "hub": []}
    for process in hub.processes():
        found = memory(process.pid)
        held[_role(process)].append(found.get("PSS", found["RSS"]))
    return {role: sum(sizes) / (1 if role == "hub" else len(sizes)) for role, sizes in held.items()}


def _cpu(hub: Hub) -> float:
    times = [process.cpu_times() for process in hub.processes()]
    return sum(used.user + used.system for used in times)


if __name__ == "__main__":
    main()
