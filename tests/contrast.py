"""How far two colours are apart, as WCAG 2 counts."""


def contrast(one, other):
    """How many times lighter one colour is than the other, from 1 to 21; each is #rrggbb, or numbers from 0 to 255."""
    lighter, darker = sorted(map(_luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    if isinstance(colour, str):
        colour = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
