"""Where no picture can be drawn, everything goes on in words: by the press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.show.messages.page import NOT_DRAWN

from .conftest import PIXEL
from .server import Server, hand, labels, seat_of, turn
from .test_hands import noted
from .test_leaderboard import played


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Called with True, nothing can be drawn any more; with False it can again."""

    def fails(picture: Any) -> bytes:
        raise OSError("raster overflow")

    def broken(now: bool) -> None:
        monkeypatch.setattr("tests.drawing.drawn_by", fails if now else lambda _: PIXEL)

    return broken


def in_words(message: Any) -> bool:
    """Whether it says in words what its picture would show."""
    return not message.attachments and NOT_DRAWN in message.content


async def test_a_table_is_opened_played_and_closed_without_a_picture(
    server: Server, breaks: Callable[[bool], None], caplog: pytest.LogCaptureFixture
) -> None:
    breaks(True)
    ana = server.person("ana")
    await server.slash(ana, "hearts")
    assert in_words(server.board) and "Play now" in labels(server.board)
    await ana.click(server.board, label="Play now")
    session = server.table
    assert session.table.deal is not None and in_words(server.board)

    panel = (await ana.click(server.board, label="My hand")).response
    held = hand(session, seat_of(session, ana))
    assert in_words(panel) and "Your cards:" in panel.content
    await server.slash(ana, "pass", cards=" ".join(held[:3]))
    assert (in_words(server.board) and "leads" in server.board.content) or "to play" in server.board.content

    told = [r.getMessage() for r in caplog.records if "is not drawn" in r.getMessage()]
    assert len(told) == len(set(told)) and any(f"panel of table {session.id}" in line for line in told)
    assert not any(card in line for line in told for card in held)
    assert not [r for r in caplog.records if r.levelname == "ERROR" and "is not drawn" not in r.getMessage()]

    breaks(False)
    before = server.board.content
    await server.slash(ana, "play", move=(await server.offered(ana, "play", "move", ""))[0])
    assert server.board.attachments and NOT_DRAWN not in server.board.content != before, "the next state has a picture"


async def test_a_panel_in_words_is_a_panel_when_it_is_pressed(server: Server, breaks: Callable[[bool], None]) -> None:
    breaks(True)
    people = [server.person("ana"), server.person("bo")]
    session = await server.started("gin-rummy", *people, cut="off")
    one = people[turn(session)]
    panel = (await one.click(server.board, label="My hand")).response
    assert in_words(panel) and "Your cards:" in panel.content
    before, pressed = panel.content, await one.click(panel, label=labels(panel)[0])
    assert not [m for m in pressed.followups if m.ephemeral], "the panel is the answer, and no other one is sent"
    assert NOT_DRAWN in pressed.response.content and pressed.response.content != before


async def test_every_command_with_a_picture_answers_without_it(server: Server, breaks: Callable[[bool], None]) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    breaks(True)
    session = await server.red_dog(ana, bo, cut="off")
    for command, how in (("games", {}), ("rules", {"game": "hearts"}), ("table watch", {}), ("hand", {})):
        answer = (await ana.slash(server.channel, command, **how)).response
        assert in_words(answer), command
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    assert in_words(server.board), "the result"
    assert "wins" in await server.slash(ana, "score")
    assert in_words((await ana.slash(server.channel, "chips rack", colour="red")).response)
    await played(server, "red-dog", 1, (ana, "W", 500), (bo, "L", -500), at=1)
    await server.sure(ana, "table close")
    for command, how in (("leaderboard", {}), ("stats", {}), ("table replay", {"table": session.id})):
        answer = (await ana.slash(server.channel, command, **how)).response
        assert in_words(answer), command
    for label in ("▶", "Open all hands"):
        answer = (await ana.click(answer, label=label)).response
        assert in_words(answer), "a replay that is pressed"
    await noted(server, ana.id, 60)
    assert in_words((await ana.slash(server.channel, "hands", show="figures")).response)


@pytest.mark.parametrize("game", ["cribbage", "canasta", "jubilee", "poker", "blackjack", "tablanette", "jenny-jenny"])
async def test_each_kind_of_table_is_played_on_in_words(
    server: Server, breaks: Callable[[bool], None], game: str
) -> None:
    breaks(True)
    people = [server.person("ana"), server.person("bo")]
    session = await server.started(game, *people)
    for _ in range(3):
        assert in_words(server.board) and labels(server.board)
        if session.table.phase != "deal" or not session.table.turns:
            break
        before, mine = server.board.content, people[min(session.table.turns)]
        for move in await server.offered(mine, "play", "move", ""):
            answer = await server.slash(mine, "play", move=move)
            if answer.startswith("✓"):
                break
        assert server.board.content != before, "the text goes on, and tells what the picture would show"
