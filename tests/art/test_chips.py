"""Chips show what an amount is worth (rules/dealing.md, section 7)."""

from itertools import pairwise
from typing import cast

import pytest
from PIL import Image

from card_art.deck import chips, sprites
from card_art.deck.chips import CHIPS, MOST, piles

FELT = (20, 100, 66)


def stamped(amount: int, width: int = 72) -> Image.Image:
    sprite = sprites.chip_stack(amount, width)
    canvas = Image.new("RGB", (sprite.size[0] + 40, sprite.size[1] + 40), FELT)
    sprite.stamp(canvas, 20, 20)
    return canvas


def span(image: Image.Image) -> int:
    """From the darkest to the lightest level of a picture in greyscale."""
    low, high = cast("tuple[int, int]", image.convert("L").getextrema())
    return high - low


def test_every_colour_divides_the_next():
    values = [chip.value for chip in CHIPS]
    assert values == [50000, 10000, 2500, 500, 100, 50]
    assert all(a % b == 0 for a, b in pairwise(values))
    assert [chip.inscription for chip in CHIPS] == ["500", "100", "25", "5", "1", "½"]


@pytest.mark.parametrize("amount", [50, 100, 150, 450, 2450, 9950, 49950, 50000, 889150, 1234550, 3000000])
def test_piles_are_worth_the_amount_in_the_fewest_chips(amount):
    shown = piles(amount)
    assert sum(chip.value * count for chip, count in shown) == amount
    for chip, larger in zip(CHIPS[1:], CHIPS, strict=False):
        assert sum(count * chip.value for c, count in shown if c == chip) < larger.value


@pytest.mark.parametrize("amount", [550000, 1300000, 2950000, 10**9])
def test_the_piles_of_a_colour_are_equal_to_a_chip(amount):
    heights = [count for chip, count in piles(amount) if chip == CHIPS[0]]
    assert max(heights) - min(heights) <= 1
    assert max(heights) <= MOST
    assert len(piles(amount)) <= 8


def test_a_rest_below_a_yellow_has_no_chip():
    assert piles(30) == []
    assert piles(130) == piles(100)
    with pytest.raises(ValueError, match="No chip"):
        sprites.chip_stack(30, 72)


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.inscription)
def test_the_inscription_reads_on_its_chip(chip):
    """Dark on light in the middle of the uppermost chip."""
    assert span(stamped(chip.value).crop((20 + 18, 20 + 10, 20 + 54, 20 + 30))) > 120


def test_amounts_look_different():
    amounts = [50, 100, 150, 200, 500, 1000, 2500, 10000, 50000, 100000]
    assert len({stamped(amount).tobytes() for amount in amounts}) == len(amounts)


def test_more_chips_make_a_higher_pile_on_the_same_floor():
    low, high = sprites.chip_stack(100, 72), sprites.chip_stack(400, 72)
    assert high.size[1] > low.size[1]
    assert high.size[0] == low.size[0]


def test_warm_draws_the_piles_of_every_amount_up_to_five_thousand_whites(monkeypatch):
    sprites.warm_chips([31])

    def late(*_args):
        raise AssertionError("drawn too late")

    monkeypatch.setattr(chips, "draw_pile", late)
    for amount in range(50, 500_000, 4950):
        sprites.chip_stack(amount, 31)


def test_the_dealer_button_carries_a_letter():
    sprite = sprites.dealer_button(72)
    canvas = Image.new("RGB", (100, 80), FELT)
    sprite.stamp(canvas, 10, 10)
    assert span(canvas.crop((36, 20, 56, 40))) > 150
