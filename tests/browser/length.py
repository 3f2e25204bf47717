"""How long a chapter's page is, counted in a browser: ``python -m tests.browser.length [folder of pages]``."""

import sys
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from tests.support.chromium import launch
from tests.support.open_chapter import WIDE

SCREEN = 900  # CSS pixels

# What is folded is not counted, nor is what is read out alone, nor what comes when it is asked for: one question stands
# for all.
COUNT = r"""screen => {
    document.querySelectorAll('.skip').forEach(one => one.click());  // as after all predictions
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
    const text = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), screens = {};
    let words = 0;
    while (text.nextNode()) {
        const {parentElement: around, data} = text.currentNode;
        if (!seen(around) || around.closest('script,template,.nv-spoken')) continue;
        if (around.closest('.prose') && !around.closest('math')) words += (data.match(/\S*\p{L}\S*/gu) ?? []).length;
        const at = Math.floor(box(around).top / screen);
        screens[at] = (screens[at] ?? 0) + (data.match(/(?<![\d.])\d{1,3}[.]\d{3,}/g) ?? []).length;
    }
    return {
        words, height,
        code: all('.source pre').reduce((lines, one) => lines + one.textContent.trim().split('\n').length, 0),
        numbers: Math.max(0, ...Object.values(screens)),
        screens: Math.round(10 * height / screen) / 10,
        pictures: Math.round(100 * pictured / height),
        first: Math.round(Math.min(...[...figures, ...all('.nv-asked svg')].map(one => box(one).top))),
    };
}"""


class Length(NamedTuple):
    """Of a page at 1280 pixels: words and lines of code in sight, numbers with 3 decimals or more on the screen that
    has most (a paper's number on arXiv has four digits in front, and is none), screens, pixels, the share of them that
    is picture in %, and pixels above the first explorer or drawn prediction."""

    words: int
    code: int
    numbers: int
    screens: float
    height: int
    pictures: int
    first: int


def length_of(page) -> Length:
    """Of a page at its top, ``WIDE`` pixels wide."""
    return Length(**page.evaluate(COUNT, SCREEN))


def row(name, length) -> str:
    return f"{name:<26}" + "".join(f"{value:>9}" for value in length)


def main(folder: Path) -> None:
    print(row("chapter", Length._fields))
    with sync_playwright() as playwright:
        page = launch(playwright).new_page(viewport={"width": WIDE, "height": SCREEN})
        for path in sorted(folder.glob("[01]*.html")):
            page.goto(path.resolve().as_uri())
            print(row(path.stem, length_of(page)))


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or ["docs/_pages"]))
