"""The cut at a table: for the player who has asked for it, or offered to people, at once the dealer's if nobody would
cut, and never in anybody's way."""

from __future__ import annotations

import pytest

from bot.engine.cutting import Cut, LetDealerCut
from bot.table import lobby, starting, wishes
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL

from .tables import ANN, BOB, CLEO, DAN, Tables, memory, play_deal


def to_cut(s: Session) -> frozenset[int] | None:
    """Who is asked to cut; None if nobody is."""
    assert s.table.deal is not None
    return s.table.deal.table.facts.get("to cut", (None,))[0]


async def next_cut(tables: Tables, s: Session, cutter: int) -> None:
    """Play on until a deal in which this seat sits on the dealer's right."""
    while True:
        await play_deal(s)
        assert s.table.phase == BETWEEN and s.table.match is not None and s.table.match.state.dealer is not None
        await starting.next_deal(s)
        assert s.table.deal is not None and s.table.deal.state.dealer is not None
        if (s.table.deal.state.dealer - 1) % 4 == cutter:
            return


async def test_the_first_to_press_cuts_in_a_first_deal_and_later_the_dealers_right(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="offer")
    assert to_cut(s) == {0, 1, 2, 3} and not s.table.turns
    await s.act(1, Cut(20))
    assert s.table.deal is not None and s.table.deal.table.contributions["by"] == 1
    assert "Bob cut at 20." in tables.shown[-1].public.text
    await play_deal(s)
    await starting.next_deal(s)
    assert s.table.deal is not None and s.table.deal.state.dealer is not None
    assert to_cut(s) == {(s.table.deal.state.dealer - 1) % 4} == {*s.table.turns}


async def test_nobody_waits_for_a_house_player_to_cut(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, house_players=3, cut="offer")
    assert to_cut(s) == {0, 1, 2, 3}
    await s.act(0, LetDealerCut())
    for _ in range(4):
        await play_deal(s)
        shown = len(tables.shown)
        await starting.next_deal(s)
        assert s.table.deal is not None and s.table.deal.state.dealer is not None
        asked = (s.table.deal.state.dealer - 1) % 4
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
    s.table.chairs[1].stand_in = True
    await starting.next_deal(s)
    assert s.table.deal is not None and s.table.deal.seal is not None and s.table.deal.seal.spec["cutter"] == 1
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
    assert to_cut(s) is None and s.table.phase == DEAL
    assert s.table.chairs[0].lapses == 0 and s.table.deal is not None and s.table.deal.table.missed_cuts[0] == 1


async def test_the_panels_of_those_who_do_not_cut_are_left_alone(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="offer")
    await s.act(0, LetDealerCut())
    await play_deal(s)
    before = tables.shown[-1]
    await starting.next_deal(s)
    (cutter,) = s.table.turns
    asked = tables.shown[-1]
    users = (ANN, BOB, CLEO, DAN)
    assert [user for user in users if asked.concerns(user, before)] == [users[cutter]]
    await s.act(cutter, LetDealerCut())
    assert all(tables.shown[-1].concerns(user, asked) for user in users)


# ---- only who has asked for it ------------------------------------------------------------------


def cutter(s: Session) -> int | None:
    """Who cuts, as it was sealed."""
    assert s.table.deal is not None and s.table.deal.seal is not None
    return s.table.deal.seal.spec["cutter"]


async def test_nobody_is_asked_who_has_not_asked(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="request")
    assert to_cut(s) is None and cutter(s) is None
    await play_deal(s)
    await starting.next_deal(s)
    assert to_cut(s) is None and cutter(s) is None


