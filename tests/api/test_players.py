"""Accounts, guests and their tokens."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine

from api.game import seating
from api.web import attempts, auth
from tests.api.conftest import new_app
from tests.api.people import Person, query, seated

WORDS = {"name": "Ann", "password": "correct horse"}
WHO = {"owner": None, "operator": False}


def log_in(app, **said):
    return Person(app).post("/tokens", {**WORDS, **said})


def test_register_and_log_in(anyone):
    made = anyone.post("/players", {**WORDS, "label": "phone"})
    assert made.status_code == 201
    player, token = made.json["player"], made.json["token"]
    assert (player["name"], player["kind"], token["label"]) == ("Ann", "account", "phone")
    again = log_in(anyone.app, name="ANN", label=" my\n laptop ")
    assert again.status_code == 201
    assert again.json["player"] == player
    assert again.json["token"]["label"] == "my laptop"
    anyone.secret = again.json["token"]["secret"]
    assert anyone.get("/me").json == {"player": player}


@pytest.mark.parametrize("said", [{"password": "wrong horse"}, {"name": "Ben"}, {"name": "A\x00nn"}, {"name": ""}])
def test_a_wrong_name_or_password_is_told_alike(anyone, said):
    anyone.post("/players", WORDS)
    refused = log_in(anyone.app, **said)
    assert (refused.status_code, refused.json["code"]) == (401, "wrong_password")
    assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_a_guest_has_no_password_to_log_in_with(ann):
    assert log_in(ann.app).json["code"] == "wrong_password"


def test_neither_passwords_nor_tokens_are_kept(anyone):
    secret = anyone.post("/players", WORDS).json["token"]["secret"]
    kept = str(query(anyone.app, "SELECT * FROM players") + query(anyone.app, "SELECT * FROM tokens"))
    assert WORDS["password"] not in kept
    assert secret not in kept
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in kept


@pytest.mark.parametrize("given", ["Bearer", "Bearer ", "Bearer nonsense", "Basic QTpi", "nonsense", "Bearer é"])
def test_a_bad_token_is_refused_even_where_none_is_needed(anyone, given):
    for path in ("/me", "/games", "/games/nosuchgamehere00"):
        refused = anyone.get(path, headers={"Authorization": given})
        assert (refused.status_code, refused.json["code"]) == (401, "unauthorized")
        assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_a_guest_becomes_an_account_and_keeps_his_seats(six):
    ann, ben = six[:2]
    game, waiting = seated(six), ann.create()["id"]
    tags = [person.get(f"/games/{game}").headers["ETag"] for person in (ann, ben)]
    claimed = ann.post("/me/claim", {"name": "Anna", "password": WORDS["password"]})
    assert claimed.json["player"] == WHO | {"id": ann.id, "name": "Anna", "kind": "account"}
    assert ann.get("/me").json["player"]["kind"] == "account"
    for id in (game, waiting):
        told = ben.see(id)["seats"][0]
        assert (told["name"], told["kind"], told["level"], told["owner"]) == ("Anna", "account", None, None)
        assert ann.see(id)["you"] == 0
    for person, tag in zip((ann, ben), tags, strict=True):
        assert person.get(f"/games/{game}", etag=tag).status_code == 200
    assert log_in(ann.app, name="anna").status_code == 201
    assert ann.post("/me/claim", {"password": WORDS["password"]}).json["code"] == "not_a_guest"
    assert Person(ann.app, "Ann").secret


def test_a_table_that_is_gone_by_then_keeps_nobody_from_becoming_an_account_or_going(six, monkeypatch):
    tables = seating.tables
    monkeypatch.setattr(seating, "tables", lambda link, player: ["justremoved", *tables(link, player)])
    game = seated(six)
    assert six[1].post("/me/claim", {"name": "Benjamin", "password": "correct horse"}).status_code == 200
    assert six[0].see(game)["seats"][1]["name"] == "Benjamin"
    assert six[2].post("/me/deletion", {}).status_code == 204


def test_a_claim_of_anothers_name_changes_nothing(ann):
    Person(ann.app, "Ben")
    refused = ann.post("/me/claim", {"name": "Ben", "password": WORDS["password"]})
    assert (refused.status_code, refused.json["code"]) == (409, "name_taken")
    assert ann.get("/me").json["player"] == WHO | {"id": ann.id, "name": "Ann", "kind": "guest"}


def test_passwords_are_tried_a_few_times_and_no_more(anyone, monkeypatch):
    anyone.post("/players", WORDS)
    checked = []
    monkeypatch.setattr(auth, "check_password", lambda kept, password: checked.append(1) or False)
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False):
        codes = [log_in(anyone.app, password="wrong horse").status_code for _ in range(12)]
        assert codes == [401] * 10 + [429] * 2
        assert len(checked) == 10
        refused = log_in(anyone.app)
        assert (refused.json["code"], refused.headers["Retry-After"]) == ("too_many_attempts", "900")
        assert log_in(anyone.app, name="Ben").status_code == 401
    monkeypatch.undo()
    with time_machine.travel("2030-01-01T12:16:00Z", tick=False):
        assert log_in(anyone.app).status_code == 201
    assert query(anyone.app, "SELECT count(*) FROM attempts") == [(2,)]


def test_one_address_tries_no_more_than_its_share_of_names(anyone, monkeypatch):
    monkeypatch.setattr(auth, "check_password", lambda kept, password: False)
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False):
        codes = [log_in(anyone.app, name=f"nobody {n}", password="x" * 8).status_code for n in range(62)]
    assert codes == [401] * 60 + [429] * 2


def test_a_name_and_an_address_are_not_kept_with_the_attempts(anyone):
    log_in(anyone.app)
    kept = str(query(anyone.app, "SELECT * FROM attempts"))
    assert "ann" not in kept
    assert "127.0.0.1" not in kept


def test_two_who_want_one_name_at_once_get_it_once(app):
    with ThreadPoolExecutor(8) as many:
        codes = list(many.map(lambda _: Person(app).post("/guests", {"name": "Ann"}).status_code, range(8)))
    assert sorted(codes) == [201] + [409] * 7


@pytest.fixture
def restarted(database, app):
    """Makes a server anew on the same database."""
    return lambda: new_app(database)


def test_a_restart_forgives_no_password(anyone, restarted, monkeypatch):
    anyone.post("/players", WORDS)
    monkeypatch.setitem(attempts.TRIES, "pair", 3)
    assert [log_in(anyone.app, password="wrong horse").status_code for _ in range(3)] == [401] * 3
    assert log_in(restarted()).json["code"] == "too_many_attempts"


def test_invitations_are_tried_a_few_times_and_no_more(six, restarted, monkeypatch):
    """The same whether there is such a game or not, and for every way to bring a code."""
    monkeypatch.setitem(attempts.TRIES, "code", 5)
    ann, ben, cleo, dan = six[:4]
    game = ann.create(private=True)
    codes = {}
    for person, id in ((ben, game["id"]), (cleo, "nosuchgamehere00")):
        way = f"/games/{id}"
        tries = [
            person.get(f"{way}?code=wrong"),
            person.get(f"{way}/talk?code=wrong"),
            person.post(f"{way}/seats", {"code": "wrong"}),
            person.post(f"{way}/seats", {"code": "wrong"}, key="k1"),
            person.get(f"{way}/export?code=wrong"),
            person.get(f"{way}?code=wrong"),
        ]
        codes[person.name] = [(answer.status_code, answer.json["code"]) for answer in tries]
    assert codes["Ben"] == codes["Cleo"] == [(404, "not_found")] * 5 + [(429, "too_many_attempts")]
    ben.app, ben.client = restarted(), restarted().test_client()
    refused = ben.post(f"/games/{game['id']}/seats", {"code": game["code"]})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "900")
    assert ben.get(f"/games/{game['id']}").status_code == 404, "without a code nothing is guessed"
    assert dan.post(f"/games/{game['id']}/seats", {"code": game["code"]}).status_code == 201
    assert ann.see(game["id"])["you"] == 0


def test_one_address_guesses_no_more_than_its_share_of_invitations(six, monkeypatch):
    monkeypatch.setitem(attempts.TRIES, "codes", 4)
    game = six[0].create(private=True)["id"]
    guests = [*six[1:], Person(six[0].app)]
    assert [p.get(f"/games/{game}?code=wrong").status_code for p in guests] == [404] * 4 + [429] * 2
    kept = str(query(six[0].app, "SELECT * FROM attempts"))
    assert "127.0.0.1" not in kept
    assert six[1].id not in kept


def test_a_right_invitation_is_not_counted(six):
    game = six[0].create(private=True)
    for _ in range(3):
        assert Person(six[0].app).get(f"/games/{game['id']}?code={game['code']}").status_code == 200
    assert query(six[0].app, "SELECT count(*) FROM attempts") == [(0,)]
