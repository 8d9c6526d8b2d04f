"""Twin worlds over HTTP: what differs only in what a seat may not know is the same for it, to the byte."""

from random import Random

import orjson
import pytest

from api.game import table
from api.routes import play
from engine.game import GAMES
from tests.api.people import Person, place, play_on, query, seated
from tests.api.test_sealed import everything

RULESET = GAMES["fireline"]


def twin(state, seat, seed):
    """The same for this seat (None: an onlooker), but other hands, other living identities, another deck."""
    chance = Random(seed)
    other = RULESET.load_state(RULESET.dump_state(state))
    hidden = [p for x, p in enumerate(other.players) if x != seat]
    cards = [card for player in hidden for card in player.hand] + other.deck
    chance.shuffle(cards)
    for player in hidden:
        player.hand, cards = sorted(cards[: len(player.hand)], key=RANK.index), cards[len(player.hand) :]
    other.deck = cards
    known = set(state.players[seat].knows) if seat is not None else set()
    unknown = [p for x, p in enumerate(other.players) if x != seat and p.alive and x not in known]
    identities = [player.identity for player in unknown]
    chance.shuffle(identities)
    for player, identity in zip(unknown, identities, strict=True):
        player.identity = identity
    return other


RANK = list(RULESET.rules({}, 6).deck)


@pytest.fixture
def worlds(six):
    """A game somewhere in its middle, and a way to put a twin of it in its place."""
    game = seated(six)
    play_on(six, game, moves=9, seed=2)
    state = RULESET.load_state(orjson.loads(query(six[0].app, "SELECT state FROM games")[0][0]))
    return game, state


def seats_and_onlooker(six):
    return [*enumerate(six), (None, Person(six[0].app)), (None, Person(six[0].app, "Gus"))]


def differing(six, worlds, seeds=range(6)):
    """For whom which of his answers differs between a world and its twins."""
    game, state = worlds
    found = set()
    for seat, person in seats_and_onlooker(six):
        seen = []
        for world in (state, *(twin(state, seat, seed) for seed in seeds)):
            place(six[0].app, game, world)
            seen.append(everything(person, game))
        for answers in zip(*seen, strict=True):
            if any(answer != answers[0] for answer in answers):
                found.add((seat, answers[0][0]))
    return found


def test_twins_are_the_same_to_who_may_not_know(six, worlds):
    state = worlds[1]
    assert any(RULESET.dump_state(twin(state, 0, seed)) != RULESET.dump_state(state) for seed in range(6))
    assert differing(six, worlds) == set()


def test_what_cannot_be_done_is_refused_alike(six, worlds):
    """Errors come from what the caller knows: a move that fails does so in every world, with the same words."""
    game, state = worlds
    moves = [{"type": "end"}, {"type": "pass"}, {"type": "rescue", "target": 1}, {"type": "discard", "cards": ["vest"]}]
    moves += [{"type": "play", "card": card, "targets": [0]} for card in RANK]
    moves += [{"type": "disarm", "target": 0, "take": "vest"}, {"type": "equip", "card": "vest"}]
    for seat, person in enumerate(six):
        answers = []
        for world in (state, *(twin(state, seat, seed) for seed in range(3))):
            place(six[0].app, game, world)
            said = []
            for move in moves:
                answer = person.post(f"/games/{game}/moves", move)
                if answer.status_code == 409:
                    said.append((move, answer.data))
                else:
                    place(six[0].app, game, world)
            answers.append(said)
        assert answers[0]
        assert all(said == answers[0] for said in answers[1:])


LEAKS = {
    "a hand": lambda state, seat: {"first": state.players[0].hand[:1]},
    "an identity": lambda state, seat: {"first": [p.identity for p in state.players]},
    "the next card": lambda state, seat: {"next": state.deck[:1]},
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(six, worlds, monkeypatch, leak):
    private = table.Table.private
    monkeypatch.setattr(table.Table, "private", lambda self, seat: private(self, seat) | LEAKS[leak](self.state, seat))
    assert differing(six, worlds)


def test_a_planted_leak_in_the_options_alone_is_found(six, worlds, monkeypatch):
    monkeypatch.setattr(play, "legal", lambda game, state, seat: [{"type": "end", "deck": state.deck[:3]}])
    assert {path for _, path in differing(six, worlds)} == {f"/games/{worlds[0]}/options"}
