"""Cash: the agreement of partners on a signal before a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.asks import CLOCK
from bot.engine.codec import dump_state, load_state
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.piles import SPECTATOR
from bot.engine.proof import deal_file, verify
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.cash import CASH, with_house
from bot.games.cash import moves as m
from bot.games.cash.moves import Options
from bot.games.cash.pads import BETWEEN_MS, FIRST_MS, Pad
from bot.games.catalog import GAMES
from tests.conformance.shown import shown

from .cash_table import (
    ANN,
    BEN,
    CY,
    DEE,
    FOURS,
    GO,
    agreeing,
    called,
    counting,
    lettered,
    press,
)
from .table import fact, refused, told

START = GO - 3000


def agree(deal: Deal, seat: int, *gestures: str) -> None:
    """A seat suggests these, and its partner accepts."""
    deal.submit(seat, m.Sign(gestures), START)
    pad: Pad = fact(deal, f"pad of {seat % (deal.state.seats // 2)}")
    deal.submit((seat + deal.state.seats // 2) % deal.state.seats, m.Accept(pad.version), START)


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
    match = Match(CASH, Options(cut="off"), opening(4), "m")
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


def test_edge_14_another_code_of_the_others_changes_nothing_that_a_seat_is_shown() -> None:
    """Ben suggests this or that, and everything goes on as before: Ann, Cy and spectators see the same."""
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
