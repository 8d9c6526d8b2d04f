"""Fireline 暗火线: SWAT, citizens and kidnappers, and nobody knows a partner."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine import words
from engine.bots import Bot, random
from engine.codec import Codec
from engine.core import Chance, Channel, Event, Move, Option, Outcome, Refusal, Run, Seat, commitment
from engine.fireline import asks, bot, rules, view
from engine.fireline.events import EVENTS, Dealt
from engine.fireline.kinds import CARDS
from engine.fireline.moves import MOVES
from engine.fireline.rules import DEALT, SEATS, Rules
from engine.fireline.standing import Standing, prepared, refuses
from engine.fireline.state import Dying, Playing, State, Trimming, fresh
from engine.fireline.turn import begin, draw, shuffle

HOUR = 3600
"""Seconds."""

Before = tuple[State, Sequence[Seat | None]]
"""The game before, and where in it each of the new seats sat (F7)."""


class Fireline(Codec[State]):
    """Fireline as the rest of the house knows it: see engine.game.Game."""

    name: ClassVar[str] = "fireline"
    ruleset: ClassVar[int] = 1
    seats: ClassVar[range] = SEATS
    counts: ClassVar[str] = "turn"
    rules_type: ClassVar[type] = Rules
    state_type: ClassVar[type] = State
    view_type: ClassVar[type] = view.View
    moves: ClassVar[Mapping[str, type[Move]]] = MOVES
    events: ClassVar[Mapping[str, type[Event[Any]]]] = EVENTS
    bots: ClassVar[Mapping[str, Bot]] = {"random": random, "sensible": bot.sensible}
    standing_type: ClassVar[type] = Standing
    asks: ClassVar[Mapping[str, bool]] = {"play": False, "discard": False, "rescue": True}
    paces: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "live": {"play": 180, "discard": 60, "rescue": 45},
        "daily": {"play": 24 * HOUR, "discard": 12 * HOUR, "rescue": 12 * HOUR},
        "slow": {"play": 72 * HOUR, "discard": 24 * HOUR, "rescue": 24 * HOUR},
    }
    timed: ClassVar[tuple[str, ...]] = ()

    def rules(self, chosen: dict[str, Any], seats: int) -> Rules:
        """The effective rules for these seats; BadRules if they make no sense."""
        return rules.settle(chosen, seats)

    def fresh(self, rules: Rules, seats: int) -> State:
        """A game before anything has happened: the log folds from here."""
        return fresh(rules, seats)

    def deal(
        self, rules: Rules, seats: int, chance: Chance, before: Before | None = None
    ) -> tuple[State, list[Event[State]]]:
        """Identities, deck and hands, and the first turn (F6, F7)."""
        run = Run(fresh(rules, seats), chance)
        identities = [identity for identity, count in (rules.identities or {}).items() for _ in range(count)]
        order = tuple(chance.order("identities", identities))
        salt = chance.salt()
        run.happen(Dealt(order, commitment(salt, order), salt))
        shuffle(run, [card for card in CARDS for _ in range((rules.deck or {})[card])])
        for seat in range(seats):
            draw(run, seat, DEALT)
        for seat in self.carried(rules, before):
            draw(run, seat, 1)
        begin(run, self.first(rules, seats, chance, before))
        return run.state, run.events

    def carried(self, rules: Rules, before: Before | None) -> list[Seat]:
        """Who is dealt one card more when all have theirs: those who won and survived the game before (F7)."""
        if before is None or rules.carry_over == "none":
            return []
        old, came_from = before
        ended = view.outcome(old)
        happy = {seat for seat in self.playing(old) if ended is not None and seat in ended.seats}
        return [seat for seat, former in enumerate(came_from) if former in happy]

    def first(self, rules: Rules, seats: int, chance: Chance, before: Before | None) -> Seat:
        """Who begins: the last to fire in the game before, else as the house rule says (F7)."""
        if before is not None:
            old, came_from = before
            if old.last_shot is not None and old.last_shot in came_from:
                return list(came_from).index(old.last_shot)
        return chance.one("first", range(seats)) if rules.first == "random" else rules.first

    def asked(self, state: State) -> list[Seat]:
        """Who is asked now; public (F48)."""
        return state.asked()

    def silent(self, state: State) -> list[Seat]:
        """Who is asked and hasn't answered: in a sealed window a secret (F48)."""
        answers = state.ask.answers if isinstance(state.ask, Dying) else {}
        return [seat for seat in state.asked() if seat not in answers]

    def options(self, state: State, seat: Seat) -> list[Option]:
        """All that a seat may say now."""
        return asks.options(state, seat)

    def barred(self, state: State, seat: Seat) -> list[dict[str, Any]]:
        """What a seat can't do with its cards now, and why."""
        return asks.barred(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> list[Event[State]]:
        """Carry a move out on this state; Refused, with nothing changed, if it isn't legal."""
        run = Run(state, chance)
        asks.apply(run, seat, move)
        return run.events

    def default(self, state: State, seat: Seat, chance: Chance) -> Move:
        """What a seat's silence means (F81)."""
        return asks.default(state, seat, chance)

    def lasts(self, state: State) -> int | None:
        """No house rule of Fireline says how long a question stays open."""
        return None

    def question(self, state: State) -> str | None:
        """The phase that waits for somebody (F10, F46)."""
        kinds: dict[type, str] = {Playing: "play", Trimming: "discard", Dying: "rescue"}
        return kinds.get(type(state.ask))

    def playing(self, state: State) -> list[Seat]:
        """Who is alive."""
        return [seat for seat, player in enumerate(state.players) if player.alive]

    def turns(self, state: State) -> list[Seat]:
        """Whose play phase it is; a rescue window is an offer, and silence there a secret (F48)."""
        return [state.ask.seat] if isinstance(state.ask, Playing) else []

    def missed(self, state: State) -> list[Seat]:
        """Who let his play phase go by (F81)."""
        return self.turns(state)

    def sides(self, state: State) -> list[str]:
        """The identities."""
        return [str(player.identity) for player in state.players]

    def prepared(self, state: State, seat: Seat, standing: Standing) -> list[Move]:
        """What standing answers make a silent seat say when time is up (F48, F81)."""
        return prepared(state, seat, standing)

    def refuses_standing(self, state: State, seat: Seat, standing: Standing) -> Refusal | None:
        """Why standing answers make no sense."""
        return refuses(state, seat, standing)

    def lapse(self, state: State, chance: Chance) -> list[Event[State]]:
        """Time is up: each silent seat's default is carried out (F81)."""
        run = Run(state, chance)
        for seat in self.silent(state):
            asks.apply(run, seat, self.default(state, seat, chance))
        return run.events

    def view(self, state: State, seat: Seat | None) -> view.View:
        """What a seat, or an onlooker, may know."""
        return view.view(state, seat)

    def channels(self, state: State) -> dict[str, Channel]:
        """Where people may talk (F80)."""
        return view.channels(state)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return view.outcome(state)

    def words(self, lang: str) -> dict[str, Any]:
        """The game's words in a language."""
        return words.load(self.name, lang)
