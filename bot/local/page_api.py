"""What the page (and a test's :class:`~bot.local.person.Person`) asks of the server: state, events, and acting."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from itertools import islice

from aiohttp import web

from . import calendar, permissions, posts
from .client_rules import Refused
from .core import Core
from .errors import ApiError
from .limits import Fault
from .pages import as_seen
from .payloads import JSON, Payload
from .permissions import Permission
from .world import World

SHOWN_MESSAGES = 100


def people(world: World) -> list[JSON]:
    """Everybody, for the page's list of persons; ``nick`` and ``manager`` are those of the first server."""
    guild_id = next(iter(world.guilds))
    managers = world.role(guild_id, "Managers")
    made = []
    for user in world.users.values():
        member = world.members[guild_id].get(user["id"], {"nick": None, "roles": []})
        made.append(
            {
                **{key: user[key] for key in ("id", "username", "global_name", "bot", "avatar")},
                "dms_closed": user["id"] in world.closed_dms,
                "nick": member["nick"],
                "manager": managers in member["roles"] or world.guilds[guild_id]["owner_id"] == user["id"],
            }
        )
    return made


Answer = Callable[[JSON, str], Payload | Awaitable[None]]
"""What the page's calls are answered by, given their body and the id in their path."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def _json(body: Payload | list[list[str | float]], status: int = 200) -> web.Response:
    return web.Response(
        body=json.dumps(body, separators=(",", ":")).encode(),
        status=status,
        headers={"Content-Type": "application/json", "Cache-Control": "no-store"},
    )


class PageApi:
    """The handlers below ``/app``."""

    def __init__(self, local: Core) -> None:
        self.local = local
        self.world = local.world

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        posts: dict[str, Answer] = {
            "interact": self.interact,
            "message": self.message,
            "users": self.add_user,
            "users/{id}": self.change_user,
            "channels": self.add_channel,
            "threads": self.add_thread,
            "threads/{id}": self.change_thread,
            "dm": self.open_dm,
            "events/{id}": self.change_event,
            "dismiss": self.dismiss,
            "delete": self.delete,
            "permissions": self.permissions,
            "kick": self.kick,
            "outage": self.outage,
            "invite": self.invite,
            "guilds": self.add_guild,
            "faults": self.faults,
            "violations": self.take_violations,
            "gateway": self.gateway,
        }
        gets = {
            "state": self.state,
            "events": self.events,
            "people": self.people,
            "violations": self.violations,
            "calls": self.calls,
            "timings": self.timings,
        }
        made = [web.post(f"/app/{path}", self._guarded(self._told(answer))) for path, answer in posts.items()]
        return made + [web.get(f"/app/{path}", self._guarded(answer)) for path, answer in gets.items()]

    def _guarded(self, answer: Handler) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            given = request.headers.get("X-Secret") or request.query.get("secret", "")
            if not secrets.compare_digest(given, self.local.secret):
                return _json({"message": "Open the address that the server printed: it has the key."}, 403)
            try:
                return await answer(request)
            except Refused as refusal:
                return _json({"message": str(refusal)}, 400)
            except (KeyError, ValueError, TypeError, AttributeError) as error:
                return _json({"message": f"That request is malformed: {error!r}"}, 400)

        return handle

    def _told(self, answer: Answer) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            body = answer(await request.json(), request.match_info.get("id", ""))
            if isinstance(body, Awaitable):
                body = await body
            return _json({} if body is None else body)

        return handle

    def _user(self, user: str) -> str:
        if user not in self.world.users:
            raise Refused("There is no such person.")
        return user

    async def state(self, request: web.Request) -> web.StreamResponse:
        """Everything that one person sees; ``channel`` leaves out all other channels but direct messages."""
        world, user = self.world, self._user(request.query["user"])
        guilds = [
            {key: guild[key] for key in ("id", "name", "owner_id")}
            | {"roles": [{key: each[key] for key in ("id", "name")} for each in guild["roles"][1:]]}
            for guild in world.guilds.values()
        ]  # all but the first role, which everybody has
        seen = [as_seen(world, each, user) for each in world.channels.values() if world.may(each["id"], user)]
        if (only := request.query.get("channel")) is not None:
            seen = [each for each in seen if each["id"] == only or "guild_id" not in each]
        messages: dict[str, list[JSON]] = {}
        for channel in seen:
            if not world.reads(channel["id"], user):
                continue
            shown = islice(world.visible(channel["id"], user), SHOWN_MESSAGES)
            messages[channel["id"]] = [posts.renewed(world, each) for each in shown][::-1]
        return _json(
            {
                "me": next(each for each in people(world) if each["id"] == user),
                "users": people(world),
                "guild": guilds[0],
                "guilds": guilds,
                "channels": seen,
                "online": world.bot_online,
                "commands": world.every_command(),
                "messages": messages,
                "events": [
                    {**event, "interested": [*world.interested[event["id"]]]}
                    for guild_id in world.guilds
                    if user in world.members[guild_id]
                    for event in calendar.coming(world, guild_id)
                ],
            }
        )

    async def people(self, request: web.Request) -> web.StreamResponse:
        """Everybody; the way to somebody's id."""
        return _json(people(self.world))

    async def events(self, request: web.Request) -> web.StreamResponse:
        """One person's event stream; ``channel`` leaves out all other channels but direct messages."""
        return await self.local.pages.serve(request, self._user(request.query["user"]), request.query.get("channel"))

    async def violations(self, request: web.Request) -> web.StreamResponse:
        """The bot's mistakes so far."""
        return _json([each.json() for each in self.local.violations])

    async def calls(self, request: web.Request) -> web.StreamResponse:
        """The bot's calls so far, as [method, route, at, status, channel]; ``since`` leaves out older ones."""
        since = float(request.query.get("since", 0))
        return _json([[c.method, c.route, c.at, c.status, c.channel] for c in self.local.calls if c.at >= since])

    async def timings(self, request: web.Request) -> web.StreamResponse:
        """When presses, acknowledgements and pictures arrived; ``since`` is of ``monotonic()``."""
        return _json(self.local.timings.json(float(request.query.get("since", 0))))

    def interact(self, body: JSON, _: str) -> JSON:
        """A slash command, an autocomplete request, a press, a form."""
        made = self.local.interactions.begin(
            body["user"],
            body["channel_id"],
            str(body.get("nonce", "")),
            int(body["type"]),
            body["data"],
            body.get("message_id"),
        )
        return {"interaction_id": made.id}

    def message(self, body: JSON, _: str) -> JSON:
        """Somebody writes in a channel."""
        channel, user = body["channel_id"], self._user(body["user"])
        self.world.archive_idle(channel)
        place = self.world.channels.get(channel, {})
        thread = place.get("thread_metadata")
        needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        if self.world.may(channel, user) and not self.world.reads(channel, user):
            raise Refused("You may not connect to that channel.")
        if not self.world.may(channel, user, Permission.VIEW_CHANNEL | needed):
            raise Refused("You cannot write in that channel.")
        if thread and thread["archived"]:
            if thread["locked"]:
                raise Refused("That thread is locked.")
            self.world.open_again(channel)
        content = str(body["content"]).strip()
        if not 0 < len(content) <= 2000:
            raise Refused("A message has 1 to 2000 characters.")
        return posts.write(self.world, channel, user, {"content": content, "nonce": body.get("nonce")})

    def add_user(self, body: JSON, _: str) -> JSON:
        """A new person joins."""
        name = str(body["name"]).strip()
        if not 1 <= len(name) <= 32:
            raise Refused("A name has 1 to 32 characters.")
        user = self.world.add_user(name)
        for guild_id in self.world.guilds:
            self.world.join(guild_id, user["id"])
        self._tell_people()
        return user

    def change_user(self, body: JSON, user: str) -> JSON:
        """Somebody closes their direct messages, chooses a picture, takes a nick, is made a manager, leaves, or comes
        back."""
        world = self.world
        guild_id = next(iter(world.guilds))
        if body.get("member") and user not in world.members[guild_id]:
            world.join(guild_id, self._user(user))
        if self._user(user) not in world.members[guild_id]:
            raise Refused("They are not in the server.")
        if "dms_closed" in body:
            (world.closed_dms.add if body["dms_closed"] else world.closed_dms.discard)(user)
            world.touch("user", user)
        if "avatar" in body:
            world.set_avatar(user, bool(body["avatar"]))
        if "nick" in body:
            world.change_member(guild_id, user, nick=body["nick"] or None)
        if "manager" in body:
            role = world.role(guild_id, "Managers")
            others = [each for each in world.members[guild_id][user]["roles"] if each != role]
            world.change_member(guild_id, user, roles=[*others, role] if body["manager"] else others)
        if body.get("member") is False:
            world.leave(guild_id, user)
        self._tell_people()
        return next(each for each in people(world) if each["id"] == user)

    def _tell_people(self) -> None:
        self.world.emit("USERS", {"users": people(self.world)})

    def add_channel(self, body: JSON, _: str) -> JSON:
        """A new channel, in the first server and for text unless told otherwise (5: announcements, 2: voice, 13: a
        stage, 15: a forum)."""
        name, kind = str(body["name"]).strip(), int(body.get("type", 0))
        if kind not in (permissions.VOICE, permissions.STAGE):
            name = name.lower().replace(" ", "-")
        if not 1 <= len(name) <= 100:
            raise Refused("A channel's name has 1 to 100 characters.")
        guild_id = body.get("guild_id") or next(iter(self.world.guilds))
        return self.world.add_channel(guild_id, name, type=kind)

    def add_thread(self, body: JSON, _: str) -> JSON:
        """Somebody begins a thread, which is a post in a forum; ``type`` 12 is private."""
        parent, user = self.world.channels[body["channel_id"]], self._user(body["user"])
        if not self.world.may(parent["id"], user):
            raise Refused("You cannot see that channel.")
        kind = {5: 10}.get(parent["type"], int(body.get("type", 11)))
        return self.world.add_thread(parent, user, str(body["name"]), kind, 1440, self.world.snowflake())

    def change_thread(self, body: JSON, thread: str) -> JSON:
        """A moderator archives or locks a thread, or undoes it."""
        meta = {**self.world.channels[thread]["thread_metadata"], "archive_timestamp": self.world.stamp()}
        wanted = {key: bool(body[key]) for key in ("archived", "locked") if key in body}
        return self.world.change_channel(thread, thread_metadata=meta | wanted)

    def open_dm(self, body: JSON, _: str) -> JSON:
        """Somebody opens the direct messages with the bot."""
        user = self._user(body["user"])
        return as_seen(self.world, self.world.open_dm(user), user)

    def change_event(self, body: JSON, event_id: str) -> None:
        """Somebody is ``interested`` in an event of the calendar, or not any more; who manages it lets it begin at
        another time (``starts``), cancels it (``cancel``) or deletes it (``delete``)."""
        world, user = self.world, self._user(body["user"])
        event = world.scheduled.get(event_id)
        if event is None or user not in world.members[event["guild_id"]]:
            raise Refused("That event is gone.")
        if "interested" in body:
            return calendar.interest(world, event, user, bool(body["interested"]))
        if not calendar.may_manage(world, event, user):
            raise Refused("You cannot manage this event.")
        try:
            if body.get("delete"):
                calendar.remove(world, event)
            elif body.get("cancel"):
                calendar.change(world, event, {"status": calendar.CANCELLED})
            else:
                starts = datetime.fromisoformat(body["starts"]).astimezone(UTC)
                if starts.timestamp() <= world.now():
                    raise Refused("That is past.")
                calendar.move(world, event, starts)
        except ApiError as error:
            raise Refused(str(error)) from None

    def dismiss(self, body: JSON, _: str) -> None:
        """Somebody dismisses an ephemeral message."""
        if self.world.private.get(body["message_id"]) != body["user"]:
            raise Refused("Only your own messages that nobody else sees can be dismissed.")
        posts.delete(self.world, self.world.messages[body["message_id"]])

    def delete(self, body: JSON, _: str) -> None:
        """A moderator deletes a message or a channel."""
        if "message_id" in body:
            if body["message_id"] not in self.world.messages:
                raise Refused("That message is gone.")
            posts.delete(self.world, self.world.messages[body["message_id"]])
        elif "guild_id" in self.world.channels.get(body["channel_id"], {}):
            self.world.remove_channel(body["channel_id"])
        else:
            raise Refused("Only a server's channels can be deleted.")

    def permissions(self, body: JSON, _: str) -> JSON:
        """Take permissions away from the bot, or a ``user``, in one channel; an empty list gives all back."""
        channel, user = self.world.channels[body["channel_id"]], body.get("user") or self.world.bot_id
        others = [each for each in channel["permission_overwrites"] if each["id"] != user]
        deny = permissions.named(body["deny"])
        theirs = [{"id": user, "type": 1, "allow": "0", "deny": str(deny)}] if deny else []
        return self.world.change_channel(channel["id"], permission_overwrites=others + theirs)

    def kick(self, body: JSON, _: str) -> None:
        """Remove the bot from a server (the first one unless told otherwise)."""
        self.world.leave(body.get("guild_id") or next(iter(self.world.guilds)), self.world.bot_id)

    def outage(self, body: JSON, _: str) -> None:
        """Discord cannot reach a server (the first one unless told otherwise), until it is ``over``."""
        guild_id = body.get("guild_id") or next(iter(self.world.guilds))
        (self.local.gateway.recover if body.get("over") else self.local.gateway.outage)(guild_id)

    def invite(self, body: JSON, _: str) -> None:
        """Bring the bot back into a server."""
        guild_id = body.get("guild_id") or next(iter(self.world.guilds))
        if self.world.bot_id not in self.world.members[guild_id]:
            self.world.join(guild_id, self.world.bot_id, [self.world.role(guild_id, "Card Room")])
            self.local.gateway.welcome(guild_id)

    def add_guild(self, body: JSON, _: str) -> JSON:
        """A further server, with the bot and everybody in it, owned by ``user``."""
        guild = self.world.add_guild(str(body["name"]), self._user(body["user"]))
        self.local.gateway.welcome(guild["id"])
        for user in [each for each in self.world.users if each not in self.world.members[guild["id"]]]:
            self.world.join(guild["id"], user)
        self.world.add_channel(guild["id"], "general")
        return guild

    def take_violations(self, body: JSON, _: str) -> list[JSON]:
        """The bot's mistakes so far, which are forgotten with this."""
        taken = [each.json() for each in self.local.violations]
        self.local.violations.clear()
        return taken

    def faults(self, body: JSON, _: str) -> None:
        """Answer the next calls of one kind with a fault; or set one of the server's own times, in seconds.

        ``latency`` delays every answer, ``quarantined`` lets the bot write in no direct message, ``ack_window`` is how
        long the bot may take to acknowledge, and ``skew`` is by how much the server's clock is ahead.
        """
        self.local.latency = float(body.get("latency", self.local.latency))
        self.local.interactions.ack_window = float(body.get("ack_window", self.local.interactions.ack_window))
        self.world.quarantined = bool(body.get("quarantined", self.world.quarantined))
        self.world.skew = float(body.get("skew", self.world.skew))
        if "route" in body:
            fault = Fault(body["route"], int(body["status"]), int(body.get("times", 1)), body.get("body"))
            self.local.faults.append(fault)

    async def gateway(self, body: JSON, _: str) -> None:
        """Make the bot reconnect."""
        await self.local.drop_gateway(resume=bool(body.get("resume", True)))
