"""The end of a match as people see it: in the table's message, in its alt text, and the last hand behind a button."""

from __future__ import annotations

from typing import Any

from bot.engine.amounts import signed
from bot.show.messages.builder import MessageBuilder
from bot.show.messages.ending_alt import names
from bot.table.session import Session
from card_art import scene as art

from .server import Server, labels
from .test_table import agree_to_end, play_on_both
from .test_watching import restart


async def played(server: Server, ana: Any, bo: Any) -> Session:
    """A match of Red Dog that two people have ended by agreement."""
    session = await server.red_dog(ana, bo)
    for _ in range(3):
        await play_on_both(server, session, ana, bo)
        if session.table.phase == "between":
            await server.slash(bo, "table next")
    if session.table.phase != "over":
        await play_on_both(server, session, ana, bo)
        await server.slash(bo, "table next")
        await agree_to_end(server, ana, bo)
    assert session.table.phase == "over"
    return session


async def test_what_the_match_counts_for_stands_in_its_picture(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    await server.slash(boss, "season start", name="Autumn")
    session = await played(server, ana, bo)
    assert session.table.counted
    first = session.table.counted[0]
    assert first.rating is not None and first.gained is not None and first.season_place == 1
    told = f"rating {first.rating} {signed(first.gained * 100)}"
    (file,) = server.board.attachments
    assert f"{told}, first in the season." in (file.description or "").replace("Rating", "rating")

    def shown(user: int | None) -> tuple[str, ...]:
        builder: MessageBuilder = server.bot.room.builder
        snap = builder.snapshot(server.table.table)
        picture = (snap.private[user] if user else snap.public).picture
        assert isinstance(picture, art.MatchEnd)
        return picture.counted

    assert shown(None)[0].endswith(told)
    panels = {one.user: shown(one.user) for one in session.table.counted or ()}
    assert {*panels} == {ana.id, bo.id} and panels[first.user][0] == f"you: {told}"
    assert all(parts[0].startswith("you: rating ") for parts in panels.values())
    await restart(server)
    assert {one.user: shown(one.user) for one in server.table.table.counted or ()} == panels
    (file,) = server.board.attachments
    assert told in (file.description or "").replace("Rating", "rating")


async def test_who_has_won_stands_in_the_picture_and_the_last_hand_behind_a_button(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await played(server, ana, bo)
    builder: MessageBuilder = server.bot.room.builder
    end = builder.snapshot(session.table).public.picture
    assert isinstance(end, art.MatchEnd)
    assert len(session.table.match_course) == session.table.deals_begun
    (file,) = server.board.attachments
    assert f"{names(end.winners)} {end.verb}" in (file.description or "") and "100 in, " in (file.description or "")
    assert labels(server.board)[:2] == ["Rematch", "Last round"]
    answer = (await bo.click(server.board, label="Last round")).response
    assert answer is not None and answer.ephemeral
    (sheet,) = answer.attachments
    assert sheet.description != file.description and "ana" in (sheet.description or "")
    await ana.click(server.board, label="Rematch")
    assert session.table.match_course == [] and session.table.highlight is None


async def closed(server: Server, host: Any) -> Any:
    """The message of the only table, once it is closed."""
    board = server.board.id
    await server.sure(host, "table close")
    return next(m for m in server.channel.history() if m.id == board)


async def test_a_table_that_is_closed_shows_its_end_and_not_the_last_hand(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await played(server, ana, bo)
    (before,) = server.board.attachments
    board = await closed(server, ana)
    assert session.table.phase == "closed"
    (file,) = board.attachments
    assert file.description == before.description and labels(board) == ["My moves"]


async def test_a_session_that_is_closed_between_two_hands_tells_who_goes_home_with_what(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    while session.table.phase != "between" and session.table.phase != "over":
        await play_on_both(server, session, ana, bo)
    stacks = [session.table.stack_of(seat) for seat in range(2)]
    (file,) = (await closed(server, ana)).attachments
    assert file.description is not None
    if stacks[0] != stacks[1]:
        best = "ana" if stacks[session.table.seat_of(ana.id) or 0] == max(stacks) else "bo"
        assert f"{best} wins: " in file.description
    assert file.description.count("100 in, ") == 2  # of both


async def test_a_match_played_alone_has_an_end(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("canfield", ana)
    await server.slash(ana, "resign")
    if session.table.phase != "over":
        await server.sure(ana, "resign")
    assert session.table.phase == "over"
    end = server.bot.room.builder.snapshot(session.table).public.picture
    assert isinstance(end, art.MatchEnd) and names(end.winners) == "ana"
    assert isinstance(end.others, art.Ledger) and len(end.others.columns) == 1
    assert not end.won and "ana ends: " in ((server.board.attachments[0].description) or "")
