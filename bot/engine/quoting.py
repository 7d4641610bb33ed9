"""Quotes what people have written, their names above all, in a message of ours."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_READ = re.compile(r"[\\*_~|`<>\[\]]|^[-#+]|(?<=^\d)\.|(?<=^\d\d)\.")
_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that change the direction in which the following text is read."""


def without_turns(text: str) -> str:
    """A text without marks that change its direction."""
    return _TURNS.sub("", text)


@lru_cache(1024)
def escaped(text: str) -> str:
    """What a person has written, a name above all, as it stands in a message of ours: on its line, in the direction of
    its own letters alone, and none of it read as markdown, a mention or a link."""
    text = " ".join(without_turns(text).split())
    text = _READ.sub(r"\\\g<0>", text).replace("@", "@\u200b").replace("://", ":\\//")
    turned = any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)
    return f"\u2068{text}\u2069" if turned else text


LONGEST_QUOTE = 60
"""Characters of what somebody has typed that a refusal repeats."""
_MENTION = re.compile(r"<(?:[@#:/]|a:|t:|id:)[^<>]*>|@(?=everyone|here)")
_LINK = re.compile(r"\w+://\S*")
_LINKED = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")


def quoted(typed: object) -> str:
    """What somebody has typed as a refusal repeats it: its beginning, in quotation marks, without mentions, links and
    marks of direction."""
    text = _LINK.sub("", _LINKED.sub(r"\1", _MENTION.sub("", without_turns(str(typed)))))
    text = " ".join(text.split())
    return f"“{text if len(text) <= LONGEST_QUOTE else f'{text[:LONGEST_QUOTE]}…'}”"
