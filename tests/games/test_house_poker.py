"""The house player of poker: what it plays on with, bets, draws, passes and declares; that it wins."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Literal

import pytest

from bot.engine.betting import CALL, CHECK, FOLD, Bet
from bot.engine.cards import cards, deck
from bot.engine.deal import Deal
from bot.engine.offers import Move
from bot.engine.view import view
from bot.games.parts.habits import Habit
from bot.games.poker.carried_over import Carried
from bot.games.poker.moves import Declare, Discard, Draw, Pass, Raise, RunTwice
from bot.games.poker.options import Options, most_seats
from bot.games.poker.ranking import BADUGI, HIGH, LOW_27, LOW_A5
from bot.games.poker.variants import VARIANTS
from bot.games.poker.wild import of_ranks
from bot.house import poker, poker_all_in, poker_worlds
from bot.house.poker import nearest
from bot.house.poker_all_in import BANDS, WINS, Behind, answers, bands, number, place
from bot.house.poker_defence import must_answer
from bot.house.poker_draws import kept
from bot.house.poker_starts import plays_on
from bot.house.poker_two_cards import SHARES, sampled, share
from bot.house.poker_worlds import Worlds

from .poker_matches import PLAYERS, house_player, mirrored, one
from .poker_table import all_do, start, table
from .table import looked_at, play, turn, without_reasons

choose = without_reasons(poker.choose)


def decides(deal: Deal, seat: int | None = None, seed: int = 1) -> Move | None:
    """What it does, no matter whose turn it is."""
    seat = turn(deal) if seat is None else seat
    assert seat is not None
    may = {o.kind: o for o in deal.offers(seat) if o}
    return choose(view(deal, seat), may, random.Random(seed))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few samples: what is tried goes by moves, not by how good they are."""
    monkeypatch.setattr(poker_worlds, "MOST", 20)
    monkeypatch.setattr(poker_worlds, "LEAST", 20)


# ---- first cards ---------------------------------------------------------------------------------


def test_the_table_is_what_its_script_samples() -> None:
    assert len(SHARES) == 13 and all(len(row) == 13 for row in SHARES)
    for a, b in ((14, 14), (14, 13), (13, 14), (2, 7), (7, 2)):
        assert SHARES[14 - a][14 - b] / 1000 == pytest.approx(sampled(a, b, 1000), abs=0.05)


def test_holdem_by_a_table_of_shares() -> None:
    aces, suited, plain, worst = (share(cards(text)) for text in ("AS AH", "KS QS", "KS QH", "7H 2C"))
    assert aces == pytest.approx(0.85, abs=0.01)
    assert aces > suited > plain > worst == pytest.approx(0.35, abs=0.015)
    assert share(cards("AS AH"), 5) == pytest.approx(0.49, abs=0.02)
    assert share(cards("7H 2C"), 5) < 0.09


def test_aces_raise_and_rags_fold_before_the_flop() -> None:
    deal = table("holdem", {3: "AS AH", 0: "7H 2C"}, limit="fixed")
    assert decides(deal) == Raise(400)
    play(deal, "3: raise 4")
    assert decides(deal, 0) == FOLD


def test_it_never_folds_for_nothing() -> None:
    deal = all_do(table("holdem", {2: "7H 2C"}, limit="fixed"), "call", "call", "call")
    assert turn(deal) == 2 and decides(deal) == CHECK


