"""Canfield on Discord: alone on the table's own message, and a race on private boards."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games import canfield as g
from bot.games.canfield.moves import Finished, Move
from bot.show.words.sentences import Who
from bot.store import records
from bot.table.session import Session
from bot.table.state import OVER
from cogs.games.canfield import WORDS
from tests.games.canfield_table import laid, run

from .server import Server, labels, said, seat_of


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("canfield", *people, **how)


def standing(session: Session, seat: int = 0) -> Any:
    assert session.table.shown is not None
    return next(s for s in session.table.shown.table.facts["boards"][0] if s.seat == seat)


async def test_alone_it_is_played_by_the_buttons_under_the_board(server: Server) -> None:
    ana = server.person("ana")
    session = await table(server, ana)
    assert {"Draw", "Hint", "Give up"} <= {*labels(server.board)}
    assert "Undo" not in labels(server.board), "there is nothing to take back yet"
    assert not {"Join", "Queue up"} & {*labels(server.board)}, "nobody else can play here"
    await ana.click(server.board, label="Draw")
    assert standing(session).moves == 1
    assert "turned." in server.board.content
    await ana.click(server.board, label="Undo")
    assert "Taken back." in server.board.content
    await ana.click(server.board, label="Redo")
    assert standing(session).moves == 3
    await ana.click(server.board, label="Hint")
    assert "Hint: " in server.board.content


async def test_the_tables_own_buttons_are_not_torn_apart(server: Server) -> None:
    ana = server.person("ana")
    await table(server, ana)
    await ana.click(server.board, label="Draw")
    rows = [[getattr(child, "label", "") for child in row.children] for row in server.board.components]
    assert rows[-1] == ["Undo", "More…"] or rows[-1] == ["More…"], rows


async def test_alone_is_for_one_and_a_race_for_more(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "canfield")
    assert labels(server.board) == ["Play now", "More…"] and " · 1 player\n" in server.board.content
    alone, before = server.table, await server.books()
    for refused in (bo, "house"):
        said = await (server.slash(ana, "table house") if refused == "house" else server.slash(bo, "table join"))
        assert said in ("This board is for one alone; open a table with mode race for two to eight.",
                        "The table is full.")  # fmt: skip
    assert await server.books() == before and not alone.table.queue
    await server.sure(ana, "table close", table=alone.id)
    await server.slash(ana, "canfield", mode="race")
    assert {"Join", "Play now"} <= {*labels(server.board)} and " · 8 seats\n" in server.board.content
    start = await server.slash(ana, "table start")
    assert start == "A race is for two to eight: wait for a friend, or add a house player."


async def test_nobody_else_plays_on_it(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana)
    assert said(await bo.click(server.board, label="Draw")) == "You do not sit at this table."
    assert standing(session).moves == 0


def test_a_long_run_leaves_room_for_where_it_goes() -> None:
    """A label of Discord's has 100 characters, and two moves of one column would read alike."""
    seen = view(laid(f"{run('3S', 35)}|AS|QD|QH", reserve="5D"), SPECTATOR)
    whole = WORDS.verbs[Move].whole
    assert whole is not None
    assert whole(seen, Move("T1", "T2", 6)) == "K♦ Q♣ J♦ 10♣ 9♦ 8♣ T1 → T2"
    assert whole(seen, Move("T1", "T2", 32)) == "K♥ to 8♣, 32 cards, T1 → T2"


async def test_moves_by_command(server: Server) -> None:
    ana = server.person("ana")
    session = await table(server, ana)
    assert (await server.slash(ana, "draw")).startswith("✓")
    assert (await server.slash(ana, "play", move="undo")).startswith("✓")
    assert await server.slash(ana, "play", move="redeal") == "The stock is not empty yet: draw."
    deal = session.table.deal
    assert deal is not None
    while not deal.offers(0)[0]:
        await server.slash(ana, "draw")
    move = next(iter(deal.offers(0)[0].moves()))
    assert isinstance(move, Move)
    typed = await server.offered(ana, "play", "move", "move")
    assert f"move {move.source} {move.target} {move.count}".lower() in [t.lower() for t in typed]
    assert (await server.slash(ana, "play", move=f"move {move.source} {move.target}")).startswith("✓")


async def test_to_give_up_is_asked_twice_and_ends_the_game(server: Server) -> None:
    ana = server.person("ana")
    session = await table(server, ana)
    asked = await ana.click(server.board, label="Give up")
    assert said(asked) == "Give up? The board counts as it stands."
    answered = await ana.click(asked.response, label="Yes")
    assert answered.acknowledged and answered.response is None, "the question is gone, and the table has the result"
    assert session.table.phase == OVER
    assert standing(session).status == "resigned"
    stats = await server.slash(ana, "stats")
    home = standing(session).home
    assert f"best board {home} of 52 home" in stats and "0 boards won" in stats and "won in" not in stats


@pytest.mark.parametrize(("how", "said", "own"), [
    (g.WON, "**Ann has won** in 90 moves!", "**You have won** in 90 moves!"),
    (g.STUCK, "Ann is stuck with 9 of 52 cards home in 90 moves.",
     "You are stuck with 9 of 52 cards home in 90 moves."),
    (g.RESIGNED, "Ann gives up with 9 of 52 cards home in 90 moves.",
     "You give up with 9 of 52 cards home in 90 moves."),
    (g.STOPPED, "Time is up for Ann: 9 of 52 cards home in 90 moves.",
     "Time is up for you: 9 of 52 cards home in 90 moves."),
])  # fmt: skip
def test_how_a_board_ended_is_told_to_its_player_and_to_others(how: str, said: str, own: str) -> None:
    event = Finished(0, how, 9, 90)
    assert WORDS.announce([event], Who(("Ann",))) == [said]
    assert WORDS.announce([event], Who(("Ann",), viewer=0)) == [own]


async def test_in_a_race_boards_are_private_and_the_table_is_the_leaderboard(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo, mode="race")
    assert "Draw" not in labels(server.board)
    builder = server.bot.room.builder
    before = builder.panel(session.table, seat_of(session, bo))
    await server.slash(ana, "draw")
    assert standing(session, seat_of(session, ana)).moves == 1
    public = builder.snapshot(session.table).public
    assert "1 of 52" not in public.alt and "Reserve" not in public.alt
    assert "1 home in 1" in public.alt
    assert "turned" not in public.text
    assert builder.panel(session.table, seat_of(session, bo)).alt == before.alt
    assert "Waste 1" in builder.panel(session.table, seat_of(session, ana)).alt
    assert await server.slash(bo, "play", move="hint") == "There are no hints at this table."


async def test_giving_up_alone_is_no_loss(server: Server) -> None:
    ana = server.person("ana")
    await server.started("canfield", ana)
    question = await ana.click(server.board, label="Give up")
    await ana.click(question.response, label="Yes")
    stats = await server.store.read(records.stats, server.guild.id, ana.id)
    assert (stats.overall.matches, stats.overall.wins, stats.overall.losses, stats.overall.draws) == (1, 0, 0, 1)
    assert stats.counts["canfield"]["cards home"].total >= 1
    assert "wins" not in server.board.content and "share the win" not in server.board.content
