"""Twin worlds of Undercover: two games that differ only in what a viewer may not know give him the same, to the byte.

Both worlds begin alike to the viewer: the same living and dead, he himself the same, his partners and his own recruits
the same; who else is what, who recruited whom, how many bullets are left, is other in each. Each night the viewer
submits the same in both, and all others what they please, as long as the rule page (the book of the laws, not the
engine) tells the viewer of the same dawn and the same bulletin. Then all that the engine gives him must be the same.
"""

import json
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from unittest.mock import patch

from engine.core import Dice, Refused
from engine.undercover.moves import Abstain, Nothing, Ready, Vote
from engine.undercover.rules import Rules
from engine.undercover.standing import Standing
from engine.undercover.state import Day, Night
from tests.engine import undercover_differences as differences
from tests.engine.undercover_cast import Cast
from tests.engine.undercover_plans import guess, moves_of, something
from tests.laws.undercover.book import Book
from tests.laws.undercover.playout import GAME, copy, house, universe

TRIES = 40
"""Nights or votes tried in world two until the viewer can't tell it from world one."""
ROUNDS = 3
STANDING = Standing(*[tuple(range(14))] * 4, "civilian", *[tuple(range(14))] * 2, 1)
"""Standing answers that have something to say in every night and on every day."""


class Leak(AssertionError):
    """The viewer could tell the worlds apart: by which channel, when, and what he got in each."""

    def __init__(self, channel, moment, one, two):
        """Say where to look."""
        super().__init__(f"{channel} {moment}:\n{one}\n{two}")
        self.channel = channel


class Lot:
    """Chance that takes the same place of any choice, and an order that was settled."""

    def __init__(self, place=0, order=None):
        """Settle both."""
        self.place, self.settled = place, order

    def one(self, what, things):
        """The thing in this place."""
        return things[self.place % len(things)]

    def order(self, what, things):
        """The order settled, of just these things."""
        assert sorted(self.settled) == sorted(things)
        return self.settled

    def salt(self):
        """Another salt in each world."""
        return json.dumps(self.settled)


class World:
    """One of the two worlds."""

    def __init__(self, state, events=()):
        """Begin with this state, after these events."""
        self.state, self.new, self.count, self.lot = state, list(events), 0, Lot()

    def say(self, seat, move):
        """Make a move that everybody may make who thinks what this player thinks."""
        try:
            self.new += GAME.apply(self.state, seat, move, self.lot)
        except Refused as why:
            raise Leak("course", f"{seat} {move}", "accepted", why) from why

    def close(self):
        """Let the time run out."""
        self.new += GAME.lapse(self.state, self.lot)

    def told(self, viewer, deep):
        """All that the viewer gets now, by channel, as JSON; `deep` tries all that he could say, too."""
        s, news = self.state, []
        for event in self.new:
            if not event.sealed:
                self.count += 1
                news.append({"n": self.count, **GAME.dump_event(event.seen(viewer))})
        self.new = []
        got = {
            "events": news,
            "view": GAME.view(s, viewer),
            "asked": GAME.asked(s),
            "channels": open_to(viewer, GAME.channels(s)),
            "over": GAME.outcome(s) is not None,
            **{name: getattr(GAME, name)(s) for name in ("question", "playing", "turns")},
        }
        if viewer is not None:
            got["options"] = list(map(GAME.dump_option, GAME.options(s, viewer)))
            got["barred"] = GAME.barred(s, viewer)
            got["prepared"] = list(map(GAME.dump_move, GAME.prepared(s, viewer, STANDING)))
            got["standing"] = GAME.refuses_standing(s, viewer, STANDING)
            if viewer in GAME.asked(s):
                got["default"] = GAME.dump_move(GAME.default(s, viewer, Dice(Random(0))))
            if deep:
                got["refusals"] = answers(s, viewer)
        return {channel: json.dumps(data) for channel, data in got.items()}


def open_to(viewer, channels):
    """The channels that a viewer may know of: others answer as if they weren't there."""
    return {
        name: [place.readers, place.writers, place.posts]
        for name, place in channels.items()
        if place.readers is None or viewer in place.readers
    }


def answers(state, seat):
    """The answer to all that the seat could say: accepted, or refused with what code and rule."""
    found, trial = [], copy(state)
    for move in universe(state):
        try:
            events = GAME.apply(trial, seat, move, Lot())
        except Refused as why:
            found.append([why.code, why.rule])
        else:
            found.append("accepted")
            trial = copy(state) if len(events) > 1 else trial
    return found


