"""For each game: an event for each of its templates, and what events, notes and moves are in words."""

from engine.fireline import Fireline
from engine.fireline import events as f
from engine.undercover import Undercover
from engine.undercover import events as u
from engine.undercover.state import Note, Plan

GAMES = {game.name: game for game in (Fireline(), Undercover())}

SAMPLES = {
    "fireline": [
        (f.Dealt(("swat", "citizen", "kidnapper"), "c0", "5a"), "dealt"),
        (f.Shuffled(("vest", "serum", "serum"), "c0", "5a"), "shuffled"),
        (f.TurnBegan(1, 7), "turn_began"),
        (f.Drew(0, ("serum", "vest")), "drew"),
        (f.PlayBegan(0), "play_began"),
        (f.DiscardBegan(0, 2), "discard_began"),
        (f.DiscardBegan(0, 1), "discard_began.one"),
        (f.Played(0, "double_bullet", (1, 2)), "played"),
        (f.Played(0, "grenade", (0,)), "played"),
        (f.Played(0, "serum", ()), "played.none"),
        (f.Searched(0, 1, "kidnapper"), "searched"),
        (f.Placed(0, "flash", (1, 2)), "placed"),
        (f.Lifted("smoke", 0, (1,)), "lifted"),
        (f.Equipped(0, "vest", None), "equipped"),
        (f.Equipped(0, "storeroom", "restaurant"), "equipped.replacing"),
        (f.Removed(0, "restaurant"), "removed"),
        (f.Disarmed(0, 1, "vest", False), "disarmed"),
        (f.Disarmed(0, 1, "serum", True), "disarmed.hand"),
        (f.Hurt(1, 2), "hurt"),
        (f.Healed(0, 3), "healed"),
        (f.RescueOpened((1, 2), (3,)), "rescue_opened"),
        (f.Answered(3, 1), "answered"),
        (f.Answered(3, None), "answered.pass"),
        (f.RescueClosed(None), "rescue_closed"),
        (f.RescueClosed(((3, 1), (4, 1))), "rescue_closed.offers"),
        (f.Rescued(3, 1), "rescued"),
        (f.Died(1, "citizen"), "died"),
        (f.Looted(0, 1, ("vest",), ("serum", "smoke")), "looted"),
        (f.Dropped(1, ("vest", "serum")), "dropped"),
        (f.Discarded(0, ("smoke",)), "discarded"),
        (f.Ended(("kidnapper",)), "ended"),
        (f.Ended(()), "ended.draw"),
    ],
    "undercover": [
        (u.Dealt(("agent", "civilian", "gangster"), "c0", "5a"), "dealt"),
        (u.NightFell(2), "night_fell"),
        (u.Planned(0, Plan(recruit=0)), "planned"),
        (u.Planned(0, Plan()), "planned.none"),
        (u.Readied(0), "readied"),
        (u.Recruited(1, "informant", "bureau", (0, 2)), "recruited"),
        (u.Partnered((0, 2)), "partnered"),
        (u.Shot(0, 1), "shot"),
        (u.Dawned(2, ((0, "blade", None), (1, "bullet", None))), "dawned"),
        (u.Dawned(2, ()), "dawned.none"),
        (u.Told(((Note("success", 1),), (), None)), "told"),
        (u.Told(((), (), None)), "told.none"),
        (u.DayBroke(None), "day_broke"),
        (u.DayBroke((0, 1)), "day_broke.tied"),
        (u.Voted(0, 1), "voted"),
        (u.Voted(0, None), "voted.pass"),
        (u.VotedInSecret(0, 1), "voted_in_secret"),
        (u.VotedInSecret(0, None), "voted_in_secret.pass"),
        (u.Judged(9, ((0, "agent"), (1, "informant"))), "judged"),
        (u.Judged(9, ()), "judged.none"),
        (u.Judged(9, ((0, "agent"),)), "judged.one"),
        (u.RoundEnded(), "round_ended"),
        (u.Ended(("bureau", "people")), "ended"),
        (u.Ended(()), "ended.draw"),
    ],
}

