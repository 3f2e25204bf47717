"""The look: the only place with colour codes. One colour always means the same thing.

=========  =========================================  ==================================
tone       means                                      second cue
=========  =========================================  ==================================
column     a column's pool: batch norm                outline down the column
row        a row's pool: layer norm                   outline across the row
pad        padding, and what it distorts              hatching, dashed lines
affine     after γ and β                              solid marker
=========  =========================================  ==================================

The tint of a cell is the stronger the larger its number; of one below 0 it is sand.

Text and lines take JupyterLab's own colours, so that they follow its theme; elsewhere they follow the reader's system.
The rules stand in ``front/picture.css`` and know colours by the names of variables alone, which are written here.
"""

import re
from pathlib import Path

from normviz.drawing.heat import CSS as HEAT_CSS
from normviz.drawing.heat import HEAT

COLOURS = {"column": "#0072B2", "row": "#CC79A7", "pad": "#D55E00", "affine": "#009E73"}
# What is drawn as a line must be brighter on black; fills stay as they are, for the text that stands on them.
LINES_IN_THE_DARK = COLOURS | {"column": "#56B4E9"}
# The tint of a number below 0, in tables and in tiles: sand, as all else has a meaning; what is stored is grey.
BELOW = "#96805A"
# The tiles of a block, by what they hold; digits must be read on all of them.
TILES = {"column": COLOURS["column"], "row": "#C2689A", "below": BELOW}
TILES_IN_THE_DARK = {"column": COLOURS["column"], "row": "#9C4C7A", "below": "#76653F"}
# How much of that the strongest has, in per cent: any, and one of the pool. Less of it would be black in the dark.
STRONGEST, STRONGEST_IN_THE_DARK = (37, 71), (72, 96)
# For a moment, behind a number that has just changed; it means nothing else.
NEWS = "#F0E442"
# Two arms of a spiral, which a network is to tell apart; of the second, two shades: a line and a field have one name.
ARMS = "#E69F00", "#6A4FB3"
ARMS_IN_THE_DARK = "#E69F00", "#A895E8"
# What has no norm: in full white it would outshine the others.
PLAIN, PLAIN_IN_THE_DARK = "#1f1f1f", "#b9b9b9"


def _rgb(colour: str) -> str:
    return ",".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))


_TONES = "".join(f"--nv-{t}:var(--nv-{t}0);--nv-{t}-rgb:{_rgb(colour)};" for t, colour in COLOURS.items())


def _tiles(colours: dict[str, str], strongest: tuple[int, int]) -> str:
    tones = "".join(f";--nv-tile-{name}:{_rgb(colour)}" for name, colour in colours.items())
    of_any, of_pool = (round(share / HEAT, 3) for share in strongest)
    return f"{tones};--nv-tile:{100 * of_any:g}%;--nv-tile-pool:{100 * of_pool:g}%"


def _lines(colours: dict[str, str], arms: tuple[str, str], plain: str, tint: float) -> str:
    tones = "".join(f"--nv-{tone}0:{colour};" for tone, colour in colours.items())
    tones += "".join(f"--nv-arm{arm}:{colour};" for arm, colour in enumerate(arms))
    return f"{tones}--nv-plain:{plain};--nv-tint:{tint}"


# On black a tint must be stronger to be seen.
_LIGHT = "--nv-ink0:#1f1f1f;--nv-soft0:#5c5c5c;--nv-paper0:#fff;--nv-line0:#bdbdbd;"
_LIGHT += _lines(COLOURS, ARMS, PLAIN, 1) + _tiles(TILES, STRONGEST)
_DARK = "--nv-ink0:#f2f2f2;--nv-soft0:#b9b9b9;--nv-paper0:#111;--nv-line0:#555;"
_DARK += _lines(LINES_IN_THE_DARK, ARMS_IN_THE_DARK, PLAIN_IN_THE_DARK, 1.7)
_DARK += _tiles(TILES_IN_THE_DARK, STRONGEST_IN_THE_DARK)

VARIABLES = (
    ":root{" + _LIGHT + "}"
    "@media(prefers-color-scheme:dark){:root{" + _DARK + "}}"
    # JupyterLab's theme decides, not the reader's system.
    "[data-jp-theme-light]{" + _LIGHT + "}[data-jp-theme-light=false]{" + _DARK + "}"
    ":root{--nv-news:rgba("
    + _rgb(NEWS)
    + ",.5)}.nv{"
    + _TONES
    + "}.nv .nv-below{--below:"
    + _rgb(BELOW)
    + "}"
)
_FILE = Path(__file__).parents[1] / "front" / "picture.css"
CSS = VARIABLES + re.sub(r"/\*.*?\*/\n", "", _FILE.read_text("utf-8")) + HEAT_CSS
