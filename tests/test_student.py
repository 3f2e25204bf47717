"""A simulated student of the benchmarks: what JupyterLab gets over, the student gets over too."""

import asyncio
import json
from types import SimpleNamespace

import tornado.web
import tornado.websocket

from benchmarks.student import Student


class LosesAKernel(tornado.web.Application):
    """A student's server whose first kernel dies before its channels are opened, as it says with 404."""

    def __init__(self):
        self.started = []
        routes = [("/user/ada/api/kernels", Kernels), ("/user/ada/api/kernels/(.*)/channels", Channels)]
        super().__init__([*routes, ("/user/ada/api/kernels/(.*)", OneKernel)])


class Kernels(tornado.web.RequestHandler):
    def post(self):
        self.application.started.append(f"kernel{len(self.application.started)}")
        self.set_status(201)
        self.write({"id": self.application.started[-1]})


class OneKernel(tornado.web.RequestHandler):
    def get(self, kernel):
        self.set_status(404 if kernel == "kernel0" else 200)


class Channels(tornado.websocket.WebSocketHandler):
    def prepare(self):
        if self.path_args[0] == "kernel0":
            raise tornado.web.HTTPError(404)

    def on_message(self, message):
        header = json.loads(message)["header"]
        self.write_message(json.dumps({"channel": "shell", "parent_header": {"msg_id": header["msg_id"]}}))


def test_a_student_whose_kernel_has_died_starts_another():
    async def lesson():
        server = LosesAKernel()
        listening = server.listen(0, "127.0.0.1")
        (socket,) = listening._sockets.values()
        hub = SimpleNamespace(url=f"http://127.0.0.1:{socket.getsockname()[1]}", token="t")
        student = Student(hub, "ada")
        await student.start_kernel()
        student.leave()
        listening.stop()
        return server.started, student.reconnected

    assert asyncio.run(asyncio.wait_for(lesson(), 60)) == (["kernel0", "kernel1"], 1)
