"""Chips at a table of Red Dog: who joins late, leaves, runs out, and what lies on the table when it closes."""

from __future__ import annotations

import random

import pytest

from bot.games.parts.agreed_end import Agree, ProposeEnd
from bot.store import escrow, ledger, pot, records
from bot.table import buying, hosting, lobby, starting, wishes
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, CLOSED, DEAL, OVER

from .tables import ANN, BOB, CLEO, DAN, GUILD, Tables, memory, play_deal

GRANT, BUY_IN = 100_000, 10_000


async def lowest_bets(s: Session) -> None:
    """A round in which everybody bets as little as they may."""
    while s.table.phase == DEAL and s.table.deal is not None and s.table.deal.ask is not None:
        seat = next(iter(s.table.deal.ask.waits_for))
        await s.act(seat, s.table.deal.ask.default[seat])


async def agree_to_end(s: Session, *seats: int) -> None:
    for n, seat in enumerate(seats):
        await s.act(seat, Agree() if n else ProposeEnd())


async def lies_there(tables: Tables, s: Session) -> dict[str, int]:
    """What the bank says lies at the table: by owner, and in the pot."""
    found = await tables.store.read(ledger.balances, GUILD, s.id)
    return {"pot" if account == pot(s.id) else account.owner: amount for account, amount in found.items()}


async def books_agree(tables: Tables, s: Session) -> None:
    """Between deals, the stacks at the table are the escrow accounts, and the pot is the pot's."""
    assert s.table.match is not None
    state, lies = s.table.match.state, await lies_there(tables, s)
    for seat, chair in enumerate(s.table.chairs):
        if not chair.empty:
            assert lies.get(chair.account, 0) == state.stacks[seat]
    assert lies.get("pot", 0) == state.pot + state.splash + s.table.splash
    assert sum(lies.values()) == sum(state.stacks) + state.pot + state.splash + s.table.splash


async def test_sitting_down_costs_a_buy_in_and_getting_up_brings_it_back(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN, BOB, house_players=1)
    assert [await tables.balance(u) for u in (ANN, BOB)] == [GRANT - BUY_IN] * 2
    assert await lies_there(tables, s) == {str(ANN): BUY_IN, str(BOB): BUY_IN, "house Ada": BUY_IN}
    await lobby.leave(s, BOB)
    assert await tables.balance(BOB) == GRANT
    await hosting.close_after_hand(s, ANN)
    assert await tables.at_table() == 0 and await tables.balance(ANN) == GRANT


async def test_the_books_agree_after_every_round(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO, house_players=2)
    for n in range(12):
        await play_deal(s, n)
        await books_agree(tables, s)
        await (starting.next_deal if s.table.phase == BETWEEN else starting.start)(s, ANN)


async def test_a_buy_in_above_the_balance_is_refused(tables: Tables) -> None:
    tables.set["buy_in"] = GRANT + 100
    with pytest.raises(Rejected, match=r"The buy-in is 1,?001, and you do not have that much"):
        await tables.open("red-dog", ANN)
    assert await tables.balance(ANN) == 0  # not even the grant: nothing has changed


