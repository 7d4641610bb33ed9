"""`python -m bot`: on Discord with DISCORD_TOKEN, otherwise on the local Discord. Also `simulate`, `verify`, `check`,
`backup`, `restore` and `move`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import shutil
import sys
import time
from contextlib import AsyncExitStack
from importlib.util import find_spec
from pathlib import Path

from bot import running, simulate, verify
from bot.config import JSON, Config
from bot.logs import begin_log
from bot.private import keep_private

LOCAL_TOKEN = "local-discord-needs-no-token"


def parser() -> argparse.ArgumentParser:
    """What the command line takes."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="The card room.")
    parser.add_argument(
        "--fresh", action="store_true", help="start anew on the local Discord: forget its world and all chips"
    )
    parser.add_argument("--port", type=int, help=f"where the local Discord's page is ({running.PORT})")
    parser.add_argument("--stop", action="store_true", help="end the bot of this folder, and the local Discord")
    commands = parser.add_subparsers(dest="command")
    simulate.add_arguments(commands.add_parser("simulate", help="house players against each other"))
    verify.add_arguments(commands.add_parser("verify", help="check a deal file"))
    commands.add_parser("check", help="whether the card room can be started here")
    saving = commands.add_parser("backup", help="write a backup of the card room's records, open or not")
    saving.add_argument("file", type=Path, help="where; an earlier backup of that name is replaced")
    restoring = commands.add_parser("restore", help="put a backup back, while the card room is closed")
    restoring.add_argument("file", type=Path, help="the backup")
    moving = commands.add_parser("move", help="copy the records of the file into an empty database of PostgreSQL")
    moving.add_argument("address", help="postgresql://user@host/name")
    return parser


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_args(argv)
    if args.command == "simulate":
        return simulate.run(args)
    if args.command == "verify":
        return verify.run(args)
    try:
        config = Config.read()
    except ValueError as wrong:
        print(wrong, file=sys.stderr)
        return 1
    if args.command == "check":
        from bot import check

        return check.run(config)
    if args.command not in ("backup", "restore", "move"):
        begin_log(config.log_level, as_json=config.log_format == JSON)
    keep_private(config.data)
    if args.command in ("backup", "restore"):
        return keep_records(config, args.command, args.file)
    if args.command == "move":
        return move_records(config, args.address)
    if args.stop:
        return stop(config)
    try:
        if config.token:
            return run_on_discord(config, config.token)
        return play(config, args.port, args.fresh)
    except KeyboardInterrupt:  # before the bot listens for it
        return 0


def keep_records(config: Config, command: str, file: Path) -> int:
    """`backup` and `restore`: what was done, or why nothing was, in a sentence."""
    from bot.store.backup import BackupError, backup, restore

    if config.address is not None:
        return refused("The records are in PostgreSQL: pg_dump makes their backups, and pg_restore puts them back.")
    try:
        if command == "backup":
            done = backup(config.file, file)
        else:
            done = restore(file, config.file, _was_alive(config.data / "alive"))
    except BackupError as error:
        print(error, file=sys.stderr)
        return 1
    holds = f"{done.rows['members']:,} members, {done.rows['matches']:,} matches, {done.rows['transfers']:,} transfers"
    if command == "backup":
        print(f"{done.file}: {holds}, {done.bytes:,} bytes.")
    else:
        aside = f" What was there before is kept as {done.aside}." if done.aside else ""
        print(f"{done.file} is restored: {holds}.{aside}")
    return 0


def move_records(config: Config, address: str) -> int:
    """`move`: how much was copied, or why nothing was, in a sentence."""
    from bot.store.moving import MoveError, move
    from bot.store.postgres import is_address

    if not is_address(address):
        return refused("The records are moved to the address of a database, as postgresql://user@host/name.")
    try:
        with running.only_bot(config.data, running.REAL):
            counts = move(config.file, address)
    except (MoveError, running.Occupied, OSError) as no:
        return refused(no)
    print(f"{sum(counts.values()):,} rows are there, and the books are the same: {counts['members']:,} members,"
          f" {counts['matches']:,} matches, {counts['transfers']:,} transfers.")  # fmt: skip
    print(f"Set CARDROOM_DATABASE to that address from now on; {config.file} stays as it is.")
    return 0


def _was_alive(sign: Path) -> bool:
    """Whether a card room was connected within the last minute."""
    try:
        return time.time() - sign.stat().st_mtime < 60
    except OSError:
        return False


