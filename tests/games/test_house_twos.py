"""The house player of Twos: how it plans, leads and answers; and that it beats a plain one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot import house
from bot.engine.cards import cards
from bot.engine.match import Match
from bot.engine.offers import Move, Offer
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.twos import TWOS, HandScored, Options, Pass, Play, Playing
from bot.games.twos import combinations as c
from bot.house import twos
from bot.house.twos import Others

from .table import decides, told, turn, without_reasons
from .transcript import transcript
from .twos_table import OPENS, RUNS, hand, lays

choose = without_reasons(twos.choose)

GOLDEN = Path(__file__).parent / "golden" / "twos.txt"


def laid(words: str) -> Play:
    return Play(c.laid_out(cards(words)))


def test_rule_1_it_knows_what_may_be_beaten() -> None:
    deal = hand({0: "2S 2H AS AH KS KH QS QH JS JH 10S 10H 3D"})
    seen = Others(view(deal, 0))
    assert seen.beaten(c.mask(cards("2S"))) == 0 and seen.beaten(c.mask(cards("2S 2H"))) < 0.12
    assert seen.beaten(c.mask(cards("3D"))) == 1
    chances = [seen.beaten(c.mask(cards(words))) for words in ("10H", "KH", "AH", "AS", "2H")]
    assert chances == sorted(chances, reverse=True)


def test_rule_1_what_has_been_laid_is_not_feared() -> None:
    deal = lays(hand({0: "3D 2H AS", 1: "2S"}), "3D", "2S", "", "", "")
    assert Others(view(deal, 0)).beaten(c.mask(cards("2H"))) == 0


def test_rule_2_it_plans_its_hand_as_few_pieces() -> None:
    deal = hand({0: RUNS})
    pieces, _ = Others(view(deal, 0)).plan(c.mask(cards(RUNS)))
    assert sorted(pieces) == sorted(c.mask(cards(words)) for words in OPENS)


def test_rule_3_it_leads_a_piece_of_its_plan() -> None:
    assert decides(hand({0: RUNS})) == laid(OPENS[0])


def test_rule_3_of_two_pieces_the_one_that_cannot_be_beaten_comes_first() -> None:
    deal = lays(hand({0: "3D 4D 5D 6D 7D 8D 9D 10D JD QD 2S 3C 3H"}), OPENS[0], "", "", "", OPENS[1], "", "", "")
    assert decides(deal) == laid("2S")


def test_twos_are_kept_apart_to_win_the_lead_twice_for_low_cards() -> None:
    pieces, _ = Others(view(hand({0: "2S 2H 4D 6C 8H 10S"}), 0)).plan(c.mask(cards("2S 2H 4D 6C")))
    assert sorted(pieces) == sorted(c.mask(cards(word)) for word in ("2S", "2H", "4D", "6C"))


@pytest.mark.parametrize(
    "held",
    [
        "10S JS QS KS AS 4D 5C 6H 7D 8C 9H 9C 4H",
        "10H JH QH KH AH 4D 4C 5C 6D 6C 7D 8C 2S",
        "10C JC QC KC AC 4D 5H 6H 7H 8S 8D 9S 2H",
        "10D JD QD KD AD 4C 4S 5S 7C 7H 8H 9H 3S",
        "10S JS QS KS AS 3C 3H 4H 4C 5D 5H 6C 8C",
    ],
)
def test_rule_6_it_breaks_no_royal_flush_for_a_single(held: str) -> None:
    """It answers the three, and then a ten, with something else, or passes."""
    royal = c.mask(cards(held)[:5])
    deal = lays(hand({0: "3D 10H" if "10H" not in held else "3D 10S", 1: held}), "3D")
    move = decides(deal)
    assert isinstance(move, Pass) or (isinstance(move, Play) and not c.mask(move.cards) & royal)


def test_five_cards_that_hardly_anybody_beats_are_not_kept_back_from_one_who_is_nearly_out() -> None:
    """Ann's flush lies there, and she has one card left."""
    nearly = hand({0: "3D 2S 6S 7S JS QS KS 5D 5H 8C 8D 8H 6D", 1: "AD AH AC 4H 4S 3H 5C 6C 7H 7D 10C KC JD"})
    lays(nearly, "3D", "7D", "", "", "2S", "", "", "", "8H 8C 8D 5H 5D", "", "", "", "KS QS JS 7S 6S")
    assert decides(nearly) == laid("AH AC AD 4S 4H")


