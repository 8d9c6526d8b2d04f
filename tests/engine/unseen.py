"""What of a game a viewer has not seen, and when he comes to see it: cards followed one by one through the log."""

from math import inf


class Slip:
    """One card from a shuffle to the next: its kind, the steps at which it was drawn and at which the viewer saw it."""

    def __init__(self, kind):
        """A card in the deck, seen by nobody."""
        self.kind, self.drawn, self.seen = kind, inf, inf


class Secrets:
    """All cards and identities of a played game, each with the step from which on the viewer knows it."""

    def __init__(self, steps, viewer):
        """Follow the whole log."""
        self.viewer = viewer
        self.identities = list(steps[0].events[0].identities)
        self.known = [0 if seat == viewer else inf for seat in range(len(self.identities))]
        self.decks = []
        self.end = inf
        self.deck = []
        self.hands = [[] for _ in self.identities]
        self.fronts = [[] for _ in self.identities]
        for self.step, step in enumerate(steps):
            for event in step.events:
                follow = getattr(self, event.type, None)
                if follow is not None:
                    follow(event)

    def shows(self, slips):
        """The viewer sees these now, if he hasn't before."""
        for slip in slips:
            slip.seen = min(slip.seen, self.step)

    def find(self, pile, kind):
        """One of these of this kind, one that the viewer knows already if there is any."""
        return min((slip for slip in pile if slip.kind == kind), key=lambda slip: slip.seen)

    def lay(self, pile, kind):
        """A card leaves a hand or a front, face up."""
        slip = self.find(pile, kind)
        pile.remove(slip)
        self.shows([slip])
        return slip

    # ---- what each event moves, and whom it shows it ----

    def shuffled(self, event):
        self.deck = list(map(Slip, event.order))
        self.decks.append(self.deck[:])

    def drew(self, event):
        drawn = self.deck[: len(event.cards)]
        del self.deck[: len(drawn)]
        for slip in drawn:
            slip.drawn = self.step
        self.hands[event.seat] += drawn
        self.shows(drawn if event.seat == self.viewer else ())

    def played(self, event):
        self.lay(self.hands[event.seat], event.card)

    placed = played

    def searched(self, event):
        self.lay(self.hands[event.seat], "search_warrant")
        if event.seat == self.viewer:
            self.known[event.target] = min(self.known[event.target], self.step)

    def equipped(self, event):
        if event.replaced is not None:
            self.lay(self.fronts[event.seat], event.replaced)
        self.fronts[event.seat].append(self.lay(self.hands[event.seat], event.card))

    def removed(self, event):
        self.lay(self.fronts[event.seat], event.card)

    def disarmed(self, event):
        self.lay((self.hands if event.from_hand else self.fronts)[event.target], event.card)

    def discarded(self, event):
        for card in event.cards:
            self.lay(self.hands[event.seat], card)

    def rescue_closed(self, event):
        self.shows(self.find(self.hands[seat], "first_aid") for seat, _ in event.offers or ())

    def rescued(self, event):
        self.lay(self.hands[event.seat], "first_aid")

    def died(self, event):
        self.known[event.seat] = min(self.known[event.seat], self.step)

    def looted(self, event):
        if self.viewer in (event.seat, event.target):
            self.shows(self.hands[event.target])
        self.hands[event.seat] += self.hands[event.target] + self.fronts[event.target]
        self.hands[event.target], self.fronts[event.target] = [], []

    def dropped(self, event):
        self.shows(self.hands[event.seat])
        self.hands[event.seat], self.fronts[event.seat] = [], []

    def ended(self, event):
        self.end = self.step
