"""A shuffle before everybody's eyes: a casino's before the deal, that of the discards in the middle of one."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.engine.table import Reshuffled
from bot.host.messages import display
from bot.show.messages import builder, shuffling
from card_art import scene as art

from .server import Server, labels


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is drawn."""
    found: list[object] = []

    def draw(picture: object) -> bytes:
        found.append(picture)
        return b"\x89PNG"

    monkeypatch.setattr("tests.drawing.drawn_by", draw)
    return found


def shuffles(pictures: list[object]) -> list[str]:
    return [p.said.split()[2] for p in pictures if isinstance(p, art.Shuffle)]


async def test_the_shuffle_is_seen_and_then_the_table(
    server: Server, monkeypatch: pytest.MonkeyPatch, pictures: list[object]
) -> None:
    monkeypatch.setattr(display, "SHUFFLE_SECONDS", 0.05)
    ana = server.person("ana")
    await server.slash(ana, "blackjack", shuffle="casino", decks="6", cut="off")
    calls = len(server.env.http_requests)
    await server.slash(ana, "table start")
    await server.env.settle()
    assert shuffles(pictures) == ["is", "deck", "is"]
    assert all(sum(heap.count for heap in p.heaps) == 312 for p in pictures if isinstance(p, art.Shuffle))
    assert server.board.content.startswith("**Blackjack** · round 1") and "ana to play" in server.board.content
    written = [
        r
        for r in server.env.http_requests[calls:]
        if r.method in ("POST", "PATCH") and r.path.startswith(f"/channels/{server.channel.id}/messages")
    ]
    assert len(written) == 4, "once for each of the four pictures, posted or edited"


@pytest.mark.parametrize(("quick", "seen"), [(True, ["is"]), (False, ["is", "deck", "is"])])
async def test_whoever_is_quick_plays_while_the_pack_is_shuffled(
    server: Server, monkeypatch: pytest.MonkeyPatch, pictures: list[object], quick: bool, seen: list[str]
) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "blackjack", shuffle="casino", decks="6", cut="off")
    await server.slash(bo, "table join", table=server.table.id)
    offered: list[list[str]] = []
    sleep = asyncio.sleep

    async def meanwhile(seconds: float) -> None:
        if seconds != display.SHUFFLE_SECONDS:
            await sleep(seconds)
            return
        await sleep(0.01)
        await server.bot.room.display.idle()
        offered.append(labels(server.board))
        if quick:
            before = server.bot.room.display._snapshots[server.table.id]
            now = replace(before, version=before.version + 1)
            played = display.Change(server.bot.room.display, server.table, now, Answered())  # type: ignore[arg-type]
            await played.publish()

    monkeypatch.setattr(display, "SHUFFLE_SECONDS", 0.4321)
    monkeypatch.setattr(display.asyncio, "sleep", meanwhile)
    await server.slash(ana, "table start")
    await server.env.settle()
    assert len(offered) == len(seen) and all("Min 1" in shown for shown in offered)
    assert shuffles(pictures) == seen
    assert not isinstance(pictures[-1], art.Shuffle)


class Answered:
    """The answer that a move by command has had."""

    message, user, done = None, 0, True


async def test_discards_that_serve_on_are_seen(server: Server, pictures: list[object]) -> None:
    ana = server.person("ana")
    await server.slash(ana, "blackjack", decks="1", cut="off")
    session = server.table
    await server.slash(ana, "table start")
    words = server.bot.room.words["blackjack"]
    assert builder.shuffled(session.table, words) == (0, ())
    assert session.table.deal is not None
    session.table.deal.table.tell(Reshuffled(34))
    number, (picture,) = builder.shuffled(session.table, words)
    assert number == 1 and picture.subtitle == "Round 1"
    assert picture.said == "The stock has run dry: the discards are shuffled and serve on."
    assert [heap.count for heap in picture.heaps] == [34]


@pytest.mark.parametrize("decks", [2, 4, 6, 8])
def test_no_card_is_lost_on_the_way(decks: int) -> None:
    for picture in shuffling.pictures(52 * decks, "Blackjack", "Round 1"):
        assert sum(heap.count for heap in picture.heaps) == 52 * decks
        assert [heap.cut_card for heap in picture.heaps].count(True) == 1
