"""How cases tell of Undercover: the lines that set a position up, the gestures, and what may be expected."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, get_args

from engine.cases import Fact, Unreadable, beyond, known, number, only, said, same
from engine.core import Chance, Event, Move, Seat
from engine.undercover.events import Dawned, DayBroke, Judged, NightFell, Told
from engine.undercover.moves import Abstain, Assassinate, Check, Forge, Nothing, Ready, Recruit, Snipe, Vote
from engine.undercover.rules import Rules
from engine.undercover.sides import LEADERS, RESULTS, Identity, Recruiting, Result
from engine.undercover.state import BULLETS, Cause, Note, Player, State, fresh

IDENTITIES: tuple[Identity, ...] = get_args(Identity)
SIDES: tuple[Recruiting, ...] = get_args(Recruiting)
"""The sides that an informant can be of."""

AIMED: dict[str, Callable[[Seat], Move]] = {
    "assassinate": Assassinate,
    "recruit": Recruit,
    "check": Check,
    "snipe": Snipe,
    "vote": Vote,
}
"""The gestures that name a player and nothing else."""

ALONE: dict[str, Callable[[], Move]] = {"nothing": Nothing, "abstain": Abstain, "ready": Ready}
"""The gestures of one word."""

FOUND: dict[str, Result] = {found.replace("_", " "): found for found in RESULTS}
"""The results of checks as a case writes them."""

CAUSES: dict[str, Cause] = {"blade": "blade", "bullet": "bullet"}
"""How one dies by night (U16)."""


class Scene:
    """A position of Undercover, as a case sets it up and plays it on."""

    keywords: ClassVar = frozenset({"night", "day", "quiet"})

    def __init__(self, game: Any, rules: Rules, seats: dict[str, list[str]]) -> None:
        """Everyone is what his words say; nobody was told anything yet."""
        self.game = game
        self.names = list(seats)
        self.state: State = fresh(rules, len(seats))
        self.dawn: Dawned | None = None
        self.bulletins: Told | None = None
        self.judged: Judged | None = None
        self.said: set[str] = set()
        self.phase = "night"
        self.round = 1
        for player, words in zip(self.state.players, seats.values(), strict=True):
            self.be(player, words)
        for name, player in zip(self.names, self.state.players, strict=True):
            self.check_handlers(name, player)

    def seat(self, name: str) -> Seat:
        """A seat's number by its name."""
        return self.names.index(known(name, self.names, "seat"))

    # ---- the set-up ----

    def be(self, player: Player, words: list[str]) -> None:
        """Make a player what the words say: `informant bureau of S1 S2 dead`, `underground of S1 H1 bullets 1`."""
        first, *rest = words
        player.identity = known(first, IDENTITIES, "identity")
        player.side = LEADERS.get(player.identity, "people")
        if player.identity == "informant":
            player.side, rest = known(said(rest[:1]), SIDES, "side of an informant"), rest[1:]
        if rest and rest[-1] == "dead":
            player.alive, rest = False, rest[:-1]
        if player.identity == "underground" and "bullets" in rest:
            place = rest.index("bullets")
            player.bullets, rest = number(only(rest[place + 1 :], "the bullets")), rest[:place]
            if player.bullets > BULLETS:
                raise Unreadable(f"an underground has {BULLETS} bullets at most")
        if rest and player.identity in ("informant", "underground") and rest[0] == "of":
            player.handlers, rest = sorted(map(self.seat, rest[1:])), []
        if rest:
            raise Unreadable(f"`{said(rest)}` says nothing of a seat that is {first}")

    def check_handlers(self, name: str, player: Player) -> None:
        """Only leaders recruit, and only those of his side an informant."""
        if len(set(player.handlers)) < len(player.handlers):
            raise Unreadable(f"{name} has the same handler twice")
        for handler in player.handlers:
            leader = self.state.players[handler]
            if not leader.leads or (player.identity == "informant" and leader.side != player.side):
                raise Unreadable(f"{self.names[handler]} can't be a handler of {name}")

    def place(self, keyword: str, words: list[str]) -> None:
        """Take one line of the set-up: which night or day it is, and how many rounds were quiet."""
        what = "quiet" if keyword == "quiet" else "night or day"
        if what in self.said:
            raise Unreadable(f"`{what}` is said twice")
        self.said.add(what)
        count = number(only(words, "the number"))
        if keyword == "quiet":
            self.state.quiet = count
        elif count:
            self.phase, self.round = keyword, count
        else:
            raise Unreadable("rounds are counted from 1")

    def settle(self) -> None:
        """The night falls; if it is day, the night was quiet."""
        NightFell(self.round).apply(self.state)
        if self.phase == "day":
            DayBroke(None).apply(self.state)

    def begin(self, chance: Chance) -> None:
        """Nothing is about to begin: everyone is asked already."""

    # ---- the gestures ----

    def chance(self, what: str, words: list[str]) -> list[Any]:
        """Whom chance picks in a tie."""
        if what != "tie":
            raise Unreadable(f"chance brings no {what} here")
        return [self.seat(only(words, "the one picked"))]

    def gesture(self, seat: Seat, words: list[str]) -> Move:
        """What a player says."""
        if ">" not in said(words):
            return ALONE[known(said(words), list(ALONE), "gesture")]()
        before, behind = beyond(words)
        verb = only(before, "the gesture")
        if verb == "forge":
            if len(behind) < 2:
                raise Unreadable("a forged check needs a player and a result")
            return Forge(self.seat(behind[0]), result(behind[1:]))
        return AIMED[known(verb, list(AIMED), "gesture")](self.seat(only(behind, "the target")))

    # ---- the expectations ----

    def fact(self, words: list[str]) -> Fact | None:
        """What must hold of a player, a group, or what was published last."""
        match words:
            case [name, *rest] if name in self.names and rest:
                return self.fact_of(name, rest)
            case ["group", one, other]:
                return self.sharing(one, other, True)
            case ["no", "group", one, other]:
                return self.sharing(one, other, False)
            case ["died", "nobody"]:
                return same("died nobody", lambda s: self.died(None))
            case ["died", name, cause]:
                seat = self.seat(name)
                wanted = f"died {name} {CAUSES[known(cause, list(CAUSES), 'way to die by night')]}"
                return same(wanted, lambda s: self.died(seat))
            case ["out", "nobody"]:
                return same("out nobody", lambda s: self.out(None))
            case ["out", name, identity]:
                seat = self.seat(name)
                wanted = f"out {name} {known(identity, IDENTITIES, 'identity')}"
                return same(wanted, lambda s: self.out(seat))
            case ["rights", count]:
                return same(f"rights {number(count)}", lambda s: self.rights())
        return None

    def fact_of(self, name: str, words: list[str]) -> Fact | None:
        """What must hold of one player: what he is, what he sees of another, what he was told."""
        seat = self.seat(name)
        match words:
            case ["sees", other, *identity]:
                wanted = f"{name} sees {other} {self.identity(identity, 'unknown')}"
                seen = self.seat(other)
                return same(wanted, lambda s: f"{name} sees {other} {self.seen(s, seat, seen)}")
            case ["is", *identity]:
                wanted = f"{name} is {self.identity(identity)}"
                return same(wanted, lambda s: f"{name} is {of_side(s.players[seat])}")
            case ["told", *note]:
                text = self.note(note)
                return lambda s: told(name, text, self.bulletin(seat))
        return None

    def identity(self, words: list[str], *more: str) -> str:
        """An identity as a case writes it: an informant's side may follow."""
        if words[:1] == ["informant"] and len(words) > 1:
            return f"informant {known(said(words[1:]), SIDES, 'side of an informant')}"
        return known(only(words, "an identity"), (*IDENTITIES, *more), "identity")

    def seen(self, s: State, viewer: Seat, seat: Seat) -> str:
        """The identity that a viewer's view shows."""
        player = self.game.view(s, viewer)["players"][seat]
        if player["identity"] == "informant" and player["side"]:
            return f"informant {player['side']}"
        return player["identity"] or "unknown"

    def sharing(self, one: str, other: str, shared: bool) -> Fact:
        """Expect a group of these two, or none."""
        first, second = sorted((self.seat(one), self.seat(other)))
        texts = {True: f"group {one} {other}", False: f"no group {one} {other}"}
        return same(texts[shared], lambda s: texts[f"group-{first}-{second}" in self.game.channels(s)])

    # ---- what was published last ----

    def happened(self, events: Sequence[Event[State]]) -> None:
        """Keep the last dawn, its bulletins and the last verdict."""
        for event in events:
            if isinstance(event, Dawned):
                self.dawn = event
            elif isinstance(event, Told):
                self.bulletins = event
            elif isinstance(event, Judged):
                self.judged = event

    def died(self, seat: Seat | None) -> str:
        """What the last dawn said of a player, or of all the dead."""
        if self.dawn is None:
            return "no dawn yet"
        dead = {x: f"died {self.names[x]} {cause or '(cause not told)'}" for x, cause, _ in self.dawn.dead}
        return dead[seat] if seat in dead else ", ".join(dead.values()) or "died nobody"

    def out(self, seat: Seat | None) -> str:
        """What the last verdict said of a player, or of all who were out."""
        if self.judged is None:
            return "no verdict yet"
        out = {x: f"out {self.names[x]} {identity}" for x, identity in self.judged.out}
        return out[seat] if seat in out else ", ".join(out.values()) or "out nobody"

    def rights(self) -> str:
        """The rights that the last verdict told."""
        return "no verdict yet" if self.judged is None else f"rights {self.judged.rights}"

    def bulletin(self, seat: Seat) -> list[str]:
        """What the last dawn told a player, as a case writes it."""
        notes = self.bulletins.seen(seat).bulletins[seat] if self.bulletins else None
        return [self.written(note) for note in notes or ()]

    def written(self, note: Note) -> str:
        """One line of a bulletin as a case writes it."""
        words: list[str] = [note.kind]
        if note.target is not None:
            words.append(self.names[note.target])
        words += [word.replace("_", " ") for word in (note.side, note.result) if word]
        if note.source is not None:
            words += ["from", self.names[note.source]]
        return " ".join(words)

    def note(self, words: list[str]) -> str:
        """A line of a bulletin as the case writes it, which must be one that there can be."""
        match words:
            case ["nothing" | "underground"]:
                pass
            case ["success" | "failure" | "partner", name]:
                self.seat(name)
            case ["recruited", side]:
                known(side, SIDES, "side that recruits")
            case ["check", name, *found, "from", source]:
                self.seat(name), result(found), self.seat(source)
            case ["check", name, *found]:
                self.seat(name), result(found)
            case _:
                raise Unreadable(f"nobody is ever told `{said(words)}`")
        return " ".join(words)


def result(words: list[str]) -> Result:
    """The result of a check, as `agent` or `informant gang`."""
    return FOUND[known(said(words), list(FOUND), "result of a check")]


def of_side(player: Player) -> str:
    """What a player truly is, an informant with his side."""
    return f"informant {player.side}" if player.identity == "informant" else player.identity


def told(name: str, text: str, bulletin: list[str]) -> str | None:
    """None if the bulletin holds the line, or is empty where nothing is expected; else all that it holds."""
    if text in (bulletin or ["nothing"]):
        return None
    return ", ".join(f"{name} told {line}" for line in bulletin or ["nothing"])