async def test_who_joins_in_mid_round_is_dealt_in_with_the_next(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    assert await lobby.join(s, CLEO, "Cleo") == 2
    assert await tables.balance(CLEO) == GRANT - BUY_IN
    await lowest_bets(s)
    await books_agree(tables, s)
    await starting.next_deal(s, ANN)
    assert s.table.deal is not None and 2 in s.table.deal.table.players
    await lowest_bets(s)
    await books_agree(tables, s)


async def test_who_joins_in_mid_round_and_leaves_again_has_the_chips_back(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO)
    await lobby.leave(s, BOB)
    await lowest_bets(s)
    await starting.next_deal(s, ANN)
    assert s.table.chairs[1].empty
    assert await lobby.join(s, DAN, "Dan") == 1  # an old seat, which the running deal knows as an empty one
    assert memory(await tables.again(s)) == memory(s)
    assert await lobby.leave(s, DAN) == "You have left the table."
    assert await tables.balance(DAN) == GRANT
    await lobby.join(s, DAN, "Dan")
    await hosting.close(s)
    assert await tables.at_table() == 0
    assert sum([await tables.balance(u) for u in (ANN, BOB, CLEO, DAN)]) == 4 * GRANT


async def test_a_leaver_bets_the_minimum_and_takes_the_stack_along(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO)
    clock = tables.clock(s)
    await lobby.leave(s, BOB)
    while s.table.phase == DEAL:
        await tables.pass_time(clock, 10)
    bets = [r for r in (s.table.shown.rows if s.table.shown else ()) if r.seat == 1]
    assert [(r.lapsed, r.move) for r in bets] == [(True, s.table.game.moves[0](50))] or not bets
    assert s.table.seat_of(BOB) is None and str(BOB) not in await lies_there(tables, s)
    assert GRANT - BUY_IN < await tables.balance(BOB) <= GRANT + BUY_IN
    await books_agree(tables, s)


async def test_out_of_chips_and_a_rebuy(tables: Tables) -> None:
    tables.set["buy_in"] = 150
    s = await tables.started("red-dog", ANN, BOB, min_bet=50)
    for _ in range(200):
        await lowest_bets(s)
        assert s.table.match is not None
        if s.table.phase == OVER or min(s.table.match.state.stacks) < 150:
            break
        await starting.next_deal(s, ANN)
    poor = min(range(2), key=lambda seat: s.table.match.state.stacks[seat] if s.table.match else 0)
    user = s.table.chairs[poor].user or 0
    had, bank = s.table.match.state.stacks[poor] if s.table.match else 0, await tables.balance(user)
    assert await buying.rebuy(s, user) == "You buy 1½ play chips."
    assert s.table.match is not None and s.table.match.state.stacks[poor] == had + 150
    assert await tables.balance(user) == bank - 150
    await books_agree(tables, s)
    assert memory(await tables.again(s)) == memory(s)
    with pytest.raises(Rejected, match="less than"):
        await buying.rebuy(s, user)


async def test_what_no_even_share_takes_goes_into_the_next_match(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO, ante=350, min_bet=50)
    await s.act(next(iter(s.table.turns)), s.table.game.moves[0](50))
    assert s.table.deal is not None
    lies = s.table.deal.table.chips["pot"]
    await agree_to_end(s, 0, 1, 2)
    assert s.table.phase == OVER and s.table.splash == lies % 150 > 0  # yellows of ½ to three people
    await books_agree(tables, s)
    s = await tables.again(s)
    splash = s.table.splash
    await starting.start(s, ANN)
    assert (
        s.table.deal is not None
        and s.table.deal.table.chips["pot"] + s.table.deal.table.chips["splash"] == 3 * 350 + splash
    )
    await hosting.void(s)
    assert s.table.match is not None and s.table.match.state.splash == splash
    await books_agree(tables, s)
    await lobby.leave(s, BOB)
    await hosting.close_after_hand(s, ANN)
    assert await tables.at_table() == 0
    assert sum([await tables.balance(u) for u in (ANN, BOB, CLEO)]) == 3 * GRANT


async def test_closing_shares_the_pot_among_who_sits_there(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO)
    await lowest_bets(s)
    assert s.table.match is not None and s.table.phase == BETWEEN
    state = s.table.match.state
    assert state.pot
    await hosting.close_after_hand(s, ANN)
    assert s.table.phase == CLOSED and await tables.at_table() == 0
    for seat, user in enumerate((ANN, BOB, CLEO)):
        assert abs(await tables.balance(user) - (GRANT - BUY_IN + state.stacks[seat] + state.pot / 3)) <= 50


async def test_a_void_round_gives_every_chip_back(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO)
    await lowest_bets(s)
    before = await lies_there(tables, s)
    await starting.next_deal(s, ANN)
    for _ in range(2):
        assert s.table.deal is not None and s.table.deal.ask is not None
        seat = next(iter(s.table.deal.ask.waits_for))
        await s.act(seat, s.table.deal.ask.default[seat])
    await lobby.leave(s, CLEO)
    await hosting.void(s)
    stack = before.pop(str(CLEO))
    assert await lies_there(tables, s) == before  # and who wanted to leave has left
    assert await tables.balance(CLEO) == GRANT - BUY_IN + stack
    assert memory(await tables.again(s)) == memory(s)
    await starting.next_deal(s, ANN)
    assert s.table.phase == DEAL


async def test_a_matchs_result_is_what_it_moved(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, house_players=1)
    while s.table.phase != OVER:
        await play_deal(s, s.table.deals_begun)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    assert s.table.match is not None
    for seat, user in enumerate((ANN, BOB)):
        record = (await tables.store.read(records.stats, GUILD, user, "red-dog")).overall
        assert record.matches == 1 and record.net == s.table.match.state.stacks[seat] - BUY_IN
    before = s.table.match.state.stacks
    await starting.start(s, ANN)  # a rematch is counted from what everybody has now
    assert [c.bought for c in s.table.chairs] == [*before[:2], s.table.chairs[2].bought]


async def test_the_pot_of_a_table_that_the_last_player_leaves(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await lowest_bets(s)
    await lobby.leave(s, BOB)
    await lobby.leave(s, ANN)
    assert s.table.phase == CLOSED and await tables.at_table() == 0
    assert await tables.balance(ANN) + await tables.balance(BOB) == 2 * GRANT


@pytest.mark.parametrize("seed", range(6))
async def test_comings_and_goings_at_random(tables: Tables, seed: int) -> None:
    """Whatever people do in whatever order, the books agree and a restart finds the same table."""
    chance = random.Random(seed)
    s = await tables.started("red-dog", ANN, BOB, house_players=1)
    names = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo", DAN: "Dan"}
    for _ in range(120):
        user = chance.choice([*names])
        at_table = s.table.seat_of(user) is not None
        try:
            match chance.randrange(8):
                case 0 if not at_table:
                    await lobby.join(s, user, names[user])
                case 1 if at_table and len(s.table.humans) > 1:
                    await lobby.leave(s, user)
                case 2 if at_table:
                    await wishes.sit_out(s, user)
                case 3:
                    await buying.rebuy(s, user)
                case 4 if chance.random() < 0.3:
                    await hosting.void(s)
                case 5:
                    await lobby.add_house(s)
                case _:
                    if s.table.phase == BETWEEN:
                        await starting.next_deal(s, s.table.host)
                    elif s.table.phase == OVER:
                        await starting.start(s, s.table.host)
                    elif s.table.deal is not None and s.table.deal.ask is not None:
                        seat = next(iter(s.table.deal.ask.waits_for))
                        await s.act(seat, s.table.deal.ask.default[seat])
        except Rejected:
            pass
        if s.table.phase == CLOSED:
            break
        again = await tables.again(s)
        assert memory(again) == memory(s)
        if chance.random() < 0.2:
            s = again
        if s.table.phase in (BETWEEN, OVER):
            await books_agree(tables, s)
    if s.table.phase != CLOSED:
        await hosting.close(s)
    assert await tables.at_table() == 0
    people = sum([await tables.balance(u) for u in names])
    minted = -sum(a for acc, a in (await tables.store.read(ledger.balances, GUILD)).items() if acc.kind == "mint")
    assert people == minted


async def test_chips_of_a_house_player_come_from_the_mint_and_go_back(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN, house_players=1)
    lies = await tables.store.read(ledger.balances, GUILD, s.id)
    assert lies[escrow(s.id, "house Ada")] == BUY_IN
    await hosting.close_after_hand(s, ANN)
    minted = {acc: a for acc, a in (await tables.store.read(ledger.balances, GUILD)).items() if acc.kind == "mint"}
    assert [*minted.values()] == [-GRANT]


async def test_a_table_that_is_to_be_closed_closes_after_the_hand_over_a_restart_too(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    assert '"closing"' not in s.table.stored().state, "as earlier versions have it"
    assert await hosting.close_after_hand(s, ANN) == "The table closes when this hand is over."
    s = await tables.again(s)
    assert s.table.closing and s.table.phase == DEAL
    with pytest.raises(Rejected, match="to be closed when this hand is over already"):
        await hosting.close_after_hand(s, ANN)
    await lowest_bets(s)
    assert s.table.phase == CLOSED and not s.table.closing
    assert await tables.at_table() == 0
    assert sum([await tables.balance(u) for u in (ANN, BOB)]) == 2 * GRANT


async def test_a_table_that_is_to_be_closed_closes_with_a_void_deal(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await hosting.close_after_hand(s, ANN)
    await hosting.void(s)
    assert s.table.phase == CLOSED
    assert [await tables.balance(u) for u in (ANN, BOB)] == [GRANT, GRANT]
