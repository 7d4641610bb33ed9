"""The house player of Canfield: what it plays, that it goes on, that it beats chance, and a game that it played."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Move as AnyMove
from bot.engine.state import opening
from bot.games.canfield import CANFIELD, Options
from bot.games.canfield.advice import FromReserve
from bot.games.canfield.moves import Draw, Hinted, Move, Redeal, Resign
from bot.house import choose

from .canfield_table import laid
from .table import decides, told
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "canfield.txt"


@pytest.mark.parametrize(
    ("deal", "move"),
    [
        (laid("AD|9H|5C|KS", reserve="AC 8D", stock="2C"), Move("R", "F")),  # the reserve before a column
        (laid("9H 8S AD|6C|KH|KS", reserve="7H 3D", waste="AH", stock="2C"), Move("T1", "F")),  # 7H goes on the 8S
        (laid("9H|10S|8D|KS", reserve="5D 7C", stock="2C"), Move("T1", "T2")),  # a whole column makes a gap
        (laid("QH|JD|5C|9S", reserve="JC 3D", waste="10C", stock="2C"), Move("R", "T1")),  # the reserve onto a column
        (laid("9D|JD|KC|5S", reserve="7H 3D", waste="8C", stock="2H"), Move("W", "T1")),  # 7H can follow
        (laid("9D|JD|KC|5S", reserve="2D 3D", waste="8C", stock="2H"), Draw()),  # not merely because it fits
        (laid("9D|JD|KC|5S", reserve="2D 3D", waste="8H 8C"), Redeal()),
    ],
)
def test_it_decides_as_its_rules_say(deal: Deal, move: AnyMove) -> None:
    assert decides(deal) == move


def test_it_uncovers_a_card_that_goes_home() -> None:
    deal = laid("AD 9C|10H|KC|KS", reserve="5D 7C", stock="2C")
    assert decides(deal) == Move("T1", "T2")


def test_it_keeps_a_gap_unless_another_is_left() -> None:
    assert decides(laid("10H|KD|KS|", waste="5C", stock="2C")) == Draw()
    assert decides(laid("10H|KD||", waste="5C", stock="2C")) == Move("W", "T3")


def test_it_gives_up_where_nothing_is_to_be_had() -> None:
    deal = laid("9D|JD|KC|5S", reserve="2D 3D", waste="8H 8C", redeals=0)
    assert decides(deal) == Move("W", "T1"), "a card that fits, once nothing more can be drawn"
    assert decides(laid("9D 8S|9H|KC|5S", reserve="2D 3D", waste="8H", redeals=0)) == Resign()


def test_a_hint_is_what_it_would_play() -> None:
    deal = laid("QH|JD|5C|9S", reserve="JC 3D", waste="10C", stock="2C")
    deal.submit(0, next(m for o in deal.offers(0) if o.kind.__name__ == "Hint" for m in o.moves()))
    assert told(deal, Hinted) == [Hinted(0, Move("R", "T1"), tuple(cards("JC")), FromReserve())]


def played(seed: int, at_random: bool, **options: Any) -> tuple[int, int]:
    """Cards home, and moves."""
    chance = random.Random(seed)
    match = Match(CANFIELD, Options(cut="off", **options), opening(1), "h")
    deal = match.begin(match.sealed(bytes([seed]) * 32), 0)
    while deal.ask:
        if at_random:
            offers = [o for o in deal.offers(0) if o and o.kind.__name__ in ("Move", "Draw", "Redeal", "Auto")]
            move = chance.choice([*chance.choice(offers).moves()]) if offers and len(deal.rows) < 250 else Resign()
        else:
            move = decides(deal)
        assert move is not None
        deal.submit(0, move)
    return match.settle().scores[0], len(deal.rows)


@pytest.mark.parametrize("options", [{}, {"draw": 3}, {"redeals": 1}])
def test_it_beats_playing_at_random_and_comes_to_an_end(options: dict[str, Any]) -> None:
    mine = [played(seed, False, **options) for seed in range(25)]
    theirs = [played(seed, True, **options) for seed in range(25)]
    assert sum(n for n, _ in mine) > 1.2 * sum(n for n, _ in theirs)
    assert max(moves for _, moves in mine) < 1500


def test_in_a_race_not_all_of_them_come_to_the_same_end() -> None:
    ways: list[bool] = []
    for seed in range(4):
        end = play_match(CANFIELD, Options(mode="race"), opening(2), bytes([seed]) * 32, [choose] * 2)
        ways.append(end.counted(0) == end.counted(1))
    assert not all(ways)


def test_a_game_as_it_was_played() -> None:
    options = Options(cut="off", redeals=0)
    assert transcript(CANFIELD, options, opening(1), bytes([5]) * 32, [choose]) == GOLDEN.read_text()
