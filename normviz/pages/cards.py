"""What a link to a page is shown with elsewhere: a picture of 1200 × 630 pixels, a chapter's chart and its question."""

import io
import textwrap
from collections.abc import Collection
from pathlib import Path

from markupsafe import Markup
from PIL import Image, ImageOps

from normviz.figures import paper
from normviz.figures.figure import figure_of
from normviz.pages.tiles import PICTURES, charts

SIZE = 1200, 630
EDGE, TOP, GAP = 70, 210, 60  # pixels: around all, the room for the question, and between two charts
DPI = 260


def write_cards(chapters, folder: Path, title: str, *, changed: Collection[str] = ()) -> list[Path]:
    """Write ``index.png`` with ``title``, and a picture for each chapter, where there is none; returns the files.

    Those of the chapters whose numbers have ``changed`` are written anew.
    """
    folder.mkdir(exist_ok=True)
    named = [("index", "00", title, "batch norm and layer norm, number by number")]
    named += [
        (one.number, one.number, one.question, one.subject) for one in chapters if one.number in PICTURES
    ]
    written = []
    for name, number, question, subject in named:
        path = folder / f"{name}.png"
        if path.is_file() and name not in changed:
            continue
        _card(number, question, f"normviz · {subject}" if subject else "normviz").save(path, optimize=True)
        written.append(path)
    return written


def _card(number: str, question: str, subject: str) -> Image.Image:
    card = _words(question, subject)
    drawn = _charts(number)
    wide = (SIZE[0] - 2 * EDGE - GAP * (len(drawn) - 1)) // len(drawn)
    high = SIZE[1] - TOP - EDGE
    for place, chart in enumerate(drawn):
        chart = ImageOps.contain(chart, (wide, high), Image.Resampling.LANCZOS)
        left = EDGE + place * (wide + GAP) + (wide - chart.width) // 2
        card.paste(chart, (left, TOP + (high - chart.height) // 2))
    return card.quantize(128)


def _charts(number: str) -> list[Image.Image]:
    """The small picture of a chapter on paper; where it has no chart, what its explorer's figure has."""
    made, _ = PICTURES[number]
    explorer = made()

    def on_paper(chart: Markup | None) -> Image.Image:
        def picture(result) -> Markup:
            whole = explorer.picture(result)
            return whole if chart is None else chart

        return _pixels(figure_of(picture, explorer.result, explorer.view.sentence, table=False), dpi=DPI)

    return [_trimmed(on_paper(chart)) for chart in charts(number) or (None,)]


def _trimmed(image: Image.Image) -> Image.Image:
    """Without the white around what is drawn."""
    return image.crop(ImageOps.invert(image.convert("L")).getbbox())


def _words(question: str, subject: str) -> Image.Image:
    figure = _on_a_card(None)
    lines = textwrap.wrap(question, 38)
    figure.text(
        EDGE / SIZE[0],
        1 - 50 / SIZE[1],
        "\n".join(lines),
        fontsize=33,
        fontweight="bold",
        va="top",
        color=paper.INK,
    )
    figure.text(
        EDGE / SIZE[0], 1 - (50 + 56 * len(lines)) / SIZE[1], subject, fontsize=19, va="top", color=paper.SOFT
    )
    return _pixels(figure, dpi=100)


@paper.on_paper
def _on_a_card(_):
    from matplotlib.figure import Figure

    return Figure(figsize=(SIZE[0] / 100, SIZE[1] / 100), facecolor=paper.PAPER)


def _pixels(figure, *, dpi: int) -> Image.Image:
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=dpi, facecolor=figure.get_facecolor())
    return Image.open(file).convert("RGB")
