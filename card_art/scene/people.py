"""People in a picture: whose face it is, and what short words beside a name say."""

from __future__ import annotations

from collections.abc import Sequence

HOUSE = "HOUSE"
"""The tag of a house player. It is not written where a face is drawn that says so itself."""
_KEY = "house "


def house_face(name: str) -> str:
    """The key of a house player's face, which is known by the name."""
    return _KEY + name


def house_name(face: str) -> str:
    """The house player of whom this is the key; "" where it is anybody else's."""
    return face.removeprefix(_KEY) if face.startswith(_KEY) else ""


def said_tags(tags: Sequence[str], *more: str) -> list[str]:
    """Tags as they are said in a text, and what else is to be said there: "to play", "house player", "dealer"."""
    return ["house player" if tag == HOUSE else tag.lower() for tag in tags] + [*filter(None, more)]


def in_brackets(words: Sequence[str]) -> str:
    """ " (to play, dealer)", to be said behind a name; "" if there is nothing to say."""
    return f" ({', '.join(words)})" if words else ""
