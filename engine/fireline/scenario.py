"""How cases tell of Fireline: the lines that set a position up, the gestures, and what may be expected."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast, get_args

from engine.cases import Fact, Unreadable, beyond, known, number, only, parts, same
from engine.core import Chance, Event, Move, Run, Seat
from engine.fireline.kinds import CARDS, IDENTITIES, KINDS, Card, Identity, Take
from engine.fireline.moves import Disarm, Discard, End, Equip, Pass, Play, Remove, Rescue
from engine.fireline.rules import DECK, Rules
from engine.fireline.state import Dying, Marker, Playing, State, fresh
from engine.fireline.turn import begin

DEFAULT_DECK = 40
"""Serums in the deck when a case doesn't say `only`."""

MARKED = {"smoke": 1, "flash": 2}
"""How many players a marker lies on (F30, F36)."""

LOOKS = frozenset({"smoked", "flashed", "clear", "dying"})
"""What may be expected of a player in one word, beyond being alive or dead."""


def cards(words: list[str]) -> list[Card]:
    """The cards named; `nothing` is none."""
    return [] if words == ["nothing"] else [known(word, CARDS, "card") for word in words]


def named(things: Sequence[str]) -> str:
    """Cards as a case names them."""
    return " ".join(things) or "nothing"


class Table:
    """A position of Fireline, as a case sets it up and plays it on."""

    keywords: ClassVar = frozenset(
        {"hands", "blood", "front", "marks", "dead", "deck", "only", "discards", "turn", "begins", "equipped"}
    )

    def __init__(self, game: Any, rules: Rules, seats: dict[str, list[str]]) -> None:
        """Four blood and nothing else for everyone; house rules that only matter at the deal are filled in."""
        self.game = game
        self.names = list(seats)
        identities = [known(only(words, "an identity"), IDENTITIES, "identity") for words in seats.values()]
        counts = {identity: identities.count(identity) for identity in IDENTITIES}
        deck = {**DECK, "serum": 2 * len(seats), **(rules.deck or {})}
        self.state: State = fresh(replace(rules, identities=rules.identities or counts, deck=deck), len(seats))
        for player, identity in zip(self.state.players, identities, strict=True):
            player.identity = identity
        self.blood: dict[Seat, list[int]] = {}
        self.said: set[tuple[str, Seat | None]] = set()
        self.only = False
        self.turn: Seat | None = None
        self.about_to_begin = False

    def seat(self, name: str) -> Seat:
        """A seat's number by its name."""
        return self.names.index(known(name, self.names, "seat"))

    def once(self, what: str, seat: Seat | None = None) -> None:
        """A thing is said once, or once of each seat."""
        if (what, seat) in self.said:
            raise Unreadable(f"`{what}` is said twice{'' if seat is None else f' of {self.names[seat]}'}")
        self.said.add((what, seat))

    # ---- the set-up ----

    def place(self, keyword: str, words: list[str]) -> None:
        """Take one line of the set-up."""
        if not words and keyword != "only":
            raise Unreadable(f"`{keyword}` of what?")
        match keyword:
            case "hands" | "front" | "blood" | "marks":
                place = getattr(self, f"_place_{keyword}")
                for part in parts(words):
                    if len(part) < 2:
                        raise Unreadable(f"`{' '.join(part)}` says nothing of anyone")
                    place(*part)
            case "dead":
                for name in " ".join(words).replace(",", " ").split():
                    self.state.players[self.seat(name)].alive = False
            case "deck":
                self.state.deck += cards(words)
            case "discards":
                self.state.discards += cards(words)
            case "only":
                if words:
                    raise Unreadable("`only` stands alone")
                self.only = True
            case "turn" | "begins":
                self.once("turn or begins")
                self.turn = self.seat(only(words, "a seat"))
                self.about_to_begin = keyword == "begins"
            case "equipped":
                self.once("equipped")
                self.state.equipped = self.equipment(only(words, "a card"))

    def _place_hands(self, name: str, *words: str) -> None:
        seat = self.seat(name)
        self.once("hands", seat)
        self.state.players[seat].hand = cards(list(words))

    def _place_front(self, name: str, *words: str) -> None:
        seat = self.seat(name)
        self.once("front", seat)
        for card in cards(list(words)):
            self.lay(seat, self.equipment(card))

    def _place_blood(self, name: str, *words: str) -> None:
        seat = self.seat(name)
        self.once("blood", seat)
        self.blood[seat] = blood(only(list(words), "blood"))

    def _place_marks(self, card: str, *words: str) -> None:
        by, on = beyond(list(words))
        if len(on) != MARKED[known(card, list(MARKED), "marker")] or len(set(on)) < len(on):
            raise Unreadable(f"a {card} lies on {MARKED[card]}, each once")
        marker = Marker(cast(Card, card), self.seat(only(by, "who placed it")), list(map(self.seat, on)))
        self.state.markers.append(marker)

    def equipment(self, word: str) -> Card:
        """A card that can lie in front of a player."""
        card = known(word, CARDS, "card")
        if KINDS[card].slot is None:
            raise Unreadable(f"a {card} can't lie in front of anyone")
        return card

    def lay(self, seat: Seat, card: Card) -> None:
        """Lay a card in front of a player, where no other is (F16)."""
        player = self.state.players[seat]
        if player.in_slot(KINDS[card]) is not None:
            raise Unreadable(f"{self.names[seat]} has no room for a {card} beside {named(player.front)}")
        player.lay(card)

    def settle(self) -> None:
        """Fill in whose turn it is, the rest of the deck, and everyone's blood."""
        s = self.state
        if self.turn is None:
            self.turn = next((seat for seat, player in enumerate(s.players) if player.alive), 0)
        if not s.players[self.turn].alive:
            raise Unreadable(f"{self.names[self.turn]} is dead and has no turn")
        s.active = self.turn
        if s.equipped is not None:
            if self.about_to_begin:
                raise Unreadable("nothing is equipped in a turn that is about to begin")
            if s.equipped not in s.players[s.active].front:
                self.lay(s.active, s.equipped)
        if not self.only:
            s.deck += ["serum"] * DEFAULT_DECK
        for seat, player in enumerate(s.players):
            player.hand.sort(key=CARDS.index)
            now, cap = (*self.blood.get(seat, [player.cap if player.alive else 0]), player.cap)[:2]
            if cap != player.cap or now > cap:
                raise Unreadable(f"{self.names[seat]} can't have {now}/{cap}: the cap is {player.cap}")
            player.blood = now
        if not self.about_to_begin:
            s.turn, s.ask = 1, Playing(s.active)

    def begin(self, chance: Chance) -> None:
        """The whole turn of `begins`, with its draw."""
        if self.about_to_begin:
            begin(Run(self.state, chance), self.state.active)

    # ---- the gestures ----

    def chance(self, what: str, words: list[str]) -> list[Any]:
        """The hand card that a disarm takes, or the order after the next shuffle."""
        if what == "hand":
            return cards([only(words, "a hand card")])
        if what == "deck":
            return list(cards(words))
        raise Unreadable(f"chance brings no {what} here")

    def gesture(self, seat: Seat, words: list[str]) -> Move:
        """What a player says."""
        match words:
            case ["end"]:
                return End()
            case ["pass"]:
                return Pass()
            case ["equip", card]:
                return Equip(known(card, CARDS, "card"))
            case ["remove", card]:
                return Remove(known(card, CARDS, "card"))
            case ["rescue", name]:
                return Rescue(self.seat(name))
            case ["discard", *some]:
                return Discard(tuple(cards(some)))
        if ">" not in " ".join(words):
            return Play(known(only(words, "a card"), CARDS, "card"))
        before, behind = beyond(words)
        card = known(only(before, "a card"), CARDS, "card")
        if card != "disarm":
            return Play(card, tuple(map(self.seat, behind)))
        if len(behind) != 2:
            raise Unreadable("a disarm needs a player and what to take")
        take = known(behind[1], (*get_args(Take), *CARDS), "card")
        return Disarm(self.seat(behind[0]), cast(Take, take))

    # ---- the expectations ----

    def happened(self, events: Sequence[Event[State]]) -> None:
        """Whatever may be expected, the state tells."""

    def fact(self, words: list[str]) -> Fact | None:
        """What must hold of a player, the piles or the turn."""
        match words:
            case [name, *rest] if name in self.names and rest:
                return self.fact_of(name, self.seat(name), rest)
            case ["deck", count]:
                return same(f"deck {number(count)}", lambda s: f"deck {len(s.deck)}")
            case ["discards", count] if count.isdigit():
                return same(f"discards {number(count)}", lambda s: f"discards {len(s.discards)}")
            case ["discards", *top] if top:
                return top_of_pile(cards(top))
            case ["turn", name]:
                seat = self.seat(name)
                return lambda s: None if s.active == seat else f"turn {self.names[s.active]}"
        return None

    def fact_of(self, name: str, seat: Seat, words: list[str]) -> Fact | None:
        """What must hold of one player; a hand and what lies in front are told in any order."""
        match words:
            case [look] if look in LOOKS:
                return lambda s: None if look in looks(s, seat) else f"{name} {' '.join(looks(s, seat))}"
            case [count] if count[0].isdigit():
                return bleeding(name, seat, blood(count))
            case ["hand", count]:
                return same(f"{name} hand {number(count)}", lambda s: f"{name} hand {len(s.players[seat].hand)}")
            case ["holds", *some] if some:
                return these(f"{name} holds ", cards(some), lambda s: s.players[seat].hand)
            case ["front", *some] if some:
                return these(f"{name} front ", cards(some), lambda s: s.players[seat].front)
            case ["sees", other, identity]:
                seen, view = self.seat(other), self.game.view
                wanted = known(identity, (*IDENTITIES, "unknown"), "identity")
                before = f"{name} sees {other} "
                return same(
                    before + wanted,
                    lambda s: before + (view(s, seat)["players"][seen]["identity"] or "unknown"),
                )
            case ["is", identity]:
                is_: Identity = known(identity, IDENTITIES, "identity")
                return same(f"{name} is {is_}", lambda s: f"{name} is {s.players[seat].identity}")
        return None


