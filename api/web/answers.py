"""The shapes of all that goes out, as the API's description tells them.

Answers are built directly, without a schema; a test holds them to these.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from api.web import codes

Status = Literal["open", "running", "ended"]
Kind = Literal["account", "guest"]
Scope = Literal["play", "talk", "host", "account"]
Start = Literal["full", "creator"]
Time = Annotated[str, "RFC 3339, UTC."]
Cursor = Annotated[str | None, "Where the next page begins; null if there is none."]


class PlayerOut(TypedDict):
    """A player as he sees himself."""

    id: str
    name: str
    kind: Kind
    owner: Annotated[str | None, "Of a bot account: the name of the account that it belongs to."]
    operator: Annotated[
        bool, "Whether he looks after this place: at tables where he doesn't sit he may ask for breaks."
    ]


class NewTokenOut(TypedDict):
    """A token just made: its secret is told this once."""

    id: str
    label: str
    scopes: list[Scope]
    expires: Annotated[str | None, "From when on it is refused; null: never."]
    secret: str


class TokenOut(TypedDict):
    """A token."""

    id: str
    label: str
    scopes: list[Scope]
    created: Time
    last_used: Annotated[str, "The day, in UTC."]
    expires: Annotated[str | None, "From when on it is refused; null: never."]
    current: Annotated[bool, "Whether this request came with it."]


class SignedIn(TypedDict):
    """Who you are, and the token to say so with."""

    player: PlayerOut
    token: NewTokenOut


class Tokens(TypedDict):
    """Your tokens."""

    tokens: list[TokenOut]


class Made(TypedDict):
    """A further token: its secret is told this once."""

    token: NewTokenOut


class BotAccount(TypedDict):
    """An account that a program plays for, marked as such for good."""

    id: str
    name: str
    created: Time
    tokens: list[TokenOut]


class BotAccounts(TypedDict):
    """Your bot accounts."""

    bots: list[BotAccount]


class Me(TypedDict):
    """Who you are."""

    player: PlayerOut


class Away(TypedDict):
    """From when to when a player is away."""

    begins: Time
    ends: Time


class Leave(Away):
    """A leave of yours."""

    id: str


class Leaves(TypedDict):
    """Your leaves."""

    leaves: list[Leave]


class Paused(TypedDict):
    """A pause, and until when it may last."""

    since: Time
    until: Time


class Checking(TypedDict):
    """All have to say by then that they are ready; who has."""

    until: Time
    ready: list[int]


class Breaks(TypedDict):
    """What is left of extensions and pauses, and who has voted for what."""

    extensions: Annotated[int, "How often a deadline may still be extended."]
    pause_seconds: Annotated[int, "For how long the game may still be paused."]
    extended: Annotated[bool, "Whether this question's deadline has been."]
    votes: Annotated[dict[str, Any], "The seats that want it, by `pause`, `resume`, `extend`; by `kick` and seat."]
    needed: Annotated[int, "Votes that decide."]


class SeriesPlace(TypedDict):
    """A game and its rematches: the id of the first, and which one this is."""

    id: str
    nth: int


class Notice(TypedDict):
    """Something that everybody at the table is told; `kind` says what else there is."""

    n: int
    kind: str
    at: Time
    seat: NotRequired[int | None]
    seats: NotRequired[list[int]]
    seconds: NotRequired[int]
    by: NotRequired[Annotated[str, "host, vote, operator, outage or leave."]]
    how: NotRequired[Annotated[str, "left, kicked, deleted or absent."]]
    free: NotRequired[int]


class SeatOut(TypedDict):
    """A seat; name and kind are null while it is free."""

    seat: int
    player: Annotated[str | None, "The id of a person who sits here."]
    name: Annotated[str | None, "null also for one whose account is deleted."]
    kind: Annotated[
        Literal["account", "guest", "bot", "vacant", "deleted"] | None,
        "vacant: its player has left the running game.",
    ]
    level: Annotated[str | None, "How a bot plays."]
    owner: Annotated[str | None, "Of a bot account: the name of the account that it belongs to."]
    away: Annotated[Away | None, "When its player will be away, or is."]
    stand_in: Annotated[str | None, "The level of a bot that plays for an absent player."]
    offered: Annotated[bool, "Whether a substitute may take it."]


class Entry(TypedDict):
    """A game in a list."""

    id: str
    ruleset: str
    title: str
    status: Status
    private: bool
    sandbox: bool
    size: int
    taken: int
    seats: list[SeatOut]
    you: int | None
    asked_me: Annotated[bool, "Whether the game waits for your answer."]
    deadline: Annotated[str | None, "When silence becomes the default."]
    paused: bool
    vacant: Annotated[int, "Seats for which a substitute is sought."]
    created: Time
    started: str | None
    ended: str | None


class Mine(TypedDict):
    """Your games, the most urgent first."""

    games: list[Entry]


class Games(TypedDict):
    """A page of games."""

    games: list[Entry]
    next: Cursor


class Summary(TypedDict):
    """A house rule that holds in this game."""

    option: str
    value: Any
    default: Annotated[bool, "Whether it is what holds if nothing is chosen."]
    rule: Annotated[str, "The number of the sentence that it changes."]


class Barred(TypedDict):
    """What you might think of doing, and why it isn't legal."""

    move: str
    card: str
    target: int | None
    code: str
    rule: str


