"""A kind of move that is possible to somebody for the first time in their life: one line of what it is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.engine.offers import Move, meaning
from bot.games.catalog import GAMES
from bot.store import Work, prefs
from bot.table.session import Session

from .server import Server, turn

pytestmark = pytest.mark.usefixtures("without_moments")
NEW = re.compile(r"^-# New to you · \*\*(.+)\*\* · (.+)$", re.MULTILINE)


def told(person: Any) -> list[tuple[str, str]]:
    """What somebody's panel says of moves that are new."""
    return NEW.findall(person.user.dm_channel.last_message.content)


async def rounds(server: Server, session: Session, person: Any, wanted: int) -> list[list[tuple[str, str]]]:
    """What is told at each decision of Blackjack, for as many as are wanted: bet the least, and stand."""
    found: list[list[tuple[str, str]]] = []
    while len(found) < wanted:
        deal = session.table.deal
        if deal is None:
            await server.slash(person, "table next")
            continue
        found.append(told(person))
        may = {o.kind.__name__ for o in deal.offers(0)}
        await server.slash(person, "play", move="bet 1" if "Bet" in may else "stand" if "Stand" in may else "pass")
    return found


async def test_each_kind_of_move_is_told_once_and_one_at_a_turn(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("blackjack", ana)
    found = await rounds(server, session, ana, 24)
    assert all(len(each) <= 1 for each in found)
    names = [name for each in found for name, _ in each]
    assert found[0] == [] and names[0] == "Hit" and "Stand" in names
    assert len(names) == len({*names}) and not found[-1]
    assert ("Hit", "One more card.") in [line for each in found for line in each]


async def test_it_stands_there_for_the_whole_turn_and_nobody_else_reads_it(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("gin-rummy", ana, bo)
    first = turn(session)
    one, other = (ana, bo) if first == 0 else (bo, ana)
    await server.slash(one, "play", move="draw stock")
    (line,) = told(one)
    assert line == ("Discard", "Throw a card away, and the turn is over.")
    await server.slash(other, "prefs", deck="two colours")
    assert told(one) == [line] and not told(other)
    assert "New to you" not in server.board.content


async def test_a_panel_that_nobody_is_shown_tells_nobody(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("gin-rummy", ana, bo)
    before = {**server.bot.room.builder.prefs}
    for seat in (0, 1, 0, 1):
        server.bot.room.builder.panel(session.table, seat)
    assert server.bot.room.builder.prefs == before


async def test_it_is_not_told_again_at_another_table_or_after_a_restart(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("blackjack", ana)
    names = [name for each in await rounds(server, session, ana, 24) for name, _ in each]
    known = (await server.store.read(prefs.of_person, ana.id)).get("met")
    told = {f"blackjack/{name.lower().replace(' ', '-')}" for name in names}
    assert known == sorted({"blackjack/bet", "blackjack/pass"} | told), "the first two with the game itself"
    await server.bot.room.people.learn(ana.id)  # as after a start
    await server.slash(ana, "table close")
    again = await server.started("blackjack", ana)
    assert not any(await rounds(server, again, ana, 4))


async def test_who_has_played_before_anybody_was_told_of_moves_is_told_nothing(server: Server) -> None:
    ana = server.person("ana")
    await server.store.commit(Work().do(prefs.add_to_pref, ana.id, "knows", "blackjack"))
    session = await server.started("blackjack", ana)
    assert not any(await rounds(server, session, ana, 6))


async def test_it_can_be_switched_off(server: Server) -> None:
    ana = server.person("ana")
    assert "Moves that are new to you: not told" in await server.slash(ana, "prefs", moves="not told")
    session = await server.started("blackjack", ana)
    assert not any(await rounds(server, session, ana, 4))


@pytest.mark.parametrize("slug", GAMES)
def test_every_move_that_somebody_decides_on_says_what_it_is(slug: str) -> None:
    for kind in GAMES[slug].moves:
        said = meaning(kind)
        assert 8 < len(said) <= 130, f"{kind.__name__}: {said}"
        assert said[-1] in ".?!" and said[0].isupper() | said[0].isdigit()
        assert "ruling" not in said and said != meaning(Move)
