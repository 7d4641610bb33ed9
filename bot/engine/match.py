"""A match: as many deals as it takes. Between two deals people join, leave, rebuy and sit out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic

from .cards import Card
from .cutting import cutter_of
from .deal import Deal
from .game import Game
from .of_a_game import C, O
from .piles import Seat
from .randomness import Seal
from .state import State
from .table import PACE


def spec_of(game: Game[O, C], options: O, state: State[C], name: str) -> dict[str, Any]:
    """What a shuffle is sealed for (rules/dealing.md, section 3). Dealer and cutter are null in a first deal."""
    dealt_in = state.seats - len(state.away)
    packed = game.pack(game.options_for_deal(options, state), dealt_in)
    tray = {"tray": [str(c) for c in state.tray]} if packed.start == "tray" and state.tray else {}
    start = "wash" if packed.start == "tray" and not tray else packed.start  # the first shoe is washed
    return {
        "v": 1, "deal": name, "deck": packed.deck, "decks": packed.decks, "method": packed.method,
        "start": start, "riffles": packed.riffles, "seats": dealt_in, "dealer": state.dealer,
        "cutter": cutter_of(state, options), "behind": packed.behind, "burn": packed.burn,
        **tray,
    }  # fmt: skip


class Match(Generic[O, C]):
    """Deals one after the other. The secrets come in from outside; nothing here draws chance or reads a clock."""

    def __init__(self, game: Game[O, C], options: O, state: State[C], name: str, numbers: int = 0) -> None:
        self.game, self.options, self.state, self.name = game, options, state, name
        self.deal: Deal[O, C] | None = None
        self.seal: Seal | None = None
        self.numbers = numbers
        """The table's count of offers, over all its deals."""
        self.rules = game.rules
        """The number of the rules by which the last shuffle is played."""
        self.pace = PACE
        """That of its moments."""

    @property
    def fresh(self) -> bool:
        """Whether the next deal shuffles, and so wants a new secret."""
        return self.seal is None or self.state.shoe is None or not self.game.goes_on(self.state, self.options)

    def sealed(self, secret: bytes) -> Seal:
        """A secret for the next shuffle; its commit can be published before the deal begins."""
        name = f"{self.name}/{self.state.number + 1}"
        return Seal(secret, spec_of(self.game, self.options, self._before_shuffle(), name))

    def begin(self, seal: Seal | None, at: int, order: Sequence[Sequence[Card]] | None = None) -> Deal[O, C]:
        """The next deal, by a new seal, or by the old one where it goes on with the shoe."""
        if self.fresh:
            self.seal, self.rules, self.pace = seal, self.game.rules, PACE
            self.state = self._before_shuffle()
        self.deal = Deal(
            self.game,
            self.state,
            self.options,
            self.seal,
            at,
            numbers=self.numbers,
            order=order,
            rules=self.rules,
            pace=self.pace,
        )
        return self.deal

    def _before_shuffle(self) -> State[C]:
        """No shoe is left; its cards lie in the tray, where the next shuffle starts from them."""
        state = self.state
        options = self.game.options_for_deal(self.options, state)
        start = self.game.pack(options, state.seats - len(state.away)).start
        tray = (*state.shoe.discards, *state.shoe.cards) if state.shoe and start == "tray" else ()
        return replace(state, shoe=None, tray=tray)

    def settle(self) -> State[C]:
        """The deal is over: take over what it leaves. Raises ValueError while it is not."""
        if self.deal is None or self.deal.after is None:
            raise ValueError("the deal is not over")
        self.numbers, self.state, self.deal = self.deal.number, self.deal.after, None
        return self.state

    def void(self) -> State[C]:
        """The deal never was: everything is as when it began, but the count of offers does not go back, and the
        cards that were to come next have been seen, so that the shoe is not used again."""
        if self.deal is not None:
            self.numbers, self.deal = self.deal.number, None
        self.state = replace(self.state, shoe=None, tray=())
        return self.state

    # ---- between deals -------------------------------------------------------------------

    def sit(self, seat: Seat, stack: int) -> None:
        """Somebody new, with a stack in hundredths of a white, on an empty chair or at the end of the row."""
        s = self.state
        more = max(0, seat + 1 - s.seats)
        empty = (0,) * more
        stacks = [*s.stacks, *empty]
        stacks[seat] = stack
        scores, strikes, counts = [*s.scores, *empty], [*s.strikes, *empty], [*s.counts, *((),) * more]
        missed_cuts = [*(s.missed_cuts or (0,) * s.seats), *empty]
        scores[seat], strikes[seat], counts[seat], missed_cuts[seat] = 0, 0, (), 0
        self.state = replace(
            s, stacks=tuple(stacks), scores=tuple(scores), strikes=tuple(strikes), counts=tuple(counts),
            missed_cuts=tuple(missed_cuts), away=s.away - {seat}, fresh=s.fresh | {seat},
        )  # fmt: skip

    def take_over(self, seat: Seat, stack: int) -> None:
        """Somebody else goes on in a seat of a match that needs everybody to its end: its score stays."""
        self.state = self._with_stack(seat, stack)

    def stand(self, seat: Seat) -> int:
        """The seat is empty from now on. Returns the stack that it takes along; nothing if it stays in the match, as a
        splash."""
        stack = self.state.stacks[seat]
        s = self._with_stack(seat, 0)
        if self.stays_in:
            s, stack = replace(s, splash=s.splash + stack), 0
        self.state = replace(s, away=s.away | {seat}, fresh=s.fresh | {seat})
        return stack

    @property
    def stays_in(self) -> bool:
        """Whether the chips of a player who gets up now stay in the match."""
        return self.game.knockout(self.options) and not self.state.over

    def sit_out(self, seat: Seat, out: bool) -> None:
        """Leave the seat out of the next deals, or deal it in again. A chair that nobody has sat on in this match is no
        seat of it: counted among those left out, it would take somebody else's cards from the pack."""
        s = self.state
        away = s.away | {seat} if out else s.away - {seat}
        self.state = replace(s, away=away & {*range(s.seats)})

    def cut_again(self, seat: Seat) -> None:
        """Somebody who has let their cuts lapse is waited for again."""
        missed_cuts = [*self.state.missed_cuts] or [0] * self.state.seats
        missed_cuts[seat] = 0
        self.state = replace(self.state, missed_cuts=tuple(missed_cuts))

    def rebuy(self, seat: Seat, amount: int) -> None:
        """More chips for a stack, in hundredths of a white."""
        self.state = self._with_stack(seat, self.state.stacks[seat] + amount)

    def _with_stack(self, seat: Seat, stack: int) -> State[C]:
        stacks = [*self.state.stacks]
        stacks[seat] = stack
        return replace(self.state, stacks=tuple(stacks))
