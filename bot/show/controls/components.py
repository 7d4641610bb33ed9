"""Buttons and menus under a message, their ids and rows. Plain data; Discord comes later.

A control carries the table, the count of offers when it was drawn, the verb, and what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..words.verbs import ButtonStyle
from .control_id import BACK, CLEARS, read


@dataclass(frozen=True, slots=True)
class Button:
    id: str
    label: str
    style: ButtonStyle = "secondary"
    emoji: str | None = None
    """What stands before the label, by the name that `card_art` has for it; by default the card that the label
    names."""
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
    """A menu of the server's channels for tables, of which some or none are chosen."""

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


def what_to_press(controls: Sequence[Control]) -> str:
    """Which of these to press, for somebody who has never seen them; empty if there are none."""
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
    return [one for one in controls if isinstance(one, Button) and read(one.id).mark not in (BACK, CLEARS)]


def _what_to_choose(menu: Menu, others: Sequence[Control]) -> str:
    """The same if a menu comes first: what makes a move of the choice, and the alternatives to it."""
    verb, buttons = read(menu.id).verb, _forward(others)
    makes = _makers(buttons, verb)
    then = f", then press {' or '.join(f'**{b.label}**' for b in makes)}" if makes else ""
    besides = sorted((b for b in buttons if b not in makes and not b.disabled), key=lambda b: b.style != "primary")
    menus = [one for one in others if isinstance(one, Menu) and read(one.id).verb != verb]
    instead = "".join(
        [
            *(f", or press **{b.label}**" for b in besides[:1]),
            *(f", or choose from “{_unstopped(one.placeholder)}”" for one in menus[:1]),
        ]
    )
    return f"Now choose from the menu “{_unstopped(menu.placeholder)}”{then}{instead}."


def _makers(buttons: Sequence[Button], verb: str) -> list[Button]:
    """Of the buttons behind a menu, those that make a move of what is chosen there: the one of its own verb, and those
    that carry the same choice. None if the menu alone is the move."""
    if not buttons or not _does(buttons[0], verb):
        return []
    made = [b for b in buttons if _does(b, verb)][-1]  # single choices have buttons before it
    chosen = read(made.id).arg
    return [made, *(b for b in buttons if chosen and b != made and read(b.id).arg == chosen)]


def _does(button: Button, verb: str) -> bool:
    """Whether it makes this move itself, and asks for nothing before."""
    id = read(button.id)
    return (id.mark, id.verb) == ("", verb)


def _unstopped(sentence: str) -> str:
    return sentence.removesuffix(".")


def in_rows(controls: Sequence[Control], rows: int = 5) -> Rows:
    """Five buttons to a row, a menu in a row of its own. Raises ValueError if they need more rows."""
    made = as_rows(controls)
    if len(made) > rows:
        raise ValueError(f"{len(made)} rows of controls do not fit")
    return made


def as_rows(controls: Sequence[Control]) -> Rows:
    """The same in as many rows as they need."""
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
