"""`/night …` at its edges, as people meet them: refusals in one sentence, and the same end by whatever way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.store import ledger, nights
from bot.table import night
from bot.table.session import Session

from .server import Server, labels, said, seat_of
from .test_night import opened, share_the_pot
from .test_options import form_as_it_stands


async def announced(server: Server, host: Any, *people: Any) -> Session:
    """An announced night that has begun, at which these people sit."""
    await server.announced(host)
    return await opened(server, host, *people)


async def calendar(server: Server, session: Session) -> discord.EventStatus:
    """How Discord's event of this night stands."""
    guild, event = server.bot.get_guild(server.guild.id), night.of(session.table).event
    assert guild is not None and event is not None
    return (await guild.fetch_scheduled_event(event)).status


async def by_button(server: Server, ana: Any, bo: Any) -> None:
    more = await server.more(ana)
    await ana.click(more, label="End the night")
    await server.yes(ana, more)


async def by_leaving(server: Server, ana: Any, bo: Any) -> None:
    await server.slash(bo, "table leave")
    await server.slash(ana, "table leave")


async def by_the_manager(server: Server, ana: Any, bo: Any) -> None:
    boss = server.manager("boss")
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    await server.sure(boss, "cardroom void", table=server.table.id)
    await server.sure(boss, "cardroom close", table=server.table.id)


async def by_closing(server: Server, ana: Any, bo: Any) -> None:
    assert (await server.sure(ana, "table close")).startswith("The night is over.")


@pytest.mark.parametrize("way", [by_button, by_leaving, by_the_manager, by_closing])
async def test_however_a_night_ends_it_is_settled_and_over_in_the_calendar(server: Server, way: Any) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await announced(server, ana, bo)
    assert await calendar(server, session) is discord.EventStatus.active
    await way(server, ana, bo)
    assert session.table.phase == "closed"
    assert await calendar(server, session) is discord.EventStatus.completed
    record = await server.store.read(nights.night, session.id)
    assert record is not None and record.status == "over" and record.summary is not None
    assert [await server.store.read(ledger.balance, server.guild.id, p.id) for p in (ana, bo)] == [100_000, 100_000]
    assert await server.store.read(ledger.audit) == []


