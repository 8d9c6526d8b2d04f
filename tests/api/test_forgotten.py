"""A forgotten password: a link is mailed to whom it concerns, lets him in once, and tells nobody who is there."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from itsdangerous import URLSafeTimedSerializer

from api.delivery import mail
from api.web import attempts, auth
from tests.api.people import Person, query
from tests.api.post import mailbox  # noqa: F401
from tests.api.test_news import NOON
from tests.api.test_notifications import read, send, smtp  # noqa: F401
from tests.api.test_once import UUID, same
from tests.api.test_password import NEW, OLD, change, log_in

TO = "ann@example.org"


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def account(anyone, clock):
    """An account with a confirmed address, and an operator's: whoever comes back is the same as before."""
    anyone.secret = anyone.post("/players", {"name": "Ann", "password": OLD}).json["token"]["secret"]
    query(anyone.app, "UPDATE players SET email = :to, confirmed = true, operator = true", to=TO)
    return anyone


@pytest.fixture
def mailed(account, smtp):  # noqa: F811
    """Asks for Ann's mail, and reads the ticket in it."""

    def mailed():
        assert Person(account.app).post("/password", {"name": "ann"}).status_code == 204
        send(account.app)
        ((to, mail),) = smtp.mails
        smtp.mails.clear()
        assert to == [TO]
        return re.search(r"http://localhost:8000/#/password/(\S+)", read(mail)[1])[1]

    return mailed


def reset(app, ticket, password=NEW, **more):
    """The answer to who holds a ticket."""
    return Person(app).post("/password/reset", {"ticket": ticket, "password": password}, **more)


def refused(answer):
    """Whether it is the refusal of a bad ticket."""
    said = answer.json
    return (answer.status_code, said["code"], said["errors"][0]["pointer"]) == (422, "bad_code", "/ticket")


def test_who_reads_the_mail_sets_a_new_password_and_is_in(account, mailed):
    app, phone = account.app, log_in(account.app, OLD)[0]
    came = reset(app, mailed())
    assert (came.status_code, came.headers["Cache-Control"]) == (201, "no-store")
    back = Person(app)
    back.secret = came.json["token"]["secret"]
    assert back.get("/me").json == {"player": came.json["player"]}
    assert came.json["player"]["operator"] is True
    assert came.json["token"]["scopes"] == list(auth.SCOPES)
    assert [person.get("/me").status_code for person in (account, phone)] == [401, 401], "all from before are out"
    assert log_in(app, OLD)[1].json["code"] == "wrong_password"
    assert log_in(app, NEW)[1].json["player"] == came.json["player"]


def test_a_ticket_is_good_once_and_all_others_end_with_it(account, mailed):
    first, second = mailed(), mailed()
    assert reset(account.app, first).status_code == 201
    for ticket in (first, second):
        assert refused(reset(account.app, ticket, "a third password"))
    assert log_in(account.app, NEW)[1].status_code == 201


def test_of_many_who_use_a_ticket_at_once_one_gets_in(account, mailed):
    ticket = mailed()
    with ThreadPoolExecutor(4) as at_once:
        codes = list(at_once.map(lambda n: reset(account.app, ticket, f"{NEW} {n}").status_code, range(4)))
    assert sorted(codes) == [201, 422, 422, 422]
    assert query(account.app, "SELECT count(*) FROM tokens") == [(1,)]


def test_a_ticket_is_good_for_an_hour(account, mailed, clock):
    early, late = mailed(), mailed()
    clock.shift(mail.HOUR)
    assert reset(account.app, early).status_code == 201
    clock.shift(1)
    assert refused(reset(account.app, late))


def tampered(ticket):
    """What others could make of a ticket, or of nothing."""
    said, at, mark = ticket.rsplit(".", 2)  # one that packs well begins with a point
    forged = URLSafeTimedSerializer("another secret of somebody", salt="password").dumps(["x", "y"])
    return [ticket[:-1], ticket + "x", f"{said[::-1]}.{at}.{mark}", f"{said}.{at}", "x", forged]


