"""Twin worlds of Undercover: two games at one table that differ only in what a viewer may not know, and the pairs."""

from typing import NamedTuple

from tests.api.people import PREFIX
from tests.api.undercover import RULESET, SEATS, Past, put

CHANNELS = ("table", "last_words", "dead", "group-0-1", "group-0-4", "group-2-3", "group-8-9", "nonsense")


def addresses(game, seat, players=()):
    """By endpoint, all that a viewer may try to read."""
    at = f"{PREFIX}/games/{game}"
    return {
        "play.show": [at, f"{at}?after=0", f"{at}?after=3"],
        "play.options": [f"{at}/options"],
        "talk.listen": [f"{at}/talk?channel={name}{more}" for name in CHANNELS for more in ("", "&after=0")],
        "history.replay": [f"{at}/replay", f"{at}/replay?seat={seat or 0}&step=2", f"{at}/replay?step=99999"],
        "history.export": [f"{at}/export"],
        "lobby.public": [f"{PREFIX}/games", f"{PREFIX}/games?status=running&ruleset=undercover&limit=1"],
        "lobby.mine": [f"{PREFIX}/me/games"],
        "players.me": [f"{PREFIX}/me"],
        "tokens.tokens": [f"{PREFIX}/tokens"],
        "tokens.bots": [f"{PREFIX}/me/bots"],
        "leaves.own": [f"{PREFIX}/me/leaves"],
        "seats.handover": [f"{at}/handover"],
        "profiles.series": [f"{at}/series"],
        "profiles.profile": [f"{PREFIX}/players/{player}" for player in players],
        "profiles.played": [f"{PREFIX}/players/{player}/games" for player in players],
        "rulesets.rulesets": [f"{PREFIX}/rulesets"],
        "rulesets.words": [f"{PREFIX}/rulesets/undercover/words/en"],
        "api-docs.openapi_json": [f"{PREFIX}/openapi.json"],
        "hooks.hooks": [f"{PREFIX}/me/hooks"],
        "hooks.hooks_of_game": [f"{at}/hooks"],
        "hooks.deliveries": [f"{PREFIX}/me/hooks/nosuchhook/deliveries"],
        "notifications.show": [f"{PREFIX}/me/notifications"],
        "notifications.ask_first": [f"{PREFIX}/unsubscribe/nosuchticket"],
        "feeds.atom": ["/feeds/nosuchfeed.atom"],
        "feeds.ics": ["/feeds/nosuchfeed.ics"],
        "page.index": ["/"],
        "page.of_another_release": ["/v/0123456789abcdef/app.js"],
        "meta.docs": ["/docs"],
        "meta.healthy": ["/healthz"],
        "metrics.metrics": ["/metrics"],
        "meta.ready": ["/readyz"],
    }


OF_NO_GAME = (
    *("rulesets.rulesets", "rulesets.words", "api-docs.openapi_json", "meta.docs"),
    *("page.index", "page.of_another_release"),
)
"""What depends on the server alone: it is read at the beginning only."""


class World(NamedTuple):
    """Agents and gangsters, what has happened, and what happens while the viewer looks on: first, and at each `|`."""

    leaders: str
    past: str
    now: str

    def began(self, options):
        """The game up to the viewer's first look."""
        return Past(*self.leaders.split(), self.past, **options)


class Pair(NamedTuple):
    """Two worlds, and the letter of him who can't tell them apart; without one he is an onlooker."""

    viewer: str | None
    one: World
    two: World
    options: dict = {}


class Viewer:
    """Looks at everything again and again, and keeps all that he got."""

    def __init__(self, person, game, seat, players):
        self.person, self.game, self.seat, self.players, self.tag, self.got = person, game, seat, players, None, []

    def keep(self, what, answer):
        """An answer as it came, but for the number of its request."""
        headers = [(name, value) for name, value in answer.headers if name != "X-Request-ID"]
        self.got.append((what, answer.status_code, headers, answer.data))

    def fetch(self, method, path, **headers):
        """One request, and its answer."""
        if self.person.secret:
            headers["Authorization"] = f"Bearer {self.person.secret}"
        answer = self.person.client.open(path, method=method, headers=headers)
        self.keep(f"{method} {path}{' again' if 'If-None-Match' in headers else ''}", answer)
        return answer

    def look(self):
        """Everything there is, and first of all whether what he had is still good; what can't be done is refused."""
        table = f"{PREFIX}/games/{self.game}"
        if self.tag:
            self.fetch("GET", table, **{"If-None-Match": self.tag})
        self.fetch("HEAD", table)
        for endpoint, paths in addresses(self.game, self.seat, self.players).items():
            if self.tag is None or endpoint not in OF_NO_GAME:
                for path in paths:
                    answer = self.fetch("GET", path)
                    self.tag = answer.headers["ETag"] if path == table else self.tag
        if self.person.secret:
            for type in ("assassinate", "recruit", "check", "snipe"):
                said = {"type": type, "target": self.seat or 0}
                self.keep(f"POST {said}", self.person.post(f"/games/{self.game}/moves", said))


def lived(people, game, viewer, world, options):
    """All that a viewer gets of a world, as it goes on before his eyes."""
    past = world.began(options)
    put(people[0].app, game, past)
    seat = people.index(viewer) if viewer in people else None
    viewer = Viewer(viewer, game, seat, [person.id for person in people[:3]])
    viewer.look()
    for lines in world.now.split("|"):
        for line in filter(None, map(str.strip, lines.split(";"))):
            go_on(people, game, viewer, past, line)
        viewer.look()
    return viewer.got


