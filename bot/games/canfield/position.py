"""What may be moved on a Canfield board, why not, and whether anything can still come: pure functions.

Ranks go round in a circle: king, ace, two (rules/canfield.md, "Play").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from bot.engine.cards import SUIT_NAMES, Card, deck, rank_text

from .moves import BACK, COLUMNS, HOME, RESERVE, WASTE

Step = tuple[str, str, int]
"""From where, to where, and how many cards."""
NAMES = {RESERVE: "reserve", WASTE: "waste"}
_RED = "DH"


class Position(NamedTuple):
    """What a player sees of a board, and everything that a card move depends on."""

    reserve: Card | None
    """The top one; None if the reserve is empty."""
    waste: Card | None
    columns: Sequence[Sequence[Card]]
    homes: Mapping[str, int]
    """How many cards lie on each suit's foundation."""
    base: int
    """The rank that every foundation starts with."""
    back: bool = False
    """Whether foundation cards may return to a column."""

    def next_home(self, suit: str) -> Card | None:
        """The card that this foundation takes next; None if it is complete."""
        n = self.homes[suit]
        return Card((self.base - 1 + n) % 13 + 1, suit) if n < 13 else None

    def last_home(self, suit: str) -> Card | None:
        """The top card of this foundation."""
        n = self.homes[suit]
        return Card((self.base - 2 + n) % 13 + 1, suit) if n else None

    def goes_home(self, c: Card) -> bool:
        return c.rank == (self.base - 1 + self.homes[c.suit]) % 13 + 1

    def takes(self, column: Sequence[Card], c: Card) -> bool:
        """Whether this card, or a run that begins with it, may be laid on this column; gaps are the reserve's."""
        return fits(c, column[-1]) if column else self.reserve is None


def fits(c: Card, on: Card) -> bool:
    """Other colour, and one rank lower, round the corner."""
    return c in GO_ON[on]


_ANY = frozenset(deck())
GO_ON = {
    on: frozenset(c for c in _ANY if on.rank == c.rank % 13 + 1 and (c.suit in _RED) != (on.suit in _RED))
    for on in _ANY
}
"""Which cards may be laid on a card."""


def fitting(column: Sequence[Card], on: Card) -> list[int]:
    """How many cards from the end of this column fit together on that card: every number that does, the least first."""
    # A column runs down by one, colours in turn: ranks come round after 13 cards, and with the same colour after 26.
    first = (on.rank - 1 - column[-1].rank) % 13 + 1
    return [n for n in range(first, len(column) + 1, 13) if column[-n] in GO_ON[on]]


def card_moves(p: Position) -> dict[Step, None]:
    """Every legal card move, foundations first."""
    reserve, waste, columns, homes, base, back = p
    found: dict[Step, None] = {}
    singles = [(RESERVE, reserve)] if reserve else []
    if waste:
        singles.append((WASTE, waste))
    lying = [(name, column, column[-1]) for name, column in zip(COLUMNS, columns, strict=True) if column]
    for name, c in (*singles, *((name, top) for name, _, top in lying)):
        if c.rank == (base - 1 + homes[c.suit]) % 13 + 1:
            found[name, HOME, 1] = None
    for target, _, top in lying:
        takes = GO_ON[top]
        for name, c in singles:
            if c in takes:
                found[name, target, 1] = None
        for source, column, last in lying:
            if source != target and (top.rank - 1 - last.rank) % 13 < len(column):
                for n in fitting(column, top):
                    found[source, target, n] = None
        if back:
            for source, suit in BACK.items():
                if p.last_home(suit) in takes:
                    found[source, target, 1] = None
    if reserve is None and len(lying) < 4:
        _into_gaps(found, waste, columns)
    return found


def _into_gaps(found: dict[Step, None], waste: Card | None, columns: Sequence[Sequence[Card]]) -> None:
    """With the reserve empty any waste or column cards fill a gap, but no whole column (nothing would change)."""
    for target, gap in zip(COLUMNS, columns, strict=True):
        if gap:
            continue
        if waste:
            found[WASTE, target, 1] = None
        for source, column in zip(COLUMNS, columns, strict=True):
            for count in range(1, len(column)):
                found[source, target, count] = None


def wanted(p: Position) -> frozenset[Card]:
    """The cards that could be played from the waste."""
    if p.reserve is None and not all(p.columns):
        return _ANY
    homes = (c for suit in p.homes if (c := p.next_home(suit)))
    return frozenset(homes).union(*[GO_ON[column[-1]] for column in p.columns if column])


