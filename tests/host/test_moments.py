"""What is turned over stands for a moment, which a press of anybody at the table ends."""

from __future__ import annotations

import pytest

from bot.engine.deal import Illegal, digest
from bot.engine.moments import TRICK, GoOn, stands
from bot.games.parts.pot_bets import Bet
from bot.games.three_five_seven import Declare
from bot.games.twos import Pass
from bot.show.controls.table_controls import go_on_button
from bot.table import undo
from bot.table.errors import Rejected
from bot.table.session import Session

from .tables import ANN, BOB, CLEO, Tables


async def turned(tables: Tables) -> tuple[Session, int]:
    """Somebody has bet at Red Dog, and their card lies there; the seat that bets next."""
    s = await tables.started("red-dog", ANN, BOB, CLEO, ante=50)
    (seat,) = s.table.turns
    await s.act(seat, Bet(50))
    assert s.table.deal is not None and stands(s.table.deal.ask) and not s.table.turns
    return s, (seat + 1) % 3


async def test_what_is_turned_over_stands_and_is_shown(tables: Tables, moments: None) -> None:
    s, _ = await turned(tables)
    shown = tables.shown[-1]
    assert "TO PLAY" not in str(shown.public.picture) and "stamp=Stamp(" in str(shown.public.picture)
    clock = tables.clock(s)
    await tables.pass_time(clock, TRICK.now / 1000 - 0.01)
    assert s.table.deal is not None and stands(s.table.deal.ask)
    await tables.pass_time(clock, 0.02)
    assert len(s.table.turns) == 1 and "TO PLAY" in str(tables.shown[-1].public.picture)


async def test_a_panel_that_lies_open_beside_the_table_shows_it_too(tables: Tables, moments: None) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO, ante=50)
    (seat,), before = s.table.turns, tables.shown[-1]
    await s.act(seat, Bet(50))
    after = tables.shown[-1]
    onlooker = next(user for user in (ANN, BOB, CLEO) if user != s.table.chairs[seat].user)
    assert after.concerns(onlooker, before, beside=True) and not after.concerns(onlooker, before)
    again = tables.builder.snapshot(s.table, after, (onlooker,), beside=(onlooker,))
    assert not again.private, "the same moment is shown once"


async def test_a_press_of_whoever_is_next_ends_it_and_is_made(tables: Tables, moments: None) -> None:
    s, following = await turned(tables)
    user, pressed = s.table.chairs[following].user, tables.time + 400
    assert user is not None and s.table.deal is not None
    tables.time += 500
    await s.press_in_moment(user, "bet", pressed)
    await s.act(following, Bet(50), pressed=pressed)
    (bet, _), (over, at), (again, _) = [(r.move, r) for r in s.table.deal.rows]
    assert (bet, over, again) == (Bet(50), GoOn(), Bet(50)) and at.seat == following and at.at - at.pressed == 100


async def test_a_press_of_somebody_else_ends_it_too_and_is_refused(tables: Tables, moments: None) -> None:
    s, following = await turned(tables)
    other = (following + 1) % 3
    user = s.table.chairs[other].user
    assert user is not None
    tables.time += 300
    await s.press_in_moment(user, "bet", tables.time)
    with pytest.raises(Illegal, match="It is not your turn"):
        await s.act(other, Bet(50))
    assert len(s.table.turns) == 1, "play has gone on"
    again = await tables.again(s)
    assert again.table.deal is not None and again.table.deal.rows[-1].seat == other, "it is stored"


async def test_whoever_does_not_sit_there_ends_nothing(tables: Tables, moments: None) -> None:
    s, _ = await turned(tables)
    tables.time += 300
    await s.press_in_moment(999, "bet", tables.time)
    with pytest.raises(Rejected, match="You do not play in this hand"):
        await s.hurry(999, tables.time)
    assert s.table.deal is not None and stands(s.table.deal.ask)


async def test_a_press_of_before_ends_nothing_that_came_since(tables: Tables, moments: None) -> None:
    """Two press at once: the first ends a moment, and the second what it has seen, which is over by then."""
    s, following = await turned(tables)
    user, pressed = s.table.chairs[following].user, tables.time - 1
    assert user is not None
    await s.press_in_moment(user, "bet", pressed)
    assert s.table.deal is not None and stands(s.table.deal.ask)


