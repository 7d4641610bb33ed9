"""What is kept of a hand for each player, figures counted by hand (rules/poker.md, "Figures of how one plays")."""

from __future__ import annotations

from bot.engine.deal import Deal
from bot.engine.traits import Figures
from bot.games.poker.figures import figures, own_cards, position
from bot.games.poker.moves import Turned

from .poker_table import all_do, check_down, table
from .table import play, told
from .test_poker_phh import random_hands
from .test_poker_ranking import cards


def of(deal: Deal, seat: int) -> Figures:
    return figures(deal)[seat]


def counts(deal: Deal, seat: int) -> dict[str, int]:
    return dict(of(deal, seat).counts)


# Four seats, dealer 0: 1 posts 100, 2 posts 200, 3 speaks first before the flop, 1 after it.


def test_whoever_limps_is_in_by_choice_and_a_blind_that_is_checked_is_not() -> None:
    deal = all_do(table(), "call", "fold", "call", "check", "check", "check", "check")
    deal = check_down(deal)
    three = counts(deal, 3)
    three.pop("showdowns won", None)
    assert three == {"hands": 1, "in by choice": 1, "saw flop": 1, "showdowns": 1}
    assert counts(deal, 0) == {"hands": 1}
    assert counts(deal, 1)["in by choice"] == 1, "the small blind that is filled up"
    assert "in by choice" not in counts(deal, 2) and counts(deal, 2)["saw flop"] == 1


def test_a_raise_and_a_reraise() -> None:
    deal = all_do(table(), "raise 6", "fold", "raise 18", "fold", "fold")
    assert counts(deal, 3) == {"hands": 1, "in by choice": 1, "raised": 1}
    assert counts(deal, 0) == {"hands": 1, "could reraise": 1}
    assert counts(deal, 1) == {"hands": 1, "in by choice": 1, "raised": 1, "could reraise": 1, "reraised": 1}
    assert counts(deal, 2) == {"hands": 1}, "there had been two raises"
    assert (of(deal, 1).net, of(deal, 3).net, of(deal, 2).net) == (800, -600, -200)
    assert of(deal, 1).pot == 1400 and of(deal, 1).unit == 200 and of(deal, 1).showdown == ""


def test_a_walk_is_told_from_other_hands() -> None:
    deal = all_do(table(), "fold", "fold", "fold")
    check_down(deal)
    assert counts(deal, 2) == {"hands": 1, "walks": 1} and of(deal, 2).net == 100
    assert counts(deal, 1) == {"hands": 1}


def test_bets_calls_and_folds_count_after_the_flop_alone() -> None:
    deal = all_do(table(seats=3), "raise 6", "call", "call")  # 0, then the blinds 1 and 2
    all_do(deal, "check", "bet 6", "raise 18", "fold", "call")  # the flop: 1, 2, 0, 1, 2
    all_do(deal, "check", "bet 20", "call", "check", "check")
    check_down(deal)
    assert counts(deal, 1) == {"hands": 1, "in by choice": 1, "could reraise": 1, "saw flop": 1, "folds": 1}
    two, none = counts(deal, 2), counts(deal, 0)
    assert (two["bets"], two["calls"]) == (1, 2) and (none["bets"], none.get("calls", 0)) == (2, 0)
    assert two["showdowns"] == none["showdowns"] == 1


def test_showdowns_won_and_lost() -> None:
    deal = table("holdem", {1: "AS AD", 2: "KS KD"}, "2C 2D 7H 8S 9C", seats=3)
    check_down(all_do(deal, "fold", "call", "check"))
    assert (of(deal, 1).showdown, of(deal, 2).showdown, of(deal, 0).showdown) == ("won", "lost", "")
    assert counts(deal, 1)["showdowns won"] == 1 and "showdowns won" not in counts(deal, 2)
    assert (of(deal, 1).cards, of(deal, 1).board, of(deal, 1).net) == ("AS AD", "2C 2D 7H 8S 9C", 200)


def test_who_is_all_in_before_the_flop_sees_it() -> None:
    deal = table("holdem", {1: "AS AD", 2: "KS KD"}, "2C 2D 7H 8S 9C", seats=3, run_twice=False)
    check_down(all_do(deal, "fold", "raise 100", "call"))
    assert counts(deal, 1) == {
        "hands": 1, "in by choice": 1, "raised": 1, "saw flop": 1, "showdowns": 1, "showdowns won": 1,
    }  # fmt: skip
    assert counts(deal, 2) == {"hands": 1, "in by choice": 1, "could reraise": 1, "saw flop": 1, "showdowns": 1}


