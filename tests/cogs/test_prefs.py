"""`/prefs`: a person's own pictures, panel and reminders."""

from __future__ import annotations

from typing import Any

import pytest

from bot.host.messages.display import Display
from bot.store import Work, direct_messages
from bot.table import clock

from .conftest import PIXEL
from .server import Server, hand, seat_of
from .test_cardroom import fill


@pytest.fixture
def styles(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The style of every picture that is drawn, with whether it is a panel's."""
    seen: list[Any] = []

    def draw(picture: Any) -> bytes:
        table = picture[0] if isinstance(picture, tuple) else picture
        seen.append((isinstance(picture, tuple), table.style.four_colour, table.style.compact))
        return PIXEL

    monkeypatch.setattr("tests.drawing.drawn_by", draw)
    return seen


async def test_a_deck_of_ones_own_shows_on_the_panel_at_once(server: Server, styles: list[Any]) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana, cut="off")
    styles.clear()
    answer = await server.slash(ana, "prefs", deck="two colours", cards="compact faces")
    assert "Deck: two colours\nCards: compact faces" in answer
    assert styles == [(True, False, True)]  # the panel alone: everybody's picture is the server's
    assert session.table.posted.panels[ana.id][1] == ana.user.dm_channel.history()[0].id
    assert "Deck: as the server has it" in await server.slash(ana, "prefs", deck="as the server has it")
    assert styles[-1] == (True, True, True)


async def test_the_servers_choice_is_the_tables_picture(server: Server, styles: list[Any]) -> None:
    ana, mia = server.person("ana"), server.manager("mia")
    session = await server.hearts(ana, cut="off")
    assert (
        "drawn in two colours"
        in (await fill(server, mia, "House players and cards…", four_colour="no")).response.content
    )
    await server.slash(ana, "prefs", deck="four colours")
    styles.clear()
    await server.slash(ana, "pass", cards=" ".join(hand(session, seat_of(session, ana))[:3]))
    assert {four for private, four, _ in styles if private} == {True}
    assert {four for private, four, _ in styles if not private} == {False}


async def test_a_hand_on_the_table_and_back_in_direct_messages(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="off")
    assert len(ana.user.dm_channel.history()) == 1
    answer = await server.slash(ana, "prefs", hands="on the table")
    assert "Your hand: on the table, behind **My hand** and `/hand`" in answer
    assert ana.user.dm_channel.history() == []
    assert ana.id not in session.table.posted.panels and bo.id in session.table.posted.panels
    await server.slash(ana, "prefs", hands="by direct message")
    await server.env.settle()
    assert len(ana.user.dm_channel.history()) == 1
    assert session.table.posted.panels[ana.id][1] == ana.user.dm_channel.history()[0].id


async def test_direct_messages_that_were_closed_once_are_tried_again(server: Server) -> None:
    ana = server.person("ana")
    await server.store.commit(Work().do(direct_messages.set_dm, ana.id, None, flagged=True))
    session = await server.hearts(ana)
    assert session.table.posted.panels == {}
    await server.slash(ana, "prefs", hands="by direct message")
    assert session.table.posted.panels[ana.id][1] == ana.user.dm_channel.history()[0].id


async def test_reminded_at_once_or_never(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    reminded: list[int] = []

    def remind(self: Display, session: Any, seat: int) -> None:
        reminded.append(seat)

    monkeypatch.setattr(Display, "remind", remind)
    monkeypatch.setattr(clock, "ABSORBED_MS", 0)  # as if nobody had done anything at the table
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "prefs", reminders="at once")
    assert "never" in await server.slash(bo, "prefs", reminders="never")
    session = await server.red_dog(ana, bo, cut="off")
    table_clock = server.bot.room._clocks[session.id]
    for seat, user in ((0, ana.id), (1, bo.id)):
        assert table_clock._reminds_after(user, 60_000) == (60_000 if seat else 0)
    for _ in range(2):
        (better,) = session.table.turns
        await server.slash([ana, bo][better], "bet", amount="min")
        await server.env.settle()
    assert 0 in reminded and 1 not in reminded
