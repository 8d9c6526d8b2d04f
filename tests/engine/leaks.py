"""Leaks to be planted in the engine: each is a fault of a kind that others have had, and shows somebody too much.

Each function gets what it takes the place of, and then what that would get.
"""

from dataclasses import replace

from engine.core import Channel, Refusal
from engine.fireline import asks, cards, events, harm, view
from engine.fireline.events import Answered, Looted, RescueOpened, Searched, Shuffled
from engine.fireline.moves import Disarm, Rescue
from engine.fireline.state import Dying, State


def kit(s, seat):
    """Whether a seat holds first aid: nobody else's business."""
    return "first_aid" in s.players[seat].hand


# ---- views ----


def shows_the_top_of_the_deck(shown, s, seat):
    return {**shown(s, seat), "top": s.deck[:1]}


def shows_a_neighbours_hand(shown, s, seat):
    return {**shown(s, seat), "next": s.players[((seat or 0) + 1) % len(s.players)].hand}


def shows_a_living_identity(shown, s, seat):
    found = shown(s, seat)
    found["players"][0]["identity"] = s.players[0].identity
    return found


def shows_what_any_warrant_showed(shown, s, seat):
    found = shown(s, seat)
    for x in {x for player in s.players for x in player.knows}:
        found["players"][x]["identity"] = s.players[x].identity
    return found


def counts_the_answers(shown, s, seat):
    return {**shown(s, seat), "answered": len(getattr(s.ask, "answers", ()))}


def shows_anybodys_answer(shown, s, seat):
    found, answers = shown(s, seat), getattr(s.ask, "answers", {})
    return {**found, "answer": found["answer"] or [answers[x] for x in sorted(answers)][:1]}


def shows_all_hands_to_the_dead(shown, s, seat):
    dead = seat is not None and not s.players[seat].alive
    return {**shown(s, seat), "hands": [player.hand[:] for player in s.players] if dead else None}


def shows_all_hands_to_onlookers(shown, s, seat):
    return {**shown(s, seat), "hands": [player.hand[:] for player in s.players] if seat is None else None}


def asks_only_the_silent(asked, s):
    return [seat for seat in asked(s) if not isinstance(s.ask, Dying) or seat not in s.ask.answers]


def gives_partners_a_channel(channels, s):
    partners = tuple(x for x, player in enumerate(s.players) if player.identity == "kidnapper")
    return {**channels(s), "partners": Channel(partners, partners)}


# ---- events ----


def shows_all(seen, event, viewer):
    return event


def opens_the_salt(seen, event, viewer):
    return replace(seen(event, viewer), salt=event.salt)


def shows_the_first_card(seen, event, viewer):
    hidden = seen(event, viewer)
    return Shuffled((event.order[0], *hidden.order[1:]), hidden.commitment, None)


def shows_looted_serums(seen, event, viewer):
    return Looted(
        event.seat, event.target, event.front, tuple(card if card == "serum" else None for card in event.hand)
    )


def shows_which_side_was_found(seen, event, viewer):
    side = "kidnapper" if event.identity == "kidnapper" else None
    return seen(event, viewer) if viewer == event.seat else Searched(event.seat, event.target, side)


def says_that_somebody_answered(seen, event, viewer):
    return Answered(-1, None)


def shows_offers_by_mistake(close, run):
    rules = run.state.rules
    run.state.rules = replace(rules, show_offers=True)
    close(run)
    run.state.rules = rules


# ---- what is asked, offered and refused ----


def asks_only_who_has_a_kit(open_window, run, dying):
    s = run.state
    able = [
        x for x in s.after(s.active) if x != s.active and s.players[x].blood and not s.smoked(x) and not s.flashed(x)
    ]
    asked = tuple(x for x in able if kit(s, x))
    run.happen(RescueOpened(tuple(dying), asked))
    if not asked:
        harm.close_window(run)


def asks_first_who_has_a_kit(opened, event, s):
    event.asked = tuple(sorted(event.asked, key=lambda x: not kit(s, x)))
    opened(event, s)


