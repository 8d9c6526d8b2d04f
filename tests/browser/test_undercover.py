"""Undercover before the eyes: a round of four people and ten bots, forty seats on a phone, secrets, talk, the end."""

import json
import re

import pytest

from engine.codec import encode
from engine.tell import note, say, tell
from engine.words import load
from tests.browser.test_access import apart, faults, tab_to
from tests.browser.visitor import LOCALES, NARROW
from tests.engine.samples import GAMES, MOVES, NOTES, SAMPLES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

VERDICT = {
    "zh-Hans": r"本回合全场有效票权\d+票，(.+获票最高出局；身份：.+|无人出局)。",
    "zh-Hant": r"本回合全場有效票權\d+票，(.+獲票最高出局；身份：.+|無人出局)。",
    "en": r"Effective voting rights this round: \d+\. (Nobody is out|.+ the most votes and is out\. Identity: .+)\.",
}
"""The form in which a verdict is spoken (U38)."""


PLAN = {
    "zh-Hans": "今晚的行动：拉拢机器人10。",
    "zh-Hant": "今晚的行動：拉攏機器人10。",
    "en": "You plan to recruit Bot 10.",
}


def game_with_bots(visitor, seats=14, **options):
    """A game against bots alone, by the server's own door; the visitor sits in the first seat."""
    game = visitor.post("games", {"ruleset": "undercover", "seats": seats, "options": options})["id"]
    visitor.post(f"games/{game}/bots", {"level": "sensible", "count": seats - 1})
    visitor.go(f"game/{game}")
    visitor.at(".undercover").wait_for()
    return game


def do(visitor, what, target=None):
    """Say something by the form, and confirm it: whom it is about is chosen from the list."""
    visitor.at(f".act [data-say={what}]").click()
    if target is not None:
        visitor.at(".act select").first.select_option(str(target))
    visitor.at(".act .primary").click()
    visitor.at(".act .draft").wait_for(state="detached")


def powers(visitor):
    """The night actions that the form offers."""
    return [button.get_attribute("data-say") for button in visitor.at(".act .power").all()]


def tab(visitor, name):
    """Show one of the panels beside the table, or on a phone instead of it."""
    visitor.at(f"#tab-{name}").click()
    visitor.at(f"#panel-{name} > *").first.wait_for()


def alive(visitor):
    return visitor.at(".tile.own.out").count() == 0


def story(visitor, kind):
    """Lines of the story of one kind."""
    tab(visitor, "story")
    visitor.at(f".story .line-{kind}").last.wait_for()
    return visitor.at(f".story .line-{kind}").all_inner_texts()


@pytest.mark.parametrize("lang", LOCALES)
def test_a_round_of_four_people_and_ten_bots(visit, lang):
    host, *friends = people = [visit(lang).enter() for _ in range(4)]
    host.go("create/undercover")
    host.at("form.create select").nth(1).select_option("10")
    assert host.speaks() == []
    host.shoot("undercover-create")
    host.at("form.create button[type=submit]").click()
    host.at(".waiting").wait_for()
    link = host.at("#link").input_value()
    for friend in friends:
        friend.page.goto(link)
        friend.at(".join button").click()
    for person in people:
        person.at(".undercover").wait_for()

    for person in people:
        assert person.speaks() == []
        assert person.fits()
        for power in powers(person)[-1:]:
            do(person, power, target=9)
            assert person.at(".act .answered").inner_text() == PLAN[lang]
    host.shoot("undercover-night")
    for person in people:
        do(person, "ready")
    for person in people:
        person.at(".act [data-say=vote], .tile.own.out").first.wait_for()
        assert person.speaks() == []
        assert person.fits()

    voters = [person for person in people if alive(person)]
    assert len(voters) >= 2
    for voter in voters[1:]:
        do(voter, "vote", target=int(voter.at(".tile:not(.out):not(.own)").last.get_attribute("data-seat")))
    do(voters[0], "abstain")
    for person in people:
        person.at(f".cast [data-target=abstained] .name-chip:has-text('{voters[0].name}')").wait_for()
        for voter in voters[1:]:
            person.at(f".cast [data-target]:not([data-target=abstained]):has-text('{voter.name}')").first.wait_for()
        assert person.speaks() == []
    voters[0].shoot("undercover-day")
    for voter in voters:
        do(voter, "ready")

    spoken = {story(person, "judged")[0] for person in people}
    assert len(spoken) == 1
    assert re.fullmatch(VERDICT[lang], spoken.pop())
    for person in people:
        assert person.speaks() == []
        assert person.fits()
        tab(person, "notebook")
        assert person.at(".pages section").count() >= 1, "everyone who was alive has a bulletin of round 1"
        assert person.speaks() == []
    host.shoot("undercover-notebook")


