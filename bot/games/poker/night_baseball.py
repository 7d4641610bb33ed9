"""Night Baseball: seven cards that nobody has seen, turned one by one until the best hand showing is beaten."""

from __future__ import annotations

from bot.engine.asks import Script
from bot.engine.moments import BRIEF, moment
from bot.engine.piles import Seat

from .facts import BEATEN
from .hand import Hand
from .moves import Beaten, Turned, UpCard
from .ranking import showing
from .streets import three_or_four
from .variants import FIXED

EACH, ALL = 7, 5
"""How many cards are dealt; from how many shown on a fixed bet is the big one."""


def play(h: Hand) -> Script:
    """Seat by seat from the dealer's left, until all but one live seat are beaten."""
    t, betting, players = h.t, h.betting, h.t.players
    t.deal(h.stock, EACH, *[h.hands[p] for p in players])
    h.look_for_wilds()
    seat, first = players[0], True
    while not over(h):
        if seat in betting.live and seat not in betting.out and (first or not leads(h, seat)):
            better = yield from turns(h, seat, once=first)
            first = False
            if betting.decided:
                return
            if better:
                big = h.rules.limit == FIXED and any(len(h.up[p]) >= ALL for p in betting.live)
                yield from betting.betting(seat, h.rules.u * (1 + big))
                if betting.decided:
                    return
            elif seat in betting.live:
                betting.out.add(seat)
                t.note(BEATEN, frozenset(betting.out))
                t.tell(Beaten(seat))
        seat = t.left_of(seat)[0]


def over(h: Hand) -> bool:
    """Whether all but one live seat are beaten."""
    return sum(p not in h.betting.out for p in h.betting.live) <= 1


def leads(h: Hand, seat: Seat) -> bool:
    """Whether this seat shows a better hand than any other that is live. Beaten ones count: they are live."""
    others = [showing(h.up[p], h.wilds) for p in h.betting.live if p != seat]
    return showing(h.up[seat], h.wilds) > max(others, default=0)


def turns(h: Hand, seat: Seat, *, once: bool) -> Script[bool]:
    """One card, or as many as it takes to lead: whether the seat does then, and is still in."""
    t, hand = h.t, h.hands[seat]
    while hand:
        card = hand.take(hand[0])  # as they were dealt: none is turned out of turn
        t.revealed += 1
        h.up[seat].lay(card)
        t.tell(Turned((UpCard(seat, card),)))
        yield from three_or_four(h, seat, card)
        if seat not in h.betting.live:
            return False
        if once or leads(h, seat):
            return True
        yield from moment(t, BRIEF)
    return False
