"""`python -m bot verify FILE`: whether a deal was dealt from the pack that was sealed before it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.engine.proof import NotVerified, verify
from bot.games.catalog import GAMES


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a deal file, as the table attaches it when a secret is published")


def run(args: Namespace) -> int:
    """0 and what was checked; 1 and a sentence if it does not hold; 2 if the file cannot be read."""
    try:
        data = args.file.read_bytes()
    except OSError as fault:
        print(f"{args.file} cannot be read: {fault.strerror}.", file=sys.stderr)
        return 2
    try:
        held = verify(data, GAMES)
    except NotVerified as why:
        print(why, file=sys.stderr)
        return 1
    deals, moves, cards = (f"{n} {what}{'s' * (n != 1)}" for n, what in (
        (held.deals, "deal"), (held.moves, "move"), (held.cards, "card"),
    ))  # fmt: skip
    title = f"{GAMES[held.game].title}, match {held.match}"
    if held.other_rules:
        print(f"{title}: shuffled again, {cards}. The rules have changed since, so no move was played again.")
    else:
        print(f"{title}: dealt and played again, {deals}, {cards}, {moves}.")
    print("This deal is genuine if its commit is the one that was posted before it:")
    print(held.commit)
    return 0
