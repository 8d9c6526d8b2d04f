"""Undercover's channels: groups of partners, the room of the dead, last words, and all of it open at the end."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.people import Person
from tests.api.undercover import SEATS, Past, close, fourteen, put

A, B, C, D, E = range(5)
M, N = SEATS.index("m"), SEATS.index("n")
FIRST_DAY = "a recruit > b ; d assassinate > n ; dawn"
"""Agents a and b, gangsters c and d; n died in the first night."""

GROUP = "group-0-1"


def at_table(app, lines, **options):
    """Fourteen people in a game with this past."""
    people, game = fourteen(app, options=options)
    put(app, game, Past("ab", "cd", lines, **options))
    return people, game


@pytest.fixture
def day(app):
    """The first day of a game: a and b share a group, n is dead."""
    return at_table(app, FIRST_DAY)


def say(person, game, channel="table", text="hello"):
    return person.post(f"/games/{game}/talk", {"text": text, "channel": channel})


def hear(person, game, channel="table"):
    return person.get(f"/games/{game}/talk?channel={channel}")


def heard(person, game, channel="table"):
    answer = hear(person, game, channel)
    assert answer.status_code == 200, answer.json
    return [(message["seat"], message["text"]) for message in answer.json["messages"]]


def channels(person, game):
    """The channels that somebody is told of, and whether he may talk there."""
    return {channel["name"]: channel["can_talk"] for channel in person.see(game)["channels"]}


def hidden(person, game, channel):
    """To this person a channel is as one that never was."""
    never = hear(person, game, "group-8-9")
    assert never.status_code == 404
    found = hear(person, game, channel)
    assert (found.status_code, found.data) == (404, never.data)
    assert channel not in channels(person, game)
    if person.secret:
        refused, never = say(person, game, channel), say(person, game, "group-8-9")
        assert (refused.status_code, refused.data) == (never.status_code, never.data)
        assert refused.status_code in (403, 404)


def test_a_group_opens_at_dawn_for_two_and_is_nowhere_for_all_others(app):
    people, game = at_table(app, "")
    people[A].move(game, type="recruit", target=B)
    for person in people:
        hidden(person, game, GROUP)
    close(people, game)
    everybody = [*people, Person(app), Person(app, "Gus")]
    tags = [person.get(f"/games/{game}").headers["ETag"] for person in everybody]
    assert say(people[A], game, GROUP, "It's me").json["id"] == 1
    assert say(people[B], game, GROUP, "At last").json["id"] == 2
    for seat, (person, tag) in enumerate(zip(everybody, tags, strict=True)):
        again = person.get(f"/games/{game}", etag=tag)
        if seat in (A, B):
            assert again.status_code == 200
            assert {"name": GROUP, "can_talk": True, "last": 2} in again.json["channels"]
            assert heard(person, game, GROUP) == [(A, "It's me"), (B, "At last")]
        else:
            assert again.status_code == 304
            hidden(person, game, GROUP)
        assert heard(person, game) == []


def test_a_group_of_the_other_side_is_another_and_as_hidden(app):
    people, game = at_table(app, "a recruit > b ; d recruit > c ; dawn")
    assert [name for name in channels(people[A], game) if name.startswith("group")] == [GROUP]
    assert [name for name in channels(people[D], game) if name.startswith("group")] == ["group-2-3"]
    hidden(people[A], game, "group-2-3")
    hidden(people[D], game, GROUP)
    for name in ("group-1-0", "group-0-0", "group-0", "GROUP-0-1", "group"):
        hidden(people[A], game, name)


def test_an_invitation_shows_a_private_game_but_no_group(app):
    people, game = fourteen(app, private=True)
    put(app, game, Past("ab", "cd", FIRST_DAY))
    say(people[A], game, GROUP, "psst")
    code, stranger = people[C].see(game)["code"], Person(app)
    assert stranger.get(f"/games/{game}/talk?code={code}").status_code == 200
    answers = [stranger.get(f"/games/{game}/talk?code={code}&channel={name}") for name in (GROUP, "dead", "group-8-9")]
    assert [(answer.status_code, answer.data) for answer in answers] == [(404, answers[2].data)] * 3


def test_the_dead_talk_among_themselves_alone(day):
    people, game = day
    tags = [person.get(f"/games/{game}").headers["ETag"] for person in people]
    assert say(people[N], game, "dead", "Who was it?").status_code == 201
    assert heard(people[N], game, "dead") == [(N, "Who was it?")]
    for person, tag in zip(people[:N], tags, strict=False):
        assert person.get(f"/games/{game}", etag=tag).status_code == 304
        hidden(person, game, "dead")
    hidden(Person(people[0].app), game, "dead")
    refused = say(people[N], game)
    assert (refused.status_code, refused.json["code"]) == (403, "may_not_talk")
    say(people[A], game, text="Sad.")
    assert heard(people[N], game) == [(A, "Sad.")], "they still hear"
    assert channels(people[N], game) == {"table": False, "last_words": True, "dead": True}
    hidden(people[N], game, GROUP)


def test_nobody_has_a_room_while_all_live(app):
    people, game = at_table(app, "a recruit > b ; dawn")
    for person in people:
        hidden(person, game, "dead")


def test_last_words_are_one_post_for_all_to_hear(day):
    people, game = day
    refused = say(people[A], game, "last_words")
    assert (refused.status_code, refused.json["code"]) == (403, "may_not_talk")
    assert channels(people[A], game)["last_words"] is False
    with ThreadPoolExecutor(4) as at_once:
        answers = list(at_once.map(lambda n: say(people[N], game, "last_words", f"Farewell {n}"), range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 403, 403, 403]
    [(seat, _)] = heard(Person(people[0].app), game, "last_words")
    assert seat == N
    assert channels(people[N], game)["last_words"] is False
    assert say(people[N], game, "dead").status_code == 201, "in their own room they go on"


@pytest.mark.parametrize(
    ("option", "in_night_1", "in_night_2", "by_vote"),
    [("classic", 201, 403, 201), ("all", 201, 201, 201), ("none", 403, 403, 403)],
)
def test_who_has_last_words(app, option, in_night_1, in_night_2, by_vote):
    dead = f"{FIRST_DAY} ; e vote > l ; dusk ; a assassinate > m ; dawn"
    people, game = at_table(app, dead, last_words=option)
    said = [say(people[seat], game, "last_words").status_code for seat in (N, M, SEATS.index("l"))]
    assert said == [in_night_1, in_night_2, by_vote]


@pytest.mark.parametrize(("option", "writes"), [("write", True), ("read", False)])
def test_a_dead_partner_still_reads_his_group(app, option, writes):
    people, game = at_table(app, f"{FIRST_DAY} ; e vote > a ; dusk", dead_in_group=option)
    say(people[B], game, GROUP, "Are you there?")
    assert heard(people[A], game, GROUP) == [(B, "Are you there?")]
    assert channels(people[A], game)[GROUP] is writes
    assert say(people[A], game, GROUP).status_code == (201 if writes else 403)
    for person in people[C:]:
        hidden(person, game, GROUP)


def test_partners_have_their_group_though_one_dies_in_that_night(app):
    people, game = at_table(app, "a recruit > b ; c assassinate > b ; dawn")
    assert say(people[B], game, GROUP, "It was a short one").status_code == 201
    assert heard(people[A], game, GROUP) == [(B, "It was a short one")]


def test_at_the_end_everything_is_open_to_everyone(app):
    people, game = at_table(app, f"{FIRST_DAY} ; e vote > c ; dusk ; dawn")
    said = {"table": M, "last_words": N, "dead": C, GROUP: A}
    for channel, seat in said.items():
        assert say(people[seat], game, channel, f"in {channel}").status_code == 201
    people[E].move(game, type="vote", target=D)
    assert close(people, game)["status"] == "ended"
    for person in (*people, Person(app)):
        assert list(channels(person, game)) == list(said)
        for channel, seat in said.items():
            assert heard(person, game, channel) == [(seat, f"in {channel}")]
        missing = hear(person, game, "group-2-3")
        assert missing.status_code == 404, "there never was one"
    for seat in (N, C, A, M):
        assert say(people[seat], game).status_code == 201, "now all may speak"
    assert say(Person(app, "Gus"), game).status_code == 403
    told = people[M].get(f"/games/{game}/export").json["talk"]
    assert {(message["channel"], message["seat"]) for message in told} >= set(said.items())
