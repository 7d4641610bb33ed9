"""The casino shuffle is shown before the deal."""

from __future__ import annotations

import pytest

from bot.host import display, shuffling
from card_art import scene as art

from .server import Server


async def test_the_shuffle_is_seen_and_then_the_table(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "SHUFFLE_SECONDS", 0.05)
    pictures: list[object] = []

    def draw(picture: object) -> bytes:
        pictures.append(picture)
        return b"\x89PNG"

    monkeypatch.setattr("bot.host.studio._draw", draw)
    ana = server.person("ana")
    await server.slash(ana, "blackjack", shuffle="casino", decks="6")
    session = server.table
    calls = len(server.env.http_requests)
    await server.slash(ana, "table start")
    await server.env.settle()
    shown = [p for p in pictures if isinstance(p, art.Shuffle)]
    assert [p.said.split()[2] for p in shown] == ["is", "deck", "is"]
    assert all(sum(heap.count for heap in p.heaps) == 312 for p in shown)
    assert server.board.content.startswith("**Blackjack** · round 1") and "ana to play" in server.board.content
    edits = [
        r
        for r in server.env.http_requests[calls:]
        if r.method == "PATCH" and str(session.message) in r.path and str(server.channel.id) in r.path
    ]
    assert len(edits) <= 3


@pytest.mark.parametrize("decks", [2, 4, 6, 8])
def test_no_card_is_lost_on_the_way(decks: int) -> None:
    for picture in shuffling.pictures(52 * decks, "Blackjack", "Round 1"):
        assert sum(heap.count for heap in picture.heaps) == 52 * decks
        assert [heap.cut_card for heap in picture.heaps].count(True) == 1