def blood(word: str) -> list[int]:
    """`3` or `3/5`: blood, and the cap if it is said."""
    amounts = [number(amount) for amount in word.split("/")]
    if len(amounts) > 2:
        raise Unreadable(f"`{word}` is neither blood nor blood/cap")
    return amounts


def these(before: str, wanted: list[Card], found: Callable[[State], list[Card]]) -> Fact:
    """Expect exactly these cards, in any order."""
    return lambda s: None if Counter(found(s)) == Counter(wanted) else before + named(found(s))


def top_of_pile(wanted: list[Card]) -> Fact:
    """Expect these on top of the discard pile, the last on top; an empty pile if none are named."""

    def check(s: State) -> str | None:
        top = s.discards[-len(wanted) :] if wanted else s.discards
        return None if top == wanted else f"discards {named(s.discards)}"

    return check


def bleeding(name: str, seat: Seat, wanted: list[int]) -> Fact:
    """Expect so much blood, and the cap if it is said."""

    def check(s: State) -> str | None:
        player = s.players[seat]
        now = [player.blood, player.cap]
        return None if now[: len(wanted)] == wanted else f"{name} {now[0]}/{now[1]}"

    return check


def looks(s: State, seat: Seat) -> list[str]:
    """What can be seen of a player: dying, smoked, flashed, or clear of both markers."""
    found = [word for word, so in (("smoked", s.smoked(seat)), ("flashed", s.flashed(seat))) if so]
    dying = isinstance(s.ask, Dying) and seat in s.ask.dying
    return [*(["dying"] if dying else []), *(found or ["clear"])]
