"""Key press → new pixels, in JupyterLab in Chromium, for every explorer.

``python -m benchmarks.latency`` compares each explorer, in turns within one run, with two peers: a widget that only
writes one number (the least that any widget driven by a kernel needs) and a table drawn the usual way, with
``interact`` and ``plt.show()``. Needs the extra ``[test]``.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

import normviz as nv
from benchmarks.machine import machine
from tests.browser.chapter import Chapter
from tests.browser.chromium import launch
from tests.browser.lab import Lab

ONE_NUMBER = """
import ipywidgets
slider, view = ipywidgets.IntSlider(value=4, min=0, max=28), ipywidgets.HTML("4")
slider.observe(lambda change: setattr(view, "value", f"<div class='one-number'>{change.new}</div>"), "value")
slider.value = 5
ipywidgets.VBox([slider, view])
"""

# The stacked table with heat, μ and σ, as most notebooks would draw it.
USUAL_WAY = """
import ipywidgets, matplotlib.pyplot as plt, numpy as np
import normviz as nv
def draw(length=4):
    batch = nv.examples.hi_nitish().batch.pad_to(length)
    table = batch.stacked()
    y = nv.batch_norm(table.values).y
    figure, axes = plt.subplots(1, 2, figsize=(9, 5))
    for ax, values in zip(axes, (table.values, y)):
        ax.imshow(values, aspect="auto", cmap="Blues")
        for (i, k), value in np.ndenumerate(values):
            ax.text(k, i, f"{value:.4f}", ha="center", va="center", fontsize=7)
        ax.set_yticks(range(len(table.rows)), table.rows)
    plt.show()
ipywidgets.interact(draw, length=(4, 28))
"""

# The picture is there when the page has changed and the frame after that has been drawn.
PRESS = """
async ({handle, root, picture}) => {
    handle.scrollIntoView({block: 'center'});
    handle.focus();
    await new Promise(done => setTimeout(done, 150));
    const key = handle.ariaValueNow === handle.ariaValueMax ? 'ArrowLeft' : 'ArrowRight';
    return await new Promise(resolve => {
        const start = performance.now();
        const watch = new MutationObserver(async changes => {
            if (picture) {
                const image = root.querySelector('img');
                if (!image || image.src === picture) return;
                await image.decode();
            }
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start), 0));
        });
        watch.observe(root, {childList: true, subtree: true, characterData: true, attributes: true});
        handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        setTimeout(() => resolve(null), 5000);
    });
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--presses", type=int, default=40, help="key presses counted for each explorer")
    presses = parser.parse_args().presses
    names = [explorer.__name__ for explorer in nv.EXPLORERS]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        notebooks = Path(folder, "notebooks")
        notebooks.mkdir()
        home = Path(folder, "home")
        home.mkdir()
        _write(notebooks / "latency.ipynb", names)
        browser = launch(playwright)
        with Lab(home, notebooks) as lab:
            chapter = Chapter(browser, lab, notebooks / "latency.ipynb")
            chapter.show()
            if errors := chapter.errors():
                raise RuntimeError(f"the notebook that is to be measured failed: {errors}")
            times = _measure(chapter.page, names, presses)
            version = browser.version
            chapter.close()
        browser.close()
    _report(times, presses, version)


def _write(path: Path, names: list[str]) -> None:
    cells = [ONE_NUMBER, USUAL_WAY, *(f"import normviz as nv\nnv.{name}()" for name in names)]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell.strip()) for cell in cells])
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(notebook, path)


def _measure(page, names: list[str], presses: int) -> dict[str, list[float]]:
    """Press each slider once per round, so that what slows the machine down slows all of them alike."""
    outputs = {"one number": ".one-number", "interact + plt.show()": "img"}
    outputs |= {name: f'.nv[data-explorer="{name}"]' for name in names}
    times = {name: [] for name in outputs}
    for turn in range(-3, presses):
        for name, selector in outputs.items():
            box = page.locator(f".jp-OutputArea-output > .widget-vbox:has({selector})").first
            handle = box.locator(".noUi-handle:visible").first
            picture = box.locator("img").first.get_attribute("src") if selector == "img" else None
            took = page.evaluate(
                PRESS,
                {"handle": handle.element_handle(), "root": _root(box, selector), "picture": picture},
            )
            if turn >= 0:
                times[name].append(took if took is not None else float("nan"))
    return times


def _root(box, selector):
    """What to watch: the place the picture stands in, and not the box with the control's own number."""
    if selector == "img":
        return box.locator(".jp-OutputArea").first.element_handle()
    return box.locator(".widget-html-content", has=box.page.locator(selector)).first.element_handle()


def _report(times: dict[str, list[float]], presses: int, version: str) -> None:
    least = statistics.median(times["one number"])
    usual = statistics.median(times["interact + plt.show()"])
    print(machine(), f"Chromium {version}", sep="; ")
    print(f"{presses} key presses each, in turns; milliseconds from key press to new pixels\n")
    print(f"{'':32}{'median':>8}{'95 %':>8}{'÷ one number':>15}{'usual way ÷':>14}")
    for name, taken in times.items():
        good = sorted(t for t in taken if t == t)
        if len(good) < presses:
            print(f"{name:32}{presses - len(good)} of {presses} presses changed nothing")
            continue
        median, late = statistics.median(good), good[int(0.95 * (len(good) - 1))]
        print(f"{name:32}{median:8.1f}{late:8.1f}{median / least:15.2f}{usual / median:14.1f}")


if __name__ == "__main__":
    main()
