"""Messages: written, edited, deleted, with the files that hang on them."""

from __future__ import annotations

import hashlib
import io
import mimetypes
import re
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from .errors import bad_form, empty_message
from .payloads import JSON
from .world import Attachment, World, new_key

EPHEMERAL, LOADING, SUPPRESS_EMBEDS, SILENT, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 2, 1 << 12, 1 << 15
SETTABLE = EPHEMERAL | SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2
REMEMBERED_PRIVATE = 2000  # ephemeral messages; on Discord they last as long as the client is open
ADDRESS_SECONDS = 86_400
UNTIL = re.compile(r"[?&]ex=([0-9a-f]+)&")
MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a call."""

    filename: str
    data: bytes


Uploads = dict[int, Upload]


def write(
    world: World,
    channel_id: str,
    author_id: str,
    body: JSON,
    uploads: Uploads | None = None,
    *,
    to: str | None = None,
    flags: int = 0,
    **fields: object,
) -> JSON:
    """Post a message; with ``to`` it is ephemeral and only that person ever sees it.

    ``body`` is what the bot sent; ``fields`` are parts of the message object that Discord adds itself.
    """
    message_id = world.snowflake()
    flags |= (body.get("flags") or 0) & SETTABLE | (EPHEMERAL if to else 0)
    message: JSON = {
        "id": message_id,
        "channel_id": channel_id,
        "type": 0,
        "author": world.users[author_id],
        "content": body.get("content") or "",
        "timestamp": world.stamp(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": _mentions(world, body),
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": numbered(body.get("components") or []),
        "pinned": False,
        "flags": flags,
        **fields,
    }
    if body.get("nonce") is not None:
        message["nonce"] = body["nonce"]
    _attach(world, message, body, uploads or {}, [])
    _embed(world, message, body.get("embeds") or [])
    if not flags & LOADING and not has_content(message):
        world.held.pop(message_id, None)
        raise empty_message()
    world.messages[message_id] = message
    world.history[channel_id].append(message_id)
    if to is None:
        channel = world.channels[channel_id]
        channel["last_message_id"] = message_id
        if "thread_metadata" in channel:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
        world.touch("channel", channel_id)
        world.touch("message", message_id)
    else:
        world.private[message_id] = to
        if len(world.private) > REMEMBERED_PRIVATE:
            delete(world, world.messages[next(iter(world.private))])
    tell(world, "MESSAGE_CREATE", message)
    return message


def edit(world: World, message: JSON, body: JSON, uploads: Uploads | None = None, *, finish: bool = False) -> JSON:
    """Change a message: only the fields that the body names; ``finish`` ends a "thinking…" message."""
    after = dict(message)
    if "content" in body:
        after["content"] = body["content"] or ""
        after["mentions"] = _mentions(world, body)
    if "components" in body:
        after["components"] = numbered(body["components"] or [])
    if body.get("flags") is not None:
        kept = SUPPRESS_EMBEDS | COMPONENTS_V2
        after["flags"] = after["flags"] & ~kept | body["flags"] & kept
    if finish:
        after["flags"] &= ~LOADING
    before = list(world.held.get(message["id"], []))
    if "attachments" in body or uploads:
        _attach(world, after, body, uploads or {}, message["attachments"])
    if "embeds" in body:
        _embed(world, after, body["embeds"] or [])
    if not after["flags"] & LOADING and not has_content(after):
        world.held[message["id"]] = before
        raise empty_message()
    if not finish:
        after["edited_timestamp"] = world.stamp()
    message.update(after)
    for file_id in before:
        if file_id not in world.held.get(message["id"], []):
            world.retire(file_id)
    if message["id"] not in world.private:
        world.touch("message", message["id"])
    tell(world, "MESSAGE_UPDATE", message)
    return message


def delete(world: World, message: JSON) -> None:
    """Take a message away for everybody."""
    tell(world, "MESSAGE_DELETE", {"id": message["id"], "channel_id": message["channel_id"]})
    world.history[message["channel_id"]].remove(message["id"])
    world.forget(message["id"])


def tell(world: World, event: str, message: JSON) -> None:
    """Send a message's event to all who may see it, in the shape of the gateway."""
    channel = world.channels[message["channel_id"]]
    told = renewed(world, message)
    if guild_id := channel.get("guild_id"):
        told = {**message, "guild_id": guild_id}
        member = world.members[guild_id].get(message["author"]["id"]) if "author" in message else None
        if member is not None:
            told["member"] = member
    world.emit(event, told, channel=channel["id"], to=world.private.get(message["id"]))


def has_content(message: JSON) -> bool:
    """Whether there is anything in a message at all."""
    return bool(message["content"] or message["embeds"] or message["attachments"] or message["components"])


