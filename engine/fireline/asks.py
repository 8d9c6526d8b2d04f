"""What may be said in each phase: the options, why a move is none of them, and what a move does."""

from typing import Any

from engine.core import Chance, Move, Option, Pick, Refusal, Refused, Run, Seat
from engine.fireline.cards import DisarmCard, Playable, Serum
from engine.fireline.equipment import equipment
from engine.fireline.events import Equipped, Removed
from engine.fireline.harm import answer
from engine.fireline.kinds import KINDS, Card
from engine.fireline.moves import Disarm, Discard, End, Equip, Pass, Play, Remove, Rescue
from engine.fireline.state import Dying, Playing, State, Trimming
from engine.fireline.turn import end_play, trim

END = Option(End)
PASS = Option(Pass)
ANSWERS = (Rescue, Pass)


def options(s: State, seat: Seat) -> list[Option]:
    """All that a seat may say now; nothing if it isn't asked."""
    ask = s.ask
    if isinstance(ask, Playing):
        return playing(s, seat) if ask.seat == seat else []
    if isinstance(ask, Trimming):
        hand = s.players[seat].hand
        return [Option(Discard, cards=Pick(hand, ask.count, ask.count))] if ask.seat == seat else []
    if isinstance(ask, Dying) and seat in ask.asked:
        kit = [Option(Rescue, target=Pick(ask.dying))] if "first_aid" in s.players[seat].hand else []
        return [*kit, PASS]
    return []


def playing(s: State, me: Seat) -> list[Option]:
    """The options of the play phase: card by card, then giving up a restaurant, then the end (F13)."""
    player = s.players[me]
    hand = player.hand
    if s.markers and s.smoked(me):
        return [*(KINDS["serum"].options(s, me) if "serum" in hand else ()), END]  # type: ignore[attr-defined]
    found: list[Option] = []
    equips: list[Card] = []
    for card in dict.fromkeys(hand):
        kind = KINDS[card]
        if isinstance(kind, Playable):
            if kind.spent(s) is None:
                found += kind.options(s, me)
        elif kind.slot and s.equipped is None:
            equips.append(card)
    if equips:
        found.append(Option(Equip, card=Pick(equips)))
    for card in player.front:
        if refuses_removal(s, me, card) is None:
            found.append(Option(Remove, card=card))
    found.append(END)
    return found


def refuses_removal(s: State, me: Seat, card: Card) -> Refusal | None:
    """Why this card can't be given up (F63)."""
    if not KINDS[card].removable or card not in s.players[me].front:
        return Refusal("no_restaurant", "F63")
    return Refusal("same_turn", "F63") if s.equipped == card else None


def refusal(s: State, seat: Seat, move: Move) -> Refusal | None:
    """Why a move isn't legal; None if an option holds it."""
    ask = s.ask
    if s.winners is not None:
        return Refusal("over", "F74")
    if not s.players[seat].alive:
        return Refusal("dead", "F80")
    if isinstance(ask, Playing) and ask.seat == seat:
        return refuses_play(s, seat, move)
    if isinstance(move, Play) and move.card == "serum":
        return Refusal("serum_only_in_play", "F17")
    if isinstance(ask, Trimming) and ask.seat == seat:
        return refuses_discard(s, seat, move, ask.count)
    if isinstance(ask, Dying):
        return refuses_answer(s, seat, move, ask)
    if isinstance(move, ANSWERS):
        return Refusal("no_window", "F46")
    return Refusal("not_asked", "F10")


def refuses_play(s: State, me: Seat, move: Move) -> Refusal | None:
    """Why this isn't allowed in one's own play phase (F13, F31)."""
    if isinstance(move, End):
        return None
    if isinstance(move, ANSWERS):
        return Refusal("no_window", "F46")
    if isinstance(move, Discard):
        return Refusal("wrong_phase", "F10")
    if s.markers and s.smoked(me) and not (isinstance(move, Play) and move.card == "serum"):
        return Refusal("smoked", "F31")
    if isinstance(move, Remove):
        return refuses_removal(s, me, move.card)
    assert isinstance(move, (Play, Disarm, Equip))
    card: Card = "disarm" if isinstance(move, Disarm) else move.card
    if card not in s.players[me].hand:
        return Refusal("not_in_hand", "F13")
    kind = KINDS[card]
    if isinstance(move, Equip):
        if kind.slot is None:
            return Refusal("not_equipment", "F16")
        return Refusal("equip_spent", "F13") if s.equipped else None
    if isinstance(kind, DisarmCard) != isinstance(move, Disarm) or not isinstance(kind, Playable):
        return Refusal("not_playable", "F16" if kind.slot else "F46" if card == "first_aid" else "F42")
    spent = kind.spent(s)
    if spent is not None:
        return spent
    if isinstance(move, Disarm):
        assert isinstance(kind, DisarmCard)
        return kind.refuses_taking(s, me, move.target, move.take)
    return kind.refuses(s, me, move.targets)


