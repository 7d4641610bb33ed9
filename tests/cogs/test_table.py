"""`/table …`: seats, the course of a match, and proofs."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.proof import verify
from bot.games.catalog import GAMES
from bot.store import escrow, ledger, member
from bot.table.session import Session

from .server import Server, hand, labels, said, seat_of, turn
from .test_watching import restart


async def play_on(server: Server, session: Session, person: Any) -> None:
    """The deal to its end, by the first legal move each time."""
    while session.table.phase == "deal":
        (move, *_) = await server.offered(person, "play", "move", "", table=session.id)
        await server.slash(person, "play", move=move, table=session.id)


async def agree_to_end(server: Server, *people: Any) -> None:
    await server.slash(people[0], "end")
    for person in people[1:]:
        await server.slash(person, "agree")


async def test_join_house_and_start(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.hearts(ana, start=False)
    await server.sure(ana, "table close")
    session = await server.hearts(ana, bo, start=False)
    assert [c.name for c in session.table.chairs] == ["ana", "bo", "Ada", "Bertie"]
    assert await server.slash(bo, "table start") == "Only the host of this table can do that."
    assert await server.slash(ana, "table start") == "The cards are dealt."
    assert await server.slash(ana, "table start") == "The game has begun already."
    assert await server.slash(ana, "table house") == "The table is full."


async def test_a_game_needs_its_players(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "hearts")
    before = await server.books()
    answer = await server.slash(ana, "table start")
    assert answer == "Hearts needs 3 more players; friends can join, or add a house player."
    assert await server.books() == before


async def test_a_friend_takes_over_a_house_players_seat(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.pass_three(ana)
    assert await server.offered(bo, "table take", "seat", "") == [2, 3, 4]
    before = await server.books()
    assert await server.slash(bo, "table take", seat=3) == "You can take that seat when this deal is over."
    assert await server.slash(bo, "table take", seat=9) == "There is no seat 9 at this table."
    assert await server.slash(bo, "table take", seat=1) == "ana sits there."
    assert await server.slash(ana, "table take", seat=3, table=session.id) == "You sit at this table already."
    assert await server.books() == before
    await play_on(server, session, ana)
    assert session.table.match is not None
    points = session.table.match.state.scores[2]
    assert await server.slash(bo, "table take", seat=3) == "You take over the seat of Bertie."
    assert session.table.seat_of(bo.id) == 2
    assert session.table.match.state.scores[2] == points
    await server.slash(ana, "table next")
    assert len(hand(session, 2)) == 13
    assert all(bo.user.dm_channel.history())


async def test_whoever_queues_gets_the_next_house_seat(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.pass_three(ana)
    answer = await server.slash(bo, "table join")
    assert answer == "You take a seat when this hand is over, and are told so. **More…** takes it back."
    assert "In the queue: bo." in server.board.content
    await play_on(server, session, ana)
    assert session.table.seat_of(bo.id) == 3, "whoever came last gives way"
    assert session.table.queue == []
    assert "In the queue" not in server.board.content


async def test_remove_a_seat(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, houses=1, start=False)
    assert await server.slash(bo, "table remove", seat=3) == "Only the host of this table can do that."
    assert await server.offered(ana, "table remove", "seat", "ada") == [3]
    assert await server.slash(ana, "table remove", seat=3) == "Ada does not sit at this table any more."
    assert await server.slash(ana, "table remove", seat=7) == "Nobody sits there."
    assert await server.slash(ana, "table remove", seat=2) == "bo does not sit at this table any more."
    assert await server.store.read(ledger.balance, server.guild.id, bo.id) == 100_000
    assert [c.name for c in session.table.chairs] == ["ana"]


async def test_nobody_is_removed_in_the_middle_of_a_deal(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    before = await server.books()
    assert await server.slash(ana, "table remove", seat=2) == "A seat can be emptied when this deal is over."
    assert await server.books() == before


async def test_pause_and_resume(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await server.red_dog(ana, bo)
    assert await server.slash(bo, "table pause") == "Only the host of this table can do that."
    assert await server.slash(ana, "table pause") == "The table is paused."
    assert await server.slash(ana, "table pause") == "The table is paused already."
    before = await server.books()
    better = [ana, bo][turn(session)]
    answer = await server.slash(better, "bet", amount="min")
    assert answer == "The table is paused: ana has paused it; press **Go on** to play on."
    assert await server.slash(cleo, "table resume") == "Only players at this table can go on with it."
    assert await server.books() == before
    assert await server.slash(bo, "table resume") == "The table goes on."
    assert session.table.paused is None
    assert await server.slash(bo, "table resume") == "The table is not paused."


async def test_next_and_rematch(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await server.red_dog(ana, bo)
    assert await server.slash(ana, "table next") == "This deal is not over yet."
    assert await server.slash(ana, "table rematch") == "A rematch can begin when this match is over."
    await play_on_both(server, session, ana, bo)
    if session.table.phase == "between":
        assert await server.slash(cleo, "table next") == "Only players at this table deal the next hand."
        assert await server.slash(bo, "table next") == "The cards are dealt."
        await agree_to_end(server, ana, bo)
    assert session.table.phase == "over"
    assert labels(server.board)[0] == "Rematch"
    assert await server.slash(ana, "table rematch") == "A new match: the cards are dealt."
    assert session.table.matches_begun == 2
    assert await server.store.read(ledger.audit) == []


async def play_on_both(server: Server, session: Session, *people: Any) -> None:
    while session.table.phase == "deal":
        (seat,) = session.table.turns
        person = next(p for p in people if session.table.seat_of(p.id) == seat)
        await server.slash(person, "bet", amount="min")


async def test_rebuy(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    await play_on_both(server, session, ana, bo)
    assert session.table.match is not None
    seat = min((0, 1), key=lambda s: session.table.match.state.stacks[s] if session.table.match else 0)
    poor, rich = ([ana, bo] if seat == seat_of(session, ana) else [bo, ana])[:2]
    stack = session.table.match.state.stacks[seat]
    if stack < 10_000:
        assert await server.slash(poor, "table rebuy") == "You buy 100 play chips."
        assert session.table.match.state.stacks[seat] == stack + 10_000
        assert await server.store.read(ledger.balance, server.guild.id, poor.id) == 80_000
    if session.table.match.state.stacks[1 - seat] >= 10_000:
        assert await server.slash(rich, "table rebuy") == "You can buy more when you have less than 100."


async def test_chips_cannot_be_bought_at_hearts(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana)
    assert await server.slash(ana, "table rebuy") == "Hearts is not played for chips."
    answer = await server.slash(ana, "table sit-out")
    assert answer == "Hearts needs everybody; a house player can take your seat if you leave."


async def test_sit_out(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await server.red_dog(ana, bo, cleo)
    assert await server.slash(cleo, "table sit-out") == "You sit out from the next deal on."
    await play_on_both(server, session, ana, bo, cleo)
    await server.slash(ana, "table next")
    assert session.table.deal is not None
    assert 2 not in session.table.deal.table.players
    assert await server.slash(cleo, "table sit-out") == "You are dealt in from the next deal on."


async def test_of_chips_nothing_is_said_where_a_table_without_any_is_closed(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana, start=False)
    assert await server.sure(ana, "table close") == "The table is closed."


async def test_close_sends_everybodys_chips_home(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    await play_on_both(server, session, ana, bo)
    assert await server.sure(bo, "table close") == "Only the host of this table can do that."
    board = server.board
    assert await server.sure(ana, "table close") == "The table is closed, and all chips are back in the bank."
    books = await server.store.read(ledger.balances, server.guild.id)
    assert {a.kind for a in books} == {"member", "mint"}
    assert books[member(server.guild.id, ana.id)] + books[member(server.guild.id, bo.id)] == 200_000
    closed = next(m for m in server.channel.history() if m.id == board.id)
    assert "this table is closed" in closed.content
    assert f"/table proof table:{session.id}" in closed.content
    assert labels(closed) == ["My moves"]


async def test_show_posts_the_table_again(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    old = server.board.id
    await bo.send(server.channel, "hello")
    assert await server.slash(bo, "table show") == f"The table is in <#{server.channel.id}>."
    assert server.board.id > old
    assert [m.id for m in server.channel.history() if m.id == old] == []


async def test_only_managers_make_a_deal_void(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    boss = server.manager("boss")
    session = await server.red_dog(ana, bo)
    assert await server.sure(ana, "table void") == "Only somebody who manages this server can make a deal void."
    assert await server.sure(boss, "table void") == "The deal is void; all stacks are as when it began."
    assert session.table.phase == "between"
    assert session.table.match is not None
    assert session.table.match.state.stacks == (10_000, 10_000)
    assert "The last round is void" in server.board.content
    assert await server.sure(boss, "table void") == "No deal is running."
    assert (await server.store.read(ledger.balances, server.guild.id))[escrow(session.id, ana.id)] == 10_000


# ---- the proof of a shuffle --------------------------------------------------------------------


async def proof(server: Server, person: Any, **options: Any) -> tuple[str, list[bytes]]:
    result = await person.slash(server.channel, "table proof", **options)
    text = said(result)
    files = [await a.read() for a in result.response.attachments]
    return text, files


@pytest.mark.parametrize("ended", ["agreed", "closed"])
async def test_the_deal_files_of_a_match_that_is_over(server: Server, ended: str) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await server.red_dog(ana, bo)
    sealed = [session.table.deal.seal.commit] if session.table.deal and session.table.deal.seal else []
    await play_on_both(server, session, ana, bo)
    assert (await proof(server, ana, deal=1))[1] == []  # Red Dog tells when the match ends
    await server.slash(ana, "table next")
    sealed += [session.table.deal.seal.commit] if session.table.deal and session.table.deal.seal else []
    if ended == "agreed":
        await agree_to_end(server, ana, bo)
    else:
        await play_on_both(server, session, ana, bo)
        await server.sure(ana, "table close")
    for number, commit in enumerate(sealed, 1):
        text, (file,) = await proof(server, cleo, deal=number, table=session.id)
        assert commit in text
        held = verify(file, GAMES)
        assert (held.game, held.commit, held.deals) == ("red-dog", commit, 1)
    assert (await proof(server, ana, table=session.id))[0].startswith("Deal 2 was sealed as")
    text, files = await proof(server, ana, deal=3, table=session.id)
    assert (text, files) == ("There is no deal 3 at this table; the newest is 2.", [])


async def test_a_void_deal_is_told_at_once(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.red_dog(ana, bo)
    assert session.table.deal is not None
    assert session.table.deal.seal is not None
    commit = session.table.deal.seal.commit
    await server.sure(boss, "table void")
    text, (file,) = await proof(server, ana, deal=1)
    assert commit in text
    assert verify(file, GAMES).commit == commit


async def test_there_is_no_proof_before_a_deal(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana, start=False)
    assert await server.slash(ana, "table proof") == "Nothing has been dealt at this table yet."


async def test_by_a_press_in_mid_hand_somebody_takes_a_seat_from_the_next_one_and_is_told_so(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.pass_three(ana)
    pressed = await bo.click(server.board, label="Take a seat from the next hand")
    promised = "You take a seat when this hand is over, and are told so. **More…** takes it back."
    assert said(pressed) == promised
    assert (await server.more(bo)).content.splitlines()[0] == promised
    await restart(server)
    session = await server.bot.room.find(session.id)
    await play_on(server, session, ana)
    await server.env.settle()
    assert seat_of(session, bo) == 3
    assert "bo takes the seat of Clara." in server.board.content
    assert bo.user.dm_channel.last_message.attachments, "and has a panel"


async def test_whoever_waits_is_told_by_the_answer_to_their_press(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.pass_three(ana)
    pressed = await bo.click(server.board, label="Take a seat from the next hand")
    await play_on(server, session, ana)
    await server.env.settle()
    told = [m.content for m in pressed.followups if m.ephemeral]
    assert told.count("You sit at the table now; **My hand** shows your cards when they are dealt.") == 1


async def test_whoever_was_removed_comes_back_by_the_hosts_invitation_alone(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    session = await server.red_dog(ana, bo, cleo, start=False)
    await server.slash(ana, "table remove", seat=2)
    refused = (
        "You were removed from this table. You can sit down there again when its host invites you (on your name:"
        " **Apps**, **Invite to my table**)."
    )
    assert said(await bo.click(server.board, label="Join")) == refused
    assert await server.slash(bo, "table join") == refused
    invite = "Invite to my table"
    answer = said(await cleo.context_menu(server.channel, invite, bo))
    assert answer == f"<@{bo.id}> was removed from this table: only its host can invite them."
    assert said(await bo.click(server.board, label="Join")) == refused
    assert said(await ana.context_menu(server.channel, invite, bo)) == f"<@{bo.id}> is invited."
    await bo.click(server.board, label="Join")
    assert session.table.seat_of(bo.id) is not None
