"""What has been drawn is kept in little room, and looks as it was drawn."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image, ImageChops

from bot.engine.cards import cards
from card_art.deck import sprites
from card_art.deck.sprites import Sprite
from card_art.ink import sprite_cache
from card_art.ink.sprite_cache import SpriteCache, bytes_of, cached_sprite
from card_art.tables import plates

SEVEN, QUEEN = cards("7H QS")


class Drawer:
    """Draws by a clock of its own."""

    def __init__(self, room: int) -> None:
        self.now = 0.0
        self.cache = SpriteCache(room, clock=lambda: self.now)
        self.drawn: list[object] = []

    def get(self, key: object, seconds: float, side: int = 10) -> Image.Image:
        """A piece that takes this long to draw, if it has to be."""

        def draw() -> Image.Image:
            self.now += seconds
            self.drawn.append(key)
            return Image.new("L", (side, side))

        return self.cache.get(key, draw)


def test_a_piece_is_drawn_once_and_again_when_it_had_to_go() -> None:
    drawer = Drawer(room=4 * 612)
    for name in "aabba":
        drawer.get(name, 0.002)
    assert drawer.drawn == ["a", "b"] and drawer.cache.taken == 2 * 612
    for name in "cdefg":
        drawer.get(name, 0.002)
    assert drawer.cache.taken <= drawer.cache.room and len(drawer.drawn) == 7
    drawer.get("a", 0.002)
    assert drawer.drawn.count("a") == 1, "it has been wanted most"
    drawer.get("c", 0.002)
    assert drawer.drawn.count("c") == 2


def test_what_takes_long_to_draw_stays_and_what_takes_up_much_goes() -> None:
    drawer = Drawer(room=40_000)
    drawer.get("slow", 0.02)
    drawer.get("large", 0.002, 150)
    for n in range(60):
        drawer.get(n, 0.0001)
    drawer.get("slow", 0.02)
    drawer.get("large", 0.002, 150)
    assert drawer.drawn.count("slow") == 1 and drawer.drawn.count("large") == 2


def test_what_was_wanted_often_once_does_not_stay_for_ever() -> None:
    drawer = Drawer(room=3 * 612)
    for _ in range(20):
        drawer.get("old", 0.001)
    for n in range(200):
        for _ in range(3):
            drawer.get(n, 0.001)
    drawer.get("old", 0.001)
    assert drawer.drawn.count("old") == 2


def test_a_piece_larger_than_the_room_is_drawn_all_the_same() -> None:
    drawer = Drawer(room=100)
    assert drawer.get("large", 0.001, 50).width == 50
    assert drawer.get("next", 0.001, 20).width == 20 and drawer.cache.taken == 912


def test_many_threads_draw_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprite_cache, "_cache", SpriteCache(sprite_cache.ROOM))
    drawn: list[int] = []

    @cached_sprite
    def piece(side: int) -> Image.Image:
        drawn.append(side)
        return Image.new("L", (side, side))

    with ThreadPoolExecutor(8) as pool:
        assert [p.width for p in pool.map(piece, [1, 2, 3] * 40)] == [1, 2, 3] * 40
    assert sorted(drawn) == [1, 2, 3]


def on_felt(sprite: Sprite) -> Image.Image:
    canvas = Image.new("RGB", (500, 260), (20, 90, 60))
    sprite.stamp(canvas, 30, 30)
    return canvas


def test_a_card_looks_as_drawn_in_a_third_of_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [(SEVEN, False), (QUEEN, False), (SEVEN, True), (QUEEN, True)]
    packed = [sprites.card(c, 132, dim=dim) for c, dim in looks]
    assert packed[0].kept_bytes * 3 < packed[1].kept_bytes, "a queen has too many colours"
    monkeypatch.setattr(sprites, "_in_few_colours", lambda image: image)
    monkeypatch.setattr(sprite_cache, "_cache", SpriteCache(sprite_cache.ROOM))
    monkeypatch.setattr(Sprite, "packed", lambda sprite, _: sprite)
    for (c, dim), small in zip(looks, packed, strict=True):
        plain = sprites.card(c, 132, dim=dim)
        assert ImageChops.difference(on_felt(plain), on_felt(small)).getbbox() is None
        assert plain.kept_bytes == bytes_of(plain) > small.kept_bytes


@pytest.mark.parametrize("active", [False, True])
def test_a_plate_and_a_pill_are_drawn_out_without_a_seam(active: bool) -> None:
    """They are as if they had been drawn at their whole width."""
    size = 420, 90
    margin = plates._MARGIN  # pyright: ignore[reportPrivateUsage]
    whole = Sprite(plates._blank(*size, active, False, False), (margin, margin, margin, margin))  # pyright: ignore[reportPrivateUsage]
    assert ImageChops.difference(on_felt(whole), on_felt(plates.blank_plate(*size, active, False))).getbbox() is None
    margin = plates._PILL_MARGIN  # pyright: ignore[reportPrivateUsage]
    whole = Sprite(plates._blank_pill(180, 48, active), (margin, margin, margin, margin))  # pyright: ignore[reportPrivateUsage]
    drawn_out = plates._pill(180, 48, active)  # pyright: ignore[reportPrivateUsage]
    assert ImageChops.difference(on_felt(whole), on_felt(drawn_out)).getbbox() is None
