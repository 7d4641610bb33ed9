"""House players of Cash: they see what everybody sees, take their time like people, and beat chance."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot import house
from bot.engine.cards import card
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.engine.view import view
from bot.games.cash import CASH
from bot.games.cash import moves as m
from bot.games.cash.moves import Options
from bot.games.cash.pads import Pad
from bot.house import AskAgainAt
from bot.simulate import simulate

from .cash_table import ANN, BEN, CY, DEE, FOURS, GO, PLAIN, agreeing, grab, press, swap, up
from .table import fact, told
from .transcript import written

GOLDEN = Path(__file__).parent / "golden" / "cash.txt"


def wants(deal: Deal, seat: Seat, at: int, seed: int = 1) -> Move | AskAgainAt | None:
    """What it does this many ms after GO."""
    deal.tick(GO + at)
    return house.choose(view(deal, seat, GO + at), deal.offers(seat), random.Random(seed))


def does(deal: Deal, seat: Seat, kind: type[Move], until: int, start: int = 0) -> int | None:
    """When it first makes such a move, in ms after GO, if nobody else does anything; other moves are made too."""
    at = start
    while at <= until:
        move = wants(deal, seat, at)
        if isinstance(move, kind):
            return at
        if isinstance(move, Move):
            press(deal, seat, move, at)
            continue
        timer = deal.ask.timer[0] - GO if deal.ask and deal.ask.timer else until + 1
        at = min(timer, move.at - GO) if isinstance(move, AskAgainAt) else timer
    return None


def signalled(hands: dict[Seat, str], board: str = "9C 2D JS 5H", state: State | None = None, **options: Any) -> Deal:
    """Both pairs have agreed on a code of two gestures: sip and hum for Ann and Cy, nod and yawn for the others."""
    deal = agreeing(hands, board, state=state, **options)
    for seat, code in ((ANN, ("sip", "hum")), (BEN, ("nod", "yawn"))):
        deal.submit(seat, m.Sign(code), GO - 3000)
        deal.submit(seat + 2, m.Accept(fact(deal, f"pad of {seat}").version), GO - 3000)
    for seat in range(4):
        deal.submit(seat, m.Ready(), GO - 3000)
    deal.tick(GO)
    return deal


def play_out(deal: Deal, seats: Collection[Seat], seed: int = 1, seconds: int = 600) -> Deal:
    """The deal as these seats play it, the others doing nothing."""
    now, rng = deal.table.now, random.Random(seed)
    end = now + 1000 * seconds
    while deal.ask and now < end:
        found = house.next_move(deal, seats, now, rng)
        if isinstance(found, tuple):
            deal.submit(*found, now)
            continue
        now = max(now, min(at for at in (found, deal.ask.timer and deal.ask.timer[0], end) if at is not None))
        deal.tick(now)
    return deal


# ---- signals -----------------------------------------------------------------------------------------


def test_8_it_proposes_two_gestures_after_a_moment_and_is_ready_then() -> None:
    deal = agreeing()
    start = -3000
    assert isinstance(wants(deal, ANN, start), AskAgainAt)
    at = does(deal, ANN, m.Sign, 0, start)
    assert at is not None and 1000 <= at - start <= 3000
    sign = wants(deal, ANN, at)
    assert isinstance(sign, m.Sign) and len(set(sign.gestures)) == 2
    press_later = does(deal, ANN, m.Ready, 5000, at)
    assert press_later is not None and fact(deal, "pad of 0").accepted == {ANN}


def test_8_it_accepts_any_code_that_its_partner_enters() -> None:
    deal = agreeing()
    deal.submit(CY, m.Sign(("yawn",)), GO - 3000)
    assert wants(deal, ANN, -2900) == m.Accept(1)


def test_8_of_two_house_players_one_proposes_and_the_other_accepts() -> None:
    deal = play_out(agreeing(), (ANN, CY), seconds=20)
    pad: Pad = fact(deal, "pad of 0")
    assert pad.version == 1 and pad.accepted == {ANN, CY} and fact(deal, "ready") == {ANN, CY}


def test_a_code_that_was_given_away_is_changed() -> None:
    first = signalled(FOURS)
    press(first, ANN, m.Cash(), 0)
    first.tick(GO + 1000)
    assert first.after is not None
    deal = agreeing(state=first.after)
    assert isinstance(wants(deal, ANN, 2000), m.Sign)
    assert not isinstance(wants(deal, BEN, 2000), m.Sign)


# ---- swapping ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_1_it_takes_its_time_like_a_person(seed: int) -> None:
    hands = PLAIN | {ANN: f"9S 9H 4C {['KD', 'QD', '3D', '6D', '8D'][seed]}"}
    at = does(up(hands), ANN, m.Grab, 10_000)
    assert at is not None and 1500 <= at <= 4000


def test_1_and_so_for_a_card_that_appears_later() -> None:
    deal = up(PLAIN | {BEN: "9D 3C 7D 8H"}, "KS 2D JS 5H")
    swap(deal, BEN, "2D", "9D", 5000)
    at = does(deal, ANN, m.Grab, 12_000, 5300)
    assert at is not None and 5300 + 1500 <= at <= 5300 + 4000


def test_2_it_collects_what_it_holds_most_of_and_throws_the_rarest() -> None:
    deal = up(PLAIN | {ANN: "9S 9H 9D 4C"})
    at = does(deal, ANN, m.Grab, 6000)
    assert at is not None and wants(deal, ANN, at) == grab("9C", "4C")


def test_2_it_drops_a_rank_of_which_a_copy_was_cleared() -> None:
    deal = up(PLAIN | {ANN: "9S 9H 4C KD"}, "9C 2D JS 5H KS KH 3D 6H")
    for seat in range(4):
        press(deal, seat, m.Pass(), 0)
    press(deal, ANN, m.Refresh(), 0)
    at = does(deal, ANN, m.Grab, 10_000, 3000)
    assert at is not None
    move = wants(deal, ANN, at)
    assert isinstance(move, m.Grab) and move.take.rank == 13 and move.give in (card("9S"), card("9H"))


def test_3_it_does_not_feed_a_rank_that_an_opponent_collects() -> None:
    deal = up({ANN: "9S 9H 4C 5C", BEN: "2C 3C 7D 8H", CY: "7S 7H 7C KC", DEE: "10S JD QC AH"}, "5S 5H 9D JS")
    swap(deal, BEN, "5S", "2C", 100)
    swap(deal, BEN, "5H", "3C", 1200)
    at = does(deal, ANN, m.Grab, 8000, 1600)
    assert at is not None and wants(deal, ANN, at) == grab("9D", "4C")


def test_3_of_two_cards_as_rare_it_throws_the_one_that_no_opponent_has_taken() -> None:
    deal = up(PLAIN | {ANN: "9S 9H 4C 6C"}, "4S 5H 9D JS")
    swap(deal, BEN, "4S", "2C", 100)
    at = does(deal, ANN, m.Grab, 8000, 600)
    assert at is not None and wants(deal, ANN, at) == grab("9D", "6C")


def test_it_wants_no_more_when_there_is_nothing_to_take_and_refreshes_as_keeper() -> None:
    deal = up(PLAIN, "2D JS 5H 6C")
    for seat in (BEN, CY, DEE):
        press(deal, seat, m.Pass(), 0)
    at = does(deal, ANN, m.Pass, 10_000)
    assert at is not None and at >= 2500
    press(deal, ANN, m.Pass(), at)
    assert (does(deal, ANN, m.Refresh, at + 5000, at) or 0) > at - 1


def test_a_person_who_comes_back_to_a_touch_is_helped_out() -> None:
    deal = up()
    press(deal, ANN, grab("9C"), 0)
    assert isinstance(wants(deal, ANN, 400), m.Discard)


# ---- gestures ----------------------------------------------------------------------------------------


def gestures_of(deal: Deal, seat: Seat) -> list[m.Gestured]:
    return [e for e in told(deal, m.Gestured) if e.seat == seat]


def test_4_decoys_every_ten_to_thirty_seconds_that_are_not_the_code() -> None:
    for seed in range(4):
        deal = play_out(signalled(PLAIN, "2D JS 5H 6C"), (ANN,), seed, seconds=75)
        made = gestures_of(deal, ANN)
        assert len(made) >= 3
        assert all(10_000 <= b.at - a.at <= 30_000 for a, b in pairwise(made))
        assert ("sip", "hum") not in [*pairwise(e.gesture for e in made)]


def test_5_with_four_of_a_kind_it_sends_the_code_and_repeats_it() -> None:
    deal = play_out(signalled(FOURS), (CY,), seconds=30)
    made = gestures_of(deal, CY)
    code = [e for e in made if e.gesture in ("sip", "hum")]
    assert [e.gesture for e in code[:4]] == ["sip", "hum", "sip", "hum"]
    assert 2000 <= code[0].at - (GO - 3000) <= 6000
    assert 8000 <= code[2].at - code[1].at <= 12_000
    assert not told(deal, m.Swapped)


# ---- calls -------------------------------------------------------------------------------------------


def test_6_it_calls_cash_when_it_has_seen_its_partners_whole_code() -> None:
    deal = signalled(FOURS)
    press(deal, CY, m.Gesture("sip"), 0)
    assert does(deal, ANN, m.Cash, 1600) is None
    press(deal, CY, m.Gesture("hum"), 1700)
    at = does(deal, ANN, m.Cash, 20_000, 1700)
    assert at is not None and 1000 <= at - 1700 <= 4000


def test_6_a_code_that_took_longer_than_twenty_seconds_is_none() -> None:
    deal = signalled(FOURS, quiet_s=60)
    press(deal, CY, m.Gesture("sip"), 0)
    press(deal, CY, m.Gesture("hum"), 20_100)
    assert does(deal, ANN, m.Cash, 30_000, 20_100) is None


def test_6_nor_one_after_which_the_partner_goes_on_swapping() -> None:
    deal = signalled(PLAIN)
    press(deal, CY, m.Gesture("sip"), 0)
    press(deal, CY, m.Gesture("hum"), 1600)
    swap(deal, CY, "2D", "KC", 1700)
    assert does(deal, ANN, m.Cash, 10_000, 2000) is None


def test_6_the_other_pairs_code_means_nothing() -> None:
    deal = signalled(FOURS)
    press(deal, CY, m.Gesture("nod"), 0)
    press(deal, CY, m.Gesture("yawn"), 1600)
    assert does(deal, ANN, m.Cash, 10_000, 1700) is None


def test_7_it_counters_a_sign_that_was_made_before_by_somebody_who_has_stopped() -> None:
    known = replace(opening(4), carried=m.Carried(((CY, ("sip", "hum")),)), number=1)
    deal = signalled(FOURS, state=known, quiet_s=60)
    press(deal, CY, m.Gesture("sip"), 15_000)
    press(deal, CY, m.Gesture("hum"), 17_000)
    at = does(deal, BEN, m.Counter, 25_000, 17_000)
    assert at is not None and 1000 <= at - 17_000 <= 3000


def test_7_or_the_same_sign_made_twice() -> None:
    deal = signalled(FOURS, quiet_s=60)
    for n, at in enumerate((15_000, 17_000, 24_000, 26_000)):
        press(deal, CY, m.Gesture(("tap", "hat")[n % 2]), at)
        if n == 1:
            assert does(deal, BEN, m.Counter, 23_000, at) is None
    assert does(deal, BEN, m.Counter, 31_000, 26_000) is not None


def test_7_named_counters_name_the_partnership() -> None:
    deal = signalled(FOURS, quiet_s=60, counter="named")
    for n, at in enumerate((15_000, 17_000, 24_000, 26_000)):
        press(deal, CY, m.Gesture(("tap", "hat")[n % 2]), at)
    at = does(deal, BEN, m.Counter, 31_000, 26_000)
    assert at is not None and wants(deal, BEN, at) == m.Counter(CY)


def test_8_it_makes_its_mind_up_from_its_own_view_alone() -> None:
    """Other hands, other codes of the others: the same decisions."""
    one, other = signalled(FOURS), signalled(PLAIN | {CY: "7S 7H 3D KC"})
    for deal in (one, other):
        swap(deal, DEE, "2D", "QC", 200)
    for at in range(500, 9000, 500):
        assert wants(one, ANN, at) == wants(other, ANN, at)


# ---- whole matches -----------------------------------------------------------------------------------


def test_it_beats_players_who_do_anything() -> None:
    figures = simulate(CASH, Options(letters=False), 4, 6, "beats", at_random={1, 3})
    won, lost = (sum(t.outcomes[o] for t in figures.tallies[::2]) for o in "WL")
    assert won >= 8 and not lost


def test_a_hand_by_house_players_is_written_down() -> None:
    """The golden transcript: read it, then pin it anew by writing `transcript_of_a_hand()` to its file."""
    assert transcript_of_a_hand() == GOLDEN.read_text(encoding="utf-8")


def transcript_of_a_hand() -> str:
    match = Match(CASH, Options(cut="off"), opening(4), "m")
    deal = match.begin(match.sealed(bytes(range(32))), at=0)
    return written(play_out(deal, range(4), seed=5))
