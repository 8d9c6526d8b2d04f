"""A sensible player of Fireline: goes by one view alone, and remembers nothing."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import exp, sqrt
from random import Random
from typing import Literal, cast

from engine.bots import random
from engine.core import Move, Option, Pick, Seat
from engine.fireline.kinds import KINDS, Card
from engine.fireline.moves import Disarm, Discard, Equip, Play, Remove, Rescue
from engine.fireline.view import View

TELLS: dict[Literal["damage", "rescues"], tuple[float, float, float]] = {
    "damage": (0.1, 0.3, 0.3),
    "rescues": (1.0, -1.0, -1.0),
}
"""What a deed tells, as logarithms of odds: how much likelier than between two defenders it is from a
kidnapper to a kidnapper, from a kidnapper to a defender, and from a defender to a kidnapper."""

CAUTION, PATIENCE = 1.6, 8
"""How much worse a defender at first thinks it to hurt a friend than good to hurt an enemy, and the rounds
in which he comes to shoot whoever is more suspect than most: else nobody might ever begin."""

STRIKE, RISE = 0.1, 0.02
"""How often a kidnapper who might attack does so, at first and more with each round, while no single death
may win the game: whoever always shoots is soon found out."""

KILL, LOOT, FOCUS = 1.5, 0.15, 0.15
"""What is gained beyond damage: by a death, by each card that is looted, and for each blood lost before."""

SELF = -1.5
"""What one's own blood is worth to hurt."""

STOPPED: dict[Card, float] = {"smoke": 0.4, "flash": 0.8}
"""What it is worth that an enemy can't act in his next turn."""

TAKEN = {"supermarket": 0.8, "control_room": 0.8, "vest": 0.8, "storeroom": 0.5, "hand": 0.5, "restaurant": 0.1}
"""What it is worth to take it off an enemy by a disarm."""

PLACED = {"supermarket": 3.0, "vest": 2.0, "storeroom": 1.7, "control_room": 1.5, "restaurant": 1.4}
"""What a card is worth in front of its owner."""

KEPT: dict[Card, float] = {
    "double_bullet": 6.0,
    "serum": 5.2,
    "first_aid": 5.0,
    "grenade": 4.8,
    "supermarket": 4.6,
    "single_bullet": 4.5,
    "vest": 4.4,
    "control_room": 4.2,
    "disarm": 3.8,
    "flash": 3.6,
    "restaurant": 3.5,
    "storeroom": 3.2,
    "smoke": 3.0,
    "search_warrant": 3.0,
}
"""What a card is worth in the hand."""

USELESS, SPARE = 1.0, 0.8
"""What equipment is worth that would better nothing, and what each further card of a kind is worth less."""

ATTACKS = ("single_bullet", "double_bullet", "grenade")
"""What gives a kidnapper away."""

EARLY = {"serum": 50, "equip": 40, "disarm": 30, "single_bullet": 20, "double_bullet": 20, "grenade": 20}
"""What is best done before what: heal, take the vest off, shoot, and only then flash."""


def sensible(view: View, options: Sequence[Option], chance: Random) -> Move:
    """The move of most worth, ties broken by chance; the end or a pass if none is worth anything."""
    if options[0].move is Discard:
        return discard(view, options[0].fields["cards"])
    if len(options) == 1:
        return random(view, options, chance)
    mind = Mind(view)
    if mind.kidnapper and mind.few > 1 and chance.random() > STRIKE + RISE * mind.rounds:
        options = [option for option in options if option.fields.get("card") not in ATTACKS]
    best: dict[str, tuple[int, float, Move]] = {}
    for option in options:
        for move in option.moves():
            name = move.card if isinstance(move, Play) else move.type
            spent = KINDS[name].spends or name if name in KINDS else name
            worth = mind.worth(move) - 0.02 * chance.random()
            # Of two moves that spend the same of the turn, only the better will be made (F13).
            if worth > (best[spent][1] if spent in best else 0.0):
                best[spent] = EARLY.get(name, 0), worth, move
    return max(best.values(), key=lambda found: found[:2])[-1] if best else options[-1].some(chance)


def suspicion(view: View) -> list[float]:
    """How probably each seat is a kidnapper: the share of the possible deals in which he is one.

    Each deal is weighed by how well it explains what was done by others than the viewer himself.
    """
    players = view["players"]
    guilt = [float(player["identity"] == "kidnapper") for player in players]
    unknown = [x for x, player in enumerate(players) if player["identity"] is None]
    unseen = min(max(0, view["mix"].get("kidnapper", 1) - int(sum(guilt))), len(unknown))
    alone = [0.0] * len(players)
    pairs: dict[tuple[Seat, ...], float] = {}
    for what, (both, doer, sufferer) in TELLS.items():
        extra = both - doer - sufferer
        done = [(by, on, amount) for by, row in enumerate(view[what]) for on, amount in enumerate(row) if amount]
        for by, on, amount in done:
            if by in (on, view["you"]):
                continue
            alone[by] += amount * (doer + extra * guilt[on])
            alone[on] += amount * (sufferer + extra * guilt[by])
            pair = min(by, on), max(by, on)
            pairs[pair] = pairs.get(pair, 0.0) + amount * extra
    deals = {
        deal: sum(alone[x] for x in deal) + sum(pairs.get(pair, 0.0) for pair in combinations(deal, 2))
        for deal in combinations(unknown, unseen)
    }
    best = max(deals.values())
    weights = {deal: exp(tell - best) for deal, tell in deals.items()}
    total = sum(weights.values())
    for deal, weight in weights.items():
        for x in deal:
            guilt[x] += weight / total
    return guilt


