"""Discord's REST API: what happens to every call before and after the function that answers it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from aiohttp import web

from . import description, forms, permissions
from .core import Core
from .errors import ApiError, bad_form, missing_access, missing_permissions, outage, unknown
from .gateway import Gateway
from .interactions import ATTACHMENT_LIMIT, Interactions
from .limits import Call, Limits, Violation
from .payloads import JSON, Payload
from .permissions import Permission
from .posts import Upload, Uploads
from .world import World

log = logging.getLogger(__name__)

PREFIX = "/api/v10"


class Here(Protocol):
    """The local Discord as its calls see it: all but the sockets."""

    world: World
    limits: Limits
    interactions: Interactions
    gateway_url: str
    gateway: Gateway

    def record(self, violation: Violation, /) -> None:
        """Remember a mistake of the bot."""


@dataclass(slots=True)
class Ask:
    """One call, as the functions that answer see it."""

    local: Here
    vars: dict[str, str]
    query: Mapping[str, str]
    sent: Payload = None
    """The body as it came; a set of commands is a list."""
    uploads: Uploads = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def body(self) -> JSON:
        """The object that came; empty if none did."""
        return self.sent if isinstance(self.sent, dict) else {}

    @property
    def world(self) -> World:
        """The world that the call is about."""
        return self.local.world

    @property
    def me(self) -> str:
        """The bot's user id."""
        return self.local.world.bot_id

    def channel(self, needed: int = 0, *, unread: bool = False) -> JSON:
        """The channel of the call, in which the bot must read, or with ``unread`` which it must see, and where it must
        have these permissions."""
        channel_id = self.vars["channel_id"]
        self.world.archive_idle(channel_id)
        channel = self.world.channels.get(channel_id)
        if channel is None:
            raise unknown("Channel")
        if self.world.is_out(channel_id):
            raise outage()
        held = permissions.in_channel(self.world, channel_id, self.me)
        seen = Permission.VIEW_CHANNEL if unread else permissions.to_read(channel)
        if held & seen != seen:
            raise missing_access()
        if held & needed != needed:
            raise missing_permissions()
        return channel

    def message(self) -> JSON:
        """The message of the call; an ephemeral one is unknown here, as on Discord."""
        message_id = self.vars["message_id"]
        message = self.world.messages.get(message_id)
        if message is None or message["channel_id"] != self.vars["channel_id"] or message_id in self.world.private:
            raise unknown("Message")
        return message

    def guild(self, needed: int = 0) -> JSON:
        """The server of the call, which the bot must be in."""
        guild = self.world.guilds.get(self.vars["guild_id"])
        if guild is None:
            raise unknown("Guild")
        if guild["id"] in self.world.outages:
            raise outage()
        if self.me not in self.world.members[guild["id"]]:
            raise missing_access()
        held = permissions.in_guild(self.world, guild["id"], self.me)
        if held & needed != needed:
            raise missing_permissions()
        return guild


Answer = Callable[[Ask], Payload]
Handler = Callable[[web.Request], Awaitable[web.Response]]


class Routes:
    """A list of calls and the functions that answer them; a function returns JSON, or ``None`` for 204."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str, Answer]] = []

    def __call__(self, method: str, template: str) -> Callable[[Answer], Answer]:
        """Register the function below for a call, named by its template in Discord's description."""

        def keep(answer: Answer) -> Answer:
            self.all.append((method, template, answer))
            return answer

        return keep


@dataclass(frozen=True, slots=True)
class Served:
    """What came of a call."""

    status: int
    body: Payload
    headers: dict[str, str]


def serve(method: str, template: str, answer: Answer, ask: Ask) -> Served:
    """One call from its limits to its answer; it knows no HTTP, so that a test can make calls without a socket."""
    local = ask.local
    try:
        if not _of_interaction(template):
            local.limits.spend_global()
        if ask.sent is not None and not template.endswith("/callback"):
            description.check(method, template, ask.sent)
        _check_uploads(ask.uploads)
        body = answer(ask)
    except ApiError as error:
        return _refused(method, template, ask, error)
    except Exception as error:
        log.exception("The local Discord failed on %s %s", method, template)
        told = f"the local Discord itself failed: {error!r}"
        local.record(Violation(0, told, method, template, local.world.now()))
        return Served(500, {"message": "500: Internal Server Error", "code": 0}, ask.headers)
    return Served(204 if body is None else 200, body, ask.headers)


