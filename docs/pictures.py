"""Make the README's pictures from the real thing: ``python -m docs.pictures`` drives JupyterLab in Chromium.

Needs the extra ``[test]``.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chapter import DARK, LIGHT, Chapter
from tests.browser.chromium import launch
from tests.browser.lab import Lab
from tests.chapters import NOTEBOOKS

FOLDER = Path(__file__).parent / "images"
# file, chapter, explorer, theme, slider moved and how many steps to the right
PICTURES = (
    ("06_padding_light.png", "06_padding", "PaddingExplorer", LIGHT, 0, 4),
    ("02_batch_norm_dark.png", "02_batch_norm_by_hand", "BatchNormExplorer", DARK, 0, 0),
)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home, Lab(home) as lab:
        browser = launch(playwright)
        for file, name, explorer, theme, slider, steps in PICTURES:
            chapter = Chapter(browser, lab, NOTEBOOKS / f"{name}.ipynb")
            chapter.show(theme=theme, height=1400)
            box = chapter.boxes(explorer)[0].box
            box.scroll_into_view_if_needed()
            handle = box.locator(".noUi-handle:visible").nth(slider)
            for _ in range(steps):
                handle.press("ArrowRight")
                chapter.wait_until_idle()
            chapter.page.mouse.move(0, 0)
            chapter.page.wait_for_timeout(500)
            box.screenshot(path=FOLDER / file)
            print(FOLDER / file)
            chapter.close()
        browser.close()


if __name__ == "__main__":
    main()