def test_a_straddle_is_a_blind() -> None:
    deal = table(straddle=True)
    play(deal, "3: straddle")
    all_do(deal, "fold", "fold", "call", "check")
    check_down(deal)
    assert "in by choice" not in counts(deal, 3) and "raised" not in counts(deal, 3)
    assert counts(deal, 2)["in by choice"] == 1
    deal = table(straddle=True)
    play(deal, "3: straddle")
    check_down(all_do(deal, "fold", "fold", "fold"))
    assert counts(deal, 3) == {"hands": 1, "walks": 1}


def test_a_bomb_pot_and_games_without_blinds_count_for_no_figures() -> None:
    deal = check_down(table(bomb_every=1))
    assert counts(deal, 1) == {} and of(deal, 1).pot == 4 * 400
    for variant in ("stud", "draw", "guts", "night-baseball", "indian"):
        deal = check_down(table(variant))
        assert counts(deal, 1) == {} == counts(deal, 2), variant
    assert of(check_down(table("stud")), 1).position == ""


def test_other_games_with_blinds_count() -> None:
    deal = check_down(table("27-single", seats=3))
    assert counts(deal, 0)["in by choice"] == 1 and counts(deal, 0)["saw flop"] == 1
    assert of(deal, 0).what == "2-7 Single Draw, no limit"
    deal = check_down(table("short-deck", seats=3))
    dealer = counts(deal, 0)
    assert "in by choice" not in dealer and dealer["showdowns"] == 1, "its blind was checked"


def test_positions_go_by_the_distance_from_the_button() -> None:
    deal = table(seats=10)
    options, players = deal.options, deal.table.players
    assert [position(options, players, p) for p in players] == [
        "blinds", "blinds", "early", "early", "early", "middle", "middle", "middle", "late", "late",
    ]  # fmt: skip
    assert [of(check_down(table(seats=2)), p).position for p in (0, 1)] == ["blinds", "blinds"]
    deal = table("short-deck", seats=3)
    assert [position(deal.options, deal.table.players, p) for p in deal.table.players] == ["middle", "late", "late"]


def test_ones_cards_are_those_that_one_folded() -> None:
    deal = all_do(table("holdem", {3: "2S 7D"}), "fold", "fold", "fold")
    assert of(deal, 3).cards == "7D 2S" and of(deal, 3).board == ""
    deal = table("27-triple", {1: "KS KD 2C 3D 4H"}, seats=2, then="x 5C 7S x x x x x x")
    all_do(deal, "call", "check")
    play(deal, "1: draw KS KD", "0: draw")
    all_do(deal, "check", "bet 2")
    assert deal.ask is not None
    (fold,) = deal.ask.waits_for
    held = own_cards(deal, fold)
    all_do(deal, "fold")
    assert {*own_cards(deal, fold)} == {*held} and len(held) == 5
    assert {*cards("2C 3D 4H 5C 7S")} == {*own_cards(deal, 1)}


def test_nobody_is_told_a_card_that_its_owner_has_not_seen() -> None:
    """By the rules of before the owner of a folded card of Indian never saw it; by today's they do at the end."""
    for rules, folded in ((2, ""), (None, "KD")):
        deal = table("indian", {1: "AS", 2: "KD", 3: "2C", 0: "3C"}, rules=rules)
        all_do(deal, "bet 2", "fold", "call", "fold")
        check_down(deal)
        assert of(deal, 2).cards == folded
        assert of(deal, 1).cards == "AS", "at the showdown all saw it"
    deal = check_down(table("night-baseball", {1: "AS KS QS JS 10S 8S 7S"}))
    turned = {str(up.card) for e in told(deal, Turned) for up in e.up if up.seat == 1}
    assert {*of(deal, 1).cards.split()} >= turned


def test_all_figures_of_chance_hands_add_up() -> None:
    for variant, limit in (("holdem", "no"), ("omaha", "pot"), ("badugi", "fixed"), ("stud", "fixed")):
        for deal in random_hands("figures", variant, limit):
            found = figures(deal)
            assert sum(one.net for one in found.values()) <= 0, "the pot of an earlier hand may lie there"
            for seat, one in found.items():
                done = one.counts
                assert done.get("raised", 0) <= done.get("in by choice", 0) <= 1
                assert done.get("showdowns won", 0) <= done.get("showdowns", 0) <= done.get("saw flop", 0) <= 1
                assert {*one.cards.split()} == {str(c) for c in own_cards(deal, seat)}
