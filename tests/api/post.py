"""The other side of what is sent: a server that webhooks call, and one that takes mails."""

import shutil
import socket
import ssl
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from aiosmtpd.controller import Controller

NAME = "hooks.example.org"


@pytest.fixture
def named(monkeypatch):
    """The name leads to this machine."""
    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *args, **all: real("127.0.0.1" if host == NAME else host, *args, **all)
    )


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A certificate for the name, which it signs itself, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("OpenSSL's command is not on the PATH")
    folder = tmp_path_factory.mktemp("tls")
    made, key = folder / "cert.pem", folder / "key.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2"
    command += f" -subj /CN={NAME} -addext subjectAltName=DNS:{NAME} -keyout {key} -out {made}"
    subprocess.run(command.split(), check=True, capture_output=True)
    return made, key


@pytest.fixture
def safe(certificate):
    """How a server with that certificate speaks TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    return context


@pytest.fixture
def trusted(certificate, monkeypatch):
    """The certificate is trusted on this machine."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))


class Called(BaseHTTPRequestHandler):
    """Notes each call, and answers as it is told."""

    def do_POST(self):
        """A call."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.calls.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        if 300 <= self.server.status < 400:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        """Nothing is logged."""


@pytest.fixture
def receiver():
    """A server for webhooks: `calls` it got, the `status` it answers, its `url`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Called)
    server.calls, server.status = [], 204
    server.url = f"http://127.0.0.1:{server.server_port}/hook?x=1"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


class Mailbox:
    """Keeps each mail, or refuses its address."""

    def __init__(self):
        self.mails, self.refuse = [], None

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        """Somebody to be mailed to."""
        if self.refuse:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        """A mail."""
        self.mails.append((envelope.rcpt_tos, envelope.content))
        return "250 OK"


@contextmanager
def taking_mails(box, **more):
    """The port of a mail server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]  # the library wants to know it beforehand
    controller = Controller(box, hostname="127.0.0.1", port=port, **more)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


@pytest.fixture
def mailbox():
    """A mail server: the `mails` it got, its `url`."""
    box = Mailbox()
    with taking_mails(box) as port:
        box.url = f"smtp://127.0.0.1:{port}"
        yield box
