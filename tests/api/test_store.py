"""The steps are the truth about a game; its state is a cache that may be thrown away."""

import orjson
import pytest

from api.data.db import reading
from api.game import store
from engine.game import GAMES
from tests.api.people import Person, play_on, query, seated

RULESET = GAMES["fireline"]


def answers(people, game):
    """What everybody gets who asks for the game, fresh or whether anything is new."""
    paths = (f"/games/{game}", f"/games/{game}?after=0", f"/games/{game}/options", f"/games/{game}/talk")
    return [(a.status_code, a.headers.get("ETag"), a.data) for p in people for a in map(p.get, paths)]


BROKEN = {
    "none": None,
    "of a shape that lacks something": '{"turn": 1}',
    "of a shape that has something more": "more",
    "of another kind": "[]",
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_cache_that_is_gone_is_folded_again_from_the_steps(six, case):
    game = seated(six)
    play_on(six, game, moves=30)
    people = [*six, Person(six[0].app)]
    before = answers(people, game)
    cache = query(six[0].app, "SELECT state FROM games")[0][0]
    value = BROKEN[case]
    if value == "more":
        value = orjson.dumps(orjson.loads(cache) | {"extra": 1}).decode()
    query(six[0].app, "UPDATE games SET state = :state", state=value)
    assert answers(people, game) == before
    if six[0].see(game)["status"] == "running":
        play_on(six, game, moves=1)
        assert query(six[0].app, "SELECT state FROM games")[0][0] not in (value, None)


def test_at_every_step_the_cache_is_what_the_steps_fold_to(six):
    app, game = six[0].app, seated(six)
    for seed in range(40):
        cache = query(app, "SELECT state FROM games")[0][0]
        with app.app_context(), reading() as link:
            row = store.find(link, game, six[0].id)
            folded = store.fold(row, store.steps(link, row))
        assert RULESET.dump_state(folded) == orjson.loads(cache)
        if play_on(six, game, moves=1, seed=seed)["status"] == "ended":
            break


def test_what_a_list_says_beside_the_state_is_what_the_state_says(six):
    app, game = six[0].app, seated(six)
    for seed in range(25):
        [(state, asked, silent)] = query(app, "SELECT state, asked, silent FROM games")
        loaded = RULESET.load_state(orjson.loads(state))
        assert (orjson.loads(asked), orjson.loads(silent)) == (RULESET.asked(loaded), RULESET.silent(loaded))
        play_on(six, game, moves=1, seed=seed)


def test_ids_are_random_and_tell_no_order(ann):
    made = [ann.create()["id"] for _ in range(12)]
    assert all(len(id) == 16 for id in made)
    assert made != sorted(made)


def test_chance_is_recorded_with_every_step(six):
    game = seated(six)
    [(chance, move, seat)] = query(six[0].app, "SELECT chance, move, seat FROM steps WHERE n = 0")
    assert (move, seat) == (None, None)
    brought = orjson.loads(chance)
    assert sorted(brought[0]) == ["citizen", "citizen", "kidnapper", "kidnapper", "swat", "swat"]
    assert len(brought[2]) == sum(six[0].see(game)["rules"]["deck"].values())
    salts = [each for each in brought if isinstance(each, str)]
    assert all(len(salt) == 64 for salt in salts)


def test_deals_differ(six):
    for _ in range(4):
        seated(six)
    orders = {row[0] for row in query(six[0].app, "SELECT chance FROM steps WHERE n = 0")}
    assert len(orders) == 4
