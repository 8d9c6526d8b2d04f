"""Mails, feeds, calendars, wishes: what a player is told, in his language and his time zone."""

import email
import email.policy
import logging
import re
from xml.etree import ElementTree

import icalendar
import orjson
import pytest
import time_machine

from api.delivery import mail, outbox
from api.game import news
from api.game.wishes import DEFAULTS
from tests.api.people import Person, query, seated
from tests.api.post import NAME, Mailbox, certificate, mailbox, named, safe, taking_mails  # noqa: F401
from tests.api.test_news import EVENING, NOON, put, reachable, tell

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def smtp(app, mailbox, monkeypatch):  # noqa: F811
    """A mail server that the app sends by."""
    monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url)
    return mailbox


def send(app):
    with app.app_context():
        return outbox.send()


def read(mailed):
    """A mail's headers, and its text."""
    told = email.message_from_bytes(mailed, policy=email.policy.default)
    return told, told.get_content()


def test_an_address_is_confirmed_by_a_mailed_link_before_anything_else_is_sent(app, ann, smtp, clock):
    assert ann.post("/me/email", {"email": "ann@example.org"}).json["confirmed"] is False
    game = ann.create()["id"]
    tell(app, game, "started")
    send(app)
    ((to, mailed),) = smtp.mails
    assert to == ["ann@example.org"]
    code = re.search(r"#/confirm/(\S+)", read(mailed)[1])[1]
    ben = Person(app, "Ben")
    ben.post("/me/email", {"email": "ann@example.org"})
    assert ben.post("/me/email/confirm", {"code": code}).json["code"] == "bad_code", "it is Ann's"
    assert ann.post("/me/email/confirm", {"code": code}).json["confirmed"] is True
    tell(app, game, "started")
    smtp.mails.clear()
    query(app, "DELETE FROM letters WHERE kind = 'confirm'")
    assert send(app) == 1
    assert [to for to, _ in smtp.mails] == [["ann@example.org"]]
    ann.delete("/me/email")
    assert ann.get("/me/notifications").json["email"] is None


def test_a_code_is_for_its_address_and_for_two_days(app, ann, clock):
    with app.app_context():
        code = mail.confirming(ann.id, "ann@example.org")
    ann.post("/me/email", {"email": "other@example.org"})
    assert ann.post("/me/email/confirm", {"code": code}).json["code"] == "bad_code"
    ann.post("/me/email", {"email": "ann@example.org"})
    clock.shift(mail.LASTS + 1)
    assert ann.post("/me/email/confirm", {"code": code}).json["code"] == "bad_code"


def test_one_address_is_not_flooded(app, six):
    for person in six[:3]:
        assert person.post("/me/email", {"email": "poor@example.org"}).status_code == 200
    refused = six[3].post("/me/email", {"email": "Poor@example.org"})
    assert (refused.status_code, refused.json["code"]) == (429, "too_many_letters")


def test_without_a_server_mails_are_logged(app, ann, caplog):
    ann.post("/me/email", {"email": "ann@example.org"})
    with caplog.at_level(logging.INFO, "api.mail"):
        send(app)
    (line,) = [record for record in caplog.records if record.name == "api.mail"]
    assert line.to == "ann@example.org"
    assert "#/confirm/" in line.text