def go_on(people, game, viewer, past, line):
    """Somebody says something, to the server and in its past; the viewer keeps the answers to what he says himself."""
    name, *words = line.split()
    if words[:1] == ["says"]:
        said = [(SEATS.index(name), "talk", {"channel": words[2], "text": "psst"})]
    else:
        said = [(seat, "moves", RULESET.dump_move(move)) for seat, move in past.read(line)]
    for seat, where, what in said:
        answer = people[seat].post(f"/games/{game}/{where}", what)
        assert answer.status_code in (200, 201), (line, answer.json)
        if seat == viewer.seat:
            viewer.keep(f"POST {what}", answer)
        if where == "moves":
            RULESET.apply(past.state, seat, RULESET.load_move(what), None)


NEXT = "dawn ; dusk"
VOTES = "c vote > k ; i vote > l ; j vote > l ; k vote > l ; e vote > j ; e abstain"
PERMUTED = (
    World("ab cd", "", f"a recruit > b ; c assassinate > m | dawn | a says in group-0-1 | {VOTES} | dusk"),
    World("ef gh", "", f"e assassinate > m ; g recruit > a ; h recruit > a | dawn | | {VOTES} | dusk"),
)

PAIRS = {
    "an onlooker: who is what, who killed, who has a group": Pair(None, *PERMUTED),
    "a civilian: who is what, who killed, who has a group": Pair("n", *PERMUTED),
    "a civilian: informants elsewhere, and one who turned": Pair(
        "n",
        World(
            "ab cd",
            f"a recruit > i ; c recruit > j ; {NEXT}",
            f"i check > b ; j check > n | {NEXT} | c recruit > i ; i check > a | dawn",
        ),
        World("ab cd", NEXT, f"| {NEXT} | a assassinate > b ; k nothing | dawn"),
    ),
    "a civilian: secret ballots": Pair(
        "n",
        World("ab cd", "dawn", "e vote > l ; f vote > l ; e ready | n vote > c ; n vote > a | dusk"),
        World(
            "ab cd",
            "dawn",
            "g vote > l ; h vote > l ; i vote > l ; j vote > c ; g ready ; h ready | n vote > c ; n vote > a | dusk",
        ),
        {"ballots": "secret"},
    ),
    "an informant: who recruited him, how many they are, and whether they live": Pair(
        "n",
        World(
            "ab cd",
            f"a recruit > n ; {NEXT}",
            f"c assassinate > a | n check > k | {NEXT} | c recruit > l ; n check > j | dawn",
        ),
        World(
            "ae gh",
            f"e recruit > n ; a recruit > n ; {NEXT}",
            f"g assassinate > a | n check > k | {NEXT} | e recruit > f ; n check > j | dawn",
        ),
    ),
    "a handler: his informant turned, and forges": Pair(
        "a",
        World(
            "ab cd",
            f"a recruit > n ; {NEXT} ; n check > l ; c recruit > n ; {NEXT}",
            "n forge > k civilian | a assassinate > b ; a recruit > c | dawn | dusk",
        ),
        World(
            "ae ch",
            f"a recruit > n ; {NEXT} ; n check > l ; c recruit > j ; {NEXT}",
            "n check > k | a assassinate > b ; a recruit > c | dawn | dusk",
        ),
    ),
    "a handler: whose informant his was before": Pair(
        "c",
        World("ab cd", f"a recruit > n ; {NEXT} ; c recruit > n ; {NEXT}", f"n forge > k agent | {NEXT}"),
        World("ak ce", f"{NEXT} ; c recruit > n ; {NEXT}", f"n check > k | {NEXT}"),
    ),
    "a partner: the other side's group": Pair(
        "a",
        World("ab cd", f"a recruit > b ; c recruit > d ; {NEXT}", "c says in group-2-3 | d recruit > m | dawn"),
        World("ab ef", f"a recruit > b ; {NEXT}", "| e recruit > c ; f recruit > c | dawn"),
    ),
    "an underground: whom his forged checks reach": Pair(
        "n",
        World(
            "ab cd",
            f"a recruit > n ; {NEXT} ; c recruit > n ; {NEXT} ; d assassinate > a ; b assassinate > c ; {NEXT}",
            "n forge > k agent ; n snipe > l | d recruit > k | dawn",
        ),
        World(
            "ae cg",
            f"e recruit > n ; {NEXT} ; g recruit > n ; {NEXT} ; g assassinate > a ; e assassinate > c ; {NEXT}",
            "n forge > k agent ; n snipe > l | | dawn",
        ),
    ),
    "one of the dead: who of the living is what": Pair(
        "m",
        World(
            "ab cd",
            f"c assassinate > m ; a recruit > b ; {NEXT}",
            f"a recruit > i ; c recruit > j | dawn | m says in dead ; a says in group-0-1 | {VOTES} | dusk",
        ),
        World(
            "ef gh",
            f"g assassinate > m ; {NEXT}",
            f"e recruit > d ; g recruit > d | dawn | m says in dead | {VOTES} | dusk",
        ),
    ),
}
"""By viewer and by what is hidden from him."""
