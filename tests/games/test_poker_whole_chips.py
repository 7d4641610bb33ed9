"""Whole chips at poker: every amount that is offered or paid is a multiple of the smallest chip in play."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.engine.amounts import YELLOW, shares
from bot.engine.betting import BETTING, Bet, BetMade, Raised
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Offer
from bot.engine.state import opening
from bot.engine.table import Paid, Wager
from bot.games.poker import POKER, Options
from bot.games.poker.facts import CHIP
from bot.games.poker.joys import in_chips
from bot.games.poker.moves import Anted, BroughtIn, ColourUp, Level, Posted, Raise
from bot.games.poker.options import rules_of
from bot.games.poker.smallest import in_play

from .poker_matches import legal
from .poker_table import all_do, amounts, begin, check_down, got, start, table, won
from .poker_table import match as match_of
from .table import bad_option, refused, told, turn
from .test_poker_guts import guts

NO: dict[str, Any] = {"limit": "no", "smallest": None}
POT: dict[str, Any] = {"limit": "pot", "smallest": None}


def no(**more: Any) -> dict[str, Any]:
    """No limit, in the chips of the small blind."""
    return NO | more


def offered(deal: Deal, kind: type[Any]) -> list[int]:
    """What whose turn it is may bet, or raise to."""
    seat = turn(deal)
    assert seat is not None
    return [n for o in deal.offers(seat) if o.kind is kind for n in o.next(())]


def words(deal: Deal, kind: type[Any]) -> dict[str, int | None]:
    """What half a pot and the pot come to for whose turn it is."""
    seat = turn(deal)
    assert seat is not None
    (reads,) = (o.reads for o in deal.offers(seat) if o.kind is kind)
    assert reads is not None
    return {word: reads(word) for word in ("half", "pot")}


# ---- which chip it is ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "chip"),
    [
        ({"stakes": 100}, 50),  # ½ – 1
        ({"stakes": 200}, 100),  # 1 – 2
        ({"stakes": 300}, 50),  # 1½ – 3
        ({"stakes": 400}, 100),  # 2 – 4
        ({"stakes": 1000}, 500),  # 5 – 10
        ({"stakes": 5000}, 2500),  # 25 – 50
        ({"stakes": 1000, "ante": 100}, 100),
        ({"stakes": 200, "ante": 50}, 50),
        ({"stakes": 1000, "variant": "short-deck"}, 500),
        ({"stakes": 200, "variant": "stud"}, 50),  # its ante is ½
        ({"stakes": 1000, "variant": "stud"}, 100),
        ({"stakes": 1000, "limit": "spread", "max_bet": 2600}, 100),
        ({"stakes": 200, "smallest": 50}, 50),
        ({"stakes": 1000, "seven_deuce": 200}, 100),
        ({"stakes": 1000, "stand_up": 150}, 50),
    ],
)
def test_it_is_the_chip_of_the_small_blind(more: dict[str, Any], chip: int) -> None:
    assert Options(**more).chip == chip


def test_a_named_one_must_fit_into_the_stakes() -> None:
    assert bad_option(Options, {"smallest": "2"}) == "The smallest chip is at most half of the stakes: 1."
    assert bad_option(Options, {"smallest": "1.5", "stakes": "4"}) == "Stakes of 4 cannot be paid in chips of 1½."
    assert bad_option(Options, {"smallest": "1", "ante": "0.5"}) == "An ante of ½ cannot be paid in chips of 1."
    seven = bad_option(Options, {"smallest": "1", "seven_deuce": "2.5"})
    assert seven == "A seven-deuce of 2½ cannot be paid in chips of 1."
    stands = bad_option(Options, {"smallest": "5", "stakes": "10", "stand_up": "12"})
    assert stands == "A stand-up game of 12 cannot be paid in chips of 5."


def test_seven_deuce_is_paid_in_the_chip_of_the_level() -> None:
    """A freezeout that began with whites plays in reds by then."""
    t = table(limit="no", seven_deuce=200).table
    for chip, amount, paid in ((100, 200, 200), (500, 1200, 1000), (500, 200, 200)):
        t.note(CHIP, chip)
        assert in_chips(t, amount) == paid


def test_forced_bets_are_whole_chips() -> None:
    deal = table(limit="no", stakes=300, smallest=100)
    assert [(e.what, e.amount) for e in told(deal, Posted)] == [("small blind", 100), ("big blind", 300)]
    assert deal.options.stakes_said() == "blinds 1–3"
    deal = table("stud", limit="no", stakes=1000, smallest=None)
    assert told(deal, Anted)[0].amount == 200, "a quarter is 2½"
    assert amounts(deal, "Bet") == (500, 1000)
    all_do(deal, "bet 5")
    assert told(deal, BroughtIn)[0].amount == 500


# ---- what is offered -------------------------------------------------------------------------


def test_example_42_bets_and_raises_are_whole_chips() -> None:
    deal = table(**NO)
    assert offered(deal, Raise)[:3] == [400, 500, 600]
    assert refused(deal, 3, Raise(650)) == "The smallest chip here is 1: raise to 6 or 7."
    assert refused(deal, 3, Raise(350)) == "Raise to between 4 and 100."
    all_do(deal, "raise 5")
    assert amounts(deal) == (800, 10_000)
    deal = table(**no(stakes=1000))
    assert offered(deal, Raise)[:3] == [2000, 2500, 3000]


def test_example_42_half_a_pot_is_rounded_up_and_the_pot_down() -> None:
    deal = all_do(table(**no(stakes=1000)), "call", "fold", "fold", "check")  # a pot of 25
    assert words(deal, Bet) == {"half": 1500, "pot": 2500}
    deal = table("omaha", seats=3, state=start(3, splash=150), **POT)
    assert turn(deal) == 0
    assert amounts(deal) == (400, 800), "450 lie in the middle; with the call 650: 2 + 6½ is rounded down"
    assert words(deal, Raise) == {"half": 600, "pot": 800}


def test_example_42_a_stack_with_an_odd_chip_bets_whole_ones_or_all_of_it() -> None:
    deal = table(stacks={3: 1050}, **NO)
    assert offered(deal, Raise) == [400, 500, 600, 700, 800, 900, 1000, 1050]
    deal = table(stacks={3: 350}, **NO)
    assert offered(deal, Raise) == [350]


def test_the_least_raise_over_an_odd_all_in_is_rounded_up() -> None:
    deal = all_do(table(stacks={3: 1050}, **NO), "raise 10.5")
    assert amounts(deal) == (1900, 10_000), "1050 and 850 more are enough at 1900"
    deal = all_do(table(stacks={3: 250}, limit="fixed", smallest=None), "raise 2.5")
    assert amounts(deal) == (450, 450), "at fixed limit it is what it is"


def test_a_raise_to_less_than_a_chip_more_is_all_in_alone() -> None:
    deal = all_do(table(stacks={3: 3050, 0: 5100}, **no(stakes=1000)), "raise 30.5")
    assert offered(deal, Raise) == [5100], "51 of at least 51"


# ---- odd chips -------------------------------------------------------------------------------


def test_example_43_odd_chips_go_one_each_from_the_dealers_left() -> None:
    hands = {1: "AC KD", 2: "AD KC", 3: "2C 7D", 0: "AH KS"}
    deal = check_down(table("holdem", hands, "AS QD JH 3S 4C", state=start(splash=300), **NO))
    assert got(deal) == {1: 400, 2: 400, 0: 300}


def test_example_43_half_a_chip_of_a_short_all_in_goes_with_the_first() -> None:
    hands = {1: "AC KD", 2: "AD KC", 3: "2C 7D", 0: "AH KS"}
    deal = check_down(table("holdem", hands, "AS QD JH 3S 4C", state=start(splash=150), **NO))
    assert got(deal) == {1: 350, 2: 300, 0: 300}


def test_example_43_the_odd_chip_goes_to_the_first_board_and_to_high() -> None:
    state = start(3, splash=450)
    deal = table("holdem", {1: "AH AD", 2: "KH KD"}, "KC 8S 4D QC 8H 4C 2C 2D 2H 7S", state=state, boards="2", **NO)
    check_down(all_do(deal, "fold"))
    assert [(board, amount, winners) for _, board, _, amount, winners in won(deal)] == [(1, 450, (2,)), (2, 400, (1,))]
    hands = {1: "AS 2D KC KD", 2: "AC 2S 9C 9D", 3: "QC QH JC 10C", 0: "4C 4D 6C 6D"}
    state = start(4, stacks={1: 700, 2: 700, 3: 700}, splash=50)  # 2150 in one pot
    deal = table("omaha-8", hands, "3H 7S 8C QD JH", state=state, run_twice=False, **NO)
    check_down(all_do(deal, "raise 7", "fold", "call", "call"))
    assert got(deal) == {3: 1150, 1: 500, 2: 500}


def test_the_odd_chip_goes_to_the_first_run() -> None:
    state = start(3, stacks={1: 2000, 2: 2000}, splash=150)
    deal = table("holdem", {1: "AH AD", 2: "9S 8S"}, "10S 7D 2S 3C 4H", state=state, then="x JH x 5D", **NO)
    all_do(deal, "fold", "call", "check", "bet 18", "call", "run-twice", "run-twice")
    assert [(board, amount) for _, board, _, amount, _ in won(deal)] == [(1, 2150), (2, 2000)]


def test_guts_is_shared_in_whole_chips() -> None:
    hands = {1: "AS KD QC", 2: "AH KC QD", 3: "AC KH QS", 0: "2H 4C 8D"}
    assert got(guts(hands, "1 2 3")) == {1: 200, 2: 100, 3: 100}


def test_shares_are_those_of_counting_chips_out() -> None:
    """One chip after the other, from the dealer's left; what is no chip goes with the first."""
    for amount, ways, chip in product(range(YELLOW, 4000, YELLOW), range(1, 6), (50, 100, 500)):
        counted = [0] * ways
        for n in range(amount // chip):
            counted[n % ways] += chip
        counted[0] += amount % chip
        assert shares(amount, ways, chip) == counted, (amount, ways, chip)


# ---- a freezeout -----------------------------------------------------------------------------


def test_example_44_the_chip_grows_with_the_stakes_and_never_shrinks() -> None:
    options = Options(limit="no", format="freezeout")
    chips = {n: in_play(options, level) for n, level in enumerate((1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20, 30, 40), 1)}
    assert chips == {n: 100 if n < 8 else 500 for n in chips}
    second = rules_of(options, 1.5, chip=100)
    assert (second.small, second.blind) == (100, 300), "1 and 3, not 1½ and 3"


@pytest.mark.parametrize("stakes", range(100, 20_001, 100))
def test_every_level_can_be_paid_in_its_chip(stakes: int) -> None:
    options = Options(limit="no", format="freezeout", stakes=stakes)
    before = 0
    for level in (1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 80, 120, 160):
        chip = in_play(options, level)
        rules = rules_of(options, level, chip=chip)
        assert chip >= before and rules.blind % chip == rules.small % chip == 0 < rules.small
        before = chip


def test_example_44_a_new_chip_is_told_and_smaller_ones_are_played_all_in() -> None:
    options = {"limit": "no", "format": "freezeout", "stakes": 1000, "level_hands": 2, "smallest": 100}
    state = start(3, stacks={0: 20_300, 1: 20_000, 2: 20_000})
    game = match_of(state, **options)
    level: list[tuple[int, int]] = []
    for n in range(5):
        deal = begin(game, n)
        level += [(e.u, c.chip) for e, c in zip(told(deal, Level), told(deal, ColourUp), strict=False)]
        while deal.ask:
            seat = turn(deal)
            if seat is None:
                assert deal.ask.timer
                deal.tick(deal.ask.timer[0])
            else:
                deal.lapse(seat, deal.table.now)
        game.settle()
    assert level == [(1500, 500)]
    deal = begin(game, 6)
    assert deal.table.facts[CHIP.name][0] == 500
    seat = next(s for s in deal.table.players if deal.table.chips[s] % 500)
    while turn(deal) != seat:
        all_do(deal, "call")
    stack = offered(deal, Raise)[-1]
    assert stack % 500 and {n % 500 for n in offered(deal, Raise)[:-1]} == {0}


# ---- what has been played stays playable -----------------------------------------------------


def test_hands_of_earlier_rules_are_played_in_yellows() -> None:
    deal = Deal(POKER, start(), Options(limit="no"), None, order=table(limit="no").order, rules=2)
    assert offered(deal, Raise)[:3] == [400, 450, 500]
    assert CHIP.name not in deal.table.facts


# ---- the law over random hands ---------------------------------------------------------------

TABLES: tuple[dict[str, Any], ...] = (
    {"limit": "no"},
    {"limit": "no", "stakes": 1000, "straddle": True, "bomb_every": 3, "boards": "bomb"},
    {"limit": "no", "stakes": 300, "smallest": 100, "ante": 100},
    {"variant": "omaha", "limit": "pot", "stakes": 600},
    {"variant": "omaha-8", "limit": "pot", "boards": "2"},
    {"variant": "omaha-8", "limit": "no", "stakes": 5000, "declare": "chips"},
    {"variant": "short-deck", "stakes": 1000},
    {"variant": "stud-8", "limit": "pot", "stakes": 1000},
    {"variant": "high-chicago", "limit": "pot", "stakes": 400},
    {"variant": "badugi", "limit": "no", "stakes": 400},
    {"variant": "jacks", "limit": "pot", "stakes": 800},
    {"variant": "five-stud", "limit": "no", "stakes": 2000, "format": "freezeout", "level_hands": 2},
    {"limit": "no", "format": "freezeout", "stakes": 1000, "level_hands": 2},
    {"limit": "fixed", "stakes": 1000, "kill": "half"},
    {"limit": "spread", "stakes": 1000},
)


def in_whole_chips(options: Options, secret: int, hands: int) -> int:
    """Play hands at random with stacks that are partly odd, and hold every amount against the law. Returns how many
    were played."""
    rng = random.Random(f"chips/{secret}")
    seats = rng.randint(2, 5)
    odd = rng.random() < 0.5
    stacks = tuple(
        rng.randint(4, 60) * options.stakes + (rng.randrange(options.stakes // YELLOW) * YELLOW if odd else 0)
        for _ in range(seats)
    )
    whole = all(n % options.chip == 0 for n in stacks)
    game = Match(POKER, replace(options, cut="off"), replace(opening(seats), stacks=stacks, dealer=0), "m")
    total = sum(stacks)
    for n in range(hands):
        seed = random.Random(f"{secret}/{n}").randbytes(32)
        deal = game.begin(game.sealed(seed) if game.fresh else None, 0)
        chip: int = deal.table.facts[CHIP.name][0] if CHIP.name in deal.table.facts else YELLOW
        fine = chip == options.chip and whole
        while deal.ask:
            seat = next(iter(deal.ask.waits_for), -1)
            if seat < 0:
                assert deal.ask.timer
                deal.tick(deal.ask.timer[0])
                continue
            for offer in deal.offers(seat):
                if offer and offer.kind in (Bet, Raise):
                    _held(deal, seat, offer, chip, fine=fine)
            deal.submit(seat, legal(deal.offers(seat), rng))
            assert sum(deal.table.chips.values()) == total
        for event in told(deal, Paid):
            assert event.amount % YELLOW == 0
            assert not fine or event.why == "prize" or event.amount % chip == 0, event
        if game.settle().over:
            return n + 1
        whole = whole and all(n % options.chip == 0 for n in (*game.state.stacks, game.state.pot))
    return hands


def _held(deal: Deal, seat: int, offer: Offer, chip: int, *, fine: bool) -> None:
    """What may be bet is whole chips, or all one has; over an odd all-in at least at fixed limit as it is."""
    among = [*offer.next(())]
    most = deal.table.chips[seat] + (deal.table.chips.get(Wager(seat), 0) if offer.kind is Raise else 0)
    stakes = deal.table.fact(BETTING)
    for n in among:
        assert n % chip == 0 or n == most or (len(among) == 1 and stakes.to_match % chip), (n, chip, most)
        assert not fine or n % chip == 0, (n, chip)
    assert among == sorted({*among})


@pytest.mark.parametrize("more", TABLES, ids=lambda more: "-".join(map(str, more.values())))
def test_the_law_of_chips(more: dict[str, Any]) -> None:
    for secret in range(3):
        in_whole_chips(Options(**more), secret, 4)


@pytest.mark.soak
@pytest.mark.parametrize("more", TABLES, ids=lambda more: "-".join(map(str, more.values())))
def test_the_law_of_chips_over_many_hands(more: dict[str, Any]) -> None:
    played = secret = 0
    while played * len(TABLES) < 10_000:
        played += in_whole_chips(Options(**more), secret, 20)
        secret += 1


def test_full_bets_are_whole_chips() -> None:
    deal = all_do(table(**NO), "raise 7", "call", "call", "call", "bet 9")
    assert [e.to for e in told(deal, Raised)] == [700]
    assert [e.amount for e in told(deal, BetMade)] == [900]
