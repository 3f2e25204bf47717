"""An explorer as a file: a figure for paper, or a page for a browser."""

import io
import os
import tempfile
from pathlib import Path

from markupsafe import Markup

from normviz import _inputs
from normviz.drawing.markup import tag

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
        + tag("title", explorer.heading)
    )
    body = tag("main", Markup(explorer.to_moving_html()))
    document = tag("html", tag("head", head), tag("body", body), lang="en")
    return f"<!doctype html>\n{document}\n".encode()


def _svg(explorer) -> bytes:
    # Text stays text, to search, to read aloud and to edit; and the same picture is the same file.
    return _figure(explorer, "svg", {"svg.fonttype": "none", "svg.hashsalt": "normviz"}, {"Date": None})


def _pdf(explorer) -> bytes:
    # TrueType, as publishers ask for.
    return _figure(explorer, "pdf", {"pdf.fonttype": 42}, {"CreationDate": None})


def _png(explorer) -> bytes:
    return _figure(explorer, "png", {}, {})


def _figure(explorer, kind: str, style: dict, about: dict) -> bytes:
    import matplotlib

    figure, file = explorer.figure(), io.BytesIO()
    about = {"Title": explorer.heading, **about}
    with matplotlib.rc_context({"savefig.bbox": None, "savefig.transparent": False, **style}):
        figure.savefig(file, format=kind, dpi=DPI, metadata=about, facecolor=figure.get_facecolor())
    return file.getvalue()


WRITERS = {".html": page, ".pdf": _pdf, ".png": _png, ".svg": _svg}


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
