"""A proxy on loopback that makes every byte late, as a server far away does."""

import asyncio
import contextlib
import threading

CHUNK = 1 << 16


class DelayingProxy:
    """Passes TCP connections on to a port of this machine; ``with DelayingProxy(port) as proxy: ...``

    Every byte is held back for ``delay`` seconds in each direction, so a question and its answer take twice that
    longer. Bytes do not wait for each other: what comes together leaves together, and throughput stays what it
    was. Opening a connection is not delayed.

    Parameters
    ----------
    port : of the server on 127.0.0.1
    delay : seconds each way; may be changed while connections are open

    Attributes
    ----------
    port : where the proxy listens on 127.0.0.1
    url : the same as an address
    """

    def __init__(self, port: int, delay: float = 0.0):
        if delay < 0:
            raise ValueError(f"delay: expected seconds of at least 0, got {delay!r}")
        self.delay = delay
        self._server_port = port
        self._loop = asyncio.new_event_loop()
        self._connections = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self):
        self._thread.start()
        self._server = self._call(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    def __exit__(self, *_):
        self._call(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """Break all connections, as a network does that fails; new ones may be made."""
        self._call(self._break())

    async def _break(self):
        for task in self._connections:
            task.cancel()

    def _call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _close(self):
        self._server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connect(self, reader, writer):
        self._connections.add(task := asyncio.current_task())
        task.add_done_callback(self._connections.discard)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
            both = self._pump(reader, far_writer), self._pump(far_reader, writer)
            try:
                await asyncio.gather(*both)
            finally:
                far_writer.close()
        writer.close()

    async def _pump(self, reader, writer):
        """Read at once and write when it is due, in two tasks, so that nothing waits for what went before."""
        late = asyncio.Queue()
        sending = asyncio.create_task(self._send(late, writer))
        try:
            while chunk := await reader.read(CHUNK):
                late.put_nowait((self._loop.time() + self.delay, chunk))
            late.put_nowait((self._loop.time() + self.delay, None))
            await sending
        finally:
            sending.cancel()

    async def _send(self, late, writer):
        while True:
            due, chunk = await late.get()
            while (left := due - self._loop.time()) > 0:
                await asyncio.sleep(left)
            if chunk is None:
                if writer.can_write_eof():
                    writer.write_eof()
                return
            writer.write(chunk)
            await writer.drain()
