"""More chips in the middle of a hand: remembered, and bought once when it is over, only by the player who has asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store import Work, escrow, house, ledger, member
from bot.table import buying, hosting, picking, starting
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, OVER, PICK
from card_art.scene import MatchEnd

from .tables import ANN, BOB, CLEO, GUILD, Tables, memory
from .test_chips import BUY_IN, GRANT, books_agree, lowest_bets
from .test_night import NO_CUT, deal_of, opened, play_on, pressable, told


async def ruin(s: Session, *users: int) -> None:
    """Between deals: everything these people have here goes to the house, in the books too."""
    async with s.commits.changing() as (table, work):
        assert table.match is not None and table.deal is None
        stacks = list(table.match.state.stacks)
        for seat in (table.seat_of(user) or 0 for user in users):
            whose = escrow(table.id, table.chairs[seat].account)
            postings = [(whose, -stacks[seat]), (house(table.guild), stacks[seat])]
            work.do(ledger.transfer, f"{table.id}:ruin{seat}", table.guild, postings, "deal", table.time.now())
            stacks[seat] = 0
        lost = [then - now for then, now in zip(table.match.state.stacks, stacks, strict=True)]
        table.match.state = replace(table.match.state, stacks=tuple(stacks))
        if table.match_course:
            last = table.match_course[-1]
            won = tuple(n - gone for n, gone in zip(last.won, lost, strict=True))
            table.match_course[-1] = last._replace(won=won, stacks=tuple(stacks))


async def spend(tables: Tables, user: int, leave: int = 0) -> None:
    """Everything this person has in the bank goes to the house, but for what is to be left."""
    there = await tables.balance(user) - leave
    postings = [(member(GUILD, user), -there), (house(GUILD), there)]
    await tables.store.commit(Work().do(ledger.transfer, f"spent by {user}", GUILD, postings, "deal", tables.time))


async def test_what_is_asked_for_in_mid_hand_is_bought_once_when_it_is_over(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    assert '"buys"' not in s.table.stored().state, "as earlier versions have it"
    assert await buying.rebuy(s, BOB) == "You buy 100 play chips when this hand is over."
    assert await tables.balance(BOB) == GRANT - BUY_IN
    with pytest.raises(Rejected, match="You get 100 more when this hand is over already"):
        await buying.rebuy(s, BOB)
    s = await tables.again(s)
    await lowest_bets(s)
    s = await tables.again(s)  # the hand is paid, and nothing has been bought yet
    had = s.table.stack_of(1)
    assert s.table.chairs[1].buys and await tables.balance(BOB) == GRANT - BUY_IN
    await tables.pass_time(tables.clock(s), 1)
    s = await tables.again(s)
    await tables.pass_time(tables.clock(s), 1)
    assert s.table.stack_of(1) == had + BUY_IN and not s.table.chairs[1].buys
    assert await tables.balance(BOB) == GRANT - 2 * BUY_IN and await tables.balance(ANN) == GRANT - BUY_IN
    await books_agree(tables, s)
    assert memory(await tables.again(s)) == memory(s)


async def test_it_is_bought_before_the_next_hand_however_soon_somebody_deals_it(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await buying.rebuy(s, BOB)
    await lowest_bets(s)
    had = s.table.stack_of(1)
    await starting.next_deal(s, ANN)
    assert s.table.stack_of(1) == had + BUY_IN


async def test_who_cannot_pay_by_then_is_told_and_stands_in_nobodys_way(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO)
    await buying.rebuy(s, ANN)
    await buying.rebuy(s, BOB)
    await spend(tables, BOB)
    await lowest_bets(s)
    assert s.table.phase == BETWEEN, "the hand is paid"
    await tables.pass_time(tables.clock(s), 1)
    assert "Bob cannot buy 100 more chips: the bank says no." in told(s, tables)
    assert not any(chair.buys for chair in s.table.chairs)
    assert await tables.balance(ANN) == GRANT - 2 * BUY_IN
    await tables.pass_time(tables.clock(s), 10)
    assert s.table.phase == DEAL
    assert await tables.store.read(ledger.audit) == []


async def test_who_has_enough_by_then_buys_nothing(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await buying.rebuy(s, BOB)
    await hosting.void(s)
    assert s.table.chairs[1].buys
    await starting.next_deal(s, ANN)
    assert await tables.balance(BOB) == GRANT - BUY_IN


async def test_whoever_has_lost_all_is_offered_chips_wherever_they_look(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO)
    await lowest_bets(s)
    assert "Buy chips" not in pressable(s, tables)
    await ruin(s, BOB)
    assert "Out of chips: Bob; **Buy chips** brings 100 more." in told(s, tables)
    assert "Buy chips" in pressable(s, tables) and "Buy chips" in pressable(s, tables, BOB)
    assert "Buy chips" not in pressable(s, tables, ANN)
    await starting.next_deal(s, ANN)
    assert "Buy chips" in pressable(s, tables, BOB), "in the middle of a hand that they look on at"
    await buying.rebuy(s, BOB)
    assert "Buy chips" not in pressable(s, tables, BOB)
    assert "You buy 100 play chips when this hand is over." in told(s, tables, BOB)
    await lowest_bets(s)
    await tables.pass_time(tables.clock(s), 20)
    assert s.table.deal is not None and s.table.seat_of(BOB) in s.table.deal.table.players, "dealt in again"


async def test_nobody_is_offered_what_would_be_refused(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO, rebuys=0)
    await deal_of(s, "blackjack", rounds=2)
    await play_on(s, tables)
    await ruin(s, BOB)
    assert "Out of chips" not in told(s, tables) and "Buy chips" not in pressable(s, tables, BOB)
    with pytest.raises(Rejected, match="Nobody buys again tonight"):
        await buying.rebuy(s, BOB)


async def test_who_looks_on_at_a_game_for_others_buys_between_its_hands(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await deal_of(s, "blackjack", rounds=1)
    await play_on(s, tables)
    assert s.table.phase == PICK
    await ruin(s, CLEO)
    dealer = s.table.chairs[s.table.night.dealer].user if s.table.night else None
    await picking.pick(s, dealer or 0, "gin-rummy", picking.FRIENDLY, NO_CUT, among=[s.table.seat_of(ANN) or 0])
    await hosting.void(s)
    assert s.table.phase == BETWEEN and s.table.chairs[-1].user == CLEO and s.table.chairs[-1].looks_on
    assert await buying.rebuy(s, CLEO) == "You buy 100 play chips."
    assert s.table.stack_of(s.table.seat_of(CLEO) or 0) == BUY_IN


async def test_who_has_just_lost_all_has_time_before_a_house_player_names_the_next_game(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, houses=1)
    await deal_of(s, "blackjack", rounds=1)
    await play_on(s, tables)
    assert s.table.night is not None and s.table.phase == PICK
    s.table.night.dealer = next(n for n in s.table.taken if s.table.chairs[n].house)
    await ruin(s, ANN)
    begun = tables.time
    clock = tables.clock(s)
    while s.table.phase == PICK and tables.time < begun + 60_000:
        tables.time += max(1, await clock._step())
    assert s.table.phase == DEAL and tables.time - begun >= 10_000


async def test_a_match_that_ends_for_want_of_chips_tells_no_gains_of_a_hand_that_was_not_dealt(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await play_on(s, tables)
    await ruin(s, BOB)
    await tables.pass_time(tables.clock(s), 60)
    assert s.table.phase == OVER
    picture = tables.builder.snapshot(s.table).public.picture
    assert isinstance(picture, MatchEnd) and [person.name for person in picture.winners] == ["Ann"]
    assert picture.last is None


async def test_what_is_bought_after_a_match_is_no_loss_of_it(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await play_on(s, tables)
    await ruin(s, BOB, CLEO)
    await tables.pass_time(tables.clock(s), 60)
    assert s.table.phase == OVER and "100 in, 0 out" in tables.builder.snapshot(s.table).public.alt
    assert await buying.rebuy(s, BOB) == "You buy 100 play chips."
    assert "200 in, 100 out" in tables.builder.snapshot(s.table).public.alt