def test_a_forged_ticket_is_good_for_nothing(account, mailed):
    ticket, kept = mailed(), query(account.app, "SELECT password FROM players")
    with account.app.app_context():
        ((player,),) = query(account.app, "SELECT id FROM players")
        confirmation = mail.confirming(player, TO)
        ofanother = mail.resetting("nosuchplayer0000", TO, kept[0][0])
        guessed = mail.resetting(player, TO, "")
    for each in (*tampered(ticket), confirmation, ofanother, guessed):
        assert refused(reset(account.app, each)), each
    assert query(account.app, "SELECT password FROM players") == kept
    assert query(account.app, "SELECT count(*) FROM tokens") == [(1,)]
    assert reset(account.app, ticket).status_code == 201


OUTLIVED = {
    "another password": change,
    "another address": lambda account: account.post("/me/email", {"email": "other@example.org"}),
    "no address": lambda account: account.delete("/me/email"),
    "no account": lambda account: account.post("/me/deletion", {"password": OLD}),
}


@pytest.mark.parametrize("what", OUTLIVED)
def test_a_ticket_ends_with_what_it_was_made_for(account, mailed, what):
    ticket = mailed()
    assert OUTLIVED[what](account).status_code in (200, 204)
    assert refused(reset(account.app, ticket))


@pytest.mark.parametrize("password", ["short", "x" * 201, 7])
def test_a_new_password_that_makes_no_sense_uses_no_ticket(account, mailed, password):
    ticket = mailed()
    answer = reset(account.app, ticket, password)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/password")
    assert reset(account.app, ticket).status_code == 201


NOBODYS = ("Ben", "Nobody", "Robot", "Unsure", "Gone", "x", "A\x00nn", "")
"""A guest with a confirmed address, nobody, a bot account with one, an account whose address isn't confirmed,
a deleted one, and what is no name."""


@pytest.fixture
def others(account):
    """These, beside the account."""
    app, ben, unsure, gone = account.app, Person(account.app, "Ben"), Person(account.app), Person(account.app)
    for person, name in ((unsure, "Unsure"), (gone, "Gone")):
        person.secret = person.post("/players", {"name": name, "password": OLD}).json["token"]["secret"]
    assert account.post("/me/bots", {"name": "Robot"}).status_code == 201
    query(app, "UPDATE players SET email = :to, confirmed = true WHERE name <> 'Ann'", to="else@example.org")
    query(app, "UPDATE players SET confirmed = false WHERE name = 'Unsure'")
    assert ben.get("/me/notifications").json["confirmed"] is True
    assert gone.post("/me/deletion", {"password": OLD}).status_code == 204
    return app


def test_only_an_account_with_a_confirmed_address_is_mailed_to(others, smtp):  # noqa: F811
    for name in NOBODYS:
        assert Person(others).post("/password", {"name": name}).status_code == 204
    assert send(others) == len(NOBODYS)
    assert smtp.mails == []
    assert query(others, "SELECT * FROM letters") == [], "they are done with"
    Person(others).post("/password", {"name": "Ann"})
    send(others)
    assert [to for to, _ in smtp.mails] == [[TO]]


def asked(app, name, **more):
    """All that one gets who asks for a name's mail, but for the number of his request; and what is written for it."""
    before = {table: len(query(app, f"SELECT * FROM {table}")) for table in ("letters", "attempts", "replies")}
    answer = Person(app).post("/password", {"name": name}, **more)
    written = {table: len(query(app, f"SELECT * FROM {table}")) - count for table, count in before.items()}
    headers = [(name, value) for name, value in answer.headers if name != "X-Request-ID"]
    return answer.status_code, headers, answer.data, written


def test_nobody_learns_whether_there_is_such_a_name(others, monkeypatch):
    monkeypatch.setattr(auth, "check_password", None)
    monkeypatch.setattr(auth, "hasher", None)  # nothing slow is done for anybody
    first = asked(others, "Ann")
    assert first[0] == 204
    assert first[3] == {"letters": 1, "attempts": 2, "replies": 0}
    assert all(asked(others, name) == first for name in NOBODYS[:5])
    rows = query(others, "SELECT player_id, hook_id, kind, due, tries FROM letters")
    assert len(set(rows)) == 1, "what is waiting is alike as well"


