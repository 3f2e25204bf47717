"""A figure that a notebook shows, whether or not pyplot has been there to tell it how."""

import io

from matplotlib.figure import Figure


class ShownFigure(Figure):
    """A ``matplotlib.figure.Figure`` that brings its own picture; where pyplot shows figures, it does so as ever."""

    def _repr_png_(self):
        file = io.BytesIO()
        self.savefig(file, format="png", dpi=2 * self.dpi)  # sharp on a fine screen
        width, height = (self.get_size_inches() * self.dpi).round().astype(int).tolist()
        return file.getvalue(), {"width": width, "height": height}
