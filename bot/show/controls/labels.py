"""Moves in the words of their buttons, for players who type: how a list calls them, and how they may be typed as
well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.engine.amounts import whites
from bot.engine.cards import Card
from bot.engine.controls import kind_of, kinds, word
from bot.engine.offers import Move, Offer, Part, SomeOf, verb
from bot.engine.view import View

from ..words.game import Words
from ..words.sentences import Who, card_text
from ..words.verbs import EnterAmount, EnterNumber, PickMove, Verb, prompt

_SIGNS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "_": "-", "’": "'"})
_AROUND = "…!?:.,;()“”\"'"
_MOST_LOOKED_THROUGH = 300


def tokens(text: str) -> list[str]:
    """The words of a text, as they are compared: in small letters, without the marks around them."""
    return [t for w in text.lower().translate(_SIGNS).split() if (t := w.strip(_AROUND))]


@dataclass(frozen=True)
class Labels:
    """What the buttons of one player say."""

    words: Words
    seen: View
    who: Who

    def of(self, offer: Offer, move: Move) -> str:
        """A move as its button has it; what is chosen besides stands behind."""
        said = self.words.verb(offer.kind)
        if said is None:
            return " ".join([verb(offer.kind).replace("-", " ").capitalize(), *self._parts(offer, move, {})])
        if (label := self._standing().get(move)) is not None:
            return label
        if said.whole is not None:
            return said.whole(self.seen, move)
        named, number = self.choices(offer, said), kind_of(offer, 0) == "number"
        if len(move.parts) == 1 and move.parts[0] in named and not kinds(offer.kind)[1]:
            label = named[move.parts[0]]
            return f"{_stem(said.label)} {word(move.parts[0])}: {label}" if number else label
        label = said.label_now(self.seen)
        first, *more = self._parts(offer, move, named) or [""]
        if "{}" in label:
            return " ".join([label.format(first).strip(), *more])
        between = ", " if offer.grouped or named else " "
        return f"{_stem(label)}{'' if number else ':'} {between.join([first, *more])}" if first else label

    def free(self, offer: Offer, text: str) -> str:
        """A move of free text, or the beginning of it."""
        said = self.words.verb(offer.kind)
        label = _stem(said.label) if said else verb(offer.kind).capitalize()
        return f"{label}: {text}" if text else f"{label} …"

    def choices(self, offer: Offer, said: Verb) -> Mapping[Part, str]:
        """The choices that have names of their own."""
        if not offer:
            return {}
        match prompt(offer, said):
            case EnterAmount():
                presets = self.words.presets(self.seen, offer)
                return {amount: label for label, amount in presets if isinstance(amount, int)}
            case EnterNumber(usual=usual) if usual:
                return {number: label for label, number in usual}
            case _:
                return said.labels(self.seen, self.who)

    def stems(self, kind: type[Move], *, offered: bool = True) -> Iterator[list[str]]:
        """With what a move of this kind may begin when it is typed: its verb, and what its button says before the
        choice."""
        name = verb(kind)
        yield [name]
        yield name.split("-")
        if (said := self.words.verb(kind)) is not None:
            for label in (said.label, said.label_now(self.seen)) if offered else (said.label,):
                yield tokens(label.partition("{}")[0])

    def read(self, offer: Offer, text: str) -> Move | str:
        """A text with the names of choices put back into what is typed for them, or the move that is called so."""
        wanted, said = tokens(text), self.words.verb(offer.kind)
        if said is None or not wanted:
            return text
        if (move := self._called(offer, said, text, wanted)) is not None:
            return move
        if kind_of(offer, 0) == "amount":
            return text
        found = sorted(((tokens(label), part) for part, label in self.choices(offer, said).items()),
                       key=lambda named: -len(named[0]))  # fmt: skip
        if not found:
            return text
        typed: list[str] = []
        while wanted:
            label, part = next(((t, p) for t, p in found if t and t == wanted[: len(t)]), ([wanted[0]], wanted[0]))
            typed.append(word(part))
            wanted = wanted[len(label) :]
        return " ".join(typed)

    def _called(self, offer: Offer, said: Verb, text: str, wanted: Sequence[str]) -> Move | None:
        """The move that is called so; None if none is, or if it may be that of another player as well."""
        found = [move for move in self._named(offer, said) if tokens(self.of(offer, move)) == wanted]
        if (exact := next((m for m in found if self.of(offer, m) == text.strip()), None)) is not None:
            return exact
        players = {tuple(p for n, p in enumerate(m.parts) if kind_of(offer, n) == "seat") for m in found}
        return found[0] if len(players) == 1 else None

    def usual(self, offer: Offer) -> Sequence[Move]:
        """Of many numbers, the moves that a menu lists."""
        if (said := self.words.verb(offer.kind)) is None:
            return ()
        match prompt(offer, said):
            case EnterNumber(usual=usual):
                return [offer.kind(number) for _, number in usual]
            case _:
                return ()

    def _named(self, offer: Offer, said: Verb) -> Iterator[Move]:
        """The moves with words of their own, where these are not too many."""
        match prompt(offer, said):
            case EnterAmount(among):
                yield from (offer.kind(amount) for amount in self.choices(offer, said) if amount in among)
            case PickMove() as asked:
                yield from asked.moves(_MOST_LOOKED_THROUGH)
            case EnterNumber(usual=usual):  # the other numbers are read as they are
                yield from (offer.kind(number) for _, number in usual)
            case _:
                yield from islice(offer.moves(), _MOST_LOOKED_THROUGH) if not isinstance(offer, SomeOf) else ()

    def _parts(self, offer: Offer, move: Move, named: Mapping[Part, str]) -> list[str]:
        return [
            named[p] if p in named else self._said(p, kind_of(offer, n))
            for n, p in enumerate(move.parts)
            if p is not None
        ]

    def _said(self, part: Part, kind: str) -> str:
        if isinstance(part, Card):
            return card_text(part)
        if kind == "seat" and isinstance(part, int):
            return self.who(part)
        return whites(part) if kind == "amount" else word(part, kind)

    def _standing(self) -> Mapping[Move, str]:
        rows = self.words.live.standing(self.seen, self.who) if self.words.live is not None else ()
        return {each.move: each.label for row in rows for each in row if isinstance(each.move, Move)}


def _stem(label: str) -> str:
    return label.replace("{}", "").rstrip(" …!?:")


def after(typed: str, stems: Sequence[list[str]]) -> str | None:
    """What stands behind the longest of these beginnings, as it was typed; None if the text begins with none."""
    written = typed.removeprefix("/").split()
    for count in sorted({len(s) for s in stems if s}, reverse=True):
        if any(len(s) == count and tokens(" ".join(written[:count])) == s for s in stems):
            return typed.removeprefix("/").split(None, count)[count] if len(written) > count else ""
    return None
