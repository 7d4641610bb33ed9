"""The drawing process: reads pictures as plain data, and answers each with a PNG file.

`python -m card_art.render_process PROCESSES LOG [module …]` is one of that many, which share the memory for what is
drawn often; its log is `text` or `json`, and the modules are those of questions. It reads pickled pictures from its
standard input and writes for each, in the same order, whether it was drawn, a length, and the PNG or what went wrong. A
question is called, and what comes of it is pickled in place of the PNG. Bytes are a face, which later pictures may show
by its key (`portraits`); they have no answer. It ends when its input does, so it never outlives the bot.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from typing import Any

import card_art
from bot.logs import write_log
from card_art import scene as art
from card_art.deck import emojis
from card_art.ink import sprite_cache
from card_art.scene import suit_signs
from card_art.tables import portraits

HEAD = struct.Struct(">?I")
"""Whether it was drawn, and how many bytes follow."""
PIPE_BYTES = 1 << 20
"""Room for some pictures that the bot has not read yet, so that the next one can be drawn meanwhile."""

_DRAWN_BY: dict[type[Any], Callable[[Any], bytes]] = {
    art.Scene: card_art.table, art.Results: card_art.results, art.Counting: card_art.counting,
    art.Rack: card_art.rack, art.Shares: card_art.shares, art.Shuffle: card_art.shuffle,
    art.Evening: card_art.evening, emojis.Emoji: emojis.emoji,
    art.MatchEnd: card_art.match_end, art.Leaderboard: card_art.leaderboard,
    art.StatsSheet: card_art.stats_sheet, art.Gallery: card_art.gallery,
    art.CardChoices: card_art.card_choices,
}  # fmt: skip


def paint(picture: Any) -> bytes:
    """The PNG of a picture: one of the scenes and sheets, or a scene and the hand below it (or None)."""
    picture = suit_signs.in_its_deck(picture)
    if not isinstance(picture, tuple):
        return _DRAWN_BY[type(picture)](picture)
    scene, hand = picture
    return card_art.panel(scene, hand) if hand is not None else card_art.table(scene)


def main() -> None:
    for each in (signal.SIGINT, signal.SIGTERM):  # they may reach both processes; the bot says when to end
        signal.signal(each, signal.SIG_IGN)
    write_log(as_json=sys.argv[2] == "json")
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing that is printed gets between two pictures
    _widen(answers.fileno())
    sprite_cache.share(int(sys.argv[1]))
    card_art.warm()
    for module in sys.argv[3:]:  # what questions are made of
        importlib.import_module(module)
    while True:
        try:
            picture = pickle.load(asked)
        except EOFError:
            return
        if isinstance(picture, bytes):
            portraits.keep(picture)
            continue
        try:
            drawn, said = True, pickle.dumps(picture()) if callable(picture) else paint(picture)
        except Exception as error:
            drawn, said = False, _told(error, private=isinstance(picture, tuple)).encode()
        answers.write(HEAD.pack(drawn, len(said)))
        answers.write(said)
        answers.flush()


def _told(error: Exception, *, private: bool) -> str:
    """Where it failed, and why; of a private panel without what the exception says, which may name a card in it."""
    where = "".join(traceback.format_tb(error.__traceback__))
    return f"{type(error).__name__}{'' if private else f': {error}'}\n{where}"


def _widen(pipe: int) -> None:
    with contextlib.suppress(ImportError, AttributeError, OSError):  # only Linux can
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main()
