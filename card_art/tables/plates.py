"""The dark plates that carry names and numbers, the tags on their edges, and pills of text on the felt."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageFilter

from card_art.deck.sprites import Sprite, dealer_button, hat
from card_art.ink.cloths import CLOTHS
from card_art.ink.palette import BADGES, GOLD, GOLD_LIGHT, blend, rgb
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, Colour, Label, initial, label, line_height, visible_name
from card_art.people.emblem import lamp
from card_art.scene.people import HOUSE, house_name
from card_art.scene.pieces import Seat
from card_art.scene.style import Cloth
from card_art.tables import portraits
from card_art.tables.layout import NAME, SUBTITLE, TAG_HEIGHT, TEXT, TITLE, Box, Place
from card_art.tables.portraits import Ring

RADIUS = 18
_SMALL_NAME = 26
_PILL_MARGIN = 6
_BORDER = 10
"""So far from its left and right edges a plate is wholly opaque, down to where its corners are cut."""
_MARGIN = 16
_ENDS = 160
"""A wider plate is this one, drawn out in its middle."""
_TOP, _BOTTOM, _EDGE = "#22332c", "#0c1512", "#52675d"
_FIELD, _FIELD_EDGE = (4, 20, 14, 112), (120, 160, 140, 110)
_FAINT_TOP, _FAINT_BOTTOM = "#1b2a25", "#14201c"
_NUMBERS: Colour = (205, 226, 215)
GOLD_TEXT: Colour = (255, 226, 148)
_FADED: Colour = (150, 168, 160)
DARK_TEXT: Colour = (38, 26, 6)
_GOLD_TAGS = frozenset({"TO PLAY", "TO BET", "TO PASS", "TO CHOOSE", "WON"})
RIBBON = 50
"""Height of a ribbon."""
DEALER = 40
_ROOM_FOR_BADGE, _ROOM_FOR_BUTTON = 188, 240
"""A narrower plate has no badge, or has the dealer's button on its corner."""
_SCORE, _ROOMY, _TIGHT, _LOW = 46, 400, 300, 76
"""The size of a score; on a wider plate the dealer's button stands beside both lines, on a tight one on its corner; on
a lower one the lines move down if there are tags."""
NARROW = 125
"""A plate narrower than this keeps its margins small, and has one tag."""