def play(config: Config, port: int | None, fresh: bool) -> int:
    """The card room on this machine: the local Discord beside the bot, and a page in the browser."""
    if find_spec("bot.local") is None or find_spec("jsonschema_rs") is None:  # as in the image
        return refused("There is no local Discord here: set DISCORD_TOKEN to the token of your bot.")
    from bot.host.calls.permissions import invite
    from bot.local.wiring import point_discord_at

    try:
        with running.only_bot(config.data, running.LOCAL):
            if fresh:
                forget(config)
            announced = running.start_local(config.folder, port, invite().value)
            print(f"\n  The card room is open: {announced['page']}", flush=True)
            print("  Type /games there, choose one, and press Play now.", flush=True)
            print("  Ctrl-C closes it; tables and chips are there again the next time.\n", flush=True)
            point_discord_at(announced["url"])
            return run_bot(config, LOCAL_TOKEN, announced["url"])
    except running.Occupied as no:
        is_ours = not fresh and running.bot_is_on(config.data) == running.LOCAL
        if is_ours and (announced := running.announced(config.folder)) is not None:
            print(f"The card room is open already: {announced['page']} (`make stop` closes it)")
            return 0
        return refused(no)
    except OSError as error:
        return refused(error)


def forget(config: Config) -> None:
    """The local Discord, its world and all chips."""
    running.stop_local(config.folder)
    for name in ("cardroom.db", "cardroom.db-wal", "cardroom.db-shm"):
        (config.folder / name).unlink(missing_ok=True)
    shutil.rmtree(config.folder / "local", ignore_errors=True)


def stop(config: Config) -> int:
    """End what `make play` has started: the bot, and the local Discord that outlives it."""
    try:
        was_open = [running.stop_bot(config.data), running.stop_local(config.folder)]
    except (running.Occupied, OSError) as no:
        return refused(no)
    print("The card room is closed." if any(was_open) else "The card room was not open.")
    return 0


def refused(why: Exception | str) -> int:
    """What prevents it, in one line."""
    print(why, file=sys.stderr)
    return 1


def run_on_discord(config: Config, token: str) -> int:
    """The bot with a token of its own."""
    try:
        with running.only_bot(config.data, running.REAL):
            return run_bot(config, token)
    except (running.Occupied, OSError) as no:
        return refused(no)


def run_bot(config: Config, token: str, local: str | None = None) -> int:
    """The bot until it is stopped; 1 if it cannot begin, or where the `local` Discord at this address goes away."""
    import aiohttp
    import discord

    from bot.app import CardRoom
    from bot.store import Cluster, StoreError

    gone = False
    if local is not None:
        for handler in logging.getLogger().handlers:  # messages logged while it is gone come from nothing else
            handler.addFilter(lambda record: record.levelno < logging.WARNING or running.answers(local))

    async def watch(address: str, end: asyncio.Event) -> None:
        nonlocal gone
        await running.until_gone(address)
        gone = True
        end.set()

    async def run() -> None:
        end = running.asked_to_end()
        watching = None if local is None else asyncio.create_task(watch(local, end))
        async with AsyncExitStack() as open_with:
            figures = None
            if config.metrics is not None:
                from bot.host.metrics import Figures

                figures = Figures()
                await open_with.enter_async_context(figures.page(*config.metrics))
            room = CardRoom(
                config.database,
                config.dms_an_hour,
                drawers=config.drawers,
                figures=figures,
                data=config.data,
                cluster=Cluster(*config.cluster),
            )
            await (await open_with.enter_async_context(room)).run_until(end, token)
        if watching is not None:
            watching.cancel()

    try:
        if any(c.isspace() or not c.isascii() for c in token):
            raise discord.LoginFailure("no token has such characters")  # nor does a header
        asyncio.run(run())
    except discord.LoginFailure:
        return refused("Discord does not know this token: copy it again from the developer portal, under Bot.")
    except StoreError as trouble:
        return refused(f"{config.database_name}: {trouble}")
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound, discord.DiscordServerError) as error:
        return refused(f"Discord cannot be reached: {error}.")
    except discord.ConnectionClosed as closed:  # above all 4011: too many servers for so few connections
        return refused(f"Discord has ended the connection ({closed.code}); a new start asks how many there should be.")
    if gone:
        return refused("The local Discord has gone, so the card room is closed; `make play` opens it again.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