def refuses_discard(s: State, me: Seat, move: Move, count: int) -> Refusal | None:
    """Why this isn't allowed in one's own discard phase (F18, F36, F51)."""
    if isinstance(move, ANSWERS):
        return Refusal("no_window", "F46")
    if not isinstance(move, Discard):
        if s.downed:
            return Refusal("play_phase_over", "F51")
        return Refusal("flashed", "F36") if s.flashed(me) else Refusal("wrong_phase", "F10")
    if len(move.cards) != count:
        return Refusal("wrong_count", "F18")
    return None if Pick(s.players[me].hand, count, count).holds(move.cards) else Refusal("not_in_hand", "F18")


def refuses_answer(s: State, seat: Seat, move: Move, ask: Dying) -> Refusal | None:
    """Why this isn't allowed in a rescue window (F47, F48, F51)."""
    if not isinstance(move, ANSWERS):
        if seat in ask.asked:
            return Refusal("window_only", "F48")
        return Refusal("play_phase_over", "F51") if seat == s.active else Refusal("not_asked", "F10")
    if seat not in ask.asked:
        return Refusal("may_not_rescue", "F47")
    if isinstance(move, Rescue):
        if move.target not in ask.dying:
            return Refusal("not_dying", "F48")
        if "first_aid" not in s.players[seat].hand:
            return Refusal("no_kit", "F48")
    return None


def barred(s: State, seat: Seat) -> list[dict[str, Any]]:
    """What a seat that is asked can't do with its cards now, and on whom not: the move, and the reason."""
    found: list[dict[str, Any]] = []

    def bar(move: type[Move], card: Card, target: Seat | None, why: Refusal | None) -> None:
        if why is not None:
            found.append({"move": move.type, "card": card, "target": target, "code": why.code, "rule": why.rule})

    player = s.players[seat]
    if isinstance(s.ask, Dying) and seat in s.ask.asked and "first_aid" not in player.hand:
        bar(Rescue, "first_aid", None, Refusal("no_kit", "F48"))
    if not isinstance(s.ask, Playing) or s.ask.seat != seat:
        return found
    for card in dict.fromkeys(player.hand):
        kind = KINDS[card]
        if kind.slot:
            bar(Equip, card, None, refuses_play(s, seat, Equip(card)))
        elif isinstance(kind, Serum):
            bar(Play, card, None, kind.spent_on(s, seat))
        elif s.smoked(seat) or not isinstance(kind, Playable):
            bar(Play, card, None, refuses_play(s, seat, Play(card)))
        else:
            move = Disarm if isinstance(kind, DisarmCard) else Play
            spent = kind.spent(s)
            for target in [None] if spent else (x for x, other in enumerate(s.players) if other.alive):
                bar(move, card, target, spent if target is None else kind.bars(s, seat, target))
    for card in player.front:
        if KINDS[card].removable:
            bar(Remove, card, None, refuses_play(s, seat, Remove(card)))
    return found


def default(s: State, seat: Seat, chance: Chance) -> Move:
    """What silence means: the end of the play phase, random cards, a pass (F81)."""
    if isinstance(s.ask, Playing):
        return End()
    if isinstance(s.ask, Trimming):
        return Discard(tuple(chance.order("trim", s.players[seat].hand)[: s.ask.count]))
    return Pass()


def apply(run: Run[State], seat: Seat, move: Move) -> None:
    """Carry a move out; Refused, with nothing changed, if it isn't legal."""
    s = run.state
    refused = refusal(s, seat, move)
    if refused is not None:
        raise Refused(refused.code, refused.rule)
    match move:
        case Play():
            kind = KINDS[move.card]
            assert isinstance(kind, Playable)
            kind.play(run, seat, move.targets)
        case End():
            end_play(run)
        case Discard():
            trim(run, move.cards)
        case Equip():
            equip(run, seat, move.card)
        case Disarm():
            disarm = KINDS["disarm"]
            assert isinstance(disarm, DisarmCard)
            disarm.disarm(run, seat, move.target, move.take)
        case Remove():
            run.happen(Removed(seat, move.card))
            equipment(move.card).leaves(run, seat)
        case Rescue():
            answer(run, seat, move.target)
        case Pass():
            answer(run, seat, None)


def equip(run: Run[State], seat: Seat, card: Card) -> None:
    """A new card in front; what it replaced leaves first (F16, F62)."""
    new = equipment(card)
    replaced = run.state.players[seat].in_slot(new)
    run.happen(Equipped(seat, card, replaced))
    if replaced is not None:
        equipment(replaced).leaves(run, seat)
    new.arrives(run, seat)
