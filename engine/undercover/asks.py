"""What may be said by night and by day: the options, why a move is none of them, and what a move does."""

from dataclasses import replace

from engine.core import Move, Option, Pick, Refusal, Refused, Run, Seat
from engine.undercover.day import dusk
from engine.undercover.events import Planned, Readied, Voted, VotedInSecret
from engine.undercover.moves import Abstain, Assassinate, Check, Forge, Nothing, Ready, Recruit, Snipe, Vote
from engine.undercover.night import dawn
from engine.undercover.sides import results
from engine.undercover.state import Day, Night, Plan, State

NIGHT = (Assassinate, Recruit, Check, Forge, Snipe, Nothing)
"""What may be submitted by night."""

READY = Option(Ready)


def options(s: State, seat: Seat) -> list[Option]:
    """All that a seat may say now; nothing if it is out or the game is over."""
    if s.ask is None or not s.players[seat].alive:
        return []
    if isinstance(s.ask, Day):
        return [Option(Vote, target=Pick(s.ask.tied or s.living())), Option(Abstain), READY]
    return [*powers(s, seat), Option(Nothing), READY]


def powers(s: State, seat: Seat) -> list[Option]:
    """The night actions of an identity, on any other living player (U5-U9)."""
    player = s.players[seat]
    others = Pick([target for target in s.living() if target != seat])
    match player.identity:
        case "agent" | "gangster":
            return [Option(Assassinate, target=others), Option(Recruit, target=others)]
        case "informant":
            return [Option(Check, target=others)]
        case "underground":
            forge = Option(Forge, target=others, result=Pick(results(s.rules.check_side)))
            return [forge, Option(Snipe, target=others)] if player.bullets else [forge]
        case _:
            return []


def refusal(s: State, seat: Seat, move: Move) -> Refusal | None:
    """Why a move isn't legal; None if an option holds it."""
    if s.ask is None:
        return Refusal("over", "U50")
    night = isinstance(move, NIGHT)
    if not s.players[seat].alive:
        return Refusal("out", "U8" if night else "U34")
    if isinstance(move, Ready):
        return None
    if isinstance(s.ask, Day):
        return Refusal("wrong_phase", "U3") if night else refuses_vote(s, s.ask, move)
    if not night:
        return Refusal("wrong_phase", "U3")
    if isinstance(move, Nothing):
        return None
    return refuses_power(s, seat, move)


def refuses_vote(s: State, day: Day, move: Move) -> Refusal | None:
    """Why this isn't allowed in the vote (U34, U37)."""
    if not isinstance(move, Vote):
        return None
    if move.target not in s.living():
        return Refusal("not_living", "U34")
    return None if day.tied is None or move.target in day.tied else Refusal("not_tied", "U37")


POWERS: dict[str, tuple[tuple[type[Move], ...], str]] = {
    "agent": ((Assassinate, Recruit), "U5"),
    "gangster": ((Assassinate, Recruit), "U5"),
    "informant": ((Check,), "U6"),
    "underground": ((Forge, Snipe), "U7"),
    "civilian": ((), "U8"),
}
"""What each identity may submit, and the rule that says so."""


def refuses_power(s: State, seat: Seat, move: Move) -> Refusal | None:
    """Why this can't be submitted tonight: from the identity, the bullets and the living alone (U5-U9)."""
    player = s.players[seat]
    allowed, rule = POWERS[player.identity]
    if not isinstance(move, allowed):
        return Refusal("not_your_power", rule)
    if isinstance(move, Snipe) and not player.bullets:
        return Refusal("no_bullet", "U7")
    assert isinstance(move, Assassinate | Recruit | Check | Forge | Snipe)
    if move.target == seat:
        return Refusal("oneself", "U9")
    if move.target not in s.living():
        return Refusal("not_living", "U9")
    if isinstance(move, Forge) and move.result not in results(s.rules.check_side):
        return Refusal("no_such_result", "U7")
    return None


def planned(plan: Plan, move: Move) -> Plan:
    """The night's submission after one more move: a forged check and a shot stand side by side (U7, U10)."""
    match move:
        case Assassinate(target):
            return Plan(assassinate=target)
        case Recruit(target):
            return Plan(recruit=target)
        case Check(target):
            return Plan(check=target)
        case Forge(target, result):
            return replace(plan, forge=target, result=result)
        case Snipe(target):
            return replace(plan, snipe=target)
        case _:
            return Plan()


def apply(run: Run[State], seat: Seat, move: Move) -> None:
    """Carry a move out; Refused, with nothing changed, if it isn't legal."""
    s = run.state
    refused = refusal(s, seat, move)
    if refused is not None:
        raise Refused(refused.code, refused.rule)
    if isinstance(move, Ready):
        run.happen(Readied(seat))
    elif isinstance(s.ask, Night):
        run.happen(Planned(seat, planned(s.ask.plans.get(seat, Plan()), move)))
    else:
        ballot = Voted if s.rules.ballots == "open" else VotedInSecret
        run.happen(ballot(seat, move.target if isinstance(move, Vote) else None))
    if may_close(s):
        close(run)


def silent(s: State) -> list[Seat]:
    """Who is asked and hasn't said that he is done, and by day voted or abstained (U11, U40)."""
    if s.ask is None:
        return []
    done = set(s.ask.ready)
    if isinstance(s.ask, Day):
        done &= s.ask.ballots.keys()
    return [seat for seat in s.living() if seat not in done]


def may_close(s: State) -> bool:
    """Whether the phase ends before its deadline: all the living are done, and the house rule lets it (U11, U40)."""
    early = s.rules.early_dawn if isinstance(s.ask, Night) else s.rules.early_dusk
    return early and not silent(s)


def close(run: Run[State]) -> None:
    """The phase ends, by deadline or by all being done; once the game is over there is none."""
    if isinstance(run.state.ask, Night):
        dawn(run)
    elif isinstance(run.state.ask, Day):
        dusk(run)
