"""Settings for a Jupyter server that sends every message at once: a picture then follows a drag more closely.

A server holds a small message back while an earlier one is not confirmed (Nagle's algorithm), and a browser takes up to
40 ms to confirm one while it is sending itself, as in a drag. docs/running.md says where this file goes.
"""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class SendsAtOnce(ZMQChannelsWebsocketConnection):
    """The connection between a kernel and a page, without that wait."""

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


c.ServerApp.kernel_websocket_connection_class = SendsAtOnce  # noqa: F821 - Jupyter gives the file its c
