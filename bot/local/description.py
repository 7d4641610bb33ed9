"""Bodies checked against Discord's own published description of its API (``discord_api/openapi.json``)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import jsonschema_rs

from .errors import bad_form
from .payloads import JSON, Payload

SPEC = Path(__file__).parent / "discord_api" / "openapi.json"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}


@cache
def _spec() -> JSON:
    spec = json.loads(SPEC.read_text("utf-8"))
    schemas = spec["components"]["schemas"]
    # Discord takes ids as numbers too, and discord.py sends those of attachments so.
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    # Newer than the description: forums of pictures.
    schemas["ChannelTypes"]["oneOf"].append({"title": "GUILD_MEDIA", "const": 16})
    return spec


@cache
def _registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([("urn:discord", _spec())])


@cache
def _validator(pointer: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for({"$schema": DRAFT, "$ref": f"urn:discord#{pointer}"}, registry=_registry())


@cache
def _pointer(method: str, template: str) -> str | None:
    """Where the description has the body of a call, or ``None`` if it takes none."""
    body = _spec()["paths"].get(template, {}).get(method.lower(), {}).get("requestBody")
    if body is None or "application/json" not in body["content"]:
        return None
    path = template.replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
    return f"/paths/{path}/{method.lower()}/requestBody/content/application~1json/schema"


def check(method: str, template: str, body: Payload) -> None:
    """Refuse (50035) a body that Discord's description does not allow for this call."""
    pointer = _pointer(method, template)
    if pointer is not None:
        _check(pointer, body)


def check_callback(body: Payload) -> None:
    """Refuse (50035) a malformed answer to an interaction; the schema is chosen by its type, so errors are plain."""
    kind = body.get("type") if isinstance(body, dict) else None
    if kind not in CALLBACKS:
        raise bad_form({"type": f"{kind!r} is not a type of answer to an interaction"})
    _check(f"/components/schemas/{CALLBACKS[kind]}", body)


def _check(pointer: str, body: Payload) -> None:
    validator = _validator(pointer)
    if validator.is_valid(body):
        return
    faults: dict[str, str] = {}
    for error in validator.iter_errors(body):
        path, sentence = _deepest(error)
        # The sentence begins with the whole value, which may be long; what is wrong stands at its end.
        faults[".".join(map(str, path)) or "body"] = sentence if len(sentence) < 300 else f"…{sentence[-200:]}"
    raise bad_form(faults)


def _deepest(error: jsonschema_rs.ValidationError) -> tuple[list[str | int], str]:
    """Of the branches of a union that all failed, the complaint that got furthest into the body says it best."""
    branches = getattr(error.kind, "context", None)
    if not branches:
        return list(error.instance_path), error.message
    best = (list(error.instance_path), "fits none of the shapes that are allowed here")
    for branch in branches:
        # A branch that only complains about the component's type is another kind of component altogether.
        if any(list(each.instance_path)[-1:] == ["type"] for each in branch):
            continue
        for each in branch:
            found = _deepest(each)
            if len(found[0]) >= len(best[0]):
                best = found
    return best
