"""The rule behind a refusal: of a game's rules in short the sentence that has most words of it.

A word that stands in few of the sentences says more than one that stands in many. Where no sentence has any, it is what
the move itself is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from bot.engine.offers import Move, meaning, verb

from .game import Words

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")
_WORD = re.compile(r"[a-z]{3,}")
_SAYS_NOTHING = frozenset((
    "the", "and", "you", "your", "are", "for", "with", "that", "does", "did", "not", "this", "can", "may", "must",
    "one", "now", "only", "was", "were", "has", "have", "had", "its", "all", "any", "out", "them", "they", "their",
    "from", "here", "there", "yet", "then", "than", "who", "what", "which", "will", "would", "get", "first", "last",
))  # fmt: skip


def rule_behind(words: Words, refusal: str, kind: type[Move] | None = None) -> str:
    """A sentence that helps somebody who has been refused a move of this kind; nothing if there is none."""
    about = {*_told(refusal), *(_told(f"{verb(kind).replace('-', ' ')} {meaning(kind)}") if kind is not None else ())}
    said, common = {*_told(refusal)}, _common(words.rules)
    best, worth = "", 0.0
    for sentence in _sentences(words.rules):
        found = {*_told(sentence)}
        weight = sum((2 if word in said else 1) / common[word] for word in found & about)
        if found & said and weight > worth:
            best, worth = sentence, weight
    if best or kind is None:
        return best
    return f"**{verb(kind).replace('-', ' ').capitalize()}**: {meaning(kind)}"


def _told(text: str) -> Iterable[str]:
    """What a text is about: its words, of one and of several alike."""
    return (word.removesuffix("s") for word in _WORD.findall(text.lower()) if word not in _SAYS_NOTHING)


@lru_cache(maxsize=64)
def _sentences(rules: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sentence for paragraph in rules for sentence in _SENTENCE.split(paragraph))


@lru_cache(maxsize=64)
def _common(rules: tuple[str, ...]) -> Counter[str]:
    """In how many sentences each word stands."""
    return Counter(word for sentence in _sentences(rules) for word in {*_told(sentence)})