@dataclass
class Twins:
    """Both worlds as they go on, for one viewer; `differs` says in what they did while they had to look alike."""

    chance: Random
    viewer: int | None
    worlds: list
    differs: set = field(default_factory=set)
    deep: bool = True

    def look(self, moment):
        """Compare all channels, once also all that he could say; after the end everything is open (U55)."""
        ends = [GAME.outcome(world.state) for world in self.worlds]
        if None not in ends:
            assert ends[0].winners == ends[1].winners
            return
        deep = self.deep and self.chance.random() < 0.15
        self.deep = self.deep and not deep
        one, two = (world.told(self.viewer, deep) for world in self.worlds)
        for channel in one:
            if one[channel] != two[channel]:
                raise Leak(channel, moment, one[channel], two[channel])

    def go(self):
        """Some rounds, as long as the worlds can look alike."""
        self.differs |= differences.of_identities(*self.states())
        self.look("at the beginning")
        for _ in range(ROUNDS):
            if not (self.night() and self.day()):
                return self.differs
        return self.differs

    def state(self):
        """World one's state: its public facts are those of both."""
        return self.worlds[0].state

    def states(self):
        """Both worlds' states."""
        return [world.state for world in self.worlds]

    def lives(self):
        """Whether the viewer is alive."""
        return self.viewer in self.state().living()

    # ---- the night ----

    def night(self):
        """One night in both worlds, up to its dawn; whether a day follows."""
        books = [Book(world.state) for world in self.worlds]
        plans = self.plans(books)
        if plans is None:
            return False
        mornings = [self.morning(book, plan)[0] for book, plan in zip(books, plans, strict=True)]
        self.differs |= differences.of_nights(self.viewer, books, plans, mornings)
        mine = moves_of(plans[0][self.viewer]) if self.lives() else []
        theirs = [[(x, move) for x in plan if x != self.viewer for move in moves_of(plan[x])] for plan in plans]
        doubts = [self.doubts(world) for world in self.worlds]
        self.phase(
            "by night", mine, [d + t for d, t in zip(doubts, theirs, strict=True)], self.state().rules.early_dawn
        )
        return isinstance(self.state().ask, Day)

    def plans(self, books):
        """What is submitted in each world; None if no night of world two looks like world one's to the viewer."""
        one, two = self.states()
        first = {seat: something(one, seat, self.chance) for seat in one.living()}
        if self.chance.random() < 0.5:
            # Murder is rarer than chance would have it, so that the game goes on.
            first = {seat: replace(plan, assassinate=None) for seat, plan in first.items()}
        seen = self.morning(books[0], first)
        for _ in range(TRIES):
            second = guess(two, first, seen, self.viewer, self.chance)
            if self.legit(seen) == self.legit(self.morning(books[1], second)):
                return [first, second]
        return None

    def morning(self, book, plans):
        """What the page says that a night of these plans brings, and whether it ends the game."""
        book = deepcopy(book)
        morning = book.night(plans)
        return morning, book.winners()

    def legit(self, seen):
        """What the viewer may know of a morning: the dead as published, his own notes, and who has won."""
        morning, winners = seen
        return morning.dead, sorted(map(repr, morning.told.get(self.viewer, ()))), winners

    def doubts(self, world):
        """What others submit and think better of."""
        acts = []
        for seat in world.state.living():
            if seat != self.viewer and self.chance.random() < 0.3:
                acts += [(seat, move) for move in moves_of(something(world.state, seat, self.chance))]
                acts.append((seat, Nothing()))
        return acts

    def phase(self, when, mine, theirs, early):
        """All submit, the viewer in both worlds at once; the phase closes by itself or by its deadline."""
        living = self.state().living()
        by_itself = early and self.chance.random() < 0.5
        last = self.chance.choice(living)
        mine = [*mine, *([Ready()] if self.lives() and last != self.viewer and self.chance.random() < 0.7 else [])]
        if by_itself and self.lives() and last != self.viewer and Ready() not in mine:
            mine.append(Ready())
        steps = [self.split(self.shuffled(acts, last, by_itself), len(mine) + 1) for acts in theirs]
        for place in range(len(mine) + 1):
            for world, chunks in zip(self.worlds, steps, strict=True):
                for seat, move in chunks[place]:
                    world.say(seat, move)
            self.look(f"{when}, after others' acts")
            if place < len(mine):
                for world in self.worlds:
                    world.say(self.viewer, mine[place])
                self.look(f"{when}, after an act of his own")
        for world in self.worlds:
            if by_itself:
                world.say(last, Ready())
            else:
                world.close()
        self.look(f"{when}, at the close")

    def shuffled(self, acts, last, all_ready):
        """Others' acts, those of each in their order, and when each is ready: all but the last, or some."""
        queues = {}
        for seat, move in acts:
            queues.setdefault(seat, []).append((seat, move))
        for seat in self.state().living():
            if seat not in (self.viewer, last) and (all_ready or self.chance.random() < 0.5):
                queue = queues.setdefault(seat, [])
                queue.insert(self.chance.randint(0, len(queue)), (seat, Ready()))
        order = [seat for seat, queue in queues.items() for _ in queue]
        self.chance.shuffle(order)
        return [queues[seat].pop(0) for seat in order]

    def split(self, acts, parts):
        """The acts in so many parts."""
        cuts = sorted(self.chance.randint(0, len(acts)) for _ in range(parts - 1))
        return [acts[a:b] for a, b in zip([0, *cuts], [*cuts, len(acts)], strict=True)]

    # ---- the day ----

    def day(self):
        """One day in both worlds, up to its verdict; whether a night follows."""
        while isinstance(self.state().ask, Day):
            place, ballots = self.ballots()
            for world in self.worlds:
                world.lot = Lot(place)
            if not self.vote(ballots):
                return False
        return isinstance(self.state().ask, Night)

    def ballots(self):
        """Ballots of all in both worlds that lead to what the viewer may take for the same, and whom chance picks."""
        books, tied = [Book(world.state) for world in self.worlds], self.state().ask.tied
        living = self.state().living()
        place = self.chance.randrange(4)
        open_ = self.state().rules.ballots == "open"
        for attempt in range(TRIES):
            few = self.chance.sample(tied or living, min(2, len(tied or living)))
            choices = [None, *few] if attempt < TRIES - 1 else [None]
            first = {seat: self.chance.choice(choices) for seat in living}
            second = dict(first)
            if not open_:
                second = {seat: self.chance.choice(choices) for seat in living}
                second |= {seat: first[seat] for seat in living if seat == self.viewer}
            ends = [self.evening(*each, tied, place) for each in zip(books, (first, second), strict=True)]
            if ends[0] == ends[1]:
                self.differs |= differences.of_votes(*self.states(), first)
                return place, [first, second]
        return place, None

    def evening(self, book, ballots, tied, place):
        """What the page says that these ballots bring; all of it is public."""
        book = deepcopy(book)
        evening = book.day(ballots, tied, lambda several: Lot(place).one("tie", several))
        return evening, book.dusk_ends() if evening.tied is None else None

    def vote(self, ballots):
        """Everybody votes; open ballots in both worlds at once, secret ones only the viewer's."""
        if ballots is None:
            return False
        secret = self.state().rules.ballots == "secret"
        both = self.chance.sample(sorted(ballots[0]), len(ballots[0]))
        mine = [said(ballots[0][seat]) for seat in both if seat == self.viewer]
        theirs = [[(seat, said(cast[seat])) for seat in both if seat != self.viewer] for cast in ballots]
        if not secret:
            for act in theirs[0]:
                for world in self.worlds:
                    world.say(*act)
                self.look("by day, after a ballot")
            theirs = [[], []]
        self.phase("by day", mine, theirs, self.state().rules.early_dusk)
        return True


