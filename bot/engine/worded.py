"""Options that are written as `key=value` words, and filled in part by part: how a form's fields become words and
back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Way(NamedTuple):
    """One of what a part may be: its name, the words that it stands for, and what people read."""

    name: str
    words: str
    label: str


@dataclass(frozen=True)
class WordsPart:
    """A field of such a form: what is typed is the value of its one key, or one of several ways is chosen."""

    keys: tuple[str, ...]
    label: str
    help: str
    hint: str = ""
    """What stands there while it is empty."""
    longest: int = 40
    joined: str = "-"
    """What takes the place of spaces and commas."""
    spaced: bool = False
    """Whether people read spaces where it does."""
    ways: tuple[Way, ...] = ()
    """The usual one first; none where something is typed."""

    @property
    def id(self) -> str:
        return self.keys[0]

    def value(self, words: Mapping[str, str]) -> str:
        """What stands in the field."""
        if not self.ways:
            text = words.get(self.id, "")
            return text.replace(self.joined, " ") if self.spaced else text
        own = {key: words[key] for key in self.keys if key in words}
        return next((way.name for way in self.ways if pairs(way.words) == own), self.ways[0].name)

    def typed(self, value: str) -> str:
        """The words that this value comes to; none where it is empty."""
        if self.ways:
            return next((way.words for way in self.ways if way.name == value), "")
        text = self.joined.join(re.split(r"[\s,]+", value.strip()))
        return f"{self.id}={text}" if text else ""


@dataclass(frozen=True)
class WordsForm:
    """A form for the words of an option."""

    title: str
    parts: tuple[WordsPart, ...]
    along: Mapping[str, str] = field(default_factory=dict[str, str])
    """Options that are set along with it. Words stand in it where they are so."""
    usual: Mapping[str, str] = field(default_factory=dict[str, str])
    """By key, the value that is as good as none."""

    def values(self, words: str) -> dict[str, str]:
        """What stands in each field, by its id."""
        said = {key: value for key, value in pairs(words).items() if self.usual.get(key) != value}
        return {part.id: part.value(said) for part in self.parts}

    def words(self, entered: Mapping[str, str]) -> str:
        """What was entered, as words."""
        return " ".join(filter(None, (part.typed(entered.get(part.id, "")) for part in self.parts)))


def pairs(words: str) -> dict[str, str]:
    """Words by their keys."""
    return {key: value for key, _, value in (word.partition("=") for word in words.split())}
