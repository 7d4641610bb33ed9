"""Open hands below a table: every index is seen, nothing runs over, and the picture stays small enough."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from PIL import Image, ImageColor

from bot.engine.cards import SUITS, Card, deck
from card_art import scene as art
from card_art.deck import sprites
from card_art.deck.card_faces import INDEX_SHARE
from card_art.ink.palette import PAPER
from card_art.tables import open_hands, whole_table
from card_art.tables.felt import felt
from card_art.tables.layout import HEIGHT, WIDTH

HANDS = [(1,), (13,) * 4, (9, 9, 8, 8, 9, 9), (15, 30, 11, 22), (2,) * 10, (7, 1, 12, 3, 8, 8, 9, 6, 4, 10), (52,)]
"""How many cards each holds."""
EDGE_OF_CARD = 4
"""In pixels: its line, and what is mixed with that."""


def held(counts: tuple[int, ...]) -> tuple[art.OpenHand, ...]:
    cards = [*deck(), *deck()]
    Random(5).shuffle(cards)
    return tuple(art.OpenHand(f"Player {n}", tuple(cards.pop() for _ in range(c))) for n, c in enumerate(counts))


@pytest.mark.parametrize("counts", HANDS, ids=str)
def test_every_index_is_seen(counts: tuple[int, ...]) -> None:
    hands = held(counts)
    laid = open_hands._laid(hands)
    for hand in hands:
        places = [*open_hands._places(hand, laid)]
        assert len(places) == len(hand.cards) == len({*places})
        for (x, y), (after, below) in pairwise(places):
            assert y < below or after - x >= int(laid.card * INDEX_SHARE)
        assert max(x for x, _ in places) + laid.card <= laid.column


@pytest.mark.parametrize("suit", SUITS)
def test_the_suit_is_seen_whole_where_the_next_line_begins(suit: str) -> None:
    """Its shape must tell it, not its colour alone."""
    for wide in open_hands._WIDTHS:
        canvas = felt(WIDTH, HEIGHT, "green")
        sprites.card(Card(8, suit), wide, art.Style(compact=True)).stamp(canvas, 0, 0)
        seen = open_hands._Laid(wide, 1, WIDTH).line()
        edge = canvas.crop((EDGE_OF_CARD, seen - 1, round(wide * INDEX_SHARE) - EDGE_OF_CARD, seen))
        assert edge.getcolors() == [(edge.width, ImageColor.getrgb(PAPER))], wide


@pytest.mark.parametrize("counts", HANDS, ids=str)
def test_the_picture_is_so_much_higher_and_no_heavier_than_others(counts: tuple[int, ...]) -> None:
    hands = held(counts)
    png = whole_table.table(art.Scene("Hearts", "Hand 1", seats=(art.Seat("Ann"), art.Seat("Bo")), opened=hands))
    assert Image.open(BytesIO(png)).size == (WIDTH, HEIGHT + open_hands.height(hands))
    assert 0 < open_hands.height(hands) < HEIGHT // 1.5
    assert len(png) <= 110 * 1024
