"""What happens in Undercover: each event changes the state, and says who may see what of it."""

from typing import ClassVar

from engine.core import Event, Seat, event
from engine.undercover.sides import LEADERS, Identity, Side
from engine.undercover.state import Cause, Day, Night, Note, Page, Plan, State, Verdict


@event
class Dealt(Event[State]):
    """The identities were shuffled and dealt: each known to its owner alone (U2)."""

    identities: tuple[Identity | None, ...]
    commitment: str
    salt: str | None

    def apply(self, s: State) -> None:
        """Each seat gets its identity and its side."""
        for player, identity in zip(s.players, self.identities, strict=True):
            assert identity is not None
            player.identity = identity
            player.side = LEADERS.get(identity, "people")

    def seen(self, seat: Seat | None) -> "Dealt":
        """One's own identity, and that the deal is fixed."""
        own = tuple(identity if x == seat else None for x, identity in enumerate(self.identities))
        return Dealt(own, self.commitment, None)


@event
class NightFell(Event[State]):
    """A round began with its night (U3)."""

    opens: ClassVar[bool] = True
    round: int

    def apply(self, s: State) -> None:
        """All the living are asked."""
        s.round = self.round
        s.stirred = False
        s.ask = Night()


@event
class Planned(Event[State]):
    """Somebody submitted, changed or withdrew his night action; sealed (U10)."""

    sealed: ClassVar[bool] = True
    seat: Seat
    plan: Plan

    def apply(self, s: State) -> None:
        """The last one counts."""
        assert isinstance(s.ask, Night)
        s.ask.plans[self.seat] = self.plan


@event
class Readied(Event[State]):
    """Somebody said that he is done; sealed (U8, U40)."""

    sealed: ClassVar[bool] = True
    seat: Seat

    def apply(self, s: State) -> None:
        """He stays ready until the close."""
        assert s.ask is not None
        if self.seat not in s.ask.ready:
            s.ask.ready.append(self.seat)


@event
class Recruited(Event[State]):
    """A civilian or an informant was won over: what he is from this dawn on; sealed (U17, U18)."""

    sealed: ClassVar[bool] = True
    seat: Seat
    identity: Identity
    side: Side
    handlers: tuple[Seat, ...]

    def apply(self, s: State) -> None:
        """A change of identity stirs the round (U54)."""
        player = s.players[self.seat]
        if player.identity != self.identity:
            s.stirred = True
        player.identity, player.side, player.handlers = self.identity, self.side, list(self.handlers)


@event
class Partnered(Event[State]):
    """Two leaders of one side found each other and share a group; sealed (U17, U44)."""

    sealed: ClassVar[bool] = True
    pair: tuple[Seat, Seat]

    def apply(self, s: State) -> None:
        """Each knows the other."""
        for one, other in (self.pair, self.pair[::-1]):
            s.players[one].partners.append(other)
            s.players[one].partners.sort()


@event
class Shot(Event[State]):
    """An underground spent a bullet; sealed (U16)."""

    sealed: ClassVar[bool] = True
    seat: Seat
    target: Seat

    def apply(self, s: State) -> None:
        """One bullet less."""
        s.players[self.seat].bullets -= 1


@event
class Dawned(Event[State]):
    """The night is over: who died, in seat order, with the cause and the identity as far as published (U30)."""

    round: int
    dead: tuple[tuple[Seat, Cause | None, Identity | None], ...]

    def apply(self, s: State) -> None:
        """They are out."""
        for seat, cause, identity in self.dead:
            player = s.players[seat]
            player.alive, player.published, player.cause, player.out_in = False, identity, cause, s.round
            player.last_words = s.rules.last_words == "all" or (s.rules.last_words == "classic" and s.round == 1)
            s.stirred = True


@event
class Told(Event[State]):
    """Every living player and tonight's dead got a bulletin, empty for most; each reads his own alone (U31).

    A seat's notes are None where the viewer may not read them, or where there is no bulletin.
    """

    bulletins: tuple[tuple[Note, ...] | None, ...]

    def apply(self, s: State) -> None:
        """Into the notebooks."""
        for player, notes in zip(s.players, self.bulletins, strict=True):
            if notes is not None:
                player.notebook.append(Page(s.round, list(notes)))

    def seen(self, seat: Seat | None) -> "Told":
        """One's own."""
        return Told(tuple(notes if x == seat else None for x, notes in enumerate(self.bulletins)))


@event
class DayBroke(Event[State]):
    """The day's vote began; after a tie, by the house rule, once more among the tied (U34, U37)."""

    opens: ClassVar[bool] = True
    tied: tuple[Seat, ...] | None

    def apply(self, s: State) -> None:
        """All the living are asked."""
        s.ask = Day(tied=None if self.tied is None else list(self.tied))


@event
class Voted(Event[State]):
    """Somebody's ballot, open to all: for whom, or None if he abstained (U34)."""

    seat: Seat
    target: Seat | None

    def apply(self, s: State) -> None:
        """The last one counts."""
        assert isinstance(s.ask, Day)
        s.ask.ballots[self.seat] = self.target


@event
class VotedInSecret(Voted):
    """Somebody's ballot where the house rule keeps them secret; sealed (U34)."""

    sealed: ClassVar[bool] = True


@event
class Judged(Event[State]):
    """The verdict, and nothing more: effective voting rights, and who is out with his identity (U38, U39)."""

    rights: int
    out: tuple[tuple[Seat, Identity], ...]

    def apply(self, s: State) -> None:
        """They are out, and the verdict is on record with the ballots that led to it."""
        assert isinstance(s.ask, Day)
        s.verdicts.append(Verdict(s.round, self.rights, [seat for seat, _ in self.out], dict(s.ask.ballots)))
        for seat, identity in self.out:
            player = s.players[seat]
            player.alive, player.published, player.cause, player.out_in = False, identity, "vote", s.round
            player.last_words = s.rules.last_words != "none"
            s.stirred = True


@event
class RoundEnded(Event[State]):
    """A round is over; quiet if it saw no death and no change of identity (U54). Sealed: a count of conversions."""

    sealed: ClassVar[bool] = True

    def apply(self, s: State) -> None:
        """Count the quiet rounds in a row."""
        s.quiet = 0 if s.stirred else s.quiet + 1


@event
class Ended(Event[State]):
    """The game ended at once: the sides that won, none for a draw (U50)."""

    winners: tuple[Side, ...]

    def apply(self, s: State) -> None:
        """Nobody is asked any more."""
        s.ask = None
        s.winners = list(self.winners)


EVENTS: dict[str, type[Event[State]]] = {
    kind.type: kind
    for kind in (
        Dealt,
        NightFell,
        Planned,
        Readied,
        Recruited,
        Partnered,
        Shot,
        Dawned,
        Told,
        DayBroke,
        Voted,
        VotedInSecret,
        Judged,
        RoundEnded,
        Ended,
    )
}
