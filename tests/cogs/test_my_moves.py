"""**My moves** as people press it: what their decisions in a match were worth, for them alone."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.host.calls.reply import Reply
from bot.host.controls import data_export
from bot.host.reviews import FAILED, Killed
from bot.show.messages.page import MessageContent
from bot.show.pages import my_moves
from bot.store import Work, reviews
from bot.table import reviewing
from tests.drawing import LooksInThread

from .ahead import restart
from .server import Server, labels, said, seat_of

pytestmark = pytest.mark.usefixtures("without_moments")


def answer(result: Any) -> Any:
    """The private message that a press has brought."""
    return [m for m in (result.response, *result.followups) if m is not None and m.ephemeral][-1]


async def badly(server: Server, *people: Any, rounds: int = 2) -> Any:
    """The message of a session of Blackjack that is over, in which these people have hit whatever they held."""
    session = await server.started("blackjack", *people)
    for n in range(rounds):
        if n:
            await server.slash(people[0], "table next")
        for person in people:
            await server.slash(person, "bet", amount="10")
        who = {seat_of(session, person): person for person in people}
        while session.table.deal is not None and session.table.turns:
            hits = "Hit" in labels(server.board)
            await server.slash(who[next(iter(session.table.turns))], "play", move="hit" if hits else "no")
    board = server.board
    await server.sure(people[0], "table close")
    return next(m for m in server.channel.history() if m.id == board.id)


def texts(message: Any) -> list[str]:
    """What is read of it: the text, and what its picture is told as."""
    return [message.content, *(file.description for file in message.attachments)]


async def turned(person: Any, message: Any, label: str) -> Any:
    return (await person.click(message, label=label)).response or message


async def tried(person: Any, message: Any, move: str) -> Any:
    (menu,) = [c for row in message.components for c in row["components"] if c["type"] == 3]
    (value,) = [option["value"] for option in menu["options"] if option["label"] == move]
    return (await person.select(message, [value])).response or message


async def test_what_cost_most_page_by_page(server: Server) -> None:
    ana = server.person("ana")
    board = await badly(server, ana)
    shown = answer(await ana.click(board, label="My moves"))
    assert shown.content.startswith("**Blackjack** · my moves\n**1 of 3 decisions** was as a club player's.")
    assert "1. Round 2: **Hit**; better was **Stand**, worth about +14.1 chips" in shown.content
    first = await turned(ana, shown, "Show me ▶")
    assert first.content == (
        "**Blackjack** · Round 2 · decision 1 of 2\n"
        "You chose **Hit**. Better was **Stand**, worth about +14.1 chips: 20 against a ten, by the book."
    )
    assert "A♥ 9♦ Q♥" in first.attachments[0].description and labels(first) == ["◀ Back", "Next ▶"]
    stood = await tried(ana, first, "Stand")
    assert stood.content.endswith("\n**Stand**: there was nothing better.")
    hit = await tried(ana, stood, "Hit")
    assert hit.content.endswith("\n**Hit** is worth about 14.1 chips less than **Stand**.")
    last = await turned(ana, hit, "Next ▶")
    assert "decision 2 of 2" in last.content and labels(last) == ["◀ Back"]
    back = await turned(ana, await turned(ana, last, "◀ Back"), "◀ Back")
    assert back.content.startswith("**Blackjack** · my moves") and not back.attachments
    for message in (shown, first, hit, last):
        assert message.ephemeral and len(message.content) <= 2000 and all(len(t) <= 1024 for t in texts(message)[1:])


async def test_the_second_press_shows_the_same_numbers_at_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = server.person("ana")
    board = await badly(server, ana)
    first = answer(await ana.click(board, label="My moves")).content

    async def never(*_: object) -> None:
        raise AssertionError("it is worked out a second time")

    monkeypatch.setattr(server.bot.room.reviews.process, "look_at", never)
    assert answer(await ana.click(board, label="My moves")).content == first


async def test_pages_are_turned_after_a_restart(server: Server) -> None:
    ana = server.person("ana")
    shown = answer(await ana.click(await badly(server, ana), label="My moves"))
    await restart(server)
    first = await turned(ana, shown, "Show me ▶")
    assert "decision 1 of 2" in first.content and "A♥ 9♦ Q♥" in first.attachments[0].description
    await restart(server)
    assert (await tried(ana, first, "Stand")).content.endswith("there was nothing better.")


async def test_who_has_not_played_reads_so(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    board = await badly(server, ana)
    shown = answer(await ana.click(board, label="My moves"))
    assert said(await bo.click(board, label="My moves")) == reviewing.NOT_PLAYED
    (table,) = await tables_of(server)
    assert await server.store.read(reviews.of, server.guild.id, bo.id, f"{table}-1") is None
    with pytest.raises(simcord.SetupError):  # a page that somebody else has open is not there for him
        await bo.click(shown, label="Show me ▶")


async def test_under_one_name_moves_cannot_be_told_apart(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = server.person("ana")
    board = await badly(server, ana)

    async def two_have_had_it(*_: object) -> dict[str, int]:
        return {}

    monkeypatch.setattr("bot.table.reviewing.people", two_have_had_it)
    assert said(await ana.click(board, label="My moves")) == reviewing.ONE_NAME


async def test_it_stands_beside_a_rematch(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("red-dog", ana, houses=1, rounds="1")
    while session.table.phase == "deal":
        if seat_of(session, ana) in session.table.turns:
            await server.slash(ana, "play", move="bet min")
        await server.env.advance_time(2)
    assert session.table.phase == "over" and {"Rematch", "My moves"} <= {*labels(server.board)}
    shown = answer(await ana.click(server.board, label="My moves"))
    assert shown.content.startswith("**Red Dog** · my moves")


async def test_each_has_their_own(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    board = await badly(server, ana, bo)
    mine = answer(await ana.click(board, label="My moves")).content
    others = answer(await bo.click(board, label="My moves")).content
    assert mine.startswith("**Blackjack** · my moves") and mine != others


async def test_in_a_full_room_it_comes_later(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = server.person("ana")
    board = await badly(server, ana)
    server.bot.room.services.late = 1000.0
    said_first: list[str] = []
    true = Reply.show

    async def show(reply: Reply, content: MessageContent, png: bytes) -> None:
        said_first.append(content.text)
        await true(reply, content, png)

    monkeypatch.setattr(Reply, "show", show)
    shown = answer(await ana.click(board, label="My moves"))
    assert said_first == [my_moves.LATER] and shown.content.startswith("**Blackjack** · my moves")


async def test_after_a_quarter_of_an_hour_it_comes_by_direct_message(server: Server) -> None:
    ana = server.person("ana")
    board = await badly(server, ana)
    with pytest.MonkeyPatch.context() as late:
        late.setattr("bot.host.calls.reply.Reply.expired", True)
        shown = answer(await ana.click(board, label="My moves"))
    assert shown.content == my_moves.WORKING
    sent = ana.user.dm_channel.last_message
    assert sent.content.startswith("**Blackjack** · my moves") and labels(sent) == ["Show me ▶"]
    first = await turned(ana.user, sent, "Show me ▶")
    assert "decision 1 of 2" in first.content


async def left_off(server: Server, person: Any) -> Any:
    """The process has ended before it had worked out what this person has asked for, and another one has begun; the
    message of that match."""
    board = await badly(server, person)
    (table,) = await tables_of(server)
    asked = Work().do(reviews.ask, server.guild.id, person.id, f"{table}-1", reviewing.JUDGE, server.bot.room.now())
    await server.store.commit(asked)
    await restart(server)
    return board


async def test_what_was_being_worked_out_comes_once_after_a_restart(server: Server) -> None:
    ana = server.person("ana")
    await left_off(server, ana)
    (sent,) = summaries(ana)
    assert "decision 1 of 2" in (await turned(ana.user, sent, "Show me ▶")).content
    await restart(server)
    assert not summaries(ana)


async def test_who_takes_no_direct_messages_reads_it_with_the_next_press(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "prefs", hands="on the table")
    board = await left_off(server, ana)
    assert not summaries(ana)
    assert answer(await ana.click(board, label="My moves")).content.startswith("**Blackjack** · my moves")


async def test_what_cannot_be_worked_out_is_not_tried_again_after_a_restart(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = server.person("ana")

    async def dies(*_: object) -> bool:
        raise Killed(-9)

    monkeypatch.setattr(LooksInThread, "look_at", dies)
    assert answer(await ana.click(await badly(server, ana), label="My moves")).content == FAILED
    assert await server.store.read(reviews.asked, server.store.cluster) == []


async def test_what_was_asked_for_and_is_erased_is_not_worked_out(server: Server) -> None:
    ana = server.person("ana")
    await badly(server, ana)
    (table,) = await tables_of(server)
    ask = Work().do(reviews.ask, server.guild.id, ana.id, f"{table}-1", reviewing.JUDGE, server.bot.room.now())
    await server.store.commit(ask)
    await data_export.erase(server.bot.room, server.guild.id, ana.id)
    assert await server.store.read(reviews.asked, server.store.cluster) == []
    await server.store.commit(ask)
    assert await server.store.read(reviews.asked, server.store.cluster) == []


def summaries(person: Any) -> list[Any]:
    """What a person's direct messages say of their moves."""
    channel = person.user.dm_channel
    every = channel.history() if channel is not None else []
    return [m for m in every if m.content.startswith("**Blackjack** · my moves")]


