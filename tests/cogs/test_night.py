"""`/night …`: dealer's choice from the announcement to who owes whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.games.catalog import GAMES
from bot.show.controls import table_controls
from bot.store import ledger, nights
from bot.table import night, picking
from bot.table.session import Session

from .server import Server, labels, said, seat_of


def menu(message: Any) -> list[str]:
    """What the only menu of a message offers."""
    (found,) = [c for row in message.components for c in row.children if hasattr(c, "options")]
    return [o.value for o in found.options]


async def opened(server: Server, *people: Any, houses: int = 0, start: bool = True, **terms: Any) -> Session:
    """A night with these people and this many house players; the first of them is its host."""
    await server.slash(people[0], "night start", **terms)
    session = server.table
    for person in people[1:]:
        await server.slash(person, "night join")
    for _ in range(houses):
        await server.slash(people[0], "table house")
    if start:
        await people[0].click(server.board, label="Start")
    return session


async def share_the_pot(server: Server, *people: Any) -> None:
    await server.slash(people[0], "end")
    for person in people[1:]:
        await server.slash(person, "agree")


async def test_a_night_from_start_to_end(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, name="Friday")
    told = night.of(session.table)
    assert session.table.phase == "pick"
    assert "**ana** has the deal and names the next game" in server.board.content
    assert set(menu(server.board)) == {g.slug for g in picking.choices(session.table)}
    await ana.select(server.board, values=["red-dog"])
    assert told.named == "red-dog"
    assert "for which stakes?" in server.board.content
    await ana.click(server.board, label="Friendly")
    assert session.table.phase == "deal"
    assert session.table.game.slug == "red-dog"
    assert session.table.deal is not None and session.table.deal.table.dealer == seat_of(session, ana)
    await share_the_pot(server, ana, bo)
    assert session.table.phase == "pick"
    assert told.dealer == seat_of(session, bo), "the deal goes to the left"
    assert await server.slash(bo, "night pick", game="blackjack") == "Blackjack it is."
    assert session.table.game.slug == "blackjack"
    assert session.table.options.rounds == 2, "everybody deals once"


async def test_the_score_between_two_games(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await ana.select(server.board, values=["red-dog"])
    await ana.click(server.board, label="Friendly")
    await share_the_pot(server, ana, bo)
    assert session.table.phase == "pick"
    answer = await server.slash(bo, "score")
    assert answer.startswith("**Red Dog** · round 1 · how it stands after this game:")
    assert "ana: 100 chips" in answer and "You: 100 chips" in answer


async def test_only_the_dealer_names_the_game(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    before = await server.books()
    no = "It is ana's deal, and ana's choice."
    assert said(await bo.select(server.board, values=["red-dog"])) == no
    assert await server.slash(bo, "night pick", game="red-dog", options="cut: off") == no
    assert await server.books() == before
    assert session.table.phase == "pick"


async def test_a_game_that_does_not_suit_is_refused(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await opened(server, ana, bo)
    before = await server.books()
    answer = await server.slash(ana, "night pick", game="hearts")
    assert answer == "Hearts is for 4 players, and you are 2."
    answer = await server.slash(ana, "night pick", game="red-dog", stakes="huge")
    assert answer.startswith("Red Dog has no such stakes; there are: friendly")
    answer = await server.slash(ana, "night pick", game="red-dog", options="colour: blue")
    assert answer.startswith("There is no option “colour”")
    answer = await server.slash(ana, "night pick", game="red-dog", options="buy_in: 50")
    assert answer == "Tonight everybody plays with the chips of the night; a game has no buy-in of its own."
    answer = await server.slash(ana, "night pick", game="red-dog", options="whatever")
    assert answer == "Type options by name, for example `ante: 2, min_bet: 1`."
    assert await server.books() == before


async def test_a_game_for_fewer_and_for_places(server: Server) -> None:
    ana, bo, cy = server.person("ana"), server.person("bo"), server.person("cy")
    session = await opened(server, ana, bo, cy)
    assert "war" in menu(server.board)
    await ana.select(server.board, values=["war"])
    assert "names **War**: who plays it? The others look on." in server.board.content
    assert said(await bo.select(server.board, values=[str(cy.id)])) == "It is ana's deal, and ana's choice."
    await ana.select(server.board, values=[str(cy.id)])
    assert "It is for 2: bo looks on." in server.board.content
    assert labels(server.board)[:3] == ["Friendly", "Penny ante", "Wild"]
    await ana.click(server.board, label="Wild")
    assert session.table.game.slug == "war" and session.table.place_point == 500
    assert [chair.name for chair in session.table.chairs] == ["ana", "cy", "bo"]
    assert await server.slash(bo, "night sit-out") == "You sit out from the next deal on."
    assert (await server.slash(cy, "night sit-out")).startswith("War needs everybody")


async def test_who_plays_and_for_what_may_be_typed(server: Server) -> None:
    ana, bo, cy = server.person("ana"), server.person("bo"), server.person("cy")
    session = await opened(server, ana, bo, cy, houses=1)
    before = await server.books()
    pick = {"game": "cribbage", "options": "cut: off"}
    answer = await server.slash(ana, "night pick", **pick, players="Zoe")
    assert answer.startswith("Nobody of that name sits here: “Zoe”.")
    answer = await server.slash(ana, "night pick", **pick, players="cy, Ada")
    assert answer == "Cribbage is for 2 players, and you are 3."
    answer = await server.slash(ana, "night pick", **pick, players="cy", point="1000")
    assert answer == "A place point is 100 at most tonight."
    assert await server.books() == before
    assert await server.slash(ana, "night pick", **pick, players="CY", point="2½") == "Cribbage it is."
    assert session.table.place_point == 250
    assert [chair.name for chair in session.table.chairs][:2] == ["ana", "cy"]


async def test_a_pick_waits_no_longer_than_its_time(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await server.slash(ana, "night pick", game="red-dog", options="ante: 2, cut: off")
    await share_the_pot(server, ana, bo)
    await picking.by_default(session, None)
    assert session.table.game.slug == "red-dog"
    assert session.table.options == picking.tonight(session.table, GAMES["red-dog"], 2), "at its usual stakes"
    assert session.table.deal is not None and session.table.deal.table.dealer == seat_of(session, bo)


async def test_one_bankroll_for_all_games(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, buy_in="50")
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 95_000
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    await share_the_pot(server, ana, bo)
    stacks = list(session.table.match.state.stacks) if session.table.match else []
    await server.slash(bo, "night pick", game="red-dog", options="cut: off")
    assert session.table.match is not None
    assert list(session.table.match.state.stacks) == stacks
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 95_000
    assert await server.store.read(ledger.audit) == []


async def test_a_latecomer_is_dealt_in_with_the_next_hand(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await opened(server, ana, bo)
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    assert await server.slash(cleo, "night join") == "You sit down."
    await share_the_pot(server, ana, bo)
    assert len(night.playing(session.table)) == 3
    await server.slash(bo, "night pick", game="red-dog", options="cut: off")
    assert session.table.deal is not None and len(session.table.deal.table.players) == 3


async def test_the_dealer_who_leaves_passes_the_deal(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await opened(server, ana, bo, cleo)
    await server.slash(ana, "table leave")
    assert "**bo** has the deal" in server.board.content
    await server.slash(bo, "night pick", game="red-dog", options="cut: off")
    assert [c.name for c in session.table.chairs] == ["bo", "cleo"]
    await server.slash(bo, "table leave")
    await share_the_pot(server, bo, cleo)
    assert session.table.phase == "closed" or "**cleo** has the deal" in server.board.content


async def test_leaving_in_mid_hand_pays_what_is_owed_first(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await opened(server, ana, bo, cleo)
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    assert await server.slash(cleo, "table leave") == "You leave after this hand."
    assert session.table.seat_of(cleo.id) is not None
    assert await server.store.read(ledger.balance, server.guild.id, cleo.id) == 90_000, (
        "the stack is at stake until then"
    )


async def test_a_rebuy_and_its_limit(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, rebuys=1)
    assert await server.slash(ana, "night rebuy") == "You can buy more when you have less than 100."
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    await share_the_pot(server, ana, bo)
    poor = await make_poor(server, session, bo)
    assert await server.slash(bo, "night rebuy") == "You buy 100 play chips."
    assert session.table.match is not None
    assert session.table.match.state.stacks[seat_of(session, bo)] == poor + 10_000
    await make_poor(server, session, bo)
    before = await server.books()
    assert await server.slash(bo, "night rebuy") == "Tonight everybody may buy again once, and you have."
    assert await server.books() == before


async def make_poor(server: Server, session: Session, person: Any) -> int:
    """All but five whites of a stack go to the other seat. Returns what is left."""
    async with session.commits.changing(shown=False) as (table, _):
        assert table.match is not None
        seat = seat_of(session, person)
        stacks = list(table.match.state.stacks)
        stacks[1 - seat] += stacks[seat] - 500
        stacks[seat] = 500
        table.match.state = replace(table.match.state, stacks=tuple(stacks))
    return 500


async def test_sitting_out_goes_over_the_games(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await opened(server, ana, bo, cleo)
    assert await server.slash(cleo, "night sit-out") == "You sit out from the next deal on."
    assert night.playing(session.table) == [0, 1]
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    assert session.table.deal is not None and len(session.table.deal.table.players) == 2


async def test_ending_in_mid_hand_is_remembered(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    before = await server.books()
    assert await server.sure(bo, "night end") == "Only the host of this table can do that."
    assert (await server.slash(ana, "night end")).startswith("End the night for everybody when this hand is over?")
    assert await server.books() == before, "nobody has answered"
    assert (await server.sure(ana, "night end")).startswith("The night ends when this hand is over.")
    assert "The night ends when this hand is over." in server.board.content
    assert await server.slash(ana, "night end") == "The night goes on."
    assert await server.books() == before and "The night ends" not in server.board.content
    await server.sure(ana, "night end")
    await share_the_pot(server, ana, bo)
    assert session.table.phase == "closed"
    record = await server.store.read(nights.night, session.id)
    assert record is not None and record.status == "over" and record.summary is not None
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 100_000


async def test_the_end_settles_everything(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, name="Friday")
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    await share_the_pot(server, ana, bo)
    assert "if it ended now" in await server.slash(ana, "night settle")
    assert "how it stands" in await server.slash(bo, "night standings")
    more = await server.more(ana)
    await ana.click(more, label="End the night")
    assert more.content == "End the night for everybody? All stacks go back to the bank."
    assert labels(more) == ["End the night", "Not now"]
    assert (await server.yes(ana, more)).startswith("The night is over. Chips are play chips")
    assert session.table.phase == "closed"
    record = await server.store.read(nights.night, session.id)
    assert record is not None and record.status == "over" and record.summary is not None
    assert sum(net for _, _, net in record.summary["nets"]) == 0
    balances = [await server.store.read(ledger.balance, server.guild.id, p.id) for p in (ana, bo)]
    assert [b - 100_000 for b in balances] == [
        next(net for account, _, net in record.summary["nets"] if account == str(p.id)) for p in (ana, bo)
    ]
    assert await server.store.read(ledger.audit) == []


async def test_a_house_player_names_its_game_by_itself(server: Server) -> None:
    ana = server.person("ana")
    session = await opened(server, ana, houses=2)
    told = night.of(session.table)
    told.dealer = 1
    session.commits.wake.set()
    await session.commits.moved.wait()
    assert told.picks == 1
    assert told.played[0] in picking.CHOICES


# ---- announced nights --------------------------------------------------------------------------


def shown(result: Any) -> str:
    """What everybody in the channel reads."""
    return next(m.content for m in (result.response, *result.followups) if m is not None and not m.ephemeral)


async def test_a_night_is_announced_and_begun(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    announced = await server.announced(ana, buy_in="200")
    assert "**Friday** begins <t:" in (await server.announcement(announced)).content
    assert await server.slash(bo, "night start") == f"**Friday** is announced here; <@{ana.id}> begins it."
    await server.slash(ana, "night start")
    assert night.of(server.table.table).buy_in == 20_000
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []


async def test_a_night_in_the_past_is_refused(server: Server) -> None:
    ana = server.person("ana")
    assert (await server.slash(ana, "night schedule", when="2020-01-01 20:00")).startswith("That is past: ")
    answer = await server.slash(ana, "night schedule", when="when the cows come home")
    assert answer == "I did not understand “when”. Write for example `friday 8pm` or `2026-11-27 20:30`."
    answer = await server.slash(ana, "night schedule", when="8")
    assert answer.startswith("Which of these is meant?\n") and answer.count("<t:") == 2
    answer = await server.slash(ana, "night schedule", when="in 2 hours", buy_in="1")
    assert answer == "A night's buy-in is at least 20."
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []


async def test_it_stands_in_the_calendar_of_discord(server: Server) -> None:
    ana = server.person("ana")
    announced = await server.announced(ana)
    assert announced.event is not None
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    assert (await guild.fetch_scheduled_event(announced.event)).name == "Friday"
    await server.slash(ana, "night start")
    assert (await guild.fetch_scheduled_event(announced.event)).status is discord.EventStatus.active
    await server.sure(ana, "night end")
    assert (await guild.fetch_scheduled_event(announced.event)).status is discord.EventStatus.completed


NOT_THEIRS = "Only its host and those who manage this card room can do that."


async def test_an_announced_night_is_called_off(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    announced = await server.announced(ana)
    assert await server.slash(bo, "night cancel", announced=announced.id) == NOT_THEIRS
    assert await server.slash(ana, "night cancel", announced=announced.id) == "**Friday** is called off."
    assert await server.store.read(nights.nights, server.guild.id, "cancelled") != []


async def test_a_night_survives_a_restart_in_mid_pick(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await ana.select(server.board, values=["red-dog"])
    before = session.table.stored().state
    async with session.commits.lock:
        await session.commits.reload()
    assert night.of(session.table).named == "red-dog"
    assert session.table.phase == "pick"
    assert session.table.stored().state == before
    assert labels(server.board)[0] == "Friendly"


async def test_a_game_that_drags_is_ended_by_the_buttons(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await opened(server, ana, bo, cleo)
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    more = await server.more(bo)
    await bo.click(more, label="End this game")
    assert more.content.startswith(
        "End Red Dog after this hand? Then everybody keeps their stack, and the pot is shared"
    )
    assert await server.yes(bo, more) == "You would end Red Dog; it takes 2 of you, or the host."
    assert "Would end Red Dog after this hand: bo (1 of 2)." in server.board.content
    await bo.click(more, label="Let this game go on")
    assert "Would end" not in server.board.content
    assert await server.slash(ana, "night end-game") == more_question(session)
    assert await server.sure(ana, "night end-game") == "Red Dog ends when this hand is over."
    assert await server.slash(ana, "night end-game") == "Red Dog goes on, as far as you are concerned."
    old = await server.more(cleo)
    await cleo.click(old, label="End this game")
    await share_the_pot(server, ana, bo, cleo)
    assert session.table.phase == "pick"
    assert said(await cleo.click(old, label="End this game")) == "No game is on; the next one is still to be named."
    await server.slash(bo, "night pick", game="red-dog", options="cut: off")
    assert said(await cleo.click(old, label="End this game")) == "That game is over already."
    assert session.table.phase == "deal" and night.of(session.table).votes == []


def more_question(session: Session) -> str:
    """The question to a person who would end the game."""
    return table_controls.ending_game(session.table)[0]
