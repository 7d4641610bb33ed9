"""What decisions cost: known answers, and the laws of judging, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

import pytest

from bot.engine.betting import Bet as PokerBet
from bot.engine.betting import Call, Check, Fold
from bot.engine.cards import Card, card, cards, deck
from bot.engine.deal import Deal
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.worlds import Worlds
from bot.games.backhand import CALL
from bot.games.backhand import Hit as BackhandHit
from bot.games.blackjack import BLACKJACK, HIT, SPLIT, STAND
from bot.games.blackjack.moves import Double, EvenMoney, Hit, Insure, Split, Stand
from bot.games.catalog import GAMES
from bot.games.cribbage import Done, LayAway
from bot.games.cribbage import Play as PlayCard
from bot.games.in_between import Ace
from bot.games.parts.pot_bets import Bet as PotBet
from bot.games.parts.wagers import PASS
from bot.games.poker.facts import STREET
from bot.house.cribbage import in_crib
from bot.house.judging import Judged, judged, judges, luck, weighed
from tests.bench.judging import deals
from tests.conformance.play import Chance
from tests.games import backhand_table, cribbage_table, in_between_table, poker_table, red_dog_table
from tests.games.blackjack_table import alone

WEIGHED = [slug for slug, game in GAMES.items() if judges(game, game.options())]


def worth(deal: Deal[Any, Any], seat: Seat, *moves: Move) -> list[float]:
    """What these are worth where the deal stands."""
    found = [weighed(deal, seat, move) for move in moves]
    return [dict(each.worths)[each.played] for each in found if each is not None]


# ---- blackjack ---------------------------------------------------------------------------------------


def test_blackjack_sixteen_against_a_ten_is_lost_either_way() -> None:
    deal = alone("10S 6D", "10H 7C", wager=100)
    assert worth(deal, 0, STAND, HIT) == [pytest.approx(-0.541, abs=0.001), pytest.approx(-0.535, abs=0.001)]


def test_blackjack_eleven_against_a_six_is_worth_two_thirds_of_a_wager_doubled() -> None:
    deal = alone("6S 5D", "6H 10C", wager=100)
    assert worth(deal, 0, Double(100), HIT, STAND) == [
        pytest.approx(0.683, abs=0.001), pytest.approx(0.341, abs=0.001), pytest.approx(-0.151, abs=0.001)
    ]  # fmt: skip
    stood = weighed(deal, 0, STAND)
    assert stood is not None and stood.better == Double(100) and not stood.as_the_club
    assert stood.cost == pytest.approx(0.834, abs=0.001)


def test_blackjack_a_double_for_less_brings_less() -> None:
    deal = alone("6S 5D", "6H 10C", wager=200)
    whole, half, hit = worth(deal, 0, Double(200), Double(100), HIT)
    assert whole == pytest.approx(4 / 3 * half) and half == pytest.approx(3 / 2 * hit, abs=0.001)


def test_blackjack_eights_are_split_against_a_ten() -> None:
    deal = alone("8S 8D", "10H 7C", wager=100)
    split, hit = worth(deal, 0, SPLIT, HIT)
    assert split == pytest.approx(-0.48, abs=0.01) and hit == pytest.approx(-0.535, abs=0.001)


def test_blackjack_insurance_costs_as_the_tens_that_are_left_say() -> None:
    deal = alone("10S 6D", "AH 7C", wager=200)
    tens = 95 / 309
    passed, insured = worth(deal, 0, PASS, Insure(100))
    assert (passed, insured) == (0, pytest.approx(3 * tens - 1, abs=1e-5))
    deal = alone("AS KD", "AH 7C", wager=200)
    passed, even = worth(deal, 0, PASS, EvenMoney())
    assert (passed, even) == (pytest.approx(3 * (1 - tens)), 2)


def test_blackjack_wagers_are_a_matter_of_taste() -> None:
    found = [each for match in deals(BLACKJACK, BLACKJACK.options(), 1, range(1), most=4) for deal in match
             for each in judged(deal, 0)]  # fmt: skip
    assert found and all({type(move) for move, _ in each.worths} <= {Hit, Stand, Split, Double} for each in found)


# ---- bets ----------------------------------------------------------------------------------------


def test_red_dog_bets_are_worth_what_the_unseen_cards_say() -> None:
    deal = red_dog_table.first_round({1: "KS KH KD KC"})
    least, more = worth(deal, 1, PotBet(50), PotBet(100))
    assert least == pytest.approx(0.5 * (44 - 4) / 48, abs=1e-5) and more == pytest.approx(2 * least, abs=1e-5)
    shy, bold = weighed(deal, 1, PotBet(50)), weighed(deal, 1, PotBet(400))
    assert shy is not None and shy.cost > 0 and bold is not None and bold.cost == 0


def test_in_between_bets_are_worth_what_falls_between() -> None:
    deal = in_between_table.turn("2S KD")
    least, more = worth(deal, 1, PotBet(100), PotBet(200))
    assert least == pytest.approx((40 - 10) / 50) and more == pytest.approx(2 * least)
    deal = in_between_table.turn("2S 4D")
    greedy = weighed(deal, 1, PotBet(200))
    assert greedy is not None and greedy.better == PotBet(100) and greedy.cost == pytest.approx((46 - 4) / 50)


def test_in_between_the_ace_goes_where_more_lies_between() -> None:
    called = weighed(in_between_table.turn("AS 4D"), 1, Ace("low"))
    assert called is not None and called.better == Ace("high") and called.cost > 0


def test_backhand_a_call_wins_by_what_would_be_too_much() -> None:
    deal = backhand_table.deal({0: "10S 6D", 1: "10C 6C"})
    call, hit = worth(deal, 0, CALL, BackhandHit())
    assert call == pytest.approx((4 * 8 - 4) / 48, abs=1e-5)  # sixes to tens and court cards, without the four that lie
    assert call > hit


# ---- cribbage ----------------------------------------------------------------------------------------


def counted(kept: Sequence[Card], starter: Card) -> int:
    """What four cards and a starter count, by trying all sets of them."""
    five = [*kept, starter]
    sets = [some for n in range(2, 6) for some in combinations(five, n)]
    points = 2 * sum(sum(min(c.rank, 10) for c in some) == 15 for some in sets)
    points += 2 * sum(one.rank == other.rank for one, other in combinations(five, 2))
    runs = [some for some in sets if len(some) > 2 and sorted(c.rank for c in some) == [
        *range(min(c.rank for c in some), min(c.rank for c in some) + len(some))]]  # fmt: skip
    points += sum(len(some) for some in runs if len(some) == max(map(len, runs)))
    if len({c.suit for c in kept}) == 1:
        points += 4 + (starter.suit == kept[0].suit)
    return points + any(c.rank == 11 and c.suit == starter.suit for c in kept)


def test_cribbage_laying_away_is_worth_what_it_counts_over_all_starters() -> None:
    deal = cribbage_table.hand("5C 5D JH QS 3H 9C", "AC 2D 4S 7C 8D KD")
    found = weighed(deal, 0, LayAway((card("3H"), card("9C"))))
    assert found is not None and len(found.worths) == 15 and found.cost == 0
    held = cards("5C 5D JH QS 3H 9C")
    for move, worth_of_it in found.worths:
        kept = [c for c in held if c not in move.parts]
        starters = [c for c in deck() if c not in held]
        average = sum(counted(kept, c) for c in starters) / len(starters)
        assert worth_of_it == pytest.approx(average - in_crib(move.parts, own=False), abs=0.005)


def test_cribbage_thirty_one_is_taken() -> None:
    deal = cribbage_table.plays(cribbage_table.kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C"), "KH QH 7C")
    found = weighed(deal, 0, PlayCard(card("2D")))
    assert found is not None and found.better == PlayCard(card("4S")) and found.cost > 1


def test_cribbage_what_nobody_named_is_the_cost_of_being_done() -> None:
    deal = cribbage_table.played_out(cribbage_table.kept("4S 5C 5H 6D", "9S KD QD 7S", "2C", counting="called"))
    done = weighed(deal, 0, Done())
    assert done is not None and type(done.better).__name__ == "Count" and done.cost >= 2


def test_cribbage_luck_is_what_six_cards_bring_above_the_average() -> None:
    good, bad = (cribbage_table.hand(six, "AC 2D 4S 7C 8D KD") for six in ("5C 5D 5H JS QD KC", "AH 3D 6S 8C 10D QH"))
    assert (luck(good, 0) or 0) > 8 and (luck(bad, 0) or 0) < 0
    assert luck(alone("10S 6D", "10H 7C"), 0) is None


# ---- the end is known --------------------------------------------------------------------------------


def test_tablanette_the_last_deal_is_weighed_to_its_end() -> None:
    game = GAMES["tablanette"]
    (match,) = deals(game, game.options(), 2, range(1), most=1)
    *_, last = judged(match[0], 0)
    there = match[0].as_it_was(last.row)
    assert last.cost == 0 and all(weighed(there, 0, move) is not None for move, _ in last.worths)


# ---- poker and gin rummy -----------------------------------------------------------------------------


def all_in(hand: str, board: str) -> Deal[Any, Any]:
    """Heads-up at the river, the other all in."""
    deal = poker_table.table("holdem", {0: "2C 7D", 1: hand}, board, seats=2)
    while deal.ask:
        seat = next(iter(deal.ask.waits_for))
        river = deal.table.facts[STREET.name][0] == 4
        if river and seat == 1 and any(o and o.kind is Call for o in deal.offers(1)):
            return deal
        raised = next((o for o in deal.offers(seat) if o and o.kind is PokerBet), None)
        if river and seat == 0 and raised is not None:
            deal.submit(seat, PokerBet(max(raised.next(()))))
        else:
            check = any(o and o.kind is Check for o in deal.offers(seat))
            deal.submit(seat, Check() if check else Call())
    raise AssertionError


def test_poker_a_fold_of_the_best_hand_costs_the_pot() -> None:
    deal = all_in("AS KS", "QS JS 10S 3D 4H")
    folded = weighed(deal, 1, Fold())
    assert folded is not None and folded.better == Call() and folded.cost == pytest.approx(102)


def test_poker_a_call_that_never_wins_costs_its_price() -> None:
    deal = all_in("2S 3C", "AS KS QD JH 9C")
    called = weighed(deal, 1, Call())
    assert called is not None and called.better == Fold() and 50 < called.cost <= 98


def test_gin_rummy_a_card_of_a_meld_is_dear() -> None:
    game = GAMES["gin-rummy"]
    (match,) = deals(game, game.options(), 2, range(1), most=2)
    thrown = [each for deal in match for each in judged(deal, 0)]
    assert thrown and all(each.cost == 0 and each.as_the_club for each in thrown)
    worst = max(worth - dict(each.worths)[each.better] for each in thrown for _, worth in each.worths[-1:])
    assert worst < -5


# ---- the laws ----------------------------------------------------------------------------------------


def decisions(slug: str, most: int = 6) -> Iterator[tuple[Deal[Any, Any], Seat, Judged]]:
    """Some decisions of house players, spread over the seats."""
    game = GAMES[slug]
    options = game.options(cut="off")
    seats = max(2, min(game.seats_for(options)))
    found = 0
    for match in deals(game, options, seats, range(4), most=3):
        for deal in match:
            for seat in range(seats):
                for n, each in enumerate(judged(deal, seat)):
                    yield deal, seat, each
                    found += 1
                    if found == most:
                        return
                    if n == most // 3:
                        break


@pytest.mark.parametrize("slug", WEIGHED)
def test_judged_by_what_the_seat_could_know(slug: str) -> None:
    swapped = 0
    for n, (deal, seat, each) in enumerate(decisions(slug)):
        there = deal.as_it_was(each.row)
        assert weighed(there, seat, each.played) == each, "the same again"
        assert each.cost >= 0 and each.cost == dict(each.worths)[each.better] - dict(each.worths)[each.played]
        assert each.worths[0][1] == max(worth for _, worth in each.worths)
        assert each.better in (each.worths[0][0], each.played)
        for move, _ in each.worths:
            assert there.ask is not None and there.ask.refusal(seat, move) is None, f"{move} is not legal"
        if (world := Worlds(there, seat).draw(Chance("judging", n))) is not None:
            swapped += 1
            assert weighed(world, seat, each.played) == each, "other hidden cards, other numbers"
    assert swapped


MOST: Mapping[str, float] = {
    "backhand": 0.01, "blackjack": 0.001, "cribbage": 0.15, "farmer": 0.15, "gin-rummy": 0.05, "hearts": 0.15,
    "in-between": 0.05,
    "jubilee": 0.0, "poker": 0.3, "red-dog": 0.0, "seven-twenty-seven": 0.3, "tablanette": 0.0, "twos": 0.05,
}  # fmt: skip
"""What a decision of the house costs at most on average, in points or whites."""


@pytest.mark.soak
@pytest.mark.parametrize("slug", WEIGHED)
def test_the_house_hardly_blames_itself(slug: str) -> None:
    game = GAMES[slug]
    options = game.options()
    seats = max(2, min(game.seats_for(options)))
    costs = [
        each.cost
        for match in deals(game, options, seats, range(4))
        for deal in match
        for seat in range(seats)
        for each in judged(deal, seat)
    ]
    assert fmean(costs) <= MOST[slug]


def test_a_game_that_nobody_weighs_has_no_decisions() -> None:
    war = GAMES["war"]
    assert judges(war, war.options()) is None
    for match in deals(war, war.options(), 2, range(1), most=1):
        assert not [*judged(match[0], 0)]
