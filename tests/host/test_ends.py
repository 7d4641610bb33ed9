"""Every way in which a match ends has an end: closed, broken off, given up by all, a session at a table for chips, a
freezeout; and it is the same after a restart."""

from __future__ import annotations

import pytest

from bot.show.messages.alt import alt
from bot.show.messages.builder import MessageBuilder
from bot.table import hosting, lobby, starting
from bot.table.session import Session
from bot.table.state import CLOSED, OVER
from card_art import scene as art
from cogs.games import every_word
from tests.host.tables import ANN, BOB, CLEO, DAN, Tables, play_deal

WORDS = every_word()


async def hands(s: Session, count: int, first: int = 1) -> None:
    for n in range(count):
        if s.table.phase == "between":
            await starting.next_deal(s, ANN)
        if s.table.phase == "deal":
            await play_deal(s, first + n)


def shown(s: Session) -> art.MatchEnd:
    """The end in the table's message."""
    picture = MessageBuilder(WORDS).snapshot(s.table).public.picture
    assert isinstance(picture, art.MatchEnd)
    return picture


async def after_restart(tables: Tables, s: Session) -> art.MatchEnd:
    return shown(await tables.as_stored(s))


def named(people: art.People) -> list[str]:
    return [person.name for person in people]


async def test_a_closed_table_shows_the_end_of_its_match_and_not_the_last_hand(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, limit=50)
    await hands(s, 40)
    assert s.table.phase == OVER
    end = shown(s)
    assert end.won and end.verb in ("wins", "share the win")
    await hosting.close(s)
    assert s.table.phase == CLOSED
    assert shown(s) == end == await after_restart(tables, s)


@pytest.mark.parametrize("how", ["between", "in a hand", "everybody leaves"])
async def test_a_match_that_is_broken_off_says_who_leads(tables: Tables, how: str) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    await hands(s, 2)
    if how == "in a hand":
        await starting.next_deal(s, ANN)
    if how == "everybody leaves":
        for user in (ANN, BOB, CLEO, DAN):
            await lobby.leave(s, user)
    else:
        await hosting.close(s)
    assert s.table.phase == CLOSED
    end = shown(s)
    assert not end.won and end.verb in ("leads", "are level")
    assert end.facts == "to 100 · 2 hands · not played to the end"
    assert isinstance(end.course, art.CourseLines) and len(end.course.lines[0].values) == 2
    assert isinstance(end.others, art.Rows)
    told = {name for row in end.others.rows for name in named(row.people)} | {*named(end.winners)}
    if how != "everybody leaves":
        assert told == {"Ann", "Bob", "Cleo", "Dan"}
    points = [line.values[-1] for line in end.course.lines]
    assert points == sorted(points) and end.total == str(points[0])
    assert end == await after_restart(tables, s)


async def test_without_a_hand_that_was_played_there_is_no_end(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    await hosting.close(s)
    assert isinstance(MessageBuilder(WORDS).snapshot(s.table).public.picture, art.Scene)


@pytest.mark.parametrize("seed", range(3))
async def test_a_session_tells_what_everybody_has_brought_and_taken_home(tables: Tables, seed: int) -> None:
    tables.set = {"grant": 200_000, "buy_in": 20_000}
    s = await tables.started("poker", ANN, BOB, CLEO, house_players=1)
    await hands(s, 3, seed * 50)
    await lobby.leave(s, BOB)
    await hands(s, 2, seed * 50 + 5)
    await lobby.join(s, DAN, "Dan")
    await hands(s, 3, seed * 50 + 9)
    tables.time += 65 * 60_000
    await hosting.close(s)
    assert s.table.phase == CLOSED
    end = shown(s)
    assert isinstance(end.others, art.Rows)
    people = {*named(end.winners), *(name for row in end.others.rows for name in named(row.people))}
    assert {"Ann", "Bob", "Cleo", "Dan", "Ada"} == people
    best = max(s.table.gone, key=lambda gone: gone.net)
    assert named(end.winners) == [best.name] and end.won == (best.net > 0)
    assert "hands · " in end.facts and end.facts.endswith(" minutes")
    assert all(" → " in row.line for row in end.others.rows if named(row.people) != ["Ada"])
    assert end.highlight is not None and "pot of" in end.highlight.title
    assert "pot of" in alt(end)
    assert end == await after_restart(tables, s)


@pytest.mark.parametrize("seed", range(4))
async def test_a_freezeout_tells_who_was_knocked_out_by_whom(tables: Tables, seed: int) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, DAN, variant="holdem", format="freezeout",
                             stakes=5000, level_hands=2, limit="no")  # fmt: skip
    await hands(s, 99, seed * 1000)
    assert s.table.phase == OVER
    end = shown(s)
    assert end.facts.startswith("freezeout · ") and end.won
    assert isinstance(end.others, art.Rows) and isinstance(end.course, art.CourseLines) and end.course.stacks
    out = {line.people: line.out for line in end.course.lines if line.out is not None}
    assert len(out) == 3
    for row in end.others.rows:
        assert row.by is not None and row.line == f"hand {out[row.people]} by" and row.by not in row.people
    await hosting.close(s)
    assert shown(s) == end == await after_restart(tables, s)
