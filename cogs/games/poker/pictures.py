"""How a table of poker lies, and what a hand has come to."""

from __future__ import annotations

from typing import Any

from bot.engine.amounts import whites
from bot.engine.betting import Stakes
from bot.engine.piles import Seat
from bot.engine.side_pots import pot_name
from bot.engine.state import State
from bot.engine.view import View
from bot.games.poker import moves as m
from bot.games.poker import seen
from bot.show.layout import Layout, Outcome, chips_line, moved, out_best, seat_scene
from bot.show.sentences import Who
from card_art import scene as art


def layout(view: View, who: Who) -> Layout:
    """The board and the pots in the middle."""
    stakes: Stakes | None = view.facts.get("betting")
    pots = stakes.pots if stakes else ()
    centre: list[art.Piece] = [art.Row(board) for board in seen.boards(view) if board]
    if len(pots) > 1:
        centre += [art.Pot(pot.amount, pot_name(n, pots).capitalize()) for n, pot in enumerate(pots[:3])]
    else:
        centre.append(art.Pot(view.pot))
    return Layout(centre=tuple(centre), stage=view.options.row.title)


def plate(view: View, who: Who, seat: Seat) -> art.Seat:
    """A seat with its cards, as far as they are seen, and its stack."""
    stakes: Stakes | None = view.facts.get("betting")
    live = stakes is None or seat in stakes.live
    held = (*view.pile(f"hand {seat}"), *view.pile(f"up {seat}"))
    allin = stakes is not None and live and seat in view.players and not view.stacks[seat]
    more: dict[str, Any] = {"shown": view.faces(f"up {seat}")} if seat == who.viewer else {"hand": held}
    return seat_scene(
        view, who, seat, chips_line(view, seat), marks=("ALL-IN",) if allin else (),
        dim=not live or seat not in view.players, **more,
    )  # fmt: skip


def outcome(view: View, before: State, who: Who) -> Outcome:
    """Who has won what, and with which hand."""
    won = view.events_of(m.Won)
    takers = [s for s in range(view.seats) if any(s in e.winners for e in won)]
    net = moved(view, before)
    shown = {e.seat: e for e in view.events_of(m.Shown) if e.seat >= 0}
    return Outcome(
        hands={s: [art.ResultHand(e.cards[:7])] for s, e in shown.items()},
        told={s: tuple(e.called[:2]) for s, e in shown.items()},
        won=takers, order=sorted(range(view.seats), key=lambda s: (s not in takers, s not in shown, -net[s])),
        out={"Folded": [s for s in view.players if s not in shown and s not in takers]},
        banner=out_best(view, who) or _banner(won, who), stage=whites(view.pot) + " stays" if view.pot else "",
    )  # fmt: skip


def _banner(won: list[m.Won], who: Who) -> str | None:
    return f"{who.wins(won[-1].winners)} {whites(won[-1].amount)}" if won else None
