"""Who has moved last, as the felt tells it."""

from __future__ import annotations

from bot.engine.cards import card, cards
from bot.games import gin_rummy as g
from bot.games import jubilee, knock_poker
from bot.show.words.layout import last_move
from bot.show.words.sentences import Who, cards_named
from card_art import scene as art
from cogs.games.gin_rummy import WORDS as GIN
from cogs.games.jubilee import WORDS as JUBILEE
from cogs.games.knock_poker import WORDS as KNOCK

WHO = Who(("Ana", "Bo", "Cy"))
ANA, BO = art.Person("Ana", 0), art.Person("Bo", 1)


def test_both_halves_of_a_turn_are_one_move() -> None:
    events = (g.Discarded(0, card("2C")), g.Took(1, card("9D")), g.Discarded(1, card("KC")))
    assert last_move(events, WHO, GIN.say) == art.LastMove(BO, "throws K♣", "takes 9♦", (card("KC"),), (card("9D"),))


def test_nobodys_events_are_no_move() -> None:
    events = (g.Upcard(card("4H")), g.Passed(0))
    assert last_move(events, WHO, GIN.say) == art.LastMove(ANA, "lets the upcard lie")
    assert last_move(events[:1], WHO, GIN.say) is None


def test_what_lies_between_ends_a_turn() -> None:
    events = (knock_poker.Drew(0), knock_poker.StockOut(), knock_poker.Discarded(0, card("2H")))
    assert last_move(events, WHO, KNOCK.say) == art.LastMove(ANA, "throws 2♥", cards=(card("2H"),))


def test_to_the_mover_it_is_what_you_do() -> None:
    you = Who(WHO.names, viewer=1)
    told = last_move((g.Drew(1),), you, GIN.say)
    assert told == art.LastMove(art.Person("You", 1), "draw from the stock")


def test_of_several_sentences_the_first_is_the_move() -> None:
    played = jubilee.Played(1, card("9S"), 16, 25, 10)
    told = last_move((played,), WHO, JUBILEE.say)
    assert told is not None and told.said == "plays 9♠, plus nine, total 25" and told.cards == (card("9S"),)


def test_cards_are_found_in_a_sentence() -> None:
    assert cards_named("lays Q♦ 10♥, and a joker: 60") == tuple(cards("QD 10H"))
