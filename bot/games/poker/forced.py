"""What is put in before the cards: antes, blinds, a straddle, a kill, and how the stakes of a freezeout rise."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bot.engine.amounts import WHITE
from bot.engine.asks import Script, ask
from bot.engine.offers import Only
from bot.engine.piles import Seat
from bot.games.poker.carried_over import PokerTable

from .hand import Hand
from .moves import DECLINE, Anted, Posted, Straddle
from .options import Rules, up_to
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
    for seat, what, amount in ((small, "small blind", rules.blind // 2), (big, "big blind", rules.blind)):
        if seat != kill:
            post(h, seat, what, amount)
        posted.add(seat)
    h.last_blind, h.to_match = big, rules.u
    if kill is not None:
        post(h, kill, "kill", rules.u)
        posted.add(kill)
    if h.options.straddle and len(players) > 2:
        posted |= yield from straddle(h, players[2 % len(players)])
    for p in players:
        if p in newcomers and p not in posted:
            post(h, p, "blind", rules.blind)


def post(h: Hand, seat: Seat, what: str, amount: int) -> None:
    """A live blind: its seat has not spoken."""
    paid = h.betting.post(seat, amount, what)
    h.t.tell(Posted(seat, what, paid, not h.t.chips[seat]))


def straddle(h: Hand, seat: Seat) -> Script[set[Seat]]:
    """Left of the big blind may post twice as much, never short (ruling 6). Returns who has posted."""
    amount = 2 * h.rules.blind
    if h.t.chips[seat] < amount:
        return set()
    move = yield from ask(seat, Only(Straddle()), Only(DECLINE), default=DECLINE, clock=SHORT_ASK)
    if move == DECLINE:
        return set()
    post(h, seat, "straddle", amount)
    h.last_blind, h.to_match = seat, amount
    return {seat}


# ---- freezeout -----------------------------------------------------------------------------------


def steps() -> Iterator[float]:
    """How many times the first stakes the levels are; after 30 and 40 each pair is doubled."""
    yield from (1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20)
    pair = (30, 40)
    while True:
        yield from pair
        pair = (pair[0] * 2, pair[1] * 2)


def level(stakes: int, number: int) -> float:
    """How many times the first stakes this level is, from 0; levels that come to the same are skipped."""
    seen = 0
    for times in steps():
        u = up_to(stakes * times, WHITE)
        if u == seen:
            continue
        if not number:
            return float(times)
        seen, number = u, number - 1
    raise AssertionError("levels never end")


def prizes(chips: int, entries: int) -> list[int]:
    """What the places get of all chips, the best first: lower ones in whole yellows downwards, the first the rest."""
    parts: Mapping[int, tuple[int, ...]] = {7: (35,), 10: (30, 20)}
    lower = next((parts[most] for most in parts if entries <= most), ()) if entries > 4 else ()
    each = [chips * part // 100 // 50 * 50 for part in lower]
    return [chips - sum(each), *each]
