"""All in before the flop of Hold'em, or not: what two cards win against better and worse hands, and which of them are
worth all chips where the others think alike.

`python -m bot.house.poker_all_in` makes the table anew: 4,000 boards for each of 169 pairs of cards and eight bands.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations
from operator import mul
from typing import Final, NamedTuple

from bot.engine.cards import Card, deck, high
from bot.games.parts.poker_hands import strength

from .poker_two_cards import SHARES

BANDS: Final = (0.05, 0.05, 0.1, 0.1, 0.15, 0.15, 0.2, 0.2)
"""Parts of all hands, the best first, by what they win against two cards at random."""
# fmt: off
WINS: Final = (
    (812, 881, 871, 849, 851, 846, 849, 857), (481, 709, 718, 702, 703, 676, 678, 664),
    (415, 649, 693, 685, 685, 684, 669, 679), (384, 548, 673, 665, 662, 669, 690, 670),
    (370, 454, 672, 669, 668, 667, 685, 670), (342, 392, 628, 637, 659, 644, 654, 662),
    (324, 390, 592, 623, 657, 656, 651, 689), (326, 377, 545, 593, 630, 626, 637, 672),
    (312, 365, 511, 575, 608, 633, 656, 658), (328, 375, 509, 583, 617, 640, 656, 691),
    (317, 368, 500, 582, 610, 616, 640, 666), (312, 364, 495, 544, 609, 614, 622, 650),
    (312, 369, 492, 539, 591, 616, 618, 667), (435, 692, 692, 686, 675, 643, 632, 647),
    (715, 733, 759, 806, 845, 848, 839, 856), (386, 421, 530, 607, 689, 700, 663, 676),
    (361, 399, 501, 602, 662, 682, 669, 666), (356, 375, 458, 599, 666, 672, 675, 662),
    (325, 377, 403, 558, 661, 646, 676, 658), (309, 383, 397, 518, 621, 641, 654, 678),
    (302, 378, 386, 499, 606, 641, 650, 668), (305, 366, 415, 482, 590, 627, 655, 675),
    (303, 375, 376, 485, 545, 629, 646, 664), (297, 364, 378, 460, 556, 620, 628, 655),
    (300, 342, 370, 462, 540, 605, 621, 646), (293, 353, 375, 446, 520, 600, 609, 650),
    (397, 612, 673, 663, 645, 671, 647, 652), (355, 396, 505, 586, 666, 678, 655, 655),
    (622, 698, 707, 768, 792, 844, 841, 848), (365, 383, 452, 531, 601, 689, 682, 672),
    (361, 387, 433, 504, 588, 668, 691, 692), (317, 382, 409, 452, 565, 643, 663, 668),
    (316, 369, 388, 438, 532, 648, 661, 675), (294, 360, 384, 426, 492, 621, 653, 690),
    (293, 356, 380, 408, 466, 588, 637, 668), (302, 364, 378, 423, 467, 579, 654, 650),
    (279, 346, 376, 398, 461, 555, 622, 650), (277, 359, 385, 380, 448, 559, 606, 655),
    (285, 354, 363, 373, 444, 540, 596, 643), (338, 522, 654, 656, 641, 668, 659, 648),
    (330, 343, 500, 576, 658, 658, 659, 666), (326, 342, 415, 495, 575, 664, 682, 658),
    (549, 660, 685, 714, 743, 798, 841, 845), (348, 384, 424, 442, 529, 598, 709, 695),
    (322, 394, 416, 425, 505, 592, 679, 690), (306, 378, 394, 398, 460, 578, 668, 668),
    (287, 368, 388, 409, 444, 530, 652, 660), (262, 356, 370, 377, 409, 498, 638, 654),
    (270, 355, 373, 387, 409, 501, 628, 656), (262, 344, 383, 357, 412, 472, 608, 650),
    (262, 345, 362, 362, 406, 472, 606, 647), (260, 324, 362, 361, 393, 457, 598, 628),
    (318, 423, 650, 646, 626, 644, 665, 646), (324, 339, 426, 581, 653, 662, 676, 655),
    (322, 327, 389, 466, 561, 669, 674, 660), (321, 360, 417, 428, 516, 600, 700, 687),
    (487, 610, 664, 691, 724, 774, 838, 856), (331, 390, 421, 417, 452, 538, 662, 692),
    (302, 372, 396, 404, 420, 514, 644, 682), (288, 382, 387, 407, 420, 492, 625, 677),
    (281, 376, 398, 378, 398, 443, 611, 666), (258, 334, 357, 370, 388, 427, 580, 653),
    (268, 338, 373, 354, 396, 427, 558, 650), (258, 343, 367, 360, 383, 423, 526, 646),
    (255, 335, 370, 370, 377, 403, 524, 639), (289, 359, 605, 611, 636, 633, 637, 658),
    (288, 346, 387, 517, 644, 630, 652, 656), (291, 335, 372, 417, 538, 643, 648, 670),
    (278, 351, 370, 392, 471, 573, 668, 668), (290, 342, 376, 387, 421, 515, 638, 667),
    (413, 573, 630, 650, 705, 721, 795, 851), (299, 401, 404, 417, 418, 477, 590, 678),
    (281, 404, 395, 413, 408, 452, 569, 687), (272, 391, 396, 397, 414, 425, 549, 675),
    (258, 358, 376, 391, 388, 421, 523, 655), (251, 359, 372, 368, 365, 387, 485, 645),
    (250, 350, 364, 358, 369, 404, 459, 627), (238, 359, 356, 350, 360, 367, 460, 624),
    (275, 344, 556, 612, 607, 615, 635, 661), (278, 352, 350, 482, 608, 630, 642, 657),
    (265, 331, 355, 392, 503, 619, 642, 646), (273, 345, 364, 387, 430, 561, 651, 673),
    (269, 335, 366, 359, 399, 485, 615, 665), (271, 362, 364, 380, 402, 447, 563, 667),
    (344, 570, 622, 631, 653, 714, 733, 842), (273, 413, 394, 424, 425, 427, 511, 659),
    (268, 394, 392, 402, 418, 426, 493, 650), (254, 368, 372, 400, 391, 405, 461, 633),
    (244, 364, 362, 363, 370, 401, 440, 614), (228, 335, 344, 347, 364, 383, 410, 594),
    (228, 338, 338, 351, 356, 359, 421, 576), (275, 343, 517, 592, 618, 632, 630, 669),
    (254, 330, 350, 470, 581, 635, 635, 666), (251, 324, 340, 385, 462, 599, 615, 640),
    (251, 324, 335, 366, 395, 519, 642, 660), (232, 338, 344, 373, 390, 444, 607, 672),
    (239, 359, 359, 374, 370, 424, 539, 659), (233, 376, 368, 396, 379, 410, 483, 627),
    (304, 570, 580, 608, 638, 670, 707, 819), (260, 398, 410, 411, 416, 418, 456, 609),
    (249, 385, 388, 406, 406, 404, 452, 597), (231, 382, 373, 380, 394, 403, 413, 582),
    (230, 349, 354, 372, 373, 380, 406, 565), (229, 357, 339, 370, 355, 348, 387, 524),
    (278, 327, 490, 569, 595, 618, 620, 662), (267, 325, 355, 438, 547, 615, 626, 659),
    (253, 321, 362, 371, 442, 587, 633, 646), (227, 311, 350, 343, 383, 476, 615, 646),
    (221, 308, 358, 351, 368, 407, 579, 645), (215, 338, 353, 362, 371, 384, 528, 652),
    (234, 356, 370, 376, 370, 384, 463, 625), (220, 365, 370, 381, 377, 378, 432, 584),
    (275, 538, 566, 607, 612, 630, 674, 790), (255, 379, 391, 398, 420, 422, 425, 541),
    (254, 380, 390, 378, 394, 414, 414, 534), (239, 374, 365, 361, 370, 386, 390, 507),
    (234, 348, 368, 366, 367, 373, 376, 477), (287, 345, 485, 558, 593, 611, 622, 658),
    (261, 322, 339, 441, 530, 586, 621, 632), (244, 311, 333, 362, 427, 560, 621, 645),
    (243, 328, 340, 353, 379, 461, 618, 643), (235, 309, 314, 335, 358, 400, 552, 638),
    (223, 337, 332, 355, 363, 374, 480, 638), (221, 348, 345, 374, 379, 375, 431, 630),
    (218, 347, 362, 368, 368, 391, 406, 574), (230, 351, 358, 369, 379, 376, 394, 526),
    (291, 519, 570, 590, 584, 607, 625, 750), (267, 392, 388, 404, 417, 406, 407, 500),
    (266, 379, 383, 392, 378, 391, 416, 482), (249, 359, 359, 373, 364, 369, 378, 458),
    (277, 334, 469, 549, 595, 600, 624, 662), (258, 328, 343, 432, 524, 585, 618, 646),
    (240, 323, 343, 357, 428, 527, 603, 629), (228, 314, 346, 338, 368, 453, 587, 637),
    (228, 311, 332, 314, 344, 386, 524, 639), (197, 302, 323, 317, 338, 362, 442, 617),
    (196, 311, 316, 330, 337, 339, 399, 579), (207, 345, 346, 339, 343, 358, 389, 546),
    (216, 341, 345, 348, 356, 374, 360, 505), (223, 341, 349, 359, 384, 372, 370, 469),
    (277, 504, 510, 545, 564, 580, 580, 712), (249, 367, 356, 359, 378, 382, 391, 455),
    (224, 359, 354, 368, 358, 365, 376, 441), (273, 336, 464, 526, 584, 600, 593, 639),
    (253, 326, 327, 424, 520, 585, 600, 639), (242, 320, 329, 354, 420, 545, 593, 631),
    (230, 310, 329, 329, 341, 443, 565, 632), (221, 315, 323, 337, 347, 389, 507, 652),
    (217, 307, 319, 313, 328, 356, 438, 616), (177, 306, 312, 313, 318, 338, 381, 563),
    (194, 340, 318, 338, 341, 342, 364, 505), (183, 323, 329, 331, 339, 346, 354, 468),
    (205, 333, 344, 344, 343, 373, 363, 448), (228, 334, 329, 335, 348, 356, 349, 418),
    (281, 497, 515, 512, 542, 562, 548, 638), (226, 358, 352, 358, 361, 363, 362, 400),
    (274, 334, 464, 534, 570, 592, 597, 639), (255, 324, 327, 437, 498, 573, 579, 626),
    (235, 302, 324, 354, 406, 509, 587, 630), (225, 307, 315, 330, 349, 431, 561, 611),
    (210, 292, 326, 322, 333, 354, 501, 627), (203, 319, 321, 324, 332, 350, 428, 599),
    (194, 314, 299, 312, 317, 322, 381, 558), (182, 309, 308, 316, 318, 319, 333, 485),
    (191, 325, 339, 330, 329, 324, 338, 450), (208, 324, 330, 344, 325, 330, 351, 423),
    (200, 319, 312, 329, 316, 330, 341, 394), (195, 317, 319, 308, 318, 321, 331, 373),
    (266, 484, 472, 489, 501, 527, 525, 549),
)
# fmt: on
"""What two cards win against each band, in thousandths: from the aces down, row by row of 13, on the right of the pairs
cards of one suit."""
ROUNDS: Final = 40
"""After this many answers to each other, what both do hardly changes."""

Range = tuple[float, ...]
"""Which part of each band somebody holds."""
ANYTHING: Final[Range] = (1.0,) * len(BANDS)


class Behind(NamedTuple):
    """Players who may call, and are alike. Amounts are in any one unit."""

    number: int
    risk: float
    """What the others may win of the one who is all in, besides what lies there."""
    owed: float
    """What a call costs."""
    holds: Range = ANYTHING


class Answers(NamedTuple):
    """With what somebody is all in, and what each group calls it with."""

    all_in: Range
    calls: tuple[Range, ...]


@lru_cache(maxsize=4096)
def answers(pot: float, behind: tuple[Behind, ...]) -> Answers:
    """What they come to, each answering what the other has done so far on average: who is all in wins the pot if nobody
    calls."""
    mine, theirs = ANYTHING, [top(0.3)] * len(behind)
    for n in range(1, ROUNDS + 1):
        mine = _nearer(mine, _of([h for h, worth in enumerate(gains(pot, behind, theirs)) if worth > 0]), n)
        won = wins(mine)
        for i, one in enumerate(behind):
            price = one.owed / (pot + one.risk + one.owed)
            theirs[i] = _nearer(theirs[i], _of([h for h, share in enumerate(won) if share > price]), n)
    return Answers(mine, tuple(theirs))


def gains(pot: float, behind: Sequence[Behind], calls: Sequence[Range]) -> list[float]:
    """What being all in brings over folding, with each hand. The first to call is taken to be the last."""
    found, nobody = [0.0] * len(WINS), 1.0
    for one, called in zip(behind, calls, strict=True):
        both: Range = tuple(map(min, called, one.holds))
        none = (1 - min(1.0, _size(both) / _size(one.holds))) ** one.number
        if none < 1:
            whole, chance = pot + one.risk + one.owed, nobody * (1 - none)
            found = [worth + chance * (n * whole - one.risk) for worth, n in zip(found, wins(both), strict=True)]
        nobody *= none
    return [worth + nobody * pot for worth in found]


def wins(against: Range) -> list[float]:
    """How often each hand wins against what somebody holds, ties by half."""
    weights = [part * held for part, held in zip(BANDS, against, strict=True)]
    whole = 1000 * sum(weights) or 1.0
    return [sum(map(mul, weights, row)) / whole for row in WINS]


def top(part: float) -> Range:
    """The best hands, this part of all."""
    begins = (0.0, *accumulate(BANDS))
    return tuple(min(1.0, max(0.0, (part - begin) / width)) for begin, width in zip(begins, BANDS, strict=False))


def number(hand: Sequence[Card]) -> int:
    """Which row of the table it is."""
    row, column = place(hand)
    return 13 * row + column


def _size(held: Range) -> float:
    return sum(part * n for part, n in zip(BANDS, held, strict=True))


def _nearer(before: Range, now: Range, n: int) -> Range:
    """The mean of what was before and is now, the n-th time."""
    return tuple(a + (b - a) / n for a, b in zip(before, now, strict=True))


def _of(hands: Sequence[int]) -> Range:
    parts = _parts()
    return tuple(sum(parts[h][band] for h in hands) for band in range(len(BANDS)))


@cache
def _parts() -> list[list[float]]:
    """Which part of each band each row of the table is."""
    found = [[0.0] * len(BANDS) for _ in range(169)]
    for band, lot in enumerate(bands()):
        for hand in lot:
            found[number(hand)][band] += 1 / len(lot)
    return found


# ---- the table -----------------------------------------------------------------------------------


def place(hand: Sequence[Card]) -> tuple[int, int]:
    """Where two cards stand in the tables of 13 rows."""
    one, two = sorted(map(high, hand), reverse=True)
    return (14 - one, 14 - two) if hand[0].suit == hand[1].suit else (14 - two, 14 - one)


def bands() -> list[list[tuple[Card, Card]]]:
    """All hands, as they stand in the bands."""
    hands = sorted(combinations(deck(), 2), key=lambda hand: -SHARES[place(hand)[0]][place(hand)[1]])
    ends = [round(part * len(hands)) for part in accumulate(BANDS)]
    return [hands[begin:end] for begin, end in zip((0, *ends), ends, strict=False)]


def computed(samples: int = 4000) -> Iterator[list[int]]:
    """The rows of the table, sampled: from the aces down, on the right of the pairs cards of one suit."""
    lots = bands()
    for row in range(13):
        for column in range(13):
            yield [round(1000 * sampled(row, column, lot, samples)) for lot in lots]


def sampled(row: int, column: int, lot: Sequence[tuple[Card, Card]], samples: int) -> float:
    """What this hand wins against one of those."""
    ranks = [(13 - n) % 13 + 1 for n in sorted((row, column))]
    own = [Card(ranks[0], "S"), Card(ranks[1], "S" if row < column else "H")]
    against = [two for two in lot if not {*two} & {*own}]
    rng = random.Random(100 * row + column)
    won = 0
    for _ in range(samples):
        two = rng.choice(against)
        board = rng.sample([c for c in deck() if c not in own and c not in two], 5)
        mine, theirs = strength([*own, *board]), strength([*two, *board])
        won += 2 * (mine > theirs) + (mine == theirs)
    return won / 2 / samples


if __name__ == "__main__":
    rows = [f"({', '.join(map(str, row))})," for row in computed()]
    for two in zip(rows[::2], (*rows[1::2], ""), strict=True):
        print("   ", *two)
