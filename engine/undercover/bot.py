"""A sensible player of Undercover: goes by one view alone, and remembers nothing."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import exp
from random import Random

from engine.core import Move, Option, Seat
from engine.undercover.moves import Abstain, Assassinate, Check, Forge, Ready, Recruit, Snipe, Vote
from engine.undercover.sides import LEADERS, Result, Side
from engine.undercover.view import View

WORTH: dict[Side, dict[str, float]] = {
    "bureau": {"gangster": 2.0, "informant_gang": 1.0, "underground": 0.6, "informant_bureau": -1.0, "agent": -2.0},
    "gang": {"agent": 2.0, "informant_bureau": 1.0, "underground": 0.6, "informant_gang": -1.0, "gangster": -2.0},
    "people": {"agent": 1.0, "gangster": 1.0, "civilian": -1.0, "underground": -1.5},
}
"""What it is worth to each side that somebody is out, by what he is."""

REST: dict[Side, float] = {"bureau": 0.1, "gang": 0.1, "people": -0.5}
"""What it is worth that somebody is out who is no leader, and of whom no more is known."""

COURT: dict[str, float] = {"civilian": 1.0, "informant": 0.3}
"""What it is worth to recruit somebody of whom this is believed; nothing if he is anything else."""

STRANGER = 0.7
"""What it is worth to recruit somebody of whom only that is known that he is no leader."""

HUNGER = (1.5, 1.0, 0.5, 0.2)
"""How much a leader wants one more informant when none of his lives, one, two, or more."""

TELLS = {"agent": -0.4, "gangster": -0.4, "informant": -0.2, "civilian": 0.1}
"""What it tells of a voter that the one he voted for turned out to be this, as the logarithm of the odds."""

UNCOUNTED = 3.0
"""What it tells of those who voted for somebody that they can't all have counted, as the logarithm of the odds."""

FOLLOW = 1.2
"""How much one goes by the ballots that are cast; leaders like all others, so as to blend in."""

CLEAR = 0.4
"""How much a vote must be worth to be always given."""

SILENCE = 0.8
"""How often one abstains who sees nothing clearly."""

AIM = 0.2
"""What a shot must be worth."""

FORGED = {"civilian": 2.0, "agent": 2.0, "gangster": 2.0}
"""How often each result is made up, beside 1 for each of the others."""

JITTER = 0.02
"""How much chance adds to what anybody is worth, so that a first thought isn't always of the first seat."""


def sensible(view: View, options: Sequence[Option], chance: Random) -> Move:
    """The next thing to say in this phase: a deed or a ballot first, a shot perhaps, then ready."""
    offers = {option.move: option for option in options}
    mind, plan = Mind(view, chance), view["plan"]
    done = view["ready"] or plan is not None or mind.has_voted()
    if Forge in offers and not view["ready"]:
        if plan is None:
            return mind.forge(targets(offers[Forge]), offers[Forge].fields["result"].of)
        if Snipe in offers and plan["snipe"] is None:
            return mind.snipe(targets(offers[Snipe]))
    for move, choose in ((Vote, mind.vote), (Recruit, mind.lead), (Check, mind.check)):
        if move in offers and not done:
            return choose(targets(offers[move]))
    return Ready()


def targets(option: Option) -> list[Seat]:
    """Whom an option lets one choose from."""
    return list(option.fields["target"].of)


