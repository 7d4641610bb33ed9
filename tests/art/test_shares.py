"""Chips laid out in public: counted for one, or line by line for several (rules/dealing.md, section 7)."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

import card_art
from bot.engine.amounts import CHIPS, whites
from bot.engine.chips import Stack, counting, greedy
from bot.show.messages.alt import alt
from bot.show.messages.shuffling import dry, pictures
from card_art import scene as art
from card_art.deck.chips import chip
from card_art.tables.layout import HEIGHT, WIDTH


def pixels(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    assert image.width == WIDTH and image.height <= HEIGHT
    return image


def shares(*amounts: int, pennies: bool = False) -> art.Shares:
    lines = tuple(
        art.Share(f"Player {n}", tuple((CHIPS[c], k) for c, k in greedy(amount) if k), whites(amount), n)
        for n, amount in enumerate(amounts)
    )
    return art.Shares("3-5-7", "Chips for several", lines, pennies)


def counted(stack: Stack, *, pennies: bool = False) -> art.Counting:
    rows = tuple(art.Counted(CHIPS[r.colour], r.stacks, r.height, r.loose, str(r)) for r in counting(stack))
    return art.Counting("Ana buys 100", "", rows, pennies)


@pytest.mark.parametrize("amounts", [(10_000,), (350, 350, 300), tuple(range(50, 550, 50)), (3_000_000, 889_150)])
def test_everybody_has_a_line(amounts: tuple[int, ...]) -> None:
    shown = shares(*amounts)
    assert len(pixels(card_art.shares(shown)).getcolors(10**7) or ()) > 50
    for n, amount in enumerate(amounts):
        assert f" Player {n}, {whites(amount)}: " in alt(shown) or len(alt(shown)) == 1024
    assert alt(shares(10_000)) == ("3-5-7. Chips for several. Player 0, 100: 1 of 100.")


def test_other_chips_are_another_picture() -> None:
    assert card_art.shares(shares(350, 350)) != card_art.shares(shares(350, 300))
    assert card_art.counting(counted(Stack(red=5))) != card_art.counting(counted(Stack(red=6)))


def test_in_a_penny_game_the_chips_say_so() -> None:
    assert [chip(v, pennies=True).inscription for v in CHIPS.values()] == ["$5", "$1", "25¢", "5¢", "1¢", "½¢"]
    whole = Stack(1, 1, 1, 1, 1, 1)
    assert card_art.counting(counted(whole)) != card_art.counting(counted(whole, pennies=True))
    assert card_art.shares(shares(63_150)) != card_art.shares(shares(63_150, pennies=True))
    plain = art.Scene("Red Dog", seats=(art.Seat("Ana", bet=250),), centre=(art.Pot(650),))
    cents = replace(plain, pennies=True)
    assert len({card_art.table(plain), card_art.table(cents), card_art.table(replace(cents, centre=()))}) == 3
    assert "bets 2½¢" in alt(cents) and "bets 2½." in alt(plain)


@pytest.mark.parametrize("stack", [Stack(black=1), Stack(3, 7, 9, 33, 14, 5), Stack(red=200), Stack()])
def test_a_count_of_few_rows_or_many_stays_in_the_picture(stack: Stack) -> None:
    image = pixels(card_art.counting(counted(stack)))
    middle = image.height // 2
    rail = image.crop((WIDTH - 8, middle - 40, WIDTH, middle + 40))
    assert rail.tobytes() == image.crop((WIDTH - 8, middle, WIDTH, middle + 1)).resize((8, 80)).tobytes(), "no chips"


def test_a_rack_and_a_shuffle_are_as_high_as_they_need() -> None:
    racks = [pixels(card_art.rack(art.Rack("The rack", "", 500, (20,) * tubes, 20))).height for tubes in (1, 2, 5)]
    assert racks == sorted(set(racks))
    steps = [pixels(card_art.shuffle(step)).height for step in pictures(312, "Blackjack", "6 packs")]
    assert len(set(steps)) == 1, "a message does not jump from one step to the next"
    assert pixels(card_art.shuffle(dry(26, "Red Dog", ""))).height < steps[0]


def test_a_rack_shows_its_tubes() -> None:
    short, full = (art.Rack("The rack", "", 500, (20, 20, n, 20, 20), 20) for n in (19, 20))
    assert pixels(card_art.rack(short)).tobytes() != pixels(card_art.rack(full)).tobytes()
    assert alt(short).endswith("tube 3 19 of 20, tube 4 20 of 20, tube 5 20 of 20.")
