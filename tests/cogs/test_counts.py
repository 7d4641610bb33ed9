"""What `/stats` tells of each game's own counts: in words, chips as chips, and nothing twice."""

from __future__ import annotations

import pytest

from bot.engine.cards import cards
from bot.games.parts.poker_hands import strength
from bot.show.words.game import Words
from cogs.games import every_word

TOLD = {
    "jenny-jenny": (
        {"hands": (9, 4), "jennies": (3, 2), "purchases": (1, 1), "raids": (2, 1), "best fortune": (31, 21),
         "turns": (80, 40), "ranks": (70, 33), "failed raids": (1, 1), "auctions won": (1, 1)},
        ["9 hands", "3 with all ten", "1 purchase", "2 raids", "best fortune 21"],
    ),
    "in-between": (
        {"pots made": (2, 1), "pots tried": (5, 2), "posts hit": (1, 1), "biggest win": (900, 650)},
        ["2 pots taken", "5 pots tried", "1 post hit", "biggest win 6½"],
    ),
    "farmer": (
        {"farms won": (1, 1), "sixteens": (2, 2), "busts": (4, 3), "deals as farmer": (3, 2),
         "largest farm": (900, 900),
         "balance": (350, 350)},
        ["1 farm won", "largest 9", "2 sixteens", "4 busts", "farmer in 3 deals"],
    ),
    "backhand": (
        {"hands": (12, 7), "wins": (8, 5), "backhands": (9, 6), "backhands right": (6, 4), "balance": (100, 100)},
        ["12 hands", "8 won", "9 backhands", "6 right"],
    ),
    "seven-twenty-seven": (
        {"hands": (9, 5), "hands won": (3, 2), "hands lost": (6, 3), "halves won": (1, 1), "balance": (-500, 200)},
        ["9 hands", "3 ahead", "1 half won"],
    ),
    "hearts": ({"hands": (12, 6), "moons": (1, 1)}, ["12 hands", "1 moon shot"]),
    "red-dog": (
        {"pots made": (1, 1), "pots tried": (3, 2), "largest pot": (900, 650)},
        ["1 pot taken", "3 pots tried", "largest 6½"],
    ),
    "three-five-seven": ({"showdowns won": (4, 3)}, ["4 showdowns won"]),
    "blackjack": (
        {"rounds": (9, 5), "hands won": (4, 3), "blackjacks": (1, 1), "wagered": (1250, 900), "balance": (50, 50)},
        ["9 rounds", "4 hands won", "1 blackjack", "12½ wagered"],
    ),
    "cash": ({"hands": (5, 3), "good cashes": (2, 1), "seconds": (90, 60)}, ["5 hands", "2 right calls of CASH"]),
    "gin-rummy": (
        {"gins": (2, 1), "undercuts": (1, 1), "knocks": (7, 3), "balance": (50, 50)},
        ["2 gins", "1 undercut", "7 hands won by a knock"],
    ),
    "canasta": (
        {"natural canastas": (3, 2), "mixed canastas": (1, 1), "went out": (4, 2), "concealed": (1, 1), "piles": (9, 4),
         "hands": (12, 7)},
        ["3 natural canastas", "1 mixed canasta", "out 4 times", "1 concealed", "9 piles taken"],
    ),
    "tablanette": (
        {"tablanettes": (9, 5), "hands": (7, 4), "best hand": (95, 61)},
        ["9 tablanettes", "7 hands", "best hand 61"],
    ),
    "knock-poker": (
        {"knocks": (3, 2), "knocks that won": (2, 1), "best hand": (0, strength(cards("KS KD KH 2C 2D")))},
        ["3 knocks", "2 won", "best hand full house, kings over twos"],
    ),
    "jubilee": (
        {"points": (45, 60), "jubilees": (9, 5), "hundreds": (1, 1), "overshoots": (12, 4), "deals": (4, 1)},
        ["45 points, best match 60", "9 jubilees", "1 hundred", "12 multiples passed"],
    ),
    "war": (
        {"battles": (1312, 311), "wars": (70, 17), "longest war": (6, 3)},
        ["1,312 battles fought", "70 wars", "longest war 3 ties"],
    ),
    "twos": (
        {"hands": (8, 4), "hands won": (3, 2), "penalty points": (61, 40), "untouched": (1, 1), "balance": (250, 250)},
        ["8 hands", "3 won", "61 penalty points", "1 hand left untouched"],
    ),
    "poker": (
        {"hands": (40, 25), "balance": (1200, 900), "pots won": (9, 5), "showdowns won": (4, 3),
         "biggest pot": (9050, 6050), "best hand": (0, strength(cards("KS KD KH 2C 2D")))},
        ["40 hands", "9 pots won", "4 showdowns won", "best hand full house, kings over twos", "biggest pot 60½"],
    ),
    "cribbage": (
        {"games": (3, 2), "skunks": (1, 1), "best hand": (60, 24), "muggins": (5, 4)},
        ["3 games won", "1 skunk", "best hand 24", "5 pegged by muggins"],
    ),
    "neosho-rapids": (
        {"hands": (9, 5), "hands won": (3, 2), "cards left": (31, 12), "turns": (204, 80)},
        ["3 hands won", "31 cards left in hand", "204 turns"],
    ),
    "switch": (
        {"hands": (9, 5), "hands won": (4, 3), "penalty cards": (21, 14), "forgotten": (1, 1), "delays": (2, 1),
         "delayed": (1, 1), "cards left": (17, 9)},
        ["9 hands", "4 won", "21 penalty cards", "1 call forgotten", "DELAY called 2 times"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("words", every_word().values(), ids=every_word())
def test_whatever_a_game_counts_can_be_told(words: Words) -> None:
    told = words.stats_lines(dict.fromkeys(words.counts, (2, 1)))
    assert len(told) == len(words.counts) and all(line and "{" not in line for line in told)


def test_counts_below_zero_have_a_minus() -> None:
    told = every_word()["jubilee"].stats_lines({"points": (-1, -1_020)})
    assert told == ["−1 point, best match −1020"]


@pytest.mark.parametrize("slug", TOLD)
def test_counts_are_told_in_words(slug: str) -> None:
    counts, told = TOLD[slug]
    assert every_word()[slug].stats_lines(counts) == told
