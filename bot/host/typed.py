"""Moves that people type: read, spelt, and completed while they are being typed. All of it walks offers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from bot.engine.amounts import BadAmount, read_amount, whites
from bot.engine.cards import Card, card
from bot.engine.controls import kind_of, read, suit_order, word
from bot.engine.deal import Illegal
from bot.engine.offers import Move, Offer, verb
from bot.engine.piles import Seat
from bot.engine.view import view

from .presses import amount_words
from .session import DEAL, Session
from .words import EVERYWHERE, Words, card_text

MOST = 25
"""As many suggestions as Discord shows."""
_STEPS = 3000


def offers_of(session: Session, user: int) -> tuple[Seat, Sequence[Offer]]:
    """What somebody may do at a table now. Raises Illegal where they do not sit there, or nothing is in play."""
    seat = session.seat_of(user)
    if seat is None:
        raise Illegal("You do not sit at this table.")
    if session.deal is None or session.phase != DEAL:
        raise Illegal("No cards are in play at this table now.")
    return seat, session.deal.offers(seat)


def wants(session: Session, user: int, name: str | None = None) -> bool:
    """Whether the table waits for this person's move; with a name, whether that verb is open to them."""
    try:
        seat, offers = offers_of(session, user)
    except Illegal:
        return False
    if name is None:
        return seat in session.turns
    return any(o and verb(o.kind) == name for o in offers)


def read_move(session: Session, user: int, text: str, name: str | None = None, *,
              aliases: Mapping[str, str] | None = None) -> Move:  # fmt: skip
    """The move that was typed: of the verb `name`, or of any. Raises Illegal with the player's sentence."""
    seat, offers = offers_of(session, user)
    first, _, rest = text.strip().partition(" ")
    if name is None:
        called = _plain(first)
        called = (aliases or {}).get(called, called)
        if called in {verb(kind) for kind in (*session.game.moves, *EVERYWHERE)}:
            name, text = called, rest
    not_now = "You cannot do that now." if seat in session.turns else "It is not your turn."
    among = [o for o in offers if name is None or verb(o.kind) == name]
    if name is None:
        among = [o for o in among if not o.optional and not o.blind] or among
    refusal = ""
    for offer in among:
        made = _read(session, offer, text)
        if not isinstance(made, str):
            return made
        refusal = refusal or made
    heard = name is not None or seat in session.turns
    raise Illegal(session.named(refusal) if refusal and heard else not_now)


def _read(session: Session, offer: Offer, text: str) -> Move | str:
    if kind_of(offer, 0) == "amount":
        text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)  # 1,000 is one number
        return read(offer, text, amount_words(session, offer))
    if offer.free:
        said = offer.as_typed(text)
        return offer.finish((said,)) if said in offer.next(()) else offer.why_not_here((), said)
    return read(offer, text)


def _plain(typed: str) -> str:
    return typed.lower().replace("_", "-").removeprefix("/")


# ---- spelling ----------------------------------------------------------------------------------


def spelt(offer: Offer, move: Move) -> str:
    """What a person types for this move, after its verb."""
    said = [_word(part, kind_of(offer, n)) for n, part in enumerate(move.parts)]
    return (", " if offer.grouped else " ").join(s for s in said if s)


def _word(part: Any, kind: str) -> str:
    said = word(part, kind).replace(",", "")
    return said.lower() if kind == "text" else said


def told(move: Move, words: Words) -> str:
    """What somebody has just done, for themselves: `Play Q♠`, `Bet 5`."""
    fields = [p for p in move.parts if p is not None]
    said_of = words.verb(type(move))
    labels = said_of.parts if said_of else {}
    money = {f for f, t in type(move).__annotations__.items() if "Amount" in str(t)}
    amounts = set(move.__dict__) == money and bool(money)
    said = [labels.get(p) or _pretty(p, "amount" if amounts else "text") for p in fields]
    return " ".join([verb(type(move)).replace("-", " ").capitalize(), *said])


def _pretty(part: Any, kind: str) -> str:
    if isinstance(part, Card):
        return card_text(part)
    return whites(part) if kind == "amount" else str(part)


# ---- completion --------------------------------------------------------------------------------


def suggestions(session: Session, user: int, typed: str, words: Words, name: str | None = None) -> list[str]:
    """The asker's own legal moves that begin as typed, as they are typed. Blind offers are never among them."""
    try:
        seat, offers = offers_of(session, user)
    except Illegal:
        return []
    found: list[str] = []
    for offer in sorted(offers, key=lambda o: o.optional):
        called = verb(offer.kind)
        if offer.blind or offer.free or not offer or name not in (None, called):
            continue
        bare = name is not None or called == "play"
        begun, whole = typed.strip(), _plain(typed.strip())
        if name is None and (whole == called or whole.startswith(f"{called} ")):
            begun = begun[len(called) + (begun.startswith("/")) :].strip()
        elif name is None and begun and called.startswith(whole):
            begun = ""
        for move in _complete(session, seat, offer, begun, words):
            said = spelt(offer, move)
            found.append(said if bare and said else f"{called} {said}".strip())
    return [*dict.fromkeys(found)][:MOST]


def in_words(typed: str, words: Words) -> str:
    """A suggestion as the game's own controls call it."""
    labels = {_word(part, "text"): label for v in words.verbs.values() for part, label in v.parts.items()}
    return " ".join(labels.get(word, word) for word in typed.split(" "))


def _complete(session: Session, seat: Seat, offer: Offer, typed: str, words: Words) -> Iterator[Move]:
    if kind_of(offer, 0) == "amount":
        yield from _amounts(session, seat, offer, typed, words)
        return
    seen: set[Any] = set()
    tokens = typed.replace(",", " ").split()
    steps = iter(range(_STEPS))
    for move in _walk(offer, (), tokens, steps):
        parts = frozenset(move.parts) if hasattr(offer, "least") else move.parts  # cards chosen at once have no order
        if parts not in seen:
            seen.add(parts)
            yield move
            if len(seen) == MOST:
                return


def _walk(offer: Offer, parts: tuple[Any, ...], tokens: Sequence[str], steps: Iterator[int]) -> Iterator[Move]:
    if next(steps, None) is None:
        return
    choices, kind = list(offer.next(parts)), kind_of(offer, len(parts))
    if not tokens and not isinstance(made := offer.finish(parts), str):
        yield made
    if choices and all(isinstance(c, Card) for c in choices):
        choices.sort(key=suit_order)
    for choice in choices:
        if not tokens or _begins(word(choice, kind), tokens[0], len(tokens) == 1):
            yield from _walk(offer, (*parts, choice), tokens[1:], steps)


def _begins(said: str, typed: str, last: bool) -> bool:
    typed = typed.upper().replace("_", "-")
    with suppress(ValueError):
        typed = str(card(typed))
    return said.upper().replace("_", "-") == typed or (last and said.upper().startswith(typed))


def _amounts(session: Session, seat: Seat, offer: Offer, typed: str, words: Words) -> Iterator[Move]:
    """What was typed, if it is legal, and the usual amounts that begin like it."""
    among = offer.next(())
    assert session.deal is not None
    usual = [min(among), *(amount for _, amount in words.presets(view(session.deal, seat), offer)), max(among)]
    try:
        exact = [read_amount(typed, amount_words(session, offer))] if typed else []
    except BadAmount:
        exact = []
    fitting = [a for a in usual if _word(a, "amount").startswith(typed)]
    for amount in islice(dict.fromkeys(a for a in (*exact, *fitting) if a in among), MOST):
        yield offer.kind(amount)
