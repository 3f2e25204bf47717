"""The explorers: one widget a file, all built on :class:`normviz.explorers.base.Explorer`."""

from normviz.explorers.base import Explorer
from normviz.explorers.padding import PaddingExplorer

EXPLORERS = (PaddingExplorer,)

__all__ = ["EXPLORERS", "Explorer", *(explorer.__name__ for explorer in EXPLORERS)]
