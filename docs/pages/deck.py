"""A deck of slides as one file: the sections of its ``<main>``, and what turns them."""

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from normviz import front, pages
from normviz.drawing.markup import tag
from normviz.drawing.theme import CSS

HERE = Path(__file__).parent


def deck(title: str, slides: Sequence[Markup]) -> str:
    """Return a deck that needs neither a kernel nor a network.

    Parameters
    ----------
    title : the deck's name, as a tab of the browser shows it
    slides : what stands on each slide, beginning with its heading; markup, which is kept as it is. What has a
        ``data-turn="1"`` comes with the first step, and so on; ``<aside class="notes">`` is for the speaker. What
        ``normviz.explorers.moving.moving_figure`` and ``normviz.exercises.page.prediction`` return moves there.

    Examples
    --------
    >>> deck("Padding", [tag("h1", "Pads join the pool")]).count("<section>")
    1
    """
    script = (HERE / "deck.js").read_text(encoding="utf-8") + front.page_script()
    sheets = Path(pages.__file__).with_name("page.css"), HERE / "deck.css"
    style = CSS + front.style() + "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            tag("title", f"{title} · normviz"),
            f'<style>{style}</style>\n</head>\n<body class="deck">\n<main>',
            *(tag("section", slide) for slide in slides),
            f"</main>\n<script>{script}</script>\n</body>\n</html>\n",
        ]
    )
