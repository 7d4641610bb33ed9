"""`python -m bot`: on Discord with DISCORD_TOKEN, else on the local Discord. Also `simulate`, `verify`,
`backup` and `restore`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from bot import simulate, verify
from bot.config import Config

LOCAL_TOKEN = "local-discord-needs-no-token"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bot", description="The card room.")
    parser.add_argument(
        "--fresh", action="store_true", help="start anew on the local Discord: forget its world and all chips"
    )
    parser.add_argument("--port", type=int, default=8765, help="where the local Discord's page is (8765)")
    parser.add_argument("--stop", action="store_true", help="stop the local Discord that an earlier start left running")
    commands = parser.add_subparsers(dest="command")
    simulate.add_arguments(commands.add_parser("simulate", help="house players against each other"))
    verify.add_arguments(commands.add_parser("verify", help="check a deal file"))
    saving = commands.add_parser("backup", help="write a backup of the card room's records, open or not")
    saving.add_argument("file", type=Path, help="where; an earlier backup of that name is replaced")
    restoring = commands.add_parser("restore", help="put a backup back, while the card room is closed")
    restoring.add_argument("file", type=Path, help="the backup")
    args = parser.parse_args(argv)
    if args.command == "simulate":
        return simulate.run(args)
    if args.command == "verify":
        return verify.run(args)
    try:
        config = Config.read()
    except ValueError as wrong:
        print(wrong, file=sys.stderr)
        return 1
    if args.command in ("backup", "restore"):
        return keep_records(config, args.command, args.file)
    begin_log(config.log_level)
    if args.stop:
        return stop_local(config.data)
    if config.token:
        return run_bot(config, config.token)
    return play(config, args.port, args.fresh)


def begin_log(level: str) -> None:
    """Log what the card room has to say from this level on, and of libraries no more than INFO.

    At DEBUG these write down all that they are given: the secrets of running deals, hands, and controls with cards.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in ("bot", "cogs", "card_art"):
        logging.getLogger(name).setLevel(level)
    logging.getLogger().setLevel(max(logging.INFO, logging.getLogger("bot").level))
    logging.getLogger("discord").setLevel(logging.WARNING)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns that there will be no voice


def keep_records(config: Config, command: str, file: Path) -> int:
    """`backup` and `restore`: what was done, or why nothing was, in a sentence."""
    from bot.store.backup import BackupError, backup, restore

    try:
        if command == "backup":
            done = backup(config.database, file)
        else:
            done = restore(file, config.database, _was_alive(config.data / "alive"))
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


def _was_alive(sign: Path) -> bool:
    """Whether a card room was connected within the last minute."""
    try:
        return time.time() - sign.stat().st_mtime < 60
    except OSError:
        return False


def play(config: Config, port: int, fresh: bool) -> int:
    """The card room on this machine: the local Discord beside the bot, and a page in the browser."""
    if fresh:
        stop_local(config.data, quiet=True)
        for name in ("cardroom.db", "cardroom.db-wal", "cardroom.db-shm"):
            (config.data / name).unlink(missing_ok=True)
        shutil.rmtree(config.data / "local", ignore_errors=True)
    announced = start_local(config.data / "local", port)
    if announced is None:
        return 1
    print(f"\n  The card room is open: {announced['page']}", flush=True)
    print("  Type /hearts or /red-dog there, and you sit at a table.", flush=True)
    print("  Ctrl-C closes it; tables and chips are there again the next time.\n", flush=True)
    from bot.local.wiring import point_discord_at

    point_discord_at(announced["url"])
    return run_bot(config, LOCAL_TOKEN)


def start_local(folder: Path, port: int) -> dict[str, str] | None:
    """The local Discord as a process of its own, which outlives the bot; the one that runs already if there is one."""
    from bot.host.permissions import invite

    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "announce.json"
    if (running := _announced(note)) is not None:
        return running
    command = [
        sys.executable,
        "-m",
        "bot.local",
        "--port",
        str(port),
        "--data",
        str(folder / "world.db"),
        "--announce",
        str(note),
        "--invited",
        str(invite().value),
    ]
    with (folder / "local.log").open("ab") as log:
        started = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            cwd=Path(__file__).resolve().parent.parent,
        )  # fmt: skip
    for _ in range(200):
        if (running := _announced(note)) is not None:
            return running
        if started.poll() is not None:
            break
        time.sleep(0.05)
    print(
        f"The local Discord did not start; {folder / 'local.log'} says why. Is port {port} taken? Try PORT=8766.",
        file=sys.stderr,
    )
    return None


def _announced(note: Path) -> dict[str, str] | None:
    """What a running local Discord has written down, if it answers."""
    try:
        found = json.loads(note.read_text())
        os.kill(int(found["pid"]), 0)
        with urllib.request.urlopen(found["url"] + "/", timeout=2):
            return found
    except (OSError, ValueError, KeyError):
        return None


def stop_local(data: Path, quiet: bool = False) -> int:
    running = _announced(data / "local" / "announce.json")
    if running is None:
        if not quiet:
            print("No local Discord is running.")
        return 0
    with contextlib.suppress(ProcessLookupError):
        os.kill(int(running["pid"]), signal.SIGTERM)
    for _ in range(100):
        if _announced(data / "local" / "announce.json") is None:
            return 0
        time.sleep(0.05)
    return 1


def run_bot(config: Config, token: str) -> int:
    """The bot until it is stopped; 1 where it cannot begin."""
    import discord

    from bot.app import CardRoom

    async def run() -> None:
        async with CardRoom(config.database, config.dms_an_hour) as bot:
            loop = asyncio.get_running_loop()
            main_task = asyncio.current_task()
            assert main_task is not None
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(each, main_task.cancel)
            await bot.start(token)

    try:
        if any(c.isspace() or not c.isascii() for c in token):
            raise discord.LoginFailure("no token has such characters")  # nor does a header
        with contextlib.suppress(asyncio.CancelledError, KeyboardInterrupt):
            asyncio.run(run())
    except discord.LoginFailure:
        print("Discord does not know this token: copy it again from the developer portal, under Bot.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
