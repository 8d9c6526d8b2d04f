"""Positions of Undercover that a viewer can't tell apart: the public facts and his own are fixed, all else is drawn."""

from engine.undercover.sides import LEADERS
from engine.undercover.state import Night
from tests.engine.undercover_plans import SIDES
from tests.laws.undercover.playout import GAME


class Cast:
    """What both worlds have in common: who lives, who is shown as what, and all that the viewer knows."""

    def __init__(self, chance, rules):
        """Choose it."""
        self.chance, self.rules, self.recruits = chance, rules, set()
        self.seats = chance.randint(8, 12)
        self.dead = set(chance.sample(range(self.seats), chance.choice([0, 0, 1, 2, 3])))
        self.first = self.identities({})
        role = chance.choice([None, "informant", "informant", "underground", *self.first])
        self.viewer = chance.choice([seat for seat, i in enumerate(self.first) if i == role] or [None])
        self.shown = {seat: self.first[seat] for seat in self.dead if chance.random() < 0.6}
        self.fixed = {seat: self.first[seat] for seat in {*self.shown, self.viewer} - {None}}
        self.bullets = chance.randint(0, 2)
        self.side = chance.choice(SIDES)
        self.partners = set()
        if self.viewer is not None and self.first[self.viewer] in LEADERS:
            self.find_friends()
        self.leading = {seat in self.dead: 0 for seat in range(self.seats)}
        for seat in range(self.seats):
            self.leading[seat in self.dead] += self.first[seat] in LEADERS

    def find_friends(self):
        """The viewer is a leader: he may have found his partner, and has recruited some."""
        mate = next(s for s, i in enumerate(self.first) if i == self.first[self.viewer] and s != self.viewer)
        if self.chance.random() < 0.5:
            self.partners, self.fixed = {mate}, self.fixed | {mate: self.first[mate]}
        own = [s for s, i in enumerate(self.first) if i in ("informant", "underground") and s not in self.shown]
        self.recruits = set(self.chance.sample(own, min(len(own), self.chance.randint(1, 3))))

    def identities(self, fixed):
        """Two leaders of each side, and others at random: the fixed ones and the number of living leaders kept."""
        found = dict(fixed)
        missing = [*LEADERS, *LEADERS]
        for identity in fixed.values():
            if identity in missing:
                missing.remove(identity)
        free = [seat for seat in range(self.seats) if seat not in found and seat not in self.recruits]
        for seat, identity in zip(self.chance.sample(free, len(missing)), missing, strict=True):
            found[seat] = identity
        for seat in range(self.seats):
            common = ["informant", "underground"] if seat in self.recruits else []
            found.setdefault(seat, self.chance.choice(common or ["civilian", "civilian", "informant", "underground"]))
        return [found[seat] for seat in range(self.seats)]

    def world(self):
        """One world: the viewer can't tell it from another of the same cast."""
        while True:
            identities = self.identities(self.fixed)
            living = sum(i in LEADERS for seat, i in enumerate(identities) if seat not in self.dead)
            if living == self.leading.get(False, 0):
                return self.state(identities)

    def state(self, identities):
        """The position: sides, handlers, bullets and partners as they may be."""
        state = GAME.fresh(self.rules, self.seats)
        leaders = {side: [s for s, i in enumerate(identities) if LEADERS.get(i) == side] for side in SIDES}
        for seat, (player, identity) in enumerate(zip(state.players, identities, strict=True)):
            player.identity, player.side = identity, LEADERS.get(identity, "people")
            player.alive, player.published = seat not in self.dead, self.shown.get(seat)
            player.out_in, player.cause = (1, "blade") if seat in self.dead else (None, None)
            if identity == "underground":
                player.bullets = self.bullets if seat == self.viewer else self.chance.randint(0, 2)
                player.handlers = sorted(h for side in SIDES for h in self.handlers(leaders[side], seat, side))
            if identity == "informant":
                player.side = self.side_of(seat)
                player.handlers = sorted(self.handlers(leaders[player.side], seat, player.side))
        self.introduce(state, leaders)
        state.round, state.ask = 3, Night()
        return state

    def side_of(self, seat):
        """An informant's side: the viewer's own is known to him, his recruits' is his."""
        if seat == self.viewer:
            return self.side
        return LEADERS[self.first[self.viewer]] if seat in self.recruits else self.chance.choice(SIDES)

    def handlers(self, leaders, seat, side):
        """Some leaders of a side; the viewer among them if he recruited the seat, and else not."""
        if seat in self.recruits and LEADERS[self.first[self.viewer]] == side:
            return {self.viewer, *(h for h in leaders if self.chance.random() < 0.3)}
        others = [h for h in leaders if h != self.viewer]
        return set(self.chance.sample(others, self.chance.randint(1, len(others))))

    def introduce(self, state, leaders):
        """Who of a side's two leaders know each other: the viewer's case is settled."""
        for one, other in leaders.values():
            know = bool(self.partners) if self.viewer in (one, other) else self.chance.random() < 0.4
            if know:
                state.players[one].partners, state.players[other].partners = [other], [one]
