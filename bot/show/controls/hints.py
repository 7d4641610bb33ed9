"""A hint in a private panel: the sentence, and the control that does it, which stands out.

Discord has no frames: the control is green, and has a mark for those who do not see that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.engine.amounts import whites
from bot.engine.cards import Card
from bot.engine.controls import completed, decode_move, encode_move, encode_part, kind_of
from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer, Part, SomeOf, verb
from bot.engine.piles import Seat
from bot.engine.view import View
from bot.house import Advice
from bot.table.open_table import OpenTable

from ..words.game import Words
from ..words.sentences import Who, cards_text
from ..words.verbs import UNSAID
from .components import NAMED, Button, Control, Menu, Option, Rows
from .control_id import ASKS, CLEARS, ControlId, read
from .labels import Labels
from .selection import READY, REMEMBERED, Draft

MARK = "➤"
HINTED = "What a house player would do"
"""Below an option of a menu."""


class _Kept(NamedTuple):
    advice: Advice
    deal: int
    """How many deals had begun at the table."""
    asked: int
    """The newest decision of the seat."""
    moves: int
    """How many moves the seat had made in the deal."""

    @classmethod
    def now(cls, s: OpenTable, deal: Deal, seat: Seat, advice: Advice) -> _Kept:
        return cls(advice, s.deals_begun, deal.newest(seat), sum(row.seat == seat for row in deal.rows))


class Hints:
    """The last one that each seat was given: in memory, and for its owner alone."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, Seat], _Kept] = {}

    def keep(self, s: OpenTable, seat: Seat, advice: Advice) -> None:
        """The owner of the seat has just been given it."""
        if s.deal is not None:
            self.kept[s.id, seat] = _Kept.now(s, s.deal, seat, advice)

    def of(self, s: OpenTable, deal: Deal, seat: Seat) -> Advice | None:
        """As long as the decision of this deal is the one for which it was given, and the move may be made."""
        if (kept := self.kept.get((s.id, seat))) is None:
            return None
        move = kept.advice.move
        may = any(o.kind is type(move) and not o.refusal(move) for o in deal.offers(seat))
        return kept.advice if may and kept == _Kept.now(s, deal, seat, kept.advice) else None

    def forget(self, table: str) -> None:
        """The table is closed."""
        for key in [k for k in self.kept if k[0] == table]:
            del self.kept[key]


def line(advice: Advice, offers: Sequence[Offer], words: Words, seen: View, who: Who) -> str:
    """What a house player would do of what is offered, as its button calls it, and why."""
    who = who.said
    offer = next(o for o in offers if o.kind is type(advice.move))
    why = words.why(advice.why, who) if advice.why is not None else ""
    said = called(advice.move, offer, Labels(words, seen, who))
    return f"**Hint** {MARK} {said.replace(': ', ' ', 1)}: {why}." if why else f"**Hint** {MARK} {said}."


def called(move: Move, offer: Offer, labels: Labels) -> str:
    """A move as people say it: with its verb, where that is followed by cards or an amount."""
    parts, name = [p for p in move.parts if p is not None], verb(type(move)).replace("-", " ").capitalize()
    if parts and all(isinstance(p, Card) for p in parts):
        return f"{name} {cards_text(parts)}"
    if len(parts) == 1 and kind_of(offer, 0) == "amount":
        return f"{name} {whites(parts[0])}"
    if len(parts) == 1 and kind_of(offer, 0) == "rank":
        return f"{name} {labels.of(offer, move).partition(' × ')[0]}"  # not how many of it are held
    label = labels.of(offer, move).rstrip(" …!")
    return f"“{label}”" if label.endswith("?") else label[:1].upper() + label[1:]


# ---- the control that does it --------------------------------------------------------------------


def framed(rows: Rows, move: Move, offers: Sequence[Offer], words: Words, seen: View, draft: Draft) -> Rows:
    """These controls, of which those that make the move, or go on with it, stand out."""
    offer = next((o for o in offers if o.kind is type(move)), None)
    if offer is None:
        return rows
    of = _Framing(move, offer, words, seen, draft)
    for way in (of.makes, of.asks):
        marked = tuple(tuple(way(control) or _plain(control) for control in row) for row in rows)
        if any(way(control) is not None for row in rows for control in row):
            return marked
    return rows


def _plain(control: Control) -> Control:
    """Other moves do not stand out then."""
    if not isinstance(control, Button) or control.style == "danger" or not read(control.id).is_move:
        return control
    return replace(control, style="secondary")


def _marked(control: Button) -> Button:
    return replace(control, style="success", label=f"{MARK} {control.label}")


@dataclass(frozen=True)
class _Framing:
    """A move, and what its controls are read with."""

    move: Move
    offer: Offer
    words: Words
    seen: View
    draft: Draft

    def makes(self, control: Control) -> Control | None:
        """A button that makes the move, or a menu with what comes next of it, as it stands out; None for others."""
        id = read(control.id)
        if isinstance(control, Button):
            mine = id.verb == verb(type(self.move)) and not (id.mark or control.disabled)
            return _marked(control) if mine and self._does(id) else None
        if not isinstance(control, Menu) or not self._collects(id.verb):
            return None
        wanted = self._next(id)
        options: list[Option] = []
        for option in control.options:
            face = option.value.partition("~")[0]
            options.append(replace(option, description=HINTED) if wanted[face] > 0 else option)
            wanted[face] -= 1
        if tuple(options) == control.options:
            return None
        return replace(control, options=tuple(options), placeholder=f"{MARK} {control.placeholder}")

    def asks(self, control: Control) -> Control | None:
        """A button behind which the move is typed, or chosen, as it stands out; None for others."""
        id = read(control.id)
        behind = isinstance(control, Button) and id.mark in (ASKS, CLEARS) and self._collects(id.verb)
        return _marked(control) if isinstance(control, Button) and behind else None

    def _does(self, id: ControlId) -> bool:
        """Whether a button of its verb carries just this move."""
        if id.arg.startswith(NAMED) and not self.offer.free_text:
            amount = self.words.amounts(self.seen, self.offer).get(id.arg.removeprefix(NAMED))
            return self.move.parts == (amount,)
        if self.offer.free_text:
            return self.move.parts == (id.arg,)
        if id.arg.startswith(REMEMBERED):
            return completed(self.offer, self.draft.parts) == self.move
        return decode_move(self.offer, id.arg) == self.move

    def _collects(self, name: str) -> bool:
        """Whether the move is made of what is chosen in a menu of this verb: of its own, or of one beside which it
        stands."""
        if name == verb(type(self.move)):
            return True
        kind = next((each for each in self.words.verbs if verb(each) == name), None)
        said = self.words.verb(kind) if kind is not None else None
        return said is not None and type(self.move) in said.collected.beside

    def _next(self, id: ControlId) -> Counter[str]:
        """What is to be chosen of it in this menu, as its options carry it."""
        said = self.words.verb(self.offer.kind) or UNSAID
        if said.whole is not None or id.arg == READY:
            return Counter([encode_move(self.move)])
        parts: list[Part] = [p for p in self.move.parts if p is not None and p is not False]
        if isinstance(self.offer, SomeOf):
            return Counter(map(str, parts))
        chosen = self.draft.parts
        if tuple(parts[: len(chosen)]) != tuple(chosen) or len(chosen) >= len(parts):
            return Counter()
        part, begun = parts[len(chosen)], len(self.draft.begun)
        fields = part[begun : begun + 1] if isinstance(part, tuple) and not isinstance(part, Card) else ()
        return Counter([encode_part(part), *map(encode_part, fields)])
