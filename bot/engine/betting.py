"""Betting with check, bet, call, raise and fold (rules/dealing.md, section 8). All amounts are hundredths of a white.

A game makes one `Betting` for each hand, plays its rounds with `yield from betting.round()`, and lets
`side_pots.award` pay out `betting.pots()`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from .amounts import YELLOW, Amount, down_to, up_to, whites
from .asks import Script, ask
from .events import Event
from .facts import Fact
from .offers import Move, Offer, OneOf, Only
from .piles import Seat
from .side_pots import Pot, side_pots
from .table import DealTable, Wager


class Check(Move):
    """Put in nothing; nothing is owed."""


class Bet(Move):
    """The first chips of a round."""

    amount: Amount


class Call(Move):
    """Put in what is owed, or the whole stack if that is less."""


class Raise(Move):
    """Call, and raise by this much on top."""

    amount: Amount


class Fold(Move):
    """Give up the hand."""


MOVES = (Check, Bet, Call, Raise, Fold)
CHECK, CALL, FOLD = Check(), Call(), Fold()


class Checked(Event, says="{seat:checks}."):
    seat: Seat


class BetMade(Event):
    """A seat opens the betting."""

    seat: Seat
    amount: int
    all_in: bool


class Called(Event):
    """A seat pays what it owes, or all it has."""

    seat: Seat
    amount: int
    """What it put in."""
    all_in: bool


class Raised(Event):
    """A seat calls and puts more on top."""

    seat: Seat
    amount: int
    """On top of the call."""
    to: int
    """What the round costs from now on."""
    all_in: bool


class Folded(Event, says="{seat:folds}."):
    seat: Seat


class Uncalled(Event, says="{amount} that nobody called go back to {seat}."):
    seat: Seat
    amount: Amount


class Stakes(NamedTuple):
    """Where the betting of a hand stands: the fact `BETTING`, which everybody knows."""

    to_match: int
    """What this round costs so far."""
    raises_left: int | None
    """None without a cap."""
    live: tuple[Seat, ...]
    """Who can still win something, from the dealer's left."""
    pots: tuple[Pot, ...]
    """Main pot and side pots as the last round left them."""


BETTING: Fact[Stakes] = Fact("betting")


class Limits(NamedTuple):
    """How much may be bet and raised, and how often raised."""

    min_bet: int
    max_bet: int
    """Of a bet, and of what a raise adds to the call (ruling 7)."""
    raise_cap: int | None
    """Raises in a round, with two players too; None for as many as they like."""

    def check(self) -> str | None:
        """The error in them, in a sentence; None if there is none."""
        return "The largest bet cannot be below the smallest." if self.max_bet < self.min_bet else None


# What cannot be done at any turn of the same sort is one offer: it has no control that could be stale.
_NOT_YET = "Nobody has bet yet: check or bet."
_NO_BET = OneOf(Bet, (), "There is a bet already: call, raise or fold.")
_NOTHING_OWED = Only(CALL, "You owe nothing.")
_NO_FOLD = Only(FOLD, "You can check for nothing.")  # rulings: dealing 9, poker 12


