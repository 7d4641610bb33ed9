"""What can be said of a hand of poker from a view alone: which cards count now, and who is likely to win.

Nothing here knows more than whoever looks: words, pictures and house players call it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import comb
from typing import Any, Final, NamedTuple

from bot.engine.cards import Card, pack
from bot.engine.piles import Seat
from bot.engine.randomness import canonical
from bot.engine.view import View

from . import wild
from .moves import StreetDealt
from .options import Options
from .ranking import LOW_8, Hand, Ranking, Spade, any_five, best_of, cards_of

FEW: Final = 20_000
"""Up to so many completions × hands, chances are exact."""
SAMPLES: Final = 2000


class Made(NamedTuple):
    """What a hand is now."""

    board: int
    """Of several boards or runs which one, from 0."""
    half: str
    """high, low, spade and so on."""
    worth: int
    """The larger the better, within a half."""
    called: str
    cards: Hand
    """Those that count."""


def own(view: View, seat: Seat) -> tuple[Card, ...]:
    """All cards of a seat that the viewer sees: those it holds, then those that lie open before it."""
    return (*view.faces(f"hand {seat}"), *view.faces(f"up {seat}"))


def boards(view: View) -> list[Hand]:
    """What lies for all: one board, two of them, or one for each run."""
    common = view.faces("board")
    runs = [(*common, *view.faces(f"run {n}")) for n in (1, 2) if f"run {n}" in view.piles]
    if runs:
        return runs
    return [common, view.faces("board 2")] if "board 2" in view.piles else [common]


def wilds(view: View, seat: Seat) -> wild.Wilds:
    """Which cards are wild in the hand of this seat, as far as the viewer knows."""
    known = wild.of_ranks(*view.facts.get("wild") or ())
    down = view.faces(f"hand {seat}")
    if view.options.rule("wild") == "hole" and down and len(down) == view.size(f"hand {seat}"):
        return known | wild.of_ranks(wild.lowest(down).rank)
    return known


def hand_now(view: View, seat: Seat | None = None) -> tuple[Made, ...]:
    """For each board and half what the viewer's hand is now, or another one that the viewer sees."""
    of = view.viewer if seat is None else seat
    down, up = view.faces(f"hand {of}"), view.faces(f"up {of}")
    if not down and not up:
        return ()
    return tuple(made_of(view.options, down, up, boards(view), wilds(view, of)))


def made_of(
    options: Options, down: Sequence[Card], up: Sequence[Card], boards: Sequence[Sequence[Card]], wild: wild.Wilds
) -> Iterator[Made]:
    """The same of chosen cards."""
    own, take = (*down, *up), options.row.take
    for n, board in enumerate(boards):
        for half in options.halves:
            if half.low and half.size == 5 and len(own) + len(board) < 5:
                continue  # there is no low yet to speak of
            worth = _worth(options, half, down, up, board, wild)
            if worth is not None:
                cards = cards_of(half, any_five, down) if isinstance(half, Spade) else cards_of(
                    half, take, own, board, wild
                )  # fmt: skip
                yield Made(n, half.key, worth, half.called(worth), cards)


def _worth(
    options: Options, half: Ranking, down: Sequence[Card], up: Sequence[Card], board: Sequence[Card], wild: wild.Wilds
) -> int | None:
    if isinstance(half, Spade):
        return half.worth(down)
    return best_of(half, options.row.take, (*down, *up), board, wild)


def made(view: View, seat: Seat) -> list[tuple[int, Ranking, int]]:
    """What the cards of a seat make so far, as the viewer sees them: the board's number from 0, the half, and how good
    it is. A half for which they do not qualify is left out."""
    held, found = own(view, seat), list[tuple[int, Ranking, int]]()
    for n, board in enumerate(boards(view)):
        for half in view.options.halves:
            if isinstance(half, Spade):
                worth = half.worth(view.faces(f"hand {seat}")) if n == 0 else None
            elif half is LOW_8 and (len(held) + len(board) < half.size):
                worth = None  # there is none of fewer cards
            else:
                worth = best_of(half, view.options.row.take, held, board, wilds(view, seat)) if held else None
            if worth is not None:
                found.append((n, half, worth))
    return found


# ---- chances -------------------------------------------------------------------------------------


class Chances(NamedTuple):
    """How likely each hand is to win, when all live hands lie open."""

    percent: Mapping[Seat, int]
    """Whole percents of the main pot; they sum to 100."""
    exact: bool