STARTS = [
    ("stud", "9C 4D", "9H", True), ("stud", "2C 9C", "KC", True), ("stud", "7D 5C", "9H", True),
    ("stud", "AC 3D", "2H", True), ("stud", "KC QD", "2H", True), ("stud", "JC 2D", "7H", False),
    ("stud-8", "2C 5D", "8H", True), ("stud-8", "2C 8D", "9H", False), ("razz", "AC 8D", "2H", True),
    ("razz", "2C 2D", "3H", False), ("razz", "AC 9D", "2H", False), ("high-chicago", "AS 7D", "2H", True),
    ("high-chicago", "JS 7D", "2H", False), ("low-chicago", "AS 7D", "10H", True),
    ("low-chicago", "KS 7D", "2H", False),
    ("baseball", "3C 7D", "KH", True), ("baseball", "2C 7D", "6H", False), ("follow-the-queen", "QC 7D", "2H", True),
    ("27-triple", "2C 5D 7H KC KD", "", True), ("27-triple", "AC 5D 7H KC KD", "", False),
    ("a5-triple", "AC 5D 7H KC KD", "", True), ("badugi", "AC 5D 8H 8C", "", True),
    ("badugi", "AC 5D 9H 9C", "", False),
    ("draw", "JC JD 2H 4C 7D", "", True), ("draw", "10C 10D 2H 4C 7D", "", False),
    ("draw", "2C 8C JC KC 7D", "", True), ("draw", "3C 4D 5H 6C KD", "", True),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "down", "up", "good"), STARTS)
def test_with_what_it_plays_on(variant: str, down: str, up: str, *, good: bool) -> None:
    others = {2: "QS JD 10S", 0: "8C 8S JH", 3: "4H 6S 9S"} if up else {}
    deal = table(variant, {1: f"{down} {up}", **others})
    assert plays_on(view(deal, 1), late=False) is good


def test_late_at_draw_any_pair_is_good_enough() -> None:
    seen = view(table("draw", {1: "4C 4D 9H 10C 2D"}), 1)
    assert plays_on(seen, late=True) and not plays_on(seen, late=False)


# ---- betting -------------------------------------------------------------------------------------


def test_it_bets_what_is_likely_to_win_and_folds_what_is_not() -> None:
    deal = table("holdem", {1: "AS AH", 0: "7H 2C"}, "AD 9S 9H 4C 3D", seats=2, limit="fixed")
    all_do(deal, "call", "check")
    assert decides(deal, 1) == Bet(200)
    play(deal, "1: bet 2")
    assert decides(deal, 0) == FOLD


def test_no_limit_bets_lie_between_half_the_pot_and_the_pot() -> None:
    deal = all_do(table("holdem", {1: "AS AH"}, "AD 9S 8H", seats=2, limit="no"), "raise 10", "call")
    made = [decides(deal, 1, seed) for seed in range(8)]
    assert all(isinstance(move, Bet) and 1000 <= move.amount <= 2000 for move in made)
    assert len(set(made)) > 1


def test_it_bluffs_now_and_then_when_checked_to(quick: None) -> None:
    deal = table("holdem", {0: "7H 2C"}, "AD 9S JH", seats=2, limit="fixed")
    all_do(deal, "call", "check", "check")
    made = [decides(deal, 0, seed) for seed in range(40)]
    assert 1 <= made.count(Bet(200)) <= 14 and made.count(CHECK) == 40 - made.count(Bet(200))


def test_the_same_whims_make_the_same_move() -> None:
    deal = all_do(table("omaha", seats=3), "call", "call", "check")
    assert decides(deal, seed=5) == decides(deal, seed=5)


def test_who_has_raised_is_taken_to_hold_more() -> None:
    before = all_do(table("holdem", {1: "QS JH"}, "AD 9S 8H 2C 3D", seats=2, limit="fixed"), "call", "check")
    seat = turn(before)
    assert seat == 1
    calm = Worlds(view(before, 1), random.Random(1)).worth().share
    raised = all_do(table("holdem", {1: "QS JH"}, "AD 9S 8H 2C 3D", seats=2, limit="fixed"), "raise 4", "call")
    assert Worlds(view(raised, 1), random.Random(1)).worth().share < calm - 0.05


