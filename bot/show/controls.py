"""Controls from offers: which buttons and menus stand under a message. Plain data; Discord comes later.

A control carries the table, the count of offers when it was drawn, the verb, and what is chosen. Nothing infers from
controls: only what the viewer may do is ever drawn for them, and of an unlisted offer all that could be chosen,
whatever comes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from bot.engine.amounts import CHIPS, whites
from bot.engine.cards import Card
from bot.engine.controls import completed, encode_move, encode_part, kind_of, suit_order, word
from bot.engine.offers import Exactly, Offer, Some, verb
from bot.engine.view import View
from card_art import emojis

from . import selection
from .selection import MORE, NO_DRAFT, READY, Draft
from .sentences import Who, card_text, group_text
from .words import ButtonStyle, Verb, Words

MOST_BUTTONS = 15
"""As many cards as make three rows of buttons; more go into a menu."""
MOST_ROWS = 4
"""As many rows as there are for the moves of a panel; where they need more, what is collected is opened one by one."""
LONGEST_ID = 98
"""Of the hundred characters of a custom_id; the others number the menus of one choice."""


@dataclass(frozen=True, slots=True)
class Button:
    id: str
    label: str
    style: ButtonStyle = "secondary"
    emoji: str | None = None
    """What stands before the label, by the name that `card_art` has for it; by itself the card that the label names."""
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    value: str
    chosen: bool = False
    description: str = ""
    """What stands below the label, at most 100 characters."""


@dataclass(frozen=True, slots=True)
class Menu:
    id: str
    placeholder: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A menu of the server's text channels, of which some or none are chosen."""

    id: str
    placeholder: str
    chosen: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class RoleMenu:
    """A menu of the server's roles, of which some or none are chosen."""

    id: str
    placeholder: str
    chosen: tuple[int, ...]
    most: int


NAMED = "~"
"""Before an amount that a control names by a word, since it is another for everybody."""

Control = Button | Menu | ChannelMenu | RoleMenu
Rows = tuple[tuple[Control, ...], ...]


def button_id(table: str, drawn: int, verb: str, arg: str = "") -> str:
    return f"cr:{table}:{drawn}:{verb}:{arg}"


def menu_id(table: str, drawn: int, verb: str, draft: str = "") -> str:
    return f"cm:{table}:{drawn}:{verb}:{draft}"


def for_offers(table: str, drawn: int, offers: Sequence[Offer], view: View, words: Words, who: Who, *,
               private: bool, draft: Draft = NO_DRAFT) -> list[Control]:  # fmt: skip
    """The controls for a viewer's offers. `draft` is what they have chosen so far."""
    found: list[list[Control]] = []
    shut: dict[int, Button] = {}
    drawn_beside = {kind for o in offers if o and (v := words.verb(o.kind)) for kind in v.beside}
    for offer in offers:
        said = words.verb(offer.kind)
        if said is None or not (offer if private else in_public(offer) and _public(said, view) and not offer.unlisted):
            continue
        if offer.kind in drawn_beside:
            continue
        if not offer and offer.shown_as is not None:
            offer = offer.shown_as
        if said.named is not None:
            said = replace(said, parts={part: who.named(label) for part, label in said.named(view).items()})
        name = verb(offer.kind)
        mine = draft if draft.verb == name else Draft(name)
        if said.beside or offer.unlisted:
            together = [offer, *(o for o in offers if o and o.kind in said.beside)]
            made = _collected(table, drawn, together, said, view, words, who, mine)
        else:
            made = _for_offer(table, drawn, offer, name, said, view, words, who, mine)
        if offer.greyed or (said.waits and draft.verb != name and (draft.parts or draft.begun)):
            made = [replace(one, disabled=True) if isinstance(one, Button) else one for one in made]
        if len(made) > 1 and isinstance(made[0], Menu) and draft.verb != name:
            shut[len(found)] = Button(button_id(table, drawn, f"^{name}"), f"{_bare(said, view)}…", said.style)
        found.append(made)
    for n in sorted(shut, reverse=True):
        if not private or _rows(found) <= MOST_ROWS:
            break
        found[n] = [shut[n]]
    return [control for made in found for control in made]


