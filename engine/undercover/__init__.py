"""Undercover 潜伏: two rings of spies recruit by night, and by day everybody votes."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine import words
from engine.bots import Bot, random
from engine.codec import Codec
from engine.core import Chance, Channel, Event, Move, Option, Outcome, Refusal, Run, Seat, Until, commitment
from engine.undercover import asks, bot, rules, view
from engine.undercover.events import EVENTS, Dealt, NightFell
from engine.undercover.moves import MOVES, Abstain, Ready
from engine.undercover.rules import SEATS, Rules
from engine.undercover.sides import Identity
from engine.undercover.standing import Standing, prepared, refuses
from engine.undercover.state import Day, Night, State, fresh

HOUR = 3600
"""Seconds."""


class Undercover(Codec[State]):
    """Undercover as the rest of the house knows it: see engine.game.Game."""

    name: ClassVar[str] = "undercover"
    ruleset: ClassVar[int] = 1
    seats: ClassVar[range] = SEATS
    counts: ClassVar[str] = "round"
    rules_type: ClassVar[type] = Rules
    state_type: ClassVar[type] = State
    view_type: ClassVar[type] = view.View
    moves: ClassVar[Mapping[str, type[Move]]] = MOVES
    events: ClassVar[Mapping[str, type[Event[Any]]]] = EVENTS
    bots: ClassVar[Mapping[str, Bot]] = {"random": random, "sensible": bot.sensible}
    standing_type: ClassVar[type] = Standing
    asks: ClassVar[Mapping[str, bool]] = {"night": True, "day": False}
    paces: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "live": {"night": 300, "day": 600},
        "daily": {"night": 24 * HOUR, "day": 24 * HOUR},
        "slow": {"night": 48 * HOUR, "day": 72 * HOUR},
    }
    timed: ClassVar[tuple[str, ...]] = ("night_hours", "day_hours", "night_ends", "day_ends", "time_zone")

    def rules(self, chosen: dict[str, Any], seats: int) -> Rules:
        """The effective rules for these seats; BadRules if they make no sense."""
        return rules.settle(chosen, seats)

    def fresh(self, rules: Rules, seats: int) -> State:
        """A game before anything has happened: the log folds from here."""
        return fresh(rules, seats)

    def deal(
        self,
        rules: Rules,
        seats: int,
        chance: Chance,
        before: tuple[State, Sequence[Seat | None]] | None = None,
    ) -> tuple[State, list[Event[State]]]:
        """Identities, and the first night; a rematch remembers nothing (U1-U3)."""
        run = Run(fresh(rules, seats), chance)
        led: list[Identity] = ["agent", "gangster"] * rules.leaders
        order = tuple(chance.order("identities", led + ["civilian"] * (seats - len(led))))
        salt = chance.salt()
        run.happen(Dealt(order, commitment(salt, order), salt))
        run.happen(NightFell(1))
        return run.state, run.events

    def asked(self, state: State) -> list[Seat]:
        """All the living, from the phase's opening to its close; public (U8, U34)."""
        return state.living() if state.ask else []

    def silent(self, state: State) -> list[Seat]:
        """Who isn't done yet: a secret (U8)."""
        return asks.silent(state)

    def options(self, state: State, seat: Seat) -> list[Option]:
        """All that a seat may say now."""
        return asks.options(state, seat)

    def barred(self, state: State, seat: Seat) -> list[dict[str, Any]]:
        """Nothing is barred beyond what one's own powers leave out (U9)."""
        return []

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> list[Event[State]]:
        """Carry a move out on this state; Refused, with nothing changed, if it isn't legal."""
        run = Run(state, chance)
        asks.apply(run, seat, move)
        return run.events

    def default(self, state: State, seat: Seat, chance: Chance) -> Move:
        """What a seat's silence means: by day abstained, else no more than was submitted (U10, U60)."""
        if isinstance(state.ask, Day) and seat not in state.ask.ballots:
            return Abstain()
        return Ready()

    def lasts(self, state: State) -> int | Until | None:
        """The length of a night or a day, or the time of day when it ends (U60)."""
        rules = state.rules
        if state.ask is None:
            return None
        night = isinstance(state.ask, Night)
        ends = rules.night_ends if night else rules.day_ends
        if ends is not None:
            return Until(ends, rules.time_zone)
        return HOUR * (rules.night_hours if night else rules.day_hours)

    def question(self, state: State) -> str | None:
        """Night, or day (U3)."""
        kinds: dict[type, str] = {Night: "night", Day: "day"}
        return kinds.get(type(state.ask))

    def playing(self, state: State) -> list[Seat]:
        """Who is alive."""
        return state.living()

    def turns(self, state: State) -> list[Seat]:
        """By day everybody's; by night nobody's, for who submits is a secret (U8, U60)."""
        return state.living() if isinstance(state.ask, Day) else []

    def missed(self, state: State) -> list[Seat]:
        """Who neither voted nor abstained nor said that he is ready (U60)."""
        day = state.ask
        spoken = {*day.ballots, *day.ready} if isinstance(day, Day) else set()
        return [seat for seat in self.turns(state) if seat not in spoken]

    def sides(self, state: State) -> list[str]:
        """The identities at the end."""
        return [player.identity for player in state.players]

    def prepared(self, state: State, seat: Seat, standing: Standing) -> list[Move]:
        """What standing answers make a silent seat say when time is up (U10, U60)."""
        return prepared(state, seat, standing)

    def refuses_standing(self, state: State, seat: Seat, standing: Standing) -> Refusal | None:
        """Why standing answers make no sense."""
        return refuses(state, seat, standing)

    def lapse(self, state: State, chance: Chance) -> list[Event[State]]:
        """Time is up: the night or the day closes with what was submitted (U11, U40)."""
        run = Run(state, chance)
        asks.close(run)
        return run.events

    def view(self, state: State, seat: Seat | None) -> view.View:
        """What a seat, or an onlooker, may know."""
        return view.view(state, seat)

    def channels(self, state: State) -> dict[str, Channel]:
        """Where people may talk (U41, U44, U45)."""
        return view.channels(state)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return view.outcome(state)

    def words(self, lang: str) -> dict[str, Any]:
        """The game's words in a language."""
        return words.load(self.name, lang)
