"""Run chapters from top to bottom, each in a kernel of its own."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from tests.support.chapters import hidden_errors

AT_A_TIME = 2
# Not a measure of speed: only a run that hangs reaches it.
HANGS_AFTER_SECONDS = 300


class Failed(Exception):
    """A chapter did not run, or hid an error; the message says which and what."""


def run(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Run a notebook in a folder that is thrown away afterwards; returns it with its outputs.

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
            resources={"metadata": {"path": folder}},
        )
        # In a thread of its own, as an event loop cannot be started where one runs already: Playwright's, for one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, client.async_execute()).result()


def run_all(paths: Sequence[Path]) -> dict[Path, nbformat.NotebookNode]:
    """Run chapters, two at a time; returns path → executed notebook, in the order given.

    Raises
    ------
    Failed
        When a chapter raises or hides an error (see :func:`tests.support.chapters.hidden_errors`).
    """
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        return dict(zip(paths, pool.map(_checked, paths), strict=True))


def _checked(path):
    try:
        notebook = run(nbformat.read(path, as_version=4))
    except CellExecutionError as error:
        raise Failed(f"{path.name} did not run: {error.ename}: {error.evalue}") from error
    except (CellTimeoutError, DeadKernelError) as error:
        raise Failed(f"{path.name} did not run: {error}") from error
    if found := hidden_errors(notebook):
        raise Failed(f"{path.name} ran, and hid an error: {found[0]}")
    return notebook
