"""Chances to win once all live hands lie open: what each wins on average over ways in which the other cards may come.

See rules/poker.md, "On the table". They follow from what everybody sees, and never from the secret of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from bot.engine.betting import BETTING, Stakes
from bot.engine.cards import Card, pack
from bot.engine.facts import HAND, STOCK
from bot.engine.piles import Seat
from bot.games.parts.poker_hands import codes
from bot.games.poker.carried_over import PokerView

from . import wild
from .facts import ALL_UP, STREET, UP
from .moves import StreetDealt
from .options import Options
from .ranking import HIGH, LOW_8, LOW_A5, SHORT_DECK, Hand, Spade, any_five, two_and_three
from .seen import boards, worth_of
from .two_and_three import Threes, Twos, high, low_8


class Hands(NamedTuple):
    """Everything that lies open, and what is to come. Every viewer sees the same."""

    options: Options
    down: tuple[Hand, ...]
    """What each live seat was dealt down."""
    up: tuple[Hand, ...]
    boards: tuple[Hand, ...]
    """One, two of them, or one for each run."""
    missing: tuple[int, ...]
    """How many cards each board lacks."""
    each: str
    """What every seat is still dealt, D or U for every card."""
    dealt_up: Hand
    unknown: Hand
    pots: tuple[tuple[int, ...], ...]
    """For each pot, the main pot first, which of these hands may win it."""

    @property
    def singly(self) -> int:
        """How many cards are still dealt to seats."""
        return len(self.each) * len(self.down)

    @property
    def to_come(self) -> int:
        """How many cards are still dealt in all."""
        return sum(self.missing) + self.singly

    @property
    def ways(self) -> int:
        """In how many ways they may come."""
        ways, left = 1, len(self.unknown)
        for n in (*self.missing, *[1] * self.singly):
            ways *= comb(left, n)
            left -= n
        return ways


def open_hands(view: PokerView) -> Hands | None:
    """All live hands, if nothing but cards of the board or of stud is to come; None elsewhere.

    Every card that does not lie open is unknown, folded ones and those of the pack alike (ruling 9).
    """
    if not view.fact(ALL_UP, None) or view.over:
        return None
    options: Options = view.options
    live = tuple(view.fact(BETTING).live)
    to_come = options.streets[view.fact(STREET) :]
    on_board, lying = sum(street.count("C") for street in options.streets), boards(view)
    each = "".join(kind for street in to_come for kind, n in street.steps if kind in "UD" for _ in range(n))
    if each and view.size(STOCK) < len(each) * len(live):
        return None  # a card for all may be turned
    return Hands(
        options, tuple(view.faces(HAND.of(p)) for p in live), tuple(view.faces(UP.of(p)) for p in live),
        tuple(lying), tuple(on_board - len(board) if on_board else 0 for board in lying), each,
        tuple(one.card for street in view.events_of(StreetDealt) for one in street.up),
        tuple(view.unseen(pack(options.played.pack))), _pots(view.fact(BETTING)),
    )  # fmt: skip


def _pots(betting: Stakes) -> tuple[tuple[int, ...], ...]:
    among = (tuple(n for n, p in enumerate(betting.live) if p in pot.eligible) for pot in betting.pots)
    return tuple(filter(None, among)) or (tuple(range(len(betting.live))),)


def shares(hands: Hands, lots: Iterable[Hand]) -> tuple[tuple[float, ...], ...]:
    """What of each pot each hand wins on average over these lots. Each is all cards to come: those of the boards, then
    one to each seat in turn, over and over."""
    worths, singly = _judge(hands), hands.singly
    total, count = [[0.0] * len(hands.down) for _ in hands.pots], 0
    for lot in lots:
        count += 1
        at = 0
        for board, n in zip(hands.boards, hands.missing, strict=True):
            _divide(worths((*board, *lot[at : at + n]), lot[len(lot) - singly :]), hands.pots, total)
            at += n
    whole = max(1, count) * len(hands.boards)
    return tuple(tuple(n / whole for n in pot) for pot in total)


def _divide(worths: Sequence[Sequence[int]], pots: Sequence[Sequence[int]], total: Sequence[list[float]]) -> None:
    """Adds what each wins: of every pot, and of every half of it that anybody can take as much as of any other."""
    for among, won_of in zip(pots, total, strict=True):
        most = [max(half[n] for n in among) for half in worths]
        taken = [(half, best) for half, best in zip(worths, most, strict=True) if best]
        for half, best in taken:
            won = [n for n in among if half[n] == best]
            for n in won:
                won_of[n] += 1 / len(won) / len(taken)


# ---- what hands are worth ------------------------------------------------------------------------

Judge = Callable[[Hand, Sequence[Card]], list[list[int]]]
"""For each half what each hand is worth with this board and the cards that come to all in turn; 0 for nothing."""


def _judge(hands: Hands) -> Judge:
    """The quickest one for this variant."""
    variant, halves = hands.options.played, hands.options.halves
    shows_up = any(hands.up) or "U" in hands.each
    plain = variant.wild is wild.none and not shows_up
    if plain and variant.take is two_and_three and all(half in (HIGH, LOW_8) for half in halves):
        return _two_and_three(hands)
    fixed = variant.wild is wild.none or (
        variant.wild in (wild.named, wild.threes_and_nines) and hands.options.rule("wild") != "hole"
    )
    if variant.take is any_five and fixed and all(half in _SUMMED or isinstance(half, Spade) for half in halves):
        return _any_five(hands)
    return _imagined(hands)


_SUMMED: Final = (HIGH, SHORT_DECK, LOW_A5, LOW_8)


def _any_five(hands: Hands) -> Judge:
    """Each hand is summed up once, and each board."""
    seats, halves = len(hands.down), hands.options.halves
    code = codes(hands.options.played.wild(Lying(hands, hands.down, hands.boards, hands.dealt_up)))
    own = [sum(code[c] for c in (*down, *up)) for down, up in zip(hands.down, hands.up, strict=True)]
    downs = [n for n, kind in enumerate(hands.each) if kind == "D"]

    def worths(board: Hand, more: Sequence[Card]) -> list[list[int]]:
        lies = sum(code[c] for c in board)
        sums = [mine + lies for mine in own]
        for n, c in enumerate(more):
            sums[n % seats] += code[c]
        found: list[list[int]] = []
        for half in halves:
            if isinstance(half, Spade):
                held = ([*down, *(more[n * seats + p] for n in downs)] for p, down in enumerate(hands.down))
                found.append([half.worth(down) or 0 for down in held])
            else:
                found.append([half.of_code(whole) or 0 for whole in sums])
        return found

    return worths


def _two_and_three(hands: Hands) -> Judge:
    """Two of one's own with three of the board, each summed up once."""
    own, with_low = [Twos(down) for down in hands.down], LOW_8 in hands.options.halves

    def worths(board: Hand, more: Sequence[Card]) -> list[list[int]]:
        threes = Threes(board)
        found = [[high(twos, threes) for twos in own]]
        return [*found, [low_8(twos, threes) for twos in own]] if with_low else found

    return worths


