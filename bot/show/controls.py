"""Controls from offers: which buttons and menus stand under a message. Plain data; Discord comes later.

A control carries the table, the count of offers when it was drawn, the verb, and what is chosen. Nothing infers from
controls: only what the viewer may do, of offers that are not blind, is ever drawn for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from bot.engine.amounts import CHIPS
from bot.engine.cards import Card
from bot.engine.controls import kind_of, menu, spell, suit_order, word
from bot.engine.offers import Exactly, Offer, verb
from bot.engine.view import View
from card_art import emojis

from .sentences import Who, card_text
from .words import ButtonStyle, Verb, Words

MOST_BUTTONS = 15
"""As many cards as make three rows of buttons; more go into a menu."""


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


NAMED = "~"
"""Before an amount that a control names by a word, since it is another for everybody."""

Control = Button | Menu | ChannelMenu
Rows = tuple[tuple[Control, ...], ...]


def button_id(table: str, drawn: int, verb: str, arg: str = "") -> str:
    return f"cr:{table}:{drawn}:{verb}:{arg}"


def menu_id(table: str, drawn: int, verb: str, draft: str = "") -> str:
    return f"cm:{table}:{drawn}:{verb}:{draft}"


def for_offers(table: str, drawn: int, offers: Sequence[Offer], view: View, words: Words, who: Who, *,
               private: bool, draft: tuple[str, tuple[Any, ...]] = ("", ())) -> list[Control]:  # fmt: skip
    """The controls for a viewer's offers. `draft` is a verb and the parts of it that have been chosen so far."""
    found: list[Control] = []
    drawn_beside = {kind for o in offers if o and (v := words.verb(o.kind)) for kind in v.beside}
    for offer in offers:
        said = words.verb(offer.kind)
        stands = offer or (offer.always and not private)  # in public it tells nothing; its owner may know
        if offer.blind or not stands or said is None or not (private or _public(said, view)):
            continue
        if offer.kind in drawn_beside:
            continue
        if said.named is not None:
            said = replace(said, parts=said.named(view))
        name = verb(offer.kind)
        parts = draft[1] if draft[0] == name else ()
        if said.beside:
            together = [offer, *(o for o in offers if o and o.kind in said.beside)]
            found += _one_for_several(table, drawn, together, said, words, who, parts)
            continue
        found += _for_offer(table, drawn, offer, name, said, view, words, who, parts)
    return found


def _public(said: Verb, view: View) -> bool:
    return said.shared or (said.public(view) if callable(said.public) else said.public)


def _for_offer(table: str, drawn: int, offer: Offer, name: str, said: Verb, view: View, words: Words, who: Who,
               parts: tuple[Any, ...]) -> list[Control]:  # fmt: skip
    made = offer.move if isinstance(offer, Exactly) and offer.always else offer.finish(())
    if not isinstance(made, str):
        label = said.at(view) if said.at else said.label
        return [Button(button_id(table, drawn, name, spell(made)), label, said.style)]
    kind = kind_of(offer, 0)
    if kind == "amount":
        return _amounts(table, drawn, offer, name, said, view, words)
    if offer.free:
        return [Button(button_id(table, drawn, f"?{name}"), said.label, said.style)]
    if said.whole is not None:
        each = tuple(Option(said.whole(view, m), spell(m)) for m in islice(offer.moves(), 25))
        return [Menu(menu_id(table, drawn, name), said.ask or said.label, each)]
    if said.places is not None:
        return _places(table, drawn, offer, name, said)
    choices = list(offer.next(()))
    single = all(not isinstance(offer.finish((c,)), str) and not offer.next((c,)) for c in choices)
    if single and len(choices) <= MOST_BUTTONS:
        choices = _sorted(choices)
        return [
            Button(button_id(table, drawn, name, spell(offer.finish((c,)))), _label(c, kind, said, who), said.style)  # type: ignore[arg-type]  # single: a move
            for c in choices
        ]
    return _menu(table, drawn, offer, name, said, who, parts, single)


def _one_for_several(table: str, drawn: int, offers: Sequence[Offer], said: Verb, words: Words, who: Who,
                     parts: tuple[Any, ...]) -> list[Control]:  # fmt: skip
    """A menu of one choice, and a button for each move that may be made of it."""
    first, kind = offers[0], kind_of(offers[0], 0)
    options = tuple(Option(_label(c, kind, said, who), _value(c), c in parts) for c in _sorted([*first.next(())])[:25])
    found: list[Control] = [Menu(menu_id(table, drawn, verb(first.kind)), said.ask or said.label, options)]
    for offer in offers:
        made, own = offer.finish(parts), words.verb(offer.kind)
        if own is not None:
            arg = "" if isinstance(made, str) else spell(made)
            made_of = button_id(table, drawn, verb(offer.kind), arg)
            found.append(Button(made_of, own.label, own.style, disabled=isinstance(made, str)))
    return found


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


