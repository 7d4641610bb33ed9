"""A seat's plate: face, name, a line, and all that is to be said of its state. Nothing lies over its edge.

A plate that is as high as it is wide has its face above the name, a wide one at the left of it. What a seat is, in a
word, stands in its line; the dealer's button and a tick take their room from the name, a stamp takes the line's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from card_art.deck.sprites import Sprite, dealer_button, hat
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE, NAME, NUMBER
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SUIT_INKS, WHITE, Colour, fits, label, visible_name
from card_art.scene.people import HOUSE, UNWRITTEN, house_name
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Cloth
from card_art.tables import portraits
from card_art.tables.layout import Box
from card_art.tables.plates import DARK_TEXT, GOLD_TEXT, badge, house_mark, paste_label, seat_blank
from card_art.tables.stamps import stamp

DEALER, _ON_FACE, _SMALLEST = 44, 40, 30
"""The dealer's button in the name's row; on the face where the name needs that room; on a small face."""
UPRIGHT = 130
"""The height of a plate that has its face above the name."""
NARROWEST = 170
"""A plate less wide than this has no room for a face beside the name."""
_READY, _LAMP, _STAMP, _DISC = 40, 28, 27, 32
_BESIDE_STAMP = 110
"""With less room beside a stamp the line is left out."""
_NUMBER_SHARE = 0.44
"""Of the name's row the number takes no more where the name needs the rest."""
_CROWDED, _LONGEST_NUMBER = 180, 100
"""A plate with less room for words has its score in the name's row; and how wide the number in that row is at most."""
_INSIDE, _BESIDE, _CLOSE = 6, 12, 7
"""From the plate's edge to the face and to words; and to words on one that is less wide than `_ROOMY`."""
_LARGEST_FACE, _FACE_ABOVE, _LEAST_FACE = 86, 60, 30
_FACE_SHARE, _LESS, _ROOMY = 0.3, 0.24, 220
"""Of a plate's width, at most; and of one that is less wide than this."""
_NAME_AT, _LINE_AT = 0.30, 0.71
"""Of a wide plate's height: the middles of its two lines."""
_NUMBERS: Colour = (205, 226, 215)
_FADED: Colour = (150, 168, 160)
_CLEAR = ("chips", "point", "points", "win", "wins", "won")
"""What a number on a plate counts if nothing is said; of cards it would be taken for a score."""
_LEAVING = SUIT_INKS["H"]
_READY_TAG, _TO_PLAY, _PLAY = "READY", "to play", "play"


def draw_plate(
    canvas: Image.Image,
    seat: Seat,
    number: int,
    box: Box,
    cloth: Cloth,
    *,
    score: str = "",
    score_ink: Colour = WHITE,
    stamped: bool = False,
) -> None:
    """Draw a seat's plate; `number` is the seat's, from 0, for the colour of its badge and for a name that is blank.
    With a `score` that stands large at the right. Where the seat's stamp has no cards to lie on, it is `stamped` on the
    plate."""
    seat_blank(box.w, box.h, seat.active, seat.dim, seat.you).stamp(canvas, box.x, box.y)
    marks = [*_marks(seat)]
    told = seat.stamp if stamped else None
    if box.w < NARROWEST and box.h >= UPRIGHT:
        _write_upright(canvas, seat, number, box, cloth, marks, told)
    else:
        _write_wide(canvas, seat, number, box, cloth, marks, told, score, score_ink)


