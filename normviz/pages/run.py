"""Run chapters from top to bottom, each in a kernel of its own."""

import asyncio
import html
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
import zmq
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from normviz.front import LIVE

MOVING = "text/vnd.normviz.moving"  # what the kernel makes of an explorer where its page shall move
AT_A_TIME = 2
# Not a measure of speed: only a run that hangs reaches it.
HANGS_AFTER_SECONDS = 600
# Of what moves in a chapter, and in one explorer; a page's text and formulas come on top.
MOST_BYTES, MOST_BYTES_OF_AN_EXPLORER = 205_000, 95_000
_EXPLORER = re.compile(r"(\w*)Explorer\(|\.explore\(\)")
_LIVE = {Path(name).stem.replace("_", "") for name in LIVE if name.startswith("views/")}  # keep no pages

WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
# An element of that class, not the rule for it in a stylesheet.
_ERROR_ELEMENT = re.compile(r"""class=["'][^"']*\bnv-error\b[^"']*["'][^>]*>(.{,400})""", re.DOTALL)


class Failed(Exception):
    """A chapter did not run, or hid an error; the message says which and what."""


def run(notebook: nbformat.NotebookNode, *, moving: bool = False) -> nbformat.NotebookNode:
    """Run a notebook in a folder that is thrown away afterwards; returns it with its outputs.

    With ``moving``, the kernel runs through what each explorer can show, so that it moves on a page.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        When a cell raises.
    """
    with TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=HANGS_AFTER_SECONDS,
            kernel_name="python3",
            extra_arguments=[f"--IPKernelApp.exec_lines={_let_move(notebook)}"] if moving else [],
            resources={"metadata": {"path": folder}},
        )
        # In a thread of its own, as an event loop cannot be started where one runs already: Playwright's, for one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, _execute(client)).result()


async def _execute(client: NotebookClient) -> nbformat.NotebookNode:
    """Run all cells, and ask each second for the answers that have come.

    For an Output widget, as ``interact`` makes one, nbclient sends on the channel that it waits for. Now and then that
    loses the wake-up of the answer, and nbclient waits on.
    """

    async def ask():
        while True:
            await asyncio.sleep(1)
            if client.kc is not None:
                client.kc.shell_channel.socket.get(zmq.EVENTS)

    asking = asyncio.create_task(ask())
    try:
        return await client.async_execute()
    finally:
        asking.cancel()


def _let_move(notebook: nbformat.NotebookNode) -> str:
    """The line that makes a kernel run through the settings of every explorer that it shows.

    Nearly all that is made on the way is kept: to look for what is not would take a quarter of the time.
    """
    show = f"from normviz.explorers.moving import show_moving; show_moving({room_in(notebook)})"
    return f"import gc; gc.disable(); {show}"


def room_in(notebook: nbformat.NotebookNode) -> int:
    """Return how many bytes an explorer of the chapter may have on its page."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    kept = sum(name.lower() not in _LIVE for name in _EXPLORER.findall(code))
    return min(MOST_BYTES_OF_AN_EXPLORER, MOST_BYTES // max(kept, 1))


def run_all(
    paths: Sequence[Path], done: Callable[[Path, nbformat.NotebookNode], None] = lambda path, notebook: None
) -> dict[Path, nbformat.NotebookNode]:
    """Run chapters, two at a time, so that they move on a page; returns path → executed notebook, in the order given.

    ``done`` is called with each that has run, and its notebook.

    Raises
    ------
    Failed
        When a chapter raises or hides an error (see :func:`hidden_errors`).
    """
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        return dict(zip(paths, pool.map(partial(_checked, done), paths), strict=True))


def _checked(done, path):
    try:
        notebook = run(nbformat.read(path, as_version=4), moving=True)
    except CellExecutionError as error:
        raise Failed(f"{path.name} did not run: {error.ename}: {error.evalue}") from error
    except (CellTimeoutError, DeadKernelError) as error:
        raise Failed(f"{path.name} did not run: {error}") from error
    if found := hidden_errors(notebook):
        raise Failed(f"{path.name} ran, and hid an error: {found[0]}")
    done(path, notebook)
    return notebook


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
