"""The laws, each a function that asserts something of a table, of a step, or of a whole game."""

import json
from collections import Counter
from functools import cache
from hashlib import sha256
from typing import Any, Literal, get_args, get_type_hints, is_typeddict

from engine.codec import shape
from engine.core import Dice, Recorded, Refused
from engine.fireline.kinds import IDENTITIES, KINDS
from engine.fireline.moves import Disarm, Equip, Play, Remove
from engine.fireline.state import Dying, Playing, Trimming
from tests.laws.knowledge import knows, shown
from tests.laws.playout import GAME, copy
from tests.laws.universe import landings, legal, universe

WORDS = GAME.words("en")
RULES = {rule for chapter in WORDS["rules"] for rule in chapter["rules"]}
"""The numbers of the rules that there are."""


NOTHING = Recorded([])
"""Chance for moves that are refused before any is needed."""

hints_of = cache(get_type_hints)


def through_json(data):
    """The data as they arrive."""
    return json.loads(json.dumps(data))


# ---- at every moment ----


def the_state_survives_json(table):
    data = GAME.dump_state(table.state)
    assert through_json(data) == data
    assert GAME.load_state(through_json(data)) == table.state


def cards_are_conserved(table):
    s = table.state
    cards = Counter([*s.deck, *s.discards, *(marker.card for marker in s.markers)])
    for player in s.players:
        cards.update(player.hand)
        cards.update(player.front)
    cards["search_warrant"] += table.searches
    assert +cards == +Counter(s.rules.deck)


def blood_is_within_bounds(table):
    s = table.state
    dying = s.ask.dying if isinstance(s.ask, Dying) else []
    for seat, player in enumerate(s.players):
        assert 0 <= player.blood <= player.cap
        if player.alive and not table.over:
            assert (player.blood == 0) == (seat in dying)
        if not player.alive:
            assert player.blood == 0
            assert table.over or not (player.hand or player.front)


def nobody_is_asked_wrongly(table):
    s, asked = table.state, GAME.asked(table.state)
    assert (asked == []) == table.over
    assert all(s.players[seat].alive for seat in asked)
    if isinstance(s.ask, Dying):
        living = [seat for seat, player in enumerate(s.players) if player.alive]
        able = [seat for seat in living if seat != s.active and s.players[seat].blood]
        marked = {seat for marker in s.markers for seat in marker.on}
        assert sorted(asked) == [seat for seat in able if seat not in marked]
        assert s.ask.answers.keys() < set(asked)
    elif not table.over:
        assert asked == [s.active]
        if isinstance(s.ask, Trimming):
            assert s.ask.count == len(s.players[s.active].hand) - s.players[s.active].limit > 0
        else:
            assert not s.downed


def views_show_what_may_be_known(table):
    s, log = table.state, table.log
    for viewer in (None, *range(table.seats)):
        view = GAME.view(s, viewer)
        known = knows(log, viewer) if not table.over else [player.identity for player in s.players]
        assert [player["identity"] for player in view["players"]] == known
        assert view["hand"] == (None if viewer is None else s.players[viewer].hand)
        assert view["hands"] == ([player.hand for player in s.players] if table.over else None)
        answers = s.ask.answers if isinstance(s.ask, Dying) else {}
        assert (view["answer"] is not None) == (viewer in answers)


def views_are_of_their_type(table):
    for viewer in (None, table.chance.randrange(table.seats)):
        view = GAME.view(table.state, viewer)
        assert fits(GAME.view_type, view)
        assert through_json(view) == view


def fits(hint, data):
    """Whether plain data are of a type, with just the keys of each TypedDict."""
    origin, args = shape(hint)
    if hint is Any:
        return True
    if is_typeddict(origin):
        hints = hints_of(origin)
        return (
            type(data) is dict
            and hints.keys() == data.keys()
            and all(fits(hints[key], held) for key, held in data.items())
        )
    if origin is Literal:
        return data in args
    if origin is list:
        return type(data) is list and all(fits(args[0], held) for held in data)
    if origin is dict:
        return type(data) is dict and all(fits(args[0], key) and fits(args[1], held) for key, held in data.items())
    if len(args) > 1 and origin is not hint:
        return any(fits(arg, data) for arg in get_args(hint))
    return type(data) is (type(None) if origin is None else origin)


def what_is_not_lit_has_a_reason(table):
    s = table.state
    for seat in range(table.seats):
        barred = GAME.barred(s, seat)
        assert through_json(barred) == barred
        assert all(bar["rule"] in RULES and bar["code"] in WORDS["refusals"] for bar in barred)
        if not isinstance(s.ask, Playing) or seat != s.active:
            kitless = isinstance(s.ask, Dying) and seat in s.ask.asked and "first_aid" not in s.players[seat].hand
            assert [bar["code"] for bar in barred] == ["no_kit"] * kitless
            continue
        removals = [bar["card"] for bar in barred if bar["move"] == "remove"]
        no = Counter((bar["card"], bar["target"]) for bar in barred if bar["move"] != "remove")
        yes = Counter({use for option in GAME.options(s, seat) for move in option.moves() for use in uses(move)})
        living = [x for x, player in enumerate(s.players) if player.alive]
        front = [card for card in s.players[seat].front if KINDS[card].blood]
        assert removals == [card for card in front if not may(s, seat, Remove(card))]
        for card in dict.fromkeys(s.players[seat].hand):
            whole = (card, None) in yes + no
            for target in [None, *living]:
                assert yes[card, target] + no.pop((card, target), 0) == ((target is None) == whole)
        assert not any(no.values())


