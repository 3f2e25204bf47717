"""Words that balance on a plank, which becomes their ruler; the page alone moves it."""

from markupsafe import Markup

from normviz import front
from normviz.drawing.picture import Picture

TEXT = "Six words lie on a plank, each at its number. The wedge under it stands at their mean once the plank is level."


def plank() -> Picture:
    """Return the front page's plank, for a notebook or the page of a chapter.

    >>> plank().markup.count('<div class="nv-balance">')
    1
    """
    style, script = front.read("balance.css"), "\n".join(["{", front.module(*front.BALANCE), "}"])
    box = Markup(f'<div class="nv-balance"><noscript>{TEXT}</noscript></div>')
    return Picture(Markup(f"<style>{style}</style>{box}<script>{script}</script>"), TEXT)
