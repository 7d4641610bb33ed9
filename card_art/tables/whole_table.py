"""A whole table, composed from ready-made pieces: nothing but pastes once everything has been drawn before."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from bot.engine.amounts import YELLOW
from card_art.deck import sprites
from card_art.deck.chips import worth
from card_art.ink.png import encode
from card_art.ink.text import label, line_height, wrapped
from card_art.scene.pieces import Mark, Seat, Stamp, Trick
from card_art.scene.table import Scene
from card_art.tables import fans, felt_panels, open_hands, pieces, seat_hands, tricks
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import FOOT_LINE, HEIGHT, SUBTITLE, TEXT, TITLE, WIDTH, Box, Layout, Place, layout
from card_art.tables.plates import GOLD_TEXT, draw_plate, draw_tags, headline, paste_label, pill, ribbon
from card_art.tables.seat_row import seat_row, seats_in_row
from card_art.tables.stamps import ON_HAND, stamp

_SUBTITLE_INK = (213, 232, 221)
_FOOT_INK = (213, 232, 221)


def table(scene: Scene) -> bytes:
    """The picture of a table, PNG, 1100×688, or as high as its board; higher by the hands that lie open."""
    canvas = _empty(scene)
    draw(canvas, scene)
    open_hands.draw(canvas, scene.opened, scene.style)
    return encode(canvas, scene.style.cloth)


def compose(scene: Scene) -> Image.Image:
    """The picture of a table as an RGB image of its own."""
    canvas = _empty(scene).copy()
    draw(canvas, scene)
    open_hands.draw(canvas, scene.opened, scene.style)
    return canvas


def _empty(scene: Scene) -> Image.Image:
    high = (scene.board.height if scene.board else None) or HEIGHT
    return felt(WIDTH, high + open_hands.height(scene.opened), scene.style.cloth)


def draw(canvas: Image.Image, scene: Scene, *, panel: bool = False) -> None:
    """Draw the scene on an empty table; in a `panel` without the cards of its first seat."""
    if scene.board is not None:
        if scene.board.in_line:
            _line(canvas, scene)
        else:
            _corners(canvas, scene, layout(1))
        scene.board.draw(canvas, scene.style)
        felt_panels.draw(canvas, scene.felt, [Box(*room) for room in scene.board.free], scene.style)
    elif seats_in_row(scene):
        _draw_seat_row(canvas, scene, panel)
    else:
        _draw_around(canvas, scene, panel)


def _line(canvas: Image.Image, scene: Scene) -> None:
    """Title and facts in one line, the corner's words at its end."""
    x, y = RAIL + 18, RAIL + 6
    corner = label(" · ".join(scene.corner), SUBTITLE + 5, GOLD_TEXT, weight=700, room=360)
    paste_label(canvas, corner, WIDTH - x, y + line_height(TITLE) // 2 + 2, 1.0)
    headline(canvas, scene.title, scene.subtitle, x, y, WIDTH - 2 * x - corner.width - 20)


def _draw_around(canvas: Image.Image, scene: Scene, panel: bool) -> None:
    places = scene_layout(scene, panel)
    _corners(canvas, scene, places)
    for number, (seat, place) in enumerate(zip(scene.seats, places.places, strict=True)):
        _seat(canvas, seat, place, number if seat.number is None else seat.number, scene)
    for piece in scene.centre:
        if isinstance(piece, Trick):
            tricks.draw(canvas, piece, places, scene.style)
    pieces.draw(canvas, scene, places)
    if scene.banner:
        words = ribbon(scene.banner, WIDTH - 160)
        # Before the bottom seat, where it hides neither the cards in the middle nor any name or tag.
        y = places.places[0].tag_y - words.size[1] - 10
        words.stamp(canvas, (WIDTH - words.size[0]) // 2, y)


def _draw_seat_row(canvas: Image.Image, scene: Scene, panel: bool) -> None:
    lain = seat_row(scene, panel)
    places = lain.layout
    taken = _corners(canvas, scene, places)
    for number, (seat, place, hands) in enumerate(zip(scene.seats, places.places, lain.hands, strict=True)):
        for hand, at in hands:
            seat_hands.draw(canvas, hand, at, scene.style, pennies=scene.pennies)
        _seat(canvas, seat, place, number if seat.number is None else seat.number, scene, laid_out=bool(hands))
    room = places.centre
    if scene.banner:
        words = ribbon(scene.banner, WIDTH - 160)
        words.stamp(canvas, (WIDTH - words.size[0]) // 2, room.bottom - words.size[1])
        places = replace(places, centre=room._replace(h=room.h - words.size[1] - 8))
    pieces.draw(canvas, scene, places, taken)


def scene_layout(scene: Scene, panel: bool = False) -> Layout:
    """The rectangles of a scene."""
    if seats_in_row(scene):
        return seat_row(scene, panel).layout
    in_front = frozenset(i for i, seat in enumerate(scene.seats) if seat.bet or seat.said)
    return layout(len(scene.seats), in_front, panel)


def _seat(canvas: Image.Image, seat: Seat, place: Place, number: int, scene: Scene, *, laid_out: bool = False) -> None:
    """A plate with the fan behind it and what lies before it; not its hands, which are `laid_out`."""
    if seat.hand and place.cards.h:
        fans.draw(canvas, len(seat.hand), place.plate, place.cards.h)
    draw_plate(canvas, seat, number, place, scene.style.cloth)
    draw_tags(canvas, seat, place)
    if seat.bet:
        _bet(canvas, seat.bet, place.bet, scene.pennies)
    elif seat.said:
        _said(canvas, seat, place.bet)
    if seat.stamp and not laid_out:
        _stamp(canvas, seat.stamp, place)


def _stamp(canvas: Image.Image, what: Stamp, place: Place) -> None:
    """Across the upper edge of a plate, left of its tags and above its name."""
    plate = place.plate
    plaque = stamp(what, ON_HAND, tilted=True, room=plate.w - 20)
    plaque.stamp(canvas, plate.middle[0] - plaque.size[0] // 2, plate.y + 12 - plaque.size[1])


def _bet(canvas: Image.Image, amount: int, box: Box, pennies: bool) -> None:
    words = pill(worth(amount, pennies=pennies), TEXT + 4, box.w)
    if amount >= YELLOW:
        chips = sprites.chip_stack(amount, pieces.BET_CHIP, pennies=pennies)
        width = chips.size[0] + words.size[0] + 4
        x, middle = box.x + (box.w - width) // 2, box.y + box.h // 2
        chips.stamp(canvas, x, middle - chips.size[1] // 2)
        words.stamp(canvas, x + chips.size[0] + 4, middle - words.size[1] // 2)
    else:
        words.stamp(canvas, box.x + (box.w - words.size[0]) // 2, box.y)


def _said(canvas: Image.Image, seat: Seat, box: Box) -> None:
    words = pill(seat.said, TEXT, box.w, gold=seat.mark is not None)
    mark = _mark(seat.mark)
    x = box.x + (box.w - words.size[0] - (mark.size[0] + 4 if mark else 0)) // 2
    middle = box.y + box.h // 2
    if mark:
        mark.stamp(canvas, x, middle - mark.size[1] // 2)
        x += mark.size[0] + 4
    words.stamp(canvas, x, middle - words.size[1] // 2)


def _mark(what: Mark | None) -> sprites.Sprite | None:
    match what:
        case "chip":
            return sprites.chip_stack(2 * YELLOW, pieces.BET_CHIP)
        case "knuckles":
            return sprites.knuckles(pieces.BET_CHIP)
        case None:
            return None


def _corners(canvas: Image.Image, scene: Scene, places: Layout) -> tuple[Box, Box]:
    """Draw the words in the corners; returns what those above take up."""
    box, right = places.title, places.corner
    title = label(scene.title, TITLE, weight=800, room=box.w)
    title.paste(canvas, box.x, box.y - 6)
    width, bottom = title.width, box.y + 46
    foot_is_row = not places.foot_left.w
    under = " · ".join(filter(None, (scene.subtitle, *(scene.foot_left if foot_is_row else ()))))
    if under:
        words = label(under, SUBTITLE, _SUBTITLE_INK, room=box.w)
        words.paste(canvas, box.x, box.y + line_height(TITLE) - 12)
        width, bottom = max(width, words.width), box.bottom - 6
    y, least = right.y, right.right
    for text in scene.corner[:2]:
        sprite = pill(text, room=right.w)
        least = min(least, right.right - sprite.size[0])
        sprite.stamp(canvas, right.right - sprite.size[0], y)
        y += sprite.size[1] + 8
    if scene.inset:
        caption, cards = scene.inset
        y += tricks.draw_inset(canvas, caption, cards, _inset_room(places, y), scene.style)
    if not foot_is_row:
        _foot(canvas, " · ".join(scene.foot_left), places.foot_left, 0.0)
        _foot(canvas, scene.foot_right, places.foot_right, 1.0)
    return Box(box.x, box.y, width, bottom - box.y), Box(least, right.y, right.right - least, y - right.y)


def _inset_room(places: Layout, top: int) -> Box:
    """From the pills down to the first seat at the right."""
    low = min((p.cards.y for p in places.places if p.plate.right > places.corner.x and p.plate.y > top), default=HEIGHT)
    return Box(places.corner.x, top, places.corner.w, low - 10 - top)


def _foot(canvas: Image.Image, text: str, box: Box, align: float) -> None:
    if not text or not box.w:
        return
    lines = wrapped(text, TEXT, box.w, box.h // FOOT_LINE)
    y = box.bottom - FOOT_LINE * len(lines)
    for line in lines:
        words = label(line, TEXT, _FOOT_INK, room=box.w)
        paste_label(canvas, words, box.x + round(box.w * align), y + FOOT_LINE // 2, align)
        y += FOOT_LINE
