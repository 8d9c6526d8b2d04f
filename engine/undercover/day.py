"""The day's vote, its verdict, and the end of a round and of the game."""

from collections import Counter

from engine.core import Run, Seat
from engine.undercover.events import DayBroke, Ended, Judged, NightFell, RoundEnded
from engine.undercover.sides import Side
from engine.undercover.state import Day, State


def break_day(run: Run[State], tied: list[Seat] | None = None) -> None:
    """All the living are asked to vote, after a tie perhaps once more among the tied (U34, U37)."""
    run.happen(DayBroke(None if tied is None else tuple(tied)))


def dusk(run: Run[State]) -> None:
    """The day closes with the verdict; then the end is checked, and night falls (U36-U38, U50)."""
    s = run.state
    assert isinstance(s.ask, Day)
    votes = counted(s)
    most = leading(votes)
    if len(most) > 1:
        if s.rules.tie == "revote" and s.ask.tied is None:
            break_day(run, most)
            return
        most = broken(run, most)
    rights = s.rights() if s.rules.tally == "rights" else votes.total()
    run.happen(Judged(rights, tuple((seat, s.players[seat].identity) for seat in most)))
    winners = decided(s)
    if winners is not None:
        end(run, winners)
    else:
        end_round(run)


def counted(s: State) -> Counter[Seat]:
    """Votes by target: those of the living who aren't leaders (U35, U36)."""
    assert isinstance(s.ask, Day)
    return Counter(
        target
        for seat, target in s.ask.ballots.items()
        if target is not None and s.players[seat].alive and not s.players[seat].leads and s.players[target].alive
    )


def leading(votes: Counter[Seat]) -> list[Seat]:
    """Those with the most votes, in seat order; nobody if no vote counts (U36, U37)."""
    most = max(votes.values(), default=0)
    return sorted(seat for seat, count in votes.items() if count == most)


def broken(run: Run[State], tied: list[Seat]) -> list[Seat]:
    """Who is out after a tie, by the house rule (U37)."""
    match run.state.rules.tie:
        case "all":
            return tied
        case "random":
            return [run.chance.one("tie", tied)]
        case _:
            return []


def end_round(run: Run[State]) -> None:
    """A round is over: a draw if too many were quiet or all are played, else night falls (U54)."""
    s = run.state
    run.happen(RoundEnded())
    if s.quiet >= s.rules.quiet_rounds or s.round >= s.rules.max_rounds:
        end(run, ())
    else:
        run.happen(NightFell(s.round + 1))


def end(run: Run[State], winners: tuple[Side, ...]) -> None:
    """The game is over (U50)."""
    run.happen(Ended(winners))


def decided(s: State) -> tuple[Side, ...] | None:
    """Who has won now, in the order of U51; None if the game goes on, () for a draw."""
    living = [player for player in s.players if player.alive]
    sides = {player.side for player in living}
    leaders = any(player.leads for player in living)
    people = not leaders and sum(player.side == "people" for player in living) >= 2
    if ("bureau" in sides) != ("gang" in sides):
        side: Side = "bureau" if "bureau" in sides else "gang"
        return (side, "people") if people else (side,)
    if people:
        return ("people",)
    if leaders:
        return None
    informants = Counter(player.side for player in living if player.identity == "informant")
    bureau, gang = informants["bureau"], informants["gang"]
    if bureau == gang:
        return ()
    return ("bureau",) if bureau > gang else ("gang",)
