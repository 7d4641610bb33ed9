"""Moves that people type: read, spelt, and completed while they are being typed. All of it walks offers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from time import monotonic

from bot.engine.amounts import BadAmount, read_amount, whites
from bot.engine.cards import Card, card
from bot.engine.controls import completed, kind_of, kinds, read, suit_order, word
from bot.engine.deal import Illegal
from bot.engine.offers import Move, Offer, Part, SomeOf, verb
from bot.engine.piles import Seat
from bot.engine.view import view
from bot.table.open_table import OpenTable
from bot.table.state import DEAL

from ..words.game import EVERYWHERE, Words
from ..words.sentences import Who, card_text, group_text
from ..words.verbs import EnterAmount, EnterText, entry
from .labels import Labels, after, tokens

MOST = 25
"""As many suggestions as Discord shows."""
_STEPS = 3000
NOT_UNDERSTOOD = "That is no move that you can make now; `/moves` lists yours."
SECONDS = 0.25
"""As long as is looked for suggestions at most."""


def offers_of(table: OpenTable, user: int) -> tuple[Seat, Sequence[Offer]]:
    """What somebody may do at a table now. Raises Illegal if they do not sit there, or nothing is in play."""
    seat = table.seat_of(user)
    if seat is None:
        raise Illegal("You do not sit at this table.")
    if table.deal is None or table.deal.ask is None or table.phase != DEAL:
        raise Illegal("No cards are in play at this table now.")
    return seat, table.deal.offers(seat)


def wants(table: OpenTable, user: int, name: str | None = None) -> bool:
    """Whether the table waits for this person's move; with a name, whether that verb is open to them."""
    try:
        seat, offers = offers_of(table, user)
    except Illegal:
        return False
    if name is None:
        return seat in table.turns
    return any(o and verb(o.kind) == name for o in offers)


def labels_of(table: OpenTable, user: int, words: Words, who: Who) -> Labels:
    """What the buttons of somebody at a table say now. Raises Illegal like `offers_of`."""
    seat, _ = offers_of(table, user)
    assert table.deal is not None
    return Labels(words, view(table.deal, seat), who)


def read_move(table: OpenTable, user: int, text: str, name: str | None = None, *,
              aliases: Mapping[str, str] | None = None, labels: Labels | None = None) -> Move:  # fmt: skip
    """The move that was typed: of the verb `name`, or of any; as it is spelt, or with `labels` as its button has it.

    Raises Illegal with the player's sentence."""
    seat, offers = offers_of(table, user)
    whole = text
    if name is None:
        name, text = _begun(table, offers, text.strip(), aliases or {}, labels)
    elif labels is not None and (rest := after(text, _stems(labels, offers, name))):
        text = rest
    among = [o for o in offers if verb(o.kind) == name] if name is not None else _meant(offers)
    refusal = ""
    for made in _readings(table, offers, among, whole, text, labels):
        if not isinstance(made, str):
            return made
        refusal = refusal or made
    heard = name is not None or seat in table.turns
    if refusal and heard:
        raise Illegal(table.named(refusal))
    assert table.deal is not None and table.deal.ask is not None, "else there are no offers"
    waits = not table.turns or seat in table.turns
    raise Illegal(NOT_UNDERSTOOD if name is None and offers and waits else table.deal.ask.not_now(seat))


def _meant(offers: Sequence[Offer]) -> list[Offer]:
    """What a player who types no verb may mean: nothing becomes free words that was meant for something else, and
    nothing is a choice of a move that has none."""
    among = [o for o in offers if not o.optional and not o.unlisted] or offers
    return [o for o in among if not o.free_text and kinds(o.kind)[0]]


def _readings(table: OpenTable, offers: Sequence[Offer], among: Sequence[Offer], whole: str, text: str,
              labels: Labels | None) -> Iterator[Move | str]:  # fmt: skip
    """What a text may mean: of each offer that is meant the move, or why it is none; and other moves that a button
    calls so, under no verb that was typed, or under another move's."""
    yield from (_read(table, offer, text) for offer in among)
    if labels is None:
        return
    for offer in (*among, *(o for o in offers if o not in among and not o.unlisted)):
        for said in (whole, text) if offer in among else (whole,):
            made = labels.read(offer, said) if not offer.free_text else said
            if isinstance(made, str) and made != said and offer in among:
                made = _read(table, offer, made)
            if not isinstance(made, str):
                yield made


