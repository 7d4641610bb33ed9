"""The controls of a night of dealer's choice, between its games: naming one, its stakes, and the end of the night."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import Field
from typing import Any

from discord import TextStyle, ui

from bot.engine.options import declared, written
from bot.games.catalog import GAMES
from bot.show.controls import button_id
from bot.table import lobby, night, picking
from bot.table.errors import NeedsConfirmation, Rejected
from bot.table.session import Session

from .reply import Reply

VERBS = frozenset({"deal", "options", "unname", "rebuy", "end"})
"""What buttons do that only a night has."""
_PAIR = re.compile(r"([a-z][a-z_ -]{0,40}?)[:=]\s*([^\s,;]+)", re.IGNORECASE)
"""A name is short: else reading a long text would take time that grows with its square or cube."""


async def press(session: Session, reply: Reply, what: str, arg: str, picks: int, *, sure: bool) -> None:
    """A button of the night was pressed. Raises Rejected, NeedsConfirmation."""
    told = night.of(session)
    match what:
        case "deal":
            slug, _, number = arg.partition(".")
            stakes = picking.stakes_of(GAMES[slug]) if slug in GAMES else []
            if not number.isdecimal() or int(number) >= len(stakes):
                raise Rejected("That button is not known any more.")
            await picking.pick(session, reply.user, slug, stakes[int(number)], {}, picks=picks)
        case "options":
            picking.may_pick(session, reply.user, picks)
            if told.named is None:
                raise Rejected("Name a game first.")
            await reply.ask(_form(session, told.named))
        case "unname":
            await picking.name(session, reply.user, "", picks)
        case "rebuy":
            await lobby.rebuy(session, reply.user)
        case _:
            if not sure:
                question = NeedsConfirmation("End the night for everybody? All stacks go back to the bank.")
                question.yes = button_id(session.id, picks, "!@end")
                raise question
            await lobby.end_night(session, reply.user, reply.manager)
            await reply.change("The night is over.")  # the question is answered


async def choose(session: Session, reply: Reply, slug: str, picks: int) -> None:
    """A game was chosen from the menu. Raises Rejected."""
    await picking.name(session, reply.user, slug, picks)


async def typed(session: Session, reply: Reply, text: str, picks: int) -> None:
    """The form with a game's options was sent off. Raises Rejected."""
    told = night.of(session)
    picking.may_pick(session, reply.user, picks)
    if told.named is None:
        raise Rejected("Name a game first.")
    await picking.pick(session, reply.user, told.named, picking.FRIENDLY, read_pairs(text), picks=picks)


def read_pairs(text: str) -> Mapping[str, str]:
    """Options as people type them: `ante: 2, wild: yes`. Raises Rejected."""
    found = {name.strip().lower().replace(" ", "_").replace("-", "_"): value for name, value in _PAIR.findall(text)}
    if not found and text.strip():
        raise Rejected("Type options by name, for example `ante: 2, min_bet: 1`.")
    return found


def _form(session: Session, slug: str) -> ui.Modal:
    game = GAMES[slug]
    options = picking.tonight(session, game, len(night.playing(session)))
    each = [(f, getattr(options, f.name)) for f in declared(game.options) if not f.kw_only and f.name != "buy_in"]
    filled = "\n".join(f"{f.name}: {_typed_back(f, value)}" for f, value in each)
    modal = ui.Modal(
        title=f"{game.title}: options"[:45], custom_id=f"cx:{session.id}:{night.of(session).picks}:@options"
    )
    modal.add_item(ui.TextInput(label="Change what you like", style=TextStyle.paragraph, default=filled,
                                max_length=1000, required=False, custom_id="text"))  # fmt: skip
    return modal


def _typed_back(f: Field[Any], value: Any) -> str:
    """An option's value as it can be typed."""
    return str(value) if f.metadata["kind"] == "choice" else written(f, value)
