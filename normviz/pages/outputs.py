"""What a page shows of a cell: explorers and predictions that work, questions with their answers folded away."""

import re
from collections.abc import Iterable, Iterator
from itertools import count, pairwise

from markupsafe import Markup
from nbformat import NotebookNode
from nbformat.v4 import new_output

from normviz.drawing.markup import tag
from normviz.drawing.theme import CSS
from normviz.exercises.catalogue import find
from normviz.exercises.cells import asked_by, words_of
from normviz.exercises.engine import solution
from normviz.exercises.kinds import Choice
from normviz.exercises.page import answered, prediction, unstyled
from normviz.explorers.moving import MIME
from normviz.message import Message
from normviz.pages.code import is_hidden, only_shows

NOTEBOOK_ONLY, NOTEBOOK_CODE = "notebook-only", "notebook-code"
WIDGET = "application/vnd.jupyter.widget-view+json"
ON_PAPER = (
    '<p class="remark">Answer on paper, or in the notebook, which checks it; then open the solution.</p>'
)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_NOTE = re.compile(r"(?<=<figcaption>)[^<]*")
_ASKED = re.compile(r'^nv\.(check|predict)\("(\d\d\.\d+)"', re.MULTILINE)


def prepare(notebook: NotebookNode, chapter: str) -> None:
    """Turn the outputs of an executed notebook into what a page without a kernel can show, in place.

    - An explorer moves, where the kernel has run through its settings; without, it shows its picture. The second of
      chapter 06 has the id "06.2", which an address may name.
    - A picture right behind a prediction, which answers it, is folded until then, unless it moves.
    - A prediction is a form, and so are a choice and a question of numbers. Another widget without a picture, such as a
      progress bar, leaves.
    - A style sheet stands once in a page, not once a picture; :data:`normviz.drawing.theme.CSS` is the page's own.
    - Hints and solution stand folded below an exercise: the second hint comes after the first.
    - A cell that is tagged "notebook-only" says what to do in a notebook, and leaves; of one that is tagged
      "notebook-code" what it shows stays.
    - A call that only shows or asks is not shown as code; the first cell, which sets the chapter up, is folded, and
      code that writes a text leaves.
    """
    notebook.metadata.pop("widgets", None)
    notebook.cells = [cell for cell in notebook.cells if NOTEBOOK_ONLY not in cell.metadata.get("tags", ())]
    seen, known, number = {CSS}, {}, count(1)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    pairs = pairwise(notebook.cells)
    answering = {after.id for before, after in pairs if before.source.startswith("nv.predict(")}
    for cell in codes:
        cell.outputs = [output for output in cell.outputs if not _without_picture(output)]
        for output in cell.outputs:
            if MIME in output.get("data", {}):
                figure = _NOTE.sub("", str(output.data.pop(MIME)))  # the page says it once
                output.data["text/html"] = figure.replace(
                    "<figure ", f'<figure id="{chapter}.{next(number)}" ', 1
                )
            elif "text/html" in output.get("data", {}):
                still = _still(output.data, seen)
                if cell.id in answering:
                    still = str(_folded("The picture with the answer", Markup(still), "folded told"))
                output.data["text/html"] = still
        if asked := _ASKED.search(cell.source):
            how, id = asked.groups()
            if how == "check":  # “not attempted” is news to nobody who cannot type
                cell.outputs = []
            if asks := prediction(id, known) if how == "predict" else answered(id, known):
                cell.outputs = [new_output("display_data", {"text/html": str(asks)})]
                if isinstance(find(id), Choice):
                    _ask_only(notebook, find(id))
            if how == "check" or not asks:  # a prediction says why as soon as something is chosen
                folded = f"{'' if asks else ON_PAPER}{hints(id)}{answer(id)}"
                cell.outputs.append(new_output("display_data", {"text/html": folded}))
        if only_shows(cell) or NOTEBOOK_CODE in cell.metadata.get("tags", ()):
            cell.source = ""
    for cell in codes[:1]:
        cell.metadata.setdefault("jupyter", {})["source_hidden"] = True
        cell.source = "" if cell.outputs else cell.source  # nothing stands above the first picture
    notebook.cells = list(_joined(cell for cell in notebook.cells if cell.source or cell.get("outputs")))
    for cell in notebook.cells:
        if is_hidden(cell) and any("text/markdown" in output.get("data", {}) for output in cell.outputs):
            cell.source = ""  # it only writes the text


def _joined(cells: Iterable[NotebookNode]) -> Iterator[NotebookNode]:
    """Cells whose code is folded, and that show nothing, are one with folded code that follows."""
    before = None
    for cell in cells:
        if before:
            if is_hidden(cell):
                cell.source = f"{before.source}\n\n\n{cell.source}"
            else:
                yield before
        before = cell if is_hidden(cell) and not cell.outputs else None
        if not before:
            yield cell
    if before:
        yield before


def _ask_only(notebook: NotebookNode, question: Choice) -> None:
    """Leave the options to the form."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = cell.source.replace(words_of(question), asked_by(question))


def _without_picture(output) -> bool:
    data = output.get("data", {})
    return WIDGET in data and "text/html" not in data


def _still(data, seen) -> str:
    def once(sheet):
        first = sheet[1] not in seen
        seen.add(sheet[1])
        return sheet[0] if first else ""

    return _STYLE.sub(once, data["text/html"])


def hints(id: str) -> Markup:
    """The three hints to a question, folded one by one."""
    folded = (
        _folded(f"Hint {number}", Message(name.capitalize(), (step,)), "folded hint")
        for number, (name, step) in enumerate(find(id).hints.items(), start=1)
    )
    return Markup("").join(folded)


def answer(id: str) -> Markup:
    """The solution of a question, folded."""
    return _folded("Solution", solution(id))


def _folded(summary: str, content: Message | Markup, class_: str = "folded") -> Markup:
    inside = content if isinstance(content, Markup) else unstyled(content)
    return tag("details", tag("summary", summary), inside, class_=class_)