def verb_of(table: OpenTable, user: int, text: str, *, aliases: Mapping[str, str], labels: Labels) -> str | None:
    """The verb with which somebody begins what they type; None if it is another word. Raises Illegal like
    `offers_of`."""
    return _begun(table, offers_of(table, user)[1], text.strip(), aliases, labels)[0]


def _stems(labels: Labels, offers: Sequence[Offer], name: str) -> list[list[str]]:
    return [stem for o in offers if verb(o.kind) == name and not o.free_text for stem in labels.stems(o.kind)]


def _begun(table: OpenTable, offers: Sequence[Offer], text: str, aliases: Mapping[str, str],
           labels: Labels | None) -> tuple[str | None, str]:  # fmt: skip
    """The verb with which a text begins, and what stands behind it. No verb at all is a card, or another choice."""
    every = [*table.game.moves, *EVERYWHERE]
    offered = {o.kind for o in offers if o}
    found: list[tuple[int, bool, str, str]] = []
    for kind in every:
        stems = [
            *(labels.stems(kind, offered=kind in offered) if labels else ([verb(kind)],)),
            *([a] for a, v in aliases.items() if v == verb(kind)),
        ]
        if (rest := after(text, stems)) is not None:
            found.append((-len(rest), kind in offered, verb(kind), rest))
    if not found:
        return None, text
    _, _, name, rest = max(found)  # the longest beginning; of equal ones a move that is on offer
    return name, rest


def _read(table: OpenTable, offer: Offer, text: str) -> Move | str:
    match entry(offer):
        case EnterAmount():
            text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)  # 1,000 is one number
            return read(offer, text, amount_words(table, offer, text))
        case EnterText():
            said = offer.as_typed(text)
            return offer.finish((said,)) if said in offer.next(()) else offer.why_not_here((), said)
        case None:
            return read(offer, text)


def amount_words(table: OpenTable, offer: Offer, typed: str) -> dict[str, int]:
    """Words that stand for amounts now: min, max, all, pot; and what was typed, where that is added to something."""
    among = offer.next(())
    words = {"min": min(among), "max": max(among), "all": max(among)} if among else {}
    if table.deal is not None:
        words["pot"] = table.deal.table.chips["pot"]
    words |= offer.words
    if offer.reads is not None and among and (amount := offer.reads(typed)) is not None:
        words[typed.strip().lower().replace("−", "-")] = amount  # as an amount is looked up
    typed = " ".join(typed.lower().split())
    if typed.startswith("+") and offer.added_to is not None:
        with suppress(BadAmount):
            words[typed] = offer.added_to + read_amount(typed[1:])
    return words


# ---- spelling ----------------------------------------------------------------------------------


def spelt(offer: Offer, move: Move) -> str:
    """What a person types for this move, after its verb."""
    said = [_word(part, kind_of(offer, n)) for n, part in enumerate(move.parts)]
    return (", " if offer.grouped else " ").join(s for s in said if s)


def _word(part: Part, kind: str) -> str:
    said = word(part, kind).replace(",", "")
    return said.lower() if kind == "text" else said


def told(move: Move, words: Words) -> str:
    """What somebody has just done, for themselves: `Play Q♠`, `Bet 5`."""
    fields = [p for p in move.parts if p is not None]
    said_of = words.verb(type(move))
    if not fields and said_of and said_of.at is None and "{" not in said_of.label:
        return said_of.label
    labels, found = said_of.parts if said_of else {}, kinds(type(move))[0]
    said = [
        labels.get(p) or _pretty(p, found[min(n, len(found) - 1)]) for n, p in enumerate(move.parts) if p is not None
    ]
    between = ", " if "group" in found else " "
    return f"{verb(type(move)).replace('-', ' ').capitalize()} {between.join(said)}".rstrip()


