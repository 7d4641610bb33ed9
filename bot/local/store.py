"""The local world on disk: one SQLite file, written a moment after each change."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from .payloads import JSON
from .world import Attachment, World

BASE = "http://local.invalid"  # stands in the file for the server's address, whose port may differ next time
PAUSE, RETRY = 0.2, 5.0
log = logging.getLogger(__name__)
SCHEMA = """
CREATE TABLE IF NOT EXISTS thing (kind TEXT, key TEXT, body TEXT NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (
    id TEXT PRIMARY KEY, filename TEXT, type TEXT, secret TEXT, message TEXT NOT NULL, data BLOB NOT NULL);
"""


class Store:
    """Keeps a world in a file; all writing happens on a thread of its own."""

    def __init__(self, world: World, path: Path) -> None:
        self.world = world
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, timeout=1, check_same_thread=False, isolation_level=None)
        # Two servers on one file would write over each other's world; the second one is refused at once.
        self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(SCHEMA)
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def load(self) -> bool:
        """Fill the world from the file; false if the file is new."""
        world = self.world
        kept: dict[str, JSON] = {}
        for kind, key, body in self._db.execute("SELECT kind, key, body FROM thing"):
            read = json.loads(body.replace(BASE, world.base))
            if kind == "meta":
                world.bot_id = read
            else:
                kept.setdefault(kind, {})[key] = read
        if not world.bot_id:
            return False
        for key, body in kept["user"].items():
            world.users[key] = body["user"]
            if body["dms_closed"]:
                world.closed_dms.add(key)
        for key, body in _by_age(kept["guild"]):
            world.guilds[key] = body
            world.members[key] = {}
        for key, body in kept.get("member", {}).items():
            guild_id, user_id = key.split(":")
            world.members[guild_id][user_id] = body
        for key, body in _by_age(kept.get("channel", {})):
            world.channels[key] = channel = body["channel"]
            world.history[key] = []
            if "members" in body:
                world.thread_members[key] = body["members"]
            if "recipients" in channel:
                channel["recipients"] = [world.users[each["id"]] for each in channel["recipients"]]
        for key, body in _by_age(kept.get("message", {})):
            if body["channel_id"] in world.channels:
                world.messages[key] = body
                world.history[body["channel_id"]].append(key)
        world.commands.update(kept.get("commands", {}))
        for key, body in kept.get("event", {}).items():
            world.scheduled[key] = body
            world.interested[key] = kept.get("interested", {}).get(key, {})
        for key, body in kept.get("emoji", {}).items():
            world.emojis[key], world.emoji_files[key] = body["emoji"], base64.b64decode(body["data"])
        for row in self._db.execute("SELECT id, filename, type, data, secret, message FROM file"):
            world.files[row[0]] = Attachment(*row[1:])
            world.held.setdefault(row[5], []).append(row[0])
        world.after(max(map(int, [*world.messages, *world.channels, *world.users, *world.emojis, *world.scheduled])))
        return True

    def start(self) -> None:
        """Begin to write changes as they come."""
        self._task = asyncio.create_task(self._keep_writing())

    async def close(self) -> None:
        """Write what is pending and close the file."""
        self._stop.set()
        if self._task is not None:
            await self._task
        self._write(*self._changes())
        self._db.close()

    async def _keep_writing(self) -> None:
        while not self._stop.is_set():
            taken = set(self.world.dirty)
            pause = PAUSE
            try:
                if taken:
                    await asyncio.to_thread(self._write, *self._changes())
            except sqlite3.Error as error:
                log.error("The local world could not be written, and is tried again: %s", error)
                self.world.dirty |= taken
                pause = RETRY
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), pause)

    def _changes(self) -> tuple[list[tuple[str, str, str | None]], list[tuple[str, Attachment | None]]]:
        things: list[tuple[str, str, str | None]] = []
        files: list[tuple[str, Attachment | None]] = []
        for kind, key in self.world.dirty:
            if kind == "file":
                gone = self.world.is_retired(key)
                file = None if gone else self.world.files.get(key)
                private = file is not None and file.message in self.world.private
                files.append((key, None if private else file))
            else:
                body = self._body(kind, key)
                text = None if body is None else json.dumps(body, separators=(",", ":")).replace(self.world.base, BASE)
                things.append((kind, key, text))
        self.world.dirty.clear()
        return things, files

    def _body(self, kind: str, key: str) -> JSON | str | None:
        world = self.world
        if kind == "meta":
            return world.bot_id
        if kind == "user":
            return {"user": world.users[key], "dms_closed": key in world.closed_dms}
        if kind == "emoji":
            data = base64.b64encode(world.emoji_files.get(key, b"")).decode()
            return {"emoji": world.emojis[key], "data": data} if key in world.emojis else None
        if kind == "member":
            guild_id, user_id = key.split(":")
            return world.members[guild_id].get(user_id)
        if kind == "channel":
            if key not in world.channels:
                return None
            body: JSON = {"channel": world.channels[key]}
            return body | ({"members": world.thread_members[key]} if key in world.thread_members else {})
        holders: dict[str, Mapping[str, JSON]] = {
            "guild": world.guilds,
            "message": world.messages,
            "commands": world.commands,
            "event": world.scheduled,
            "interested": world.interested,
        }
        return holders[kind].get(key)

    def _write(self, things: list[tuple[str, str, str | None]], files: list[tuple[str, Attachment | None]]) -> None:
        db = self._db
        if db.in_transaction:
            db.execute("ROLLBACK")  # what is left of one that failed
        db.execute("BEGIN IMMEDIATE")
        db.executemany("DELETE FROM thing WHERE kind = ? AND key = ?", [row[:2] for row in things if row[2] is None])
        db.executemany("REPLACE INTO thing VALUES (?, ?, ?)", [row for row in things if row[2] is not None])
        db.executemany("DELETE FROM file WHERE id = ?", [(key,) for key, file in files if file is None])
        db.executemany(
            "REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?)",
            [(key, f.filename, f.content_type, f.key, f.message, f.data) for key, f in files if f is not None],
        )
        db.execute("COMMIT")


def _by_age(things: dict[str, JSON]) -> list[tuple[str, JSON]]:
    return sorted(things.items(), key=lambda pair: int(pair[0]))
