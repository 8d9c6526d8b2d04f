"""A game of Undercover by fourteen accounts over HTTP, from the deal to its end, each from what it polled alone."""

import pytest

from engine import record
from engine.__main__ import main
from tests.api.people import Person, play_on, seated, with_bots
from tests.api.undercover import NAMES, RULESET, Player

NOTE = dict.fromkeys(("kind", "target", "side", "result", "source"))


def account(app, name):
    """Somebody with a password."""
    person = Person(app)
    came = person.post("/players", {"name": name, "password": f"the password of {name}"})
    assert came.status_code == 201, came.json
    person.name, person.secret = name, came.json["token"]["secret"]
    return person


class Cast:
    """The players by what each read in his own view, and an onlooker."""

    def __init__(self, players, onlooker):
        """Everyone looks at what he is."""
        self.players, self.onlooker = players, onlooker
        self.look()
        held = {kind: [p for p in players if p.identity == kind] for kind in ("agent", "gangster", "civilian")}
        self.a, self.b = held["agent"]
        self.g, self.h = held["gangster"]
        self.civilians = held["civilian"]

    def look(self):
        """Everybody polls."""
        for player in (*self.players, self.onlooker):
            player.poll()

    def living(self):
        return [self.players[seat] for seat in self.onlooker.table["asked"]]

    def ready(self):
        """All the living are ready, one after the other; nothing moves before the last."""
        self.look()
        living, phase = self.living(), self.onlooker.table["view"]["phase"]
        for player in living[:-1]:
            player.says("ready")
        self.look()
        assert {player.table["view"]["phase"] for player in self.players} == {phase}
        assert [p.table["view"]["ready"] for p in living] == [True] * (len(living) - 1) + [False]
        living[-1].says("ready")
        self.look()

    def told(self, notes):
        """The last dawn told each of these these notes, the other living an empty page, the long dead nothing."""
        view = self.onlooker.table["view"]
        round_ = view["round"]
        for player in self.players:
            me = view["players"][player.seat]
            gets = me["alive"] or me["out_in"] == round_
            own = [NOTE | note for note in notes.get(player, [])]
            bulletins = player.latest("told")["bulletins"]
            assert bulletins[player.seat] == (own if gets else None)
            assert [notes for x, notes in enumerate(bulletins) if x != player.seat] == [None] * 13
            pages = {page["round"]: page["notes"] for page in player.table["view"]["notebook"]}
            assert pages.get(round_) == (own if gets else None)
        assert self.onlooker.latest("told")["bulletins"] == [None] * 14
        assert self.onlooker.table["view"]["notebook"] == []

    def vote(self, ballots):
        """Everyone votes for whom he wants, or abstains; all see every ballot, and the same verdict."""
        for player in self.living():
            target = ballots.get(player)
            player.says("vote", target) if target else player.says("abstain")
        self.look()
        cast = [ballots[p].seat if ballots.get(p) else None for p in self.living()]
        for player in (*self.players, self.onlooker):
            shown = player.table["view"]["ballots"]
            assert [(b["seat"], b["target"], b["weight"]) for b in shown] == [
                (p.seat, target, None) for p, target in zip(self.living(), cast, strict=True)
            ]
        self.ready()
        verdicts = [player.latest("judged") for player in (*self.players, self.onlooker)]
        assert all(verdict == verdicts[0] for verdict in verdicts)
        return verdicts[0]["rights"], verdicts[0]["out"]

    def groups(self):
        """Who knows of which group."""
        groups = [
            (name, player)
            for player in (*self.players, self.onlooker)
            for name in player.channels()
            if name.startswith("group")
        ]
        return groups

    def known(self):
        """Whose identity each sees, beside his own and those that were published."""
        view = self.onlooker.table["view"]
        assert all(p["identity"] is None or not p["alive"] for p in view["players"])
        public = {p["seat"] for p in view["players"] if p["identity"]}
        return {
            player: seen
            for player in self.players
            if (seen := {p["seat"] for p in player.table["view"]["players"] if p["identity"]} - public - {player.seat})
        }


@pytest.fixture
def cast(app):
    """Fourteen accounts at a table, all seated and dealt to, and an onlooker."""
    people = [account(app, name) for name in NAMES]
    game = seated(people, ruleset="undercover")
    return Cast([Player(person, game) for person in people], Player(Person(app), game))


