"""Games before they start, lists of games, and the game after."""

from random import Random

import pytest

from api.game import founding
from engine.game import GAMES
from tests.api.people import Person, filled, play_on, query, seated, with_bots


def kinds(table):
    return [seat["kind"] for seat in table["seats"]]


def test_a_new_game_tells_the_rules_that_hold(ann):
    made = ann.post(
        "/games", {"ruleset": "fireline", "seats": 6, "options": {"restaurant_heal": 2}, "title": " Fun\n "}
    )
    assert made.status_code == 201
    game = made.json
    assert made.headers["Location"] == f"/api/v1/games/{game['id']}"
    assert (game["status"], game["title"], game["size"], game["you"], game["creator"]) == ("open", "Fun", 6, 0, True)
    assert game["rules"]["restaurant_heal"] == 2
    assert game["rules"]["identities"] == {"swat": 2, "citizen": 2, "kidnapper": 2}
    told = {each["option"]: (each["value"], each["default"], each["rule"]) for each in game["summary"]}
    assert told["restaurant_heal"] == (2, False, "F61")
    assert told["max_turns"] == (200, True, "F21")
    assert set(told) == set(game["rules"])
    assert game["view"] is None
    assert game["events"] == game["asked"] == game["options"] == []
    assert ann.see(made.headers["Location"].removeprefix("/api/v1/games/")) == game


CARDS = list(GAMES["fireline"].rules({}, 6).deck)
SENSELESS = {
    "an option that isn't": ({"options": {"wrong": 1}}, "/options/wrong", "no_such_option"),
    "a value that isn't": ({"options": {"both": "nobody"}}, "/options/both", "invalid"),
    "a value out of bounds": ({"options": {"max_turns": 0}}, "/options/max_turns", "invalid"),
    "a number as text": ({"options": {"max_turns": "9"}}, "/options/max_turns", "invalid"),
    "a truth as a number": ({"options": {"grenade_self": 1}}, "/options/grenade_self", "invalid"),
    "identities that don't add up": (
        {"options": {"identities": {"swat": 1, "citizen": 1, "kidnapper": 1}}},
        "/options/identities",
        "identities_do_not_add_up",
    ),
    "an empty side": ({"options": {"identities": {"swat": 3, "citizen": 3}}}, "/options/identities", "empty_side"),
    "an identity that isn't": ({"options": {"identities": {"boss": 1}}}, "/options/identities/boss", "invalid"),
    "a deck too small": ({"options": {"deck": dict.fromkeys(CARDS, 1)}}, "/options/deck", "deck_too_small"),
    "a seat that isn't": ({"options": {"first": 6}}, "/options/first", "no_such_seat"),
    "too many seats": ({"seats": 11}, "/seats", "seats_out_of_range"),
    "too few": ({"seats": 3}, "/seats", "seats_out_of_range"),
    "no game": ({"ruleset": "chess"}, "/ruleset", "invalid"),
    "a long title": ({"title": "x" * 61}, "/title", "invalid"),
}


@pytest.mark.parametrize("case", SENSELESS)
def test_senseless_rules_are_refused_where_they_are_wrong(ann, case):
    said, pointer, code = SENSELESS[case]
    refused = ann.post("/games", {"ruleset": "fireline", "seats": 6, **said})
    assert (refused.status_code, refused.json["code"]) == (422, code), refused.json
    assert pointer in [error["pointer"] for error in refused.json["errors"]]
    assert query(ann.app, "SELECT count(*) FROM games") == [(0,)]


def test_people_sit_down_in_the_order_in_which_they_come(six):
    game = six[0].create()["id"]
    for seat, person in enumerate(six[1:], 1):
        table = person.post(f"/games/{game}/seats").json
        assert table["you"] == seat
        assert table["status"] == ("running" if seat == 5 else "open")
    assert six[0].see(game)["started"]


def test_joining_twice_takes_one_seat(six):
    game = six[0].create()["id"]
    first = six[1].post(f"/games/{game}/seats")
    again = six[1].post(f"/games/{game}/seats")
    assert first.status_code == again.status_code == 201
    assert first.json == again.json
    for person in six[2:]:
        person.post(f"/games/{game}/seats")
    assert six[1].post(f"/games/{game}/seats").json["you"] == 1
    late = Person(six[0].app, "Gus").post(f"/games/{game}/seats")
    assert (late.status_code, late.json["code"]) == (409, "started")


