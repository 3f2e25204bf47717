"""How long a chapter's page is, counted in a browser: ``python -m tests.browser.length [folder of pages]``."""

import sys
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from tests.support.chromium import launch
from tests.support.open_chapter import WIDE

SCREEN = 900  # CSS pixels
PHONE = 390

# What is folded is not counted, nor is what is read out alone, nor what comes when it is asked for: one question stands
# for all.
COUNT = r"""screen => {
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = '.cell{content-visibility:visible!important}';
    const inSight = one => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
    const seen = one => inSight(one) && !one.parentElement.closest('details:not([open])');
    const all = what => [...document.querySelectorAll(what)].filter(seen);
    const box = one => one.getBoundingClientRect(), high = one => box(one).height;
    const height = document.documentElement.scrollHeight;
    const isPicture = one => !one.closest('figure') && !one.parentElement.closest('svg,.nv-flow') && high(one) > 60;
    const figures = all('main figure'), charts = all('main .output :is(svg,.nv-flow)').filter(isPicture);
    // Side by side they take their height once.
    const rows = [...figures, ...charts].map(one => box(one)).sort((one, other) => one.top - other.top);
    let pictured = 0, end = 0;
    for (const {top, bottom} of rows) {
        pictured += Math.max(0, bottom - Math.max(top, end));
        end = Math.max(end, bottom);
    }
    const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), screens = {};
    const first = Math.min(...[...figures, ...all('.nv-asked svg')].map(one => box(one).top)), isWord = /\S*\p{L}\S*/gu;
    let words = 0, before = 0;
    while (text.nextNode()) {
        const {parentElement: around, data} = text.currentNode;
        if (!seen(around) || around.closest('script,template,.nv-spoken')) continue;
        const count = around.closest('math') ? 0 : (data.match(isWord) ?? []).length;
        if (around.closest('.prose')) words += count;
        if (box(around).top < first) before += count;
        const at = Math.floor(box(around).top / screen);
        screens[at] = (screens[at] ?? 0) + (data.match(/(?<![\d.])\d{1,3}[.]\d{3,}/g) ?? []).length;
    }
    return {
        words, height,
        code: all('.source pre').reduce((lines, one) => lines + one.textContent.trim().split('\n').length, 0),
        numbers: Math.max(0, ...Object.values(screens)),
        screens: Math.round(10 * height / screen) / 10,
        pictures: Math.round(100 * pictured / height),
        first: Math.round(first), before,
        folds: all('details:not(figure *, .nv *, [data-key])').filter(inSight).length,
        seen: all('.nv-moving').length,
        hidden: [...document.querySelectorAll('.nv-moving')].filter(one => !seen(one)).length,
    };
}"""


class Length(NamedTuple):
    """Of a page at 1280 pixels: words and lines of code in sight, numbers with 3 decimals or more on the screen that
    has most (a paper's number on arXiv has four digits in front, and is none), screens, pixels, the share of them that
    is picture in %, pixels and words above the first explorer or drawn prediction, folds, and
    explorers in sight and not."""

    words: int
    code: int
    numbers: int
    screens: float
    height: int
    pictures: int
    first: int
    before: int
    folds: int
    seen: int
    hidden: int


def length_of(page) -> Length:
    """Of a page at its top."""
    return Length(**page.evaluate(COUNT, SCREEN))


def row(name, length) -> str:
    return f"{name:<26}" + "".join(f"{value:>9}" for value in length)


def main(folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for width in (WIDE, PHONE):
            page = browser.new_page(viewport={"width": width, "height": SCREEN})
            print(row(f"chapter, {width}", Length._fields))
            for path in sorted(folder.glob("[01]*.html")):
                page.goto(path.resolve().as_uri())
                page.wait_for_function("!document.querySelector('.nv-moving:not(:has(> .nv-takes))')")
                print(row(path.stem, length_of(page)))


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or ["docs/_pages"]))
