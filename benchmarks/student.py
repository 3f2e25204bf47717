"""A student without a browser: starts a server through the hub, runs a cell, and moves a slider, by message."""

import asyncio
import contextlib
import json
import re
import time
import uuid

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from benchmarks.kernel import FIRST_SLIDER, PLACES, brings_picture, move_of, walk
from normviz import front

PATIENCE = 600  # seconds
LARGEST_MESSAGE = 2**26
NEAR = int(
    re.search(r"NEAR = (\d+)", front.read("ahead.js"))[1]
)  # stops on either side that a page wants to have


class NotStarted(RuntimeError):
    """The hub gave up on a student's server, or sent the student away."""


class Student:
    """One user of a hub.

    Parameters
    ----------
    hub : the Hub
    name : of the user

    Attributes
    ----------
    sent_away : how often the hub said that too many start at once
    reconnected : how often the server hung up, or did not know the kernel, before it answered
    """

    def __init__(self, hub, name: str):
        self._hub = hub
        self.name = name
        self.sent_away = self.reconnected = 0
        self._base = f"{hub.url}/user/{name}"
        self._places = {}
        self._approached, self._kept = None, set()  # a slider, and the stops whose pictures are in the page
        self._state = None  # the number of the settings that the kernel drew last
        self._held_back = {}  # name → where its slider stands, which the kernel has not heard
        # One for each student, as each has a browser: one client for all would let ten ask at a time.
        self._client = AsyncHTTPClient(force_instance=True)

    async def _ask(self, method: str, url: str, body: dict | None = None):
        request = HTTPRequest(
            url,
            method,
            headers={"Authorization": f"token {self._hub.token}"},
            body=None if body is None else json.dumps(body),
            connect_timeout=PATIENCE,
            request_timeout=PATIENCE,
        )
        answer = await self._client.fetch(request, raise_error=False)
        if answer.code == 599:  # tornado's own, for no answer
            raise answer.error
        return answer

    async def enrol(self) -> None:
        """Become a user of the hub."""
        answer = await self._ask("POST", f"{self._hub.url}/hub/api/users/{self.name}", {})
        answer.rethrow()

    async def start_server(self) -> None:
        """Start a server and wait until the hub says that it is ready; NotStarted if it never is.

        A student who is sent away because too many start at once comes back as soon as the hub has said.
        """
        user = f"{self._hub.url}/hub/api/users/{self.name}"
        while (answer := await self._ask("POST", f"{user}/server", {})).code == 429:
            self.sent_away += 1
            await asyncio.sleep(float(answer.headers.get("Retry-After", 5)))
        if answer.code not in (201, 202):
            raise NotStarted(f"{self.name}: {answer.code} {answer.body.decode()[:200]}")
        while True:
            model = json.loads((await self._ask("GET", user)).body)
            server = model["servers"].get("")
            if server and server["ready"]:
                return
            if not server or not server["pending"]:
                raise NotStarted(f"{self.name}: the hub gave up waiting for the server")
            await asyncio.sleep(0.5)

    async def start_kernel(self) -> None:
        """Start a kernel on the student's server and open its channels; NotStarted if it never answers.

        As JupyterLab does: a server that waits too long for a kernel hangs up, and is asked again; a kernel that has
        died meanwhile, which the server then does not know (404), is started anew.
        """
        kernels, kernel, reason = f"{self._base}/api/kernels", None, "no time"
        self._session = uuid.uuid4().hex
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            try:
                if kernel is None or (await self._ask("GET", f"{kernels}/{kernel}")).code == 404:
                    answer = await self._ask("POST", kernels, {"name": "python3"})
                    answer.rethrow()
                    kernel = json.loads(answer.body)["id"]
                self._socket = await self._channels(f"{kernels}/{kernel}/channels?session_id={self._session}")
                if await self._kernel_answers():
                    return
                reason = "the server hung up"
            except HTTPClientError as refused:
                reason = str(refused)
            self.reconnected += 1
            await asyncio.sleep(1)
        raise NotStarted(f"{self.name}: the kernel did not answer; {reason}")

    def _channels(self, url: str):
        headers = {"Authorization": f"token {self._hub.token}"}
        request = HTTPRequest(
            url.replace("http", "ws", 1), headers=headers, connect_timeout=PATIENCE, request_timeout=PATIENCE
        )
        return websocket_connect(request, max_message_size=LARGEST_MESSAGE)

    async def _kernel_answers(self) -> bool:
        """Whether the kernel tells about itself before the server closes the connection."""
        asked = await self._send("kernel_info_request", {})
        while (raw := await asyncio.wait_for(self._socket.read_message(), PATIENCE)) is not None:
            message = json.loads(raw)
            if message["channel"] == "shell" and message["parent_header"].get("msg_id") == asked:
                return True
        return False

    async def run(self, code: str) -> list[dict]:
        """The messages that a cell brings; RuntimeError if it fails."""
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
        content |= {"user_expressions": {}, "stop_on_error": True}
        messages = [message async for message in self._answers(await self._send("execute_request", content))]
        for message in messages:
            if message["msg_type"] == "error":
                raise RuntimeError("\n".join(message["content"]["traceback"]))
        return messages

    async def show(self, name: str, code: str, has_view: bool) -> None:
        """Run a cell that leaves a widget with a slider as ``e``; ``name`` is for :meth:`move`.

        Its picture is the widget's view, or, where it has none, the image that a move brings.
        """
        await self.run(code + FIRST_SLIDER)
        places = await self.value(PLACES if has_view else PLACES.replace("e.view.model_id", "None"))
        self._places[name] = places, walk(places)

    async def value(self, expression: str):
        """What an expression of plain numbers and mappings is worth in the kernel."""
        shown = await self.run(f"import json; print(json.dumps({expression}))")
        return json.loads("".join(m["content"]["text"] for m in shown if m["msg_type"] == "stream"))

    async def approach(self, name: str, seconds: float) -> None:
        """Point at the slider, as a page says it, and keep for so long what the explorer sends ahead."""
        places, _ = self._places[name]
        self._approached, self._kept = name, {places["value"]}
        at = await self.value("dict(control=e.view.stands.index(slider), state=e.view.state)")
        self._control, self._state = at["control"], at["state"]
        await self._tell(places["view"], {"seen": True})
        await self._ask_ahead()
        await self.listen(seconds)

    async def listen(self, seconds: float) -> None:
        """Keep what comes within so many seconds."""
        end = time.perf_counter() + seconds
        with contextlib.suppress(asyncio.TimeoutError):
            while (left := end - time.perf_counter()) > 0:
                await asyncio.wait_for(self._heard(), left)

    async def move(self, name: str) -> float | None:
        """Move the slider one step, as a page does; seconds until the kernel's picture came, and the kernel rests.

        None where the page has this picture, and nobody waits. Where it has those around it, too, the kernel hears
        nothing before :meth:`rest`; else it hears at once, and is asked for more.
        """
        places, positions = self._places[name]
        position = next(positions)
        near = range(max(places["low"], position - NEAR), min(places["high"], position + NEAR) + 1)
        ahead, kept = name == self._approached, position in self._kept
        if ahead and self._kept.issuperset(near):
            self._held_back[name] = position
            return None
        seconds = await self._say(name, position)
        if ahead:
            await self._ask_ahead()
        return None if ahead and kept else seconds

    async def rest(self, name: str) -> float | None:
        """Leave the slider where it is; seconds until the kernel's own picture came, if it was not there before."""
        return await self._say(name, self._held_back.pop(name)) if name in self._held_back else None

    async def _say(self, name: str, position) -> float:
        places, _ = self._places[name]
        begun = time.perf_counter()
        asked = await self._send("comm_msg", move_of(places["slider"], position))
        seconds = None
        async for message in self._answers(asked):
            if seconds is None and brings_picture(message, places["view"]):
                seconds = time.perf_counter() - begun
        if seconds is None:
            raise RuntimeError(f"{self.name}: moving the slider of {name} brought no picture")
        return seconds

    async def _ask_ahead(self) -> None:
        ask = {"ask": self._control, "state": self._state, "have": sorted(self._kept)}
        await self._tell(self._places[self._approached][0]["view"], ask)

    async def _tell(self, widget: str, content: dict) -> None:
        await self._send("comm_msg", {"comm_id": widget, "data": {"method": "custom", "content": content}})

    def leave(self) -> None:
        """Close the channels; server and kernel stay the hub's."""
        self._socket.close()
        self._client.close()

    async def _send(self, kind: str, content: dict) -> str:
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": self._session, "version": "5.3"}
        header |= {"username": self.name, "date": ""}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        await self._socket.write_message(json.dumps(message | {"channel": "shell", "buffers": []}))
        return header["msg_id"]

    async def _answers(self, asked: str):
        while True:
            message = await asyncio.wait_for(self._heard(), PATIENCE)
            if message["channel"] != "iopub" or message["parent_header"].get("msg_id") != asked:
                continue
            yield message
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return

    async def _heard(self) -> dict:
        """The next message; where it has pictures ahead, they are kept."""
        raw = await self._socket.read_message()
        if raw is None:
            raise RuntimeError(f"{self.name}: the server closed the connection")
        if isinstance(raw, bytes):  # buffers follow: how many parts, where each begins, and the message first
            parts = int.from_bytes(raw[:4], "big")
            starts = [int.from_bytes(raw[4 * k : 4 * k + 4], "big") for k in range(1, parts + 1)]
            raw = raw[starts[0] : starts[1]]
        message = json.loads(raw)
        data = message["content"].get("data", {}) if message["msg_type"] == "comm_msg" else {}
        self._kept.update(data.get("content", {}).get("stops", ()))
        self._state = data.get("state", {}).get("state", self._state)
        return message
