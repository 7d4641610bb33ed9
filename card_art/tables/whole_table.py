"""A whole table, composed from ready-made pieces: nothing but pastes once everything has been drawn before."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from PIL import Image

from bot.engine.amounts import YELLOW
from card_art.deck import sprites
from card_art.deck.chips import worth
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, NAME, TITLE
from card_art.ink.text import WHITE, label, line_height, wrapped
from card_art.scene.pieces import Lines, Mark, Note, Ranks, Seat, Trick
from card_art.scene.table import Scene
from card_art.tables import fans, felt_panels, open_hands, pieces, seat_hands, tricks
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import EDGE, FOOT_LINE, HEIGHT, OPEN, STRIP, WIDTH, Box, Free, Layout, Place, layout
from card_art.tables.plates import GOLD_TEXT, headline, paste_label, pill, ribbon
from card_art.tables.seat_plate import draw_plate
from card_art.tables.seat_row import open_hand, seat_row, seats_in_row

_SUBTITLE_INK = (213, 232, 221)
PILL_STEP = 46
"""From one pill of the corner to the next."""
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
            places = layout(1)
            _corners(canvas, scene, replace(places, title=places.title._replace(w=scene.board.title_width)))
        scene.board.draw(canvas, scene.style)
        free = {str(n): Box(*room) for n, room in enumerate(scene.board.free)}
        felt_panels.draw(canvas, felt_panels.place(scene.felt, free), scene.style)
    elif seats_in_row(scene):
        _draw_seat_row(canvas, scene, panel)
    else:
        _draw_around(canvas, scene, panel)


def _line(canvas: Image.Image, scene: Scene) -> None:
    """Title and facts in one line, the corner's words at its end."""
    x, y = EDGE + 6, RAIL + 2
    corner = label(" · ".join(scene.corner), LINE, GOLD_TEXT, weight=700, room=360)
    paste_label(canvas, corner, WIDTH - x, y + line_height(TITLE) // 2 + 2, 1.0)
    headline(canvas, scene.title, scene.subtitle, x, y, WIDTH - 2 * x - corner.width - 20)


def _draw_around(canvas: Image.Image, scene: Scene, panel: bool) -> None:
    places = scene_layout(scene, panel)
    felt = felt_panels.place(scene.felt, _free(scene, places))
    _corners(canvas, scene, places, {each.place for each in felt})
    felt_panels.draw(canvas, felt, scene.style)
    for number, (seat, place) in enumerate(zip(scene.seats, places.places, strict=True)):
        _seat(canvas, seat, place, number if seat.number is None else seat.number, scene)
    for piece in scene.centre:
        if isinstance(piece, Trick):
            tricks.draw(canvas, piece, places, scene.style)
    pieces.draw(canvas, scene, places, told={each.panel for each in felt})
    if scene.banner:
        words = ribbon(scene.banner, WIDTH - 160)
        # Before the bottom seat, where it hides neither the cards in the middle nor any name.
        y = places.centre.bottom - words.size[1]
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
    in_front = frozenset(i for i, seat in enumerate(scene.seats) if seat.bet or seat.said or seat.mark)
    seats = scene.seats[panel:]
    strip = OPEN if any(map(open_hand, seats)) else STRIP if any(seat.hand for seat in seats) else 0
    lain = layout(len(scene.seats), in_front, panel, strip)
    used = frozenset(each.place for each in felt_panels.place(scene.felt, _free(scene, lain)))
    beside: frozenset[Free] = frozenset(name for name in ("left", "right") if name in used)
    return layout(len(scene.seats), in_front, panel, strip, beside) if beside else lain


def _free(scene: Scene, places: Layout) -> dict[str, Box]:
    """The free places without what the pills of the corner take up."""
    free: dict[str, Box] = {**places.free}
    if len(scene.seats) <= 2 and _wide(scene):
        free = {name: box for name, box in free.items() if name not in ("left", "right")}
    if (room := free.get("upper right")) and scene.corner:
        high = PILL_STEP * min(len(scene.corner), places.corner.h // PILL_STEP)
        free["upper right"] = room._replace(y=room.y + high, h=room.h - high)
    return free


def _wide(scene: Scene) -> bool:
    """Whether the middle needs the whole width: for a row of ranks, or for more than two things side by side."""
    bodies = [piece for piece in scene.centre if not isinstance(piece, Lines | Note)]
    return len(bodies) > 2 or any(isinstance(piece, Ranks) for piece in bodies)


def _seat(canvas: Image.Image, seat: Seat, place: Place, number: int, scene: Scene, *, laid_out: bool = False) -> None:
    """A plate with the fan behind it and what lies before it; not its hands, which are `laid_out`."""
    if place.cards.h and not laid_out:
        laid_out = _cards(canvas, seat, place.cards, scene)
    draw_plate(canvas, seat, number, place.plate, scene.style.cloth, stamped=not laid_out)
    if seat.bet:
        _bet(canvas, seat.bet, place.bet, scene.pennies)
    elif seat.said or seat.mark:
        _said(canvas, seat, place.bet)


def _cards(canvas: Image.Image, seat: Seat, box: Box, scene: Scene) -> bool:
    """What a seat around the table holds, beside its plate; returns whether that lies open, with its stamp."""
    if hand := open_hand(seat):
        seat_hands.lay(canvas, hand, box, scene.style)
        return True
    if seat.hand:
        fans.draw(canvas, len(seat.hand), box._replace(h=STRIP) if box.h == OPEN else box)
    return False


def _bet(canvas: Image.Image, amount: int, box: Box, pennies: bool) -> None:
    """Chips and their number; only the number if chips do not fit."""
    words = label(worth(amount, pennies=pennies), NAME, WHITE, weight=700, room=box.w)
    chips = sprites.chip_stack(amount, pieces.BET_CHIP, pennies=pennies) if amount >= YELLOW else None
    if chips is None or chips.size[0] + 8 + words.width > box.w:
        paste_label(canvas, words, *box.middle, 0.5)
        return
    x = box.middle[0] - (chips.size[0] + 8 + words.width) // 2
    chips.stamp(canvas, x, box.bottom - chips.size[1])
    paste_label(canvas, words, x + chips.size[0] + 8, box.middle[1])


def _said(canvas: Image.Image, seat: Seat, box: Box) -> None:
    mark = _mark(seat.mark)
    beside = mark.size[0] + 4 if mark else 0
    words = pill(seat.said, LINE, box.w - beside, gold=seat.mark is not None) if seat.said else None
    x = box.x + (box.w - (words.size[0] if words else 0) - beside) // 2
    middle = box.y + box.h // 2
    if mark:
        mark.stamp(canvas, x, middle - mark.size[1] // 2)
    if words:
        words.stamp(canvas, x + beside, middle - words.size[1] // 2)


def _mark(what: Mark | None) -> sprites.Sprite | None:
    match what:
        case "chip":
            return sprites.chip_stack(2 * YELLOW, pieces.BET_CHIP)
        case "knuckles":
            return sprites.knuckles(pieces.BET_CHIP)
        case None:
            return None


def _corners(canvas: Image.Image, scene: Scene, places: Layout, used: Container[str] = ()) -> tuple[Box, Box]:
    """Draw the words in the corners, but for places that are `used`; returns what those above take up."""
    box, right = places.title, places.corner
    title = label(scene.title, TITLE, weight=800, room=box.w)
    title.paste(canvas, box.x, box.y - 8)
    width, bottom = title.width, box.y + 46
    in_row = not places.free
    pills = scene.corner[: right.h // PILL_STEP] if right.w else ()
    more = (*(scene.foot if in_row else ()), *(() if right.w else scene.corner))
    under = " · ".join(filter(None, (scene.subtitle, *more)))
    if under and places.one_line:
        words = label(under, LINE, _SUBTITLE_INK, room=box.w - title.width - 20)
        paste_label(canvas, words, box.x + title.width + 20, box.y + line_height(TITLE) // 2 - 6)
        width += words.width + 20
    elif under:
        words = label(under, LINE, _SUBTITLE_INK, room=box.w)
        words.paste(canvas, box.x, box.y + line_height(TITLE) - 16)
        width, bottom = max(width, words.width), box.bottom - 6
    y, least = right.y, right.right
    for text in pills:
        sprite = pill(text, LINE, room=right.w)
        least = min(least, right.right - sprite.size[0])
        sprite.stamp(canvas, right.right - sprite.size[0], y)
        y += sprite.size[1] + 4
    if scene.inset:
        caption, cards = scene.inset
        y += tricks.draw_inset(canvas, caption, cards, _inset_room(places, y), scene.style)
    if not in_row:
        room = None if "lower left" in used else places.free.get("lower left")
        _foot(canvas, " · ".join(scene.foot), room)
    return Box(box.x, box.y, width, bottom - box.y), Box(least, right.y, right.right - least, y - right.y)


def _inset_room(places: Layout, top: int) -> Box:
    """The corner below its pills; where backs lie there, the place below the seat at the right."""
    room = places.free.get("upper right")
    if room:
        return Box(room.x, max(top, room.y), room.w, room.bottom - max(top, room.y))
    return places.free.get("under right") or Box(places.corner.x, top, places.corner.w, 0)


def _foot(canvas: Image.Image, text: str, box: Box | None) -> None:
    if not text or box is None:
        return
    lines = wrapped(text, LINE, box.w, box.h // FOOT_LINE)
    y = box.bottom - FOOT_LINE * len(lines)
    for line in lines:
        words = label(line, LINE, _FOOT_INK, room=box.w)
        paste_label(canvas, words, box.x, y + FOOT_LINE // 2)
        y += FOOT_LINE
