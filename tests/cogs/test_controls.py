"""Buttons, menus and forms: on the table message, in the private panel and in **My hand**."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import card
from bot.show.words.sentences import card_text

from .server import Server, hand, labels, said, seat_of, turn


def panel(person: Any) -> Any:
    """The private panel in somebody's direct messages."""
    return person.user.dm_channel.last_message


def menu(message: Any) -> list[str]:
    """What the only menu of a message offers."""
    menus = [c for row in message.components for c in row.children if hasattr(c, "options")]
    assert len(menus) == 1
    return [o.value for o in menus[0].options]


async def test_a_table_from_the_first_press_to_the_last(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "red-dog")
    session = server.table
    assert labels(server.board) == ["Play now", "Join", "More…"]
    await bo.click(server.board, label="Join")
    assert labels(server.board) == ["Start", "Play now", "Join", "More…"]
    await server.slash(ana, "table house")
    assert [c.name for c in session.table.chairs] == ["ana", "bo", "Ada"]
    assert said(await bo.click(server.board, label="Start")) == "Only the host of this table can do that."
    await ana.click(server.board, label="Start")
    while session.table.phase == "deal":
        person = [ana, bo][turn(session)]
        await person.click(server.board, label=next(name for name in labels(server.board) if name.startswith("Min")))
    assert session.table.phase == "between"
    await bo.click(server.board, label="Next round")
    assert session.table.deals_begun == 2
    await ana.slash(server.channel, "end")
    await bo.slash(server.channel, "agree")
    if session.table.phase == "deal":  # the house player plays on
        await server.sure(server.manager("boss"), "table void")
        for person, what in ((ana, "You have left the table."), (bo, "You have left, and the table is closed")):
            answer = await server.more(person)
            await person.click(answer, label="Leave")
            await person.click(answer, label="Leave")
            assert answer.content.startswith(what)
        return
    assert labels(server.board)[0] == "Rematch"
    await ana.click(server.board, label="Rematch")
    assert session.table.matches_begun == 2


async def test_pass_by_menu_and_play_by_button_in_the_panel(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    three = hand(session, 0)[:3]
    assert sorted(menu(panel(ana))) == sorted(hand(session, 0))
    assert "Pass these" not in labels(panel(ana))
    await ana.user.select(panel(ana), three)
    assert set(hand(session, 0)) > set(three)  # nothing is passed yet
    assert "Pass these" in labels(panel(ana))
    await ana.user.click(panel(ana), label="Pass these")
    assert not set(hand(session, 0)) & set(three)
    legal = [name for name in labels(panel(ana)) if name not in ("More…", "Hint")]
    assert session.table.deal is not None
    (offer,) = session.table.deal.offers(0)
    assert set(legal) == {card_text(c) for c in offer.next(())}
    await ana.user.click(panel(ana), label=legal[0])
    assert legal[0] not in [card_text(card(c)) for c in hand(session, 0)]


async def test_the_same_in_my_hand(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    shown = (await ana.click(server.board, label="My hand")).response
    assert shown.ephemeral
    three = hand(session, 0)[:3]
    await ana.select(shown, three)
    await ana.click(shown, label="Pass these")
    assert not set(hand(session, 0)) & set(three)
    legal = [name for name in labels(shown) if name != "More…"]
    await ana.click(shown, label=legal[-1])
    assert legal[-1] not in [card_text(card(c)) for c in hand(session, 0)]


async def test_my_hand_is_for_whoever_sits_there(server: Server) -> None:
    ana, cleo = server.person("ana"), server.person("cleo")
    await server.hearts(ana)
    assert said(await cleo.click(server.board, label="My hand")) == "You do not sit at this table."


async def test_another_amount_by_form(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, ante="10")
    seat = turn(session)
    person = [ana, bo][seat]
    form = await person.click(server.board, label="Other…")
    assert form.modal is not None
    before = await server.books()
    for typed, sentence in (
        ("abc", "“abc” is not an amount; write 5, 2.5 or 2½."),
        ("-5", "The amount must be more than nothing."),
        ("0.75", "The smallest chip is a yellow, ½."),
        ("1e9", "Bet between ½ and 20."),
    ):
        assert said(await person.submit_modal(form, {"amount": typed})) == sentence
        form = await person.click(server.board, label="Other…")
    assert await server.books() == before
    await person.submit_modal(form, {"amount": "2½"})
    assert session.table.deal is None or turn(session) != seat


@pytest.mark.parametrize("by", ["button", "form"])
async def test_potting_it_wants_a_second_press(server: Server, by: str) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    person = [ana, bo][turn(session)]
    before = await server.books()
    if by == "button":
        asked = await person.click(server.board, label="Pot it! 2")
    else:
        form = await person.click(server.board, label="Other…")
        asked = await person.submit_modal(form, {"amount": "pot"})
    question = next(m for m in (asked.response, *asked.followups) if m and m.ephemeral)
    assert question.content.startswith("Bet the whole pot of 2?")
    assert await server.books() == before
    await person.click(question, label="Yes")
    assert session.table.phase != "deal" or turn(session) != seat_of(session, person)


async def test_pause_shows_go_on(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    await server.slash(ana, "table pause")
    assert labels(server.board) == ["Go on", "My hand", "More…"]
    await bo.click(server.board, label="Go on")
    assert session.table.paused is None


async def test_an_end_is_proposed_and_agreed_by_buttons(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    await ana.user.click(panel(ana), label="Share the pot?")
    await server.env.settle()
    shown = (await bo.click(server.board, label="My hand")).response
    assert {"Agree to share", "Play on"} <= set(labels(shown))
    assert {"Agree to share", "Play on"} <= set(labels(server.board))
    answered = said(await ana.click(server.board, label="Agree to share"))
    assert answered == "You have agreed already; the others must answer."
    await bo.click(server.board, label="Play on")
    assert not {"Agree to share", "Play on"} & set(labels(server.board)), "only while it is open"
    await server.slash(ana, "end")
    await bo.click(server.board, label="Agree to share")
    assert session.table.phase == "over"


async def test_a_table_in_a_thread_of_its_own(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    answer = await server.slash(ana, "red-dog", thread=True)
    session = server.table
    assert f"<#{session.table.posted.thread}>" in answer
    (thread,) = server.channel.threads
    assert thread.id == session.table.posted.thread
    assert said(await bo.slash(thread, "table join")) == "You sit down."
    board = next(m for m in thread.history() if m.id == session.table.posted.message)
    await ana.click(board, label="Start")
    assert session.table.phase == "deal"


async def test_nothing_hidden_is_in_public(server: Server) -> None:
    """Text, alt text and custom_ids of the table message while cards are passed and played."""
    ana = server.person("ana")
    session = await server.hearts(ana)

    def check() -> None:
        board = server.board
        public = board.content + " ".join(a.description for a in board.attachments)
        public += " ".join(c.custom_id for row in board.components for c in row.children)
        for held in [c for seat in range(4) for c in hand(session, seat)]:
            assert card_text(card(held)) not in public.replace("leads the 2♣", "")
            assert f":{held}" not in public

    check()
    await server.slash(ana, "pass", cards=" ".join(hand(session, 0)[:3]))
    for _ in range(4):
        check()
        await server.slash(ana, "play", move=(await server.offered(ana, "play", "move", ""))[0])


@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_the_picture_is_a_picture(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana)
    for message in (server.board, panel(ana)):
        (picture,) = message.attachments
        data = await picture.read()
        assert data.startswith(b"\x89PNG")
        assert len(data) > 20_000
        assert picture.description
