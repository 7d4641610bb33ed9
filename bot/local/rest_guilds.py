"""Servers, members, users, and the application."""

from __future__ import annotations

from .errors import quarantined, unknown
from .gateway import guild_object
from .payloads import JSON
from .permissions import Permission as P
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
def where_the_gateway_is(ask: Ask) -> JSON:
    """Where the gateway is."""
    gateway = ask.local.gateway
    start = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": gateway.concurrency}
    return {"url": ask.local.gateway_url, "shards": gateway.shards, "session_start_limit": start}


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
