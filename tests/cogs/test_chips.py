"""`/chips …`: a stack counted, and colours changed."""

from __future__ import annotations

import pytest

from bot.engine.amounts import CHIPS
from bot.host import stacks

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
    while session.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    amount = stacks.now(session, 0).amount
    reds = stacks.now(session, 0)["red"]
    shown = said(await ana.slash(server.channel, "chips up", colour="red"))
    assert f"red {reds % 5}" in shown or reds % 5 == 0
    assert stacks.now(session, 0).amount == amount and session.match is not None
    assert session.match.state.stacks[0] == amount
    assert session.stacks[0]["red"] == reds % 5
    await ana.slash(server.channel, "chips down", colour="green", count=1)
    assert session.stacks[0]["red"] == reds % 5 + 5
    text = said(await ana.slash(server.channel, "chips down", colour="yellow"))
    assert text in ("There is no chip below yellow.", "You have no yellow chips.")
    assert said(await ana.slash(server.channel, "chips down", colour="green", count=99)).startswith("Choose from 1 to")
    assert await server.books() != before
    assert sum(CHIPS[c] * n for c, n in session.stacks[0]) == amount


async def test_no_chips_at_hearts(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana, start=False)
    assert said(await ana.slash(server.channel, "chips show")) == "Hearts is not played for chips."