@pytest.mark.parametrize("lang", LOCALES)
def test_the_end_shows_all_that_was_secret(visit, lang):
    visitor = visit(lang).enter()
    game = game_with_bots(visitor, max_rounds=1)
    for power in powers(visitor)[:1]:
        do(visitor, power, target=5)
    do(visitor, "ready")
    visitor.at(".act [data-say=vote], .tile.own.out, .end").first.wait_for()
    if visitor.at(".act [data-say=vote]").count():
        do(visitor, "vote", target=int(visitor.at(".tile:not(.out)").last.get_attribute("data-seat")))
        do(visitor, "ready")
    visitor.at(".end").wait_for()
    assert visitor.at(".revealed tbody tr").count() == 14
    visitor.shoot("undercover-end")
    visitor.at(".record button").click()
    visitor.at(".timeline").wait_for()
    assert visitor.speaks() == []
    assert visitor.fits()
    record = visitor.page.evaluate("path => fetch(path).then(a => a.json())", f"api/v1/games/{game}/export")
    events = [event for step in record["steps"] for event in step["events"]]
    words = load("undercover", lang)
    named = [visitor.at(".revealed th[scope=row]").nth(seat).inner_text().split("\n")[0] for seat in range(14)]
    names = [re.sub(r"^\d+ ", "", name) for name in named]
    timeline = visitor.at(".timeline").inner_text()
    for event in events:
        if event["type"] in ("recruited", "partnered", "shot", "dawned", "judged"):
            assert tell(event, words, names) in timeline
    acted = {event["seat"] for event in events if event["type"] == "planned"}
    assert visitor.at(".timeline .line-planned").count() == len(acted) > 0
    leads = {seat for seat, it in enumerate(events[0]["identities"]) if it in ("agent", "gangster")}
    voted = {event["seat"] for event in events if event["type"] == "voted"}
    assert visitor.at(".timeline .name-chip").count() == len(voted)
    assert visitor.at(".timeline .name-chip.idle").count() == len(voted & leads)
    visitor.at(".record").scroll_into_view_if_needed()
    visitor.page.screenshot(path="var/screenshots/undercover-record-" + lang + ".png")
    visitor.at(".end a[href$=replay]").click()
    visitor.at(".replay .tile").first.wait_for()
    visitor.at(".steps button").last.click()
    visitor.at(".told .line-ended").wait_for()
    assert visitor.speaks() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_table_of_undercover(visit, scheme):
    visitor = visit("en", bypass_csp=True, color_scheme=scheme).enter()
    visitor.go("rules")
    visitor.at(".book-card").nth(1).wait_for()
    assert faults(visitor) == [], "rulebooks"
    visitor.go("rules/undercover/U17")
    visitor.at(".sentences .found").wait_for()
    assert faults(visitor) == [], "rulebook"
    visitor.go("create/undercover")
    visitor.at("form.create .house-rules summary").click()
    assert faults(visitor) == [], "create"
    game = game_with_bots(visitor, max_rounds=1)
    assert faults(visitor) == [], "night"
    visitor.at(".tile-name").nth(2).click()
    visitor.at(".level-enemy").click()
    assert faults(visitor) == [], "one player"
    visitor.page.keyboard.press("Escape")
    visitor.post(f"games/{game}/talk", {"text": "> Bot 2: no\nYes."})
    for panel in ("talk", "notebook", "story", "rules"):
        tab(visitor, panel)
        assert faults(visitor) == [], panel
    do(visitor, "ready")
    visitor.at(".act [data-say=vote], .tile.own.out").first.wait_for()
    if alive(visitor):
        visitor.at(".act [data-say=vote]").click()
        assert faults(visitor) == [], "voting"
        visitor.at(".act select").select_option("1")
        assert faults(visitor) == [], "a vote before it is sent"
        visitor.at(".act .primary").click()
        visitor.at(".act .draft").wait_for(state="detached")
        assert faults(visitor) == [], "day"
        do(visitor, "ready")
    visitor.at(".record button").click()
    visitor.at(".timeline").wait_for()
    assert faults(visitor) == [], "end"