async def test_go_on_ends_the_moment_that_it_was_drawn_for(tables: Tables, moments: None) -> None:
    """Pressed twice it ends one: what comes next stands its time."""
    s = await tables.started("three-five-seven", ANN, BOB, CLEO, ante=50)
    for seat in range(3):
        await s.act(seat, Declare("in"))
    deal = s.table.deal
    assert deal is not None
    while not (drawn := go_on_button(s.table, deal)):  # the hands are opened, and a moment later they are compared
        tables.time += 100
        await tables.clock(s)._step()
    stood = len(deal.rows)
    button = f"go-on:{s.table.deals_begun}.{stood}"
    assert button in drawn[0].id and button in str(tables.shown[-1].public.rows)
    await s.hurry(ANN, tables.time, stood)
    rows = len(deal.rows)
    assert rows == stood + 1 and "go-on" not in str(tables.shown[-1].public.rows)
    await s.hurry(BOB, tables.time, stood)
    assert len(deal.rows) == rows


async def test_a_moment_outlives_a_restart(tables: Tables, moments: None) -> None:
    s, _ = await turned(tables)
    again = await tables.again(s)
    assert again.table.deal is not None and stands(again.table.deal.ask)
    await tables.pass_time(tables.clock(again), 2)
    assert len(again.table.turns) == 1


async def test_a_house_player_thinks_from_its_end_on(tables: Tables, moments: None) -> None:
    s = await tables.started("red-dog", ANN, house_players=1, ante=50)
    (seat,) = s.table.turns
    clock = tables.clock(s)
    if s.table.chairs[seat].house:
        pytest.fail("Ann bets first in this shuffle")
    await s.act(seat, Bet(50))
    await tables.pass_time(clock, TRICK.now / 1000 + 0.05)
    assert s.table.deal is not None and [type(r.move) for r in s.table.deal.rows] == [Bet, GoOn]
    await tables.pass_time(clock, 1.25 * s.table.settings.house_pace_ms / 1000)
    over, moved = s.table.deal.rows[1:3]
    assert isinstance(moved.move, Bet) and moved.at - over.at >= 0.8 * s.table.settings.house_pace_ms


async def test_what_was_shown_in_it_cannot_be_taken_back(tables: Tables, moments: None) -> None:
    s, following = await turned(tables)
    await tables.pass_time(tables.clock(s), 2)
    user = s.table.chairs[(following - 1) % 3].user
    assert user is not None
    with pytest.raises(Rejected, match="Cards have been shown since"):
        await undo.propose(s, user)


async def test_a_moment_is_told_by_itself_on_the_table_and_in_panels(tables: Tables, moments: None) -> None:
    """The second bet of Red Dog, a moment after the first: nothing of the first one is told with it."""
    s, following = await turned(tables)
    first = s.table.chairs[(following + 2) % 3].name
    clock = tables.clock(s)
    await tables.pass_time(clock, TRICK.now / 1000 + 0.1)
    await s.act(following, Bet(50))
    assert s.table.deal is not None and stands(s.table.deal.ask)
    shown = tables.shown[-1]
    panel = tables.builder.panel(s.table, (following + 1) % 3)
    for text in (shown.public.text, panel.text):
        told = text.splitlines()[1]
        assert s.table.chairs[following].name in told and first not in told


async def test_a_move_is_taken_back_across_a_moment_that_a_press_has_ended(tables: Tables, moments: None) -> None:
    """The last to pass at Twos: the round is over, somebody goes on, and the pass is taken back all the same."""
    s = await tables.started("twos", ANN, BOB, CLEO)
    deal = s.table.deal
    assert deal is not None
    (leader,) = s.table.turns
    while not stands(deal.ask):
        (seat,) = s.table.turns
        await s.act(seat, deal.ask.default[seat] if seat == leader and deal.ask is not None else Pass())
    passer, before = deal.rows[-1].seat, digest(deal.as_it_was(len(deal.rows) - 1))
    tables.time += 500
    await s.hurry(s.table.chairs[leader].user or 0, tables.time, len(deal.rows))
    assert deal.rows[-1].seat == leader and undo.at_hand(s.table) is None
    with pytest.raises(Rejected, match=r"You have made no move|not your last move"):
        await undo.propose(s, s.table.chairs[leader].user or 0, len(deal.rows) - 1)
    said = await undo.propose(s, s.table.chairs[passer].user or 0)
    assert said.startswith("You ask to take your last move back")
    for seat in undo.missing(s.table):
        await undo.answer(s, s.table.chairs[seat].user or 0, agree=True)
    assert [*s.table.turns] == [passer]
    again = await tables.again(s)
    assert again.table.deal is not None and digest(again.table.deal) == digest(deal)
    assert before == digest(deal.as_it_was(len(deal.played))), "it is as before the pass"
