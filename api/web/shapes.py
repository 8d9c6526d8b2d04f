"""Schemas from type hints: a move's, an event's, a rule's or a view's declaration is its shape in JSON."""

import types
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, ValidationError, post_load, validate
from marshmallow import fields as ma
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from api.clock import moment, zones
from engine.core import Bounds, Event, Form, Move


def pascal(name: str) -> str:
    """`first_aid` as `FirstAid`."""
    return "".join(part.capitalize() for part in name.split("_"))


class Choice(ma.Field[Any]):
    """One of a few words or numbers, as it stands: 1 is neither "1" nor true."""

    def __init__(self, values: tuple[Any, ...], **kwargs: Any) -> None:
        """Of these."""
        super().__init__(**kwargs)
        self.values = {(type(value), value) for value in values}
        self.listed = values

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, (str, int)) and (type(value), value) in self.values:
            return value
        raise ValidationError("Has to be one of: " + ", ".join(map(str, self.listed)) + ".")


class Flag(ma.Field[bool]):
    """True or false, and nothing that could be taken for it."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> bool:
        if value is True or value is False:
            return bool(value)
        raise ValidationError("Has to be true or false.")


class Moment(ma.String):
    """A moment with its offset from UTC (RFC 3339); the house writes it in UTC, to the millisecond."""

    def __init__(self, **kwargs: Any) -> None:
        """In a body."""
        super().__init__(**kwargs)
        self.metadata = {"format": "date-time", **self.metadata}

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        try:
            return moment(super()._deserialize(value, attr, data, **kwargs))
        except ValueError:
            raise ValidationError("Has to be a moment such as 2026-02-03T04:05:06Z.") from None


class Formed(ma.String):
    """A text of some form: a time of day, or the name of a time zone that there is."""

    def __init__(self, form: Form, **kwargs: Any) -> None:
        """Of this form."""
        fits = validate.Regexp(f"^(?:{form.pattern})$", error=f"Has to be a {form.kind}.")
        super().__init__(validate=fits, **kwargs)
        self.form = form

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        said = super()._deserialize(value, attr, data, **kwargs)
        if self.form.kind == "time_zone" and said not in zones():
            raise ValidationError("Has to be a time zone of the IANA database, such as Asia/Shanghai.")
        return said


class Several(ma.List[Any]):
    """A list, which arrives as a tuple."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class Keyed(ma.Dict):
    """An object with keys of one shape and values of another."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        try:
            return super()._deserialize(value, attr, data, **kwargs)
        except ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            raise ValidationError({key: list(why.values()) for key, why in error.messages.items()}) from None


class Either(ma.Field[Any]):
    """A value of one shape or of another."""

    def __init__(self, kinds: list[ma.Field[Any]], **kwargs: Any) -> None:
        """Of these shapes; the first that takes the value counts."""
        super().__init__(**kwargs)
        self.kinds = kinds

    def _bind_to_schema(self, field_name: str, parent: Any) -> None:
        super()._bind_to_schema(field_name, parent)
        self.kinds = [deepcopy(kind) for kind in self.kinds]
        for kind in self.kinds:
            kind._bind_to_schema(field_name, parent)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        said: list[str] = []
        for kind in self.kinds:
            try:
                return kind.deserialize(value, attr, data, **kwargs)
            except ValidationError as error:
                said.extend(map(str, error.messages))
        raise ValidationError(" Or: ".join(said))


def field(hint: Any, prefix: str = "", **kwargs: Any) -> ma.Field[Any]:
    """The field for a type hint; `prefix` goes before the names of the schemas within it.

    A text beside the type, as in `Annotated[int, "..."]`, describes the field.
    """
    bounds = form = None
    if get_origin(hint) is Annotated:
        hint, *beside = get_args(hint)
        bounds = next((mark for mark in beside if isinstance(mark, Bounds)), None)
        form = next((mark for mark in beside if isinstance(mark, Form)), None)
        described = next((mark for mark in beside if isinstance(mark, str)), None)
        if described:
            kwargs["metadata"] = {"description": described}
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        kinds = [kind for kind in args if kind is not types.NoneType]
        if len(kinds) < len(args):
            kwargs["allow_none"] = True
        if len(kinds) == 1:
            return field(kinds[0], prefix, **kwargs)
        return Either([field(kind, prefix) for kind in kinds], **kwargs)
    if origin is Literal:
        return Choice(args, **kwargs)
    if origin is tuple and args[-1] is not Ellipsis:
        size = validate.Length(equal=len(args))
        kinds = [field(kind, prefix) for kind in dict.fromkeys(args)]
        return Several(kinds[0] if len(kinds) == 1 else Either(kinds), validate=size, **kwargs)
    if origin in (list, tuple):
        return Several(field(args[0], prefix), **kwargs)
    if origin is dict:
        return Keyed(keys=field(args[0], prefix), values=field(args[1], prefix), **kwargs)
    if is_typeddict(hint) or is_dataclass(hint):
        return ma.Nested(record(hint, prefix), **kwargs)
    return Formed(form, **kwargs) if form else atom(hint, bounds, **kwargs)


def atom(kind: Any, bounds: Bounds | None, **kwargs: Any) -> ma.Field[Any]:
    """The field for a single value."""
    if kind is int:
        within = validate.Range(bounds.least, bounds.most) if bounds else None
        return ma.Integer(strict=True, validate=within, **kwargs)
    if kind is bool:
        return Flag(**kwargs)
    if kind is str:
        return ma.String(**kwargs)
    return ma.Raw(**{"allow_none": True, **kwargs})


def record(cls: Any, prefix: str = "") -> type[Schema]:
    """The schema of a TypedDict or a dataclass, all fields required that have no default; always the same one."""
    return _record(cls, prefix)


@cache
def _record(cls: Any, prefix: str) -> type[Schema]:
    hints = get_type_hints(cls, include_extras=True)
    if is_dataclass(cls):
        required = {f.name: f.default is MISSING for f in fields(cls)}
    else:
        required = {name: name in cls.__required_keys__ for name in hints}
        hints = get_type_hints(cls, include_extras=True) | {
            name: get_args(hint)[0] for name, hint in hints.items() if get_origin(hint) is NotRequired
        }
    made = {name: field(hints[name], prefix, required=needed) for name, needed in required.items()}
    return named(prefix + cls.__name__, made, described=cls.__doc__)


def named(name: str, made: Mapping[str, ma.Field[Any]], described: str | None = None, **more: Any) -> type[Schema]:
    """A schema of that name and these fields, which refuses every other."""
    schema: type[Schema] = type(name, (Schema,), {"__doc__": described, **more, **made})
    return schema


def typed(cls: type[Move] | type[Event[Any]], prefix: str, **first: ma.Field[Any]) -> type[Schema]:
    """The schema of a move or an event: its type, then its fields; it loads as an instance."""
    base = record(cls, prefix)

    def instance(self: Schema, data: dict[str, Any], **kwargs: Any) -> Any:
        del data["type"]
        return cls(**data)

    made = {**first, "type": Choice((cls.type,), required=True), **base._declared_fields}
    return named(base.__name__, made, base.__doc__, instance=post_load(instance))


def hole(made: ma.Field[Any], pick: type[Schema]) -> ma.Field[Any]:
    """A field of an option: the value that a move would have there, or a hole to fill."""
    made.required = False
    made.allow_none = False
    return Either([made, ma.Nested(pick)], required=True)


def option(cls: type[Move], prefix: str, pick: type[Schema]) -> type[Schema]:
    """The schema of an option: a move whose fields may be holes."""
    hints = get_type_hints(cls, include_extras=True)
    holes = {f.name: hole(field(hints[f.name], prefix), pick) for f in fields(cls)}  # type: ignore[arg-type]
    made = {"type": Choice((cls.type,), required=True), **holes}
    return named(f"{prefix}{cls.__name__}Option", made, f"What may be said now: {cls.__doc__}")


def one_of(name: str, described: str, members: Mapping[str, type[Schema]]) -> type[OneOfSchema]:
    """The schema of one of several, told apart by `type`."""
    ready = {word: member() for word, member in members.items()}
    body = {"__doc__": described, "type_schemas": ready, "type_field_remove": False}
    made: type[OneOfSchema] = type(name, (OneOfSchema,), body)
    return made


class Converter(OpenAPIConverter):
    """How these schemas are written in OpenAPI."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """One of several as oneOf with a discriminator; all others as apispec writes them, described."""
        kind = schema if isinstance(schema, type) else type(schema)
        written: dict[str, Any]
        if hasattr(kind, "any_of"):
            written = {"anyOf": [self.resolve_nested_schema(member) for member in kind.any_of]}
        elif not issubclass(kind, OneOfSchema):
            written = super().schema2jsonschema(schema)
        else:
            refs = {name: self.resolve_nested_schema(member) for name, member in kind.type_schemas.items()}
            mapping = {name: ref["$ref"] for name, ref in refs.items()}
            discriminator = {"propertyName": kind.type_field, "mapping": mapping}
            written = {"oneOf": list(refs.values()), "discriminator": discriminator}
        if kind.__doc__:
            written.setdefault("description", kind.__doc__)
        return written

    def init_attribute_functions(self, *args: Any) -> None:
        """Write the fields of this module too."""
        super().init_attribute_functions(*args)
        writers: tuple[Callable[..., Any], ...] = (write_choice, write_flag, write_either)
        for writer in writers:
            self.add_attribute_function(writer)


def write_choice(self: Converter, field: ma.Field[Any], ret: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """A choice as an enum."""
    if not isinstance(field, Choice):
        return {}
    kinds = sorted({"integer" if isinstance(value, int) else "string" for value in field.listed})
    nothing = ["null"] if field.allow_none else []
    several = [*kinds, *nothing]
    return {
        "type": several if len(several) > 1 else several[0],
        "enum": [*field.listed, *([None] if field.allow_none else [])],
    }


def write_flag(self: Converter, field: ma.Field[Any], ret: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """A flag as a boolean."""
    return {"type": "boolean"} if isinstance(field, Flag) else {}


def write_either(self: Converter, field: ma.Field[Any], ret: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Either as anyOf."""
    if not isinstance(field, Either):
        return {}
    nothing = [{"type": "null"}] if field.allow_none else []
    return {"anyOf": [*map(self.field2property, field.kinds), *nothing]}
