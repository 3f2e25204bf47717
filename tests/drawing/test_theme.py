"""The four tones can be seen on white and on JupyterLab's dark page."""

import re
from pathlib import Path

import jupyterlab
import pytest

from normviz.drawing import theme
from tests.contrast import contrast

NEEDED = 3.0  # WCAG 2.1, 1.4.11: graphics and outlines
PACKAGE = Path(theme.__file__).parents[1]


def lab_page(which):
    """The background that JupyterLab's own theme gives a notebook, read from its installed style."""
    themes = Path(jupyterlab.__file__).parent / "themes"
    if not themes.is_dir():
        themes = Path(jupyterlab.commands.get_app_dir()) / "themes"
    style = (themes / "@jupyterlab" / f"theme-{which}-extension" / "index.css").read_text(encoding="utf-8")
    named = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", style))
    value = named["--jp-layout-color0"].strip()
    while value.startswith("var("):
        value = named[value[4:-1].strip()].strip()
    names = {"white": "#ffffff", "black": "#000000"}
    value = names.get(value, value)
    return value if len(value) == 7 else "#" + "".join(2 * digit for digit in value[1:])


def said(which):
    """The colours of lines that the style gives a light or a dark page: in JupyterLab, and elsewhere."""
    light, dark = re.search(r":root\{(.+?)\}@media.+?:root\{(.+?)\}", theme.CSS, re.DOTALL).groups()
    lab = re.search(r"\[data-jp-theme-light\]\{(.+?)\}\[data-jp-theme-light=false\]\{(.+?)\}", theme.CSS)
    by_page = {"light": (lab[1], light), "dark": (lab[2], dark)}[which]
    return [dict(re.findall(r"--nv-(\w+?)0?:(#\w+)", style)) for style in by_page]


def over(colour, page, opacity):
    """What ``colour`` looks like on the page when it lets some of it through."""
    parts = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (colour, page)]
    return "#" + "".join(f"{round(opacity * a + (1 - opacity) * b):02x}" for a, b in zip(*parts, strict=True))


@pytest.mark.parametrize("page", ["light", "dark"])
@pytest.mark.parametrize("tone", [*theme.COLOURS, "plain"])
def test_every_line_stands_out_on_the_page_also_where_the_page_shines_through(tone, page):
    lab, elsewhere = said(page)
    through = [float(o) for o in re.findall(r"stroke:var\(--tone\);[^}]*stroke-opacity:([\d.]+)", theme.CSS)]
    through += [float(o) for o in re.findall(r"nv-older\{[^}]*opacity:([\d.]+)", theme.CSS)]
    assert through
    for paper, colours in ((lab_page(page), lab), ({"light": "#ffffff", "dark": "#111111"}[page], elsewhere)):
        assert contrast(colours[tone], paper) >= NEEDED
        if tone in ("column", "plain"):
            assert contrast(over(colours[tone], paper, min(through)), paper) >= NEEDED


@pytest.mark.parametrize(("scheme", "page"), [("light", "#ffffff"), ("dark", "#111111")])
def test_text_without_jupyterlab_can_be_read(scheme, page):
    light, dark = re.search(r":root\{(.+?)\}@media.+?:root\{(.+?)\}", theme.CSS, re.DOTALL).groups()
    said = dict(re.findall(r"(--nv-\w+):(#\w+)", {"light": light, "dark": dark}[scheme]))
    for name in ("--nv-ink0", "--nv-soft0"):
        assert contrast(said[name], page) >= 4.5
    strongest = 25 + int(
        re.search(r"25 \+ (\d+) \* seen", (PACKAGE / "front/stage.js").read_text("utf-8"))[1]
    )
    for name in ("--nv-column0", "--nv-row0"):
        assert contrast(said["--nv-ink0"], over(said[name], page, strongest / 100)) >= 4.5


@pytest.mark.parametrize(
    ("ink", "paper", "tiles", "strongest"),
    [
        ("#1f1f1f", "#ffffff", theme.TILES, theme.STRONGEST),
        ("#f2f2f2", "#111111", theme.TILES_IN_THE_DARK, theme.STRONGEST_IN_THE_DARK),
    ],
)
def test_a_tile_is_told_from_0_and_its_digits_can_be_read(ink, paper, tiles, strongest):
    def parts(colour):
        return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]

    for colour in tiles.values():
        of_any, of_pool = (
            [
                share / 100 * a + (1 - share / 100) * b
                for a, b in zip(parts(colour), parts(paper), strict=True)
            ]
            for share in strongest
        )
        assert contrast(parts(ink), of_pool) >= 4.5
        assert contrast(of_any, parts(paper)) >= 1.5
        assert contrast(of_pool, of_any) >= 1.3


def test_no_other_file_that_draws_holds_a_colour_code():
    held = {
        path.name: found
        for path in PACKAGE.rglob("*.*")
        if path.suffix in (".py", ".css", ".js")
        and path.name != "theme.py"
        and path.parent.name != "pages"  # a page's links and code are part of no picture
        and (
            found := re.findall(
                r"[\"':( ](#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b|rgba?\(\s*\d)", path.read_text("utf-8")
            )
        )
    }
    assert held == {}


STYLES = {"theme": theme.CSS} | {path.name: path.read_text("utf-8") for path in PACKAGE.rglob("*.css")}


@pytest.mark.parametrize("css", STYLES.values(), ids=STYLES)
def test_style_closes_every_brace_and_fetches_nothing(css):
    assert css.count("{") == css.count("}")
    assert re.findall(r'url\((?!"data:|#)', css) == []
    assert "@import" not in css
    assert "</style" not in css