def test_a_private_game_is_joined_by_its_code(six):
    ann, ben, cleo = six[:3]
    game = ann.create(private=True)
    assert ben.post(f"/games/{game['id']}/seats", {"code": "wrong"}).status_code == 404
    assert ben.post(f"/games/{game['id']}/seats", {"code": game["code"]}).json["you"] == 1
    assert ben.see(game["id"])["code"] == game["code"]
    assert cleo.see(f"{game['id']}?code={game['code']}")["code"] is None


def test_leaving_frees_the_seat_and_passes_the_game_on(six):
    ann, ben, cleo, dan = six[:4]
    game = ann.create()["id"]
    for person in (ben, cleo):
        person.post(f"/games/{game}/seats")
    ann.post(f"/games/{game}/bots", {"level": "random"})
    assert ann.delete(f"/games/{game}/seats/me").status_code == 204
    table = ben.see(game)
    assert kinds(table) == [None, "guest", "guest", "bot", None, None]
    assert (table["creator"], cleo.see(game)["creator"]) == (True, False)
    assert dan.post(f"/games/{game}/seats").json["you"] == 0
    assert ann.delete(f"/games/{game}/seats/me").json["code"] == "not_seated"
    for person in (ben, cleo, dan):
        assert person.delete(f"/games/{game}/seats/me").status_code == 204
    assert ann.get(f"/games/{game}").status_code == 404
    assert query(ann.app, "SELECT count(*) FROM seats") == [(0,)]


def test_nobody_leaves_a_game_that_is_over(six):
    game = play_on(six, seated(six, options={"max_turns": 5}))["id"]
    refused = six[3].delete(f"/games/{game}/seats/me")
    assert (refused.status_code, refused.json["code"]) == (409, "ended")


def test_bots_are_the_creators_to_seat_and_to_send_away(six):
    ann, ben = six[:2]
    game = ann.create()["id"]
    ben.post(f"/games/{game}/seats")
    assert ben.post(f"/games/{game}/bots", {"level": "random"}).json["code"] == "not_creator"
    table = ann.post(f"/games/{game}/bots", {"level": "sensible", "count": 3}).json
    assert kinds(table) == ["guest", "guest", "bot", "bot", "bot", None]
    assert [seat["level"] for seat in table["seats"]] == [None, None, "sensible", "sensible", "sensible", None]
    assert ann.post(f"/games/{game}/bots", {"level": "random", "count": 2}).json["code"] == "full"
    assert ben.delete(f"/games/{game}/bots/3").json["code"] == "not_creator"
    assert ann.delete(f"/games/{game}/bots/3").status_code == 204
    assert kinds(ann.see(game)) == ["guest", "guest", "bot", None, "bot", None]
    for seat in (0, 1, 3, 5, 9, 10**30):
        assert ann.delete(f"/games/{game}/bots/{seat}").status_code == 404
    assert ann.post(f"/games/{game}/bots", {"level": "random", "count": 2}).json["status"] == "running"
    assert ann.post(f"/games/{game}/bots", {"level": "random"}).json["code"] == "started"
    assert ann.delete(f"/games/{game}/bots/2").json["code"] == "started"


def test_the_creator_may_keep_the_start_to_himself(six):
    ann, ben = six[:2]
    game = ann.create(4, start="creator")["id"]
    ben.post(f"/games/{game}/seats")
    assert ann.post(f"/games/{game}/start").json["code"] == "seats_free"
    table = ann.post(f"/games/{game}/bots", {"level": "random", "count": 2}).json
    assert (table["status"], table["start"]) == ("open", "creator")
    assert six[2].post(f"/games/{game}/seats").json["code"] == "full"
    assert ben.post(f"/games/{game}/start").json["code"] == "not_creator"
    begun = ann.post(f"/games/{game}/start")
    assert (begun.status_code, begun.json["events"][0]["type"]) == (200, "dealt")
    assert ann.post(f"/games/{game}/start").json["code"] == "started"


def test_one_player_hosts_only_so_many_games(six, monkeypatch):
    monkeypatch.setattr(founding, "MOST", {"open": 2, "running": 3, "sandbox": 1})
    ann, ben = six[:2]

    def refused(**more):
        made = ann.post("/games", {"ruleset": "fireline", "seats": 4, **more})
        return made.status_code == 409 and made.json["code"] == "too_many_games"

    first, second = (ann.create(4)["id"] for _ in range(2))
    assert refused()
    ben.post(f"/games/{second}/seats")
    elsewhere = ben.create(4)["id"]
    ann.post(f"/games/{elsewhere}/seats")
    ann.create(4, sandbox=True)
    assert refused(sandbox=True), "sandboxes are counted by themselves"
    ann.delete(f"/games/{first}/seats/me")
    for _ in range(3):
        with_bots(ann)
    assert refused(), "those that go on count too"
    assert ben.create(4)["status"] == "open"
    for game in ann.get("/me/games").json["games"]:
        if game["status"] == "running" and not game["sandbox"]:
            ann.delete(f"/games/{game['id']}/seats/me")
    assert not refused()