class ChannelOut(TypedDict):
    """A place to talk that you may read: `table` is there from the beginning, others as the game has them."""

    name: str
    can_talk: Annotated[bool, "Whether you may write there now."]
    last: Annotated[int, "The id of the last message there, 0 before the first."]


class TableOut(TypedDict):
    """A game as the caller sees it."""

    id: str
    ruleset: str
    title: str
    status: Status
    private: bool
    sandbox: Annotated[bool, "Whether one account holds all seats, and it counts for nothing."]
    code: Annotated[str | None, "The invitation, told to those who sit here."]
    creator: Annotated[bool, "Whether you may start it and seat bots."]
    start: Start
    size: int
    seats: list[SeatOut]
    you: Annotated[int | None, "Your seat."]
    rules: Any
    summary: list[Summary]
    asked: Annotated[list[int], "The seats that are asked; the same until the question is settled."]
    options: Any
    barred: list[Barred]
    pace: Annotated[Any, "How long each kind of question stays open, and when time stands still."]
    question: Annotated[str | None, "What kind of question is asked."]
    opened: Annotated[str | None, "Since when its time has run."]
    deadline: Annotated[str | None, "When silence becomes the default."]
    paused: Paused | None
    checking: Annotated[Checking | None, "Before the deal: whether all are ready."]
    starts_at: Annotated[str | None, "When it starts by itself."]
    fill: Annotated[str | None, "Bots that take the free seats then."]
    expires: Annotated[str | None, "When a game that hasn't begun is removed, if nobody comes or goes before."]
    conduct: Annotated[Any, "How the table deals with people."]
    breaks: Breaks
    vacant: Annotated[int, "Seats for which a substitute is sought."]
    series: SeriesPlace
    notices: Annotated[list[Notice], "The latest, oldest first."]
    standing: Annotated[Any, "Your standing answers."]
    missed: Annotated[int, "Turns that you have missed in a row."]
    view: Any
    last_event: Annotated[int, "The number of the last event that there is."]
    channels: list[ChannelOut]
    rematch: Annotated[str | None, "The id of the game that followed."]
    created: Time
    started: str | None
    ended: str | None
    poll_after: Annotated[int, "Seconds after which asking again makes sense."]
    events: Any
    next: Annotated[int | None, "The `after` of the events that follow; null if these are the last there are."]


class MessageOut(TypedDict):
    """Something said: text, whatever it looks like."""

    id: Annotated[int, "Counted within the channel."]
    seat: int
    name: Annotated[str, "Of who said it, whoever sits there now; empty if the account is deleted."]
    text: str
    at: Time


class Talk(TypedDict):
    """A page of talk, oldest first."""

    messages: list[MessageOut]
    next: Annotated[int | None, "The `after` of the next page; null if there is none yet."]


class Moment(TypedDict):
    """A moment of an ended game, through the eyes of a seat or of everyone."""

    steps: Annotated[int, "How many steps there are, the deal included."]
    step: Annotated[int, "Which one this is; 0 is the deal."]
    seat: Annotated[int | None, "Who moved, if the eyes know what he said."]
    move: Any
    events: Any
    view: Annotated[Any, "What those eyes saw after it; for everyone, what an onlooker saw."]
    views: Annotated[Any, "For everyone: what each seat saw."]


class Former(TypedDict):
    """The game before a rematch."""

    state: dict[str, Any]
    came_from: Annotated[list[int | None], "Where in it each seat sat."]


class StepOut(TypedDict):
    """An accepted move, or the deal, or that time was up."""

    seat: int | None
    move: Annotated[dict[str, Any] | None, "What was said."]
    chance: Annotated[list[Any], "What chance brought."]
    events: Annotated[list[dict[str, Any]], "What happened."]
    at: Time


