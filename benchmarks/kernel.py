"""A kernel of the benchmarks' own, spoken to as JupyterLab does: cells to run, sliders to move, pictures to come."""

import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Empty

from jupyter_client import KernelManager

PATIENCE = 120  # seconds


@dataclass(frozen=True)
class Update:
    """What one move of a slider cost.

    Attributes
    ----------
    seconds : from the message that moves the slider until the one that brings the picture
    size : bytes of all the kernel's messages about it, as JSON
    """

    seconds: float
    size: int


class Kernel:
    """One Python kernel; ``with Kernel() as kernel: ...``

    Attributes
    ----------
    pid : of its process
    ready : seconds that it took until it answered
    """

    def __enter__(self):
        begun = time.perf_counter()
        self._manager = KernelManager(kernel_name="python3")
        # What a cell writes to stderr comes as a message; the rest are a kernel's remarks on its transport.
        self._manager.start_kernel(stderr=subprocess.DEVNULL)
        self._client = self._manager.client()
        try:
            self._client.start_channels()
            self._client.wait_for_ready(timeout=PATIENCE)
        except BaseException:
            self.__exit__()
            raise
        self.ready = time.perf_counter() - begun
        self.pid = self._manager.provisioner.pid
        return self

    def __exit__(self, *_):
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)

    def run(self, code: str, until=None) -> list[dict]:
        """The messages that a cell brings; RuntimeError if it fails. ``until`` stops at the first that it accepts."""
        asked = self._client.execute(code)
        messages = []
        for message in self._answers(asked):
            if message["msg_type"] == "error":
                raise RuntimeError("\n".join(message["content"]["traceback"]))
            messages.append(message)
            if until and until(message):
                break
        return messages

    def value(self, expression: str):
        """What an expression of plain numbers, texts, lists and mappings is worth in the kernel."""
        shown = self.run(f"import json; print(json.dumps({expression}))")
        return json.loads("".join(m["content"]["text"] for m in shown if m["msg_type"] == "stream"))

    def cpu(self) -> float:
        """Seconds of processor time that the kernel has used, all its threads together."""
        return self.value("__import__('time').process_time()")

    def move(self, slider: str, value, shown: str) -> Update:
        """Move a slider, as a browser does, and wait for the picture; both are named by their model's id."""
        begun = time.perf_counter()
        asked = self._client.session.send(
            self._client.shell_channel.socket, "comm_msg", move_of(slider, value)
        )
        size, seconds = 0, None
        for message in self._answers(asked["header"]["msg_id"]):
            size += size_of(message)
            if seconds is None and brings_picture(message, shown):
                seconds = time.perf_counter() - begun
        if seconds is None:
            raise RuntimeError(f"moving a slider to {value} brought no picture")
        return Update(seconds, size)

    def _answers(self, asked: str):
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            try:
                message = self._client.get_iopub_msg(timeout=1)
            except Empty:
                continue
            if message["parent_header"].get("msg_id") != asked:
                continue
            yield message
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return
        raise TimeoutError(f"the kernel did not answer within {PATIENCE} s")


def move_of(slider: str, value) -> dict:
    """The content of the message that says that a slider has been moved."""
    state = {"method": "update", "state": {"value": value}, "buffer_paths": []}
    return {"comm_id": slider, "data": state}


def brings_picture(message: dict, shown: str | None) -> bool:
    """Whether a message has a new picture: a new value of the model ``shown``, or an image, where that is None."""
    content = message["content"]
    if shown is None:
        return message["msg_type"] == "display_data" and "image/png" in content["data"]
    return (
        message["msg_type"] == "comm_msg"
        and content["comm_id"] == shown
        and "value" in content["data"].get("state", {})
    )


def size_of(message: dict) -> int:
    """Bytes of a message as JSON, its buffers included."""
    parts = (message[part] for part in ("header", "parent_header", "metadata", "content"))
    return sum(len(json.dumps(part, default=str, ensure_ascii=False).encode()) for part in parts) + sum(
        len(buffer) for buffer in message.get("buffers", ())
    )


# For an explorer `e`: the slider that a reader sees first, and the picture.
FIRST_SLIDER = """
def first_slider(widget):
    if widget.layout.display == "none":
        return None
    if hasattr(widget, "readout_format"):
        return widget
    return next(filter(None, map(first_slider, getattr(widget, "children", ()))), None)
slider = first_slider(e)
"""
# A page says that it is there; until then, a second copy of the picture is sent for pages that cannot.
SEEN = 'e.view._handle_custom_msg({"seen": True}, [])\n'
PLACES = """dict(slider=slider.model_id, view=e.view.model_id, value=slider.value,
    low=slider.min, high=slider.max, step=slider.step)"""


def walk(places: dict) -> Iterator:
    """Positions to move a slider to, without end: step by step from where it stands, and back at either end."""
    low, high, step = places["low"], places["high"], places["step"]
    last = round((high - low) / step)
    if last < 1:
        raise ValueError(f"places: expected a slider that can move, got one from {low} to {high}")
    at = min(max(round((places["value"] - low) / step), 0), last)
    way = 1
    while True:
        if not 0 <= at + way <= last:
            way = -way
        at += way
        position = low + at * step
        yield position if isinstance(step, int) else min(float(f"{position:.10g}"), high)
