"""What the host of a night lays down about its games: read as people type it, and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.table import lasting, limits, rising

from .game import Words

_MOODS = {
    "tricks": "trick games", "counting": "counting games", "betting": "betting games", "rummy": "rummy games",
    "shedding": "shedding games", "quick": "quick games",
}  # fmt: skip
"""Groups of games that people may name besides the families of variants."""
ONLY, LASTS, RISING = "only", "lasts", "rising"


def groups(words: Mapping[str, Words]) -> dict[str, list[str]]:
    """The games of each mood, by what people call them."""
    found: dict[str, list[str]] = {}
    for mood, called in _MOODS.items():
        slugs = [slug for slug, each in words.items() if mood in each.moods]
        found[mood] = found[called.removesuffix(" games")] = slugs
    return found


def read(words: Mapping[str, Words], typed: Mapping[str, str | None]) -> dict[str, Any]:
    """The terms of a night that were typed, by name; None is left out. Raises Rejected."""
    found: dict[str, Any] = {}
    if (only := typed.get(ONLY)) is not None:
        found[ONLY] = limits.read(only, groups(words))
    if (lasts := typed.get(LASTS)) is not None:
        found[LASTS] = lasting.read(lasts)
    if (often := typed.get(RISING)) is not None:
        found[RISING] = rising.read(often)
    return found


def proposed(words: Mapping[str, Words], typed: str) -> list[tuple[str, str]]:
    """What is proposed while somebody types what a night is limited to: how it reads, and what is typed for it."""
    *before, last = typed.split(",")
    start = "".join(f"{one.strip()}, " for one in before if one.strip())
    kinds = [f"{family} games" for _, kinds in limits.of_many() for family in kinds.families]
    each = [*(w.game.title.lower() for w in words.values()), *kinds, *_MOODS.values()]
    if not typed.strip():
        each = ["all", "poker", *kinds, *_MOODS.values(), *each]
    fit = [f"{start}{one}" for one in dict.fromkeys(each) if last.strip().lower() in one]
    return [(one[:100], one[:100]) for one in sorted(fit, key=lambda one: not one.startswith(typed.lower()))]


def written(terms: Mapping[str, Any]) -> dict[str, str]:
    """The same terms as people would type them."""
    only, lasts = limits.typed(terms.get(ONLY) or ()), lasting.told(terms.get(LASTS) or "")
    return {ONLY: only or "all", LASTS: lasts or "as usual", RISING: terms.get(RISING) or rising.OFF}


def told(terms: Mapping[str, Any]) -> str:
    """What a night's terms say about its games: "Poker night · stud and draw games · 20 minutes a game · stakes rise
    each hour"; nothing where all is as usual."""
    only: Sequence[str] = terms.get(ONLY) or ()
    lasts, often = lasting.told(terms.get(LASTS) or ""), terms.get(RISING) or rising.OFF
    rises = {rising.ORBIT: "stakes rise each orbit", rising.HOUR: "stakes rise each hour"}.get(often, "")
    return " · ".join(filter(None, (limits.called(only), f"{lasts} a game" if lasts else "", rises)))
