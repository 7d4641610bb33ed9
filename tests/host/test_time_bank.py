"""Time banks: what people have beside their turn clock for a whole match (rules/dealing.md, section 13)."""

from __future__ import annotations

from typing import Any

from bot.engine.betting import CALL, CHECK, FOLD
from bot.engine.piles import Seat
from bot.table import hosting, lobby, starting
from bot.table.clock import Clock
from bot.table.session import Session
from bot.table.state import DEAL

from .tables import ANN, BOB, CLEO, Tables, memory

TURN = 60
"""A turn clock, in seconds."""


async def poker(tables: Tables, *people: int, **more: Any) -> tuple[Session, Clock]:
    options: dict[str, Any] = {"run_twice": False, "muck": False} | more
    s = await tables.started("poker", *(people or (ANN, BOB, CLEO)), **options)
    return s, tables.clock(s)


def on_turn(s: Session) -> Seat:
    (seat,) = s.table.turns
    return seat


def banks(s: Session) -> list[int | None]:
    """Of each seat, in ms."""
    return [chair.bank for chair in s.table.chairs]


async def folded(s: Session) -> None:
    while s.table.phase == DEAL and s.table.turns:
        await s.act(on_turn(s), FOLD)


async def one_deal(tables: Tables, s: Session, clock: Clock) -> None:
    """The deal that runs, and the next one begins."""
    deals = s.table.deals_begun
    while s.table.deals_begun == deals:
        await folded(s)
        await tables.pass_time(clock, 1)


async def test_everybody_has_30_seconds_for_the_match(tables: Tables) -> None:
    s, _ = await poker(tables, ANN, BOB)
    await lobby.join(s, CLEO, "Cleo")
    assert banks(s) == [30_000, 30_000, None], "a newcomer has theirs with the first deal"
    assert memory(await tables.again(s)) == memory(s)


async def test_a_house_player_has_none(tables: Tables) -> None:
    s = await tables.started("poker", ANN, house_players=2)
    assert banks(s) == [30_000, None, None]


