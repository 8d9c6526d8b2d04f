"""What players of the twin worlds submit by night: anything, or what looks to the viewer like another world's night."""

from dataclasses import replace

from engine.undercover.moves import Assassinate, Check, Forge, Recruit, Snipe
from engine.undercover.sides import LEADERS, results
from engine.undercover.state import Plan

SIDES = ("bureau", "gang")
LEADER = {side: identity for identity, side in LEADERS.items()}


def moves_of(plan):
    """The moves that submit a plan."""
    found = []
    for kind, target in ((Assassinate, plan.assassinate), (Recruit, plan.recruit), (Check, plan.check)):
        if target is not None:
            found.append(kind(target))
    if plan.forge is not None:
        found.append(Forge(plan.forge, plan.result))
    if plan.snipe is not None:
        found.append(Snipe(plan.snipe))
    return found


def something(state, seat, chance):
    """Anything that a seat may submit."""
    others = [other for other in state.living() if other != seat]
    player, aim = state.players[seat], lambda: chance.choice(others) if others else None
    match player.identity:
        case "agent" | "gangster":
            what = chance.choice(["assassinate", "recruit", "recruit", "recruit", None])
            return Plan(**{what: aim()}) if what else Plan()
        case "informant" if chance.random() < 0.8:
            return Plan(check=aim())
        case "underground":
            plan = Plan(forge=aim(), result=chance.choice(results(state.rules.check_side)))
            plan = plan if chance.random() < 0.7 and others else Plan()
            return replace(plan, snipe=aim()) if player.bullets and chance.random() < 0.2 else plan
    return Plan()


def guess(state, first, seen, viewer, chance):
    """A night of world two that may look like world one's: any night, made to kill and to report the same."""
    morning = seen[0]
    plans = {seat: something(state, seat, chance) for seat in state.living()}
    plans = {seat: replace(plan, assassinate=None, snipe=None) for seat, plan in plans.items()}
    if viewer in plans:
        plans[viewer] = first[viewer]
    free = [seat for seat in chance.sample(sorted(plans), len(plans)) if seat != viewer]
    for victim, cause in morning.causes.items():
        killer = next((seat for seat in free if can_kill(state, seat, victim, cause)), None)
        if killer is not None:
            free.remove(killer)
            plans[killer] = Plan(assassinate=victim) if cause == "blade" else replace(plans[killer], snipe=victim)
    notes = morning.told.get(viewer, ())
    for note in notes:
        if note.source is not None:
            plans[note.source] = report(state, plans[note.source], note)
    for seat, player in enumerate(state.players):
        if viewer in player.handlers and seat in plans and seat not in {note.source for note in notes}:
            plans[seat] = Plan(snipe=plans[seat].snipe)
    woo(state, plans, notes, viewer, free)
    return plans


def can_kill(state, seat, victim, cause):
    """Whether a player can kill another so."""
    player, other = state.players[seat], state.players[victim]
    if cause == "bullet":
        return player.identity == "underground" and player.bullets > 0 and seat != victim
    return player.leads and player.identity != other.identity


def report(state, plan, note):
    """A plan that may bring this report: true or forged, as the author can."""
    if state.players[note.source].identity == "informant":
        return Plan(check=note.target)
    return replace(plan, forge=note.target, result=note.result)


def woo(state, plans, notes, viewer, free):
    """Let those recruit the viewer who must for his notes, and nobody else."""
    for seat in plans:
        if seat != viewer and plans[seat].recruit == viewer:
            plans[seat] = Plan()
    sides = set()
    for note in notes:
        if note.kind == "recruited":
            sides = {note.side}
        if note.kind == "underground":
            sides = set(SIDES) - {state.players[viewer].side}
        if note.kind == "partner" and state.players[note.target].leads and plans[viewer].recruit != note.target:
            plans[note.target] = Plan(recruit=viewer)
    for side in sides:
        suitor = next((seat for seat in free if state.players[seat].identity == LEADER[side]), None)
        if suitor is not None:
            plans[suitor] = Plan(recruit=viewer)
