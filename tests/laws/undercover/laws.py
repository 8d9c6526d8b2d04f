"""The laws of Undercover, each a function that asserts something of a table, of a step, or of a whole game."""

from collections import Counter
from dataclasses import fields, replace
from hashlib import sha256

from engine.core import Dice, Recorded, Refused
from engine.undercover.sides import LEADERS
from engine.undercover.state import BULLETS, Day, Night
from tests.laws.laws import fits, through_json
from tests.laws.undercover.book import Book
from tests.laws.undercover.playout import GAME, copy, universe

NOTHING = Recorded([])
"""Chance for moves that need none."""

REFUSALS = GAME.words("en")["refusals"]
"""The reasons there are to refuse a move."""

SECRET = {
    "dealt": {"identities": "own", "salt": None},
    "told": {"bulletins": "own"},
}
"""The fields of events that hold something for each seat, which alone may read its own, or for nobody."""

SEALED = {"planned", "readied", "recruited", "partnered", "shot", "voted_in_secret", "round_ended"}
"""The events that nobody sees before the end."""


def viewers(table):
    """An onlooker, and everybody."""
    return (None, *range(table.seats))


# ---- at every moment ----


def all_the_living_are_asked(table):
    s = table.state
    living = [seat for seat, player in enumerate(s.players) if player.alive]
    asked = GAME.asked(s)
    assert asked == ([] if table.over else living)
    assert set(GAME.silent(s)) <= set(asked)
    assert (s.ask is None) == table.over


def everybody_is_of_one_piece(table):
    for player in table.state.players:
        handlers = {table.state.players[seat].side for seat in player.handlers}
        assert player.handlers == sorted(set(player.handlers))
        match player.identity:
            case "agent" | "gangster":
                assert (player.side, handlers) == (LEADERS[player.identity], set())
                assert all(table.state.players[seat].identity == player.identity for seat in player.partners)
            case "informant":
                assert handlers == {player.side}
                assert player.side != "people"
            case "underground":
                assert (player.side, handlers) == ("people", {"bureau", "gang"})
            case "civilian":
                assert (player.side, handlers) == ("people", set())
        assert player.leads or not player.partners
        assert player.identity == "underground" or player.bullets == BULLETS


def partners_know_each_other(table):
    players = table.state.players
    for seat, player in enumerate(players):
        assert seat not in player.partners
        assert all(seat in players[other].partners for other in player.partners)


# ---- at some moments: these are dear ----


def the_state_survives_json(table):
    data = GAME.dump_state(table.state)
    assert through_json(data) == data
    assert GAME.load_state(through_json(data)) == table.state


def views_are_of_their_type(table):
    for viewer in (None, table.chance.randrange(table.seats)):
        view = GAME.view(table.state, viewer)
        assert fits(GAME.view_type, view)
        assert through_json(view) == view


def views_show_what_may_be_known(table):
    s, log, over = table.state, table.log, table.over
    told = published(log)
    ballots = s.ask.ballots if isinstance(s.ask, Day) else {}
    for viewer in viewers(table):
        view = GAME.view(s, viewer)
        me = None if viewer is None else s.players[viewer]
        for seat, player in enumerate(view["players"]):
            known = over or seat == viewer or (me is not None and seat in me.partners)
            truth = s.players[seat]
            assert player["identity"] == (truth.identity if known else told.get(seat))
            assert player["side"] == (truth.side if known else None)
        assert view["partners"] == (me.partners if me and me.leads else None)
        assert view["bullets"] == (me.bullets if me and me.identity == "underground" else None)
        assert view["notebook"] == notebook(log, viewer)
        plan = s.ask.plans.get(viewer) if isinstance(s.ask, Night) else None
        assert view["plan"] == (plan and {field.name: getattr(plan, field.name) for field in fields(plan)})
        assert view["ready"] == (s.ask is not None and viewer in s.ask.ready)
        open_to_all = s.rules.ballots == "open" or over
        assert {b["seat"]: b["target"] for b in view["ballots"]} == {
            seat: target for seat, target in ballots.items() if open_to_all or seat == viewer
        }


def published(log):
    """The identities that dawns and verdicts have told."""
    told = {seat: identity for event in log if event.type == "dawned" for seat, _, identity in event.dead}
    return told | {seat: identity for event in log if event.type == "judged" for seat, identity in event.out}


def notebook(log, viewer):
    """All bulletins of a seat, as its view shows them."""
    if viewer is None:
        return []
    names = ("kind", "target", "side", "result", "source")
    pages, round_ = [], 0
    for event in log:
        round_ = event.round if event.type == "night_fell" else round_
        if event.type == "told" and event.bulletins[viewer] is not None:
            notes = [{name: getattr(note, name) for name in names} for note in event.bulletins[viewer]]
            pages.append({"round": round_, "notes": notes})
    return pages