def test_king_high_does_not_pay_off_whoever_bets_street_after_street() -> None:
    deal = table("holdem", {0: "AD 10S", 1: "KH 4C"}, "9D 10D 3S QD AS", seats=2, limit="fixed")
    all_do(deal, "raise 4", "call", "check", "bet 2", "call", "check", "bet 4", "call", "check", "bet 4")
    assert [decides(deal, 1, seed) for seed in range(3)] == [FOLD] * 3


def test_as_many_hands_must_answer_as_leave_a_bet_with_anything_nothing() -> None:
    assert [must_answer(6, bet) for bet in (2, 3, 6, 12)] == pytest.approx([3 / 4, 2 / 3, 1 / 2, 1 / 3])


CHECKED = ("QS QH", "9H 8H", "KH 9C", "8S 7S", "3H 2C", "6S 6H", "AH 4C", "KS QH", "KH 4C", "QS 7S", "10C 4C", "7H 2C",
           "6H 5H", "5S 4S", "QC 6C", "KC 7C", "6D 2S", "4D 4H", "7C 6C", "QD 5S")  # fmt: skip
"""Hands that have come to the river against one other without a bet."""


def test_the_smaller_a_bet_on_the_river_the_more_hands_answer_it(quick: None) -> None:
    def answered(bet: str) -> list[str]:
        found: list[str] = []
        for hand in CHECKED:
            deal = table("holdem", {0: hand, 1: "2D 2H"}, "AD 9S JH 3D 8C", seats=2, limit="no")
            all_do(deal, "call", *["check"] * 5, f"bet {bet}")
            found += [hand] if decides(deal, 0) != FOLD else []
        return found

    half, pot, thrice = (answered(bet) for bet in ("2", "4", "12"))
    assert {*thrice} < {*pot} < {*half} and "3H 2C" in half and "7H 2C" not in half


@pytest.mark.parametrize(("limps", "to"), [(False, 6), (False, 20), (False, 50), (True, 6), (True, 20)])
def test_a_raise_with_anything_wins_nothing_before_the_flop(to: int, *, limps: bool) -> None:
    """Of 100 hands at random; with the best of them the button raises, and does not limp."""
    rng, answered = random.Random(to), list[bool]()
    for _ in range(100):
        two = " ".join(map(str, rng.sample(deck(), 2)))
        deal = table("holdem", {0 if limps else 1: two}, seats=2, limit="no")
        if limps and decides(deal, 0) != CALL:
            continue
        all_do(deal, *(["call"] if limps else []), f"raise {to}")
        answered.append(decides(deal) != FOLD)
    to_win, risk = (4, to - 2) if limps else (3, to - 1)
    assert sum(answered) / len(answered) >= must_answer(to_win, risk) - 0.09


def bet_on(habit: Habit) -> Deal:
    """Checked to the river, where seat 1, of whom this has been seen, bets 4 into 4."""
    state = start(2, carried=Carried(habits=(Habit(), habit)))
    deal = table("holdem", {0: "3H 2C"}, "AD 9S JH 3D 8C", seats=2, limit="no", state=state)
    return all_do(deal, "call", *["check"] * 5, "bet 4")


def test_the_more_often_somebody_has_bet_the_less_a_bet_says() -> None:
    shares = [
        Worlds(view(bet_on(Habit(acts=100, bold=bold)), 0), random.Random(1)).worth().share for bold in (5, 27, 95)
    ]
    assert shares == sorted(shares) and shares[2] > shares[1] + 0.03


def test_who_has_shown_nothing_but_good_hands_after_a_bet_is_answered_with_fewer(quick: None) -> None:
    assert decides(bet_on(Habit()), 0) == CALL
    assert decides(bet_on(Habit(acts=60, bold=16, shown=16, air=2)), 0) == CALL
    assert decides(bet_on(Habit(acts=60, bold=16, shown=16, air=0)), 0) == FOLD


def test_ten_three_is_not_called_with_after_a_raise() -> None:
    deal = all_do(table("holdem", {1: "9S KH", 2: "3C 10H"}, seats=3, limit="no"), "fold", "raise 5½")
    assert decides(deal, 2) == FOLD


