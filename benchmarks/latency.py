"""Key press → new pixels, in JupyterLab in Chromium, for every explorer.

``python -m benchmarks.latency`` compares each explorer, in turns within one run, with two peers: a widget that only
writes one number (the least that any widget driven by a kernel needs), and the explorer's own view drawn the usual way,
with ``interact`` and matplotlib. ``--round-trip 100`` puts the server as far away as Binder is.
Needs the extra ``[test]``.
"""

import argparse

from benchmarks.machine import late, machine, median
from benchmarks.page import LEAST, add_arguments, conditions, measured_page

WARM_UP = 3
MOST_OF_LEAST = 1.5
LEAST_OF_USUAL = 8

# The picture is there when the page has changed and the frame after that has been drawn.
PRESS = """
async ({handle, root, usual}) => {
    handle.scrollIntoView({block: 'center'});
    handle.focus();
    await new Promise(done => setTimeout(done, 650));  // until the sentence on the last picture has been sent
    const picture = usual ? root.querySelector('img').src : null;
    const key = handle.ariaValueNow === handle.ariaValueMax ? 'ArrowLeft' : 'ArrowRight';
    return await new Promise(resolve => {
        const start = performance.now();
        const watch = new MutationObserver(async changes => {
            if (usual) {
                const image = root.querySelector('img');
                if (!image || image.src === picture) return;
                await image.decode();
            }
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start), 0));
        });
        watch.observe(root, {childList: true, subtree: true, characterData: true, attributes: true});
        handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        setTimeout(() => resolve(null), 20000);
    });
}
"""


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    understood = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    understood.add_argument("--presses", type=int, default=20, help="key presses counted for each picture")
    add_arguments(understood)
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    lines = [machine()]
    with measured_page(chosen.explorers, chosen.round_trip / 1000, chosen.at_once) as measured:
        lines[0] += f"; {measured.browser}"
        times = _measure(measured, chosen.presses)
    far = conditions(chosen)
    lines.append(f"{chosen.presses} key presses each, half as many of the usual way, in turns{far};")
    lines.append("milliseconds from key press to new pixels")
    print("\n".join([*lines, "", *report(times)]))


def _measure(measured, presses: int) -> dict[tuple[str, bool], list[float]]:
    """Press each slider once per round, so that what slows the machine down slows all of them alike.

    The usual way, which takes long, takes part in every second round.
    """
    times = {(slider.name, slider.usual): [] for slider in measured.sliders}
    for turn in range(-WARM_UP, presses):
        for slider in measured.sliders:
            if slider.usual and turn % 2:
                continue
            parts = {"handle": slider.handle, "root": slider.root, "usual": slider.usual}
            took = measured.page.evaluate(PRESS, parts)
            if turn >= 0:
                times[slider.name, slider.usual].append(float("nan") if took is None else took)
    return times


def report(times: dict[tuple[str, bool], list[float]]):
    """Lines of a table; ``times`` has milliseconds for each (name, drawn the usual way), NaN for no answer."""
    least = median(times[LEAST, False])
    yield f"{'':28}{'median':>8}{'95 %':>8}{'÷ one number':>14}{'usual way':>12}{'95 %':>8}{'usual ÷':>9}"
    slow, close, out_of_reach = [], [], []
    for (name, usual), taken in times.items():
        if usual:
            continue
        peer = times.get((name, True))
        lost = sum(time != time for time in [*taken, *(peer or [])])
        if lost:
            yield f"{name:28}{lost} of {len(taken) + len(peer or [])} presses, the usual way's too, changed nothing"
            slow.append(name)
            continue
        line = f"{name:28}{median(taken):8.1f}{late(taken):8.1f}{median(taken) / least:14.2f}"
        if median(taken) > MOST_OF_LEAST * least:
            slow.append(name)
        if peer:
            line += f"{median(peer):12.1f}{late(peer):8.1f}{median(peer) / median(taken):9.1f}"
            if median(peer) < LEAST_OF_USUAL * least:
                out_of_reach.append(name)
            elif median(peer) < LEAST_OF_USUAL * median(taken):
                close.append(name)
        yield line
    yield ""
    yield f"bar, at most {MOST_OF_LEAST} × one number: {_verdict(slow)}"
    yield f"bar, at least {LEAST_OF_USUAL} × faster than the usual way: {_verdict(close + out_of_reach)}"
    if out_of_reach:
        yield f"of these, the usual way takes less than {LEAST_OF_USUAL} × one number for {', '.join(out_of_reach)}:"
        yield "no widget driven by a kernel can be that much faster there"


def _verdict(missed) -> str:
    return f"MISSED by {', '.join(missed)}" if missed else "holds"


if __name__ == "__main__":
    main()
