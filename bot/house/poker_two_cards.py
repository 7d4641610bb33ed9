"""How often two cards of Hold'em beat two others at random, ties by half, in thousandths.

`python -m bot.house.poker_two_cards` makes the table anew: 20,000 boards for each of the 169 pairs of cards.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from bot.engine.cards import Card, deck, high
from bot.games.parts.poker_hands import strength

# fmt: off
SHARES = (
    (854, 672, 664, 655, 639, 631, 620, 608, 598, 595, 591, 582, 577),
    (654, 822, 634, 625, 614, 601, 581, 574, 561, 551, 553, 541, 531),
    (646, 620, 794, 601, 594, 573, 558, 545, 540, 534, 519, 516, 501),
    (636, 608, 578, 774, 568, 548, 534, 521, 513, 508, 487, 478, 471),
    (626, 596, 577, 553, 750, 543, 528, 509, 482, 470, 462, 461, 452),
    (603, 576, 550, 531, 520, 722, 508, 491, 476, 464, 442, 428, 419),
    (598, 557, 534, 511, 494, 480, 692, 481, 466, 448, 431, 415, 403),
    (593, 549, 515, 499, 482, 464, 445, 662, 453, 435, 411, 402, 379),
    (574, 533, 509, 474, 459, 446, 429, 424, 629, 432, 416, 398, 373),
    (580, 533, 502, 470, 447, 427, 412, 406, 397, 607, 415, 393, 380),
    (564, 519, 494, 458, 437, 413, 391, 385, 374, 372, 570, 388, 367),
    (558, 518, 484, 451, 429, 397, 372, 363, 360, 363, 353, 536, 364),
    (544, 503, 470, 448, 412, 389, 368, 345, 342, 340, 336, 321, 501),
)
# fmt: on
"""From the aces down to the twos. On the right of the pairs cards of one suit, on the left of two."""
AMONG = (1.0, 1.49, 1.77, 1.94, 2.04, 2.07, 2.1, 2.12, 2.13)
"""How much more than against one it counts against two, three and so on to hold good cards: an exponent, by which the
aces come to what they win."""


RAISED = 0.3
"""How much less it counts for each raise, of the difference that its being good or bad makes: who raises has no random
hand. A sure winner and a sure loser stay what they are."""


def share(hand: Collection[Card], others: int = 1, raises: int = 0) -> float:
    """The share of the pot against this many random hands; or after this many raises by them."""
    one, two = sorted(hand, key=high, reverse=True)
    row, column = (one, two) if one.suit == two.suit else (two, one)
    alone = SHARES[14 - high(row)][14 - high(column)] / 1000
    alone -= RAISED * raises * alone * (1 - alone)
    return (2 * alone) ** AMONG[others - 1] / (others + 1)


def computed(samples: int = 20_000) -> Iterator[list[int]]:
    """The rows of the table, sampled."""
    for a in range(14, 1, -1):
        yield [round(1000 * sampled(a, b, samples)) for b in range(14, 1, -1)]


def sampled(a: int, b: int, samples: int) -> float:
    """What these two ranks win, of one suit where the first is the higher one."""
    own = [Card((rank - 1) % 13 + 1, suit) for rank, suit in ((max(a, b), "S"), (min(a, b), "S" if b < a else "H"))]
    rest = [c for c in deck() if c not in own]
    rng = random.Random(100 * max(a, b) + 2 * min(a, b) + (b < a))
    won = 0
    for _ in range(samples):
        lot = rng.sample(rest, 7)
        mine, theirs = strength([*own, *lot[2:]]), strength(lot)
        won += 2 * (mine > theirs) + (mine == theirs)
    return won / 2 / samples


if __name__ == "__main__":
    for row in computed():
        print(f"    ({', '.join(map(str, row))}),")
