"""The rule page of Undercover once more, apart from the engine: what a night, a vote and the end must bring."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.undercover.state import Note

SIDE = {"agent": "bureau", "gangster": "gang"}
"""The leaders' sides."""


@dataclass
class Man:
    """A player as the page knows him."""

    identity: str
    side: str
    alive: bool = True
    handlers: set = field(default_factory=set)
    partners: set = field(default_factory=set)
    bullets: int = 2

    @property
    def leads(self):
        """Agent or gangster."""
        return self.identity in SIDE


class Morning(NamedTuple):
    """What a dawn brings: who dies of what, what is published of it, and the notes of all who were alive."""

    causes: dict
    dead: list
    told: dict


class Evening(NamedTuple):
    """What a dusk brings: a second vote among the tied, or the rights and who is out as what."""

    tied: list | None
    rights: int | None
    out: list


class Book:
    """A game by the page: who is what, and how long it has been quiet."""

    def __init__(self, state):
        """Begin where this state is; from here on the book goes by itself."""
        self.rules, self.round, self.quiet, self.stirred = state.rules, state.round, state.quiet, state.stirred
        self.men = [
            Man(p.identity, p.side, p.alive, set(p.handlers), set(p.partners), p.bullets) for p in state.players
        ]

    def living(self):
        """The seats of the living."""
        return [seat for seat, man in enumerate(self.men) if man.alive]

    # ---- the night ----

    def night(self, plans):
        """Carry all plans out at once, on the identities at nightfall (U14)."""
        told = {seat: [] for seat in self.living()}
        before = [Man(m.identity, m.side, m.alive, set(m.handlers)) for m in self.men]
        causes = self.deaths(plans)
        self.recruits(plans, causes, told, before)
        for seat, plan in plans.items():
            self.men[seat].bullets -= plan.snipe is not None
        for seat, plan in plans.items():
            self.report(seat, plan, causes, told, before)
        for seat in causes:
            self.men[seat].alive = False
            self.stirred = True
        published = [self.published(seat, causes[seat]) for seat in sorted(causes)]
        return Morning(causes, published, told)

    def deaths(self, plans):
        """Blades of the other side and of one's own on informants, then bullets (U15, U16)."""
        causes = {plan.snipe: "bullet" for plan in plans.values() if plan.snipe is not None}
        for seat, plan in plans.items():
            if plan.assassinate is not None and self.men[plan.assassinate].identity != self.men[seat].identity:
                causes[plan.assassinate] = "blade"
        return causes

    def recruits(self, plans, causes, told, before):
        """The table of U17, row by row, for each recruiter alone; then what becomes of the recruited (U18-U21)."""
        won = defaultdict(set)
        for seat, plan in plans.items():
            target = plan.recruit
            if target is None:
                continue
            success = self.wins(seat, target, before)
            told[seat].append(Note("success" if success else "failure", target))
            if success and before[target].leads:
                self.join(seat, target, told)
            elif success:
                won[target].add(seat)
        for target, recruiters in won.items():
            if target not in causes:
                self.become(target, recruiters, told, before)

    def wins(self, seat, target, before):
        """Whether this recruiter succeeds (U17)."""
        side, man = SIDE[before[seat].identity], before[target]
        if man.leads:
            return man.side == side
        if man.identity == "informant" and man.side == side:
            return self.rules.second_handler or seat in man.handlers
        return man.identity != "underground"

    def join(self, one, other, told):
        """Two partners find each other, once (U17, U20, U44)."""
        for a, b in ((one, other), (other, one)):
            if b not in self.men[a].partners:
                self.men[a].partners.add(b)
                told[a].append(Note("partner", b))

    def become(self, target, recruiters, told, before):
        """An informant of the one side, or an underground between both (U17, U18)."""
        man, sides = self.men[target], {SIDE[before[seat].identity] for seat in recruiters}
        man.handlers |= recruiters
        if before[target].identity == "informant":
            sides.add(before[target].side)
        if len(sides) == 2:
            man.identity, man.side = "underground", "people"
            told[target].append(Note("underground"))
        elif man.identity == "civilian":
            man.identity, man.side = "informant", *sides
            told[target].append(Note("recruited", side=man.side))
        self.stirred |= man.identity != before[target].identity

    def report(self, seat, plan, causes, told, before):
        """A check or a forged one, to the handlers who were alive at nightfall (U24-U28)."""
        if plan.check is not None:
            source = before if plan.check in causes else self.men
            seen = self.in_report(source[plan.check])
            told[seat].append(Note("check", plan.check, result=seen))
        for handler in before[seat].handlers:
            if before[handler].alive and plan.check is not None:
                told[handler].append(Note("check", plan.check, result=seen, source=seat))
            elif before[handler].alive and plan.forge is not None:
                told[handler].append(Note("check", plan.forge, result=plan.result, source=seat))

    def in_report(self, man):
        """What a check says of him (U24)."""
        return f"informant_{man.side}" if man.identity == "informant" and self.rules.check_side else man.identity

    def published(self, seat, cause):
        """A death of the night as all may know it (U30)."""
        reveal = self.rules.dawn_reveal
        identity = self.men[seat].identity if reveal == "identity" else None
        return seat, cause if reveal != "names" else None, identity

    # ---- the day ----

    def day(self, ballots, tied, pick):
        """Count, and judge; `pick` is whom chance would take of the tied (U34-U39)."""
        votes = Counter(target for seat, target in ballots.items() if target is not None and not self.men[seat].leads)
        out = [seat for seat in self.living() if votes[seat] and votes[seat] == max(votes.values())]
        if len(out) > 1:
            if self.rules.tie == "revote" and tied is None:
                return Evening(out, None, [])
            out = {"all": out, "random": [pick(out)] if self.rules.tie == "random" else []}.get(self.rules.tie, [])
        cast = sum(votes.values())
        rights = sum(man.alive and not man.leads for man in self.men) if self.rules.tally == "rights" else cast
        for seat in out:
            self.men[seat].alive = False
            self.stirred = True
        return Evening(None, rights, [(seat, self.men[seat].identity) for seat in out])

    # ---- the end ----

    def winners(self):
        """Who has won, by the four sentences of U51; None if nobody, () for a draw."""
        living = [man for man in self.men if man.alive]
        b, g = (any(man.side == side for man in living) for side in ("bureau", "gang"))
        led = any(man.leads for man in living)
        p = sum(man.identity in ("civilian", "underground") for man in living)
        if b != g:
            return ("bureau" if b else "gang", *(("people",) if not led and p >= 2 else ()))
        if not led and p >= 2:
            return ("people",)
        if led:
            return None
        informants = Counter(man.side for man in living if man.identity == "informant")
        difference = informants["bureau"] - informants["gang"]
        return ("bureau",) if difference > 0 else ("gang",) if difference < 0 else ()

    def dusk_ends(self):
        """The round is over: the winners, () for a draw, or None, and then it is the next round (U54)."""
        winners = self.winners()
        if winners is not None:
            return winners
        self.quiet = 0 if self.stirred else self.quiet + 1
        if self.quiet >= self.rules.quiet_rounds or self.round >= self.rules.max_rounds:
            return ()
        self.round, self.stirred = self.round + 1, False
        return None