def test_nobody_has_checked_who_has_called_the_blind(quick: None) -> None:
    deal = all_do(table("holdem", {1: "2C 4S"}, seats=2, limit="no"), "call")
    assert {decides(deal, 1, seed) for seed in range(40)} == {CHECK}


def test_it_knows_how_many_cards_the_others_drew(quick: None) -> None:
    """Kings up are good against a player who drew three, and no good against one who stood pat."""
    hands = {1: "KS KD 9H 9C 2D", 0: "4C 5D 6H 7S 8D"}

    def share_after(drawn: str) -> float:
        deal = all_do(table("draw", hands, seats=2, limit="fixed"), "check", "check", "draw 2D", drawn)
        return Worlds(view(deal, 1), random.Random(1)).worth().share

    assert share_after("draw 4C 5D 6H") > 0.8 > 0.3 > share_after("draw")


def test_amounts_are_those_that_may_be_bet() -> None:
    among = range(200, 1050, 50)
    assert [nearest(among, wanted) for wanted in (420.0, 90.0, 9000.0)] == [400, 200, 1000]
    assert nearest([200], 700.0) == 200


def test_indian_is_played_without_ones_own_card() -> None:
    low = table("indian", {0: "2C", 1: "KD"}, seats=2, limit="fixed")
    assert view(low, 1).hand == ()
    high = table("indian", {0: "AC", 1: "KD"}, seats=2, limit="fixed")
    assert decides(low, 1) == Bet(200) and decides(high, 1) in (CHECK, Bet(200))


def test_at_indian_whoever_raises_has_seen_a_low_card() -> None:
    deal = all_do(table("indian", {0: "9C", 1: "8D"}, seats=2, limit="fixed"), "check")
    calm = Worlds(view(deal, 0), random.Random(1)).worth().share
    play(deal, "0: bet 2", "1: raise 4")
    assert Worlds(view(deal, 0), random.Random(1)).worth().share < calm - 0.1


def test_at_anaconda_who_has_chosen_five_of_seven_holds_more_than_is_shown() -> None:
    hands = {0: "JC JS JH QH QC AC 6D", 1: "10C 10S 10H KC AD 5H 2C"}
    deal = table("anaconda", hands, seats=2, limit="fixed")
    for given in ("2C 5H KC", "6D AC QC"), ("AC QC", "5H KC"), ("6D", "2C"):
        all_do(deal, "check", "check", *(f"pass {some}" for some in given))
    all_do(deal, "check", "check", "discard 5H 2C", "discard AC 6D", "turn 10C", "turn JC")
    for turned in (("KC", "QC"), ("AD", "JH"), ("10H", "QH")):
        all_do(deal, "check", "check", *(f"turn {c}" for c in turned))
    play(deal, "0: bet 4")
    assert Worlds(view(deal, 1), random.Random(1)).worth().share < 0.55
    assert decides(deal, 1) in (CALL, FOLD)  # three tens; queens and jacks lie open


# ---- all in before the flop ----------------------------------------------------------------------


def test_the_table_of_bands_is_what_its_script_samples() -> None:
    assert len(WINS) == 169
    for hand in ("AS AH", "AS KS", "7H 2C"):
        row, column = place(cards(hand))
        found = [poker_all_in.sampled(row, column, lot, 300) for lot in bands()]
        assert found == pytest.approx([n / 1000 for n in WINS[number(cards(hand))]], abs=0.09)


@pytest.mark.parametrize(("blinds", "pushes", "called"), [(5, 0.70, 0.63), (10, 0.57, 0.38), (15, 0.46, 0.28)])
def test_heads_up_as_many_hands_are_all_in_and_call_as_stand_in_the_books(
    blinds: int, pushes: float, called: float
) -> None:
    """The small blind has put in a half, the big blind one."""
    both = answers(1.5, (Behind(1, blinds - 0.5, blinds - 1),))
    held = [sum(n * part for n, part in zip(BANDS, one, strict=True)) for one in (both.all_in, both.calls[0])]
    assert held == pytest.approx([pushes, called], abs=0.02)


