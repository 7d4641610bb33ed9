"""How a match of poker ends: the biggest pot, and of a freezeout who was knocked out by whom."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.amounts import whites
from bot.engine.piles import Seat
from bot.games.poker import moves as m
from bot.games.poker import notable
from bot.games.poker.carried_over import PokerView
from bot.show.words.ending import Ending, Moment, Recalled
from bot.show.words.sentences import Who

from .pictures import hand_text


def _moment(view: PokerView, who: Who) -> Moment | None:
    """The biggest pot: the hand that has won it, where it was shown, and who was knocked out by it."""
    won = view.events_of(m.Won)
    best = max(won, key=lambda e: e.amount, default=None)
    if best is None or not best.winners:
        return None
    seat = best.winners[0]
    shown = best.cards[0] if best.cards else ()
    called = hand_text(best.called) if best.called else "all others fold"
    out = [e.seat for e in view.events_of(m.Out)]
    after = (f"{who.all(out)} {'is' if len(out) == 1 else 'are'} out",) if out else ()
    return Moment(f"pot of {whites(notable(view.events))}", seat, shown, lines=(called, *after))


def _out(recalled: Recalled) -> Mapping[Seat, tuple[int, Seat | None]]:
    return {
        seat: (hand, by if by >= 0 else None)
        for hand, deal in enumerate(recalled, 1)
        for seat, by in zip(deal.get("out", ()), deal.get("by", ()), strict=True)
    }


def _total(view: PokerView, seat: Seat) -> tuple[str, str] | None:
    """The chips of a freezeout; at any other table what has been won."""
    return (whites(view.stacks[seat]), "chips") if view.options.freezeout else None


def _facts(view: PokerView) -> str:
    return "freezeout" if view.options.freezeout else ""


ENDING = Ending(total=_total, moment=_moment, out=_out, facts=_facts)
