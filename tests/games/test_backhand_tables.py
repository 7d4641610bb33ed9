"""Backhand: its options, the wager window, what happens between the rounds, and its house player."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.codec import dump_state, load_state
from bot.engine.facts import STOCK
from bot.engine.match import Match
from bot.engine.offers import Move, Offer
from bot.engine.randomness import Pack, Stream
from bot.engine.state import Standing, opening
from bot.engine.view import View
from bot.games.backhand import BACKHAND, CALL, HIT, PUSH_AWAY, Carried, Options
from bot.games.catalog import game
from bot.games.parts.wagers import Bet, OutOfChips, PutAway
from bot.house import choose
from bot.house.backhand import best_chance, busts

from .backhand_table import deal, lapse, play, settled
from .table import after, bad_option, decides, fact, moment_over, refused, told, turn
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "backhand.txt"

# ---- options ---------------------------------------------------------------------------------


def test_option_mode_race_is_usual_and_has_no_wagers() -> None:
    assert Options().mode == "race"
    assert not BACKHAND.for_chips(Options())
    assert BACKHAND.for_chips(Options(mode="betting"))
    assert turn(deal({0: "10H 5D"})) == 0


@pytest.mark.parametrize(("mode", "wins"), [("race", 10), ("within", 6)])
def test_option_target_goes_by_the_mode(mode: str, wins: int) -> None:
    assert Options(mode=mode).wins == wins
    assert Options(mode=mode, target=3).wins == 3
    d = deal({0: "10H 5D"}, "7C", mode=mode, target=1)
    assert after(play(d, "0: backhand")).standings == (Standing(0, 1, "W"),)


def test_option_hands_ends_within_and_wagers() -> None:
    d = deal({0: "10H 5D"}, "7C", mode="within", hands=20, number=10, scores=[5])
    assert after(play(d, "0: backhand")).standings == (Standing(0, 1, "W"),)
    assert [Options(mode=mode).rounds for mode in ("race", "within", "betting")] == [None, 10, None]
    d = play(deal({0: "10H 5D"}, "7C", mode="betting", hands=3, number=2), "0: bet 1", "0: backhand")
    assert after(d).standings == (Standing(0, 1, "W"),)
    d = deal({0: "10H 5D"}, "2C", mode="within", hands=11, number=10, scores=[5])
    assert after(play(d, "0: backhand")).standings == (Standing(0, 1, "L"),)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Bet between 1 and 25."),
        ({"min_bet": 250}, "Bet between 2½ and 25."),
        ({"max_bet": 450}, "Bet between 1 and 4½."),
    ],
)
def test_options_min_bet_and_max_bet(options: dict[str, Any], sentence: str) -> None:
    assert refused(deal({0: "10H 5D"}, mode="betting", **options), 0, Bet(50)) == sentence


def test_option_shuffle_when() -> None:
    assert BACKHAND.pack(Options(), 5) == Pack(decks=3)
    assert BACKHAND.pack(Options(shuffle_when="marker"), 5) == Pack(decks=3, behind=52)
    assert BACKHAND.pack(Options(shuffle_when="marker"), 2) == Pack(decks=1, behind=17)


@pytest.mark.parametrize(("when", "fresh"), [("every_round", [True] * 9), ("marker", [True] + [False] * 8)])
def test_the_pack_is_played_down_or_shuffled_for_every_round(when: str, fresh: list[bool]) -> None:
    match, seen = Match(BACKHAND, Options(shuffle_when=when, cut="off"), opening(10), "m"), []
    for _ in range(3):
        seen.append(match.fresh)
        d = match.begin(match.sealed(bytes(32)) if match.fresh else None, 0)
        while d.ask:
            lapse(d)
        match.settle()
    assert seen == fresh[:3]


def test_the_marker_brings_a_new_shuffle_and_so_does_another_number_of_packs() -> None:
    match, played = Match(BACKHAND, Options(shuffle_when="marker", cut="off", target=50), opening(2), "m"), 0
    while match.fresh is (played == 0):
        d = match.begin(match.sealed(bytes([played]) * 32) if match.fresh else None, 0)
        while d.ask:
            d.submit(turn(d) or 0, CALL if CALL in [o.finish(()) for o in d.offers(turn(d) or 0)] else PUSH_AWAY)
            moment_over(d)
        match.settle()
        played += 1
    assert match.state.shoe is not None and len(match.state.shoe.cards) <= 17
    match = Match(BACKHAND, Options(shuffle_when="marker", cut="off"), opening(2), "m")
    d = match.begin(match.sealed(bytes(32)), 0)
    while d.ask:
        lapse(d)
    assert match.settle().carried == Carried(packs=1)
    assert not match.fresh
    match.sit(2, 0)
    assert match.fresh, "three players need two packs"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"mode": "solo"}, "mode is one of: race, within, betting."),
        ({"target": "51"}, "target is a number from 1 to 50."),
        ({"mode": "within", "target": "11"}, "Nobody can win 11 of 10 hands."),
        ({"mode": "within", "hands": "5"}, "Nobody can win 6 of 5 hands."),
        ({"min_bet": "5", "max_bet": "2"}, "The largest wager is below the smallest."),
        ({"min_bet": "0.75"}, "min_bet: The smallest chip is a yellow, ½."),
    ],
)
def test_bad_options_are_refused(typed: dict[str, str], sentence: str) -> None:
    assert bad_option(Options, typed) == sentence


# ---- wagers ----------------------------------------------------------------------------------


def test_wagers_are_made_all_at_once_and_may_be_changed() -> None:
    d = deal({0: "10H 5D", 1: "10D 6D", 2: "9C 6H"}, "9C 7C", mode="betting", playing=[0, 2])
    play(d, "2: bet 2½", "0: bet 1", "0: bet 1½")
    assert fact(d, "wagers") == ((2, 250), (0, 150))
    play(d, "1: pass")
    assert fact(d, "wagers") is None
    assert [name for name in d.table.piles if name.startswith("cards")] == ["cards 0", "cards 2"]
    play(d, "0: backhand", "2: backhand")
    assert settled(d) == [(0, True, "backhand", 150), (2, True, "backhand", 250)]
    assert after(d).stacks == (10_150, 10_000, 10_250)


def test_a_wager_that_lapses_is_a_pass_and_the_second_puts_the_seat_away() -> None:
    d = deal({0: "10H 5D"}, seats=2, mode="betting", playing=[0])
    d.lapse(1, 0)
    play(d, "0: bet 1", "0: backhand")
    assert (after(d).carried.asleep, after(d).carried.wagers) == ({1}, ((0, 100),))
    d = deal({0: "10H 5D"}, state=after(d), seats=2, mode="betting", playing=[0])
    d.lapse(1, 0)
    play(d, "0: bet 1", "0: backhand")
    assert (told(d, PutAway), after(d).away) == ([PutAway(1)], {1})


def test_if_nobody_bets_no_card_is_dealt() -> None:
    d = play(deal({}, seats=2, playing=[], mode="betting"), "0: pass", "1: pass")
    assert len(d.table.piles[STOCK]) == 52
    assert after(d).stacks == (10_000, 10_000)


def test_who_cannot_pay_the_smallest_wager_sits_out() -> None:
    state = replace(opening(2), stacks=(50, 10_000))
    d = deal({1: "10H 5D"}, state=state, playing=[1], mode="betting")
    assert told(d, OutOfChips) == [OutOfChips(0)]
    assert refused(d, 0, Bet(50)) == "It is not your turn."


def test_the_evening_ends_when_nobody_can_bet() -> None:
    state = replace(opening(2), stacks=(50, 0), counts=((("balance", -50),), (("balance", 0),)))
    end = after(deal({}, state=state, seats=2, playing=[], mode="betting"))
    assert end.standings == (Standing(0, 2, "L"), Standing(1, 1, "D"))


def test_what_the_records_keep() -> None:
    d = play(deal({0: "10H 5D", 1: "2C 2D"}, "7C 2H 3C 2S", mode="betting"), "0: bet 5", "1: bet 1", "0: backhand")
    assert after(d).counted(0) == {"hands": 1, "wins": 1, "backhands": 1, "backhands right": 1, "balance": 500}
    assert after(d).counted(1) == {"hands": 1, "wins": 1, "five-card hands": 1, "balance": 100}


def test_state_and_catalog() -> None:
    end = after(play(deal({0: "10H 5D"}, "7C", mode="betting"), "0: bet 5", "0: backhand"))
    assert load_state(BACKHAND, json.loads(json.dumps(dump_state(end)))) == end
    assert game("Backhand") is BACKHAND


# ---- the house player ------------------------------------------------------------------------


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    move = rng.choice([o for o in offers if o]).sample(Stream(rng.randbytes(8), "whim"))
    assert move is not None
    return move


@pytest.mark.parametrize(
    ("hand", "stock", "hits", "expected"),
    [
        ("10C 7D", "", 0, PUSH_AWAY),
        ("10C 10D", "", 0, PUSH_AWAY),
        ("10C 2D", "", 0, HIT),
        ("10C 3D", "", 0, HIT),
        ("10C 4D", "", 0, CALL),
        ("10C 6D", "", 0, CALL),
        ("10C 2D", "AC", 1, HIT),
        ("10C 2D", "2C", 1, CALL),
        ("4C 3D", "2S 5H", 0, HIT),
        ("4C 3D", "2S 6H", 0, CALL),
    ],
)
def test_it_plays_by_the_book(hand: str, stock: str, hits: int, expected: Move) -> None:
    d = play(deal({0: hand}, stock), *["0: hit"] * hits)
    assert decides(d) == expected


def test_it_makes_the_smallest_wager() -> None:
    assert decides(deal({0: "10C 2D"}, mode="betting", min_bet=350)) == Bet(350)


def test_it_keeps_a_tally_where_the_pack_is_played_down() -> None:
    tens = (0,) * 9 + (16,)
    assert (busts(12, tens), best_chance(12, 2, tens)) == (1.0, 1.0)
    small = (4,) * 4 + (0,) * 6
    assert busts(16, small) == 0
    assert best_chance(12, 3, small) == pytest.approx(1.0)
    full = (8,) * 9 + (32,)
    assert [best_chance(total, 2, full) > busts(total, full) for total in range(12, 17)] == [True] * 2 + [False] * 3
    assert decides(deal({0: "10C 4D"}, shuffle_when="marker")) == CALL
    assert decides(deal({0: "10C 2D"}, shuffle_when="marker")) == HIT


def test_a_fresh_hand_wins_in_57_of_100() -> None:
    wins = hands = 0
    for n in range(15):
        end = play_match(BACKHAND, Options(cut="off", target=50), opening(4), bytes([n]) * 32, [choose] * 4)
        wins, hands = wins + sum(end.scores), hands + 4 * end.number
    assert 0.54 < wins / hands < 0.60


def test_it_beats_chance() -> None:
    won = 0
    for n in range(40):
        end = play_match(BACKHAND, Options(cut="off"), opening(2), bytes([n]) * 32, [choose, at_random])
        won += next(s.outcome for s in end.standings or ()) == "W"
    assert won > 34, won


def test_a_match_as_it_was_played() -> None:
    options = Options(mode="betting", cut="off")
    played = transcript(BACKHAND, options, opening(3, 10_000), bytes([2]) * 32, [choose] * 3, deals=4)
    assert played == GOLDEN.read_text()
