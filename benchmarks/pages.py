"""Key press → new pixels on the chapters' pages: from disk, with no kernel, no network and no library.

``python -m benchmarks.pages`` presses keys on every slider of every figure, in turns within one run with two others
that write one number and do nothing else: one stands on the same page, as long as it is, and one on a page of its own.
Then it opens each page anew and presses a key as soon as there is a slider: from the opening until a picture has
answered. Pages that are not up to date are written first. Needs the extras ``[test]`` and ``[pages]``.
"""

import contextlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import sync_playwright

from benchmarks.machine import command, late, machine, median, missed_by
from benchmarks.page import AFTER_THE_FRAME
from tests.support.chapters import CHAPTERS, ROOT, chapter_name
from tests.support.chromium import launch
from tests.support.moving_figure import UNFOLD

FOLDER = ROOT / "docs" / "_pages"
WARM_UP = 2
REST = 0.8  # seconds between two keys; longer than a mark glides and a number that changed is marked
ANSWERS = 20_000  # milliseconds, after which a key has changed nothing
MOST_OF_ALONE, MOST_TO_OPEN = 2.5, 1000
ALONE, BESIDE = "one number, by a page", "one number, on this page"
PEER = """() => {
    const peer = document.createElement('div');
    peer.className = 'nv-moving nv-begun';
    peer.innerHTML = '<input type=range min=0 max=28 value=4><div class=nv-view><div>4</div></div>';
    const [slider, number] = peer.querySelectorAll('input, .nv-view div');
    slider.addEventListener('input', () => number.textContent = slider.value);
    document.body.prepend(peer);
    return slider;
}"""
EMPTY = '<!DOCTYPE html><meta charset="utf-8"><title>One number</title><body>'

# A real key: a slider of the browser's own takes no other. The picture is there when the page has changed and the frame
# after that has been drawn; `began` is the key's own time, `took` the milliseconds since, `opened` those since opening.
# After a key, Chromium would hold the task that reads the clock back for one more frame of the marks that glide.
AT_ONCE = "--disable-features=DeferRendererTasksAfterInput"
WATCH = """slider => {
    const afterTheFrame = AFTER_THE_FRAME;
    const root = slider.closest('.nv-moving').querySelector('.nv-view').firstElementChild;
    window.answer = null;
    let began;
    slider.addEventListener('keydown', event => began = event.timeStamp, {once: true, capture: true});
    new MutationObserver((changes, watch) => {
        watch.disconnect();
        requestAnimationFrame(() => afterTheFrame(() => {
            window.answer = {took: performance.now() - began, opened: performance.now()};
        }));
    }).observe(root, {childList: true, subtree: true, characterData: true, attributes: true});
    slider.focus();
    return Number(slider.value) < Number(slider.max) ? 'ArrowRight' : 'ArrowLeft';
}""".replace("AFTER_THE_FRAME", AFTER_THE_FRAME)
NAME = """slider => {
    return [slider.closest('.nv-moving').ariaLabel, slider.ariaLabel].filter(Boolean).join(', ');
}"""
SLIDERS = ".nv-moving input[type=range]"


def parser():
    understood = command(__doc__)
    numbers = [path.stem[:2] for path in CHAPTERS]
    understood.add_argument("--presses", type=int, default=20, help="keys counted for each slider")
    understood.add_argument(
        "--chapters", nargs="+", choices=numbers, default=numbers, metavar="NN", help="only these"
    )
    understood.add_argument("--folder", type=Path, default=FOLDER, help="where the pages are (docs/_pages)")
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    if chosen.presses < 1:
        parser().error("--presses: expected at least 1")
    chapters = [path for path in CHAPTERS if path.stem[:2] in chosen.chapters]
    subprocess.run([sys.executable, "-m", "docs.pages", str(chosen.folder)], check=True, stdout=sys.stderr)
    line = machine()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        files = {ALONE: Path(folder, "number.html")}
        files[ALONE].write_text(f"{EMPTY}<script>({PEER})()</script>", encoding="utf-8")
        files |= {chapter_name(path): chosen.folder / f"{path.stem}.html" for path in chapters}
        browser = launch(playwright, AT_ONCE)
        times = _pressed(browser, files, chosen.presses)
        opened = {name: _opened(browser, path) for name, path in files.items()}
        line += f"; Chromium {browser.version}"
        browser.close()
    print(line)
    print(f"{chosen.presses} keys on each slider, in turns; milliseconds from key press to new pixels")
    print("\n".join(["", *report(times, opened)]))


