"""The end of a match as people see it: in the table's message, in its alt text, and the last hand behind a button."""

from __future__ import annotations

from bot.show.messages.builder import MessageBuilder
from bot.show.messages.ending_alt import names
from card_art import scene as art

from .server import Server, labels
from .test_table import agree_to_end, play_on_both


async def test_who_has_won_stands_in_the_picture_and_the_last_hand_behind_a_button(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
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