def channels_are_for_whom_they_should(table):
    s, channels = table.state, GAME.channels(table.state)
    living = {seat for seat, player in enumerate(s.players) if player.alive}
    dead = set(range(table.seats)) - living
    assert channels["table"].readers is None
    assert set(channels["table"].writers) == (set(range(table.seats)) if table.over else living)
    assert channels["dead"].readers == (None if table.over else tuple(sorted(dead)))
    assert set(channels["dead"].writers) == dead
    assert (channels["last_words"].readers, channels["last_words"].posts) == (None, 1)
    assert set(channels["last_words"].writers) == last_words(s.rules.last_words, table.log)
    pairs = {(one, other) for one in range(table.seats) for other in s.players[one].partners if one < other}
    assert {name for name in channels if name.startswith("group")} == {f"group-{one}-{other}" for one, other in pairs}
    for pair in pairs:
        group = channels["group-{}-{}".format(*pair)]
        assert group.readers == (None if table.over else pair)
        assert set(group.writers) == (set(pair) if s.rules.dead_in_group == "write" else set(pair) & living)


def last_words(option, log):
    """Who has last words: those voted out, and the first night's dead, or all, or nobody (U41)."""
    dawns = [event for event in log if event.type == "dawned"]
    fallen = {seat for event in dawns for seat, *_ in event.dead if option == "all" or event is dawns[0]}
    voted = {seat for event in log if event.type == "judged" for seat, _ in event.out}
    return set() if option == "none" else fallen | voted


def every_default_is_legal(table):
    late = copy(table.state)
    before = phase(late)
    for seat in GAME.asked(late):
        while phase(late) == before and seat in GAME.silent(late):
            move = GAME.default(late, seat, Dice(table.chance))
            assert any(option.holds(move) for option in GAME.options(late, seat))
            GAME.apply(late, seat, move, Dice(table.chance))
    early = table.rules.early_dawn if isinstance(table.state.ask, Night) else table.rules.early_dusk
    assert (phase(late) == before) == (table.over or not early)


def time_always_closes(table):
    late = copy(table.state)
    events = GAME.lapse(late, Dice(table.chance))
    assert (phase(late) == phase(table.state)) == (events == []) == table.over


def phase(state):
    """Which night, which day, which vote of the day."""
    return GAME.view(state, None)["phase"], state.round, getattr(state.ask, "tied", None)


def every_option_is_playable(table):
    for seat in GAME.asked(table.state):
        if table.chance.random() < 0.5:
            continue
        trial = Trial(table)
        options = GAME.options(table.state, seat)
        said = [move for option in options for move in option.moves()]
        assert len(set(said)) == len(said) > 0
        for move in said if len(said) < 20 else table.chance.sample(said, 20):
            assert GAME.load_move(through_json(GAME.dump_move(move))) == move
            trial.say(seat, move)


def everything_else_is_refused(table):
    s, asked, untouched = table.state, GAME.asked(table.state), copy(table.state)
    dead = [seat for seat in range(table.seats) if seat not in asked]
    for seat in table.chance.sample(asked, min(2, len(asked))) + table.chance.sample(dead, min(1, len(dead))):
        options, trial = GAME.options(s, seat), Trial(table)
        assert (options == []) == (seat not in asked)
        for move in universe(s):
            if any(option.holds(move) for option in options):
                trial.say(seat, move)
                continue
            code, rule = refused(untouched, seat, move)
            assert code in REFUSALS
            assert forbids(s, seat, rule)
    assert untouched == s


def refused(state, seat, move):
    """Why a move is refused; it is none of those that are accepted."""
    try:
        GAME.apply(state, seat, move, NOTHING)
    except Refused as why:
        return why.code, why.rule
    raise AssertionError(f"accepted, though no option holds it: {seat} {move}")


def forbids(state, seat, rule):
    """Whether a rule can forbid this seat anything now, by what it knows of itself."""
    powers = {"agent": "U5", "gangster": "U5", "informant": "U6", "underground": "U7", "civilian": "U8"}
    if state.ask is None:
        return rule == "U50"
    if not state.players[seat].alive:
        return rule in ("U8", "U34")
    if isinstance(state.ask, Night):
        return rule in ("U3", "U9", powers[state.players[seat].identity])
    return rule in ("U3", "U34", "U37")


class Trial:
    """Tries moves that are accepted, on copies of a table's state: a new one when a move closed the phase."""

    def __init__(self, table):
        """Nothing is tried yet."""
        self.table, self.state = table, None

    def say(self, seat, move):
        """One more move, in the same phase."""
        if self.state is None:
            self.state = copy(self.table.state)
        events = GAME.apply(self.state, seat, move, Dice(self.table.chance))
        if len(events) > 1:
            self.state = None


# ---- of every step ----


def the_step_folds(table, step, shadow):
    for event in step.events:
        arrived = GAME.load_event(through_json(GAME.dump_event(event)))
        assert arrived == event
        arrived.apply(shadow)
    assert shadow == table.state