async def test_who_has_asked_cuts_once_and_in_the_first_deal_too(tables: Tables) -> None:
    s = await tables.open("hearts", ANN, BOB, CLEO, DAN, cut="request")
    assert await wishes.ask_to_cut(s, CLEO) == "You cut the pack when it is shuffled next."
    assert memory(await tables.again(s)) == memory(s)
    await starting.start(s, ANN)
    assert to_cut(s) == {2} == {*s.table.turns} and cutter(s) == 2
    assert memory(await tables.again(s)) == memory(s)
    await s.act(2, Cut(20))
    assert "Cleo cut at 20." in tables.shown[-1].public.text
    await play_deal(s)
    await starting.next_deal(s)
    assert to_cut(s) is None and cutter(s) is None


@pytest.mark.parametrize("cutter_option", ["right", "any", "host"])
async def test_the_first_to_ask_cuts_whatever_the_other_option_says(tables: Tables, cutter_option: str) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="request", cutter=cutter_option)
    await wishes.ask_to_cut(s, DAN)
    said = await wishes.ask_to_cut(s, BOB)
    assert said == "Dan has asked first and cuts; it is your cut if they leave before."
    await play_deal(s)
    await starting.next_deal(s)
    assert to_cut(s) == {3} and cutter(s) == 3
    assert s.table.cutters == []


async def test_a_cut_asked_for_twice_is_one_cut(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="request")
    await wishes.ask_to_cut(s, BOB)
    before = memory(s)
    with pytest.raises(Rejected, match=r"^You have asked to cut already\.$"):
        await wishes.ask_to_cut(s, BOB)
    assert memory(s) == before and s.table.cutters == [BOB]


async def test_when_who_has_asked_leaves_the_next_who_has_asked_cuts(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="request")
    await wishes.ask_to_cut(s, BOB)
    await wishes.ask_to_cut(s, CLEO)
    await lobby.leave(s, BOB)
    await play_deal(s)
    assert s.table.cutters == [CLEO]
    await starting.next_deal(s)
    assert to_cut(s) == {2} and cutter(s) == 2


async def test_when_the_only_one_who_has_asked_leaves_nobody_is_asked(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN, BOB, CLEO, cut="request")
    await wishes.ask_to_cut(s, BOB)
    await lobby.leave(s, BOB)
    await starting.start(s, ANN)
    assert to_cut(s) is None and cutter(s) is None


async def test_who_sits_out_or_is_away_does_not_cut(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN, BOB, CLEO, DAN, cut="request")
    for user in (BOB, CLEO, DAN):
        await wishes.ask_to_cut(s, user)
    await wishes.sit_out(s, BOB)
    s.table.chairs[2].stand_in = True
    await starting.start(s, ANN)
    assert to_cut(s) == {3} and cutter(s) == 3


async def test_a_cut_asked_for_waits_for_the_next_shuffle(tables: Tables) -> None:
    s = await tables.started("blackjack", ANN, BOB, cut="request", decks=1)
    await wishes.ask_to_cut(s, BOB)
    for _ in range(20):
        await play_deal(s)
        assert s.table.cutters == [BOB] and s.table.match is not None
        again = s.table.match.fresh
        await starting.next_deal(s, ANN)
        assert to_cut(s) == ({1} if again else None)
        if again:
            break
    assert cutter(s) == 1 and s.table.cutters == []


async def test_who_has_let_cuts_lapse_and_asks_is_waited_for(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="request")
    clock = tables.clock(s)
    for _ in range(3):
        await wishes.ask_to_cut(s, BOB)
        await play_deal(s)
        await starting.next_deal(s)
        assert to_cut(s) == {1}
        await tables.pass_time(clock, 12)
        assert to_cut(s) is None and s.table.phase == DEAL


async def test_only_who_sits_there_asks_to_cut_and_only_where_somebody_may(tables: Tables) -> None:
    s = await tables.open("hearts", ANN, cut="request")
    with pytest.raises(Rejected, match="You do not sit at this table"):
        await wishes.ask_to_cut(s, BOB)
    s = await tables.open("hearts", ANN, id="off", cut="off")
    with pytest.raises(Rejected, match="Nobody is asked to cut at this table"):
        await wishes.ask_to_cut(s, ANN)
