"""A night at its edges: who deals next, who pays before they leave, and what is kept when it ends."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from bot.games.catalog import GAMES
from bot.games.three_five_seven import Declare
from bot.host.controls import night_handlers
from bot.show.controls.components import Button, Menu
from bot.show.messages import night_results
from bot.show.messages.alt import alt
from bot.store import Night as Record
from bot.store import nights
from bot.table import buying, hosting, lobby, night, picking, starting, state, wishes
from bot.table.errors import Rejected
from bot.table.night_state import CHOICES, Night
from bot.table.posted import Posted
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import BETWEEN, CLOSED, DEAL, PICK

from .tables import ANN, BOB, CHANNEL, CLEO, DAN, GUILD, NAMES, Tables

pytestmark = pytest.mark.usefixtures("on_either")

NO_CUT = {"cut": "off"}


async def opened(tables: Tables, *people: int, houses: int = 0, **terms: Any) -> Session:
    """A night that has begun; the first of these people is its host, and has the deal."""
    game = GAMES["red-dog"]
    tonight = Night("Friday", **terms)
    begun = state.TableState("friday", GUILD, people[0], game, game.options(), posted=Posted(CHANNEL), night=tonight)
    s = Session.of(tables.services, begun, Settings())
    record = Record(s.id, GUILD, CHANNEL, people[0], "Friday", tables.time, None, "running", tonight.terms)
    await lobby.open_night(s, people[0], NAMES[people[0]], record)
    for user in people[1:]:
        await lobby.join(s, user, NAMES[user])
    for _ in range(houses):
        await lobby.add_house(s)
    await starting.start(s, people[0])
    return s


async def deal_of(s: Session, slug: str, **options: Any) -> None:
    """The dealer names this game; nobody cuts."""
    dealer = s.table.chairs[night.of(s.table).dealer].user
    assert dealer is not None
    await picking.pick(s, dealer, slug, picking.FRIENDLY, NO_CUT | options)


async def play_on(s: Session, tables: Tables) -> None:
    """House players play for everybody until the deal is over; a seat whose owner is leaving lapses."""
    for chair in s.table.chairs:
        chair.stand_in = chair.user is not None and not chair.leaving
    clock = tables.clock(s)
    while s.table.phase == DEAL:
        tables.time += max(0, await clock._step())
    for chair in s.table.chairs:
        chair.stand_in = False


async def broke(s: Session, *users: int) -> None:
    """Everything these people have goes to the first seat of the others."""
    async with s.commits.changing(shown=False) as (table, _):
        assert table.match is not None and table.deal is None
        seats = [table.seat_of(user) for user in users]
        rich = next(n for n in table.taken if n not in seats)
        stacks = list(table.match.state.stacks)
        for seat in seats:
            assert seat is not None
            stacks[rich] += stacks[seat]
            stacks[seat] = 0
        table.match.state = replace(table.match.state, stacks=tuple(stacks))


def pressable(s: Session, tables: Tables, user: int | None = None) -> list[str]:
    """What can be pressed on the table message, or on somebody's own panel."""
    snap = tables.builder.snapshot(s.table)
    face = snap.public if user is None else snap.private[user]
    return [c.label if isinstance(c, Button) else c.placeholder for row in face.rows for c in row]


def told(s: Session, tables: Tables, user: int | None = None) -> str:
    """What is written there."""
    snap = tables.builder.snapshot(s.table)
    return (snap.public if user is None else snap.private[user]).text


