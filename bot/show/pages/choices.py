"""`/prefs`: a person's own choices, with a picture of how cards may look, and the controls that change them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.store.prefs import Chosen
from bot.table.errors import Rejected
from card_art.scene import CardChoice, CardChoices, Style

from ..controls.components import Button, Control, Menu, Option, in_rows
from ..controls.control_id import button_id, menu_id
from ..messages.alt import alt
from ..messages.page import MessageContent
from .cardroom import COMPACT, FOUR, FULL, TWO
from .cardroom import DESK as CARDROOM

DESK = "prefs"
"""In the table's place of the ids of these controls."""
SERVERS: Final = "as the server has it"
NOT_NOW: Final = "-# Discord lets me open no new direct messages for now; **My hand** on the table shows your cards."


class Value(NamedTuple):
    """One of the values of a choice: how it is typed, what it sets, and a line about it."""

    typed: str
    sets: Chosen
    line: str = ""


class Choice(NamedTuple):
    """One thing to choose."""

    title: str
    default: str
    values: tuple[Value, ...]

    def value(self, typed: str) -> Value:
        """The value by its name. Raises Rejected."""
        if (found := next((v for v in self.values if v.typed == typed), None)) is None:
            raise Rejected("That choice is not known any more; `/prefs` shows those that are.")
        return found

    def stands(self, chosen: Chosen) -> Value:
        """Which value somebody has chosen."""
        return next((v for v in self.values if v.sets.items() <= chosen.items()), self.value(self.default))


CHOICES: Mapping[str, Choice] = {
    "deck": Choice("Deck", SERVERS, (
        Value(FOUR, {"four_colour": True}, "Each suit has a colour of its own."),
        Value(TWO, {"four_colour": False}, "Red and black."),
        Value(SERVERS, {"four_colour": None}),
    )),
    "cards": Choice("Cards", SERVERS, (
        Value(FULL, {"compact": False}, "Kings, queens and jacks are people."),
        Value(COMPACT, {"compact": True}, "One big rank and suit: good on a small screen."),
        Value(SERVERS, {"compact": None}),
    )),
    "hands": Choice("Your hand", "by direct message", (
        Value("by direct message", {"panel": "dm"}, "It comes when you sit down, and is there all the time."),
        Value("on the table", {"panel": "ephemeral"}, "Behind My hand and /hand, seen by you alone."),
    )),
    "reminders": Choice("Reminders", "later", (
        Value("at once", {"remind": "at once"}, "As soon as it is your turn."),
        Value("later", {"remind": "later"}, "After a third of your time."),
        Value("never", {"remind": "never"}),
    )),
}  # fmt: skip
"""By the name of its option."""


def told(chosen: Chosen, wanted: Chosen) -> str:
    """What somebody has just chosen (`wanted`), a line each; how everything else stands is said by the menus."""
    stands = {name: choice.stands(chosen).typed for name, choice in CHOICES.items()}
    behind = ", behind **My hand** and `/hand`" if stands["hands"] == "on the table" else ""
    later = "after a third of the time" if stands["reminders"] == "later" else stands["reminders"]
    lines = {
        "deck": f"Deck: {stands['deck']}",
        "cards": f"Cards: {stands['cards']}",
        "hands": f"Your hand: {stands['hands']}{behind}",
        "reminders": f"You are reminded of your turn: {later}",
    }
    new = [name for name, choice in CHOICES.items() if choice.values[0].sets.keys() <= wanted.keys()]
    return "\n".join(["**Your choices** hold at once, on every server.", *(lines[name] for name in new)])


def panel(chosen: Chosen, wanted: Chosen, style: Style, *, resting: bool = False, manager: bool) -> MessageContent:
    """How everything stands once `wanted` has been chosen, with what changes it. `style` is how this person's cards
    look here; while direct messages are `resting` that is said; managers are led to the server's settings."""
    picture = samples(style)
    note = NOT_NOW if resting and wanted.get("panel") == "dm" else ""
    text = "\n".join(filter(None, (told(chosen, wanted), note)))
    controls: list[Control] = [_menu(name, choice, chosen) for name, choice in CHOICES.items()]
    if manager:
        controls.append(Button(button_id(CARDROOM, 0, "@show"), "This server's settings"))
    return MessageContent(text, picture, alt(picture, text), in_rows(controls))


def samples(style: Style) -> CardChoices:
    """The picture: each deck with the faces that somebody has, and each face in their deck."""
    four, compact = style.four_colour, style.compact
    return CardChoices(
        (
            CardChoice(FOUR.capitalize(), Style(True, compact), four),
            CardChoice(TWO.capitalize(), Style(False, compact), not four),
            CardChoice(FULL.capitalize(), Style(four, False), not compact),
            CardChoice(COMPACT.capitalize(), Style(four, True), compact),
        )
    )


def _menu(name: str, choice: Choice, chosen: Chosen) -> Menu:
    now = choice.stands(chosen)
    options = tuple(Option(f"{choice.title}: {v.typed}", v.typed, v == now, v.line) for v in choice.values)
    return Menu(menu_id(DESK, 0, f"@{name}"), choice.title, options)
