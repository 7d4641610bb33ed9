"""The house player of Jenny Jenny: what it buys, asks and bids, that it beats chance, and hands as they were played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot import house
from bot.engine.cards import card
from bot.engine.match import Match
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.jenny_jenny import JENNY_JENNY
from bot.games.jenny_jenny.moves import Auction, Bid, Buy, Draw, Options, Pass, Price, Raid

from .jenny_jenny_table import lying
from .table import at_random, decides, play, turn
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden"


def test_rule_1_it_buys_what_it_lacks_before_it_draws() -> None:
    assert decides(lying(purses={0: "KS"}, stalls={1: "9S"})) == Buy(card("9S"))
    assert decides(lying("AD 9D", purses={0: "KS"}, stalls={1: "9S"})) == Draw()
    assert decides(lying(stalls={1: "9S"})) == Draw()


def test_rule_2_the_scarcest_rank_first() -> None:
    d = lying("AD", "8H 9H", "8C 2C", purses={0: "KS"}, stalls={1: "9S 8S", 2: "8D"})
    assert decides(d) == Buy(card("9S"))


def test_rule_3_not_from_whoever_would_buy_with_the_coin() -> None:
    table = {"stalls": {0: "4D", 1: "9S", 2: "9D"}}
    d = lying("AD 4C", "9H 8H", "9C 8C", purses={0: "KS", 2: "QC"}, **table)  # type: ignore[arg-type]
    assert decides(d) == Buy(card("9D"))
    d = lying("AD 4C", "9H 8H 7H", "9C 8C", purses={0: "KS", 1: "JC", 2: "QC"}, **table)  # type: ignore[arg-type]
    assert decides(d) == Buy(card("9D")), "seat 2 has fewer cards in hand"


def test_rule_4_without_a_stock_it_buys_or_passes() -> None:
    assert decides(lying(purses={0: "KS"}, stalls={1: "9S"}, stock="")) == Buy(card("9S"))
    assert decides(lying(stalls={1: "9S"}, stock="")) == Pass()


def test_where_two_play_it_waits_while_most_is_nowhere_for_sale() -> None:
    table = {"purses": {0: "KS KC"}, "stalls": {1: "9S"}, "seats": 2}
    assert decides(lying("AD 2D 3D 4D 5D 6D 7D", "9H", **table)) == Draw()  # type: ignore[arg-type]
    assert decides(lying("AD 2D 3D 4D 5D 6D 7D 8D", "9H", **table)) == Buy(card("9S"))  # type: ignore[arg-type]
    leader = "AC 2C 3C 4C 5C 6C 7C 8C 9H"
    assert decides(lying("AD 2D 3D 4D 5D 6D 7D", leader, **table)) == Buy(card("9S"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("seen", "ask"), [("", 2), ("7S", 4), ("7S 7D", 6)])
def test_rule_5_the_price_goes_by_the_other_sources(seen: str, ask: int) -> None:
    """Two sevens lie in its hand and its stall; every other that has been seen is one source less."""
    held = seen.split()
    d = lying("AD 7H", "AS", "AC", purses={1: "KC KD"}, stalls={0: " ".join(["7C", *held])}, asks="7C 3", market="open")
    made = decides(d)
    assert made == Price(card("7C"), ask)
    play(d, f"0: price 7C {ask}")
    assert decides(d) != made


def test_rule_5_no_price_is_above_what_anybody_has() -> None:
    d = lying("AD 7H", "AS", "AC", purses={1: "QC"}, stalls={0: "7C 7S 7D"}, asks="7C 1, 7S 2, 7D 2", market="open")
    assert decides(d) == Price(card("7C"), 2)


def test_rule_5_it_pays_the_more_the_more_it_holds() -> None:
    table = {"purses": {0: "KS KC"}, "stalls": {1: "9S"}, "market": "open"}
    few, many = "AD 2D 3D", "AD 2D 3D 4D 5D 6D 7D 8D 10D"
    assert decides(lying(few, "9H", asks="9S 2", **table)) == Buy(card("9S"), (13,))  # type: ignore[arg-type]
    assert decides(lying(few, "9H", asks="9S 3", **table)) == Draw()  # type: ignore[arg-type]
    assert decides(lying(many, "9H", asks="9S 6", **table)) == Buy(card("9S"), (13, 13))  # type: ignore[arg-type]


def test_rule_5_it_bids_as_it_buys() -> None:
    d = lying("AD 9H", "2H 3H 4H", "AC 9C", purses={1: "KC", 2: "KD"}, stalls={0: "9S"}, market="open")
    play(d, "0: auction 9S")
    assert (decides(d, 1), decides(d, 2)) == (Bid(2), Bid(0))


def test_rule_5_it_raids_for_the_last_rank_where_that_cannot_fail_and_another_is_near() -> None:
    nine, leader = "AD 2D 3D 4D 5D 6D 7D 8D 10D", "AC 2C 3C 4C 5C 6C 7C 8C 9H"
    d = lying(nine, "2H 3H", leader, purses={0: "KS KC", 1: "QC"}, stalls={2: "9C"}, stock="JS JH JD QS", market="open")
    assert decides(d) == Buy(card("9C"), (13,))
    play(d, "0: draw", "1: buy 9C", "2: draw")
    assert decides(d) == Raid(1, 9, (13, 13))
    d = lying(nine, "2H 3H 9S", leader, purses={0: "KS KC"}, market="open")
    assert decides(d) == Draw(), "nobody is known to hold a nine"


def test_rule_5_it_puts_up_what_nobody_has_bought_for_a_round() -> None:
    d = lying("AD 7H", "AS", "AC", purses={1: "KC", 2: "KD"}, stalls={0: "7C"}, asks="7C 2", stock="8H 8D 8C 8S",
              market="open")  # fmt: skip
    assert decides(d) == Draw()
    play(d, "0: draw", "1: draw", "2: draw")
    assert decides(d) == Auction(card("7C"))


@pytest.mark.parametrize(("seats", "market", "share"), [(2, "classic", 0.45), (4, "classic", 0.25), (2, "open", 0.8)])
def test_it_beats_chance(seats: int, market: str, share: float) -> None:
    """In 100 matches of mirrored deals, 20 in the open market: over thousands 55, 40 and nearly 100 in a hundred."""
    deals = (20 if market == "open" else 100) // seats
    won = 0.0
    for n in range(deals):
        for own in range(seats):
            choosers = [house.choose if s == own else at_random for s in range(seats)]
            options = Options(market=market, hands=2)
            end = play_match(JENNY_JENNY, options, opening(seats), bytes([n]) * 32, choosers)
            best = [s.seat for s in end.standings or () if s.place == 1]
            won += (own in best) / len(best)
    assert won / (deals * seats) > share


def test_prices_do_not_go_round_in_circles() -> None:
    options = JENNY_JENNY.options(market="open", cut="off")
    match, rng = Match(JENNY_JENNY, options, opening(4), "m"), random.Random(1)
    deal = match.begin(match.sealed(bytes(32)), at=0)
    last, prices = turn(deal), 0
    while (seat := turn(deal)) is not None:
        move = house.choose(view(deal, seat), deal.offers(seat), rng)
        assert not isinstance(move, house.AskAgainAt) and move is not None
        prices = prices + 1 if isinstance(move, Price) and seat == last else 0
        last = seat
        assert prices < 12
        deal.submit(seat, move)


@pytest.mark.parametrize("market", ["classic", "open"])
def test_a_hand_as_it_was_played(market: str) -> None:
    """The golden transcripts: read them, then pin them anew by writing them to their files."""
    name = "jenny-jenny.txt" if market == "classic" else "jenny-jenny-open.txt"
    told = transcript(JENNY_JENNY, Options(market=market), opening(3), bytes([7]) * 32, [house.choose] * 3)
    assert told == (GOLDEN / name).read_text(encoding="utf-8")