class Mind:
    """What one seat makes of the others."""

    def __init__(self, view: View, chance: Random) -> None:
        """Think of everybody once."""
        self.view, self.chance = view, chance
        assert view["you"] is not None
        self.seat = view["you"]
        self.me = view["players"][self.seat]
        self.side: Side = self.me["side"] or "people"
        self.own = f"informant_{self.side}"
        self.rival = "agent" if self.side == "gang" else "gangster"
        self.notes = [note for page in view["notebook"] for note in page["notes"]]
        self.checks = [
            (note["source"], note["target"], note["result"])
            for note in self.notes
            if note["target"] is not None and note["result"] is not None
        ]
        self.sure = self.known()
        self.thinks = self.believed()
        self.guilt = self.suspicion()
        hidden = [kind for kind in LEADERS for _ in range(view["leaders"] - [*self.thinks.values()].count(kind))]
        self.stake = sum(WORTH[self.side][kind] for kind in hidden) / len(hidden) if hidden else 0.0

    def known(self) -> dict[Seat, str]:
        """What is beyond doubt: what one has checked oneself, and what the view says of anybody."""
        checked = {target: result for source, target, result in self.checks if source is None}
        return checked | {p["seat"]: p["identity"] for p in self.view["players"] if p["identity"]}

    def caught(self) -> set[Seat | None]:
        """Whose reports can't all be true: nobody becomes a leader, and no leader becomes anything else."""
        wrong = [(by, {said, self.sure[x]}) for by, x, said in self.checks if self.sure.get(x, said) != said]
        return {by for by, kinds in wrong if kinds & LEADERS.keys()}

    def believed(self) -> dict[Seat, str]:
        """What was heard last of each: recruited, or likely of the other side; and what those report who never lied."""
        thinks: dict[Seat, str] = {}
        liars = self.caught()
        for note in self.notes:
            target, result = note["target"], note["result"]
            if target is None or note["source"] in liars:
                continue
            if note["kind"] in ("success", "failure"):
                thinks[target] = self.own if note["kind"] == "success" else self.rival
            # An own recruit is no civilian any more, and an informant anyhow.
            elif result and (thinks.get(target) != self.own or result not in ("civilian", "informant")):
                thinks[target] = result
        return thinks | self.sure

    def suspicion(self) -> dict[Seat, float]:
        """How probably each one of whom nothing is believed is a leader, by his votes."""
        players = self.view["players"]
        tells = {p["seat"]: 0.0 for p in players if p["seat"] not in self.thinks}
        left = max(2 * self.view["leaders"] - sum(kind in LEADERS for kind in self.thinks.values()), 0)
        odds = (left + 0.1) / max(len(tells) - left, 1)
        for verdict in self.view["verdicts"]:
            named = {b["seat"]: b["target"] for b in verdict["ballots"] if b["target"] is not None}
            votes, out = Counter(named.values()), verdict["out"]
            # Nobody else had as many as those who are out; if nobody is, at least two had the most.
            most = min(votes[x] for x in out) - 1 if out else sorted([0, 0, *votes.values()])[-2]
            for voter in named.keys() & tells.keys():
                target = named[voter]
                tells[voter] += TELLS.get(players[target]["identity"] or "", 0.0)
                if target not in out:
                    tells[voter] += UNCOUNTED * max(votes[target] - most, 0) / votes[target]
        return {x: 1 - 1 / (1 + odds * exp(tell)) for x, tell in tells.items()}

    def worth(self, seat: Seat) -> float:
        """What it is worth to one's side that this player is out."""
        if seat in self.thinks:
            return WORTH[self.side].get(self.thinks[seat], 0.0)
        return self.guilt[seat] * self.stake + (1 - self.guilt[seat]) * REST[self.side]

    def looks(self, seat: Seat) -> float:
        """What his being out looks to be worth to the people: strangers are judged so in the open by every side."""
        if seat in self.thinks:
            return self.worth(seat)
        return self.guilt[seat] + (1 - self.guilt[seat]) * REST["people"]

    def charm(self, seat: Seat) -> float:
        """What it is worth to recruit this player."""
        if seat in self.thinks:
            return COURT.get(self.thinks[seat], 0.0)
        return STRANGER * (1 - self.guilt[seat])

    def best(self, seats: Sequence[Seat], worth: Callable[[Seat], float]) -> tuple[float, Seat]:
        """The most that any of these is worth, and who."""
        return max((worth(x) + JITTER * self.chance.random(), x) for x in seats)

    def has_voted(self) -> bool:
        """Whether one's ballot is cast."""
        return any(ballot["seat"] == self.seat for ballot in self.view["ballots"])

    def vote(self, living: Sequence[Seat]) -> Move:
        """For whom one's side wants out and others vote already; abstain now and then if nobody stands out."""
        named = Counter(b["target"] for b in self.view["ballots"] if b["target"] is not None)
        follow = FOLLOW / (named.total() + 3)
        others = [x for x in living if x != self.seat and (x in self.guilt or self.worth(x) >= 0)]
        if not others:
            return Abstain()
        worth, target = self.best(others, lambda x: self.looks(x) + follow * named[x])
        return Vote(target) if worth > CLEAR or self.chance.random() > SILENCE else Abstain()

    def lead(self, others: Sequence[Seat]) -> Move:
        """Recruit while one's informants are few and the likely civilians many, else kill (U5)."""
        alive = sum(p["alive"] and self.thinks.get(p["seat"]) == self.own for p in self.view["players"])
        charm, friend = self.best(others, self.charm)
        worth, foe = self.best(others, self.worth)
        return Recruit(friend) if HUNGER[min(alive, 3)] * charm > worth else Assassinate(foe)

    def check(self, others: Sequence[Seat]) -> Move:
        """Somebody unknown, and the likeliest leader of them (U6)."""
        return Check(self.best(others, lambda x: self.guilt.get(x, -1.0))[1])

    def forge(self, others: Sequence[Seat], results: Sequence[Result]) -> Move:
        """Something about the likeliest leader that the handlers may believe (U7)."""
        made_up = self.chance.choices(results, [FORGED.get(result, 1.0) for result in results])[0]
        return Forge(self.best(others, self.worth)[1], made_up)

    def snipe(self, others: Sequence[Seat]) -> Move:
        """Whoever is known or likely to lead; the bullet is kept if nobody is (U7)."""
        worth, target = self.best(others, self.worth)
        return Snipe(target) if worth > AIM else Ready()
