"""A match that is over, seen again in pictures: every deal, move by move, from the journal.

By then its secrets are public, so all hands may lie open. Where the viewer stands is written in the controls alone, so
that they work after a restart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bot.engine import codec
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.game import Game
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import View, view
from bot.games.catalog import GAMES
from bot.house.judging import judges
from bot.store import Deal as StoredDeal
from bot.store import Match as StoredMatch
from bot.store import Store, journal, tables
from bot.table.errors import Rejected
from bot.table.names import apart
from bot.table.restore import rebuilt, rules_of
from card_art import scene as art

from ..controls.components import Button, Rows
from ..controls.control_id import button_id
from ..controls.table_controls import my_moves_button
from ..messages import cutting
from ..messages.alt import Picture, alt
from ..messages.page import MessageContent
from ..words.game import Words
from ..words.sentences import Who, together

_PLACE = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})\.([01])(?:\.\d{1,7})?")
END = 9999
"""A place behind the last move of any deal."""


@dataclass(frozen=True)
class Place:
    """Where in a table's matches somebody is looking."""

    match: int
    """Counted from 1 at the table, as deals are in their match."""
    deal: int = 1
    move: int = 0
    """How many moves have been made."""
    opened: bool = False
    """All hands lie open."""

    def __str__(self) -> str:
        return f"{self.match}.{self.deal}.{self.move}.{int(self.opened)}"

    @classmethod
    def read(cls, text: str) -> Place:
        """From the argument of a control. Raises Rejected if it is none."""
        if (found := _PLACE.fullmatch(text)) is None:
            raise Rejected("That button is not known any more.")
        match, deal, move, opened = map(int, found.groups())
        return cls(match, deal, move, bool(opened))


@dataclass(frozen=True)
class Film:
    """A match that may be shown."""

    table: str
    game: Game
    options: object
    match: int
    deals: tuple[StoredDeal, ...]
    """Those that were played to their end, by the rules of today."""
    others: bool = False
    """Whether the match has deals besides that were played by earlier rules."""


async def find(store: Store, table: str, match: int | None = None) -> Film:
    """A match of a table; the newest that is over where none is named. Raises Rejected."""
    stored = await store.read(tables.load_table, table)
    closed = stored is not None and stored.status == "closed"
    numbered: list[tuple[int, StoredMatch]] = list(enumerate(await store.read(journal.matches, table), 1))
    over = [(n, m) for n, m in numbered if closed or m.finished is not None]
    if not over:
        raise Rejected("No match at this table is over yet.")
    if match is None:
        match = over[-1][0]
    found = next((m for n, m in over if n == match), None)
    if found is None:
        known = any(n == match for n, _ in numbered)
        raise Rejected("That match is not over yet." if known else f"There is no match {match} at this table.")
    deals = tuple(d for d in await store.read(journal.deals, found.id) if d.status == "done")
    if not deals:
        raise Rejected("No deal of that match was played to its end.")
    game = GAMES[found.game]
    today = tuple(d for d in deals if game.plays(rules_of(d)))
    if not today:
        raise Rejected(f"That match was played by earlier rules of {game.title}, and cannot be shown move by move.")
    options = codec.load_options(game, json.loads(found.options))
    return Film(table, game, options, match, today, len(today) < len(deals))


async def frame(store: Store, film: Film, place: Place, words: Words, style: art.Style) -> MessageContent:
    """The picture at a place, with the controls that lead on from it. Raises Rejected."""
    if not 1 <= place.deal <= len(film.deals):
        raise Rejected(f"That match has {len(film.deals)} deals.")
    stored = await store.read(journal.deal, film.deals[place.deal - 1].id)
    assert stored is not None, "it is among the match's deals"
    moves = len(stored.rows)
    place = replace(place, move=min(place.move, moves))
    deal, seen, who, said = at(film.game, film.options, stored, place.move, words, style)
    text = [
        f"**{film.game.title}** · match {film.match} · {words.deal} {place.deal} of {len(film.deals)}"
        f" · move {place.move} of {moves}",
        together(said[-2:]),
        "-# Deals that were played by earlier rules are not shown." if film.others else "",
    ]
    picture = picture_of(film.game, deal, seen, who, words)
    hands = open_hands(deal, words, who) if isinstance(picture, art.Scene) else ()
    if place.opened and isinstance(picture, art.Scene):
        picture = replace(picture, opened=hands)
    said = "\n".join(filter(None, text))
    rows = (_controls(film, place, moves, hands), *_own_moves(film))
    return MessageContent(said, picture, alt(picture, said), rows)


