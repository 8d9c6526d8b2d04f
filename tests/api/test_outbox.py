"""The outbox: each letter is sent once, whoever sends, and none that fails stops another."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import time_machine

from api.data.db import writing
from api.delivery import mail, outbox
from api.game import news
from tests.api.people import Person, query
from tests.api.test_news import NOON, reachable


@pytest.fixture
def sent(monkeypatch):
    """The letters that are mailed, but for those that fail."""
    sent = []

    def deliver(letter, said):
        if said.get("fails"):
            raise OSError("no line")
        sent.append((letter.id, said["n"]))
        return True

    monkeypatch.setattr(mail, "deliver", deliver)
    return sent


def post(app, person, *said):
    with app.app_context(), writing() as link:
        for each in said:
            news.post(link, "ended", each, player_id=person.id)


def send(app):
    with app.app_context():
        return outbox.send()


@pytest.mark.parametrize("senders", [2, 3])
def test_several_senders_at_once_send_each_letter_once(app, ann, sent, senders):
    post(app, ann, *({"n": n} for n in range(40)))
    start = Barrier(senders)

    def run(_):
        start.wait()
        return send(app)

    with ThreadPoolExecutor(senders) as pool:
        assert sum(pool.map(run, range(senders))) == 40
    assert sorted(n for _, n in sent) == list(range(40))
    assert query(app, "SELECT * FROM letters") == []


def test_a_letter_that_fails_stops_no_other(app, ann, sent):
    post(app, ann, {"fails": True}, {"n": 1}, {"fails": True}, {"n": 2})
    assert send(app) == 4
    assert sorted(n for _, n in sent) == [1, 2]
    assert len(query(app, "SELECT * FROM letters")) == 2


def test_a_letter_whose_sender_died_is_sent_when_its_lease_is_over(app, ann, sent):
    with time_machine.travel(NOON, tick=False) as clock:
        post(app, ann, {"n": 1})
        with app.app_context():
            assert outbox.lease() is not None
        assert send(app) == 0
        clock.shift(outbox.LEASE)
        assert send(app) == 1
    assert len(sent) == 1


def test_a_sender_whose_lease_is_over_does_not_touch_the_letter_of_the_next(app, ann, sent, monkeypatch):
    with time_machine.travel(NOON, tick=False) as clock:
        post(app, ann, {"n": 1})
        with app.app_context():
            first = outbox.lease()
            clock.shift(outbox.LEASE)
            second = outbox.lease()
            outbox.handle(first)
            assert query(app, "SELECT due FROM letters") == [(second.due,)]
            outbox.handle(second)
    assert query(app, "SELECT * FROM letters") == []


def test_a_pass_takes_no_letter_when_its_time_is_up(app, ann, sent, monkeypatch):
    post(app, ann, {"n": 1})
    monkeypatch.setattr(outbox, "PASS", 0)
    assert send(app) == 0


def test_somebody_who_is_gone_gets_nothing(app, ann):
    ben = Person(app, "Ben")
    reachable(app, ann)
    post(app, ben, {"n": 1})
    assert send(app) == 1
    assert query(app, "SELECT * FROM letters") == []


def test_the_clock_empties_it(app, ann, sent):
    post(app, ann, {"n": 1})
    assert app.test_cli_runner().invoke(args=["work", "--once"]).exit_code == 0
    assert len(sent) == 1
