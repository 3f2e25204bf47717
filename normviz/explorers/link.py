"""The state of an explorer as a link: the settings that differ from the first stand in the address of a page."""

from urllib.parse import quote, urldefrag

from normviz import _inputs
from normviz.explorers.controls import Choice, Number, all_in


def link(explorer, address: str) -> str:
    """Return ``address`` with the present state of ``explorer`` behind it, as :meth:`Explorer.link` says."""
    address, place = urldefrag(_inputs.text("address", address))
    place = place.split(":")[0]
    said = "&".join(f"{quote(name)}={quote(text)}" for name, text in _moved(explorer))
    behind = f"{place}:{said}" if place and said else place or said
    return f"{address}#{behind}" if behind else address


def _moved(explorer):
    """The name of each control that does not stand as at first, and what it shows."""
    for described in all_in(explorer.controls_for(explorer.settings)):
        if not isinstance(described, Choice | Number):
            continue
        value = getattr(explorer.settings, described.name)
        if value != getattr(explorer.first, described.name):
            yield described.name, described.text_of(value)