class Imagined:
    """A hand as it would lie with these cards. To `wild` it is a hand like any other."""

    def __init__(self, options: Options, hands: Mapping[Seat, tuple[Hand, Hand]], boards: list[Hand], up: Hand) -> None:
        self.options, self.row, self.boards, self.dealt_up = options, options.row, boards, up
        self.hands = {p: down for p, (down, _) in hands.items()}
        self.up = {p: up for p, (_, up) in hands.items()}
        self.wilds = self.row.wild(self)

    def home(self, key: str) -> str:
        return self.options.rule(key)

    def shares(self, board: Hand) -> dict[Seat, float]:
        """What of a pot each would get."""
        won: list[list[Seat]] = []
        for half in self.options.halves:
            worth = {p: w for p in self.hands if (w := self._worth(p, half, board)) is not None}
            most = max(worth.values(), default=None)
            if worth:
                won.append([p for p, w in worth.items() if w == most])
        share = dict.fromkeys(self.hands, 0.0)
        for winners in won:
            for p in winners:
                share[p] += 1 / len(winners) / len(won)
        return share

    def _worth(self, seat: Seat, half: Ranking, board: Hand) -> int | None:
        return _worth(self.options, half, self.hands[seat], self.up[seat], board, wild.in_hand(self, seat))


def chances(view: View) -> Chances | None:
    """Of all hands that lie open, where nothing but cards of the board or of stud is to come; None elsewhere.

    Every card that does not lie open is unknown, folded ones and those of the pack alike (ruling 9).
    """
    if not view.facts.get("all up") or view.over:
        return None
    options: Options = view.options
    live: tuple[Seat, ...] = view.facts["betting"].live
    to_come = options.streets[view.facts["street"] :]
    on_board, lying = sum(street.count("C") for street in options.streets), boards(view)
    missing = [on_board - len(board) for board in lying] if on_board else [0] * len(lying)
    each = [kind for street in to_come for kind, n in street.steps if kind in "UD" for _ in range(n)]
    hands = {p: (view.faces(f"hand {p}"), view.faces(f"up {p}")) for p in live}
    unknown = view.unseen(pack(options.row.pack))
    if each and view.size("stock") < len(each) * len(live):
        return None  # a card for all may be turned
    up = tuple(one.card for street in view.events_of(StreetDealt) for one in street.up)
    exact = _ways(len(unknown), [*missing, *[1] * len(live) * len(each)]) * len(live) <= FEW
    lots = _all(unknown, missing, len(each) * len(live)) if exact else _some(
        unknown, sum(missing) + len(each) * len(live), _seed(options, hands, lying)
    )  # fmt: skip
    share, count = dict.fromkeys(live, 0.0), 0
    for lot in lots:
        count += 1
        cards = iter(lot)
        filled = [(*board, *islice(cards, n)) for board, n in zip(lying, missing, strict=True)]
        then = _dealt(options, hands, filled, up, each, cards)
        for board in filled:
            for p, part in then.shares(board).items():
                share[p] += part / len(filled)
    return Chances(_percents({p: n / max(1, count) for p, n in share.items()}), exact)


def _dealt(
    options: Options, hands: Mapping[Seat, tuple[Hand, Hand]], boards: list[Hand], up: Hand, each: Sequence[str],
    cards: Iterator[Card],
) -> Imagined:  # fmt: skip
    """With the cards of the streets to come, street by street and from the dealer's left."""
    if not each:
        return Imagined(options, hands, boards, up)
    now = dict(hands)
    for kind in each:
        for p, (down, open_) in now.items():
            card = next(cards)
            now[p] = (down, (*open_, card)) if kind == "U" else ((*down, card), open_)
            up = (*up, card) if kind == "U" else up
    return Imagined(options, now, boards, up)


def _ways(left: int, sizes: Sequence[int]) -> int:
    """In how many ways so many cards of each may come."""
    ways = 1
    for n in sizes:
        ways *= comb(left, n)
        left -= n
    return ways


def _all(unknown: Sequence[Card], missing: Sequence[int], singly: int) -> Iterator[Hand]:
    """Every way in which the cards may come."""

    def some(left: Sequence[Card], sizes: Sequence[int]) -> Iterator[Hand]:
        if not sizes:
            yield ()
            return
        for chosen in combinations(left, sizes[0]):
            rest = [c for c in left if c not in chosen] if len(sizes) > 1 else ()
            for more in some(rest, sizes[1:]):
                yield (*chosen, *more)

    return some(unknown, [n for n in (*missing, *[1] * singly) if n])


def _some(unknown: Sequence[Card], needed: int, seed: int) -> Iterator[Hand]:
    chance = random.Random(seed)
    for _ in range(SAMPLES):
        yield tuple(chance.sample(unknown, needed))


def _seed(options: Options, hands: Mapping[Seat, tuple[Hand, Hand]], boards: Sequence[Hand]) -> int:
    """Of what lies open, and never of the deal's secret: everybody gets the same figures."""
    told: list[Any] = [
        options.variant, [[p, [*map(str, down)], [*map(str, up)]] for p, (down, up) in hands.items()],
        [[*map(str, board)] for board in boards],
    ]  # fmt: skip
    return int.from_bytes(hashlib.sha256(canonical(told)).digest())


def _percents(share: Mapping[Seat, float]) -> dict[Seat, int]:
    """By the largest remainder, so that they sum to a hundred."""
    whole = {p: int(100 * n) for p, n in share.items()}
    by_rest = sorted(share, key=lambda p: whole[p] - 100 * share[p])
    for p in by_rest[: 100 - sum(whole.values())]:
        whole[p] += 1
    return whole
