"""Gin Rummy's words and how its table lies."""

from __future__ import annotations

from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.gin_rummy import Spread
from bot.show.sentences import Who
from bot.show.typed import proposals, read_move
from card_art import scene as art
from cogs.games.gin_rummy import WORDS
from tests.games.gin_rummy_table import ends, hand
from tests.games.table import looked_at, play

from .test_play import session_of

NAMES = ("Ana", "Bo")
MINE, THEIRS = "5H 6H 7H 9C 9D 9S 4C 3S 2D AC", "8H 9H 4H QS QD QC 10D 6C 2S AD"


def scene(deal: Deal, viewer: int = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def knocked() -> Deal:
    """Seat 0 has knocked with ten, and that stands."""
    return looked_at(hand(MINE, THEIRS, "8C", "KD"), "0: draw stock", "0: knock KD")


def test_the_limit_and_the_piles_lie_in_the_middle() -> None:
    made = scene(hand(MINE, THEIRS, "8C", knock_rule="parlett"))
    assert made.corner == ("Knock: 8 or less", "Target 100")
    assert [piece.label for piece in made.centre if isinstance(piece, art.Stock)] == ["Stock", "Discards"]
    assert scene(hand(MINE, THEIRS, "AS", knock_rule="parlett")).corner[0] == "Gin only"


def test_a_knock_shows_the_knockers_melds_and_no_card_of_the_other() -> None:
    made = scene(knocked())
    mine, theirs = (seat.hands for seat in made.seats)
    assert [len(each.cards) for each in mine] == [3, 3, 4] and mine[-1].total == "deadwood 10"
    assert mine[0].stamp == art.Stamp("KNOCK", "gold")
    assert {c for each in theirs for c in each.cards} == {None}


def test_ones_own_melds_lie_together_and_the_deadwood_is_told() -> None:
    now = view(hand(MINE, THEIRS, "8C"), 0)
    in_order = sorted(now.hand, key=lambda c: WORDS.order(now, c))
    assert " ".join(map(str, in_order)) == "9C 9D 9S 5H 6H 7H 4C 3S 2D AC"
    assert WORDS.notes(now) == ["deadwood 10"]
    now = view(play(hand(MINE, THEIRS, "8C", "KD"), "0: draw stock"), 0)
    assert WORDS.notes(now) == ["deadwood 10", "without K♦"]


def test_the_result_tells_both_hands_and_what_was_laid_off() -> None:
    deal = ends(hand(MINE, THEIRS, "8C", "KD"), "knock KD")
    made = WORDS.results(view(deal), opening(2), Who(NAMES))
    first, second = made.rows
    assert (made.banner, first.name, first.change) == ("Ana wins 9", "Ana", "+9")
    assert first.stamp == art.Stamp("KNOCK", "gold")
    assert (first.hands[0].total, second.hands[0].total, second.hands[0].beneath) == ("10", "19", "laid off 3")


def test_sentences_as_the_actor_and_as_another_reads_them() -> None:
    deal = ends(hand(MINE, THEIRS, "8C", "KD"), "knock KD")
    events = [event for event, _ in deal.table.events][-3:]
    assert WORDS.announce(events, Who(NAMES)) == [
        "**Ana knocks with 10**: 9♣ 9♦ 9♠, 5♥ 6♥ 7♥; deadwood A♣ 4♣ 2♦ 3♠ = 10.",
        "Bo lays off 4♥ 8♥ 9♥; 19 left.",
        "**Ana scores 9**.",
    ]
    assert WORDS.announce(events, Who(NAMES, viewer=0))[2] == "**You score 9**."


def test_melds_are_completed_as_they_are_typed_in_any_order() -> None:
    mine = "AC AD AH 5H 6H 7H 9C 9D 9S 4C"
    deal = ends(hand(mine, "2C 2D 2H JC JD JH QC QD 10D 10H", "3D", "QH", arrange="manual"), "knock QH")
    session, who = session_of(deal), Who(NAMES)

    def proposed(text: str) -> list[str]:
        return [value for _, value in proposals(session, 0, text, WORDS, who)]

    both = ["spread ac ad ah + 9c 9d 9s + 5h 6h 7h", "spread 9c 9d 9s + 5h 6h 7h"]
    assert proposed("spread") == proposed("spread 7h 9") == both
    assert proposed("spread 7h ac 5") == both[:1]
    assert proposed("spread 7h 2c") == []
    assert read_move(session, 0, "spread 7h 6h 5h + 9s 9d 9c") == Spread("9C 9D 9S + 5H 6H 7H")
