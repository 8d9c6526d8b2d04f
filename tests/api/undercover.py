"""Undercover over HTTP: players who know what they have polled, and games put where a test wants them."""

from sqlalchemy import bindparam, delete

from api.data.db import Statement, writing
from api.data.models import Message, Step
from api.game import course, moves, store, table
from engine.core import Recording
from engine.game import GAMES
from engine.undercover.scenario import Scene
from tests.api.people import Person, seated

RULESET = GAMES["undercover"]
SEATS = "abcdefghijklmn"
"""Fourteen players by their letters, in seat order."""

NAMES = ("Ada", "Bo", "Cy", "Dot", "Eli", "Fay", "Gil", "Hal", "Ida", "Jo", "Kit", "Lou", "Max", "Nan")
AT = "2026-01-02T03:04:05.678Z"

UNDO = [Statement(delete(of).where(of.game_id == bindparam("game"))) for of in (Step, Message)]


def fourteen(app, **more):
    """Fourteen guests at a table, in the order of their letters; they and their game."""
    people = [Person(app, name) for name in NAMES]
    return people, seated(people, ruleset="undercover", **more)


class Player:
    """Somebody at a table: all that he knows he has by polling it."""

    def __init__(self, person, game):
        """He hasn't looked yet."""
        self.person, self.game, self.etag, self.events, self.table = person, game, None, [], {}

    def poll(self):
        """Ask for what is new; his view. Nothing new is 304, and then what he has still holds."""
        last = self.events[-1]["n"] if self.events else 0
        answer = self.person.get(f"/games/{self.game}?after={last}", etag=self.etag)
        if answer.status_code == 200:
            self.etag, self.table = answer.headers["ETag"], answer.json
            self.events += answer.json["events"]
        assert answer.status_code in (200, 304), answer.json
        return self.table["view"]

    @property
    def seat(self):
        return self.table["you"]

    @property
    def identity(self):
        return self.table["view"]["players"][self.seat]["identity"]

    def latest(self, type):
        """The last event of this type that he was told."""
        return next(event for event in reversed(self.events) if event["type"] == type)

    def channels(self):
        """The channels that he knows of, and whether he may talk there."""
        return {channel["name"]: channel["can_talk"] for channel in self.table["channels"]}

    def says(self, type, target=None, **more):
        """A move that must be accepted; he sees what it brought."""
        aim = {} if target is None else {"target": getattr(target, "seat", target)}
        made = self.person.move(self.game, type=type, **aim, **more)
        assert made.status_code == 200, made.json


# ---- games put where a test wants them ----


class Settled:
    """Chance that deals this order, and else takes the first of what there is."""

    def __init__(self, order):
        self.dealt = order

    def order(self, what, things):
        assert sorted(self.dealt) == sorted(things)
        return self.dealt

    def one(self, what, things):
        return things[0]

    def salt(self):
        return "salt"


class Past:
    """A game from its deal on, played without the server: `a recruit > e ; dawn ; dusk ; e check > c`."""

    def __init__(self, agents, gangsters, lines="", **options):
        """Deal to these letters; everybody else is a civilian. Then play the lines."""
        rules = RULESET.rules(options, len(SEATS))
        kinds = {**dict.fromkeys(agents, "agent"), **dict.fromkeys(gangsters, "gangster")}
        chance = Settled([kinds.get(letter, "civilian") for letter in SEATS])
        self.state, events = RULESET.deal(rules, len(SEATS), chance)
        self.steps = [moves.taken(RULESET, None, None, Recording(chance), events)]
        self.scene = Scene(RULESET, rules, {letter: ["civilian"] for letter in SEATS})
        for line in filter(None, map(str.strip, lines.split(";"))):
            for seat, move in self.read(line):
                self.steps.append(moves.carry_out(RULESET, self.state, seat, move))

    def read(self, line):
        """The moves that a line stands for: one, or at `dawn` and `dusk` all that the living still owe."""
        if line in ("dawn", "dusk"):
            return owed(self.state)
        name, *words = line.split()
        return [(self.scene.seat(name), self.scene.gesture(self.scene.seat(name), words))]


def owed(state):
    """What the living must say to end this phase: by day those without a ballot abstain; then all are ready."""
    ready, abstain = RULESET.moves["ready"](), RULESET.moves["abstain"]()
    living = RULESET.asked(state)
    if RULESET.view(state, None)["phase"] == "day":
        return [(x, abstain) for x in living if x not in state.ask.ballots] + [(x, ready) for x in living]
    return [(x, ready) for x in living]


def close(people, game):
    """Everybody who is asked says what he owes, over HTTP; the table as an onlooker then sees it."""
    onlooker = Person(people[0].app)
    view = onlooker.see(game)["view"]
    voted = {ballot["seat"] for ballot in view["ballots"]}
    owed = [(x, "abstain") for x in view["asked"] if x not in voted] if view["phase"] == "day" else []
    for seat, type in owed + [(x, "ready") for x in view["asked"]]:
        made = people[seat].move(game, type=type)
        assert made.status_code == 200, made.json
    return onlooker.see(game)


def put(app, game, past):
    """Make this past that of a game, through the store: its steps, its state, nothing said yet."""
    with app.app_context(), writing() as link:
        row = link.one(store.HELD, id=game)
        for statement in UNDO:
            link.run(statement, game=game)
        assert store.rules_of(row) == past.state.rules
        over = RULESET.outcome(past.state) is not None
        now = {"status": "ended", "ended": AT} if over else {"status": "running", "ended": None}
        nothing = dict.fromkeys(("turns", "notices"), "[]") | dict.fromkeys(("said", "standings", "affairs"), "{}")
        fresh = row._replace(steps=0, shown=0, **nothing, **now)
        row = course.put(link, store.append(link, fresh, past.steps, AT), past.state, AT)._replace(deadline=None)
        table.settle(link, row, past.state)