@pytest.mark.parametrize(
    ("language", "subject", "text"),
    [
        ("en", "Harbour is waiting for you", "Until: 2030-01-02 04:00 (Asia/Shanghai) = 2030-01-01 20:00 UTC"),
        ("zh-Hans", "Harbour：轮到你了", "截止：2030-01-02 04:00 (Asia/Shanghai) = 2030-01-01 20:00 UTC"),
        ("zh-Hant", "Harbour：輪到你了", "截止：2030-01-02 04:00 (Asia/Shanghai) = 2030-01-01 20:00 UTC"),
    ],
)
def test_a_mail_speaks_its_readers_language_and_tells_his_time(app, six, smtp, clock, language, subject, text):
    game = seated(six, title="Harbour")
    (asked,) = six[0].see(game)["asked"]
    reachable(app, six[asked])
    query(app, "UPDATE players SET seen = NULL")
    six[asked].ask("PUT", "/me/notifications", {"language": language, "zone": "Asia/Shanghai"})
    put(app, game, opened=NOON, deadline=EVENING)
    tell(app, game, "turn", [asked])
    send(app)
    ((_, mailed),) = smtp.mails
    told, said = read(mailed)
    assert told["Subject"] == subject
    assert text in said
    assert f"http://localhost:8000/#/game/{game}" in said
    assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = told["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
    anyone = Person(app).client
    looked = anyone.get(address)
    assert looked.status_code == 302
    assert looked.headers["Location"].startswith("http://localhost:8000/#/unsubscribe/")
    assert six[asked].get("/me/notifications").json["wishes"]["turn"]["mail"] is True, "looking changes nothing"
    form = {"data": b"List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}
    assert anyone.post(address, **form).status_code == 204
    wishes = six[asked].get("/me/notifications").json["wishes"]
    assert wishes == {**DEFAULTS, "turn": {"mail": False, "hooks": True}}
    assert anyone.post(address[:-1] + ("a" if address[-1] != "a" else "b"), **form).status_code == 404


def test_links_lead_to_the_page_or_to_the_api_where_each_is(app, six, smtp, monkeypatch):
    monkeypatch.setitem(app.config, "BASE_URL", "https://play.example.org/games")
    monkeypatch.setitem(app.config, "API_BASE", "https://api.example.org")
    game = seated(six)
    (asked,) = six[0].see(game)["asked"]
    reachable(app, six[asked])
    query(app, "UPDATE players SET seen = NULL")
    tell(app, game, "turn", [asked])
    send(app)
    told, said = read(smtp.mails[-1][1])
    assert f"https://play.example.org/games/#/game/{game}" in said
    assert told["List-Unsubscribe"].startswith("<https://api.example.org/api/v1/unsubscribe/")
    feed = six[asked].post("/me/feed").json
    assert {address.rsplit("/", 1)[0] for address in feed.values()} == {"https://api.example.org/feeds"}


def test_an_address_that_will_never_be_taken_is_tried_once(app, ann, smtp):
    smtp.refuse = "550 Nobody here"
    ann.post("/me/email", {"email": "ann@example.org"})
    send(app)
    assert query(app, "SELECT * FROM letters") == []
    smtp.refuse = "450 Later"
    ann.post("/me/email", {"email": "ann@example.org"})
    send(app)
    assert len(query(app, "SELECT * FROM letters")) == 1


@pytest.mark.parametrize(("url", "tls"), [("smtps://{}:{}", "ssl_context"), ("smtp://{}:{}?starttls", "tls_context")])
def test_a_mail_server_is_trusted_by_its_certificate_alone(app, ann, certificate, safe, named, monkeypatch, url, tls):  # noqa: F811
    box = Mailbox()
    with taking_mails(box, **{tls: safe}) as port:
        monkeypatch.setitem(app.config, "SMTP_URL", url.format(NAME, port))
        ann.post("/me/email", {"email": "ann@example.org"})
        send(app)
        assert box.mails == []
        assert len(query(app, "SELECT * FROM letters")) == 1, "it is tried again"
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        ann.post("/me/email", {"email": "ben@example.org"})
        send(app)
        assert [to for to, _ in box.mails] == [["ben@example.org"]]


def test_all_languages_have_the_same_sentences():
    languages = [mail.catalogue(language) for language in ("en", "zh-Hans", "zh-Hant")]
    holes = [{name: sorted(re.findall(r"{\w+}", text)) for name, text in words.items()} for words in languages]
    assert holes[0] == holes[1] == holes[2]
    assert {f"{kind}.{part}" for kind in news.KINDS for part in ("subject", "text")} < holes[0].keys()


def test_wishes_are_kept_and_what_is_not_named_stays(app, ann):
    assert ann.get("/me/notifications").json == {
        "email": None,
        "confirmed": False,
        "language": "en",
        "zone": "UTC",
        "wishes": DEFAULTS,
        "feed": False,
    }
    ann.ask("PUT", "/me/notifications", {"wishes": {"seat": {"hooks": True}, "near": {"mail": False}}})
    told = ann.ask("PUT", "/me/notifications", {"language": "zh-Hant"}).json
    assert told["language"] == "zh-Hant"
    assert told["wishes"]["seat"] == {"mail": False, "hooks": True}
    assert told["wishes"]["near"] == {"mail": False, "hooks": True}
    ann.ask("PUT", "/me/notifications", {"wishes": DEFAULTS})
    assert query(app, "SELECT wishes FROM players") == [("{}",)]


def test_a_feed_tells_the_latest_news_and_a_calendar_the_deadlines(app, six, clock):
    game = seated(six, title="A & B")
    (asked,) = six[0].see(game)["asked"]
    reader = six[asked]
    put(app, game, opened=NOON, deadline=EVENING)
    query(app, "DELETE FROM news")
    for kind in ("started", "turn"):
        tell(app, game, kind, [asked] if kind == "turn" else None)
    told = reader.post("/me/feed").json
    atom, ics = (told[kind].removeprefix("http://localhost:8000") for kind in ("atom", "ics"))
    came = app.test_client().get(atom)
    assert came.headers["Cache-Control"].startswith("private")
    entries = ElementTree.fromstring(came.data).findall(f"{ATOM}entry")
    assert sorted(entry.find(f"{ATOM}title").text for entry in entries) == [
        "A & B has begun",
        "A & B is waiting for you",
    ]
    calendar = icalendar.Calendar.from_ical(app.test_client().get(ics).data)
    (event,) = calendar.walk("VEVENT")
    assert event["UID"].startswith(game)
    assert event.decoded("DTSTART").isoformat() == "2030-01-01T20:00:00+00:00"
    put(app, game, asked=orjson.dumps([]).decode())
    assert b"VEVENT" not in app.test_client().get(ics).data
    hidden = atom.removeprefix("/feeds/").removesuffix(".atom")
    assert hidden not in str(query(app, "SELECT * FROM players"))
    renewed = reader.post("/me/feed").json["atom"].removeprefix("http://localhost:8000")
    assert app.test_client().get(atom).status_code == 404
    assert app.test_client().get(renewed).status_code == 200
    assert reader.delete("/me/feed").status_code == 204
    assert app.test_client().get(renewed).status_code == 404


def test_a_page_that_is_open_is_seen_once_a_minute_and_nobody_is_told(app, six, clock):
    game = seated(six)

    def seen():
        return query(app, "SELECT seen FROM players WHERE id = :id", id=six[2].id)[0][0]

    tag = six[2].get(f"/games/{game}").headers["ETag"]
    assert seen() == "2030-01-01T12:00:00.000Z"
    others = six[3].get(f"/games/{game}").data
    clock.shift(59)
    assert six[2].get(f"/games/{game}", etag=tag).status_code == 304
    assert seen() == "2030-01-01T12:00:00.000Z"
    clock.shift(1)
    assert six[2].get(f"/games/{game}", etag=tag).status_code == 304
    assert seen() == "2030-01-01T12:01:00.000Z"
    assert six[3].get(f"/games/{game}").data == others
    six[2].get("/me/games")
    clock.shift(60)
    six[2].get("/me/games")
    assert seen() == "2030-01-01T12:01:00.000Z", "only a table counts"