def _pretty(part: Part, kind: str) -> str:
    match part:
        case Card():
            return card_text(part)
        case tuple():
            return group_text(part)
        case _:
            pass
    if kind == "rank":
        return word(part, kind)
    return whites(part) if kind == "amount" else str(part)


# ---- completion --------------------------------------------------------------------------------


def suggestions(table: OpenTable, user: int, typed: str, words: Words, name: str | None = None) -> list[str]:
    """The asker's own legal moves that begin as typed, as they are typed. Unlisted offers are never among them."""
    who = Who(table.names)
    return [said for _, said in proposals(table, user, typed, words, who, name)]


def proposals(table: OpenTable, user: int, typed: str, words: Words, who: Who,
              name: str | None = None) -> list[tuple[str, str]]:  # fmt: skip
    """The asker's own legal moves that begin as typed, of the verb `name` or of any: each as its button calls it, and
    as it is spelt. If there are more than a list takes, each kind of move has its share. Unlisted offers are left out.
    """
    try:
        _, offers = offers_of(table, user)
        labels = labels_of(table, user, words, who)
    except Illegal:
        return []
    typed = typed.strip()
    found = [
        _proposed(table, offer, typed, labels, name)
        for offer in sorted(offers, key=lambda o: o.optional)
        if offer and not offer.unlisted and name in (None, verb(offer.kind))
    ]
    return [pair for part in _shared(found) for pair in part]


def _proposed(table: OpenTable, offer: Offer, typed: str, labels: Labels,
              name: str | None) -> list[tuple[str, str]]:  # fmt: skip
    called, stems = verb(offer.kind), list(labels.stems(offer.kind))
    rest, wanted = after(typed, stems), " ".join(tokens(typed))
    begins = name is None and bool(typed) and _begin(stems, wanted)
    if offer.free_text:
        meant = name is None and bool(begins or rest or not typed)
        return _proposed_text(offer, rest or "", labels) if meant else []
    moves = [*_complete(table, offer, "" if begins else typed if rest is None else rest, labels)]
    if wanted:
        moves += [m for m in _labelled(table, offer, wanted, labels) if m not in moves]
    bare = name is not None or called == "play"  # what is typed needs no verb
    found: dict[str, str] = {}
    for move in moves:
        said = spelt(offer, move)
        found.setdefault(said if bare and said else f"{called} {said}".strip(), labels.of(offer, move))
    return [(label, said) for said, label in found.items()]


def _begin(stems: Sequence[Sequence[str]], wanted: str) -> bool:
    """Whether any of these begins with what is wanted."""
    return any(" ".join(stem).startswith(wanted) for stem in stems if stem)


def _proposed_text(offer: Offer, typed: str, labels: Labels) -> list[tuple[str, str]]:
    """A text in the player's words, as far as it is typed: the verb alone, or with it if it may be said."""
    called = verb(offer.kind)
    if not typed:
        return [(labels.free(offer, ""), called)]
    said = offer.as_typed(typed)
    return [(labels.free(offer, said), f"{called} {said}")] if said in offer.next(()) else []


def _labelled(table: OpenTable, offer: Offer, wanted: str, labels: Labels) -> list[Move]:
    """Moves whose buttons begin with these words."""
    usual = _complete(table, offer, "", labels)
    return [move for move in usual if " ".join(tokens(labels.of(offer, move))).startswith(wanted)]


def _shared(found: Sequence[list[tuple[str, str]]]) -> list[list[tuple[str, str]]]:
    """The beginnings of these lists, as long as a list of suggestions takes them all."""
    counts = [0] * len(found)
    while sum(counts) < MOST and (more := [n for n, part in enumerate(found) if counts[n] < len(part)]):
        for n in more[: MOST - sum(counts)]:
            counts[n] += 1
    return [part[:count] for part, count in zip(found, counts, strict=True)]