def short(hands: dict[int, str], blinds: int, seats: int = 2) -> Deal:
    """No-limit hold'em where everybody has this many big blinds."""
    return table("holdem", hands, seats=seats, limit="no", stacks=dict.fromkeys(range(seats), 200 * blinds))


@pytest.mark.parametrize(("hand", "blinds", "dares"), [("KS 2H", 5, True), ("QS 8H", 10, True), ("JS 2H", 10, False)])
def test_with_few_chips_the_button_is_all_in_or_folds(hand: str, blinds: int, dares: bool) -> None:
    deal = short({0: hand}, blinds)
    assert turn(deal) == 0
    made = decides(deal)
    assert made == FOLD if not dares else isinstance(made, Raise)
    if dares:
        play(deal, f"0: raise {2 * blinds}")
        assert not view(deal, 0).stacks[0]


@pytest.mark.parametrize(
    ("hand", "blinds", "answer"),
    [("KS 2H", 10, FOLD), ("KS 9H", 10, CALL), ("KS 2H", 5, CALL), ("KS 9H", 50, FOLD), ("10S 10H", 50, CALL)],
)
def test_an_all_in_is_called_by_hand_and_price(hand: str, blinds: int, answer: Move) -> None:
    deal = play(short({1: hand}, blinds), f"0: raise {2 * blinds}")
    assert decides(deal, 1) == answer


def test_the_more_may_still_call_the_better_a_hand_must_be() -> None:
    assert isinstance(decides(short({0: "QS 8H"}, 10)), Raise)
    deal = short({3: "QS 8H"}, 10, seats=6)
    assert turn(deal) == 3 and decides(deal) == FOLD


# ---- cards ---------------------------------------------------------------------------------------

KEPT = [
    ("9C 9D 4H 2S KC", HIGH, 1, "9C 9D"), ("9C 9D 4H 4S KC", HIGH, 1, "9C 9D 4H 4S"),
    ("2C 9C JC KC 7D", HIGH, 1, "2C 9C JC KC"), ("5C 6D 7H 8S KC", HIGH, 1, "5C 6D 7H 8S"),
    ("2C 9D JH KC 7D", HIGH, 1, "JH KC"), ("2C 3D 4H 5S 6D", HIGH, 1, "2C 3D 4H 5S 6D"),
    ("AC 2D 2H 8C KD", LOW_A5, 3, "AC 2H 8C"), ("AC 2D 3H 4C 9D", LOW_A5, 1, "AC 2D 3H 4C 9D"),
    ("AC 2D 3H 4C 9D", LOW_A5, 2, "AC 2D 3H 4C"), ("AC 2D 3H 8C KD", LOW_27, 3, "2D 3H"),
    ("AC 2D 3H 8C KD", LOW_27, 1, "2D 3H 8C"), ("2C 3D 4H 5C 6D", LOW_27, 2, "2C 3D 4H 5C"),
    ("2C 3D 4H 7C 9D", LOW_27, 1, "2C 3D 4H 7C 9D"), ("AC 2D 3H 9S", BADUGI, 2, "AC 2D 3H 9S"),
    ("AC 2D 9H 9S", BADUGI, 2, "AC 2D"), ("AC 2C 3H 8S", BADUGI, 2, "AC 3H 8S"), ("KC KD QH QS", BADUGI, 2, ""),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "half", "left", "keeps"), KEPT)
def test_what_it_keeps_at_a_draw(hand: str, half: Any, left: int, keeps: str) -> None:
    assert sorted(kept(cards(hand), half, left)) == sorted(cards(keeps))


