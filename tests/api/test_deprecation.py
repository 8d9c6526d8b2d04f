"""What is to go is announced: in the description, and by every answer, refusals too. No route is deprecated now."""

from api import create_app
from api.web import headers, openapi
from api.web.deprecation import deprecated
from api.web.errors import conflict
from api.web.incoming import Blueprint
from api.web.outgoing import json
from tests.api.conftest import SETTINGS

blp = Blueprint("old", __name__)


@blp.route("/old/<id:what>")
@deprecated("2027-01-01", sunset="2027-07-01")
@blp.response(200)
def old(what):
    """An old one"""
    if what == "wrong":
        raise conflict("full", "No.")
    return json({})


def test_it_is_announced(tmp_path, monkeypatch):
    register = openapi.init_app

    def with_an_old_route(app):
        api = register(app)
        api.register_blueprint(blp, url_prefix=headers.API)
        return api

    monkeypatch.setattr(openapi, "init_app", with_an_old_route)
    client = create_app(**SETTINGS, DATABASE_URL=f"sqlite:///{tmp_path / 'old.db'}").test_client()
    for what, status in (("right", 200), ("wrong", 409)):
        answer = client.get(f"{headers.API}/old/{what}")
        assert answer.status_code == status
        assert answer.headers["Deprecation"] == "@1798761600"
        assert answer.headers["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
        assert "Sunset" in answer.headers["Access-Control-Expose-Headers"]
    told = client.get(f"{headers.API}/openapi.json").json["paths"][f"{headers.API}/old/{{what}}"]["get"]
    assert told["deprecated"] is True


def test_no_other_route_is(anyone):
    operations = [
        operation
        for methods in anyone.get("/openapi.json").json["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
    ]
    assert operations
    assert not any(operation.get("deprecated") for operation in operations)
    assert "Sunset" not in anyone.get("/rulesets").headers
