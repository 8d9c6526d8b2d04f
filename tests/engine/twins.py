"""Twin worlds: two games that differ only in what a viewer may not know must give him the same, to the byte.

World one is a game that was played. World two is played by the same moves, but cards that the viewer has not seen
(in the deck, in others' hands, of one and the same shuffle), identities that he doesn't know, and others' sealed
answers are other ones, equally possible. Up to the step that shows him one of them, all that he gets is compared.
"""

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from unittest.mock import patch

from engine.codec import encode
from engine.core import Dice, Refused
from engine.fireline.kinds import CARDS
from engine.fireline.moves import Pass, Rescue
from engine.fireline.standing import Standing
from engine.fireline.state import Dying
from tests.engine.unseen import Secrets
from tests.laws.playout import GAME, copy
from tests.laws.universe import universe

STANDING = Standing(end=True, rescue=tuple(range(10)), spare=1, discard=CARDS)
"""Standing answers that have something to say to every question."""


class Leak(AssertionError):
    """The viewer could tell the worlds apart: by which channel, when, and what he got in each."""

    def __init__(self, channel, step, one, two):
        """Say where to look."""
        super().__init__(f"{channel} after step {step}:\n{one}\n{two}")
        self.channel = channel


@contextmanager
def opaque_commitments():
    """A commitment is a token that tells nothing: only so can worlds with other orders show the same one (LEAKS)."""
    with (
        patch("engine.fireline.commitment", lambda salt, order: f"sealed {len(order)}"),
        patch("engine.fireline.turn.commitment", lambda salt, order: f"sealed {len(order)}"),
    ):
        yield


@dataclass
class Twin:
    """World two: its identities and shuffles, and until which step the viewer may not tell it from world one."""

    viewer: int | None
    moment: int
    last: int
    identities: list
    decks: list
    differs: set = field(default_factory=set)


def twin(steps, viewer, moment, chance):
    """Other identities and cards as the viewer may imagine them at a moment: all of them, or a few that last long."""
    secrets = Secrets(steps, viewer)
    made = Twin(viewer, moment, secrets.end - 1, secrets.identities[:], [[s.kind for s in d] for d in secrets.decks])
    few = chance.random() < 0.5
    if chance.random() < 0.7:
        free = [seat for seat, known in enumerate(secrets.known) if known > moment]
        swap(made, made.identities, free, secrets.known, chance, few)
    if chance.random() < 0.7:
        for kinds, slips in zip(made.decks, secrets.decks, strict=True):
            if slips and min(slip.drawn for slip in slips) <= moment:
                free = [place for place, slip in enumerate(slips) if slip.seen > moment]
                held = [place for place in free if slips[place].drawn <= moment]
                seen = [slip.seen for slip in slips]
                swap(made, kinds, free, seen, chance, few, held)
    return made


def swap(made, things, free, seen, chance, few, first=()):
    """Change the things in these places among themselves: all, or one of the first with another, both seen late."""
    if len(free) < 2:
        return
    before = things[:]
    if few:
        one = max(first or free, key=lambda place: (seen[place], chance.random()))
        others = [place for place in free if things[place] != things[one]] or free
        free = [one, max(others, key=lambda place: (seen[place], chance.random()))]
        order = free[::-1]
    else:
        order = chance.sample(free, len(free))
    for place, other in zip(free, order, strict=True):
        things[place] = before[other]
    moved = [seen[place] for place in free if things[place] != before[place]]
    made.last = min([made.last, *(step - 1 for step in moved)])


class Twisted:
    """Chance as it was recorded, but for what the twin has otherwise; salts are secret too, and other ones."""

    def __init__(self, brought, identities, decks, mark=""):
        """Bring what one step's record says; `decks` are the shuffles yet to come."""
        self.brought, self.identities, self.decks, self.mark = iter(brought), identities, decks, mark

    def order(self, what, things):
        """The twin's identities or next deck, which must be made of just these things."""
        next(self.brought)
        found = self.identities if what == "identities" else self.decks.pop(0)
        if sorted(found) != sorted(things):
            raise ValueError(f"{what}: {found} of {things}")
        return found

    def one(self, what, things):
        """What came in the record: the viewer sees it."""
        found = next(self.brought)
        if found not in things:
            raise ValueError(f"{what}: {found} of {things}")
        return found

    def salt(self):
        """Another salt in each world."""
        return next(self.brought) + self.mark


class World:
    """One of the two, played along; `new` are the events since it was last looked at."""

    def __init__(self, table, identities, decks, mark):
        """Deal."""
        self.table, self.identities, self.decks, self.mark = table, identities, list(decks), mark
        self.state, self.new = GAME.deal(table.rules, table.seats, self.chance(table.steps[0]))
        self.count = 0

    def chance(self, step):
        """What chance brings in this world to a step of the game."""
        return Twisted(step.brought, self.identities, self.decks, self.mark)

    def say(self, seat, move, step):
        """Make a move."""
        self.new = self.new + GAME.apply(self.state, seat, move, self.chance(step))

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
            "channels": {name: [place.readers, place.writers] for name, place in GAME.channels(s).items()},
            "outcome": GAME.outcome(s),
            **{name: getattr(GAME, name)(s) for name in ("question", "playing", "turns", "missed")},
        }
        if viewer is not None:
            got["options"] = list(map(GAME.dump_option, GAME.options(s, viewer)))
            got["barred"] = GAME.barred(s, viewer)
            got["prepared"] = list(map(GAME.dump_move, GAME.prepared(s, viewer, STANDING)))
            got["standing"] = GAME.refuses_standing(s, viewer, STANDING)
            if viewer in GAME.asked(s):
                got["default"] = GAME.dump_move(GAME.default(s, viewer, Dice(Random(0))))
            if deep:
                got["refusals"] = refusals(s, viewer)
        return {channel: json.dumps(data, default=encode) for channel, data in got.items()}


