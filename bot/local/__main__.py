"""``python -m bot.local --port N --data FILE``: the local Discord as a process of its own."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sqlite3
import sys
from pathlib import Path

from . import permissions
from .server import LocalDiscord


async def _run(port: int, data: Path | None, announce: Path | None, invited: int) -> None:
    stop = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    async with LocalDiscord(port, data, invited) as local:
        if announce is not None:
            _announce(local, announce)
        print(local.page_url, flush=True)
        await stop.wait()
    if announce is not None:
        _withdraw(announce)


def _announce(local: LocalDiscord, path: Path) -> None:
    # The file holds the key to the page, so only its owner may read it.
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump({"url": local.url, "secret": local.secret, "page": local.page_url, "pid": os.getpid()}, file)


def _withdraw(path: Path) -> None:
    path.unlink(missing_ok=True)


def main() -> int:
    """Serve until told to stop; the first line printed is the address of the page."""
    parser = argparse.ArgumentParser(prog="python -m bot.local", description="A Discord of one's own, on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=0, help="the port (default: any that is free)")
    parser.add_argument("--data", type=Path, help="the file that keeps the world (default: memory only)")
    parser.add_argument("--announce", type=Path, metavar="FILE", help="write address, key and process id there as JSON")
    parser.add_argument("--invited", type=int, default=permissions.BOT, help="the permissions that the bot has")
    args = parser.parse_args()
    os.umask(0o077)  # hands lie in this world, too
    try:
        asyncio.run(_run(args.port, args.data, args.announce, args.invited))
    except OSError as error:
        print(f"The local Discord cannot start on port {args.port}: {os.strerror(error.errno or 0)}.", file=sys.stderr)
        return 1
    except sqlite3.Error as error:
        print(f"The local Discord cannot use {args.data}: {error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
