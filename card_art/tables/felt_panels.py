"""Panels on the free felt: who has moved last, the score, the last trick. Each is drawn into the room there is, with
less of it where that is small, and not at all where it is too small.

What goes first: what is still out, the last trick, the words of the last move (its card stays), the bars of a score
(its numbers stay).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.card_faces import INDEX_SHARE
from card_art.deck.sprites import Sprite, card_height
from card_art.ink.palette import GOLD, rgb
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, Label, fits, label, wrapped
from card_art.scene.felt import Fact, FeltPanel, LastMove, LastTrick, Letters, Race
from card_art.scene.people import Person
from card_art.scene.style import Style
from card_art.tables.layout import WIDTH, Box
from card_art.tables.plates import GOLD_TEXT, badge, badge_colour, field, paste_label

LEAST = 31
"""The smallest text: 11 px where the picture is shown 390 wide."""
BOLD, NUMBER = 34, 48
_LINE, _SOFT_LINE = 40, 38
_PAD, _GAP, _RIM = 16, 12, 8
_FACE = 64
_RUNNER, _SMALL_FACE = 60, 46
_TABS = ((92, 92), (76, 84), (64, 76))
"""Widths of cards, and how much of their height is seen."""
_ARROW = 56
_BAR = 16
_TILE, _TILE_GAP = 50, 6
_TAKEN, _TAKEN_EDGE, _OPEN, _OPEN_EDGE = "#b0182f", "#f6dcd8", (4, 20, 34, 150), (160, 190, 205, 130)
_ASIDE = 80
"""A rectangle whose middle is further from that of the picture belongs to a side, and panels to its outer end."""
_CONDENSED = 1.13
"""Words that are this much wider than their room are rather set closer than broken."""
LINE_HEIGHT = _SMALL_FACE + 6
"""Of a last move in one line."""
_NARROWEST, _FILLED = 120, 90
"""No panel is narrower within its margins; one that leaves less than this of its room is drawn as wide as that."""

Draw = Callable[[Image.Image, Box, Style], None]


class _Made(NamedTuple):
    """A panel as it is drawn in a certain room: its size within its margins, and how to draw it there."""

    w: int
    h: int
    draw: Draw


class Placed(NamedTuple):
    """A panel on the felt."""

    panel: FeltPanel
    place: str
    """In which of the free places."""
    box: Box
    made: _Made


def draw(canvas: Image.Image, placed: Sequence[Placed], style: Style) -> None:
    """Draw panels where they are placed."""
    for each in placed:
        box = each.box
        field(box.w, box.h).stamp(canvas, box.x, box.y)
        each.made.draw(canvas, Box(box.x + _PAD, box.y + _RIM, box.w - 2 * _PAD, box.h - 2 * _RIM), style)


def place(panels: Sequence[FeltPanel], free: Mapping[str, Box]) -> tuple[Placed, ...]:
    """Put each panel into the free place that suits it and has room for most of it, the first panel first. Others may
    lie below it in the same place; what finds no room is left out."""
    return _placed(tuple(panels), tuple(free.items()))


@lru_cache(maxsize=512)
def _placed(panels: tuple[FeltPanel, ...], free: tuple[tuple[str, Box], ...]) -> tuple[Placed, ...]:
    rooms, found = dict(free), list[Placed]()
    for panel in panels:
        liked = _LIKED.get(type(panel), ())
        names = sorted(rooms, key=lambda name: liked.index(name) if name in liked else len(liked))
        fitting = ((name, made) for make in _variants(panel) for name in names if (made := _in(rooms[name], make)))
        name, made = next(fitting, ("", None))
        if made is None:
            continue
        room = rooms[name]
        wide = room.w if room.w - made.w < _FILLED else made.w + 2 * _PAD
        spare = room.w - wide
        right = room.middle[0] > WIDTH // 2
        x = room.x + (spare // 2 if abs(room.middle[0] - WIDTH // 2) < _ASIDE else spare * right)
        box = Box(x, room.y, wide, made.h + 2 * _RIM)
        found.append(Placed(panel, name, box, made))
        rooms[name] = room._replace(y=box.bottom + _GAP, h=room.bottom - box.bottom - _GAP)
    return tuple(found)


_LIKED: Mapping[type, tuple[str, ...]] = {
    LastMove: ("under right", "lower right", "left"),
    Race: ("right",),
    LastTrick: ("upper right", "left"),
    Letters: ("under left", "under right", "lower left"),
    Fact: ("under left", "lower left", "lower right", "left"),
}
"""Of the places by name (`Layout.free`) those that suit each kind best."""


def _in(room: Box, make: Callable[[int], _Made | None]) -> _Made | None:
    """A panel in one of its forms, if the room holds it."""
    w, h = room.w - 2 * _PAD, room.h - 2 * _RIM
    made = make(w) if w >= _NARROWEST and h >= _SOFT_LINE else None
    return made if made is not None and made.w <= w and made.h <= h else None


def _variants(panel: FeltPanel) -> Iterator[Callable[[int], _Made | None]]:
    """The forms of a panel, the one that says most first: each makes it for a width."""
    match panel:
        case LastMove():
            yield partial(_move_tower, panel)
            yield partial(_move_wide, panel, True)
            yield partial(_move_wide, panel, False)
            yield partial(_move_line, panel, True)
            yield partial(_move_line, panel, False)
            if panel.cards or panel.onto:
                yield partial(_move_wide, replace(panel, cards=(), onto=()), False)
            if panel.before:
                yield from _variants(replace(panel, before="", onto=()))
                return
            if panel.cards:
                yield partial(_move_cards, panel)
        case Race():
            yield partial(_race, panel, True)
            yield partial(_race, panel, False)
        case Letters():
            yield partial(_letters, panel)
        case LastTrick():
            yield partial(_trick, panel)
        case Fact():
            for lines in range(len(panel.more), -1, -1):
                yield partial(_fact, replace(panel, more=panel.more[:lines]), True)
                yield partial(_fact, replace(panel, more=panel.more[:lines]), False)


# ---- the last move -------------------------------------------------------------------------------


class _Text(NamedTuple):
    """Lines of words, each with how high it is."""

    lines: tuple[tuple[Label, int], ...]

    @property
    def w(self) -> int:
        return max((words.width for words, _ in self.lines), default=0)

    @property
    def h(self) -> int:
        return sum(high for _, high in self.lines)

    def paste(self, canvas: Image.Image, x: int, y: int) -> None:
        for words, high in self.lines:
            paste_label(canvas, words, x, y + high // 2)
            y += high


def _words(parts: Sequence[tuple[str, bool]], room: int, most: int) -> _Text | None:
    """Each of these in as few lines as can be, bold or not; None if all are more lines than `most`."""
    found = list[tuple[Label, int]]()
    for text, bold in parts:
        size, colour, weight = (BOLD, WHITE, 700) if bold else (LEAST, SOFT, 600)
        lines = (
            wrapped(text, size, round(room * _CONDENSED), most - len(found), weight=weight) if len(found) < most else ()
        )
        for line in lines:
            if not fits(line, size, room, weight=weight):
                return None
            made = label(line, size, colour, weight=weight, room=room)
            found.append((made, _LINE if bold else _SOFT_LINE))
    return _Text(tuple(found))


def _told(move: LastMove, room: int, *, named: bool = True) -> _Text | None:
    """The name, and below it what they did."""
    name = label(move.by.name, LEAST, SOFT, room=room, name=True)
    parts = [(f"{move.before},", True), (move.said, False)] if move.before else [(move.said, True)]
    said = _words(parts, room, 4) if move.said else _Text(())
    return said and _Text((*(((name, _SOFT_LINE),) if named else ()), *said.lines))


def _move_tower(move: LastMove, w: int) -> _Made | None:
    """The face beside the words, below them the cards."""
    text = _told(move, w - _FACE - _GAP)
    if text is None:
        return None
    cards = _shown(move, w)
    upper = max(text.h, _FACE)

    def drawn(canvas: Image.Image, box: Box, style: Style) -> None:
        _face(canvas, move.by, box.x, box.y + 4, _FACE, style)
        text.paste(canvas, box.x + _FACE + _GAP, box.y)
        if cards:
            _cards(canvas, move, cards, box.x + (box.w - cards.w) // 2, box.y + upper + 8, style)

    return _Made(max(_FACE + _GAP + text.w, cards.w if cards else 0), upper + (8 + cards.h if cards else 0), drawn)


def _move_wide(move: LastMove, named: bool, w: int) -> _Made | None:
    """All side by side, with the name or without."""
    cards = _shown(move, w // 2)
    beside = cards.w + _GAP if cards else 0
    text = _told(move, w - _FACE - _GAP - beside, named=named)
    if text is None:
        return None
    high = max(text.h, _FACE, cards.h if cards else 0)

    def drawn(canvas: Image.Image, box: Box, style: Style) -> None:
        _face(canvas, move.by, box.x, box.y + (high - _FACE) // 2, _FACE, style)
        text.paste(canvas, box.x + _FACE + _GAP, box.y + (high - text.h) // 2)
        if cards:
            _cards(canvas, move, cards, box.right - cards.w, box.y + (high - cards.h) // 2, style)

    return _Made(_FACE + _GAP + text.w + beside, high, drawn)


def _move_line(move: LastMove, named: bool, w: int) -> _Made | None:
    """All in one line, with the name or without."""
    name = label(move.by.name, LEAST, SOFT, room=170, name=True) if named else None
    left = _SMALL_FACE + _GAP + (name.width + 10 if name else 0)
    said = ", ".join(filter(None, (move.before, move.said)))
    if not fits(said, BOLD, w - left, weight=700):
        return None
    words = label(said, BOLD, WHITE, weight=700, room=w - left)

    def drawn(canvas: Image.Image, box: Box, style: Style) -> None:
        middle = box.y + _SMALL_FACE // 2
        _face(canvas, move.by, box.x, box.y, _SMALL_FACE, style)
        if name:
            paste_label(canvas, name, box.x + _SMALL_FACE + _GAP, middle)
        paste_label(canvas, words, box.x + left, middle)

    return _Made(left + words.width, _SMALL_FACE, drawn)


def draw_line(canvas: Image.Image, move: LastMove, box: Box, style: Style) -> None:
    """The same in the middle of a box, on the bare felt."""
    made = _move_line(move, True, box.w) or _move_line(move, False, box.w)
    if made is None:  # too long for a line: it is cut
        made = _move_line(
            replace(move, before="", said=wrapped(move.said, BOLD, box.w - 280, 2, weight=700)[0]), True, box.w
        )
    if made is not None:
        left = box.x + (box.w - made.w) // 2
        made.draw(canvas, Box(left, box.y + (box.h - made.h) // 2, made.w, made.h), style)


def _move_cards(move: LastMove, w: int) -> _Made | None:
    """The face and the cards, without words."""
    cards = _shown(move, w - _FACE - _GAP)
    if cards is None:
        return None

    def drawn(canvas: Image.Image, box: Box, style: Style) -> None:
        x = box.x + (box.w - _FACE - _GAP - cards.w) // 2
        _face(canvas, move.by, x, box.y + (cards.h - _FACE) // 2, _FACE, style)
        _cards(canvas, move, cards, x + _FACE + _GAP, box.y, style)

    return _Made(_FACE + _GAP + cards.w, cards.h, drawn)


class _Shown(NamedTuple):
    """How the cards of a move lie."""

    card: int
    seen: int
    step: int
    w: int

    @property
    def h(self) -> int:
        return self.seen


def _shown(move: LastMove, room: int) -> _Shown | None:
    """The cards as large as the room has them; None if there are none, or they find no room."""
    count, between = len(move.cards) + len(move.onto), _ARROW if move.onto and move.cards else 0
    if not count:
        return None
    for card, seen in _TABS:
        groups = 2 if between else 1
        least = round(card * INDEX_SHARE)
        closer = count - groups
        step = min(card + 6, (room - between - groups * card) // closer) if closer else card
        if step >= least and groups * card + closer * step + between <= room:
            return _Shown(card, seen, step, groups * card + closer * step + between)
    return None


def _cards(canvas: Image.Image, move: LastMove, lain: _Shown, x: int, y: int, style: Style) -> None:
    for group in filter(None, (move.onto, move.cards)):
        if group is move.cards and move.onto:
            _arrow(_ARROW - 20).stamp(canvas, x + 10, y + lain.seen // 2 - 13)
            x += _ARROW
        for n, card in enumerate(group):
            upper_part(card, lain.card, lain.seen, style).stamp(canvas, x + n * lain.step, y)
        x += lain.step * (len(group) - 1) + lain.card


@cached_sprite
def upper_part(card: Card, width: int, seen: int, style: Style, *, dim: bool = False) -> Sprite:
    """The upper part of a small card."""
    image = Image.new("RGB", (width, min(seen, card_height(width))), "#0f1a16")
    sprites.card(card, width, style, dim=dim).stamp(image, 0, 0)
    return Sprite(image.convert("RGBA"), core=(0, 0, *image.size))


@cached_sprite
def _arrow(w: int) -> Sprite:
    pen = Pen(w, 26, 1, mode="RGBA", paper=(0, 0, 0, 0))
    ink = (*SOFT, 255)
    pen.fill([(0, 10), (w - 16, 10), (w - 16, 1), (w, 13), (w - 16, 25), (w - 16, 16), (0, 16)], ink)
    return Sprite(few_opacities(pen.result(), 8))


def _face(canvas: Image.Image, person: Person, x: int, y: int, size: int, style: Style) -> None:
    disc, mask = badge(person.name, person.number, size, style.cloth, person.face)
    canvas.paste(disc, (x, y), mask)


# ---- the score -----------------------------------------------------------------------------------


def _race(race: Race, bars: bool, w: int) -> _Made | None:
    """A line for each runner; below it their way, or the number alone."""
    heading = label(race.label, LEAST, SOFT, room=w)
    notes = [label(each.note, LEAST, SOFT) for each in race.runners]
    numbers = [label(str(each.score), NUMBER, WHITE, weight=800) for each in race.runners]
    left = _RUNNER + _GAP
    beside = max(
        number.width + (_GAP + 6 + note.width if note.width > 2 else 0)
        for number, note in zip(numbers, notes, strict=True)
    )
    crowded = left + beside > w  # the notes go below the bars, or are left out
    beneath = bars and crowded
    beside = max(number.width for number in numbers) if crowded else beside
    step = _RUNNER + 10 + (_BAR if bars else 0) + (_SOFT_LINE if beneath else 0)

    def drawn(canvas: Image.Image, box: Box, style: Style) -> None:
        paste_label(canvas, heading, box.x, box.y + _SOFT_LINE // 2 - 2)
        y = box.y + _SOFT_LINE
        for runner, number, note in zip(race.runners, numbers, notes, strict=True):
            _face(canvas, runner.person, box.x, y + (8 if bars else 0), _RUNNER, style)
            middle = y + (24 if bars else _RUNNER // 2)
            paste_label(canvas, number, box.x + left, middle)
            if beneath:
                paste_label(canvas, note, box.x + left, y + 52 + _BAR + _SOFT_LINE // 2)
            elif not crowded:
                paste_label(canvas, note, box.right, middle + 3, 1.0)
            if bars:
                bar = Box(box.x + left, y + 52, box.w - left, _BAR)
                _way(canvas, bar, runner.score / race.target, badge_colour(runner.person.number))
            y += step

    return _Made(left + max(beside, 150), _SOFT_LINE + step * len(race.runners) - 6, drawn)


def _way(canvas: Image.Image, box: Box, share: float, colour: str) -> None:
    """How much of a way is gone."""
    _bar(box.w, box.h, "#06140f").stamp(canvas, box.x, box.y)
    gone = round(box.w * max(0.0, min(1.0, share)))
    if gone >= box.h:
        _bar(gone, box.h, colour).stamp(canvas, box.x, box.y)


@cached_sprite
def _bar(w: int, h: int, colour: str) -> Sprite:
    pen = Pen(w, h, 1, mode="RGBA", paper=(*rgb(colour), 0))
    pen.box(0, 0, w, h, h / 2, (*rgb(colour), 255))
    return Sprite(few_opacities(pen.result(), 8))


def _letters(letters: Letters, w: int) -> _Made | None:
    """A name over the word, of which the letters that it has are crimson."""
    wide = len(letters.word) * (_TILE + _TILE_GAP) - _TILE_GAP
    name = label(letters.name, LEAST, SOFT, room=max(wide, w), name=True)

    def drawn(canvas: Image.Image, box: Box, style: Style) -> None:
        paste_label(canvas, name, box.middle[0], box.y + _SOFT_LINE // 2 - 2, 0.5)
        for n, letter in enumerate(letters.word):
            x = box.middle[0] - wide // 2 + n * (_TILE + _TILE_GAP)
            _tile(letter, n < letters.taken).stamp(canvas, x, box.y + _SOFT_LINE)

    return _Made(max(wide, name.width), _SOFT_LINE + _TILE + 2, drawn)


@cached_sprite
def _tile(letter: str, taken: bool) -> Sprite:
    pen = Pen(_TILE, _TILE, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, _TILE, _TILE, 10, _TAKEN_EDGE if taken else _OPEN_EDGE)
    pen.box(3, 3, _TILE - 3, _TILE - 3, 8, _TAKEN if taken else _OPEN)
    image = pen.result()
    if taken:  # an empty place says better than a grey letter that it is not taken
        paste_label(image, label(letter, BOLD, WHITE, weight=800), _TILE // 2, _TILE // 2 - 1, 0.5)
    return Sprite(few_opacities(image, 8))


# ---- the last trick, and facts -------------------------------------------------------------------


def _trick(trick: LastTrick, w: int) -> _Made | None:
    """The words, the taker's face and what it was worth; below that the cards."""
    words, worth = label("Last trick", LEAST, SOFT), label(trick.worth, BOLD, GOLD_TEXT, weight=800)
    head = words.width + _GAP + _SMALL_FACE + (_GAP + worth.width if trick.worth else 0)
    card, seen = _TABS[-1]
    count = len(trick.cards)
    step = min(card + 4, (w - card) // max(1, count - 1))
    if step < card * INDEX_SHARE:
        return None
    across = card + step * (count - 1)

    def drawn(canvas: Image.Image, box: Box, style: Style) -> None:
        middle = box.y + _SMALL_FACE // 2
        paste_label(canvas, words, box.x, middle)
        _face(canvas, trick.by, box.x + words.width + _GAP, box.y, _SMALL_FACE, style)
        if trick.worth:
            paste_label(canvas, worth, box.x + words.width + 2 * _GAP + _SMALL_FACE, middle)
        for n, each in enumerate(trick.cards):
            upper_part(each, card, seen, style).stamp(canvas, box.x + n * step, box.y + _SMALL_FACE + 8)

    return _Made(max(head, across), _SMALL_FACE + 8 + seen, drawn)


def _fact(fact: Fact, bold: bool, w: int) -> _Made | None:
    """A sentence, bold or not, a bar, and what is said more quietly."""
    aside = label(fact.aside, LEAST, SOFT) if fact.aside else None
    text = _words([(fact.text, bold)], w - (aside.width + 2 * _GAP if aside else 0), 3)
    more = _words([(line, False) for line in fact.more], w, 4)
    if text is None or more is None:
        return None
    bar = 0 if fact.done is None else _BAR + 8
    wide = max(text.w + (aside.width + 2 * _GAP if aside else 0), more.w)

    def drawn(canvas: Image.Image, box: Box, style: Style) -> None:
        text.paste(canvas, box.x, box.y)
        if aside:
            paste_label(canvas, aside, box.right, box.y + _LINE // 2, 1.0)
        if fact.done is not None:
            _way(canvas, Box(box.x, box.y + text.h + 2, box.w, _BAR), fact.done, GOLD)
        more.paste(canvas, box.x, box.y + text.h + bar)

    return _Made(wide, text.h + bar + more.h, drawn)
