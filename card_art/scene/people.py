"""People in a picture: whose face it is, and what short words beside a name say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HOUSE = "HOUSE"
"""The tag of a house player. It is not written where a face is drawn that says so itself."""
LEARNER, FRIENDLY = "LEARNER", "FRIENDLY"
"""How well a house player plays that does not play as well as it can. Texts say it; pictures have no room for it."""
UNWRITTEN = {HOUSE, LEARNER, FRIENDLY}
"""The tags that are not written where the face is drawn."""
BANK = "BANK"
"""The tag of a player whose turn goes on by their time bank."""
SAID_TAGS = {HOUSE: "house player", BANK: "on the time bank", "SB": "small blind", "BB": "big blind"}
"""What is said in a text in place of a tag, where that is not the tag itself."""
OF_HOUSE = "house "
"""A house player's face has this key, and the name behind it."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player where their face stands for them, a house player as well."""

    name: str
    number: int = 0
    """The seat at the table, for the colour of its badge and line: the same in every picture."""
    face: str = ""
    """The key of the player's picture (`portraits`), in place of the first letter."""


def house_face(name: str) -> str:
    """The key of a house player's face, which is known by the name."""
    return OF_HOUSE + name


def house_name(face: str) -> str:
    """The house player of whom this is the key; "" where it is anybody else's."""
    return face.removeprefix(OF_HOUSE) if face.startswith(OF_HOUSE) else ""


def said_tags(tags: Sequence[str], *more: str) -> list[str]:
    """Tags as they are said in a text, and what else is to be said there: "to play", "house player", "dealer"."""
    return [SAID_TAGS.get(tag) or tag.lower() for tag in tags] + [*filter(None, more)]


def in_brackets(words: Sequence[str]) -> str:
    """ " (to play, dealer)", to be said behind a name; "" if there is nothing to say."""
    return f" ({', '.join(words)})" if words else ""
