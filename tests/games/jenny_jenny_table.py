"""Hands of Jenny Jenny with chosen cards: from the deal, or as they lie later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.engine.asks import Script
from bot.engine.cards import card, cards
from bot.engine.deal import Deal
from bot.engine.facts import HAND as HELD
from bot.engine.facts import PileName
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.jenny_jenny import HAND, JENNY_JENNY, plays
from bot.games.jenny_jenny import coins as c
from bot.games.jenny_jenny.facts import PURSE, STALL
from bot.games.jenny_jenny.market import Market
from bot.games.jenny_jenny.moves import JennyJennyTable

from .table import dealt

ANN, BEA, CY = "AD 2C 7H", "AH 2H 3H 9H", "AC 4C 8C"
"""What seats hold about which a test says nothing."""


def first(hands: Mapping[Seat, str], stock: str = "", *, seats: int = 3, dealer: Seat | None = None, **options: Any
          ) -> Deal:  # fmt: skip
    """From the deal: these are the seven cards of each seat; seat 0 begins unless another deals."""
    at = seats - 1 if dealer is None else dealer
    return dealt(JENNY_JENNY, hands, each=HAND, stock=stock, seats=seats, dealer=at, **options)


def lying(
    *hands: str, purses: Mapping[Seat, str] | None = None, stalls: Mapping[Seat, str] | None = None, stock: str = "KC",
    asks: str = "", seats: int = 3, state: State | None = None, **options: Any,
) -> Deal:  # fmt: skip
    """As it lies later: seat 0 is to play. The stock is told from above, asks as `9S 4, 7H 2`; they are 1 else."""

    def script(t: JennyJennyTable) -> Script:
        m = Market(t)
        for p in m.players:
            held = cards(hands[p] if p < len(hands) else (ANN, BEA, CY, "")[p])
            m.hands[p].lay(*held)
            m.held[p] = sum(1 << one.rank for one in held)
            m.purses[p].lay(*cards((purses or {}).get(p, "")))
            for ware in cards((stalls or {}).get(p, "")):
                m.stalls[p].lay(ware)
                m.asks[ware] = 1
        for told in filter(None, asks.split(", ")):
            ware, ask = told.split()
            m.asks[card(ware)] = int(ask)
        m.price_told()
        yield from plays(m)

    before = replace(state or opening(seats), dealer=seats - 1)
    order = cards(stock)
    return Deal(replace(JENNY_JENNY, deal=script), before, JENNY_JENNY.options(**options), None, 0, order=[order])


def held(deal: Deal, seat: Seat) -> str:
    """What lies in a hand, by rank."""
    return _text(deal, HELD.of(seat))


def purse(deal: Deal, seat: Seat) -> str:
    """The coins of somebody, in the order in which they are paid."""
    lain = sorted(deal.table.piles[PURSE.of(seat)], key=lambda one: (c.ORDER[one.rank], one.suit))
    return " ".join(map(str, lain))


def stall(deal: Deal, seat: Seat) -> str:
    return _text(deal, STALL.of(seat))


def _text(deal: Deal, name: PileName) -> str:
    return " ".join(map(str, sorted(deal.table.piles[name])))


def asked(deal: Deal) -> dict[str, int]:
    """What every card in a stall costs."""
    return {str(one): ask for one, ask in deal.table.facts["asks"][0].items()}