class Betting:
    """The seats still in a hand, and everybody's bets.

    A game with limits of its own says in a subclass what may be bet and raised, and when; who speaks, what a move
    does, and what goes back and into the pot stand here.
    """

    raising: ClassVar[type[Move]] = Raise
    no_call_yet: ClassVar[Offer] = Only(CALL, _NOT_YET)
    no_raise_yet: ClassVar[Offer] = OneOf(Raise, (), _NOT_YET)

    def __init__(
        self, t: DealTable, limits: Limits, put_in: Mapping[Seat, int] | None = None,
        mucks: Callable[[Seat], None] = lambda seat: None,
    ) -> None:  # fmt: skip
        """Everybody dealt in is live. `put_in` is what each has in the pot already: the antes. `mucks` disposes of the
        cards of a seat that folds, before anything else happens."""
        self.t, self.limits, self._mucks = t, limits, mucks
        self.live: list[Seat] = [*t.players]
        """From the dealer's left; one who folds or goes out leaves it."""
        self.totals: dict[Seat, int] = {p: (put_in or {}).get(p, 0) for p in self.live}
        self._around = (*self.live,)
        self._wagers = {p: Wager(p) for p in self.live}
        self._begin()
        self._pots = self.pots()
        self._note()

    # ---- the hand ------------------------------------------------------------------------

    def round(self) -> Script:
        """A betting round, from the dealer's left; skipped where at most one could bet."""
        self._begin()
        self._note()
        yield from self._speak()
        self._end()

    def leave(self, seat: Seat) -> None:
        """Between rounds: the seat can win nothing any more; what it has put in stays."""
        self.live.remove(seat)
        self.counted()

    def counted(self) -> None:
        """The pots are reckoned anew, and everybody sees them."""
        self._pots = self.pots()
        self._note()

    @property
    def decided(self) -> bool:
        """One seat is left: it takes everything and shows nothing."""
        return len(self.live) == 1

    @property
    def able(self) -> list[Seat]:
        """Who may still bet."""
        chips = self.t.chips
        return [p for p in self.live if chips[p]]

    def pots(self) -> tuple[Pot, ...]:
        """What may be won: the main pot, then the side pots."""
        return side_pots(self.totals, self.live, self.t.chips["pot"] - sum(self.totals.values()))

    # ---- the round -----------------------------------------------------------------------

    def _begin(self) -> None:
        self.to_match = 0
        """The highest total of the round."""
        self.raises = 0
        self._acted: list[Seat] = []  # since the last full bet or raise, so these may not raise again
        self._turn = 0
        """Where in `_around` the search for the next to speak begins."""

    def _speak(self) -> Script:
        while (seat := self._next()) is not None:
            owed = self._owes(seat)
            move = yield from ask(seat, *self._offers(seat, owed), default=FOLD if owed else CHECK)
            self._play(seat, move)
            self._note()

    def _wager(self, seat: Seat) -> int:
        return self.t.chips.get(self._wagers[seat], 0)

    def _owes(self, seat: Seat) -> int:
        return self.to_match - self._wager(seat)

    def _next(self) -> Seat | None:
        """Whose turn it is; None when the round is over."""
        able = self.able
        if not able or (len(able) == 1 and not self._owes(able[0])):  # nobody else could answer a bet, or all are out
            return None
        around, first, acted = self._around, self._turn, self._acted
        for p in (*around[first:], *around[:first]):
            if p in able and (p not in acted or self._owes(p)):
                self._turn = (around.index(p) + 1) % len(around)
                return p
        return None

    def _play(self, seat: Seat, move: Move) -> None:
        t = self.t
        match move:
            case Fold():
                self._folds(seat)
            case Check():
                self._acted.append(seat)
                t.tell(Checked(seat))
            case Call():
                owed = min(self._owes(seat), t.chips[seat])
                self._put(seat, owed, "call")
                self._acted.append(seat)
                t.tell(Called(seat, owed, not t.chips[seat]))
            case Bet(amount):
                self._put(seat, amount, "bet")
                self._higher(seat, amount)
                t.tell(BetMade(seat, amount, not t.chips[seat]))
            case _:
                to = self._raised_to(move)
                more = to - self.to_match
                self._put(seat, to - self._wager(seat), "raise")
                self._higher(seat, to)
                t.tell(Raised(seat, more, to, not t.chips[seat]))

    def _folds(self, seat: Seat) -> None:
        self.live.remove(seat)
        self._mucks(seat)
        self.t.tell(Folded(seat))

    def _raised_to(self, move: Move) -> int:
        """What a raise makes the round cost."""
        assert isinstance(move, Raise)
        return self.to_match + move.amount

    def _put(self, seat: Seat, amount: int, why: str) -> None:
        self.t.pay(amount, seat, self._wagers[seat], why)
        self.totals[seat] += amount

    def _higher(self, seat: Seat, to: int) -> None:
        """A full bet or raise lets everybody act again; a short all-in does not."""
        opens = not self.to_match
        if to - self.to_match >= self.limits.min_bet:
            self.raises += not opens
            self._acted.clear()
        self.to_match = to
        self._acted.append(seat)

    def _end(self) -> None:
        """What nobody matched goes back, folded seats counted; the rest goes into the pot."""
        if not self.to_match:
            return
        t = self.t
        highest = sorted(((self._wager(p), p) for p in self._around), reverse=True)
        (most, seat), second = highest[0], highest[1][0] if len(highest) > 1 else 0
        if most > second:
            t.pay(most - second, self._wagers[seat], seat, "uncalled")
            self.totals[seat] -= most - second
            t.tell(Uncalled(seat, most - second))
        for p, wager in self._wagers.items():
            t.pay(self._wager(p), wager, "pot", "bets")
        self.counted()

    def _note(self) -> None:
        cap = self.limits.raise_cap
        left = None if cap is None else cap - self.raises
        self.t.note(BETTING, Stakes(self.to_match, left, tuple(self.live), self._pots))

    # ---- the moves that are allowed ----------------------------------------------------------------

    def _offers(self, seat: Seat, owed: int) -> list[Offer]:
        stack = self.t.chips[seat]
        if not self.to_match:
            return [Only(CHECK), self._bets(seat, stack), self.no_call_yet, self.no_raise_yet, _NO_FOLD]
        why = self._no_raise(seat, stack - owed)
        raises = OneOf(self.raising, (), why) if why else self._raises(seat, owed, stack)
        if not owed:
            return [Only(CHECK), _NO_BET, _NOTHING_OWED, raises, _NO_FOLD]
        return [Only(CHECK, partial(_owing, owed)), _NO_BET, self._calls(seat, owed), raises, Only(FOLD)]

    def _no_raise(self, seat: Seat, left: int) -> str | None:
        """Why this seat may not raise, given its chips left after a call; None if it may."""
        cap = self.limits.raise_cap
        if cap is not None and self.raises >= cap:
            return f"There {'has been 1 raise' if cap == 1 else f'have been {cap} raises'}, and no more are allowed."
        if self._only_calls(seat):
            return "A short all-in does not let you raise again: call or fold."
        return None if left > 0 else "You have no chips beyond the call."

    def _only_calls(self, seat: Seat) -> bool:
        """Whether this seat has acted, and only short all-ins have come since."""
        return seat in self._acted

    def _calls(self, seat: Seat, owed: int) -> Offer:
        return Only(CALL)

    def _bets(self, seat: Seat, stack: int) -> OneOf:
        return self._amounts(Bet, stack)

    def _raises(self, seat: Seat, owed: int, stack: int) -> OneOf:
        return self._amounts(Raise, stack - owed)

    def _amounts(self, kind: type[Move], most: int) -> OneOf:
        """A bet or raise from these chips: within the limits, or all of a stack that is shorter than the minimum."""
        least, top = min(self.limits.min_bet, most), min(self.limits.max_bet, most)
        why = partial(out_of_limits, kind.__name__, least, top, most, most)
        return OneOf(kind, range(least, top + YELLOW, YELLOW), why)


def _owing(owed: int) -> str:
    return f"You owe {whites(owed)}: call, raise or fold."


def out_of_limits(
    word: str, least: int, top: int, most: int, stack: int, amount: object, *, chip: int = YELLOW
) -> str:  # fmt: skip
    """Why this amount is no bet, or no raise: the least, the limit, and the most that the stack allows; or the smallest
    chip in play, and the amounts around it."""
    between = f"between {whites(least)} and {whites(top)}" if least < top else f"exactly {whites(top)}"
    if isinstance(amount, int) and amount % YELLOW:
        return "The smallest chip is a yellow, ½."
    if isinstance(amount, int) and amount > most:
        return f"You have only {whites(stack)}: {word[:1].lower()}{word[1:]} {between}."
    if isinstance(amount, int) and least < amount < top and amount % chip:
        around = {max(least, down_to(amount, chip)), min(top, up_to(amount, chip))}
        return f"The smallest chip here is {whites(chip)}: {word[:1].lower()}{word[1:]} {_or(sorted(around))}."
    return f"{word} {between}."


def _or(amounts: Sequence[int]) -> str:
    return " or ".join(map(whites, amounts))
