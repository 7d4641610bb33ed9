"""Channels, threads and messages."""

from __future__ import annotations

from . import permissions, posts, rules
from .errors import (
    ApiError,
    archived,
    bad_form,
    closed_dm,
    empty_message,
    missing_permissions,
    no_server_in_common,
    quarantined,
    too_many,
    unknown,
)
from .limits import ACTIVE_THREADS, THREAD_MEMBERS
from .payloads import JSON
from .permissions import STAGE, VOICE
from .permissions import Permission as P
from .rest import Ask, Routes

routes = Routes()

ARCHIVE_AFTER = 1440
NONCE_SECONDS = 300
"""How long a nonce is known; Discord says "the past few minutes"."""
TEXT, ANNOUNCEMENTS = 0, 5
OF_ANNOUNCEMENTS, PUBLIC, PRIVATE = 10, 11, 12


def _sendable(ask: Ask) -> JSON:
    """The channel, if the bot may post this body there."""
    channel = ask.channel()
    if channel["type"] == 1:
        _may_write_to(ask, channel["recipients"][0]["id"])
        return channel
    thread = channel.get("thread_metadata")
    if thread is None and channel["type"] not in (TEXT, VOICE, ANNOUNCEMENTS, STAGE):
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel", violation=True)
    needed = P.SEND_MESSAGES_IN_THREADS if thread else P.SEND_MESSAGES
    if ask.uploads:
        needed |= P.ATTACH_FILES
    if ask.body.get("embeds"):
        needed |= P.EMBED_LINKS
    held = permissions.in_channel(ask.world, channel["id"], ask.me)
    if held & needed != needed:
        raise missing_permissions()
    if thread and thread["locked"] and not held & P.MANAGE_THREADS:
        raise archived() if thread["archived"] else ApiError(403, 160005, "Thread is locked")
    if thread and thread["archived"]:
        _open_again(ask, channel)
    if thread and ask.me not in ask.world.thread_members[channel["id"]]:
        if channel["member_count"] >= THREAD_MEMBERS:
            raise too_many(30033, "thread participants", THREAD_MEMBERS)
        ask.world.join_thread(channel["id"], ask.me)
    return channel


def _open_again(ask: Ask, thread: JSON) -> None:
    _one_more(ask, thread)
    ask.world.open_again(thread["id"])


def _one_more(ask: Ask, where: JSON) -> None:
    """Whether the server may have one more active thread."""
    if len(ask.world.threads(where["guild_id"])) >= ACTIVE_THREADS:
        raise too_many(160006, "active threads", ACTIVE_THREADS)


def _may_write_to(ask: Ask, user: str) -> None:
    if ask.world.quarantined:
        raise quarantined()
    if not any(user in members and ask.me in members for members in ask.world.members.values()):
        raise no_server_in_common()
    if user in ask.world.closed_dms:
        raise closed_dm()


@routes("POST", "/channels/{channel_id}/messages")
def create_message(ask: Ask) -> JSON:
    """Send a message."""
    channel = _sendable(ask)
    ask.headers.update(ask.local.limits.spend_message("send", channel["id"]))
    body = ask.body
    rules.check_message(body, ask.world.emojis)
    if not (body.get("content") or body.get("embeds") or body.get("components") or ask.uploads):
        raise empty_message()
    if (known := _with_the_same_nonce(ask)) is not None:
        return posts.renewed(ask.world, known)
    fields: JSON = {}
    if reference := body.get("message_reference"):
        referred = ask.world.messages.get(str(reference["message_id"]))
        if referred is None and reference.get("fail_if_not_exists", True):
            raise bad_form({"message_reference": "Unknown message"})
        about = {"channel_id": channel["id"], "message_id": str(reference["message_id"])}
        fields = {"type": 19, "message_reference": about, "referenced_message": referred}
    written = posts.write(ask.world, channel["id"], ask.me, body, ask.uploads, **fields)
    if body.get("enforce_nonce") and body.get("nonce") is not None:
        ask.world.nonces[str(body["nonce"])] = written["id"]
    return written


def _with_the_same_nonce(ask: Ask) -> JSON | None:
    """The message that the bot has sent with this nonce in the last minutes, if it wants no second one."""
    nonces = ask.world.nonces
    for nonce, message_id in [*nonces.items()]:  # the oldest first
        if ask.world.age(message_id) < NONCE_SECONDS:
            break
        del nonces[nonce]
    if not ask.body.get("enforce_nonce") or ask.body.get("nonce") is None:
        return None
    return ask.world.messages.get(nonces.get(str(ask.body["nonce"]), ""))


