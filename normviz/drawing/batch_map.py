"""A whole batch as a small map: one line a sentence, one cell a token, for batches too long for a table."""

import base64
import io

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import tag, void_tag
from normviz.drawing.theme import COLOURS

MOST_LINES, MOST_CELLS = 96, 160
SHADES = 64  # of the colour, and one more is clear


def batch_map(values: np.ndarray, mask: np.ndarray, *, tone: str, label: str) -> Markup:
    """Draw one feature of a batch, (B, L): the larger a number, the stronger the colour; pads are hatched.

    Batches beyond 96 × 160 are thinned out evenly, so the cost does not grow with the batch.
    """
    from PIL import Image  # matplotlib brings it; most views never need it

    lines = _even(len(values), MOST_LINES)
    cells = _even(values.shape[1], MOST_CELLS)
    shown, real = values[np.ix_(lines, cells)], mask[np.ix_(lines, cells)]
    strength = np.where(real, np.abs(shown) / (np.abs(shown).max(initial=0) or 1.0), 0)
    colour = np.array([int(COLOURS[tone][i : i + 2], 16) for i in (1, 3, 5)])
    mixed = 255 - (0.18 + 0.82 * np.linspace(0, 1, SHADES)[:, None]) * (255 - colour)
    image = Image.fromarray(np.where(real, np.round(strength * (SHADES - 1)), SHADES).astype(np.uint8))
    image.putpalette(mixed.astype(np.uint8).tobytes() + bytes(3))
    file = io.BytesIO()
    # What packs all pages does it better than PNG.
    image.save(file, "PNG", compress_level=0, transparency=SHADES)
    source = "data:image/png;base64," + base64.b64encode(file.getvalue()).decode("ascii")
    height = max(60, min(7 * len(lines), 300))
    image = void_tag("img", src=source, alt=label, class_="nv-map", style=f"height:{height}px")
    return tag("div", image, class_="nv-key-pad")


def _even(count: int, most: int) -> np.ndarray:
    return np.arange(count) if count <= most else np.linspace(0, count - 1, most).round().astype(int)