def test_it_does_not_leave_the_lead_to_somebody_whose_last_card_it_would_be() -> None:
    """Two jacks lie there, the player who laid them has one card left, and everybody else has passed."""
    runs, held = "3D 4D 5D 6D 7D 8D 9D 10D JD QD JS JH 3C", "4C 4H 5H 6C 6H 7C 7H 8C 8H QH KC KH AC"
    deal = lays(hand({0: runs, 3: held}), OPENS[0], "", "", "", OPENS[1], "", "", "", "JS JH")
    assert decides(deal) == Pass(), "there are two others yet"
    assert decides(lays(deal, "", "")) == laid("KC KH")


def test_of_two_cards_that_the_last_one_out_beats_it_leads_the_one_that_costs_more() -> None:
    """Two play, and only the two of spades is out."""
    deal = hand({
        0: "3D 4D 5D 6D 7D 8D 9D 10D JD QD 3C 4C 5C 6C 7C 8C 9C 10C JC QC 2C 2H AD 2D 4S KS",
        1: "3H 4H 5H 6H 7H 8H 9H 10H JH QH 5S 6S 7S 8S 9S 3S 10S JS QS AS KH KC KD AC AH 2S",
    }, seats=2)  # fmt: skip
    lays(deal, OPENS[0], "", OPENS[1], "", "3C 4C 5C 6C 7C", "", "8C 9C 10C JC QC", "", "2C 2H", "", "AD", "AC", "")
    lays(deal, "3H 4H 5H 6H 7H", "", "8H 9H 10H JH QH", "", "5S 6S 7S 8S 9S", "", "3S 10S JS QS AS", "")
    lays(deal, "KH KC KD", "", "AH", "2D", "")
    assert decides(deal) == laid("KS")


def test_rule_5_a_play_that_empties_the_hand_is_made() -> None:
    deal = lays(hand({0: RUNS}), OPENS[0], "", "", "", OPENS[1], "", "", "")
    assert decides(deal) == laid(OPENS[2])


def test_it_passes_where_nothing_fits() -> None:
    deal = lays(hand({0: "3D 3C", 1: "4D 5C 6H 7S 8D 9C 10H JS QD KC AH 2S 4S"}), "3D 3C")
    assert decides(deal) == laid("4D 4S")
    deal = lays(hand({0: "3D 3C", 1: "4D 5C 6H 7S 8D 9C 10H JS QD KC AH 2S 3S"}), "3D 3C")
    assert decides(deal) == Pass()


# ---- against others ------------------------------------------------------------------------------


def plain(view: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """Leads the largest combination that holds the lowest card, and answers with the cheapest."""
    offer = may.get(Play)
    if not isinstance(offer, Playing):
        return Pass()
    listed = offer.listed()
    if Pass in may:
        best = listed[0]
    else:
        held = c.mask(view.hand)
        sized = [(bits.bit_count(), -n, bits) for n, bits in enumerate(listed) if bits & held & -held]
        best = max(sized)[2]
    return Play(c.laid_out(c.unmask(best)))


def points(seed: int, ours: tuple[int, int]) -> int:
    """What the house players win or lose in a hand against two others."""
    rng = random.Random(seed)
    match = Match(TWOS, Options(hands=1, stakes="points", cut="off"), opening(4), "m")
    deal = match.begin(match.sealed(rng.randbytes(32)), at=0)
    while (seat := turn(deal)) is not None:
        may = {o.kind: o for o in deal.offers(seat) if o}
        move = (choose if seat in ours else plain)(view(deal, seat), may, rng)
        assert move is not None
        deal.submit(seat, move)
    scored = told(deal, HandScored)[0]
    lost = {e.seat: e.points for e in scored.losses}
    return (sum(lost.values()) if scored.winner in ours else 0) - sum(lost.get(p, 0) for p in ours)


def test_it_beats_one_who_plays_the_largest_and_the_cheapest() -> None:
    """Mirrored deals; a thousand of them brought 2.5 points a hand and seat."""
    deals = 40
    won = sum(points(seed, ours) for seed in range(deals) for ours in ((0, 2), (1, 3)))
    assert won / (4 * deals) > 0.5


def test_a_hand_played_by_house_players() -> None:
    """The golden transcript: read it, then pin it anew by writing it to its file."""
    told = transcript(TWOS, Options(), opening(4, 10_000), bytes([7]) * 32, [house.choose] * 4, deals=2)
    assert told == GOLDEN.read_text(encoding="utf-8")
