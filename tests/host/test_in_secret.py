"""3-5-7 at a table: what is declared in secret stays so, in what is shown and when; the last one there wins."""

from __future__ import annotations

from bot.games.three_five_seven import IN, OUT, Declare
from bot.show.messages.page import MessageContent
from bot.table import hosting, lobby, starting
from bot.table.session import Session
from bot.table.state import BETWEEN, OVER

from .tables import ANN, BOB, CLEO, Tables


def board(tables: Tables) -> MessageContent:
    return tables.shown[-1].public


async def test_a_declaration_changes_the_table_at_the_next_full_second_only(tables: Tables) -> None:
    s = await tables.started("three-five-seven", ANN, BOB, CLEO)
    clock, before = tables.clock(s), board(tables)
    await tables.pass_time(clock, 0.3)
    await s.act(1, Declare(IN))
    assert board(tables) == before
    await tables.pass_time(clock, 0.4)
    await s.act(2, Declare(OUT))
    await s.act(1, Declare(OUT))
    assert board(tables) == before
    await tables.pass_time(clock, 0.3)
    assert board(tables) != before
    assert "Bob" not in board(tables).text and "Cleo" not in board(tables).text
    assert board(tables).alt.count("(ready)") == 2


async def test_what_was_told_last_does_not_go_at_the_moment_of_a_press(tables: Tables) -> None:
    s = await tables.started("three-five-seven", ANN, BOB, CLEO)
    clock = tables.clock(s)
    s.table.notice = "Cleo buys 100."
    async with s.commits.changing():
        pass
    before = board(tables)
    await s.act(1, Declare(IN))
    assert board(tables) == before
    await tables.pass_time(clock, 1)
    assert "Cleo buys" not in board(tables).text


async def test_what_is_declared_makes_no_difference_to_what_is_shown(tables: Tables) -> None:
    faces = []
    for n, choice in enumerate((IN, OUT)):
        s = await tables.started("three-five-seven", ANN, BOB, CLEO, id=f"tab{n}")
        clock = tables.clock(s)
        await s.act(1, Declare(choice))
        await tables.pass_time(clock, 1)
        faces.append((board(tables).alt, tables.shown[-1].private[ANN].rows == tables.shown[-1].private[CLEO].rows))
        await hosting.close(s)
    assert faces[0] == faces[1]


async def test_a_private_panel_says_what_its_owner_has_declared_and_what_the_hand_is(tables: Tables) -> None:
    s = await tables.started("three-five-seven", ANN, BOB)
    await s.act(1, Declare(IN))
    mine, theirs = tables.shown[-1].private[BOB], tables.shown[-1].private[ANN]
    assert "You are in." in mine.alt and "You are" not in theirs.alt
    assert "high" in mine.alt or "pair" in mine.alt or "three" in mine.alt.lower()


async def test_house_players_are_known_to_have_declared_after_one_to_four_seconds(tables: Tables) -> None:
    s = await tables.started("three-five-seven", ANN, house_players=6)
    clock = tables.clock(s)
    began = tables.time
    await tables.pass_time(clock, 0.9)
    assert s.table.deal is not None and not s.table.deal.rows
    await tables.pass_time(clock, 3.2)
    declared = [r for r in s.table.deal.rows if r.seat > 0]
    assert sorted(r.seat for r in declared) == [1, 2, 3, 4, 5, 6]
    assert all(1000 <= s.table.wall(r.at) - began <= 4000 for r in declared)
    assert len({r.at for r in declared}) > 1


async def test_a_match_goes_on_by_itself(tables: Tables) -> None:
    s = await tables.started("three-five-seven", ANN, house_players=2, declare_seconds=10)
    clock = tables.clock(s)
    for _ in range(400):
        if s.table.phase == OVER:
            break
        await s.back(0)  # she is there, and lets her time run out
        await tables.pass_time(clock, 5)
    assert s.table.phase == OVER
    assert sum(s.table.match.state.stacks if s.table.match else ()) == 30_000


async def after_a_deal(tables: Tables) -> Session:
    s = await tables.started("three-five-seven", ANN, BOB)
    for _ in range(3):
        for seat in (0, 1):
            await s.act(seat, Declare(OUT))
    assert s.table.phase == BETWEEN
    return s


async def test_the_only_one_left_takes_the_pot(tables: Tables) -> None:
    s = await after_a_deal(tables)
    await lobby.leave(s, BOB)
    await starting.next_deal(s, ANN)
    assert s.table.phase == OVER and s.table.match is not None
    assert s.table.match.state.stacks[0] == 10_100
    assert not any(c.house for c in s.table.chairs)
