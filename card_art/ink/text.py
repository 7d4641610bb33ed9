"""Words and names as labels: drawn once, cached, then only pasted.

A name may be in any script, run from right to left, hold emoji or nothing that can be seen. It is set here run by run,
each in the first font that has it; what no font has, or its font cannot draw, is left out. Nothing ever runs over: too
long a text is first condensed, then cut off with an ellipsis, and tall piles of accents are trimmed to their line.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock

from PIL import Image, ImageDraw

from card_art.ink import fonts
from card_art.ink.fonts import FAILS
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_levels
from card_art.ink.sprite_cache import bytes_of, cached_sprite
from card_art.ink.suits import sign

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
SOFT: Colour = (213, 232, 221)
GOLD: Colour = (255, 226, 148)
"""Besides white the two colours of words on felt: what is said more quietly, and what is won."""
SUIT_LETTERS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}
"""Open signs are drawn as the others are, but in the inks of a deck of two colours (`decks`)."""
# The suits' inks, lightened for dark plates and for felt.
SUIT_INKS: dict[str, Colour] = {"S": (226, 232, 255), "H": (255, 180, 186), "D": (178, 214, 255), "C": (150, 232, 176)}

_INKS = {sign: SUIT_INKS[suit] for sign, suit in zip("♠♥♦♣♤♡♢♧", "SHDCSHHS", strict=True)}
_ZWJ, _VS15, _VS16, _KEYCAP = "\u200d", "\ufe0e", "\ufe0f", "\u20e3"
# Characters that are letters by their category but leave a blank.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5\u2800")
_MARKS = ("Mn", "Me", "Mc")
_MOST_MARKS = 2
_CONDENSED = (100, 88, 76, 66)
_EMOJI, _SUIT = "emoji", "suit"
_LEVELS = 5
_lock = RLock()  # FreeType's faces are not to be used by two threads at once.


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text ready to paste; its height is the line's, whatever it holds."""

    width: int
    height: int
    mask: Image.Image
    """Its visible part, without the blank around it."""
    at: tuple[int, int]
    """Where that begins in the line."""
    colour: Colour
    ink: Image.Image | None
    """Where it is of several colours: suits, and emoji."""

    @property
    def kept_bytes(self) -> int:
        """The bytes of its pixels."""
        return bytes_of(self.mask) + bytes_of(self.ink)

    def paste(self, canvas: Image.Image, x: int, y: int, align: float = 0.0) -> None:
        """Paste with the line's top at `y`; `align` 0 starts at `x`, 0.5 is centred on it, 1 ends there."""
        left = round(x - self.width * align)
        self._put(canvas, left + self.at[0], y + self.at[1])

    def paste_middle(self, canvas: Image.Image, x: int, y: int) -> None:
        """Paste so that the middle of what is seen lies there."""
        self._put(canvas, x - self.mask.width // 2, y - self.mask.height // 2)

    def _put(self, canvas: Image.Image, x: int, y: int) -> None:
        # A picture of one colour is pasted faster than the colour itself.
        canvas.paste(self.ink or Image.new("RGB", self.mask.size, self.colour), (x, y), self.mask)


@dataclass(frozen=True, slots=True)
class _Run:
    font: str
    text: str
    rtl: bool


def line_height(size: int) -> int:
    """The height of a line of this size, in pixels."""
    return round(size * 1.5)


def _baseline(size: int) -> int:
    return round(size * 1.06)


def clean(text: str, *, name: bool = False) -> str:
    """The text without what must not reach a picture: controls, invisible and direction characters, towers of accents.

    With `name`, fancy letters (𝓕𝓪𝓷𝓬𝔂, Ｆｕｌｌ) become plain ones.
    """
    kept: list[str] = []
    marks = 0
    for ch in unicodedata.normalize("NFKC" if name else "NFC", text):
        category = unicodedata.category(ch)
        if category in ("Zs", "Zl", "Zp") or ch in "\t\n\r":
            ch, category = " ", "Zs"
        if ch in _BLANK or (category in ("Cc", "Cf", "Cs", "Co", "Cn") and ch != _ZWJ):
            continue
        # Scripts of India and Southeast Asia stack more marks than two, and mean it.
        if category in ("Mn", "Me") and ord(ch) < 0x0500:
            marks += 1
            if marks > _MOST_MARKS:
                continue
        else:
            marks = 0
        if ch == " " and (not kept or kept[-1] == " "):
            continue
        kept.append(ch)
    return "".join(kept).strip(" " + _ZWJ)


def clusters(text: str) -> list[str]:
    """The text in pieces that are never to be torn apart: a letter with its marks, a flag, a family of emoji."""
    pieces: list[str] = []
    for ch in text:
        last = pieces[-1] if pieces else ""
        joined = (
            unicodedata.category(ch) in _MARKS
            or ch in (_ZWJ, _VS15, _VS16, _KEYCAP)
            or last.endswith(_ZWJ)
            or 0x1F3FB <= ord(ch) <= 0x1F3FF
            or (last != "" and unicodedata.combining(last[-1]) == 9)  # a virama binds the next consonant
            or (len(last) == 1 and _is_flag_half(last) and _is_flag_half(ch))
        )
        if joined and last:
            pieces[-1] += ch
        else:
            pieces.append(ch)
    return pieces


def _is_flag_half(ch: str) -> bool:
    return 0x1F1E6 <= ord(ch) <= 0x1F1FF


def _is_emoji(cluster: str) -> bool:
    path = fonts.emoji_path()
    first = cluster[0]
    coloured = ord(first) >= 0x1F000 or _VS16 in cluster or _KEYCAP in cluster
    return path is not None and coloured and _VS15 not in cluster and fonts.covers(path, first)


def _is_rtl(cluster: str) -> bool | None:
    """True or False for a strong direction, None for what goes along with its neighbours."""
    kind = unicodedata.bidirectional(cluster[0])
    return None if kind not in ("L", "R", "AL") else kind != "L"


def _dressed(cluster: str, before: str | None) -> tuple[str, str] | None:
    """The font for a cluster and as much of it as that font has; None if nothing has it."""
    if cluster in SUIT_LETTERS or cluster[:-1] in SUIT_LETTERS:
        return _SUIT, cluster[0]
    if _is_emoji(cluster):
        return _EMOJI, cluster
    font = before if cluster == " " and before not in (None, _EMOJI, _SUIT) else fonts.covering(cluster[0])
    if font is None:
        return None
    return font, "".join(ch for ch in cluster if ch == _ZWJ or (ch not in (_VS15, _VS16) and fonts.covers(font, ch)))


def _directions(pieces: list[str]) -> list[bool]:
    """For each piece whether it runs from right to left; what has no direction goes along with its neighbours."""
    strong = [_is_rtl(piece) for piece in pieces]
    current = next((rtl for rtl in strong if rtl is not None), False)
    directions: list[bool] = []
    for rtl in strong:
        current = current if rtl is None else rtl
        directions.append(current)
    return directions


def _runs(pieces: list[str]) -> list[_Run]:
    """The pieces as runs of one font and one direction, in the order in which they stand from left to right."""
    stretches: list[list[_Run]] = []
    font: str | None = None
    for cluster, rtl in zip(pieces, _directions(pieces), strict=True):
        dressed = _dressed(cluster, font)
        if dressed is None:
            continue
        font, text = dressed
        if not stretches or stretches[-1][0].rtl != rtl:
            stretches.append([])
        runs = stretches[-1]
        if runs and runs[-1].font == font and font not in (_SUIT, _EMOJI):
            runs[-1] = _Run(font, runs[-1].text + text, rtl)
        else:
            runs.append(_Run(font, text, rtl))
    if stretches and stretches[0][0].rtl:
        stretches.reverse()
    return [run for runs in stretches for run in (reversed(runs) if runs[0].rtl else runs)]


@lru_cache(maxsize=64)
def _text_width(run: _Run, size: int, weight: int, condensed: int) -> float:
    if run.font == _SUIT:
        return size * 0.86
    if run.font == _EMOJI:
        return _emoji_image(run.text, size).width + size * 0.08
    font = fonts.load(run.font, size, weight, condensed)
    with suppress(*FAILS):
        return font.getlength(run.text, direction=_raqm_direction(run))
    return 0.0  # it will not be drawn either


def _raqm_direction(run: _Run) -> str | None:
    return ("rtl" if run.rtl else "ltr") if fonts.SHAPING else None


def _measure(pieces: list[str], size: int, weight: int, condensed: int) -> float:
    return sum(_text_width(run, size, weight, condensed) for run in _runs(pieces))


def _fitted(pieces: list[str], size: int, weight: int, room: float) -> tuple[list[str], int]:
    """As many pieces as the room holds, and how much they are condensed."""
    condensed = _CONDENSED[-1]
    for condensed in _CONDENSED:
        if _measure(pieces, size, weight, condensed) <= room:
            return pieces, condensed
    kept = bisect_right(
        range(1, len(pieces)), room, key=lambda n: _measure([*pieces[:n], "…"], size, weight, condensed)
    )
    return [*pieces[:kept], "…"], condensed


@cached_sprite
def _emoji_image(cluster: str, size: int) -> Image.Image:
    path = fonts.emoji_path()
    assert path is not None  # runs are dressed in emoji only where the font is there
    font = fonts.load(path, fonts.EMOJI_SIZE)
    width = max(1, round(font.getlength(cluster)))
    full = Image.new("RGBA", (width, 128))
    ImageDraw.Draw(full).text((0, 101), cluster, font=font, embedded_color=True, anchor="ls")
    height = round(size * 1.16)
    return full.resize((max(1, round(width * height / 128)), height), Image.Resampling.LANCZOS)


@cached_sprite
def _pip(suit: str, size: int) -> Image.Image:
    pen = Pen(size, size, 1, mode="L")
    sign(pen, suit, size / 2, size / 2, size * 0.4, 255)
    return pen.result()


@cached_sprite
def label(
    text: str,
    size: int,
    colour: Colour = WHITE,
    *,
    weight: int = 600,
    room: int | None = None,
    name: bool = False,
    plain_suits: bool = False,
) -> Label:
    """A line of text, `size` pixels, no wider than `room`.

    `name` treats the text as a player's name (see `clean`); `plain_suits` gives suit signs the colour of the text.
    """

    def drawn(pieces: list[str]) -> Label:
        pieces, condensed = _fitted(pieces, size, weight, room) if room is not None else (pieces, _CONDENSED[0])
        return _drawn(_runs(pieces), size, colour, weight, condensed, plain_suits)

    with _lock:
        pieces = clusters(clean(text, name=name))
        try:
            return drawn(pieces)
        except FAILS:
            return drawn(_that_are_drawn(pieces, drawn))


def _that_are_drawn(pieces: list[str], draw: Callable[[list[str]], Label]) -> list[str]:
    """The pieces without those that cannot be drawn, alone or behind the ones before them: some letters become one
    glyph together."""
    kept: list[str] = []
    for piece in pieces:
        with suppress(*FAILS):
            draw([*kept, piece])
            kept.append(piece)
    return kept


def _drawn(runs: list[_Run], size: int, colour: Colour, weight: int, condensed: int, plain_suits: bool) -> Label:
    widths = [_text_width(run, size, weight, condensed) for run in runs]
    box = (max(1, round(sum(widths)) + 2), line_height(size))
    mask = Image.new("L", box)
    draw = ImageDraw.Draw(mask)
    several = any(run.font == _EMOJI or (run.font == _SUIT and not plain_suits) for run in runs)
    ink = Image.new("RGB", box, colour) if several else None
    x = 1.0
    for run, width in zip(runs, widths, strict=True):
        left = round(x)
        if run.font == _SUIT:
            pip = _pip(SUIT_LETTERS[run.text], size)
            top = _baseline(size) - round(size * 0.36) - pip.height // 2
            mask.paste(pip, (left, top))
            if ink is not None and not plain_suits:
                ink.paste(_INKS[run.text], (left, 0, left + pip.width, box[1]))
        elif run.font == _EMOJI:
            emoji = _emoji_image(run.text, size)
            top = (box[1] - emoji.height) // 2
            assert ink is not None
            ink.paste(emoji, (left, top))
            mask.paste(emoji.getchannel("A"), (left, top))
        else:
            font = fonts.load(run.font, size, weight, condensed)
            draw.text((x, _baseline(size)), run.text, 255, font=font, anchor="ls", direction=_raqm_direction(run))
        x += width
    mask = few_levels(mask, _LEVELS)
    seen = mask.getbbox() or (0, 0, 1, 1)
    return Label(*box, mask.crop(seen), seen[:2], colour, ink and ink.crop(seen))


@lru_cache(maxsize=1024)
def fits(
    text: str, size: int, room: int, *, weight: int = 600, name: bool = False, condensed: int = _CONDENSED[-1]
) -> bool:
    """Whether a label of the text is no wider than `room` without being cut; it may be condensed, to this."""
    with _lock:
        return _measure(clusters(clean(text, name=name)), size, weight, condensed) <= room


@lru_cache(maxsize=1024)
def visible_name(text: str, fallback: str) -> str:
    """The name as it is drawn, or `fallback` ("Seat 3") if nothing of it can be seen."""
    return text if label(text, 28, name=True).mask.getbbox() else fallback


@lru_cache(maxsize=1024)
def initial(text: str) -> str:
    """The first letter of a name for its badge: the first piece that any font can draw."""
    pieces = clusters(clean(text, name=True))
    drawable = [piece for piece in pieces if label(piece, 28, name=True).mask.getbbox()]
    first = next((piece for piece in drawable if piece[0].isalnum()), drawable[0] if drawable else "")
    capital = first.upper()
    return capital if first and fonts.covering(capital[0]) else first


@lru_cache(maxsize=1024)
def wrapped(text: str, size: int, room: int, lines: int, *, weight: int = 600) -> tuple[str, ...]:
    """The text in a limited number of lines, broken between words; the rest goes into the last."""
    with _lock:
        words, out = clean(text).split(" "), [""]
        for word in words:
            longer = f"{out[-1]} {word}".strip()
            if out[-1] and len(out) < lines and _measure(clusters(longer), size, weight, _CONDENSED[0]) > room:
                out.append(word)
            else:
                out[-1] = longer
        return tuple(out)
