"""A server that really listens, in a thread of the test."""

from contextlib import contextmanager
from threading import Thread

from werkzeug.serving import WSGIRequestHandler, make_server


class Quiet(WSGIRequestHandler):
    """Requests aren't noted twice."""

    def log_request(self, *args):
        """The app does."""


@contextmanager
def served(app):
    """Its address while it listens."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()
