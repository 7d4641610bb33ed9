"""What a control carries: everything that a press on it means, in the hundred characters that Discord leaves for it.

    kind:scope:drawn:[mark]verb:arg

    cr:k7m2n4p:12:bet:100           a button of table k7m2n4p, drawn when 12 offers had been made: bet 1 white
    cr:k7m2n4p:12:bet:~pot          the same with an amount that is named, for it is another for everybody
    cr:k7m2n4p:12:?bet:             Other…, which opens a form
    cm:k7m2n4p:12:lay-away:/1       the second of several menus of one choice
    cx:k7m2n4p:12:bet               the form: a form without an argument has no colon at its end
    cr:k7m2n4p:0:!@close:           yes, the table is to be closed
    cr:bank:0:@history:2            the second page of a member's account; no table is called "bank"

kind    cr a button, cm a menu, cx a form.
scope   The table, by its name of seven characters; or what answers in place of a table, by a shorter or longer word.
drawn   How many offers the table had made when the control was drawn: by that a press that comes too late is known.
        Where a night is between two games, how many have been picked; 0 if it does not matter.
mark    What is done with the verb; nothing for what it says itself.
          ?  ask for what is missing, in a form
          !  it is meant: the answer to the question whether it is
          <  the last choice is taken back
          ^  all that was chosen is taken back; or a choice that has several menus is opened
verb    A move of the game by its name, or with @ before it what is no move: joining, leaving, more…
arg     For a move, what is chosen: its parts as `engine.controls` encodes them, a dot between two of them, and a
        slash with its number at the end where it is one of several menus (see `show.selection`). For all else, what
        its handler reads.

Ids stand under messages that are years old: whatever has been in one must be read for ever.
"""

from __future__ import annotations

import re
from typing import NamedTuple

BUTTON, MENU, FORM = "cr", "cm", "cx"
LONGEST_ID = 98
"""Of the hundred characters of a custom_id; the others number the menus of one choice."""
ASKS, MEANT, BACK, CLEARS = "?", "!", "<", "^"
"""The marks."""
AT_TABLE = "@"
"""The prefix of controls that are no move of a game."""
PATTERN = re.compile(
    r"(?P<kind>c[rmx]):(?P<scope>[a-z0-9]+):(?P<drawn>\d+):(?P<mark>[?!<^]?)(?P<verb>@?[a-z-]+)(?::(?P<arg>.*))?"
)


class ControlId(NamedTuple):
    """A custom_id by its parts; `str` makes the text that goes to Discord."""

    kind: str
    scope: str
    drawn: int
    verb: str
    arg: str = ""
    mark: str = ""

    @classmethod
    def parse(cls, text: str) -> ControlId | None:
        """The parts of a custom_id; None if it is none of ours."""
        found = PATTERN.fullmatch(text)
        return None if found is None else cls.of(found)

    @classmethod
    def of(cls, found: re.Match[str]) -> ControlId:
        """The parts, where the text is known to be one of ours."""
        kind, scope, drawn, mark, verb, arg = found.groups(default="")
        return cls(kind, scope, int(drawn), verb, arg, mark)

    def __str__(self) -> str:
        end = "" if self.kind == FORM and not self.arg else f":{self.arg}"
        return f"{self.kind}:{self.scope}:{self.drawn}:{self.mark}{self.verb}{end}"

    @property
    def is_move(self) -> bool:
        """Whether it stands for a move of the game."""
        return not self.verb.startswith(AT_TABLE)

    @property
    def number(self) -> int | None:
        """The argument, where that is a number."""
        return int(self.arg) if self.arg.isdecimal() else None


def button_id(scope: str, drawn: int, verb: str, arg: str = "", *, mark: str = "") -> str:
    """The custom_id of a button."""
    return str(ControlId(BUTTON, scope, drawn, verb, arg, mark))


def menu_id(scope: str, drawn: int, verb: str, arg: str = "") -> str:
    """The custom_id of a menu."""
    return str(ControlId(MENU, scope, drawn, verb, arg))


def form_id(scope: str, drawn: int, verb: str, arg: str = "") -> str:
    """The custom_id of a form."""
    return str(ControlId(FORM, scope, drawn, verb, arg))


def read(text: str) -> ControlId:
    """The parts of the id of a control of ours. Raises ValueError."""
    if (id := ControlId.parse(text)) is None:
        raise ValueError(f"{text!r} is no control of ours")
    return id
