"""Make the README's film, and the pictures of chapter 00 from the real thing, JupyterLab in Chromium.

``python -m docs.pictures`` needs the extra ``[test]``; with ``--film`` it makes the film alone, without JupyterLab.
"""

import base64
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps
from playwright.sync_api import sync_playwright

from normviz.drawing.part import parts_noted
from normviz.drawing.ruled_dots import PADS_ROOM
from normviz.drawing.ruler import ruler
from normviz.drawing.theme import CSS
from normviz.explorers.padding import PaddingExplorer
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
    """The ruler of chapter 00 while pads come, in one colour scheme: moving, and its last frame as a ``still``."""

    scheme: str
    moving: Path
    still: Path


FILMS = tuple(
    Film(scheme, FOLDER / f"ruler_{scheme}.gif", FOLDER / f"ruler_{scheme}.png")
    for scheme in ("light", "dark")
)
FILM_WIDTH = 600  # CSS pixels: on a phone, too, its numbers can be read
FILM_LENGTHS = range(4, 29)
FRAME_MS, FRAMES_A_STEP, FIRST_FRAMES, LAST_FRAMES = 50, 4, 10, 15  # 6 seconds
FILM_COLOURS = 16
SHEET = """<!doctype html><meta charset=utf-8><meta name="color-scheme" content="light dark"><style>{style}
body{{margin:0;padding:12px;width:{width}px;background:var(--nv-paper0)}}
[data-counts]{{display:none!important}}</style><div class="nv"></div>"""


START = NOTEBOOKS / "00_start_here.ipynb"
STILLS = {LENGTHS[0]: "2_pads.png", LENGTHS[-1]: "10_pads.png"}


class Sharp:
    """A browser whose pages have more than one pixel for each CSS pixel."""

    def __init__(self, browser):
        self.browser = browser

    def new_page(self, **options):
        return self.browser.new_page(device_scale_factor=PIXELS, **options)


def shot(chapter, box):
    """All of the box, in the middle of the page, where no toolbar's edge lies over it."""
    box.evaluate("box => box.scrollIntoView({block: 'center'})")
    chapter.page.mouse.move(0, 0)
    chapter.page.wait_for_timeout(500)
    return Image.open(io.BytesIO(box.screenshot())).convert("RGB")


def film(browser, wanted: Film) -> None:
    """Photograph the ruler in each frame; the frames become the moving picture, the last one the still."""
    page = browser.new_page(color_scheme=wanted.scheme, viewport={"width": FILM_WIDTH + 24, "height": 400})
    page.set_content(SHEET.format(style=CSS, width=FILM_WIDTH))
    drawn = []
    for markup in ruler_frames():
        page.evaluate("markup => document.querySelector('.nv').innerHTML = markup", markup)
        shot = page.screenshot(clip={"x": 0, "y": 0, **page.evaluate(SIDES)})
        drawn.append(Image.open(io.BytesIO(shot)).convert("RGB"))
    first, *others = with_one_palette(drawn, FILM_COLOURS)
    durations = [FRAME_MS * FIRST_FRAMES, *[FRAME_MS] * (len(others) - 1), FRAME_MS * LAST_FRAMES]
    first.save(wanted.moving, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)
    drawn[-1].save(wanted.still, optimize=True)
    page.close()


SIDES = "({width: document.body.scrollWidth, height: document.body.getBoundingClientRect().height})"


def ruler_frames() -> Iterator[str]:
    """The ruler's markup in each frame; between two lengths μ and σ go from the one's to the other's, as on a page."""
    explorer, before = PaddingExplorer(one_column=True), None
    for length in FILM_LENGTHS:
        explorer.move(padding_length=length)
        with parts_noted() as noted:
            explorer.picture(explorer.result)
        drawn_from = next(part.drawn_from for part in noted if part.kind == "ruler") | {"room": PADS_ROOM}
        (now,) = drawn_from["rulers"]
        for share in np.arange(1, FRAMES_A_STEP + 1) / FRAMES_A_STEP if before else [1.0]:
            last = before or now
            mean, step = (a + (b - a) * share for a, b in ((last.mean, now.mean), (last.step, now.step)))
            yield str(ruler(**drawn_from | {"rulers": [replace(now, mean=mean, step=step)]}))
        before = now


def framed(picture, margin=MARGIN):
    """With a margin in its own background's colour."""
    return ImageOps.expand(picture, margin * PIXELS, picture.getpixel((0, picture.height - 1)))


def with_one_palette(frames, most=256):
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
    for name, still in zip(STILLS.values(), with_one_palette(lines), strict=True):
        file = io.BytesIO()
        still.save(file, "png", optimize=True)
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
            film(Sharp(browser), wanted)
        if "--film" not in sys.argv:
            with tempfile.TemporaryDirectory() as home, Lab(home) as lab:
                start(Sharp(browser), lab)
        browser.close()
    for path in (path for film in FILMS for path in (film.moving, film.still)):
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
