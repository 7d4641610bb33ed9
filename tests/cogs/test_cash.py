"""Cash on Discord: opened, agreed on, and played by presses that are answered when they have been judged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.cash import moves as m
from bot.games.cash.facts import BOARD
from bot.host.calls.reply import Reply
from bot.host.messages.ephemeral import EphemeralMessage
from bot.show.controls.components import Button
from bot.show.controls.selection import Draft
from bot.show.messages.page import MessageContent
from bot.show.words.sentences import Who
from bot.table.session import Session
from card_art import scene as art
from cogs.games import cash
from tests.games.cash_table import FOURS, GO, agreeing, lettered, press, up, wait

from .server import Server, hand, labels, said, seat_of


async def four(server: Server, **options: Any) -> tuple[Session, list[Any]]:
    """Four people at a table, partners as they have sat down, who have agreed on nothing yet."""
    people = [server.person(name) for name in ("ana", "bo", "cy", "dee")]
    await server.slash(people[0], "cash", teams="chosen", **options)
    session = server.table
    for person in people[1:]:
        await server.slash(person, "table join", table=session.id)
    await server.slash(people[0], "table start")
    return session, people


async def playing(server: Server, **options: Any) -> tuple[Session, list[Any]]:
    """The same, with the first board turned up. Presses are judged at once."""
    session, people = await four(server, fair_window_ms=0, **options)
    for person in people:
        await person.click(server.board, label="Ready")
    for _ in range(3):
        await server.env.advance_time(1)
    assert session.table.deal is not None and session.table.deal.table.facts["stage"][0] == "open"
    return session, people


def card_on(session: Session, place: int) -> Any:
    assert session.table.deal is not None
    return session.table.deal.table.piles[BOARD][place]


async def test_another_partner_is_shown_by_the_table(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy", "dee")]
    await server.slash(people[0], "cash", teams="chosen")
    session = server.table
    for person in people[1:]:
        await server.slash(person, "table join", table=session.id)
    before = [c.name for c in session.table.chairs]
    more = await server.more(people[0])
    pressed = await people[0].click(more, label="Another partner")
    assert [c.name for c in session.table.chairs] != before
    assert pressed.response.id == more.id and not pressed.followups, "nothing more is said"


async def test_the_agreement_is_made_on_a_pad_of_the_pairs_own(server: Server) -> None:
    session, (ana, bo, cy, _) = await four(server)
    assert "Ready" in labels(server.board) and "My hand" in labels(server.board)
    mine = (await ana.click(server.board, label="My hand")).response
    drawn = await ana.select(mine, values=["whistle"])
    drawn = await ana.select(drawn.response or mine, values=["yawn"])
    await ana.click(drawn.response or mine, label="Suggest these")
    assert session.table.deal is not None
    assert session.table.deal.table.facts["pad of 0"][0].gestures == ("whistle", "yawn")
    theirs = (await cy.click(server.board, label="My hand")).response
    assert "whistle, then yawn" in theirs.content and "Agree to signal 1" in labels(theirs)
    assert "whistle" not in (await bo.click(server.board, label="My hand")).response.content
    await cy.click(theirs, label="Agree to signal 1")
    assert session.table.deal.table.facts["pad of 0"][0].accepted == {0, 2}


async def test_what_is_chosen_so_far_stays_while_others_act(server: Server) -> None:
    session, (ana, bo, *_) = await four(server)
    mine = (await ana.click(server.board, label="My hand")).response
    await ana.select(mine, values=["whistle"])
    await bo.click(server.board, label="Ready")
    drawn = await ana.select(mine, values=["yawn"])
    await ana.click(drawn.response or mine, label="Suggest these")
    assert session.table.deal is not None
    assert session.table.deal.table.facts["pad of 0"][0].gestures == ("whistle", "yawn")
    shown = server.bot.room.builder.panel(session.table, seat_of(session, ana))
    assert "Suggest these" in [
        one.label for row in shown.rows for one in row if isinstance(one, Button) and one.disabled
    ]
    assert "cy has not agreed yet." in shown.text


@pytest.mark.parametrize(("then", "comes_to"), [("yawn", ("whistle", "yawn")), ("whistle", ("whistle",))])
async def test_a_choice_from_a_menu_that_does_not_show_the_last_one_goes_on_from_it(
    server: Server, monkeypatch: pytest.MonkeyPatch, then: str, comes_to: tuple[str, ...]
) -> None:
    """The same choice from the same menu once more is the same choice."""

    async def not_yet(panel: EphemeralMessage, face: MessageContent, reply: Reply) -> None:
        await reply.acknowledge()

    monkeypatch.setattr(EphemeralMessage, "answer", not_yet)
    session, (ana, *_) = await four(server)
    mine = (await ana.click(server.board, label="My hand")).response
    for gesture in ("whistle", then):
        await ana.select(mine, values=[gesture])
    assert server.bot.room.builder.drafts.of(session.table, seat_of(session, ana)) == Draft("sign", comes_to)


async def test_the_table_says_what_to_do_while_signals_are_agreed_on(server: Server) -> None:
    session, _ = await four(server)
    assert "agree on a secret signal with the player across, then press **Ready**" in server.board.content
    until = session.table.wall(session.table.deal.table.facts["begins"][0]) if session.table.deal else 0
    assert f"The cards come <t:{until // 1000}:R> at the latest." in server.board.content


async def test_an_armed_card_makes_it_one_press(server: Server) -> None:
    session, (ana, *_) = await playing(server)
    panel = (await ana.click(server.board, label="My hand")).response
    card = hand(session, seat_of(session, ana))[0]
    ready = next(c["custom_id"] for row in panel.components for c in row["components"] if ":arm:" in c["custom_id"])
    await ana.select(panel, values=[card], custom_id=ready)
    await ana.click(server.board, label=server_label(card_on(session, 0)))
    assert session.table.deal is not None
    assert any(isinstance(e, m.Swapped) for e, _ in session.table.deal.table.events)


async def test_moves_speak_of_no_turn(server: Server) -> None:
    _, (ana, *_) = await playing(server)
    told = (await server.slash(ana, "moves")).splitlines()
    assert told[0] == "You may:" and {"• **CASH!**", "• **COUNTER!**", "• **No more**"} <= set(told)


async def test_refusals_name_people_and_change_nothing(server: Server) -> None:
    session, (ana, bo, *_) = await playing(server)
    assert session.table.deal is not None
    keeper = session.table.deal.table.facts["keeper"][0]
    other = next(p for p in (ana, bo) if seat_of(session, p) != keeper)
    name = session.table.chairs[keeper].name
    assert said(await other.click(server.board, label="Refresh")).startswith(f"Only {name} can refresh")


async def test_a_call_shows_all_hands_and_gives_a_letter(server: Server) -> None:
    session, (_, bo, *_) = await playing(server)
    await bo.click(server.board, label="CASH!")
    await server.env.advance_time(1)
    assert session.table.phase == "between" and session.table.match is not None
    assert (
        sorted(session.table.match.state.scores) == [0, 0, 1, 1]
        and session.table.match.state.scores[seat_of(session, bo)] == 1
    )
    assert "bo called CASH: wrong." in server.board.content
    score = await server.slash(bo, "score")
    assert "You: 1 letter" in score and "point" not in score


def test_revealed_signals_are_told_in_gestures_and_in_words() -> None:
    codes = ((0, "sip hum\n"), (1, "\nnice weather"), (2, "tap\nno, really"))
    said = cash.WORDS.announce([m.CodesRevealed(codes)], Who(("Ann", "Bob", "Cleo")))
    assert said == ["Signals: Ann: sip a drink, hum; Bob: nice weather; Cleo: tap the cards or no, really."]


async def test_a_gesture_is_made_from_the_menu(server: Server) -> None:
    session, (ana, *_) = await playing(server)
    await ana.select(server.board, values=["sip"])
    assert session.table.deal is not None
    made = [(e.seat, e.gesture) for e, _ in session.table.deal.table.events if isinstance(e, m.Gestured)]
    assert made == [(seat_of(session, ana), "sip")]


NAMES = Who(("Ann", "Ben", "Cy", "Dee"))


def test_the_board_lies_without_a_gap_and_no_card_covers_another() -> None:
    (row,) = [
        piece for piece in cash.WORDS.scene(view(up(), SPECTATOR), NAMES).centre if isinstance(piece, art.CardRow)
    ]
    assert len(row.cards) == row.slots == 4 and row.gap is None and row.apart


def test_plates_tell_the_pair_and_the_felt_its_letters() -> None:
    deal = up(state=lettered((2, 0, 2, 0)))
    scene = cash.WORDS.scene(view(deal, SPECTATOR), NAMES)
    assert [seat.line for seat in scene.seats] == ["with Cy", "with Dee", "with Ann", "with Ben"]
    assert scene.felt[:2] == (art.Letters("CASH", "Ann and Cy", 2), art.Letters("CASH", "Ben and Dee", 0))
    assert "your partner" in [seat.line for seat in cash.WORDS.scene(view(deal, 0), replace(NAMES, viewer=0)).seats]


def test_a_call_stands_with_all_hands_and_says_who_held_four() -> None:
    deal = up(FOURS)
    press(deal, 0, m.Cash(), 4000)
    wait(deal, 4600)
    scene = cash.WORDS.scene(view(deal, SPECTATOR), NAMES)
    assert art.Note("Ann calls CASH!") in scene.centre and "CALLED" in scene.seats[0].tags
    assert [seat.hands[0].stamp and seat.hands[0].stamp.word for seat in scene.seats] == [None, None, "FOUR", None]
    own = cash.WORDS.scene(view(deal, 0), replace(NAMES, viewer=0))
    assert art.Note("You call CASH!") in own.centre


def test_the_result_of_a_call_says_who_called_and_who_held_four() -> None:
    deal = up(FOURS)
    press(deal, 0, m.Cash(), 4000)
    wait(deal, 60_000)
    results = cash.WORDS.results(view(deal, SPECTATOR), deal.state, NAMES)
    told = {row.name: row.told for row in results.rows}
    assert results.banner == "Ann called CASH: right"
    assert told["Ann"] == ("called CASH",) and told["Cy"] == ("Four of a kind",) and told["Ben"] == ()
    assert cash.WORDS.announce(view(deal, SPECTATOR).events, NAMES, 3, result=results) == ["Ann called CASH: right."]


def test_the_agreed_signal_is_read_whole_beside_the_hand() -> None:
    deal = agreeing()
    deal.submit(0, m.Sign(("hat", "ceiling", "blow")), GO - 2999)
    deal.submit(2, m.Accept(1), GO - 2998)
    for seat in range(4):
        deal.submit(seat, m.Ready(), GO - 2900)
    deal.tick(GO)
    lines = cash.notes(view(deal, 2))
    assert " ".join(lines) == "Signal: straighten a hat, look at the ceiling, blow on the cards"
    assert all(len(line) <= 32 for line in lines)


@pytest.mark.parametrize(("viewer", "said"), [(SPECTATOR, "Ann yawns, 1 s ago"), (0, "You yawn, 1 s ago")])
def test_table_talk_says_who_did_what_and_when(viewer: int, said: str) -> None:
    deal = up()
    press(deal, 0, m.Gesture("yawn"), 100)
    press(deal, 1, m.Gesture("snacks"), 1200)
    (talk,) = [
        piece
        for piece in cash.WORDS.scene(view(deal, viewer), replace(NAMES, viewer=viewer)).centre
        if isinstance(piece, art.Lines)
    ]
    assert talk.lines == (f"{said} · Ben: “any snacks?”, 0 s ago",)


def server_label(card: Any) -> str:
    return str(card)[:-1] + {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[str(card)[-1]]
