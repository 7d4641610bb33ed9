"""The first minute at a table, and what lies behind **More…**: each kind of person sees what is theirs to press."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table import lobby, night

from .server import Server, labels, said, seat_of


def panel(person: Any) -> Any:
    """The private panel in somebody's direct messages."""
    return person.user.dm_channel.last_message


def behind(answer: Any) -> list[str]:
    """The buttons behind **More…** as they are now."""
    return labels(answer.message)


@pytest.mark.parametrize(("game", "seats"), [("hearts", 4), ("red-dog", 4), ("cash", 4), ("canfield", 1)])
async def test_play_now_fills_the_table_and_begins_in_one_press(server: Server, game: str, seats: int) -> None:
    ana = server.person("ana")
    await server.started(game, ana, start=False)
    assert labels(server.board)[0] == "Play now"
    await ana.click(server.board, label="Play now")
    assert server.table.table.phase == "deal" and len(server.table.table.taken) == seats
    assert [c.user == ana.id for c in server.table.table.chairs].count(True) == 1


async def test_play_now_keeps_the_friends_who_sit_there(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("hearts", ana, bo, start=False)
    await ana.click(server.board, label="Play now")
    assert [c.user for c in session.table.chairs] == [ana.id, bo.id, None, None] and session.table.phase == "deal"


async def test_at_a_table_of_others_play_now_says_who_may(server: Server) -> None:
    ana, bo, cleo, boss = server.person("ana"), server.person("bo"), server.person("cleo"), server.manager("boss")
    session = await server.started("hearts", ana, bo, start=False)
    before = await server.books()
    refused = said(await cleo.click(server.board, label="Play now"))
    assert refused == "This is ana's table: ana begins the game; press **Join** to play along."
    assert said(await bo.click(server.board, label="Play now")) == "This is ana's table: ana begins the game."
    assert await server.books() == before
    await boss.click(server.board, label="Play now")
    assert session.table.phase == "deal" and len(session.table.taken) == 4


async def test_friends_begin_by_themselves_where_they_are_enough(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("red-dog", ana, start=False)
    assert labels(server.board) == ["Play now", "Join", "More…"]
    await bo.click(server.board, label="Join")
    assert labels(server.board) == ["Start", "Play now", "Join", "More…"]
    await ana.click(server.board, label="Start")
    assert session.table.phase == "deal" and len(session.table.taken) == 2


async def test_each_sees_behind_more_what_is_theirs(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    await server.started("red-dog", ana, bo, start=False, cut="request")
    assert behind(await server.more(ana)) == [
        "Add a house player", "Start", "Options…", "Cut the next deal", "Leave", "Close table",
    ]  # fmt: skip
    assert behind(await server.more(bo)) == ["Add a house player", "Cut the next deal", "Leave"]
    stranger = await server.more(cleo)
    assert behind(stranger) == ["Join"] and stranger.content == "You do not sit at this table."
    await cleo.click(stranger, label="Join")
    assert server.table.table.seat_of(cleo.id) == 2


async def test_partners_change_behind_more(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("cash", ana, houses=3, start=False, teams="chosen")
    answer = await server.more(ana)
    before = [c.name for c in session.table.chairs]
    await ana.click(answer, label="Another partner")
    assert [c.name for c in session.table.chairs] != before and answer.content.startswith("You play with ")


async def test_house_players_are_added_one_after_the_other(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("hearts", ana, start=False)
    answer = await server.more(ana)
    for n in (2, 3, 4):
        await ana.click(answer, label="Add a house player")
        assert len(session.table.taken) == n
        assert answer.content.startswith(session.table.chairs[n - 1].name)
        assert answer.content.endswith(" sits down for the house.")
    assert "Add a house player" not in behind(answer)
    await ana.click(answer, label="Start")
    assert session.table.phase == "deal"


async def test_the_next_deal_is_cut_by_whoever_has_asked_behind_more(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, start=False, cut="request")
    answer = await server.more(bo)
    await bo.click(answer, label="Cut the next deal")
    assert answer.content == "You cut the pack when it is shuffled next."
    assert "Cut the next deal" not in behind(answer)
    assert await server.slash(bo, "table cut") == "You have asked to cut already."
    assert await server.slash(ana, "table cut") == "bo has asked first and cuts; it is your cut if they leave before."
    await ana.click(server.board, label="Start")
    assert session.table.waits_for_cut and session.table.turns.keys() == {1}


async def test_leave_asks_once_and_stay_takes_it_back_until_the_hand_is_over(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    assert "Leave" not in labels(server.board) and "Leave" not in labels(panel(bo))
    before = await server.books()
    answer = await server.more(bo)
    await bo.click(answer, label="Leave")
    assert answer.content.startswith("Leave the table?") and behind(answer) == ["Leave", "Stay"]
    assert await server.books() == before, "it is asked whether it is meant"
    await bo.click(answer, label="Leave")
    assert (
        session.table.chairs[1].leaving
        and answer.content == "You leave after this hand."
        and behind(answer) == ["Stay"]
    )
    assert "Stay" in labels(panel(bo)) and "More…" not in labels(panel(bo))
    await bo.user.click(panel(bo), label="Stay")
    assert not session.table.chairs[1].leaving and "More…" in labels(panel(bo))
    before = await server.books()
    assert said(await bo.click(answer, label="Stay")) == "You stay already."
    assert await server.books() == before


async def test_who_thinks_better_of_it_stays(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    answer = await server.more(bo)
    await bo.click(answer, label="Leave")
    await bo.click(answer, label="Stay")
    assert not session.table.chairs[1].leaving and answer.content.splitlines()[0] == "What else?"


async def test_leave_pressed_twice_leaves(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    answer = await server.more(bo)
    await bo.click(answer, label="Leave")
    await bo.click(answer, label="Leave")
    with pytest.raises(lobby.Rejected, match=r"^You leave after this hand already\.$"):
        await lobby.leave(session, bo.id)
    assert session.table.chairs[1].leaving


async def test_stay_after_the_hand_is_told_that_it_is_over(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    answer = await server.more(bo)
    await bo.click(answer, label="Leave")
    await bo.click(answer, label="Leave")
    await server.sure(server.manager("boss"), "cardroom void", table=session.id)
    assert session.table.seat_of(bo.id) is None
    before = await server.books()
    late = "The hand is over, and you do not sit at this table any more; press **Join** to sit down."
    assert said(await bo.click(answer, label="Stay")) == late
    assert await server.books() == before


async def test_table_leave_leaves_and_takes_it_back(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    assert await server.slash(bo, "table leave") == "You leave after this hand."
    assert await server.slash(bo, "table leave") == "You stay."
    assert not session.table.chairs[seat_of(session, bo)].leaving


async def test_a_night_has_the_same_buttons_in_front(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "night start")
    assert labels(server.board) == ["Play now", "Join", "More…"]
    await bo.click(server.board, label="Join")
    assert labels(server.board) == ["Start", "Play now", "Join", "More…"]
    await ana.click(server.board, label="Play now")
    assert server.table.table.phase == "pick" and len(server.table.table.taken) == 4
    assert {"Join", "More…"} <= {*labels(server.board)} and "Leave" not in labels(server.board)
    assert behind(await server.more(ana)) == ["Add a house player", "Cut the next deal", "Leave", "End the night"]
    assert behind(await server.more(bo)) == ["Add a house player", "Cut the next deal", "Leave"]
    more = await server.more(ana)
    await ana.click(more, label="End the night")
    assert "End the night for everybody?" in more.content and night.of(server.table.table)
