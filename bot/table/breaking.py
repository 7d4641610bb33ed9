"""A game of a night that drags is ended after its hand, by its host or by most of those who sit there: with the stacks
as they are then. What lies in the pot is shared, and where places are played for they are paid as they stand.

Each function changes the table in memory and puts what must be stored with it into the unit of work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.amounts import shares, signed, whites
from bot.engine.places import paid_for
from bot.engine.state import Standing, State, ranked
from bot.store import Account, Work, escrow, pot

from . import lasting, money
from .open_table import OpenTable


def voters(s: OpenTable) -> list[int]:
    """Who would end the game that is on, of those who sit here."""
    return [user for user in s.night.votes if s.seat_of(user) is not None] if s.night is not None else []


def needed(s: OpenTable) -> int:
    """How many votes are more than half of the people who are here."""
    here = [seat for seat in s.humans if not s.chairs[seat].stand_in]
    return len(here) // 2 + 1


def wanted(s: OpenTable) -> bool:
    """Whether the game that is on ends after this hand: enough want it, or it has lasted as long as it was to."""
    night, match = s.night, s.match
    if night is not None and match is not None and lasting.is_over(night, match.state, s.now()):
        return True
    votes = voters(s)
    return any(map(s.hosts, votes)) or len(votes) >= needed(s)


def break_off(s: OpenTable, work: Work, state: State) -> State:
    """The match ends between two deals: its places, or its pot, are paid, and it counts as it stands. Returns the state
    after it."""
    if s.night is not None:
        s.night.votes = []
    if state.place_point:
        return _places(s, work, state)
    ended = _shared(s, work, state)
    return replace(ended, standings=_by_net(s, ended))


def _places(s: OpenTable, work: Work, state: State) -> State:
    standings = ranked(dict(enumerate(state.scores)), lowest_wins=s.game.lowest_wins)
    net = paid_for(state.place_point, standings, state.stacks, state.dealer)
    _pay(s, work, net, 0)
    told = ", ".join(f"{s.chairs[n].said} {signed(won)}" for n, won in enumerate(net) if won)
    s.notice = f"{_ended(s, state)}; places are paid as they stand: {told or 'all are even'}."
    return replace(state, stacks=_with(state.stacks, net), standings=standings)


def _shared(s: OpenTable, work: Work, state: State) -> State:
    """The pot goes evenly to those who have a part in it; spare yellows to the first from the next dealer on."""
    s.notice = f"{_ended(s, state)}."
    here = [n for n in range(state.seats) if not s.chairs[n].empty]
    among = [n for n in here if n in s.game.pot_of(state)] or here
    among.sort(key=lambda n: (n - (state.dealer or 0)) % state.seats)
    if not state.pot or not among:
        return state
    net = [0] * state.seats
    for seat, amount in zip(among, shares(state.pot, len(among)), strict=True):
        net[seat] = amount
    _pay(s, work, net, -state.pot)
    s.notice = f"{_ended(s, state)}; the pot of {whites(state.pot)} is shared."
    return replace(state, stacks=_with(state.stacks, net), pot=0)


def _ended(s: OpenTable, state: State) -> str:
    """Why the game is over: it has lasted as long as it was to, or people want it."""
    night = s.night
    if night is not None and lasting.is_over(night, state, s.now()):
        return f"{s.game.title} is over: it was for {lasting.told(night.lasts_now)}"
    return f"{s.game.title} is ended here"


def _by_net(s: OpenTable, state: State) -> tuple[Standing, ...]:
    """A player who has won chips in this match has won it, and one who has lost some has lost."""
    net = {n: state.stacks[n] - s.chairs[n].bought for n in range(state.seats) if not s.chairs[n].empty}
    order = sorted(net.values(), reverse=True)
    return tuple(Standing(n, order.index(won) + 1, "W" if won > 0 else "L" if won else "D") for n, won in net.items())


def _pay(s: OpenTable, work: Work, net: Sequence[int], from_pot: int) -> None:
    postings: list[tuple[Account, int]] = [
        (escrow(s.id, s.chairs[n].account), amount) for n, amount in enumerate(net) if amount
    ]
    if postings:
        postings += [(pot(s.id), from_pot)] if from_pot else []
        money.move(s, work, "ended", postings, "deal")


def _with(stacks: Sequence[int], net: Sequence[int]) -> tuple[int, ...]:
    return tuple(stack + amount for stack, amount in zip(stacks, net, strict=True))
