"""How a shuffle's seal is published: as the name of the picture's file (rules/dealing.md, section 3)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.host.messages import display
from bot.show.messages.page import NOT_DRAWN
from bot.table.session import Session

from .conftest import PIXEL
from .server import Server, turn
from .test_table import agree_to_end, proof


def digits(session: Session) -> str:
    """The beginning of the commit of the deal that is on."""
    assert session.table.deal is not None and session.table.deal.seal is not None
    return session.table.deal.seal.commit[:32]


def files(message: Any) -> list[str]:
    return [each.filename for each in message.attachments]


async def test_it_is_out_before_a_card_is_dealt(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, start=False, cut="offer")
    assert files(server.board) == ["table.png"], "nothing is sealed yet"
    await server.slash(ana, "table start")
    deal, sealed = session.table.deal, digits(session)
    assert deal is not None and not deal.rows and not any(deal.table.piles.values()), "the pack waits for its cut"
    assert files(server.board) == [f"{sealed}.png"] and "may cut" in server.board.content
    assert sealed not in server.board.content and "Sealed" not in server.board.content

    await ana.click(server.board, label="Let the dealer cut")
    assert any(deal.table.piles.values()) and digits(session) == sealed
    assert files(server.board) == [f"{sealed}.png"]
    assert deal.seal is not None and deal.seal.commit in (await proof(server, bo))[0]


async def test_without_a_cut_it_comes_with_the_first_picture_of_the_deal(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    assert session.table.deal is not None and session.table.deal.seal is not None and not session.table.deal.rows
    assert files(server.board) == [f"{digits(session)}.png"]
    text, attached = await proof(server, bo)
    assert session.table.deal.seal.commit in text and attached == []
    assert session.table.deal.seal.secret.hex() not in text


async def test_the_pictures_of_a_shuffle_have_it_too(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    names, sleep = list[list[str]](), asyncio.sleep

    async def shown(seconds: float) -> None:
        await sleep(0.01)
        if seconds == display.SHUFFLE_SECONDS:
            await server.bot.room.display.idle()
            names.append(files(server.board))

    monkeypatch.setattr(display, "SHUFFLE_SECONDS", 0.4321)
    monkeypatch.setattr(display.asyncio, "sleep", shown)
    await server.started("blackjack", server.person("ana"), shuffle="casino", decks="6")
    await server.env.settle()
    assert names == [[f"{digits(server.table)}.png"]] * 3


async def test_a_message_that_goes_on_has_the_name_of_the_deal_that_is_on(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    first = digits(session)
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    assert files(server.board) == [f"{first}.png"]
    await ana.click(server.board, label="Next round")
    second = digits(session)
    assert first != second and files(server.board) == [f"{second}.png"] and first not in server.board.content


async def test_a_panel_has_it_and_more_says_it(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    line = f"-# Sealed {digits(session)}… · `/table proof`"
    panel = (await ana.click(server.board, label="My hand")).response
    assert files(panel) == [f"{digits(session)}.png"] and "Sealed" not in panel.content
    for person in (ana, server.person("bo")):
        assert (await server.more(person)).content.splitlines()[-1] == line


async def test_the_result_says_it_in_its_text(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    line = f"-# Sealed {digits(session)}… · `/table proof"
    boss = server.manager("boss")
    await server.sure(boss, "table void", table=session.id)
    assert f"{line}`" in server.board.content, "of a void deal, too"
    await server.slash(ana, "table next")
    sealed = digits(session)
    line = f"-# Sealed {sealed}… · `/table proof"
    await agree_to_end(server, ana, bo)
    assert session.table.phase == "over" and f"{line}`" in server.board.content
    assert files(server.board) == [f"{sealed}.png"]
    board = server.board
    await server.sure(ana, "table close")
    closed = next(m for m in server.channel.history() if m.id == board.id)
    assert f"{line} table:{session.id}`" in closed.content


async def test_where_nothing_can_be_drawn_the_text_says_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(picture: Any) -> bytes:
        raise OSError("raster overflow")

    monkeypatch.setattr("tests.drawing.drawn_by", fails)
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="offer")
    lines = server.board.content.splitlines()
    assert files(server.board) == [] and f"-# Sealed {digits(session)}" in lines[: lines.index(NOT_DRAWN)]
    monkeypatch.setattr("tests.drawing.drawn_by", lambda _: PIXEL)
    await ana.click(server.board, label="Let the dealer cut")
    assert files(server.board) == [f"{digits(session)}.png"] and "Sealed" not in server.board.content
