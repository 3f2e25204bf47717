"""Key press → new pixels, in JupyterLab in Chromium, for every slider of every explorer.

``python -m benchmarks.latency`` compares each slider, in turns within one run, with three peers: a widget whose one
number the kernel writes (the least that any widget driven by a kernel needs), one whose number the page writes alone,
and the explorer's own view drawn the usual way, with ``interact`` and matplotlib. The first
press on a slider comes before the slider was approached; all others half a second after. ``--round-trip 100`` puts the
server as far away as Binder is. Needs the extra ``[test]``.
"""

import random

import normviz as nv
from benchmarks.machine import command, late, machine, median, missed_by, slider_name
from benchmarks.page import ALONE, LEAST, measured_page

# Asked for while a frame is being made: before all else that waits for it to be drawn. Where marks glide, Chromium may
# begin the next frame before any task: then this one has been drawn, too.
AFTER_THE_FRAME = """then => {
    let waits = true;
    const once = () => waits && (waits = false, then());
    scheduler.postTask(once, {priority: 'user-blocking'});
    requestAnimationFrame(once);
}"""
FRAMES_A_SECOND = 60
WARM_UP = 2
APPROACH = 500  # milliseconds on a control before its key is pressed
CURSORS = 1300  # milliseconds until the cursors of JupyterLab's editors rest, once another cell is in use
MOST_OF_LEAST = {False: 0.8, True: 0.25}  # beside a server here, and one far away
MOST_OF_ALONE = 2.5
MOST_OF_LEAST_AT_FIRST = 1.5
LEAST_OF_USUAL = 8

# The picture is there when the page has changed and the frame after that has been drawn. Before the next press, the
# kernel has drawn it, too, and the sentence has followed. All begin in a cell that has been in use for a while.
PRESS = """
async ({handle, root, usual, approach, rest, back}) => {
    const afterTheFrame = AFTER_THE_FRAME;
    const wait = time => new Promise(done => setTimeout(done, time));
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const cell = notebook.widgets.findIndex(({node}) => node.contains(handle));
    const moved = notebook.activeCellIndex !== cell;
    notebook.activeCellIndex = cell;
    handle.scrollIntoView({block: 'center'});
    await wait(moved ? Math.max(rest, CURSORS) : rest);
    handle.focus();
    handle.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
    await wait(approach);
    const picture = usual ? root.querySelector('img').src : null;
    const own = handle.type === 'range';
    const now = Number(own ? handle.value : handle.ariaValueNow), most = Number(own ? handle.max : handle.ariaValueMax);
    const down = now === most || (back && now > Number(own ? 0 : handle.ariaValueMin));
    const key = down ? 'ArrowLeft' : 'ArrowRight';
    // A page's own slider answers to keys of a hand alone: the step that one brings is made here.
    const step = () => {
        if (!own) return handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        handle.value = now + (down ? -1 : 1);
        handle.dispatchEvent(new Event('input', {bubbles: true}));
    };
    const took = await new Promise(resolve => {
        const start = performance.now();
        const watch = new MutationObserver(async changes => {
            if (usual) {
                const image = root.querySelector('img');
                if (!image || image.src === picture) return;
                await image.decode();
            }
            watch.disconnect();
            requestAnimationFrame(() => afterTheFrame(() => resolve(performance.now() - start)));
        });
        watch.observe(root, {childList: true, subtree: true, characterData: true, attributes: true});
        step();
        setTimeout(() => resolve(null), 20000);
    });
    handle.blur();
    return took;
}
""".replace("AFTER_THE_FRAME", AFTER_THE_FRAME).replace("CURSORS", str(CURSORS))


def parser():
    understood = command(__doc__)
    understood.add_argument("--presses", type=int, default=20, help="key presses counted for each slider")
    names = [explorer.__name__ for explorer in nv.EXPLORERS]
    understood.add_argument(
        "--explorers", nargs="+", choices=names, default=names, metavar="NAME", help="only these"
    )
    understood.add_argument(
        "--round-trip",
        type=int,
        default=0,
        metavar="MS",
        help="milliseconds by which the server's answers are late, by a proxy on this machine (Binder: about 100)",
    )
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    lines = [machine()]
    with measured_page(chosen.explorers, chosen.round_trip / 1000) as (page, browser, sliders):
        lines[0] += f"; {browser}"
        first, times = _measure(page, sliders, chosen.presses, chosen.round_trip)
    far = f"; every answer {chosen.round_trip} ms late" if chosen.round_trip else ""
    lines.append(f"{chosen.presses} key presses each, half as many of the usual way, in turns{far};")
    lines.append(f"milliseconds from key press to new pixels, {APPROACH} ms after the slider was approached")
    print("\n".join([*lines, "", *report(times, far=chosen.round_trip > 0), "", *report_first(first)]))