TO_ONLOOKERS = {
    "fireline": {
        "dealt": "dealt.hidden",
        "drew": "drew.hidden",
        "searched": "searched.hidden",
        "looted": "looted.hidden",
    },
    "undercover": {"dealt": "dealt.hidden", "told": "told.hidden", "told.none": "told.hidden"},
}
"""The templates for those from whom something is hidden."""

ENGLISH = {
    "fireline": [
        (
            f.Dealt(("swat", None, "citizen"), "c0", None),
            "The identities are dealt: Ann (SWAT Officer) and Cal (Citizen).",
        ),
        (f.Dealt((None, None), "c0", None), "The identities are dealt."),
        (f.Shuffled((None,) * 12, "c0", None), "12 cards are shuffled into a new deck."),
        (f.Shuffled(("vest", "serum"), "c0", "5a"), "2 cards are shuffled into a new deck."),
        (f.Drew(0, ("serum", "vest", "serum")), "Ann draws Serum ×2 and Vest."),
        (f.Drew(0, (None,)), "Ann draws 1 card."),
        (f.Drew(0, (None, None, None)), "Ann draws 3 cards."),
        (f.Drew(0, ("vest", None, "smoke")), "Ann draws Vest, Smoke and 1 card."),
        (f.Drew(0, ()), "Ann draws nothing."),
        (f.Played(0, "double_bullet", (1, 2)), "Ann uses Double Bullet on Ben and Cal."),
        (f.DiscardBegan(1, 1), "Ben has 1 card too many and must discard it."),
        (f.DiscardBegan(1, 2), "Ben has 2 cards too many and must discard them."),
        (f.Searched(0, 1, "kidnapper"), "Ann looks at Ben's identity: Kidnapper."),
        (f.Searched(0, 1, None), "Ann looks at Ben's identity."),
        (f.RescueOpened((0, 1, 2), (3,)), "Dying: Ann, Ben and Cal. May rescue: Dan."),
        (f.RescueOpened((1,), ()), "Dying: Ben. May rescue: nobody."),
        (f.RescueClosed(()), "The rescue window closes. First aid offered: nobody."),
        (
            f.RescueClosed(((3, 1), (4, 1))),
            "The rescue window closes. First aid offered: Dan (for Ben) and Eve (for Ben).",
        ),
        (f.Looted(0, 1, (), (None, None)), "Ann loots Ben: nothing from the front, 2 cards from the hand."),
        (f.Looted(0, 1, ("vest",), ()), "Ann loots Ben: Vest from the front, nothing from the hand."),
        (f.Ended(("swat", "citizen")), "The game is over. SWAT officers and citizens win."),
        (f.Ended(("kidnapper",)), "The game is over. The kidnappers win."),
        (f.Ended(()), "The game is over. Nobody wins: a draw."),
    ],
    "undercover": [
        (u.Dealt((None, "agent", None), "c0", None), "The identities are dealt: Ben (Agent)."),
        (u.NightFell(3), "Round 3: night falls."),
        (u.Planned(0, Plan(assassinate=1)), "Ann plans to assassinate Ben."),
        (u.Planned(0, Plan(recruit=0)), "Ann plans to recruit Ann."),
        (u.Planned(0, Plan(check=1)), "Ann plans to check Ben."),
        (
            u.Planned(0, Plan(forge=1, result="informant_gang", snipe=2)),
            "Ann plans to forge a check of Ben (Informant of the Gang) and to snipe Cal.",
        ),
        (u.Planned(0, Plan()), "Ann plans no action tonight."),
        (u.Recruited(1, "informant", "gang", (0,)), "Ben is now Informant (Gang). Handlers: Ann."),
        (u.Recruited(1, "underground", "people", (0, 2)), "Ben is now Underground (People). Handlers: Ann and Cal."),
        (u.Partnered((0, 2)), "Ann and Cal find out that they are partners, and share a group."),
        (
            u.Dawned(2, ((0, "blade", None), (1, "bullet", None))),
            "Round 2: day breaks. Died in the night: Ann (assassinated) and Ben (sniped).",
        ),
        (u.Dawned(2, ((0, None, None), (1, None, None))), "Round 2: day breaks. Died in the night: Ann and Ben."),
        (
            u.Dawned(2, ((0, "blade", "informant"),)),
            "Round 2: day breaks. Died in the night: Ann (assassinated; Informant).",
        ),
        (u.Dawned(2, ()), "Round 2: day breaks. Nobody died in the night."),
        (u.Told((None, None)), "The bulletins are delivered."),
        (u.Told((None, ())), "The bulletins are delivered; what you may read of them is empty."),
        (
            u.Told((None, (Note("success", 2), Note("partner", 2)), (), (Note("partner", 1),))),
            "The bulletins are delivered. [Ben] Your recruiting of Cal was a success. Cal is your partner; "
            "you share a group now. [Dan] Ben is your partner; you share a group now.",
        ),
        (u.DayBroke((0, 1, 2)), "A tie: everybody votes once more. Only these can be named: Ann, Ben and Cal."),
        (u.Voted(0, 1), "Ann votes for Ben."),
        (u.Voted(0, None), "Ann abstains."),
        (
            u.Judged(9, ((1, "informant"),)),
            "Effective voting rights this round: 9. Ben has the most votes and is out. Identity: Informant.",
        ),
        (
            u.Judged(9, ((0, "agent"), (1, "underground"))),
            "Effective voting rights this round: 9. Most votes, and out: Ann (Agent) and Ben (Underground).",
        ),
        (u.Judged(1, ()), "Effective voting rights this round: 1. Nobody is out."),
        (u.Ended(("gang", "people")), "The game is over. The Gang and the people win."),
        (u.Ended(()), "The game is over. Nobody wins: a draw."),
    ],
}

