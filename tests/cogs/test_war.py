"""War's words, how its battles lie, and its presses."""

from __future__ import annotations

import pytest

from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.war import GameOver
from bot.show.controls.components import Button
from bot.show.controls.offer_controls import for_offers
from bot.show.messages.alt import alt
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.war import WarCourse, WarTable
from cogs.games.war import WORDS
from tests.games.table import play, told
from tests.games.war_table import flips, piles

NAMES = ("Ana", "Bo")
EIGHTS = "8C 2C 3C 6S 4D 9D 6H 3D JH 7C", "8H JC 9S KH 4S 9H 6D QD KS 8S"
SHORT = "7S 2C 3C 4C 9D 5S", "7D JH QH"


def who(viewer: int = SPECTATOR) -> Who:
    return Who(NAMES, viewer=viewer)


def scene(deal: Deal, viewer: int = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), who(viewer))


def table(deal: Deal, viewer: int = SPECTATOR) -> WarTable:
    made = scene(deal, viewer).board
    assert isinstance(made, WarTable)
    return made


def result(deal: Deal, viewer: int = SPECTATOR) -> art.Results:
    return WORDS.results(view(deal, viewer), deal.state, who(viewer))


def said(deal: Deal, viewer: int = SPECTATOR) -> str:
    over = result(deal, viewer) if deal.ask is None else None
    return " ".join(WORDS.announce(view(deal, viewer).events, who(viewer), result=over))


def buttons(deal: Deal, seat: int) -> list[str]:
    made = for_offers("t", 1, deal.offers(seat), view(deal, SPECTATOR), WORDS, who(), private=False)
    return [b.label for b in made if isinstance(b, Button)]


def test_the_single_battle_comes_first_then_what_is_quicker_from_short_to_long() -> None:
    deal = piles(*EIGHTS)
    assert buttons(deal, 0) == ["Turn card", "Auto ×10", "To next war", "To the end", "Give up"]
    play(deal, "0: play")
    assert buttons(deal, 0) == buttons(deal, 1), "no button moves under whoever presses twice"
    play(deal, "1: play")
    flips(deal)


def test_before_the_first_battle_both_wait_with_their_piles() -> None:
    board = table(piles(*EIGHTS), 1)
    assert board.note and [s.pile for s in board.sides] == [10, 10]
    assert [s.seat.name for s in board.sides] == ["Ana", "You"], "one's own row is the lower one"


def test_who_has_pressed_is_seen_and_how_far_they_would_go() -> None:
    deal = piles(*EIGHTS)
    play(deal, "0: forward war")
    _, ana = table(deal).sides
    assert "READY" in ana.seat.tags and ana.said == "to next war"
    assert said(deal) == "Ana turns ahead: to the next war, as far as Bo does."
    assert "turns ahead: to next war" in alt(scene(deal))


def test_how_many_battles_are_left_of_ten() -> None:
    deal = piles("KS QS JS 10S 9S 8S 7S 6S 5S 4S AS", "2D 3D 4D 2H 3H 4H 2C 3C 3S AD AC")
    play(deal, "0: forward ten", "1: play", "1: play")
    assert table(deal).sides[1].said == "×8"
    play(deal, *["1: play"] * 7)
    assert table(deal).sides[1].said == "" and "READY" in table(deal).sides[1].seat.tags, "the next one alone"


def test_who_goes_along_says_so() -> None:
    deal = piles(*EIGHTS)
    play(deal, "0: forward war", "1: forward war")
    assert said(deal).startswith("Ana turns ahead: to the next war, as far as Bo does. Bo goes along. **War!**")


def test_a_plain_battle() -> None:
    deal = flips(piles("KS 4D", "9H 2C"))
    made = scene(deal)
    assert (made.title, made.subtitle, table(deal).winner) == ("War", "Battle 1", 1)
    assert said(deal) == "Ana's K♠ beats 9♥." and said(deal, 0) == "Your K♠ beats 9♥."


def test_a_war_in_a_war_is_stamped_and_what_lies_face_down_is_nowhere_told() -> None:
    deal = flips(piles(*EIGHTS))
    assert scene(deal).title == "War!" and table(deal).coming == (3, 3)
    assert said(deal) == "**War!** Eights: three down each, then one up."
    flips(deal)
    board = table(deal)
    assert board.stamp == art.Stamp("WAR ×2", "crimson") and board.sides[1].rounds[1][0] == 3
    assert scene(deal).subtitle == "Battle 1 · 10 cards on the table"
    assert "**War again!** Now fours" in said(deal)
    flips(deal)
    assert table(deal).coming is None
    hidden = ("2♣", "3♣", "6♠", "J♣", "9♠", "K♥", "9♦", "6♥", "3♦", "9♥", "6♦", "Q♦")
    assert not any(card in alt(scene(deal)) + said(deal) for card in hidden)
    assert said(deal).endswith("Bo's K♠ beats J♥ and takes **18 cards**, 8♣ 4♦ J♥ 8♥ 4♠ K♠ among them.")


@pytest.mark.parametrize(
    ("short", "words"),
    [
        ("last_card", "**War!** Sevens: Ana three down, Bo one, then one up."),
        ("equal", "**War!** Sevens: one down each, then one up."),
        ("lose", "Ana wins the game. Bo has 2 cards left for it. 1 battle, 1 war."),
    ],
)
def test_too_few_cards_for_a_war(short: str, words: str) -> None:
    assert said(flips(piles(*SHORT, short_war=short))) == words


def test_the_last_cards_of_both_go_up_with_nothing_down() -> None:
    assert said(flips(piles("7S 2C", "7D 2H"))) == "**War!** Sevens: nothing down, then one up."


def test_a_draw() -> None:
    deal = flips(piles("7S", "7D"))
    assert result(deal).banner == "A draw" and not result(deal).boards
    assert said(deal).startswith("A draw. Neither has enough cards for it.")


def test_what_to_the_end_has_brought_and_its_wars() -> None:
    deal = piles(*EIGHTS)
    play(deal, "0: forward end", "1: forward end")
    made, (over,) = result(deal), told(deal, GameOver)
    assert made.banner == f"{NAMES[over.winners[0]]} wins with all the cards!"
    assert {row.total for row in made.rows} == {"20 cards", "0 cards"}
    ((_, chart),) = made.boards
    assert isinstance(chart, WarCourse) and len(chart.wars) == len(over.largest)
    assert "The largest: eights in battle 1, 18 cards for Bo" in said(deal)
    assert "with 2 ties. Cards of Ana: " in alt(made)


def test_where_several_games_are_played_the_picture_says_how_it_stands() -> None:
    deal = flips(piles("KS 4D", "9H 2C", wins=3))
    assert scene(deal).subtitle == "Games 0:0 of 3 · Battle 1"
    play(deal, "0: resign")
    made = result(deal)
    assert (made.subtitle, made.banner) == ("Game 1 · 0:1 of 3", "Bo wins the game!")
    assert said(deal) == "Bo wins the game. Ana gives up. 1 battle, 0 wars."
    assert [row.total for row in result(deal).rows] == ["1 card · 1 game", "3 cards · 0 games"]


def test_the_course_goes_as_far_as_the_battle_in_which_somebody_gives_up() -> None:
    deal = flips(piles("KS 5D 4D", "9H 5C 2C"), 2)
    play(deal, "0: resign")
    ((_, chart),) = result(deal).boards
    assert isinstance(chart, WarCourse) and chart.course[-2:] == ((1, 4), (2, 4))
    assert "2 battles, 1 war" in said(deal)
