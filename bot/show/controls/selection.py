"""Moves that are collected choice by choice in a private panel: what is chosen so far, what may come next, and what a
press makes of it. All of it walks an offer.

A control carries what was chosen when it was drawn, or a mark of it where that does not fit into an id. It is good as
long as the draft in memory is that, or has gone on from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple, TypeVar

from bot.engine.cards import Card
from bot.engine.controls import completed, encode_part, suit_order
from bot.engine.deal import Illegal
from bot.engine.offers import Move, Offer, Part, SomeOf

MOST = 25
"""As many options as a menu has."""
MOST_MENUS = 3
"""As many menus as there is room for; what needs more goes by pages."""
MORE = "+"
"""The option of a menu behind which there are others."""
REMEMBERED = "*"
"""Before the mark of a draft, in a control that has no room for the draft itself."""
READY = "="
"""What a menu of moves carries that are ready-made, where others are collected choice by choice."""

T = TypeVar("T")

GONE = "What you had chosen is not there any more; choose again."
NOT_NEXT = "That cannot come next any more; choose again."
CHANGED = "Your cards have changed; choose again."


class Draft(NamedTuple):
    """What somebody has chosen so far of a move."""

    verb: str = ""
    parts: tuple[Part, ...] = ()
    begun: tuple[Part, ...] = ()
    """The first fields of the next part, where that is chosen field by field."""
    page: int = 0
    """How far they have turned in a menu of many."""

    def then(self, part: Part) -> Draft:
        """With this part behind the others."""
        return Draft(self.verb, (*self.parts, part))

    @property
    def back(self) -> Draft:
        """Without what was chosen last."""
        if self.begun:
            return Draft(self.verb, self.parts, self.begun[:-1])
        return Draft(self.verb, self.parts[:-1])

    @property
    def spelt(self) -> str:
        """As a control carries it, however long that is; a part of which some fields are chosen ends in a dash."""
        begun = ["".join(f"{encode_part(field)}-" for field in self.begun)] if self.begun else []
        return ".".join([*map(encode_part, self.parts), *begun])

    @property
    def mark(self) -> str:
        """The same in a few characters; what it stands for is known where it is remembered alone."""
        return f"{REMEMBERED}{blake2b(self.spelt.encode(), digest_size=6).hexdigest()}"

    def fits(self, room: int) -> str:
        """What a control with room for this many characters carries."""
        return self.spelt if len(self.spelt) <= room else self.mark

    def among(self, hand: Sequence[Card]) -> frozenset[int]:
        """At which places of a hand the cards lie that are chosen: of equal ones as many as there are in it."""
        wanted: Counter[Card | int] = Counter()
        for part in self.parts:
            if isinstance(part, Card):
                wanted[part] += 1
            elif isinstance(part, tuple):  # a group of a rank: natural cards, twos, jokers
                for rank, count in zip((part[0], 2, 0), part[1:], strict=False):
                    wanted[rank] += count
        found: set[int] = set()
        for n, c in enumerate(hand):
            if (key := next((k for k in (c, c.rank) if wanted[k] > 0), None)) is not None:
                wanted[key] -= 1
                found.add(n)
        return frozenset(found)

    def carried(self, text: str) -> bool:
        """Whether a control that carries this was drawn for it."""
        return text in (self.spelt, self.mark)


NO_DRAFT = Draft()


class Ahead(NamedTuple):
    """What may be chosen next."""

    before: Draft
    """What that goes on from."""
    choices: list[Part]
    """The next part, or the next field of it."""
    fields: bool
    chosen: Part = None
    """What it would take the place of, if nothing more can be chosen."""


def ahead(offer: Offer, draft: Draft) -> Ahead:
    """What may be chosen after this; if nothing may, what may take the place of the last choice."""
    choices = _next(offer, draft.parts)
    if not choices and draft.parts:
        before = Draft(draft.verb, draft.parts[:-1], page=draft.page)
        again = _next(offer, before.parts)
        fields = _by_fields(again)
        return Ahead(before, _fields(again, ()) if fields else again, fields, draft.parts[-1])
    if _by_fields(choices):
        return Ahead(draft, _fields(choices, draft.begun), True)
    return Ahead(draft, choices, False)


def _next(offer: Offer, parts: Sequence[Part]) -> list[Part]:
    """What is really chosen; what may be left out is, by the move itself."""
    return [c for c in offer.next(parts) if c is not None and c is not False]


def _by_fields(choices: Sequence[Part]) -> bool:
    return len(choices) > MOST and isinstance(choices[0], tuple) and not isinstance(choices[0], Card)


def _fields(choices: Sequence[Part], begun: tuple[Part, ...]) -> list[Part]:
    n = len(begun)
    return list(dict.fromkeys(group[n] for group in _groups(choices) if group[:n] == begun))


def _groups(choices: Sequence[Part]) -> list[tuple[int, ...]]:
    """Those that are chosen field by field."""
    return [c for c in choices if isinstance(c, tuple) and not isinstance(c, Card)]


def standing(offer: Offer, draft: Draft) -> Draft:
    """As much of a draft as is on offer still."""
    if isinstance(offer, SomeOf):
        left, stays = Counter[Part](offer.among), list[Part]()
        for c in draft.parts:
            if left[c] > 0:
                left[c] -= 1
                stays.append(c)
        return draft._replace(parts=tuple(stays))
    good = 0
    while good < len(draft.parts) and draft.parts[good] in offer.next(draft.parts[:good]):
        good += 1
    if good < len(draft.parts):
        return Draft(draft.verb, draft.parts[:good])
    choices = _next(offer, draft.parts) if draft.begun else []
    if draft.begun and not (_by_fields(choices) and _fields(choices, draft.begun)):
        return Draft(draft.verb, draft.parts)
    return draft


# ---- sets of cards, chosen at once --------------------------------------------------------------


def copies(offer: SomeOf) -> list[tuple[Card, str]]:
    """The cards of a set, each with a name of its own: of two packs there may be several of a kind."""
    cards = sorted(offer.among, key=type(offer).sorted_by or (suit_order if len(offer.among) <= MOST else by_rank))
    seen: Counter[Card] = Counter()
    found: list[tuple[Card, str]] = []
    for c in cards:
        seen[c] += 1
        found.append((c, str(c) if seen[c] == 1 else f"{c}~{seen[c]}"))
    return found


def by_rank(choice: Part) -> tuple[Part, ...]:
    """Many cards are looked through by rank, the ace above the king."""
    return (choice.rank if choice.rank != 1 else 14, suit_order(choice)) if isinstance(choice, Card) else (99,)


def in_menus(choices: Sequence[T]) -> list[Sequence[T]]:
    """The same in as many menus as they need, about as many in each."""
    count = max(1, -(-len(choices) // MOST))
    size = -(-len(choices) // count)
    return [choices[n : n + size] for n in range(0, len(choices), size)]


def _set_of(offer: SomeOf, draft: Draft, menu: str, values: Sequence[str]) -> Draft:
    """A set with what was chosen from one of its menus, in place of what had been."""
    menus = in_menus(copies(offer))
    number = int(menu.removeprefix("/")) if menu.startswith("/") and menu[1:].isdecimal() else 0
    if number >= len(menus):
        raise Illegal(CHANGED)
    here = {name: c for c, name in menus[number]}
    if not all(value in here for value in values):
        raise Illegal(CHANGED)
    kept, left = [*draft.parts], Counter[Part](here.values())
    for c in draft.parts:  # those of the other menus stay
        if left[c]:
            left[c] -= 1
            kept.remove(c)
    parts = (*kept, *(here[value] for value in values))
    if len(parts) > offer.most:
        cards = [part for part in parts if isinstance(part, Card)]
        raise Illegal(offer.why_not_here(cards[: offer.most], cards[-1]))
    return Draft(draft.verb, parts)


# ---- presses -----------------------------------------------------------------------------------


def is_whole(whole: bool, carried: str, value: str) -> bool:
    """Whether what was chosen from a menu that carried this is a move: in a game whose moves are listed `whole`, or
    from those that are ready-made."""
    return carried == READY or (whole and value != MORE)


def picked(offer: Offer, draft: Draft, carried: str, values: Sequence[str], *, lone: bool) -> Draft:
    """What is chosen after a choice from a menu that carried this. With `lone`, what follows it without a choice is
    chosen as well. Raises Illegal."""
    if isinstance(offer, SomeOf):
        return _set_of(offer, draft, carried, values)
    carried, value = carried.partition("/")[0], values[0]
    now = _gone_on(offer, draft, carried)
    if value == MORE:
        return now._replace(page=now.page + 1)
    if not now.carried(carried) and _after(offer, _earlier(now, carried), value, lone) == now:
        return now  # the same choice once more is the same choice
    return _after(offer, now, value, lone)


def _after(offer: Offer, draft: Draft, value: str, lone: bool) -> Draft:
    there = ahead(offer, draft)
    part = next((c for c in there.choices if encode_part(c) == value), None)
    if part is None:
        raise Illegal(NOT_NEXT)
    now = _with_field(offer, there.before, part) if there.fields else there.before.then(part)
    while lone and not now.begun and isinstance(completed(offer, now.parts), str):
        if len(more := _next(offer, now.parts)) != 1:
            break
        now = now.then(more[0])
    return now


def _with_field(offer: Offer, draft: Draft, field: Part) -> Draft:
    """With one field more of the next part, and those that follow without a choice."""
    begun = (*draft.begun, field)
    among = [group for group in _groups(_next(offer, draft.parts)) if group[: len(begun)] == begun]
    while len(among) > 1 and len({c[len(begun)] for c in among}) == 1:
        begun = (*begun, among[0][len(begun)])
    return draft.then(among[0]) if len(among) == 1 else Draft(draft.verb, draft.parts, begun)


def _gone_on(offer: Offer, draft: Draft, carried: str) -> Draft:
    """What a choice goes on from. Where a message is slow to change, people choose from it again before it shows their
    last choice: that one is not lost. Where nothing is remembered, since a restart, what a control carries counts."""
    if any(d.carried(carried) for d in _history(draft)):
        return draft
    if not carried.startswith("*"):
        return read(offer, draft.verb, carried)
    raise Illegal(GONE)


def _history(draft: Draft) -> list[Draft]:
    """A draft and all its earlier states."""
    found = [draft]
    while found[-1].parts or found[-1].begun:
        found.append(found[-1].back)
    return found


def _earlier(draft: Draft, carried: str) -> Draft:
    """Raises Illegal if no state of it is the one that was carried: since then something else follows without a
    choice."""
    found = next((d for d in _history(draft) if d.carried(carried)), None)
    if found is None:
        raise Illegal(GONE)
    return found


def read(offer: Offer, verb: str, text: str) -> Draft:
    """The draft that a control spells. Raises Illegal."""
    draft = Draft(verb)
    for spelt in text.split(".") if text else ():
        if spelt.endswith("-"):
            for field in spelt[:-1].split("-"):
                draft = _after(offer, draft, field, lone=False)
            continue
        part = next((c for c in offer.next(draft.parts) if encode_part(c) == spelt), None)
        if part is None:
            raise Illegal(CHANGED)
        draft = draft.then(part)
    return draft


def undone(draft: Draft, carried: str) -> Draft:
    """Without the last choice, for a control that was drawn for this draft. Raises Illegal for any other."""
    if not draft.carried(carried) or not (draft.parts or draft.begun):
        raise Illegal(GONE)
    return draft.back


def remembered(offer: Offer, draft: Draft, carried: str) -> Move | str:
    """The move of a button that carries a mark of a draft alone, or what stands against it."""
    if not draft.carried(carried):
        return GONE
    for n, part in enumerate(draft.parts):
        if part not in offer.next(draft.parts[:n]):
            return CHANGED
    return completed(offer, draft.parts)


def pages(choices: Sequence[T], page: int) -> tuple[Sequence[T], bool]:
    """One page of a menu, and whether there are others; behind the last comes the first."""
    if len(choices) <= MOST:
        return choices, False
    size = MOST - 1
    first = page % -(-len(choices) // size) * size
    return [*islice(choices, first, first + size)], True
