"""By night, and with secret ballots, nobody can tell by anything he receives that another has acted (U8, U10, U34)."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import orjson
import pytest

from tests.api.people import Person, query
from tests.api.test_sealed import everything
from tests.api.undercover import SEATS, Past, close, fourteen, put

A, B, C, D, E, F, G = range(7)
DEAD = SEATS.index("n")
THIRD_NIGHT = "a recruit > e ; c recruit > f ; d assassinate > n ; dawn ; dusk ; a recruit > f ; dawn ; dusk"
"""Agents a and b, gangsters c and d, e the bureau's informant, f underground; n is dead."""

NIGHT = {
    A: [{"type": "recruit", "target": G}, {"type": "assassinate", "target": E}],
    B: [{"type": "recruit", "target": A}],
    C: [{"type": "recruit", "target": F}, {"type": "nothing"}],
    E: [{"type": "check", "target": C}],
    F: [{"type": "forge", "target": G, "result": "gangster"}, {"type": "snipe", "target": B}],
    G: [{"type": "nothing"}],
}
"""What a night may bring, one's second thoughts last."""


@pytest.fixture
def night(app):
    """Fourteen people in their third night; they and their game."""
    people, game = fourteen(app)
    put(app, game, Past("ab", "cd", THIRD_NIGHT))
    return people, game


def others(people, seat):
    """All but one, and an onlooker."""
    return [*people[:seat], *people[seat + 1 :], Person(people[0].app)]


def unseen(people, game, seat, said):
    """Nobody else sees that this was said: not a byte changes for him, and his 304 stays."""
    watchers = others(people, seat)
    before = [everything(person, game) for person in watchers]
    for move in said:
        answer = people[seat].post(f"/games/{game}/moves", move)
        assert answer.status_code == 200, answer.json
        assert answer.json["events"] == []
    assert [everything(person, game) for person in watchers] == before
    for person, seen in zip(watchers, before, strict=True):
        assert person.get(f"/games/{game}", etag=dict(seen[0][2])["ETag"]).status_code == 304
    return answer.json["view"]


def test_a_night_changes_nothing_for_anybody_else_until_dawn(night):
    people, game = night
    for seat, said in NIGHT.items():
        own = people[seat].get(f"/games/{game}").headers["ETag"]
        assert unseen(people, game, seat, said)["plan"] is not None
        assert people[seat].get(f"/games/{game}", etag=own).status_code == 200
    assert unseen(people, game, G, [{"type": "ready"}])["ready"] is True
    assert unseen(people, game, E, [{"type": "ready"}])["ready"] is True
    table = close(people, game)
    assert [event["type"] for event in table["events"][-3:]] == ["dawned", "told", "day_broke"]
    assert table["events"][-3]["dead"] == [[B, "bullet", None], [E, "blade", None]]


def test_dawn_comes_with_the_last_who_is_ready_and_takes_the_last_word_of_each(night):
    people, game = night
    living = people[0].see(game)["asked"]
    people[A].move(game, type="assassinate", target=G)
    for seat in living[:-1]:
        assert people[seat].move(game, type="ready").json["view"]["phase"] == "night"
    changed = people[A].move(game, type="assassinate", target=E).json
    assert (changed["view"]["ready"], changed["view"]["plan"]["assassinate"]) == (True, E)
    assert people[G].see(game)["asked"] == living, "all are asked to the end"
    assert people[A].get("/me/games").json["games"][0]["asked_me"] is False
    last = people[living[-1]]
    assert last.get("/me/games").json["games"][0]["asked_me"] is True
    answer = last.move(game, type="ready").json
    assert answer["view"]["phase"] == "day"
    assert answer["events"][0]["dead"] == [[E, "blade", None]]


def test_all_submit_at_once_and_are_all_accepted(night):
    people, game = night
    with ThreadPoolExecutor(6) as at_once:
        codes = list(at_once.map(lambda x: people[x].post(f"/games/{game}/moves", NIGHT[x][0]).status_code, NIGHT))
    assert codes == [200] * 6
    plans = {seat: people[seat].see(game)["view"]["plan"] for seat in NIGHT}
    for seat, plan in plans.items():
        said = {name: value for name, value in NIGHT[seat][0].items() if name not in ("type", "target")}
        named = {} if NIGHT[seat][0]["type"] == "nothing" else {NIGHT[seat][0]["type"]: NIGHT[seat][0]["target"]}
        assert {name: value for name, value in plan.items() if value is not None} == said | named


