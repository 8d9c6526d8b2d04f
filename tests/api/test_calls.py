"""How calls to webhooks fail, each way against a real socket, and what is told of it; and calls by TLS that go well."""

import socket
import time
from contextlib import contextmanager, suppress
from threading import Thread

import pytest

from api.delivery import calls, outbox
from tests.api.post import NAME, certificate, named, receiver, safe, trusted  # noqa: F401


@pytest.fixture
def private(app, monkeypatch):
    """Webhooks may call private addresses."""
    monkeypatch.setitem(app.config, "WEBHOOKS_PRIVATE", True)


@pytest.fixture
def hasty(monkeypatch):
    """Nobody is waited for long."""
    monkeypatch.setattr(calls, "PATIENCE", 0.5)


@pytest.fixture
def secure(receiver, safe):  # noqa: F811
    """The port of a receiver that speaks TLS."""
    receiver.socket = safe.wrap_socket(receiver.socket, server_side=True)
    return receiver.server_port


@contextmanager
def listening(answer):
    """The port of a server that does this with each connection."""

    def serve():
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                answer(connection)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
    thread.join(10)


def silent(connection):
    """Hear all and say nothing, until the other side has gone."""
    while connection.recv(4096):
        pass


def dripping(connection):
    """Never come to an end: a byte now and then."""
    while True:
        connection.sendall(b"H")
        time.sleep(0.1)


def curt(connection):
    """Hear all and hang up."""
    connection.recv(65536)


def plain(connection):
    """Speak, whatever is heard, without TLS."""
    connection.sendall(b"220 mail.example.org\r\n")
    silent(connection)


def called(app, person, url):
    """Call an address once, as a test of a hook: the status and the word that its owner is told."""
    hook = person.post("/me/hooks", {"url": url}).json["id"]
    person.post(f"/me/hooks/{hook}/test")
    with app.app_context():
        assert outbox.send() == 1
    (told,) = person.get(f"/me/hooks/{hook}/deliveries").json["deliveries"]
    assert person.get("/me/hooks").json["hooks"][0]["failures"] == (0 if told["error"] is None else 1)
    return told["status"], told["error"]


def test_every_word_is_described_and_tested_here(anyone):
    told = anyone.get("/openapi.json").json["components"]["schemas"]["Delivery"]["properties"]["error"]
    assert told["enum"] == [*calls.FAULTS, None]
    assert all(f"- `{fault}`: " in told["description"] for fault in calls.FAULTS)
    assert set(calls.FAULTS) == {"not_public", "not_resolved", "refused", "timed_out", "tls", "no_answer", "not_2xx"}


def test_an_address_that_is_not_public_is_not_called(app, ann, receiver, private, monkeypatch):  # noqa: F811
    hook = ann.post("/me/hooks", {"url": receiver.url}).json["id"]
    monkeypatch.setitem(app.config, "WEBHOOKS_PRIVATE", False)
    ann.post(f"/me/hooks/{hook}/test")
    with app.app_context():
        assert outbox.send() == 1
    (told,) = ann.get(f"/me/hooks/{hook}/deliveries").json["deliveries"]
    assert (told["status"], told["error"]) == (None, "not_public")
    assert receiver.calls == []


@pytest.mark.parametrize("host", ["nobody.invalid", "two..dots", "x" * 64 + ".org"])
def test_a_name_without_an_address_is_not_resolved(app, ann, host):
    assert called(app, ann, f"http://{host}/") == (None, "not_resolved")


def test_a_port_where_nobody_listens_refuses(app, ann, private):
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        assert called(app, ann, f"http://127.0.0.1:{bound.getsockname()[1]}/") == (None, "refused")


@pytest.mark.filterwarnings("error")  # also of what fails in the thread that hangs up
@pytest.mark.parametrize(("scheme", "answer"), [("http", silent), ("http", dripping), ("https", silent)])
def test_who_does_not_answer_in_time_has_timed_out(app, ann, private, hasty, scheme, answer):
    began = time.monotonic()
    with listening(answer) as port:
        assert called(app, ann, f"{scheme}://127.0.0.1:{port}/") == (None, "timed_out")
    assert time.monotonic() - began < 5


def test_a_host_that_drips_behind_tls_times_out_too(app, ann, private, hasty, safe, trusted, named):  # noqa: F811
    def dripping_safely(connection):
        with safe.wrap_socket(connection, server_side=True) as wrapped:
            dripping(wrapped)

    with listening(dripping_safely) as port:
        assert called(app, ann, f"https://{NAME}:{port}/") == (None, "timed_out")


def test_a_certificate_that_nobody_trusts_is_no_tls(app, ann, private, secure, named, receiver):  # noqa: F811
    assert called(app, ann, f"https://{NAME}:{secure}/hook") == (None, "tls")
    assert receiver.calls == []


def test_a_certificate_of_another_host_is_no_tls(app, ann, private, secure, trusted, receiver):  # noqa: F811
    assert called(app, ann, f"https://127.0.0.1:{secure}/hook") == (None, "tls")
    assert receiver.calls == []


def test_a_server_that_speaks_in_plain_text_is_no_tls(app, ann, private):
    with listening(plain) as port:
        assert called(app, ann, f"https://127.0.0.1:{port}/") == (None, "tls")


@pytest.mark.parametrize("answer", [curt, plain])
def test_who_hangs_up_or_speaks_no_http_gives_no_answer(app, ann, private, answer):
    with listening(answer) as port:
        assert called(app, ann, f"http://127.0.0.1:{port}/") == (None, "no_answer")


@pytest.mark.parametrize("status", [302, 404, 410, 500])
def test_an_answer_that_is_not_2xx_is_a_fault(app, ann, private, receiver, status):  # noqa: F811
    receiver.status = status
    assert called(app, ann, receiver.url) == (status, "not_2xx")


def test_a_call_by_tls_goes_well_where_the_certificate_is_trusted(app, ann, private, secure, trusted, named, receiver):  # noqa: F811
    assert called(app, ann, f"https://{NAME}:{secure}/hook") == (204, None)
    ((path, headers, _),) = receiver.calls
    assert (path, headers["Host"]) == ("/hook", f"{NAME}:{secure}")
