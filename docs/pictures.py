"""Make the pictures of the README and of chapter 00 from the real thing, JupyterLab in Chromium.

``python -m docs.pictures`` needs the extra ``[test]``.
"""

import base64
import io
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps
from playwright.sync_api import sync_playwright

from tests.support.chapters import NOTEBOOKS
from tests.support.chromium import launch
from tests.support.lab import Lab
from tests.support.open_chapter import DARK, NARROW, WIDE, Chapter

FOLDER = Path(__file__).parent / "images"
PIXELS = 2  # for each CSS pixel: sharp on the screens that have them
MARGIN = 12  # CSS pixels
HEIGHT = 2400  # CSS pixels: room for a whole explorer, a narrow one too

LENGTHS = range(4, 9)
STEP_MS, FIRST_MS, LAST_MS = 1200, 2400, 4000


@dataclass(frozen=True)
class Film:
    """The padding slider of chapter 00 on a page of one ``width``, moving, and its last frame as a ``still``.

    The picture ends below the last of each of the ``parts``.
    """

    width: int
    moving: Path
    still: Path
    parts: tuple[str, ...]


FILMS = (
    Film(
        WIDE,
        FOLDER / "padding_moves.gif",
        FOLDER / "padding_8_tokens.png",
        (".nv-lead", "[data-stage]"),
    ),
    Film(
        NARROW,
        FOLDER / "padding_moves_narrow.gif",
        FOLDER / "padding_8_tokens_narrow.png",
        (".nv-lead", "[data-stage]"),
    ),
)
BATCH_NORM = FOLDER / "batch_norm_dark.png"


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


def film(browser, lab, wanted: Film) -> None:
    """Photograph the slider at each length; the frames become the moving picture, the last one the still."""
    chapter = Chapter(browser, lab, START)
    chapter.show(width=wanted.width, height=HEIGHT)
    explorer = chapter.boxes("PaddingExplorer")[0]
    handle = explorer.box.locator("input[type=range]:visible").first
    frames = []
    for length in LENGTHS:
        if frames:
            handle.press("ArrowRight")
        explorer.settle()
        frames.append(shot(chapter, explorer.box))
        assert handle.get_attribute("aria-valuetext") == str(length)
    top = explorer.box.bounding_box()["y"]
    parts = [explorer.box.locator(part).last.bounding_box() for part in wanted.parts]
    bottom = round((max(part["y"] + part["height"] for part in parts) - top) * PIXELS)
    frames = [framed(frame.crop((0, 0, frame.width, bottom))) for frame in frames]
    first, *others = with_one_palette(frames)
    durations = [FIRST_MS, *[STEP_MS] * (len(frames) - 2), LAST_MS]
    first.save(wanted.moving, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)
    frames[-1].save(wanted.still, optimize=True)
    chapter.close()


def framed(picture, margin=MARGIN):
    """With a margin in its own background's colour."""
    return ImageOps.expand(picture, margin * PIXELS, picture.getpixel((0, picture.height - 1)))


def with_one_palette(frames):
    """The frames in their 256 commonest colours, unmixed: what stands still does not flicker, and white stays white."""
    pixels = [np.asarray(frame).astype(int) @ (256**2, 256, 1) for frame in frames]
    colours, counts = np.unique(np.concatenate([part.ravel() for part in pixels]), return_counts=True)
    parts = np.column_stack([colours >> 16, colours >> 8 & 255, colours & 255])
    kept = np.argsort(counts)[:-257:-1]
    nearest = np.array([((parts[kept] - part) ** 2).sum(axis=1).argmin() for part in parts])
    for part in pixels:
        frame = Image.fromarray(nearest[np.searchsorted(colours, part)].astype(np.uint8))
        frame.putpalette(parts[kept].ravel().tolist())
        yield frame


def batch_norm(browser, lab) -> None:
    """Chapter 02's explorer in the dark theme."""
    chapter = Chapter(browser, lab, NOTEBOOKS / "02_batch_norm_by_hand.ipynb")
    chapter.show(theme=DARK, height=HEIGHT)
    explorer = chapter.boxes("BatchNormExplorer")[0]
    explorer.settle()
    framed(shot(chapter, explorer.box)).save(BATCH_NORM, optimize=True)
    chapter.close()


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
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home, Lab(home) as lab:
        browser = launch(playwright)
        for wanted in FILMS:
            film(Sharp(browser), lab, wanted)
        batch_norm(Sharp(browser), lab)
        start(Sharp(browser), lab)
        browser.close()
    for path in (*(path for film in FILMS for path in (film.moving, film.still)), BATCH_NORM):
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
