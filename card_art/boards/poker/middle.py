"""What lies in the middle for all: one board or several, and the pots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.engine.amounts import YELLOW, whites
from bot.engine.cards import Card
from card_art.boards.poker import CARDS
from card_art.boards.poker.hands import cards_alt, fan
from card_art.deck import sprites
from card_art.deck.sprites import Sprite
from card_art.ink.sizes import LINE
from card_art.ink.text import WHITE, Label, label
from card_art.scene.style import Style
from card_art.tables.layout import HEIGHT, Box
from card_art.tables.plates import GOLD_TEXT, field, paste_label, pill

ASIDE = 196
"""Room for the pots at the right of the boards."""
_BETWEEN = 14
_MAT = 8
HUNTED, RABBIT = "would have come", "rabbit"
"""Over and on cards that a rabbit hunt has shown."""


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips in the middle."""

    label: str
    amount: int


def pots_alt(pots: Sequence[Pot], note: str) -> str:
    """The pots and the line beside them in words."""
    told = [f"{pot.label} {whites(pot.amount)}." for pot in pots]
    return " ".join([*told, *([f"{note}."] if note else [])])


def _few(pots: Sequence[Pot], most: int) -> Sequence[Pot]:
    """The main pot and its side pots; if there are too many, the sum of the side pots."""
    if len(pots) <= most:
        return pots
    return [*pots[:1], Pot(f"{len(pots) - 1} side pots", sum(pot.amount for pot in pots[1:]))]


def _pot_words(pot: Pot, size: int, room: int) -> tuple[Label, Label]:
    return (
        label(pot.label, LINE, WHITE, room=room),
        label(whites(pot.amount), size, GOLD_TEXT, weight=800, room=room),
    )


def pots_in_line(canvas: Image.Image, pots: Sequence[Pot], note: str, box: Box) -> None:
    """Pots side by side: chips, and at their right label and digits."""
    made: list[tuple[Sprite | None, Label, Label]] = []
    pots = _few(pots, 4)
    for pot in pots:
        chips = sprites.chip_stack(pot.amount, 50) if pot.amount >= YELLOW and len(pots) <= 3 else None
        made.append((chips, *_pot_words(pot, 46, 220)))
    told = label(note, LINE, WHITE, room=300) if note else None
    widths = [(c.size[0] + 10 if c else 0) + max(a.width, b.width) for c, a, b in made]
    whole = sum(widths) + 44 * (len(made) - 1) + (told.width + 36 if told else 0)
    x = box.middle[0] - whole // 2
    for (chips, words, digits), width in zip(made, widths, strict=True):
        left = x
        if chips:
            chips.stamp(canvas, x, box.bottom - 10 - chips.size[1])
            left += chips.size[0] + 10
        paste_label(canvas, words, left, box.y + 16)
        paste_label(canvas, digits, left, box.y + 52)
        x += width + 44
    if told:
        paste_label(canvas, told, x - 8, box.middle[1])


