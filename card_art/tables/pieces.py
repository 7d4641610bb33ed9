"""What lies in the middle of a table: rows of cards, stock, pot, ranks, words and the arrow of a pass."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.engine.amounts import YELLOW
from bot.engine.cards import Card
from card_art.deck import chips, sprites
from card_art.deck.sprites import Sprite, card_height
from card_art.ink.palette import GOLD, GOLD_LIGHT, rgb
from card_art.ink.pen import Pen
from card_art.ink.sizes import LINE, NAME, NUMBER
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import WHITE, Label, fits, label, line_height, wrapped
from card_art.scene.felt import FeltPanel, LastMove
from card_art.scene.pieces import Arrow, CardRow, Direction, Lines, Note, Piece, Pot, Ranks, Stamp, Stock
from card_art.scene.style import Style
from card_art.scene.table import Scene
from card_art.tables import felt_panels, rank_strip
from card_art.tables.fans import step
from card_art.tables.layout import EDGE, FOOT_LINE, WIDTH, Box, Layout
from card_art.tables.plates import GOLD_TEXT, paste_label, pill
from card_art.tables.stamps import MOMENT, ON_HAND, stamp

_GAP = 10
_LABEL = 42
POT_CHIP, BET_CHIP = 62, 38
"""Widths of a chip in the pot and before a seat."""
_POT_DIGITS, _POT_CHANGE = NUMBER, LINE
_POT_LABEL = 220
_NOTE = NAME
_GAUGE = 12
_GAUGE_EMPTY, _MARKER = (14, 34, 26), (226, 58, 58)
_INK = (232, 242, 236)
_BETWEEN_HERO = 18
_BESIDE_ROW, _ROW_TEXT = 20, NAME
"""From a row to what it comes to, and the size of that."""
_ASIDE = 90
"""So far cards go to the right of the middle so as to lie beside the title rather than below it."""
_BESIDE_HANDS = 132
"""The widest card of a row where hands lie at the seats."""
_STRADDLE = 0.42
"""Of a stamp's height, below the edge that it lies across."""


class Scale(NamedTuple):
    """How large what lies in the middle is drawn, in pixels."""

    hero: int
    """Width of the card of the moment."""
    beside: int
    """Of its neighbours."""
    card: int
    """Of other cards."""
    stock: int
    chip: int
    """Of a chip in the pot; 0 draws none."""
    apart: int
    """Between two pieces."""
    overlap: bool
    """Whether cards of a row may cover one another, all but their indices."""


_HEROES = ((226, 178), (208, 160), (184, 144), (160, 126), (140, 112), (120, 96), (104, 86), (92, 76))
_STEPS = ((178, 50), (160, 44), (146, 44), (132, 44), (120, 36), (108, 24), (96, 24))
SCALES = (
    *(Scale(*hero, min(hero[1], 160), 64, POT_CHIP, 30, False) for hero in _HEROES[:2]),
    *(
        Scale(*_HEROES[2], card, 64, POT_CHIP, apart, overlap)
        for card, apart in _STEPS[1:4]
        for overlap in (False, True)
    ),
    *(Scale(*_HEROES[3], card, 60, 50, apart, overlap) for card, apart in _STEPS[4:] for overlap in (False, True)),
    *(Scale(*_HEROES[4], 88, 54, chip, 20, True) for chip in (50, BET_CHIP, 0)),
    *(Scale(*_HEROES[5], card, 50, chip, 16, True) for card in (76, 66) for chip in (BET_CHIP, 0)),
    *(Scale(*hero, 66, 50, 0, 16, True) for hero in _HEROES[6:]),
)
"""The first scale in which all find room: chips, which are told in digits too, give scale before cards do."""
_WITH_HANDS = tuple(scale._replace(card=min(scale.card, _BESIDE_HANDS)) for scale in SCALES)


