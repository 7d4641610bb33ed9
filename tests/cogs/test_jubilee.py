"""Jubilee's words, its table, panels and results."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.cards import card, cards
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.jubilee import DealScored, Played, Skipped
from bot.show.controls.components import Button, what_to_press
from bot.show.controls.offer_controls import for_offers
from bot.show.messages.alt import alt
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.jubilee import Dial, JubileeTable
from cogs.games.jubilee import WORDS, open_hands
from tests.games.jubilee_table import hand, plays
from tests.games.table import looked_at, moment_over, offer, turn

NAMES = ("Ana", "Bo", "Cleo")
HEARTS = "5H 6H 10H KH QH JH 9H 8H"


def scene(deal: Deal, viewer: int = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def table(deal: Deal, viewer: int = SPECTATOR) -> JubileeTable:
    made = scene(deal, viewer).board
    assert isinstance(made, JubileeTable)
    return made


def buttons(deal: Deal, seat: int) -> dict[str, Button]:
    """Of a panel, by what stands on them."""
    made = for_offers("t", 1, deal.offers(seat), view(deal, seat), WORDS, Who(NAMES, viewer=seat), private=True)
    return {c.label: c for c in made if isinstance(c, Button)}


def said(deal: Deal, viewer: int = SPECTATOR) -> list[str]:
    return WORDS.announce([e for e, _ in deal.table.events], Who(NAMES, viewer=viewer))


# ---- the table -------------------------------------------------------------------------------


def test_before_the_first_card() -> None:
    made = table(hand("9S"))
    assert made.last is None and made.dial == Dial(0, 0, 0, 25) and made.told == "Open with a black card"
    assert scene(hand("9S")).subtitle == "0 of 61 played · stock 45"
    assert scene(hand("9S", deals=4, joker_holds=True)).subtitle == (
        "Deal 1 of 4 · 0 of 61 played · stock 45 · jokers hold"
    )


@pytest.mark.parametrize(
    ("played", "dial", "stamp"),
    [
        ("9S", Dial(9, 0, 0, 25), None),
        ("9S KS", Dial(19, 9, 0, 25), None),
        ("9S KS 6C", Dial(25, 19, 0, 50, 10), art.Stamp("JUBILEE +10", "gold")),
        ("9S KS 6C 3S", Dial(28, 25, 25, 50), None),
        ("9S KS 6C 3S 7H", Dial(21, 28, 0, 50, -5), art.Stamp("PAST 25 −5", "crimson")),
        ("9S 9H", Dial(0, 9, 0, 25), None),
    ],
)
def test_the_dial_goes_from_the_last_multiple_to_the_next(played: str, dial: Dial, stamp: art.Stamp | None) -> None:
    made = table(plays(hand("9S 6C 7H", "KS 3S 9H"), played))
    assert (made.dial, made.stamp) == (dial, stamp)
    assert made.by == NAMES[(len(played.split()) - 1) % 2]


def test_a_hundred_is_a_stamp_of_its_own() -> None:
    made = table(plays(hand("AS KS AC AC", "KS AS JS JS"), "AS KS AC AS KS JS AC JS"))
    assert (made.dial, made.stamp) == (Dial(100, 90, 75, 125, 20), art.Stamp("HUNDRED +20", "gold"))
    assert made.told == "on a multiple of 100"


def test_five_cards_before_the_last_with_what_they_did() -> None:
    made = table(plays(hand("9S 6C JS QH 5H", "KS AS JK AC 9C"), "9S KS 6C AS JS JK QH AC"))
    assert [(str(c.card), c.value, c.points) for c in made.older] == [
        ("6C", "+6", 10), ("AS", "+15", 0), ("JS", "+10", 10), ("JK", "+0", 0), ("QH", "−10", 0),
    ]  # fmt: skip
    assert made.last is not None and (made.last.value, made.last.points) == ("+15", -5)
    told = alt(scene(plays(hand("9S 6C", "KS AS"), "9S KS 6C")))
    assert "Total 25, on a dial from 0 to 50. Ana: 6♣ +6 onto 19, on a multiple of 25 (JUBILEE +10)." in told
    assert "Before it: 9♠ +9, K♠ +10. Ana: 10 points, 8 cards. Bo (to play, dealer): 0 points, 8 cards." in told


def test_a_shown_hand_lies_there_until_its_owners_next_turn() -> None:
    deal = looked_at(hand("4S 9S", HEARTS, "2S 3S"), "0: 4S")
    for viewer in (SPECTATOR, 0, 1):
        (shown,) = table(deal, viewer).shown
        assert shown.cards == tuple(cards(HEARTS))
        assert shown.caption == ("You show: nothing fits" if viewer == 1 else "Bo shows: nothing fits")
    assert [p.seat.tags for p in table(deal).players] == [(), ("SKIPPED",), ()]
    assert "Bo shows: nothing fits: 5♥ 6♥ 10♥ K♥ Q♥ J♥ 9♥ 8♥." in alt(scene(deal))
    looked_at(deal, "2: 2S")
    assert table(deal).shown
    looked_at(deal, "0: 9S")
    assert turn(deal) == 1 and not table(deal).shown and not open_hands(view(deal, 1))
    assert not any(held in alt(scene(deal)) for held in ("5♥", "K♥"))


def test_hands_are_counted_and_not_seen() -> None:
    made = scene(plays(hand("9S", "KS"), "9S"))
    assert isinstance(made.board, JubileeTable)
    assert [p.seat.hand for p in made.board.players] == [()] * 2
    assert [p.seat.line for p in made.board.players] == ["8 cards"] * 2


# ---- the panel -------------------------------------------------------------------------------


def test_each_card_says_what_it_makes_and_scores() -> None:
    deal = plays(hand("9S", "KS 6C AC AH 9C JK 2H 8S"), "9S")
    assert [*buttons(deal, 1)] == [
        "6♣ +6 → 15", "9♣ +9 → 18", "A♣ +15 → 24", "8♠ +8 → 17", "K♠ +10 → 19", "2♥ −2 → 7", "A♥ −15",
        "Joker +0 → 9",
    ]  # fmt: skip
    deal = plays(hand("AS", "KS 6C AC AH 9C JK 2H 8S"), "AS")
    shown = buttons(deal, 1)
    assert shown["K♠ +10 → 25 (+10)"].style == "success" and shown["A♣ +15 → 30 (−5)"].style == "danger"
    assert shown["6♣ +6 → 21"].style == "primary" and not any(b.disabled for b in shown.values())


def test_what_does_not_fit_is_greyed() -> None:
    deal = plays(hand("4S", "5H 6H 10H KH QH JH 9H 2S"), "4S")
    shown = buttons(deal, 1)
    assert [label for label, b in shown.items() if not b.disabled] == ["2♠ +2 → 6"]
    assert len(shown) == 8 and shown["K♥ −10"].disabled and shown["K♥ −10"].style == "secondary"
    assert what_to_press([*shown.values()]) == "Now press **2♠ +2 → 6**."
    opening_hand = buttons(hand("9S JK 2H 3H 4H 5H 6H 7H"), 0)
    assert [label for label, b in opening_hand.items() if not b.disabled] == ["9♠ +9 → 9"]


def test_equal_cards_are_one_button() -> None:
    deal = hand("9S 9S JK JK 9C 9C 2H 3H")
    assert [*buttons(deal, 0)] == ["9♣ +9 → 9", "9♠ +9 → 9", "2♥ −2", "3♥ −3", "Joker +0 → 0"]


def test_without_the_outcome_there_are_only_cards() -> None:
    shown = buttons(plays(hand("AS", "KS 6C AC AH 9C JK 2H 8S", show_outcome=False), "AS"), 1)
    assert [*shown] == ["6♣", "9♣", "A♣", "8♠", "K♠", "2♥", "A♥", "Joker"]
    assert {b.style for b in shown.values()} == {"primary"}


def test_nothing_stands_on_the_table() -> None:
    deal = hand("9S")
    public = for_offers("t", 1, deal.offers(0), view(deal), WORDS, Who(NAMES), private=False)
    assert public == []


# ---- sentences -------------------------------------------------------------------------------


def test_sentences() -> None:
    told = [
        Played(0, card("9C"), 19, 28, -5), Played(1, card("9S"), 66, 75, 10), Played(1, card("AS"), 85, 100, 20),
        Played(0, card("JK"), 75, 75, 0), Played(0, card("AH"), 40, 30, 0),
    ]  # fmt: skip
    assert WORDS.announce(told, Who(NAMES, viewer=1)) == [
        "Ana plays 9♣, plus nine, total **28**: past 25, −5.",
        "You play 9♠, plus nine, total **75**. **Jubilee!** +10 for you.",
        "You play A♠, plus fifteen, total **100**. **A hundred!** +20 for you.",
        "Ana plays a joker: the total stays **75**.",
        "Ana plays A♥, minus fifteen, total **30**.",
    ]
    skipped = [Skipped(0, tuple(cards("5H 6H")), False), Skipped(1, tuple(cards("5H JK")), True)]
    assert WORDS.announce(skipped, Who(NAMES, viewer=1)) == [
        "Ana has nothing that fits and misses the turn: 5♥ 6♥.",
        "You have no black card to open with and miss the turn: 5♥ Joker.",
    ]
    assert WORDS.announce([DealScored(217, (1, 2), (1, 2))], Who(NAMES)) == ["Final total **217**."]


# ---- the result ------------------------------------------------------------------------------


def result(seed: int, viewer: int = SPECTATOR, **options: Any) -> art.Results:
    """Of a deal of random cards."""
    deal, rng = hand("9S", "8S", "7S", **options), random.Random(seed)
    while deal.ask:
        seat = turn(moment_over(deal))
        if seat is not None:
            deal.submit(seat, offer(deal, seat).kind(rng.choice([*offer(deal, seat).next(())])))
    return WORDS.results(view(deal, viewer), deal.state, Who(NAMES, viewer=viewer))


def test_the_result_tells_what_everybody_landed_on_and_passed() -> None:
    made = result(1)
    assert made.note == "Final total 217" and made.banner is not None and "with" in made.banner
    totals = [int(row.total.split()[0].replace("−", "-")) for row in made.rows]
    assert totals == sorted(totals, reverse=True) and made.rows[0].winner
    for row in made.rows:
        landed, over = row.told
        assert ("jubilee" in landed or "hundred" in landed) and "passed" in over
    assert "Final total 217" in alt(made)


def test_between_deals_somebody_leads() -> None:
    made = result(1, deals=3)
    assert made.banner is not None and " lead" in made.banner and not any(row.winner for row in made.rows)
    assert made.subtitle == "Deal 1 of 3"


def test_a_shared_win() -> None:
    shared = next(made for n in range(200) if (made := result(n)).banner and "share" in made.banner)
    assert shared.banner is not None and "share the win with" in shared.banner
