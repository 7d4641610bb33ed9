"""`/help`: one message, and where each of its buttons leads: in a server, in a direct message, after a restart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.app import CardRoom
from bot.show.pages import ways_in

from .server import Server, labels, said
from .test_gallery import values

WAYS = ["Games", "My tables", "A night", "Settings", "Rules of…"]
RULES = "cm:help:0:@rules:"


async def helped(where: Any) -> Any:
    """The one message that `/help` answers."""
    answer = await where()
    assert not answer.followups and answer.response.ephemeral
    return answer.response


async def opened(server: Server, person: Any) -> Any:
    return await helped(lambda: person.slash(server.channel, "help"))


async def pressed(person: Any, shown: Any, label: str) -> Any:
    """What this button answers, in a message of its own."""
    answer = await person.click(shown, label=label)
    (message,) = (m for m in (answer.response, *answer.followups) if m is not None and m.id != shown.id)
    assert message.ephemeral
    return message


async def test_help_is_one_message_with_ways_on(server: Server) -> None:
    shown = await opened(server, server.person("ana"))
    assert labels(shown) == WAYS and "play chips" in shown.content and len(shown.content) < 400
    games = server.bot.room.words.values()
    assert not [w.game.title for w in games if w.game.title in shown.content], "no list of games"


async def test_every_button_leads_to_what_its_command_does(server: Server) -> None:
    ana = server.person("ana")
    shown = await opened(server, ana)
    gallery = await pressed(ana, shown, "Games")
    assert gallery.content == (await ana.slash(server.channel, "games")).response.content and gallery.attachments
    settings = await pressed(ana, shown, "Settings")
    assert settings.content == (await ana.slash(server.channel, "prefs")).response.content and settings.attachments
    choice = await pressed(ana, shown, "Rules of…")
    assert {*values(choice, RULES)} == {*server.bot.room.words}
    assert values(choice, RULES) != sorted(values(choice, RULES)), "by mood, as `/games` has them"
    rules = await ana.select(choice, values=["cribbage"], custom_id=RULES)
    assert said(rules) == said(await ana.slash(server.channel, "rules", game="cribbage"))


async def test_my_tables(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    shown = await opened(server, ana)
    assert (await pressed(ana, shown, "My tables")).content.startswith("You sit at no table now. ")
    session = await server.red_dog(ana, bo, cut="off")
    other = await server.started("hearts", bo, start=False)
    seat = session.table.seat_of(ana.id)
    told = (await pressed(ana, shown, "My tables")).content
    link = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/{session.table.posted.message}"
    turn = "**your turn**" if seat in session.table.turns else "deal 1"
    assert told == f"**You sit at 1 table**\n• {link} **Red Dog** · {turn}"
    told = (await pressed(bo, await opened(server, bo), "My tables")).content
    assert told.startswith("**You sit at 2 tables**\n") and told.endswith(
        f"{other.table.posted.message} **Hearts** · waiting"
    )


def test_of_many_tables_those_that_wait_come_first() -> None:
    tables = [ways_in.OwnTable(f"Game {n}", "link", "deal 1", n == 19) for n in range(20)]
    first, *lines, more = ways_in.own_tables(tables).splitlines()
    assert first == "**You sit at 20 tables**" and lines[0] == "• link **Game 19** · **your turn**"
    assert len(lines) == ways_in.MOST_TABLES and more == "-# and 5 more"


async def test_a_night_is_opened_from_there(server: Server) -> None:
    ana = server.person("ana")
    night = await pressed(ana, await opened(server, ana), "A night")
    assert "`/night schedule` announces one" in night.content
    answer = await pressed(ana, night, "Open a night now")
    assert answer.content.startswith(f"**Game night** is open in <#{server.channel.id}>.")
    assert server.table.table.night is not None and server.table.table.host == ana.id


async def test_who_may_open_no_night_reads_why(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    role = server.guild.create_role("dealers")
    before = await pressed(ana, await opened(server, ana), "A night")
    await server.slash(boss, "cardroom role", may="open tables", role=role, allowed=True)
    refused = await pressed(ana, await opened(server, ana), "A night")
    assert labels(refused) == [] and f"-# Tables are opened by <@&{role.id}> on this server." in refused.content
    assert said(await ana.click(before, label="Open a night now")).startswith("Tables are opened by ")
    assert not server.bot.room.sessions
    night = await pressed(boss, await opened(server, boss), "A night")
    await boss.click(night, label="Open a night now")
    assert server.table.table.host == boss.id


async def test_in_a_direct_message(server: Server) -> None:
    ana = server.person("ana")
    shown = await helped(lambda: ana.user.slash("help"))
    assert labels(shown) == WAYS and ways_in.IN_A_SERVER in shown.content
    gallery = await pressed(ana.user, shown, "Games")
    assert gallery.content.startswith("**Tricks** · ")
    assert (await pressed(ana.user, shown, "My tables")).content.startswith("You sit at no table now. ")
    await server.red_dog(ana, server.person("bo"), cut="off")
    assert "**Red Dog**" in (await pressed(ana.user, shown, "My tables")).content
    night = await pressed(ana.user, shown, "A night")
    assert labels(night) == [] and "-# Tables are opened in a server's channel." in night.content
    settings = await pressed(ana.user, shown, "Settings")
    assert settings.content.startswith("**Your choices** hold at once") and "This server's settings" not in labels(
        settings
    )
    choice = await pressed(ana.user, shown, "Rules of…")
    rules = said(await ana.user.select(choice, values=["war"], custom_id=RULES))
    assert rules.startswith("**War** · ")


async def test_its_buttons_answer_after_a_restart(server: Server) -> None:
    ana = server.person("ana")
    shown = await opened(server, ana)
    choice, night = await pressed(ana, shown, "Rules of…"), await pressed(ana, shown, "A night")
    server.bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(server.bot)
    await server.env.settle()
    for label in WAYS:
        assert (await pressed(ana, shown, label)).content
    assert said(await ana.select(choice, values=["hearts"], custom_id=RULES)).startswith("**Hearts** · ")
    await ana.click(night, label="Open a night now")
    assert server.table.table.night is not None


@pytest.mark.parametrize("games", [1, 21, 99])
async def test_help_is_whole_however_many_games_there_are(
    server: Server, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    usual = server.bot.room.words["hearts"]
    monkeypatch.setattr(server.bot.room, "words", {
        slug: replace(usual, game=replace(usual.game, slug=slug)) for slug in (f"hearts-{n}" for n in range(games))
    })  # fmt: skip
    ana = server.person("ana")
    shown = await opened(server, ana)
    assert f"{games} card game" in shown.content and labels(shown) == WAYS
    menu = await pressed(ana, shown, "Rules of…")
    assert len(values(menu, RULES)) == min(games, ways_in.MOST_IN_MENU)
