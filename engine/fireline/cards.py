"""The cards that are used: one class for each kind, when it may be used, on whom, and what it does."""

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.core import Option, Pick, Refusal, Run, Seat
from engine.fireline.equipment import equipment
from engine.fireline.events import Disarmed, Healed, Placed, Played, Searched
from engine.fireline.harm import attack
from engine.fireline.kinds import Kind, Take, kind
from engine.fireline.moves import Disarm, Play
from engine.fireline.state import State, around
from engine.fireline.turn import lift

# Made once: the options ask for them at every step.
SHOT_SPENT = Refusal("shot_spent", "F13")
SKILL_SPENT = Refusal("skill_spent", "F13")
FULL_BLOOD = Refusal("full_blood", "F17")


class Playable(Kind):
    """A card that is used in the play phase."""

    rule: ClassVar[str]
    """The number of the rule that says on whom it is used."""

    def spent(self, s: State) -> Refusal | None:
        """Why nobody could use it any more in this turn, whoever the target (F13)."""
        return None

    def bars(self, s: State, me: Seat, target: Seat) -> Refusal | None:
        """Why this player can't be named as its target."""
        return None

    def refuses(self, s: State, me: Seat, targets: tuple[Seat, ...]) -> Refusal | None:
        """Why it can't be used on these targets; None if it can."""
        if len(targets) != 1:
            return Refusal("wrong_number_of_targets", self.rule)
        return self.bars(s, me, targets[0])

    def named(self, s: State, me: Seat) -> list[Seat]:
        """Whom it may name, in turn order from the user's next seat."""
        return [seat for seat in s.after(me) if self.bars(s, me, seat) is None]

    def options(self, s: State, me: Seat) -> list[Option]:
        """The options that it gives its holder now."""
        named = self.named(s, me)
        return [Option(Play, card=self.card, targets=Pick(named))] if named else []

    def play(self, run: Run[State], me: Seat, targets: tuple[Seat, ...]) -> None:
        """Carry it out."""
        raise NotImplementedError


def guarded(s: State, me: Seat, target: Seat) -> bool:
    """Whether a control room keeps this player from naming the target (F64)."""
    player = s.players[me]
    return s.players[target].guards > 0 and player.blood < player.cap


class Aimed(Playable):
    """A card that names one other player, whom no control room guards (F64)."""

    oneself: ClassVar[Refusal]
    """Why its user can't be named."""
    sparing: ClassVar[Refusal]
    """Why those whom it spares can't be named."""

    def spares(self, s: State) -> Collection[Seat]:
        """Those whom nobody could name."""
        return ()

    def bars(self, s: State, me: Seat, target: Seat) -> Refusal | None:
        """Oneself, the dead, a control room, or those whom it spares."""
        if target == me:
            return self.oneself
        if not 0 <= target < len(s.players) or not s.players[target].alive:
            return Refusal("no_such_target", self.rule)
        if guarded(s, me, target):
            return Refusal("control_room", "F64")
        return self.sparing if target in self.spares(s) else None

    def reach(self, s: State, me: Seat) -> list[Seat]:
        """All the others whom no control room keeps from being named, in turn order."""
        players = s.players
        if players[me].blood >= players[me].cap:
            return s.after(me)[:-1]
        return [x for x in around(len(players), me)[:-1] if players[x].alive and not players[x].guards]

    def named(self, s: State, me: Seat) -> list[Seat]:
        """All whom it doesn't bar, found at once."""
        named = self.reach(s, me)
        spared = self.spares(s)
        return [seat for seat in named if seat not in spared] if spared else named


class Bullet(Aimed):
    """A bullet card: an attack on each target, not on the smoked, against which a vest helps (F25-F28)."""

    spends = "shot"
    rule = "F25"
    oneself = Refusal("bullet_oneself", "F25")
    sparing = Refusal("target_smoked", "F28")

    def spent(self, s: State) -> Refusal | None:
        """One shot a turn (F13)."""
        return SHOT_SPENT if s.shot else None

    def spares(self, s: State) -> Collection[Seat]:
        """The smoked (F28)."""
        return s.under("smoke")

    def play(self, run: Run[State], me: Seat, targets: tuple[Seat, ...]) -> None:
        """Each target takes the damage that his vest lets through (F25, F27)."""
        run.happen(Played(me, self.card, targets))
        damage = 2 if self.card == "double_bullet" and len(targets) == 1 else 1
        attack(run, {seat: damage - run.state.players[seat].armor for seat in targets})


@kind("single_bullet")
class SingleBullet(Bullet):
    """单发子弹 F25: 1 damage to one other player."""


