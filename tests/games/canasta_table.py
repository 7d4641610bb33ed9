"""Hands of Canasta with chosen cards: from the deal, or as they lie later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.engine.asks import Script
from bot.engine.cards import Card, cards
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.piles import EVERYONE, Seat
from bot.engine.state import opening
from bot.games.canasta import CANASTA, DEALT, DEALT_TO_TWO, plays
from bot.games.canasta import melds as m
from bot.games.canasta.facts import FROZEN, MELD, MINIMUM, RED_THREES
from bot.games.canasta.hand import Hand
from bot.games.canasta.melds import Group
from bot.games.canasta.moves import CanastaTable, HandScored, Score

from .table import dealt, moment_over, play, told, turn, typed_move

HANDS = ("4C 6C 8C 10C QC", "5C 7C 9C JC KC", "4D 6D 8D 10D QD", "5D 7D 9D JD KD")
"""What seats hold about which a test says nothing: no meld, and nothing to take with."""


def first(*hands: str, stock: str = "AC", seats: int = 4, scores: tuple[int, int] = (0, 0), **options: Any) -> Deal:
    """From the deal: seat 0 begins and holds the first of these hands; the stock begins with the upcard."""
    state = replace(opening(seats), scores=tuple(scores[s % 2] for s in range(seats)))
    given = {seat: each for seat, each in enumerate(hands) if each}
    size = DEALT if seats == 4 else DEALT_TO_TWO
    return dealt(CANASTA, given, each=size, stock=stock, state=state, dealer=seats - 1, seats=seats, **options)


def lying(
    *hands: str, melds: str = "", theirs: str = "", pile: str = "AC", stock: str = "AD AH AS AC AD", red: int = 0,
    their_red: int = 0, frozen: bool | None = None, seats: int = 4, scores: tuple[int, int] = (0, 0),
    rules: int | None = None, **options: Any,
) -> Deal:  # fmt: skip
    """A hand as it lies later: seat 0 is to draw. `melds` are its side's, `theirs` the other's: `K K K 2, 5 5 5`. The
    pile is told from below, the stock from above; a pile with a red three or a wild card is frozen. `rules` are those
    by which it was begun."""

    def script(t: CanastaTable) -> Script:
        dealt_ = t.hands()
        for seat, pile_ in dealt_.items():
            pile_.lay(*cards(hands[seat] if seat < len(hands) and hands[seat] else HANDS[seat]))
        discards = t.pile(DISCARDS, cards(pile), EVERYONE, top_only=True)
        h = Hand(t, dealt_, t.pile(STOCK, reversed(cards(stock))), discards)
        h.frozen = any(m.is_wild(c) or m.is_red_three(c) for c in discards) if frozen is None else frozen
        t.note(FROZEN, h.frozen)
        t.note(MINIMUM, (h.minimum(0), h.minimum(1)))
        for side, text, n in ((0, melds, red), (1, theirs, their_red)):
            t.pile(RED_THREES.of(side), cards("3D 3H 3D 3H")[:n], EVERYONE)
            for group in groups(text):
                t.pile(MELD.of(side, group.rank), _copies(group), EVERYONE)
                h.melds[side][group.rank] = group
        yield from plays(h)

    state = replace(opening(seats), scores=tuple(scores[s % 2] for s in range(seats)), dealer=seats - 1, number=1)
    return Deal(replace(CANASTA, deal=script), state, CANASTA.options(**options), None, 0, order=[[]], rules=rules)


def _copies(group: Group) -> Iterable[Card]:
    suits = "CDSHCDSH" if group.rank != m.THREE else "CSCS"
    yield from (Card(group.rank, suit) for suit in suits[: group.naturals])
    yield from (Card(m.TWO, suit) for suit in suits[: group.twos])
    yield from cards("JK " * group.jokers)


def groups(text: str) -> list[Group]:
    """Melds as they are typed."""
    read = [m.read_group(word) for word in text.split(",") if word.strip()]
    assert all(isinstance(each, Group) for each in read), read
    return [each for each in read if isinstance(each, Group)]


def drawn(deal: Deal, *moves: str) -> Deal:
    """Seat 0 draws from the stock, and does that."""
    return play(deal, "0: draw", *(f"0: {typed}" for typed in moves))


def typed(deal: Deal, words: str, seat: Seat = 0) -> str:
    """What is answered to words that spell no move."""
    try:
        typed_move(deal, seat, words)
    except AssertionError as why:
        return str(why)
    raise AssertionError(f"{words} is a move")


def ends(deal: Deal) -> Deal:
    """Nobody does anything any more, until the hand is over."""
    while (seat := turn(moment_over(deal))) is not None:
        deal.lapse(seat, deal.table.now)
    return deal


def side(deal: Deal, n: Seat = 0) -> Score:
    """A side's score sheet of the hand that is over."""
    return told(deal, HandScored)[-1].scores[n]


def lies(deal: Deal, n: Seat = 0) -> str:
    """The melds of a side, as they are typed."""
    found = {name: pile for name, pile in deal.table.piles.items() if name.startswith(f"meld {n} ")}
    return ", ".join(" ".join(_face(c) for c in pile) for pile in found.values())


def _face(c: Card) -> str:
    return m.named(c.rank)


def held(deal: Deal, seat: Seat = 0) -> str:
    """The ranks of a hand, in the order of the lists."""
    ranks = sorted((c.rank for c in deal.table.piles[HAND.of(seat)]), key=m.ORDER.index)
    return " ".join(map(m.named, ranks))


def text_of(found: Iterable[Card]) -> str:
    return " ".join(map(str, found))
