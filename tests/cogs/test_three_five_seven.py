"""3-5-7 on Discord: two people declare in secret, by the table's buttons, by command and in the panel."""

from __future__ import annotations

from typing import Any

from bot.engine.cards import card, pack
from bot.engine.deal import Deal
from bot.engine.view import view
from bot.show.controls.selection import NO_DRAFT
from bot.show.messages.alt import alt
from bot.show.messages.panel import hand_of
from bot.show.words.sentences import Who, card_text
from bot.table.session import Session
from card_art import scene as art
from cogs.games.three_five_seven import WORDS
from tests.games import three_five_seven_table
from tests.games.table import typed_move

from .server import Server, labels, said, seat_of
from .test_bad_input import as_it_is, press


async def table(server: Server, *people: Any, declare_seconds: int = 120) -> Session:
    return await server.started("three-five-seven", *people, declare_seconds=declare_seconds)


async def test_a_press_is_answered_to_its_maker_alone(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    assert labels(server.board)[:2] == ["In", "Out"]
    hint = server.bot.room.builder.panel(session.table, seat_of(session, ana)).text
    assert "Now press **In** or **Out**." in hint, "and need not propose to stop"
    answer = await ana.click(server.board, label="In")
    assert answer.response is not None and answer.response.ephemeral  # so the press has not written the table anew
    assert said(answer) == "**In**, and nobody knows. You may change it until everybody has declared."
    assert "You are in" in server.bot.room.builder.panel(session.table, seat_of(session, ana)).alt


async def test_the_last_declaration_opens_all(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    old = as_it_is(server, server.board)
    await ana.click(server.board, label="Out")
    await ana.click(server.board, label="In")
    await bo.click(server.board, label="Out")
    assert "ana alone is in: **strike 1**!" in server.board.content
    assert session.table.deal is not None and session.table.deal.table.strikes[seat_of(session, ana)] == 1
    assert said(await press(bo, old, "In")) == "The declarations are open already."
    assert "ana: 99 chips, 1 strike" in await server.slash(bo, "score")


async def test_declare_by_command(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await table(server, ana, bo)
    assert await server.offered(ana, "play", "move", "decl") == ["declare in", "declare out"]
    assert await server.slash(ana, "play", move="declare in") == "✓ Declare In"
    before = await server.books()
    assert await server.slash(ana, "play", move="declare perhaps") == "Declare in or out."
    assert await server.books() == before
    await server.slash(bo, "play", move="IN")
    assert " wins **2** from " in server.board.content or "equal hands" in server.board.content


async def test_only_those_who_are_in_read_the_hands(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy")]
    session = await table(server, *people)
    for person, choice in zip(people, ("in", "in", "out"), strict=True):
        await server.slash(person, "play", move=f"declare {choice}")
    assert " shows " not in server.board.content
    for person, sees in zip(people, (True, True, False), strict=True):
        seat = seat_of(session, person)
        face = server.bot.room.builder.panel(session.table, seat)
        assert (" shows " in face.text) == sees
        others = face.alt.partition("Pot ")[2].partition("You may choose")[0]  # without one's own cards
        assert any(card_text(c) in others for c in pack()) == sees


# ---- how its moments lie ------------------------------------------------------------------------

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve")
HANDS = {1: "KC KS 9D 9C 5D", 2: "AD QD 8D 6D 2C", 3: "AS KD 9H 8C 5C"}


def opened(*are_in: int, strikes: tuple[int, ...] = (), **options: Any) -> Deal:
    """The declarations with five cards have just been opened; the moment stands."""
    state = three_five_seven_table.going_on(800, strikes=strikes)
    deal = three_five_seven_table.deal(HANDS, state=state, **options)
    three_five_seven_table.declare(deal)
    return declare(deal, *are_in)


def declare(deal: Deal, *are_in: int) -> Deal:
    assert deal.ask
    for seat in sorted(deal.ask.waits_for):
        deal.submit(seat, typed_move(deal, seat, "in" if seat in are_in else "out"), 1000)
    return deal


def passed(deal: Deal) -> Deal:
    """The first moment is over."""
    assert deal.ask and deal.ask.timer
    deal.tick(deal.ask.timer[0])
    return deal


def drawn(deal: Deal, viewer: int = -1) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def note(scene: art.Scene) -> str:
    (said,) = [piece.text for piece in scene.centre if isinstance(piece, art.Note)]
    return said


def hand(scene: art.Scene, name: str) -> art.SeatHand:
    (found,) = next(seat for seat in scene.seats if seat.name == name).hands
    return found


def stamps(scene: art.Scene) -> list[str]:
    """Of all seats, on their cards or on their plates; a dot if there is none."""
    each = [[seat.stamp, *(one.stamp for one in seat.hands)] for seat in scene.seats]
    return [next((stamp.word for stamp in found if stamp), ".") for found in each]


def test_in_and_out_are_stamped_on_every_seat_at_once() -> None:
    deal = opened(1, 2)
    assert stamps(drawn(deal)) == ["OUT", "IN", "IN", "OUT", "OUT"]
    assert hand(drawn(deal), "Bo").stamp == art.Stamp("IN", "gold")
    assert hand(drawn(deal), "Eve").stamp == art.Stamp("OUT", "slate") and hand(drawn(deal), "Eve").dim
    assert note(drawn(deal)) == "Bo and Cy are in" and note(drawn(deal, 1)) == "Cy and you are in"
    assert not any(c for seat in drawn(deal).seats for one in seat.hands for c in one.cards), "hands are not shown yet"


def test_ones_own_stamp_is_on_the_plate() -> None:
    own = drawn(opened(1, 2), 1).seats[0]
    assert own.name == "You" and own.stamp == art.Stamp("IN", "gold") and not own.hands


def test_nobody_in_is_said() -> None:
    assert note(drawn(opened())) == "Nobody is in" and stamps(drawn(opened())) == ["OUT"] * 5


def test_whoever_is_in_alone_is_stamped_with_the_strike() -> None:
    deal = opened(1, strike_pay="ante")
    assert stamps(drawn(deal)) == ["OUT", "STRIKE", "OUT", "OUT", "OUT"]
    assert note(drawn(deal)) == "Bo alone is in: strike 1" and note(drawn(deal, 1)) == "You alone are in: strike 1"
    assert art.Pot(1200, change="+4") in drawn(deal).centre


def test_the_last_strike_shows_the_pot_as_it_goes() -> None:
    deal = opened(1, strikes=(0, 2, 0, 0, 0))
    assert note(drawn(deal)) == "Bo takes the pot of 8!" and note(drawn(deal, 1)) == "You take the pot of 8!"
    assert art.Pot(0, change="−8") in drawn(deal).centre


def test_the_showdown_lies_open_before_those_who_were_in() -> None:
    deal = passed(opened(1, 2, 3))
    best, beaten = hand(drawn(deal, 2), "Bo"), hand(drawn(deal, 2), "Dee")
    assert (best.total, best.stamp, best.change, best.dim) == ("Full house", art.Stamp("WIN", "gold"), "+16", False)
    assert [str(c) for c in best.cards] == ["5D", "KC", "KS", "9C", "9D"] and best.wild == {0}
    assert (beaten.total, beaten.stamp, beaten.change, beaten.dim) == ("Pair of aces", None, "−8", True)
    own = drawn(deal, 2).seats[0]
    assert own.stamp == art.Stamp("LOSE", "crimson") and own.line == "92 · −8"
    assert note(drawn(deal, 2)) == "Bo's full house wins 16" and note(drawn(deal, 1)) == "Your full house wins 16"


def test_of_seven_cards_those_that_count_lie_open() -> None:
    deal = three_five_seven_table.deal({1: "7H KC KS 9D 9C 2D 4H"}, show="all")
    for among in ((), (), (1, 2)):
        three_five_seven_table.declare(deal) if not among else passed(declare(deal, *among))
    assert [str(c) for c in hand(drawn(deal), "Bo").cards] == ["7H", "KC", "KS", "9C", "9D"]


def test_the_others_see_backs_with_who_wins_and_what_is_paid() -> None:
    deal = passed(opened(1, 2))
    for viewer in (-1, 3):
        best, beaten = hand(drawn(deal, viewer), "Bo"), hand(drawn(deal, viewer), "Cy")
        assert best == art.SeatHand((None,) * 5, stamp=art.Stamp("WIN", "gold"), change="+8")
        assert beaten == art.SeatHand((None,) * 5, stamp=art.Stamp("LOSE", "crimson"), change="−8", dim=True)
        assert note(drawn(deal, viewer)) == "Bo wins 8"
    assert hand(passed_to_all(1, 2), "Cy").cards[0] == card("AD")


def passed_to_all(*are_in: int) -> art.Scene:
    """The showdown as a spectator sees it where the table shows it to all."""
    return drawn(passed(opened(*are_in, show="all")))


def test_after_the_moment_no_stamp_is_left() -> None:
    deal = passed(passed(opened(1, 2)))
    assert stamps(drawn(deal)) == ["."] * 5
    assert [p.text for p in drawn(deal).centre if isinstance(p, art.Note)] == ["Bo wins 8"]
    assert [seat.said for seat in drawn(deal).seats] == ["was out", "was in", "was in", "was out", "was out"]
    assert not any(seat.mark for seat in drawn(deal).seats), "what was said before is quiet while all choose again"


def test_cards_that_were_shown_lie_open_before_their_seat_from_then_on() -> None:
    deal = passed(passed(opened(1, 2)))
    held = [str(c) if c else "." for c in hand(drawn(deal, 2), "Bo").cards]
    assert held == [".", ".", "5D", "9C", "9D", "KC", "KS"] and hand(drawn(deal, 3), "Bo").cards == (None,) * 7


def test_what_is_paid_is_told_to_the_winner_as_you() -> None:
    deal = passed(opened(1, 2))
    seen = view(deal, 1).events
    assert WORDS.announce(seen, Who(NAMES, viewer=1), 1) == ["You win **8** from Cy."]
    assert WORDS.announce(seen, Who(NAMES, viewer=2), 1) == ["Bo wins **8** from you."]


def test_what_a_hand_is_called_is_read_in_one_piece_though_it_stands_in_two_lines() -> None:
    seen = view(opened(1, 2), 2)
    own = hand_of(seen, (), WORDS, NO_DRAFT)
    assert own and own.notes[0] == "Ace high, queen,\neight, six, two"
    read = alt((WORDS.scene(seen, Who(NAMES, viewer=2)), own))
    assert "Ace high, queen, eight, six, two" in read
