"""Whether a client written for one description of the API can live with another: what would break it.

Within v1 all that changes is additive. Requests: nothing new is required, and what was taken is still taken. Answers:
nothing is missing, and nothing is null that never was. New operations, parameters that may be left out, members of
answers, words of an enum and kinds of moves and events are no break: clients pass over what they don't know.
"""

from collections.abc import Iterator
from typing import Any

LOWER, UPPER = ("minimum", "minLength", "minItems"), ("maximum", "maxLength", "maxItems")


def breaks(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """All that would break who knows the old description, each with its place."""
    return list(Comparison(old, new).everything())


class Comparison:
    """Two descriptions side by side."""

    def __init__(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        """The known one, and the one that is to follow it."""
        self.old, self.new, self.seen = old, new, set()

    def everything(self) -> Iterator[str]:
        """Over all paths."""
        for path, operations in self.old["paths"].items():
            for method, old in operations.items():
                if method == "parameters":
                    continue
                at, new = f"{method.upper()} {path}", self.new["paths"].get(path, {}).get(method)
                if new is None:
                    yield f"{at}: is gone"
                else:
                    yield from self.operation(at, old, new)

    def operation(self, at: str, old: Any, new: Any) -> Iterator[str]:
        """One operation."""
        if old.get("operationId") != new.get("operationId"):
            yield f"{at}: has another operationId"
        if any(way not in new.get("security", []) for way in old.get("security", [])):
            yield f"{at}: asks for other rights"
        yield from self.parameters(at, old, new)
        sent, taken = old.get("requestBody"), new.get("requestBody")
        if sent and not taken:
            yield f"{at}: takes no body any more"
        elif sent:
            yield from self.contents(f"{at} body", sent, taken, "in")
        elif taken and taken.get("required"):
            yield f"{at}: demands a body"
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                yield f"{at}: {status} is gone"
                continue
            was, now = self.follow(self.old, answer), self.follow(self.new, new["responses"][status])
            yield from (
                f"{at} {status}: header {name} is gone"
                for name in was.get("headers", {}).keys() - now.get("headers", {})
            )
            yield from self.contents(f"{at} {status}", was, now, "out")

    def parameters(self, at: str, old: Any, new: Any) -> Iterator[str]:
        """What stands in addresses and headers."""
        was, now = self.named(self.old, old), self.named(self.new, new)
        for key, parameter in was.items():
            if key not in now:
                yield f"{at}: parameter {key[1]} is gone"
            else:
                yield from self.schema(f"{at} {key[1]}", parameter["schema"], now[key]["schema"], "in")
        for key, parameter in now.items():
            if parameter.get("required") and not was.get(key, {}).get("required"):
                yield f"{at}: parameter {key[1]} is required"

    def named(self, document: Any, operation: Any) -> dict[tuple[str, str], Any]:
        """The parameters of an operation."""
        found = [self.follow(document, parameter) for parameter in operation.get("parameters", [])]
        return {(parameter["in"], parameter["name"]): parameter for parameter in found}

    def contents(self, at: str, old: Any, new: Any, way: str) -> Iterator[str]:
        """A body, in every form that it may have."""
        if way == "in" and new.get("required") and not old.get("required"):
            yield f"{at}: is required"
        for kind, content in old.get("content", {}).items():
            if kind not in new.get("content", {}):
                yield f"{at}: is no {kind} any more"
            else:
                yield from self.schema(at, content.get("schema", {}), new["content"][kind].get("schema", {}), way)

    def schema(self, at: str, old: Any, new: Any, way: str) -> Iterator[str]:
        """A value on its way `in` or `out`. What refers to itself is looked at once."""
        if "$ref" in old and "$ref" in new:
            if (old["$ref"], new["$ref"], way) in self.seen:
                return
            self.seen.add((old["$ref"], new["$ref"], way))
        old, new = self.follow(self.old, old), self.follow(self.new, new)
        if "members" in (shapes := {"members" if members(each) else "one" for each in (old, new)}):
            yield from self.one_of(at, old, new, way)
            return
        assert shapes == {"one"}
        yield from self.single(at, old, new, way)
        for name in old.get("properties", {}).keys() & new.get("properties", {}).keys():
            yield from self.schema(f"{at}/{name}", old["properties"][name], new["properties"][name], way)
        for inner in ("items", "additionalProperties"):
            if isinstance(old.get(inner), dict) and isinstance(new.get(inner), dict):
                yield from self.schema(f"{at}/*", old[inner], new[inner], way)

    def single(self, at: str, old: Any, new: Any, way: str) -> Iterator[str]:
        """What a schema says of the value itself, and of which members it has."""
        was, now = kinds(old), kinds(new)
        if (way == "in" and not was <= now) or (way == "out" and not now <= was):
            yield f"{at}: is {sorted(now)} instead of {sorted(was)}"
        gone = old.get("properties", {}).keys() - new.get("properties", {}).keys()
        yield from (f"{at}: {name} is gone" for name in sorted(gone))
        must, stays = set(old.get("required", [])), set(new.get("required", []))
        if way == "out":
            yield from (f"{at}: {name} may be missing" for name in sorted(must - stays - gone))
            return
        yield from (f"{at}: {name} is required" for name in sorted(stays - must))
        if "enum" in new and not set(old.get("enum", [object()])) <= set(new["enum"]):
            yield f"{at}: takes fewer words"
        if any(new.get(key, -1) > old.get(key, -1) for key in LOWER) or any(
            key in new and new[key] < old.get(key, float("inf")) for key in UPPER
        ):
            yield f"{at}: has narrower bounds"
        if new.get("pattern", old.get("pattern")) != old.get("pattern"):
            yield f"{at}: has another pattern"

    def one_of(self, at: str, old: Any, new: Any, way: str) -> Iterator[str]:
        """Several shapes: each that there was is still there, and none is null that wasn't."""
        was, now = labelled(old), labelled(new)
        for label, shape in was.items():
            if label in now:
                yield from self.schema(at, shape, now[label], way)
            elif not (way == "out" and label == "null"):
                yield f"{at}: {label} is gone"
        if way == "out" and "null" in now and "null" not in was:
            yield f"{at}: may be null"

    def follow(self, document: Any, said: Any) -> Any:
        """What is said, where a reference leads."""
        while "$ref" in said:
            _, *path = said["$ref"].split("/")
            said = document
            for part in path:
                said = said[part]
        return said


def kinds(schema: Any) -> set[str]:
    """The kinds of value that a schema allows: those that it names, or all."""
    said = schema.get("type", ["array", "boolean", "integer", "null", "object", "string"])
    return {said} if isinstance(said, str) else set(said)


def members(schema: Any) -> list[Any]:
    """The shapes of which a value has one."""
    found: list[Any] = schema.get("oneOf") or schema.get("anyOf") or []
    return found


def labelled(schema: Any) -> dict[str, Any]:
    """The same by name: that of the reference, else the kind of value."""
    found = members(schema) or [schema]
    return {each.get("$ref") or "/".join(sorted(kinds(each))): each for each in found}