def may(state, seat, move):
    """Whether one of the seat's options holds the move."""
    return any(option.holds(move) for option in GAME.options(state, seat))


def uses(move):
    """The pairs of card and target that a move lights; giving up a restaurant is no use of it."""
    if isinstance(move, Disarm):
        return [("disarm", move.target)]
    if isinstance(move, Play | Equip):
        return [(move.card, target) for target in getattr(move, "targets", ()) or (None,)]
    return []


# ---- at some moments: these are dear ----


def every_default_is_legal(table):
    for seat in GAME.asked(table.state):
        move = GAME.default(table.state, seat, Dice(table.chance))
        assert may(table.state, seat, move)
        GAME.apply(copy(table.state), seat, move, Dice(table.chance))


def time_can_run_out(table):
    late = copy(table.state)
    GAME.lapse(late, Dice(table.chance))
    assert table.over or late != table.state


def every_option_is_playable(table):
    s = table.state
    for seat in GAME.asked(s):
        options = GAME.options(s, seat)
        assert len({json.dumps(GAME.dump_option(option)) for option in options}) == len(options) > 0
        for option in options:
            for move in list(option.moves())[:60]:
                assert option.holds(move)
                assert GAME.load_move(through_json(GAME.dump_move(move))) == move
                GAME.apply(copy(s), seat, move, Dice(table.chance))


def everything_else_is_refused(table):
    s = table.state
    asked = GAME.asked(s)
    others = [seat for seat in range(table.seats) if seat not in asked]
    untouched = copy(s)
    for seat in table.chance.sample(asked, min(2, len(asked))) + table.chance.sample(others, min(1, len(others))):
        options = GAME.options(s, seat)
        assert (options == []) == (seat not in asked)
        for move in universe(s, seat):
            if legal(s, options, move):
                events = GAME.apply(copy(s), seat, move, Dice(table.chance))
                if events[0].type == "placed":
                    assert events[0].on in seats_named(s, move)
                continue
            code, rule = refused(untouched, seat, move)
            assert rule in RULES
            assert code in WORDS["refusals"]
    assert untouched == s


def refused(state, seat, move):
    """Why a move is refused; it is none of those that are accepted."""
    try:
        GAME.apply(state, seat, move, NOTHING)
    except Refused as why:
        return why.code, why.rule
    raise AssertionError(f"accepted, though no option holds it: {seat} {move}")


def seats_named(state, move):
    """On which seats, in any order, a marker may come to lie that is placed so."""
    pairs = landings(state, move.targets) if move.card == "flash" else [move.targets]
    return [seats for pair in pairs for seats in (tuple(pair), tuple(pair)[::-1])]


# ---- of every step ----


def the_step_folds(table, step, shadow):
    for event in step.events:
        arrived = GAME.load_event(through_json(GAME.dump_event(event)))
        assert arrived == event
        if event.type == "play_began":
            assert not shadow.flashed(event.seat)
        arrived.apply(shadow)
    assert shadow == table.state
    assert step.move is None or GAME.load_move(through_json(GAME.dump_move(step.move))) == step.move


def events_show_what_may_be_known(table, step):
    for event in step.events:
        for viewer in (None, *range(table.seats)):
            allowed = shown(event, viewer)
            assert event.sealed == (allowed is None)
            assert event.sealed or event.seen(viewer) == allowed


def the_asked_stay_the_same_in_a_window(step, before, after):
    if [event.type for event in step.events] == ["answered"]:
        assert before == after


# ---- of a whole game ----


def it_ends_as_the_rules_say(table):
    s, log = table.state, table.log
    assert log[-1].type == "ended"
    assert s.turn <= s.rules.max_turns
    outcome = GAME.outcome(s)
    living = {player.identity for player in s.players if player.alive}
    kidnappers, defenders = IDENTITIES[2:], IDENTITIES[:2]
    won = [side for side, others in ((kidnappers, defenders), (defenders, kidnappers)) if set(others) - living]
    if not won:
        assert s.turn == s.rules.max_turns
    both = {"kidnappers": kidnappers, "draw": (), "defenders": defenders}[s.rules.both]
    assert outcome.winners == (both if len(won) == 2 else won[0] if won else ())
    assert outcome.seats == tuple(x for x, player in enumerate(s.players) if player.identity in outcome.winners)


def commitments_open(table):
    for event in table.log:
        if event.type in ("dealt", "shuffled"):
            order = event.identities if event.type == "dealt" else event.order
            assert event.commitment == sha256(f"{event.salt}:{','.join(order)}".encode()).hexdigest()


def the_record_plays_again(table):
    chance = Recorded(table.steps[0].brought)
    state, events = GAME.deal(table.rules, table.seats, chance)
    assert events == table.steps[0].events
    for step in table.steps[1:]:
        chance = Recorded(through_json(step.brought))
        assert GAME.apply(state, step.seat, step.move, chance) == step.events
        assert list(chance.brought) == []
    assert state == table.state
