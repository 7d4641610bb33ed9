"""Names of every kind as labels: no boxes, nothing too wide or too tall, never empty."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from card_art.ink import fonts, sprite_cache, text
from card_art.ink.sizes import LINE, NAME
from tests.art.characters import TOO_WIDE

ROOM = 150
NAMES = {
    "Latin": "Søren Ólafsson",
    "Chinese and Japanese": "张伟の猫",
    "Korean": "박지훈",
    "Arabic": "محمد علي",
    "Hebrew": "שלום עולם",
    "Hindi": "नमस्ते दुनिया",
    "Thai": "สวัสดี",
    "Greek": "Ζωή Δ",
    "emoji": "🔥Ace♠🔥",
    "fancy letters": "𝓕𝓪𝓷𝓬𝔂 𝓝𝓪𝓶𝓮",
    "ornaments": "꧁༺Ninja༻꧂",
    "full width": "Ｆｕｌｌ ｗｉｄｔｈ",
    "Zalgo": "Z̷̢̧̛̖̲̣̗̞̀́̂̃̄͝a̵̢̛͚͓̮̖̐̒̓̕l̶̡̛͖̗̱̈́͐̊̕g̴̨̛̟͔͇̈́̑̿o",
    "a family, a flag": "👨‍👩‍👧‍👦 fam 🇮🇸 ❤️",
    "direction characters": "\u202eevil\u202c rtl",
    "Georgian": "ქართული",
    "long": "xX_TheLongestNameOnDiscord_Xx",
    "hieroglyphs": "𓂀𓃭",
    "invisible": "\U000e0041\u200b",
    "enclosed": "Ⓖⓐⓜⓔⓡ ツ",
    "runes": "ᚠᚢᚦ ᛟ",
    "two directions": "علي vs Bob",
    "a hundred characters": "W" * 100,
    "Tamil": "தமிழ்",
    "Telugu": "తెలుగు",
    "Khmer": "ភាសាខ្មែរ",
    "fillers": "\u3164\u2800",
    "empty": "",
    "a whole sentence in one character": f"Ann {TOO_WIDE}",
    "that character alone": TOO_WIDE,
}


def drawn(name: str, room: int = ROOM) -> text.Label:
    return text.label(text.visible_name(name, "Seat 3"), NAME, room=room, name=True)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_fits_its_room_and_is_never_empty(name: str) -> None:
    label = drawn(name)
    assert label.width <= ROOM + 2
    assert label.height == text.line_height(NAME)
    assert label.mask.getbbox() is not None


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_only_characters_that_a_font_has_are_drawn(name: str) -> None:
    for run in text._runs(text.clusters(text.clean(name, name=True))):
        if run.font in ("emoji", "suit"):
            continue
        for ch in run.text:
            assert ch in "\u200d " or fonts.covers(run.font, ch), f"{ch!r} would be a box"


def test_what_no_font_has_is_left_out_and_the_rest_stays() -> None:
    unknown = "\U0001fbf0"  # far from any name, and in no text font that is looked for
    assert fonts.covering("\u0378") is None, "an unassigned character is covered by nothing"
    kept = "".join(
        run.text for run in text._runs(text.clusters(f"A\u0378B{unknown if not fonts.covering(unknown) else ''}"))
    )
    assert kept == "AB"


@pytest.mark.parametrize("blank", ["", "   ", "\u200b\u200b", "\u3164", "\u2800", "\U000e0041", "\u0378"])
def test_a_blank_name_becomes_the_seat(blank: str) -> None:
    assert text.visible_name(blank, "Seat 3") == "Seat 3"


@pytest.mark.parametrize("size", [LINE, NAME, 38, 76])
def test_what_its_font_cannot_draw_is_left_out_and_the_rest_stays(size: int) -> None:
    assert fonts.covering(TOO_WIDE) is not None, "a font has it, and FreeType says: raster overflow"
    assert text.label(f"Ann {TOO_WIDE}b", size).mask.tobytes() == text.label("Ann b", size).mask.tobytes()
    assert text.visible_name(TOO_WIDE, "Seat 3") == "Seat 3"
    assert text.initial(f"{TOO_WIDE}Ann") == "A"
    assert text.wrapped(f"A season of {TOO_WIDE} and Ann", size, 200, 4)


def test_letters_that_cannot_be_drawn_together_are_left_out_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = text._drawn

    def fails(runs: list[text._Run], *how: Any) -> text.Label:
        if "fi" in "".join(run.text for run in runs):
            raise OSError("raster overflow")
        return drawn(runs, *how)

    monkeypatch.setattr(text, "_drawn", fails)
    assert text.label("Sofia Kk", NAME).width == text.label("Sofa Kk", NAME).width


def test_towers_of_accents_are_trimmed() -> None:
    assert all(len(cluster) <= 3 for cluster in text.clusters(text.clean(NAMES["Zalgo"], name=True)))


def test_direction_characters_cannot_turn_the_table_around() -> None:
    assert text.clean("\u202eevil\u202c") == "evil"


def test_right_to_left_words_stand_in_their_order() -> None:
    first, last = text._runs(text.clusters("علي vs Bob"))[:: len(text._runs(text.clusters("علي vs Bob"))) - 1]
    assert first.text.strip().endswith("Bob") and last.rtl, "what is read first stands on the right"


def test_a_cluster_is_never_torn() -> None:
    assert text.clusters("👨‍👩‍👧‍👦🇮🇸🇩🇰") == ["👨‍👩‍👧‍👦", "🇮🇸", "🇩🇰"]
    assert text.clusters("e\u0301a") == ["e\u0301", "a"]


def test_a_long_name_is_condensed_before_it_is_cut() -> None:
    wide = text.label("Wanderer of Worlds", NAME, name=True).width
    label = text.label("Wanderer of Worlds", NAME, room=int(wide * 0.8), name=True)
    cut = text.label("Wanderer of Worl", NAME, room=int(wide * 0.8), name=True)
    assert label.width <= int(wide * 0.8) + 2
    assert label.mask.tobytes() != cut.mask.tobytes()


def test_suit_signs_are_drawn_in_their_inks() -> None:
    label = text.label("♥", LINE)
    assert label.ink is not None
    middle = label.ink.getpixel((label.ink.width // 2, label.ink.height // 2))
    assert middle == text.SUIT_INKS["H"]
    masks = {text.label(sign, LINE).mask.tobytes() for sign in "♠♥♦♣"}
    assert len(masks) == 4, "the four differ by shape too"


def test_wrapping_keeps_every_word() -> None:
    sentence = "Everybody passes three cards to the left before the first trick"
    lines = text.wrapped(sentence, LINE, 200, 4)
    assert 2 <= len(lines) <= 4
    assert " ".join(lines) == sentence


def test_labels_from_many_threads_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(NAMES.values()) * 4
    alone = [drawn(name).mask.tobytes() for name in names]
    monkeypatch.setattr(sprite_cache, "_cache", sprite_cache.SpriteCache(sprite_cache.ROOM))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda name: drawn(name).mask.tobytes(), names)) == alone


def test_without_system_fonts_names_are_still_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    caches = (fonts.fallbacks, fonts.emoji_path, fonts.covering, text.visible_name)
    monkeypatch.setattr(sprite_cache, "_cache", sprite_cache.SpriteCache(sprite_cache.ROOM))
    monkeypatch.setattr(fonts, "_system_fonts", dict)
    for cache in caches:
        cache.cache_clear()
    try:
        assert text.visible_name("张伟", "Seat 3") == "Seat 3"
        assert text.visible_name("🔥Ace", "Seat 3") == "🔥Ace"
        assert drawn("🔥Ace").width == drawn("Ace").width
        assert drawn("محمد علي").mask.getbbox()
    finally:
        for cache in caches:
            cache.cache_clear()


def test_the_log_says_what_the_fonts_can_do(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="card_art.ink.fonts"):
        fonts.report()
    assert "shaping" in caplog.text
