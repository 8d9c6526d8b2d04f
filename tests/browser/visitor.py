"""Somebody before the page, who sees and clicks what anybody may."""

import re
from itertools import count
from pathlib import Path

SHOTS = Path(__file__).parent.parent.parent / "var" / "screenshots"

LOCALES = {"zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "en": "en-GB"}
WIDE = {"width": 1280, "height": 860}
NARROW = {"width": 360, "height": 740}

NAMES = {"zh-Hans": "小明", "zh-Hant": "阿華", "en": "Ann"}
number = count(1)

KEEPS_LOOKING = "setInterval(() => window.dispatchEvent(new Event('focus')), 700);"
"""A page asks at once when somebody turns to it: who turns to it all the time needn't wait for its next poll."""

CARDS_A_TURN = 3
"""Cards that a visitor plays before he ends his turn."""


class Visitor:
    """A browser window, and the gestures of a player."""

    def __init__(self, browser, site, lang, **context):
        self.site, self.lang = site, lang
        self.errors = []
        self.context = browser.new_context(**{"locale": LOCALES[lang], "viewport": WIDE, **context})
        self.context.set_default_timeout(30_000)
        self.context.add_init_script(KEEPS_LOOKING)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.hear)
        self.played = 0

    def hear(self, message):
        """An error on the console is one; that a refusal has a status of 400 and more is none."""
        if message.type in ("error", "warning") and "the server responded with a status of" not in message.text:
            self.errors.append(message.text)

    def at(self, selector):
        return self.page.locator(selector)

    def go(self, address):
        self.page.goto(f"{self.site}#/{address}")

    def enter(self):
        """Come in as a guest."""
        self.page.goto(self.site)
        self.name = f"{NAMES[self.lang]}{next(number)}"
        self.at(".card-first input").fill(self.name)
        self.at(".card-first button[type=submit]").click()
        self.at(".lobby").wait_for()
        return self

    def create(self, seats=4, bots=0):
        """Create a game, with bots at some of its seats."""
        self.go("create")
        self.at("form.create select").nth(0).select_option(str(seats))
        self.at("form.create select").nth(1).select_option(str(bots))
        self.at("form.create button[type=submit]").click()
        self.at(".table" if bots == seats - 1 else ".waiting").wait_for()

    def begin_with(self, card):
        """A game against three bots in which the visitor begins and every card is of one kind."""
        cards = self.page.evaluate("fetch('api/v1/rulesets').then(a => a.json())")["rulesets"][0]["options"][1]["keys"]
        options = {"first": 0, "deck": {each: 60 * (each == card) for each in cards}}
        game = self.post("games", {"ruleset": "fireline", "seats": 4, "options": options})["id"]
        self.post(f"games/{game}/bots", {"level": "sensible", "count": 3})
        self.go(f"game/{game}")
        self.at(".status.mine").wait_for()

    def post(self, path, body):
        """What the page itself would send, without its form."""
        return self.page.evaluate(
            """async ([path, body]) => {
                const { token } = JSON.parse(localStorage.getItem("fireline.session"));
                const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
                const answer = await fetch(`api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
                return answer.json();
            }""",
            [path, body],
        )

    def text(self):
        return self.at("main").inner_text()

    # ---- playing ----

    def waited_for(self):
        return self.at(".status.mine").count() > 0

    def over(self):
        return self.at(".end").count() > 0

    def confirm(self):
        """Send the composed move, and see that it is taken."""
        self.at(".compose .primary").click()
        self.at(".draft").wait_for(state="detached")

    def ready(self):
        return self.at(".sentence").count() > 0

    def choose(self):
        """Fill what the draft still asks for with the first thing that is lit; whether it became a move."""
        for _ in range(4):
            if self.ready():
                return True
            lit = self.at(".question").last.locator(".answer.lit:not(.chosen)")
            if not lit.count():
                return False
            lit.last.click()
        return self.ready()

    def say(self, move):
        """Say something that needs no card."""
        self.at(f".compose [data-say={move}]").first.click()
        self.confirm()

    def discard(self):
        """Choose cards until there are enough."""
        cards = self.at(".own-hand .card-button")
        for place in range(cards.count()):
            cards.nth(place).click()
            if self.ready():
                break
        self.confirm()

    def play_a_card(self):
        """Play a card that is lit; whether there was one."""
        lit = self.at(".own-hand .card-button:has(.lit)")
        if not lit.count():
            return False
        lit.first.click()
        assert self.choose(), f"no move out of {self.at('.compose').inner_text()!r}"
        self.confirm()
        return True

    def step(self):
        """Answer what is asked now: in one's own turn with cards, then with its end."""
        if self.at(".compose [data-say=pass]").count():
            kit = self.at(".compose [data-say=rescue]").count()
            self.say("rescue" if kit else "pass")
        elif not self.at(".compose [data-say=end]").count():
            self.discard()
        elif self.played < CARDS_A_TURN and self.play_a_card():
            self.played += 1
        else:
            self.played = 0
            self.say("end")

    def play(self, see=lambda: None, most=400):
        """Play on to the end of the game; `see` is called before each answer."""
        for _ in range(most):
            self.at(".status.mine, .end").first.wait_for()
            if self.over():
                return
            see()
            self.step()
        raise AssertionError("the game does not end")

    # ---- looking ----

    def shoot(self, name):
        """Pictures of what is seen, on a phone and on a wide screen."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        for width, size in (("phone", NARROW), ("wide", WIDE)):
            self.page.set_viewport_size(size)
            self.page.evaluate("window.scrollTo(0, 0)")
            self.page.screenshot(path=SHOTS / f"{name}-{self.lang}-{width}.png")

    def fits(self):
        """Nothing is wider than a phone."""
        self.page.set_viewport_size(NARROW)
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        self.page.set_viewport_size(WIDE)
        return wide <= NARROW["width"]

    def speaks(self):
        """What of the text is not in the visitor's language, or no text at all."""
        # Other visitors, whom the lobby shows, have names in languages of their own.
        said = re.sub("(" + "|".join(NAMES.values()) + r")\d+", "", self.text())
        odd = re.findall(r"\b\w+\.\w+_?\w+\b(?<!\d)|undefined|\bnull\b|NaN|\[object|[{}]", said)
        if self.lang == "en":
            return odd + re.findall(r"[\u3400-\u9fff]+", said.replace(self.name, ""))
        # A time zone's name is the same in every language, and so is what a webhook is called.
        said = re.sub(r"https?://\S+|\bF\d+\b|\bUTC\b|\bWebhooks?\b|\b[A-Z]\w+(?:/[\w+-]+)+", "", said)
        return odd + re.findall(r"[A-Za-z]{2,}", said)