def test_forty_seats_are_readable_on_a_phone(visit):
    visitor = visit("zh-Hans", viewport=NARROW).enter()
    game_with_bots(visitor, seats=40)

    def look():
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        boxes = [visitor.at(f".tile[data-seat='{seat}']").bounding_box() for seat in range(40)]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= NARROW["width"] for box in boxes)
        assert all(box["width"] >= 140 for box in boxes)
        for one in range(40):
            for other in range(one):
                assert apart(boxes[one], boxes[other]), f"seats {one} and {other} overlap"
        cut = "[...document.querySelectorAll('.tile-name')].filter(e => e.scrollWidth > e.clientWidth).length"
        assert visitor.page.evaluate(cut) <= 1, "no name but one's own long one is cut"

    look()
    do(visitor, "ready")
    visitor.at(".act [data-say=vote], .tile.own.out").first.wait_for()
    look()
    visitor.page.screenshot(path="var/screenshots/undercover-forty-phone.png", full_page=True)
    for panel in ("talk", "notebook", "story", "rules"):
        tab(visitor, panel)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_marks_and_notes_stay_in_the_browser(visit):
    visitor = visit("en").enter()
    game_with_bots(visitor)
    sent = []
    visitor.page.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    visitor.at(".tile-name").nth(3).click()
    visitor.at(".level-suspicious").click()
    visitor.at("#look-note").fill("whispers a lot")
    visitor.page.keyboard.press("Escape")
    tab(visitor, "notebook")
    visitor.at("#own-notes").fill("remember the milk")
    visitor.page.reload()
    visitor.at(".tile[data-seat='3'] .level-suspicious").wait_for()
    tab(visitor, "notebook")
    assert "whispers a lot" in visitor.at(".marked").inner_text()
    assert visitor.at("#own-notes").input_value() == "remember the milk"
    assert len(sent) > 3
    assert not [each for each in sent if re.search("whispers|milk|suspicious", each)]


def leading(visitor):
    """A game in which the visitor is a leader, who alone has something to hide in the first night."""
    for _ in range(40):
        game = game_with_bots(visitor)
        if powers(visitor):
            return game
    raise AssertionError("never a leader in forty games")


def test_what_is_covered_stands_nowhere_on_the_page(visit):
    visitor = visit("en").enter()
    leading(visitor)
    do(visitor, "recruit", target=7)
    identity = visitor.at(".self strong").inner_text()
    secrets = [identity, "You plan to recruit Bot 8", "Assassinate"]

    def told():
        """What of it can be read, in the panels too."""
        texts = [visitor.at(".undercover").inner_text()]
        for panel in ("notebook", "story"):
            tab(visitor, panel)
            texts.append(visitor.at(f"#panel-{panel}").inner_text())
        text = "\n".join(texts).replace("2 agents, 2 gangsters", "")
        return [secret for secret in secrets if secret in text]

    assert told() == secrets
    visitor.at(".own-identity button").click()
    assert told() == []
    visitor.at(".tile-name").nth(4).click()
    assert visitor.at(".look-sheet").inner_text().count("Recruit") == 0
    visitor.page.keyboard.press("Escape")
    visitor.page.reload()
    visitor.at(".own-identity.is-covered").wait_for()
    assert told() == []
    visitor.at(".act [data-say=nothing]").wait_for()


