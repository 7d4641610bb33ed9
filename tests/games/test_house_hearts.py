"""The house player of Hearts: what it may play, what it knows, what it passes and plays, and that it beats chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.engine.cards import card, cards
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.hearts import HEARTS, MINUS_26, OTHERS_UP, Choose, Options, Pass, Play, TrickTaken
from bot.games.parts.tricks import TRICK
from bot.house import POLICIES, choose
from bot.house import hearts as house
from bot.house import hearts_rules as rules
from bot.house.hearts_rules import CLUBS, DIAMONDS, SPADES, mask
from bot.house.hearts_worlds import Other, worlds

from .hearts_hands import CLUBLESS, MIXED, SUITED, hand, suited
from .table import decides, fact, offer, play, told, trick
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "hearts.txt"
WORTH = rules.HEARTS | rules.LADY
OMNIBUS = WORTH | rules.JACK


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | None:
    return offers[0].sample(Stream(rng.randbytes(8), "whim"))


def m(text: str) -> int:
    """Cards as a mask."""
    return mask(cards(text))


def text(found: int) -> str:
    """A mask as cards."""
    return " ".join(str(rules.CARDS[bit]) for bit in rules.bits(found))


def after(hands: dict[int, str], played: str, **how: Any) -> Move | None:
    """What is played next, once these cards have been."""
    deal = trick(hand(hands, **how), played)
    assert deal.ask
    (p,) = deal.ask.waits_for
    return decides(deal, p)


def sight(deal: Deal, seat: int) -> house.Sight:
    """What this seat knows, whose turn it is."""
    return house.Sight(view(deal, seat), offer(deal, seat).next(()))


# ---- what may be played ------------------------------------------------------------------------------


@pytest.mark.parametrize("omnibus", [False, True])
def test_its_masks_may_play_what_the_rules_let_anybody_play(omnibus: bool) -> None:
    """In every position of 120 hands that are played at random."""
    worth, seen = OMNIBUS if omnibus else WORTH, 0
    counted: Counter[str] = Counter()

    def compare(deal: Deal, seat: int) -> None:
        nonlocal seen
        if seat < 0 or "trick number" not in deal.table.facts:
            return
        lying, number = deal.table.piles[TRICK], fact(deal, "trick number")
        led = rules.suit_of(rules.BITS[lying[0]]) if len(lying) else 0
        broken = m("2H") if fact(deal, "broken") else 0
        held = mask(deal.table.piles[HAND.of(seat)])
        found = rules.playable(held, led, broken, number == 1, worth)
        assert text(found) == text(mask(offer(deal, seat, Play).next(())))
        counted["kept from leading hearts"] += not led and found != held and number > 1
        counted["kept from points"] += bool(led) and number == 1 and not found & led and found != held
        seen += 1

    for n in range(120):
        options = Options(omnibus=omnibus, limit=100)
        play_match(HEARTS, options, opening(4), bytes([n]) * 32, [at_random] * 4, deals=1, watch=compare)
    assert seen > 6000
    assert min(counted.values()) > 4, counted


@pytest.mark.parametrize(("held", "may"), [("2H 9H QS", "QS 2H 9H"), ("2H QS JD", "JD QS 2H"), ("2H 9S", "9S")])
def test_on_the_first_trick_points_may_be_thrown_where_there_is_nothing_else(held: str, may: str) -> None:
    assert text(rules.playable(m(held), CLUBS, 0, True, OMNIBUS)) == may


def test_a_last_trick_played_out_ends_as_it_does_at_the_table() -> None:
    ended: list[tuple[list[int], Deal]] = []

    def last_trick(deal: Deal, seat: int) -> None:
        if seat < 0 or fact(deal, "trick number") != 13 or len(deal.table.piles[TRICK]):
            return
        taken = [0] * 4
        for e in told(deal, TrickTaken):
            taken[e.by] |= mask(e.cards) & OMNIBUS
        hands = [mask(deal.table.piles[HAND.of(p)]) for p in range(4)]
        rules.play_out(hands, 13, seat, 0, 0, 0, 0, 0, m("2H"), taken, OMNIBUS, -1)
        ended.append((taken, deal))

    options = Options(omnibus=True)
    for n in range(60):
        play_match(HEARTS, options, opening(4), bytes([n]) * 32, [at_random] * 4, deals=1, watch=last_trick)
    assert len(ended) == 60
    for taken, deal in ended:
        assert tuple(rules.points(mine, OMNIBUS) for mine in taken) == fact(deal, "points")


def test_a_moon_is_played_out_to_its_end() -> None:
    taken = [0] * 4
    rules.play_out([m(SUITED[p]) for p in range(4)], 1, 2, 0, 0, 0, 0, 0, 0, taken, WORTH, -1)
    assert taken == [0, 0, WORTH, 0]
    assert [house.paid_by(p, taken, WORTH) for p in (0, 2)] == [house.SUFFERED, house.SHOT]


def test_points_lost_to_another_end_a_try_at_the_moon() -> None:
    hands = [m("AC KH"), m("2C 3H"), m("3C 4H"), m("4C AH")]
    taken = [WORTH & ~rules.HEARTS | m("2H"), 0, 0, 0]
    rules.play_out(hands, 12, 0, 0, 0, 0, 0, 0, m("2H"), taken, WORTH, 0)
    assert text(taken[3]) == "3H 4H KH AH"


# ---- what it knows -----------------------------------------------------------------------------------


def test_it_knows_who_has_shown_a_void() -> None:
    s = sight(trick(hand(MIXED), "2C AC 4C 3C 4D 3D 8H"), 0)
    assert {o.seat: text(o.may & m("2D 2S 2C 2H")) for o in s.others} == {
        1: "2C 2D 2S 2H", 2: "2C 2D 2S 2H", 3: "2C 2S 2H",
    }  # fmt: skip
    assert [o.size for o in s.others] == [11, 11, 11]


def test_points_on_the_first_trick_show_a_hand_of_nothing_else() -> None:
    deal = hand({**CLUBLESS, 1: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH QS"})
    deal = trick(deal, "2C QS")
    (one,) = (o for o in sight(deal, 2).others if o.seat == 1)
    assert one.may == WORTH


def test_it_knows_what_it_has_passed() -> None:
    deal = hand(MIXED, number=0)
    play(deal, "0: pass QC KC JD", "1: pass 7C 8C AC", "2: pass 9S 10S KH", "3: pass 3C 9C 10C")
    deal = _until(trick(deal, "2C KC"), 0)
    (left,) = (o for o in sight(deal, 0).others if o.seat == 1)
    assert text(left.held) == "QC JD"


def _until(deal: Deal, seat: int) -> Deal:
    """Players before this seat play the first card that they may."""
    while deal.ask and seat not in deal.ask.waits_for:
        (p,) = deal.ask.waits_for
        trick(deal, str(min(offer(deal, p).next(()))))
    return deal


def test_who_keeps_the_queen_when_she_could_be_thrown_seldom_has_her() -> None:
    s = sight(trick(hand(MIXED), "2C AC 4C 3C 4D 3D 8H"), 0)
    assert {o.seat: o.lady for o in s.others} == {1: 1.0, 2: 1.0, 3: house.KEPT_BACK}


FULL = sum(rules.SUITS)


def test_worlds_hold_what_is_known() -> None:
    others = (
        Other(0, 13, m("QC"), FULL & ~DIAMONDS), Other(1, 13, 0, FULL & ~SPADES & ~CLUBS), Other(3, 13, 0, FULL),
    )  # fmt: skip
    mine = m(MIXED[2])
    for hands in islice(worlds(FULL ^ mine, others, random.Random(1)), 300):
        assert hands[2] == 0
        assert sum(hands) == FULL ^ mine
        assert hands[0] & m("QC")
        assert all(hands[o.seat].bit_count() == 13 and not hands[o.seat] & ~o.may for o in others)


def test_worlds_come_equally_often() -> None:
    """Four cards; the first seat has one of the two diamonds, and then the second any of three: six ways."""
    others = (Other(0, 1, 0, FULL & ~SPADES), Other(1, 1, 0, FULL), Other(2, 2, 0, FULL))
    found = Counter(tuple(h) for h in islice(worlds(m("2S 3S 2D 3D"), others, random.Random(1)), 6000))
    assert len(found) == 6
    assert all(880 < n < 1120 for n in found.values())


def test_the_queen_lies_where_she_is_likely() -> None:
    others = (Other(0, 1, 0, FULL, 0.1), Other(1, 1, 0, FULL), Other(2, 1, 0, FULL & ~SPADES))
    found = Counter(h[0] for h in islice(worlds(m("QS 2D 3D"), others, random.Random(1)), 2200))
    assert 130 < found[rules.LADY] < 270  # one in eleven


def test_hands_that_nobody_can_hold_are_refused() -> None:
    others = tuple(Other(p, 1, 0, FULL & ~SPADES) for p in range(3))
    with pytest.raises(ValueError, match="no such hands"):
        next(worlds(m("2S 2D 3D"), others, random.Random(1)))
    with pytest.raises(ValueError, match="no such hands"):
        next(worlds(m("QS 2D 3D"), others, random.Random(1)))


def test_neighbours_are_one_card() -> None:
    deal = trick(hand(MIXED), "2C AC 4C 3C KD")
    assert [str(rules.CARDS[bit]) for bit in house.different(sight(deal, 2))] == ["QD", "10D", "3D"]


# ---- the cheap rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "passed"),
    [
        ("2C 5C 9C JC 2D 6D 9D 3S 6S QS 2H 5H AH", "9D QS AH"),  # the queen with two spades beside her
        ("2C 5C 9C 2D 6D 9D 3S 4S 6S 9S QS 2H KH", "5C 9C KH"),  # four spades protect her
        ("2C 5C 9C JC 2D 6D 9D KD 3S KS AS 2H 5H", "JC KS AS"),  # nothing protects the ace and the king
        ("2C 5C 9C JC 2D 6D 3S 6S 8S KS AS 2H 5H", "JC 2D 6D"),  # three low spades do: a void in diamonds
        ("2C 3C 4C 5C 6C 7C QS 10H JH QH KH AH 2D", "QS KH AH"),  # more danger than there is room for
    ],
)
def test_by_rule_it_passes_what_is_dangerous_and_then_a_short_suit(held: str, passed: str) -> None:
    assert text(rules.packet(m(held), WORTH)) == passed
    assert house.packets(m(held), WORTH)[0] == m(passed)


def test_by_rule_under_omnibus_it_keeps_the_big_diamonds() -> None:
    held = m("2C 5C 9C JC KC JD AD 3S 6S 8S 2H 5H 6H")
    assert text(rules.packet(held, WORTH)) == "KC JD AD"
    assert text(rules.packet(held, OMNIBUS)) == "9C JC KC"


def followed(held: str, lying: str, *, out: str = "", first: bool = False, worth: int = WORTH) -> str:
    """What the rule follows with, where these cards lie in the trick and the others hold those."""
    trick = cards(lying)
    led = rules.suit_of(rules.BITS[trick[0]])
    top = max(rules.BITS[c] & led for c in trick)
    return text(rules.follow(m(held), led, top, mask(trick), len(trick) == 3, first, m(out), worth))


@pytest.mark.parametrize(
    ("held", "lying", "played"),
    [
        ("3D 5D QD", "KD", "QD"),  # the highest card that still loses
        ("3S QS AS", "KS", "QS"),  # and the queen whenever she does
        ("2D JD AD", "4D 3D 3S", "AD"),  # last to play, and no points: the highest
        ("2D JD AD", "4D 3D 8H", "2D"),  # with points it ducks
        ("JD AD", "4D 3D 8H", "AD"),  # forced to win, with the highest
        ("QS AS", "5S", "AS"),
        ("QS", "5S", "QS"),
    ],
)
def test_by_rule_it_follows(held: str, lying: str, played: str) -> None:
    assert followed(held, lying) == played


def test_by_rule_it_gets_rid_of_its_highest_club_on_the_first_trick() -> None:
    assert followed("7C 8C AC", "2C", first=True) == "AC"


def test_by_rule_it_wins_with_the_lowest_where_somebody_may_yet_go_over() -> None:
    assert followed("JD KD", "4D", out="AD 2D") == "JD"
    assert followed("JD KD", "4D", out="2D") == "KD"


@pytest.mark.parametrize(
    ("held", "out", "thrown"),
    [
        ("9C AS QS KH", "KS", "QS"),  # the queen first
        ("9C AS KS KH", "QS", "AS"),  # what she would fall on
        ("9C AS KS KH", "", "KH"),  # a high heart
        ("2C 9C JD 3H", "", "JD"),  # of the short suit
        ("3H 5H", "", "5H"),
    ],
)
def test_by_rule_it_throws_away(held: str, out: str, thrown: str) -> None:
    assert text(rules.throw(m(held), m(out), WORTH)) == thrown


@pytest.mark.parametrize(
    ("held", "out", "led"),
    [
        ("9C 5S 6S 7S", "2C 3C 4C 5C QS KS AS", "5S"),  # to drive the queen out
        ("4D 5S KS", "2D 3D 5D 6D 7D QS AS", "4D"),  # not with the king itself
        ("4D 5D 6C", "2D 3D 7D 8D 2C 7C 8C 9C", "6C"),  # most are above it
        ("QS 9C", "2C", "9C"),
        ("QS", "2C", "QS"),
    ],
)
def test_by_rule_it_leads(held: str, out: str, led: str) -> None:
    assert text(rules.lead(m(held), m(held), m(out), WORTH)) == led


@pytest.mark.parametrize(
    ("held", "lying", "out", "played"),
    [
        ("2D JD AD", "4D 3D 3S", "QD", "JD"),  # it takes a trick with the jack
        ("2D JD AD", "4D", "9D", "JD"),
        ("2D JD AD", "KD 3D 8H", "QD", "2D"),  # does not lose it
        ("2D KD AD", "JD 3D 8H", "QD", "AD"),  # and catches it with a big diamond
    ],
)
def test_by_rule_it_wins_the_jack_of_diamonds(held: str, lying: str, out: str, played: str) -> None:
    assert followed(held, lying, out=out, worth=OMNIBUS) == played


@pytest.mark.parametrize(
    ("held", "out", "led"),
    [
        ("2C JD KD", "3C 4C 5C 6C 9D 10D", "JD"),  # nothing beats the jack
        ("9C KD", "2C 3C JD 5D 6D 7D 8D", "KD"),  # a big diamond may catch it
        ("9C JD", "2C QD", "9C"),  # it would be lost
        ("JD KD", "QD", "KD"),
    ],
)
def test_by_rule_it_leads_for_the_jack_of_diamonds(held: str, out: str, led: str) -> None:
    assert text(rules.lead(m(held), m(held), m(out), OMNIBUS)) == led


# ---- what it does ------------------------------------------------------------------------------------

OPENED = "2C AC 4C 3C"


def test_it_passes_the_queen_where_two_spades_protect_her() -> None:
    move = decides(hand({0: "2C 5C 9C JC 2D 6D 9D 3S 6S QS 2H 5H AH"}, number=0), 0)
    assert isinstance(move, Pass)
    assert card("QS") in move.cards


def test_last_to_play_with_points_it_ducks() -> None:
    assert after(MIXED, f"{OPENED} 4D 3D 8H") == Play(card("2D"))


def test_the_queen_falls_under_the_king_or_the_ace() -> None:
    deal = trick(hand(MIXED), f"{OPENED} 4D 3D 3S AD 2S KS 9S")
    assert decides(deal, 3) == Play(card("QS"))


def test_it_throws_the_queen_first() -> None:
    assert after(MIXED, f"{OPENED} 4D 3D") == Play(card("QS"))


def test_it_takes_a_trick_with_the_jack_of_diamonds() -> None:
    assert after(MIXED, f"{OPENED} 4D 3D 3S", omnibus=True) == Play(card("JD"))


def test_it_catches_the_jack_with_a_big_diamond() -> None:
    hands = MIXED | {0: MIXED[0].replace("JD", "KD"), 1: MIXED[1].replace("KD", "JD")}
    assert after(hands, f"{OPENED} JD 3D 8H", omnibus=True) in (Play(card("AD")), Play(card("KD")))
    assert after(hands, f"{OPENED} JD 3D 8H") == Play(card("2D"))


def test_the_same_stream_gives_the_same_move() -> None:
    deal = trick(hand(MIXED), OPENED)
    seen = view(deal, 1)
    moves = [choose(seen, deal.offers(1), random.Random(n)) for n in (1, 2, 1, 2)]
    assert moves[:2] == moves[2:]


# ---- moons -------------------------------------------------------------------------------------------


def test_with_everything_it_shoots_the_moon() -> None:
    deal = trick(hand(SUITED), "2C 2S 2D 2H")
    assert decides(deal, 2) == Play(card("AC"))


def test_six_sure_tricks_and_good_hearts_make_a_try() -> None:
    held = "AC KC QC AS KS AH KH QH JH 2D 3D 4D AD"
    assert rules.sure_tricks(m(held), FULL ^ m(held)) == 10
    assert rules.tries_moon(m(held), FULL ^ m(held), 0)
    worse = held.replace("AH KH QH JH", "AH 9H 8H 7H")
    assert not rules.tries_moon(m(worse), FULL ^ m(worse), 0)
    assert not rules.tries_moon(m(MIXED[1]), FULL ^ m(MIXED[1]), 0)


SPENT = {
    0: "3C 5C 6C KC 2D 5D 7D 9D JD KD 10S 2H AH",
    1: "2C 9C 3D 10D QD 4S 6S 7S JS 3H 5H 8H JH",
    2: "4C 8C 10C JC AD 2S 3S 4H 6H 7H 9H 10H QH",
    3: "7C QC AC 4D 6D 8D 5S 8S 9S QS KS AS KH",
}
SPENT_ON = "2C JC QC KC 10S JS 3S 5S 7S 2S AS KD AC 6C 9C 10C 9S AH 6S AD KS 5D 4S 8C 7C 3C 3D 4C"


def test_it_gives_a_moon_up_that_is_not_to_be_had() -> None:
    """Seat 3 has the only point, five tricks and the last spades, but three low diamonds, too: it leads no queen."""
    deal = trick(hand(SPENT), SPENT_ON)
    s = sight(deal, 3)
    assert rules.tries_moon(s.hand, s.hidden, s.tricks[3])
    assert decides(deal, 3) != Play(card("QS"))


CLUBS_AND_A_LOW_DIAMOND = {
    0: "2C 6C 9C JC KC 8D JD 2S 6S 2H 5H 7H 10H",
    1: "3C 4C 8C 10C QC AC 3D 5D 7D KD 5S 9S AS",
    2: "5C 7C 4D 6D 9D 10D 3S 7S 8S KS 9H JH QH",
    3: "2D QD AD 4S 10S JS QS 3H 4H 6H 8H KH AH",
}
SIX_TRICKS = "2C 8C 7C AD 7D 6D QD 8D 2D JD 5D 10D 6S 5S 3S 4S 2S 9S 8S JS 10S KC AS KS"


def test_it_tries_no_moon_that_a_single_card_kept_back_would_end() -> None:
    """Seat 1 could run its clubs, but somebody need only keep a diamond for the three: the ace draws the queen."""
    deal = trick(hand(CLUBS_AND_A_LOW_DIAMOND), SIX_TRICKS)
    s = sight(deal, 1)
    assert rules.tries_moon(s.hand, s.hidden, s.tricks[1])
    assert decides(deal, 1) in (Play(card("4C")), Play(card("3C")), Play(card("3D")))


def test_somebody_with_every_point_and_enough_of_them_may_be_shooting() -> None:
    deal = trick(hand(MIXED), f"{OPENED} KD 3D 8H 2D")
    s = sight(deal, 1)
    assert s.threat == -1
    deal = trick(hand(MIXED), f"{OPENED} KD 3D QS 2D 7S 9S")
    assert sight(deal, 3).threat == 1


@pytest.mark.parametrize(("has_all", "played"), [(True, "AD"), (False, "2D")])
def test_by_rule_it_takes_points_late_from_somebody_who_has_them_all(has_all: bool, played: str) -> None:
    """Seat 0 is last to a trick with a heart that seat 1 takes as it lies; the rest of the hand has no points."""
    hands = [m("2D AD"), m("4C"), m("5C"), m("6C")]
    taken = [0, WORTH & ~m("4H 5H"), 0, 0] if has_all else [0, WORTH & ~m("4H 5H 6H"), m("6H"), 0]
    rules.play_out(hands, 12, 0, DIAMONDS, m("KD"), 1, m("KD 3D 4H"), 3, m("2H"), taken, WORTH, -1)
    assert bool(taken[0] & m("4H")) == (played == "AD")


@pytest.mark.parametrize(("scores", "way"), [((80, 90, 40, 99), OTHERS_UP), ((80, 60, 95, 70), MINUS_26)])
def test_its_moon_is_scored_as_suits_it(scores: tuple[int, ...], way: str) -> None:
    assert decides(suited(moon="choice", scores=scores), 2) == Choose(way)  # type: ignore[arg-type]


# ---- whole matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [Options(), Options(omnibus=True, moon="choice", limit=50, tie="play_on")])
def test_it_beats_playing_at_random(options: Options) -> None:
    won = 0
    for n in range(8):
        end = play_match(HEARTS, options, opening(4), bytes([n]) * 32, [choose, at_random, at_random, at_random])
        won += any(s.seat == 0 and s.place == 1 for s in end.standings or ())
    assert won >= 7  # a quarter would be chance


def test_a_seat_that_is_waited_for_always_gets_a_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = hand(MIXED)
    monkeypatch.setitem(POLICIES, "hearts", lambda seen, offers, rng: Play(card("AS")))
    assert decides(deal, 0) == Play(card("2C"))
    assert decides(deal, 1) is None


def test_a_hand_as_it_was_played() -> None:
    assert transcript(HEARTS, Options(), opening(4), bytes([5]) * 32, [choose] * 4) == GOLDEN.read_text()