NOTES = [
    (Note("success", 1), "Your recruiting of Ben was a success."),
    (Note("failure", 1), "Your recruiting of Ben was a failure."),
    (Note("partner", 1), "Ben is your partner; you share a group now."),
    (
        Note("recruited", side="bureau"),
        "You have been recruited by an agent and are now officially an informant of the Bureau.",
    ),
    (
        Note("recruited", side="gang"),
        "You have been recruited by a gangster and are now officially an informant of the Gang.",
    ),
    (
        Note("underground"),
        "Both sides have recruited you: you are now in the Underground, and on the side of the people again.",
    ),
    (Note("check", 1, result="informant_bureau"), "Your check of Ben found: Informant of the Bureau."),
    (Note("check", 1, result="civilian", source=0), "The check of Ben by Ann found: Civilian."),
]

MOVES = {
    "fireline": [
        ({"type": "play", "card": "flash", "targets": [1, 2]}, "Use Flash on Ben and Cal"),
        ({"type": "play", "card": "serum", "targets": []}, "Use Serum"),
        ({"type": "disarm", "target": 1, "take": "hand"}, "Disarm Ben: a random card from the hand"),
        ({"type": "equip", "card": "vest"}, "Equip Vest"),
        ({"type": "remove", "card": "restaurant"}, "Remove Restaurant"),
        ({"type": "end"}, "End the play phase"),
        ({"type": "discard", "cards": ["serum", "serum"]}, "Discard Serum ×2"),
        ({"type": "rescue", "target": 1}, "Use First Aid on Ben"),
        ({"type": "pass"}, "Do not rescue"),
    ],
    "undercover": [
        ({"type": "assassinate", "target": 0}, "Assassinate Ann"),
        ({"type": "recruit", "target": 1}, "Recruit Ben"),
        ({"type": "check", "target": 1}, "Check Ben"),
        ({"type": "forge", "target": 1, "result": "informant"}, "Forge a check of Ben: Informant"),
        ({"type": "snipe", "target": 1}, "Snipe Ben"),
        ({"type": "nothing"}, "No action tonight"),
        ({"type": "vote", "target": 1}, "Vote for Ben"),
        ({"type": "abstain"}, "Abstain"),
        ({"type": "ready"}, "Ready"),
    ],
}
