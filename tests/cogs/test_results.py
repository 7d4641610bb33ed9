"""What a result tells of every game: whose cards lay how, what they came to, what became of it, and what that moved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.cash.moves import Cash
from bot.games.parts.poker_hands import strength
from bot.show.words.game import Words
from bot.show.words.poker import in_two, laid_out
from bot.show.words.sentences import Who
from card_art import scene as art
from cogs.games import (
    backhand,
    blackjack,
    canfield,
    cash,
    farmer,
    gin_rummy,
    hearts,
    in_between,
    knock_poker,
    red_dog,
    seven_twenty_seven,
    three_five_seven,
)
from tests.games import (
    backhand_table,
    blackjack_table,
    canfield_table,
    cash_table,
    farmer_table,
    gin_rummy_table,
    hearts_hands,
    in_between_table,
    knock_poker_table,
    red_dog_table,
    seven_twenty_seven_table,
    three_five_seven_table,
)
from tests.games.table import play

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Finn")


def shown(words: Words, deal: Deal, viewer: Seat = SPECTATOR) -> art.Results:
    assert deal.after is not None, "the deal is not over"
    return words.results(view(deal, viewer), deal.state, Who(NAMES, viewer=viewer))


def line(row: art.ResultRow) -> str:
    """`Ana | 8H 3D 10C 21 WIN, 8S 9H (dim) 17 LOSE | … | 0 | 96 chips`"""
    hands = ", ".join(
        " ".join(
            filter(
                None,
                (
                    *map(str, h.cards), "(dim)" * h.dim, "(side)" * h.sideways, h.total, h.beneath,
                    h.stamp.word if h.stamp else "",
                ),
            )
        )
        for h in row.hands
    )  # fmt: skip
    name = " ".join((row.place, row.name, *row.tags, "*" * row.winner)).strip()
    stamp = row.stamp.word if row.stamp else ""
    return " | ".join(filter(None, (name, hands, *row.told, stamp, row.change, row.total)))


def lines(results: art.Results) -> list[str]:
    return [*map(line, results.rows), *filter(None, (results.out, results.note, results.banner))]


# ---- the games ----------------------------------------------------------------------------------


def test_blackjack_shows_the_dealers_cards_and_every_hand_of_a_split() -> None:
    deal = blackjack_table.dealt({0: "8H 8S", 1: "AH KD", 2: "10D 6C", 3: "QH 9C"}, "KS 6D", "3D 9H 10C 9S 3C",
                                 wager=500)  # fmt: skip
    play(deal, "0: split", "0: hit", "0: stand", "2: hit", "3: stand")
    assert lines(shown(blackjack.WORDS, deal)) == [
        "Dealer | KS 6D 3C 19 | stands on 17 or more",
        "Bo * | AH KD 21 BLACKJACK | +7½ | 107½ chips",
        "Ana | 8H 3D 10C 21 WIN, 8S 9H (dim) 17 LOSE | 0 | 100 chips",
        "Dee | QH 9C 19 PUSH | 0 | 100 chips",
        "Cy | 10D 6C 9S (dim) 25 BUST | −5 | 95 chips",
        "Bo has a blackjack",
    ]


def test_blackjack_tells_of_insurance_and_of_the_dealers_blackjack() -> None:
    deal = blackjack_table.alone("10S 9D", "AH KC", "", "insure 5")
    assert lines(shown(blackjack.WORDS, deal)) == [
        "Dealer | AH KC 21 BLACKJACK",
        "Ana | 10S 9D (dim) 19 LOSE | insurance +10 | 0 | 100 chips",
        "The dealer has a blackjack",
    ]


@pytest.mark.parametrize(("other", "banner"), [("10H 9H", "Ana loses"), ("10H 8H", "The dealer wins")])
def test_blackjack_names_the_losers_where_somebody_has_a_push(other: str, banner: str) -> None:
    deal = blackjack_table.dealt({0: "10D 8C", 1: other}, "KS 9C")
    play(deal, "0: stand", "1: stand")
    assert lines(shown(blackjack.WORDS, deal))[-1] == banner


def test_blackjack_a_third_hand_of_one_seat_has_a_row_of_its_own() -> None:
    deal = blackjack_table.alone("8H 8D", "8C 10C", "8S 10S 3D 5C 9C 10D", "split", "split", "stand", "stand", "stand",
                                 wager=500)  # fmt: skip
    assert lines(shown(blackjack.WORDS, deal)) == [
        "Dealer | 8C 10C 18 | stands on 17 or more",
        "Ana | 8H 3D (dim) 11 LOSE, 8D 10S 18 PUSH | −10 | 90 chips",
        "8S 5C (dim) 13 LOSE",
        "The dealer wins",
    ]


def test_backhand_shows_the_called_card_on_its_side_and_what_it_makes() -> None:
    deal = backhand_table.deal({0: "JS 4D", 1: "3H 9C", 2: "8S 5H"}, "QH 7D KC", scores=(2, 2, 1), number=5)
    backhand_table.play(deal, "0: backhand", "1: backhand", "2: hit")
    found = shown(backhand.WORDS, deal)
    assert found.headings == ("hand", "total", "called card", "makes")
    assert lines(found) == [
        "Ana * | JS 4D 14 called, QH (side) 24 bust | WIN | 3 wins",
        "Bo | 3H 9C 12 called, 7D (side) 19 no bust | LOSE | 2 wins",
        "Cy | 8S 5H KC (dim) 23 bust | LOSE | 1 win",
        "Ana wins the round",
    ]


def test_backhand_for_chips_tells_what_was_won_and_who_sat_out() -> None:
    deal = backhand_table.deal({0: "10C 2D", 1: "10S 5D"}, "KH", playing=[0], mode="betting")
    play(deal, "0: bet 5", "1: pass")
    backhand_table.play(deal, "0: backhand")
    assert lines(shown(backhand.WORDS, deal)) == [
        "Ana * | 10C 2D 12 called, KH (side) 22 bust | WIN | +5 | 105 chips",
        "Sat out: Bo",
        "Ana wins the round",
    ]


def test_hearts_shows_the_cards_that_counted_with_whoever_took_them() -> None:
    deal = hearts_hands.one_short("2D KS AD AH", hearts_hands.THROWN)
    assert lines(shown(hearts.WORDS, deal)) == [
        "Bo | no card that counts | 0 | 0 points",
        "Dee | no card that counts | 0 | 0 points",
        "Ana | AH | +1 | 1 point",
        "Cy | 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH QS | +25 | 25 points",
        "Bo leads with 0 points",
    ]


def test_hearts_says_who_has_shot_the_moon() -> None:
    assert lines(shown(hearts.WORDS, hearts_hands.suited())) == [
        "Cy * | 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH QS | MOON | 0 | 0 points",
        "Ana | no card that counts | +26 | 26 points",
        "Bo | no card that counts | +26 | 26 points",
        "Dee | no card that counts | +26 | 26 points",
        "Cy shoots the moon!",
    ]


def test_farmer_shows_totals_and_who_farms_next() -> None:
    deal = farmer_table.played("10C 6H | 9D 7S | KD 9S | 2C 3C", 400, 3)
    assert lines(shown(farmer.WORDS, deal)) == [
        "Ana FARMS NEXT * | 10C 6H 16 SIXTEEN | +3 | 103 chips",
        "Dee FARMER | 2C 3C 5 | 0 | 100 chips",
        "Bo | 9D 7S 16 SIXTEEN | −1 | 99 chips",
        "Cy | KD 9S (dim) 19 BUST | pays Dee | −2 | 98 chips",
        "Ana's sixteen takes the farm of 4",
    ]


def test_farmer_without_a_sixteen_tells_who_pays_whom() -> None:
    deal = farmer_table.played("10C 5H | 9D 3S | KD 9S | 2C 3C", 400, 3)
    assert lines(shown(farmer.WORDS, deal)) == [
        "Ana * | 10C 5H 15 BEST | +1 | 101 chips",
        "Dee FARMER | 2C 3C 5 | pays Ana | −1 | 99 chips",
        "Bo | 9D 3S 12 | pays Ana | −2 | 98 chips",
        "Cy | KD 9S (dim) 19 BUST | pays Dee | −2 | 98 chips",
        "No sixteen: Ana gets 2",
    ]


def test_red_dog_shows_the_bet_the_turned_card_and_what_was_held_against_it() -> None:
    hands = {1: "9H 8D 7C 6S", 2: "9D 8C 7S 6H", 3: "AC AD AH AS", 0: "2C 3C 4C 5C"}
    deal = red_dog_table.first_round(hands, "8H 10D KS QD")
    play(deal, "1: bet 3", "2: bet 1", "3: bet 1", "0: bet ½")
    assert lines(shown(red_dog.WORDS, deal)) == [
        "Bo * | 9H, 8H | bet 3 | WIN | +2 | 102 chips",
        "Dee | AS, KS | bet 1 | WIN | 0 | 100 chips",
        "Ana | 2C 3C 4C 5C (dim), QD | bet ½ | LOSE | −1½ | 98½ chips",
        "Cy | 8C 9D 7S 6H (dim), 10D | bet 1 | LOSE | −2 | 98 chips",
        "Bo wins 2",
    ]


def test_in_between_shows_the_third_card_and_whether_it_fell_between() -> None:
    deal = in_between_table.turn("4C 9D 7H 6S JS JD QC QD 2S AD", 1200)
    in_between_table.go(deal, "1: bet 5", "2: bet 2", "0: ace low")
    assert lines(shown(in_between.WORDS, deal)) == [
        "Bo * | 4C 9D, 7H | bet 5 | IN | +5 | 105 chips",
        "Dee * | QC QD | Pair | is paid 2 | +2 | 102 chips",
        "Ana | 2S AD | Nothing between | forfeits 1 | −1 | 99 chips",
        "Cy | 6S JS, JD (dim) | bet 2 | POST | −2 | 98 chips",
        "Bo and Dee win",
    ]


def test_knock_poker_names_all_hands() -> None:
    deal = knock_poker_table.shown_at_once(
        {0: "AD 7C 5S 4H 2D", 1: "KS KH 9D 9C 9S", 2: "AH QH 8H 5H 2H"}, stack=10_000, ante=100
    )
    assert lines(shown(knock_poker.WORDS, deal)) == [
        "Bo KNOCKED * | 9C 9D 9S KH KS | Full house | nines over kings | +2 | 102 chips · 1 won",
        "Cy | AH QH 8H 5H 2H (dim) | Flush | ace high | −1 | 99 chips · 0 won",
        "Ana | AD 7C 5S 4H 2D (dim) | Ace high | seven, five, four, two | −1 | 99 chips · 0 won",
        "Bo's full house wins",
    ]


def test_gin_rummy_shows_deadwood_and_what_was_laid_off() -> None:
    deal = gin_rummy_table.hand("2C 3C 4C JD JH JS 5D 3H AS AH", "10H 10S 10C KH KD KS 5C 6C 2D 4H", "8D", "KC")
    gin_rummy_table.ends(deal, "knock KC")
    assert lines(shown(gin_rummy.WORDS, deal)) == [
        "Bo * | UNDERCUT | +14 | 14 points · 1 box",
        "Ana | KNOCK | 0 points · 0 boxes",
        "Bo wins 14",
    ]
    ((_, board),) = shown(gin_rummy.WORDS, deal).boards
    assert board.alt(str) == (
        "Ana, 0 points · 0 boxes: JD JH JS, 2C 3C 4C 5C (laid off) 6C (laid off); deadwood 5D 3H AH AS = 10. "
        "Bo (undercut), 14 points · 1 box: 10C 10H 10S, KD KH KS; deadwood 4H 2D = 6; laid off 5♣ 6♣."
    )


def test_seven_twenty_seven_shows_who_has_which_half_and_who_was_out() -> None:
    deal = seven_twenty_seven_table.shown_down({0: "KD QC 6C 8D", 1: "9S 10D 7C", 2: "8C JH KC 10C 9D", 3: "10H 9H"},
                                               pot=1500)  # fmt: skip
    assert lines(shown(seven_twenty_seven.WORDS, deal)) == [
        "Ana * | KD QC 6C 8D 15 LOW | +6½ | 106½ chips",
        "Bo * | 9S 10D 7C 26 HIGH | +6½ | 106½ chips",
        "Dee | 10H 9H 19 | −1 | 99 chips",
        "Cy | 8C JH KC 10C 9D (dim) 28 OUT | −1 | 99 chips",
        "Low: Ana · High: Bo",
    ]


def three_five_seven_deal(**options: Any) -> Deal:
    hands = {1: "7H KC KS 9D 9C 2D 4H", 2: "AD QD 8D 6D 2C 3C 10S", 3: "AS KD 9H 8C 5D 4S 2H"}
    deal = three_five_seven_table.deal(hands, **options)
    for among in ((), (3,), (1, 2)):
        three_five_seven_table.declare(deal, *among)
    return deal


def test_three_five_seven_shows_hands_to_those_who_were_in_and_to_nobody_else() -> None:
    deal = three_five_seven_deal()
    public, own = shown(three_five_seven.WORDS, deal), shown(three_five_seven.WORDS, deal, 2)
    assert lines(public) == [
        "Bo * | Best hand | was in with 7 | +4 | 104 chips",
        "Dee 1 STRIKE | Alone with 5 | out with 7 | −1 | 99 chips",
        "Cy | Beaten | was in with 7 | −6 | 94 chips",
        "Out: Ana −1, Eve −1",
        "Bo wins 5",
    ]
    assert lines(own) == [
        "Bo * | 7H KC KS 9C 9D 4H 2D | Full house | kings over nines | +4 | 104 chips",
        "Dee 1 STRIKE | Alone with 5 | out with 7 | −1 | 99 chips",
        "You | AD QD 10S 8D 6D 3C 2C (dim) | Ace high | queen, ten, eight, six | −6 | 94 chips",
        "Out: Ana −1, Eve −1",
        "★ wild",
        "Bo's full house wins 5",
    ]
    assert own.rows[0].hands[0].wild == {0}
    assert not any(row.hands for row in shown(three_five_seven.WORDS, deal, 3).rows), "seat 3 was out"


def test_three_five_seven_tells_what_was_won_and_lost_before_nobody_was_in() -> None:
    deal = three_five_seven_table.deal({1: "KC KS 9D", 2: "AD QD 8D"})
    for among in ((1, 2), (), ()):
        three_five_seven_table.declare(deal, *among)
    assert lines(shown(three_five_seven.WORDS, deal)) == [
        "Bo * | Won with 3 | out with 7 | +4 | 104 chips",
        "Cy | Lost with 3 | out with 7 | −6 | 94 chips",
        "Out: Ana −1, Dee −1, Eve −1",
        "Bo wins 5",
    ]


def test_three_five_seven_shows_all_hands_that_were_in_where_the_table_does() -> None:
    assert lines(shown(three_five_seven.WORDS, three_five_seven_deal(show="all"))) == [
        "Bo * | 7H KC KS 9C 9D 4H 2D | Full house | kings over nines | +4 | 104 chips",
        "Dee 1 STRIKE | Alone with 5 | out with 7 | −1 | 99 chips",
        "Cy | AD QD 10S 8D 6D 3C 2C (dim) | Ace high | queen, ten, eight, six | −6 | 94 chips",
        "Out: Ana −1, Eve −1",
        "★ wild",
        "Bo's full house wins 5",
    ]


def test_cash_shows_all_hands_who_called_and_the_letters() -> None:
    deal = cash_table.up(cash_table.FOURS, state=cash_table.lettered((1, 0, 1, 0)))
    cash_table.called(deal, cash_table.ANN, Cash())
    assert lines(shown(cash.WORDS, deal)) == [
        "Ana PAIR A * | 9S 9H 4C KD | called CASH | WIN | C···",
        "Cy PAIR A * | 7S 7H 7C 7D | Four of a kind | WIN | C···",
        "Bo PAIR B | 2C 3C KC 8H | LOSE | C···",
        "Dee PAIR B | 10S JD QC AH | LOSE | C···",
        "Ana called CASH: right",
    ]


def test_canfield_shows_the_foundations_and_every_board_of_a_race() -> None:
    deal = canfield_table.dealt("", "5C", "5D 9H 9S KD", seats=2)
    play(deal, "0: T1 F", "0: resign", "1: resign")
    found = shown(canfield.WORDS, deal)
    assert lines(found) == [
        "1 Ana * | 5C 5D | STOPPED | 2 home | 1 move",
        "2 Bo | 5C | STOPPED | 1 home | 0 moves",
        "Ana wins!",
    ]
    assert [name for name, _ in found.boards] == ["Ana", "Bo"]


# ---- what they have in common -------------------------------------------------------------------


def test_of_seven_cards_the_five_that_count_lie_first() -> None:
    hand = laid_out(cards("7S 9C 9H AH JH 10D 8D"), wild=7)
    assert " ".join(map(str, hand[:5])) == "7S JH 10D 9C 8D"


@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("KS KH 9D 9C 9S", ("Full house", "nines over kings")),
        ("AH QH 8H 5H 2H", ("Flush", "ace high")),
        ("9H 8S 7D 6C 5C", ("Straight", "nine high")),
        ("AS KS QS JS 10S", ("Royal flush", "straight to the ace")),
        ("9S 8S 7S 6S 5S", ("Straight flush", "nine high")),
        ("2S 2H 7S 6S 5S", ("Pair of twos", "seven, six, five")),
        ("5D 5H 5S 5C AS", ("Four fives", "ace")),
    ],
)
def test_a_hand_is_named_in_two_lines(hand: str, called: tuple[str, str]) -> None:
    assert in_two(strength(cards(hand))) == called


def test_an_absent_seat_stands_below_and_an_empty_chair_nowhere() -> None:
    state = replace(opening(4, 10_000), away=frozenset({2, 3}), dealer=0)
    deal = red_dog_table.next_round(state, {0: "AC AD AH AS", 1: "2C 2D 2H 2S"}, "KS 3S")
    play(deal, "1: bet ½", "0: bet ½")
    who = Who(NAMES, ((), (), ("EMPTY",), ()))
    found = red_dog.WORDS.results(view(deal, SPECTATOR), deal.state, who)
    assert [row.name for row in found.rows] == ["Ana", "Bo"] and found.out == "Sat out: Dee"


def test_at_the_end_of_a_match_everybody_has_a_row_and_a_place() -> None:
    deal = red_dog_table.first_round({1: "9H 8D 7C 6S", 2: "AC AD AH AS"}, "8H KS")
    play(deal, "1: bet 3", "2: bet 1")
    found = shown(red_dog.WORDS, deal)
    assert [(row.place, row.name, row.winner) for row in found.rows] == [
        ("1", "Cy", True), ("2", "Bo", False), ("2", "Ana", False), ("2", "Dee", False)
    ]  # fmt: skip
    assert found.banner == "Cy takes the pot!" and not found.out


def test_between_two_deals_nobody_has_a_place() -> None:
    assert not any(row.place for row in shown(three_five_seven.WORDS, three_five_seven_deal()).rows)


def test_a_hand_that_all_others_have_folded_to_is_not_shown() -> None:
    deal = seven_twenty_seven_table.deal({1: "9S 9D"})
    play(deal, "1: bet 5", "2: fold", "3: fold", "0: fold")
    assert lines(shown(seven_twenty_seven.WORDS, deal)) == [
        "Bo * | all others folded | +3 | 103 chips",
        "Folded: Ana −1, Cy −1, Dee −1",
        "Bo takes the pot",
    ]
