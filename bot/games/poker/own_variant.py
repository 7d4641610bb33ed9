"""A server's own variant, built from the words of the rows (rules/poker.md, "A server's own variant")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeVar

from bot.engine.cards import Card, rank_names
from bot.engine.options import BadOption
from bot.engine.quoting import quoted
from bot.engine.worded import Way, WordsForm, WordsPart, pairs

from . import wild
from .ranking import HIGH, LOW_8, LOW_27, LOW_A5, Ranking, any_five, two_and_three
from .variants import ANTE, BLINDS, BRING_IN, FIXED, NO, POT, SPREAD, Limit, Step, Street, Variant

T = TypeVar("T")

OWN, OWN_TITLE = "own", "Own variant"
KEYS: Final = ("deal", "forced", "low", "name", "use", "wild")
USUAL: Final = "deal=D2/bC3/bC1/bC1"
"""What is dealt where nothing is said."""
MOST_STREETS, MOST_CARDS, MOST_SEATS, PACK = 5, 11, 10, 52
LONGEST = 160
"""Of all its words together."""
_NAME = re.compile(r"[\w'’&!.+-]{1,24}")
_STEPS = re.compile(r"(?:[bDUCRXPT]\d?)+")
_STEP = re.compile(r"([bDUCRXPT])(\d?)")
_FORCED: Final = {"blinds": BLINDS, "ante": ANTE, "bring-in": BRING_IN}
_HALVES: Final[Mapping[str, tuple[Ranking, ...]]] = {
    "none": (HIGH,), "8": (HIGH, LOW_8), "any": (HIGH, LOW_A5), "only": (LOW_A5,), "27": (LOW_27,),
}  # fmt: skip
_NAMED_CARDS: Final = {
    "one-eyed-jacks": (Card(11, "S"), Card(11, "H")), "suicide-king": (Card(13, "H"),),
    "black-deuces": (Card(2, "C"), Card(2, "S")),
}  # fmt: skip
_SUITS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
_LIMITS: Final[Mapping[str, tuple[Limit, ...]]] = {
    BLINDS: (NO, POT, FIXED, SPREAD), ANTE: (FIXED, SPREAD, POT, NO), BRING_IN: (FIXED, SPREAD, POT, NO),
}  # fmt: skip


@lru_cache(maxsize=256)
def variant_of(home: str) -> Variant:
    """The variant that these words build. Raises BadOption with a sentence that says what cannot be."""
    words = pairs(home or USUAL)
    for key in words:
        if key not in KEYS:
            raise BadOption(f"An own variant has no {quoted(key)}; it has {', '.join(KEYS)}.")
    steps = _steps(words.get("deal", USUAL.partition("=")[2]))
    own = [sum(n for kind, n in street if kind in "DU") for street in steps]
    board, burns = (sum(n for street in steps for kind, n in street if kind == letter) for letter in "Cb")
    up = any(kind == "U" for kind, _ in steps[0])
    usual = "blinds" if board else "bring-in" if up else "ante"
    forced = _one_of("forced", words.get("forced", usual), _FORCED)
    halves = _one_of("low", words.get("low", "none"), _HALVES)
    take = _one_of("use", words.get("use", "any"), {"any": any_five, "2": two_and_three})
    _checked(steps, forced, sum(own), board)
    if take is two_and_three and (min(map(_held, _until(steps))) < 2 or _first_of_board(steps) < 3):
        raise BadOption("use=2 takes two cards of one's own from the first, and a board that begins with three.")
    if any(half.low for half in halves) and sum(own) + board < 5:
        raise BadOption("A low needs five cards: deal more, or leave it out.")
    seats = min(MOST_SEATS, (PACK - board - burns) // sum(own))
    if seats < 2:
        raise BadOption(f"That is {2 * sum(own) + board + burns} cards for two players, and the pack has {PACK}.")
    wilds = _wilds(words.get("wild", "none"))
    if wilds and LOW_27 in halves:
        raise BadOption("Nothing is wild where the lowest hand wins from deuce to seven.")
    if not _NAME.fullmatch(words.get("name", "own")):
        raise BadOption("A name is made of letters, digits, hyphens and apostrophes, at most 24 of them.")
    title = words.get("name", "").replace("-", " ").replace("_", " ").strip()[:24].strip()
    return Variant(
        OWN, title[:1].upper() + title[1:] if title else OWN_TITLE, "home", range(2, seats + 1), forced,
        _LIMITS[forced], _streets(steps, forced), take, halves, wild=(lambda _: wilds) if wilds else wild.none,
    )  # fmt: skip


FORM: Final = WordsForm(
    OWN_TITLE,
    (
        WordsPart(("name",), "Its name", "What it is called at the table.", "Pirate pineapple", 24, spaced=True),
        WordsPart(
            ("deal",), "How it is dealt",
            "D down, U up, C board, b burn, R draw, X discard, P pass, T turn; a / for each bet between.",
            "D3/X1bC3/bC1/bC1; Hold'em if empty", 60, "",
        ),
        WordsPart(
            ("wild",), "What is wild",
            "Ranks, like 39; a suit, like hearts; one-eyed jacks, the suicide king, or black deuces.",
            "none", 20,
        ),
        WordsPart(("low",), "High and low", "What the pot is played for.", ways=(
            Way("none", "", "The highest hand"),
            Way("8", "low=8", "High, and low of eight or better"),
            Way("any", "low=any", "High, and any low"),
            Way("only", "low=only", "The lowest hand, ace to five"),
            Way("27", "low=27", "The lowest hand, deuce to seven"),
        )),
        WordsPart(("use", "forced"), "The hand, and what is put in",
                  "As usual: blinds with a board; else an ante, and with a card up a bring-in.", ways=(
            Way("usual", "", "Any five cards; put in as usual"),
            Way("blinds", "forced=blinds", "Any five cards; blinds"),
            Way("ante", "forced=ante", "Any five cards; an ante"),
            Way("bring-in", "forced=bring-in", "Any five cards; an ante and a bring-in"),
            Way("two", "use=2", "Two of one's own and three of the board; put in as usual"),
            Way("two-blinds", "use=2 forced=blinds", "Two of one's own and three of the board; blinds"),
            Way("two-ante", "use=2 forced=ante", "Two of one's own and three of the board; an ante"),
            Way("two-bring-in", "use=2 forced=bring-in", "Two of one's own and three of the board; a bring-in"),
        )),
    ),
    {"variant": OWN}, {"low": "none", "use": "any", "wild": "none"},
)  # fmt: skip
"""The words of an own variant, part by part."""


_STEP_SAID: Final = {
    "D": "{} down", "U": "{} up", "C": "board {}", "R": "draw {}", "X": "discard {}", "P": "pass {}", "T": "turn {}",
}  # fmt: skip
_LOW_SAID: Final = {
    "8": "half for a low of eight", "any": "half for the low", "only": "the lowest hand wins",
    "27": "the lowest hand wins, deuce to seven",
}  # fmt: skip


def told(home: str) -> str:
    """The words for people: "3 down – discard 1, board 3 – board 1 – board 1, nines wild"."""
    words = pairs(home)
    streets = _steps(words["deal"]) if "deal" in words else []
    dealt = (", ".join(_STEP_SAID[kind].format(n) for kind, n in street if kind != "b") for street in streets)
    wilds = words.get("wild", "none")
    known = wilds in _SUITS or wilds in _NAMED_CARDS
    named = wilds.replace("-", " ").replace("one eyed", "one-eyed") if known or wilds == "none" else " and ".join(
        rank_names(rank) for rank in wild.ranks(wilds)
    )  # fmt: skip
    said = [" – ".join(dealt), "" if wilds == "none" else f"{named} wild", _LOW_SAID.get(words.get("low", ""), "")]
    return ", ".join(filter(None, [*said, "two of one's own" if words.get("use") == "2" else ""]))


def wilds_of(home: str) -> wild.Wilds:
    """The cards that are wild in it."""
    return _wilds(pairs(home).get("wild", "none"))


Steps = tuple[Step, ...]


def _steps(text: str) -> list[Steps]:
    """What happens in each street, without who opens it."""
    found: list[Steps] = []
    for street in text.split("/"):
        typed = "".join(c if c in "bB" else c.upper() for c in street).replace("B", "b")
        if not _STEPS.fullmatch(typed):
            raise BadOption(f"{quoted(street)} is no street: write D, U, C, R, X, P, T or b, each with a number.")
        found.append(tuple(Step(kind, int(n) if n else 1) for kind, n in _STEP.findall(typed)))
    if len(found) > MOST_STREETS:
        raise BadOption(f"There are at most {MOST_STREETS} streets.")
    return found


def _held(steps: list[Steps]) -> int:
    """How many cards of its own a seat has after these streets."""
    return sum({"D": n, "U": n, "X": -n}.get(kind, 0) for street in steps for kind, n in street)


def _until(steps: list[Steps]) -> list[list[Steps]]:
    return [steps[: n + 1] for n in range(len(steps))]


def _first_of_board(steps: list[Steps]) -> int:
    """How many cards the board begins with; 0 without one."""
    each = (sum(n for kind, n in street if kind == "C") for street in steps)
    return next((n for n in each if n), 0)


def _checked(steps: list[Steps], forced: str, own: int, board: int) -> None:
    """Refuses what cannot be dealt. Raises BadOption."""
    if not own:
        raise BadOption("Nobody gets a card: the first street deals some down (D) or up (U).")
    if own + board > MOST_CARDS:
        raise BadOption(f"That is {own + board} cards for a hand; at most {MOST_CARDS} can be looked at.")
    down = held = 0
    for n, street in enumerate(steps):
        for kind, many in street:
            if not many:
                raise BadOption("No cards is no step: leave it out.")
            if kind in "RXPT" and not held:
                raise BadOption(f"{_CALLED[kind]} comes before anybody has a card.")
            if kind in "XPT" and many >= down + (kind == "T"):
                raise BadOption(f"{_CALLED[kind]} of {many} needs more cards down than that; there are {down}.")
            if kind == "R" and many > down:
                raise BadOption(f"A draw of {many} is more than the {down} that are held down.")
            if kind == "T" and many > 1:
                raise BadOption("One card is turned at a time: T1.")
            down += {"D": many, "X": -many, "T": -many}.get(kind, 0)
            held += {"D": many, "U": many, "X": -many}.get(kind, 0)
        if not n and not held:
            raise BadOption("The first street must deal everybody a card.")
        if all(kind == "b" for kind, _ in street):
            raise BadOption("A street of burns alone has nothing to bet on.")
    if forced == BRING_IN and not any(kind == "U" for kind, _ in steps[0]):
        raise BadOption("A bring-in needs a card up in the first street.")


_CALLED = {"R": "A draw", "X": "A discard", "P": "A pass", "T": "A turn"}


def _streets(steps: list[Steps], forced: str) -> tuple[Street, ...]:
    """With who opens each, and how large a fixed bet is: small in the first half."""
    found: list[Street] = []
    for n, street in enumerate(steps):
        open_cards = any(kind in "UT" for earlier in steps[: n + 1] for kind, _ in earlier)
        first = {BLINDS: "^", BRING_IN: "v"}.get(forced, "+" if open_cards else "<")
        opener = first if not n else "+" if open_cards else "<"
        found.append(Street(street, opener, n >= max(1, len(steps) // 2)))
    return tuple(found)


def _one_of(key: str, value: str, known: Mapping[str, T]) -> T:
    if value not in known:
        raise BadOption(f"{key} is one of: {', '.join(known)}.")
    return known[value]


@lru_cache(maxsize=256)
def _wilds(text: str) -> wild.Wilds:
    """Ranks, suits, or cards that have a name."""
    if text == "none":
        return wild.NONE
    if text in _NAMED_CARDS:
        return frozenset(_NAMED_CARDS[text])
    if text in _SUITS:
        return frozenset(Card(rank, _SUITS[text]) for rank in range(1, 14))
    try:
        ranks = wild.ranks(text)
    except ValueError:
        ranks = []
    if not 1 <= len(ranks) <= 3:
        names = ", ".join((*_SUITS, *_NAMED_CARDS))
        raise BadOption(f"{quoted(text)} cannot be wild: up to three ranks, like 39, or {names}.")
    return wild.of_ranks(*ranks)