def test_two_who_are_ready_at_once_bring_one_dawn(night):
    people, game = night
    living = people[0].see(game)["asked"]
    for seat in living[:-2]:
        people[seat].move(game, type="ready")
    with ThreadPoolExecutor(2) as at_once:
        answers = list(at_once.map(lambda seat: people[seat].move(game, type="ready"), living[-2:]))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert sorted(answer.json["view"]["phase"] for answer in answers) == ["day", "night"]
    told = [event["type"] for event in people[0].see(f"{game}?after=0")["events"]]
    assert told.count("dawned") == 3


def test_no_target_is_refused_or_answered_otherwise_for_what_he_is(night):
    """A partner, the other side, one's own informant, an underground: all are accepted in the same words (U9)."""
    people, game = night
    for type in ("recruit", "assassinate"):
        answers = set()
        for target in range(1, DEAD):
            made = people[A].move(game, type=type, target=target)
            assert made.status_code == 200
            assert made.json["view"]["plan"].pop(type) == target
            told = made.json
            told["view"]["plan"].pop(type)
            answers.add(orjson.dumps(told))
        assert len(answers) == 1
    for target, code in ((A, "oneself"), (DEAD, "not_living")):
        refused = people[A].move(game, type="recruit", target=target)
        assert (refused.status_code, refused.json["code"], refused.json["rule"]) == (409, code, "U9")


def hidden_hours(app):
    """When the acts were made that showed nothing; the act that closes a phase has the hour of what it shows."""
    steps = query(app, "SELECT shown, at FROM steps ORDER BY n")
    shown = {at for (before, _), (after, at) in pairwise(steps) if after > before}
    return [at for (before, _), (after, at) in pairwise(steps) if after == before and at not in shown]


def test_when_somebody_acted_is_nowhere_to_be_read_before_the_end(night):
    people, game = night
    for seat, said in NIGHT.items():
        people[seat].post(f"/games/{game}/moves", said[0])
    given = hidden_hours(people[0].app)
    assert len(given) >= len(NIGHT)
    close(people, game)
    given += hidden_hours(people[0].app)
    for person in (*people, Person(people[0].app)):
        for path, _, headers, body in everything(person, game):
            assert not any(at in body.decode() or at in str(headers) for at in given), path


def test_open_ballots_are_events_for_all(night):
    people, game = night
    close(people, game)
    before = people[DEAD].see(game)["last_event"]
    people[A].move(game, type="vote", target=G)
    people[A].move(game, type="abstain")
    people[G].move(game, type="vote", target=A)
    for person in (*people, Person(people[0].app)):
        table = person.see(f"{game}?after={before}")
        assert [(e["n"] - before, e["type"], e["seat"], e["target"]) for e in table["events"]] == [
            (1, "voted", A, G),
            (2, "voted", A, None),
            (3, "voted", G, A),
        ]
        assert [(b["seat"], b["target"], b["weight"]) for b in table["view"]["ballots"]] == [
            (A, None, None),
            (G, A, None),
        ]
    assert unseen(people, game, G, [{"type": "ready"}])["ready"] is True


def test_secret_ballots_are_not(app):
    people, game = fourteen(app, options={"ballots": "secret", "max_rounds": 1})
    put(app, game, Past("ab", "cd", "dawn", ballots="secret", max_rounds=1))
    for seat in (A, G):
        view = unseen(people, game, seat, [{"type": "vote", "target": C}, {"type": "vote", "target": E}])
        assert view["ballots"] == [{"seat": seat, "target": E, "weight": None}]
    view = unseen(people, game, F, [{"type": "abstain"}])
    assert view["ballots"] == [{"seat": F, "target": None, "weight": None}]
    close(people, game)
    ballots = [person.see(game)["view"]["verdicts"][0]["ballots"] for person in (*people, Person(app))]
    assert all(each == ballots[0] for each in ballots), "the game is over, and all is open"
    assert {ballot["seat"]: ballot["weight"] for ballot in ballots[0]} == {x: int(x > D) for x in range(14)}


def test_secret_ballots_stay_secret_after_the_verdict(app):
    people, game = fourteen(app, options={"ballots": "secret"})
    put(app, game, Past("ab", "cd", "dawn ; e vote > g ; f vote > g ; dusk", ballots="secret"))
    for seat, person in enumerate((*people, Person(app))):
        [verdict] = person.see(game)["view"]["verdicts"]
        assert verdict["out"] == [G]
        assert [ballot["seat"] for ballot in verdict["ballots"]] == ([seat] if seat < 14 else [])
