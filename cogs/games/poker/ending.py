"""How a match of poker ends: the biggest pot, and of a freezeout who was knocked out by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.amounts import whites
from bot.engine.piles import Seat
from bot.games.poker import moves as m
from bot.games.poker import notable
from bot.games.poker.carried_over import PokerView
from bot.show.words.ending import Ending, Moment, Recalled
from bot.show.words.sentences import Who

from .pictures import called_of, hand_text, shown_told


def _moment(view: PokerView, who: Who) -> Moment | None:
    """The biggest pot: the hand that has won it, where it was shown, and who was knocked out by it."""
    won = view.events_of(m.Won)
    best = max(won, key=lambda e: e.amount, default=None)
    if best is None or not best.winners:
        return None
    seat = best.winners[0]
    shown = best.cards[0] if best.cards else ()
    called = _called(view, best) if best.called else "all others fold"
    out = [e.seat for e in view.events_of(m.Out)]
    after = (f"{who.all(out)} {'is' if len(out) == 1 else 'are'} out",) if out else ()
    return Moment(f"pot of {whites(notable(view.events))}", seat, shown, lines=(called, *after))


def _called(view: PokerView, won: m.Won) -> str:
    """The hand that has won it, beside all others that were shown."""
    which = {(max(0, won.board - 1), won.half or view.options.halves[0].key)}
    return " / ".join(called_of(shown_told(view), won.winners[0], which)) or hand_text(won.called)


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
    """A freezeout, and whether its players have divided what was left."""
    if not view.options.freezeout:
        return ""
    return "freezeout, a deal by chips" if view.last(m.DealMade) is not None else "freezeout"


def _foot(view: PokerView) -> tuple[str, Sequence[tuple[Seat, str]]] | None:
    """The bounties of a freezeout: what each has won, their own too where nobody has."""
    paid = view.last(m.Bounties)
    return ("Bounties", [(seat, whites(amount)) for seat, amount in paid.paid]) if paid is not None else None


ENDING = Ending(total=_total, moment=_moment, out=_out, facts=_facts, foot=_foot)
