"""Knock Poker on Discord: drawing on the table, throwing away and knocking in the panel, commands, chips."""

from __future__ import annotations

from typing import Any

from bot.engine.cards import card
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS
from bot.engine.view import view
from bot.games.knock_poker import Knocked, WinsHand
from bot.show.words.sentences import Who, card_text
from bot.store import ledger
from bot.table.session import Session
from card_art import scene as art
from cogs.games.knock_poker import WORDS
from tests.games import knock_poker_table
from tests.games.table import told, typed_move

from .server import Server, hand, labels, seat_of, turn
from .test_controls import menu, panel


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("knock-poker", *people, **how)


def whose(session: Session, *people: Any) -> tuple[Any, Any]:
    """Whose turn it is, and the other one."""
    first, other = people
    return (first, other) if turn(session) == seat_of(session, first) else (other, first)


def upcard(session: Session) -> str:
    assert session.table.deal is not None
    return card_text(session.table.deal.table.piles[DISCARDS].top)


async def test_a_hand_by_buttons_and_the_menu(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    assert await server.slash(ana, "chips show") == "Knock Poker is not played for chips."
    first, other = whose(session, ana, bo)
    assert labels(server.board)[:2] == [f"Take {upcard(session)}", "Draw from stock"]
    assert f"Discards: 1 card, {upcard(session)} on top." in server.bot.room.builder.snapshot(session.table).public.alt
    await first.click(server.board, label="Draw from stock")
    assert "Discard" not in labels(server.board)  # which card is nobody's business
    held = hand(session, seat_of(session, first))
    assert sorted(menu(panel(first))) == sorted(held)
    assert "Discard & knock" not in labels(panel(first))
    await first.user.select(panel(first), values=[held[0]])
    assert {"Discard", "Discard & knock"} <= {*labels(panel(first))}
    assert len(hand(session, seat_of(session, first))) == 6
    await first.user.select(panel(first), values=[held[1]])  # second thoughts
    await first.user.click(panel(first), label="Discard & knock")
    assert upcard(session) == card_text(card(held[1]))
    assert f"**{first.name} knocks!**" in server.board.content
    assert f"{other.name} has one more turn." in server.board.content
    await other.click(server.board, label="Draw from stock")
    last = hand(session, seat_of(session, other))[0]
    await other.user.select(panel(other), values=[last])
    assert "Discard & knock" not in labels(panel(other))  # there is one knock in a hand
    await other.user.click(panel(other), label="Discard")
    assert session.table.phase == "between"
    assert " wins." in server.board.content
    assert "chips" not in server.board.content


async def test_a_hand_by_commands(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo, ante="1")
    first, other = whose(session, ana, bo)
    assert await server.offered(first, "draw", "from", "") == ["discard", "stock"]
    before = await server.books()
    assert await server.slash(first, "discard", card="QS") == "Draw first."
    assert await server.slash(other, "draw", **{"from": "stock"}) == "It is not your turn."
    assert await server.books() == before
    taken = upcard(session)
    assert await server.slash(first, "draw", **{"from": "discard"}) == "✓ Draw discard"
    assert f"{first.name} takes {taken}." in server.board.content
    assert await server.slash(first, "knock", card=taken) == "Choose another card."
    thrown = next(c for c in hand(session, seat_of(session, first)) if card_text(card(c)) != taken)
    assert await server.slash(first, "knock", card=thrown) == f"✓ Knock {card_text(card(thrown))}"
    await server.slash(other, "draw", **{"from": "stock"})
    await server.slash(other, "play", move=hand(session, seat_of(session, other))[0])
    assert session.table.phase == "between"
    assert " wins." in server.board.content
    assert sum(dict(await server.store.read(ledger.balances, server.guild.id)).values()) == 0


# ---- how it lies --------------------------------------------------------------------------------

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Finn")


def play(deal: Deal, *moves: str) -> Deal:
    """Moves with a clock, so that a knock stands."""
    for move in moves:
        seat, _, words = move.partition(": ")
        deal.submit(int(seat), typed_move(deal, int(seat), words), 1000)
    return deal


def knocked(seats: int = 4) -> Deal:
    """Bo has knocked; the moment stands."""
    deal = knock_poker_table.hand({1: "KC KD 2H 4S 9D"}, "10S", "3C 5C", seats=seats)
    return play(deal, "1: draw stock", "1: knock 3C")


def drawn(deal: Deal, viewer: int = -1) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def seat(scene: art.Scene, name: str) -> art.Seat:
    return next(seat for seat in scene.seats if seat.name == name)


def note(scene: art.Scene) -> list[str]:
    return [piece.text for piece in scene.centre if isinstance(piece, art.Note)]


def test_stock_and_discards_are_the_largest_on_the_table_and_the_hand_in_a_panel() -> None:
    deal = knock_poker_table.hand({}, "10S")
    for viewer, large in ((-1, True), (1, False)):
        stock, discards = drawn(deal, viewer).centre
        assert isinstance(stock, art.Stock) and isinstance(discards, art.Stock)
        assert (stock.large, stock.top) == (large, None) and (discards.large, discards.top) == (large, card("10S"))


def test_a_knock_is_stamped_on_the_knockers_plate() -> None:
    scene = drawn(knocked())
    assert seat(scene, "Bo").stamp == art.Stamp("KNOCK", "gold") and seat(scene, "Bo").hand == (None,) * 5
    assert not any(s.hands or (s.stamp and s.name != "Bo") for s in scene.seats)
    assert note(scene) == ["Bo knocks: Cy, Dee and Ana have one more turn"]
    own = drawn(knocked(), 1)
    assert own.seats[0].stamp == art.Stamp("KNOCK", "gold") and not own.seats[0].hands
    assert note(own) == ["You knock: Cy, Dee and Ana have one more turn"]
    assert note(drawn(knocked(6))) == ["Bo knocks: all others have one more turn"]


def test_after_a_knock_its_seat_is_marked_and_last_turns_are_counted() -> None:
    deal = knocked()
    assert deal.ask and deal.ask.timer
    deal.tick(deal.ask.timer[0])
    scene = drawn(deal)
    assert seat(scene, "Bo").tags == ("KNOCKED",) and seat(scene, "Bo").mark == "knuckles" and not note(scene)
    assert scene.corner == ("Last turns: 3 to go",)
    play(deal, "2: draw stock", "2: discard 5C")
    assert drawn(deal).corner == ("Last turns: 2 to go",)


def test_a_knock_and_a_win_are_told_to_their_maker_as_you() -> None:
    (knock,) = told(knocked(), Knocked)
    assert WORDS.say(knock, Who(NAMES, viewer=1).said) == (
        "**You knock!** You throw 3♣; Cy, Dee and Ana have one more turn."
    )
    assert WORDS.say(knock, Who(NAMES, viewer=2).said) == (
        "**Bo knocks!** Bo throws 3♣; Dee, Ana and you have one more turn."
    )
    for winners, viewer, said in (
        ((0,), 0, "**You win the hand**: pair of kings."),
        ((0,), 1, "**Ana wins the hand**: pair of kings."),
        ((0, 1), 1, "**Ana and you share the hand**: pair of kings."),
    ):
        assert WORDS.say(WinsHand(winners, "pair of kings", 0), Who(NAMES, viewer=viewer).said) == said


def test_the_banner_says_your_hand() -> None:
    deal = knock_poker_table.shown_at_once({0: "AD 7C 5S 4H 2D", 1: "KS KH 9D 9C 9S"})
    banners = [WORDS.results(view(deal, v), deal.state, Who(NAMES, viewer=v)).banner for v in (0, 1)]
    assert banners == ["Bo's full house wins", "Your full house wins"]
