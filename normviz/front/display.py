"""How a widget comes into a notebook, and what stands for it where the page cannot show one.

A page that shows the widget answers at once. Where none has answered although the kernel had nothing else to do, the
place that runs JupyterLab lacks anywidget, or the front end shows no widgets at all.
"""

import asyncio
import time

from normviz import environment
from normviz.drawing.markup import tag

WAIT = 6.0  # seconds without work and without an answer
MISSING = (
    'This picture moves without the notebook\'s Python: the page has no widgets. pip install -U "anywidget>=0.9.3", '
    "where JupyterLab runs, then reload the page, brings the rest: your own data, and every stop."
)


def page_answers() -> None:
    """Note that a page has answered: it can show widgets."""
    environment.page.answered = True


def show(widget) -> None:
    """Show ``widget`` in the output of a cell; where no page answers, ``widget.alone()`` takes its place."""
    from IPython.display import display

    environment.page.show()
    bundle = widget._repr_mimebundle_()
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    handle = display(data, metadata=metadata, raw=True, display_id=True)
    if environment.page.answered or handle is None:
        return
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # a script, or a terminal
        return
    task = loop.create_task(_show_alone_later(widget, handle))
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


_tasks: set = set()  # the loop itself holds tasks weakly


async def _show_alone_later(widget, handle) -> None:
    idle, step = 0.0, WAIT / 20
    while idle < WAIT:
        before = time.monotonic()
        await asyncio.sleep(step)
        if environment.page.answered:
            return
        # A cell that ran meanwhile has kept the page's answer waiting.
        idle = idle + step if time.monotonic() - before < 2 * step else 0.0
    missing = tag("p", MISSING, class_="nv nv-missing")
    handle.update({"text/html": f"{widget.alone()}{missing}"}, raw=True)
