"""What stands on a person's context menu: **Invite to my table**, and **Stats**."""

from __future__ import annotations

from typing import Any

import discord

from .server import Server, labels, said
from .test_night import shown

INVITE = "Invite to my table"


async def invited(server: Server, host: Any, guest: Any) -> Any:
    return await host.context_menu(server.channel, INVITE, guest)


async def test_somebody_is_invited_and_sits_down(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, start=False)
    result = await invited(server, ana, bo)
    text = (
        f"<@{bo.id}>, <@{ana.id}> invites you to Red Dog, in <#{server.channel.id}>.\n"
        "Red Dog · bets from ½ · buy-in 100 · until the pot is won · 10 seats"
    )
    assert shown(result) == text and said(result) == f"<@{bo.id}> is invited."
    (call,) = [m for m in server.channel.history() if m.content == text]
    await bo.click(call, label="Join")
    assert session.table.seat_of(bo.id) is not None


async def test_nobody_is_called_twice_in_a_row_to_the_same_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, start=False)
    await invited(server, ana, bo)
    again = said(await invited(server, ana, bo))
    assert again == f"<@{bo.id}> has been invited to this table already; give them some minutes."


async def test_of_several_tables_one_is_chosen(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, start=False)
    second = await server.hearts(ana, start=False)
    question = (await invited(server, ana, bo)).response
    assert question.content == f"To which table do you invite <@{bo.id}>?"
    (hearts,) = [label for label in labels(question) if label.startswith("Hearts")]
    result = await ana.click(question, label=hearts)
    called, what = shown(result).split("\n")
    assert called == f"<@{bo.id}>, <@{ana.id}> invites you to Hearts, in <#{second.table.posted.channel}>."
    assert what.startswith("Hearts · ")


async def test_who_cannot_be_invited(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    none = "You sit at no table on this server; open one with a game's command, or join one."
    assert said(await invited(server, ana, bo)) == none
    hidden = discord.PermissionOverwrite(view_channel=False)
    server.channel = server.guild.create_text_channel("back room", overwrites={cleo: hidden})
    await server.red_dog(ana, bo, start=False)
    assert said(await invited(server, ana, ana)) == "You cannot invite yourself."
    assert said(await invited(server, ana, bo)) == f"<@{bo.id}> sits at your table already."
    assert said(await invited(server, ana, cleo)) == f"<@{cleo.id}> cannot see the channel of your table."


async def test_nobody_is_invited_to_a_board_for_one(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.started("canfield", ana, start=False)
    assert said(await invited(server, ana, bo)) == "This table is for one alone."


async def test_stats_of_a_person(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    answer = said(await ana.context_menu(server.channel, "Stats", bo))
    assert answer.startswith("bo has no result here yet. A match counts when it is over;")
    await server.started("canfield", bo)
    question = await bo.click(server.board, label="Give up")
    await bo.click(question.response, label="Yes")
    result = await ana.context_menu(server.channel, "Stats", bo)
    assert said(result).startswith("**bo**")
    assert all(m.ephemeral for m in (result.response, *result.followups) if m is not None)
