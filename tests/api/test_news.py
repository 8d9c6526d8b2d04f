"""News: who is told what and when, and that nobody can tell two worlds apart by it."""

import orjson
import pytest
import time_machine

from api.data.db import writing
from api.game import news
from api.game.store import HELD
from tests.api.people import Person, place, play_on, query, seated
from tests.api.test_sealed import window  # noqa: F401
from tests.api.test_twins import RULESET, twin

NOON = "2030-01-01T12:00:00.000Z"
LATER = "2030-01-01T13:00:00.000Z"
EVENING = "2030-01-01T20:00:00.000Z"


@pytest.fixture
def noon():
    """Time stands still at noon."""
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def reachable(app, *people):
    """They have confirmed addresses."""
    for person in people:
        query(
            app,
            "UPDATE players SET email = :to, confirmed = true WHERE id = :id",
            to=f"{person.id}@x.org",
            id=person.id,
        )


def put(app, game, **columns):
    """Change a game's row."""
    said = ", ".join(f'"{name}" = :{name}' for name in columns)
    query(app, f"UPDATE games SET {said} WHERE id = :id", id=game, **columns)


def tell(app, game, kind, seats=None):
    """Tell, as the course of a game does."""
    with app.app_context(), writing() as link:
        news.tell(link, link.one(HELD, id=game), kind, seats)


def due(app):
    with app.app_context():
        return news.due()


def letters(app):
    """Who has a letter waiting, of what kind, and what it says."""
    rows = query(app, "SELECT player_id, hook_id, kind, body, due FROM letters ORDER BY kind, player_id, hook_id")
    return [(player or hook, kind, orjson.loads(body), due) for player, hook, kind, body, due in rows]


def hearers(app, kind):
    return {who for who, said, _, _ in letters(app) if said == kind}


def feed(app, person):
    return [kind for (kind,) in query(app, "SELECT kind FROM news WHERE player_id = :id", id=person.id)]


def test_a_start_and_an_end_are_told_to_all_people_at_the_table(app, six):
    game = seated(six)
    reachable(app, *six[:5])
    query(app, "UPDATE players SET seen = :now", now=NOON)
    for kind in ("started", "ended"):
        tell(app, game, kind)
        assert hearers(app, kind) == {person.id for person in six[:5]}
        assert all(kind in feed(app, person) for person in six), "the feed needs no address"


def test_only_confirmed_addresses_and_wishes_count(app, six):
    game = seated(six)
    reachable(app, *six)
    query(app, "UPDATE players SET confirmed = false WHERE id = :id", id=six[0].id)
    query(app, "UPDATE players SET wishes = :w WHERE id = :id", w='{"ended":{"mail":false}}', id=six[1].id)
    tell(app, game, "ended")
    assert hearers(app, "ended") == {person.id for person in six[2:]}


def test_a_turn_is_told_once_when_its_moment_has_come(app, six, noon):
    game = seated(six)
    reachable(app, *six)
    (asked,) = six[0].see(game)["asked"]
    query(app, "UPDATE players SET seen = NULL")
    put(app, game, opened=NOON, tell_turn=LATER, deadline=EVENING)
    assert due(app) == 0
    noon.move_to(LATER)
    assert due(app) == 1
    assert due(app) == 0
    assert [(who, kind, said["deadline"]) for who, kind, said, _ in letters(app)] == [(six[asked].id, "turn", EVENING)]
    said = letters(app)[0][2]
    assert set(said) == {"game", "ruleset", "title", "opened", "deadline", "at"}, "nothing of what is played"


@pytest.mark.parametrize(
    "changed",
    [
        {"tell_near": EVENING},
        {"status": "ended"},
        {"paused": NOON},
        {"deadline": NOON},
        {"deadline": None},
    ],
)
def test_that_time_is_nearly_up_is_not_told_when_it_is_not_so_any_more(app, six, noon, changed, monkeypatch):
    game = seated(six)
    reachable(app, *six)
    put(app, game, opened=NOON, tell_turn=None, tell_near=LATER, deadline=EVENING)
    noon.move_to(LATER)
    real = news.remind

    def meanwhile(*args):
        put(app, game, **changed)
        return real(*args)

    monkeypatch.setattr(news, "remind", meanwhile)
    assert due(app) == 0
    assert letters(app) == []


def test_a_turn_and_its_end_at_once_are_one_letter(app, six, noon):
    game = seated(six)
    reachable(app, *six)
    put(app, game, opened=NOON, tell_turn=NOON, tell_near=LATER, deadline=EVENING)
    noon.move_to(LATER)
    query(app, "UPDATE players SET seen = NULL")
    assert due(app) == 1
    assert [kind for _, kind, _, _ in letters(app)] == ["near"]


