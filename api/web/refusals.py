"""Which refusals an operation may give: said beside its route, or brought by what stands around it; told by status."""

from collections.abc import Callable, Iterable
from typing import Any

from apispec.core import Components

from api.web.codes import CODES, RULES

View = Callable[..., Any]

ANY = ("too_many_requests", "server_error", "unavailable")
"""What every operation may give."""

HEADERS = {401: "WWW-Authenticate", 429: "Retry-After", 503: "Retry-After"}
"""What refusals of a status carry."""

SAID = "x-refusals"
"""Where a view's codes stand, each with its status, until all that stands around it has added its own."""

RULE_CODE = "RuleCode"
"""The name of the schema of the games' own codes."""


def refuses(*codes: str, rules: int | None = None) -> Callable[[View], View]:
    """A view that may refuse by these codes, and by those of the games' own rules with the status `rules`."""

    def mark(view: View) -> View:
        doc = {**getattr(view, "_apidoc", {})}
        manual = doc.get("manual_doc", {})
        by_rules = dict.fromkeys(RULES, rules) if rules else {}
        doc["manual_doc"] = {**manual, SAID: {**manual.get(SAID, {}), **statuses(codes), **by_rules}}
        view._apidoc = doc  # type: ignore[attr-defined]
        return view

    return mark


def statuses(codes: Iterable[str]) -> dict[str, int]:
    """The HTTP status of each of these codes of the API's own."""
    return {code: CODES[code][0] for code in codes}


def put(operation: dict[str, Any], place: Iterable[str], components: Components) -> None:
    """Show in an operation's description how it may refuse: by the view's codes, and by these of its place."""
    said = {**operation.pop(SAID, {}), **statuses((*place, *ANY))}
    told = {}
    for status in sorted(set(said.values())):
        codes = {code for code in said if said[code] == status}
        own, by_rules = [code for code in CODES if code in codes], not codes.isdisjoint(RULES)
        told[status] = name = "-".join((str(status), *own, *(["rules"] if by_rules else [])))
        if name not in components.responses:
            components.response(name, described(status, own, by_rules))
    default = operation["responses"].pop("default")
    operation["responses"] |= {**told, "default": default}


def described(status: int, own: list[str], by_rules: bool) -> dict[str, Any]:
    """A refusal with this status, by one of these codes, or by one of the games' own."""
    lines = [f"- `{code}`: {CODES[code][1]}" for code in own]
    shape: dict[str, Any] = {"enum": own}
    if by_rules:
        lines.append("- or by a rule, whose number is in `rule`.")
        shape = {"anyOf": [shape, {"$ref": f"#/components/schemas/{RULE_CODE}"}]}
    # Beside the reference: generators make one class of all refusals, and pages show them whole.
    schema = {"$ref": "#/components/schemas/Problem", "allOf": [{"properties": {"code": shape}}]}
    told = {"description": "\n".join(lines), "content": {"application/problem+json": {"schema": schema}}}
    if header := HEADERS.get(status):
        told["headers"] = {header: {"required": True, "schema": {"type": "string"}}}
    return told