class Moment(NamedTuple):
    """A deal as it was after some of its moves, for one viewer."""

    deal: Deal
    seen: View
    who: Who
    said: list[str]
    """Everything that had happened, in sentences."""


def at(game: Game, options: object, stored: StoredDeal, moves: int, words: Words, style: art.Style,
       viewer: Seat = SPECTATOR) -> Moment:  # fmt: skip
    """A deal after this many moves. Raises OtherRules."""
    deal = rebuilt(game, options, stored, moves)
    seen = view(deal, viewer)
    who = people(json.loads(stored.start), seen.seats, style, viewer)
    return Moment(deal, seen, who, words.announce(seen.events, who))


def people(start: Mapping[str, Any], seats: int, style: art.Style, viewer: Seat = SPECTATOR) -> Who:
    """Who sat at a deal. Which of them were house players has not always been noted."""
    names: list[str] = start.get("names") or [f"Seat {n + 1}" for n in range(seats)]
    house = {*start.get("house", ())}
    tags = tuple((art.HOUSE,) if n in house else () for n in range(seats))
    faces = tuple(art.house_face(names[n]) if n in house else "" for n in range(seats))
    return Who(apart(tuple(names[:seats])), tags, viewer, style, avatars=faces)


def open_hands(deal: Deal, words: Words, who: Who) -> tuple[art.OpenHand, ...]:
    """Everybody's cards in the game's order, of those who hold any now; those too that they do not see themselves."""
    held = {seat: deal.table.piles.get(HAND.of(seat)) for seat in range(deal.table.seats)}
    return tuple(
        art.OpenHand(who(seat), words.in_order(view(deal, seat), cards)) for seat, cards in held.items() if cards
    )


def picture_of(game: Game, deal: Deal, seen: View, who: Who, words: Words) -> Picture:
    """The table as it was then, or what the deal came to."""
    if deal.after is not None:
        return words.results(seen, deal.state, who)
    if cutting.cutting(seen):
        return cutting.scene(seen, who, game.title, f"{words.deal.capitalize()} {seen.number + 1}")
    return words.scene(seen, who, later=True)


def _own_moves(film: Film) -> Rows:
    if judges(film.game, film.options) is None:
        return ()
    return ((my_moves_button(film.table, film.match),),)


def _controls(film: Film, place: Place, moves: int, hands: Sequence[art.OpenHand]) -> tuple[Button, ...]:
    first, last = place.deal == 1, place.deal == len(film.deals)
    begins, ends = place.move == 0, place.move == moves

    def at(deal: int, move: int) -> Place:
        return replace(place, deal=deal, move=move)

    def button(label: str, to: Place, *, disabled: bool = False) -> Button:
        # the label's own mark keeps the ids of two buttons that lead to the same place apart
        return Button(button_id(film.table, 0, "@replay", f"{to}.{ord(label[0])}"), label, disabled=disabled)

    here, before, after = place.deal, max(place.deal - 1, 1), min(place.deal + 1, len(film.deals))
    turn = "As it was seen" if place.opened else "Open all hands"
    toggles = [button(turn, replace(place, opened=not place.opened))] if hands or place.opened else []
    return (
        button("⏮", at(before if begins else here, 0), disabled=begins and first),
        button("◀", at(before, END) if begins else at(here, place.move - 1), disabled=begins and first),
        button("▶", at(after, 0) if ends else at(here, place.move + 1), disabled=ends and last),
        button("⏭", at(after if ends else here, END), disabled=ends and last),
        *toggles,
    )
