"""The buttons and menus of offers.

Nothing infers from controls: only what the viewer may do is ever drawn for them, and of an unlisted offer everything
that could be chosen, whatever comes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from bot.engine.amounts import CHIPS, whites
from bot.engine.cards import Card
from bot.engine.controls import completed, encode_move, encode_part, kind_of, suit_order, word
from bot.engine.deal import Deal
from bot.engine.facts import TO_CUT
from bot.engine.offers import Move, Offer, Part, SomeOf, verb
from bot.engine.piles import Seat
from bot.engine.view import View
from bot.table.prefs import USUAL, Prefs
from card_art.deck import emojis

from ..words.game import OwnAmounts, Words
from ..words.sentences import Who, card_text, group_text
from ..words.verbs import (
    MOST_BUTTONS,
    Build,
    ButtonStyle,
    Choice,
    EnterAmount,
    EnterNumber,
    EnterText,
    PickCards,
    PickMove,
    PickOne,
    Press,
    Verb,
    prompt,
    single,
)
from . import selection
from .components import NAMED, Button, Control, Menu, Option, as_rows
from .control_id import ASKS, BACK, CLEARS, LONGEST_ID, button_id, menu_id
from .selection import MORE, NO_DRAFT, READY, Draft

MOST_ROWS = 4
"""As many rows as there are for the moves of a panel; where they need more, what is collected is opened one by one."""
_CHIPS = [(emojis.chip_name(colour), value) for colour, value in CHIPS.items()]
_MORE = (Option("Others…", MORE),)


@dataclass(frozen=True)
class _Viewer:
    """For whom controls are drawn, and under which message."""

    table: str
    drawn: int
    view: View
    words: Words
    who: Who
    draft: Draft
    prefs: Prefs

    def presets(self, offer: Offer) -> Sequence[tuple[str, int | str]]:
        """The buttons for an amount: their own in their panel, the usual ones on the table."""
        own = self.words.trait(OwnAmounts)
        return self.words.presets(self.view, offer) if own is None else own.presets(self.view, offer, self.prefs)


def for_offers(table: str, drawn: int, offers: Sequence[Offer], view: View, words: Words, who: Who, *,
               private: bool, draft: Draft = NO_DRAFT, prefs: Prefs = USUAL) -> list[Control]:  # fmt: skip
    """The controls for a viewer's offers. `draft` is what they have chosen so far, `prefs` what they have chosen for
    themselves."""
    viewer = _Viewer(table, drawn, view, words, who, draft, prefs)
    verbs, possible = [words.verb(o.kind) for o in offers], [bool(o) for o in offers]
    drawn_beside = {kind for v, may in zip(verbs, possible, strict=True) if v and may for kind in v.collected.beside}
    found: list[_Drawn] = []
    for offer, said, may in zip(offers, verbs, possible, strict=True):
        if said is None or offer.kind in drawn_beside or not _stands(offer, said, view, may=may, private=private):
            continue
        seen = offer.shown_as if not may and offer.shown_as is not None else offer
        beside = [o for o, may in zip(offers, possible, strict=True) if may and o.kind in said.collected.beside]
        found.append(_Drawn(viewer, seen, said, beside))
    each = [one.controls() for one in found]
    if private:
        _fold(found, each)
    return [control for made in each for control in made]


def everybodys(
    table: str, deal: Deal, seen: View, words: Words, who: Who, humans: Sequence[Seat], automatic: Collection[Seat]
) -> list[Control]:
    """The moves that stand under the table message: of those who are waited for, as far as they play themselves, and
    what several people decide together. Where they do so by the same button, it is drawn once. A house player moves on
    the `automatic` seats."""
    decide = seen.waits_for or sorted(seen.fact(TO_CUT, ()))
    offers = {seat: deal.offers(seat) for seat in {*decide, *humans}}
    offered = [offers[seat] for seat in decide if seat not in automatic]
    offered.append([o for seat in humans for o in offers[seat] if (v := words.verb(o.kind)) and v.shared])
    found = [c for own in offered for c in for_offers(table, deal.number, own, seen, words, who, private=False)]
    return list({b.id: b for b in found}.values())


def _stands(offer: Offer, said: Verb, view: View, *, may: bool, private: bool) -> bool:
    if private:
        return may
    public = said.shared or (said.public(view) if callable(said.public) else said.public)
    return (may or offer.shown_when_refused) and public and not offer.unlisted


def _fold(found: Sequence[_Drawn], each: list[list[Control]]) -> None:
    """If there are too many rows, collected choices go behind a button, the last first."""
    for n in reversed(range(len(found))):
        if len(as_rows([control for made in each for control in made])) <= MOST_ROWS:
            return
        if len(each[n]) > 1 and isinstance(each[n][0], Menu) and not found[n].begun:
            each[n] = [found[n].folded()]


@dataclass(frozen=True)
class _Drawn:
    """An offer as it is drawn."""

    at: _Viewer
    offer: Offer
    said: Verb
    beside: Sequence[Offer] = field(default=())
    """Offers of other moves that are made of the same choices."""

    @cached_property
    def name(self) -> str:
        return verb(self.offer.kind)

    @property
    def begun(self) -> bool:
        """Whether the draft is one of this move."""
        return self.at.draft.verb == self.name

    @property
    def draft(self) -> Draft:
        return self.at.draft if self.begun else Draft(self.name)

    @cached_property
    def choices(self) -> dict[Part, Choice]:
        return self.said.choices(self.at.view, self.at.who)

    def button(self, label: str, arg: str = "", style: ButtonStyle = "secondary", *, mark: str = "",
               emoji: str | None = None, disabled: bool = False) -> Button:  # fmt: skip
        id = button_id(self.at.table, self.at.drawn, self.name, arg, mark=mark)
        return Button(id, label, style, emoji, disabled)

    def menu(self, asked: str, options: Sequence[Option], arg: str = "", least: int = 1, most: int = 1) -> Menu:
        return Menu(menu_id(self.at.table, self.at.drawn, self.name, arg), asked, tuple(options), least, most)

    def folded(self) -> Button:
        """The button behind which its menus are."""
        return self.button(f"{self.bare(self.said)}…", style=self.said.style, mark=CLEARS)

    def bare(self, said: Verb) -> str:
        """A label without the place for what is chosen."""
        return said.label_now(self.at.view).replace("{}", "").rstrip(" …")

    def label(self, choice: Part, kind: str) -> str:
        """What a choice is called."""
        return choice_label(choice, kind, self.said, self.choices, self.at.who)

    def controls(self) -> list[Control]:
        made = self._controls()
        elsewhere = not self.begun and bool(self.at.draft.parts or self.at.draft.begun)
        if self.offer.greyed or (self.said.waits and elsewhere):
            return [replace(one, disabled=True) if isinstance(one, Button) else one for one in made]
        return made

    def _controls(self) -> list[Control]:
        said = self.said
        match prompt(self.offer, said):
            case Press(move):
                carried = encode_move(move)
                fits = len(carried) <= _room(self.button("").id)  # otherwise it is known without: it is the only one
                return [self.button(said.label_now(self.at.view), carried if fits else "", said.style)]
            case EnterAmount(among):
                return [*self._amounts(among)]
            case EnterText():
                return [self.button(said.label, style=said.style, mark=ASKS)]
            case PickMove(told=told) as asked:
                moves, more = selection.pages([*asked.moves()], self.draft.page)
                options = [Option(told(self.at.view, m), encode_move(m)) for m in moves]
                return [self.menu(said.ask or said.label, [*options, *_MORE[: int(more)]])]
            case EnterNumber(_, usual):
                typed = self.button(said.label.replace("{}", "…"), style=said.style, mark=ASKS)
                options = [Option(label, str(number)) for label, number in usual]
                return [self.menu(said.ask, options), typed] if said.typed.usual is not None else [typed]
            case PickOne(choices, kind) if len(choices) <= MOST_BUTTONS:
                return [*self._buttons(choices, kind)]
            case PickOne():
                return [*self._of_what_is_next()]  # a choice is the move
            case PickCards(offer):
                return self._collected([*self._of_a_set(offer)])
            case Build():
                return self._built()

    def _amounts(self, among: Collection[int]) -> Iterator[Button]:
        """The usual amounts, and any other behind the last button."""
        usual = [(label, each) for label, each in self.at.presets(self.offer) if isinstance(each, str) or each in among]
        dear = {each for _, each in usual if not isinstance(each, str) and self.offer.confirm(self.offer.kind(each))}
        known = set[str]()
        for label, amount in usual:
            carried = NAMED + amount if isinstance(amount, str) else str(amount)
            if isinstance(amount, str):
                known.add(carried)
                yield self.button(label, carried, self.said.style)
            elif carried not in known:
                known.add(carried)
                style: ButtonStyle = "danger" if amount in dear else self.said.style
                yield self.button(label, carried, style, emoji=_chip(amount))
        if len(among) > len(known):
            yield self.button(self.said.typed.other, mark=ASKS)

    def _buttons(self, choices: Sequence[Part], kind: str) -> Iterator[Button]:
        """One for each choice, and greyed ones for what stays there though it may not be chosen."""
        stay = [c for c, choice in self.choices.items() if choice.stays and c not in choices]
        for c in _sorted([*choices, *stay], self.offer):
            own = self.choices.get(c, Choice())
            made = self.offer.finish((c,)) if c not in stay else ""
            carried = encode_part(c) if isinstance(made, str) else encode_move(made)
            yield self.button(self.label(c, kind), carried, own.style or self.said.style, disabled=c in stay)

    # ---- what is collected ---------------------------------------------------------------

    @cached_property
    def _ones(self) -> list[tuple[Part, Move]]:
        """The choices that are a complete move, if these have buttons beside those that are ready-made."""
        if self.said.collected.ready is None or isinstance(self.offer, SomeOf):
            return []
        each = ((c, self.offer.finish((c,))) for c in _sorted([*self.offer.next(())], self.offer))
        return [(c, made) for c, made in each if not isinstance(made, str)]

    def _built(self) -> list[Control]:
        """What is collected one by one, with buttons for single choices while nothing is chosen."""
        kind = kind_of(self.offer, 0)
        alone = [self.button(self.label(c, kind), encode_move(made), "primary") for c, made in self._ones]
        if alone and single(self.offer, [*self.offer.next(())]):
            return [*alone]
        chosen = self.draft.parts or self.draft.begun
        return self._collected([*self._of_what_is_next()], [] if chosen else alone)

    def _collected(self, menus: Sequence[Menu], alone: Sequence[Button] = ()) -> list[Control]:
        """Menus of what may be chosen next, and a button for each move, greyed where it cannot be made of what is
        chosen. The offer is walked; those beside it are made of the same choices."""
        found: list[Control] = [*menus]
        ready, moves = self.said.collected.ready, self.offer.ready()
        if ready is not None and moves:
            listed = [Option(ready(self.at.view, m)[:100], encode_move(m)) for m in moves[: selection.MOST]]
            found.append(self.menu("Or one that is ready-made", listed, READY))
        found += alone
        for offer in (self.offer, *self.beside):
            if (own := self.at.words.verb(offer.kind)) is not None:
                found.append(_Drawn(self.at, offer, own)._made_of(self.draft, self.said))
        build = not isinstance(self.offer, SomeOf) and not single(self.offer, [*self.offer.next(())])
        if build and (self.draft.parts or self.draft.begun):
            bare = self.button("", mark=BACK).id
            found.append(self.button("Undo", self.draft.fits(_room(bare)), mark=BACK))
            found.append(self.button("Clear", mark=CLEARS))
        return found

    def _made_of(self, draft: Draft, first: Verb) -> Button:
        """The button that makes the chosen move: the `first` of those that can be made of the choice."""
        ready = not draft.begun and _can_be_tried(self.offer, draft.parts)
        plain = first.collected.by_button or self.offer.unlisted
        carried = draft.fits(_room(self.button("").id)) if ready else ""
        none = self.said.collected.none if ready and not draft.parts else ""
        style = self.said.style if plain else "success"
        return self.button(none or self.bare(self.said), carried, style, disabled=not ready)

    def _of_a_set(self, offer: SomeOf) -> Iterator[Menu]:
        """Several cards at once from a menu, or from several menus if there are many."""
        menus = selection.in_menus(selection.copies(offer))[: selection.MOST_MENUS]
        chosen, lone = Counter(self.draft.parts), len(menus) == 1
        if lone and type(offer).sorted_by is None:
            place = {c: n for n, c in enumerate(self.at.words.as_they_lie(self.at.view, [*offer.among]))}
            menus = [sorted(menus[0], key=lambda copy: place[copy[0]])]
        for n, cards in enumerate(menus):
            options: list[Option] = []
            for c, value in cards:
                options.append(Option(self.label(c, "card"), value, chosen[c] > 0))
                chosen[c] -= 1
            arg, least = ("", max(offer.least, 1)) if lone else (f"/{n}", 0)
            asked = self._asked([] if lone else [c for c, _ in cards])
            yield self.menu(asked, options, arg, least, min(offer.most, len(cards)))

    def _of_what_is_next(self) -> Iterator[Menu]:
        """One choice after the other. Many cards stand in several menus, by rank; of anything else there are pages."""
        there = selection.ahead(self.offer, self.draft)
        kind = kind_of(self.offer, len(there.before.parts))
        carried = there.before.fits(_room(self.menu("", ()).id))
        menus, more = _parted(there.choices, self.offer, self.draft.page)
        for n, among in enumerate(menus):
            options = [
                Option(
                    self._field(c, there.before.begun) if there.fields else self.label(c, kind), encode_part(c),
                    c == there.chosen,
                )
                for c in among
            ]  # fmt: skip
            lone = len(menus) == 1
            if options:
                arg = carried if lone else f"{carried}/{n}"
                yield self.menu(self._asked([] if lone else among), [*options, *_MORE[: int(more)]], arg)

    def _asked(self, cards: Sequence[Part]) -> str:
        """What stands on a menu; of several, from which card to which it goes."""
        asked = self.said.asks(self.offer) or self.said.label.replace("{}", "").rstrip()
        return f"{asked} {card_text(cards[0])} to {card_text(cards[-1])}" if cards else asked

    def _field(self, field: Part, begun: tuple[Part, ...]) -> str:
        """A field of a group of cards: its rank, or the group as far as it goes."""
        group = (*begun, field)
        own = next((choice.label for part, choice in self.choices.items() if part == group), None)
        return own if own is not None else group_text(group) if begun else group_text(group).capitalize()


def _parted(choices: Sequence[Part], offer: Offer, page: int) -> tuple[Sequence[Sequence[Part]], bool]:
    """What stands in each menu, and whether there are other pages."""
    if len(choices) > selection.MOST and all(isinstance(c, Card) for c in choices):
        menus = selection.in_menus(sorted(choices, key=selection.by_rank))
        if len(menus) <= 2:
            return menus, False
        choices = [c for part in menus for c in part]
    else:
        choices = _sorted(choices, offer)
    shown, more = selection.pages(choices, page)
    return [shown], more


def _chip(amount: int) -> str | None:
    """The dearest chip that goes into an amount."""
    return next((name for name, value in _CHIPS if value <= amount), None)


def _can_be_tried(offer: Offer, parts: Sequence[Part]) -> bool:
    """Whether these make a move, which other offers may have been walked for; or what is unlisted can be tried."""
    if offer.unlisted:
        return offer.tries(parts)
    made = completed(offer, parts)
    return not isinstance(made, str) and offer.refusal(made) is None


def _room(id: str) -> int:
    """For how many characters more there is room in an id."""
    return LONGEST_ID - len(id)


def selection_line(offers: Sequence[Offer], view: View, words: Words, who: Who, draft: Draft) -> str:
    """What is collected so far, in a line; nothing if nothing is, or where the menu shows it."""
    offer = next((o for o in offers if verb(o.kind) == draft.verb), None)
    said = words.verb(offer.kind) if offer is not None else None
    if offer is None or said is None or not (draft.parts or draft.begun):
        return ""
    begun = f"{group_text(draft.begun)} …" if draft.begun else ""
    if (told := said.collected.told) is not None:
        return " · ".join(filter(None, (told(view, draft.parts) if draft.parts else "", begun)))
    if isinstance(offer, SomeOf) or single(offer, [*offer.next(())]):
        return ""
    named = {part: Choice(label) for part, label in said.parts.items()}
    chosen = [
        choice_label(p, kind_of(offer, n), said, named, who)
        for n, p in enumerate(draft.parts)
        if p not in (None, False)
    ]
    return " · ".join([*chosen, *filter(None, [begun])])


def choice_label(choice: Part, kind: str, said: Verb, named: dict[Part, Choice], who: Who) -> str:
    """What a choice is called on its button or in a menu."""
    if choice in named and (label := named[choice].label):
        return label
    if isinstance(choice, Card):
        text = card_text(choice)
    elif isinstance(choice, tuple):
        text = group_text(choice)
    elif kind == "rank":
        text = word(choice, kind)
    elif isinstance(choice, int) and kind in ("seat", "amount"):
        text = who(choice) if kind == "seat" else whites(choice)
    else:
        text = str(choice)
    return said.label.format(text) if "{}" in said.label else text


def _sorted(choices: Sequence[Part], offer: Offer) -> list[Part]:
    """Cards as people hold them; what is no card comes after them."""
    cards = [c for c in choices if isinstance(c, Card)]
    order = type(offer).sorted_by or suit_order
    return [*sorted(cards, key=order), *(c for c in choices if not isinstance(c, Card))]
