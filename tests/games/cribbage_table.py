"""Hands of cribbage with chosen cards, starters and scores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.state import State, opening
from bot.games.cribbage import CRIBBAGE, HAND, STAYS, Carried, Play, Scores

from .table import dealt, decides, moment_over, play, told, turn


def hand(pone: str, dealer: str, starter: str = "", /, *, state: State | None = None, **options: Any) -> Deal:
    """Seat 1 deals; seat 0, who holds the first of these hands of six, cuts: four cards lie above the starter."""
    used = [*cards(pone), *cards(dealer), *cards(starter)]
    above = " ".join(str(c) for c in [c for c in pack() if c not in used][:STAYS])
    stub = f"{above} {starter}"
    return dealt(
        CRIBBAGE, {0: pone, 1: dealer}, each=HAND, stock=stub, state=state or opening(2), dealer=1, seats=2, **options
    )  # fmt: skip


def kept(pone: str, dealer: str, starter: str, crib: str = "", /, **more: Any) -> Deal:
    """Four cards each, when two each have been laid away and the starter was cut; `crib`: the dealer's two first."""
    used = [*cards(pone), *cards(dealer), *cards(starter), *cards(crib)]
    rest = [str(c) for c in pack() if c not in used]
    away = [*(str(c) for c in cards(crib)), *rest[: 4 - len(cards(crib))]]
    theirs, mine = " ".join(away[:2]), " ".join(away[2:])
    deal = hand(f"{pone} {mine}", f"{dealer} {theirs}", starter, **more)
    play(deal, f"0: lay-away {mine}", f"1: lay-away {theirs}")
    if turn(deal) == 0 and any(o.kind.__name__ == "CutStarter" for o in deal.offers(0)):
        play(deal, f"0: cut-starter {STAYS}")
    moment_over(deal)
    return deal


def plays(deal: Deal, played: str) -> Deal:
    """Cards one after the other, each by whose turn it is."""
    for word in played.split():
        moment_over(deal)
        seat = turn(deal)
        assert seat is not None
        play(deal, f"{seat}: play {word}")
    moment_over(deal)
    return deal


def played_out(deal: Deal) -> Deal:
    """All cards, each as its house player has it."""
    while any(o.kind is Play for o in deal.offers(turn(deal) or 0)):
        seat = turn(deal)
        assert seat is not None
        made = decides(deal, seat)
        assert made is not None
        deal.submit(seat, made)
        moment_over(deal)
    return deal


def going_on(scores: tuple[int, int], games: tuple[int, int] = (0, 0), **more: Any) -> State:
    """Between two hands; seat 1 deals."""
    return replace(opening(2), scores=scores, carried=Carried(scores, games), dealer=1, number=1, **more)


def points(deal: Deal) -> tuple[int, ...]:
    return tuple(deal.table.scores)


def scored(deal: Deal) -> list[str]:
    """Every combination that was pegged, with whose it was."""
    return [f"{e.seat} {e.kind} {e.points}" for e in told(deal, Scores)]
