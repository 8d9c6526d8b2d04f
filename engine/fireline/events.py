"""What happens in Fireline: each event changes the state, and says who may see what of it."""

from typing import ClassVar

from engine.core import Event, Seat, event
from engine.fireline.kinds import KINDS, RANK, Card, Identity
from engine.fireline.state import Dying, Marker, Player, Playing, State, Trimming

Unseen = tuple[Card | None, ...]
"""Cards, None where the viewer may not know which."""


def face_down(cards: Unseen) -> Unseen:
    """As many cards, unknown."""
    return (None,) * len(cards)


def take(s: State, seat: Seat, card: Card) -> None:
    """A card leaves the hand."""
    s.players[seat].hand.remove(card)


def give(s: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Cards come to the hand, which keeps its fixed order."""
    hand = s.players[seat].hand
    hand.extend(cards)
    hand.sort(key=RANK.__getitem__)


def bare(dead: Player) -> None:
    """Nothing of the dead is left in his hand or in front of him."""
    dead.hand = []
    for card in dead.front[:]:
        dead.take_away(card)


def spend(s: State, seat: Seat, card: Card) -> None:
    """The turn's shot or skill card is spent; a bullet is remembered for the next game (F13, F7)."""
    match KINDS[card].spends:
        case "shot":
            s.shot, s.last_shot = card, seat
        case "skill":
            s.skill = card


@event
class Dealt(Event[State]):
    """The identities were shuffled and dealt: each known to its owner alone (F2, F6)."""

    identities: tuple[Identity | None, ...]
    commitment: str
    salt: str | None

    def apply(self, s: State) -> None:
        """Each seat gets its identity."""
        for player, identity in zip(s.players, self.identities, strict=True):
            player.identity = identity

    def seen(self, seat: Seat | None) -> "Dealt":
        """One's own identity, and that the deal is fixed."""
        own = tuple(identity if x == seat else None for x, identity in enumerate(self.identities))
        return Dealt(own, self.commitment, None)


@event
class Shuffled(Event[State]):
    """Cards were shuffled into a new deck: all of them at the start, later the discard pile (F6, F12)."""

    order: Unseen
    commitment: str
    salt: str | None

    def apply(self, s: State) -> None:
        """The pile becomes the deck."""
        s.deck = list(self.order)  # type: ignore[arg-type]
        s.discards = []

    def seen(self, seat: Seat | None) -> "Shuffled":
        """How many cards, and that their order is fixed."""
        return Shuffled(face_down(self.order), self.commitment, None)


@event
class TurnBegan(Event[State]):
    """A player's turn began (F10)."""

    seat: Seat
    turn: int

    def apply(self, s: State) -> None:
        """Nothing has been used yet."""
        s.turn, s.active = self.turn, self.seat
        s.equipped = s.shot = s.skill = s.ask = None
        s.downed = False


@event
class Drew(Event[State]):
    """A player drew cards: which, he alone knows (F11)."""

    seat: Seat
    cards: Unseen

    def apply(self, s: State) -> None:
        """From the deck's top to the hand."""
        del s.deck[: len(self.cards)]
        give(s, self.seat, self.cards)  # type: ignore[arg-type]

    def seen(self, seat: Seat | None) -> "Drew":
        """How many; which, if they are one's own."""
        return self if seat == self.seat else Drew(self.seat, face_down(self.cards))


@event
class PlayBegan(Event[State]):
    """The play phase began (F13)."""

    opens: ClassVar[bool] = True
    seat: Seat

    def apply(self, s: State) -> None:
        """The active player is asked."""
        s.ask = Playing(self.seat)


@event
class DiscardBegan(Event[State]):
    """The discard phase began with a hand above the limit (F18)."""

    opens: ClassVar[bool] = True
    seat: Seat
    count: int

    def apply(self, s: State) -> None:
        """The active player is asked to give up so many cards."""
        s.ask = Trimming(self.seat, self.count)


@event
class Played(Event[State]):
    """A player used a card on those whom it really hits; it goes to the discard pile (F19)."""

    seat: Seat
    card: Card
    targets: tuple[Seat, ...]

    def apply(self, s: State) -> None:
        """The card is used, and its slot of the turn with it (F13)."""
        take(s, self.seat, self.card)
        s.discards.append(self.card)
        spend(s, self.seat, self.card)


@event
class Searched(Event[State]):
    """A warrant showed its user another player's identity and left the game (F68, F19)."""

    seat: Seat
    target: Seat
    identity: Identity | None

    def apply(self, s: State) -> None:
        """The user knows it for good."""
        take(s, self.seat, "search_warrant")
        spend(s, self.seat, "search_warrant")
        knows = s.players[self.seat].knows
        if self.target not in knows:
            knows.append(self.target)
            knows.sort()

    def seen(self, seat: Seat | None) -> "Searched":
        """That he looked at whom; what he saw, he alone."""
        return self if seat == self.seat else Searched(self.seat, self.target, None)


@event
class Placed(Event[State]):
    """A smoke or a flash was laid on the table: its user and whom it lies on are public (F30, F36)."""

    seat: Seat
    card: Card
    on: tuple[Seat, ...]

    def apply(self, s: State) -> None:
        """A marker on the table is in no pile (F19)."""
        take(s, self.seat, self.card)
        s.markers.append(Marker(self.card, self.seat, list(self.on)))
        spend(s, self.seat, self.card)


@event
class Lifted(Event[State]):
    """A smoke or a flash ended: its time was over, or an attack, a grenade or a disarm ended it (F30, F37, F43)."""

    card: Card
    by: Seat
    on: tuple[Seat, ...]

    def apply(self, s: State) -> None:
        """The marker goes to the discard pile, the oldest first of those that are alike (F32)."""
        s.markers.remove(Marker(self.card, self.by, list(self.on)))
        s.discards.append(self.card)


@event
class Equipped(Event[State]):
    """A card was laid in front of its owner; what it replaced went to the discard pile (F16)."""

    seat: Seat
    card: Card
    replaced: Card | None

    def apply(self, s: State) -> None:
        """A new card in front."""
        take(s, self.seat, self.card)
        player = s.players[self.seat]
        if self.replaced is not None:
            player.take_away(self.replaced)
            s.discards.append(self.replaced)
        player.lay(self.card)
        s.equipped = self.card


@event
class Removed(Event[State]):
    """A player gave up his own restaurant (F63)."""

    seat: Seat
    card: Card

    def apply(self, s: State) -> None:
        """To the discard pile."""
        s.players[self.seat].take_away(self.card)
        s.discards.append(self.card)


@event
class Disarmed(Event[State]):
    """A card was taken off a player, from his hand or in front of him, and discarded face up (F42)."""

    seat: Seat
    target: Seat
    card: Card
    from_hand: bool

    def apply(self, s: State) -> None:
        """To the discard pile."""
        player = s.players[self.target]
        if self.from_hand:
            player.hand.remove(self.card)
        else:
            player.take_away(self.card)
        s.discards.append(self.card)


@event
class Hurt(Event[State]):
    """A player took damage; blood never falls below 0 (F5)."""

    seat: Seat
    damage: int

    def apply(self, s: State) -> None:
        """Blood falls, by the hand of the active player."""
        player = s.players[self.seat]
        player.blood = max(0, player.blood - self.damage)
        s.damage[s.active][self.seat] += self.damage


@event
class Healed(Event[State]):
    """A serum healed a player, or a restaurant changed his cap: `blood` is what he has now (F17, F61, F62)."""

    seat: Seat
    blood: int

    def apply(self, s: State) -> None:
        """Blood is what the event says."""
        s.players[self.seat].blood = self.blood


@event
class RescueOpened(Event[State]):
    """A rescue window opened for all who are dying, to all who may rescue (F46, F48)."""

    opens: ClassVar[bool] = True
    dying: tuple[Seat, ...]
    asked: tuple[Seat, ...]

    def apply(self, s: State) -> None:
        """The play phase is over (F51)."""
        s.downed = True
        s.ask = Dying(list(self.dying), list(self.asked))


@event
class Answered(Event[State]):
    """Somebody answered in a rescue window; sealed (F48)."""

    sealed: ClassVar[bool] = True
    seat: Seat
    target: Seat | None

    def apply(self, s: State) -> None:
        """The answer lies in its own seat's slot, and may be changed."""
        assert isinstance(s.ask, Dying)
        s.ask.answers[self.seat] = self.target


@event
class RescueClosed(Event[State]):
    """A rescue window closed; who offered a kit to whom, if the house rule shows it (F49)."""

    offers: tuple[tuple[Seat, Seat], ...] | None

    def apply(self, s: State) -> None:
        """Nobody is asked."""
        s.ask = None


@event
class Rescued(Event[State]):
    """A kit was used: the dying player goes to 1 blood (F49)."""

    seat: Seat
    target: Seat

    def apply(self, s: State) -> None:
        """The kit goes to the discard pile."""
        take(s, self.seat, "first_aid")
        s.discards.append("first_aid")
        s.players[self.target].blood = 1
        s.rescues[self.seat][self.target] += 1


@event
class Died(Event[State]):
    """A player died: his identity is shown and the circle closes up (F70)."""

    seat: Seat
    identity: Identity

    def apply(self, s: State) -> None:
        """He is out of the circle."""
        s.players[self.seat].alive = False


@event
class Looted(Event[State]):
    """The killer took all that the dead had: what was in the hand only the two of them know (F71)."""

    seat: Seat
    target: Seat
    front: tuple[Card, ...]
    hand: Unseen

    def apply(self, s: State) -> None:
        """Into the killer's hand."""
        bare(s.players[self.target])
        give(s, self.seat, (*self.front, *self.hand))  # type: ignore[arg-type]

    def seen(self, seat: Seat | None) -> "Looted":
        """What lay in front; how many cards the hand had."""
        if seat in (self.seat, self.target):
            return self
        return Looted(self.seat, self.target, self.front, face_down(self.hand))


@event
class Dropped(Event[State]):
    """Nobody looted: all that the dead had went to the discard pile (F56)."""

    seat: Seat
    cards: tuple[Card, ...]

    def apply(self, s: State) -> None:
        """To the discard pile."""
        bare(s.players[self.seat])
        s.discards.extend(self.cards)


@event
class Discarded(Event[State]):
    """A player cut his hand down to the limit, face up (F18)."""

    seat: Seat
    cards: tuple[Card, ...]

    def apply(self, s: State) -> None:
        """To the discard pile."""
        for card in self.cards:
            take(s, self.seat, card)
        s.discards.extend(self.cards)
        s.ask = None


@event
class Ended(Event[State]):
    """The game ended at once: the identities that won, none for a draw (F72, F74)."""

    winners: tuple[Identity, ...]

    def apply(self, s: State) -> None:
        """Nobody is asked any more."""
        s.ask = None
        s.winners = list(self.winners)


EVENTS = {
    kind.type: kind
    for kind in (
        Dealt,
        Shuffled,
        TurnBegan,
        Drew,
        PlayBegan,
        DiscardBegan,
        Played,
        Searched,
        Placed,
        Lifted,
        Equipped,
        Removed,
        Disarmed,
        Hurt,
        Healed,
        RescueOpened,
        Answered,
        RescueClosed,
        Rescued,
        Died,
        Looted,
        Dropped,
        Discarded,
        Ended,
    )
}