def in_public(offer: Offer) -> bool:
    """Whether it is drawn for everybody, though it may be refused: its owner may know that."""
    return bool(offer) or offer.shown_when_refused


def _rows(found: Sequence[Sequence[Control]]) -> int:
    return len(_in_rows([control for made in found for control in made]))


def _bare(said: Verb, view: View) -> str:
    """A label without the place for what is chosen."""
    return (said.at(view) if said.at else said.label).replace("{}", "").rstrip(" …")


def _public(said: Verb, view: View) -> bool:
    return said.shared or (said.public(view) if callable(said.public) else said.public)


def _for_offer(table: str, drawn: int, offer: Offer, name: str, said: Verb, view: View, words: Words, who: Who,
               draft: Draft) -> list[Control]:  # fmt: skip
    made = offer.move if isinstance(offer, Exactly) and offer.shown_when_refused else offer.finish(())
    if not isinstance(made, str) and said.selection is None and not isinstance(offer, Some):
        label = said.at(view) if said.at else said.label
        bare, spelt = button_id(table, drawn, name), encode_move(made)
        return [Button(bare + spelt if len(spelt) <= _room(bare) else bare, label, said.style)]  # it is the only one
    kind = kind_of(offer, 0)
    if kind == "amount":
        return _amounts(table, drawn, offer, name, said, view, words)
    if offer.free_text:
        return [Button(button_id(table, drawn, f"?{name}"), said.label, said.style)]
    if said.whole is not None:
        moves, more = selection.pages([*islice(offer.moves(), _MOST_MOVES)], draft.page)
        each = tuple(Option(said.whole(view, m), encode_move(m)) for m in moves)
        return [Menu(menu_id(table, drawn, name), said.ask or said.label, (*each, *_MORE[: int(more)]))]
    among = offer.next(())
    if kind == "number" and isinstance(among, range) and (said.places is not None or len(among) > MOST_BUTTONS):
        return _places(table, drawn, among, name, said)
    choices = list(among)
    if len(choices) <= MOST_BUTTONS and said.selection is None and isinstance(made, str) and _single(offer, choices):
        tones = said.tones(view) if said.tones else {}
        each = {c: encode_move(offer.finish((c,))) for c in choices}  # type: ignore[arg-type]  # each is a move
        shut = {c: encode_part(c) for c in said.shut(view) if c not in each} if said.shut else {}
        return [
            Button(
                button_id(table, drawn, name, shut.get(c) or each[c]), _label(c, kind, said, who),
                tones.get(c, said.style), disabled=c in shut,
            )
            for c in _sorted([*each, *shut], offer)
        ]  # fmt: skip
    return _collected(table, drawn, [offer], said, view, words, who, draft)


def collects(offer: Offer, said: Verb | None) -> bool:
    """Whether such a move is made by its button alone, and not by a last choice."""
    return isinstance(offer, Some) or offer.unlisted or (said is not None and bool(said.beside or said.selection))


def _single(offer: Offer, choices: Sequence[Any]) -> bool:
    """Whether each of these is a move by itself, and nothing can be chosen besides."""
    return all(not isinstance(offer.finish((c,)), str) and not offer.next((c,)) for c in choices)


def _amounts(table: str, drawn: int, offer: Offer, name: str, said: Verb, view: View, words: Words) -> list[Control]:
    among = offer.next(())
    found: list[Control] = []
    for label, amount in words.presets(view, offer):
        if isinstance(amount, str):
            found.append(Button(button_id(table, drawn, name, NAMED + amount), label, said.style))
        elif amount in among and all(b.id != button_id(table, drawn, name, str(amount)) for b in found):
            style: ButtonStyle = "danger" if offer.confirm(offer.kind(amount)) else said.style
            found.append(Button(button_id(table, drawn, name, str(amount)), label, style, _chip(amount)))
    if len(among) > len(found):
        found.append(Button(button_id(table, drawn, f"?{name}"), said.other))
    return found