class Lying(NamedTuple):
    """Hands as they may lie. To `wild` they are a hand like any other."""

    of: Hands
    hands: Sequence[Hand]
    boards: Sequence[Hand]
    dealt_up: Hand
    wilds: wild.Wilds = wild.NONE

    def home(self, key: str) -> str:
        return self.of.options.rule(key)


def _imagined(hands: Hands) -> Judge:
    """Everything as it would lie: what is wild depends on what comes."""
    options, seats = hands.options, len(hands.down)

    def worths(board: Hand, more: Sequence[Card]) -> list[list[int]]:
        came = [more[n : n + seats] for n in range(0, len(more), seats)]
        down, up = [*hands.down], [*hands.up]
        dealt_up = hands.dealt_up
        for kind, cards in zip(hands.each, came, strict=True):
            for held, c, n in zip((up if kind == "U" else down,) * seats, cards, range(seats), strict=True):
                held[n] = (*held[n], c)
            dealt_up = (*dealt_up, *cards) if kind == "U" else dealt_up
        lying = Lying(hands, down, (board,), dealt_up)
        lying = lying._replace(wilds=options.played.wild(lying))
        return [
            [
                worth_of(options, half, down[n], up[n], board, wild.in_hand(lying, n)) or 0
                for n in range(seats)
            ]
            for half in options.halves
        ]  # fmt: skip

    return worths


# ---- which cards may come, and their words ------------------------------------------------


def every_lot(hands: Hands) -> Iterator[Hand]:
    """Every way in which the cards may come."""

    def some(left: Sequence[Card], sizes: Sequence[int]) -> Iterator[Hand]:
        if not sizes:
            yield ()
            return
        for chosen in combinations(left, sizes[0]):
            rest = [c for c in left if c not in chosen] if len(sizes) > 1 else ()
            for more in some(rest, sizes[1:]):
                yield (*chosen, *more)

    return some(hands.unknown, [n for n in (*hands.missing, *[1] * hands.singly) if n])


def percents(share: Mapping[Seat, float]) -> dict[Seat, int]:
    """Shares of the pots in whole percents, by the largest remainder, so that they sum to a hundred."""
    whole = {p: int(100 * n) for p, n in share.items()}
    by_rest = sorted(share, key=lambda p: whole[p] - 100 * share[p])
    for p in by_rest[: 100 - sum(whole.values())]:
        whole[p] += 1
    return whole