def events_show_what_may_be_known(table, step):
    for event in step.events:
        assert event.sealed == (event.type in SEALED)
        if event.sealed:
            continue
        hidden = SECRET.get(event.type, {})
        for viewer in viewers(table):
            blank = {name: own(getattr(event, name), viewer) if who else None for name, who in hidden.items()}
            assert event.seen(viewer) == replace(event, **blank)


def own(of_each, viewer):
    """What is of the viewer; of the others nothing."""
    return tuple(thing if seat == viewer else None for seat, thing in enumerate(of_each))


def a_sealed_act_shows_nothing(table, step, before, after):
    """An onlooker's view, and whom one waits for, are as they were until the phase closes (U8, U10)."""
    if all(event.sealed for event in step.events):
        assert after == before


def a_bulletin_for_everybody(table, step, before):
    """Each dawn, all who were alive at nightfall get one, and nobody else (U31)."""
    types = [event.type for event in step.events]
    assert types.count("told") == types.count("dawned") <= 1
    for event in step.events:
        if event.type == "told":
            assert [seat for seat, notes in enumerate(event.bulletins) if notes is not None] == before
            assert types.index("told") == types.index("dawned") + 1


class Reading:
    """The log held beside the book: each dawn, each verdict and the end are what the page says."""

    def __init__(self, state):
        """Begin at this state, before its first night."""
        self.book = Book(state)
        self.due = None

    def read(self, events):
        """One step's events."""
        for event in events:
            getattr(self, event.type, lambda _: None)(event)

    def night_fell(self, event):
        assert self.due is None
        assert event.round == self.book.round
        self.plans = {}

    def planned(self, event):
        self.plans[event.seat] = event.plan

    def dawned(self, event):
        morning = self.book.night(self.plans)
        assert list(event.dead) == morning.dead
        self.told_to = morning.told

    def told(self, event):
        told = {seat: Counter(notes) for seat, notes in enumerate(event.bulletins) if notes is not None}
        assert told == {seat: Counter(notes) for seat, notes in self.told_to.items()}
        self.due = self.book.winners()

    def day_broke(self, event):
        assert self.due is None
        if event.tied is not None:
            assert list(event.tied) == self.book.day(self.ballots, None, None).tied
        self.ballots, self.tied = {}, event.tied

    def voted(self, event):
        self.ballots[event.seat] = event.target

    voted_in_secret = voted

    def judged(self, event):
        evening = self.book.day(self.ballots, self.tied, lambda tied: picked(event.out, tied))
        assert (evening.tied, evening.rights, evening.out) == (None, event.rights, list(event.out))
        self.due = self.book.dusk_ends()

    def ended(self, event):
        assert self.due == event.winners

    def agrees(self, state):
        """Everybody is, after a dawn or a verdict, what the book says."""
        for player, man in zip(state.players, self.book.men, strict=True):
            assert (player.identity, player.side, player.alive) == (man.identity, man.side, man.alive)
            assert (set(player.handlers), set(player.partners)) == (man.handlers, man.partners)
            assert player.bullets == man.bullets


def picked(out, tied):
    """The one whom chance picked, who must have been among the tied."""
    assert len(out) == 1
    assert out[0][0] in tied
    return out[0][0]


def the_book_agrees(table, step, reading):
    reading.read(step.events)
    if any(event.type in ("dawned", "judged") for event in step.events):
        reading.agrees(table.state)


# ---- of a whole game ----


def it_ends_in_time(table):
    s, outcome = table.state, GAME.outcome(table.state)
    assert table.log[-1].type == "ended"
    assert s.round <= s.rules.max_rounds
    assert outcome.winners == table.log[-1].winners
    assert outcome.seats == tuple(x for x, player in enumerate(s.players) if player.side in outcome.winners)


def bullets_are_counted(table):
    shots, in_round = Counter(), Counter()
    for event in table.log:
        if event.type == "night_fell":
            in_round.clear()
        if event.type == "shot":
            shots[event.seat] += 1
            in_round[event.seat] += 1
            assert in_round[event.seat] == 1
    assert all(count <= BULLETS for count in shots.values())
    assert all(player.bullets == BULLETS - shots[seat] for seat, player in enumerate(table.state.players))


def the_commitment_opens(table):
    dealt = table.log[0]
    assert dealt.commitment == sha256(f"{dealt.salt}:{','.join(dealt.identities)}".encode()).hexdigest()


def the_record_plays_again(table):
    state, events = GAME.deal(table.rules, table.seats, Recorded(table.steps[0].brought))
    assert events == table.steps[0].events
    for step in table.steps[1:]:
        chance = Recorded(through_json(step.brought))
        if step.move is None:
            assert GAME.lapse(state, chance) == step.events
        else:
            assert GAME.apply(state, step.seat, step.move, chance) == step.events
        assert list(chance.brought) == []
    assert state == table.state
