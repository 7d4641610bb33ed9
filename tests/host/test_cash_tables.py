"""A table at which the match goes on for ever: people bring what they like between a least and a most, top up, leave
with their stack and come back with no less (rules/dealing.md, section 7)."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Any

import pytest

from bot.engine.offers import Move, verb
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.pages import sheets
from bot.store import Work, ledger, member, mint
from bot.table import brought, buying, hosting, lobby, money, starting
from bot.table.errors import CannotPay, Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, OVER

from .tables import ANN, BOB, CLEO, DAN, GUILD, Tables, memory, play_deal
from .test_buying import ruin, spend
from .test_chips import BUY_IN, GRANT, books_agree
from .test_night import told

HOUR = 3_600_000


async def hand(tables: Tables, s: Session, seed: int = 1) -> None:
    """The hand that runs is played to its end."""
    await play_deal(s, seed)
    assert s.table.phase == BETWEEN


def stack(s: Session, user: int) -> int:
    seat = s.table.seat_of(user)
    assert seat is not None
    return s.table.stack_of(seat)


# ---- sitting down --------------------------------------------------------------------------------


def test_poker_takes_20_to_100_big_blinds_and_the_usual_buy_in_lies_between() -> None:
    options = GAMES["poker"].options
    assert options().buy_ins(BUY_IN) == (4000, 10_000, 20_000)
    assert options(stakes=1000).buy_ins(BUY_IN) == (10_000, 10_000, 100_000)
    assert options(stakes=100).buy_ins(50_000) == (2000, 50_000, 50_000)
    assert options(least_buy_in=6000, most_buy_in=8000).buy_ins(BUY_IN) == (6000, 8000, 8000)


def test_other_games_take_half_to_twice_the_usual_buy_in() -> None:
    assert GAMES["blackjack"].options().buy_ins(BUY_IN) == (5000, 10_000, 20_000)


async def test_anybody_brings_what_they_like_between_the_least_and_the_most(tables: Tables) -> None:
    s = await tables.open("poker", ANN)
    await lobby.join(s, BOB, "Bob", 4000)
    await lobby.join(s, CLEO, "Cleo", 20_000)
    assert [stack(s, user) for user in (ANN, BOB, CLEO)] == [BUY_IN, 4000, 20_000]
    for amount in (3900, 20_100):
        with pytest.raises(Rejected, match="A buy-in here is 40 to 200"):
            await lobby.join(s, DAN, "Dan", amount)
    assert memory(await tables.again(s)) == memory(s)


async def test_two_sit_down_at_the_same_moment(tables: Tables) -> None:
    s = await tables.open("poker", ANN)
    await asyncio.gather(lobby.join(s, BOB, "Bob", 6000), lobby.join(s, CLEO, "Cleo", 18_000))
    assert sorted(chair.bought for chair in s.table.chairs) == [6000, BUY_IN, 18_000]
    assert await tables.store.read(ledger.audit) == []


async def test_a_double_press_tops_up_once_for_each(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await hand(tables, s)
    had = stack(s, BOB)
    left = 20_000 - had
    found = await asyncio.gather(*(buying.rebuy(s, BOB, left) for _ in range(2)), return_exceptions=True)
    assert sum(isinstance(one, Rejected) for one in found) == 1 and stack(s, BOB) == 20_000
    await books_agree(tables, s)


@pytest.mark.parametrize(("game", "options"), [("red-dog", {}), ("poker", {"format": "freezeout"}), ("hearts", {})])
async def test_elsewhere_everybody_brings_the_same(tables: Tables, game: str, options: dict[str, Any]) -> None:
    s = await tables.open(game, ANN, house_players=0, **options)
    with pytest.raises(Rejected, match="everybody brings the same"):
        await lobby.join(s, BOB, "Bob", 5000)
    assert money.buy_ins(s.table) == (BUY_IN, BUY_IN, BUY_IN)


async def test_who_cannot_pay_the_least_buy_in_is_told_so(tables: Tables) -> None:
    s = await tables.open("poker", ANN, BOB)
    await lobby.leave(s, BOB)
    await spend(tables, BOB, leave=2500)
    for amount in (None, 4000):
        with pytest.raises(CannotPay, match=r"The least buy-in here is 40; you have 25. `/bank refill`"):
            await lobby.join(s, BOB, "Bob", amount)
    assert s.table.seat_of(BOB) is None and await tables.balance(BOB) == 2500


async def test_who_has_less_than_the_usual_buy_in_sits_down_with_all_they_have(tables: Tables) -> None:
    s = await tables.open("poker", ANN, BOB)
    await lobby.leave(s, BOB)
    await spend(tables, BOB, leave=6000)
    with pytest.raises(CannotPay, match=r"70 is more than you have: 60. You can sit down from 40 on"):
        await lobby.join(s, BOB, "Bob", 7000)
    await lobby.join(s, BOB, "Bob")
    assert stack(s, BOB) == 6000 and await tables.balance(BOB) == 0


async def test_a_day_may_allow_less_than_a_buy_in(tables: Tables) -> None:
    tables.set["buy_ins_day"] = 16_000
    s = await tables.open("poker", ANN, BOB)
    await lobby.leave(s, BOB)
    await lobby.join(s, BOB, "Bob")
    assert stack(s, BOB) == 6000
    await lobby.leave(s, BOB)
    with pytest.raises(CannotPay, match="at most 160 chips to the tables in a day"):
        await lobby.join(s, BOB, "Bob")


async def test_who_has_chosen_keeps_it_as_far_as_other_options_allow(tables: Tables) -> None:
    s = await tables.open("poker", ANN)
    await lobby.join(s, BOB, "Bob", 6000)
    await hosting.set_options(s, ANN, {"straddle": "yes"})
    assert [stack(s, user) for user in (ANN, BOB)] == [BUY_IN, 6000]
    await hosting.set_options(s, ANN, {"least_buy_in": "80", "buy_in": "120"})
    assert [stack(s, user) for user in (ANN, BOB)] == [12_000, 8000]
    with pytest.raises(Rejected, match="The usual buy-in lies between the least and the most"):
        await hosting.set_options(s, ANN, {"least_buy_in": "150"})
    await hosting.set_options(s, ANN, {"format": "freezeout", "least_buy_in": "auto"})
    assert [stack(s, user) for user in (ANN, BOB)] == [12_000, 12_000]


async def test_who_waits_gets_the_seat_with_what_they_have_named(tables: Tables) -> None:
    s = await tables.open("poker", ANN, BOB, variant="badugi")
    people = [*range(300, 300 + s.table.seats[-1] - 2)]
    for user in people:
        await lobby.join(s, user, f"P{user}")
    assert await lobby.join(s, DAN, "Dan", 5000) is None
    s = await tables.again(s)
    await lobby.leave(s, people[0])
    await tables.pass_time(tables.clock(s), 1)
    assert stack(s, DAN) == 5000 and not s.table.brings


# ---- topping up ----------------------------------------------------------------------------------


async def test_between_hands_up_to_the_most(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await hand(tables, s)
    had = stack(s, BOB)
    assert await buying.rebuy(s, BOB, 3000) == "You buy 30 play chips."
    assert stack(s, BOB) == had + 3000
    with pytest.raises(Rejected, match="You may buy 1 to "):
        await buying.rebuy(s, BOB, 20_000)
    await buying.rebuy(s, BOB, buying.room(s.table, 1))
    assert stack(s, BOB) == 20_000
    with pytest.raises(Rejected, match="less than 200, the most here"):
        await buying.rebuy(s, BOB, 100)
    await books_agree(tables, s)
    assert memory(await tables.again(s)) == memory(s)


async def test_in_whole_chips(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await hand(tables, s)
    with pytest.raises(Rejected, match="The smallest chip in play is 1; name an amount of whole ones"):
        await buying.rebuy(s, BOB, 1050)
    with pytest.raises(Rejected, match="The smallest chip in play is 1"):
        await lobby.join(s, DAN, "Dan", 5050)


async def test_in_mid_hand_it_is_remembered_and_comes_once(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    assert await buying.rebuy(s, BOB, 2000) == "You buy 20 play chips when this hand is over."
    assert await buying.rebuy(s, BOB, 4000) == "You buy 40 play chips when this hand is over.", "another amount instead"
    with pytest.raises(Rejected, match="You get 40 more when this hand is over already"):
        await buying.rebuy(s, BOB, 4000)
    assert await tables.balance(BOB) == GRANT - BUY_IN
    s = await tables.again(s)
    await hand(tables, s)
    s = await tables.again(s)
    had = stack(s, BOB)
    await tables.pass_time(tables.clock(s), 1)
    s = await tables.again(s)
    await tables.pass_time(tables.clock(s), 1)
    assert stack(s, BOB) == had + 4000 and await tables.balance(BOB) == GRANT - BUY_IN - 4000
    await books_agree(tables, s)


async def test_it_can_be_taken_back(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await buying.rebuy(s, BOB, 2000)
    assert await buying.rebuy(s, BOB, 0) == "You buy no chips when this hand is over."
    with pytest.raises(Rejected, match="You have not asked for chips"):
        await buying.rebuy(s, BOB, 0)


async def test_what_the_hand_has_won_leaves_room_for_less(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, most_buy_in=10_000)
    bob = s.table.seat_of(BOB) or 0
    await buying.rebuy(s, BOB, buying.room(s.table, bob) or 100)
    await hosting.void(s)
    await tables.pass_time(tables.clock(s), 1)
    assert stack(s, BOB) == 10_000 and await tables.balance(BOB) == GRANT - BUY_IN


async def test_who_loses_all_buys_in_again_at_once_or_with_another_amount(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await hand(tables, s)
    await ruin(s, BOB, CLEO)
    assert await buying.rebuy(s, BOB) == "You buy 100 play chips."
    with pytest.raises(Rejected, match="You may buy 40 to 200 more chips now"):
        await buying.rebuy(s, CLEO, 3900)
    assert await buying.rebuy(s, CLEO, 4000) == "You buy 40 play chips."
    assert [chair.sits_out for chair in s.table.chairs] == [False] * 3


async def test_a_top_up_below_the_least_buy_in_is_no_buy_in_for_who_has_lost_all(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await buying.rebuy(s, BOB, 1000)
    await hand(tables, s)
    await ruin(s, BOB)
    await tables.pass_time(tables.clock(s), 1)
    assert stack(s, BOB) == 0 and not s.table.chairs[1].buys
    assert "Bob has lost all: 10 would be less than the least buy-in" in told(s, tables)


@pytest.mark.parametrize("in_mid_hand", [False, True])
async def test_who_has_not_enough_in_the_bank_reads_how_much_there_is(tables: Tables, *, in_mid_hand: bool) -> None:
    s = await tables.started("poker", ANN, BOB)
    if not in_mid_hand:
        await hand(tables, s)
    await spend(tables, BOB, leave=1500)
    with pytest.raises(Rejected, match="20 is more than you have in the bank: 15"):
        await buying.rebuy(s, BOB, 2000)
    assert not s.table.chairs[1].buys


# ---- topped up after each hand -------------------------------------------------------------------


async def test_a_stack_comes_up_after_each_hand_and_everybody_is_told_once(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    said = await buying.top_up(s, BOB)
    assert said == "Your stack comes up to 100 after each hand, as far as the bank gives it."
    assert "Bob's stack comes up to 100 after each hand from now on." in told(s, tables)
    for n in range(6):
        await hand(tables, s, n)
        had = stack(s, BOB)
        s = await tables.again(s)
        await tables.pass_time(tables.clock(s), 1)
        assert stack(s, BOB) == max(had, BUY_IN)
        assert "Bob buys" not in told(s, tables)
        await books_agree(tables, s)
        await starting.next_deal(s, ANN)
    assert await buying.top_up(s, BOB, 0) == "Your stack is not topped up after hands."
    await hand(tables, s)
    await ruin(s, BOB)
    await tables.pass_time(tables.clock(s), 1)
    assert stack(s, BOB) == 0


async def test_it_brings_back_who_has_lost_all(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await buying.top_up(s, BOB, 12_000)
    await hand(tables, s)
    await ruin(s, BOB)
    await tables.pass_time(tables.clock(s), 1)
    assert stack(s, BOB) == 12_000 and "Out of chips" not in told(s, tables)
    await starting.next_deal(s, ANN)
    assert s.table.deal is not None and 1 in s.table.deal.table.players


async def test_it_ends_where_the_bank_has_nothing_left(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await buying.top_up(s, BOB)
    await spend(tables, BOB)
    await hand(tables, s)
    await ruin(s, BOB)
    await tables.pass_time(tables.clock(s), 1)
    assert "Bob cannot buy 100 more chips: the bank says no." in told(s, tables)
    assert s.table.chairs[1].tops_up == 0 and s.table.chairs[1].sits_out


async def test_nobody_is_topped_up_who_is_away_sits_out_or_leaves(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await buying.top_up(s, BOB, 20_000)
    chair = s.table.chairs[1]
    await hand(tables, s)
    chair.stand_in = True
    assert buying.missing(s.table, 1) == 0
    chair.stand_in, chair.sits_out = False, True
    assert buying.missing(s.table, 1) == 0
    chair.sits_out = False
    assert buying.missing(s.table, 1) == 20_000 - stack(s, BOB)


@pytest.mark.parametrize("to", [3900, 20_100])
async def test_to_no_less_than_the_least_and_no_more_than_the_most(tables: Tables, to: int) -> None:
    s = await tables.started("poker", ANN, BOB)
    with pytest.raises(Rejected, match="topped up to 40 to 200 chips"):
        await buying.top_up(s, BOB, to)


# ---- leaving and coming back ---------------------------------------------------------------------


async def left_with(tables: Tables, s: Session, user: int, amount: int) -> Session:
    """Somebody gets up with this stack, after a hand. Chips come from the house."""
    await hand(tables, s)
    await ruin(s, user)
    seat = s.table.seat_of(user)
    assert seat is not None
    await buying.rebuy(s, user, amount)
    await lobby.leave(s, user)
    return s


async def test_who_comes_back_within_an_hour_brings_no_less(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await left_with(tables, s, BOB, 15_000)
    s = await tables.again(s)
    with pytest.raises(Rejected, match=r"You left with 150, and come back with no less until <t:\d+:t>"):
        await lobby.join(s, BOB, "Bob", 14_900)
    await lobby.join(s, BOB, "Bob")
    assert stack(s, BOB) == 15_000
    await lobby.leave(s, BOB)
    await lobby.join(s, BOB, "Bob", 18_000)
    assert stack(s, BOB) == 18_000


async def test_with_more_than_the_most_if_that_was_won(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, most_buy_in=10_000)
    await hand(tables, s)
    s.table.left.clear()
    won = stack(s, max((ANN, BOB, CLEO), key=lambda user: stack(s, user)))
    rich = next(user for user in (ANN, BOB, CLEO) if stack(s, user) == won)
    assert won > 10_000
    await lobby.leave(s, rich)
    await lobby.join(s, rich, "Rich")
    assert stack(s, rich) == won


async def test_or_with_all_they_have_if_that_is_less(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await left_with(tables, s, BOB, 15_000)
    await spend(tables, BOB, leave=12_000)
    with pytest.raises(Rejected, match="with all you have if that is less"):
        await lobby.join(s, BOB, "Bob", 11_000)
    await lobby.join(s, BOB, "Bob")
    assert stack(s, BOB) == 12_000 and await tables.balance(BOB) == 0


async def test_after_an_hour_people_choose_freely_again(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await left_with(tables, s, BOB, 15_000)
    tables.time += HOUR - 1
    with pytest.raises(Rejected, match="come back with no less"):
        await lobby.join(s, BOB, "Bob", 4000)
    tables.time += 1
    await lobby.join(s, BOB, "Bob", 4000)
    assert stack(s, BOB) == 4000


async def test_an_outage_is_no_part_of_the_hour(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await left_with(tables, s, BOB, 15_000)
    s = await tables.again(s, away=7200)
    with pytest.raises(Rejected, match="come back with no less"):
        await lobby.join(s, BOB, "Bob", 4000)


async def test_who_has_played_no_hand_takes_home_what_they_like(tables: Tables) -> None:
    s = await tables.open("poker", ANN, BOB)
    await lobby.join(s, CLEO, "Cleo", 20_000)
    await lobby.leave(s, CLEO)
    await lobby.join(s, CLEO, "Cleo", 4000)
    await starting.start(s, ANN)
    await lobby.join(s, DAN, "Dan", 20_000)
    await lobby.leave(s, DAN)
    await lobby.join(s, DAN, "Dan", 4000)


async def test_it_is_kept_where_somebody_comes_back_and_goes_at_once(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await left_with(tables, s, BOB, 15_000)
    await lobby.join(s, BOB, "Bob")
    await lobby.leave(s, BOB)
    with pytest.raises(Rejected, match="come back with no less"):
        await lobby.join(s, BOB, "Bob", 4000)


async def test_house_players_and_closed_tables_keep_nothing(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, house_players=1)
    await hand(tables, s)
    await hosting.remove(s, ANN, 2, manager=False)
    assert s.table.left == []
    await lobby.leave(s, BOB)
    assert [one.user for one in s.table.left] == [BOB]
    await lobby.leave(s, ANN)
    assert s.table.left == [] and s.table.phase == "closed"


async def test_what_a_leaver_has_posted_stays_in_the_pot_and_they_fold_when_it_is_their_turn(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    deal = s.table.deal
    assert deal is not None and deal.ask is not None
    (first,) = deal.ask.waits_for
    wagers = view(deal).wagers
    leaver = min((n for n in range(3) if wagers[n] and n != first), key=lambda n: wagers[n])
    user, posted = s.table.chairs[leaver].user or 0, wagers[leaver]
    had = deal.table.chips[leaver]
    assert await lobby.leave(s, user) == "You leave after this hand."
    while s.table.phase == DEAL and deal.ask is not None:
        (seat,) = deal.ask.waits_for
        if seat == leaver:
            await tables.pass_time(tables.clock(s), 1)  # they are not waited for
        else:
            made = {verb(offer.kind): offer.finish(()) for offer in deal.offers(seat)}
            move = next(m for name in ("call", "check") if isinstance(m := made.get(name), Move))
            await s.act(seat, move)
    assert s.table.seat_of(user) is None
    assert await tables.balance(user) == GRANT - BUY_IN + had, "all but what was posted"
    assert sum(s.table.match.state.stacks if s.table.match else ()) == 2 * BUY_IN + posted
    await books_agree(tables, s)


# ---- the law of chips ----------------------------------------------------------------------------

PEOPLE = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo", DAN: "Dan"}


async def wild_evening(tables: Tables, seed: int, hands: int) -> None:
    """People buy in, top up, leave and come back as chance has it; after each hand the books are added up."""
    rng = random.Random(seed)
    s = await tables.started("poker", ANN, BOB, CLEO, house_players=1)
    for n in range(hands):
        for _ in range(rng.randrange(4)):
            await anything(tables, s, rng)
        if s.table.phase == DEAL:
            await play_deal(s, rng.randrange(10**6))
        if rng.random() < 0.2:
            s = await tables.again(s)
        for _ in range(rng.randrange(5)):
            await anything(tables, s, rng)
        await buying.pay_wishes(s)
        assert not buying.due(s.table)
        await books_agree(tables, s)
        await sheet_adds_up(tables, s)
        assert await tables.store.read(ledger.audit) == []
        for user in PEOPLE:
            if await tables.balance(user) < 20_000:
                await grant(tables, user, f"{seed}.{n}")
        if s.table.phase == BETWEEN:
            tables.time += rng.choice((1000, 60_000, HOUR))
            for user in PEOPLE:
                if (seat := s.table.seat_of(user)) is not None and s.table.stack_of(seat) <= 0:
                    await buying.rebuy(s, user)
            with suppress(Rejected):
                await starting.next_deal(s, s.table.chairs[s.table.humans[0]].user)
        elif s.table.phase == OVER:  # one of them had all the chips
            with suppress(Rejected):
                await starting.start(s, s.table.host)


async def grant(tables: Tables, user: int, key: str) -> None:
    postings = [(mint(GUILD), -GRANT), (member(GUILD, user), GRANT)]
    await tables.store.commit(Work().do(ledger.transfer, f"more {key} {user}", GUILD, postings, "grant", tables.time))


async def anything(tables: Tables, s: Session, rng: random.Random) -> None:
    user = rng.choice([*PEOPLE])
    amount = rng.randrange(0, 60_000, 50)
    seat = s.table.seat_of(user)
    before = memory(s)
    try:
        if seat is None:
            back = next((one for one in s.table.left if one.user == user and one.until > tables.time), None)
            has = await tables.balance(user)
            await lobby.join(s, user, PEOPLE[user], rng.choice((None, amount)))
            if back is not None and (now := s.table.seat_of(user)) is not None:
                assert s.table.chairs[now].bought >= min(back.amount, has)
        elif rng.random() < 0.3 and sum(not s.table.chairs[n].leaving for n in s.table.humans) > 1:
            await lobby.leave(s, user)
        elif rng.random() < 0.3:
            await buying.top_up(s, user, rng.choice((None, 0, amount)))
        else:
            await buying.rebuy(s, user, rng.choice((None, amount)))
    except Rejected as no:
        assert str(no).endswith((".", "!")) and memory(s) == before, "what is refused changes nothing"


@pytest.mark.parametrize("seed", [1, 2])
async def test_no_chip_is_lost_or_made(tables: Tables, seed: int) -> None:
    await wild_evening(tables, seed, 15)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 18))
async def test_no_chip_is_lost_or_made_over_hundreds_of_hands(tables: Tables, seed: int) -> None:
    await wild_evening(tables, seed, 50)


# ---- the session's ledger ------------------------------------------------------------------------


async def nets_from_transfers(tables: Tables, s: Session) -> dict[str, int]:
    """By owner, what lies in front of them less what they have brought and not taken home, added up from every
    posting of the table's accounts."""
    rows = await tables.store.read(
        lambda db: db.execute(
            "SELECT a.owner, t.why, p.amount FROM postings p JOIN accounts a ON a.id = p.account"
            " JOIN transfers t ON t.id = p.transfer WHERE a.card_table = ? AND a.kind = 'escrow'",
            (s.id,),
        ).fetchall()
    )
    found: dict[str, int] = {}
    for owner, why, amount in rows:
        found[owner] = found.get(owner, 0) + (amount if why == "deal" else 0)
    return found