def test_a_rematch_seats_the_same_table(six):
    people = six[:4]
    game = people[0].create(6, options={"restaurant_heal": 2}, title="Again")["id"]
    people[0].post(f"/games/{game}/bots", {"level": "random"})
    for person in people[1:]:
        person.post(f"/games/{game}/seats")
    people[0].post(f"/games/{game}/bots", {"level": "sensible"})
    order = [people[0], None, *people[1:], None]
    assert people[2].post(f"/games/{game}/rematch").json["code"] == "not_ended"
    old = play_out(order, game)
    tag = people[0].get(f"/games/{game}").headers["ETag"]

    made = people[2].post(f"/games/{game}/rematch")

    assert made.status_code == 201
    new = made.json
    assert made.headers["Location"].endswith(new["id"])
    assert [(s["name"], s["kind"], s["level"]) for s in new["seats"]] == [
        (s["name"], s["kind"], s["level"]) for s in old["seats"]
    ]
    assert (new["status"], new["title"], new["rules"]) == ("running", "Again", old["rules"])
    for person in people:
        again = person.post(f"/games/{game}/rematch")
        assert (again.status_code, again.json["id"]) == (201, new["id"])
        assert person.see(game)["rematch"] == new["id"]
        assert person.see(new["id"])["you"] == person.see(game)["you"]
    assert people[0].get(f"/games/{game}", etag=tag).status_code == 200
    assert Person(six[0].app, "Gus").post(f"/games/{game}/rematch").json["code"] == "not_seated"
    first = next(
        event["seat"] for event in people[0].see(f"{new['id']}?after=0")["events"] if event["type"] == "turn_began"
    )
    shots = [
        e["seat"]
        for e in people[0].see(f"{game}?after={max(0, old['last_event'] - 500)}")["events"]
        if e.get("card") in ("single_bullet", "double_bullet") and e["type"] == "played"
    ]
    if shots:  # of the last 500 events, for no more are told at once
        assert first == shots[-1], "whoever fired the last bullet begins (F7)"


def test_who_is_gone_is_not_seated_again(six):
    """Neither an account that was deleted, nor the emptiness of a seat that nobody took over."""
    over = play_on(six[:4], seated(six[:4], options={"max_turns": 2}))["id"]
    query(six[0].app, "UPDATE seats SET player_id = NULL WHERE game_id = :id AND seat = 2", id=over)
    query(six[0].app, "UPDATE seats SET level = 'random' WHERE game_id = :id AND seat = 1", id=over)
    assert six[3].post("/me/deletion", {}).status_code == 204
    new = six[0].post(f"/games/{over}/rematch").json
    assert (new["status"], [at["name"] for at in new["seats"]]) == ("open", ["Ann", "Ben", None, None])
    assert new["seats"][1]["stand_in"] is None, "the bot that sat in for him isn't needed any more"
    for person in six[4:]:
        joined = person.post(f"/games/{new['id']}/seats")
    assert (joined.status_code, joined.json["status"]) == (201, "running")


def test_who_left_a_private_rematch_does_not_see_it_by_asking_again(six):
    over = play_on(six[:4], seated(six[:4], private=True, options={"max_turns": 2}))["id"]
    new = six[0].post(f"/games/{over}/rematch").json["id"]
    assert six[1].delete(f"/games/{new}/seats/me").status_code == 204
    assert six[1].get(f"/games/{new}").status_code == 404
    again = six[1].post(f"/games/{over}/rematch")
    assert (again.status_code, again.json["code"]) == (404, "not_found")
    assert six[2].post(f"/games/{over}/rematch").json["id"] == new


def play_out(order, game):
    """Play to the end, the people sitting as in `order`."""
    chance, table = Random(3), order[0].see(game)
    while table["status"] == "running":
        seat = next(x for x in table["asked"] if order[x])
        option = chance.choice(order[seat].get(f"/games/{game}/options").json["options"])
        answered = order[seat].post(f"/games/{game}/moves", filled(option, chance))
        assert answered.status_code == 200, answered.json
        table = order[0].see(game)
        silent = [x for x in table["asked"] if order[x]]
        for x in silent if len(silent) > 1 else ():
            order[x].move(game, type="pass")
        table = order[0].see(game)
    return table