def to_come(waste: Sequence[Card], stock: Sequence[Card], draw: int, redeal: bool) -> Iterator[Card]:
    """The cards that only drawing, and one redeal where it is allowed, will bring to the top of the waste.

    Both are given as they will be drawn: the waste's first-turned card first, the stock's top card first. A further
    redeal turns the same cards again.
    """
    yield from turned(stock, draw)
    if redeal:
        yield from turned([*waste, *stock], draw)


def may_redeal(allowed: Literal["unlimited"] | int, made: int) -> bool:
    """Whether the waste may become the stock again after this many redeals, now or later."""
    return allowed == "unlimited" or made < allowed


def turned(stock: Sequence[Card], draw: int) -> Sequence[Card]:
    """The available cards of one pass: every third, say, and the last."""
    return [*stock[draw - 1 :: draw], *stock[-1:]] if len(stock) % draw else stock[draw - 1 :: draw]


# ---- refusals ----------------------------------------------------------------------------------------


def why_not(p: Position, source: object, target: object, count: object) -> str:
    """Why these cards cannot go there, in a sentence."""
    if not isinstance(source, str) or (source not in NAMES and source not in COLUMNS and source not in BACK):
        return "Move from R (reserve), W (waste) or T1 to T4."
    if not isinstance(target, str) or (target != HOME and target not in COLUMNS):
        return "Move to F (the foundations) or T1 to T4."
    if type(count) is not int or count < 1:
        return "Move one card or more."
    if source in BACK:
        return _why_not_back(p, source, target, count)
    cards = _cards(p, source)
    if not cards:
        return f"The {NAMES[source]} has no card to play." if source in NAMES else f"{source} is empty."
    if count > len(cards):
        return (
            f"Only the top card of the {NAMES[source]} can be played: the others are covered."
            if source in NAMES
            else f"{source} has only {len(cards)} card{'s' if len(cards) > 1 else ''}."
        )
    if target == HOME:
        return _why_not_home(p, cards[-count], count)
    return _why_not_there(p, source, cards, target, count)


def _cards(p: Position, source: str) -> Sequence[Card]:
    if source in COLUMNS:
        return p.columns[COLUMNS.index(source)]
    c = p.reserve if source == RESERVE else p.waste
    return (c,) if c else ()


def _why_not_back(p: Position, source: str, target: str, count: int) -> str:
    c = p.last_home(BACK[source])
    if not p.back or target == HOME:
        return "Cards on the foundations stay there."
    if c is None or count > 1:
        return f"The {SUIT_NAMES[BACK[source]]} foundation can give back its top card only."
    column = p.columns[COLUMNS.index(target)]
    return _why_not_on(c, column[-1]) if column else "A foundation card does not fill a gap."


def _why_not_home(p: Position, c: Card, count: int) -> str:
    if count > 1:
        return f"{c} is covered: only single cards go to the foundations."
    wanted = p.next_home(c.suit)
    if wanted is None:
        return f"The {SUIT_NAMES[c.suit]} foundation is complete."
    if p.homes[c.suit] == 0:
        return f"{c} cannot start a foundation: they begin with {rank_text(p.base)}."
    return f"The {SUIT_NAMES[c.suit]} foundation takes {wanted} next, not {c}."


def _why_not_there(p: Position, source: str, cards: Sequence[Card], target: str, count: int) -> str:
    column = p.columns[COLUMNS.index(target)]
    if source == target:
        return f"{cards[-count]} lies in {target} already."
    if not column and p.reserve is not None:
        return f"{target} is filled from the reserve while it has cards."
    if not column:
        return f"{source} is the whole column: in an empty one nothing would change."
    if source in COLUMNS and (right := fitting(cards, column[-1])):
        least, *more = right
        if more:
            return f"{' or '.join(map(str, right))} cards of {source} fit there, not {count}."
        return f"From {cards[-least]} on {least} card{'s' if least > 1 else ''} of {source} fit there, not {count}."
    return _why_not_on(cards[-count], column[-1])


def _why_not_on(c: Card, on: Card) -> str:
    if c.rank % 13 + 1 == on.rank:
        return f"{c} does not go on {on}: the colours must differ."
    colour = "black" if on.suit in _RED else "red"
    return f"On {on} goes a {colour} {rank_text((on.rank - 2) % 13 + 1)}, not {c}."
