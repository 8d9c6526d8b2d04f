"""Every code by which the API refuses, and what it means: those of its own, and those of the games' rules."""

from engine.game import GAMES

CODES = {
    "bad_request": (400, "The request can't be read."),
    "malformed_json": (400, "The body isn't JSON."),
    "unauthorized": (401, "There is no token, or one that is not or no longer good."),
    "token_expired": (401, "The token has expired."),
    "wrong_password": (401, "Name and password don't belong together."),
    "insufficient_scope": (403, "The token isn't good for this: `WWW-Authenticate` names the scope."),
    "not_seated": (403, "You don't sit at this table."),
    "not_creator": (403, "Only who hosts the table may do this."),
    "may_not_talk": (403, "You may not write in this channel now."),
    "no_breaks": (403, "At this table nobody may pause, extend or send away."),
    "may_not_vote": (403, "Only who still plays has a vote."),
    "has_sat": (403, "Who has sat in this game takes no other seat there."),
    "not_an_account": (403, "Only an account with a password may do this."),
    "bot_account": (403, "A bot account may not do this."),
    "not_found": (404, "There is nothing here, or nothing for you."),
    "method_not_allowed": (405, "This address knows other methods: `Allow` names them."),
    "name_taken": (409, "Somebody has this name, or one that looks the same."),
    "not_a_guest": (409, "There is nothing to claim: this is an account already."),
    "too_many_tokens": (409, "Revoke one of your tokens first."),
    "too_many_bots": (409, "You have as many bot accounts as there may be."),
    "too_many_games": (409, "You have as many games as one player may: leave one first."),
    "too_many_hooks": (409, "Delete one of your webhooks first."),
    "confirmed": (409, "This address is confirmed already."),
    "full": (409, "There are not so many free seats."),
    "seats_free": (409, "There are free seats."),
    "started": (409, "The game has begun."),
    "not_started": (409, "The game hasn't begun."),
    "not_a_sandbox": (409, "The game is no sandbox, and can't become one."),
    "sandbox": (409, "In a sandbox you sit everywhere: there is nobody to send away."),
    "not_running": (409, "The game hasn't begun, or is over."),
    "ended": (409, "The game is over."),
    "paused": (409, "The game is paused."),
    "no_pause_left": (409, "The game has been paused for as long as it may be."),
    "no_deadline": (409, "There is no deadline to extend."),
    "no_extension_left": (409, "Deadlines have been extended as often as they may be."),
    "no_ready_check": (409, "Nobody is asked whether he is ready."),
    "not_offered": (409, "No substitute is sought for this seat."),
    "too_many_leaves": (409, "Withdraw one of your leaves first."),
    "not_ended": (409, "The game isn't over."),
    "idempotency_in_progress": (409, "The first request with this Idempotency-Key is still running: ask again."),
    "too_large": (413, "The body is larger than 64 KiB."),
    "not_json": (415, "The body has to be `application/json`."),
    "invalid": (422, "Some of it isn't as it has to be: `errors` points there."),
    "pace_decides": (422, "A house rule about time has no say beside this pace."),
    "bad_name": (422, "This can't be a name."),
    "bad_code": (422, "This isn't, or is no longer, what was mailed to your address."),
    "bad_key": (422, "This can't be an Idempotency-Key."),
    "idempotency_key_reused": (422, "This Idempotency-Key was used for another request."),
    "too_many_requests": (429, "Wait for `Retry-After` seconds."),
    "too_many_attempts": (429, "Too many log-ins, invitations or forgotten passwords: wait for `Retry-After` seconds."),
    "too_many_letters": (429, "Too many mails to this address: wait for `Retry-After` seconds."),
    "server_error": (500, "The fault is the server's. It has been noted."),
    "unavailable": (503, "The database doesn't answer: try again."),
}
"""The API's own: HTTP status and meaning."""

RULES = {code: meaning for game in GAMES.values() for code, meaning in game.words("en")["refusals"].items()}
"""Those of the games: 409 for a move, 422 for house rules, with the rule's number."""

ALL = (*CODES, *(code for code in RULES if code not in CODES))


def described() -> str:
    """All of them, a line each."""
    own = [f"- `{code}` ({status}): {meaning}" for code, (status, meaning) in CODES.items()]
    rules = [f"- `{code}`: {RULES[code]}" for code in ALL if code not in CODES]
    what = "Stable: put it into words by it. There may be more of them in time. By what is asked:"
    return "\n".join([what, "", *own, "", "By the rules, 409 for a move and 422 for house rules:", "", *rules])
