"""Hands that the others may hold at Twos, and how a deal goes on in them: by cheap rules, for speed.

See house-players.md, Twos. A hand is split into pieces once; a player leads and answers with the lowest of them.
"""

from __future__ import annotations

import random
from bisect import bisect_right, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.games.twos import UNTOUCHED
from bot.games.twos import combinations as c
from bot.games.twos.combinations import SIZES, Mask

Piece = tuple[int, Mask]
"""What it is worth among those of its size, and its cards."""
Pieces = tuple[list[Piece], list[Piece], list[Piece], list[Piece]]
"""Of one card, two, three and five, each from the lowest."""

RANKS = tuple(15 << 4 * rank for rank in range(13))
SUITS = tuple(sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4))
ALL = (1 << 52) - 1
DEAR = sum(RANKS[7:])
"""From the ten up: a card that costs two points."""
NEAR = 3
"""With so few cards somebody is nearly out: others split their pieces to answer."""
HIGH = 44
"""An ace or a two answers a single from a pair, whatever the others hold."""
SOONER = 12
"""A pair is led before a single that is up to three ranks lower."""


def split(hand: Mask) -> Pieces:
    """A hand as most people would: fives first, the best kinds before others, then by ranks."""
    fives: list[Piece] = []
    for five in _fives(hand):
        if not five & ~hand and (made := c.recognised(five)) is not None:
            fives.append((made.worth, five))
            hand ^= five
    return _by_rank(hand, sorted(fives))


def as_pieces(planned: Sequence[Mask]) -> Pieces:
    """Pieces that somebody has planned."""
    found: Pieces = ([], [], [], [])
    for bits in planned:
        made = c.recognised(bits)
        assert made is not None
        found[SIZES.index(made.size)].append((made.worth, bits))
    for each in found:
        each.sort()
    return found


def _by_rank(hand: Mask, fives: list[Piece]) -> Pieces:
    found: Pieces = ([], [], [], fives)
    for rank, same in _ranks(hand):
        match same.bit_count():
            case 3:
                found[2].append((rank, same))
            case 4:
                low = same & 3 << 4 * rank
                found[1].extend([(low.bit_length() - 1, low), (same.bit_length() - 1, same ^ low)])
            case n:
                found[n - 1].append((same.bit_length() - 1, same))
    return found


def _ranks(hand: Mask) -> Iterator[tuple[int, Mask]]:
    """The cards of each rank that is held, from the lowest."""
    rank = 0
    while hand >> 4 * rank:
        if same := hand & RANKS[rank]:
            yield rank, same
        rank += 1


def _fives(hand: Mask) -> Iterator[Mask]:
    """Five-card plays: of the best kinds first. Some of them have cards in common."""
    alike: list[list[Mask]] = [[], [], [], [], []]
    lowest: dict[int, Mask] = {}
    for rank, same in _ranks(hand):
        alike[same.bit_count()].append(same)
        lowest[rank] = same & -same
    _, ones, twos, threes, fours = alike
    for four, one in zip(fours, ones, strict=False):
        yield four | one
    for three, two in zip(threes, twos, strict=False):
        yield three | two
    for suit in SUITS:
        if (hand & suit).bit_count() >= 5:
            yield sum([same & suit for same in (*ones, *twos, *threes) if same & suit][:5])
    for run in c.RUNS:
        if all(rank in lowest for rank in run):
            yield sum(lowest[rank] for rank in run)


def worlds(unseen: Mask, sizes: Sequence[int], rng: random.Random) -> Iterator[list[Mask]]:
    """Hands of these sizes out of the unseen cards, all equally likely; what is left over lies aside."""
    cards = [1 << n for n in range(52) if unseen >> n & 1]
    while True:
        rng.shuffle(cards)
        at, hands = 0, list[Mask]()
        for size in sizes:
            hands.append(sum(cards[at : at + size]))
            at += size
        yield hands


@dataclass
class Hands:
    """A deal as it may go on: hands in the order of play from the next player on, the viewer's last."""

    hands: list[Mask]
    pieces: list[Pieces]
    untouched: list[int]
    """How many cards were dealt to somebody who has laid nothing yet; 0 for the others."""

    def played_out(self, owner: int, size: int, worth: int) -> int:
        """What the viewer gets: everything that the others pay, or less than nothing. `owner` has laid the last
        combination, of this size and worth, and the first of these goes on."""
        hands, untouched, n = [*self.hands], [*self.untouched], len(self.hands)
        pieces = [tuple(map(list, own)) for own in self.pieces]
        turn = 0
        while True:
            hand, after = hands[turn], turn + 1 if turn + 1 < n else 0
            alone = hands[after].bit_count() == 1
            if owner == turn:
                worth, bits = _leads(pieces[turn], alone)
                size = bits.bit_count()
            else:
                near = any(held.bit_count() <= NEAR for p, held in enumerate(hands) if p != turn)
                worth, bits = _answers(pieces[turn], size, worth, alone, near) or (worth, 0)
            if bits:
                owner, hands[turn], untouched[turn] = turn, hand ^ bits, 0
                if hand == bits:
                    return paid(hands, untouched, turn)
            turn = after


def _leads(own: tuple[list[Piece], ...], alone: bool) -> Piece:
    """The piece that is led: large ones first, and of equal size low ones. Of the last two the better, which may keep
    the lead. `alone`: the next player has one card, so that no low single is led."""
    singles, pairs, threes, fives = own
    left = len(singles) + len(pairs) + len(threes) + len(fives)
    last_two = left == 2
    if fives and (not last_two or len(fives) == 2):
        return fives.pop(-1 if last_two else 0)
    if threes:
        return threes.pop(0)
    if singles and pairs:
        low = pairs[0][0] < singles[0][0] + (0 if last_two else SOONER)
        return (pairs if alone or low else singles).pop(0)
    if fives:
        return fives.pop()
    if pairs:
        return pairs.pop(-1 if last_two else 0)
    return singles.pop(-1 if last_two or alone else 0)


def _answers(own: tuple[list[Piece], ...], size: int, worth: int, alone: bool, near: bool) -> Piece | None:
    """The lowest piece of that size that is better; without one a higher piece is split, if it must be. None for a
    pass. `alone`: the next player has one card; `near`: somebody has few."""
    among = own[SIZES.index(size)]
    at = bisect_right(among, (worth, ALL))
    if at < len(among):
        return among.pop(-1 if size == 1 and alone else at)
    if size > 2:
        return None
    for larger in own[size:3]:
        for n, (_, bits) in enumerate(larger):
            high = bits.bit_length() - 1
            if high > worth and (near or (size == 1 and larger is own[1] and high >= HIGH)):
                taken = 1 << high if size == 1 else bits ^ bits & -bits
                del larger[n]
                rest = bits ^ taken
                insort(own[rest.bit_count() - 1], (rest.bit_length() - 1, rest))
                return high, taken
    return None


def paid(hands: Sequence[Mask], untouched: Sequence[int], winner: int) -> int:
    """What the last of these gets."""
    cost = [
        UNTOUCHED * fresh or hand.bit_count() + (hand & DEAR).bit_count()
        for hand, fresh in zip(hands, untouched, strict=True)
    ]
    return sum(cost) if winner == len(hands) - 1 else -cost[-1]
