"""One player's Canfield board: its piles, the moves upon it, and the way back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from bot.engine import offers
from bot.engine.cards import SUITS, Card
from bot.engine.facts import SeatFact
from bot.engine.offers import Mixed, Offer, Only
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.randomness import Stream
from bot.games.canfield.moves import CanfieldTable

from . import moves as m
from .advice import Ahead, advise
from .facts import COLUMN, FOUNDATION, RESERVE_PILE, STOCK_PILE, WASTE_PILE
from .moves import BACK, COLUMNS, HOME, RESERVE, WASTE
from .position import Position, Step, card_moves, may_redeal, to_come, wanted, why_not

OWN: SeatFact[Own] = SeatFact("own {}")

GIVE_UP = m.Resign()


class Own(NamedTuple):
    """What the player of a board may know besides its cards."""

    base: int
    """The rank that the foundations start with."""
    redeals: int
    idle: int
    """Draws since the last card move."""


class CardMoves(Offer[m.Move, Mixed]):
    """The card moves of a board as it lies now."""

    kind = m.Move

    def __init__(self, position: Position, legal: Collection[Step]) -> None:
        self.position, self.legal = position, legal

    def __bool__(self) -> bool:
        return bool(self.legal)

    def next(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        n, begun = len(parts), tuple(parts)
        return list(dict.fromkeys(step[n] for step in self.legal if step[:n] == begun)) if n < 3 else ()

    def finish(self, parts: Sequence[Mixed]) -> m.Move | str:
        n, begun = len(parts), tuple(parts)
        fitting = sorted(step for step in self.legal if step[:n] == begun)
        # The number is only asked for in a gap: onto a card, without one, the fewest that fit are meant.
        if n >= 2 and fitting and (len(fitting) == 1 or self._lies_on_a_card(fitting[0])):
            return m.Move(*fitting[0])
        return "Say where to." if n == 1 else "Say how many cards." if n else "Say from where."

    def _lies_on_a_card(self, step: Step) -> bool:
        """Whether these cards would go onto a column that has cards."""
        return step[1] in COLUMNS and bool(self.position.columns[COLUMNS.index(step[1])])

    def refusal(self, move: offers.Move) -> str | None:
        step = source, target, count = tuple(vars(move).values())
        return None if step in self.legal else why_not(self.position, source, target, count)

    def why_not_here(self, parts: Sequence[Mixed], part: object) -> str:
        asked: list[Mixed] = [*parts, part]
        return why_not(self.position, asked[0], *(asked[1:] or [HOME]), *([1] if len(asked) < 3 else []))

    def moves(self, parts: tuple[Mixed, ...] = ()) -> Iterator[m.Move]:
        return (m.Move(*step) for step in self.legal if step[: len(parts)] == parts)

    def sample(self, stream: Stream, steps: int = 2000) -> m.Move | None:
        return m.Move(*stream.choice([*self.legal])) if self.legal else None


class Past(NamedTuple):
    """Some piles as they lay, and everything else that an action changes."""

    piles: tuple[tuple[Pile, tuple[Card, ...]], ...]
    packet: int
    redeals: int
    idle: int


class Board:
    """The piles of one player, in a race seen by that player alone."""

    def __init__(self, t: CanfieldTable, seat: Seat, order: Sequence[Card], seen_by: Collection[Seat], *, undo: bool,
                 hints: bool) -> None:  # fmt: skip
        """Lay out a pack, its top card first (rules/canfield.md, "Setup")."""
        self.t, self.seat, self.seen_by, self.options = t, seat, seen_by, t.options
        self.undo_allowed = undo
        zone = f"seat:{seat}"
        own = partial(t.pile, counted_by=seen_by, zone=zone)

        self.reserve = own(RESERVE_PILE.of(seat), order[12::-1], seen_by, top_only=True)
        self.homes = {
            suit: own(FOUNDATION.of(seat, suit), [c for c in order[13:14] if c.suit == suit], seen_by) for suit in SUITS
        }
        self.columns = [own(COLUMN.of(seat, n), order[n + 13 : n + 14], seen_by) for n in (1, 2, 3, 4)]
        self.stock = own(STOCK_PILE.of(seat), order[:17:-1])
        self.waste = own(WASTE_PILE.of(seat), (), seen_by, top_only=True)
        t.dealt.extend((place, zone) for place in range(len(order)))
        self.places = {RESERVE: self.reserve, WASTE: self.waste, **dict(zip(COLUMNS, self.columns, strict=True))}
        self.places |= {source: self.homes[suit] for source, suit in BACK.items()}
        self.base = order[13].rank
        self.home = 1
        self.moves = self.redeals = self.idle = 0
        self.undos = self.hints = 0
        self.packet = 0
        """Cards of the last turned packet that still lie on the waste."""
        self.history: list[Past] = []
        self.undone: list[Past] = []
        self.look()
        self.always = [
            Only(m.Draw(), self._no_draw),
            Only(m.Redeal(), self._no_redeal),
            Only(m.Auto(), self._no_auto),
            Only(m.Undo(), self._no_undo),
            Only(m.Redo(), self._no_redo),
            Only(m.Hint(), None if hints else "There are no hints at this table."),
            Only(GIVE_UP, optional=True, confirm="Give up? The board counts as it stands."),
        ]  # fmt: skip

    # ---- what may be done ----------------------------------------------------------------

    def look(self) -> None:
        """The board has changed."""
        reserve = self.reserve
        self.bare = Position(
            reserve.top if len(reserve) else None, None, [[*c] for c in self.columns],
            {suit: len(pile) for suit, pile in self.homes.items()}, self.base, self.options.foundation_back,
        )  # fmt: skip
        self.bare_moves = card_moves(self.bare)
        self.wanted = wanted(self.bare)
        self.look_at_waste()

    def look_at_waste(self) -> None:
        """Perhaps another card of the waste is available: what is on offer now."""
        waste = self.waste.top if len(self.waste) else None
        self.position, legal = self.bare._replace(waste=waste), self.bare_moves
        if waste in self.wanted:
            legal = card_moves(self.position)
        self.card_moves = CardMoves(self.position, legal)
        self.t.note(OWN.of(self.seat), Own(self.base, self.redeals, self.idle), self.seen_by)

    def offers(self) -> list[Offer]:
        return [self.card_moves, *self.always]

    def may_redeal(self) -> bool:
        return may_redeal(self.options.redeals, self.redeals)

    def ahead(self) -> Ahead:
        return Ahead(self.options.draw, len(self.stock), len(self.waste), self.may_redeal(), self.idle)

    def is_stuck(self) -> bool:
        """No card can move, now or after drawing and redealing alone (rules/canfield.md, "Stuck")."""
        if self.card_moves.legal:
            return False
        coming = to_come([*self.waste], [*self.stock][::-1], self.options.draw, self.may_redeal())
        return self.wanted.isdisjoint(coming)

    def _no_draw(self) -> str | None:
        if len(self.stock):
            return None
        return "The stock is empty: redeal." if len(self.waste) and self.may_redeal() else "The stock is empty."

    def _no_redeal(self) -> str | None:
        if len(self.stock):
            return "The stock is not empty yet: draw."
        if not len(self.waste):
            return "Stock and waste are both empty."
        return None if self.may_redeal() else "There are no redeals left."

    def _no_auto(self) -> str | None:
        first = next(iter(self.card_moves.legal), None)  # foundations come first
        return None if first and first[1] == HOME else "No card fits on the foundations now."

    def _no_undo(self) -> str | None:
        if not self.undo_allowed:
            return "There is no undo at this table."
        return None if self.history else "There is nothing to take back."

    def _no_redo(self) -> str | None:
        if not self.undo_allowed:
            return "There is no undo at this table."
        return None if self.undone else "There is nothing to do again."

    # ---- doing it ------------------------------------------------------------------------

    def move(self, source: str, target: str, count: int) -> None:
        """A card move; a gap is filled from the reserve at once (ruling 2)."""
        t, reserve, start = self.t, self.reserve, self.places[source]
        end = self.homes[start.top.suit] if target == HOME else self.places[target]
        self._remember(*dict.fromkeys((start, end, reserve)))
        cards = start.lift(count)
        end.lay(*cards)
        self.moves += 1
        self.idle = 0
        if start is self.waste:
            self._square(max(0, self.packet - 1))
        filled = None
        if source in COLUMNS and not len(start) and len(reserve):
            filled = reserve.draw()
            start.lay(filled)
        t.tell(m.Moved(self.seat, tuple(cards), source, target, filled), self.seen_by)
        if (source == RESERVE or filled) and not len(reserve):
            t.tell(m.ReserveEmpty(self.seat), self.seen_by)
        if target == HOME:
            self._count_home()
            if len(end) == 13:
                t.tell(m.SuitComplete(self.seat, cards[0].suit), self.seen_by)
        elif source in BACK:
            self._count_home()
        self.look()

    def auto(self) -> None:
        """Home with everything that fits, in the order reserve, waste, columns; each card can be taken back alone."""
        while step := next((s for s in self.card_moves.legal if s[1] == HOME), None):
            self.move(*step)

    def draw(self) -> None:
        """The next one or three cards, which keep their order; fewer where no more are left."""
        self._remember(self.stock, self.waste)
        cards = [self.stock.draw() for _ in range(min(self.options.draw, len(self.stock)))]
        self.waste.lay(*cards)
        self.moves += 1
        self.idle += 1
        self._square(len(cards))
        self.t.tell(m.Drawn(self.seat, tuple(cards)), self.seen_by)
        self.look_at_waste()

    def redeal(self) -> None:
        """The waste is turned over, and never shuffled (ruling 6)."""
        self._remember(self.stock, self.waste)
        self.stock.lay(*reversed(self.waste.take_all()))
        self.packet = 0
        self.moves += 1
        self.redeals += 1
        self.t.tell(m.Redealt(self.seat, self.redeals), self.seen_by)
        self.look_at_waste()

    def back(self, again: bool) -> None:
        """Undo, or do again: the piles lie as they lay. It counts as a move like any other."""
        past, other = (self.undone, self.history) if again else (self.history, self.undone)
        step = past.pop()
        other.append(self._past(pile for pile, _ in step.piles))
        for pile, cards in step.piles:
            pile.take_all()
            pile.lay(*cards)
        self.redeals, self.idle = step.redeals, step.idle
        self._square(step.packet)
        self.moves += 1
        self.undos += not again
        self.t.tell(m.TakenBack(self.seat, again), self.seen_by)
        self._count_home()
        self.look()

    def hint(self) -> None:
        """What a good player would do, who sees no more than the board shows."""
        self.hints += 1
        move, why = advise(self.position, self.ahead())
        cards = [*self.places[move.source]][-move.count :] if isinstance(move, m.Move) else ()
        self.t.tell(m.Hinted(self.seat, move, tuple(cards), why), self.seen_by)

    def open(self) -> None:
        """Everybody may look at the board now; what lies face down stays so."""
        for pile in (*self.places.values(), self.waste, self.reserve):
            self.t.open(pile)
        self.stock.counted_by = EVERYONE
        self.seen_by = EVERYONE
        self.look_at_waste()

    def _remember(self, *piles: Pile) -> None:
        if self.undo_allowed:
            self.history.append(self._past(piles))
            self.undone.clear()

    def _past(self, piles: Iterable[Pile]) -> Past:
        return Past(tuple((pile, tuple(pile)) for pile in piles), self.packet, self.redeals, self.idle)

    def _square(self, packet: int) -> None:
        """In the waste only the rest of the last packet is spread; the other cards lie squared below."""
        self.packet = packet
        if self.options.draw > 1:
            n = len(self.waste)
            self.waste.lay(*self.waste.take_all())
            self.t.show(self.waste, *range(n - packet, n), to=self.seen_by)

    def _count_home(self) -> None:
        home = sum(map(len, self.homes.values()))
        if home != self.home:
            self.home = home
            self.t.tell(m.Home(self.seat, home))
