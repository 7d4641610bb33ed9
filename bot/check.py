"""`python -m bot check`: whether the card room can be started here, a line for each thing, with what to do."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import discord

from bot.config import Config
from bot.private import open_to_others
from bot.store import Cluster, StoreError
from bot.store.health import Server, health
from card_art.ink import fonts

PORTAL = "in the developer portal, under Bot, press Reset Token and copy what appears"
OLDEST = 14
"""Of PostgreSQL: it has `idle_session_timeout`, by which a process that was stopped loses its number."""
ASK_SECONDS = 15.0
"""How long Discord has to answer."""


@dataclass(frozen=True)
class Line:
    """What was looked at, and what it is like."""

    about: str
    says: str
    fine: bool = True

    def __str__(self) -> str:
        return f"{'✓' if self.fine else '✗'} {self.about}: {self.says}."


def run(config: Config) -> int:
    """Look at everything, and tell it; 1 if anything is not as it must be."""
    lines = []
    for line in _lines(config):
        print(line, flush=True)
        lines.append(line)
    return 0 if all(line.fine for line in lines) else 1


def _lines(config: Config) -> Iterator[Line]:
    yield from _folder(config.data)
    yield from _database(config)
    yield _fonts()
    token = _token(config.token)
    yield token
    if token.fine and config.token is not None:
        yield from asyncio.run(_ask(config.token))


# ---- what needs no network ---------------------------------------------------------------


def _folder(data: Path) -> Iterator[Line]:
    there = next(folder for folder in (data, *data.absolute().parents) if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=there) as written:
            written.write(b"chips")
    except OSError as error:
        yield Line("folder", f"{there} cannot be written to ({error.strerror}): give it to the bot's user, or set "
                             "CARDROOM_DATA to another folder", False)  # fmt: skip
        return
    if there != data:
        yield Line("folder", f"{data} is not there yet, and the first start makes it")
    elif found := open_to_others(data):
        yield Line("folder", f"others on this machine may read {found[0]}: chmod -R go-rwx {data}", False)
    else:
        yield Line("folder", f"{data} can be written to, and nobody else reads what is there")


def _database(config: Config) -> Iterator[Line]:
    name = config.database_name
    if config.address is None and not os.path.lexists(config.file):
        yield Line("database", f"{name} is not there yet, and the first start makes it")
        return
    try:
        found = health(config.database)
    except StoreError as trouble:
        what = "look at its owner and its disk, or restore a backup" if config.address is None else (
            "look at the address, and whether the server runs"
        )  # fmt: skip
        yield Line("database", f"{name} cannot be read ({str(trouble).rstrip('.')}): {what}", False)
        return
    if found.server is not None:
        yield from _server(found.server, Cluster(*config.cluster))
    if not found.migrated and config.address is not None:
        yield Line("database", f"{name} answers, and the first start makes the tables")
        return
    if not found.migrated:
        yield Line("database", f"{name} is none of the card room: move it away, or restore a backup", False)
        return
    yield Line("database", f"{name} opens")
    left = found.known - found.migrated
    if left < 0:
        yield Line("migrations", "a newer card room than this one made the records: run that one, or restore a backup "
                                 "of before", False)  # fmt: skip
        return
    yield Line("migrations", f"the next start brings the records up to date ({left} to do): make a backup before it"
                             if left else f"all {found.known} are done")  # fmt: skip
    if found.unbalanced:
        yield Line("books", "there are servers whose accounts do not sum to zero: restore a backup", False)
    else:
        yield Line("books", "the accounts of every server sum to zero")


def _server(server: Server, own: Cluster) -> Iterator[Line]:
    if server.version < OLDEST:
        yield Line("PostgreSQL", f"its version is {server.version}: it must be {OLDEST} or newer", False)
    else:
        yield Line("PostgreSQL", f"its version is {server.version}")
    others = [each for each in server.running if each != own]
    there = f"; {', '.join(map(str, others))} {'run' if len(others) > 1 else 'runs'}" if others else ""
    if any(each.total != own.total for each in others):
        yield Line("cluster", f"{own} has to wait until those of another total have ended{there}", False)
    else:
        yield Line("cluster", f"{own} {'runs already' if own in server.running else 'is free'}{there}")


def _fonts() -> Line:
    lacks = [
        what
        for what, there in (
            ("Arabic, Hebrew and Indic letters in their order (install libfribidi0)", fonts.SHAPING),
            ("Chinese, Japanese and Korean (fonts-noto-cjk)", fonts.covering("中") is not None),
            ("emojis in colour (fonts-noto-color-emoji)", fonts.emoji_path() is not None),
        )
        if not there
    ]
    try:
        fonts.load(fonts.MAIN, 20)
    except OSError as error:
        return Line("fonts", f"Noto Sans cannot be read ({error}): install the requirements anew", False)
    return Line("fonts", f"there; names are drawn without {', '.join(lacks)}" if lacks else "there, for all names")


def _token(token: str | None) -> Line:
    if token is None:
        return Line("token", f"DISCORD_TOKEN is not set: {PORTAL}", False)
    if not _has_the_shape(token):
        shape = "a bot's has three parts with dots between"
        return Line("token", f"DISCORD_TOKEN is none ({shape}): {PORTAL}", False)
    return Line("token", "DISCORD_TOKEN has the shape of one")


def _has_the_shape(token: str) -> bool:
    """Three parts, of which the first is the id of the bot."""
    if not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]{20,}", token, re.ASCII):
        return False
    id = token.partition(".")[0]
    try:
        return base64.urlsafe_b64decode(id + "=" * (-len(id) % 4)).isdigit()
    except ValueError:
        return False


# ---- what Discord knows ------------------------------------------------------------------


async def _ask(token: str) -> list[Line]:
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(ASK_SECONDS):
            async with client:
                await client.login(token)
                application = client.application
    except discord.LoginFailure:
        return [Line("Discord", f"it does not know this token: {PORTAL}", False)]
    except (aiohttp.ClientError, discord.HTTPException, OSError) as error:
        why = str(error) or "it does not answer"
        return [Line("Discord", f"it cannot be reached ({why}): look at the network, and at discordstatus.com", False)]
    servers = application.approximate_guild_count if application is not None else None
    among = "" if servers is None else f", in {'1 server' if servers == 1 else f'{servers} servers'}"
    known = Line("Discord", f"the token is that of {client.user}{among}")
    return [known, _intents(application.flags if application is not None else discord.ApplicationFlags())]


def _intents(flags: discord.ApplicationFlags) -> Line:
    """No privileged one is needed: one that is on is only too much."""
    on = [
        name
        for name, given in (
            ("Presence", flags.gateway_presence or flags.gateway_presence_limited),
            ("Server Members", flags.gateway_guild_members or flags.gateway_guild_members_limited),
            ("Message Content", flags.gateway_message_content or flags.gateway_message_content_limited),
        )
        if given
    ]
    may = f"; {', '.join(on)} may be turned off under Bot" if on else ""
    return Line("intents", f"no privileged one is needed{may}")
