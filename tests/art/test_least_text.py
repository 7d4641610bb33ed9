"""No words of a table are smaller than 31 pixels of a picture 1100 wide: 11 where a phone shows it 390 wide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

import card_art
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.messages.panel import hand_of
from bot.show.pages import example
from bot.show.words.sentences import Who
from bot.table.chairs import HOUSE_NAMES
from card_art import scene as art
from card_art.ink import text
from card_art.ink.sizes import LINE
from cogs.games import every_word
from tests.art import moments
from tests.art.scenes import HAND, NOTED, hearts, passing, red_dog

WORDS = every_word()
SCENES = {
    "hearts": hearts(),
    "passing": passing(),
    **{f"trick {n}": moments.trick(n) for n in (2, 4, 7, 10)},
    **{f"red dog {n}": red_dog(n) for n in (2, 5, 10)},
    **{f"in-between {n}": moments.in_between("IN", n) for n in (2, 10)},
    "blackjack": moments.blackjack(),
    "blackjack 10": moments.blackjack((1,) * 10),
    "called": moments.called(),
    "counted": moments.counted(),
    "reveal": moments.reveal(),
}


@pytest.fixture
def heights(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[int]]:
    """The heights of all lines that are written on pictures; what is part of a piece, a letter on a badge, is not."""
    seen: set[int] = set()
    paste = text.Label._put

    def noted(words: text.Label, canvas: Image.Image, x: int, y: int) -> None:
        if canvas.mode == "RGB":
            seen.add(words.height)
        paste(words, canvas, x, y)

    monkeypatch.setattr(text.Label, "_put", noted)
    yield seen


@pytest.mark.parametrize("name", SCENES)
def test_words_of_a_scene_are_read_on_a_phone(name: str, heights: set[int]) -> None:
    card_art.table(SCENES[name])
    card_art.panel(SCENES[name], NOTED)
    card_art.panel(SCENES[name], HAND)
    assert min(heights) >= text.line_height(LINE)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("moves", [2, 9, 24, 60])
def test_words_of_a_game_are_read_on_a_phone(slug: str, moves: int, heights: set[int]) -> None:
    words, deal = WORDS[slug], example._so_far(slug, moves)
    names = HOUSE_NAMES[: deal.table.seats]
    faces = tuple(map(art.house_face, names))
    card_art.table(words.scene(view(deal, SPECTATOR, deal.table.now), Who(names, avatars=faces)))
    seen = view(deal, 0, deal.table.now)
    scene, hand = words.scene(seen, Who(names, viewer=0, avatars=faces)), hand_of(seen, deal.offers(0), words)
    if hand is None:
        card_art.table(scene)
    else:
        card_art.panel(scene, hand)
    assert min(heights) >= text.line_height(LINE)


def test_a_lone_small_word_is_found(heights: set[int]) -> None:
    text.label("small", LINE - 1).paste(Image.new("RGB", (200, 80)), 0, 0)
    assert min(heights) < text.line_height(LINE)