@routes("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(ask: Ask) -> JSON:
    """Edit one of the bot's own messages."""
    channel, message = ask.channel(), ask.message()
    if message["author"]["id"] != ask.me:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if channel.get("thread_metadata", {}).get("archived"):
        raise archived()
    ask.headers.update(ask.local.limits.spend_message("edit", channel["id"]))
    ask.local.limits.spend_old_edit(message["id"], ask.world.age(message["id"]))
    rules.check_message(ask.body, ask.world.emojis, flags=message["flags"])
    return posts.edit(ask.world, message, ask.body, ask.uploads)


@routes("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(ask: Ask) -> JSON:
    """One message."""
    ask.channel(P.READ_MESSAGE_HISTORY)
    return posts.renewed(ask.world, ask.message())


@routes("GET", "/channels/{channel_id}/messages")
def list_messages(ask: Ask) -> list[JSON]:
    """Messages, newest first; ``before``, ``after`` and ``around`` are ids."""
    ask.channel(P.READ_MESSAGE_HISTORY)
    limit = int(ask.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise bad_form({"limit": "Must be between 1 and 100."})
    shown = list(ask.world.visible(ask.vars["channel_id"], ask.me))
    shown = [posts.renewed(ask.world, each) for each in shown if each["id"] not in ask.world.private]
    if "before" in ask.query:
        shown = [each for each in shown if int(each["id"]) < int(ask.query["before"])]
    if "after" in ask.query:
        return [each for each in shown if int(each["id"]) > int(ask.query["after"])][-limit:]
    if "around" in ask.query:
        middle = int(ask.query["around"])
        place = next((place for place, each in enumerate(shown) if int(each["id"]) <= middle), 0)
        return shown[max(0, place - limit // 2) :][:limit]
    return shown[:limit]


@routes("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(ask: Ask) -> None:
    """Delete the bot's own message, or with the permission anybody's."""
    channel, message = ask.channel(), ask.message()
    if message["author"]["id"] != ask.me:
        if channel["type"] == 1:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        ask.channel(P.MANAGE_MESSAGES)
    posts.delete(ask.world, message)


@routes("POST", "/channels/{channel_id}/messages/bulk-delete")
def bulk_delete(ask: Ask) -> None:
    """Delete several messages at once."""
    ask.channel(P.MANAGE_MESSAGES)
    for message_id in ask.body["messages"]:
        ask.vars["message_id"] = message_id
        posts.delete(ask.world, ask.message())


@routes("POST", "/channels/{channel_id}/typing")
def typing(ask: Ask) -> None:
    """Show that the bot is typing."""
    channel = ask.channel(P.SEND_MESSAGES)
    told: JSON = {"channel_id": channel["id"], "user_id": ask.me, "timestamp": int(ask.world.now())}
    ask.world.emit("TYPING_START", told, channel=channel["id"])


@routes("GET", "/channels/{channel_id}")
def get_channel(ask: Ask) -> JSON:
    """One channel."""
    return ask.channel(unread=True)


@routes("PATCH", "/channels/{channel_id}")
def edit_channel(ask: Ask) -> JSON:
    """Change a channel or thread: a thread's owner may archive and rename it."""
    channel = ask.channel()
    if "thread_metadata" not in channel:
        ask.channel(P.MANAGE_CHANNELS)
        known = {"name", "topic", "position", "nsfw", "rate_limit_per_user", "permission_overwrites", "parent_id"}
        return ask.world.change_channel(channel["id"], **{key: ask.body[key] for key in known & ask.body.keys()})
    before = channel["thread_metadata"]
    opens = before["archived"] and ask.body.get("archived") is False
    if opens and ask.body.keys() == {"archived"} and not before["locked"]:
        ask.channel(P.SEND_MESSAGES_IN_THREADS)
    elif channel["owner_id"] != ask.me or "locked" in ask.body or (opens and before["locked"]):
        ask.channel(P.MANAGE_THREADS)
    if before["archived"] and not opens and "name" in ask.body:
        raise archived()
    about = {"archived", "locked", "auto_archive_duration", "invitable"} & ask.body.keys()
    meta = {**before, **{key: ask.body[key] for key in about}}
    if opens:
        _one_more(ask, channel)
    if "archived" in about:
        meta["archive_timestamp"] = ask.world.stamp()
    changes = {key: ask.body[key] for key in {"name", "rate_limit_per_user"} & ask.body.keys()}
    return ask.world.change_channel(channel["id"], thread_metadata=meta, **changes)


@routes("DELETE", "/channels/{channel_id}")
def delete_channel(ask: Ask) -> JSON:
    """Delete a channel or thread."""
    channel = ask.channel()
    if channel["type"] == 1:
        return channel
    ask.channel(P.MANAGE_THREADS if "thread_metadata" in channel else P.MANAGE_CHANNELS)
    return ask.world.remove_channel(channel["id"])


@routes("PUT", "/channels/{channel_id}/permissions/{overwrite_id}")
def set_overwrite(ask: Ask) -> None:
    """Set what a role or member may do in a channel."""
    channel = ask.channel(P.MANAGE_ROLES)
    overwrite = {
        "id": ask.vars["overwrite_id"],
        "type": ask.body["type"],
        "allow": str(ask.body.get("allow") or 0),
        "deny": str(ask.body.get("deny") or 0),
    }
    others = [each for each in channel["permission_overwrites"] if each["id"] != overwrite["id"]]
    ask.world.change_channel(channel["id"], permission_overwrites=[*others, overwrite])


@routes("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def thread_from_message(ask: Ask) -> JSON:
    """Begin a public thread below a message."""
    channel, message = ask.channel(P.CREATE_PUBLIC_THREADS), ask.message()
    if channel["type"] not in (TEXT, ANNOUNCEMENTS):
        raise ApiError(400, 50024, "Cannot execute action on this channel type", violation=True)
    _one_more(ask, channel)
    if message["id"] in ask.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    after = ask.body.get("auto_archive_duration") or ARCHIVE_AFTER
    kind = PUBLIC if channel["type"] == TEXT else OF_ANNOUNCEMENTS
    thread = ask.world.add_thread(channel, ask.me, ask.body["name"], kind, after, message["id"])
    message["flags"] |= 1 << 5
    message["thread"] = thread
    ask.world.touch("message", message["id"])
    posts.tell(ask.world, "MESSAGE_UPDATE", message)
    return thread


@routes("POST", "/channels/{channel_id}/threads")
def thread_in_channel(ask: Ask) -> JSON:
    """Begin a thread with no message above it; private unless the type says otherwise."""
    channel = ask.channel()
    kind = ask.body.get("type") or PRIVATE
    if kind not in {TEXT: (PUBLIC, PRIVATE), ANNOUNCEMENTS: (OF_ANNOUNCEMENTS,)}.get(channel["type"], ()):
        raise ApiError(400, 50024, "Cannot execute action on this channel type", violation=True)
    ask.channel(P.CREATE_PRIVATE_THREADS if kind == PRIVATE else P.CREATE_PUBLIC_THREADS)
    _one_more(ask, channel)
    after = ask.body.get("auto_archive_duration") or ARCHIVE_AFTER
    return ask.world.add_thread(channel, ask.me, ask.body["name"], kind, after, ask.world.snowflake())


def _thread(ask: Ask) -> JSON:
    thread = ask.channel()
    if "thread_metadata" not in thread:
        raise ApiError(400, 50024, "Cannot execute action on this channel type", violation=True)
    return thread


def _person(ask: Ask) -> str:
    user = ask.vars.get("user_id", "@me")
    if user == "@me":
        return ask.me
    if user not in ask.world.members[_thread(ask)["guild_id"]]:
        raise unknown("User")
    return user


def _join(ask: Ask) -> None:
    ask.world.join_thread(_thread(ask)["id"], _person(ask))


def _leave(ask: Ask) -> None:
    user = _person(ask)
    if user != ask.me and _thread(ask)["owner_id"] != ask.me:
        ask.channel(P.MANAGE_THREADS)
    ask.world.join_thread(_thread(ask)["id"], user, leave=True)


for _template in ("/channels/{channel_id}/thread-members/@me", "/channels/{channel_id}/thread-members/{user_id}"):
    routes("PUT", _template)(_join)
    routes("DELETE", _template)(_leave)


@routes("GET", "/channels/{channel_id}/thread-members")
def thread_members(ask: Ask) -> list[JSON]:
    """Who is in a thread."""
    thread = _thread(ask)
    members = ask.world.thread_members[thread["id"]]
    return [{"id": thread["id"], "user_id": user, **member} for user, member in members.items()]
