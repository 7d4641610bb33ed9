"""A freezeout of poker at a table: played to its end, left in the middle, and ended early."""

from __future__ import annotations

from typing import Any

from bot.games.poker.moves import Out, Prizes
from bot.table import lobby, starting
from bot.table.session import Session
from bot.table.state import BETWEEN, OVER

from .tables import ANN, BOB, CLEO, Tables, memory, play_deal
from .test_chips import BUY_IN, GRANT, agree_to_end, books_agree, lowest_bets

SHORT: dict[str, Any] = {
    "variant": "holdem", "format": "freezeout", "stakes": 5000, "level_hands": 2, "limit": "no",
}  # fmt: skip


async def to_the_end(tables: Tables, s: Session, first: int = 0) -> None:
    """Deals until it is won, with the books looked at after each."""
    for n in range(first, 99):
        await play_deal(s, n)
        await books_agree(tables, s)
        if s.table.phase == OVER:
            return
        await starting.next_deal(s, ANN)
    raise AssertionError("nobody wins it")


def told(s: Session, kind: type[Any]) -> list[Any]:
    """These events of the deal that stands on the table."""
    assert s.table.shown is not None
    return [event for event, _ in s.table.shown.table.events if isinstance(event, kind)]


async def test_it_is_played_to_its_end_and_pays_the_prizes(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, house_players=2, **SHORT)
    await to_the_end(tables, s)
    assert s.table.match is not None
    (prizes,) = told(s, Prizes)
    paid, stacks = dict(prizes.paid), s.table.match.state.stacks
    places = {one.seat: one.place for one in s.table.match.state.standings or ()}
    second = [seat for seat, place in places.items() if place == 2]
    assert [places[seat] for seat in paid] == [1, *(2 for _ in second)] and sum(stacks) == 5 * BUY_IN
    each = 17_500 // len(second) // 50 * 50  # 35 % of five buy-ins
    assert all(stacks[seat] == paid.get(seat, 0) for seat in range(5)) and {paid[seat] for seat in second} == {each}
    at = s.table.seat_of(ANN)
    assert at is not None
    await lobby.leave(s, ANN)
    assert await tables.balance(ANN) == GRANT - BUY_IN + stacks[at]
    await books_agree(tables, s)


async def test_who_leaves_is_out_and_the_others_play_for_the_chips(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, house_players=2, **SHORT)
    await lowest_bets(s)
    assert s.table.phase == BETWEEN
    assert await lobby.leave(s, BOB) == "You have left the table; your chips stay in the freezeout."
    assert await tables.balance(BOB) == GRANT - BUY_IN
    assert memory(await tables.again(s)) == memory(s)
    await starting.next_deal(s, ANN)
    assert told(s, Out) == [Out(1, 5)]
    await to_the_end(tables, s)
    (prizes,) = told(s, Prizes)
    assert sum(n for _, n in prizes.paid) == 5 * BUY_IN and 1 not in dict(prizes.paid)


async def test_who_leaves_in_mid_hand_folds_and_is_out_after_it(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, **SHORT)
    assert await lobby.leave(s, BOB) == "You leave after this hand; your chips stay in the freezeout."
    await lowest_bets(s)
    assert s.table.seat_of(BOB) is None and s.table.match is not None
    assert s.table.match.state.splash > 0
    await books_agree(tables, s)


async def test_the_last_one_left_takes_it_all(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, **SHORT)
    await lowest_bets(s)
    await lobby.leave(s, BOB)
    await starting.next_deal(s, ANN)
    assert s.table.phase == OVER and told(s, Prizes) == [Prizes(((0, 2 * BUY_IN),))]
    await books_agree(tables, s)


async def test_ended_early_all_keep_what_they_have_and_share_what_leavers_left(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, **SHORT)
    await lowest_bets(s)
    await lobby.leave(s, BOB)
    await starting.next_deal(s, ANN)
    await agree_to_end(s, 0, 2)
    await lowest_bets(s)
    assert s.table.phase == OVER and s.table.match is not None
    assert sum(s.table.match.state.stacks) == 3 * BUY_IN and s.table.match.state.splash == 0
    await books_agree(tables, s)
