"""What may be laid, card by card: legality, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from bot.engine.cards import SUIT_NAMES, Card
from bot.engine.offers import Mixed, Move, Offer, Only, Part
from bot.engine.piles import Pile, Seat
from bot.engine.randomness import Stream

from .chains import broken_at, chains, on_from, step, way_of
from .moves import ChooseSuit, Delay, LastCard, Pending, Play
from .powers import ADDS, CANCELS, Rules

SUITS = tuple(SUIT_NAMES)
NODES = 3000
"""How many steps are looked at when all plays of a hand are wanted."""
_NAMED = {
    **{name: suit for suit, one in SUIT_NAMES.items() for name in (one.upper(), f"{one.upper()}S")},
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
}


class Laying(Offer[Play | LastCard, Mixed]):
    """A play of one card or several. The hand does not change while it is on offer."""

    kind: type[Play | LastCard] = Play
    stale = "That turn is over; look at the table again."

    def __init__(
        self, rules: Rules, hand: Pile, top: Card, asked: str | None, pending: Pending | None, begin: Card | None
    ) -> None:  # fmt: skip
        self.rules, self.hand, self.top, self.asked, self.pending, self.begin = rules, hand, top, asked, pending, begin
        self._firsts: list[Card] | None = None

    # ---- where a play begins -------------------------------------------------------------

    @property
    def firsts(self) -> list[Card]:
        """The cards with which a play may begin, each kind once."""
        if self._firsts is None:
            self._firsts = [*dict.fromkeys(filter(self._begins, self.hand if self.begin is None else (self.begin,)))]
        return self._firsts

    def _begins(self, c: Card) -> bool:
        if self.pending is not None:
            how = self.rules.answers(self.pending.kind, c)
            return (how == CANCELS and self._cancels) or how not in ("", CANCELS)
        top = self.top
        if self.asked is not None:
            return c.suit == self.asked or (c.rank == 1 and self.rules.ace)
        return c.suit == top.suit or c.rank == top.rank or (c.rank == 1 and self.rules.ace)

    @property
    def _cancels(self) -> bool:
        """Whether the hand has as many cancelling cards as are needed."""
        pending, rules = self.pending, self.rules
        assert pending is not None
        return sum(rules.answers(pending.kind, c) == CANCELS for c in self.hand) >= rules.cancelling(pending)

    def _why_not_first(self, c: Card) -> str:
        if self.begin is not None and c != self.begin:
            return f"Begin with {self.begin}, which you have just picked up, or pass."
        if self.pending is not None:
            return self.rules.answered_with(self.pending)
        if self.asked is not None:
            return f"{SUIT_NAMES[self.asked].capitalize()}s were asked for: {c} does not follow."
        return f"{c} matches neither the suit nor the rank of {self.top}."

    # ---- how it goes on ------------------------------------------------------------------

    def _on(self, cards: Sequence[Card]) -> list[Card]:
        """What may follow these cards."""
        left = Counter(self.hand)
        left.subtract(cards)
        kinds = [c for c in dict.fromkeys(self.hand) if left[c] > 0]
        if self.pending is None:
            last, way, s = cards[-1], way_of(cards, self.rules.steps), self.rules.steps
            return [c for c in kinds if step(last, c, way, s) is not None]
        return [c for c in kinds if self._answers_on(cards, c)]

    def _answers_on(self, cards: Sequence[Card], c: Card) -> bool:
        pending, rules = self.pending, self.rules
        assert pending is not None
        how = rules.answers(pending.kind, cards[0])
        if how == CANCELS:
            return len(cards) < rules.cancelling(pending) and rules.answers(pending.kind, c) == CANCELS
        return how == ADDS and rules.steps.sets and rules.answers(pending.kind, c) == ADDS

    def why_not(self, cards: Sequence[Mixed]) -> str | None:
        """Why these cards, in this order, are no play, in a sentence."""
        if not cards:
            return "Choose a card."
        hand = self.hand
        for n, c in enumerate(cards):
            if not isinstance(c, Card):
                return "That is no card."
            if c not in hand or (n and cards.count(c) > sum(c == held for held in hand)):
                return f"You hold no {c}." if c not in hand else f"You do not hold that many {c}."
        if cards[0] not in self.firsts:
            return self._why_not_first(cards[0])
        if self.pending is not None:
            return self._why_no_answer(cards)
        if len(cards) > 1 and (at := broken_at(cards, self.rules.steps)) is not None:
            return on_from(cards[:at], self.rules.steps)
        return None

    def _why_no_answer(self, cards: Sequence[Card]) -> str | None:
        pending, rules = self.pending, self.rules
        assert pending is not None
        for n in range(1, len(cards)):
            if not self._answers_on(cards[:n], cards[n]):
                return f"Nothing else may follow {cards[n - 1]} in an answer."
        need = rules.cancelling(pending)
        if rules.answers(pending.kind, cards[0]) == CANCELS and len(cards) < need:
            return f"{pending.laid} jacks lie there: cancel them with {need} cards."
        return None

    def asks(self, cards: Sequence[Card]) -> bool:
        """Whether a suit may be named behind these cards."""
        if self.pending is not None or self.rules.end(cards[-1]) != "suit":
            return False
        return len(cards) < len(self.hand) or not self._wins(cards)

    def _wins(self, cards: Sequence[Card]) -> bool:
        """With all cards laid."""
        return not (self.rules.calls and len(self.hand) > 1)

    def why_no_call(self, cards: Sequence[Card]) -> str | None:
        """Why these cards, which are a play, are not laid with or without the call."""
        return None

    # ---- choices -------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self.firsts)

    def next(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        if not parts:
            return self.firsts
        if not isinstance(parts[-1], Card):
            return ()
        more: list[Mixed] = [*self._on(parts)]
        if self.why_not(parts) is None:
            more.append(None)
            if self.asks(parts):
                more += SUITS
        return more

    def finish(self, parts: Sequence[Mixed]) -> Play | LastCard | str:
        suit = parts[-1] if parts and not isinstance(parts[-1], Card) else None
        cards = tuple(parts if suit is None and (not parts or parts[-1] is not None) else parts[:-1])
        if not cards and not self:
            return "You can play nothing now."
        return self.why_not(cards) or self.why_no_call(cards) or self.kind(cards, suit)

    def refusal(self, move: Move) -> str | None:
        assert isinstance(move, (Play, LastCard))
        cards, suit = move.cards, move.suit
        if why := self.why_not(cards) or self.why_no_call(cards):
            return why
        if suit is None:
            return None
        if not self.asks(cards):
            return "Only an ace at the end of a play names a suit."
        return None if suit in SUITS else "Name a suit: clubs, diamonds, hearts or spades."

    def why_not_here(self, parts: Sequence[Mixed], part: object) -> str:
        if isinstance(part, Card):
            if parts and not isinstance(parts[-1], Card):
                return "Name the suit last."
            return self.why_not((*parts, part)) or "Choose on."
        if not parts:
            return "Choose a card."
        if not self.asks(parts):
            return "Only an ace at the end of a play names a suit."
        return "Name a suit: clubs, diamonds, hearts or spades."

    def as_typed(self, text: str) -> str:
        said = text.strip()
        return _NAMED.get(said.upper(), said)

    def moves(self, parts: tuple[Mixed, ...] = ()) -> Iterator[Play | LastCard]:
        """Each set of cards with each last card once; the suit is named afterwards. Of very many not all."""
        if self.pending is None:
            found = chains(self.hand, self.firsts, self.rules.steps, NODES)
        else:
            answers = (cards for first in self.firsts for cards in self._answers((first,)))
            found = (cards for cards in answers if self.why_not(cards) is None)
        n = len(parts)
        for cards in found:
            if cards[:n] == parts and self.why_no_call(cards) is None:
                yield self.kind(cards)

    def _answers(self, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        """Answers in the order of a hand, so that none comes twice."""
        yield cards
        at = {c: n for n, c in enumerate(dict.fromkeys(self.hand))}
        for c in self._on(cards):
            if at[c] >= at[cards[-1]] or self.rules.options.red_jack == "three":
                yield from self._answers((*cards, c))

    def sample(self, stream: Stream, steps: int = 2000) -> Play | LastCard | None:
        """Cards at random for as long as chance will have it."""
        if not self.firsts:
            return None
        cards = (self.firsts[stream.below(len(self.firsts))],)
        while (more := self._on(cards)) and (stream.below(2) or self.why_not(cards) is not None):
            cards = (*cards, more[stream.below(len(more))])
        suit = SUITS[stream.below(4)] if self.asks(cards) and stream.below(2) else None
        return self.kind(cards, suit)


class Calling(Laying):
    """A play with the call. Nobody is told that it is due; but where no play of a hand could leave one card or none, it
    cannot be tried."""

    kind = LastCard
    unlisted = True

    def tries(self, parts: Sequence[Mixed]) -> bool:
        """With any play, where the hand has one that is to be called, be it this one or not."""
        cards = [c for c in parts if isinstance(c, Card)]
        return self.why_not(cards) is None and (self.why_no_call(cards) is None or self._in_reach)

    @property
    def _in_reach(self) -> bool:
        pending, longest = self.pending, len(self.hand) - 1
        if pending is not None and sum(bool(self.rules.answers(pending.kind, c)) for c in self.hand) < longest:
            return False  # without a walk
        return next(self.moves(), None) is not None

    def _wins(self, cards: Sequence[Card]) -> bool:
        return True

    def why_no_call(self, cards: Sequence[Card]) -> str | None:
        held, left = len(self.hand), len(self.hand) - len(cards)
        if held < 2:
            return "That was called when you had one card left: play it without a call."
        if left > 1:
            return f"“Last card” is called when one card is left or none; you would have {left}."
        return None

    def sample(self, stream: Stream, steps: int = 2000) -> Play | LastCard | None:
        """A play that leaves one card or none, if a few tries find it."""
        if len(self.hand) < 2:
            return None
        for _ in range(4):
            made = super().sample(stream)
            if made is not None and self.why_no_call(made.cards) is None:
                return made
        return None


class Choosing(Offer[ChooseSuit, str]):
    """What an ace asks for."""

    kind = ChooseSuit

    def next(self, parts: Sequence[str]) -> Collection[str]:
        return () if parts else SUITS

    def finish(self, parts: Sequence[str]) -> ChooseSuit | str:
        return ChooseSuit(parts[0]) if parts else "Name a suit: clubs, diamonds, hearts or spades."

    def refusal(self, move: Move) -> str | None:
        return None if move.parts[0] in SUITS else "Name a suit: clubs, diamonds, hearts or spades."

    def why_not_here(self, parts: Sequence[str], part: object) -> str:
        return "Name a suit: clubs, diamonds, hearts or spades."

    def as_typed(self, text: str) -> str:
        return _NAMED.get(text.strip().upper(), text.strip())


class Calls(Only[Delay]):
    """DELAY, once the time is up. Presses are judged by when they were made, and each seat calls once."""

    def __init__(self, seat: Seat, opens: int, is_open: Callable[[], bool], pressed: Callable[[], int]) -> None:
        super().__init__(Delay(), optional=True, shown_when_refused=True)
        self.seat, self.opens, self.is_open, self.pressed = seat, opens, is_open, pressed
        self.called = False

    @property
    def unless(self) -> str | None:
        return None if self.is_open() and not self.called else "It is too early for DELAY."

    @property
    def greyed(self) -> bool:
        """Until its time has come, which everybody sees."""
        return not self.is_open()

    def finish(self, parts: Sequence[Part]) -> Delay | str:
        return self.move  # whether it comes too early is judged by the press

    def refusal(self, move: Move) -> str | None:
        if self.called:
            return "You have called DELAY already."
        left = -(-(self.opens - self.pressed()) // 1000)
        if left > 0:
            return f"{left} second{'s' if left > 1 else ''} left before DELAY."
        return None if self.is_open() else "It is too early for DELAY."
