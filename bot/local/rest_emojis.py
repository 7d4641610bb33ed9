"""Emojis of the application itself, which it may use wherever it writes."""

from __future__ import annotations

import base64
import binascii
import re

from .errors import ApiError, bad_form, missing_access, unknown
from .payloads import JSON
from .rest import Ask, Routes

routes = Routes()

ALL = "/applications/{application_id}/emojis"
ONE = ALL + "/{emoji_id}"
MOST, LARGEST = 2000, 256 * 1024
_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,(.*)", re.DOTALL)


def _own(ask: Ask) -> dict[str, JSON]:
    if ask.vars["application_id"] != ask.me:
        raise missing_access()
    return ask.world.emojis


def _one(ask: Ask) -> JSON:
    if (found := _own(ask).get(ask.vars["emoji_id"])) is None:
        raise unknown("Emoji")
    return found


def _named(ask: Ask, name: str) -> str:
    if not _NAME.fullmatch(name):
        raise bad_form({"name": "Must be 2 to 32 letters, digits and underscores."})
    if any(each["name"] == name for each in ask.world.emojis.values()):
        taken = bad_form({"name": "An emoji of this name is there already."})
        taken.violation = False  # another process of the bot may have been quicker
        raise taken
    return name


@routes("GET", ALL)
def list_emojis(ask: Ask) -> JSON:
    """All of them."""
    return {"items": [*_own(ask).values()]}


@routes("POST", ALL)
def create(ask: Ask) -> JSON:
    """One more."""
    emojis, name = _own(ask), _named(ask, ask.body["name"])
    found = _IMAGE.fullmatch(ask.body["image"])
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if not data:
        raise bad_form({"image": "Must be a picture as a data URI."})
    if len(data) > LARGEST:
        raise bad_form({"image": "File cannot be larger than 256.0 kb."})
    if len(emojis) >= MOST:
        raise ApiError(400, 30008, "Maximum number of emojis reached (2000)", violation=True)
    return ask.world.add_emoji(name, data)


@routes("GET", ONE)
def get(ask: Ask) -> JSON:
    """One of them."""
    return _one(ask)


@routes("PATCH", ONE)
def rename(ask: Ask) -> JSON:
    """Another name."""
    emoji = _one(ask)
    emoji["name"] = _named(ask, ask.body["name"])
    ask.world.touch("emoji", emoji["id"])
    return emoji


@routes("DELETE", ONE)
def delete(ask: Ask) -> None:
    """Gone: messages show its name from now on."""
    ask.world.remove_emoji(_one(ask)["id"])
