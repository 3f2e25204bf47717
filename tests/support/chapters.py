"""The chapters as files, and the search for errors that a finished run can hide."""

import html
import re
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
CHAPTERS = sorted(NOTEBOOKS.glob("*.ipynb"))

WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
# An element of that class, not the rule for it in a stylesheet.
_ERROR_ELEMENT = re.compile(r"""class=["'][^"']*\bnv-error\b[^"']*["'][^>]*>(.{,400})""", re.DOTALL)


def chapter_name(path):
    """The name of a test's parameter."""
    return path.stem


def read(path):
    return nbformat.read(path, as_version=4)


def explorers_of(path):
    """Names of the explorer classes that the chapter's code calls, each once, in order."""
    code = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "code")
    return list(dict.fromkeys(re.findall(r"\b([A-Z]\w*Explorer)\(", code)))


def hidden_errors(notebook):
    """What went wrong in a run that ended well, in words; empty if nothing did.

    A callback of a widget that raises does not stop the run: the traceback lands in a cell's outputs, in the
    state of an Output widget, on stderr, or (an explorer's) in words inside its view. All four are searched.
    Cells tagged ``raises-exception`` may raise.
    """
    found = []
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code" and "raises-exception" not in cell.metadata.get("tags", ()):
            found += [f"cell {number}: {error}" for error in _errors_in(cell.outputs)]
    models = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    for model in models.values():
        state = model["state"]
        where = model.get("model_name", "widget")
        found += [f"{where}: {error}" for error in _errors_in(state.get("outputs", ()))]
        if isinstance(state.get("value"), str):
            found += [f"{where}: {words}" for words in _shown_errors(state["value"])]
    return found


def _errors_in(outputs):
    for output in outputs:
        kind = output["output_type"]
        if kind == "error":
            yield f"{output['ename']}: {output['evalue']}"
        elif kind == "stream" and output["name"] == "stderr":
            yield f"stderr: {output['text'].strip()}"
        elif kind in ("display_data", "execute_result"):
            yield from _shown_errors("".join(output["data"].get("text/html", "")))


def _shown_errors(markup):
    for following in _ERROR_ELEMENT.findall(markup):
        yield html.unescape(" ".join(re.sub(r"<[^>]*>?", " ", following).split()))