def test_who_has_answered_and_whom_a_bot_plays_for_is_not_reminded(app, six, window, noon):  # noqa: F811
    reachable(app, *six)
    query(app, "UPDATE players SET seen = NULL")
    asked = [six[seat] for seat in six[0].see(window)["asked"]]
    assert len(asked) > 2
    silent = orjson.loads(query(app, "SELECT silent FROM games")[0][0])
    put(app, window, tell_turn=NOON, silent=orjson.dumps(silent[1:]).decode())
    query(app, "UPDATE seats SET level = 'random' WHERE game_id = :id AND seat = :seat", id=window, seat=silent[1])
    query(app, "UPDATE players SET seen = NULL")
    due(app)
    assert hearers(app, "turn") == {six[seat].id for seat in silent[2:]}


def test_an_open_page_needs_no_letter_and_the_feed_tells_all_the_same(app, six, noon):
    game = seated(six)
    reachable(app, *six)
    (asked,) = six[0].see(game)["asked"]
    hook(app, "own", six[asked])
    hook(app, "games", six[0], game)
    for seen, told in ((NOON, {"games"}), ("2030-01-01T11:57:59.000Z", {"games", "own", six[asked].id})):
        query(app, "UPDATE players SET seen = :seen", seen=seen)
        query(app, "DELETE FROM letters")
        put(app, game, opened=NOON, tell_turn=NOON, deadline=EVENING)
        due(app)
        assert hearers(app, "turn") == told
    assert feed(app, six[asked]).count("turn") == 2


def hook(app, id, person, game=None):
    """Somebody listens."""
    query(
        app,
        "INSERT INTO hooks (id, player_id, game_id, url, secret, created, failures)"
        " VALUES (:id, :player, :game, 'https://example.org/', 'whsec_AAAA', :now, 0)",
        id=id,
        player=person.id,
        game=game,
        now=NOON,
    )


def test_a_hook_of_a_game_is_its_hosts(app, six, noon):
    game = seated(six)
    hook(app, "of_ann", six[0], game)
    hook(app, "of_ben", six[1], game)
    tell(app, game, "ended")
    assert hearers(app, "ended") == {"of_ann"}


def test_seats_are_offered_to_those_who_wish_a_few_a_day(app, six, noon):
    gus, hal = Person(app, "Gus"), Person(app, "Hal")
    game = seated(six)
    reachable(app, *six, gus, hal)
    query(app, "UPDATE players SET wishes = :w WHERE id <> :id", w='{"seat":{"mail":true}}', id=hal.id)
    for _ in range(5):
        put(app, game, vacant=1)
        tell(app, game, "seat")
        offers = [said for who, kind, said, _ in letters(app) if kind == "seat" and who is None]
        query(app, "DELETE FROM letters WHERE player_id IS NULL")
        with app.app_context():
            for said in offers:
                news.offer(said)
    assert [who for who, kind, _, _ in letters(app)] == [gus.id] * news.OFFERS
    query(app, "DELETE FROM letters")
    query(app, "DELETE FROM news")
    put(app, game, vacant=0)
    with app.app_context():
        news.offer(offers[0])
    private = seated(six, private=True)
    put(app, private, vacant=1)
    tell(app, private, "seat")
    assert {kind for _, kind, _, _ in letters(app)} == {"started"}


def test_twins_hear_the_same_at_the_same_moment(app, six, noon):
    """What is told to anybody of a game depends on nothing that he may not know."""
    game = seated(six)
    play_on(six, game, moves=9, seed=2)
    reachable(app, *six)
    hook(app, "games", six[0], game)
    state = RULESET.load_state(orjson.loads(query(app, "SELECT state FROM games")[0][0]))
    heard = []
    for world in (state, *(twin(state, seat, seat) for seat in range(6))):
        place(app, game, world)
        query(app, "DELETE FROM letters")
        query(app, "UPDATE players SET seen = NULL")
        for columns in ({"tell_turn": NOON}, {"tell_near": NOON}):
            put(app, game, opened=NOON, deadline=EVENING, **columns)
            due(app)
        heard.append(letters(app))
    assert heard[0]
    assert all(each == heard[0] for each in heard)


def test_an_answer_in_a_sealed_question_changes_nothing_for_others(app, six, window, noon):  # noqa: F811
    """All who are asked are told alike, whether or not one of them has answered; so is the game's own hook."""
    reachable(app, *six)
    hook(app, "games", six[0], window)
    silent = orjson.loads(query(app, "SELECT silent FROM games")[0][0])
    heard = []
    for still in (silent, silent[:-1]):
        query(app, "DELETE FROM letters")
        query(app, "UPDATE players SET seen = NULL")
        put(app, window, silent=orjson.dumps(still).decode(), opened=NOON, tell_turn=NOON)
        due(app)
        heard.append([letter for letter in letters(app) if letter[0] != six[silent[-1]].id])
    assert len(heard[0]) == len(silent)
    assert heard[0] == heard[1]