def paste_label(image: Image.Image, words: Label, x: int, middle: int, align: float = 0.0) -> None:
    """Paste a label with its line centred on the height `middle`."""
    words.paste(image, x, middle - words.height // 2, align)


def _rounded(w: int, h: int, radius: int) -> Image.Image:
    pen = Pen(w, h, 1, mode="L")
    pen.box(0, 0, w, h, radius, 255)
    return pen.result()


def _gradient(w: int, h: int, top: str, bottom: str) -> Image.Image:
    return _column(h, top, bottom).resize((w, h), Image.Resampling.NEAREST)


@cached_sprite
def _column(h: int, top: str, bottom: str) -> Image.Image:
    image = Image.new("RGB", (1, h))
    for y in range(h):
        image.putpixel((0, y), rgb(blend(top, bottom, y / max(1, h - 1))))
    return image


@cached_sprite
def _blank(w: int, h: int, active: bool, dim: bool, own: bool) -> Image.Image:
    """An empty plate as RGBA with its shadow, or with its golden ring and glow; one's own has a golden edge."""
    size = (w + 2 * _MARGIN, h + 2 * _MARGIN)
    image = Image.new("RGBA", size, (*rgb(GOLD_LIGHT), 0) if active else (0, 10, 6, 0))
    shadow = Image.new("L", size)
    at = (_MARGIN, _MARGIN if active else _MARGIN + 4)
    shadow.paste(_rounded(w, h, RADIUS).point([round(i * (0.75 if active else 0.55)) for i in range(256)]), at)
    image.putalpha(shadow.filter(ImageFilter.GaussianBlur(7 if active else 5)))
    ring = 4 if active else 3 if own else 2
    image.paste(
        _gradient(w, h, GOLD_LIGHT, GOLD) if active else Image.new("RGB", (w, h), GOLD if own else _EDGE),
        (_MARGIN, _MARGIN),
        _rounded(w, h, RADIUS),
    )
    inner = (w - 2 * ring, h - 2 * ring)
    fill = _gradient(*inner, *((_FAINT_TOP, _FAINT_BOTTOM) if dim else (_TOP, _BOTTOM)))
    image.paste(fill, (_MARGIN + ring, _MARGIN + ring), _rounded(*inner, RADIUS - ring))
    return few_opacities(image, 24)


def badge(
    name: str, number: int, size: int, cloth: Cloth, face: str = "", *, dim: bool = False, ring: Ring | None = None
) -> tuple[Image.Image, Image.Image]:
    """A disc with somebody's face, or with their name's first letter while there is none, in the colour of a seat:
    picture and mask. It may have another `ring` than that."""
    if portraits.known(face):
        return portraits.portrait(face, number, size, dim, cloth, ring)
    return _badge(initial(name), number, size, dim, ring)


def written(tags: tuple[str, ...], face: str) -> tuple[str, ...]:
    """The tags that are written where this face is drawn: a house player's says itself whose it is."""
    return tuple(tag for tag in tags if tag != HOUSE) if house_name(portraits.known(face)) else tags


def badge_colour(number: int) -> str:
    """The colour of a seat, lightened so that a line of it stands out from the felt."""
    return blend(BADGES[number % len(BADGES)], "#ffffff", 0.35)


@cached_sprite
def _badge(letter: str, number: int, size: int, dim: bool, ring: Ring | None) -> tuple[Image.Image, Image.Image]:
    colour = blend(BADGES[number % len(BADGES)], "#1b2a25", 0.6 if dim else 0.0)
    pen = Pen(size, size, 1, mode="RGBA", paper=(0, 0, 0, 0))
    r = size / 2
    rim, wide = ring or Ring(blend(colour, "#ffffff", 0.55), 2.5)
    pen.oval(r, r, r, fill=rim)
    pen.oval(r, r, r - wide, fill=colour)
    image = pen.result()
    letters = label(
        letter, round(size * 0.58), _FADED if dim else (255, 255, 255), weight=700, room=size - 8, name=True
    )
    paste_label(image, letters, size // 2, size // 2 - 1, 0.5)
    return image.convert("RGB"), image.getchannel("A")


@cached_sprite
def blank_plate(w: int, h: int, active: bool, dim: bool, own: bool = False) -> Sprite:
    """An empty plate: `active` with a golden ring, `dim` for somebody who is out, the viewer's `own` with a golden
    edge."""
    m = _MARGIN
    image = _blank(w, h, active, dim, own) if w <= _ENDS else _widened(_blank(_ENDS, h, active, dim, own), w - _ENDS)
    return Sprite(image, (m, m, m, m), (m + _BORDER, m + 4, m + w - _BORDER, m + h - 4))


def _widened(image: Image.Image, by: int) -> Image.Image:
    """An image that is the same from column to column in its middle, drawn out there."""
    half, (w, h) = image.width // 2, image.size
    wide = Image.new(image.mode, (w + by, h))
    wide.paste(image.crop((0, 0, half, h)), (0, 0))
    wide.paste(image.crop((half, 0, half + 1, h)).resize((by, h), Image.Resampling.NEAREST), (half, 0))
    wide.paste(image.crop((half, 0, w, h)), (half + by, 0))
    return wide


def _shows_face(seat: Seat, w: int) -> bool:
    """Whether a plate of this width has room for a badge."""
    return w >= _ROOM_FOR_BADGE and (seat.strikes is None or w >= _ROOM_FOR_BUTTON)


def button_on_corner(seat: Seat, plate: Box) -> bool:
    """Whether the dealer's button lies on the plate's upper right corner."""
    return (seat.dealer or seat.hat) and plate.w < _ROOM_FOR_BUTTON


def draw_plate(canvas: Image.Image, seat: Seat, number: int, place: Place, cloth: Cloth) -> None:
    """Draw a seat's plate; `number` is the seat's, from 0, for the colour of its badge and for a name that is blank."""
    box, tags_above = place.plate, place.tag_y < place.plate.y
    blank_plate(box.w, box.h, seat.active, seat.dim, seat.you).stamp(canvas, box.x, box.y)
    _write_plate(canvas, seat, number, box, _lines(box.h, tags_above), cloth)
    if seat.dealer or seat.hat:
        button = hat(DEALER) if seat.hat else dealer_button(DEALER)
        if button_on_corner(seat, box):
            button.stamp(canvas, box.right + 8 - button.size[0], box.y + 6 - button.size[1] // 2)
        else:
            upper, _ = _lines(box.h, tags_above)
            button.stamp(canvas, box.right - 12 - button.size[0], box.y + upper - button.size[1] // 2 - 2)


def draw_tags(canvas: Image.Image, seat: Seat, place: Place, *, faced: bool | None = None) -> None:
    """Words on the plate's edge, from the right; those that find no room are left out. `faced` says whether the plate
    shows a face, where that is not as on a plate of `draw_plate`."""
    for sprite, x in placed_tags(seat, place, faced=faced):
        sprite.stamp(canvas, x, place.tag_y)


def placed_tags(seat: Seat, place: Place, *, faced: bool | None = None) -> list[tuple[Tag, int]]:
    """These words, and where each begins."""
    box, found = place.plate, list[tuple[Tag, int]]()
    narrow = box.w < NARROW
    right = box.right - (2 if narrow else 12)
    if place.side != "foot" and button_on_corner(seat, box):
        right = box.right - DEALER
    left = box.x + (2 if narrow else 12)
    faced = _shows_face(seat, box.w) if faced is None else faced
    words = (written(seat.tags, seat.face) if faced else seat.tags)[: 1 if narrow else None]
    room = (right - left - 6 * (len(words) - 1)) // max(1, len(words))
    for word in words:
        sprite = tag(word, max(room, 90))
        right -= sprite.size[0]
        if right < box.x:
            break
        found.append((sprite, right))
        right -= 6
    return found


def _lines(h: int, tags_above: bool) -> tuple[int, int]:
    """How far down the plate its two lines have their middles: away from the edge on which the tags are."""
    return (31, h - 22) if tags_above else (24, h - 27)


def _write_plate(canvas: Image.Image, seat: Seat, number: int, box: Box, lines: tuple[int, int], cloth: Cloth) -> None:
    """Everything on a plate but the dealer's button, for which it leaves room."""
    x, y, w, h = box
    name = visible_name(seat.name, f"Seat {number + 1}")
    upper, lower = lines
    left, right = (x + 14, x + w - 12) if w >= _ROOM_FOR_BADGE else (x + _BORDER, x + w - _BORDER)
    if _shows_face(seat, w):
        size = h - 24
        disc, mask = badge(name, number, size, cloth, seat.face, dim=seat.dim)
        canvas.paste(disc, (x + 11, y + 12), mask)
        left = x + size + 21
    name_room, line_room = right - left, right - left
    if (seat.dealer or seat.hat) and w >= _ROOM_FOR_BUTTON:
        name_room -= DEALER + 6
    if seat.strikes is not None:
        discs = _strikes(seat.strikes, seat.strikes_of, w < _ROOM_FOR_BADGE)
        discs.stamp(canvas, right - discs.size[0], y + lower - discs.size[1] // 2)
        line_room -= discs.size[0] + 8
    ink = _FADED if seat.dim else (255, 255, 255)
    size = NAME if w >= NARROW else _SMALL_NAME
    paste_label(canvas, label(name, size, ink, weight=700, room=name_room, name=True), left, y + upper)
    ink = GOLD_TEXT if seat.active else _FADED if seat.dim else _NUMBERS
    paste_label(canvas, label(seat.line, TEXT + 1, ink, room=line_room), left, y + lower)


def draw_score(
    canvas: Image.Image, seat: Seat, score: str, box: Box, ink: Colour = (255, 255, 255), *, cloth: Cloth
) -> None:
    """Draw a seat's plate with its score, large at the right; its tags stand on the upper edge."""
    x, y, w, h = box
    number = seat.number or 0
    blank_plate(w, h, seat.active, seat.dim, seat.you).stamp(canvas, x, y)
    name = visible_name(seat.name, f"Seat {number + 1}")
    disc, mask = badge(name, number, h - 24, cloth, seat.face)
    canvas.paste(disc, (x + 11, y + 12), mask)
    left, right = x + h, x + w - 16
    told = label(score, _SCORE, ink, weight=800)
    paste_label(canvas, told, right, y + h // 2 - 1, 1.0)
    right -= told.width + 10
    line_ink, whole = GOLD_TEXT if seat.active else SOFT, right - left
    tight, tags = w < _TIGHT, written(seat.tags, seat.face)
    if seat.dealer:
        button = dealer_button(DEALER)
        if tight:  # on the corner: beside the name there is no room
            button.stamp(canvas, x + 10, y + 4 - button.size[1] // 2)
        else:
            middle = y + (h // 2 if w > _ROOMY else 30)  # on a narrow plate beside the name alone
            button.stamp(canvas, right - button.size[0], middle - button.size[1] // 2)
            right -= button.size[0] + 8
    low = bool(tags) and (tight or h < _LOW)  # below the tags
    upper, lower = (y + 29, y + h - 18) if low else (y + h // 3, y + h * 9 // 13)
    paste_label(canvas, label(name, NAME, weight=700, room=right - left, name=True), left, upper)
    room = right - left if w > _ROOMY else whole
    paste_label(canvas, label(seat.line, TEXT + 1, line_ink, room=room), left, lower)
    end = x + w - 12
    for word in tags:
        sprite = tag(word)
        end -= sprite.size[0]
        if end < x + 70:
            break
        sprite.stamp(canvas, end, y - 20)
        end -= 6


@cached_sprite
def _strikes(strikes: int, of: int, small: bool) -> Sprite:
    """Discs for the strikes, a cross in each that is taken."""
    r, step = (6, 14) if small else (9, 23) if of <= 3 else (7, 17)
    pen = Pen(step * of, 2 * r + 2, 1, mode="RGBA", paper=(0, 0, 0, 0))
    for i in range(of):
        x, y = step * i + r + 1, r + 1
        taken = i < strikes
        pen.ringed(x, y, r, fill="#d8383f" if taken else "#1a2722", edge="#f4d3d0" if taken else "#6d8278", width=2)
        if taken:
            for sign in (-1, 1):
                pen.line([(x - 0.4 * r, y - 0.4 * r * sign), (x + 0.4 * r, y + 0.4 * r * sign)], "#ffffff", 2.4)
    return Sprite(pen.result())


@dataclass(frozen=True, slots=True)
class Plaque:
    """Words on a piece of their own."""

    blank: Sprite
    words: Label

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height, without the shadow."""
        return self.blank.size

    def stamp(self, canvas: Image.Image, x: int, y: int) -> None:
        """Put it on an RGB canvas, with its upper left corner there."""
        self.blank.stamp(canvas, x, y)
        beside = round(self.size[0] // 2 - self.words.width / 2)  # wherever the piece is put, they stand alike on it
        paste_label(canvas, self.words, x + beside, y + self.size[1] // 2)


Tag = Plaque | Sprite


def tag(word: str, room: int = 160) -> Tag:
    """A word on a plate's edge: gold if somebody must act or has won, otherwise slate. A house player has the lamp."""
    if word == HOUSE:
        return _house_mark()
    gold = word in _GOLD_TAGS
    words = label(word, TEXT, DARK_TEXT if gold else (233, 241, 237), weight=800, room=room - 14, plain_suits=True)
    return Plaque(_pill(min(words.width + 22, room), TAG_HEIGHT, gold), words)


@cached_sprite
def _house_mark() -> Sprite:
    return Sprite(few_opacities(lamp(TAG_HEIGHT), 8))


def pill(text: str, size: int = TEXT + 1, room: int = 400, *, gold: bool = False) -> Plaque:
    """Some words on the felt, in a dark pill."""
    words = label(
        text,
        size,
        DARK_TEXT if gold else (240, 246, 243),
        weight=700 if gold else 600,
        room=room - 32,
        plain_suits=gold,
    )
    return Plaque(_pill(words.width + 32, line_height(size) + 6, gold), words)


def ribbon(text: str, room: int) -> Plaque:
    """The sentence that a table is told of in gold."""
    words = label(text, 30, DARK_TEXT, weight=800, room=room - 70, plain_suits=True)
    return Plaque(_pill(words.width + 70, RIBBON, True), words)


@cached_sprite
def _pill(w: int, h: int, gold: bool) -> Sprite:
    m, ends = _PILL_MARGIN, 2 * h
    image = _blank_pill(w, h, gold) if w <= ends else _widened(_blank_pill(ends, h, gold), w - ends)
    return Sprite(image, (m, m, m, m), (m + h // 2, m + 3, m + w - h // 2, m + h - 3) if w > h else None)


@cached_sprite
def _blank_pill(w: int, h: int, gold: bool) -> Image.Image:
    margin = _PILL_MARGIN
    image = Image.new("RGBA", (w + 2 * margin, h + 2 * margin), (0, 10, 6, 0))
    shadow = Image.new("L", image.size)
    shadow.paste(_rounded(w, h, h // 2).point([i // 2 for i in range(256)]), (margin, margin + 2))
    image.putalpha(shadow.filter(ImageFilter.GaussianBlur(3)))
    image.paste(rgb("#fff0bd" if gold else "#5d736a"), (margin, margin), _rounded(w, h, h // 2))
    inner = (w - 4, h - 4)
    fill = _gradient(*inner, *((GOLD_LIGHT, GOLD) if gold else ("#2b3d36", "#18241f")))
    image.paste(fill, (margin + 2, margin + 2), _rounded(*inner, h // 2 - 2))
    return few_opacities(image, 8)


@cached_sprite
def mat(w: int, h: int, cloth: Cloth, *, own: bool = False) -> Sprite:
    """A darker place on the felt, for what belongs together; the viewer's `own` has a golden edge."""
    colours = CLOTHS[cloth]
    edge, thick = (GOLD, 3) if own else (colours.seam, 2)
    pen = Pen(w, h, 1, mode="RGBA", paper=(*rgb(edge), 0))
    pen.box(0, 0, w, h, 18, (*rgb(edge), 255))
    pen.box(thick, thick, w - thick, h - thick, 18 - thick, (*rgb(colours.mat), 255))
    return Sprite(few_opacities(pen.result(), 8), (0, 0, 0, 0), (20, 2, w - 20, h - 2))


@cached_sprite
def field(w: int, h: int, *, own: bool = False) -> Sprite:
    """A shaded part of the felt on which the cards of a side, or of a board, lie; one's own has a golden edge."""
    pen = Pen(w, h, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, w, h, 18, (*rgb(GOLD), 170) if own else _FIELD_EDGE)
    pen.box(2, 2, w - 2, h - 2, 16, _FIELD)
    return Sprite(few_opacities(pen.result(), 8))


def headline(canvas: Image.Image, title: str, facts: str, x: int, y: int, room: int) -> None:
    """A title and the facts behind it, in one line."""
    words = label(title, TITLE, weight=800, room=room * 2 // 3)
    words.paste(canvas, x, y)
    if facts:
        behind = label(facts, SUBTITLE + 1, SOFT, room=room - words.width - 20)
        paste_label(canvas, behind, x + words.width + 20, y + line_height(TITLE) // 2 + 4)
