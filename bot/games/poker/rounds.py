"""Betting at poker: a raise is named by its total, blinds are live, and limits are none, the pot, fixed or a spread.

See rules/poker.md, "Betting". What is not said here is as in all other betting (`bot.engine.betting`). All amounts are
hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from bot.engine.amounts import Multiples, down_to, up_to, whites
from bot.engine.asks import Ask, Script
from bot.engine.betting import CALL, CHECK, FOLD, Bet, Betting, Limits, out_of_limits
from bot.engine.offers import Move, Offer, OneOf, Only
from bot.engine.piles import Seat
from bot.engine.side_pots import Pot, side_pots
from bot.games.poker.carried_over import PokerTable

from .facts import BETS, FOLDS_AHEAD, Round
from .moves import AHEAD, BroughtIn, CannotOpen, Raise
from .options import PLAYERS_POKER, Rules
from .sizing import Sizes
from .variants import FIXED, POT, SPREAD


class Rounds(Betting):
    """The bets of one hand. What was put in before it, and still lies there, are `kept` pots of their own seats."""

    raising = Raise
    _on = False
    """Whether a round is on."""
    _round = 0
    """How many rounds have begun."""
    no_raise_yet = OneOf(Raise, (), "Nobody has bet yet: check or bet.")

    def __init__(
        self, t: PokerTable, rules: Rules, put_in: dict[Seat, int], kept: Sequence[Pot], mucks: Callable[[Seat], None],
    ) -> None:  # fmt: skip
        self.rules, self.kept, self.fees = rules, [*kept], 0
        self.out: set[Seat] = set()
        """Live seats that bet no more, though they may have chips: beaten at night baseball."""
        self.bet = self.step = rules.u
        self.completes = False
        """There is a bring-in and no opening bet yet."""
        self.nominal = False
        """The bet to match was posted: perhaps nobody has really put in that much."""
        self.posted = False
        """Blinds were posted for this round: it is the one before the flop."""
        self.opener: Seat | None = None
        """Who made the opening bet of the last round in which there was one."""
        self.first: Seat | None = None
        """Who was the first to speak in the last round."""
        self.aggressor: Seat | None = None
        """Who was the last to bet or raise in the last round."""
        self.spoken = False
        """Whether anybody has spoken in the last round."""
        self.may_open: Callable[[Seat], bool] | None = None
        super().__init__(t, Limits(rules.u, rules.max_bet, rules.cap), put_in, mucks)

    # ---- the hand ------------------------------------------------------------------------

    def pots(self) -> tuple[Pot, ...]:
        """What stayed from the deals before, each pot for its own seats, then what has come in now."""
        new = self._new_pots()
        if not self.kept and not self.fees:
            return new
        pots = [Pot(pot.amount, tuple(p for p in self.live if p in pot.eligible)) for pot in self.kept]
        pots += new
        if self.fees and pots:
            pots[0] = pots[0]._replace(amount=pots[0].amount + self.fees)
        elif self.fees:
            pots = [Pot(self.fees, tuple(self.live))]
        return merged(pots, self.live)

    def _new_pots(self) -> tuple[Pot, ...]:
        totals = self.totals
        if len({totals[p] for p in self.live}) == 1 and (amount := sum(totals.values())):
            return (Pot(amount, tuple(self.live)),)
        return side_pots(totals, self.live)

    @property
    def lying(self) -> tuple[Pot, ...]:
        """The pots as the last round has left them."""
        return self._pots

    def fee(self, seat: Seat, amount: int, why: str) -> None:
        """A payment that is nobody's contribution (ruling 11)."""
        self.t.pay(amount, seat, "pot", why)
        self.fees += amount
        self.counted()

    def fee_of_splash(self) -> None:
        """What an earlier game has left lies in the main pot."""
        self.fees += self.t.chips["splash"]
        self.t.pay(self.t.chips["splash"], "splash", "pot", "splash")
        self.counted()

    def post(self, seat: Seat, amount: int, why: str) -> int:
        """A blind, or as much as the stack has."""
        paid = min(amount, self.t.chips[seat])
        self._put(seat, paid, why)
        return paid

    def fold(self, seat: Seat) -> None:
        """The hand is given up."""
        self._folds(seat)
        self.counted()

    @property
    def able(self) -> list[Seat]:
        """Who may still bet."""
        chips, out = self.t.chips, self.out
        return [p for p in self.live if chips[p] and p not in out] if out else [p for p in self.live if chips[p]]

    # ---- the round -----------------------------------------------------------------------

    def betting(self, first: Seat, bet: int, to_match: int = 0, bring_in: int | None = None) -> Script:
        """A round in which this seat, or the next that can, speaks first. `to_match` is what blinds have made it cost
        already; with a `bring_in` the first to speak must open with it, or with a bet."""
        self._begin()
        self.to_match, self.posted = to_match, to_match > 0
        self.nominal = bool(to_match) and all(self._wager(p) < to_match for p in self.live)
        self.bet, self.step = bet, max(bet, to_match)
        self.completes = False
        self.opener, self.first, self.aggressor, self.spoken = None, first, None, False
        self._turn = self._around.index(first)
        self._on, self._round = True, self._round + 1
        self._note()
        if bring_in is not None and len(self.able) > 1:
            yield from self._bring_in(bring_in)
        yield from self._speak()
        self._on = False
        self._end()
        self.t.forget(BETS)

    def _note(self) -> None:
        super()._note()
        if self._on and self.t.rules >= PLAYERS_POKER:
            self.t.note(BETS, Round(self._round, tuple(self.able)))

    def _speak(self) -> Script:
        if self.t.rules >= PLAYERS_POKER:
            yield from super()._speak()
            return
        t = self.t
        ahead: set[Seat] = set()
        while (seat := self._next()) is not None:
            if seat in ahead:
                ahead.remove(seat)
                t.forget(FOLDS_AHEAD.of(seat))
                self._play(seat, FOLD if self._owes(seat) else CHECK)
                self._note()
                continue
            owed, offers = self._owes(seat), dict.fromkeys(self.able, _AHEAD)
            offers[seat] = self._offers(seat, owed)
            ask = Ask(offers, (seat,), None, {seat: FOLD if owed else CHECK})
            while (row := (yield ask)).seat != seat:
                self._ahead(row.seat, ahead)
            self._play(seat, row.move)
            self._note()
        t.forget(*(FOLDS_AHEAD.of(p) for p in ahead))

    def _ahead(self, seat: Seat, ahead: set[Seat]) -> None:
        """A player not on turn has said what they will do; nobody else knows."""
        ahead ^= {seat}
        if seat in ahead:
            self.t.note(FOLDS_AHEAD.of(seat), True, {seat})
        else:
            self.t.forget(FOLDS_AHEAD.of(seat))

    def _bring_in(self, amount: int) -> Script:
        """The first to speak must open, with this amount or with a bet."""
        seat = self._next()
        assert seat is not None, "there is somebody who can bet"
        stack = self.t.chips[seat]
        among = sorted({min(amount, stack), min(self.bet, stack)})
        words = " or ".join(map(whites, among))
        must = f"You bring it in: bet {words}."
        offers = [Only(CHECK, must), OneOf(Bet, among, must), self.no_call_yet, self.no_raise_yet, Only(FOLD, must)]
        offered: dict[Seat, Sequence[Offer]] = {seat: offers}
        row = yield Ask(offered, (seat,), None, {seat: Bet(among[0])})
        (paid,) = row.move.parts
        if paid >= self.bet:
            self._play(seat, row.move)
        else:
            self._put(seat, paid, "bring-in")
            self.to_match, self.nominal, self.completes = max(amount, paid), paid < amount, True
            self._acted.append(seat)  # it has no option (edge case 3)
            self.t.tell(BroughtIn(seat, paid, not self.t.chips[seat]))
        self._note()

    def _reach(self, seat: Seat, among: Collection[Seat]) -> int:
        """The highest total that any other of these has, or could have."""
        chips, wagers = self.t.chips, self._wagers
        return max([chips.get(wagers[p], 0) + chips[p] for p in among if p != seat], default=0)

    def _owes(self, seat: Seat) -> int:
        """Nobody pays for what nobody has."""
        price = self.to_match
        if self.nominal:
            price = min(price, self._reach(seat, self.live))
        owed = price - self.t.chips.get(self._wagers[seat], 0)
        return owed if owed > 0 else 0

    def _play(self, seat: Seat, move: Move) -> None:
        self.spoken = True
        super()._play(seat, move)

    def _raised_to(self, move: Move) -> int:
        assert isinstance(move, Raise)
        return move.to

    def _higher(self, seat: Seat, to: int) -> None:
        """A full bet or raise lets everybody act again, and is what the next raise adds at least; an all-in of less is
        neither."""
        more, opens = to - self.to_match, self.completes or not self.to_match
        full = to >= self.bet if opens else more >= self.step
        if full:
            self.raises += not opens
            self.completes = False
            self.step = self.bet if self.rules.limit in (FIXED, SPREAD) else to if opens else more
            self._acted.clear()
        if opens:
            self.opener = seat
        self.to_match, self.nominal, self.aggressor = to, False, seat
        self._acted.append(seat)

    # ---- what may be done ----------------------------------------------------------------

    def _no_raise(self, seat: Seat, left: int) -> str | None:
        why = super()._no_raise(seat, left)
        return why or ("Nobody could call." if self._reach(seat, self.able) <= self.to_match else None)

    def _only_calls(self, seat: Seat) -> bool:
        return seat in self._acted and self.to_match - self._wager(seat) < self.step

    def _calls(self, seat: Seat, owed: int) -> Offer:
        stack = self.t.chips[seat]
        if owed < stack:
            return super()._calls(seat, owed)
        all_in = Only(CALL, confirm=f"Call {whites(stack)}, all in?")
        all_in.at_stake = stack
        return all_in

    def _bets(self, seat: Seat, stack: int) -> OneOf:
        u, lies = self.bet, self._middle()
        top = {FIXED: u, SPREAD: self.rules.max_bet, POT: max(u, lies)}.get(self.rules.limit, stack)
        found = self._amounts_of(Bet, "Bet", u, top, stack, stack, lies)
        if self.may_open is not None and self.opener is None and not self.may_open(seat):
            return CannotOpen(found)
        return found

    def _raises(self, seat: Seat, owed: int, stack: int) -> OneOf:
        limit, to, wager, lies = self.rules.limit, self.to_match, self._wager(seat), self._middle() + owed
        least = self.bet if self.completes else to + (self.bet if limit == SPREAD else self.step)
        total = wager + stack
        match limit:
            case "fixed":
                least = top = self.bet if self.completes else to + self.bet
            case "spread":
                top = (0 if self.completes else to) + self.rules.max_bet
            case "pot":
                top = max(least, to + lies)
            case _:
                top = total
        return self._amounts_of(Raise, "Raise to", least, top, total, stack, lies, to)

    def _middle(self) -> int:
        """All chips in the middle, this round's included."""
        chips = self.t.chips
        return chips["pot"] + sum([chips.get(wager, 0) for wager in self._wagers.values()])

    def _amounts_of(self, kind: type[Move], word: str, least: int, top: int, most: int, stack: int,
                    pot: int, to: int | None = None) -> OneOf:  # fmt: skip
        """Within the limits in whole chips, or all of a stack that does not reach them or is no whole number of chips.
        Going all-in wants a second press. For a raise, `to` is the bet that it comes on top of."""
        least, top, chip = min(least, most), min(top, most), self.rules.chip
        whole = range(up_to(least, chip), down_to(top, chip) + chip, chip)
        # a raise of less than a chip over an odd all-in, as at fixed limit, is made to the yellow
        among = Multiples(whole, most) if top == most and most % chip else whole or range(least, least + 1)
        found = OneOf(
            kind, among, partial(out_of_limits, word, among[0], among[-1], most, stack, chip=chip),
            {most: f"All in with {whites(stack)}?"},
        )  # fmt: skip
        sizes = Sizes(
            self.rules.limit, among[0], among[-1], most, stack, chip, pot, to or 0, self.rules.blind,
            posted=self.posted, raised=self.aggressor is not None,
        )  # fmt: skip
        found.reads, found.asks_typed, found.added_to = sizes, sizes.asks, to
        found.examples = ("3bb", "75%", "pot") if to is None else ("3x", "75%", "pot")
        found.at_stake = stack
        return found


def merged(pots: Sequence[Pot], live: Collection[Seat]) -> tuple[Pot, ...]:
    """Neighbours for the same seats are one; chips that nobody who is live may win lie with the next pot."""
    found: list[Pot] = []
    over = 0
    for amount, eligible in pots:
        if not eligible:
            over += amount
        elif found and found[-1].eligible == eligible:
            found[-1] = Pot(found[-1].amount + amount + over, eligible)
            over = 0
        else:
            found.append(Pot(amount + over, eligible))
            over = 0
    if over and found:
        found[-1] = found[-1]._replace(amount=found[-1].amount + over)
    elif over:
        found.append(Pot(over, tuple(live)))
    return tuple(found)


_AHEAD: Sequence[Offer] = (Only(AHEAD, optional=True),)
