"""Twin worlds of Undercover over HTTP: what differs only in what one may not know is the same for him, to the byte."""

from hashlib import blake2b

import orjson
import pytest
import time_machine

from api.game import listing, store, table
from api.routes import history, talk
from api.web.errors import invalid
from engine.undercover import Undercover, asks, events, view
from engine.undercover.state import Night
from tests.api.people import Person
from tests.api.undercover import AT, SEATS, fourteen
from tests.api.undercover_worlds import PAIRS, addresses, lived


@pytest.fixture(autouse=True)
def same_hour(monkeypatch):
    """Commitments are salted, so that they tell nothing; events and talk bear their hour: here all are the same."""
    monkeypatch.setattr("engine.undercover.commitment", lambda salt, order: f"of {len(order)}")
    table.numbered.cache_clear()
    with time_machine.travel(AT, tick=False):
        yield
    table.numbered.cache_clear()


def differing(app, pair):
    """In what the viewer can tell two worlds apart, if he can; an onlooker has a token, or has none."""
    people, game = fourteen(app, options=pair.options)
    viewers = [people[SEATS.index(pair.viewer)]] if pair.viewer else [Person(app), Person(app, "Gus")]
    found = set()
    for viewer in viewers:
        one, two = (lived(people, game, viewer, world, pair.options) for world in (pair.one, pair.two))
        assert [what for what, *_ in one] == [what for what, *_ in two]
        found |= {a[0].replace(game, "ID") for a, b in zip(one, two, strict=True) if a != b}
    return found


def test_every_address_that_can_be_read_is_looked_at(app):
    routes = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in rule.methods}
    assert routes == addresses("game", 0).keys()


@pytest.mark.parametrize("hidden", PAIRS)
def test_twins_are_the_same_to_who_may_not_know(app, hidden):
    assert differing(app, PAIRS[hidden]) == set()


def test_worlds_that_differ_in_public_are_told_apart(app):
    pair = PAIRS["a civilian: who is what, who killed, who has a group"]
    other = pair.two._replace(now=pair.two.now.replace("e assassinate > m", "e assassinate > b"))
    assert differing(app, pair._replace(two=other))


# ---- planted leaks: each gets what it replaces, and then what that would get ----


def identities_in_the_table(private, self, seat):
    return private(self, seat) | {"all": self.state and [player.identity for player in self.state.players]}


def a_number_of_acts(columns, game):
    return columns(game._replace(shown=game.steps))


def a_number_of_acts_in_a_header(answer, self, link, after, status=200, headers=None):
    return answer(self, link, after, status, {**(headers or {}), "X-Version": str(self.game.steps)})


def an_etag_of_the_whole_state(etag, self, seat):
    whole = orjson.dumps(self.state and self.ruleset.dump_state(self.state))
    return etag(self, seat) + blake2b(whole, digest_size=8).hexdigest()


def posts_of_all_channels(channels, game, state, seat):
    said = sum(sum(posts) for posts in orjson.loads(game.said).values())
    return [{**channel, "last": said} for channel in channels(game, state, seat)]


def channels_of_others(may_read, channel, seat):
    return True


def a_422_where_there_is_a_group(channel_of, game, state, name):
    if name in table.talking(game, state) and not table.may_read(table.talking(game, state)[name], game.seat):
        raise invalid(("/channel", "You may not read here."))
    return channel_of(game, state, name)


def how_many_are_waited_for(entry, game):
    return entry(game) | {"waiting": len(orjson.loads(game.silent))}


def an_export_before_the_end(over, link, game_id, code):
    return link.one(store.HELD, id=game_id)


def who_is_waited_for(asked, self, state):
    return asks.silent(state)


def partners_barred(barred, self, state, seat):
    me, players = state.players[seat], enumerate(state.players)
    same = [x for x, player in players if player.leads and player.identity == me.identity]
    return [{"move": "assassinate", "card": None, "target": x, "code": "oneself", "rule": "U15"} for x in same]


def the_dead_see_all(player_view, s, seat, me):
    found = player_view(s, seat, me)
    return {**found, "identity": s.players[seat].identity} if me and not me.alive else found


def handlers_see_their_informants(player_view, s, seat, me):
    mine = me and any(s.players[handler] is me for handler in s.players[seat].handlers)
    return player_view(s, seat, me) | ({"identity": s.players[seat].identity} if mine else {})


def informants_see_their_handlers(player_view, s, seat, me):
    return player_view(s, seat, me) | ({"side": s.players[seat].side} if me and seat in me.handlers else {})


def bulletins_of_all(seen, event, viewer):
    return event


def how_many_have_acted(shown, s, seat):
    return {**shown(s, seat), "ready": len(s.ask.plans) if isinstance(s.ask, Night) else 0}


ANYBODY = "a civilian: who is what, who killed, who has a group"
LOOKER = "an onlooker: who is what, who killed, who has a group"
INFORMANT = "an informant: who recruited him, how many they are, and whether they live"
HANDLER = "a handler: his informant turned, and forges"
PARTNER = "a partner: the other side's group"
DEAD = "one of the dead: who of the living is what"
SECRET = "a civilian: secret ballots"
TABLE = "GET /api/v1/games/ID"

LEAKS = [
    (table.Table, "private", identities_in_the_table, ANYBODY, TABLE),
    (table, "columns", a_number_of_acts, LOOKER, TABLE),
    (table.Table, "answer", a_number_of_acts_in_a_header, DEAD, TABLE),
    (table.Table, "etag", an_etag_of_the_whole_state, ANYBODY, f"HEAD {TABLE[4:]}"),
    (table, "channels", posts_of_all_channels, ANYBODY, TABLE),
    (table, "may_read", channels_of_others, PARTNER, f"{TABLE}/talk?channel=group-2-3"),
    (talk, "channel_of", a_422_where_there_is_a_group, LOOKER, f"{TABLE}/talk?channel=group-0-1"),
    (listing, "entry", how_many_are_waited_for, SECRET, "GET /api/v1/me/games"),
    (history, "over", an_export_before_the_end, DEAD, f"{TABLE}/export"),
    (Undercover, "asked", who_is_waited_for, SECRET, TABLE),
    (Undercover, "barred", partners_barred, HANDLER, f"{TABLE}/options"),
    (events.Planned, "sealed", False, ANYBODY, TABLE),
    (events.VotedInSecret, "sealed", False, SECRET, TABLE),
    (events.Told, "seen", bulletins_of_all, INFORMANT, TABLE),
    (view, "player_view", the_dead_see_all, DEAD, TABLE),
    (view, "player_view", handlers_see_their_informants, HANDLER, TABLE),
    (view, "player_view", informants_see_their_handlers, INFORMANT, TABLE),
    (view, "view", how_many_have_acted, PARTNER, TABLE),
]


@pytest.mark.parametrize(
    ("owner", "name", "leak", "hidden", "where"), LEAKS, ids=lambda it: getattr(it, "__name__", "")
)
def test_a_planted_leak_is_found(app, monkeypatch, owner, name, leak, hidden, where):
    plain = getattr(owner, name)
    planted = (lambda *given, **named: leak(plain, *given, **named)) if callable(leak) else leak
    monkeypatch.setattr(owner, name, planted)
    assert where in differing(app, PAIRS[hidden])
