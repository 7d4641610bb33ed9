"""What the end of a play does, and what answers a penalty: pure functions on cards and the rules of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.engine.cards import ACE, JACK, KING, RANK_NAMES, Card

from .chains import Steps
from .moves import Options, Pending

TWO, THREE, FOUR, SEVEN, EIGHT = 2, 3, 4, 7, 8
RED_JACK = 3
"""Cards to pick up for a red jack, where it makes anybody pick up."""
ADDS, CANCELS, SENDS_BACK = "adds", "cancels", "sends back"


def is_black(c: Card) -> bool:
    return c.suit in "CS"


class Rules:
    """The options of a table for this many players, as its script needs them."""

    def __init__(self, options: Options, players: int) -> None:
        o = options
        self.options = o
        self.steps = Steps(o.by_level("sets"), o.by_level("sequences"), o.by_level("combine"))
        self.calls = o.by_level("last_card")
        self.ace = o.does(ACE)
        self.two_players = two = players == 2
        ends = dict.fromkeys(range(1, 14), "")
        ends |= {ACE: "suit"} if self.ace else {}
        ends |= {TWO: "two"} if o.does(TWO) else {}
        ends |= {THREE: "three"} if o.threes else {}
        ends |= {FOUR: "again"} if o.does(FOUR) else {}
        ends |= {EIGHT: "again" if two else "skip"} if o.does(EIGHT) else {}
        ends |= {KING: "turn"} if o.does(KING) and not two else {}
        black = "jack" if o.does(JACK) else ""
        red = black if o.red_jack == "three" else ""
        self._ends = {Card(rank, suit): end for rank, end in ends.items() for suit in "CDHS"}
        self._ends |= {Card(JACK, suit): black if suit in "CS" else red for suit in "CDHS"}

    def end(self, c: Card) -> str:
        """What a play does that ends with this card: `suit`, `two`, `three`, `jack`, `again`, `skip`, `turn`; or
        nothing."""
        return self._ends[c]

    def block(self, cards: Sequence[Card]) -> Sequence[Card]:
        """The unbroken row of cards of the kind of the last one, at the end of a play."""
        kind, n = self._ends[cards[-1]], len(cards)
        while n and self._ends[cards[n - 1]] == kind and cards[n - 1].rank == cards[-1].rank:
            n -= 1
        return cards[n:]

    def turns(self, cards: Sequence[Card]) -> bool:
        """Whether kings at the end turn the direction."""
        return not self.options.kings_add or len(self.block(cards)) % 2 == 1

    def grown(self, kind: str, size: int, c: Card) -> int:
        """What a penalty is after one card more of its kind."""
        if kind == "two":
            return size + 2
        if kind == "three":
            return size + 1
        more = self.options.jack_cards if is_black(c) else RED_JACK
        return size + more if self.options.jacks_add else more

    def answers(self, kind: str, c: Card) -> str:
        """What this card does to a penalty of that kind: `adds`, `cancels`, `sends back`; or nothing."""
        if self._ends[c] == kind:
            return ADDS
        if kind != "jack":
            return ""
        if c.rank == SEVEN:
            return CANCELS if is_black(c) and self.options.sevens_cancel else ""
        if c.rank != JACK:
            return ""
        return {"cancels": CANCELS, "reverses": SENDS_BACK}.get(self.options.red_jack, "")

    def cancelling(self, pending: Pending) -> int:
        """How many cards cancel it."""
        return pending.laid if self.options.cancel_each else 1

    def answered_with(self, pending: Pending) -> str:
        """What answers it, in a sentence."""
        return f"Answer with {', '.join(cards for cards, _ in self.answers_to(pending))} or pick up {pending.size}."

    def answers_to(self, pending: Pending) -> list[tuple[str, str]]:
        """Which cards answer it, in words, and what they do: ("a black jack", ADDS)."""
        if pending.kind != "jack":
            return [(f"a {RANK_NAMES[TWO if pending.kind == 'two' else THREE]}", ADDS)]
        o, n = self.options, self.cancelling(pending)
        said: list[tuple[str, str]] = [("a jack" if o.red_jack == "three" else "a black jack", ADDS)]
        many = RANK_NAMES[n] if n <= 10 else str(n)
        if o.sevens_cancel and o.red_jack == "cancels":
            said.append(("a black seven or a red jack" if n == 1 else f"{many} black sevens or red jacks", CANCELS))
        elif o.sevens_cancel:
            said.append(("a black seven" if n == 1 else f"{many} black sevens", CANCELS))
        elif o.red_jack == "cancels":
            said.append(("a red jack" if n == 1 else f"{many} red jacks", CANCELS))
        if o.red_jack == "reverses":
            said.append(("a red jack", SENDS_BACK))
        return said


@lru_cache(64)
def rules_of(options: Options, players: int) -> Rules:
    """The rules of a table; the same for all its hands."""
    return Rules(options, players)