def test_public_games_page_by_page(six):
    ann, ben = six[:2]
    made = [ann.create(title=str(n))["id"] for n in range(7)]
    ann.create(private=True)
    seen, cursor = [], ""
    while cursor is not None:
        page = ben.get(f"/games?limit=3{cursor and '&cursor=' + cursor}").json
        seen += page["games"]
        cursor = page["next"]
        assert len(page["games"]) <= 3
    assert sorted(entry["id"] for entry in seen) == sorted(made)
    assert [entry["created"] for entry in seen] == sorted((entry["created"] for entry in seen), reverse=True)
    entry = seen[0]
    assert (entry["taken"], entry["size"], entry["you"], entry["asked_me"]) == (1, 6, None, False)
    assert entry["deadline"] is None
    assert Person(ann.app).get("/games?limit=100").json == {"games": seen, "next": None}
    assert {entry["you"] for entry in ann.get("/games").json["games"]} == {0}


def test_public_games_by_status(six):
    seated(six)
    six[0].create()
    ended = play_on(six, seated(six, options={"max_turns": 5}))["id"]
    for status, count in (("open", 1), ("running", 1), ("ended", 1)):
        found = six[1].get(f"/games?status={status}&ruleset=fireline").json["games"]
        assert [entry["status"] for entry in found] == [status] * count
    assert six[1].get("/games?status=ended").json["games"][0]["id"] == ended


@pytest.mark.parametrize("cursor", ["x", "AAAA", "bm8", "gICA", "AAAg", "a~b"])
def test_a_made_up_cursor_is_refused(anyone, cursor):
    refused = anyone.get(f"/games?cursor={cursor}")
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/cursor")


def test_ones_own_games_the_most_urgent_first(six):
    ann = six[0]
    waiting = ann.create()["id"]
    ended = play_on(six, seated(six, options={"max_turns": 5}))["id"]
    games = [seated(six) for _ in range(4)]
    someone = six[0].see(games[0])["asked"][0]
    while len({six[0].see(game)["asked"][0] for game in games}) == 1:
        games.append(seated(six))
    listed = six[someone].get("/me/games").json["games"]
    asked = [entry["asked_me"] for entry in listed]
    assert asked == sorted(asked, reverse=True)
    assert asked.count(True) == sum(someone in six[0].see(game)["asked"] for game in games)
    ranks = ["running", "open", "ended"]
    assert [ranks.index(entry["status"]) for entry in listed] == sorted(ranks.index(e["status"]) for e in listed)
    mine = {entry["id"] for entry in ann.get("/me/games").json["games"]}
    assert mine == {waiting, ended, *games}
    assert Person(ann.app, "Gus").get("/me/games").json == {"games": []}
    assert Person(ann.app).get("/me/games").status_code == 401


def test_the_list_of_seats_is_that_of_the_seats(six):
    """The list is kept beside the seats, for cheap answers: both must say the same."""
    game = six[0].create(8, start="creator")["id"]
    for person in six[1:]:
        person.post(f"/games/{game}/seats")
    six[0].post(f"/games/{game}/bots", {"level": "random", "count": 2})
    six[2].delete(f"/games/{game}/seats/me")
    six[0].delete(f"/games/{game}/bots/7")
    rows = query(six[0].app, "SELECT seat, name FROM seats LEFT JOIN players ON id = player_id ORDER BY seat")
    told = [(s["seat"], s["name"]) for s in six[0].see(game)["seats"] if s["kind"] in ("guest", "account")]
    assert told == [row for row in rows if row[1]]
    bots = [s["seat"] for s in six[0].see(game)["seats"] if s["kind"] == "bot"]
    assert bots == [row[0] for row in rows if not row[1]]


def test_with_bots_alone_a_game_starts_at_once(ann):
    assert with_bots(ann)["status"] in ("running", "ended")


def test_all_of_my_games_are_one_call_that_may_say_that_nothing_has_changed(six):
    seated(six)
    first = six[0].get("/me/games")
    tag = first.headers["ETag"]
    again = six[0].get("/me/games", etag=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert "Content-Type" not in again.headers
    assert six[1].get("/me/games", etag=tag).status_code == 200, "each has a tag of his own"
    six[0].create()
    changed = six[0].get("/me/games", etag=tag)
    assert (changed.status_code, len(changed.json["games"])) == (200, 2)