def test_a_plan_is_changed_and_withdrawn(visit):
    visitor = visit("en").enter()
    leading(visitor)
    plan = visitor.at(".act .answered")
    assert plan.inner_text() == "You have submitted nothing for tonight."
    do(visitor, "assassinate", target=2)
    assert plan.inner_text() == "You plan to assassinate Bot 3."
    visitor.at(".act [data-say=recruit]").click()
    visitor.at(".tile[data-seat='4'].lit button").click()
    assert visitor.at(".tile[data-seat='4'].chosen").count() == 1
    assert visitor.at(".act .sentence").inner_text() == "Recruit Bot 5"
    visitor.at(".act .primary").click()
    visitor.at(".act .answered:has-text('to recruit Bot 5')").wait_for()
    do(visitor, "nothing")
    assert plan.inner_text() == "You have submitted nothing for tonight."


def test_voting_by_the_keyboard_alone(visit):
    visitor = visit("en").enter()
    for _ in range(20):
        game_with_bots(visitor, dawn_reveal="names")
        do(visitor, "ready")
        visitor.at(".act [data-say=vote], .tile.own.out").first.wait_for()
        if alive(visitor):
            break
    tab_to(visitor, ".act [data-say=vote]")
    visitor.page.keyboard.press("Enter")
    tab_to(visitor, ".act select")
    visitor.page.keyboard.press("ArrowDown")
    tab_to(visitor, ".act .primary")
    visitor.page.keyboard.press("Enter")
    visitor.at(".act .answered:has-text('Your ballot: Vote for')").wait_for()
    visitor.page.wait_for_function("document.activeElement !== document.body")  # the keyboard keeps its place
    tab_to(visitor, "[role=tab]")
    visitor.page.keyboard.press("ArrowRight")
    assert visitor.page.evaluate("document.activeElement.id") == "tab-notebook"
    assert visitor.at("#panel-notebook").is_visible()
    visitor.at(".tile[data-seat='2'] button").focus()
    visitor.page.keyboard.press("Enter")
    visitor.at(".look-sheet").wait_for()
    visitor.page.get_by_role("button", name="Close").focus()
    visitor.page.keyboard.press("Enter")
    visitor.at(".look-sheet").wait_for(state="detached")
    assert visitor.page.evaluate("document.activeElement.closest('.tile')?.dataset.seat") == "2"


def test_a_player_looked_at_on_a_phone_is_voted_for(visit):
    visitor = visit("en", viewport=NARROW).enter()
    for _ in range(20):
        game_with_bots(visitor)
        do(visitor, "ready")
        visitor.at(".act [data-say=vote], .tile.own.out").first.wait_for()
        if alive(visitor):
            break
    last = visitor.at(".tile:not(.out)").last
    last.locator("button").click()
    visitor.at(".look-sheet [data-move=vote]").click()
    visitor.at(".act .sentence").wait_for()
    box = visitor.at(".act .primary").bounding_box()
    assert 0 <= box["y"] <= NARROW["height"] - box["height"], "the form is in sight, far from where the player is"
    visitor.at(".act .primary").click()
    visitor.at(".act .answered:has-text('Your ballot: Vote for')").wait_for()


