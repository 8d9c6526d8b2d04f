"""Dataclasses to JSON-ready plain data and back, by their type hints alone."""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NoReturn,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from engine.core import BadRules, Bounds, Event, Form, Move, Named, Option, word

S = TypeVar("S")

Coder = Callable[[Any], Any]


class Malformed(ValueError):
    """Plain data that isn't what the type hints say."""


def encode(value: Any) -> Any:
    """The plain data of a dataclass: an object, with its `type` where the class is Named or in a union."""
    kind: Any = type(value)
    return encoder(kind)(value)


def decode(hint: Any, data: Any) -> Any:
    """The value of this type that the plain data stands for; Malformed if it stands for none."""
    return decoder(hint)(data)


def shape(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A hint's origin (itself if it has none) and arguments, seen through Annotated."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    origin = get_origin(hint) or hint
    return (Union if origin is UnionType else origin), get_args(hint)


def tag(cls: Any) -> str:
    """The word by which JSON tells a dataclass from others."""
    return str(cls.type) if issubclass(cls, Named) else word(cls.__name__)


def stored(cls: Any) -> list[str]:
    """The fields that plain data hold: all but those that a dataclass works out from the others itself."""
    return [f.name for f in fields(cls) if f.init]


@cache
def encoder(hint: Any) -> Coder:
    """How to write values of this type."""
    origin, args = shape(hint)
    if origin is Union:
        return _union_encoder(args)
    if origin is dict:
        item = encoder(args[1])
        return lambda value: {str(key): item(held) for key, held in value.items()}
    if origin in (list, tuple):
        if not args or _plain(args[0]):
            return list
        item = encoder(args[0])
        return lambda value: [item(held) for held in value]
    if isinstance(origin, type) and is_dataclass(origin):
        return _record_encoder(origin, named=issubclass(origin, Named))
    return _itself


def _itself(value: Any) -> Any:
    return value


def _plain(hint: Any) -> bool:
    """Whether values of this type are plain data as they are."""
    origin, args = shape(hint)
    return all(map(_plain, args)) if origin is Union else origin in (bool, int, str, NoneType, Literal, Any)


def _record_encoder(cls: Any, named: bool) -> Coder:
    hints = get_type_hints(cls, include_extras=True)
    coders = tuple((name, None if _plain(hints[name]) else encoder(hints[name])) for name in stored(cls))
    start = {"type": tag(cls)} if named else {}

    def encode_record(value: Any) -> dict[str, Any]:
        data: dict[str, Any] = dict(start)
        for name, coder in coders:
            held = getattr(value, name)
            data[name] = held if coder is None else coder(held)
        return data

    return encode_record


def _union_encoder(args: tuple[Any, ...]) -> Coder:
    records = {arg: _record_encoder(arg, named=True) for arg in args if is_dataclass(arg)}
    others = {shape(arg)[0]: encoder(arg) for arg in args if arg not in records}

    def encode_member(value: Any) -> Any:
        if value is None:
            return None
        coder = records.get(type(value)) or others.get(type(value))
        return coder(value) if coder else value

    return encode_member


@cache
def decoder(hint: Any) -> Coder:
    """How to read values of this type."""
    origin, args = shape(hint)
    if origin is Union:
        return _union_decoder(args)
    if origin is Literal:
        return _literal_decoder(args)
    if origin is dict:
        return _dict_decoder(*args)
    if origin in (list, tuple):
        return _sequence_decoder(origin, args)
    if is_dataclass(origin):
        return _record_decoder(origin)
    mark = get_args(hint)[1] if get_origin(hint) is Annotated else None
    return _atom_decoder(NoneType if origin is None else origin, mark)


def _fail(wanted: str, data: Any) -> NoReturn:
    raise Malformed(f"{wanted} expected, not {repr(data)[:60]}")


def _atom_decoder(kind: Any, mark: Bounds | Form | None) -> Coder:
    if kind is Any:
        return _itself

    def decode_atom(data: Any) -> Any:
        if type(data) is not kind:
            _fail(kind.__name__, data)
        if isinstance(mark, Bounds) and not mark.least <= data <= mark.most:
            _fail(f"a number from {mark.least} to {mark.most}", data)
        if isinstance(mark, Form) and not re.fullmatch(mark.pattern, data):
            _fail(f"a {mark.kind}", data)
        return data

    return decode_atom


def _literal_decoder(values: tuple[Any, ...]) -> Coder:
    kinds = {type(value) for value in values}

    def decode_literal(data: Any) -> Any:
        # 1.0 and True are equal to 1, and still aren't it.
        if type(data) not in kinds or data not in values:
            _fail("one of " + ", ".join(map(str, values)), data)
        return data

    return decode_literal


def _dict_decoder(key: Any, item: Any) -> Coder:
    numbered, keys, items = shape(key)[0] is int, decoder(key), decoder(item)

    def decode_dict(data: Any) -> dict[Any, Any]:
        if type(data) is not dict:
            _fail("an object", data)
        try:
            return {keys(int(k) if numbered else k): items(held) for k, held in data.items()}
        except ValueError as error:
            raise Malformed(str(error)) from error

    return decode_dict


def _sequence_decoder(kind: Any, args: tuple[Any, ...]) -> Coder:
    fixed = kind is tuple and args[-1] is not Ellipsis
    coders = [decoder(arg) for arg in args if arg is not Ellipsis]
    all_are = None if fixed else _sieve(args[0])

    def decode_sequence(data: Any) -> Any:
        if type(data) is not list and type(data) is not tuple:
            _fail("a list", data)
        if all_are is not None and all_are(data):
            return kind(data)
        if not fixed:
            return kind(map(coders[0], data))
        if len(data) != len(coders):
            _fail(f"a list of {len(coders)}", data)
        return tuple(coder(held) for coder, held in zip(coders, data, strict=True))

    return decode_sequence


def _sieve(hint: Any) -> Callable[[Any], bool] | None:
    """What tells at once that all items of a list are numbers, or words of a few; None for items of other types.

    Most of a state are hands and piles of cards. Where it says no, the items are looked at one by one.
    """
    origin, args = shape(hint)
    if hint is int:
        return lambda data: {int}.issuperset(map(type, data))
    if origin is not Literal or not all(type(value) is str for value in args):
        return None
    words = frozenset(args)
    return lambda data: {str}.issuperset(map(type, data)) and words.issuperset(data)


def _record_decoder(cls: Any) -> Coder:
    hints = get_type_hints(cls, include_extras=True)
    coders = [(name, decoder(hints[name])) for name in stored(cls)]
    names, typed = {*stored(cls)}, {*stored(cls), "type"}
    later = {f.name: f.default for f in fields(cls) if f.metadata.get("later")}

    def decode_record(data: Any) -> Any:
        if type(data) is not dict:
            _fail(f"{tag(cls)} as an object", data)
        if later:
            data = later | data
        if data.keys() != names and data.keys() != typed:
            _fail(f"{tag(cls)} with just {', '.join(sorted(names))}", data)
        return cls(*[coder(data[name]) for name, coder in coders])

    return decode_record


def _union_decoder(args: tuple[Any, ...]) -> Coder:
    records = {tag(arg): _record_decoder(arg) for arg in args if is_dataclass(arg)}
    others = [decoder(arg) for arg in args if not is_dataclass(arg) and arg is not NoneType]

    def decode_member(data: Any) -> Any:
        if data is None and NoneType in args:
            return None
        record = records.get(str(data.get("type"))) if type(data) is dict else None
        if record is not None:
            return record(data)
        for coder in others:
            try:
                return coder(data)
            except Malformed:
                continue
        return _fail("one of " + ", ".join(str(arg) for arg in args), data)

    return decode_member


def fit(rules: Any, chosen: dict[str, Any], rule: str, bounds: bool = True) -> None:
    """Refuse house rules that there aren't, by this rule's number, and values that are none of theirs; BadRules."""
    hints = get_type_hints(rules, include_extras=bounds)
    known = {f.name: f for f in fields(rules)}
    for name, value in chosen.items():
        if name not in known:
            raise BadRules(name, "no_such_option", rule)
        try:
            decode(hints[name], value)
        except Malformed as why:
            raise BadRules(name, "no_such_value", known[name].metadata["rule"]) from why


class Codec(Generic[S]):
    """Plain data and back for one game: its state, events, moves and house rules."""

    state_type: ClassVar[type]
    rules_type: ClassVar[type]
    standing_type: ClassVar[type]
    moves: ClassVar[Mapping[str, type[Move]]]
    events: ClassVar[Mapping[str, type[Event[Any]]]]

    def dump_state(self, state: S) -> dict[str, Any]:
        """The state as plain data."""
        data: dict[str, Any] = encode(state)
        return data

    def load_state(self, data: Any) -> S:
        """The state from plain data; Malformed if it is of another shape."""
        state: S = decode(self.state_type, data)
        return state

    def dump_event(self, event: Event[S]) -> dict[str, Any]:
        """An event as plain data, with its type."""
        data: dict[str, Any] = encode(event)
        return data

    def load_event(self, data: Any) -> Event[S]:
        """An event from plain data; Malformed if it is none of this game."""
        event: Event[S] = decode(_member(self.events, data), data)
        return event

    def dump_move(self, move: Move) -> dict[str, Any]:
        """A move as plain data, with its type."""
        data: dict[str, Any] = encode(move)
        return data

    def load_move(self, data: Any) -> Move:
        """A move from plain data; Malformed if it is none of this game."""
        move: Move = decode(_member(self.moves, data), data)
        return move

    def dump_option(self, option: Option) -> dict[str, Any]:
        """An option as plain data: a move, with each hole as {pick, least, most}."""
        return option.plain()

    def dump_rules(self, rules: Any) -> dict[str, Any]:
        """The house rules as plain data."""
        data: dict[str, Any] = encode(rules)
        return data

    def load_rules(self, data: Any) -> Any:
        """The house rules from plain data; Malformed if they are of another shape."""
        return decode(self.rules_type, data)

    def dump_standing(self, standing: Any) -> dict[str, Any]:
        """Standing answers as plain data."""
        data: dict[str, Any] = encode(standing)
        return data

    def load_standing(self, data: Any) -> Any:
        """Standing answers from plain data; Malformed if they are of another shape."""
        return decode(self.standing_type, data)


def _member(kinds: Mapping[str, Any], data: Any) -> Any:
    named = str(data.get("type")) if isinstance(data, dict) else ""
    return kinds[named] if named in kinds else _fail("a type among " + ", ".join(kinds), data)
