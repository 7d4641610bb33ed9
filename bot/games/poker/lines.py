"""A line on each variant, for lists."""

from __future__ import annotations

LINES = {
    "holdem": "two cards of your own, five on the board",
    "short-deck": "hold'em without the cards from 2 to 5; a flush beats a full house",
    "omaha": "four cards: exactly two of them with three of the board",
    "omaha-8": "omaha, and half the pot for the best low of eight or better",
    "pineapple": "three cards, one of them thrown away before the flop",
    "crazy-pineapple": "three cards, one of them thrown away after the flop",
    "stud": "seven cards, four of them open; the lowest card brings it in",
    "stud-8": "stud, and half the pot for the best low of eight or better",
    "razz": "stud for the lowest hand, ace to five",
    "five-stud": "one card down and four open",
    "follow-the-queen": "stud: queens are wild, and so is what follows the last one",
    "baseball": "stud: threes and nines are wild, a four buys a card",
    "draw": "five cards, and one draw",
    "jacks": "five-card draw that only a pair of jacks may open",
    "27-single": "the worst hand wins, with one draw; aces are high",
    "27-triple": "the worst hand wins, with three draws; aces are high",
    "a5-triple": "the lowest hand wins, with three draws; aces are low",
    "badugi": "four low cards of four suits, with three draws",
    "high-chicago": "stud: half the pot for the highest spade in the hole",
    "low-chicago": "stud: half the pot for the lowest spade in the hole",
    "black-mariah": "high chicago, and the queen of spades ends the deal",
    "anaconda": "seven cards, three rounds of passing, then turn one by one",
    "cincinnati": "five of your own and five on the board, with five bets",
    "iron-cross": "five of your own, with the column or the row of a cross",
    "night-baseball": "nobody has seen their cards: turn until you lead",
    "guts": "three cards: in or out? Losers pay for the next pot",
    "indian": "one card, that all others see and you do not",
    "own": "built from your own words: cards, boards, draws, what is wild, lows",
    "choice": "each dealer names the variant for an orbit",
    "mix": "H.O.R.S.E.: five games in turn, an orbit of each",
}
"""By the name of the variant."""