def draw(
    canvas: Image.Image, scene: Scene, places: Layout, taken: tuple[Box, Box] | None = None,
    told: Collection[FeltPanel] = (),
) -> None:  # fmt: skip
    """Draw the pieces of a scene into the middle of its table. `taken` are the words in its upper corners where the
    middle begins beside them; `told` is what stands on the felt around it."""
    scales = _WITH_HANDS if any(seat.hands for seat in scene.seats) else SCALES
    bodies = [piece for piece in scene.centre if isinstance(piece, CardRow | Stock | Pot | Arrow)]
    below = _words(scene, told)
    room = places.centre
    beneath = sum(_below_height(piece, room.w) + _GAP for piece in below)
    if taken:
        y = _staged(canvas, bodies, room, beneath, taken, scales, scene.style)
    else:
        y = _inline(canvas, bodies, room, beneath, scales, scene.style)
    for piece in below:
        high = _below_height(piece, room.w)
        if isinstance(piece, LastMove):
            felt_panels.draw_line(canvas, piece, Box(room.x, y, room.w, high), scene.style)
        else:
            _below(canvas, piece, Box(room.x, y, room.w, high))
        y += high + _GAP


def words_height(scene: Scene) -> int:
    """How high the words below the cards are, where the seats stand at the foot."""
    return sum(_below_height(piece, WIDTH - 2 * EDGE) + _GAP for piece in _words(scene))


def least_height(scene: Scene) -> int:
    """How high what lies above those words is where it is drawn as small as can be."""
    return _together(
        [piece for piece in scene.centre if isinstance(piece, CardRow | Stock | Pot | Arrow)], SCALES[-1], 0
    )[1]


def _words(scene: Scene, told: Collection[FeltPanel] = ()) -> list[Piece | LastMove]:
    """What stands below everything else, first who has moved last, unless that is told elsewhere."""
    moved = [one for one in scene.felt if isinstance(one, LastMove) and one not in told]
    return [*moved, *(piece for piece in scene.centre if isinstance(piece, Note | Lines | Ranks))]


