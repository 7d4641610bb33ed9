"""Neosho Rapids' words, how its table lies, and chains that are collected, listed and typed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import card, cards
from bot.engine.deal import Deal, Illegal
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.neosho_rapids import Draw, Play
from bot.show.controls.components import Button, what_to_press
from bot.show.controls.offer_controls import for_offers
from bot.show.controls.typed import labels_of, proposals, read_move
from bot.show.messages.alt import alt
from bot.show.messages.panel import hand_of
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.neosho_rapids import NeoshoTable
from cogs.games.neosho_rapids import WORDS
from tests.games.neosho_rapids_table import going_on, hand
from tests.games.table import looked_at, moment_over, play
from tests.show.pressing import Panel

from .test_play import session_of

NAMES = ("Ana", "Bo", "Cy")
HELD = "9S 10C 9H 8C 7D 2S"
CHAIN = "9S 10C 9H 8C 7D"


def scene(deal: Deal, viewer: int = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def table(deal: Deal, viewer: int = SPECTATOR) -> NeoshoTable:
    made = scene(deal, viewer).board
    assert isinstance(made, NeoshoTable)
    return made


def said(deal: Deal, viewer: int = SPECTATOR, most: int = 3) -> list[str]:
    return WORDS.announce([event for event, _ in deal.table.events], Who(NAMES, viewer=viewer), most)


def panel(deal: Deal, seat: int = 0) -> Panel:
    return Panel(deal.offers(seat), WORDS, view(deal, seat), Who(NAMES, viewer=seat))


# ---- the table -----------------------------------------------------------------------------------


def test_the_chain_lies_from_the_old_upcard_to_the_new() -> None:
    d = play(hand({0: HELD}, "8D", seats=3), f"0: play {CHAIN}")
    made = table(d)
    assert (made.before, made.chain, made.upcard) == (card("8D"), tuple(cards(CHAIN)), card("7D"))
    assert (made.of, made.following, made.stock, made.discards) == ("Ana", "Bo", 33, 6)
    assert [len(seat.hand) for seat in made.seats] == [1, 6, 6]
    assert (made.seats[0].tags, made.seats[0].line) == (("1 CARD", "TO PLAY"), "5 laid")
    told = alt(scene(d))
    assert "Upcard 7♦. Ana laid 9♠ 10♣ 9♥ 8♣ 7♦ on 8♦. Stock 33, discards 6." in told
    assert "Ana (1 card, to play): 1 card, 5 laid, lay on, or draw. Bo: " in told and "Next: Bo." in told


def test_a_chain_stays_until_the_next_is_laid() -> None:
    d = play(hand({0: HELD, 1: "8H 2D 3D"}, "8D", seats=3), f"0: play {CHAIN}", "0: draw")
    assert table(d).of == "Ana" and table(d).seats[0].line == "laid 5" and table(d).seats[1].asks == "lay a card"
    play(d, "1: play 8H")
    assert (table(d).of, table(d).before, table(d).chain) == ("Bo", card("7D"), (card("8H"),))


def test_ones_own_panel_leaves_room_for_the_hand() -> None:
    d = hand({0: HELD}, "8D")
    assert table(d, 0).low and not table(d).low
    own = hand_of(view(d, 0), d.offers(0), WORDS)
    assert own is not None
    assert " ".join(map(str, own.cards)) == "2S 7D 8C 9H 9S 10C" and own.legal == {1, 3, 4}
    assert own.notes == ("Next to 8: 7 and 9",)
    other = hand_of(view(d, 1), d.offers(1), WORDS)
    assert other is not None and other.notes == () and other.legal is None


def test_whoever_is_out_is_stamped() -> None:
    d = looked_at(hand({0: "9S 10C"}, "8D"), "0: play 9S 10C")
    assert table(d).stamp == art.Stamp("WENT OUT", "gold") and "10♣ (went out)" in alt(scene(d))


@pytest.mark.parametrize(
    ("options", "line", "stage"),
    [
        ({}, "lay a card", "Hand 1"),
        ({"auto_draw": False, "wins": 3}, "lay or draw", "Hand 1 · first to 3 wins"),
        ({"turn_limit": 25}, "lay a card", "Hand 1 · turn 1 of 25"),
    ],
)
def test_what_is_asked_and_what_there_is_to_win(options: dict[str, Any], line: str, stage: str) -> None:
    d = hand({0: HELD}, "8D", **options)
    assert (table(d).seats[0].asks, scene(d).subtitle) == (line, stage)


def test_an_empty_stock_is_told() -> None:
    d = hand({0: "KH 9C", 1: "6C JD"}, "5C", only=True)
    assert table(d).stock == 0 and table(d).seats[0].asks == "lay or pass"
    play(d, "0: pass")
    assert table(d).seats[0].line == "passed"


# ---- controls ------------------------------------------------------------------------------------


def test_single_cards_have_buttons_and_the_longest_chains_stand_ready() -> None:
    p = panel(hand({0: HELD}, "8D"))
    assert p.buttons == ["7♦", "9♠", "9♥"]
    assert p.press("9♥") == Play((card("9H"),))
    assert p.offered(0) == ["7♦", "9♠", "9♥"]
    assert p.offered(1)[0].endswith(": 1 card left") and len(p.offered(1)) <= 20
    made = p.choose(p.offered(1)[0], menu=p.menus[1])
    assert isinstance(made, Play) and len(made.cards) == 5


def test_what_there_is_to_press() -> None:
    assert what_to_press(panel(hand({0: HELD}, "8D")).controls) == (
        "Now choose from the menu “Lay a chain, card by card”, then press **Lay**, or press **7♦**."
    )


def test_whoever_can_lay_no_more_is_told_to_draw() -> None:
    deal = play(hand({0: "9S 9H KC QD"}, "8D"), "0: play 9S")
    asked = [WORDS.verb(offer.kind) for offer in deal.offers(0) if offer and not offer.optional]
    assert [said.ask for said in asked if said] == ["Nothing fits now: draw a card."]
    first = next(iter(hand({0: HELD}, "8D", must_open=False).offers(0)))
    assert (said := WORDS.verb(first.kind)) and said.ask == "Lay a chain, card by card."


def test_where_no_chain_is_longer_than_a_card_there_are_buttons_alone() -> None:
    p = panel(play(hand({0: "9S 9H KC QD"}, "8D"), "0: play 9S"))
    assert p.buttons == ["Draw & end turn"] and not p.menus
    p = panel(hand({0: "9S 9H 7C KC"}, "8D"))
    assert p.buttons == ["7♣", "9♠", "9♥"] and not p.menus


def test_a_chain_is_collected_card_by_card() -> None:
    p = panel(hand({0: HELD}, "8D"))
    assert p.choose("9♠", menu=p.menus[0]) is None and p.line == "9♠: 5 cards left, next 8 or 10"
    assert p.offered(0) == ["8♣", "10♣"] and p.buttons == ["Lay", "Undo", "Clear"]
    p.choose("10♣", menu=p.menus[0])
    assert p.offered(0) == ["9♥"] and p.press("Lay") == Play(tuple(cards("9S 10C")))
    p.press("Undo")
    assert p.line == "9♠: 5 cards left, next 8 or 10"


def test_the_draw_waits_while_a_chain_is_half_chosen() -> None:
    p = panel(hand({0: HELD}, "8D", must_open=False))
    assert p.buttons[-1] == "Draw & end turn"
    p.choose("9♠", menu=p.menus[0])
    shut = [c.label for c in p.controls if isinstance(c, Button) and c.disabled]
    assert p.buttons == ["Lay", "Undo", "Clear"] and shut == ["Draw & end turn"]
    p.press("Clear")
    assert p.buttons[-1] == "Draw & end turn"


def test_a_single_card_is_blue_and_a_chain_is_laid_by_a_green_button() -> None:
    styles = {c.label: c.style for c in panel(hand({0: HELD}, "8D")).controls if isinstance(c, Button)}
    assert styles == {"7♦": "primary", "9♠": "primary", "9♥": "primary", "Lay": "success"}


def test_the_last_card_is_told() -> None:
    p = panel(hand({0: "9S 10C"}, "8D"))
    assert p.offered(1) == ["9♠ 10♣: that is all!"]


def test_the_draw_stands_under_the_table_once_a_card_is_laid() -> None:
    d = hand({0: HELD}, "8D")

    def public() -> list[str]:
        found = for_offers("t", 1, d.offers(0), view(d), WORDS, Who(NAMES), private=False)
        return [one.label for one in found if isinstance(one, Button)]

    assert public() == []
    play(d, "0: play 9S")
    assert public() == ["Draw & end turn"]


# ---- typing --------------------------------------------------------------------------------------


def test_chains_are_typed() -> None:
    session = session_of(hand({0: HELD}, "8D"))
    labels = labels_of(session, 0, WORDS, Who(NAMES))
    whole = Play(tuple(cards(CHAIN)))
    for text in (f"play {CHAIN}", CHAIN, f"lay {CHAIN}", "9s, 10c, 9h, 8c, 7d", "9♠ 10♣ 9♥ 8♣ 7♦"):
        assert read_move(session, 0, text, aliases={"lay": "play"}, labels=labels) == whole, text
    with pytest.raises(Illegal, match="10C is not next to the upcard 8D"):
        read_move(session, 0, "10C 9S")
    with pytest.raises(Illegal, match="2S is not next to 9S, so nothing is laid"):
        read_move(session, 0, "play 9S 2S")
    play(session.deal, "0: play 9S")
    assert read_move(session, 0, "draw & end turn", labels=labels_of(session, 0, WORDS, Who(NAMES))) == Draw()


def test_chains_are_completed_as_they_are_typed() -> None:
    session = session_of(hand({0: HELD}, "8D"))
    found = [value for _, value in proposals(session, 0, "9S 1", WORDS, Who(NAMES), "play")]
    assert found[:2] == ["9S 10C", "9S 10C 9H"]


# ---- sentences -----------------------------------------------------------------------------------


def test_a_turn_is_one_line_that_grows() -> None:
    d = play(hand({0: HELD, 1: "8H 2D 3D"}, "8D", "KC", seats=3), "0: play 9S 10C")
    assert said(d)[-1] == "Ana lays 9♠ 10♣: 4 cards left."
    play(d, "0: play 9H")
    assert said(d)[1:] == ["Ana lays 9♠ 10♣ 9♥: 3 cards left."]
    play(d, "0: play 8C 7D")
    assert said(d)[1:] == ["Ana lays 9♠ 10♣ 9♥ 8♣ 7♦: 1 card left.", "Ana is down to one card."]
    play(d, "0: draw")
    assert said(d)[1:] == ["Ana lays 9♠ 10♣ 9♥ 8♣ 7♦ and draws: 2 cards left."]
    assert said(d, viewer=0)[1:] == ["You lay 9♠ 10♣ 9♥ 8♣ 7♦ and draw: 2 cards left."]


def test_draws_that_play_themselves_are_one_line() -> None:
    d = hand({0: "KH 9C", 1: "2C JD", 2: "6S QS"}, "5C", "10H 10D", seats=3)
    assert said(d) == ["5♣ is turned.", "Ana and Bo had nothing to lay and drew a card."]
    d = play(hand({0: "KH 9C", 1: "6C JD"}, "5C", only=True), "0: pass")
    assert said(d)[1:] == ["Ana passes: nothing to lay, nothing to draw."]


def test_a_draw_without_a_card() -> None:
    d = play(hand({0: "KH 9C"}, "5C", must_open=False), "0: draw")
    assert said(d)[1:] == ["Ana draws: 3 cards left."]


# ---- the result ----------------------------------------------------------------------------------


def results(deal: Deal) -> art.Results:
    return WORDS.results(view(deal), deal.state, Who(NAMES))


def test_the_result_shows_what_was_left() -> None:
    d = play(hand({0: "9S 10C", 1: "KD AC"}, "8D", state=going_on((0, 1)), wins=3), "0: play 9S 10C")
    made = results(moment_over(d))
    assert made.banner == "Ana wins the hand!"
    first, second = made.rows
    assert (first.name, first.stamp, first.total) == ("Ana", art.Stamp("WENT OUT", "gold"), "1 win")
    assert (second.told, second.total) == (("2 cards left",), "1 win")
    assert second.hands == (art.ResultHand((card("AC"), card("KD"))),)


def test_the_result_of_a_match() -> None:
    made = results(play(hand({0: "9S 10C"}, "8D"), "0: play 9S 10C"))
    assert made.banner == "Ana wins the hand!" and [row.total for row in made.rows] == ["", ""]
    assert [row.place for row in made.rows] == ["1", ""], "nobody else scores, with however few cards"


def test_the_result_of_a_block() -> None:
    d = play(hand({0: "5C KH", 1: "9C 2C"}, "7D", only=True, wins=2), "0: pass", "1: pass")
    made = results(d)
    assert (made.banner, made.note) == ("Ana and Bo have the fewest cards, 2 cards", "Nobody could go on")
    assert said(d)[-1] == "**Ana and Bo have the fewest cards, 2 cards**: nobody could go on."
