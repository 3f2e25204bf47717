"""A figure that a notebook shows, with no pyplot that tells it how, and with words for those who do not see it."""

import base64
import io

from matplotlib.figure import Figure

from normviz.drawing.markup import void_tag


class ShownFigure(Figure):
    """A ``matplotlib.figure.Figure`` that brings its own picture, and its caption as the picture's words."""

    caption = ""

    def _repr_html_(self) -> str:
        file = io.BytesIO()
        self.savefig(file, format="png", dpi=2 * self.dpi)  # sharp on a fine screen
        source = f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode('ascii')}"
        width = round(self.get_figwidth() * self.dpi)
        return str(void_tag("img", src=source, alt=self.caption, width=width, style="max-width:100%"))
