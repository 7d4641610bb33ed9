"""`/chips …`: a stack counted, and colours changed."""

from __future__ import annotations

import pytest

from bot.engine.amounts import CHIPS
from bot.host.pictures.render_queue import Rank, RenderQueue
from bot.show.messages.alt import Picture
from bot.table import chips
from card_art import scene as art

from .server import Server, said, turn


@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_a_stack_is_counted_for_its_owner_alone(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    await server.red_dog(ana, bo, start=False)
    assert "buys 100: 1 green, 13 red, 8 white, 4 yellow." in server.board.content
    shown = (await ana.slash(server.channel, "chips show")).response
    assert shown.ephemeral and shown.content.startswith("**Your chips** at Red Dog: 100 in 26 chips")
    assert "red 2 stacks × 5 + 3 = 13 → 90" in shown.content
    assert "red 2 stacks × 5 + 3 = 13 → 90" in shown.attachments[0].description
    assert (await shown.attachments[0].read()).startswith(b"\x89PNG")
    assert said(await cleo.slash(server.channel, "chips show")) == "You do not sit at this table."


async def test_up_and_down_between_deals(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="off")
    before = await server.books()
    assert said(await ana.slash(server.channel, "chips up", colour="red")) == "Chips are changed between deals."
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    amount = chips.now(session.table, 0).amount
    reds = chips.now(session.table, 0)["red"]
    shown = said(await ana.slash(server.channel, "chips up", colour="red"))
    assert f"red {reds % 5}" in shown or reds % 5 == 0
    assert chips.now(session.table, 0).amount == amount and session.table.match is not None
    assert session.table.match.state.stacks[0] == amount
    assert session.table.stacks[0]["red"] == reds % 5
    await ana.slash(server.channel, "chips down", colour="green", count=1)
    assert session.table.stacks[0]["red"] == reds % 5 + 5
    text = said(await ana.slash(server.channel, "chips down", colour="yellow"))
    assert text in ("There is no chip below yellow.", "You have no yellow chips.")
    assert said(await ana.slash(server.channel, "chips down", colour="green", count=99)).startswith("Choose from 1 to")
    assert await server.books() != before
    assert sum(CHIPS[c] * n for c, n in session.table.stacks[0]) == amount


def pictures(server: Server) -> list[int]:
    """The messages of the channel with a picture."""
    return [m.id for m in server.channel.history() if m.attachments]


async def test_a_buy_in_is_told_in_the_table_message(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, start=False)
    assert "ana buys 100: 1 green, 13 red, 8 white, 4 yellow." in server.board.content
    await server.slash(bo, "table join", table=session.id)
    assert "bo buys 100: " in server.board.content and pictures(server) == [session.table.posted.message]


async def test_a_stack_is_counted_in_front_of_everybody(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, draw = list[Picture](), RenderQueue.draw

    async def drawn(render_queue: RenderQueue, picture: Picture, *rank: Rank) -> bytes:
        seen.append(picture)
        return await draw(render_queue, picture, *rank)

    monkeypatch.setattr(RenderQueue, "draw", drawn)
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    balances = (await server.books())[1]
    assert await server.slash(bo, "chips count") == "Everybody at the table sees your stack counted."
    assert (await server.books())[1] == balances
    worth = chips.now(session.table, 1).amount // 100
    assert f"bo counts {worth}" in server.board.content
    (picture,) = [p for p in seen if isinstance(p, art.Counting)]
    assert picture.title == f"bo counts {worth}", "in the table's place"
    assert pictures(server) == [session.table.posted.message], "nothing lies below the table"
    assert server.board.attachments[0].description.startswith("Pot 2. ana (dealer): 99 chips."), "which comes back"
    assert await server.slash(server.person("cleo"), "chips count") == "You do not sit at this table."


async def test_whoever_plays_sees_the_table_though_chips_are_being_counted(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    await server.slash(bo, "chips count")
    await server.slash([ana, bo][turn(session)], "bet", amount="min")
    assert server.board.attachments[0].description.startswith("Turned: 2♦. ana (dealer): 99 chips")


async def test_the_rack_and_its_check(server: Server) -> None:
    ana = server.person("ana")
    await server.red_dog(ana, start=False)
    shown = (await ana.slash(server.channel, "chips rack", colour="red")).response
    assert shown.ephemeral and shown.content == "**Your rack** at Red Dog: 13 red: 0 full tubes and 13"
    assert "tube 1 13 of 20, tube 2 0 of 20" in shown.attachments[0].description
    assert await server.slash(ana, "chips rack", colour="purple") == "You have no purple chips."
    shown = (await ana.slash(server.channel, "chips check", tubes="20 20 19 20 20")).response
    assert shown.ephemeral and shown.content == "**The rack:** Tube 3 is short: 99 chips."
    assert await server.slash(ana, "chips check", tubes="21 20 21 21 19", capacity=21) == (
        "**The rack:** Tubes 2 and 5 are short: 102 chips."
    )
    assert (
        await server.slash(ana, "chips check", tubes="20 20 20 20 20") == "**The rack:** Every tube is full: 100 chips."
    )
    assert await server.slash(ana, "chips check", tubes="20 20") == "A rack has 5 tubes of up to 20 chips."
    assert await server.slash(ana, "chips check", tubes="many") == "Type the chips of 5 tubes: 20 20 19 20 20."


async def test_no_chips_at_hearts(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana, start=False)
    assert "buys" not in server.board.content
    assert said(await ana.slash(server.channel, "chips show")) == "Hearts is not played for chips."