def _places(table: str, drawn: int, offer: Offer, name: str, said: Verb) -> list[Control]:
    """A few of many numbers in a menu, and any other by typing it."""
    assert said.places is not None
    among = offer.next(())
    assert isinstance(among, range)
    options = tuple(Option(label, str(number)) for label, number in said.places(among))
    return [
        Menu(menu_id(table, drawn, name), said.ask, options),
        Button(button_id(table, drawn, f"?{name}"), said.label, said.style),
    ]


def _menu(table: str, drawn: int, offer: Offer, name: str, said: Verb, who: Who, parts: tuple[Any, ...],
          single: bool) -> list[Control]:  # fmt: skip
    """A selection of cards at once, or one choice after the other; what is chosen so far stands in the controls."""
    least, most = getattr(offer, "least", None), getattr(offer, "most", None)
    if isinstance(least, int) and isinstance(most, int):
        choices = _sorted(list(offer.next(())))
        options = tuple(Option(_label(c, kind_of(offer, 0), said, who), str(c), c in parts) for c in choices[:25])
        found: list[Control] = [
            Menu(menu_id(table, drawn, name), said.ask or said.label, options, max(least, 1), min(most, len(options)))
        ]
    else:
        n = len(parts)
        choices = _sorted(menu(offer, parts))
        options = tuple(Option(_label(c, kind_of(offer, n), said, who), _value(c)) for c in choices[:25])
        draft = ".".join(map(_value, parts))
        found = [Menu(menu_id(table, drawn, name, draft), said.ask or said.label, options)] if options else []
    if not single:
        made = offer.finish(parts)
        ready = not isinstance(made, str)
        arg = spell(made) if not isinstance(made, str) else ""
        found.append(Button(button_id(table, drawn, name, arg), said.label, "success", disabled=not ready))
    return found


def _value(choice: Any) -> str:
    return "-".join(map(str, choice)) if isinstance(choice, tuple) and not isinstance(choice, Card) else str(choice)


def _label(choice: Any, kind: str, said: Verb, who: Who) -> str:
    if choice in said.parts:
        return said.parts[choice]
    text = card_text(choice) if isinstance(choice, Card) else who(choice) if kind == "seat" else str(choice)
    text = word(choice, kind) if kind == "rank" or (kind == "group" and isinstance(choice, tuple)) else text
    return said.label.format(text) if "{}" in said.label else text


def _sorted(choices: list[Any]) -> list[Any]:
    """Cards as people hold them; what is no card comes after them."""
    cards = [c for c in choices if isinstance(c, Card)]
    return [*sorted(cards, key=suit_order), *(c for c in choices if not isinstance(c, Card))]


def what_to_press(controls: Sequence[Control]) -> str:
    """Which of these to press, for somebody who has never seen them; nothing where there are none."""
    names = [f"**{one.label}**" for one in controls if isinstance(one, Button)]
    if controls and isinstance(controls[0], Menu):
        verbs = [one.id.split(":")[3] for one in controls if isinstance(one, Button)]
        same = verbs[:1] == [controls[0].id.split(":")[3]]  # the menu alone does nothing
        then = f", {'then' if same else 'or'} press {names[0]}" if names else ""
        return f"Now choose from the menu “{controls[0].placeholder}”{then}."
    if not names:
        return ""
    if len(names) > 3:
        return f"Now press one of the buttons, {names[0]} for example."
    return f"Now press {', '.join(names[:-1])} or {names[-1]}." if len(names) > 1 else f"Now press {names[0]}."


def in_rows(controls: Sequence[Control], rows: int = 5) -> Rows:
    """Five buttons to a row, a menu in a row of its own. Raises ValueError where they need more rows."""
    made: list[list[Control]] = []
    for control in controls:
        if not isinstance(control, Button) or not made or len(made[-1]) == 5 or not isinstance(made[-1][0], Button):
            made.append([])
        made[-1].append(control)
    if len(made) > rows:
        raise ValueError(f"{len(made)} rows of controls do not fit")
    return tuple(tuple(row) for row in made)


def below(moves: Sequence[Control], others: Sequence[Control]) -> Rows:
    """The same, with the `others` in a row of their own if they would be torn apart. Raises ValueError."""
    together = in_rows([*moves, *others])
    torn = moves and others and len(others) <= 5 and others[0] not in together[-1]
    return (*in_rows(moves), tuple(others)) if torn else together
