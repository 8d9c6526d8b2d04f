"""Nothing leaks in Undercover: worlds that a viewer can't tell apart give him the same, and planted leaks are found."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.cases import parts
from engine.core import Option, Pick, Refusal
from engine.undercover import Undercover, asks, events, night, view
from engine.undercover.moves import Assassinate, Forge, Recruit, Vote
from engine.undercover.rules import Rules
from engine.undercover.scenario import Scene
from engine.undercover.state import Day, Note, State
from tests.engine.undercover_twins import Leak, Twins, World, compared
from tests.laws.undercover.playout import GAME

PAIRS = 300
BATCH = 50

TOLD_APART = {
    "identities",
    "submissions",
    *(f"{fewer} and more informants" for fewer in range(4)),
    "a report true and forged",
    "handlers living and dead",
    "handlers reached",
    "informants turned",
    "ballots uncounted",
}
"""All in what the worlds must differ now and then, or the twins prove nothing."""


def batch(first):
    """Some pairs of worlds, and how many of them differ in what."""
    return Counter(kind for seed in range(first, first + BATCH) for kind in compared(seed))


def test_twin_worlds_look_alike_and_differ_in_all_that_is_hidden():
    found = sum(map(batch, range(0, PAIRS, BATCH)), Counter())
    assert found.keys() >= TOLD_APART
    assert found["identities"] == PAIRS


# ---- pairs that somebody thought of ----

FOUR = "S1 agent, S2 agent, H1 gangster, H2 gangster, a civilian, b civilian, c civilian"
ON_FIVE = "S1 agent, H1 gangster, a civilian, b civilian, c civilian"

# what is hidden, from whom; then each world's seats and what is said in it, `;` between the lines
TWO = [
    (
        "a true and a forged report of equal text",
        "S1",
        (f"{ON_FIVE}, x informant bureau of S1", "x check > H1 ; dawn ; dusk ; x check > a ; dawn"),
        (f"{ON_FIVE}, x underground of S1 H1", "x forge > H1 gangster ; dawn ; dusk ; x forge > a civilian ; dawn"),
    ),
    (
        "a true report, and a forged one before its author's shots",
        "H1",
        (f"{ON_FIVE}, x informant gang of H1, y underground of S1 H1", "x check > S1 ; y snipe > a ; dawn"),
        (
            f"{ON_FIVE}, x underground of H1 S1, y underground of S1 H1",
            "y snipe > b ; x forge > S1 agent ; x snipe > a ; y nothing ; dawn",
        ),
    ),
    (
        "two reports in whatever order they came",
        "S1",
        (
            f"{ON_FIVE}, x informant bureau of S1, y informant bureau of S1",
            "x check > a ; y check > H1 ; dawn",
        ),
        (
            f"{ON_FIVE}, x underground of S1 H1, y informant bureau of S1",
            "y check > H1 ; x forge > a civilian ; dawn",
        ),
    ),
    (
        "a living and a dead handler",
        "i",
        (
            "S1 agent dead, S2 agent, H1 gangster, i informant bureau of S1, a civilian, b civilian",
            "i check > a ; dawn",
        ),
        (
            "S1 agent dead, S2 agent, H1 gangster, i informant bureau of S2, a civilian, b civilian",
            "i check > a ; dawn",
        ),
    ),
    (
        "one handler and two",
        "i",
        (f"{FOUR}, i informant gang of H1", "i check > S1 ; dawn ; dusk ; H1 assassinate > a ; dawn"),
        (f"{FOUR}, i informant gang of H1 H2", "i check > S1 ; dawn ; dusk ; S2 assassinate > a ; dawn"),
    ),
    (
        "handlers whom a forged check reaches, and none",
        "u",
        (
            "S1 agent dead, S2 agent, H1 gangster dead, H2 gangster, u underground of S1 H1, a civilian, b civilian",
            "u forge > a agent ; dawn ; dusk",
        ),
        (
            "S1 agent dead, S2 agent, H1 gangster dead, H2 gangster, u underground of S2 H2, a civilian, b civilian",
            "u forge > a agent ; dawn ; dusk",
        ),
    ),
    (
        "whether one's informant has turned",
        "S1",
        (
            f"{FOUR}, i informant bureau of S1",
            "H1 recruit > i ; dawn ; dusk ; i forge > b civilian ; dawn ; dusk",
        ),
        (
            f"{FOUR}, i informant bureau of S1",
            "H1 recruit > a ; dawn ; dusk ; i check > b ; dawn ; dusk",
        ),
    ),
    (
        "that an informant who checks turns tonight",
        "S1",
        (f"{FOUR}, i informant bureau of S1", "i check > a ; H1 recruit > i ; dawn"),
        (f"{FOUR}, i informant bureau of S1", "i check > a ; dawn"),
    ),
    (
        "whether the recruited was a civilian, an informant of the other side or of one's own",
        "H1",
        (f"{FOUR}, x informant bureau of S2", "H1 recruit > x ; dawn ; dusk"),
        (f"{FOUR}, x informant gang of H2", "H1 recruit > x ; dawn ; dusk"),
    ),
    (
        "whether one made an underground",
        "H1",
        (FOUR, "H1 recruit > a ; dawn ; dusk ; a check > b ; dawn"),
        (FOUR, "S1 recruit > a ; H1 recruit > a ; dawn ; dusk ; a forge > b civilian ; dawn"),
    ),
    (
        "whether one failed with a leader or with an underground",
        "H1",
        (
            "x agent, y underground of x H1, S1 agent, H1 gangster, H2 gangster, a civilian",
            "H1 recruit > x ; dawn ; dusk",
        ),
        (
            "x underground of y H1, y agent, S1 agent, H1 gangster, H2 gangster, a civilian",
            "H1 recruit > x ; dawn ; dusk",
        ),
    ),
    ("a partner's blade", "S2", (FOUR, "S1 assassinate > S2 ; dawn"), (FOUR, "dawn")),
    (
        "who recruited, and how many",
        "a",
        (FOUR, "S1 recruit > a ; dawn"),
        (FOUR, "S2 recruit > a ; S1 recruit > a ; dawn"),
    ),
    (
        "who recruited on both sides",
        "a",
        (FOUR, "S1 recruit > a ; H1 recruit > a ; dawn"),
        (FOUR, "H2 recruit > a ; S2 recruit > a ; S1 recruit > a ; dawn"),
    ),
    (
        "that he was recruited when he died",
        "a",
        (FOUR, "S1 recruit > a ; H1 assassinate > a ; dawn ; dusk"),
        (FOUR, "H2 assassinate > a ; dawn ; dusk"),
    ),
    (
        "that others share a group",
        "a",
        (FOUR, "S1 recruit > S2 ; H1 recruit > H2 ; dawn ; dusk"),
        (FOUR, "dawn ; dusk"),
    ),
    (
        "that one's partner found a third",
        "S1",
        (f"{FOUR}, S3 agent, H3 gangster", "S1 recruit > S2 ; dawn ; dusk ; S2 recruit > S3 ; dawn"),
        (f"{FOUR}, S3 agent, H3 gangster", "S1 recruit > S2 ; dawn ; dusk ; dawn"),
    ),
    (
        "who stabbed whom, and who is an informant",
        None,
        (f"{FOUR}, d informant gang of H1", "S1 assassinate > d ; dawn ; dusk"),
        (f"{FOUR}, d civilian", "H2 assassinate > d ; S2 assassinate > d ; dawn ; dusk"),
    ),
    (
        "three informants elsewhere",
        "a",
        (FOUR + ", d civilian, e civilian", "dawn ; dusk ; dawn"),
        (
            FOUR.replace("c civilian", "c informant gang of H2") + ", d informant bureau of S1, e informant gang of H1",
            "c check > d ; d check > a ; e check > d ; dawn ; dusk ; d check > H1 ; dawn",
        ),
    ),
    (
        "whose ballots count",
        "a",
        (
            "p agent, q agent, r civilian, H1 gangster, a civilian, b civilian, c civilian",
            "dawn ; q vote > b ; r vote > c ; a vote > c ; b vote > c ; p vote > b ; dusk",
        ),
        (
            "p agent, q civilian, r agent, H1 gangster, a civilian, b civilian, c civilian",
            "dawn ; q vote > b ; r vote > c ; a vote > c ; b vote > c ; p vote > b ; dusk",
        ),
    ),
    (
        "who of the living is what, to the dead",
        "d",
        (
            "p agent, q gangster, r civilian, s informant bureau of p, a civilian, d civilian dead",
            "p recruit > r ; s check > q ; dawn",
        ),
        (
            "p civilian, q agent, r informant gang of s, s gangster, a civilian, d civilian dead",
            "s recruit > p ; dawn ; dusk",
        ),
    ),
]


def play(world, scene, line):
    """One line of a world: a deadline or a gesture."""
    name, *words = line.split()
    if words:
        world.say(scene.seat(name), scene.gesture(scene.seat(name), words))
    else:
        world.close()


def staged(seats, lines):
    """A world in its third night, and the lines to be played in it, those between two deadlines together."""
    scene = Scene(GAME, Rules(), {name: words for name, *words in parts(seats.split())})
    scene.place("night", ["3"])
    scene.settle()
    phases = [[]]
    for line in map(str.strip, lines.split(";")):
        phases[-1].append(line)
        if line in ("dawn", "dusk"):
            phases.append([])
    return World(scene.state), scene, phases[:-1]


def side_by_side(viewer, one, two):
    """Play two worlds from deadline to deadline as long as both go; Leak if the viewer can tell them apart."""
    sides = [staged(*one), staged(*two)]
    seat = None if viewer is None else sides[0][1].seat(viewer)
    twins = Twins(Random(0), seat, [world for world, _, _ in sides])
    twins.look("at the beginning")
    for phases in zip(*(phases for _, _, phases in sides), strict=False):
        for (world, scene, _), lines in zip(sides, phases, strict=True):
            for line in lines:
                play(world, scene, line)
        twins.look(f"after {phases}")


@pytest.mark.parametrize(("hidden", "viewer", "one", "two"), TWO, ids=lambda it: it if isinstance(it, str) else "")
def test_two_worlds_look_alike(hidden, viewer, one, two):
    assert one != two
    side_by_side(viewer, one, two)


def test_two_worlds_that_differ_in_public_are_told_apart():
    with pytest.raises(Leak):
        side_by_side("a", (FOUR, "S1 assassinate > b ; dawn"), (FOUR, "S1 assassinate > c ; dawn"))
    with pytest.raises(Leak):
        side_by_side("a", (FOUR, "S1 recruit > a ; dawn"), (FOUR, "H1 recruit > a ; dawn"))


# ---- planted leaks: each gets what it replaces, and then what that would get ----


def what(s, seat):
    """What a seat is, if there is such a seat."""
    return s.players[seat].identity if seat < len(s.players) else None


def handlers_see_informants(player_view, s, seat, me):
    found = player_view(s, seat, me)
    mine = me is not None and any(s.players[x] is me for x in s.players[seat].handlers)
    return {**found, "identity": s.players[seat].identity} if mine else found


def informants_see_handlers(player_view, s, seat, me):
    found = player_view(s, seat, me)
    return {**found, "side": s.players[seat].side} if me is not None and seat in me.handlers else found


def the_dead_see_all(player_view, s, seat, me):
    found = player_view(s, seat, me)
    return {**found, "identity": s.players[seat].identity} if me is not None and not me.alive else found


def the_dead_show_their_side(player_view, s, seat, me):
    found = player_view(s, seat, me)
    return found if s.players[seat].alive else {**found, "side": s.players[seat].side}


def waits_for_the_slow(shown, s, seat):
    return {**shown(s, seat), "asked": asks.silent(s)}


def counts_the_ready(shown, s, seat):
    return {**shown(s, seat), "ready": len(s.ask.ready) if s.ask else 0}


def counts_the_informants(shown, s, seat):
    return {**shown(s, seat), "leaders": sum(player.identity == "informant" for player in s.players)}


def counts_the_quiet(shown, s, seat):
    return {**shown(s, seat), "quiet": s.stirred}


def partners_of_partners(shown, s, seat):
    found = shown(s, seat)
    more = {other for one in found["partners"] or () for other in s.players[one].partners}
    return {**found, "partners": sorted(more)}


def marks_counted_ballots(ballots, s, seat, cast):
    return [ballot for ballot in ballots(s, seat, cast) if not s.players[ballot["seat"]].leads]


def shows_all_bulletins(seen, event, viewer):
    return event


def shows_who_was_told(seen, event, viewer):
    return events.Told(tuple(x if v == viewer else () if x else None for v, x in enumerate(event.bulletins)))


def groups_in_public(channels, s):
    return {name: replace(channel, readers=None) for name, channel in channels(s).items()}


def refuses_a_lost_cause(refusal, s, seat, move):
    lost = isinstance(move, Recruit) and what(s, move.target) == "underground"
    return Refusal("not_living", "U9") if lost else refusal(s, seat, move)


def spares_the_partner(refusal, s, seat, move):
    same = isinstance(move, Assassinate) and what(s, move.target) == what(s, seat)
    return Refusal("not_living", "U9") if same else refusal(s, seat, move)


def forges_for_somebody_only(refusal, s, seat, move):
    heard = any(s.players[handler].alive for handler in s.players[seat].handlers)
    return Refusal("not_living", "U9") if isinstance(move, Forge) and not heard else refusal(s, seat, move)


def offers_no_leaders(options, s, seat):
    found = options(s, seat)
    if not isinstance(s.ask, Day) or not found:
        return found
    return [Option(Vote, target=Pick([x for x in s.living() if not s.players[x].leads])), *found[1:]]


def bars_partners(barred, game, s, seat):
    me = s.players[seat].identity
    return [{"target": x} for x, player in enumerate(s.players) if player.identity == me and player.leads]


def waits_for_powers_only(silent, s):
    return [seat for seat in silent(s) if isinstance(s.ask, Day) or s.players[seat].identity != "civilian"]


def tells_the_first_handler(recruit, s, plans, dead, notes):
    changes = recruit(s, plans, dead, notes)
    for change in changes:
        if change.type == "recruited" and change.identity == "underground":
            for handler in s.players[change.seat].handlers:
                notes[handler].append(Note("failure", change.seat))
    return changes


def tells_the_dead_recruit(recruit, s, plans, dead, notes):
    changes = recruit(s, plans, dead, notes)
    for plan in plans.values():
        if plan.recruit in dead and s.players[plan.recruit].identity == "civilian":
            notes[plan.recruit].append(Note("recruited", side="bureau"))
    return changes


def tells_the_courted_leader(find_partners, s, target, suitors, notes, happened):
    found = find_partners(s, target, suitors, notes, happened)
    notes[target] += [Note("failure", seat) for seat, side in suitors if side != s.players[target].side]
    return found


def names_the_recruiters(recruit, s, plans, dead, notes):
    changes = recruit(s, plans, dead, notes)
    for target, told in notes.items():
        recruiters = [seat for seat, plan in plans.items() if plan.recruit == target]
        told[:] = [replace(n, source=min(recruiters)) if n.kind == "recruited" else n for n in told]
    return changes


def fails_with_the_other_sides_informant(court, s, target, suitors):
    won, change = court(s, target, suitors)
    turned = change is not None and change.identity == "underground" and s.players[target].identity == "informant"
    return ([] if turned else won), change


def marks_the_forged(inform, notes, author, handlers, report, true):
    inform(notes, author, handlers, report, true)
    for handler in [] if true else handlers:
        notes[handler][-1] = replace(notes[handler][-1], side="bureau")


def thanks_the_forger(inform, notes, author, handlers, report, true):
    inform(notes, author, handlers, report, true)
    notes[author] += [] if true or not handlers else [Note("success", report[0])]


def counts_people_only(rights, s):
    return sum(player.alive and player.side == "people" for player in s.players)


LEAKS = [
    (events.Planned, "sealed", False),
    (events.Readied, "sealed", False),
    (events.Recruited, "sealed", False),
    (events.Partnered, "sealed", False),
    (events.Shot, "sealed", False),
    (events.VotedInSecret, "sealed", False),
    (events.Told, "seen", shows_all_bulletins),
    (events.Told, "seen", shows_who_was_told),
    (events.Dealt, "seen", shows_all_bulletins),
    (view, "player_view", handlers_see_informants),
    (view, "player_view", informants_see_handlers),
    (view, "player_view", the_dead_see_all),
    (view, "player_view", the_dead_show_their_side),
    (view, "view", waits_for_the_slow),
    (view, "view", counts_the_ready),
    (view, "view", counts_the_informants),
    (view, "view", counts_the_quiet),
    (view, "view", partners_of_partners),
    (view, "ballots", marks_counted_ballots),
    (view, "channels", groups_in_public),
    (asks, "refusal", refuses_a_lost_cause),
    (asks, "refusal", spares_the_partner),
    (asks, "refusal", forges_for_somebody_only),
    (asks, "options", offers_no_leaders),
    (asks, "silent", waits_for_powers_only),
    (Undercover, "barred", bars_partners),
    (night, "recruit", tells_the_first_handler),
    (night, "recruit", tells_the_dead_recruit),
    (night, "recruit", names_the_recruiters),
    (night, "find_partners", tells_the_courted_leader),
    (night, "court", fails_with_the_other_sides_informant),
    (night, "inform", marks_the_forged),
    (night, "inform", thanks_the_forger),
    (State, "rights", counts_people_only),
]


def plant(patch, owner, name, leak):
    """Put the leak in the place of what it replaces."""
    plain = getattr(owner, name)
    patch.setattr(owner, name, (lambda *given, **named: leak(plain, *given, **named)) if callable(leak) else leak)


@pytest.mark.parametrize(("owner", "name", "leak"), LEAKS, ids=lambda it: getattr(it, "__name__", str(it)))
def test_a_planted_leak_is_found(owner, name, leak, monkeypatch):
    plant(monkeypatch, owner, name, leak)
    with pytest.raises(Leak):
        look_everywhere()


def look_everywhere():
    """All pairs, those thought of and those at random."""
    for _, *pair in TWO:
        side_by_side(*pair)
    for first in range(0, PAIRS, BATCH):
        batch(first)
