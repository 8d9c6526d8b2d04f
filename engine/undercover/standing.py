"""Standing answers in Undercover: what a player has prepared for when time is up and he hasn't spoken."""

from dataclasses import dataclass
from typing import Annotated

from engine.core import Bounds, Move, Refusal, Seat
from engine.undercover.asks import refusal
from engine.undercover.moves import Abstain, Assassinate, Check, Forge, Recruit, Snipe, Vote
from engine.undercover.sides import Result, results
from engine.undercover.state import Day, Night, State


@dataclass(frozen=True)
class Standing:
    """What a silent player says when time is up, by seat in order of preference.

    By night, if he submitted nothing: the first of these that is legal then (U5-U10). By day, if he didn't vote: the
    first living player of `vote`, an abstention if there is none (U34); only one who has `backed` votes already.
    """

    assassinate: tuple[Seat, ...] = ()
    recruit: tuple[Seat, ...] = ()
    check: tuple[Seat, ...] = ()
    forge: tuple[Seat, ...] = ()
    result: Result | None = None
    snipe: tuple[Seat, ...] = ()
    vote: tuple[Seat, ...] | None = None
    backed: Annotated[int, Bounds(0, 39)] = 0


def prepared(s: State, seat: Seat, standing: Standing) -> list[Move]:
    """What these answers make a silent seat say now; nothing leaves it to the default."""
    if isinstance(s.ask, Night) and seat not in s.ask.plans and seat not in s.ask.ready:
        return night(s, seat, standing)
    if isinstance(s.ask, Day) and seat not in s.ask.ballots and standing.vote is not None:
        return [vote(s, seat, s.ask, standing)]
    return []


def night(s: State, seat: Seat, standing: Standing) -> list[Move]:
    """The first legal submission; for an underground a forged check and a shot may stand side by side (U7, U10)."""
    powers = (
        [Assassinate(target) for target in standing.assassinate],
        [Recruit(target) for target in standing.recruit],
        [Check(target) for target in standing.check],
        [] if standing.result is None else [Forge(target, standing.result) for target in standing.forge],
        [Snipe(target) for target in standing.snipe],
    )
    said: list[Move] = []
    for moves in powers:
        legal = next((move for move in moves if refusal(s, seat, move) is None), None)
        if legal is not None and (not said or isinstance(legal, Snipe)):
            said.append(legal)
    return said


def vote(s: State, seat: Seat, day: Day, standing: Standing) -> Move:
    """A vote for the first who may be named, and has votes enough where ballots are open (U34, U37)."""
    cast = list(day.ballots.values()) if s.rules.ballots == "open" else []
    for target in standing.vote or ():
        if refusal(s, seat, Vote(target)) is None and cast.count(target) >= standing.backed:
            return Vote(target)
    return Abstain()


def refuses(s: State, seat: Seat, standing: Standing) -> Refusal | None:
    """Why these answers make no sense: they name who doesn't sit there, no possible result, or oneself by night."""
    powers = (standing.assassinate, standing.recruit, standing.check, standing.forge, standing.snipe)
    named = {target for targets in powers for target in targets}
    if any(target >= len(s.players) for target in (*named, *(standing.vote or ()))):
        return Refusal("no_seat", "U9")
    if standing.forge and standing.result not in results(s.rules.check_side):
        return Refusal("no_such_result", "U7")
    return Refusal("oneself", "U9") if seat in named else None