def test_a_name_and_an_address_ask_a_few_times_and_no_more(others, monkeypatch):
    codes = {name: [Person(others).post("/password", {"name": name}) for _ in range(4)] for name in ("ANN", "Nobody")}
    assert [answer.status_code for answer in codes["ANN"]] == [204, 204, 204, 429]
    assert [answer.status_code for answer in codes["Nobody"]] == [204, 204, 204, 429]
    known, unknown = (
        ([header for header in answers[3].headers if header[0] != "X-Request-ID"], answers[3].data)
        for answers in codes.values()
    )
    assert known == unknown
    assert (codes["ANN"][3].json["code"], codes["ANN"][3].headers["Retry-After"]) == ("too_many_attempts", "900")
    assert Person(others).post("/password", {"name": "ann"}).status_code == 429, "it is the same name"
    monkeypatch.setitem(attempts.TRIES, "forgetful", 8)
    codes = [Person(others).post("/password", {"name": f"Somebody {n}"}).status_code for n in range(3)]
    assert codes == [204, 204, 429]
    kept = str(query(others, "SELECT * FROM attempts"))
    assert "ann" not in kept
    assert "127.0.0.1" not in kept
    assert log_in(others, OLD)[1].status_code == 201, "log-ins are counted apart"


def test_a_retry_of_who_asks_mails_once(others, smtp):  # noqa: F811
    for name in ("Ann", "Nobody"):
        key = f"{UUID}-{name}"
        first = asked(others, name, key=key)
        assert first[3] == {"letters": 1, "attempts": 2, "replies": 1}
        again = Person(others).post("/password", {"name": name}, key=key)
        assert (again.status_code, again.data) == (204, b"")
        other = Person(others).post("/password", {"name": "Another"}, key=key)
        assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")
    send(others)
    assert len(smtp.mails) == 1
    assert Person(others).post("/password", {"name": "Ann"}, key="short").json["code"] == "bad_key"


def test_a_retry_of_who_resets_gets_the_same_token(account, mailed):
    ticket = mailed()
    first = reset(account.app, ticket, key="k1")
    same(first, reset(account.app, ticket, key="k1"))
    assert refused(reset(account.app, ticket, key="k2"))
    assert query(account.app, "SELECT count(*) FROM tokens") == [(1,)]
    kept = str(query(account.app, "SELECT * FROM replies"))
    assert first.json["token"]["secret"] not in kept
    assert ticket not in kept


@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", "A new password for Ann"), ("zh-Hans", "重设Ann的密码"), ("zh-Hant", "重設Ann的密碼")],
)
def test_the_mail_speaks_its_readers_language(account, smtp, language, subject):  # noqa: F811
    account.ask("PUT", "/me/notifications", {"language": language, "wishes": {"turn": {"mail": False}}})
    Person(account.app).post("/password", {"name": "Ann"})
    send(account.app)
    ((_, came),) = smtp.mails
    told, text = read(came)
    assert told["Subject"] == subject
    assert "List-Unsubscribe" not in told
    assert "Ann" in text


def test_a_mail_that_fails_comes_later_with_an_hour_of_its_own(account, smtp, clock):  # noqa: F811
    smtp.refuse = "450 Later"
    Person(account.app).post("/password", {"name": "Ann"})
    send(account.app)
    assert smtp.mails == []
    smtp.refuse = None
    clock.shift(2 * mail.HOUR)
    send(account.app)
    ((_, came),) = smtp.mails
    assert reset(account.app, re.search(r"#/password/(\S+)", read(came)[1])[1]).status_code == 201


@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", "The password of Ann was changed"), ("zh-Hans", "Ann的密码已更改"), ("zh-Hant", "Ann的密碼已變更")],
)
def test_that_a_password_was_changed_is_told_to_whom_it_belongs(account, mailed, smtp, language, subject):  # noqa: F811
    account.ask("PUT", "/me/notifications", {"language": language})
    assert change(account, {"password": "not the old one", "new": NEW}).status_code == 401
    assert change(account).status_code == 204
    send(account.app)
    ((to, came),) = smtp.mails
    told, text = read(came)
    assert (to, told["Subject"], "List-Unsubscribe" in told) == ([TO], subject, False)
    assert "http://localhost:8000/#/door" in text
    assert NEW not in text
    smtp.mails.clear()
    assert reset(account.app, mailed(), OLD).status_code == 201
    send(account.app)
    assert [read(came)[0]["Subject"] for _, came in smtp.mails] == [subject]


def test_of_a_changed_password_no_address_hears_that_is_not_confirmed(account, smtp):  # noqa: F811
    query(account.app, "UPDATE players SET confirmed = false")
    assert change(account).status_code == 204
    send(account.app)
    assert smtp.mails == []
    assert query(account.app, "SELECT * FROM letters") == []
