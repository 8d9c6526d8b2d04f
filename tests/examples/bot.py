#!/usr/bin/env python3
"""A bot that plays any game by the options that it is given: bot.py URL [GAME [CODE]].

TOKEN in the environment says who plays, or NAME as whom to come in. It takes a seat in the game, and plays in all
games of its player until they are over. It needs nothing but Python.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

API = sys.argv[1].rstrip("/") + "/api/v1"
TOKEN = os.environ.get("TOKEN", "")
REST = float(os.environ.get("REST", "2"))  # seconds between two looks, as `poll_after` says of a lively game


def ask(method, path, body=None, **headers):
    """One request, repeated until it is answered: status, headers and JSON of the answer."""
    headers |= {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {TOKEN}"} if TOKEN else {})
    if method != "GET":
        headers["Idempotency-Key"] = str(uuid.uuid4())  # the same at every retry: it is done once
    pause = 1.0
    while True:
        try:
            request = urllib.request.Request(API + path, body and json.dumps(body).encode(), headers, method=method)
            with urllib.request.urlopen(request, timeout=40) as answer:
                return answer.status, answer.headers, json.load(answer)
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 502, 503, 504):
                return refusal.code, refusal.headers, json.loads(refusal.read() or b"null")
            pause = float(refusal.headers.get("Retry-After", pause))
        except OSError:
            pause = min(2 * pause, 60)  # the server is away: ask less and less often
        time.sleep(pause)


def filled(option):
    """A move that this option holds: each hole takes `least` to `most` of what it offers, or one if it holds one."""
    move = dict(option)
    for name, hole in option.items():
        if isinstance(hole, dict):
            some = random.sample(hole["pick"], random.randint(hole["least"], hole["most"]))
            move[name] = some if name in ("targets", "cards") else some[0]
    return move


def play(game):
    """Say something legal. Refused is what came too late, or what has to be said otherwise: then look again."""
    options = ask("GET", f"/games/{game}/options")[2].get("options", [])
    if options:
        status, _, said = ask("POST", f"/games/{game}/moves", filled(random.choice(options)))
        if status != 200:
            print("refused:", said["code"], said.get("rule", ""), file=sys.stderr)
            time.sleep(REST)


if not TOKEN:
    TOKEN = ask("POST", "/guests", {"name": os.environ.get("NAME", f"Bot{random.randrange(10**6)}")})[2]["token"][
        "secret"
    ]
if len(sys.argv) > 2:
    joined = ask("POST", f"/games/{sys.argv[2]}/seats", {"code": sys.argv[3]} if len(sys.argv) > 3 else {})
    if joined[0] != 201:
        sys.exit(f"no seat: {joined[2]['code']}")
etag, games = {}, [{"status": "open"}]
while any(game["status"] != "ended" for game in games):
    status, headers, mine = ask("GET", "/me/games", **etag)
    if status == 200:  # else 304: nothing has changed, I may even be asked again
        etag, games = {"If-None-Match": headers["ETag"]}, mine["games"]
    waiting = [game["id"] for game in games if game["asked_me"]]
    for game in waiting:
        play(game)
    if not waiting:
        time.sleep(REST)