def said(target):
    """The move that a ballot is."""
    return Abstain() if target is None else Vote(target)


# ---- two worlds that look alike ----


def pair(seed):
    """Two worlds and a viewer, dealt or in the middle of a game."""
    chance = Random(f"undercover twins {seed}")
    rules = Rules(**{**house(chance, 14), "leaders": 2, "quiet_rounds": 4, "max_rounds": 20})
    return dealt(chance, rules) if chance.random() < 0.2 else midgame(chance, rules)


def dealt(chance, rules):
    """Two deals that give the viewer the same identity."""
    identities = ["agent", "gangster"] * 2 + ["civilian"] * 10
    chance.shuffle(identities)
    viewer = chance.choice([None, *range(14)])
    others = [seat for seat in range(14) if seat != viewer]
    second = identities[:]
    for seat, other in zip(others, chance.sample(others, len(others)), strict=True):
        second[seat] = identities[other]
    with patch("engine.undercover.commitment", lambda salt, order: f"sealed {len(order)}"):
        worlds = [World(*GAME.deal(rules, 14, Lot(order=order))) for order in (identities, second)]
    return Twins(chance, viewer, worlds)


def midgame(chance, rules):
    """Two positions, random but for what the viewer knows: not everybody is the same in both, neither is decided."""
    while True:
        cast = Cast(chance, rules)
        worlds = [World(cast.world()) for _ in range(2)]
        one, other = ([(player.identity, player.side) for player in world.state.players] for world in worlds)
        if one != other and all(Book(world.state).winners() is None for world in worlds):
            return Twins(chance, cast.viewer, worlds)


def compared(seed):
    """Play a pair of worlds side by side; in what they differed while they looked alike, or Leak."""
    return pair(seed).go()