def test_a_jack_low_stands_pat_where_there_is_one_draw_alone() -> None:
    jack = cards("2C 4D 7H 8S JD")
    assert kept(jack, LOW_27, 1, single=True) == jack
    assert sorted(kept(jack, LOW_27, 1)) == sorted(cards("2C 4D 7H 8S"))


def test_wild_cards_are_kept() -> None:
    assert sorted(kept(cards("3C 9D JH KC 7D"), HIGH, 1, of_ranks(3))) == sorted(cards("3C KC"))


def test_it_draws_passes_and_turns() -> None:
    deal = all_do(table("draw", {1: "9C 9D 4H 2S KC"}, seats=2), "check", "check")
    made = decides(deal, 1)
    assert isinstance(made, Draw) and set(made.cards) == set(cards("4H 2S KC"))
    deal = all_do(table("anaconda", {1: "KC KD KH KS 2C 3D 5H"}, seats=2), "check", "check")
    made = decides(deal, 1)
    assert isinstance(made, Pass) and sorted(made.cards) == sorted(cards("2C 3D 5H"))


def test_it_draws_no_more_than_an_own_variant_lets_it() -> None:
    for low, worst in (("none", "2S"), ("only", "KC")):
        home = f"deal=D5/R1 forced=blinds low={low}"
        deal = all_do(table("own", {1: "9C 9D 4H 2S KC"}, seats=2, home=home), "call", "check")
        assert decides(deal, 1) == Draw(tuple(cards(worst)))


def test_it_throws_what_leaves_the_best_share() -> None:
    deal = all_do(table("pineapple", {1: "AS AH 2C"}, seats=2), "call", "check")
    assert decides(deal, 1) == Discard((cards("2C")[0],))


# ---- declarations --------------------------------------------------------------------------------


GUTS = [
    ("KC 6D 3H", 2, "", "in"), ("KC 5D 4H", 2, "", "out"), ("AC 9D 5H", 3, "", "in"), ("AC 9D 4H", 3, "", "out"),
    ("AC QD JH", 4, "", "in"), ("AC QD 10H", 4, "", "out"), ("2C 2D AH", 5, "", "in"), ("2C 2D KH", 5, "", "out"),
    ("7C 7D AH", 8, "", "in"), ("7C 7D KH", 8, "", "out"), ("KC 6D 3H", 2, "ghost=lone", "out"),
    ("AC 9D 5H", 2, "ghost=all", "in"), ("JC 8D", 2, "cards=2", "in"), ("9C 8D", 2, "cards=2", "out"),
]  # fmt: skip
"""Two hands next to each other for most numbers of seats."""


@pytest.mark.parametrize(("hand", "seats", "home", "choice"), GUTS)
def test_guts(hand: str, seats: int, home: str, choice: Literal["in", "out"]) -> None:
    deal = table("guts", seats=seats, ante=100, home=home)
    seen = view(deal, 1)
    piles = {**seen.piles, "hand 1": tuple(cards(hand))}
    may = {o.kind: o for o in deal.offers(1) if o}
    assert choose(replace(seen, piles=piles), may, random.Random(1)) == Declare(choice)


def test_it_does_nothing_ahead_and_runs_twice() -> None:
    deal = table("holdem", limit="no")
    assert decides(deal, 1) is None
    deal = all_do(table("holdem", seats=2, limit="no"), "raise 100", "call")
    looked_at(deal)
    assert decides(deal, 1) == RunTwice()


# ---- matches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_every_variant_by_moves_that_are_legal(quick: None, variant: str) -> None:
    options = Options(variant=variant)
    for n, seats in enumerate((2, most_seats(options))):
        one(options, seats, n, [house_player, PLAYERS["random"]] * (seats // 2) + [house_player] * (seats % 2))


@pytest.mark.parametrize("against", ["caller", "random"])
def test_it_beats_simple_players_at_fixed_holdem(quick: None, against: str) -> None:
    mean, _ = mirrored(Options(variant="holdem", limit="fixed"), 2, 100, against)
    assert mean > 0
