"""The calendar of a server: what Discord takes as an event, how it goes on alone, and who is interested in it."""

from __future__ import annotations

from datetime import datetime, timedelta

from . import permissions
from .errors import ApiError, bad_form
from .payloads import JSON
from .permissions import Permission as P
from .world import World

SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
NEXT = {SCHEDULED: (ACTIVE, CANCELLED), ACTIVE: (COMPLETED,)}
"""What may become of an event; of one that is over nothing more."""
STAGE, VOICE, ELSEWHERE = 1, 2, 3
PLACES = {STAGE: permissions.STAGE, VOICE: permissions.VOICE}
"""The type of the channel for a type of event."""
FORGOTTEN = 3 * 3600
"""An event that nobody has begun is cancelled after a few hours, in seconds; Discord does not say how many."""
OVERDUE = 5 * 60
"""An event elsewhere is completed a few minutes after its end, in seconds."""


def coming(world: World, guild_id: str) -> list[JSON]:
    """The events of a server that are not over, the next one first."""
    every = [each for each in world.scheduled.values() if each["guild_id"] == guild_id]
    for event in every:
        keep_up(world, event)
    return sorted((each for each in every if each["status"] in NEXT), key=lambda each: _seconds(each, "start") or 0)


def keep_up(world: World, event: JSON) -> None:
    """What time has made of an event, which is noticed when somebody looks at it."""
    starts, ends = _seconds(event, "start"), _seconds(event, "end")
    if event["status"] == SCHEDULED and starts is not None and world.now() > starts + FORGOTTEN:
        _set(world, event, {"status": CANCELLED})
    elif event["status"] == ACTIVE and event["entity_type"] == ELSEWHERE and world.now() > (ends or 0) + OVERDUE:
        _set(world, event, {"status": COMPLETED})


def add(world: World, guild_id: str, creator_id: str, body: JSON) -> JSON:
    """A new event. Raises ApiError if Discord would not take it."""
    event: JSON = {
        "id": world.snowflake(),
        "guild_id": guild_id,
        "channel_id": None,
        "creator_id": creator_id,
        "creator": world.users[creator_id],
        "description": None,
        "scheduled_end_time": None,
        "status": SCHEDULED,
        "entity_id": None,
        "entity_metadata": None,
        "recurrence_rule": None,
        "image": None,
        **{key: value for key, value in body.items() if key != "image"},
    }
    if event["channel_id"] is not None:
        event["channel_id"] = str(event["channel_id"])
    _check(world, event, {*body})
    world.scheduled[event["id"]], world.interested[event["id"]] = event, {}
    _tell(world, "CREATE", event)
    return event


def change(world: World, event: JSON, body: JSON) -> JSON:
    """Change an event. Raises ApiError if Discord would not take it."""
    keep_up(world, event)
    changes = {key: value for key, value in body.items() if key != "image"}
    status = changes.get("status") or event["status"]
    if event["status"] not in NEXT:
        raise ApiError(400, 180000, "Cannot update a finished event")
    if status != event["status"] and status not in NEXT[event["status"]]:
        raise _refused("status", "Invalid Guild Scheduled Event Status Update")
    changes["status"] = status
    new = {key for key, value in changes.items() if value != event.get(key)}
    _check(world, event | changes, new)
    if event["status"] == ACTIVE and "scheduled_start_time" in new:
        raise _refused("scheduled_start_time", "Cannot update start time of an active event")
    return _set(world, event, changes)


def move(world: World, event: JSON, starts: datetime) -> JSON:
    """Let an event begin then, and take as long as before. Raises ApiError if Discord would not take it."""
    old, ends = _seconds(event, "start"), _seconds(event, "end")
    changes: JSON = {"scheduled_start_time": starts.isoformat()}
    if old is not None and ends is not None:
        changes["scheduled_end_time"] = (starts + timedelta(seconds=ends - old)).isoformat()
    return change(world, event, changes)


def remove(world: World, event: JSON) -> None:
    """Delete an event, with all that is known of it."""
    del world.scheduled[event["id"]]
    world.interested.pop(event["id"], None)
    _tell(world, "DELETE", event)


def interest(world: World, event: JSON, user_id: str, yes: bool) -> None:
    """Somebody presses **Interested**, or takes it back."""
    keep_up(world, event)
    people = world.interested.setdefault(event["id"], {})
    if event["status"] not in NEXT or yes == (user_id in people):
        return
    if yes:
        people[user_id] = {"since": world.stamp()}
    else:
        del people[user_id]
    world.touch("interested", event["id"])
    told = {"guild_scheduled_event_id": event["id"], "user_id": user_id, "guild_id": event["guild_id"]}
    world.emit(
        f"GUILD_SCHEDULED_EVENT_USER_{'ADD' if yes else 'REMOVE'}",
        told,
        channel=event["channel_id"],
        guild=event["guild_id"],
    )


def may_manage(world: World, event: JSON, user_id: str) -> bool:
    """Whether somebody may change an event: others' need more than one's own do."""
    held = permissions.in_guild(world, event["guild_id"], user_id)
    return bool(held & (P.MANAGE_EVENTS | (P.CREATE_EVENTS if event["creator_id"] == user_id else 0)))


def _set(world: World, event: JSON, changes: JSON) -> JSON:
    event.update(changes)
    _tell(world, "UPDATE", event)
    return event


def _tell(world: World, what: str, event: JSON) -> None:
    world.touch("event", event["id"])
    world.touch("interested", event["id"])
    name = f"GUILD_SCHEDULED_EVENT_{what}"
    world.emit(name, dict(event), channel=event["channel_id"], guild=event["guild_id"])


def _check(world: World, event: JSON, new: set[str]) -> None:
    """Whether the parts of an event fit each other, and those that are new the time. Raises ApiError."""
    starts, ends = _seconds(event, "start"), _seconds(event, "end")
    if starts is None:
        raise bad_form({"scheduled_start_time": "This field is required"})
    if "scheduled_start_time" in new and starts <= world.now():
        raise _refused("scheduled_start_time", "Cannot schedule event in the past.")
    if ends is not None and ends <= starts:
        raise bad_form({"scheduled_end_time": "Cannot schedule event to end before start"})
    if event["entity_type"] == ELSEWHERE:
        if ends is None:
            raise bad_form({"scheduled_end_time": "This field is required"})
        if not (event["entity_metadata"] or {}).get("location"):
            raise bad_form({"entity_metadata.location": "This field is required"})
        if event["channel_id"] is not None:
            raise bad_form({"channel_id": "This field must be null"})
        return
    channel = world.channels.get(str(event["channel_id"]), {})
    if (channel.get("guild_id"), channel.get("type")) != (event["guild_id"], PLACES[event["entity_type"]]):
        raise bad_form({"channel_id": "Cannot schedule event in this channel"})


def _refused(field: str, sentence: str) -> ApiError:
    """What may happen to any bot, for time has gone on or somebody was faster."""
    refusal = bad_form({field: sentence})
    refusal.violation = False
    return refusal


def _seconds(event: JSON, which: str) -> float | None:
    """When an event starts or ends, in seconds since 1970."""
    text = event.get(f"scheduled_{which}_time")
    return None if text is None else datetime.fromisoformat(text).timestamp()
