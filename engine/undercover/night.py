"""The night, carried out all at once on the identities at nightfall (U14)."""

from collections import defaultdict

from engine.core import Run, Seat
from engine.undercover.day import break_day, decided, end
from engine.undercover.events import Dawned, Partnered, Recruited, Shot, Told
from engine.undercover.sides import LEADERS, Identity, Recruiting, Result, Side, result
from engine.undercover.state import Cause, Night, Note, Plan, Player, State

Notes = dict[Seat, list[Note]]
"""What each seat will be told at dawn."""

Suitors = list[tuple[Seat, Recruiting]]
"""All who try to recruit one player tonight, in seat order, with their sides."""

ORDER = ("success", "failure", "partner", "recruited", "underground", "check")
"""The order of a bulletin's notes: by kind, checks by their author, whoever acted first (U31)."""


def dawn(run: Run[State]) -> None:
    """The night closes: deaths, recruiting, reports, and all of it published in one step (U14-U31)."""
    s = run.state
    assert isinstance(s.ask, Night)
    plans, told = s.ask.plans, s.living()
    notes: Notes = defaultdict(list)
    nightfall = {seat: (player.identity, player.side) for seat, player in enumerate(s.players)}
    handlers = {seat: [h for h in s.players[seat].handlers if s.players[h].alive] for seat in told}
    dead = deaths(s, plans)
    for event in recruit(s, plans, dead, notes):
        run.happen(event)
    for seat in told:
        snipe = plans[seat].snipe if seat in plans else None
        if snipe is not None:
            run.happen(Shot(seat, snipe))
    for seat in told:
        report = reported(s, plans.get(seat, Plan()), dead, nightfall)
        if report is not None:
            inform(notes, seat, handlers[seat], report, true=nightfall[seat][0] == "informant")
    run.happen(Dawned(s.round, tuple((seat, *shown(s, seat, dead[seat])) for seat in sorted(dead))))
    run.happen(Told(tuple(bulletin(notes[seat]) if seat in told else None for seat in range(len(s.players)))))
    winners = decided(s)
    if winners is not None:
        end(run, winners)
    else:
        break_day(run)


def bulletin(notes: list[Note]) -> tuple[Note, ...]:
    """The notes of one seat in their fixed order."""

    def place(note: Note) -> tuple[int, ...]:
        author = -1 if note.source is None else note.source
        return ORDER.index(note.kind), author, -1 if note.target is None else note.target

    return tuple(sorted(notes, key=place))


def deaths(s: State, plans: dict[Seat, Plan]) -> dict[Seat, Cause]:
    """Who dies tonight, and how: a blade before a bullet; leaders of one side don't hurt each other (U15, U16)."""
    dead: dict[Seat, Cause] = {}
    for plan in plans.values():
        if plan.snipe is not None:
            dead.setdefault(plan.snipe, "bullet")
    for seat, plan in plans.items():
        target = plan.assassinate
        if target is not None and s.players[target].identity != s.players[seat].identity:
            dead[target] = "blade"
    return dead


def shown(s: State, seat: Seat, cause: Cause) -> tuple[Cause | None, Identity | None]:
    """What the dawn says of a death (U30)."""
    reveal = s.rules.dawn_reveal
    return None if reveal == "names" else cause, s.players[seat].identity if reveal == "identity" else None


def recruit(s: State, plans: dict[Seat, Plan], dead: dict[Seat, Cause], notes: Notes) -> list[Recruited | Partnered]:
    """Everybody's recruiting, by the target's identity at nightfall; the dead don't change (U17-U21)."""
    courted: dict[Seat, Suitors] = defaultdict(list)
    for seat in sorted(plans):
        target = plans[seat].recruit
        if target is not None:
            courted[target].append((seat, LEADERS[s.players[seat].identity]))
    happened: list[Recruited | Partnered] = []
    for target, suitors in sorted(courted.items()):
        if s.players[target].leads:
            happened += find_partners(s, target, suitors, notes, happened)
            continue
        won, change = court(s, target, suitors)
        for seat, _ in suitors:
            notes[seat].append(Note("success" if seat in won else "failure", target))
        if change is None or target in dead:
            continue
        happened.append(change)
        if change.identity == "underground":
            notes[target].append(Note("underground"))
        elif s.players[target].identity == "civilian":
            notes[target].append(Note("recruited", side=suitors[0][1]))
    return happened


def court(s: State, target: Seat, suitors: Suitors) -> tuple[list[Seat], Recruited | None]:
    """Who succeeds with a civilian, an informant or an underground, and what becomes of him (U17, U18)."""
    player = s.players[target]
    seats, sides = [seat for seat, _ in suitors], {side for _, side in suitors}
    if player.identity == "underground":
        return [], None
    if player.identity == "civilian" and len(sides) == 1:
        return seats, Recruited(target, "informant", sides.pop(), tuple(seats))
    if player.identity == "civilian":
        return seats, Recruited(target, "underground", "people", tuple(seats))
    others = [seat for seat, side in suitors if side != player.side]
    own = [
        seat for seat, side in suitors if side == player.side and (s.rules.second_handler or seat in player.handlers)
    ]
    handlers = tuple(sorted({*player.handlers, *own, *others}))
    if others:
        return own + others, Recruited(target, "underground", "people", handlers)
    if handlers == tuple(player.handlers):
        return own, None
    return own, Recruited(target, "informant", player.side, handlers)


def find_partners(
    s: State, target: Seat, suitors: Suitors, notes: Notes, happened: list[Recruited | Partnered]
) -> list[Partnered]:
    """A leader is recruited: his own side finds a partner in him, the other side fails (U17, U21)."""
    found: list[Partnered] = []
    for seat, side in suitors:
        if side != s.players[target].side:
            notes[seat].append(Note("failure", target))
            continue
        notes[seat].append(Note("success", target))
        pair = Partnered((min(seat, target), max(seat, target)))
        if target not in s.players[seat].partners and pair not in happened:
            found.append(pair)
            notes[seat].append(Note("partner", target))
            notes[target].append(Note("partner", seat))
    return found


def reported(
    s: State, plan: Plan, dead: dict[Seat, Cause], nightfall: dict[Seat, tuple[Identity, Side]]
) -> tuple[Seat, Result] | None:
    """What tonight's report says, true or forged: the dead as at nightfall, others as they are now (U24, U25, U28)."""
    if plan.forge is not None and plan.result is not None:
        return plan.forge, plan.result
    target = plan.check
    if target is None:
        return None
    player: Player = s.players[target]
    identity, side = nightfall[target] if target in dead else (player.identity, player.side)
    return target, result(identity, side, s.rules.check_side)


def inform(notes: Notes, author: Seat, handlers: list[Seat], report: tuple[Seat, Result], true: bool) -> None:
    """One report to every handler; to the author too if he is an informant (U24, U26, U28)."""
    target, found = report
    if true:
        notes[author].append(Note("check", target, result=found))
    for handler in handlers:
        notes[handler].append(Note("check", target, result=found, source=author))
