"""The refusals that the API's description declares, those that an app gives, and an app that gives no others."""

import re

from flask import request, request_finished

from api.web.headers import API
from api.web.operations import OPERATIONS
from api.web.refusals import HEADERS

PROBLEM = "application/problem+json"
ASKED = {
    re.compile(re.sub(r"\{\w+\}", "[^/]+", line.replace(" /", f" {API}/"))): OPERATIONS[line]
    for line in sorted(OPERATIONS, key=lambda line: line.count("{"))
}
"""The operation of each request, which begins with its method: what is spelt out before what has holes."""


def described(app):
    """The app's description."""
    return app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()


def declared(document):
    """Each operation with each status and code by which it may refuse."""
    return {
        (operation["operationId"], int(status), code)
        for operations in document["paths"].values()
        for method, operation in operations.items()
        if method != "parameters"
        for status, answer in operation["responses"].items()
        if status >= "4" and status != "default"
        for code in codes(document, answer)
    }


def codes(document, answer):
    """The codes of a refusal that is described."""
    shape = follow(document, answer)["content"][PROBLEM]["schema"]["allOf"][0]["properties"]["code"]
    return [code for each in shape.get("anyOf", [shape]) for code in follow(document, each)["enum"]]


def follow(document, said):
    """What is said, where its reference leads."""
    if "$ref" not in said:
        return said
    for part in said["$ref"].split("/")[1:]:
        document = document[part]
    return document


def given(answer):
    """The operation that was asked, with status and code, if it refused; else None."""
    if answer.status_code < 400:
        return None
    asked = f"{request.method.replace('HEAD', 'GET')} {request.path}"
    name = next((name for pattern, name in ASKED.items() if pattern.fullmatch(asked)), None)
    return name and (name, answer.status_code, answer.get_json()["code"])


def held(app):
    """An app that refuses as its description declares: any other refusal breaks the request."""
    allowed = declared(described(app))

    def check(sender, response, **more):
        refusal = given(response)
        assert refusal is None or refusal in allowed, f"{refusal} is not declared: see api.web.refusals"
        assert refusal is None or HEADERS.get(refusal[1], "Date") in {"Date", *response.headers.keys()}

    request_finished.connect(check, app, weak=False)
    return app
