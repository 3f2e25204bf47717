"""A stage for a whole room: one file that needs neither a kernel nor a network. Space goes on, ← goes back."""

from pathlib import Path

import normviz as nv

STYLE = Path(__file__).with_suffix(".css")


def wall(chapter: str) -> str:
    """The page of one stage.

    >>> "<script" in wall("lesson")
    True
    """
    name = "Batch norm and layer norm" if chapter == "lesson" else f"Chapter {chapter}"
    head = f'<meta charset="utf-8">\n<meta name="color-scheme" content="light dark">\n<title>{name}</title>'
    body = (
        f'<body class="nv-walled">\n{nv.stage(chapter).alone()}\n<style>{STYLE.read_text()}</style>\n</body>'
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n{body}\n</html>\n'
