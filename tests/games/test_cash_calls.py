"""Cash: signals before a hand, calls and letters at its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.asks import CLOCK
from bot.engine.codec import dump_state, load_state
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.piles import SPECTATOR
from bot.engine.proof import deal_file, verify
from bot.engine.state import State, opening
from bot.engine.view import view
from bot.games.cash import CASH, judge, single, standings, unfit, with_house
from bot.games.cash import moves as m
from bot.games.cash.moves import Options
from bot.games.cash.pads import BETWEEN_MS, FIRST_MS, Pad
from bot.games.catalog import GAMES
from tests.conformance.shown import shown

from .cash_table import (
    ANN,
    BEN,
    BOARD,
    CY,
    DEE,
    FOURS,
    GO,
    PLAIN,
    agreeing,
    called,
    counting,
    grab,
    no,
    over,
    press,
    up,
    wait,
)
from .table import fact, refused, told

START = GO - 3000
SIX = "9S 9H 4C KD"


def lettered(scores: tuple[int, ...], **more: object) -> State:
    return replace(opening(len(scores)), scores=scores, number=3, **more)


def agree(deal: Deal, seat: int, *gestures: str) -> None:
    """A seat suggests these, and its partner accepts."""
    deal.submit(seat, m.Sign(gestures), START)
    pad: Pad = fact(deal, f"pad of {seat % (deal.state.seats // 2)}")
    deal.submit((seat + deal.state.seats // 2) % deal.state.seats, m.Accept(pad.version), START)


# ---- the agreement -----------------------------------------------------------------------------------


def test_it_ends_when_all_are_ready() -> None:
    deal = agreeing()
    for seat in (ANN, BEN, CY):
        deal.submit(seat, m.Ready(), START)
    assert fact(deal, "stage") == "agreement" and fact(deal, "ready") == {ANN, BEN, CY}
    assert refused(deal, ANN, m.Ready()) == "You are ready already; the others need a moment."
    deal.submit(DEE, m.Ready(), START)
    assert fact(deal, "stage") == "countdown"


@pytest.mark.parametrize(("number", "ms"), [(0, 90_000), (1, 30_000)])
def test_or_when_the_time_is_over(number: int, ms: int) -> None:
    assert ms == (BETWEEN_MS if number else FIRST_MS)
    deal = agreeing(state=replace(opening(4), number=number))
    deal.tick(START + ms - 1)
    assert fact(deal, "stage") == "agreement"
    deal.tick(START + ms)
    assert fact(deal, "stage") == "countdown" and deal.rows[-1][:2] == (CLOCK, m.Begin())


def test_edge_14_a_pad_is_seen_by_its_pair_alone() -> None:
    deal = agreeing()
    deal.submit(ANN, m.Sign(("sip", "hum")), START)
    for viewer in (SPECTATOR, ANN, BEN, CY, DEE):
        sight = view(deal, viewer)
        assert ("pad of 0" in sight.facts) == (viewer in (ANN, CY))
        assert ("pad of 1" in sight.facts) == (viewer in (BEN, DEE))
    agree(deal, ANN, "sip", "hum")
    for seat in range(4):
        deal.submit(seat, m.Ready(), START)
    for viewer in (SPECTATOR, ANN, BEN, CY, DEE):
        assert view(deal, viewer).facts.get("signal of 0") == ("sip hum\n" if viewer in (ANN, CY) else None)
        assert "sip" not in str(view(deal, viewer).events)


def test_it_counts_when_both_accept_the_same_version() -> None:
    deal = agreeing()
    deal.submit(ANN, m.Sign(("sip", "hum")), START)
    old = fact(deal, "pad of 0").version
    deal.submit(CY, m.Sign(("nod",)), START)
    assert refused(deal, ANN, m.Accept(old)) == "That is not on offer."
    assert refused(deal, CY, m.Accept(old + 1)) == "You have agreed to this already."
    deal.tick(START + FIRST_MS)
    assert fact(deal, "signal of 0") is None
    again = agreeing()
    agree(again, CY, "nod")
    again.tick(START + FIRST_MS)
    assert fact(again, "signal of 0") == "nod\n"


def test_one_to_three_gestures_from_the_list() -> None:
    deal = agreeing()
    assert refused(deal, ANN, m.Sign(())) == "Choose one to three gestures."
    assert refused(deal, ANN, m.Sign(("sip", "wink"))) == "Choose a gesture from the list."
    assert refused(deal, ANN, m.Sign(("sip",) * 4)) == "A code has three gestures at most."
    deal.submit(ANN, m.Sign(("sip", "sip", "hum")), START)


def test_option_signals_free_words_only_where_they_are_wanted() -> None:
    assert refused(agreeing(), ANN, m.Phrase("the weather")) == "You cannot do that now."
    deal = agreeing(signals="free")
    deal.submit(ANN, m.Phrase("the weather"), START)
    assert fact(deal, "pad of 0").phrase == "the weather"
    assert refused(deal, ANN, m.Phrase("x" * 201)) == "Write a signal in up to 200 characters."
    assert refused(deal, ANN, m.Phrase("")) == "Write a signal in up to 200 characters."


def test_signals_are_gestures_while_a_house_player_sits_there() -> None:
    assert with_house(Options(signals="free", name="kent")) == Options(signals="gestures", name="kent")


@pytest.mark.parametrize(
    ("pad", "careless"),
    [(Pad(1, ("sip",)), True), (Pad(1, ("sip", "hum")), False), (Pad(1, (), "LOL!"), True), (Pad(1, (), "ok"), True),
     (Pad(1, ("sip", "hum"), "the weather in Oslo"), False)],
)  # fmt: skip
def test_ruling_11_what_happens_by_accident_is_warned_of(pad: Pad, careless: bool) -> None:
    assert pad.careless == careless


def test_ruling_10_the_pads_are_closed_from_the_deal_on() -> None:
    deal = counting()
    for move in (m.Sign(("sip",)), m.Accept(1), m.Ready()):
        assert refused(deal, ANN, move) == "You cannot do that now."


def test_a_signal_goes_on_to_the_next_hand_until_one_of_the_pair_is_new() -> None:
    deal = agreeing()
    agree(deal, ANN, "sip", "hum")
    agree(deal, BEN, "nod", "yawn")
    deal.tick(START + FIRST_MS)
    called(deal, ANN, m.Cash(), FIRST_MS)
    assert deal.after is not None
    after = load_state(CASH, dump_state(deal.after))
    assert after == deal.after
    again = agreeing(state=replace(after, fresh=frozenset({DEE})))
    assert fact(again, "pad of 0") == Pad(1, ("sip", "hum"), "", frozenset({ANN, CY}))
    assert fact(again, "pad of 1") == Pad() and fact(again, "signal of 1") is None


def test_pads_are_wiped_when_the_match_is_over_and_published_only_if_wanted() -> None:
    for wanted in (False, True):
        deal = agreeing(state=lettered((3, 0, 3, 0)), reveal_codes=wanted)
        agree(deal, ANN, "sip", "hum")
        deal.tick(START + BETWEEN_MS)
        called(deal, ANN, m.Cash(), BETWEEN_MS)
        assert deal.after and deal.after.standings and deal.after.remembered == ()
        assert told(deal, m.CodesRevealed) == ([m.CodesRevealed(((0, "sip hum\n"),))] if wanted else [])


def test_a_deal_file_tells_no_signal_and_still_holds() -> None:
    match = Match(CASH, Options(), opening(4), "m")
    for n in range(2):
        deal = match.begin(match.sealed(bytes([n]) * 32), at=0)
        if not n:
            agree_at = deal.table.now
            deal.submit(ANN, m.Sign(("whistle", "yawn")), agree_at)
            deal.submit(CY, m.Accept(1), agree_at)
        for seat in range(4):
            deal.submit(seat, m.Ready(), 0)
        deal.submit(ANN, m.Counter(), 100)
        deal.tick(1000)
        data = deal_file("m", [deal])
        assert b"whistle" not in data and b"yawn" not in data
        assert verify(data, GAMES).moves == len(deal.rows)
        match.settle()


# ---- calls -------------------------------------------------------------------------------------------


def test_edge_10_a_call_during_the_agreement_is_refused_and_during_the_countdown_it_is_not() -> None:
    deal = agreeing(FOURS)
    for move in (m.Cash(), m.Counter()):
        assert refused(deal, ANN, move) == "Nobody holds cards yet."
    assert refused(deal, ANN, grab("9C")) == "There is no board yet."
    deal = counting(FOURS)
    assert called(deal, ANN, m.Cash(), -2500).right


def test_edge_10_after_the_reveal_nothing_can_be_called() -> None:
    deal = up(FOURS)
    called(deal, ANN, m.Cash())
    assert refused(deal, BEN, m.Counter()) == "This deal is over."


def test_ruling_6_four_of_a_kind_may_be_dealt_and_called_before_go() -> None:
    deal = counting(FOURS)
    assert called(deal, BEN, m.Counter(), -3000).right


@pytest.mark.parametrize("sooner", [m.Cash(), m.Counter()])
def test_edge_8_of_two_calls_in_one_window_the_earlier_press_stands(sooner: object) -> None:
    later = m.Counter() if sooner == m.Cash() else m.Cash()
    deal = up(FOURS)
    press(deal, BEN, later, 120, pressed=110)
    press(deal, ANN, sooner, 150, pressed=100)  # type: ignore[arg-type]
    deal.tick(GO + 1000)
    assert over(deal).caller == ANN and over(deal).cash == (sooner == m.Cash())
    assert len(told(deal, m.Called)) == 1


def test_a_call_stops_everything() -> None:
    deal = up(FOURS)
    press(deal, BEN, grab("2D"), 0)
    press(deal, ANN, m.Cash(), 10)
    assert no(deal, BEN, m.Gesture("sip"), 20) == "You cannot do that now."
    deal.tick(GO + 1000)
    assert not told(deal, m.Touched)


def test_all_hands_are_shown() -> None:
    deal = up(FOURS)
    called(deal, ANN, m.Cash())
    assert all(all(view(deal, SPECTATOR).pile(f"hand {p}")) for p in range(4))


def test_ruling_12_a_touched_card_is_not_held() -> None:
    deal = up(PLAIN | {ANN: "9S 9H 9D KD"}, "9C 2D JS 5H")
    press(deal, ANN, grab("9C"), 0)
    wait(deal, 300)
    assert not called(deal, CY, m.Cash(), 400).right


def test_example_4_edge_9_a_right_cash() -> None:
    end = called(up(FOURS), ANN, m.Cash())
    assert (end.right, end.fours, end.won, end.lost, end.letters) == (True, (CY,), (ANN, CY), (BEN, DEE), (0, 1, 0, 1))


def test_example_4_edge_9_a_right_counter() -> None:
    end = called(up(FOURS), BEN, m.Counter())
    assert (end.right, end.won, end.lost, end.letters) == (True, (BEN, DEE), (ANN, CY), (1, 0, 1, 0))


def test_example_4_ruling_1_edge_9_a_call_is_for_the_partners_hand_never_ones_own() -> None:
    end = called(up(FOURS | {ANN: "KS KH KD QD", BEN: "2C 3C 9S 8H"}), CY, m.Cash())
    assert (end.right, end.won, end.lost, end.letters) == (False, (BEN, DEE), (ANN, CY), (1, 0, 1, 0))


def test_ruling_9_edge_9_a_wrong_cash() -> None:
    end = called(up(), ANN, m.Cash())
    assert (end.right, end.fours, end.won, end.lost) == (False, (), (BEN, DEE), (ANN, CY))


def test_edge_9_a_wrong_counter() -> None:
    end = called(up(), BEN, m.Counter())
    assert (end.right, end.won, end.lost) == (False, (ANN, CY), (BEN, DEE))


def test_ruling_2_edge_9_ones_own_sides_four_of_a_kind_makes_no_counter_right() -> None:
    end = called(up(FOURS), ANN, m.Counter())
    assert (end.right, end.won, end.lost) == (False, (BEN, DEE), (ANN, CY))


def test_option_counter_named() -> None:
    deal = up(FOURS, counter="named")
    assert no(deal, BEN, m.Counter(), 0) == "Name an opposing partnership."
    assert no(deal, BEN, m.Counter(DEE), 0) == "Name an opposing partnership."
    assert called(deal, BEN, m.Counter(ANN)).right  # Cy holds it, and is of Ann's pair


@pytest.mark.parametrize(("team", "right"), [(1, False), (2, True), (4, False), (5, True)])
def test_edge_9_named_with_the_wrong_team(team: int, right: bool) -> None:
    judged = judge(0, False, [5], 6, team)
    assert judged.right == right
    assert judged.lost == ({2, 5} if right else {0, 3})


def test_option_counter_any_takes_no_name() -> None:
    assert no(up(FOURS), BEN, m.Counter(ANN), 0) == "That is not on offer."


# ---- six and eight players ---------------------------------------------------------------------------


def test_ruling_3_a_good_cash_beats_all_others() -> None:
    judged = judge(0, True, [3], 6)
    assert (judged.right, judged.won, judged.lost) == (True, {0, 3}, {1, 2, 4, 5})


def test_ruling_3_a_good_counter_costs_only_those_caught() -> None:
    assert judge(0, False, [2], 6)[1:] == ({0, 3}, {2, 5})
    assert judge(0, False, [1, 2], 8)[1:] == ({0, 4}, {1, 5, 2, 6})


def test_ruling_3_a_wrong_call_costs_only_the_caller() -> None:
    assert judge(0, True, [1], 6)[1:] == ({1, 2, 4, 5}, {0, 3})
    assert judge(0, False, [3], 6)[1:] == ({1, 2, 4, 5}, {0, 3})


def six(scores: tuple[int, int, int], holder: int, **options: object) -> Deal:
    """Six players in pairs P, Q and R with so many letters; one seat holds four sevens."""
    state = replace(lettered((*scores, *scores)), dealer=5)
    return up({holder: "7S 7H 7C 7D"}, BOARD, seats=6, dealer=5, state=state, **options)


def test_example_5() -> None:
    deal = six((2, 1, 3), holder=3)
    end = called(deal, 0, m.Cash())
    assert end.letters == (2, 2, 4) * 2
    assert deal.after and [s.outcome for s in deal.after.standings or ()] == ["W", "W", "L"] * 2


def test_example_6() -> None:
    deal = six((2, 1, 3), holder=2)
    end = called(deal, 1, m.Counter())
    assert end.letters == (2, 1, 4) * 2
    assert deal.after and [s.outcome for s in deal.after.standings or ()] == ["D", "W", "L"] * 2
    assert [s.place for s in deal.after.standings or ()] == [3, 1, 5] * 2


def test_example_7() -> None:
    deal = six((2, 1, 3), holder=3)
    end = called(deal, 0, m.Counter())
    assert not end.right and end.letters == (3, 1, 3) * 2
    assert deal.after and deal.after.standings is None


# ---- letters and the end -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "letters"), [("cash", 4), ("kent", 4), ("kemps", 5)])
def test_edge_12_option_name_the_last_letter_of_the_word_ends_the_match(name: str, letters: int) -> None:
    for had, ends in ((letters - 2, False), (letters - 1, True)):
        deal = up(FOURS, state=lettered((0, had, 0, had)), name=name)
        assert called(deal, ANN, m.Cash()).letters == (0, had + 1, 0, had + 1)
        assert deal.after is not None and deal.after.over == ends
        if ends:
            assert [s.outcome for s in deal.after.standings or ()] == ["W", "L", "W", "L"]


def test_edge_12_two_pairs_complete_the_word_together_and_both_lose() -> None:
    places = standings((1, 4, 4) * 2, 4)
    assert [s.outcome for s in places] == ["W", "L", "L"] * 2 and [s.place for s in places] == [1, 3, 3] * 2


def test_option_letters_off_every_hand_is_a_game_of_its_own() -> None:
    deal = up(FOURS, letters=False)
    assert called(deal, ANN, m.Cash()).letters == (0, 0, 0, 0)
    assert deal.after and [s.outcome for s in deal.after.standings or ()] == ["W", "L", "W", "L"]


def test_letters_off_who_is_neither_has_a_draw_and_so_has_everybody_in_a_real_deal() -> None:
    assert [s.outcome for s in single(judge(0, False, [2], 6), 6)] == ["W", "D", "L"] * 2
    assert [s.place for s in single(judge(0, False, [2], 6), 6)] == [1, 3, 5] * 2
    deal = counting(letters=False)
    while deal.ask and deal.ask.timer:
        deal.tick(deal.ask.timer[0])
    assert deal.after and {s.outcome for s in deal.after.standings or ()} == {"D"}


def test_the_deal_passes_left_and_the_records_count() -> None:
    deal = up(FOURS)
    called(deal, ANN, m.Cash(), 57_400)
    assert deal.after and deal.after.dealer == ANN
    assert deal.after.counted(ANN) == {"good cashes": 1, "hands": 1, "seconds": 60}
    assert deal.after.counted(BEN) == {"hands": 1, "seconds": 60}
    assert over(deal).seconds == 60


def test_what_gave_a_four_of_a_kind_away_is_remembered() -> None:
    deal = up(FOURS)
    press(deal, CY, m.Gesture("sip"), 0)
    press(deal, CY, m.Gesture("hum"), 1600)
    called(deal, ANN, m.Cash(), 3000)
    assert deal.after and deal.after.kept.gave_away == ((CY, ("sip", "hum")),)


@pytest.mark.parametrize(("teams", "seats", "fits"), [("cards", 4, True), ("cards", 6, False), ("random", 8, True)])
def test_option_teams_cards_are_for_four(teams: str, seats: int, fits: bool) -> None:
    assert (unfit(Options(teams=teams), seats) is None) == fits


def test_edge_14_another_code_of_the_others_changes_nothing_that_a_seat_is_shown() -> None:
    """Ben suggests this or that, and everything goes on as before: Ann, Cy and whoever watches see the same."""
    seen = []
    for code in (("sip", "hum"), ("nod", "yawn", "tap")):
        deal = agreeing(FOURS)
        agree(deal, BEN, *code)
        agree(deal, ANN, "lean", "hat")
        shots = [shown(deal, viewer) for viewer in (SPECTATOR, ANN, CY)]
        for seat in range(4):
            deal.submit(seat, m.Ready(), START)
        press(deal, DEE, m.Gesture("sip"), 0)
        shots += [shown(deal, viewer) for viewer in (SPECTATOR, ANN, CY)]
        called(deal, ANN, m.Cash(), 100)
        seen.append(shots + [shown(deal, viewer) for viewer in (SPECTATOR, ANN, CY)])
    assert seen[0] == seen[1]