def numbered(components: list[JSON]) -> list[JSON]:
    """A copy of the components as Discord tells them, with ids for those that have none."""
    count = 0

    def walk(node: JSON) -> JSON:
        nonlocal count
        count += 1
        copy = {**_with_emoji(node), "id": node.get("id") or count}
        if "options" in node:
            copy["options"] = [_with_emoji(option) for option in node["options"]]
        if "default_values" in node:  # a bot may send ids as numbers; Discord tells them as text
            copy["default_values"] = [{**one, "id": str(one["id"])} for one in node["default_values"]]
        for key in ("components", "items"):
            if isinstance(node.get(key), list):
                copy[key] = [walk(child) if "type" in child else child for child in node[key]]
        for key in ("component", "accessory"):
            if isinstance(node.get(key), dict):
                copy[key] = walk(node[key])
        return copy

    return [walk(component) for component in components]


def _with_emoji(part: JSON) -> JSON:
    """The same with the id of its emoji as text, as Discord writes all ids."""
    emoji = part.get("emoji")
    return {**part, "emoji": {**emoji, "id": str(emoji["id"])}} if emoji and emoji.get("id") else part


def _mentions(world: World, body: JSON) -> list[JSON]:
    """The people whom the text mentions, as far as ``allowed_mentions`` lets it."""
    named = dict.fromkeys(MENTION.findall(body.get("content") or ""))
    allowed = body.get("allowed_mentions")
    if allowed is not None and "users" not in (allowed.get("parse") or []):
        wanted = {str(user) for user in allowed.get("users") or []}
        named = {user: None for user in named if user in wanted}
    return [world.users[user] for user in named if user in world.users]


def _attach(world: World, message: JSON, body: JSON, uploads: Uploads, old: list[JSON]) -> None:
    """Settle which files a message has: those kept of the old ones, then the new ones."""
    listed = body.get("attachments")
    held = {each["id"]: each for each in old}
    kept, notes = [], {}
    if listed is None:
        kept = list(old)
    for place, entry in enumerate(listed or []):
        ident = str(entry["id"])
        if ident in held:
            kept.append(held[ident] | ({"description": entry["description"]} if entry.get("description") else {}))
        elif int(ident) in uploads:
            notes[int(ident)] = entry
        else:
            raise bad_form({f"attachments.{place}.id": f"no file and no attachment has the id {ident}"})
    fresh = [_store(world, message, index, upload, notes.get(index, {})) for index, upload in sorted(uploads.items())]
    message["attachments"] = kept + fresh
    world.held[message["id"]] = [each["id"] for each in message["attachments"]]


def _store(world: World, message: JSON, index: int, upload: Upload, note: JSON) -> JSON:
    file_id, key = world.snowflake(), new_key()
    filename = re.sub(r"[^\w.\-]", "_", note.get("filename") or upload.filename or f"file{index}")
    content_type = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    world.files[file_id] = Attachment(filename, content_type, upload.data, key, message["id"])
    world.touch("file", file_id)
    url = _address(world, message["channel_id"], file_id)
    made: JSON = {
        "id": file_id,
        "filename": filename,
        "size": len(upload.data),
        "url": url,
        "proxy_url": url,
        "content_type": content_type,
    }
    if note.get("description"):
        made["description"] = note["description"]
    if message["flags"] & EPHEMERAL:
        made["ephemeral"] = True
    if content_type.startswith("image/"):
        try:
            with Image.open(io.BytesIO(upload.data)) as picture:
                made["width"], made["height"] = picture.size
        except (UnidentifiedImageError, OSError):
            pass  # not a picture after all: shown as a plain file
    return made


def _address(world: World, channel_id: str, file_id: str) -> str:
    """Where a file can be fetched for a day."""
    file, until = world.files[file_id], int(world.now() + ADDRESS_SECONDS)
    return f"{world.base}/attachments/{channel_id}/{file_id}/{file.filename}?ex={until:x}&hm={signed(file.key, until)}"


def signed(key: str, until: int) -> str:
    """What makes an address of a file good until then, and no longer."""
    return hashlib.sha256(f"{key} {until:x}".encode()).hexdigest()


def renewed(world: World, message: JSON) -> JSON:
    """The message, with addresses of its files that work for a while, for clients that are shown it now."""
    for file in message.get("attachments", ()):
        known = UNTIL.search(file["url"])
        if file["id"] in world.files and (not known or int(known[1], 16) < world.now() + ADDRESS_SECONDS / 2):
            file["url"] = file["proxy_url"] = _address(world, message["channel_id"], file["id"])
    return message


def _embed(world: World, message: JSON, embeds: list[JSON]) -> None:
    """Set a message's embeds; a file that an embed shows is not listed among the attachments again."""
    files = {f"attachment://{each['filename']}": each for each in message["attachments"]}
    shown = set()
    made = []
    for embed in embeds:
        embed = {"type": "rich", **embed}
        for part, field in (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url")):
            inner = embed.get(part)
            if inner and inner.get(field) in files:
                file = files[inner[field]]
                size = {key: file[key] for key in ("width", "height") if key in file}
                embed[part] = {**inner, field: file["url"], f"proxy_{field}": file["url"], **size}
                shown.add(file["id"])
        made.append(embed)
    message["embeds"] = made
    message["attachments"] = [each for each in message["attachments"] if each["id"] not in shown]
