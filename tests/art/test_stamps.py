"""Stamps: plaques that can be read."""

from __future__ import annotations

from typing import get_args

import pytest
from PIL import Image, ImageChops

from card_art.scene import Stamp, Tone
from card_art.tables.felt import felt
from card_art.tables.stamps import IN_ROW, MOMENT, ON_HAND, inks, stamp
from tests.art.test_palette import contrast

TONES: tuple[Tone, ...] = get_args(Tone)


def stamped(what: Stamp, size: int, *, tilted: bool = True) -> Image.Image:
    canvas = felt(1100, 688).copy()
    stamp(what, size, tilted=tilted).stamp(canvas, 200, 200)
    return canvas


@pytest.mark.parametrize("tone", TONES)
def test_a_stamps_word_stands_out_from_all_of_its_enamel(tone: Tone) -> None:
    upper, lower, ink = inks(tone)
    assert min(contrast(upper, ink), contrast(lower, ink)) >= 5.5


def test_each_tone_is_a_plaque_of_its_own() -> None:
    assert len({stamped(Stamp("IN", tone), MOMENT).tobytes() for tone in TONES}) == len(TONES)


def test_a_tilted_stamp_rises_to_the_right_and_one_in_a_row_is_straight() -> None:
    tilted, straight = (stamp(Stamp("BLACKJACK", "gold"), IN_ROW, tilted=t) for t in (True, False))
    assert straight.size[1] == 33 and tilted.size[1] > straight.size[1] + 10
    bare = felt(1100, 688)
    changed = ImageChops.difference(stamped(Stamp("BLACKJACK", "gold"), MOMENT), bare).convert("L")
    changed = changed.point([255 * (v > 60) for v in range(256)])
    w, h = stamp(Stamp("BLACKJACK", "gold"), MOMENT).size
    left = changed.crop((200, 200, 220, 200 + h)).getbbox()
    right = changed.crop((180 + w, 200, 200 + w, 200 + h)).getbbox()
    assert left and right and left[1] > right[1]


def test_a_long_word_keeps_to_its_room() -> None:
    assert stamp(Stamp("BLACKJACK", "gold"), ON_HAND, tilted=False, room=180).size[0] <= 180


def test_a_stamp_is_drawn_once() -> None:
    assert stamp(Stamp("WIN", "gold"), ON_HAND, tilted=True) is stamp(Stamp("WIN", "gold"), ON_HAND, tilted=True)
