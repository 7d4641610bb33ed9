"""`/games`: from a mood to a game to a table."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app import CardRoom
from bot.engine.game import USUAL
from bot.engine.options import read_options
from bot.games.catalog import GAMES

from .server import Server, labels, said

MOODS, MENU_OF_GAMES = "cm:games:0:@mood:", "cm:games:0:@game:"
LENGTHS = "cm:games:0:@length:"
"""With the game behind it."""


async def opened(server: Server, person: Any, channel: Any = None) -> Any:
    """What `/games` shows this person alone."""
    shown = (await person.slash(channel or server.channel, "games")).response
    assert shown.ephemeral and len(shown.attachments) == 1
    return shown


async def game(person: Any, gallery: Any, chosen: str) -> Any:
    """The same message, with one game."""
    return (await person.select(gallery, values=[chosen], custom_id=MENU_OF_GAMES)).response


def values(message: Any, menu: str) -> list[str]:
    rows = [c for row in message.components for c in getattr(row, "children", None) or row["components"]]
    (found,) = (c for each in rows if (c := each if isinstance(each, dict) else each.to_dict())["custom_id"] == menu)
    return [option["value"] for option in found["options"]]


async def test_from_a_mood_to_a_game_to_cards(server: Server) -> None:
    ana = server.person("ana")
    shown = await opened(server, ana)
    assert shown.content.startswith("**Tricks** · ") and "Hearts, 4 players, " in shown.attachments[0].description
    shown = (await ana.select(shown, values=["rummy"], custom_id=MOODS)).response
    assert shown.content.startswith("**Rummy** · ") and "gin-rummy.rummy" in values(shown, MENU_OF_GAMES)
    shown = await game(ana, shown, "gin-rummy.rummy")
    assert shown.content.startswith("**Gin Rummy** · 2 players · chips if you like\n")
    assert "A match goes to 100 points: 12 min with house players, 20 min among people." in shown.content
    assert shown.attachments[0].description.startswith("An example. Gin Rummy")
    assert labels(shown) == ["Play now", "Open a table", "Learn it", "Rules", "Back"]
    back = (await ana.click(shown, label="Back")).response
    assert back.content.startswith("**Rummy** · ")
    shown = await game(ana, back, "gin-rummy.rummy")
    answer = said(await ana.click(shown, label="Play now"))
    assert answer.startswith("Your Gin Rummy table is open in <#") and "the game begins. New to it?" in answer
    assert (server.table.table.game.slug, server.table.table.phase) == ("gin-rummy", "deal")
    assert [chair.user for chair in server.table.table.chairs] == [ana.id, None] and server.table.table.chairs[1].house


async def test_the_rest_of_a_mood_is_behind_a_button(server: Server) -> None:
    ana = server.person("ana")
    shown = (await ana.select(await opened(server, ana), values=["betting"], custom_id=MOODS)).response
    assert "1 of 2" in shown.attachments[0].description and "red-dog.betting" in values(shown, MENU_OF_GAMES)
    shown = (await ana.click(shown, label="The other 3")).response
    assert "2 of 2" in shown.attachments[0].description and "Red Dog, " in shown.attachments[0].description
    shown = (await ana.click(await game(ana, shown, "red-dog.betting"), label="Back")).response
    assert "2 of 2" in shown.attachments[0].description, "back to where it was"


async def test_a_table_is_opened_as_its_command_would(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    await server.slash(boss, "cardroom defaults", game="red-dog", options="ante: 2")
    gallery = (await ana.select(await opened(server, ana), values=["betting"], custom_id=MOODS)).response
    shown = await game(ana, gallery, "red-dog.betting")
    answer = said(await ana.click(shown, label="Open a table"))
    assert answer == said(await server.person("bo").slash(server.channel, "red-dog"))
    first, second = server.bot.room.sessions.values()
    assert (
        first.table.phase == "lobby" and first.table.options == second.table.options and first.table.options.ante == 200
    )


async def test_the_rules_stand_beside(server: Server) -> None:
    ana = server.person("ana")
    shown = await game(ana, await opened(server, ana), "hearts.tricks")
    pressed = await ana.click(shown, label="Rules")
    asked = await ana.slash(server.channel, "rules", game="hearts")
    assert said(pressed) == said(asked) and "Follow suit" in said(pressed)
    assert not server.bot.room.sessions


async def test_what_the_server_does_not_allow_is_not_there(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    old = await opened(server, ana)
    one = await game(ana, old, "hearts.tricks")
    await server.slash(boss, "cardroom game", game="hearts", allowed=False)
    assert "hearts.tricks" not in values(await opened(server, ana), MENU_OF_GAMES)
    refused = said(await ana.click(one, label="Play now"))
    assert refused.startswith("Hearts is not played on this server; there are: ")
    back = (await ana.click(one, label="Back")).response
    assert "Hearts" not in back.attachments[0].description
    assert not server.bot.room.sessions


async def test_where_the_bot_may_not_write_it_refuses(server: Server) -> None:
    ana = server.person("ana")
    closed = server.guild.create_text_channel(
        "closed", overwrites={server.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    shown = await game(ana, await opened(server, ana, closed), "hearts.tricks")
    before = await server.books()
    for label in ("Play now", "Open a table"):
        answer = said(await ana.click(shown, label=label))
        assert answer == "I cannot open a table here: I need the permission to send messages."
    assert await server.books() == before


async def test_in_a_direct_message_there_is_no_table(server: Server) -> None:
    ana = server.person("ana")
    shown = (await ana.user.slash("games")).response
    shown = (await ana.user.select(shown, values=["war.tricks"], custom_id=MENU_OF_GAMES)).response
    assert labels(shown) == ["Rules", "Back"] and "use `/games` there to play" in shown.content


async def test_a_short_match_is_chosen_before_it_begins_and_ends(server: Server) -> None:
    ana = server.person("ana")
    gallery = (await ana.select(await opened(server, ana), values=["betting"], custom_id=MOODS)).response
    shown = await game(ana, gallery, "knock-poker.betting")
    menu = f"{LENGTHS}knock-poker.betting"
    assert values(shown, menu) == ["usual", "hand"] and "until somebody has won 3 hands: 8 min" in shown.content
    shown = (await ana.select(shown, values=["hand"], custom_id=menu)).response
    assert "A match is one hand: 1 min with house players, 3 min among people." in shown.content
    assert len(shown.attachments) == 1, "it keeps its picture"
    assert said(await ana.click(shown, label="Play now")).startswith("Your Knock Poker table is open")
    session = server.table
    assert session.table.options.target == 1
    for _ in range(200):
        if session.table.phase == "over":
            break
        if session.table.turns == (0,):
            (move, *_) = await server.offered(ana, "play", "move", "")
            await server.slash(ana, "play", move=move)
        await server.env.advance_time(3)
    assert session.table.phase == "over" and session.table.deals_begun == 1


@pytest.mark.parametrize("slug", GAMES)
async def test_every_length_of_every_game_is_dealt(server: Server, slug: str) -> None:
    ana, given, mood = server.person("ana"), GAMES[slug].lengths, server.bot.room.words[slug].moods[0]
    gallery = (await ana.select(await opened(server, ana), values=[mood], custom_id=MOODS)).response
    shown = await game(ana, gallery, f"{slug}.{mood}")
    menu = f"{LENGTHS}{slug}.{mood}"
    for name, length in given.items():
        before = {*server.bot.room.sessions}
        if name != USUAL:
            shown, menu = (
                (await ana.select(shown, values=[name], custom_id=menu)).response,
                f"{LENGTHS}{slug}.{mood}.{name}",
            )
        await ana.click(shown, label="Play now")
        (new,) = {*server.bot.room.sessions} - before
        table = server.bot.room.sessions[new].table
        assert table.phase in ("deal", "between") and table.options == read_options(GAMES[slug].options, length.options)


async def test_a_short_match_waits_for_friends_with_what_the_server_has_set_besides(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    await server.slash(boss, "cardroom defaults", game="hearts", options="omnibus: yes")
    shown = await game(ana, await opened(server, ana), "hearts.tricks")
    shown = (await ana.select(shown, values=["short"], custom_id=f"{LENGTHS}hearts.tricks")).response
    shown = (await ana.select(shown, values=["usual"], custom_id=f"{LENGTHS}hearts.tricks.short")).response
    shown = (await ana.select(shown, values=["short"], custom_id=f"{LENGTHS}hearts.tricks")).response
    await ana.click(shown, label="Open a table")
    table = server.table.table
    assert (table.phase, table.options.limit, table.options.omnibus) == ("lobby", 50, True)
    back = (await ana.click(shown, label="Back")).response
    assert back.content.startswith("**Tricks** · ")


async def test_a_chosen_length_holds_after_a_restart(server: Server) -> None:
    ana = server.person("ana")
    shown = await game(ana, await opened(server, ana), "tablanette.tricks")
    shown = (await ana.select(shown, values=["middle"], custom_id=f"{LENGTHS}tablanette.tricks")).response
    server.bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(server.bot)
    await server.env.settle()
    await ana.click(shown, label="Open a table")
    assert server.table.table.options.target == 101


async def test_old_controls_work_after_a_restart(server: Server) -> None:
    ana = server.person("ana")
    gallery = await opened(server, ana)
    one = await game(ana, gallery, "war.tricks")
    server.bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(server.bot)
    await server.env.settle()
    answer = said(await ana.click(one, label="Play now"))
    assert answer.startswith("Your War table is open") and server.table.table.phase == "deal"


def test_no_picture_is_drawn_where_all_cogs_are_only_looked_through(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys.modules["card_art.sheets.gallery"], "FOLDER", tmp_path)
    monkeypatch.delitem(sys.modules, "cogs.games.__main__", raising=False)
    import_module("cogs.games.__main__")
    assert not [*tmp_path.iterdir()]


async def test_a_lesson_is_opened_from_there(server: Server) -> None:
    ana = server.person("ana")
    shown = (await ana.select(await opened(server, ana), values=["rummy"], custom_id=MOODS)).response
    shown = await game(ana, shown, "canasta.rummy")
    answer = said(await ana.click(shown, label="Learn it"))
    table = server.table.table
    assert table.taught and table.options.target == 1500 and "Seven cards are a canasta" in answer