def _refused(method: str, template: str, ask: Ask, error: ApiError) -> Served:
    if error.violation:
        ask.local.record(Violation(error.code, str(error), method, template, ask.world.now()))
    return Served(error.status, error.body(), ask.headers)


def _of_interaction(template: str) -> bool:
    """Whether the call answers an interaction: it needs no token of the bot's, and does not count for the whole bot."""
    return template.startswith(("/interactions/", "/webhooks/"))


def handler(local: Core, method: str, template: str, answer: Answer) -> Handler:
    """Wrap an answering function with the HTTP around it."""

    async def handle(request: web.Request) -> web.Response:
        if local.latency:
            await asyncio.sleep(local.latency)
        fault = local.take_fault(method, template, request.path.removeprefix(PREFIX))
        if fault is not None:
            local.calls.append(Call(method, template, local.world.now(), fault.status))
            return reply(fault.answer(), fault.status)
        ask = Ask(local, dict(request.match_info), request.query)
        try:
            if not _of_interaction(template) and not request.headers.get("Authorization", "").startswith("Bot "):
                raise ApiError(401, 0, "401: Unauthorized")
            ask.sent, ask.uploads = await _read(request)
        except ApiError as error:
            served = _refused(method, template, ask, error)
        except ConnectionError:  # the caller went away in the middle of it
            return reply(None, 400)
        else:
            served = serve(method, template, answer, ask)
        channel = ask.vars.get("channel_id", "")
        local.calls.append(Call(method, template, local.world.now(), served.status, channel))
        return reply(served.body, served.status, served.headers)

    return handle


def unsupported(local: Core) -> Handler:
    """Answers calls that the local Discord does not have; recorded, so that a gap does not pass for the bot's fault."""

    async def handle(request: web.Request) -> web.Response:
        path = request.path.removeprefix(PREFIX)
        local.record(Violation(0, "the local Discord does not have this call", request.method, path, local.world.now()))
        return reply({"message": "404: Not Found", "code": 0}, 404)

    return handle


def reply(body: Payload, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A JSON answer with exactly the headers that Discord's clients look at."""
    sent = {"Via": "1.1 local", **(headers or {})}
    if status == 204:
        return web.Response(status=204, headers=sent)
    sent["Content-Type"] = "application/json"
    if status == 429 and isinstance(body, dict):
        sent["Retry-After"] = str(body.get("retry_after", 1))
        if body.get("global"):
            sent["X-RateLimit-Global"] = "true"
    return web.Response(body=json.dumps(body, separators=(",", ":")).encode(), status=status, headers=sent)


async def _read(request: web.Request) -> tuple[Payload, Uploads]:
    """The JSON of a call, and the files that came with it."""
    if not request.body_exists:
        return None, {}
    content_type = request.headers.get("Content-Type", "")
    raw = await request.read()
    if not content_type.startswith("multipart/form-data"):
        return _parsed(raw), {}
    body: Payload = {}
    uploads: Uploads = {}
    try:
        for name, filename, content in forms.fields(content_type, raw):
            if name == "payload_json":
                body = _parsed(content)
            elif name.startswith("files["):
                uploads[int(name[6:-1])] = Upload(filename, content)
    except ValueError as error:
        raise bad_form({"body": str(error)}) from None
    return body, uploads


def _check_uploads(uploads: Uploads) -> None:
    if any(len(upload.data) > ATTACHMENT_LIMIT for upload in uploads.values()):
        raise ApiError(413, 40005, "Request entity too large", violation=True)
    if len(uploads) > 10:
        raise bad_form({"files": "Must be 10 or fewer in length."})


def _parsed(text: bytes) -> Payload:
    try:
        return json.loads(text) if text else None
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.", violation=True) from None