def _inline(
    canvas: Image.Image, bodies: Sequence[Piece], room: Box, beneath: int, scales: Sequence[Scale], style: Style
) -> int:
    """Side by side in the middle of the room, as large as it allows; returns where words may begin beneath."""
    scale = next((each for each in scales if _fits(bodies, each, room.w, room.h - beneath)), scales[-1])
    _, height = _together(bodies, scale, room.w)
    y = room.y + max(0, (room.h - height - beneath) // 2)
    _line_up(canvas, bodies, Box(room.x, y, room.w, height), scale, style)
    return y + height + (_GAP if bodies else 0)


def _staged(
    canvas: Image.Image, bodies: Sequence[Piece], room: Box, beneath: int, taken: tuple[Box, Box],
    scales: Sequence[Scale], style: Style,
) -> int:  # fmt: skip
    """Cards in the middle of the whole width, stock and pot at their right, a bet at their left; all between the words
    in the corners if they are narrow enough, otherwise below them."""
    cards = [piece for piece in bodies if isinstance(piece, CardRow | Arrow)]
    left = next((piece for piece in bodies if isinstance(piece, Pot) and piece.left), None)
    aside = [piece for piece in bodies if not isinstance(piece, CardRow | Arrow) and piece != left]
    if not cards or not aside:
        room, scales = _between_words(bodies, room, beneath, taken, scales)
        return _inline(canvas, bodies, room, beneath, scales, style)
    best = None
    for scale in scales:
        best = _stage(cards, aside, left, room, beneath, taken, scale)
        if best.fits:
            break
    assert best is not None
    _line_up(canvas, cards, best.cards, best.scale, style)
    if left:
        _piece(canvas, left, best.left, best.scale, style)
    x, y = best.aside.x, best.aside.y
    for piece in aside:
        w, h = _size(piece, best.scale, room.w)
        if best.stacked:
            _piece(canvas, piece, Box(best.aside.middle[0] - w // 2, y, w, h), best.scale, style)
            y += h + _GAP
        else:
            _piece(canvas, piece, Box(x, best.aside.bottom - h, w, h), best.scale, style)
            x += w + _GAP
    return best.cards.bottom + _GAP


def _between_words(
    bodies: Sequence[Piece], room: Box, beneath: int, taken: tuple[Box, Box], scales: Sequence[Scale]
) -> tuple[Box, Sequence[Scale]]:
    """The room without the words in the corners, and the scales that fit it: beside them if a small step to the right
    is enough, otherwise below them."""
    title, corner = taken
    low = max(title.bottom, corner.bottom) + 6 - room.y
    for n, scale in enumerate(scales):
        width, height = _together(bodies, scale, room.w)
        x = room.x + (room.w - width) // 2
        aside = max(0, title.right + 17 - x)
        beside = bool(bodies) and aside < _ASIDE and x + aside + width < corner.x - 16
        top = 0 if beside else low
        if width <= room.w and top + height + beneath <= room.h:
            return room._replace(x=room.x + aside * beside, y=room.y + top, h=room.h - top), scales[n:]
    return room._replace(y=room.y + low, h=room.h - low), scales


class _Stage(NamedTuple):
    scale: Scale
    cards: Box
    left: Box
    aside: Box
    stacked: bool
    fits: bool


def _stage(
    cards: Sequence[Piece], aside: Sequence[Piece], left: Pot | None, room: Box, beneath: int,
    taken: tuple[Box, Box], scale: Scale,
) -> _Stage:  # fmt: skip
    title, corner = taken
    high = room.h - beneath
    sizes = [_size(piece, scale, room.w) for piece in aside]
    below_corner = corner.bottom + 8 if corner.w else room.y
    tower = sum(h for _, h in sizes) + _GAP * (len(sizes) - 1)
    stacked = tower <= room.y + high - below_corner
    aside_w = max(w for w, _ in sizes) if stacked else sum(w for w, _ in sizes) + _GAP * (len(sizes) - 1)
    aside_h = tower if stacked else max(h for _, h in sizes)
    width, height = _together(cards, scale, room.w)
    left_w, left_h = _size(left, scale, room.w) if left else (0, 0)
    least = room.x + (left_w + 24 if left else 0)
    limit = room.right - aside_w - 24 - width
    beside = title.right + 16
    x = min(max(room.x + (room.w - width) // 2, least), limit)
    if x < beside <= limit and beside - x < _ASIDE:
        x = beside
    clear = not corner.w or x + width < corner.x - 16
    top = max(room.y, 0 if x >= beside else title.bottom + 6, 0 if clear else corner.bottom + 6)
    spare = room.y + high - top - height
    y = top + max(0, min(spare // 2, 40))
    below_title = title.bottom + 8
    left_y = max(below_title, y + (height - left_h) // 2)
    aside_y = max(below_corner, min(y + (height - aside_h) // 2, room.y + high - aside_h))
    return _Stage(
        scale, Box(x, y, width, height), Box(room.x, left_y, left_w, left_h),
        Box(room.right - aside_w, aside_y, aside_w, aside_h), stacked,
        x >= least and spare >= 0
        and below_corner + aside_h <= room.y + high and (not left or below_title + left_h <= room.y + high),
    )  # fmt: skip


def _together(pieces: Sequence[Piece], scale: Scale, room: int) -> tuple[int, int]:
    """Width and height of pieces side by side."""
    sizes = [_size(piece, scale, room) for piece in pieces]
    below = [_overhang(piece, scale) for piece in pieces]
    height = max((h - o for (_, h), o in zip(sizes, below, strict=True)), default=0) + max(below, default=0)
    return sum(w for w, _ in sizes) + scale.apart * max(0, len(sizes) - 1), height


def _fits(pieces: Sequence[Piece], scale: Scale, w: int, h: int) -> bool:
    width, height = _together(pieces, scale, w)
    return width <= w and height <= h


def _line_up(canvas: Image.Image, pieces: Sequence[Piece], box: Box, scale: Scale, style: Style) -> None:
    """Side by side in the middle of a box; rows of cards stand on one line."""
    width, height = _together(pieces, scale, box.w)
    x = box.x + (box.w - width) // 2
    foot = max((_overhang(piece, scale) for piece in pieces), default=0)
    for piece in pieces:
        w, h = _size(piece, scale, box.w)
        y = box.y + (height - h) // 2
        if isinstance(piece, CardRow):
            y = box.y + height - foot - (h - _overhang(piece, scale))
        _piece(canvas, piece, Box(x, y, w, h), scale, style)
        x += w + scale.apart


# ---- words beneath -------------------------------------------------------------------------------


def _below_height(piece: Piece | LastMove, room: int) -> int:
    if isinstance(piece, LastMove):
        return felt_panels.LINE_HEIGHT
    if isinstance(piece, Ranks):
        return rank_strip.HEIGHT
    if isinstance(piece, Lines):
        return FOOT_LINE * (len(piece.lines) + bool(piece.label))
    return (
        line_height(_NOTE) if not isinstance(piece, Note) or fits(piece.text, _NOTE, room, weight=700) else 2 * _LABEL
    )


def _below(canvas: Image.Image, piece: Piece, box: Box) -> None:
    if isinstance(piece, Ranks):
        rank_strip.draw(canvas, piece, box)
    elif isinstance(piece, Lines):
        _lines(canvas, piece, box)
    elif isinstance(piece, Note):
        _note(canvas, piece.text, box)


def _note(canvas: Image.Image, text: str, box: Box) -> None:
    """One line, or two smaller ones."""
    if box.h <= line_height(_NOTE):
        paste_label(canvas, label(text, _NOTE, WHITE, weight=700, room=box.w), *box.middle, 0.5)
        return
    for n, line in enumerate(wrapped(text, LINE, box.w, 2, weight=700)):
        words = label(line, LINE, WHITE, weight=700, room=box.w)
        paste_label(canvas, words, box.middle[0], box.y + _LABEL // 2 + n * _LABEL, 0.5)


def _lines(canvas: Image.Image, piece: Lines, box: Box) -> None:
    y = box.y + FOOT_LINE // 2
    for n, text in enumerate((*((piece.label,) if piece.label else ()), *piece.lines)):
        words = label(text, LINE, GOLD_TEXT if piece.label and not n else _INK, room=box.w)
        paste_label(canvas, words, box.x + box.w // 2, y, 0.5)
        y += FOOT_LINE


# ---- bodies --------------------------------------------------------------------------------------


def _size(piece: Piece, scale: Scale, room: int) -> tuple[int, int]:
    """A piece's width and height, drawn in this scale."""
    if isinstance(piece, CardRow):
        cards = _row_boxes(piece, scale, room)
        wide, high = max(box.right for box in cards), max(box.bottom for box in cards) + _overhang(piece, scale)
        if piece.total:
            return wide + _BESIDE_ROW + _beside_row(piece), high
        if not piece.label:
            return wide, high
        return max(wide, _row_label(piece).width), high + _LABEL
    if isinstance(piece, Stock):
        width = _pile_width(piece, scale)
        words = label(_stock_text(piece), LINE, _INK).width
        return max(width + 9 + (_GAUGE + 10 if piece.of else 0), words), card_height(width) + 9 + _LABEL
    if isinstance(piece, Pot):
        digits = label(chips.worth(piece.amount, pennies=piece.pennies), _POT_DIGITS, weight=800)
        words = label(piece.label, LINE, room=_POT_LABEL)
        piles = _chips(piece, scale.chip)
        return max(digits.width, words.width, piles.size[0] if piles else 0), _pot_height(piece, scale.chip)
    if isinstance(piece, Arrow):
        arrow = arrow_sprite(piece.direction)
        return max(arrow.size[0], label(piece.text, LINE).width), arrow.size[1] + (_LABEL + 8 if piece.text else 0)
    return 0, 0


def _piece(canvas: Image.Image, piece: Piece, box: Box, scale: Scale, style: Style) -> None:
    if isinstance(piece, CardRow):
        _row(canvas, piece, box, scale, style)
    elif isinstance(piece, Stock):
        _stock(canvas, piece, box, scale, style)
    elif isinstance(piece, Pot):
        _pot(canvas, piece, box, scale.chip)
    elif isinstance(piece, Arrow):
        _arrow(canvas, piece, box)


def _places(row: CardRow) -> int:
    return max(len(row.cards) + (row.gap is not None), row.slots, 1)


def _row_boxes(row: CardRow, scale: Scale, room: int) -> list[Box]:
    """Where each place of a row is, from its own upper left corner. The hero stands in the middle of its neighbours'
    height, a little lower than they."""
    count = _places(row)
    if row.hero is not None:
        high, x, boxes = card_height(scale.hero), 0, []
        for i in range(count):
            width = scale.hero if i == row.hero else scale.beside
            y = (high - card_height(width)) // 2
            boxes.append(Box(x, y, width, card_height(width)))
            x += width + _BETWEEN_HERO
        return boxes
    width, free = scale.card, scale.card + _GAP
    apart = free if row.apart or not scale.overlap else step(count, width, room, free / width)
    return [Box(i * apart, 0, width, card_height(width)) for i in range(count)]


def _row_label(row: CardRow) -> Label:
    return label(row.label, LINE, WHITE, weight=700)


def _stamp_of(row: CardRow, scale: Scale) -> Sprite | None:
    """The plaque across a row's lower edge; beside a total it is none."""
    if row.stamp is None or row.total:
        return None
    width = scale.card if row.hero is None else scale.hero
    return stamp(row.stamp, min(MOMENT, round(width * 0.42)), tilted=True)


def _overhang(piece: Piece, scale: Scale) -> int:
    """How far a stamp reaches below the lower edge of its card."""
    plaque = _stamp_of(piece, scale) if isinstance(piece, CardRow) else None
    return round(plaque.size[1] * _STRADDLE) if plaque else 0


def _told_beside(row: CardRow) -> tuple[Label, list[Sprite]]:
    """What stands at the right of a row that has a total: its label, below that the total and the stamp."""
    below = [pill(row.total, _ROW_TEXT), *([stamp(row.stamp, ON_HAND, tilted=False)] if row.stamp else [])]
    return label(row.label, _ROW_TEXT, WHITE, weight=700), below


def _beside_row(row: CardRow) -> int:
    words, below = _told_beside(row)
    return max(words.width, sum(part.size[0] for part in below) + _GAP * (len(below) - 1))


def _draw_beside(canvas: Image.Image, row: CardRow, x: int, middle: int) -> None:
    words, below = _told_beside(row)
    high = max(part.size[1] for part in below)
    y = middle - (words.height + _GAP + high) // 2
    words.paste(canvas, x, y)
    for part in below:
        part.stamp(canvas, x, y + words.height + _GAP + (high - part.size[1]) // 2)
        x += part.size[0] + _GAP


def _row(canvas: Image.Image, row: CardRow, box: Box, scale: Scale, style: Style) -> None:
    y = box.y
    if row.label and not row.total:
        paste_label(canvas, _row_label(row), box.x + box.w // 2, y + _LABEL // 2 - 3, 0.5)
        y += _LABEL
    lain = _row_boxes(row, scale, box.w)
    spare = 0 if row.total else max(0, box.w - max(each.right for each in lain))
    x = box.x + spare // 2
    boxes = [Box(each.x + x, each.y + y, each.w, each.h) for each in lain]
    if row.total:
        _draw_beside(canvas, row, boxes[-1].right + _BESIDE_ROW, boxes[-1].middle[1])
    _lay_cards(canvas, row, boxes, style)
    plaque = _stamp_of(row, scale)
    if plaque:
        under = boxes[row.hero] if row.hero is not None else boxes[len(boxes) // 2]
        x = under.middle[0] if row.hero is not None else (boxes[0].x + boxes[-1].right) // 2
        plaque.stamp(canvas, x - plaque.size[0] // 2, under.bottom - round(plaque.size[1] * (1 - _STRADDLE)))


def _lay_cards(canvas: Image.Image, row: CardRow, boxes: Sequence[Box], style: Style) -> None:
    """The cards of a row, its hero last, and outlines of places where none lies."""
    cards: list[Card | None] = list(row.cards)
    if row.gap is not None:
        cards.insert(row.gap, None)
    lying = [i for i in range(len(cards)) if i != row.gap]
    for i, each in enumerate(boxes):
        # An empty place is an outline, never on or below a card.
        if i not in lying and not any(each.meets(boxes[other]) for other in lying):
            sprites.slot(each.w).stamp(canvas, each.x, each.y)
    for i in sorted(lying, key=lambda i: i == row.hero):
        card, each = cards[i], boxes[i]
        dim = i in row.dimmed
        made = sprites.back(each.w, dim=dim) if card is None else sprites.card(card, each.w, style, dim=dim)
        made.stamp(canvas, each.x, each.y)
        if i in row.highlight or i in row.struck:
            sprites.frame(each.w, crimson=i in row.struck).stamp(canvas, each.x, each.y)


def _stock_text(stock: Stock) -> str:
    return f"{stock.label} {stock.count}".strip()


def _pile_width(stock: Stock, scale: Scale) -> int:
    """A pile is told in words; only a face on top must be read, and what is drawn from is large."""
    if stock.large:
        return scale.card
    return scale.stock if stock.top is None else min(104, max(88, scale.stock))


def _stock(canvas: Image.Image, stock: Stock, box: Box, scale: Scale, style: Style) -> None:
    width = _pile_width(stock, scale)
    x = box.x + (box.w - width - (_GAUGE + 10 if stock.of else 0)) // 2
    layers = min(3, max(0, stock.count - 1) // 8 + (stock.count > 1))
    if stock.count == 0:
        sprites.slot(width).stamp(canvas, x, box.y)
    else:
        sprites.back_pile(width, layers).stamp(canvas, x, box.y)
        if stock.top is not None:
            sprites.card(stock.top, width, style).stamp(canvas, x, box.y)
    if stock.of:
        _gauge(canvas, stock, Box(x + width + 14, box.y, _GAUGE, card_height(width)))
    paste_label(canvas, label(_stock_text(stock), LINE, _INK), box.middle[0], box.bottom - _LABEL // 2 + 2, 0.5)


def _gauge(canvas: Image.Image, stock: Stock, box: Box) -> None:
    """How full a shoe is, and a red line where its marker lies."""
    pen = ImageDraw.Draw(canvas)
    pen.rounded_rectangle((box.x, box.y, box.right, box.bottom), 5, _GAUGE_EMPTY)
    full = box.bottom - box.h * min(stock.count, stock.of) // stock.of
    if full < box.bottom:
        pen.rounded_rectangle((box.x, full, box.right, box.bottom), 5, rgb(GOLD))
    if stock.marker:
        line = box.bottom - box.h * stock.marker // stock.of
        pen.rectangle((box.x - 4, line - 2, box.right + 4, line + 2), _MARKER)


def _pot_height(pot: Pot, chip: int) -> int:
    piles = _chips(pot, chip)
    change = _change(pot).size[1] + 4 if pot.change else 0
    return (piles.size[1] + 6 if piles else 0) + line_height(_POT_DIGITS) + _LABEL - 8 + change


def _chips(pot: Pot, chip: int) -> Sprite | None:
    return sprites.chip_stack(pot.amount, chip, pennies=pot.pennies) if chip and pot.amount >= YELLOW else None


def _change(pot: Pot) -> Sprite:
    return stamp(Stamp(pot.change, "slate"), _POT_CHANGE, tilted=False)


def _pot(canvas: Image.Image, pot: Pot, box: Box, chip: int) -> None:
    middle, y = box.x + box.w // 2, box.y
    piles = _chips(pot, chip)
    if piles:
        piles.stamp(canvas, middle - piles.size[0] // 2, y)
        y += piles.size[1] + 6
    paste_label(canvas, label(pot.label, LINE, _INK, room=_POT_LABEL), middle, y + _LABEL // 2 - 2, 0.5)
    digits = label(chips.worth(pot.amount, pennies=pot.pennies), _POT_DIGITS, GOLD_TEXT, weight=800)
    paste_label(canvas, digits, middle, y + _LABEL - 8 + digits.height // 2, 0.5)
    if pot.change:
        change = _change(pot)
        change.stamp(canvas, middle - change.size[0] // 2, box.bottom - change.size[1])


def _arrow(canvas: Image.Image, piece: Arrow, box: Box) -> None:
    arrow = arrow_sprite(piece.direction)
    middle = box.x + box.w // 2
    arrow.stamp(canvas, middle - arrow.size[0] // 2, box.y)
    if piece.text:
        words = label(piece.text, LINE, WHITE, weight=700)
        paste_label(canvas, words, middle, box.y + arrow.size[1] + 8 + _LABEL // 2, 0.5)


_ARROW = ((-110, -24), (24, -24), (24, -62), (110, 0), (24, 62), (24, 24), (-110, 24))


@cached_sprite
def arrow_sprite(direction: Direction) -> Sprite:
    """A broad golden arrow; for `hold` a bar, since nothing goes anywhere."""
    w, h = (260, 150) if direction in ("left", "right") else (150, 260) if direction == "across" else (260, 80)
    pen = Pen(w, h, 1, mode="RGBA", paper=(0, 0, 0, 0))
    turn = {"right": 0, "left": 180, "across": -90, "hold": 0}[direction]
    for dy, colour in ((6, (0, 12, 6, 90)), (0, GOLD)):
        turned = pen.at(w / 2, h / 2 + dy, turn=turn)
        if direction == "hold":
            turned.box(-110, -24, 110, 24, 24, colour)
        elif dy:
            turned.fill(_ARROW, colour)
        else:
            turned.shape(_ARROW, colour, GOLD_LIGHT, 4)
    return Sprite(pen.result())
