"""A whole table, composed from ready-made pieces: nothing but pastes once everything has been drawn before."""

from __future__ import annotations

from PIL import Image

from card_art import fans, pieces, sprites
from card_art.felt import felt, sheet
from card_art.layout import FOOT_LINE, HEIGHT, SUBTITLE, TEXT, TITLE, WIDTH, Box, Layout, Place, layout
from card_art.plates import draw_plate, paste_label, pill, ribbon, tag
from card_art.png import encode
from card_art.scene import Mark, Scene, Seat
from card_art.text import label, line_height, wrapped

_SUBTITLE_INK = (213, 232, 221)
_FOOT_INK = (213, 232, 221)


def table(scene: Scene) -> bytes:
    """The picture of a table, PNG, 1100×688."""
    canvas = sheet(felt(WIDTH, HEIGHT, scene.cloth))
    draw(canvas, scene)
    return encode(canvas, scene.cloth)


def compose(scene: Scene) -> Image.Image:
    """The picture of a table as an RGB image of its own."""
    canvas = felt(WIDTH, HEIGHT, scene.cloth).copy()
    draw(canvas, scene)
    return canvas


def draw(canvas: Image.Image, scene: Scene, *, panel: bool = False) -> None:
    """Draw the scene on an empty table; in a `panel` without the cards of its first seat."""
    if scene.board is not None:
        _corners(canvas, scene, layout(1, False))
        scene.board.draw(canvas, scene.style)
        return
    places = scene_layout(scene, panel)
    _corners(canvas, scene, places)
    for number, (seat, place) in enumerate(zip(scene.seats, places.places, strict=True)):
        _seat(canvas, seat, place, number if seat.number is None else seat.number, scene)
    pieces.draw(canvas, scene, places)
    if scene.banner:
        words = ribbon(scene.banner, WIDTH - 160)
        # Before the bottom seat, where it hides neither the cards in the middle nor any name.
        below = places.places[0].cards
        y = min(below.bottom - words.size[1] - 2, below.y + 6)
        words.stamp(canvas, (WIDTH - words.size[0]) // 2, y)


def scene_layout(scene: Scene, panel: bool = False) -> Layout:
    """The rectangles of a scene."""
    tall = scene.tall or any(seat.shown or seat.hands or any(seat.hand) for seat in scene.seats)
    in_front = frozenset(i for i, seat in enumerate(scene.seats) if seat.bet or seat.said)
    return layout(len(scene.seats), tall, in_front, panel)


def _seat(canvas: Image.Image, seat: Seat, place: Place, number: int, scene: Scene) -> None:
    box = place.plate
    held = (*seat.hand, *seat.shown)
    if held and place.cards.h:
        lower = 0 if any(held) else max(0, place.cards.h - 42)
        fans.draw(canvas, held, box.x, place.cards.y + lower, box.w, scene.style)
    if seat.hands and place.cards.h:
        _hands(canvas, seat, place, scene)
    draw_plate(canvas, seat, number, place)
    _tags(canvas, seat, place)
    if seat.bet:
        _bet(canvas, seat.bet, place.bet, scene.pennies)
    elif seat.said:
        _said(canvas, seat, place.bet)


def _hands(canvas: Image.Image, seat: Seat, place: Place, scene: Scene) -> None:
    """Their totals lie on the lower right of the cards, below the indices and above the name."""
    box = place.plate
    edges = fans.draw_hands(canvas, seat.hands, box.x, place.cards.y, box.w, scene.style)
    for hand, (left, right) in zip(seat.hands, edges, strict=True):
        total = pill(hand.total, TEXT, gold=hand.active)
        x = right - total.size[0] + 14 if len(seat.hands) == 1 else (left + right - total.size[0]) // 2
        total.stamp(canvas, x, box.y - total.size[1] + 3)


def _tags(canvas: Image.Image, seat: Seat, place: Place) -> None:
    """Words on the plate's edge, from the right; those that find no room are left out."""
    box = place.plate
    right = box.right - 12
    room = (box.w - 24 - 6 * (len(seat.tags) - 1)) // max(1, len(seat.tags))
    for word in seat.tags:
        sprite = tag(word, max(room, 100))
        right -= sprite.size[0]
        if right < box.x + 4:
            return
        sprite.stamp(canvas, right, place.tag_y)
        right -= 6


def _bet(canvas: Image.Image, amount: int, box: Box, pennies: bool) -> None:
    words = pill(pieces.amount_text(amount, pennies=pennies), TEXT + 4, box.w)
    if amount >= pieces.LEAST_CHIP:
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
            return sprites.chip_stack(pieces.LEAST_CHIP * 2, pieces.BET_CHIP)
        case "knuckles":
            return sprites.knuckles(pieces.BET_CHIP)
        case None:
            return None


def _corners(canvas: Image.Image, scene: Scene, places: Layout) -> None:
    box = places.title
    label(scene.title, TITLE, weight=800, room=box.w).paste(canvas, box.x, box.y - 6)
    if scene.subtitle:
        words = label(scene.subtitle, SUBTITLE, _SUBTITLE_INK, room=box.w)
        words.paste(canvas, box.x, box.y + line_height(TITLE) - 12)
    y = places.corner.y
    for text in scene.corner[:2]:
        sprite = pill(text, room=places.corner.w)
        sprite.stamp(canvas, places.corner.right - sprite.size[0], y)
        y += sprite.size[1] + 8
    _foot(canvas, " · ".join(scene.foot_left), places.foot_left, 0.0)
    _foot(canvas, scene.foot_right, places.foot_right, 1.0)


def _foot(canvas: Image.Image, text: str, box: Box, align: float) -> None:
    if not text or not box.w:
        return
    lines = wrapped(text, TEXT, box.w, box.h // FOOT_LINE)
    y = box.bottom - FOOT_LINE * len(lines)
    for line in lines:
        words = label(line, TEXT, _FOOT_INK, room=box.w)
        paste_label(canvas, words, box.x + round(box.w * align), y + FOOT_LINE // 2, align)
        y += FOOT_LINE
