"""Servers, members, users, the application, and scheduled events."""

from __future__ import annotations

from .errors import missing_permissions, quarantined, too_many, unknown
from .gateway import guild_object
from .limits import EVENTS
from .payloads import JSON
from .permissions import Permission as P
from .permissions import in_guild
from .rest import Ask, Routes

routes = Routes()


@routes("GET", "/users/@me")
def me(ask: Ask) -> JSON:
    """The bot's own user."""
    return {**ask.world.bot, "verified": True, "mfa_enabled": False, "email": None, "flags": 0}


@routes("GET", "/users/{user_id}")
def user(ask: Ask) -> JSON:
    """Any user."""
    if ask.vars["user_id"] not in ask.world.users:
        raise unknown("User")
    return ask.world.users[ask.vars["user_id"]]


@routes("GET", "/users/@me/guilds")
def my_guilds(ask: Ask) -> list[JSON]:
    """The servers that the bot is in."""
    mine = [guild for guild in ask.world.guilds.values() if ask.me in ask.world.members[guild["id"]]]
    return [{"id": guild["id"], "name": guild["name"], "icon": None, "owner": False, "features": []} for guild in mine]


@routes("POST", "/users/@me/channels")
def open_dm(ask: Ask) -> JSON:
    """Open the direct messages with somebody; even closed ones open, and refuse only what is sent."""
    recipient = str(ask.body["recipient_id"])
    if recipient not in ask.world.users or recipient == ask.me:
        raise unknown("User")
    if ask.world.quarantined:
        raise quarantined()
    if not ask.world.has_dm(recipient):
        ask.local.limits.spend_new_dm()
    return ask.world.open_dm(recipient)


@routes("GET", "/gateway/bot")
def gateway(ask: Ask) -> JSON:
    """Where the gateway is."""
    start = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
    return {"url": ask.local.gateway_url, "shards": 1, "session_start_limit": start}


def _application(ask: Ask) -> JSON:
    owner = next(iter(ask.world.guilds.values()))["owner_id"]
    return {
        "id": ask.me,
        "name": ask.world.bot["global_name"],
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": ask.world.users[owner],
        "team": None,
        "flags": 0,
        "summary": "",
        "bot": ask.world.bot,
    }


for _template in ("/applications/@me", "/oauth2/applications/@me"):
    routes("GET", _template)(_application)


@routes("GET", "/guilds/{guild_id}")
def get_guild(ask: Ask) -> JSON:
    """A server."""
    guild = ask.guild()
    return {**guild_object(guild), "approximate_member_count": len(ask.world.members[guild["id"]])}


@routes("GET", "/guilds/{guild_id}/channels")
def guild_channels(ask: Ask) -> list[JSON]:
    """A server's channels, without threads."""
    guild = ask.guild()
    every = [each for each in ask.world.channels.values() if each.get("guild_id") == guild["id"]]
    return [each for each in every if "thread_metadata" not in each]


@routes("POST", "/guilds/{guild_id}/channels")
def create_channel(ask: Ask) -> JSON:
    """A new channel."""
    guild = ask.guild(P.MANAGE_CHANNELS)
    known = ("type", "topic", "permission_overwrites", "parent_id")
    fields = {key: ask.body[key] for key in known if ask.body.get(key)}
    return ask.world.add_channel(guild["id"], ask.body["name"], **fields)


@routes("GET", "/guilds/{guild_id}/roles")
def roles(ask: Ask) -> JSON:
    """A server's roles."""
    return ask.guild()["roles"]


@routes("GET", "/guilds/{guild_id}/threads/active")
def active_threads(ask: Ask) -> JSON:
    """The threads that are not archived and that the bot sees."""
    seen = [each for each in ask.world.threads(ask.guild()["id"]) if ask.world.may(each["id"], ask.me)]
    joined = [each["id"] for each in seen if ask.me in ask.world.thread_members[each["id"]]]
    members = [{"id": each, "user_id": ask.me, **ask.world.thread_members[each][ask.me]} for each in joined]
    return {"threads": seen, "members": members}


@routes("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(ask: Ask) -> JSON:
    """One member."""
    guild = ask.guild()
    if ask.vars["user_id"] not in ask.world.members[guild["id"]]:
        raise unknown("Member")
    return ask.world.member(guild["id"], ask.vars["user_id"])


@routes("PATCH", "/guilds/{guild_id}/members/@me")
def edit_me(ask: Ask) -> JSON:
    """The bot's own nickname."""
    guild = ask.guild(P.CHANGE_NICKNAME)
    ask.world.change_member(guild["id"], ask.me, nick=ask.body.get("nick"))
    return ask.world.member(guild["id"], ask.me)


@routes("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(ask: Ask) -> None:
    """The bot leaves a server."""
    ask.world.leave(ask.guild()["id"], ask.me)


@routes("GET", "/guilds/{guild_id}/scheduled-events")
def list_events(ask: Ask) -> list[JSON]:
    """A server's scheduled events."""
    guild = ask.guild()
    return [event for event in ask.world.scheduled.values() if event["guild_id"] == guild["id"]]


@routes("POST", "/guilds/{guild_id}/scheduled-events")
def create_event(ask: Ask) -> JSON:
    """A new scheduled event."""
    guild = ask.guild(P.CREATE_EVENTS)
    coming = [each for each in ask.world.scheduled.values() if each["guild_id"] == guild["id"] and each["status"] < 3]
    if len(coming) >= EVENTS:
        raise too_many(30038, "guild scheduled events", EVENTS)
    event: JSON = {
        "id": ask.world.snowflake(),
        "guild_id": guild["id"],
        "channel_id": None,
        "creator_id": ask.me,
        "creator": ask.world.bot,
        "description": None,
        "scheduled_end_time": None,
        "status": 1,
        "entity_id": None,
        "entity_metadata": None,
        "user_count": 0,
        "image": None,
        **{key: value for key, value in ask.body.items() if key != "image"},
    }
    ask.world.scheduled[event["id"]] = event
    return _told(ask, "CREATE", event)


def _event(ask: Ask) -> JSON:
    event = ask.world.scheduled.get(ask.vars["guild_scheduled_event_id"])
    if event is None or event["guild_id"] != ask.guild()["id"]:
        raise unknown("Guild Scheduled Event")
    return event


def _own_event(ask: Ask) -> JSON:
    """An event to change: others' need more than one's own do."""
    event = _event(ask)
    held = in_guild(ask.world, event["guild_id"], ask.me)
    if not held & (P.MANAGE_EVENTS | (P.CREATE_EVENTS if event["creator_id"] == ask.me else 0)):
        raise missing_permissions()
    return event


def _told(ask: Ask, what: str, event: JSON) -> JSON:
    ask.world.touch("event", event["id"])
    ask.world.emit(f"GUILD_SCHEDULED_EVENT_{what}", event, guild=event["guild_id"])
    return event


@routes("GET", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def get_event(ask: Ask) -> JSON:
    """One scheduled event."""
    return _event(ask)


@routes("PATCH", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def edit_event(ask: Ask) -> JSON:
    """Change a scheduled event."""
    event = _own_event(ask)
    event.update({key: value for key, value in ask.body.items() if key != "image"})
    return _told(ask, "UPDATE", event)


@routes("DELETE", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def delete_event(ask: Ask) -> None:
    """Call a scheduled event off."""
    event = _own_event(ask)
    del ask.world.scheduled[event["id"]]
    _told(ask, "DELETE", event)