def test_secret_ballots_are_not_listed(visit):
    visitor = visit("en").enter()
    for _ in range(20):
        game_with_bots(visitor, ballots="secret")
        do(visitor, "ready")
        visitor.at(".act [data-say=vote], .tile.own.out").first.wait_for()
        if alive(visitor):
            break
    do(visitor, "vote", target=int(visitor.at(".tile:not(.out):not(.own)").first.get_attribute("data-seat")))
    assert "secret until the game ends" in visitor.at(".ballots").inner_text()
    assert visitor.at(".cast").count() == 0
    assert visitor.at(".tile-vote").count() == 1, "one's own ballot alone"


def test_a_public_post_is_quoted_even_into_a_group(visit):
    """The table of one who shares a group with a bot, as the server would tell it to him."""
    visitor = visit("en").enter()
    game = visitor.post("games", {"ruleset": "undercover", "seats": 14, "options": {}})["id"]
    visitor.post(f"games/{game}/bots", {"level": "sensible", "count": 13})
    visitor.post(f"games/{game}/talk", {"text": "I am a civilian.\nReally."})
    said = []

    def with_a_group(way):
        answer = way.fetch(headers={**way.request.headers, "if-none-match": ""})
        table = answer.json()
        table["channels"].append({"name": "group-0-4", "can_talk": True, "last": 0})
        way.fulfill(response=answer, json=table)

    def hear(way):
        if way.request.method == "POST":
            said.append(json.loads(way.request.post_data))
            message = {"id": 1, "seat": 0, "name": visitor.name, "text": said[-1]["text"], "at": "2026-01-01T00:00:00Z"}
            way.fulfill(status=201, json=message)
        elif "group" in way.request.url:
            way.fulfill(json={"messages": [], "next": None})
        else:
            way.continue_()

    visitor.page.route(re.compile(r"/games/[^/]+(\?.*)?$"), with_a_group)
    visitor.page.route(re.compile(r"/talk"), hear)
    visitor.go(f"game/{game}")
    visitor.at(".said").first.wait_for()
    visitor.at(".quote-this").click()
    visitor.at(".quoting .quote").wait_for()
    visitor.page.get_by_role("button", name="Group with Bot 5").click()
    visitor.at("#say").fill("Do you believe that?")
    visitor.at("form.say button[type=submit]").click()
    visitor.at(".channel .quote:has-text('I am a civilian.')").wait_for()
    text = f"> {visitor.name}: I am a civilian.\n> Really.\nDo you believe that?"
    assert said == [{"channel": "group-0-4", "text": text}]
    assert visitor.at(".said").inner_text() == "Do you believe that?"
    assert visitor.at(".quoting").count() == 0
    visitor.at(".own-identity button").click()
    assert visitor.at(".channel-button").all_inner_texts() == ["Public thread", "Last words"], (
        "covered, there is no group"
    )


def test_an_onlooker_sees_what_is_public(visit):
    host, watcher = visit("en").enter(), visit("en")
    game = game_with_bots(host)
    watcher.go(f"game/{game}")
    watcher.at(".undercover").wait_for()
    assert "watching" in watcher.at(".act").inner_text()
    assert watcher.at(".act button, .self, .tile .identity, form.say").count() == 0
    watcher.at(".tile-name").nth(5).click()
    watcher.at(".look-sheet").wait_for()
    assert watcher.at(".look-sheet .level, .look-sheet [data-move]").count() == 0
    watcher.page.keyboard.press("Escape")
    tab(watcher, "notebook")
    assert "Only those who sit at the table" in watcher.at(".notebook").inner_text()


