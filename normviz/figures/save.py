"""An explorer as a file: a figure for paper, or a page for a browser."""

import io
import os
import tempfile
from functools import partial
from pathlib import Path
from textwrap import shorten

from markupsafe import Markup

from normviz import _inputs
from normviz.drawing.markup import tag, void_tag

DPI = 200  # of a PNG: as wide as a projector, 1280 px


def save(explorer, path) -> None:
    """Write what ``explorer`` shows now into the file ``path``, as :meth:`Explorer.save` says."""
    path = _named(path)
    try:
        _check_place(path)
        refuse_undrawable(explorer)
        _replace(path.resolve(), WRITERS[path.suffix.lower()](explorer))  # a link stays one
    except OSError as error:
        why = error.strerror or error
        raise ValueError(f"path: expected a place that can be written, got {str(path)!r} ({why})") from None


def refuse_undrawable(explorer) -> None:
    """Raise a ValueError with the explorer's own words while its settings cannot be drawn."""
    if explorer.error is not None:
        raise ValueError(f"This cannot be drawn. {explorer.error}")


def page(explorer) -> bytes:
    """The explorer as a whole HTML page that moves and needs nothing else."""
    head = (
        Markup('<meta charset="utf-8">')
        + Markup('<meta name="viewport" content="width=device-width, initial-scale=1">')
        + Markup('<meta name="color-scheme" content="light dark">')
        + tag("title", explorer.heading)
        + void_tag("meta", name="description", content=shorten(explorer.view.sentence, 160))
    )
    if not explorer._live:
        print("Python now draws all that this page can show. This takes some seconds.", flush=True)
    body = tag("main", Markup(explorer.to_moving_html()))
    document = tag("html", tag("head", head), tag("body", body), lang="en")
    return f"<!doctype html>\n{document}\n".encode()


# The style of a figure's file, and what it says about itself: the same picture is the same file.
FORMATS = {
    "pdf": ({"pdf.fonttype": 42}, {"CreationDate": None}),  # TrueType, as publishers ask for
    "png": ({}, {}),
    "svg": ({"svg.fonttype": "none", "svg.hashsalt": "normviz"}, {"Date": None}),  # text stays text
}


def _figure(explorer, kind: str) -> bytes:
    figure, file = explorer.figure(), io.BytesIO()
    import matplotlib

    style, about = FORMATS[kind]
    with matplotlib.rc_context({"savefig.bbox": None, "savefig.transparent": False, **style}):
        about, paper = {"Title": explorer.heading, **about}, figure.get_facecolor()
        figure.savefig(file, format=kind, dpi=DPI, metadata=about, facecolor=paper)
    return file.getvalue()


WRITERS = {".html": page} | {f".{kind}": partial(_figure, kind=kind) for kind in FORMATS}


def _named(path) -> Path:
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise TypeError(
            f'path: expected the name of a file, such as "figure.svg", got {_inputs.describe(path)}'
        )
    path = Path(path)
    if path.suffix.lower() not in WRITERS:
        *most, last = WRITERS
        endings = f"{', '.join(most)} or {last}"
        raise ValueError(f"path: expected a name that ends in {endings}, got {str(path)!r}")
    if "\0" in str(path):
        raise ValueError(f"path: expected a name without a zero character, got {str(path)!r}")
    return path


def _check_place(path: Path) -> None:
    if path.is_dir():
        raise ValueError(f"path: expected a file, got {str(path)!r}, which is a folder")
    if not path.parent.is_dir():
        raise ValueError(f"path: expected a folder that is there, got {str(path.parent)!r}")


def _replace(path: Path, content: bytes) -> None:
    """Write beside the file, then move over it."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=path.suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(beside, _mode(path))
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """Who may read the file: those who might read the old one; else as for any new file."""
    if path.exists():
        return path.stat().st_mode
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
