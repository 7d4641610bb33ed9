"""Tables and nights in the chats of voice and stage channels, from the lobby to the last chip."""

from __future__ import annotations

import pytest

from bot.table.state import DEAL

from .server import Server, hand, said, seat_of
from .test_night import opened, share_the_pot

NO_THREADS = "There are no threads in a voice channel; open the table without `thread`, or in a text channel."


@pytest.fixture(params=["voice", "stage"])
def talk(server: Server, request: pytest.FixtureRequest) -> Server:
    """The server, where people write in the chat of a voice channel or of a stage."""
    server.channel = getattr(server.guild, f"create_{request.param}_channel")("Table talk")
    return server


async def test_a_hand_is_played_by_buttons_and_by_text(talk: Server) -> None:
    ana, bo = talk.person("ana"), talk.person("bo")
    session = await talk.pass_three(ana, bo)
    assert session.table.posted.place == talk.channel.id and talk.board.attachments
    while session.table.phase == DEAL:
        for person in (ana, bo):
            if seat_of(session, person) in session.table.turns:
                for card in hand(session, seat_of(session, person)):
                    before = len(session.table.deal.rows) if session.table.deal is not None else 0
                    await talk.slash(person, "play", move=card)
                    if session.table.deal is None or len(session.table.deal.rows) > before:
                        break
    assert session.table.phase != DEAL and session.table.deals_begun == 1
    assert talk.board.id == session.table.posted.message


async def test_threads_are_refused(talk: Server) -> None:
    ana = talk.person("ana")
    before = await talk.books()
    assert await talk.slash(ana, "hearts", thread=True) == NO_THREADS
    assert said(await ana.slash(talk.channel, "night schedule", when="in 2 hours", thread=True)) == NO_THREADS
    assert await talk.books() == before


async def test_a_night_from_its_announcement_to_its_end(talk: Server) -> None:
    ana, bo = talk.person("ana"), talk.person("bo")
    announced = await talk.announced(ana)
    assert "**Friday** begins <t:" in (await talk.announcement(announced)).content
    (event,) = talk.bot.guilds[0].scheduled_events
    assert event.channel_id == announced.channel == talk.channel.id
    session = await opened(talk, ana, bo)
    await ana.select(talk.board, values=["red-dog"])
    await ana.click(talk.board, label="Friendly")
    assert session.table.phase == DEAL
    await share_the_pot(talk, ana, bo)
    await talk.sure(ana, "night end")
    assert session.id not in talk.bot.room.sessions
