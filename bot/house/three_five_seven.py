"""The house player of 3-5-7: in with the hands that beat enough others, a little looser or tighter as the table goes.

Rules: three-five-seven.md, house player. Good hands alone win chips and lose matches, since a strike goes to whoever
dares: so it is looser, too, the more strikes it is behind, where others have been in before in the same deal, and with
one strike to win.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.view import View
from bot.games.parts.poker_hands import Kind, least, strength
from bot.games.three_five_seven import IN, OUT, STAGES, Declare, Opened

BANDS = (
    (0, 0, 0),
    (least(Kind.HIGH_CARD, 12), least(Kind.HIGH_CARD, 14), least(Kind.PAIR, 14)),
    (least(Kind.HIGH_CARD, 14), least(Kind.PAIR, 11), least(Kind.THREE, 4)),
    (least(Kind.PAIR, 6), least(Kind.PAIR, 14), least(Kind.STRAIGHT)),
    (least(Kind.PAIR, 10), least(Kind.TWO_PAIR, 11), least(Kind.FLUSH)),
    (least(Kind.PAIR, 12), least(Kind.THREE, 10), least(Kind.FULL_HOUSE)),
    (least(Kind.PAIR, 14), least(Kind.THREE, 13), least(Kind.FOUR)),
)
"""The weakest hands to be in with at the three stages: any, and about the best 65, 45, 30, 20, 12 and 6 of a
hundred hands."""


def choose(view: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """Declares once, and stands by it."""
    if Declare not in may or view.viewer not in view.waits_for:
        return None
    return Declare(IN if good_enough(view) or bluffs(view, rng) else OUT)


def good_enough(view: View) -> bool:
    """Whether the hand is one of those that are worth staying in with at this table."""
    stage = view.facts["stage"]
    band = usual_band(len(view.players)) - one_short_of_winning(view) - beats_all_seen(view)
    band -= strikes_behind(view) + bolder_for_others(view) + 2 * lacks_one(view, view.viewer)
    band += 3 * view.pot > view.stacks[view.viewer]
    return strength(view.hand, wild=stage) >= BANDS[min(max(band, 0), len(BANDS) - 1)][STAGES.index(stage)]


def usual_band(players: int) -> int:
    """The more there are, the better a hand must be."""
    return 3 if players <= 3 else 4 if players <= 5 else 5


def strikes_behind(view: View) -> int:
    """How many strikes the player with the most of them is ahead."""
    return max(view.strikes[p] for p in view.players) - view.strikes[view.viewer]


def bolder_for_others(view: View) -> int:
    """A band for each stage of this deal in which somebody else was in; two where many sit at the table."""
    others_in = sum(any(p != view.viewer for p in e.are_in) for e in view.events_of(Opened))
    return others_in * (2 if len(view.players) > 5 else 1)


def one_short_of_winning(view: View) -> bool:
    """Whether another player lacks a single strike: somebody must oppose them."""
    return any(lacks_one(view, p) for p in view.players if p != view.viewer)


def lacks_one(view: View, seat: Seat) -> bool:
    """Whether one more strike wins the pot for this seat."""
    return view.strikes[seat] == view.options.strikes_to_win - 1


def beats_all_seen(view: View) -> bool:
    """Whether the hand is better than what it has seen, in this deal, of those who like to be in."""
    stage = view.facts["stage"]
    hands = [view.faces(f"hand {p}") for p in view.players if p != view.viewer]
    seen = [strength(hand, wild=stage) for hand in hands if hand]
    return bool(seen) and strength(view.hand, wild=stage) > max(seen)


def bluffs(view: View, rng: random.Random) -> bool:
    """With the last strike to win and a small pot to lose, one bad hand in four stays in."""
    return lacks_one(view, view.viewer) and 10 * view.pot <= view.stacks[view.viewer] and not rng.randrange(4)