class Mind:
    """What one seat makes of the table: whom it would hurt, and whom it would spare."""

    def __init__(self, view: View) -> None:
        """Weigh everybody once."""
        self.view, self.players = view, view["players"]
        self.seat = cast(Seat, view["you"])
        self.me = self.players[self.seat]
        self.kidnapper = self.me["identity"] == "kidnapper"
        self.rounds = view["turn"] / len(self.players)
        self.guilt = suspicion(view)
        self.left = Counter(view["mix"])
        self.left.subtract(player["identity"] for player in self.players if player["identity"] and not player["alive"])
        self.few = max(1, min(self.left["swat"], self.left["citizen"]))
        self.values = self.valued()

    def valued(self) -> list[float]:
        """What one damage to each player is worth: the dearer, the nearer his side is to its end (F72)."""
        left, few = self.left, self.few
        stake = sqrt(max(1, left["kidnapper"]) / few)
        calm = max(0.0, 1 - self.rounds / PATIENCE)
        odds = left["kidnapper"] / max(1, left["swat"] + left["citizen"] - 1)
        dear = 1 / stake if self.kidnapper else stake * (CAUTION * calm + odds * (1 - calm))
        values = []
        for player, guilt in zip(self.players, self.guilt, strict=True):
            innocent = (1 - guilt) * few / max(few, left[player["identity"]] if player["identity"] else few)
            value = innocent - dear * guilt if self.kidnapper else guilt - dear * innocent
            values.append(SELF if player is self.me else value if player["alive"] else 0.0)
        return values

    def worth(self, move: Move) -> float:
        """What a move is worth, in blood of an enemy; ending and passing are worth nothing."""
        match move:
            case Play("single_bullet" | "double_bullet", targets):
                damage = 2 if move.card == "double_bullet" and len(targets) == 1 else 1
                return sum(self.hit(x, damage, bullet=True) for x in targets)
            case Play("grenade", (target,)):
                return sum(self.hit(x, 1) for x in self.blast(target))
            case Play("smoke" | "flash", targets):
                return sum(self.stop(x, move.card) for x in targets if x != self.seat)
            case Play("search_warrant", (target,)):
                return 2 * self.guilt[target] * (1 - self.guilt[target])
            case Play("serum"):
                return 1.0
            case Disarm(target, take):
                # A smoke can be taken off a friend: then he can act again (F43).
                value = -STOPPED["smoke"] if take == "smoke" else TAKEN.get(take, 0.0)
                return self.values[target] * value - self.woken(target)
            case Equip(card):
                return better(self.view, card)
            case Remove():
                return 3.0 - self.me["blood"]
            case Rescue(target):
                return -self.values[target]
        return 0.0

    def hit(self, seat: Seat, damage: int, bullet: bool = False) -> float:
        """What it is worth to hurt a player: the more, the weaker he is, and most if he falls."""
        player = self.players[seat]
        blood = player["blood"]
        if bullet:
            damage -= sum(KINDS[card].armor for card in player["front"])
        gain = min(damage, blood) * (1 + FOCUS * (4 - blood))
        if damage >= blood:
            gain += KILL + LOOT * (player["hand"] + len(player["front"]))
        return self.values[seat] * gain - self.woken(seat)

    def woken(self, seat: Seat) -> float:
        """What it costs that an attack ends the flashes on a player (F37)."""
        flashes = [mark["on"] for mark in self.view["markers"] if mark["card"] == "flash" and seat in mark["on"]]
        return sum(STOPPED["flash"] * max(0.0, self.values[x]) for on in flashes for x in on)

    def blast(self, seat: Seat) -> set[Seat]:
        """Whom a grenade at this player hits (F53, F55)."""
        circle = [
            x
            for x, player in enumerate(self.players)
            if player["alive"] and not any(KINDS[card].hides for card in player["front"])
        ]
        while seat not in circle:
            seat = (seat - 1) % len(self.players)
        place = circle.index(seat)
        return {seat, circle[place - 1], circle[(place + 1) % len(circle)]}

    def stop(self, seat: Seat, card: Card) -> float:
        """What it is worth to take a player's next turn, if he still has it (F31, F36)."""
        player = self.players[seat]
        return 0.0 if player["smoked"] or player["flashed"] else STOPPED[card] * self.values[seat]


def better(view: View, card: Card) -> float:
    """What is won by laying a card in front of oneself, in place of what lies there (F16)."""
    front = view["players"][cast(Seat, view["you"])]["front"]
    old = next((own for own in front if KINDS[own].slot == KINDS[card].slot), None)
    gain = placed(view, card) - (placed(view, old) if old else 0.0)
    # A supermarket brings a card, even in place of another (F60).
    return gain + 0.2 * KINDS[card].draws


def placed(view: View, card: Card) -> float:
    """What a card is worth in front of oneself now: a restaurant heals as it comes, and as it goes (F61, F62)."""
    players = view["players"]
    me = players[cast(Seat, view["you"])]
    if card == "control_room":
        return PLACED[card] + sum(player["blood"] < player["cap"] for player in players) / len(players)
    if card == "restaurant" and me["blood"] < me["cap"]:
        return PLACED[card] + (-0.5 if card in me["front"] else 0.5)
    return PLACED[card]


def discard(view: View, pick: Pick) -> Discard:
    """Give up what is worth least (F18)."""
    rest, gone = list(pick.of), []

    def kept(card: Card) -> float:
        useless = KINDS[card].slot and better(view, card) <= 0
        return USELESS if useless else KEPT[card] - SPARE * (rest.count(card) - 1)

    for _ in range(pick.least):
        gone.append(min(rest, key=kept))
        rest.remove(gone[-1])
    return Discard(tuple(gone))
