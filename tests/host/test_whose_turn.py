"""A panel and the table never contradict each other about whose turn it is, though a panel is not written each time."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bot.games.catalog import GAMES
from bot.show.messages.builder import Snapshot
from bot.show.messages.page import MessageContent
from bot.table.session import Session
from bot.table.state import DEAL
from card_art import scene as art

from .tables import ANN, BOB, CLEO, DAN, Tables, play_one

TURNS = [slug for slug, game in GAMES.items() if not game.real_time and slug != "canfield"]
MOVES = 40


def to_play(face: MessageContent) -> list[str]:
    """Who the picture says is to play."""
    scene = face.picture[0] if isinstance(face.picture, tuple) else face.picture
    return [seat.name for seat in scene.seats if "TO PLAY" in seat.tags] if isinstance(scene, art.Scene) else []


def kept(shown: Sequence[Snapshot], user: int, *, beside: bool) -> MessageContent | None:
    """What stands on somebody's panel after these changes."""
    found: MessageContent | None = None
    for n, snap in enumerate(shown):
        if user in snap.private and snap.concerns(user, shown[n - 1] if n else None, beside=beside):
            found = snap.private[user]
    return found


def contradicts(s: Session, seat: int, panel: MessageContent) -> bool:
    """Whether this panel says of anybody's turn what the table does not."""
    yours, says = seat in s.table.turns, f"{panel.text}\n".splitlines()
    others = [c.said for n, c in enumerate(s.table.chairs) if n != seat]
    names_others = any(f"{name} to play" in line or "Waiting for" in line for name in others for line in says)
    if s.table.phase != DEAL:
        return False
    tags = [name for name in to_play(panel) if not yours]
    asks = "Time is up" in panel.text
    return names_others or bool(tags) or asks != yours or (yours and "It is not your turn." in says)


@pytest.mark.parametrize("slug", TURNS)
async def test_after_each_change_of_a_hand(tables: Tables, moments: None, slug: str) -> None:
    game = GAMES[slug]
    people = (ANN, BOB, CLEO, DAN)[: max(n for n in game.seats if n <= 4)]
    s = await tables.started(slug, *people)
    clock, chance, checked = tables.clock(s), random.Random(slug), 0
    for _ in range(MOVES):
        if not await play_one(s, chance):
            await tables.pass_time(clock, 0.8 if s.table.phase == DEAL else 60)
        for seat, chair in enumerate(s.table.chairs):
            for beside in (False, True):
                panel = kept(tables.shown, chair.user or 0, beside=beside)
                assert panel is not None
                assert not contradicts(s, seat, panel), (panel.text, s.table.turns, seat, beside)
                checked += 1
    assert checked > 8
