"""`/table watch`, `/table replay`, `/table undo` and `/table host`, as people use them."""

from __future__ import annotations

from bot.app import CardRoom

from .server import Server, hand, labels, said, seat_of, turn


async def test_an_onlooker_sees_the_table_and_nothing_else(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await server.red_dog(ana, bo, cut="off")
    shown = (await cleo.slash(server.channel, "table watch")).response
    assert shown.ephemeral and labels(shown) == ["Stop watching"]
    board = server.board
    assert shown.content == f"{board.content}\n-# You are looking on."
    assert shown.attachments[0].description == board.attachments[0].description
    calls = len(server.env.http_requests)
    await server.slash([ana, bo][turn(session)], "bet", amount="min")
    await server.env.settle()
    edits = [r for r in server.env.http_requests[calls:] if "@original" in str(r) or str(shown.id) in str(r)]
    assert edits, "the picture is kept up to date"
    await cleo.click(shown, label="Stop watching")
    assert server.bot.room.display.spectators.all() == []


async def restart(server: Server) -> None:
    """The bot stops, and another one starts on the same records."""
    server.bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(server.bot)
    await server.env.settle()


async def test_watching_by_direct_message_outlasts_a_restart(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await server.red_dog(ana, bo, cut="off")
    answer = await server.slash(cleo, "table watch", where="direct message", table=session.id)
    assert answer == "You watch this table by direct message."
    (message,) = cleo.user.dm_channel.history()
    assert session.table.posted.watchers == {cleo.id: (cleo.user.dm_channel.id, message.id)}
    await restart(server)
    session = server.table
    await server.slash([ana, bo][turn(session)], "bet", amount="min")
    (message,) = cleo.user.dm_channel.history()
    assert message.content.startswith(server.board.content)
    await cleo.user.click(message, label="Stop watching")
    assert session.table.posted.watchers == {} and cleo.user.dm_channel.history() == []


async def test_who_cannot_see_the_channel_cannot_look_on(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await server.red_dog(ana, bo, cut="off")
    lounge = server.guild.create_text_channel("lounge")
    there = said(await cleo.slash(lounge, "table watch"))
    assert there.startswith("You sit at no table here")
    seen = await cleo.slash(lounge, "table watch", table=session.id)
    assert "You are looking on" in seen.response.content
    assert said(await cleo.slash(lounge, "table watch", table="nothere")).startswith("There is no such table here")


async def test_a_match_that_is_over_is_seen_again(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="off")
    assert await server.slash(bo, "table replay") == "No match at this table is over yet."
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    await server.sure(ana, "table close")
    shown = (await bo.slash(server.channel, "table replay", table=session.id)).response
    assert shown.ephemeral and "round 1 of 1 · move 0 of" in shown.content
    assert labels(shown) == ["▶", "⏭", "Open all hands", "My moves"]
    await restart(server)
    shown = (await bo.click(shown, label="▶")).response
    assert "move 1 of" in shown.content and "⏮" in labels(shown)
    shown = (await bo.click(shown, label="Open all hands")).response
    assert "As it was seen" in labels(shown)


async def test_a_move_is_taken_back_by_buttons(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cleo", "dan")]
    session = await server.hearts(*people, cut="off")
    for person in people:
        await server.slash(person, "pass", cards=" ".join(hand(session, seat_of(session, person))[:3]))
    leader = turn(session)
    (move, *_) = await server.offered(people[leader], "play", "move", "")
    await server.slash(people[leader], "play", move=move)
    others = [p for n, p in enumerate(people) if n != leader]
    before = await server.books()
    assert await server.slash(others[0], "table undo") == "Cards have been shown since; that cannot be taken back."
    assert await server.slash(others[0], "table undo", answer="agree") == "Nobody asks to take a move back now."
    assert await server.books() == before
    assert (await server.slash(people[leader], "table undo")).startswith("You ask to take your last move back")
    assert "Let them take it back" in labels(server.board)
    for person in others[:2]:
        await person.click(server.board, label="Let them take it back")
    assert turn(session) != leader
    (panel,) = others[2].user.dm_channel.history()
    await others[2].user.click(panel, label="Let them take it back")
    assert turn(session) == leader and len(hand(session, leader)) == 13
    assert "Let them take it back" not in labels(server.board)


async def test_the_hosts_part_is_handed_on(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, start=False)
    assert said(await bo.slash(server.channel, "table host", member=bo)) == "Only the host of this table can do that."
    assert said(await ana.slash(server.channel, "table host", member=bo)) == "bo is the host of this table now."
    assert session.table.host == bo.id