async def test_what_is_used_in_part_is_gone_and_the_rest_stays(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat, rows = on_turn(s), len(s.table.deal.rows if s.table.deal else ())
    await tables.pass_time(clock, TURN + 12)
    assert on_turn(s) == seat and s.table.deal is not None and len(s.table.deal.rows) == rows
    assert s.table.chairs[seat].bank == 30_000, "taken back only when the move comes"
    await s.act(seat, CALL)
    assert s.table.chairs[seat].bank == 18_000 and s.table.chairs[seat].bank_since is None
    assert s.table.chairs[seat].lapses == 0
    assert [turn.until - turn.began for turn in s.table.turns.values()] == [TURN * 1000], (
        "the next has a turn of theirs"
    )
    assert memory(await tables.again(s)) == memory(s)


async def test_a_turn_in_time_uses_nothing(tables: Tables) -> None:
    s, clock = await poker(tables)
    await tables.pass_time(clock, TURN - 1)
    await s.act(seat := on_turn(s), CALL)
    assert s.table.chairs[seat].bank == 30_000


async def test_when_it_is_used_up_the_seat_lapses(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = on_turn(s)
    await tables.pass_time(clock, TURN + 29.9)
    assert on_turn(s) == seat
    await tables.pass_time(clock, 0.1)
    assert s.table.deal is not None and s.table.deal.rows[-1].lapsed and s.table.deal.rows[-1].seat == seat
    chair = s.table.chairs[seat]
    assert (chair.bank, chair.bank_since, chair.lapses) == (0, None, 1)


async def test_without_a_bank_the_seat_lapses_at_once(tables: Tables) -> None:
    s, clock = await poker(tables, time_bank=False)
    assert banks(s) == [None] * 3
    seat = on_turn(s)
    await tables.pass_time(clock, TURN)
    assert on_turn(s) != seat and s.table.chairs[seat].lapses == 1
    assert '"bank' not in s.table.stored().state


async def test_each_orbit_adds_10_seconds_and_60_are_the_most(tables: Tables) -> None:
    s, clock = await poker(tables)
    grown = list[int | None]()
    for _ in range(15):
        grown.append(banks(s)[0])
        await one_deal(tables, s, clock)
    seconds = [30, 30, 30, 40, 40, 40, 50, 50, 50, 60, 60, 60, 60, 60, 60]
    assert grown == [one * 1000 for one in seconds]


async def test_a_newcomer_has_30_seconds_too(tables: Tables) -> None:
    s, clock = await poker(tables, ANN, BOB)
    for _ in range(2):
        await one_deal(tables, s, clock)
    await lobby.join(s, CLEO, "Cleo")
    await one_deal(tables, s, clock)
    assert banks(s) == [40_000, 40_000, 30_000]


async def test_the_next_match_begins_with_30_seconds_again(tables: Tables) -> None:
    s, clock = await poker(tables, ANN, BOB, hands=1)
    await tables.pass_time(clock, TURN + 20)
    await folded(s)
    assert 10_000 in banks(s)
    while s.table.phase == DEAL:
        await tables.pass_time(clock, 1)
    await starting.start(s, ANN)
    assert banks(s) == [30_000, 30_000]


async def test_a_restart_in_the_middle_of_it(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = on_turn(s)
    await tables.pass_time(clock, TURN + 5)
    s = await tables.again(s, away=3600)
    await tables.pass_time(tables.clock(s), 5)
    await s.act(seat, CALL)
    assert s.table.chairs[seat].bank == 20_000


async def test_an_outage_in_its_last_seconds_gives_time_to_decide_and_none_to_keep(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = on_turn(s)
    await tables.pass_time(clock, TURN + 28)
    tables.services.time.gateway_lost()
    tables.time += 3_600_000
    tables.services.time.gateway_back()
    await tables.pass_time(clock, 9)
    assert on_turn(s) == seat, "ten seconds are left after an outage"
    await s.act(seat, CALL)
    assert s.table.chairs[seat].bank == 0


async def test_a_pause_in_the_middle_of_it_uses_nothing(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = on_turn(s)
    await tables.pass_time(clock, TURN + 5)
    await hosting.pause(s, "Tea.", ANN)
    await tables.pass_time(clock, 600)
    await hosting.resume(s, ANN)
    await tables.pass_time(clock, 5)
    await s.act(seat, CALL)
    assert s.table.chairs[seat].bank == 20_000


async def test_who_leaves_in_the_middle_of_it_lapses_at_once(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = on_turn(s)
    await tables.pass_time(clock, TURN + 5)
    user = s.table.chairs[seat].user
    assert user is not None
    await lobby.leave(s, user)
    await tables.pass_time(clock, 0)
    assert seat not in s.table.turns


async def test_a_question_with_a_time_of_its_own_has_none(tables: Tables) -> None:
    """A straddle is asked for 10 s."""
    s, clock = await poker(tables, straddle=True, limit="no")
    seat = on_turn(s)
    (turn,) = s.table.turns.values()
    assert turn.until - turn.began == 10_000
    await tables.pass_time(clock, 10)
    assert seat not in s.table.turns or s.table.turns[seat].number != turn.number
    assert s.table.chairs[seat].bank == 30_000 and s.table.chairs[seat].bank_since is None


async def test_the_cut_has_none(tables: Tables) -> None:
    s, clock = await poker(tables, cut="offer")
    assert s.table.waits_for_cut
    await tables.pass_time(clock, 12)
    assert not s.table.waits_for_cut and banks(s) == [30_000] * 3


async def test_a_match_of_an_earlier_version_has_none(tables: Tables) -> None:
    s, clock = await poker(tables)
    async with s.commits.changing() as (table, _):
        table.banks_grew = None
        for chair in table.chairs:
            chair.bank = None
    assert '"bank' not in s.table.stored().state
    s = await tables.again(s)
    clock = tables.clock(s)
    seat = on_turn(s)
    await tables.pass_time(clock, TURN)
    assert seat not in s.table.turns and s.table.chairs[seat].lapses == 1
    await one_deal(tables, s, clock)
    assert banks(s) == [None] * 3


async def test_other_games_have_none(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    assert banks(s) == [None, None] and '"bank' not in s.table.stored().state


async def test_everybody_reads_that_it_runs_and_its_owner_how_much_is_left(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = on_turn(s)
    user = s.table.chairs[seat].user or 0
    until = s.table.time_is_up(seat) or 0
    assert f"Time is up <t:{until // 1000}:R>. Then your time bank: 30 s." in tables.shown[-1].private[user].text
    assert "time bank" not in tables.shown[-1].public.text
    await tables.pass_time(clock, TURN + 2)
    shown, before = tables.shown[-1], tables.shown[-2]
    line = f"Time bank: time is up <t:{until // 1000 + 30}:R>."
    assert line in shown.public.text and line in shown.private[user].text and shown.concerns(user, before)
    assert "on the time bank" in shown.public.alt
    assert "BANK" in str(shown.public.picture)
    others = [content for person, content in shown.private.items() if person != user]
    assert others and not any("BANK" in str(content.picture) for content in others), "whose turn it is no panel says"
    await s.act(seat, CALL)
    assert "BANK" not in str(tables.shown[-1].public.picture) and "ime bank" not in tables.shown[-1].public.text
    while on_turn(s) != seat:
        await s.act(on_turn(s), CALL if s.table.deal and s.table.deal.ask and s.table.deal.ask.refusal(
            on_turn(s), CHECK) else CHECK)  # fmt: skip
    assert "Then your time bank: 28 s." in tables.shown[-1].private[user].text


async def test_a_turn_that_goes_on_by_the_bank_is_pinged_once(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = on_turn(s)
    await tables.pass_time(clock, TURN + 25)
    assert tables.pinged == [("tab", seat)]
