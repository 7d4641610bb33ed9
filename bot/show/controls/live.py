"""Tables without turns: what stands under them for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.controls import encode_move
from bot.engine.deal import Deal
from bot.engine.offers import Move, verb
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import View, view
from bot.table.open_table import OpenTable

from ..words.game import Live, Standing, Words
from ..words.sentences import Who
from .components import Button, Control, Menu, Option, Rows, in_rows
from .control_id import button_id, menu_id
from .offer_controls import for_offers
from .selection import Draft


def rows_of(table: str, drawn: int, rows: Sequence[Sequence[Standing]]) -> Rows:
    """The controls that stand for everybody: they follow from what everybody sees, never from what one may do."""
    return tuple(
        tuple(_control(table, drawn, one, f"{y}.{x}") for x, one in enumerate(row)) for y, row in enumerate(rows)
    )


def _control(table: str, drawn: int, one: Standing, place: str) -> Control:
    if one.options:
        assert isinstance(one.move, type)
        options = tuple(Option(label, value) for label, value in one.options)
        return Menu(menu_id(table, drawn, verb(one.move)), one.label, options)
    kind = one.move if isinstance(one.move, type) else type(one.move)
    arg = encode_move(one.move) if isinstance(one.move, Move) else f"-{place}"
    return Button(button_id(table, drawn, verb(kind), arg), one.label, one.style, disabled=not one.enabled)


def public_rows(s: OpenTable, deal: Deal, standing: Live, seen: View, who: Who) -> Rows:
    return rows_of(s.id, deal.number, standing.standing(seen, who))


def panel_rows(s: OpenTable, deal: Deal, words: Words, standing: Live, seat: Seat, who: Who, draft: Draft) -> Rows:
    """A player's own controls, and below them those that stand for everybody."""
    seen = view(deal, seat, s.now())
    common = standing.standing(view(deal, SPECTATOR, s.now()), replace(who, viewer=SPECTATOR))
    shared = {one.move if isinstance(one.move, type) else type(one.move) for row in common for one in row}
    offers = [o for o in deal.offers(seat) if o.kind not in shared]
    possible = {o.kind for o in offers if o}
    own = [o for o in offers if standing.gives_way.get(o.kind) not in possible]
    mine = in_rows(for_offers(s.id, deal.number, own, seen, words, who, private=True, draft=draft))
    flat = [one for row in rows_of(s.id, deal.number, common) for one in row]
    buttons = [one for one in flat if isinstance(one, Button)]
    menus = [one for one in flat if isinstance(one, Menu)]
    return (*mine, *in_rows([*buttons, *menus], 5 - len(mine)))
