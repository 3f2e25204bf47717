"""What a link to a page is shown with elsewhere: a picture of 1200 × 630 pixels, the ruler that pads have moved."""

import io
from pathlib import Path

from PIL import Image, ImageOps

from normviz.drawing.part import parts_noted
from normviz.explorers.padding import PaddingExplorer
from normviz.figures import paper
from normviz.figures.figure import figure_of

SIZE = 1200, 630
EDGE, TOP = 70, 210  # pixels: around all, and the room for the words
DPI = 260
BELOW = "normviz · batch norm and layer norm, number by number"


def write_card(path: Path, title: str) -> Path:
    """Write the picture with ``title`` above the ruler, where there is none; returns its file."""
    if not path.is_file():
        path.parent.mkdir(exist_ok=True)
        card = _pixels(_words({title: (50, 33, paper.INK), BELOW: (110, 19, paper.SOFT)}), dpi=100)
        ruler = ImageOps.contain(
            _ruler(), (SIZE[0] - 2 * EDGE, SIZE[1] - TOP - EDGE), Image.Resampling.LANCZOS
        )
        card.paste(ruler, ((SIZE[0] - ruler.width) // 2, TOP + (SIZE[1] - TOP - EDGE - ruler.height) // 2))
        card.quantize(128).save(path, optimize=True)
    return path


def _ruler() -> Image.Image:
    explorer = PaddingExplorer(one_column=True)
    explorer.move(padding_length=7)
    with parts_noted() as noted:
        explorer.picture(explorer.result)
    (ruler,) = (part.markup for part in noted if part.kind == "ruler")

    def picture(result):
        explorer.picture(result)
        return ruler

    image = _pixels(figure_of(picture, explorer.result, explorer.view.sentence, table=False), dpi=DPI)
    return image.crop(ImageOps.invert(image.convert("L")).getbbox())


@paper.on_paper
def _words(words: dict):
    from matplotlib.figure import Figure

    figure = Figure(figsize=(SIZE[0] / 100, SIZE[1] / 100), facecolor=paper.PAPER)
    for text, (y, size, colour) in words.items():
        figure.text(EDGE / SIZE[0], 1 - y / SIZE[1], text, fontsize=size, va="top", color=colour)
    return figure


def _pixels(figure, *, dpi: int) -> Image.Image:
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=dpi, facecolor=figure.get_facecolor())
    return Image.open(file).convert("RGB")
