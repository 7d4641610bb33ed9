"""Rounds of Blackjack with chosen cards, wagers and stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pytest import MonkeyPatch

from bot.engine.cards import Card, cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import PileName
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.blackjack import BLACKJACK
from bot.games.blackjack.moves import Options, Settled
from bot.games.parts.wagers import Bet, Pass

from .table import play, told

BURNT = "2C"


def opened(
    hands: Mapping[Seat, str], dealer: str, draws: str = "", /, *, seats: int | None = None,
    stacks: Mapping[Seat, int] | None = None, state: State | None = None, burnt: str = BURNT, **options: Any,
) -> Deal:  # fmt: skip
    """A round in which these seats are dealt these cards, if they bet, and the dealer those; then come the draws."""
    seats = seats or max(hands) + 1
    chips = tuple((stacks or {}).get(s, 10_000) for s in range(seats))
    rules = Options(**options)
    dealt = [*(cards(hands[s]) for s in sorted(hands)), cards(dealer)]
    wanted = [*cards(burnt), *(c for singly in zip(*dealt, strict=True) for c in singly), *cards(draws)]
    rest = pack(decks=rules.decks)
    for c in wanted:
        rest.remove(c)
    state = state or replace(opening(seats), stacks=chips)
    return Deal(BLACKJACK, state, rules, None, order=[[*wanted, *rest]])


def stacked(monkeypatch: MonkeyPatch, text: str, decks: int = 6) -> None:
    """Every shoe of any table begins with these cards: one is burnt, then the deal."""
    wanted, begin = cards(text), Match.begin
    rest = pack(decks=decks)
    for c in wanted:
        rest.remove(c)

    def beginning(self: Match, seal: Any, at: int) -> Deal:
        return begin(self, seal, at, [[*wanted, *rest]])

    monkeypatch.setattr(Match, "begin", beginning)


def bet(deal: Deal, wagers: Mapping[Seat, int] | int = 1000, *among: Seat) -> Deal:
    """These wagers; all other seats sit the round out. One amount is everybody's, or that of the seats named."""
    assert deal.ask
    for seat in [*deal.ask.waits_for]:
        amount = wagers.get(seat) if isinstance(wagers, Mapping) else wagers if not among or seat in among else None
        deal.submit(seat, Pass() if amount is None else Bet(amount))
    return deal


def dealt(hands: Mapping[Seat, str], dealer: str, draws: str = "", /, wager: Mapping[Seat, int] | int = 1000,
          **more: Any) -> Deal:  # fmt: skip
    """The same, with the wagers made; players without a hand have sat the round out."""
    deal = opened(hands, dealer, draws, **more)
    return bet(deal, dict.fromkeys(hands, wager) if isinstance(wager, int) else wager)


def alone(hand: str, dealer: str, draws: str = "", *moves: str, **more: Any) -> Deal:
    """One seat against the dealer, with these moves."""
    return play(dealt({0: hand}, dealer, draws, **more), *(f"0: {move}" for move in moves))


def net(deal: Deal, seat: Seat = 0) -> int:
    """What the round has brought a seat."""
    assert deal.after, "the round is not over"
    return deal.after.stacks[seat] - deal.state.stacks[seat]


def outcomes(deal: Deal) -> list[tuple[Seat, str, int]]:
    """Seat, outcome and net of every settled hand, in order."""
    return [(e.seat, e.outcome, e.net) for e in told(deal, Settled)]


def may(deal: Deal, seat: Seat = 0) -> list[str]:
    """The moves that the seat may make now, by their kinds."""
    return [o.kind.__name__ for o in deal.offers(seat) if o]


def lies(deal: Deal, pile: str) -> str:
    return " ".join(map(str, deal.table.piles[PileName(pile)]))


def choices(deal: Deal, seat: Seat, kind: type[Move]) -> Sequence[int]:
    (found,) = (o for o in deal.offers(seat) if o.kind is kind)
    return [*found.next(())]


def named(*found: Card) -> str:
    return " ".join(map(str, found))