@kind("double_bullet")
class DoubleBullet(Bullet):
    """双发子弹 F25: 2 to one other player, or 1 each to two; not in a turn with a grenade."""

    def spent(self, s: State) -> Refusal | None:
        """Not after a grenade (F14)."""
        if s.skill == "grenade":
            return Refusal("double_after_grenade", "F14")
        return super().spent(s)

    def refuses(self, s: State, me: Seat, targets: tuple[Seat, ...]) -> Refusal | None:
        """One or two different targets."""
        if not 1 <= len(targets) <= 2 or len(set(targets)) < len(targets):
            return Refusal("wrong_number_of_targets", self.rule)
        return next(filter(None, (self.bars(s, me, target) for target in targets)), None)

    def options(self, s: State, me: Seat) -> list[Option]:
        """One hole for both ways of using it."""
        named = self.named(s, me)
        return [Option(Play, card=self.card, targets=Pick(named, 1, min(2, len(named))))] if named else []


class Skill(Playable):
    """A skill card: one a turn (F13)."""

    spends = "skill"

    def spent(self, s: State) -> Refusal | None:
        """One skill card a turn (F13)."""
        return SKILL_SPENT if s.skill else None


@kind("grenade")
class Grenade(Skill):
    """手雷 F53: 1 damage to a player and both neighbours; smoke doesn't stop it, and is gone."""

    rule = "F53"

    def spent(self, s: State) -> Refusal | None:
        """Not after a double bullet (F14)."""
        if s.shot == "double_bullet":
            return Refusal("grenade_after_double", "F14")
        return super().spent(s)

    def bars(self, s: State, me: Seat, target: Seat) -> Refusal | None:
        """Anyone who lives, by the house rule not oneself, as long as somebody is in the circle (F53, F55)."""
        if target == me and not s.rules.grenade_self:
            return Refusal("grenade_oneself", "F53")
        if not 0 <= target < len(s.players) or not s.players[target].alive:
            return Refusal("no_such_target", self.rule)
        return None if s.circle() else Refusal("no_circle", "F55")

    def named(self, s: State, me: Seat) -> list[Seat]:
        """The same, asked of all at once."""
        living = s.after(me)
        if not s.circle():
            return []
        return living if s.rules.grenade_self else living[:-1]

    def play(self, run: Run[State], me: Seat, targets: tuple[Seat, ...]) -> None:
        """The centre passes clockwise out of a storeroom; he and his neighbours there are hit once (F53, F55)."""
        s = run.state
        run.happen(Played(me, self.card, targets))
        circle = s.circle()
        place = circle.index(clockwise(s, targets[0]))
        hit = (circle[place], circle[(place + 1) % len(circle)], circle[place - 1])
        attack(run, dict.fromkeys(hit, 1), blast=True)


def clockwise(s: State, seat: Seat) -> Seat:
    """The seat itself, or the next one against turn order that is in the circle (F55, F65)."""
    circle = s.circle()
    while seat not in circle:
        seat = (seat - 1) % len(s.players)
    return seat


def onward(s: State, seat: Seat) -> Seat:
    """The seat itself, or the next one in turn order that is in the circle (F65)."""
    circle = s.circle()
    while seat not in circle:
        seat = (seat + 1) % len(s.players)
    return seat


@kind("smoke")
class Smoke(Skill, Aimed):
    """烟雾弹 F30: on another player, until the user's next turn."""

    rule = "F30"
    oneself = Refusal("smoke_oneself", "F30")
    sparing = Refusal("storeroom", "F65")

    def spares(self, s: State) -> Collection[Seat]:
        """Those in a storeroom (F65)."""
        return [seat for seat, player in enumerate(s.players) if player.hides]

    def play(self, run: Run[State], me: Seat, targets: tuple[Seat, ...]) -> None:
        """The marker lies on the target."""
        run.happen(Placed(me, self.card, targets))


@kind("flash")
class Flash(Skill):
    """闪光弹 F36: on two neighbours, until the user's next turn or any attack on either."""

    rule = "F36"

    def pairs(self, s: State) -> list[tuple[Seat, Seat]]:
        """The neighbours in the circle without storerooms, each pair once, in turn order (F65)."""
        circle = s.circle()
        if len(circle) < 2:
            return []
        pairs = list(zip(circle, circle[1:] + circle[:1], strict=True))
        return pairs[:1] if len(circle) == 2 else pairs

    def lands(self, s: State, targets: tuple[Seat, ...]) -> tuple[Seat, Seat] | None:
        """The pair really hit by naming two neighbours, at the table or in the circle, in either order (F65)."""
        if len(targets) != 2 or not all(0 <= x < len(s.players) and s.players[x].alive for x in targets):
            return None
        pairs = self.pairs(s)
        for first, second in (targets, targets[::-1]):
            if (first, second) in pairs:
                return first, second
            if first != second and s.after(first)[0] == second and pairs:
                slid = {clockwise(s, first), onward(s, second)}
                return next(pair for pair in pairs if set(pair) == slid)
        return None

    def refuses(self, s: State, me: Seat, targets: tuple[Seat, ...]) -> Refusal | None:
        """Two neighbours, two of them left in the circle, no control room on the pair (F36, F64, F65)."""
        if len(targets) != 2:
            return Refusal("wrong_number_of_targets", self.rule)
        if not self.pairs(s):
            return Refusal("no_circle_for_pair", "F65")
        pair = self.lands(s, targets)
        if pair is None:
            return Refusal("not_neighbours", "F36")
        if guarded(s, me, pair[0]) or guarded(s, me, pair[1]):
            return Refusal("control_room", "F64")
        return None

    def bars(self, s: State, me: Seat, target: Seat) -> Refusal | None:
        """Why no pair holds this player."""
        if s.players[target].hides:
            return Refusal("storeroom", "F65")
        pairs = [pair for pair in self.pairs(s) if target in pair]
        if not pairs:
            return Refusal("no_circle_for_pair", "F65")
        refusals = [self.refuses(s, me, pair) for pair in pairs]
        return refusals[0] if all(refusals) else None

    def options(self, s: State, me: Seat) -> list[Option]:
        """One option for each pair."""
        pairs, player = self.pairs(s), s.players[me]
        if player.blood < player.cap:
            pairs = [pair for pair in pairs if not (s.players[pair[0]].guards or s.players[pair[1]].guards)]
        return [Option(Play, card=self.card, targets=pair) for pair in pairs]

    def play(self, run: Run[State], me: Seat, targets: tuple[Seat, ...]) -> None:
        """The marker lies on the pair really hit."""
        pair = self.lands(run.state, targets)
        assert pair is not None
        run.happen(Placed(me, self.card, pair))


