"""All that the rest of the house may know of a game, and the games there are."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

from engine.bots import Bot
from engine.core import Chance, Channel, Event, Move, Option, Outcome, Refusal, Seat, Until
from engine.fireline import Fireline
from engine.undercover import Undercover

State = Any
"""A game's state: whoever holds one knows nothing of what is in it."""

Before = tuple[State, Sequence[Seat | None]]
"""The game before, and where in it each of the new seats sat: None for a newcomer."""


class Game(Protocol):
    """One game's rules, behind the same door as every other's."""

    name: ClassVar[str]
    ruleset: ClassVar[int]
    seats: ClassVar[range]
    counts: ClassVar[str]
    """The name of the number in a view that tells how far the game has come: `turn`, or `round`."""
    rules_type: ClassVar[type]
    state_type: ClassVar[type]
    view_type: ClassVar[type]
    moves: ClassVar[Mapping[str, type[Move]]]
    events: ClassVar[Mapping[str, type[Event[Any]]]]
    bots: ClassVar[Mapping[str, Bot]]
    """The levels of bots, the strongest last."""
    asks: ClassVar[Mapping[str, bool]]
    """The kinds of question, and whether answers to it are sealed."""
    paces: ClassVar[Mapping[str, Mapping[str, int]]]
    """By the name of a pace, the seconds for which each kind of question stays open."""
    timed: ClassVar[tuple[str, ...]]
    """The house rules that say how long questions stay open, and have no say beside another pace."""
    standing_type: ClassVar[type]

    def rules(self, chosen: dict[str, Any], seats: int) -> Any:
        """The effective house rules for so many seats; BadRules if they make no sense."""

    def fresh(self, rules: Any, seats: int) -> State:
        """A game before anything has happened: the log folds from here."""

    def deal(
        self, rules: Any, seats: int, chance: Chance, before: Before | None = None
    ) -> tuple[State, list[Event[Any]]]:
        """A new game up to its first question; a rematch remembers the game before."""

    def asked(self, state: State) -> list[Seat]:
        """Who is asked now: public, and the same from the opening of a sealed question to its close."""

    def silent(self, state: State) -> list[Seat]:
        """Who is asked and hasn't answered: nobody's business but the bots' and the clock's."""

    def options(self, state: State, seat: Seat) -> list[Option]:
        """All that a seat may say now; nothing if it isn't asked."""

    def barred(self, state: State, seat: Seat) -> list[dict[str, Any]]:
        """What a seat that is asked can't do now, and why: card, target or None, code, rule."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> list[Event[Any]]:
        """Carry a move out on this state; Refused, with nothing changed, if it isn't legal."""

    def default(self, state: State, seat: Seat, chance: Chance) -> Move:
        """What the silence of a seat that is asked means."""

    def lasts(self, state: State) -> int | Until | None:
        """How long the question asked now stays open by the house rules: seconds, or until some time of day.

        None if it waits as long as it takes.
        """

    def question(self, state: State) -> str | None:
        """What kind of question is asked now."""

    def playing(self, state: State) -> list[Seat]:
        """Who is still in the game: public."""

    def turns(self, state: State) -> list[Seat]:
        """Whose turn the question asked now counts as: public."""

    def missed(self, state: State) -> list[Seat]:
        """Who would have missed his turn if time were up now: public by then."""

    def sides(self, state: State) -> list[str]:
        """What each seat was, for who counts results: told after the end alone."""

    def prepared(self, state: State, seat: Seat, standing: Any) -> list[Move]:
        """What a seat's standing answers make it say when time is up: legal one after another, [] for the default."""

    def refuses_standing(self, state: State, seat: Seat, standing: Any) -> Refusal | None:
        """Why standing answers make no sense, from what the seat itself can know; None if they may stand."""

    def dump_standing(self, standing: Any) -> dict[str, Any]:
        """Standing answers as plain data."""

    def load_standing(self, data: Any) -> Any:
        """Standing answers from plain data."""

    def lapse(self, state: State, chance: Chance) -> list[Event[Any]]:
        """Time is up for what is asked now: silence becomes the default, for everyone asked."""

    def view(self, state: State, seat: Seat | None) -> Any:
        """What a seat, or an onlooker (None), may know: JSON-ready."""

    def channels(self, state: State) -> dict[str, Channel]:
        """Where people may talk, by name."""

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def words(self, lang: str) -> dict[str, Any]:
        """The game's words; ValueError for a language that it doesn't speak."""

    def dump_state(self, state: State) -> dict[str, Any]:
        """The state as plain data."""

    def load_state(self, data: Any) -> State:
        """The state from plain data; Malformed if it is of another shape."""

    def dump_event(self, event: Event[Any]) -> dict[str, Any]:
        """An event as plain data, with its type."""

    def load_event(self, data: Any) -> Event[Any]:
        """An event from plain data."""

    def dump_move(self, move: Move) -> dict[str, Any]:
        """A move as plain data, with its type."""

    def load_move(self, data: Any) -> Move:
        """A move from plain data."""

    def dump_option(self, option: Option) -> dict[str, Any]:
        """An option as plain data, with each hole as {pick, least, most}."""

    def dump_rules(self, rules: Any) -> dict[str, Any]:
        """The house rules as plain data."""

    def load_rules(self, data: Any) -> Any:
        """The house rules from plain data."""


GAMES: dict[str, Game] = {game.name: game for game in (Fireline(), Undercover())}
"""The games that can be played, by name."""
