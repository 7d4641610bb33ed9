"""What is put in before the cards: antes, blinds, a straddle, a kill."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.engine.asks import Ask, Script, ask
from bot.engine.offers import Offer, Only
from bot.engine.piles import Seat
from bot.games.poker.carried_over import PokerTable

from .hand import Hand
from .moves import DECLINE, Anted, Posted, Straddle
from .options import Rules
from .variants import BLINDS, DEALERS_BLIND

SHORT_ASK = 10
"""Seconds for a straddle, a card to buy, a second run."""


def antes(t: PokerTable, rules: Rules, seats: Collection[Seat] | None = None) -> dict[Seat, int]:
    """Everybody's, or what they have (ruling 2). Returns what each has put in."""
    owing = t.players if seats is None else [p for p in t.players if p in seats]
    paid = {p: min(rules.ante, t.chips[p]) for p in owing}
    for p, amount in paid.items():
        t.pay(amount, p, "pot", "ante")
    if rules.ante and owing:
        t.tell(Anted(rules.ante, tuple(p for p, n in paid.items() if n < rules.ante), rules.bomb))
    return {p: paid.get(p, 0) for p in t.players}


def blinds(h: Hand, newcomers: Collection[Seat], kill: Seat | None) -> Script:
    """Blinds, then a straddle or a kill, then what newcomers post; a bomb pot has none of them."""
    t, rules = h.t, h.rules
    if rules.bomb:
        return
    players = t.players
    posted: set[Seat] = set()
    if rules.played.forced == DEALERS_BLIND:
        post(h, players[-1], "blind", rules.blind)
        h.to_match = rules.blind
    if rules.played.forced != BLINDS:
        return
    small, big = (players[1], players[0]) if len(players) == 2 else (players[0], players[1])
    for seat, what, amount in ((small, "small blind", rules.small), (big, "big blind", rules.blind)):
        if seat != kill:
            post(h, seat, what, amount)
        posted.add(seat)
    h.last_blind, h.to_match = big, rules.u
    if kill is not None:
        post(h, kill, "kill", rules.u)
        posted.add(kill)
    if h.options.straddle and len(players) > 2:
        may = players[2:] if h.options.straddle == "any" else players[2:3]
        posted |= yield from straddle(h, [p for p in may if t.chips[p] >= 2 * rules.blind])
    for p in players:
        if p in newcomers and p not in posted:
            post(h, p, "blind", rules.blind)


def post(h: Hand, seat: Seat, what: str, amount: int) -> None:
    """A live blind: its seat has not spoken."""
    paid = h.betting.post(seat, amount, what)
    h.t.tell(Posted(seat, what, paid, not h.t.chips[seat]))


def straddle(h: Hand, may: Sequence[Seat]) -> Script[set[Seat]]:
    """One of these may post twice the big blind, never short (ruling 6): all are asked at once, and of those who would
    the first from the big blind's left does. Returns who has posted."""
    if len(may) > 1:
        seat = yield from first_who_would(h, may)
    else:
        seat = None
        for p in may:
            move = yield from ask(
                p, Only(Straddle()), Only(DECLINE), default=DECLINE, clock=SHORT_ASK, may_be_ignored=True
            )
            seat = p if move != DECLINE else None
    if seat is None:
        return set()
    post(h, seat, "straddle", 2 * h.rules.blind)
    h.last_blind, h.to_match = seat, 2 * h.rules.blind
    return {seat}


def first_who_would(h: Hand, may: Sequence[Seat]) -> Script[Seat | None]:
    """Until all have answered who come before the first that would; None if nobody would."""
    left, would = [*may], set[Seat]()
    yes, no = Only(Straddle()), Only(DECLINE)
    while left:
        waiting = [p for p in left if p not in would]
        offers: dict[Seat, Sequence[Offer]] = dict.fromkeys(waiting, (yes, no))
        row = yield Ask(
            offers, waiting, None, dict.fromkeys(waiting, DECLINE), SHORT_ASK, may_be_ignored=True
        )  # fmt: skip
        if row.move == DECLINE:
            left.remove(row.seat)
        else:
            would.add(row.seat)
            left = left[: left.index(row.seat) + 1]  # nobody behind comes before them
        if left and left[0] in would:
            return left[0]
    return None