async def test_the_picture_counts_games_and_hands(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await deal_of(s, "red-dog")
    await play_on(s, tables)
    assert "1 game · 1 hand." in alt(night_results.evening(s.table, tables.builder.who(s.table)))


# ---- leaving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [slug for slug in CHOICES if GAMES[slug].chips])
async def test_whoever_leaves_in_mid_hand_has_paid_what_they_owe(tables: Tables, slug: str) -> None:
    s = await opened(tables, ANN, BOB, houses=min(4, GAMES[slug].seats[-1] - 2))
    await deal_of(s, slug)
    seat = s.table.seat_of(BOB)
    assert seat is not None
    assert await lobby.leave(s, BOB) == "You leave after this hand."
    assert await tables.balance(BOB) == 90_000, "what they may owe to the pot stays on the table"
    await play_on(s, tables)
    assert s.table.match is not None
    assert s.table.seat_of(BOB) is None
    gone = night.of(s.table).parties[str(BOB)]
    assert await tables.balance(BOB) == 90_000 + gone.cashed
    assert sum(net.amount for net in night.nets(s.table)) + night.lying(s.table) == 0
    assert sum(amount for amount in s.table.match.state.stacks) + night.lying(s.table) == await tables.at_table(
        "friday"
    )


async def test_a_loser_who_leaves_matches_the_pot(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO, DAN)
    await deal_of(s, "three-five-seven")
    assert s.table.deal is not None
    pot, seats = s.table.deal.table.chips["pot"], [s.table.seat_of(user) or 0 for user in (BOB, CLEO)]
    for user in (ANN, BOB, CLEO, DAN):
        await s.act(s.table.seat_of(user) or 0, Declare("in" if user in (BOB, CLEO) else "out"))
    loser = min(seats, key=lambda n: s.table.deal.table.chips[n])  # type: ignore[union-attr]  # a deal is on
    user = s.table.chairs[loser].user
    assert user is not None
    await lobby.leave(s, user)
    await play_on(s, tables)
    gone = night.of(s.table).parties[str(user)]
    assert gone.cashed <= gone.bought - pot, "the pot that they lost to is matched before they leave"
    assert await tables.balance(user) == 90_000 + gone.cashed


async def test_everybody_leaves_while_a_game_is_to_be_named(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, houses=2)
    assert await lobby.leave(s, ANN) == "You have left the table."
    assert (await lobby.leave(s, BOB)).startswith("You have left, and the table is closed")
    assert s.table.phase == CLOSED
    record = await tables.store.read(nights.night, "friday")
    assert record is not None and record.status == "over" and record.summary is not None
    assert record.summary["payments"] == []
    assert [await tables.balance(user) for user in (ANN, BOB)] == [100_000, 100_000]
    assert await tables.at_table("friday") == 0


async def test_a_night_that_a_manager_closes_in_mid_hand_is_settled(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await deal_of(s, "red-dog")
    await hosting.close(s)
    record = await tables.store.read(nights.night, "friday")
    assert record is not None and record.status == "over"
    assert [await tables.balance(user) for user in (ANN, BOB)] == [100_000, 100_000], "the running deal is void"


# ---- who names the game ------------------------------------------------------------------------


async def test_whoever_gets_the_deal_from_one_who_leaves_has_time_of_their_own(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await picking.name(s, ANN, "blackjack", 0)
    tables.time += 50_000
    await lobby.leave(s, ANN)
    assert s.table.next_at is not None and s.table.next_at - s.table.now() == 60_000
    assert night.of(s.table).named is None, "what another has named is not theirs"
    assert "**You have the deal**: name the next game." in told(s, tables, BOB)


async def test_a_stand_in_deals_until_the_owner_comes_back(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    s.table.chairs[0].stand_in = True
    assert "Ann** has the deal and names the next game in a moment." in told(s, tables)
    await picking.name(s, ANN, "red-dog", 0)
    assert not s.table.chairs[0].stand_in
    assert "You name **Red Dog**: for which stakes?" in told(s, tables, ANN)
    s.table.chairs[0].stand_in = True
    clock = tables.clock(s)
    await tables.pass_time(clock, 10)
    assert s.table.phase == DEAL and s.table.chairs[0].stand_in


async def test_only_the_dealer_has_the_menu_on_a_panel(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    assert pressable(s, tables, ANN) == ["Name the next game", "More…"]
    assert pressable(s, tables, BOB) == ["More…"]
    assert pressable(s, tables) == ["Name the next game", "Join", "More…"]
    before = tables.builder.snapshot(s.table)
    await picking.name(s, ANN, "red-dog", 0)
    after = tables.builder.snapshot(s.table)
    assert all(after.concerns(user, before) for user in (ANN, BOB)), "everybody sees what is named"
    assert "**Ann** has the deal and names **Red Dog**: for which stakes?" in after.private[BOB].text
    assert "**Penny ante**: bets from ½, ante ½ · **Wild**: bets from 1, ante 2" in after.private[BOB].text


async def test_stakes_are_told_in_words(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await picking.name(s, ANN, "knock-poker", 0)
    assert "**Wild**: ante 5, a card just taken may be thrown back" in told(s, tables)


async def test_the_menu_says_what_each_game_is_about(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    (menu,) = [c for row in tables.builder.snapshot(s.table).public.rows for c in row if isinstance(c, Menu)]
    told = {o.value: o.description for o in menu.options}["blackjack"]
    assert told.startswith("2 rounds, 1 min a round: come closer to 21")
    assert all(0 < len(o.description) <= 100 for o in menu.options)


async def test_nothing_is_shown_of_a_menu_while_a_house_player_names_the_game(tables: Tables) -> None:
    s = await opened(tables, ANN, houses=1)
    night.of(s.table).dealer = 1
    assert pressable(s, tables) == ["Join", "More…"]


async def test_what_is_said_is_dealt_when_the_time_is_up(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    said = told(s, tables)
    await tables.pass_time(tables.clock(s), 61)
    assert f"then it is {s.table.game.title}." in said
    assert "**Red Dog** · round 1 of 4 · Friday" in told(s, tables)


async def test_how_many_deals_a_game_has_tonight_is_said(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await deal_of(s, "blackjack")
    assert "**Blackjack** · round 1 of 2 · Friday" in told(s, tables)


# ---- out of chips, paused, void ----------------------------------------------------------------


async def test_all_but_one_are_out_of_chips(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await deal_of(s, "farmer")
    await play_on(s, tables)
    while s.table.phase != PICK:
        await starting.next_deal(s, ANN)
        await play_on(s, tables)
    left = s.table.chairs[night.of(s.table).dealer].user
    poor = [user for user in (ANN, BOB, CLEO) if user != left]
    await broke(s, *poor)
    assert {g.slug for g in picking.choices(s.table)} == {"blackjack", "backhand"}, "what one can play"
    assert "Out of chips: " in told(s, tables) and "Buy chips" in pressable(s, tables)
    await buying.rebuy(s, poor[0])
    assert "red-dog" in {g.slug for g in picking.choices(s.table)}


@pytest.mark.parametrize("houses", [0, 2])
async def test_who_has_all_the_chips_plays_on_with_house_players_and_with_nobody_else(
    tables: Tables, houses: int
) -> None:
    s = await opened(tables, *((ANN,) if houses else (ANN, BOB)), houses=houses, only=["poker"])
    await deal_of(s, "poker", hands=1)
    await play_on(s, tables)
    async with s.commits.changing() as (table, _):
        assert table.match is not None
        stacks = table.match.state.stacks
        table.match.state = replace(table.match.state, stacks=(sum(stacks), *[0] * (len(stacks) - 1)))
        night.of(table).dealer = 0
        night.wait_for_pick(table)
    if not houses:
        assert "names **Poker**: too few of you have chips for it." in told(s, tables)
        await buying.rebuy(s, BOB)
    assert "**Poker**: which of them?" in told(s, tables)
    await deal_of(s, "poker")
    assert all(s.table.stack_of(seat) == 10_000 for seat in range(1, len(stacks)))


async def test_house_players_do_not_play_a_night_among_themselves(tables: Tables) -> None:
    s = await opened(tables, ANN, houses=2)
    await deal_of(s, "blackjack", rounds=1)
    await play_on(s, tables)
    await broke(s, ANN)
    await tables.pass_time(tables.clock(s), 61)
    assert s.table.phase == PICK and s.table.paused is not None and "buy chips" in s.table.paused
    assert pressable(s, tables, ANN) == ["Go on", "Buy chips", "More…"]
    await buying.rebuy(s, ANN)
    await hosting.resume(s, ANN)
    assert s.table.next_at is not None and s.table.next_at - s.table.now() == 60_000, "the dealer has time to choose"


async def test_a_paused_night_waits_and_can_be_ended(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await hosting.pause(s, "Ann has paused it.", ANN)
    with pytest.raises(Rejected, match="The table is paused"):
        await picking.name(s, ANN, "red-dog", 0)
    await tables.pass_time(tables.clock(s), 600)
    assert s.table.phase == PICK
    assert pressable(s, tables) == ["Go on", "Join", "More…"]


async def test_a_void_deal_of_a_night_is_dealt_again(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await deal_of(s, "red-dog")
    await hosting.void(s)
    assert s.table.phase == BETWEEN
    assert pressable(s, tables)[0].startswith("Next ")
    assert "is void" in told(s, tables)
    await starting.next_deal(s, BOB)
    assert s.table.phase == DEAL and s.table.game.slug == "red-dog"


async def test_who_has_bought_chips_is_old_news_in_the_next_game(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    assert "buys" not in told(s, tables)
    await lobby.join(s, CLEO, "Cleo")
    assert "Cleo buys 100" in told(s, tables)
    await deal_of(s, "red-dog")
    assert "buys" not in told(s, tables) + told(s, tables, BOB)


async def test_a_latecomer_is_told_what_they_wait_for(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await deal_of(s, "red-dog")
    await lobby.join(s, CLEO, "Cleo")
    assert "Dealt in with the next round: Cleo." in told(s, tables)
    assert "Dealt in with the next round: Cleo." in told(s, tables, CLEO)
    assert pressable(s, tables, CLEO) == ["More…"]


async def test_whoever_has_left_is_still_named_where_the_last_hand_is_told(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await deal_of(s, "farmer")
    await play_on(s, tables)
    await lobby.leave(s, CLEO)
    assert tables.builder.who(s.table).all(range(3)) == "Ann, Bob and Cleo"
    await starting.next_deal(s, ANN)
    assert tables.builder.who(s.table)(2) == "Empty chair"


@pytest.mark.parametrize("text", ["a" + " " * 6000, "a" * 6000, "a " * 3000, "-" * 6000, "a:" * 3000])
def test_options_of_any_length_are_read_at_once(text: str) -> None:
    """What reading costs grows with the length of the text and no faster: a pattern without a bound takes hours."""
    with suppress(Rejected):
        night_handlers.read_pairs(text)


def test_options_as_people_type_them() -> None:
    assert night_handlers.read_pairs("ante: 2, Min bet :1; wild=yes\nlow-card:  ½") == {
        "ante": "2", "min_bet": "1", "wild": "yes", "low_card": "½",
    }  # fmt: skip


async def test_after_a_game_for_two_others_join_while_the_next_is_named(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await deal_of(s, "gin-rummy")
    while s.table.phase != PICK:
        await play_on(s, tables)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    await lobby.join(s, CLEO, NAMES[CLEO])
    assert s.table.seat_of(CLEO) == 2
    assert night.of(s.table).parties[str(CLEO)].bought == night.of(s.table).parties[str(ANN)].bought


async def test_a_game_for_two_is_not_named_where_a_third_sits_out(tables: Tables) -> None:
    """Its next hand would wait for the third for ever."""
    s = await opened(tables, ANN, BOB, CLEO)
    await wishes.sit_out(s, CLEO)
    assert GAMES["gin-rummy"] not in picking.choices(s.table)
    with pytest.raises(Rejected, match="Cleo is not dealt in"):
        await deal_of(s, "gin-rummy")


async def test_what_somebody_buys_again_is_in_the_nights_books(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await deal_of(s, "farmer")
    await play_on(s, tables)
    while s.table.phase != PICK:
        await starting.next_deal(s, ANN)
        await play_on(s, tables)
    await broke(s, BOB)
    tonight = night.of(s.table)
    lost = {net.name: net.amount for net in night.nets(s.table)}
    assert lost[NAMES[BOB]] == -tonight.buy_in, "all that the first buy-in was"
    await buying.rebuy(s, BOB)
    assert {net.name: net.amount for net in night.nets(s.table)} == lost, "fresh chips are no gain"
    await broke(s, BOB)
    nets = {net.name: net.amount for net in night.nets(s.table)}
    assert nets[NAMES[BOB]] == -2 * tonight.buy_in and sum(nets.values()) == 0
