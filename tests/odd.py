"""Events that Discord may send, by its documentation, and that are odd: unknown types, nulls, what may be missing, and
objects of which only a part comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

JSON = dict[str, Any]
WHEN = "2026-11-20T20:00:00+00:00"
SOMEBODY, SOMETHING = "900000000000000001", "900000000000000002"
USER = {"id": SOMEBODY, "username": "zoe", "discriminator": "0", "avatar": None, "global_name": None}


def message(place: JSON, **more: Any) -> JSON:
    """Somebody's message in a channel, with what is odd about it."""
    return {
        "id": SOMETHING, "channel_id": place["id"], "author": USER, "content": "", "timestamp": WHEN, "type": 0,
        "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": False,
        "guild_id": place["guild_id"], **more,
    }  # fmt: skip


POLL = {
    "question": {"text": "When?"}, "answers": [{"answer_id": 1, "poll_media": {"text": "Now"}}], "expiry": None,
    "allow_multiselect": False, "layout_type": 1,
}  # fmt: skip
EVENT = {
    "id": SOMETHING, "channel_id": None, "creator_id": None, "name": "A night", "description": None,
    "scheduled_start_time": WHEN, "scheduled_end_time": None, "privacy_level": 2, "status": 1, "entity_type": 3,
    "entity_id": None, "entity_metadata": {"location": "here"}, "recurrence_rule": None,
}  # fmt: skip


def messages(place: JSON) -> Iterator[tuple[str, JSON]]:
    """Of messages."""
    yield "MESSAGE_CREATE", message(place, poll=POLL)
    yield "MESSAGE_CREATE", message(place, poll={**POLL, "results": None, "layout_type": 77})
    yield "MESSAGE_CREATE", message(place, type=250, flags=1 << 40)
    yield "MESSAGE_CREATE", message(place, components=[{"type": 99, "id": 1}])
    yield "MESSAGE_CREATE", message(place, components=[{"type": 1, "components": [{"type": 88, "id": 2}]}])
    yield "MESSAGE_CREATE", message(place, message_reference={"type": 9}, referenced_message=None)
    yield "MESSAGE_CREATE", message(place, message_snapshots=[{"message": {"type": 0, "content": "x"}}])
    yield "MESSAGE_CREATE", message(place, embeds=[{"type": "hologram", "fields": None}])
    yield "MESSAGE_CREATE", message(place, attachments=[{"id": "1", "filename": "a"}])
    yield "MESSAGE_CREATE", message(place, sticker_items=[{"id": "1", "name": "s", "format_type": 99}])
    yield "MESSAGE_CREATE", message(place, interaction_metadata={"id": "1", "type": 77, "user": USER})
    yield "MESSAGE_CREATE", message(place, webhook_id="5", application_id="6", author={"id": "5", "username": "w"})
    yield "MESSAGE_CREATE", message(place, member={"roles": []}, mentions=[{**USER, "member": None}])
    yield "MESSAGE_CREATE", message(place, call={"participants": []}, purchase_notification={"type": 0}, activity=None)
    yield "MESSAGE_CREATE", message(place, thread={"id": SOMETHING, "type": 11})
    yield "MESSAGE_CREATE", {"id": SOMETHING, "channel_id": place["id"]}
    yield "MESSAGE_UPDATE", {"id": SOMETHING, "channel_id": place["id"], "guild_id": place["guild_id"]}
    yield "MESSAGE_UPDATE", message(place, poll=POLL, edited_timestamp="soon")
    yield "MESSAGE_DELETE", {"id": SOMETHING, "channel_id": place["id"], "guild_id": None}
    yield "MESSAGE_DELETE_BULK", {"ids": [], "channel_id": place["id"]}
    yield "MESSAGE_POLL_VOTE_ADD", {"user_id": SOMEBODY, "channel_id": place["id"], "message_id": SOMETHING}
    yield "MESSAGE_REACTION_ADD", {
        "user_id": SOMEBODY, "channel_id": place["id"], "message_id": SOMETHING, "type": 9, "burst": True,
        "emoji": {"id": None, "name": None}, "burst_colors": None,
    }  # fmt: skip


def places(place: JSON) -> Iterator[tuple[str, JSON]]:
    """Of channels and threads."""
    guild = place["guild_id"]
    thread = {
        "id": SOMETHING,
        "guild_id": guild,
        "parent_id": place["id"],
        "type": 11,
        "name": "t",
        "owner_id": SOMEBODY,
    }
    yield "CHANNEL_CREATE", {"id": SOMETHING, "guild_id": guild, "type": 77, "name": "new"}
    yield "CHANNEL_CREATE", {"id": SOMETHING, "guild_id": guild, "type": 0}
    yield "CHANNEL_CREATE", {"id": SOMETHING, "guild_id": guild, "type": 15, "name": "f", "available_tags": None}
    yield "CHANNEL_UPDATE", {"id": SOMETHING, "guild_id": guild, "type": 0, "name": "___hidden___", "flags": 1 << 17}
    yield "CHANNEL_DELETE", {"id": SOMETHING, "guild_id": guild, "type": 77}
    yield "CHANNEL_PINS_UPDATE", {"guild_id": guild, "channel_id": place["id"], "last_pin_timestamp": None}
    yield "CHANNEL_INFO", {"guild_id": guild, "channels": []}
    yield "VOICE_CHANNEL_STATUS_UPDATE", {"id": SOMETHING, "guild_id": guild, "status": None}
    yield "THREAD_CREATE", thread
    yield "THREAD_CREATE", {**thread, "thread_metadata": None}
    yield "THREAD_UPDATE", thread
    yield "THREAD_UPDATE", {**thread, "type": 77, "thread_metadata": {"archived": True}}
    yield "THREAD_DELETE", {"id": SOMETHING, "guild_id": guild}
    yield "THREAD_LIST_SYNC", {"guild_id": guild, "threads": None, "members": []}
    yield "THREAD_MEMBER_UPDATE", {"id": SOMETHING, "guild_id": guild}
    yield "THREAD_MEMBERS_UPDATE", {"id": SOMETHING, "guild_id": guild, "member_count": 1, "added_members": None}