class Spoken(TypedDict):
    """Something that was said."""

    seat: int
    name: str
    channel: str
    text: str
    at: Time


class Outcome(TypedDict):
    """How a game ended: the sides that won, none for a draw, and their seats."""

    winners: list[str]
    seats: list[int]


class Export(TypedDict):
    """A whole game that is over."""

    format: int
    game: str
    ruleset: int
    seats: int
    rules: dict[str, Any]
    names: list[str]
    before: Former | None
    steps: list[StepOut]
    talk: list[Spoken]
    outcome: Outcome


class Fault(TypedDict):
    """What is wrong, and where."""

    pointer: Annotated[str, "A JSON pointer into the body, or the name of a parameter of the query."]
    detail: str


class ProblemOut(TypedDict):
    """A refusal (RFC 9457)."""

    type: str
    title: str
    status: int
    code: Annotated[Literal[codes.ALL], codes.described()]
    detail: Annotated[str, "For developers, in English."]
    rule: NotRequired[Annotated[str, "The number of the rule that forbids it."]]
    errors: NotRequired[list[Fault]]
    options: NotRequired[Annotated[list[dict[str, Any]], "What would be legal instead."]]


class Least(TypedDict):
    """A range."""

    least: int
    most: int


class HouseRule(TypedDict):
    """A house rule that may be chosen."""

    name: str
    rule: Annotated[str, "The number of the sentence that it changes."]
    type: Literal["choice", "flag", "count", "counts", "seat_or_random", "time", "time_zone"]
    default: Any
    choices: NotRequired[list[Any]]
    keys: NotRequired[list[str]]
    least: NotRequired[int]
    most: NotRequired[int]


class AskOut(TypedDict):
    """A kind of question."""

    name: str
    sealed: Annotated[bool, "Whether answers to it are secret until it is settled."]


class Ruleset(TypedDict):
    """A game that can be played."""

    name: str
    ruleset: Annotated[int, "The version of its rules."]
    seats: Least
    options: list[HouseRule]
    defaults: Annotated[dict[str, dict[str, Any]], "By the number of seats, where the default depends on it."]
    asks: Annotated[list[AskOut], "The kinds of question, to which a pace gives lengths."]
    paces: Annotated[dict[str, dict[str, int]], "Seconds for each kind of question, by the pace's name."]
    timed: Annotated[list[str], "House rules about time, which have no say beside a pace other than `house`."]
    moves: list[str]
    bots: list[str]
    languages: list[str]


class Rulesets(TypedDict):
    """The games that can be played."""

    rulesets: list[Ruleset]


class Handover(TypedDict):
    """All that a seat has seen and said, for who plays it now."""

    game: str
    seat: int
    view: Any
    events: Any
    moves: Annotated[list[dict[str, Any]], "Its own, in order; sealed ones too."]
    channels: list[ChannelOut]


class Tally(TypedDict):
    """Games of one kind on one side."""

    ruleset: str
    side: str
    won: int
    lost: int
    draw: int


class Reliability(TypedDict):
    """Turns that were taken in time, of those that were asked for."""

    asked: int
    taken: int
    percent: int | None


class Profile(TypedDict):
    """A player as everybody sees him: of games that are over alone."""

    id: str
    name: str
    kind: Kind
    owner: Annotated[str | None, "Of a bot account: the name of the account that it belongs to."]
    since: Annotated[str, "The day."]
    games: int
    left: Annotated[int, "Games that he left before their end."]
    results: Annotated[list[Tally], "From the beginning, and without bots."]
    with_bots: list[Tally]
    as_substitute: list[Tally]
    reliability: Reliability


class PlayedGame(TypedDict):
    """A public game that is over, as one player had it."""

    id: str
    ruleset: str
    title: str
    size: int
    seat: int
    side: str
    result: Literal["won", "lost", "draw"]
    role: Literal["player", "substitute", "left"]
    ended: Time


class Played(TypedDict):
    """A page of games."""

    games: list[PlayedGame]
    next: Cursor


class OfSeries(TypedDict):
    """One game of a series."""

    id: str
    nth: int
    status: Status
    ended: str | None
    winners: Annotated[list[str] | None, "The sides that won, none for a draw; null while it goes on."]


class Score(TypedDict):
    """What one player has made of a series."""

    player: str | None
    name: str | None
    played: int
    won: int


class SeriesOut(TypedDict):
    """A game and its rematches."""

    id: str
    games: list[OfSeries]
    score: list[Score]