def _chip(amount: int) -> str | None:
    """The dearest chip that goes into an amount."""
    return next((emojis.chip_name(colour) for colour, value in CHIPS.items() if value <= amount), None)


def _places(table: str, drawn: int, among: range, name: str, said: Verb) -> list[Control]:
    """A few of many numbers in a menu, where some are usual, and any other by typing it."""
    typed = Button(button_id(table, drawn, f"?{name}"), said.label.replace("{}", "…"), said.style)
    if said.places is None:
        return [typed]
    options = tuple(Option(label, str(number)) for label, number in said.places(among))
    return [Menu(menu_id(table, drawn, name), said.ask, options), typed]


# ---- what is collected ---------------------------------------------------------------------------


def _collected(table: str, drawn: int, offers: Sequence[Offer], said: Verb, view: View, words: Words, who: Who,
               draft: Draft) -> list[Control]:  # fmt: skip
    """Menus of what may be chosen next, and a button for each move, greyed where it cannot be made of what is chosen.
    The first offer is walked; the others are made of the same choices."""
    first, name = offers[0], verb(offers[0].kind)
    found = list[Control]()
    if said.at_once and _single(first, [*first.next(())]):
        return [*_alone(table, drawn, first, said, who)]
    if isinstance(first, Some):
        found += _of_a_set(table, drawn, first, name, said, who, draft)
    else:
        found += _of_what_is_next(table, drawn, first, name, said, who, draft)
    choices = [*first.next(())]
    if not collects(first, said) and _single(first, choices):
        return found  # a choice is the move
    for offer in offers:
        if (own := words.verb(offer.kind)) is not None:
            ready = not draft.begun and _can_be_tried(offer, draft.parts)
            style = own.style if said.beside or said.selection or offer.unlisted else "success"
            carried = draft.fits(_room(button_id(table, drawn, verb(offer.kind)))) if ready else ""
            made = button_id(table, drawn, verb(offer.kind), carried)
            label = own.none if own.none and ready and not draft.parts else _bare(own, view)
            found.append(Button(made, label, style, disabled=not ready))
    step_by_step = not isinstance(first, Some) and not _single(first, choices)
    if said.ready is not None and (moves := first.ready()):
        listed = tuple(Option(said.ready(view, m)[:100], encode_move(m)) for m in moves[: selection.MOST])
        at = next(n for n, one in enumerate(found) if isinstance(one, Button))
        found.insert(at, Menu(menu_id(table, drawn, name, READY), "Or one that is ready-made", listed))
    if said.at_once and not (draft.parts or draft.begun):
        at = next(n for n, one in enumerate(found) if isinstance(one, Button))
        found[at:at] = _alone(table, drawn, first, said, who)
    if step_by_step and (draft.parts or draft.begun):
        found.append(Button(_undo(table, drawn, draft), "Undo"))
        found.append(Button(button_id(table, drawn, f"^{name}"), "Clear"))
    return found


def _can_be_tried(offer: Offer, parts: Sequence[Any]) -> bool:
    """Whether these make a move, which other offers may have been walked for; or what is unlisted can be tried."""
    if offer.unlisted:
        return offer.tries(parts)
    made = completed(offer, parts)
    return not isinstance(made, str) and offer.refusal(made) is None


def _alone(table: str, drawn: int, offer: Offer, said: Verb, who: Who) -> list[Button]:
    """A button for each choice that is a move by itself."""
    kind, name = kind_of(offer, 0), verb(offer.kind)
    moves = [(c, made) for c in _sorted([*offer.next(())], offer) if not isinstance(made := offer.finish((c,)), str)]
    return [
        Button(button_id(table, drawn, name, encode_move(made)), _label(c, kind, said, who), "primary")
        for c, made in moves
    ]


def _room(id: str) -> int:
    """For how many characters more there is room in an id."""
    return LONGEST_ID - len(id)


def _undo(table: str, drawn: int, draft: Draft) -> str:
    bare = button_id(table, drawn, f"<{draft.verb}")
    return bare + draft.fits(_room(bare))


