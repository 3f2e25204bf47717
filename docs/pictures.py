"""Make the README's film, and the pictures of chapter 00 from the real thing, JupyterLab in Chromium.

``python -m docs.pictures`` needs the extra ``[test]``; with ``--film`` it makes the film alone, without JupyterLab.
"""

import base64
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps
from playwright.sync_api import sync_playwright

from tests.support.chapters import NOTEBOOKS
from tests.support.chromium import launch
from tests.support.lab import Lab
from tests.support.open_chapter import NARROW, Chapter

FOLDER = Path(__file__).parent / "images"
PIXELS = 2  # for each CSS pixel: sharp on the screens that have them
MARGIN = 12  # CSS pixels
HEIGHT = 2400  # CSS pixels: room for a whole explorer, a narrow one too

LENGTHS = range(4, 9)


@dataclass(frozen=True)
class Film:
    """The act of ``docs/play.html`` in one colour scheme: moving, and one frame of it as a ``still``."""

    scheme: str
    moving: Path
    still: Path


FILMS = tuple(
    Film(scheme, FOLDER / f"ruler_{scheme}.gif", FOLDER / f"ruler_{scheme}.png")
    for scheme in ("light", "dark")
)
PLAY = Path(__file__).with_name("play.html")
FILM_WIDTH = 722  # CSS pixels, of which the margins of the page leave 664
FRAME_MS, HOLD_MS, FILM_PIXELS, FILM_COLOURS = 80, 1500, 1.5, 12
# What is pressed, on which control, and how often: one press a frame.
ACTS = (("Wedge", "ArrowRight", 22), ("Drop", "", 10), ("Lift", "", 1))
STILL = 1  # the act whose end is the still
PRESS = "(one, key) => key ? one.dispatchEvent(new KeyboardEvent('keydown', {key})) : one.click()"
REST = "document.querySelector('.nv-balance').dataset.state === 'still'"


START = NOTEBOOKS / "00_start_here.ipynb"
STILLS = {LENGTHS[0]: "2_pads.png", LENGTHS[-1]: "10_pads.png"}


class Sharp:
    """A browser whose pages have more than one pixel for each CSS pixel."""

    def __init__(self, browser, pixels=PIXELS):
        self.browser, self.pixels = browser, pixels

    def new_page(self, **options):
        return self.browser.new_page(device_scale_factor=self.pixels, **options)


def shot(chapter, box):
    """All of the box, in the middle of the page, where no toolbar's edge lies over it."""
    box.evaluate("box => box.scrollIntoView({block: 'center'})")
    chapter.page.mouse.move(0, 0)
    chapter.page.wait_for_timeout(500)
    return Image.open(io.BytesIO(box.screenshot())).convert("RGB")


def film(browser, wanted: Film) -> None:
    """Play the page by a clock that stands still in each frame, and photograph its stage."""
    page = browser.new_page(color_scheme=wanted.scheme, viewport={"width": FILM_WIDTH, "height": 900})
    page.clock.install(time=0)
    page.goto(PLAY.as_uri())
    page.clock.pause_at(60_000)
    frames, durations = [], []
    for act, shot in photographed(page):
        frames.append(Image.open(io.BytesIO(shot)).convert("RGB"))
        durations.append(FRAME_MS if act is None else HOLD_MS)
        if act == STILL:
            frames[-1].save(wanted.still, optimize=True)
    first, *others = with_one_palette(frames, FILM_COLOURS)
    first.save(wanted.moving, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)
    page.close()


def photographed(page) -> Iterator[tuple[int | None, bytes]]:
    """Each frame; where the page has come to rest, with the number of the act that has ended."""
    stage = page.locator(".stage")
    while not page.evaluate(REST):
        page.clock.run_for(FRAME_MS)
    yield -1, stage.screenshot()
    for number, (name, key, times) in enumerate(ACTS):
        control = page.locator(f"[aria-label^={name}], .buttons :text('{name}')")
        while times or not page.evaluate(REST):
            if times:
                control.evaluate(PRESS, key)
                times -= 1
            page.clock.run_for(FRAME_MS)
            yield None, stage.screenshot()
        yield number, stage.screenshot()


def framed(picture, margin=MARGIN):
    """With a margin in its own background's colour."""
    return ImageOps.expand(picture, margin * PIXELS, picture.getpixel((0, picture.height - 1)))


def with_one_palette(frames, most):
    """The frames in their commonest colours, unmixed: what stands still does not flicker, and white stays white."""
    pixels = [np.asarray(frame).astype(int) @ (256**2, 256, 1) for frame in frames]
    colours, counts = np.unique(np.concatenate([part.ravel() for part in pixels]), return_counts=True)
    parts = np.column_stack([colours >> 16, colours >> 8 & 255, colours & 255])
    kept = np.argsort(counts)[: -most - 1 : -1]
    nearest = np.array([((parts[kept] - part) ** 2).sum(axis=1).argmin() for part in parts])
    for part in pixels:
        frame = Image.fromarray(nearest[np.searchsorted(colours, part)].astype(np.uint8))
        frame.putpalette(parts[kept].ravel().tolist())
        yield frame


def start(browser, lab) -> None:
    """Chapter 00's line with two pads and with ten, each as wide as a phone has room for, go into the chapter."""
    chapter = Chapter(browser, lab, START)
    chapter.show(width=NARROW, height=HEIGHT)
    explorer = chapter.boxes("PaddingExplorer")[0]
    handle, lines, stills = explorer.box.locator("input[type=range]:visible").first, [], {}
    for length in LENGTHS:
        if length > LENGTHS[0]:
            handle.press("ArrowRight")
            explorer.settle()
        if length in STILLS:
            line = framed(shot(chapter, explorer.box.locator("[data-stage]").first), margin=4)
            lines.append(line.resize([side // PIXELS for side in line.size], Image.Resampling.LANCZOS))
    chapter.close()
    for name, line in zip(STILLS.values(), lines, strict=True):
        file = io.BytesIO()
        line.quantize().save(file, "png", optimize=True)
        stills[name] = {"image/png": base64.b64encode(file.getvalue()).decode("ascii")}
    notebook = json.loads(START.read_text(encoding="utf-8"))
    cell = next(cell for cell in notebook["cells"] if "(attachment:" in "".join(cell["source"]))
    cell["attachments"] = stills
    START.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(
        f"{START}: {len(stills)} stills of {sum(len(s['image/png']) for s in stills.values()) / 1000:.0f} kB"
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for wanted in FILMS:
            film(Sharp(browser, FILM_PIXELS), wanted)
        if "--film" not in sys.argv:
            with tempfile.TemporaryDirectory() as home, Lab(home) as lab:
                start(Sharp(browser), lab)
        browser.close()
    for path in (path for film in FILMS for path in (film.moving, film.still)):
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
