"""How a variant is found: by its name, by its other names, and by its family."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.options import BadOption
from bot.engine.quoting import quoted

from .lines import LINES
from .own_variant import OWN, OWN_TITLE
from .variants import VARIANTS, families

MIX, MIX_TITLE = "mix", "Fixed-limit mix"
CHOICE, CHOICE_TITLE = "choice", "Dealer's choice"
MOST_PLAYED = (
    "holdem", "omaha", "omaha-8", "stud", "draw", "razz", "27-triple", "badugi", "stud-8", "short-deck",
    "follow-the-queen", MIX,
)  # fmt: skip
"""What is listed while nothing has been typed."""
ALSO: dict[str, tuple[str, ...]] = {
    "holdem": ("texas hold'em", "texas holdem", "texas", "nlh", "nlhe"),
    "short-deck": ("six plus", "6+", "6+ hold'em"),
    "omaha": ("plo", "omaha high"),
    "omaha-8": ("omaha high low", "omaha eight or better", "omaha 8 or better", "plo8", "o8", "omaha hilo"),
    "stud": ("seven-card stud", "7-card stud", "seven card stud", "7 card stud"),
    "stud-8": ("stud eight or better", "stud high low", "stud hilo", "stud8"),
    "razz": ("seven-card stud low",),
    "five-stud": ("5-card stud", "five card stud"),
    "draw": ("5-card draw", "five card draw"),
    "jacks": ("jacks", "jackpots", "jacks to open"),
    "27-single": ("deuce to seven single draw", "2-7 single", "kansas city lowball"),
    "27-triple": ("deuce to seven triple draw", "deuce to seven", "2-7 triple", "2-7", "triple draw"),
    "a5-triple": ("ace to five triple draw", "california lowball", "a-5"),
    "badugi": ("padooki",),
    "high-chicago": ("chicago",),
    "anaconda": ("pass the trash", "screw your neighbor"),
    "cincinnati": ("lame brain",),
    "iron-cross": ("criss cross",),
    "guts": ("three-card guts", "two-card guts"),
    "indian": ("blind man's bluff",),
    MIX: ("horse", "h.o.r.s.e.", "mixed", "mix"),
    OWN: ("our own", "own game", "custom"),
    CHOICE: ("dealers choice", "dealer's choice", "choose"),
}
"""Other names; each stands for one variant."""
KINDS: dict[str, tuple[str, ...]] = {
    "lowball": ("27-triple", "27-single", "a5-triple", "razz", "badugi"),
    "low": ("razz", "27-triple", "27-single", "a5-triple", "badugi", "omaha-8", "stud-8"),
    "hi-lo": ("omaha-8", "stud-8", "high-chicago", "low-chicago"),
    "8-game": (MIX,),
    "eight-game": (MIX,),
    "wild": ("follow-the-queen", "baseball", "night-baseball", "cincinnati", "iron-cross", "anaconda", "draw"),
}
"""What people type who mean one of several, or the nearest one."""
FAMILIES: dict[str, list[str]] = {f"{family} games": names for family, names in families().items()}
"""The variants by what a list calls their family."""
TITLES: dict[str, str] = {variant.name: variant.title for variant in VARIANTS.values()} | {
    MIX: MIX_TITLE,
    CHOICE: CHOICE_TITLE,
    OWN: OWN_TITLE,
}


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("'", "").replace("’", "").replace("-", " ").replace("_", " ").split())


_NAMED = {
    _plain(called): name
    for name, title in TITLES.items()
    for called in (name, title, *ALSO.get(name, ()))
}  # fmt: skip


def _titles(names: Iterable[str]) -> str:
    return ", ".join(TITLES[name] for name in names)


WORDS: dict[str, str] = TITLES | {family: f"{family.capitalize()}…" for family in FAMILIES}
"""What people read for a variant, or for a family in a list."""
IN_LISTS: dict[str, str] = LINES | {family: _titles(names) for family, names in FAMILIES.items()}


def read_variant(typed: str) -> str:
    """The name of a variant, by whatever people call it. Raises BadOption."""
    wanted = _plain(typed)
    if wanted.startswith(f"{CHOICE}:"):
        return CHOICE  # a deal's own options name the variant as well; which that is follows from the deals before
    if (name := _NAMED.get(wanted)) is not None:
        return name
    for of_several, names in [*FAMILIES.items(), *KINDS.items()]:
        if wanted in (_plain(of_several), of_several.removesuffix(" games")):
            several = f"may be {_titles(names)}: choose one"
            among = several if len(names) > 1 else f"is not played here; nearest to it is {_titles(names)}"
            raise BadOption(f"{quoted(typed)} {among}.")
    raise BadOption(f"There is no variant {quoted(typed)}; there are: {', '.join(VARIANTS)}, {MIX}, {CHOICE}, {OWN}.")


def suggested(typed: str) -> list[str]:
    """What is listed while somebody types: the most played and a line for each family; a family's variants once it is
    named; otherwise those with that name, and those of that kind."""
    wanted = _plain(typed)
    if not wanted:
        return [*MOST_PLAYED, *FAMILIES]
    family = [name for called, names in FAMILIES.items() if called.startswith(wanted) for name in names]
    kind = [name for called, names in KINDS.items() if _plain(called).startswith(wanted) for name in names]
    begins = [name for called, name in _NAMED.items() if called.startswith(wanted)]
    holds = [name for called, name in _NAMED.items() if wanted in called]
    told = [name for name, line in LINES.items() if wanted in _plain(line)]
    return [*dict.fromkeys([*begins, *family, *kind, *holds, *told])]