def _complete(table: OpenTable, offer: Offer, typed: str, labels: Labels) -> Iterator[Move]:
    if isinstance(asked := entry(offer), EnterAmount):
        yield from _amounts(table, offer, asked, typed, labels)
        return
    seen: set[object] = set()
    begun = (
        [t for word in typed.split(",") if (t := word.strip())] if offer.grouped else typed.replace(",", " ").split()
    )
    begun = offer.in_order(begun)
    steps = _budget()
    usual = labels.usual(offer) if not begun else ()
    for move in chain(usual, _walk(offer, (), begun, steps)):
        together = isinstance(offer, SomeOf) or offer.grouped  # chosen at once, in no order
        parts = frozenset(move.parts) if together else move.parts
        if parts not in seen:
            seen.add(parts)
            yield move
            if len(seen) == MOST:
                return


def _walk(offer: Offer, parts: tuple[Part, ...], tokens: Sequence[str], steps: Iterator[int]) -> Iterator[Move]:
    if next(steps, None) is None:
        return
    if not tokens:
        if not isinstance(made := completed(offer, parts), str):
            yield made
        yield from _beyond(offer, parts, steps)
        return
    kind = kind_of(offer, len(parts))
    for choice in _in_order(offer, parts):
        said = word(choice, kind)
        if kind == "text" and " " in said:
            if _among(said.split(), " ".join(tokens).upper().split()):
                yield from _walk(offer, (*parts, choice), (), steps)
        elif said == "":  # what is left out is not typed
            yield from _walk(offer, (*parts, choice), tokens, steps)
        elif _begins(said, offer.as_typed(tokens[0]), len(tokens) == 1, kind):
            yield from _walk(offer, (*parts, choice), tokens[1:], steps)


def _beyond(offer: Offer, parts: tuple[Part, ...], steps: Iterator[int]) -> Iterator[Move]:
    """Moves that go on from these choices: first those of one choice more, for that is what is typed next."""
    choices = _in_order(offer, parts)
    for choice in choices:
        if next(steps, None) is None:
            return
        if not isinstance(made := completed(offer, (*parts, choice)), str):
            yield made
    for choice in choices:
        if next(steps, None) is None:
            return
        yield from _beyond(offer, (*parts, choice), steps)


def _in_order(offer: Offer, parts: tuple[Part, ...]) -> list[Part]:
    choices = list(offer.next(parts))
    if choices and all(isinstance(c, Card) for c in choices):
        choices.sort(key=suit_order)
    return choices


def _budget() -> Iterator[int]:
    """How many steps of a walk: no more than there is time for while somebody types."""
    until = monotonic() + SECONDS
    for step in range(_STEPS):
        if monotonic() > until:
            return
        yield step


def _among(words: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether these are some of the words, in any order; the last may be a beginning of one."""
    if not typed:
        return True
    left = [*words]
    for one in typed[:-1]:
        if one not in left:
            return False
        left.remove(one)
    return any(one.startswith(typed[-1]) for one in left)


def _begins(said: str, typed: str, last: bool, kind: str) -> bool:
    if kind == "group":  # its cards are said in any order
        wanted, held = Counter(typed.upper().split()), Counter(said.upper().split())
        return wanted == held or (last and wanted <= held)
    typed = typed.upper().replace("_", "-")
    with suppress(ValueError):
        typed = str(card(typed))
    return said.upper().replace("_", "-") == typed or (last and said.upper().startswith(typed))


def _amounts(table: OpenTable, offer: Offer, asked: EnterAmount, typed: str, labels: Labels) -> Iterator[Move]:
    """What was typed, if it is legal, and the usual amounts that begin like it."""
    usual = [asked.least, *(amount for _, amount in labels.words.presets(labels.seen, offer)), asked.most]
    try:
        exact = [read_amount(typed, amount_words(table, offer, typed))] if typed else []
    except BadAmount:
        exact = []
    fitting = [a for a in usual if _word(a, "amount").startswith(typed)]
    for amount in islice(dict.fromkeys(a for a in (*exact, *fitting) if a in asked.among), MOST):
        yield offer.kind(amount)