@kind("search_warrant")
class SearchWarrant(Skill, Aimed):
    """搜查令 F68: its user alone learns another player's identity, for good."""

    rule = "F68"
    oneself = Refusal("warrant_oneself", "F68")

    def play(self, run: Run[State], me: Seat, targets: tuple[Seat, ...]) -> None:
        """The user learns it; the card leaves the game."""
        run.happen(Searched(me, targets[0], run.state.players[targets[0]].identity))


@kind("disarm")
class DisarmCard(Skill, Aimed):
    """武装解除 F42: removes a card of another player; from the smoked only the smoke."""

    rule = "F42"
    oneself = Refusal("disarm_oneself", "F42")
    sparing = Refusal("nothing_to_take", "F44")

    def takes(self, s: State, target: Seat) -> list[Take]:
        """What can be taken from a player (F42, F43)."""
        if s.markers and s.smoked(target):
            return ["smoke"]
        player = s.players[target]
        front: Sequence[Take] = player.front  # type: ignore[assignment]
        return ["hand", *front] if player.hand else list(front)

    def spares(self, s: State) -> Collection[Seat]:
        """Those from whom nothing can be taken (F44)."""
        return [seat for seat in range(len(s.players)) if not self.takes(s, seat)]

    def refuses_taking(self, s: State, me: Seat, target: Seat, take: Take) -> Refusal | None:
        """Why this can't be taken from this player."""
        refusal = self.bars(s, me, target)
        if refusal is not None:
            return refusal
        takes = self.takes(s, target)
        if take in takes:
            return None
        if takes == ["smoke"]:
            return Refusal("only_smoke", "F43")
        return Refusal("never_flash", "F44") if take == "flash" else Refusal("not_there", "F42")

    def options(self, s: State, me: Seat) -> list[Option]:
        """One option for each target, with a hole for what to take."""
        return [
            Option(Disarm, target=seat, take=Pick(takes))
            for seat in self.reach(s, me)
            if (takes := self.takes(s, seat))
        ]

    def disarm(self, run: Run[State], me: Seat, target: Seat, take: Take) -> None:
        """The attack ends flashes; then the card goes to the discard pile (F37, F42)."""
        s = run.state
        run.happen(Played(me, self.card, (target,)))
        attack(run, {target: 0})
        if take == "smoke":
            lift(run, [m for m in s.markers if m.card == "smoke" and target in m.on][:1])
        elif take == "hand":
            run.happen(Disarmed(me, target, run.chance.one("hand", s.players[target].hand), True))
        else:
            run.happen(Disarmed(me, target, take, False))
            equipment(take).leaves(run, target)


@kind("serum")
class Serum(Playable):
    """血清 F17: own blood +1, not at full blood."""

    rule = "F17"

    def refuses(self, s: State, me: Seat, targets: tuple[Seat, ...]) -> Refusal | None:
        """On oneself, below full blood."""
        if targets:
            return Refusal("wrong_number_of_targets", self.rule)
        return self.spent_on(s, me)

    def spent_on(self, s: State, me: Seat) -> Refusal | None:
        """Why its holder can't use it now."""
        return FULL_BLOOD if s.players[me].blood >= s.players[me].cap else None

    def options(self, s: State, me: Seat) -> list[Option]:
        """No target."""
        return [Option(Play, card=self.card, targets=())] if self.spent_on(s, me) is None else []

    def play(self, run: Run[State], me: Seat, targets: tuple[Seat, ...]) -> None:
        """One more blood."""
        run.happen(Played(me, self.card, ()))
        run.happen(Healed(me, run.state.players[me].blood + 1))


@kind("first_aid")
class FirstAid(Kind):
    """急救包 F46: used only in a rescue window, for someone else."""
