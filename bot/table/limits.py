"""What may be named at a night that is limited: some games, or some families and variants of a game that is many.

A limit is a list of words: a game ("hearts"), a family of its variants ("poker/stud"), or one of them ("poker:razz").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from bot.engine.game import Game
from bot.engine.options import BadOption, declared, written
from bot.engine.quoting import quoted
from bot.engine.traits import Variants
from bot.games.catalog import GAMES

from .errors import Rejected

EVERYTHING = ("all", "any", "everything", "every game", "all games", "none")
"""What people type who want no limit."""
MOST = 25
_APART = re.compile(r"\s*(?:[,;+&]|\band\b)\s*", re.IGNORECASE)


def read(typed: str, moods: Mapping[str, Sequence[str]]) -> list[str]:
    """A limit as people type it: "poker", "stud and draw games", "hearts, gin rummy, razz". `moods` are further groups
    of games, by what they are called. Nothing, or "all", is no limit. Raises Rejected."""
    if not typed.strip() or typed.strip().lower() in EVERYTHING:
        return []
    found: list[str] = []
    for word in filter(None, _APART.split(typed.strip())):
        found += _read(word, moods)
    made = [*dict.fromkeys(found)]
    if len(made) > MOST:
        raise Rejected(f"A night's list has at most {MOST} games; leave it out for all.")
    return [one for one in made if not (_apart(one)[1] and _apart(one)[0] in made)]  # the whole game is there already


def _read(word: str, moods: Mapping[str, Sequence[str]]) -> list[str]:
    wanted = _plain(word)
    group = wanted.removesuffix(" games").removesuffix(" game").strip()
    for game in GAMES.values():
        if group in (_plain(game.slug), _plain(game.title)):
            return [game.slug]
    for game, kinds in of_many():
        if group in kinds.families:
            return [f"{game.slug}/{group}"]
    for mood, slugs in moods.items():
        if group in (_plain(mood), _plain(mood).removesuffix("s")):
            return [*slugs]
    for game, kinds in of_many():
        (option,) = (f for f in declared(game.options) if f.name == kinds.option)
        try:
            variant = option.metadata["read"](word)
        except BadOption:
            continue
        if any(variant in names for names in kinds.families.values()):
            return [f"{game.slug}:{variant}"]
    for game in GAMES.values():
        if group in map(_plain, game.aliases):
            return [game.slug]
    raise Rejected(
        f"{quoted(word)} is no game and no family of games; write for example: poker, stud and draw games, hearts."
    )


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").replace("_", " ").replace("'", "").replace("’", "").split())


def of_many() -> list[tuple[Game, Variants]]:
    """The games that are many, with their variants."""
    return [(game, kinds) for game in GAMES.values() if (kinds := game.trait(Variants)) is not None]


def _apart(word: str) -> tuple[str, str]:
    """A word's game, and what of it: empty for all of it."""
    slug = re.split(r"[/:]", word)[0]
    return slug, word[len(slug) :]


def games(only: Collection[str]) -> list[str]:
    """The games of a limit, by slug; nothing if there is none."""
    return [*dict.fromkeys(_apart(word)[0] for word in only)]


def plays(only: Collection[str], slug: str) -> bool:
    """Whether this game may be named."""
    return not only or slug in games(only)


def variants(only: Collection[str], game: Game) -> set[str] | None:
    """The variants of a game that may be named; None for all of them."""
    kinds, parts = game.trait(Variants), [part for slug, part in map(_apart, only) if slug == game.slug]
    if kinds is None or not parts or "" in parts:
        return None
    found: set[str] = set()
    for part in parts:
        found |= {*kinds.families.get(part[1:], ())} if part[0] == "/" else {part[1:]}
    return found


def told(only: Sequence[str]) -> str:
    """What is played, in words: "Poker", "Poker: stud and draw games", "Hearts, Poker (Razz)"; nothing if there is no
    limit."""
    each = {slug: _parts_told(only, slug) for slug in games(only)}
    if len(each) == 1:
        ((slug, part),) = each.items()
        return f"{_title(slug)}: {part}" if part else _title(slug)
    return ", ".join(f"{_title(slug)} ({part})" if part else _title(slug) for slug, part in each.items())


def typed(only: Sequence[str]) -> str:
    """A limit as people would type it; nothing if there is none."""

    def one(word: str) -> str:
        slug, part = _apart(word)
        return f"{part[1:]} games" if part[:1] == "/" else part[1:] or _title(slug)

    return ", ".join(map(one, only))


def called(only: Sequence[str]) -> str:
    """The same as the name of a night: "Poker night · stud and draw games"."""
    found = games(only)
    if len(found) == 1:
        part = _parts_told(only, found[0])
        return " · ".join(filter(None, (f"{_title(found[0])} night", part)))
    return (
        f"Only {_listed([told([word for word in only if _apart(word)[0] == slug]) for slug in found])}" if found else ""
    )


def _parts_told(only: Sequence[str], slug: str) -> str:
    parts = [part for one, part in map(_apart, only) if one == slug]
    if "" in parts or slug not in GAMES:
        return ""
    families = [part[1:] for part in parts if part[0] == "/"]
    game = GAMES[slug]
    kinds = game.trait(Variants)
    option = next((f for f in declared(game.options) if kinds is not None and f.name == kinds.option), None)
    single = [written(option, part[1:]) if option is not None else part[1:] for part in parts if part[0] == ":"]
    group = [f"{_listed(families)} games"] if families else []
    return _listed([*group, *single])


def _title(slug: str) -> str:
    return GAMES[slug].title if slug in GAMES else slug


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def why_not(only: Sequence[str], slug: str, variant: str = "") -> str | None:
    """Why a game, or a variant of it, is not named tonight, in a sentence; None if it may be."""
    game = GAMES.get(slug)
    if game is None or (
        plays(only, slug) and (not variant or (among := variants(only, game)) is None or variant in among)
    ):
        return None
    kinds = game.trait(Variants)
    option = next((f for f in declared(game.options) if kinds is not None and f.name == kinds.option), None)
    what = written(option, variant) if variant and option is not None else game.title
    return f"{what} is not played tonight, only {told(only)}."
