"""Chapters as pages that need neither a kernel nor a network: ``normviz --page 06``, ``python -m docs.pages``."""
