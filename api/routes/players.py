"""Players: who comes in, as an account or as a guest, and who he is."""

from typing import Any

from flask import Response, g
from sqlalchemy import bindparam, select, update

from api.clock import now
from api.data.db import Link, Statement, adding, reading, taken
from api.data.models import Player
from api.game import seating
from api.routes import schemas
from api.web import answers, attempts, auth, names, once, texts
from api.web.auth import may, signed_in
from api.web.errors import Problem, conflict, invalid
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.outgoing import json, secret
from api.web.refusals import refuses
from api.web.shapes import record

blp = Blueprint("players", __name__, description="Who plays: accounts and guests.")

ADD = adding(Player, "id", "kind", "name", "folded", "skeleton", "password", "created")
BY_NAME = Statement(
    select(Player.id, Player.name, Player.kind, Player.password, Player.operator).where(
        Player.folded == bindparam("folded")
    )
)
BECOME = Statement(
    update(Player)
    .where(Player.id == bindparam("player"), Player.kind == "guest")
    .values(
        kind="account",
        name=bindparam("new_name"),
        folded=bindparam("new_folded"),
        skeleton=bindparam("new_skeleton"),
        password=bindparam("new_password"),
    )
)
CHECKED = Statement(
    select(Player.id)
    .where(Player.id == bindparam("player"), Player.password == bindparam("checked"))
    .with_for_update(read=True)
)
OWNER = Statement(select(Player.name).where(Player.id == bindparam("owner")))


def named(raw: str) -> dict[str, str]:
    """A new name and what is unique about it; 422 if it can't be had."""
    try:
        kept = names.name(raw)
    except names.BadName as why:
        raise invalid(("/name", str(why)), code="bad_name") from None
    return {"name": kept, "folded": names.folded(kept), "skeleton": names.skeleton(kept)}


def label(raw: str) -> str:
    """The label of a token; 422 if it is too long."""
    kept = texts.line(raw)
    if len(kept) > texts.LINE:
        raise invalid(("/label", f"Longer than {texts.LINE} characters."))
    return kept


def told(id: str, name: str, kind: str, owner: str | None = None, operator: bool = False) -> dict[str, Any]:
    """A player as he sees himself."""
    return {"id": id, "name": name, "kind": kind, "owner": owner, "operator": operator}


def name_taken() -> Problem:
    """Somebody has this name, or one that looks like it."""
    return conflict("name_taken", "This name is taken, or looks like one that is.")


def unknown_account() -> Problem:
    """Nobody has this name and this password."""
    return Problem(401, "wrong_password", "No account has this name and password.", auth.CHALLENGE)


def added(name: str, kind: str, password: str | None, token_label: str) -> Response:
    """A new player, signed in."""
    player = {"id": once.newcomer(), "kind": kind, **named(name)}
    token_label = label(token_label)
    hashed = auth.hasher.hash(password) if password is not None else None

    def enter(link: Link) -> None:
        link.run(ADD, **player, password=hashed, created=now())

    try:
        who = told(player["id"], player["name"], kind)
        return once.effect(player["id"], lambda link: signed(link, who, token_label), enter)
    except taken():
        raise name_taken() from None


def signed(link: Link, player: dict[str, Any], token_label: str) -> Response:
    """A player, and a new token of his."""
    return secret({"player": player, "token": auth.new_token(link, player["id"], token_label)})


@blp.route("/players", methods=["POST"])
@limited("door")
@blp.arguments(schemas.Register)
@blp.response(201, record(answers.SignedIn))
@refuses("name_taken", "bad_name")
@once.keyed
def register(said: dict[str, Any]) -> Response:
    """Register with a name and a password

    The secret of the token is told this once; send it as `Authorization: Bearer ...`.
    """
    return added(said["name"], "account", said["password"], said["label"])


@blp.route("/guests", methods=["POST"])
@limited("door")
@blp.arguments(schemas.Guest)
@blp.response(201, record(answers.SignedIn))
@refuses("name_taken", "bad_name")
@once.keyed
def come_as_guest(said: dict[str, Any]) -> Response:
    """Come as a guest

    A name is enough. Whoever holds the token is the guest; he may become an account later and keeps his seats.
    """
    return added(said["name"], "guest", None, "")


@blp.route("/tokens", methods=["POST"])
@limited("door")
@blp.arguments(schemas.Register)
@blp.response(201, record(answers.SignedIn))
@refuses("wrong_password", "too_many_attempts")
@once.keyed
def log_in(said: dict[str, Any]) -> Response:
    """Log in: a new token for a name and its password"""
    folded = names.known(said["name"])
    tried = attempts.count_log_in(folded)
    with reading() as link:
        player = link.one(BY_NAME, folded=folded)
    if not auth.check_password(player.password if player else None, said["password"]) or player is None:
        raise unknown_account()
    token_label = label(said["label"])
    who = told(player.id, player.name, player.kind, operator=bool(player.operator))

    def enter(link: Link) -> None:
        if link.one(CHECKED, player=player.id, checked=player.password) is None:
            raise unknown_account()  # it was changed, or the account deleted, while it was checked
        attempts.forgive(link, tried)

    return once.effect(player.id, lambda link: signed(link, who, token_label), enter)


@blp.route("/me")
@signed_in
@blp.response(200, record(answers.Me))
def me() -> Response:
    """Who you are"""
    with reading() as link:
        owner = link.one(OWNER, owner=g.player.owner_id) if g.player.owner_id else None
    who = told(g.player.id, g.player.name, g.player.kind, owner and owner.name, bool(g.player.operator))
    return json({"player": who})


@blp.route("/me/claim", methods=["POST"])
@may("account")
@limited("door")
@blp.arguments(schemas.Claim)
@blp.response(200, record(answers.Me))
@refuses("not_a_guest", "name_taken", "bad_name")
@once.keyed
def claim(said: dict[str, Any]) -> Response:
    """Become an account

    A guest sets a password, and may take another name. He keeps his tokens and his seats.
    """
    new = named(said.get("name", g.player.name))
    password = auth.hasher.hash(said["password"])  # before anything is held: others would wait for it

    def act(link: Link) -> Response:
        try:
            become(link, g.player.id, new, password)
        except taken():
            raise name_taken() from None
        return json({"player": told(g.player.id, new["name"], "account")})

    return once.effect(g.player.id, act)


def become(link: Link, player: str, new: dict[str, str], password: str) -> None:
    """The guest is an account now, at every table where he sits too."""
    values = {f"new_{key}": value for key, value in new.items()}
    seating.hold_tables(link, player)
    if not link.run(BECOME, player=player, new_password=password, **values):
        raise conflict("not_a_guest", "You have an account already.")
    seating.rename(link, player)