def closes_when_there_is_no_kit(open_window, run, dying):
    open_window(run, dying)
    ask = run.state.ask
    if isinstance(ask, Dying) and not ask.answers and not any(kit(run.state, x) for x in ask.asked):
        harm.close_window(run)


def disarms_only_kits(takes, card, s, target):
    return [take for take in takes(card, s, target) if take != "hand" or kit(s, target)]


def spares_partners(spares, card, s):
    partners = [x for x, player in enumerate(s.players) if player.identity == s.players[s.active].identity]
    return [*spares(card, s), *partners]


def takes_the_first_card(disarm, card, run, me, target, take):
    chance, run.chance = run.chance, First()
    disarm(card, run, me, target, take)
    run.chance = chance


class First:
    """No chance at all: whatever comes first."""

    def one(self, what, things):
        return things[0]


def refuses_by_the_targets_hand(refusal, s, seat, move):
    why = refusal(s, seat, move)
    if why and isinstance(move, Disarm) and move.target < len(s.players) and kit(s, move.target):
        return Refusal("holds_a_kit", "F42")
    return why


def refuses_by_anothers_answer(refusal, s, seat, move):
    why = refusal(s, seat, move)
    taken = isinstance(s.ask, Dying) and any(x != seat and s.ask.answers[x] is not None for x in s.ask.answers)
    return Refusal("already_offered", "F48") if why and isinstance(move, Rescue) and taken else why


def bars_by_the_targets_hand(barred, s, seat):
    found = barred(s, seat)
    return [*found, *({"card": "disarm", "target": x} for x in range(len(s.players)) if found and kit(s, x))]


def is_silent_as_others_are(default, s, seat, chance):
    if isinstance(s.ask, Dying) and kit(s, seat) and any(x != seat for x in s.ask.answers):
        return Rescue(s.ask.dying[0])
    return default(s, seat, chance)


PLANTED = [
    (shows_the_top_of_the_deck, view, "view", {"view"}),
    (shows_a_neighbours_hand, view, "view", {"view"}),
    (shows_a_living_identity, view, "view", {"view"}),
    (shows_what_any_warrant_showed, view, "view", {"view"}),
    (counts_the_answers, view, "view", {"view"}),
    (shows_anybodys_answer, view, "view", {"view"}),
    (shows_all_hands_to_the_dead, view, "view", {"view"}),
    (shows_all_hands_to_onlookers, view, "view", {"view"}),
    (asks_only_the_silent, State, "asked", {"view", "asked"}),
    (gives_partners_a_channel, view, "channels", {"channels"}),
    (shows_all, events.Drew, "seen", {"events"}),
    (shows_all, events.Dealt, "seen", {"events"}),
    (shows_all, events.Looted, "seen", {"events"}),
    (shows_all, events.Searched, "seen", {"events"}),
    (shows_looted_serums, events.Looted, "seen", {"events"}),
    (shows_which_side_was_found, events.Searched, "seen", {"events"}),
    (opens_the_salt, events.Shuffled, "seen", {"events"}),
    (shows_the_first_card, events.Shuffled, "seen", {"events"}),
    (shows_offers_by_mistake, harm, "close_window", {"events"}),
    (asks_only_who_has_a_kit, harm, "open_window", {"events"}),
    (asks_first_who_has_a_kit, events.RescueOpened, "apply", {"events"}),
    (closes_when_there_is_no_kit, harm, "open_window", {"events"}),
    (takes_the_first_card, cards.DisarmCard, "disarm", {"events"}),
    (disarms_only_kits, cards.DisarmCard, "takes", {"options", "course"}),
    (spares_partners, cards.Bullet, "spares", {"options", "course"}),
    (refuses_by_the_targets_hand, asks, "refusal", {"refusals"}),
    (refuses_by_anothers_answer, asks, "refusal", {"refusals"}),
    (bars_by_the_targets_hand, asks, "barred", {"barred"}),
    (is_silent_as_others_are, asks, "default", {"default"}),
]
"""The leak, what it takes the place of, and by which channels it may come out."""