def refusals(state, seat):
    """The answer to all that the seat could say: accepted, or refused with what code and rule."""
    answers, trial, dice = [], copy(state), Dice(Random(0))
    for move in universe(state, seat):
        try:
            GAME.apply(trial, seat, move, dice)
        except Refused as why:
            answers.append([why.code, why.rule])
        else:
            answers.append("accepted")
            trial = copy(state)
    return answers


def compare(table, made, chance):
    """Play both worlds side by side as long as they must look alike; Leak if they don't."""
    original = Secrets(table.steps, made.viewer)
    one = World(table, original.identities, [[slip.kind for slip in deck] for deck in original.decks], "")
    two = World(table, made.identities, made.decks, "'")
    deep = {made.moment, *chance.sample(range(made.last + 1), min(2, made.last + 1))}
    look(one, two, made.viewer, 0, 0 in deep)
    window = None
    for number in range(1, made.last + 1):
        step = table.steps[number]
        if isinstance(one.state.ask, Dying):
            if window is None or number > window.close:
                window = Window(table, number, made.viewer)
            one.say(step.seat, step.move, step)
            moves = window.otherwise(two.state, number, step, chance)
        else:
            one.say(step.seat, step.move, step)
            moves = [(step.seat, step.move)]
        try:
            for seat, move in moves:
                two.say(seat, move, step)
        except (Refused, ValueError) as why:
            raise Leak("course", number, step, f"{moves}: {why}") from why
        look(one, two, made.viewer, number, number in deep)
        note(made, number, one.state, two.state)


def look(one, two, viewer, number, deep):
    """Compare all channels."""
    got = one.told(viewer, deep), two.told(viewer, deep)
    for channel in got[0]:
        if got[0][channel] != got[1][channel]:
            raise Leak(channel, number, got[0][channel], got[1][channel])


def note(made, number, one, two):
    """Remember in what the worlds differ at the moment, so that no twin is counted that is none."""
    if isinstance(one.ask, Dying) and one.ask.answers != two.ask.answers:
        made.differs.add("an answer")
    if number == made.moment:
        made.differs |= {
            word
            for word, differ in (
                ("a hand", any(a.hand != b.hand for a, b in zip(one.players, two.players, strict=True))),
                ("the deck", one.deck != two.deck),
                ("an identity", any(a.identity != b.identity for a, b in zip(one.players, two.players, strict=True))),
            )
            if differ
        }


class Window:
    """A rescue window of world one, and how its sealed answers go in world two with the same end."""

    def __init__(self, table, first, viewer):
        """Find its close and its last answers; `first` is its first step."""
        self.viewer = viewer
        self.close = next(n for n in range(first, len(table.steps)) if closes(table.steps[n]))
        self.said = {step.seat: getattr(step.move, "target", None) for step in table.steps[first : self.close + 1]}
        self.closer, self.final = table.steps[self.close].seat, None

    def otherwise(self, state, number, step, chance):
        """What is said in world two while world one makes this step: the viewer says the same, others anything."""
        if self.final is None:
            self.final = self.settle(state, chance)
        if number == self.close:
            late = [seat for seat in self.said if seat not in (self.viewer, self.closer)]
            return [(seat, spoken(self.final[seat])) for seat in [*chance.sample(late, len(late)), self.closer]]
        others = [seat for seat in self.said if seat not in (self.viewer, self.closer)]
        moves = [(seat, self.something(state, seat, chance)) for seat in others if chance.random() < 0.3]
        return [*moves, (step.seat, step.move)] if step.seat == self.viewer else moves

    def something(self, state, seat, chance):
        """Any answer that the seat may give."""
        return spoken(chance.choice([None, *state.ask.dying]) if "first_aid" in state.players[seat].hand else None)

    def settle(self, state, chance):
        """Last answers that the hands of world two allow and that rescue the same by the same."""
        rescued = rescuers(state, self.said)
        final = {
            seat: target if "first_aid" in state.players[seat].hand else None for seat, target in self.said.items()
        }
        if state.rules.show_offers:
            return final
        for seat in final:
            if seat != self.viewer:
                other = {**final, seat: getattr(self.something(state, seat, chance), "target", None)}
                final = other if rescuers(state, other) == rescued else final
        return final


def spoken(target):
    """The move that an answer is."""
    return Pass() if target is None else Rescue(target)


def closes(step):
    """Whether a window closed in this step."""
    return any(event.type == "rescue_closed" for event in step.events)


def rescuers(state, answers):
    """Who rescues each of the dying: the nearest after him who offers (F49)."""
    found = {}
    for dying in state.ask.dying:
        nearest = sorted(
            (seat for seat in answers if answers[seat] == dying), key=lambda seat: (seat - dying) % len(state.players)
        )
        found[dying] = nearest[0] if nearest else None
    return found
