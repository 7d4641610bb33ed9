"""The calendar of a server, as the bot asks for it."""

from __future__ import annotations

from . import calendar
from .errors import bad_form, missing_permissions, too_many, unknown
from .limits import EVENTS
from .payloads import JSON
from .permissions import Permission as P
from .rest import Ask, Routes

routes = Routes()
IN_CHANNEL = {
    calendar.VOICE: P.VIEW_CHANNEL | P.CONNECT,
    calendar.STAGE: P.VIEW_CHANNEL | P.CONNECT | P.MANAGE_CHANNELS | P.MUTE_MEMBERS | P.MOVE_MEMBERS,
}
"""What making an event in a channel needs there, by the type of the event."""
PAGE = 100
"""How many people Discord tells of at once."""


@routes("GET", "/guilds/{guild_id}/scheduled-events")
def list_events(ask: Ask) -> list[JSON]:
    """A server's events that are not over."""
    return [_counted(ask, event) for event in calendar.coming(ask.world, ask.guild()["id"])]


@routes("POST", "/guilds/{guild_id}/scheduled-events")
def create_event(ask: Ask) -> JSON:
    """A new event."""
    guild = ask.guild(P.CREATE_EVENTS)
    if len(calendar.coming(ask.world, guild["id"])) >= EVENTS:
        raise too_many(30038, "guild scheduled events", EVENTS)
    if needed := IN_CHANNEL.get(ask.body["entity_type"]):
        channel = str(ask.body.get("channel_id"))
        if channel in ask.world.channels and not ask.world.may(channel, ask.me, needed):
            raise missing_permissions()
    return calendar.add(ask.world, guild["id"], ask.me, ask.body)


def _event(ask: Ask) -> JSON:
    event = ask.world.scheduled.get(ask.vars["guild_scheduled_event_id"])
    if event is None or event["guild_id"] != ask.guild()["id"]:
        raise unknown("Guild Scheduled Event")
    calendar.keep_up(ask.world, event)
    return event


def _own_event(ask: Ask) -> JSON:
    event = _event(ask)
    if not calendar.may_manage(ask.world, event, ask.me):
        raise missing_permissions()
    return event


def _counted(ask: Ask, event: JSON) -> JSON:
    """An event, and how many are interested if that was asked."""
    if ask.query.get("with_user_count") not in ("1", "true"):
        return event
    return {**event, "user_count": len(ask.world.interested[event["id"]])}


@routes("GET", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def get_event(ask: Ask) -> JSON:
    """One event."""
    return _counted(ask, _event(ask))


@routes("PATCH", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def edit_event(ask: Ask) -> JSON:
    """Change an event."""
    return calendar.change(ask.world, _own_event(ask), ask.body)


@routes("DELETE", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}")
def delete_event(ask: Ask) -> None:
    """Delete an event."""
    calendar.remove(ask.world, _own_event(ask))


@routes("GET", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users")
def interested(ask: Ask) -> list[JSON]:
    """Who is interested, by ids that go up; ``before`` or ``after`` one of them."""
    event = _event(ask)
    limit = int(ask.query.get("limit", PAGE))
    if not 1 <= limit <= PAGE:
        raise bad_form({"limit": f"int value should be between 1 and {PAGE}."})
    people = sorted(ask.world.interested[event["id"]], key=int)
    if "before" in ask.query:
        found = [each for each in people if int(each) < int(ask.query["before"])][-limit:]
    else:
        found = [each for each in people if int(each) > int(ask.query.get("after", 0))][:limit]
    return [_subscriber(ask, event, user) for user in found]


def _subscriber(ask: Ask, event: JSON, user: str) -> JSON:
    told = {"guild_scheduled_event_id": event["id"], "user_id": user, "user": ask.world.users[user]}
    if ask.query.get("with_member") in ("1", "true") and user in ask.world.members[event["guild_id"]]:
        told["member"] = ask.world.member(event["guild_id"], user)
    return told