async def test_nothing_can_be_said_where_the_log_is_gone(server: Server) -> None:
    ana = server.person("ana")
    board = await badly(server, ana)
    shown = answer(await ana.click(board, label="My moves"))

    def gone(db: Any) -> None:
        db.execute("DELETE FROM deal_rows")
        db.execute("DELETE FROM deals")

    await server.store.commit(Work().do(gone))
    assert said(await ana.click(shown, label="Show me ▶")) == "That round is not kept any more."

    def forgotten(db: Any) -> None:
        db.execute("DELETE FROM reviews")

    await server.store.commit(Work().do(forgotten))
    assert said(await ana.click(board, label="My moves")) == reviewing.GONE


async def test_who_is_erased_has_none_and_has_played_nothing(server: Server) -> None:
    ana = server.person("ana")
    board = await badly(server, ana)
    shown = answer(await ana.click(board, label="My moves"))
    await data_export.erase(server.bot.room, server.guild.id, ana.id)
    assert said(await ana.click(shown, label="Show me ▶")) == my_moves.FORGOTTEN
    assert said(await ana.click(board, label="My moves")) == reviewing.NOT_PLAYED


async def test_what_a_stand_in_has_done_is_not_judged(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("blackjack", ana)
    await server.slash(ana, "bet", amount="10")
    async with session.commits.changing() as (table, _):
        table.chairs[seat_of(session, ana)].stand_in = True
    while session.table.deal is not None and session.table.turns:
        await server.env.advance_time(5)
    board = server.board
    await server.sure(ana, "table close")
    board = next(m for m in server.channel.history() if m.id == board.id)
    shown = answer(await ana.click(board, label="My moves"))
    assert shown.content == f"**Blackjack** · my moves\n{my_moves.NOTHING}" and not labels(shown)


async def test_a_replay_leads_to_ones_own_moves(server: Server) -> None:
    ana = server.person("ana")
    board = await badly(server, ana)
    (table,) = await tables_of(server)
    result = await ana.slash(server.channel, "table replay", table=table)
    film = result.response or result.followups[-1]
    assert labels(film)[-1] == "My moves"
    assert answer(await ana.click(film, label="My moves")).content == (
        answer(await ana.click(board, label="My moves")).content
    )


async def tables_of(server: Server) -> list[str]:
    return [row[0] for row in await server.store.read(lambda db: db.execute("SELECT id FROM card_tables").fetchall())]
