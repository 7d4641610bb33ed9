"""How a deal or a match ended: a row for each player with their cards as they lay, what they came to, and what it won
or lost."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from card_art.deck import sprites, tabs
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, PRINT, ROW_NAME, TITLE
from card_art.ink.text import Colour, label, visible_name
from card_art.scene.results import ResultHand, ResultRow, Results
from card_art.scene.style import Cloth, Style
from card_art.sheets.result_rows import (
    SIDE,
    Arrangement,
    HandPlace,
    RowPlace,
    Sizes,
    arranged,
    beneath,
    board_size,
    lying,
    strip,
)
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import HEIGHT, WIDTH, Box
from card_art.tables.plates import Plaque, Tag, badge, blank_plate, headline, paste_label, pill, tag, written
from card_art.tables.stamps import stamp

_BESIDE_BOARD = 380
"""Width of the words on the left above a board."""
_BANNER = 690
_TITLE_LINE = 58
_WHITE: Colour = (255, 255, 255)
_SOFT: Colour = (205, 226, 215)
_GOLD: Colour = (255, 226, 148)


def results(outcome: Results) -> bytes:
    """The picture of a result, PNG, 1100 wide and as high as its rows."""
    return encode(compose(outcome), outcome.style.cloth)


def compose(outcome: Results) -> Image.Image:
    """The picture of a result as an RGB image."""
    in_strip = strip(outcome)
    if len(outcome.boards) == 1 and not in_strip:
        return _alone(outcome)
    at = arrangement(outcome)
    canvas = felt(WIDTH, at.height, outcome.style.cloth, signs=False)
    _draw(canvas, outcome, at)
    if in_strip:
        outcome.boards[0][1].draw(canvas, outcome.style)
        return canvas
    return _with_boards(canvas, outcome) if outcome.boards else canvas


def _with_boards(rows: Image.Image, outcome: Results) -> Image.Image:
    """The rows, and below them the boards, two or three in a line."""
    across, w, h, lines = board_size(len(outcome.boards))
    plain = rows.getpixel((WIDTH // 2, rows.height - RAIL - 5))
    canvas = Image.new("RGB", (WIDTH, rows.height + h * lines), plain)  # type: ignore[arg-type]  # RGB
    canvas.paste(rows)
    left = (WIDTH - w * min(across, len(outcome.boards))) // 2
    for n, (name, board) in enumerate(outcome.boards):
        small = felt(WIDTH, HEIGHT, outcome.style.cloth, signs=False)
        label(name, TITLE + 6, _WHITE, weight=800, room=_BESIDE_BOARD, name=True).paste(small, SIDE + 4, RAIL + 10)
        board.draw(small, outcome.style)
        at = (left + n % across * w, rows.height + n // across * h)
        canvas.paste(small.resize((w, h), Image.Resampling.BOX), at)
    return canvas


def arrangement(outcome: Results) -> Arrangement:
    """The rectangles of a result."""
    banner = _banner(outcome)
    return arranged(outcome, banner.size[0] if banner else 0)


def _banner(outcome: Results) -> Plaque | None:
    gold = any(row.winner for row in outcome.rows)
    return pill(outcome.banner, 31, _BANNER, gold=gold) if outcome.banner else None


def _alone(outcome: Results) -> Image.Image:
    """The only board, as it lies at the end, and what has become of it; the rest it says itself."""
    ((name, board),) = outcome.boards
    canvas = felt(WIDTH, board.height or HEIGHT, outcome.style.cloth, signs=False)
    if board.in_line:
        room = WIDTH - 2 * SIDE - 4
        if banner := _banner(outcome):
            banner.stamp(canvas, WIDTH - SIDE - banner.size[0], RAIL + 14)
            room -= banner.size[0] + 20
        headline(canvas, outcome.title, outcome.subtitle, SIDE, RAIL + 6, room)
        board.draw(canvas, outcome.style)
        return canvas
    label(outcome.title, TITLE, _WHITE, weight=800, room=_BESIDE_BOARD).paste(canvas, SIDE + 4, RAIL + 2)
    words = label(name, LINE + 3, _WHITE, weight=700, room=_BESIDE_BOARD - 180, name=True)
    paste_label(canvas, words, SIDE + 4, 100)
    for row in outcome.rows:
        if row.stamp:
            stamp(row.stamp, 32, tilted=False).stamp(canvas, SIDE + 4 + words.width + 20, 80)
    board.draw(canvas, outcome.style)
    return canvas


def _draw(canvas: Image.Image, outcome: Results, at: Arrangement) -> None:
    room = WIDTH - 2 * SIDE - 12
    if banner := _banner(outcome):
        banner.stamp(canvas, WIDTH - SIDE - banner.size[0], _TITLE_LINE - banner.size[1] // 2)
        room -= banner.size[0] + 20
    paste_label(canvas, label(outcome.title, 40, _WHITE, weight=800, room=room), SIDE + 6, _TITLE_LINE - 2)
    if outcome.subtitle:
        words = label(outcome.subtitle, LINE, _SOFT, room=at.subtitle.w)
        paste_label(canvas, words, at.subtitle.x, at.subtitle.middle[1])
    for n, (heading, x) in enumerate(zip(outcome.headings, at.headings, strict=False)):
        if heading:
            words = label(heading, PRINT + 1, _SOFT)
            paste_label(canvas, words, x, at.rows[0].row.y - 20, 0.5 if n % 2 else 0.0)
    for n, (row, place) in enumerate(zip(outcome.rows, at.rows, strict=True)):
        _row(canvas, outcome, row, n if row.number is None else row.number, place, at)
    note = label(outcome.note, PRINT + 1, _SOFT, room=WIDTH // 2)
    if outcome.note:
        paste_label(canvas, note, WIDTH - SIDE - 18, at.foot, 1.0)
    if outcome.out:
        room = WIDTH - 2 * SIDE - 44 - (note.width + 30 if outcome.note else 0)
        paste_label(canvas, label(outcome.out, LINE + 1, _WHITE, room=room), SIDE + 22, at.foot)


def _row(canvas: Image.Image, outcome: Results, row: ResultRow, number: int, place: RowPlace, at: Arrangement) -> None:
    box, sizes = place.row, Sizes(place.row.h)
    blank_plate(box.w, box.h, row.winner, False).stamp(canvas, box.x, box.y)
    ink, middle = _GOLD if row.winner else _WHITE, box.middle[1]
    if row.place:
        words = label(row.place, 34, ink, weight=800, room=place.place.w)
        paste_label(canvas, words, place.place.middle[0], middle, 0.5)
    _name(canvas, row, number, place, sizes, outcome.style.cloth)
    for hand, where in zip(row.hands, place.hands, strict=True):
        _cards(canvas, outcome.style, hand, where.cards, where.step, sizes)
        word = beneath(row, hand, sizes)
        _facts(canvas, hand, word, where, ink if len(row.hands) == 1 else _WHITE, centred=bool(at.headings))
    _told(canvas, row, place.told, ink, sizes)
    if row.stamp:
        plaque = stamp(row.stamp, sizes.stamp, tilted=False)
        plaque.stamp(canvas, place.stamp.x, middle - plaque.size[1] // 2)
    _change(canvas, row if at.sums or not row.change else replace(row, total=""), place.change, ink, sizes)


def _name(canvas: Image.Image, row: ResultRow, number: int, place: RowPlace, sizes: Sizes, cloth: Cloth) -> None:
    box, middle = place.name, place.row.middle[1]
    if row.quiet:
        paste_label(canvas, label(row.name, ROW_NAME + 2, _SOFT, weight=700, room=box.w, name=True), box.x, middle)
        return
    name = visible_name(row.name, f"Seat {number + 1}")
    image, mask = badge(name, number, place.badge.w, cloth, row.face)
    canvas.paste(image, (place.badge.x, place.badge.y), mask)
    ink = _GOLD if row.winner else _WHITE
    if sizes.low:
        tags = _tags(row, box.w - 80)
        room = box.w - sum(sprite.size[0] + 8 for sprite in tags)
        words = label(name, ROW_NAME, ink, weight=700, room=room, name=True)
        x, y = box.x + words.width + 12, middle
    else:
        tags = _tags(row, box.w)
        words = label(name, ROW_NAME, ink, weight=700, room=box.w, name=True)
        x, y = box.x, middle + 21
    paste_label(canvas, words, box.x, middle - (19 if tags and not sizes.low else 0))
    for sprite in tags:
        sprite.stamp(canvas, x, y - sprite.size[1] // 2)
        x += sprite.size[0] + 8


def _tags(row: ResultRow, room: int) -> list[Tag]:
    """As many as there is room for, the most important first."""
    kept: list[Tag] = []
    for word in written(row.tags, row.face):
        sprite = tag(word, max(90, room), size=PRINT)
        room -= sprite.size[0] + 8
        if room + 8 < 0:
            break
        kept.append(sprite)
    return kept


def _cards(canvas: Image.Image, style: Style, hand: ResultHand, box: Box, step: int, sizes: Sizes) -> None:
    if hand.sideways and not sizes.low:
        for card in hand.cards:
            high = lying(sizes)
            piece = sprites.card(card, high, style, sideways=True)
            piece = piece.dimmed() if hand.dim else piece
            piece.stamp(canvas, box.x, box.y + (box.h - high) // 2)
        return
    for i, card in enumerate(hand.cards):
        piece = tabs.tab(card, sizes.tab, step, style, dim=hand.dim, wild=i in hand.wild)
        piece.stamp(canvas, box.x + i * step, box.y + 6)


def _facts(canvas: Image.Image, hand: ResultHand, word: str, place: HandPlace, ink: Colour, *, centred: bool) -> None:
    """The total, and beneath it (in a low row beside it) a stamp or a word."""
    box, sizes = place.facts, Sizes(place.facts.h)
    middle, align = box.middle[1], 0.5 if centred and not sizes.low else 0.0
    x = box.middle[0] if align else box.x
    words = label(hand.total, sizes.total, ink, weight=800, room=max(30, box.w)) if hand.total else None
    more = hand.stamp is not None or word
    if words:
        lift = round(box.h * 0.21) if more and not sizes.low else 0
        paste_label(canvas, words, x, middle - lift, align)
        if sizes.low:
            x += words.width + 12
    y = middle + (round(box.h * 0.23) if words and not sizes.low else 0)
    if hand.stamp:
        plaque = stamp(hand.stamp, sizes.stamp, tilted=False)
        plaque.stamp(canvas, x - round(plaque.size[0] * align), y - plaque.size[1] // 2)
    elif word:
        room = box.right - x if sizes.low else box.w + 44
        paste_label(canvas, label(word, PRINT, _SOFT, room=max(40, room)), x, y, align)


def _told(canvas: Image.Image, row: ResultRow, box: Box, ink: Colour, sizes: Sizes) -> None:
    if not row.told:
        return
    first, second = (*row.told, "")[:2]
    middle = box.middle[1]
    words = label(first, ROW_NAME, ink, weight=700, room=max(40, box.w))
    if not first:
        paste_label(canvas, label(second, PRINT + 2, _SOFT, room=max(40, box.w)), box.x, middle)
        return
    if not second:
        paste_label(canvas, words, box.x, middle)
        return
    if sizes.low:
        paste_label(canvas, words, box.x, middle)
        left = box.x + words.width + 12
        if box.right - left > 60:
            paste_label(canvas, label(second, PRINT + 1, _SOFT, room=box.right - left), left, middle)
        return
    paste_label(canvas, words, box.x, middle - round(box.h * 0.19))
    paste_label(canvas, label(second, PRINT + 1, _SOFT, room=max(40, box.w)), box.x, middle + round(box.h * 0.2))


def _change(canvas: Image.Image, row: ResultRow, box: Box, ink: Colour, sizes: Sizes) -> None:
    """The deal's result, above the current total."""
    right, middle = box.right, box.middle[1]
    if not row.change:
        paste_label(canvas, label(row.total, ROW_NAME, ink, weight=700), right, middle, 1.0)
        return
    gold = row.winner and not row.change.startswith("−")
    change = label(row.change, sizes.change, _GOLD if gold else _WHITE, weight=800)
    total = label(row.total, PRINT + 1, _SOFT)
    if sizes.low:
        paste_label(canvas, total, right, middle, 1.0)
        paste_label(canvas, change, right - (total.width + 12 if row.total else 0), middle, 1.0)
        return
    if not row.total:
        paste_label(canvas, change, right, middle, 1.0)
        return
    paste_label(canvas, change, right, middle - round(box.h * 0.19), 1.0)
    paste_label(canvas, total, right, middle + round(box.h * 0.22), 1.0)
