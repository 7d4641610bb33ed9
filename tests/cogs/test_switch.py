"""Switch's words, its table and panel."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.cards import card, cards
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.switch.moves import Delay
from bot.show.controls.components import Button, Menu
from bot.show.controls.offer_controls import for_offers, selection_line
from bot.show.controls.selection import Draft
from bot.show.messages.alt import alt
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.switch import SwitchTable
from cogs.games.switch import WORDS
from tests.games.switch_table import move_of, play, table
from tests.games.table import moment_over

NAMES = ("Ann", "Bo", "Cy", "Dan")
HAND = "5H 6H 7H 2S 2D KC AS QD"


def who(viewer: int = SPECTATOR) -> Who:
    return Who(NAMES, viewer=viewer)


def board(deal: Deal, viewer: int = SPECTATOR) -> SwitchTable:
    made = WORDS.scene(view(deal, viewer), who(viewer)).board
    assert isinstance(made, SwitchTable)
    return made


def said(deal: Deal, viewer: int = SPECTATOR) -> str:
    return " ".join(WORDS.announce(view(deal, viewer).events, who(viewer).said))


def timed(deal: Deal, *moves: str) -> Deal:
    """By a clock, so that what has become of somebody stands."""
    for typed in moves:
        moment_over(deal)
        deal.submit(int(typed[0]), move_of(typed[2:].strip(), called=typed[1] == "!"), deal.table.now + 1)
    return deal


def collected(deal: Deal, seat: int, text: str, suit: str = "") -> str:
    draft = Draft("play", (*cards(text), *([suit] if suit else [])))
    return selection_line(deal.offers(seat), view(deal, seat), WORDS, who(seat).said, draft)


def test_a_penalty_grows_with_its_cards_and_says_whom_it_hits() -> None:
    d = play(table({0: "2S 5C 5D", 1: "2C 2D 6D", 2: "6C 7C"}, "9S"), "0: 2S", "1: 2C 2D")
    made = board(d)
    assert (made.play, made.sums, made.penalty) == (tuple(cards("2S 2C 2D")), ("+2", "+4"), "+6")
    assert made.for_whom == "for Cy" and made.caption == "2♦ by Bo" and board(d, 2).for_whom == "for you"
    assert "Bo lays 2♣ 2♦, and Cy faces **+6**." in said(d)
    assert "Bo lays 2♣ 2♦, and you face **+6**." in said(d, 2)


def test_a_penalty_that_is_sent_back() -> None:
    d = play(table({0: "JS 5C 5D", 1: "JH 6D 6S"}, "9S", red_jack="reverses"), "0: JS", "1: JH")
    made = board(d)
    assert (made.play, made.sums, made.penalty) == (tuple(cards("JS JH")), ("+7",), "+7")
    assert "back it goes, Ann faces **+7**" in said(d)


def test_what_was_asked_for_and_by_which_play() -> None:
    d = play(table({0: "QC KC AC 5H 6H", 1: "6D 7D"}, "9C"), "0: QC KC AC diamonds")
    made = board(d)
    assert (made.suit, made.penalty, made.caption) == ("D", "", "Ann: Q♣ K♣ A♣")
    assert "Ann asks for **diamonds**." in said(d)


def test_a_last_card_is_called_out_and_flagged() -> None:
    d = play(table({0: "9C 5C", 1: "6D 7D"}, "9D"), "0! 9C")
    assert [s.last for s in board(d).seats] == [True, False]
    assert "**Ann: last card!**" in said(d)


def test_moments_are_stamped() -> None:
    d = timed(table({0: "4C 5H", 1: "6D 7D"}, "9C"), "0: 4C")
    assert [s.seat.stamp and s.seat.stamp.word for s in board(d).seats] == ["FORGOT TO CALL", None]
    d = timed(table({0: "2S 5H 6C", 1: "6D 7D"}, "9S"), "0: 2S", "1: draw")
    assert [s.seat.stamp and s.seat.stamp.word for s in board(d).seats] == [None, "PICKS UP +2"]
    d = table({0: "9C 5C 7C", 1: "6D", 2: "6C"}, "9D", delay_s=5)
    d.tick(6000)
    d.submit(1, Delay(), 6100)
    d.tick(7100)
    assert [s.seat.stamp and s.seat.stamp.word for s in board(d).seats] == ["DELAY! +1", None, None]
    assert "**DELAY!** Bo calls it on Ann." in said(d)
    assert "Hand 1" in alt(WORDS.scene(view(d, SPECTATOR), who()))


def test_the_panel_collects_a_play_and_says_what_stopping_there_does() -> None:
    d = table({0: HAND, 1: "6D 7D"}, "5D")
    assert collected(d, 0, "5H 6H") == "**5♥ 6♥** · 6 cards left"
    assert collected(d, 0, "2D 2S") == "**2♦ 2♠** · the next picks up 4 · 6 cards left"
    assert collected(d, 0, "AS", "H") == "**A♠** · asks for hearts · 7 cards left"
    made = for_offers(
        "T", 1, d.offers(0), view(d, 0), WORDS, who(0), private=True, draft=Draft("play", (cards("AS")[0],))
    )
    menu = next(c for c in made if isinstance(c, Menu))
    assert [o.label for o in menu.options] == [
        "2♠",
        *("ask for ♣ Clubs", "ask for ♦ Diamonds", "ask for ♥ Hearts", "ask for ♠ Spades"),
    ]
    assert [c.label for c in made if isinstance(c, Button)] == ["Play", "Play – last card!", "Undo", "Clear", "Pick up"]
    assert made[-1] == replace(made[-1], disabled=True), "it would throw away what is chosen"


def buttons_after(held: str, *chosen: str) -> dict[str, str]:
    """The buttons of a panel with these cards chosen, and which of them stand out, are plain or greyed."""
    d, draft = table({0: held, 1: "6D 7D"}, "5D"), Draft("play", tuple(map(card, chosen)))
    made = for_offers("t", 1, d.offers(0), view(d, 0), WORDS, who(0), private=True, draft=draft)
    return {c.label: "greyed" if c.disabled else c.style for c in made if isinstance(c, Button)}


def test_before_a_card_is_chosen_neither_play_button_can_be_pressed() -> None:
    for held in (HAND, "5H 6H"):
        made = buttons_after(held)
        assert made == {"Play": "greyed", "Play – last card!": "greyed", "Pick up": "secondary"}


def test_the_call_can_be_tried_where_some_play_of_the_hand_needs_it_whether_or_not_this_one_does() -> None:
    call = "Play – last card!"
    assert buttons_after(HAND, "5H")[call] == "greyed", "no play of these leaves one card"
    assert buttons_after("5H 6H", "5H")[call] == "secondary"
    assert buttons_after("5H 6H 9C", "5H", "6H")[call] == buttons_after("5H 6H 9C", "5H")[call] == "secondary"
    assert buttons_after("5H 9C JC", "5H")[call] == "greyed"
    assert buttons_after("5H", "5H")[call] == "greyed", "it was to be called a card ago"
    assert {buttons_after(held, "5H")["Play"] for held in (HAND, "5H 6H", "5H")} == {"primary"}


def test_the_table_tells_nothing_by_its_buttons() -> None:
    for hand in ("5H 6H", "QS KS"):
        for must in (False, True):
            d = table({0: hand, 1: "6D 7D"}, "5D", must_play=must)
            made = for_offers("t", 1, d.offers(0), view(d, 0), WORDS, who(), private=False)
            assert [c.label for c in made if isinstance(c, Button)] == ["Pick up"]


def test_a_penalty_is_named_on_the_button() -> None:
    d = play(table({0: "2S 5C 5D", 1: "2C 6D", 2: "6C"}, "9S"), "0: 2S")
    made = for_offers("t", 1, d.offers(1), view(d, 1), WORDS, who(1), private=True)
    assert "Pick up 2" in [c.label for c in made if isinstance(c, Button)]
    told = WORDS.scene(view(d, 1), who(1)).felt
    assert art.Fact("A two passes it on.", ("Else pick up 2.",)) in told and WORDS.notes(view(d, 1)) == []


def test_the_rules_in_force_are_told_before_the_first_hand() -> None:
    d = table({0: HAND, 1: "6D 7D"}, "5D", level="gentle", threes=True, delay_s=8)
    assert "Only 4, 8 and K have powers; one pack; threes make the next pick up one; DELAY after 8 s." in said(d)


def test_a_result_has_the_fewest_cards_first() -> None:
    d = play(table({0: "9C", 1: "6D 7D 8D", 2: "6H 7H"}, "9D"), "0: 9C")
    moment_over(d)
    made = WORDS.results(view(d, SPECTATOR), d.state, who())
    assert [row.name for row in made.rows] == ["Ann", "Cy", "Bo"] and made.banner == "Ann wins the hand!"
    assert [row.change for row in made.rows] == ["0 cards", "2 cards", "3 cards"]
    d = play(table({0: "5C 6C", 1: "6S 7S"}, "9D", stock=None), "0: pass", "1: pass")
    moment_over(d)
    assert WORDS.results(view(d, SPECTATOR), d.state, who()).banner == "Nobody can go on: a draw"


def test_a_player_names_a_suit_and_is_not_told_what_fits() -> None:
    d = play(table({0: "AS 5C 6C", 1: "6D 7D"}, "9D"), "0: AS")
    assert board(d).seats[0].seat.asks == "name a suit" and WORDS.notes(view(d, 0)) == []