async def test_rebuys_and_leaving_by_the_commands_of_every_table(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await opened(server, ana, bo, cleo, rebuys=0)
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    await share_the_pot(server, ana, bo, cleo)
    async with session.commits.changing(shown=False) as (table, _):
        assert table.match is not None
        stacks = list(table.match.state.stacks)
        stacks[0], stacks[1] = stacks[0] + stacks[1], 0
        table.match.state = replace(table.match.state, stacks=tuple(stacks))
    before = await server.books()
    assert await server.slash(bo, "table rebuy") == "Nobody buys again tonight."
    assert await server.books() == before
    night.of(session.table).rebuys = 1
    assert await server.slash(bo, "table rebuy") == "You buy 100 play chips."
    await server.slash(bo, "night pick", game="red-dog", options="cut: off")
    assert await server.slash(cleo, "table leave") == "You leave after this hand."
    assert await server.slash(cleo, "table leave") == "You stay."


async def test_whoever_is_out_of_chips_buys_again_by_the_button(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, rebuys=1)
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    await share_the_pot(server, ana, bo)
    assert session.table.match is not None
    session.table.match.state = replace(session.table.match.state, stacks=(sum(session.table.match.state.stacks), 0))
    async with session.commits.changing() as (table, _):
        table.idle_since += 1
    await server.bot.room.display.idle()
    assert "Out of chips: bo" in server.board.content
    assert said(await ana.click(server.board, label="Buy chips")).startswith("You can buy more when you have less")
    await bo.click(server.board, label="Buy chips")
    assert night.of(session.table).parties[str(bo.id)].rebuys == 1
    assert "Buy chips" not in labels(server.board)


async def test_more_people_than_a_game_seats_wait_for_the_next_and_are_too_many_for_some(server: Server) -> None:
    people = [server.person(f"p{n}") for n in range(7)]
    session = await opened(server, *people)
    await server.slash(people[0], "night pick", game="three-five-seven", options="cut: off")
    late = server.person("late")
    answer = await server.slash(late, "night join")
    assert answer == "You take a seat when this game is over, and are told so. **More…** takes it back."
    await share_the_pot(server, *people)
    assert session.table.phase == "pick"
    assert seat_of(session, late) == 7, "a night seats as many as any of its games does"
    assert session.table.queue == []
    before = await server.books()
    answer = await server.slash(people[1], "night pick", game="blackjack")
    assert answer == "Blackjack is for 1 to 7 players, and you are 8."
    assert await server.books() == before
    assert "blackjack" not in await server.offered(people[1], "night pick", "game", "")


async def test_a_night_begins_by_the_command_of_every_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await opened(server, ana, bo, start=False)
    assert await server.slash(ana, "table start") == "The night begins."
    assert await server.slash(ana, "table rematch") == "The next game is for ana to name."


async def test_a_night_in_a_thread(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    channel = server.bot.get_channel(server.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="Friday", type=discord.ChannelType.public_thread)
    (thread,) = server.channel.threads
    await ana.slash(thread, "night start")
    session = server.table
    assert said(await bo.slash(thread, "night join")) == "You sit down."
    await server.slash(ana, "table start", table=session.id)
    await ana.slash(thread, "night pick", game="red-dog", options="cut: off")
    assert session.table.phase == "deal" and seat_of(session, bo) == 1
    assert any("Red Dog" in m.content for m in thread.history())


async def test_the_form_with_a_games_options_is_filled_in_with_what_they_are(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await ana.select(server.board, values=["red-dog"])
    assert said(await bo.click(server.board, label="Options…")) == "It is ana's deal, and ana's choice."
    forms = (await ana.click(server.board, label="Options…")).response
    form = await ana.click(forms, label="The game…")
    usual = {"min_bet": "½", "ante": "", "hands": "hidden", "shuffle_when": "every_deal", "boxes": []}
    assert form_as_it_stands(form) == usual
    before = await server.books()
    refused = await ana.submit_modal(form, usual | {"ante": "lots", "hands": "open"})
    assert said(refused).startswith("ante: ")
    assert await server.books() == before
    again = await ana.click(refused.response, label="Correct it…")
    assert form_as_it_stands(again) == usual | {"ante": "lots", "hands": "open"}, "what was entered is kept"
    result = await ana.submit_modal(again, usual | {"ante": "2"})
    told = result.response or refused.response
    assert told.content == "**Red Dog** · ante 2."
    await ana.click(told, label="Deal it")
    assert session.table.game.slug == "red-dog"
    assert (session.table.options.ante, session.table.options.hands) == (200, "hidden")


async def test_what_a_place_point_is_worth_stands_in_the_form_of_a_game_for_places(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await ana.select(server.board, values=["jubilee"])
    form = await ana.click(server.board, label="Options…")
    usual = {"deals": "2", "place point": "", "boxes": ["show_outcome"]}
    assert form_as_it_stands(form) == usual
    before = await server.books()
    for typed, why in (("lots", "“lots” is not an amount"), ("101", "A place point is 100 at most tonight.")):
        refused = await ana.submit_modal(form, usual | {"place point": typed})
        assert said(refused).startswith(why)
        assert await server.books() == before
        form = await ana.click(refused.response, label="Correct it…")
        assert form_as_it_stands(form) == usual | {"place point": typed}, "what was entered is kept"
    await ana.submit_modal(form, usual | {"place point": "3½"})
    assert (session.table.game.slug, session.table.place_point) == ("jubilee", 350)


async def test_a_place_point_has_a_form_of_its_own_where_the_game_has_several(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await ana.select(server.board, values=["tablanette"])
    choice = (await ana.click(server.board, label="Options…")).response
    assert labels(choice)[-2:] == ["The places…", "Deal it"]
    assert choice.content == "**Tablanette** · 2 a place point."
    form = await ana.click(choice, label="The places…")
    choice = (await ana.submit_modal(form, {"place point": "5"})).response
    assert choice.content == "**Tablanette** · 5 a place point."
    form = await ana.click(choice, label="The game…")
    choice = (await ana.submit_modal(form, form_as_it_stands(form) | {"target": "101"})).response
    assert choice.content == "**Tablanette** · to 101 points, 5 a place point."
    await ana.click(choice, label="Deal it")
    assert (session.table.game.slug, session.table.options.target, session.table.place_point) == (
        "tablanette",
        101,
        500,
    )


async def test_a_place_point_goes_with_the_chips_of_a_game_that_may_do_without(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await ana.select(server.board, values=["twos"])
    choice = (await ana.click(server.board, label="Options…")).response
    assert "The places…" not in labels(choice), "it is for chips by itself"
    form = await ana.click(choice, label="The game…")
    choice = (await ana.submit_modal(form, form_as_it_stands(form) | {"stakes": "points"})).response
    places = await ana.click(choice, label="The places…")
    choice = (await ana.submit_modal(places, {"place point": "5"})).response
    assert choice.content.endswith("for points, not chips, 5 a place point.")
    places, form = await ana.click(choice, label="The places…"), await ana.click(choice, label="The game…")
    choice = (await ana.submit_modal(form, form_as_it_stands(form) | {"stakes": "chips"})).response
    assert "place point" not in choice.content
    assert said(await ana.submit_modal(places, {"place point": "5"})) == "That form is not known any more."
    await ana.click(choice, label="Deal it")
    assert (session.table.game.slug, session.table.place_point) == ("twos", 0)


async def test_of_a_game_with_several_forms_all_are_filled_in_before_it_is_dealt(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await ana.select(server.board, values=["blackjack"])
    choice = (await ana.click(server.board, label="Options…")).response
    assert labels(choice) == ["The game…", "Split rank, max hands, soft 17…", "Deal it"]
    form = await ana.click(choice, label="The game…")
    choice = (await ana.submit_modal(form, form_as_it_stands(form) | {"decks": "2", "max_bet": "50"})).response
    assert choice.content == "**Blackjack** · decks: 2, wagers to 50."
    form = await ana.click(choice, label="Split rank, max hands, soft 17…")
    choice = (await ana.submit_modal(form, form_as_it_stands(form) | {"soft17": "hit"})).response
    await ana.click(choice, label="Deal it")
    assert session.table.game.slug == "blackjack"
    assert (session.table.options.decks, session.table.options.max_bet, session.table.options.soft17) == (
        2,
        5000,
        "hit",
    )