def _measure(page, sliders, presses: int, round_trip: int):
    """Press each slider once per round, so that what slows the machine down slows all of them alike.

    The usual way, which takes long, takes part in every second round. In the very first, nothing was approached.
    """
    first, times = {}, {}
    # A round begins when a frame has been drawn, and 650 ms later, 39 frames, is just after one: where frames keep
    # coming, all keys would wait for the whole of the next. The presses are spread evenly over one, in a mixed order.
    phases = [1000 / FRAMES_A_SECOND * (turn + 0.5) / presses for turn in range(presses)]
    random.Random(0).shuffle(phases)
    for turn in range(-WARM_UP - 1, presses):
        # The usual way comes last: its kernel goes on working for a while.
        for slider in sorted(sliders, key=lambda slider: slider.usual):
            if slider.usual and turn % 2:
                continue
            parts = {"handle": slider.handle, "root": slider.root, "usual": slider.usual}
            parts["back"] = turn % 3 == 2  # far from where an explorer begins, a key may change nothing
            at_first = turn == -WARM_UP - 1
            # At first, what the slider before had asked for is done, too.
            parts |= {
                "approach": 0 if at_first else APPROACH + phases[turn % presses],
                "rest": (1000 if at_first else 150) + 2 * round_trip,
            }
            took = page.evaluate(PRESS, parts)
            taken = float("nan") if took is None else took
            key = slider.name, slider.usual, slider.label
            if at_first:
                first[key] = [taken]
            elif turn >= 0:
                times.setdefault(key, []).append(taken)
    # Others of the widget with one number, so that its first press, too, is a median.
    first[LEAST, False, ""] += times[LEAST, False, ""]
    return first, times


def report(times: dict[tuple[str, bool, str], list[float]], *, far: bool):
    """Lines of a table; ``times`` has milliseconds for each (name, drawn the usual way, label), NaN for no answer."""
    least, alone = median(times[LEAST, False, ""]), median(times[ALONE, False, ""])
    yield f"{'':62}{'÷ by the':>16}{'÷ by the':>10}{'usual':>9}{'usual':>8}"
    yield f"{'':46}{'median':>8}{'95 %':>8}{'kernel':>16}{'page':>10}{'way':>9}{'÷':>8}"
    slow, slower, close, silent, compared = [], [], [], [], set()
    for (name, usual, label), taken in times.items():
        if usual:
            continue
        words = slider_name(name, label)
        lost = sum(time != time for time in taken)
        if lost:
            yield f"{words:46}{lost} of {len(taken)} presses changed nothing"
            slow.append(words)
            continue
        line = (
            f"{words:46}{median(taken):8.1f}{late(taken):8.1f}{median(taken) / least:16.2f}"
            f"{median(taken) / alone:10.2f}"
        )
        if label:
            if median(taken) > MOST_OF_LEAST[far] * least:
                slow.append(words)
            if median(taken) > MOST_OF_ALONE * alone:
                slower.append(words)
        peer = times.get((name, True, ""))
        if peer and name not in compared:
            compared.add(name)
            answered = [time for time in peer if time == time]
            if len(answered) < len(peer):
                silent.append(f"{name}, {len(peer) - len(answered)} of {len(peer)}")
            if answered:
                line += f"{median(answered):9.1f}{median(answered) / median(taken):8.1f}"
                if median(answered) < LEAST_OF_USUAL * median(taken):
                    close.append(name)
        yield line
    yield ""
    yield f"bar, at most {MOST_OF_LEAST[far]} × the number that the kernel writes: {missed_by(slow)}"
    yield f"bar, at most {MOST_OF_ALONE} × the number that the page writes alone: {missed_by(slower)}"
    yield f"bar, at least {LEAST_OF_USUAL} × faster than the usual way: {missed_by(close)}"
    if silent:
        yield f"presses to which the usual way did not answer within 20 s: {'; '.join(silent)}"


def report_first(first: dict[tuple[str, bool, str], list[float]]):
    """Lines about the first press of each slider, on a control that nobody has approached."""
    least = median(first[LEAST, False, ""])
    names = {name for name, usual, label in first if label and not usual}
    yield f"{'the first press, before the slider was approached':62}{'median':>8}{'÷ by the kernel':>18}"
    slow = []
    for name in sorted(names):
        taken = [
            time for (of, usual, _), found in first.items() if of == name and not usual for time in found
        ]
        if not median(taken) <= MOST_OF_LEAST_AT_FIRST * least:  # NaN, too
            slow.append(name)
        words = f"{name}, {len(taken)} slider{'s' * (len(taken) > 1)}"
        yield f"{words:62}{median(taken):8.1f}{median(taken) / least:18.2f}"
    yield ""
    yield f"bar, at most {MOST_OF_LEAST_AT_FIRST} × the number that the kernel writes: {missed_by(slow)}"


if __name__ == "__main__":
    main()