def _pressed(browser, files: dict[str, Path], presses: int) -> dict[tuple[str, str], list[float]]:
    """Milliseconds of each key, by page and slider; NaN where nothing followed.

    A page is open with its peer alone, as the others would draw beside it; they take turns, slider by slider.
    """
    found: dict[tuple[str, str], list[float]] = {}
    with _page(browser, files[ALONE]) as peer:
        for name, path in files.items():
            if name == ALONE:
                continue
            with _page(browser, path) as page:
                page.wait_for_load_state()
                page.evaluate(UNFOLD)
                sliders = [(peer, peer.query_selector(SLIDERS), (ALONE, ""))]
                for number, slider in enumerate(page.query_selector_all(SLIDERS), start=1):
                    sliders.append((page, slider, (name, f"{number} {slider.evaluate(NAME)}")))
                sliders.append((page, page.evaluate_handle(PEER).as_element(), (name, BESIDE)))
                for turn in range(-WARM_UP, presses):
                    for where, slider, key in sliders:
                        slider.scroll_into_view_if_needed()
                        slider.focus()  # draws a frame, and the next one has to wait for its turn
                        time.sleep(REST)
                        taken = _key(where, slider)["took"]
                        if turn >= 0:
                            found.setdefault(key, []).append(taken)
    return found


def _opened(browser, path: Path) -> float:
    """Milliseconds from opening a page to the picture that answers the first key."""
    with _page(browser, path) as page:
        return _key(page, page.query_selector(SLIDERS))["opened"]


@contextlib.contextmanager
def _page(browser, path: Path):
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(path.as_uri(), wait_until="commit")
    page.wait_for_selector(SLIDERS)
    yield page
    context.close()


def _key(page, slider) -> dict[str, float]:
    page.keyboard.press(slider.evaluate(WATCH))
    try:
        return page.wait_for_function("window.answer", timeout=ANSWERS).json_value()
    except Late:
        return {"took": float("nan"), "opened": float("nan")}


def report(times: dict[tuple[str, str], list[float]], opened: dict[str, float]):
    """Lines of two tables; ``times`` has milliseconds for each (page, slider), NaN for no answer."""
    alone = median(times[ALONE, ""])
    yield f"{'':60}{'median':>8}{'95 %':>8}{'÷ alone':>9}{'÷ on page':>11}"
    slow = []
    for (name, slider), taken in times.items():
        words = " ".join(filter(None, [name, slider]))
        beside = median(times.get((name, BESIDE), taken))
        shares = f"{median(taken) / alone:9.2f}{median(taken) / beside:11.2f}"
        yield f"{words[:59]:60}{median(taken):8.1f}{late(taken):8.1f}{shares}"
        if not median(taken) <= MOST_OF_ALONE * beside:  # NaN, too
            slow.append(words)
    yield ""
    yield f"bar, at most {MOST_OF_ALONE} × {BESIDE}: {missed_by(slow)}"
    yield ""
    yield "from opening the file to the picture that answers the first key, ms"
    for name, milliseconds in opened.items():
        yield f"{name:60}{milliseconds:8.0f}"
    tardy = [name for name, milliseconds in opened.items() if not milliseconds <= MOST_TO_OPEN]
    yield ""
    yield f"bar, at most {MOST_TO_OPEN} ms: {missed_by(tardy)}"


if __name__ == "__main__":
    main()
