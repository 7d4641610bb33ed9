"""How long the result of a deal stands, and who begins the next one before that."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.betting import CALL, CHECK, FOLD
from bot.show.controls.components import Button
from bot.table import starting
from bot.table.clock import Clock
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL

from .tables import ANN, BOB, CLEO, Tables


async def poker(tables: Tables, *people: int, **more: Any) -> tuple[Session, Clock]:
    s = await tables.started("poker", *people, run_twice=False, **more)
    return s, tables.clock(s)


async def folded(s: Session) -> None:
    """Everybody but one folds."""
    while s.table.phase == DEAL and s.table.turns:
        (seat,) = s.table.turns
        await s.act(seat, FOLD)


async def checked_down(s: Session) -> None:
    while s.table.phase == DEAL and s.table.turns and s.table.deal is not None:
        (seat,) = s.table.turns
        fits = [m for m in (CHECK, CALL) if not s.table.deal.ask or s.table.deal.ask.refusal(seat, m) is None]
        await s.act(seat, fits[0])


async def until_the_next(tables: Tables, s: Session, clock: Clock) -> float:
    """Seconds from now until the next deal begins."""
    began, deals = tables.time, s.table.deals_begun
    while s.table.deals_begun == deals:
        await tables.pass_time(clock, 0.1)
    return round((tables.time - began) / 1000, 1)


@pytest.mark.usefixtures("moments")
async def test_a_hand_without_a_showdown_is_read_in_four_seconds(tables: Tables) -> None:
    """The question whether the winner shows is a part of them."""
    s, clock = await poker(tables, ANN, BOB, CLEO)
    await folded(s)
    assert s.table.phase == DEAL, "the winner may show"
    assert await until_the_next(tables, s, clock) == pytest.approx(4, abs=0.11)


@pytest.mark.usefixtures("moments")
async def test_a_showdown_is_read_in_eight_seconds(tables: Tables) -> None:
    s, clock = await poker(tables, ANN, BOB, muck=False)
    await checked_down(s)
    while s.table.turns:
        await tables.pass_time(clock, 0.1)
        await checked_down(s)
    assert await until_the_next(tables, s, clock) == pytest.approx(8, abs=0.11)


async def test_what_the_server_has_set_is_the_most(tables: Tables) -> None:
    tables.set = {"next_deal_seconds": 3}
    s, _ = await poker(tables, ANN, BOB)
    await folded(s)
    assert s.table.phase == BETWEEN and s.table.next_at == s.table.now() + 3000
    assert "begins after 3 seconds, or when all press **Next hand**" in tables.shown[-1].public.text


async def test_other_games_and_freezeouts_stand_as_the_server_has_it(tables: Tables) -> None:
    s, _ = await poker(tables, ANN, BOB, format="freezeout")
    await folded(s)
    assert s.table.next_at == s.table.now() + 8000


async def test_the_next_hand_comes_when_all_who_were_dealt_in_say_so(tables: Tables) -> None:
    s, _ = await poker(tables, ANN, BOB, CLEO)
    await folded(s)
    said = await starting.say_next(s, BOB)
    assert said == "The next hand begins in a moment; at once if Ann and Cleo would have it, too."
    labels = [c.label for row in tables.shown[-1].public.rows for c in row if isinstance(c, Button)]
    assert labels[0] == "Next hand (1 of 3)"
    with pytest.raises(Rejected, match="it waits for Ann and Cleo"):
        await starting.say_next(s, BOB)
    assert (await tables.again(s)).table.ready == [BOB], "it outlives a restart"
    await starting.say_next(s, ANN)
    assert s.table.phase == BETWEEN
    assert await starting.say_next(s, CLEO) == "The cards are dealt."
    assert s.table.phase == DEAL and s.table.ready == []


async def test_one_person_alone_deals_at_once_and_so_does_the_host_by_command(tables: Tables) -> None:
    s, clock = await poker(tables, ANN, house_players=1)
    while s.table.phase == DEAL:
        if 0 in s.table.turns:
            await s.act(0, FOLD if s.table.deal and not s.table.deal.ask.refusal(0, FOLD) else CHECK)  # type: ignore[union-attr]
        await tables.pass_time(clock, 0.5)
    await starting.say_next(s, ANN)
    assert s.table.phase == DEAL


async def test_who_has_left_or_is_away_is_not_waited_for(tables: Tables) -> None:
    s, _ = await poker(tables, ANN, BOB, CLEO)
    await folded(s)
    s.table.chairs[2].stand_in = True
    await starting.say_next(s, ANN)
    await starting.say_next(s, BOB)
    assert s.table.phase == DEAL
