"""`/prefs`: a person's own choices, with a picture of how cards may look, and the controls that change them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from bot.store.prefs import Chosen
from bot.table.errors import Rejected
from card_art.scene import CardChoice, CardChoices, Style

from ..controls.components import Button, Control, Menu, Option, in_rows
from ..controls.control_id import button_id, menu_id
from ..controls.forms import Form, TextField
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
    "moves": Choice("Moves that are new to you", "told once", (
        Value("told once", {"explains": True}, "When one is possible for the first time, a line says what it is."),
        Value("not told", {"explains": False}),
    )),
    "reminders": Choice("Reminders of your turn", "later", (
        Value("at once", {"remind": "at once"}, "As soon as it is your turn."),
        Value("later", {"remind": "later"}, "After a third of your time."),
        Value("never", {"remind": "never"}),
    )),
    "nights": Choice("Reminders of nights", "in the channel", (
        Value("in the channel", {"nights": "channel"}, "Where the night is announced, a day and an hour before."),
        Value("by direct message", {"nights": "dm"}, "And when you move up from the waiting list."),
        Value("never", {"nights": "never"}),
    )),
    "confirm": Choice("Asked before all-in", "above half of a buy-in", (
        Value("above half of a buy-in", {"all_in": "auto"}, "A second press, where it is worth one."),
        Value("always", {"all_in": "always"}, "Every call, bet or raise that takes your last chip."),
        Value("never", {"all_in": "never"}, "One press, and all your chips are in."),
    )),
}  # fmt: skip
"""By the name of its option."""
PAGES: Mapping[str, tuple[str, ...]] = {
    "Cards and hand": ("deck", "cards", "hands", "moves"),
    "Reminders": ("reminders", "nights"),
    "Betting": ("confirm",),
}
"""The choices of one page of the panel, by the page's title: together they have no room under one message."""
FRONT, REMINDERS, BETTING = PAGES
SIZES = "@sizes"
"""The verb of the button and of the form for sizes of bets."""
TURN = "@page"
"""The verb of the button that turns to another page; its argument is the page's number."""


def page_of(names: Collection[str]) -> str:
    """The page that has all of these choices; the first one if none has."""
    return next((title for title, page in PAGES.items() if {*names} <= {*page}), FRONT)


def told(chosen: Chosen, wanted: Chosen) -> str:
    """What somebody has just chosen (`wanted`), a line each; how everything else stands is said by the menus."""
    stands = {name: choice.stands(chosen).typed for name, choice in CHOICES.items()}
    behind = ", behind **My hand** and `/hand`" if stands["hands"] == "on the table" else ""
    later = "after a third of the time" if stands["reminders"] == "later" else stands["reminders"]
    lines = {
        "deck": f"Deck: {stands['deck']}",
        "cards": f"Cards: {stands['cards']}",
        "hands": f"Your hand: {stands['hands']}{behind}",
        "moves": f"Moves that are new to you: {stands['moves']}",
        "reminders": f"You are reminded of your turn: {later}",
        "nights": f"You are reminded of nights: {stands['nights']}",
        "confirm": f"You are asked before you go all-in: {stands['confirm']}",
    }
    new = [name for name, choice in CHOICES.items() if choice.values[0].sets.keys() <= wanted.keys()]
    told = [lines[name] for name in new]
    if wanted.keys() & {"sizes_before", "sizes_after"}:
        told.append(sizes_told(chosen))
    return "\n".join(["**Your choices** hold at once, on every server.", *told])


def sizes_told(chosen: Chosen) -> str:
    """The sizes of bets on somebody's own buttons."""
    before, after = (chosen.get(key) or "the usual ones" for key in ("sizes_before", "sizes_after"))
    return f"Your bets at poker: before the flop {before}; after it {after}"


def sizes_form(chosen: Chosen) -> Form:
    """Where sizes of bets are typed."""
    examples = {"sizes_before": "2.5x 3x 4x pot", "sizes_after": "33% 50% 75% pot all"}
    labels = {"sizes_before": "Before the flop", "sizes_after": "After the flop"}
    fields = (
        TextField(
            name, labels[name], chosen.get(name) or "", "Up to five, for the buttons of your own panel.",
            f"{example}; nothing for the usual ones", 60, required=False,
        )
        for name, example in examples.items()
    )  # fmt: skip
    return Form("Your bets at poker", tuple(fields))


def panel(chosen: Chosen, wanted: Chosen, style: Style, page: str = FRONT, *, resting: bool = False,
          manager: bool) -> MessageContent:  # fmt: skip
    """A page of how everything stands once `wanted` has been chosen, with what changes it. `style` is how this person's
    cards look here; while direct messages are `resting` that is said; managers are led to the server's settings."""
    picture = samples(style)
    note = NOT_NOW if resting and wanted.get("panel") == "dm" else ""
    text = "\n".join(filter(None, (told(chosen, wanted), note)))
    controls: list[Control] = [_menu(name, CHOICES[name], chosen) for name in PAGES[page]]
    if page == BETTING:
        controls.append(Button(button_id(DESK, 0, SIZES), "Sizes of bets…", "primary"))
        if not wanted:
            text = f"{text}\n{sizes_told(chosen)}"
    controls += [
        Button(button_id(DESK, 0, TURN, str(n)), f"{title}…") for n, title in enumerate(PAGES) if title != page
    ]
    if manager:
        controls.append(Button(button_id(CARDROOM, 0, "@show"), "This server's settings"))
    return MessageContent(text, picture, alt(picture, text), in_rows(controls), bare=page != FRONT)


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
