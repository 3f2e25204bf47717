"""Key press → new pixels in files that explorers were saved to, without a kernel, in Chromium.

``python -m benchmarks.saved`` saves each explorer with all its controls and presses keys on each slider that the file
shows, as a hand does. It compares them with a slider whose page writes its number and does nothing else. *Frame* is
when the page has done its work and the frame has been handed on; *seen* is when Chromium has shown it, which without a
graphics card takes longer the more of the picture changes. Needs the extra ``[test]``.
"""

import json
import random
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import normviz as nv
from benchmarks.latency import AFTER_THE_FRAME, APPROACH, FRAMES_A_SECOND
from benchmarks.machine import command, late, machine, median, missed_by, slider_name
from benchmarks.page import ALONE
from tests.support.chromium import launch

PLAIN = """<!doctype html>
<input type="range" min="0" max="20" oninput="said.textContent = value"><output id="said">0</output>
"""
MOST = 25  # milliseconds
HELD = 60  # milliseconds until the key comes up again
WARM_UP = 2
WATCH = """() => {
    const afterTheFrame = AFTER_THE_FRAME;
    window.took = [];
    addEventListener('keydown', ({timeStamp}) =>
        requestAnimationFrame(() => afterTheFrame(() => took.push(performance.now() - timeStamp))), true);
}""".replace("AFTER_THE_FRAME", AFTER_THE_FRAME)
SLIDERS = """() => {
    document.querySelectorAll('.nv-others').forEach(one => { one.open = true; });
    return [...document.querySelectorAll('[type=range]')].filter(one => one.checkVisibility());
}"""
# To the right, but for each third press and at the end.
KEY = """(one, back) =>
    one.value !== one.min && (back || one.value === one.max) ? 'ArrowLeft' : 'ArrowRight'
"""


def parser():
    """What the command understands."""
    understood = command(__doc__)
    understood.add_argument("--presses", type=int, default=12, help="key presses counted for each slider")
    names = [explorer.__name__ for explorer in nv.EXPLORERS]
    understood.add_argument("--explorers", nargs="+", choices=names, default=names, metavar="NAME")
    return understood


def main(arguments=None) -> None:
    wanted = parser().parse_args(arguments)
    lines, times = [machine()], {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        files = {ALONE: Path(folder, "plain.html")}
        files[ALONE].write_text(PLAIN, encoding="utf-8")
        for name in wanted.explorers:
            files[name] = Path(folder, f"{name}.html")
            getattr(nv, name)().save(files[name])
        browser = launch(playwright)
        lines[0] += f"; Chromium {browser.version}"
        for name, file in files.items():
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(file.as_uri())
            page.wait_for_function("!document.querySelector('.nv-moving:not(:has(> .nv-takes))')")
            page.evaluate(WATCH)
            for slider in page.evaluate_handle(SLIDERS).get_properties().values():
                label = slider.evaluate("one => one.ariaLabel ?? ''")
                times[name, label] = _pressed(browser, page, slider.as_element(), wanted.presses)
            page.close()
        browser.close()
    lines.append(
        f"{wanted.presses} key presses each; milliseconds from the key to the frame, and until it is seen"
    )
    print("\n".join([*lines, "", *report(times)]))


def _pressed(browser, page, slider, presses: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the frame and until it was seen, of each press."""
    slider.scroll_into_view_if_needed()
    slider.focus()
    chance = random.Random(0)
    for turn in range(-WARM_UP, presses):
        page.wait_for_timeout(APPROACH + chance.random() * 1000 / FRAMES_A_SECOND)
        if not turn:
            page.evaluate("took.length = 0")
            browser.start_tracing(page=page, categories=["cc", "benchmark", "input"])
        key = slider.evaluate(KEY, turn % 3 == 2)
        page.keyboard.down(key)
        page.wait_for_timeout(HELD)
        page.keyboard.up(key)
    page.wait_for_timeout(APPROACH)
    return page.evaluate("took"), list(_seen(json.loads(browser.stop_tracing())["traceEvents"]))


def _seen(events):
    """Milliseconds from each key press until Chromium presented the frame that it led to."""
    begun = {}
    for event in sorted((one for one in events if one["name"] == "EventLatency"), key=lambda one: one["ts"]):
        key = event["pid"], event["id2"]["local"]
        if event["ph"] == "b" and event["args"]["event_latency"]["event_type"] == "KEY_PRESSED":
            begun[key] = event["ts"]
        elif event["ph"] == "e" and key in begun:
            yield (event["ts"] - begun.pop(key)) / 1000


def report(times):
    """Lines of a table: ``times`` is (name, label) → milliseconds until the frame, and until it was seen."""
    yield f"{'':46}{'frame':>8}{'95 %':>8}{'÷':>8}{'seen':>8}{'95 %':>8}{'÷':>8}"
    least, slow = [median(one) for one in times[ALONE, ""]], []
    for (name, label), taken in times.items():
        words = slider_name(name, label)
        columns = (
            f"{median(one):8.1f}{late(one):8.1f}{median(one) / peer:8.1f}"
            for one, peer in zip(taken, least, strict=True)
        )
        yield f"{words:46}{''.join(columns)}"
        if median(taken[0]) > MOST:
            slow.append(words)
    yield f"\nbar, at most {MOST} ms until the frame: {missed_by(slow)}"


if __name__ == "__main__":
    main()
