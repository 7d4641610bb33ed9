"""The house player of Hearts: what it passes and plays, that it beats chance, and a hand that it played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.cards import card, cards
from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.hearts import HEARTS, MINUS_26, OTHERS_UP, Choose, Options, Pass, Play
from bot.house import POLICIES, choose
from bot.house.hearts import Sight, packet, tries_moon

from .hearts_hands import MIXED, SUITED, hand, suited
from .table import decides, offer, trick
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "hearts.txt"


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | None:
    return offers[0].sample(Stream(rng.randbytes(8), "whim"))


def after(hands: dict[int, str], played: str, **how: Any) -> Move | None:
    """What is played next, once these cards have been."""
    deal = trick(hand(hands, **how), played)
    assert deal.ask
    (p,) = deal.ask.waits_for
    return decides(deal, p)


# ---- passing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "passed"),
    [
        ("2C 5C 9C JC 2D 6D 9D 3S 6S QS 2H 5H AH", "QS AH 9D"),  # the queen with two spades beside her
        ("2C 5C 9C 2D 6D 9D 3S 4S 6S 9S QS 2H KH", "KH 9C 5C"),  # four spades protect her
        ("2C 5C 9C JC 2D 6D 9D KD 3S KS AS 2H 5H", "AS KS JC"),  # nothing protects the ace and the king
        ("2C 5C 9C JC 2D 6D 3S 6S 8S KS AS 2H 5H", "6D 2D JC"),  # three low spades do: a void in diamonds
    ],
)
def test_it_passes_what_is_dangerous_and_then_a_short_suit(held: str, passed: str) -> None:
    assert decides(hand({0: held}, number=0), 0) == Pass(tuple(cards(passed)))


def test_under_omnibus_it_keeps_the_big_diamonds() -> None:
    held = cards("2C 5C 9C JC KC JD AD 3S 6S 8S 2H 5H 6H")
    assert packet(held, omnibus=False) == cards("AD JD KC")
    assert packet(held, omnibus=True) == cards("KC JC 9C")


# ---- following ---------------------------------------------------------------------------------------

OPENED = "2C AC 4C 3C"


def test_on_the_first_trick_it_gets_rid_of_its_highest_club() -> None:
    assert after(MIXED, "2C") == Play(card("AC"))


def test_it_plays_the_highest_card_that_still_loses() -> None:
    assert after(MIXED, f"{OPENED} KS 10S") == Play(card("QS"))
    assert after(MIXED, f"{OPENED} KD") == Play(card("QD"))


def test_last_to_play_without_points_it_wins_with_the_highest() -> None:
    assert after(MIXED, f"{OPENED} 4D 3D 3S") == Play(card("AD"))


def test_last_to_play_with_points_it_ducks() -> None:
    assert after(MIXED, f"{OPENED} 4D 3D 8H") == Play(card("2D"))


def test_the_queen_falls_under_the_king_or_the_ace() -> None:
    deal = trick(hand(MIXED), f"{OPENED} 4D 3D 3S AD 2S KS 9S")
    assert decides(deal, 3) == Play(card("QS"))


# ---- throwing away -----------------------------------------------------------------------------------


def test_it_throws_the_queen_first() -> None:
    assert after(MIXED, f"{OPENED} 4D 3D") == Play(card("QS"))


def test_it_throws_the_ace_of_spades_while_the_queen_is_out() -> None:
    hands = MIXED | {0: MIXED[0].replace("JS", "QS"), 3: MIXED[3].replace("QS", "JS")}
    assert after(hands, f"{OPENED} 4D 3D") == Play(card("AS"))


def test_without_them_it_throws_high_hearts() -> None:
    hands = MIXED | {0: MIXED[0].replace("JS", "QS").replace("2S", "AS"), 3: "3C 9C 10C 3S 4S 8S JS 2S 8H 9H 10H JH QH"}
    assert after(hands, f"{OPENED} 4D 3D") == Play(card("QH"))


@pytest.mark.parametrize(("scores", "thrown"), [((50, 10, 50, 50), "5H"), ((10, 50, 50, 50), "10C")])
def test_it_aims_small_hearts_at_whoever_leads_the_match(scores: tuple[int, ...], thrown: str) -> None:
    hands = {
        0: "2C 5C 6C QC KC 2D JD AD QS 8H 9H 10H AH",
        1: "7C 8C AC 4D KD 6S 7S 9S 10S JH QH KH AS",
        2: "4C JC 3D 5D 6D 7D 8D 9D 10D QD KS 6H 7H",
        3: "3C 9C 10C 2S 3S 4S 5S 8S JS 2H 3H 4H 5H",
    }
    assert after(hands, f"{OPENED} KD 3D", scores=scores) == Play(card(thrown))


# ---- leading -----------------------------------------------------------------------------------------


def test_it_leads_low_spades_to_drive_the_queen_out() -> None:
    hands = MIXED | {1: MIXED[1].replace("KS", "9S"), 2: MIXED[2].replace("9S", "KS")}
    assert after(hands, OPENED) == Play(card("5S"))


def test_it_leads_no_spade_with_the_king_itself() -> None:
    assert after(MIXED, OPENED) == Play(card("4D"))


# ---- moons -------------------------------------------------------------------------------------------


def test_with_everything_it_shoots_the_moon() -> None:
    deal = trick(hand(SUITED), "2C 2S 2D 2H")
    assert decides(deal, 2) == Play(card("AC"))


def seen_with(deal: Deal, seat: int, **facts: Any) -> View:
    """What the seat would see if these facts were so."""
    seen = view(deal, seat)
    return replace(seen, facts={**seen.facts, **{name.replace("_", " "): value for name, value in facts.items()}})


def test_it_gives_up_the_moon_once_somebody_else_has_a_point() -> None:
    deal = trick(hand(SUITED), "2C 2S 2D 2H")
    choices = offer(deal, 2).next(())
    assert tries_moon(Sight(view(deal, 2), choices))
    assert not tries_moon(Sight(seen_with(deal, 2, points=(0, 1, 1, 0)), choices))


def test_with_a_few_high_cards_it_does_not_try() -> None:
    deal = trick(hand(MIXED), OPENED)
    assert not tries_moon(Sight(view(deal, 1), offer(deal, 1).next(())))


LATE = {"trick_number": 9, "points": (0, 14, 0, 0)}
"""Seat 1 has every point so far."""


def test_late_in_the_hand_it_takes_a_heart_from_a_shooter() -> None:
    deal = trick(hand(MIXED), f"{OPENED} KD 3D 8H")
    assert decides(deal, 0) == Play(card("JD"))
    assert choose(seen_with(deal, 0, **LATE), deal.offers(0), random.Random(1)) == Play(card("AD"))


def test_it_throws_no_points_to_a_shooter() -> None:
    deal = trick(hand(MIXED), f"{OPENED} KD 3D")
    assert decides(deal, 3) == Play(card("QS"))
    assert choose(seen_with(deal, 3, **LATE), deal.offers(3), random.Random(1)) == Play(card("10C"))


@pytest.mark.parametrize(("scores", "way"), [((80, 90, 40, 99), OTHERS_UP), ((80, 60, 95, 70), MINUS_26)])
def test_its_moon_is_scored_as_suits_it(scores: tuple[int, ...], way: str) -> None:
    assert decides(suited(moon="choice", scores=scores), 2) == Choose(way)  # type: ignore[arg-type]


# ---- the jack of diamonds ----------------------------------------------------------------------------


def test_it_takes_a_trick_with_the_jack_of_diamonds() -> None:
    assert after(MIXED, f"{OPENED} 4D 3D 3S", omnibus=True) == Play(card("JD"))


def test_it_does_not_lose_the_jack() -> None:
    assert after(MIXED, f"{OPENED} KD 3D 8H", omnibus=True) == Play(card("2D"))


def test_it_catches_the_jack_with_a_big_diamond() -> None:
    hands = MIXED | {0: MIXED[0].replace("JD", "KD"), 1: MIXED[1].replace("KD", "JD")}
    assert after(hands, f"{OPENED} JD 3D 8H", omnibus=True) == Play(card("AD"))
    assert after(hands, f"{OPENED} JD 3D 8H") == Play(card("2D"))


# ---- whole matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [Options(), Options(omnibus=True, moon="choice", limit=50, tie="play_on")])
def test_it_beats_playing_at_random(options: Options) -> None:
    won = 0
    for n in range(20):
        end = play_match(HEARTS, options, opening(4), bytes([n]) * 32, [choose, at_random, at_random, at_random])
        won += any(s.seat == 0 and s.place == 1 for s in end.standings or ())
    assert won >= 16  # a quarter would be chance


def test_a_seat_that_is_waited_for_always_gets_a_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = hand(MIXED)
    monkeypatch.setitem(POLICIES, "hearts", lambda seen, offers, rng: Play(card("AS")))
    assert decides(deal, 0) == Play(card("2C"))
    assert decides(deal, 1) is None


def test_a_hand_as_it_was_played() -> None:
    assert transcript(HEARTS, Options(), opening(4), bytes([5]) * 32, [choose] * 4) == GOLDEN.read_text()
