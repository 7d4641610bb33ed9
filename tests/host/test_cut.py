"""The cut at a table: offered to people, at once the dealer's where nobody would cut, and never in anybody's way."""

from __future__ import annotations

from bot.engine.cutting import Cut, LetDealerCut
from bot.table import lobby
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL

from .tables import ANN, BOB, CLEO, DAN, Tables, memory, play_deal


def to_cut(s: Session) -> frozenset[int] | None:
    """Who is asked to cut; None where nobody is."""
    assert s.deal is not None
    return s.deal.table.facts.get("to cut", (None,))[0]


async def next_cut(tables: Tables, s: Session, cutter: int) -> None:
    """Play on until a deal in which this seat sits on the dealer's right."""
    while True:
        await play_deal(s)
        assert s.phase == BETWEEN and s.match is not None and s.match.state.dealer is not None
        await lobby.next_deal(s)
        assert s.deal is not None and s.deal.state.dealer is not None
        if (s.deal.state.dealer - 1) % 4 == cutter:
            return


async def test_the_first_to_press_cuts_in_a_first_deal_and_later_the_dealers_right(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="offer")
    assert to_cut(s) == {0, 1, 2, 3} and not s.turns
    await s.act(1, Cut(20))
    assert s.deal is not None and s.deal.table.contributions["by"] == 1
    assert "Bob cut at 20." in tables.shown[-1].public.text
    await play_deal(s)
    await lobby.next_deal(s)
    assert s.deal is not None and s.deal.state.dealer is not None
    assert to_cut(s) == {(s.deal.state.dealer - 1) % 4} == {*s.turns}


async def test_nobody_waits_for_a_house_player_to_cut(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, house_players=3, cut="offer")
    assert to_cut(s) == {0, 1, 2, 3}
    await s.act(0, LetDealerCut())
    for _ in range(4):
        await play_deal(s)
        shown = len(tables.shown)
        await lobby.next_deal(s)
        assert s.deal is not None and s.deal.state.dealer is not None
        asked = (s.deal.state.dealer - 1) % 4
        assert to_cut(s) == (frozenset({0}) if asked == 0 else None)
        assert len(tables.shown) == shown + 1, "the table is shown once, with the cards"
        if asked == 0:
            await s.act(0, Cut(26))
        assert memory(await tables.again(s)) == memory(s)


async def test_whoever_is_away_is_not_waited_for(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, house_players=2, cut="offer")
    await s.act(0, LetDealerCut())
    await next_cut(tables, s, 0)
    await s.act(0, LetDealerCut())
    await play_deal(s)
    s.chairs[1].stand_in = True
    await lobby.next_deal(s)
    assert s.deal is not None and s.deal.seal is not None and s.deal.seal.spec["cutter"] == 1
    assert to_cut(s) is None


async def test_a_cut_that_lapses_costs_twelve_seconds_and_no_seat(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, house_players=3, cut="offer")
    clock = tables.clock(s)
    await tables.pass_time(clock, 11.9)
    assert to_cut(s) is not None
    await tables.pass_time(clock, 0.1)
    assert to_cut(s) is None
    await next_cut(tables, s, 0)
    assert to_cut(s) == {0}
    await tables.pass_time(clock, 11.9)
    assert to_cut(s) == {0} and tables.pinged == []
    await tables.pass_time(clock, 0.1)
    assert to_cut(s) is None and s.phase == DEAL
    assert s.chairs[0].lapses == 0 and s.deal is not None and s.deal.table.missed_cuts[0] == 1


async def test_the_panels_of_those_who_do_not_cut_are_left_alone(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="offer")
    await s.act(0, LetDealerCut())
    await play_deal(s)
    before = tables.shown[-1]
    await lobby.next_deal(s)
    (cutter,) = s.turns
    asked = tables.shown[-1]
    users = (ANN, BOB, CLEO, DAN)
    assert [user for user in users if asked.concerns(user, before)] == [users[cutter]]
    await s.act(cutter, LetDealerCut())
    assert all(tables.shown[-1].concerns(user, asked) for user in users)