def servers(guild: str) -> Iterator[tuple[str, JSON]]:
    """Of servers and members."""
    yield "GUILD_UPDATE", {"id": "900000000000000003", "roles": None}
    yield "GUILD_ROLE_CREATE", {"guild_id": guild, "role": {"id": SOMETHING, "name": "r", "colors": None}}
    yield "GUILD_ROLE_DELETE", {"guild_id": guild, "role_id": SOMETHING}
    yield "GUILD_MEMBER_UPDATE", {"guild_id": guild, "user": USER, "roles": [], "joined_at": None, "avatar": None}
    yield "GUILD_MEMBER_REMOVE", {"guild_id": guild, "user": {"id": SOMEBODY}}
    yield (
        "GUILD_SCHEDULED_EVENT_CREATE",
        {**EVENT, "guild_id": guild, "privacy_level": 9, "status": 9, "entity_type": 9},
    )
    yield "GUILD_SCHEDULED_EVENT_CREATE", {**EVENT, "guild_id": guild, "scheduled_start_time": None}
    yield "GUILD_SCHEDULED_EVENT_UPDATE", {**EVENT, "guild_id": guild, "scheduled_start_time": None}
    yield "GUILD_SCHEDULED_EVENT_USER_ADD", {"guild_id": guild, "guild_scheduled_event_id": SOMETHING}
    yield "GUILD_SCHEDULED_EVENT_DELETE", {"id": SOMETHING, "guild_id": guild}
    yield "GUILD_AUDIT_LOG_ENTRY_CREATE", {"guild_id": guild, "id": "1", "action_type": 999, "target_id": None}
    yield "GUILD_STICKERS_UPDATE", {"guild_id": guild, "stickers": None}
    yield "GUILD_SOUNDBOARD_SOUNDS_UPDATE", {"guild_id": guild, "soundboard_sounds": None}
    yield "INTEGRATION_CREATE", {"guild_id": guild, "id": "1", "type": "telepathy"}
    yield "STAGE_INSTANCE_CREATE", {"guild_id": guild, "id": "1"}
    yield "VOICE_STATE_UPDATE", {"guild_id": guild, "user_id": SOMEBODY, "channel_id": None, "session_id": None}
    yield "PRESENCE_UPDATE", {"guild_id": guild, "user": {"id": SOMEBODY}, "status": "asleep", "activities": None}
    yield "TYPING_START", {"guild_id": guild, "channel_id": SOMETHING, "user_id": SOMEBODY, "timestamp": None}
    yield "INVITE_CREATE", {"guild_id": guild, "channel_id": SOMETHING, "code": "x", "target_type": 9}
    yield "AUTO_MODERATION_RULE_CREATE", {"guild_id": guild, "id": "1", "trigger_type": 77, "actions": []}
    yield "ENTITLEMENT_CREATE", {"id": "1", "type": 99}
    yield "SUBSCRIPTION_CREATE", {"id": "1", "status": 99}
    yield "APPLICATION_COMMAND_PERMISSIONS_UPDATE", {"id": "1", "guild_id": guild, "permissions": None}
    yield "USER_UPDATE", {"id": SOMEBODY}
    yield "RATE_LIMITED", {"opcode": 8, "retry_after": 1.5, "meta": {}}
    yield "A_THING_OF_TOMORROW", {"d": None}
    yield "GUILD_POWERUPS_UPDATE", {}


def every(place: JSON) -> list[tuple[str, JSON]]:
    """All of them, about a text channel and its server."""
    return [*messages(place), *places(place), *servers(place["guild_id"])]


def server(known: JSON) -> JSON:
    """The description of a server, as a bot gets it at its start, with something unreadable of every kind."""
    first = known["channels"][0]
    thread = {"id": SOMETHING, "guild_id": known["id"], "parent_id": first["id"], "type": 11, "name": "t"}
    return {
        **known,
        "channels": [{"id": SOMETHING, "type": 0}, {"id": "5", "type": 77}, *known["channels"]],
        "threads": [thread, {**thread, "thread_metadata": None}, *known["threads"]],
        "roles": [*known["roles"], {"id": "6"}],
        "guild_scheduled_events": [{**EVENT, "scheduled_start_time": None}, *known["guild_scheduled_events"]],
        "voice_states": [{"user_id": SOMEBODY, "channel_id": None}],
        "presences": [{"user": {"id": SOMEBODY}, "status": None, "activities": None}],
        "stage_instances": None,
        "soundboard_sounds": [{"sound_id": None}],
        "members": [{"user": None}, *known["members"]],
        "features": ["NEW_THINGS"],
        "premium_subscription_count": None,
        "verification_level": 99,
        "nsfw_level": 99,
        "preferred_locale": "tlh",
        "incidents_data": None,
        "system_channel_id": None,
        "a_field_of_tomorrow": {"deep": [None]},
    }