def _of_a_set(table: str, drawn: int, offer: Some, name: str, said: Verb, who: Who, draft: Draft) -> list[Control]:
    """Several cards at once from a menu, or from several menus where there are many."""
    menus = selection.in_menus(selection.copies(offer))[: selection.MOST_MENUS]
    chosen, found = Counter(draft.parts), list[Control]()
    for n, cards in enumerate(menus):
        options: list[Option] = []
        for c, value in cards:
            options.append(Option(_label(c, "card", said, who), value, chosen[c] > 0))
            chosen[c] -= 1
        lone = len(menus) == 1
        arg, least = ("", max(offer.least, 1)) if lone else (f"/{n}", 0)
        asked = _asked(said, offer, [] if lone else [c for c, _ in cards])
        found.append(Menu(menu_id(table, drawn, name, arg), asked, tuple(options), least, min(offer.most, len(cards))))
    return found


def _of_what_is_next(table: str, drawn: int, offer: Offer, name: str, said: Verb, who: Who,
                     draft: Draft) -> list[Control]:  # fmt: skip
    """One choice after the other. Many cards stand in several menus, by rank; of anything else there are pages."""
    there = selection.ahead(offer, draft)
    kind = kind_of(offer, len(there.before.parts))
    bare = menu_id(table, drawn, name)
    id = bare + there.before.fits(_room(bare))
    if there.fields:
        labels = {field: _field(field, there.before.begun, said) for field in there.choices}
    else:
        labels = {choice: _label(choice, kind, said, who) for choice in there.choices}
    cards = all(isinstance(c, Card) for c in there.choices)
    if cards and len(there.choices) > selection.MOST:
        menus, more = selection.in_menus(sorted(there.choices, key=selection.by_rank)), False
    else:
        menus, more = [_sorted(there.choices, offer)], False
    if len(menus) > 2 or len(menus[0]) > selection.MOST:
        page, more = selection.pages([c for part in menus for c in part], draft.page)
        menus = [page]
    found = list[Control]()
    for n, among in enumerate(menus):
        options = tuple(Option(labels[c], encode_part(c), c == there.chosen) for c in among)
        lone = len(menus) == 1
        asked = _asked(said, offer, [] if lone else among)
        if options:
            found.append(Menu(id if lone else f"{id}/{n}", asked, (*options, *_MORE[: int(more)])))
    return found


_MORE = (Option("Others…", MORE),)
_MOST_MOVES = 500


def _asked(said: Verb, offer: Offer, cards: Sequence[Any]) -> str:
    """What stands on a menu; of several, from which card to which it goes."""
    asked = said.asks(offer) or said.label.replace("{}", "").rstrip()
    return f"{asked} {card_text(cards[0])} to {card_text(cards[-1])}" if cards else asked


def _field(field: Any, begun: tuple[Any, ...], said: Verb) -> str:
    """A field of a group of cards: its rank, or the group as far as it goes."""
    if (label := said.parts.get((*begun, field))) is not None:
        return label
    return group_text((*begun, field)) if begun else group_text((field,)).capitalize()


def selection_line(offers: Sequence[Offer], view: View, words: Words, who: Who, draft: Draft) -> str:
    """What is collected so far, in a line; nothing where nothing is, or where the menu shows it."""
    offer = next((o for o in offers if verb(o.kind) == draft.verb), None)
    said = words.verb(offer.kind) if offer is not None else None
    if offer is None or said is None or not (draft.parts or draft.begun):
        return ""
    begun = f"{group_text(draft.begun)} …" if draft.begun else ""
    if said.selection is not None:
        return " · ".join(part for part in (said.selection(view, draft.parts) if draft.parts else "", begun) if part)
    if isinstance(offer, Some) or _single(offer, [*offer.next(())]):
        return ""
    chosen = [_label(p, kind_of(offer, n), said, who) for n, p in enumerate(draft.parts) if p not in (None, False)]
    return " · ".join([*chosen, *([begun] if begun else [])])