def pots_aside(canvas: Image.Image, pots: Sequence[Pot], note: str, box: Box) -> None:
    """Pots one below the other; the fewer there are, the larger."""
    pots = _few(pots, max(2, box.h // 74))
    chips_too = box.h >= (150, 240, HEIGHT)[min(3, max(1, len(pots))) - 1]
    size = 54 if len(pots) == 1 else 40
    each = 32 + size + (56 if chips_too else 0)
    y = box.middle[1] - (each * len(pots) + (30 if note else 0)) // 2
    for pot in pots:
        words, digits = _pot_words(pot, size, box.w - 10)
        paste_label(canvas, words, box.middle[0], y + 16, 0.5)
        y += 32
        if chips_too and pot.amount >= YELLOW:
            chips = sprites.chip_stack(pot.amount, 44 if box.w > 180 else 36)
            chips.stamp(canvas, box.middle[0] - chips.size[0] // 2, y + 56 - min(56, chips.size[1]))
            y += 56
        paste_label(canvas, digits, box.middle[0], y + size // 2, 0.5)
        y += size
    if note:
        paste_label(canvas, label(note, LINE, WHITE, weight=700, room=box.w), box.middle[0], y + 18, 0.5)


@dataclass(frozen=True, slots=True)
class Boards:
    """What lies in the middle for all."""

    cards: tuple[tuple[Card, ...], ...] = ()
    """One board, two of them, or one for each run."""
    places: int = 0
    """How many cards each will have; 0 without a board, though a common card may lie there all the same."""
    names: tuple[str, ...] = ()
    wild: frozenset[Card] = frozenset()
    cross: bool = False
    """The five lie as a cross: top, right, bottom, left, centre."""
    dim: frozenset[Card] = frozenset()
    """Cards that would have come: nobody has played with them."""
    hunted: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    """The same in stud: by name, what each would have got."""

    def alt(self, card_text: Callable[[Card], str]) -> str:
        """The boards in words."""
        said = [
            f"{name or 'Board'}: {cards_alt(cards, self.wild, card_text) or 'nothing yet'}."
            for name, cards in zip(self.names or ("",) * len(self.cards), self.cards, strict=True)
            if self.places or cards
        ]
        if self.dim:
            said.append(f"{cards_alt(self._dimmed(), frozenset(), card_text)} {HUNTED}.")
        for name, cards in self.hunted:
            said.append(f"{name}: {cards_alt(cards, frozenset(), card_text)} {HUNTED}.")
        return " ".join(said)

    def _dimmed(self) -> list[Card]:
        return [c for board in self.cards for c in board if c in self.dim]


def all_boards(canvas: Image.Image, boards: Boards, box: Box, style: Style) -> None:
    """Boards one below the other, each on a mat with its name."""
    if len(boards.cards) == 1:
        (_cross if boards.cross else one_board)(canvas, boards, 0, box, style)
        return
    high = (box.h - 6 * (len(boards.cards) - 1)) // len(boards.cards)
    for n, name in enumerate(boards.names):
        mat = Box(box.x, box.y + n * (high + 6), box.w - 10, high)
        field(mat.w, mat.h).stamp(canvas, mat.x, mat.y)
        inside = Box(mat.x + 126, mat.y + _MAT, mat.w - 134, mat.h - 2 * _MAT)
        first, _, last = name.rpartition(" ")
        paste_label(canvas, label(first, LINE, WHITE, room=112), mat.x + 16, mat.middle[1] - 32)
        paste_label(canvas, label(last, 52, GOLD_TEXT, weight=800, room=112), mat.x + 16, mat.middle[1] + 16)
        one_board(canvas, boards, n, inside, style)


def one_board(canvas: Image.Image, boards: Boards, n: int, box: Box, style: Style) -> None:
    """The cards of the n-th board, and outlines for those to come."""
    count = max(boards.places, len(boards.cards[n]))
    width = min(CARDS, int(box.h / sprites.RATIO), (box.w - _BETWEEN * (count - 1)) // count)
    step = width + min(_BETWEEN, (box.w - width * count) // max(1, count - 1))
    x = box.x + (box.w - width - step * (count - 1)) // 2
    y = box.y + (box.h - sprites.card_height(width)) // 2
    for place in range(len(boards.cards[n]), count):
        sprites.slot(width).stamp(canvas, x + place * step, y)
    lying = boards.cards[n]
    fan(canvas, lying, Box(x, y, width, sprites.card_height(width)), step, style, boards.wild, boards.dim)
    if dimmed := [place for place, c in enumerate(lying) if c in boards.dim]:
        words = pill(RABBIT, LINE, max(140, width + step * (len(dimmed) - 1)), gold=True)
        middle = x + (dimmed[0] + dimmed[-1]) * step // 2 + width // 2
        left = min(middle - words.size[0] // 2, box.right - words.size[0])
        words.stamp(canvas, left, y + sprites.card_height(width) * 2 // 3)


def hunted(canvas: Image.Image, boards: Boards, box: Box, style: Style) -> None:
    """What everybody would have got in stud, each under a name."""
    most = max(len(cards) for _, cards in boards.hunted)
    each = (box.w - 20) // len(boards.hunted)
    width = min(92, int((box.h - 84) / sprites.RATIO), (each - 16) // most)
    paste_label(canvas, label(HUNTED, LINE, GOLD_TEXT, weight=700), box.middle[0], box.y + 20, 0.5)
    for n, (name, cards) in enumerate(boards.hunted):
        middle = box.x + 10 + each * n + each // 2
        at = Box(middle - width * len(cards) // 2, box.y + 44, width, sprites.card_height(width))
        fan(canvas, cards, at, width + 6, style, frozenset(), frozenset(cards))
        paste_label(canvas, label(name, LINE, WHITE, room=each - 8), middle, at.bottom + 20, 0.5)


_CROSS = ((0, -1), (1, 0), (0, 1), (-1, 0), (0, 0))
"""Where the five of a cross lie around the middle, in the order in which they are turned."""


def _cross(canvas: Image.Image, boards: Boards, n: int, box: Box, style: Style) -> None:
    """Top, centre and bottom lie on one another, so that the cards are larger: of each the index is seen."""
    width = min(126, int(box.h / sprites.RATIO / 2))
    high = sprites.card_height(width)
    cx, cy = box.middle[0] - width // 2, box.middle[1] - high // 2
    for place in (0, 3, 4, 1, 2):
        dx, dy = _CROSS[place]
        x, y = cx + dx * (width + 24), cy + dy * high // 2
        if place < len(boards.cards[n]):
            at = Box(x, y, width, high if place not in (0, 4) else high // 2)
            fan(canvas, boards.cards[n][place : place + 1], at, 0, style, boards.wild)
        elif place in (1, 3, 2 if len(boards.cards[n]) else 4):
            sprites.slot(width).stamp(canvas, x, y)