def test_a_game_of_fourteen_from_the_deal_to_its_end(cast):
    a, b, g, h, look = cast.a, cast.b, cast.g, cast.h, cast.onlooker
    first, second, spy, *rest = cast.civilians
    assert cast.known() == {}
    assert {player.identity for player in rest} == {"civilian"}
    for player in cast.players:
        assert {option["type"] for option in player.table["options"]} >= {"nothing", "ready"}

    # Night 1: the bureau's two find each other and win a spy; the gang kills.
    a.says("recruit", spy)
    b.says("recruit", a)
    g.says("assassinate", second)
    g.says("assassinate", first)  # the last one counts
    cast.ready()
    assert look.latest("dawned")["dead"] == [[first.seat, "blade", None]]
    found = {"kind": "success", "target": spy.seat}, {"kind": "partner", "target": b.seat}
    cast.told(
        {
            a: list(found),
            b: [{"kind": "success", "target": a.seat}, {"kind": "partner", "target": a.seat}],
            spy: [{"kind": "recruited", "side": "bureau"}],
        }
    )
    group = "group-{}-{}".format(*sorted((a.seat, b.seat)))
    assert cast.groups() == [(group, player) for player in cast.players if player in (a, b)]
    assert cast.known() == {a: {b.seat}, b: {a.seat}}
    assert (spy.identity, spy.table["view"]["players"][spy.seat]["side"]) == ("informant", "bureau")

    # Day 1: of 13 living 9 count; the leaders' ballots are seen like all others and count for nothing.
    ballots = dict.fromkeys((spy, *rest[:2]), second) | dict.fromkeys((a, b, g, h), rest[0])
    assert cast.vote(ballots) == (9, [[second.seat, "civilian"]])

    # Night 2: the spy checks, and is turned on the same night.
    spy.says("check", g)
    h.says("recruit", spy)
    cast.ready()
    assert look.latest("dawned")["dead"] == []
    true = {"kind": "check", "target": g.seat, "result": "gangster"}
    cast.told(
        {
            a: [true | {"source": spy.seat}],
            h: [{"kind": "success", "target": spy.seat}],
            spy: [{"kind": "underground"}, true],
        }
    )
    assert spy.identity == "underground"
    assert spy.table["view"]["bullets"] == 2
    assert cast.known() == {a: {b.seat}, b: {a.seat}}
    assert cast.vote({rest[0]: rest[1], rest[1]: rest[0]}) == (8, []), "a tie"

    # Night 3: he forges for both his handlers, and shoots.
    spy.says("forge", b, result="gangster")
    spy.says("snipe", g)
    cast.ready()
    assert look.latest("dawned")["dead"] == [[g.seat, "bullet", None]]
    forged = {"kind": "check", "target": b.seat, "result": "gangster", "source": spy.seat}
    cast.told({a: [forged], h: [forged]})
    assert spy.table["view"]["bullets"] == 1

    # Day 3: the last of the gang is voted out, and the bureau alone is left.
    assert cast.vote(dict.fromkeys(rest, h)) == (8, [[h.seat, "gangster"]])
    ended(cast, group)


def ended(cast, group):
    """The end is the same for all, and everything is open (U55)."""
    for player in (*cast.players, cast.onlooker):
        view = player.table["view"]
        assert (player.table["status"], view["phase"], view["winners"]) == ("ended", "over", ["bureau"])
        assert player.latest("ended")["winners"] == ["bureau"]
        assert player.table["asked"] == player.table["options"] == []
        assert [p["identity"] for p in view["players"]] == [p.identity for p in cast.players]
        assert set(player.channels()) == {"table", "last_words", "dead", group}
        told = [event["n"] for event in player.events]
        assert told == list(range(1, player.table["last_event"] + 1)), "each event was polled once"
        weights = {b["seat"]: b["weight"] for verdict in view["verdicts"] for b in verdict["ballots"]}
        assert {seat for seat, weight in weights.items() if not weight} == {
            p.seat for p in (cast.a, cast.b, cast.g, cast.h)
        }
    game, look = cast.onlooker.game, cast.onlooker.person
    whole = look.get(f"/games/{game}?after=0").json["events"]
    assert None not in whole[0]["identities"]
    plans, step = [], look.get(f"/games/{game}/replay").json
    for n in range(1, step["steps"]):
        step = look.get(f"/games/{game}/replay?step={n}").json
        plans += [event["plan"] for event in step["events"] if event["type"] == "planned"]
    assert [plan["forge"] for plan in plans if plan["result"]] == [cast.b.seat] * 2


@pytest.mark.parametrize("level", ["random", "sensible"])
def test_the_export_of_a_game_is_verified_and_told_offline(app, level, tmp_path, capsys):
    ann = Person(app, "Ann")
    table = with_bots(ann, level, 14, ruleset="undercover", options={"max_rounds": 3, "tie": "random"})
    table = play_on([ann], table["id"])
    assert table["status"] == "ended"
    came = ann.get(f"/games/{table['id']}/export")
    assert came.headers["Content-Disposition"] == f'attachment; filename="undercover-{table["id"]}.json"'
    assert record.verify(record.parsed(came.json)) == []
    file = tmp_path / "game.json"
    file.write_bytes(came.data)
    assert main(["verify", str(file)]) == 0, capsys.readouterr().out
    for lang in ("en", "zh-Hans", "zh-Hant"):
        for seat in ([], ["--seat", "0"]):
            assert main(["replay", str(file), "--lang", lang, *seat]) == 0
            assert "Ann" in capsys.readouterr().out
    rounds = [event["round"] for event in ann.see(f"{table['id']}?after=0")["events"] if event["type"] == "night_fell"]
    assert rounds == list(range(1, rounds[-1] + 1))


def test_a_changed_night_is_found_out(app):
    ann = Person(app, "Ann")
    table = play_on([ann], with_bots(ann, "sensible", 14, ruleset="undercover", options={"max_rounds": 2})["id"])
    data = ann.get(f"/games/{table['id']}/export").json
    step = next(step for step in data["steps"] if step["move"] and step["move"]["type"] == "recruit")
    step["move"] = {"type": "nothing"}
    assert record.verify(record.parsed(data))
    data = ann.get(f"/games/{table['id']}/export").json
    identities = data["steps"][0]["events"][0]["identities"]
    other = next(x for x, identity in enumerate(identities) if identity != identities[0])
    identities[0], identities[other] = identities[other], identities[0]
    assert any("commitment" in finding for finding in record.verify(record.parsed(data)))


def test_a_rematch_is_dealt_anew_and_verified_too(app):
    ann = Person(app, "Ann")
    table = play_on([ann], with_bots(ann, "random", 14, ruleset="undercover", options={"max_rounds": 1})["id"])
    new = ann.post(f"/games/{table['id']}/rematch").json
    assert [seat["kind"] for seat in new["seats"]] == ["guest"] + ["bot"] * 13
    play_on([ann], new["id"])
    data = ann.get(f"/games/{new['id']}/export").json
    assert data["before"]["came_from"] == list(range(14))
    assert RULESET.load_state(data["before"]["state"]).winners is not None
    assert record.verify(record.parsed(data)) == []