def _label(choice: Any, kind: str, said: Verb, who: Who) -> str:
    if choice in said.parts:
        return said.parts[choice]
    if isinstance(choice, Card):
        text = card_text(choice)
    elif isinstance(choice, tuple):
        text = group_text(choice)
    elif kind == "rank":
        text = word(choice, kind)
    else:
        text = who(choice) if kind == "seat" else whites(choice) if kind == "amount" else str(choice)
    return said.label.format(text) if "{}" in said.label else text


def _sorted(choices: Sequence[Any], offer: Offer | None = None) -> list[Any]:
    """Cards as people hold them; what is no card comes after them."""
    cards = [c for c in choices if isinstance(c, Card)]
    order = (type(offer).sorted_by if offer is not None else None) or suit_order
    return [*sorted(cards, key=order), *(c for c in choices if not isinstance(c, Card))]


def what_to_press(controls: Sequence[Control]) -> str:
    """Which of these to press, for somebody who has never seen them; nothing where there are none."""
    if controls and isinstance(controls[0], Menu):
        return _what_to_choose(controls[0], controls[1:])
    names = [f"**{b.label}**" for b in _forward(controls) if not b.disabled]
    if not names:
        return ""
    menus = [f", or choose from “{_unstopped(one.placeholder)}”" for one in controls if isinstance(one, Menu)][:1]
    if len(names) > 3:
        costs = {f"**{one.label}**" for one in controls if isinstance(one, Button) and one.style == "danger"}
        example = next((name for name in names if name not in costs), names[0])
        return f"Now press one of the buttons, {example} for example{''.join(menus)}."
    listed = f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]
    return f"Now press {listed}{''.join(menus)}."


def _forward(controls: Iterable[Control]) -> list[Button]:
    """The buttons that take nothing back."""
    return [one for one in controls if isinstance(one, Button) and one.id.split(":")[3][:1] not in "^<"]


def _what_to_choose(menu: Menu, others: Sequence[Control]) -> str:
    """The same where a menu comes first: what makes a move of the choice, and what there is instead of it."""
    verb = menu.id.split(":")[3]
    buttons = _forward(others)
    makes = [b for b in buttons[:1] if b.id.split(":")[3] == verb]  # else the menu alone is the move
    if makes:  # single choices have buttons before it
        makes = [b for b in buttons if b.id.split(":")[3] == verb][-1:]
    chosen = makes[0].id.split(":", 4)[4] if makes else ""
    makes += [b for b in buttons if b not in makes and chosen and b.id.split(":", 4)[4] == chosen]
    then = f", then press {' or '.join(f'**{b.label}**' for b in makes)}" if makes else ""
    besides = sorted((b for b in buttons if b not in makes and not b.disabled), key=lambda b: b.style != "primary")
    instead = [f"press **{b.label}**" for b in besides[:1]]
    menus = [one for one in others if isinstance(one, Menu) and one.id.split(":")[3] != verb]
    instead += [f"choose from “{_unstopped(one.placeholder)}”" for one in menus[:1]]
    return (
        f"Now choose from the menu “{_unstopped(menu.placeholder)}”{then}{''.join(f', or {each}' for each in instead)}."
    )


def _unstopped(sentence: str) -> str:
    return sentence.removesuffix(".")


def in_rows(controls: Sequence[Control], rows: int = 5) -> Rows:
    """Five buttons to a row, a menu in a row of its own. Raises ValueError where they need more rows."""
    made = _in_rows(controls)
    if len(made) > rows:
        raise ValueError(f"{len(made)} rows of controls do not fit")
    return made


def _in_rows(controls: Sequence[Control]) -> Rows:
    made: list[list[Control]] = []
    for control in controls:
        if not isinstance(control, Button) or not made or len(made[-1]) == 5 or not isinstance(made[-1][0], Button):
            made.append([])
        made[-1].append(control)
    return tuple(tuple(row) for row in made)


def below(moves: Sequence[Control], others: Sequence[Control]) -> Rows:
    """The same, with the `others` in a row of their own if they would be torn apart. Raises ValueError."""
    together = in_rows([*moves, *others])
    torn = moves and others and len(others) <= 5 and others[0] not in together[-1]
    return (*in_rows(moves), tuple(others)) if torn else together
