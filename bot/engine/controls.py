"""Typed text and menus from `next` and `finish` alone: no parser and no menu of a game's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import GenericAlias
from typing import Annotated, get_args, get_origin, get_type_hints

from .amounts import BadAmount, Multiples, read_amount, whites
from .cards import SUITS, Card, card, rank_text
from .offers import Move, Offer, Part

_RANK = {0: "JK", **{r: rank_text(r) for r in range(1, 14)}}


@cache
def kinds(move: type[Move]) -> tuple[tuple[str, ...], bool]:
    """What its parts are (card, rank, amount, seat, text, number, group), and whether the last one repeats."""
    hints = get_type_hints(move, include_extras=True)
    found: list[str] = []
    repeats = False
    for name in move.__dataclass_fields__:
        hint = hints[name]
        if get_origin(hint) is tuple:
            repeats, hint = True, get_args(hint)[0]
        found.append(kind_of_type(hint))
    return tuple(found), repeats


def kind_of_type(hint: object) -> str:
    """What a value of this type is, as `kinds` names it."""
    if get_origin(hint) is Annotated:
        return str(get_args(hint)[1])
    if hint is Card:
        return "card"
    if hint is int:
        return "number"
    if isinstance(hint, type) and not isinstance(hint, GenericAlias) and issubclass(hint, tuple):
        return "group"
    return "text"


def kind_of(offer: Offer, n: int) -> str:
    """What the n-th choice of this offer is."""
    found, repeats = kinds(offer.kind)
    if n < len(found):
        return found[n]
    return found[-1] if found and repeats else "text"


def word(part: Part, kind: str = "text") -> str:
    """What a person types for this part; nothing if it may be left out."""
    match part:
        case None | False:
            return ""
        case True:
            return "YES"
        case Card():
            return str(part)
        case (rank, naturals, twos, jokers):  # a group of a meld; wild cards alone say on which they go
            wilds = ["2"] * twos + ["JK"] * jokers
            return " ".join([_RANK[rank]] * naturals + wilds + (["on", _RANK[rank]] if wilds and not naturals else []))
        case _:
            pass
    if kind == "rank" and isinstance(part, int):
        return _RANK[part]
    return whites(part) if kind == "amount" else str(part).upper()


def read(offer: Offer, text: str, words: Mapping[str, int] | None = None) -> Move | str:
    """The move that these words spell, or in a sentence what is wrong with them.

    `words` are names for amounts, besides those that the offer reads: min, pot, all.
    """
    if not offer and isinstance(why := offer.finish(()), str):
        return why
    if offer.reads is not None and (amount := offer.reads(text)) is not None:
        made = offer.kind(amount)
        return offer.refusal(made) or made
    typed = [w.strip() for w in (text.split(",") if offer.grouped else text.replace(",", " ").split())]
    typed = [*offer.in_order([w for w in typed if w])]
    parts: tuple[object, ...] = ()
    while (read_on := _read_part(offer, parts, typed, words)) is not None:
        if isinstance(read_on, str):
            return read_on
        part, typed = read_on
        parts = (*parts, part)
    return offer.finish(parts)


def _read_part(
    offer: Offer, parts: tuple[object, ...], typed: list[str], words: Mapping[str, int] | None
) -> tuple[Part, list[str]] | str | None:
    """The next part that is typed, or left out, and what is typed after it; or what is wrong with it in a sentence.
    None at the end."""
    kind, choices = kind_of(offer, len(parts)), offer.next(parts)
    if kind == "amount" and typed and choices:
        amount = _amount_of(offer, choices, " ".join(typed), words)
        if isinstance(amount, str):
            return amount
        return (amount, []) if amount in choices else offer.why_not_here(parts, amount)
    if offer.free_text and typed and not parts:
        text = offer.as_typed(" ".join(typed))
        return (text, []) if text in choices else offer.why_not_here(parts, text)
    if kind == "text" and any(isinstance(p, Card) for p in choices):
        kind = "card"  # a run of them that other choices may follow
    return _read_choice(offer, parts, typed, kind, choices)


def _read_choice(
    offer: Offer, parts: tuple[object, ...], typed: list[str], kind: str, choices: Collection[Part]
) -> tuple[Part, list[str]] | str | None:
    """The same where the choices have names, of one word or of several."""
    options = {_normal(word(p, kind)): p for p in choices}
    whole = _normal(" ".join(typed)) if kind == "text" and len(typed) > 1 else ""
    if whole and whole in options:
        return options[whole], []
    if typed and (spelt := _spelt(offer.as_typed(typed[0]), kind)) in options:
        return options[spelt], typed[1:]
    if "" in options and (not typed or kind != "card" or _follows(offer, (*parts, options[""]), typed[0])):
        return options[""], typed
    return _no(offer, parts, typed[0], kind, bool(choices)) if typed else None


def _follows(offer: Offer, parts: tuple[object, ...], typed: str) -> bool:
    """Whether this word is a choice after these, or after others that may be left out."""
    kind, choices = kind_of(offer, len(parts)), offer.next(parts)
    options = {_normal(word(p, kind)): p for p in choices}
    if _spelt(typed, kind) in options:
        return True
    return "" in options and _follows(offer, (*parts, options[""]), typed)


def _no(offer: Offer, parts: tuple[object, ...], typed: str, kind: str, more: bool) -> str:
    if kind == "card":
        try:
            return offer.why_not_here(parts, card(typed)) if more else "That is one card too many."
        except ValueError as bad:
            return str(bad)
    return offer.why_not_here(parts, typed[:30]) if more else offer.too_much(typed[:30])


def _amount_of(offer: Offer, choices: Collection[int], typed: str, words: Mapping[str, int] | None) -> int | str:
    least, most = min(choices), max(choices)
    try:
        return read_amount(typed, {"min": least, "max": most, "all": most, **(words or {})}, offer.besides_figures)
    except BadAmount as bad:
        return str(bad)


def _spelt(typed: str, kind: str) -> str:
    if kind == "card":
        with suppress(ValueError):
            return str(card(typed))
    return _normal(typed)


def _normal(words: str) -> str:
    """The same for the same words in any order; if there are several groups, in any order of the groups."""
    groups = words.upper().replace("_", "-").split("+")
    return " + ".join(sorted(" ".join(sorted(group.split())) for group in groups))


@cache
def suit_order(c: Card) -> tuple[int, int]:
    """How a hand is sorted for its owner: clubs, diamonds, spades, hearts, each from the lowest to the ace."""
    return "CDSH".index(c.suit) if c.suit in SUITS else 4, c.rank if c.rank != 1 else 14


def encode_move(move: Move) -> str:
    """A move's parts as a control carries them: exact, and short enough for a custom_id."""
    return ".".join(map(encode_part, move.parts))


_NONE = object()
"""No choice at all: None is one, where a part may be left out."""


def decode_move(offer: Offer, text: str) -> Move | str:
    """The move that a control carries, if the offer still has it; otherwise why not."""
    parts: tuple[object, ...] = ()
    for spelt in text.split(".") if text else ():
        choices = offer.next(parts)
        if isinstance(choices, range | Multiples):
            part = int(spelt) if spelt.isdecimal() else _NONE
        else:
            part = next((c for c in choices if encode_part(c) == spelt), _NONE)
        if part is _NONE or part not in choices:
            return _no(offer, parts, spelt, kind_of(offer, len(parts)), True)
        parts = (*parts, part)
    return completed(offer, parts)


def completed(offer: Offer, parts: Sequence[object]) -> Move | str:
    """The move of these parts, with the optional parts left out; otherwise why not."""
    made = offer.finish(parts)
    if isinstance(made, str):
        left_out = next((c for c in offer.next(parts) if c is None or c is False), _NONE)
        if left_out is not _NONE:
            return completed(offer, (*parts, left_out))
    return made


def encode_part(part: Part) -> str:
    """One part, as a control carries it."""
    return "-".join(map(str, part)) if isinstance(part, tuple) and not isinstance(part, Card) else str(part)