def _write_wide(
    canvas: Image.Image,
    seat: Seat,
    number: int,
    box: Box,
    cloth: Cloth,
    marks: list[Sprite],
    told: Stamp | None,
    score: str,
    score_ink: Colour,
) -> None:
    x, y, w, h = box
    beside = _BESIDE if w >= _ROOMY else _CLOSE
    left, right = x + beside, x + w - beside
    if w >= NARROWEST:
        size = min(h - 2 * _INSIDE, _LARGEST_FACE, round(w * (_FACE_SHARE if w >= _ROOMY else _LESS)))
        _face(canvas, seat, number, x + _INSIDE, y + (h - size) // 2, size, cloth)
        left = x + _INSIDE + size + beside
    upper, lower, end = y + round(h * _NAME_AT), y + round(h * _LINE_AT), right
    crowded = bool(score) and right - left < _CROWDED
    if score:
        ink = _ink(seat, score_ink)
        digits = label(score, LINE if crowded else NUMBER, ink, weight=800, room=max(right - left - 40, 40))
        paste_label(canvas, digits, right, upper if crowded else y + h // 2, 1.0)
        end -= digits.width + 10
        right = right if crowded else end
    if seat.strikes is not None:
        discs = _strikes(seat.strikes, seat.strikes_of, (right - left) * 2 // 3, _ink(seat, _NUMBERS))
        right -= discs.size[0]
        discs.stamp(canvas, right, lower - discs.size[1] // 2)
        right -= _INSIDE
    size = NAME if w >= NARROWEST and not crowded else LINE
    plaque = stamp(told, _STAMP, tilted=False, room=right - left) if told else None
    room = right - left - (plaque.size[0] + _BESIDE if plaque else 0)
    words = Told("") if plaque and room < _BESIDE_STAMP else told_on(seat, room)
    taken = sum(mark.size[0] + _INSIDE for mark in marks) + _number_width(words.number)
    whole = fits(_seen_name(seat, number), size, end - left - taken, weight=700, name=True)
    if (seat.dealer or seat.hat) and w >= NARROWEST and not whole:
        _button(seat, _ON_FACE).stamp(canvas, x + 2, y + h - _ON_FACE - 2)  # the name needs its room
        marks = marks[1:]
    for mark in marks:
        end -= mark.size[0]
        mark.stamp(canvas, end, max(y + _INSIDE, upper - mark.size[1] // 2))
        end -= _INSIDE
    if not whole and end == x + w - beside:
        end += beside // 2
    share = end - left
    if not whole:  # the number set close, but never cut
        rooms = range(round(_NUMBER_SHARE * share), share, 4)
        share = next((room for room in rooms if fits(words.number, LINE, room, weight=700)), share)
    end = _number(canvas, seat, words.number, end, upper, share)
    _name(canvas, seat, number, size if whole else LINE, left, upper, end - left, 0.0)
    if plaque:
        plaque.stamp(canvas, left, lower - plaque.size[1] // 2)
    if words.line:
        _line(canvas, seat, words.line, right - room, lower, room, 0.0)


def _write_upright(
    canvas: Image.Image, seat: Seat, number: int, box: Box, cloth: Cloth, marks: list[Sprite], told: Stamp | None
) -> None:
    x, y, w, h = box
    discs = [_strikes(seat.strikes, seat.strikes_of, 0, _ink(seat, _NUMBERS))] if seat.strikes is not None else []
    middle, room = x + w // 2, w - 10
    words = told_on(seat, room)
    if words.number:
        beside = w - _LEAST_FACE - 8
        alone = not fits(words.number, LINE, beside, weight=700)  # a long number takes the place of the face
        digits = label(words.number, LINE, _ink(seat, _NUMBERS), weight=700, room=w - 8 if alone else beside)
        size = min(_FACE_ABOVE, w - digits.width - 10)
        if not alone:
            _face(canvas, seat, number, x + 4, y + _INSIDE - 1 + (_FACE_ABOVE - size) // 2, size, cloth)
        paste_label(canvas, digits, x + w - 4, y + _INSIDE + _FACE_ABOVE // 2, 1.0)
        if (seat.dealer or seat.hat) and not alone:
            _button(seat, _SMALLEST).stamp(canvas, x + 2, y + _INSIDE + (_FACE_ABOVE + size) // 2 - _SMALLEST)
    else:
        beside = [*marks[:1], *discs]
        size = min(_FACE_ABOVE, w - 2 * _INSIDE)
        left = x + (_INSIDE if beside else (w - size) // 2)
        _face(canvas, seat, number, left, y + _INSIDE - 1, size, cloth)
        end = x + w - _INSIDE
        for mark in beside:
            end -= mark.size[0]
            if end >= left + size - 8:
                mark.stamp(canvas, end, y + _INSIDE + (size - mark.size[1]) // 2)
            end -= 2
    _name(canvas, seat, number, LINE, middle, y + h - 49, room, 0.5)
    if told:
        plaque = stamp(told, _STAMP, tilted=False, room=room)
        plaque.stamp(canvas, middle - plaque.size[0] // 2, y + h - 18 - plaque.size[1] // 2)
    else:
        _line(canvas, seat, words.line, middle, y + h - 18, room, 0.5)


def _face(canvas: Image.Image, seat: Seat, number: int, x: int, y: int, size: int, cloth: Cloth) -> None:
    disc, mask = badge(_seen_name(seat, number), number, size, cloth, seat.face, dim=seat.dim)
    canvas.paste(disc, (x, y), mask)
    if HOUSE in seat.tags and not house_name(portraits.known(seat.face)):
        mark = house_mark(_LAMP)
        mark.stamp(canvas, x + size - mark.size[0], y + size - mark.size[1])


def _seen_name(seat: Seat, number: int) -> str:
    return visible_name(seat.name, f"Seat {number + 1}")


def _ink(seat: Seat, usual: Colour) -> Colour:
    return DARK_TEXT if seat.active else _FADED if seat.dim else usual


def _name(
    canvas: Image.Image, seat: Seat, number: int, size: int, x: int, middle: int, room: int, align: float
) -> None:
    words = label(_seen_name(seat, number), size, _ink(seat, WHITE), weight=700, room=max(room, 24), name=True)
    paste_label(canvas, words, x, middle, align)


def _number_width(text: str) -> int:
    return label(text, LINE, weight=700).width + 8 if text else 0


def _number(canvas: Image.Image, seat: Seat, text: str, right: int, middle: int, room: int) -> int:
    """Write a number that ends there in the name's row; returns where the name ends then."""
    if not text:
        return right
    words = label(text, LINE, _ink(seat, _NUMBERS), weight=700, room=room)
    paste_label(canvas, words, right, middle, 1.0)
    return right - words.width - (8 if words.width < room else 2)


def _line(canvas: Image.Image, seat: Seat, text: str, x: int, middle: int, room: int, align: float) -> None:
    usual = GOLD_TEXT if "ALL-IN" in seat.tags else _LEAVING if "LEAVING" in seat.tags else _NUMBERS
    words = label(text, LINE, _ink(seat, usual), room=room, plain_suits=seat.active)
    paste_label(canvas, words, x, middle, align)


class Told(NamedTuple):
    """What a plate says below its name, and the number that stands in the name's row as the line has no room for it."""

    line: str
    number: str = ""


def told_on(seat: Seat, room: int) -> Told:
    """What the plate says: what the seat is, its numbers, and what it is to do. Where all that has no room, its numbers
    are told in fewer words. The first number is always told: where the line is full, in the name's row."""
    states = [word.lower().replace("all-in", "all in") for word in _words(seat)]
    states = [word for word in states if word not in seat.line]
    asks = [seat.asks] if seat.active and seat.asks else [tag.lower() for tag in seat.tags if _asking(tag)][:1]
    numbers = seat.line.split(" · ") if seat.line else []
    short = _short(numbers[0]) if numbers else ""
    ways = [[*states, *numbers[:n], *asks] for n in range(len(numbers), 0, -1)]
    ways += [[*states, short, *asks]] if short else []
    whole = next((text for way in ways if fits(text := " · ".join(way), LINE, room)), None)
    if whole is not None:
        return Told(whole)
    if not states and not asks:
        return Told("", short) if short else Told(" · ".join(numbers[:1]))
    ways = [[*states, *asks], [*states[:1], *asks], asks or states[:1], *([[_TO_PLAY]] if seat.active and asks else [])]
    told = [" · ".join(way) for way in ways]
    line = next((text for text in told if fits(text, LINE, room)), told[-1])
    if line == _TO_PLAY and short and fits(brief := f"{short} · {_PLAY}", LINE, room):
        return Told(brief)  # the name keeps its room
    return Told(line, short)


def _short(number: str) -> str:
    """ "97" for "97 chips"; nothing for what must be told in its own words."""
    digits, _, word = number.partition(" ")
    clear = not word or word.rpartition(" ")[2] in _CLEAR
    return digits if clear and any(map(str.isdigit, digits)) and fits(digits, LINE, _LONGEST_NUMBER) else ""


def _asking(tag: str) -> bool:
    return tag.startswith("TO ")


def _words(seat: Seat) -> list[str]:
    """What stands in the line of what a seat is."""
    drawn = {*UNWRITTEN, _READY_TAG}
    return [tag for tag in seat.tags if tag not in drawn and not _asking(tag)]


def _marks(seat: Seat) -> Iterator[Sprite]:
    """What lies at the right of the name, from the right."""
    if seat.dealer or seat.hat:
        yield _button(seat, DEALER)
    if _READY_TAG in seat.tags:
        yield _tick()


def _button(seat: Seat, size: int) -> Sprite:
    return hat(size) if seat.hat else dealer_button(size)


@cached_sprite
def _tick() -> Sprite:
    """A disc that says ready."""
    pen, r = Pen(_READY, _READY, 1, mode="RGBA", paper=(0, 0, 0, 0)), _READY / 2
    pen.oval(r, r, r, fill="#ffffff")
    pen.oval(r, r, r - 3, fill="#16803f")
    pen.line([(0.27 * _READY, 0.52 * _READY), (0.44 * _READY, 0.68 * _READY)], "#ffffff", 5)
    pen.line([(0.44 * _READY, 0.68 * _READY), (0.74 * _READY, 0.34 * _READY)], "#ffffff", 5)
    return Sprite(few_opacities(pen.result(), 8))


@cached_sprite
def _strikes(strikes: int, of: int, room: int, ink: Colour) -> Sprite:
    """Discs for the strikes, a cross in each that is taken; where they have no room, one disc before their number."""
    step, r = _DISC + 3, _DISC / 2
    words = label(str(strikes), LINE, ink, weight=700) if step * of > room else None
    discs, taken = (of, strikes) if words is None else (1, min(strikes, 1))
    pen = Pen(step * discs + (words.width + 2 if words else 0), step, 1, mode="RGBA", paper=(0, 0, 0, 0))
    for i in range(discs):
        x, y = step * i + r + 1, r + 1
        fill, edge = ("#d8383f", "#f4d3d0") if i < taken else ("#1a2722", "#6d8278")
        pen.ringed(x, y, r, fill=fill, edge=edge, width=2)
        for sign in (-1, 1) if i < taken else ():
            pen.line([(x - 0.4 * r, y - 0.4 * r * sign), (x + 0.4 * r, y + 0.4 * r * sign)], "#ffffff", 3)
    image = pen.result()
    if words:
        paste_label(image, words, step * discs, step // 2)
    return Sprite(image)
