"""A freezeout of poker at a table: played to its end, left in the middle, and ended early."""

from __future__ import annotations

import secrets
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.engine.amounts import whites
from bot.engine.betting import CALL, Call
from bot.engine.offers import verb
from bot.games.parts.agreed_end import Agree, ProposeEnd
from bot.games.poker.moves import (
    AddOn,
    AddsOn,
    Bounties,
    BountyWon,
    BuyAgain,
    BuysAgain,
    DealOffered,
    Level,
    Out,
    Prizes,
    Raise,
)
from bot.store import Store, ledger
from bot.store.connection import Connection
from bot.table import hosting, lobby, starting
from bot.table.open_table import OUT_RESULT_MS
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, OVER
from card_art import scene as art

from .tables import ANN, BOB, CLEO, Tables, memory, play_deal
from .test_chips import BUY_IN, GRANT, books_agree, lies_there, lowest_bets

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


async def test_once_all_people_are_out_the_house_players_come_to_an_end_soon(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann and Bob go all-in with anything until they are out, and stay to see who wins."""
    numbers = count()
    monkeypatch.setattr(secrets, "token_bytes", lambda n=32: sha256(b"1 %d" % next(numbers)).digest()[:n])
    s = await tables.started("poker", ANN, BOB, house_players=3, **{**SHORT, "level_hands": 4})
    clock, usual = tables.clock(s), s.table.settings.next_deal_seconds * 1000
    clock._rng.seed(5)
    assert not s.table.people_are_out
    while not s.table.people_are_out:
        assert s.table.phase != OVER
        deal = s.table.deal
        mine = [seat for seat in deal.ask.waits_for if not s.table.chairs[seat].house] if deal and deal.ask else []
        if deal is None or deal.ask is None or not mine:
            if deal is None:
                assert s.table.result_stands == usual
            await tables.pass_time(clock, 1)
        else:
            offers = {verb(offer.kind): offer for offer in deal.offers(mine[0]) if offer}
            boldest = next((offers[name] for name in ("raise", "bet", "call") if name in offers), None)
            move = deal.ask.default[mine[0]] if boldest is None else [*boldest.moves()][-1]
            await s.act(mine[0], move, sure=True)
    assert s.table.result_stands == OUT_RESULT_MS
    began, hands = tables.time, s.table.deals_begun
    while s.table.phase != OVER:
        await tables.pass_time(clock, 0.1)
    assert tables.time - began < 6_000 * (s.table.deals_begun - hands), "a hand takes 20 seconds otherwise"


async def test_the_last_one_left_takes_it_all(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, **SHORT)
    await lowest_bets(s)
    await lobby.leave(s, BOB)
    await starting.next_deal(s, ANN)
    assert s.table.phase == OVER and told(s, Prizes) == [Prizes(((0, 2 * BUY_IN),))]
    await books_agree(tables, s)


async def test_all_agree_to_a_deal_by_chips_with_what_leavers_left(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, **SHORT)
    await lowest_bets(s)
    await lobby.leave(s, BOB)
    await starting.next_deal(s, ANN)
    await s.act(0, ProposeEnd())
    while not told(s, DealOffered):
        assert s.table.deal is not None and s.table.deal.ask is not None
        seat = next(iter(s.table.deal.ask.waits_for))
        await s.act(seat, s.table.deal.ask.default[seat])
    await s.act(2, Agree())
    await s.act(0, Agree())
    assert s.table.phase == OVER and s.table.match is not None
    assert sum(s.table.match.state.stacks) == 3 * BUY_IN and s.table.match.state.splash == 0
    await books_agree(tables, s)


# ---- buying again, and restarts ---------------------------------------------------------------


async def to_the_question(s: Session) -> None:
    """Everybody is all-in whenever they may, until somebody is asked whether they buy again."""
    for _ in range(30):
        while s.table.phase == DEAL:
            assert s.table.deal is not None and s.table.deal.ask is not None
            seat = next(iter(s.table.deal.ask.waits_for))
            kinds = {offer.kind: offer for offer in s.table.deal.offers(seat) if offer}
            if BuyAgain in kinds:
                return
            if Raise in kinds:
                await s.act(seat, Raise(max(kinds[Raise].next(()))))
            else:
                await s.act(seat, CALL if Call in kinds else s.table.deal.ask.default[seat])
        await starting.next_deal(s, ANN)
    raise AssertionError("nobody loses everything")


@pytest.mark.parametrize("killed", [False, True])
async def test_who_buys_again_pays_before_the_next_deal(tables: Tables, killed: bool) -> None:
    options = SHORT | {"rebuys": 5, "bounty": "25%", "stakes": 200, "run_twice": False}
    s = await tables.started("poker", ANN, BOB, CLEO, **options)
    await to_the_question(s)
    if killed:
        s = await tables.again(s)
    assert s.table.deal is not None and s.table.deal.ask is not None
    buyers = [*s.table.deal.ask.waits_for]
    for seat in buyers:
        await s.act(seat, BuyAgain())
    assert s.table.phase == BETWEEN and all(s.table.chairs[seat].buys for seat in buyers)
    if killed:
        s = await tables.again(s)
    await starting.next_deal(s, ANN)
    assert s.table.match is not None
    assert s.table.match.state.chips == (3 + len(buyers)) * BUY_IN
    for seat in buyers:
        assert s.table.chairs[seat].bought == 2 * BUY_IN and seat in (
            s.table.deal.table.players if s.table.deal else ()
        )
    assert sum((await lies_there(tables, s)).values()) == (3 + len(buyers)) * BUY_IN


async def test_a_player_who_is_away_does_not_buy_again(tables: Tables) -> None:
    options: dict[str, Any] = SHORT | {"rebuys": 5, "stakes": 200, "run_twice": False}
    s = await tables.started("poker", ANN, BOB, **options)
    await to_the_question(s)
    assert s.table.deal is not None and s.table.deal.ask is not None
    seat = next(iter(s.table.deal.ask.waits_for))
    await s.lapse(seat)
    assert [out.seat for out in told(s, Out)] == [seat] and s.table.phase == OVER
    await books_agree(tables, s)


async def test_bounties_go_home_when_the_table_closes_first(tables: Tables) -> None:
    options: dict[str, Any] = SHORT | {"bounty": "25%"}
    s = await tables.started("poker", ANN, BOB, CLEO, **options)
    await lowest_bets(s)
    stacks = s.table.match.state.stacks if s.table.match is not None else ()
    await hosting.close(s)
    for seat, user in enumerate((ANN, BOB, CLEO)):
        assert await tables.balance(user) == GRANT - BUY_IN + stacks[seat] + BUY_IN // 4


# ---- prizes of those who do not stay for the end ------------------------------------------------

EIGHT = {100 + n: f"P{n}" for n in range(1, 9)}
LONG: dict[str, Any] = SHORT | {"stakes": 200, "level_hands": 50, "run_twice": False}
THIRD = 8 * BUY_IN // 5


async def of_eight(tables: Tables, left: int, **options: Any) -> Session:
    """Eight people, of whom two at a time put all in, until `left` have chips."""
    s = await tables.open("poker", ANN, **(LONG | options))
    for user, name in EIGHT.items():
        if user != ANN:
            await lobby.join(s, user, name)
    await starting.start(s, ANN)
    await down_to(tables, s, left)
    return s


def still_there(s: Session) -> list[int]:
    assert s.table.match is not None
    return [seat for seat, stack in enumerate(s.table.match.state.stacks) if stack]


async def down_to(tables: Tables, s: Session, left: int, *, killed: bool = False) -> Session:
    """Two at a time put all in, the others fold, until `left` have chips."""
    while True:
        two = still_there(s)[:2]
        while s.table.phase == DEAL:
            assert s.table.deal is not None and s.table.deal.ask is not None
            seat = next(iter(s.table.deal.ask.waits_for))
            kinds = {offer.kind: offer for offer in s.table.deal.offers(seat) if offer}
            if seat not in two or not {Raise, Call} & {*kinds}:
                await s.act(seat, s.table.deal.ask.default[seat])
            elif Raise in kinds:
                await s.act(seat, Raise(max(kinds[Raise].next(()))))
            else:
                await s.act(seat, CALL)
            if killed:
                s = await tables.again(s)
        await books_agree(tables, s)
        if s.table.phase == OVER or len(still_there(s)) <= left:
            return s
        await starting.next_deal(s, s.table.host)


@pytest.mark.parametrize("killed", [False, True])
async def test_who_is_out_in_the_money_and_leaves_gets_the_prize_when_it_ends(tables: Tables, killed: bool) -> None:
    s = await of_eight(tables, 2)
    ((out,),) = [{one.seat for one in told(s, Out) if one.place == 3}]
    user = s.table.chairs[out].user
    assert user is not None
    said = await lobby.leave(s, user)
    assert said == "You have left the table; what you have won is paid to you when the freezeout ends."
    assert await tables.balance(user) == GRANT - BUY_IN
    if killed:
        s = await tables.again(s)
    await starting.next_deal(s, s.table.host)
    s = await down_to(tables, s, 1, killed=killed)
    (prizes,) = told(s, Prizes)
    assert dict(prizes.paid)[out] == THIRD and sum(n for _, n in prizes.paid) == 8 * BUY_IN
    assert await tables.balance(user) == GRANT - BUY_IN + THIRD
    assert s.table.match is not None and s.table.match.state.stacks[out] == 0
    found = await tables.store.read(results_of, user)
    assert found == [(3, THIRD - BUY_IN)]
    assert s.table.match.state.standings is not None and tables.builder.who(s.table)(out) == EIGHT[user]
    for one in (await tables.again(s)).table.gone:
        assert one.user == user


def results_of(db: Connection, user: int) -> list[tuple[int, int]]:
    return db.execute("SELECT place, net FROM results WHERE user = ?", (user,)).fetchall()


async def test_who_is_out_before_the_money_and_leaves_gets_nothing(tables: Tables) -> None:
    s = await of_eight(tables, 6)
    gone = next(chair.user for seat, chair in enumerate(s.table.chairs) if seat not in still_there(s))
    assert gone is not None and await lobby.leave(s, gone) == "You have left the table."
    await starting.next_deal(s, s.table.host)
    s = await down_to(tables, s, 1)
    assert await tables.balance(gone) == GRANT - BUY_IN
    assert sum(n for _, n in told(s, Prizes)[0].paid) == 8 * BUY_IN


async def test_bounties_of_who_is_out_and_leaves_are_paid_at_the_end(tables: Tables) -> None:
    s = await of_eight(tables, 2, bounty="25%")
    assert s.table.match is not None
    won = dict(s.table.match.state.carried.tournament.won)
    outs = [seat for seat, n in won.items() if seat not in still_there(s)]
    paid = {seat: n for seat, n in won.items() if seat in outs}
    users = {seat: s.table.chairs[seat].user or 0 for seat in outs}
    for user in users.values():
        await lobby.leave(s, user)
    await starting.next_deal(s, s.table.host)
    s = await down_to(tables, s, 1)
    prizes = dict(told(s, Prizes)[0].paid)
    for seat, user in users.items():
        assert await tables.balance(user) == GRANT - BUY_IN + paid[seat] + prizes.get(seat, 0)


async def test_a_table_that_closes_first_pays_the_prizes_of_the_places_that_are_certain(tables: Tables) -> None:
    s = await of_eight(tables, 2, bounty="25%")
    assert s.table.match is not None
    ((out,),) = [{one.seat for one in told(s, Out) if one.place == 3}]
    user, won = s.table.chairs[out].user, dict(s.table.match.state.carried.tournament.won).get(out, 0)
    assert user is not None
    await lobby.leave(s, user)
    await hosting.close(s)
    third = 6 * BUY_IN // 5  # of three quarters of eight buy-ins
    assert await tables.balance(user) == GRANT - BUY_IN + third + won
    assert sum([await tables.balance(one) for one in EIGHT]) == 8 * GRANT
    assert await tables.at_table() == 0


async def test_the_end_shows_places_prizes_bounties_and_who_knocked_whom_out(tables: Tables) -> None:
    s = await of_eight(tables, 2, bounty="25%")
    third = next(one.seat for one in told(s, Out) if one.place == 3)
    await lobby.leave(s, s.table.chairs[third].user or 0)
    await starting.next_deal(s, s.table.host)
    s = await down_to(tables, s, 1)
    end = tables.builder.snapshot(s.table).public.picture
    assert isinstance(end, art.MatchEnd) and isinstance(end.others, art.Rows)
    assert [row.place for row in end.others.rows] == [str(place) for place in range(2, 9)]
    prized = end.others.rows[1]
    assert prized.people[0].name == EIGHT[101 + third] and prized.total != "" and prized.by is not None
    assert all(row.by is not None for row in end.others.rows)
    (bounties,) = told(s, Bounties)
    assert end.last is not None and end.last.title == "Bounties"
    assert [change.text for change in end.last.changes] == [whites(n) for _, n in bounties.paid]
    assert "deal by chips" not in end.facts


async def test_the_end_says_that_it_was_a_deal(tables: Tables) -> None:
    s = await of_eight(tables, 2)
    await starting.next_deal(s, s.table.host)
    assert s.table.deal is not None and s.table.deal.ask is not None
    await s.act(next(iter(s.table.deal.ask.waits_for)), ProposeEnd())
    await lowest_bets_until(s, DealOffered)
    for seat in [*s.table.deal.ask.waits_for]:
        await s.act(seat, Agree())
    end = tables.builder.snapshot(s.table).public.picture
    assert isinstance(end, art.MatchEnd) and end.facts.startswith("freezeout, a deal by chips")


async def lowest_bets_until(s: Session, kind: type[Any]) -> None:
    while not told(s, kind):
        assert s.table.deal is not None and s.table.deal.ask is not None
        seat = next(iter(s.table.deal.ask.waits_for))
        await s.act(seat, s.table.deal.ask.default[seat])


# ---- kills ---------------------------------------------------------------------------------------


async def outcome(tables: Tables, monkeypatch: pytest.MonkeyPatch, *, killed: bool) -> tuple[Any, ...]:
    """A freezeout by minutes with bounties and rebuys, from the same packs; `killed`: at each change of level, at each
    knock-out and rebuy, before each deal, and before and after every move of the last two."""
    drawn = count()
    monkeypatch.setattr(secrets, "token_bytes", lambda n: sha256(b"%d" % next(drawn)).digest()[:n])
    own = LONG | {"level_minutes": 5, "bounty": "25%", "rebuys": 1, "add_on": "stack"}
    s = await tables.open("poker", ANN, **own)
    for user in [*EIGHT][1:6]:
        await lobby.join(s, user, EIGHT[user])
    await starting.start(s, ANN)
    kills, known = 0, 0
    while s.table.phase != OVER:
        assert s.table.match is not None
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, s.table.host)
            known = 0
        else:
            assert s.table.deal is not None and s.table.deal.ask is not None
            seat = next(iter(s.table.deal.ask.waits_for))
            kinds = {offer.kind: offer for offer in s.table.deal.offers(seat) if offer}
            if wanted := {BuyAgain, AddOn} & {*kinds}:
                await s.act(seat, wanted.pop()())
            elif seat in still_there(s)[:2] and Raise in kinds:
                await s.act(seat, Raise(max(kinds[Raise].next(()))))
            elif seat in still_there(s)[:2] and Call in kinds:
                await s.act(seat, CALL)
            else:
                await s.act(seat, s.table.deal.ask.default[seat])
        tables.time += 9000
        now = sum(len(told(s, kind)) for kind in (Level, Out, BountyWon, BuysAgain, AddsOn))
        if killed and (now > known or s.table.phase == BETWEEN or len(still_there(s)) == 2):
            s, kills = await tables.again(s, away=400), kills + 1
        known = now
        if s.table.phase != DEAL:
            await books_agree(tables, s)
    assert s.table.match is not None and bool(kills) == killed
    state = s.table.match.state
    brought = [chair.bought for chair in s.table.chairs]
    return (
        state.standings, state.stacks, state.number, told(s, Prizes), told(s, Bounties), state.carried.tournament.won,
        state.carried.tournament.level, brought, s.table.recalled,
    )  # fmt: skip


async def test_killed_at_levels_knock_outs_and_prizes_it_ends_as_if_nothing_had_been(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    undisturbed = await outcome(tables, monkeypatch, killed=False)
    places, _, _, prizes, bounties, *_, level, brought, _ = undisturbed
    assert prizes and bounties and level > 0 and max(brought) > BUY_IN and len(places) == 6
    async with await Store.open(tmp_path / "killed.db") as store:
        assert await outcome(Tables(store), monkeypatch, killed=True) == undisturbed
        assert await store.read(ledger.audit) == []