def test_one_who_is_out_is_told_of_his_last_words(visit):
    """The table of one who died in the first night, as the server would tell it to him."""
    visitor = visit("en").enter()
    game = visitor.post("games", {"ruleset": "undercover", "seats": 14, "options": {}})["id"]
    visitor.post(f"games/{game}/bots", {"level": "sensible", "count": 13})

    def dead(way):
        answer = way.fetch(headers={**way.request.headers, "if-none-match": ""})
        table = answer.json()
        table["view"]["players"][0] |= {"alive": False, "cause": "blade", "out_in": 1}
        for channel in table["channels"]:
            channel["can_talk"] = channel["name"] == "last_words"
        table["options"], table["asked"] = [], [*range(1, 14)]
        way.fulfill(response=answer, json=table)

    visitor.page.route(re.compile(r"/games/[^/]+(\?.*)?$"), dead)
    visitor.go(f"game/{game}")
    visitor.at(".tile.own.out").wait_for()
    assert "assassinated, round 1" in visitor.at(".tile.own").inner_text()
    assert "You may leave last words" in visitor.at(".act").inner_text()
    assert "Waiting for day to break" in visitor.at(".status").inner_text()
    visitor.page.get_by_role("button", name="Last words").click()
    assert visitor.at("#say").count() == 1


def test_who_comes_back_reads_what_he_missed(visit):
    host, friend = visit("en").enter(), visit("en").enter()
    game = host.post("games", {"ruleset": "undercover", "seats": 14, "options": {}})["id"]
    host.post(f"games/{game}/bots", {"level": "sensible", "count": 12})
    friend.post(f"games/{game}/seats", {})
    for person in (host, friend):
        person.go(f"game/{game}")
        person.at(".undercover").wait_for()
    assert host.at(".since-box").count() == 0
    do(host, "ready")
    host.go("")
    host.at(".lobby").wait_for()
    do(friend, "ready")
    friend.at(".act [data-say=vote], .tile.own.out").first.wait_for()
    if alive(friend):
        friend.at("#say").fill("Good morning")
        friend.at("form.say button[type=submit]").click()
        friend.at(".said").wait_for()
    host.page.go_back()
    box = host.at(".since-box")
    box.wait_for()
    assert "Round 1: day breaks." in box.inner_text()
    if alive(friend):
        assert "Public thread: 1 new post" in box.inner_text()
    box.get_by_role("button", name="Close").click()
    assert box.count() == 0


def test_the_lobby_tells_the_games_apart_and_begins_either(visit):
    visitor = visit("en").enter()
    for ruleset, seats in (("fireline", 4), ("undercover", 14)):
        visitor.post("games", {"ruleset": ruleset, "seats": seats, "options": {}, "private": True})
    visitor.go("")
    visitor.at(".entry-game:has-text('Undercover')").first.wait_for()
    visitor.at(".entry-game:has-text('Fireline')").first.wait_for()
    visitor.at("[data-quick=undercover]").click()
    visitor.at(".undercover").wait_for()
    assert visitor.at(".tile").count() == 14


@pytest.mark.parametrize("game", GAMES)
def test_the_page_tells_every_sample_as_the_engine_does(visit, game):
    visitor = visit("en")
    visitor.page.goto(visitor.site)
    visitor.at(".door").wait_for()
    names = ["Ann", "Ben", "Cal", "Dan", "Eve"]
    seen = [kind.seen(seat) for kind, _ in SAMPLES[game] for seat in (None, 0, 1)]
    events = [GAMES[game].dump_event(event) for event in [*seen, *(event for event, _ in SAMPLES[game])]]
    moves = [move for move, _ in MOVES[game]]
    notes = [encode(line) for line, _ in NOTES] if game == "undercover" else []
    for lang in LOCALES:
        words = load(game, lang)
        told = visitor.page.evaluate(
            """async ([game, lang, names, events, moves, notes]) => {
                const { note, say, tell } = await import(new URL("story.js", document.querySelector("script").src));
                const words = await fetch(`api/v1/rulesets/${game}/words/${lang}`).then(a => a.json());
                const each = (things, how) => things.map(thing => how(thing, words, names));
                return [each(events, tell), each(moves, say), each(notes, note)];
            }""",
            [game, lang, names, events, moves, notes],
        )
        assert told == [
            [tell(event, words, names) for event in events],
            [say(move, words, names) for move in moves],
            [note(line, words, names) for line in notes],
        ]