async def sheet_adds_up(tables: Tables, s: Session) -> None:
    found = await brought.sheet(s)
    nets = await nets_from_transfers(tables, s)
    assert sorted(one.net for one in found.people) == sorted(nets.values())
    assert sum(one.net for one in found.people) + found.lies + found.house == 0


async def test_the_sheet_tells_who_brought_what_and_when_and_adds_up(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, house_players=1)
    for n in range(4):
        await hand(tables, s, n)
        tables.time += 60_000
        if stack(s, BOB) < 20_000:
            await buying.rebuy(s, BOB, 100)
        await sheet_adds_up(tables, s)
        if n == 2:
            await lobby.leave(s, CLEO)
        await starting.next_deal(s, ANN)
        await sheet_adds_up(tables, await tables.again(s))
    found = await brought.sheet(s)
    cleo = next(one for one in found.people if one.name == "Cleo")
    assert cleo.seat is None and [m.amount > 0 for m in cleo.moved] == [True, False]
    assert cleo.net == await tables.balance(CLEO) - GRANT
    text = sheets.text(s.table, found)
    bob = next(one for one in found.people if one.name == "Bob")
    assert f"<t:{bob.moved[1].at // 1000}:t>" in text and "in 5 buy-ins" in text
    assert "left with" in text and "House players" in text


async def test_many_top_ups_are_told_in_a_line(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await hand(tables, s)
    await ruin(s, BOB)
    await buying.rebuy(s, BOB, 4000)
    for _ in range(20):
        await buying.rebuy(s, BOB, 100)
    text = sheets.text(s.table, await brought.sheet(s))
    assert "… 14 more, +14 …" in text and max(map(len, text.splitlines())) < 200


async def test_blackjacks_house_stands_in_it(tables: Tables) -> None:
    s = await tables.started("blackjack", ANN, BOB)
    await hand(tables, s, 5)
    found = await brought.sheet(s)
    assert found.house == -sum(one.net for one in found.people) - found.lies
    await sheet_adds_up(tables, s)
