"""A hand of poker as it lies on the table: cards, boards, bets, and what is wild."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from bot.engine.asks import Script
from bot.engine.cards import Card
from bot.engine.facts import HAND
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.side_pots import Pot
from bot.games.poker.carried_over import PokerTable

from . import wild
from .facts import ALL_UP, ASKED, BOARD, BOARD_2, UP, WILD
from .moves import AllUp, Community, Opened, OwnCard, WildNow
from .options import PLAYERS_POKER, Options, Rules
from .ranking import Ranking, Spade, any_five, best_of, cards_of
from .rounds import Rounds
from .variants import FIXED, Street

T = TypeVar("T")


class Hand:
    """Piles: `hand p` is what seat p holds, `up p` what lies open before it, `board` and `board 2` lie for all."""

    def __init__(self, t: PokerTable, rules: Rules, put_in: dict[Seat, int], kept: Sequence[Pot] = ()) -> None:
        self.t, self.rules = t, rules
        self.options: Options = t.options
        self.streets: Sequence[Street] = self.options.streets
        self.betting = Rounds(t, rules, put_in, kept, self.muck)
        self.last_blind: Seat = t.players[-1]
        """With blinds, the seat to its left opens the first street."""
        self.to_match = 0
        """What the first round costs before anybody has spoken."""
        self.number = 0
        """Of the street, from 1."""
        self.wilds: wild.Wilds = wild.NONE
        self.dealt_up: list[Card] = []
        """In the order in which they fell."""
        self.fell: dict[Seat, list[Card]] = {}
        """The card that this street has dealt up to each seat."""
        self.in_street: tuple[Seat, ...] = ()
        """Who was live when the last street was dealt."""
        self.all_up = False
        self.stays = ""
        """Why the pot waits for the next deal; nothing if it does not."""
        self.declared: dict[Seat, str] = {}
        self.folded: dict[Seat, tuple[Card, ...]] = {}
        """Hands that were thrown away."""
        self.shown: set[Seat] = set()
        self.won: dict[Seat, int] = {}
        """Out of pots, what anybody has got."""
        self.taken: list[tuple[str, dict[Seat, int]]] = []
        """For each part of a pot that was paid, the pot's name, and what each winner has got."""
        self.shared = False
        """Whether any pot, or part of one, has gone to more than one seat."""

    def home(self, key: str) -> str:
        """A home rule of the variant."""
        return self.options.rule(key)

    # ---- cards ---------------------------------------------------------------------------

    def open_pack(self) -> None:
        """The pack is shuffled, and there is a place for everything that will lie on the table."""
        t, variant = self.t, self.rules.played
        self.stock, self.discards = t.stock(), t.discards()
        self.hands: dict[Seat, Pile] = t.hands()
        if variant.name == "indian":  # all but its owner see a card
            for p, hand in self.hands.items():
                hand.seen_by = frozenset(self.t.players) - {p}
        if variant.script == "night":  # what has not been turned is seen by nobody
            self.hands = {p: t.pile(HAND.of(p), zone=f"seat:{p}") for p in sorted(t.players)}
        up = variant.script == "night" or any(kind in street for street in self.streets for kind in "UT")
        self.up: dict[Seat, Pile] = {}
        for p in sorted(t.players) if up else ():
            self.up[p] = t.pile(UP.of(p), seen_by=EVERYONE, zone=f"seat:{p}")
        names = (BOARD, BOARD_2)[: self.rules.boards]
        self.boards = [t.pile(name, seen_by=EVERYONE, zone="board") for name in names]
        self.runs: list[Pile] = []
        """Where the rest of the board is dealt twice, the two rests."""

    def own(self, seat: Seat) -> tuple[Card, ...]:
        """Everything a seat has."""
        return (*self.hands[seat], *self.up.get(seat, ()))

    def muck(self, seat: Seat) -> None:
        """Nobody sees the hand any more."""
        self.folded[seat] = self.own(seat)
        self.discards.lay(*self.hands[seat].take_all())
        if seat in self.up:
            self.discards.lay(*self.up[seat].take_all())

    def shown_to_owners(self) -> None:
        """Indian: at the end everybody sees their own card, one that they have folded too, and nobody else does."""
        if self.rules.played.name != "indian" or self.t.rules < PLAYERS_POKER:
            return
        for p, hand in self.hands.items():
            if p in self.folded:
                hand.lay(*[self.discards.take(c) for c in self.folded[p]])
                hand.seen_by = frozenset({p})
            elif p in self.shown:
                continue
            else:
                hand.seen_by = hand.seen_by | {p}
            self.t.tell(OwnCard(p, hand.top), {p})
        self.t.revealed += 1

    def burn(self, needed: int = 0) -> None:
        """One card, unless it would leave too few."""
        if len(self.stock) > needed:
            self.t.deal(self.stock, 1, self.discards)

    def deal_up(self, seats: Collection[Seat], n: int = 1) -> None:
        """A card for each, open, and again as often as this."""
        for _ in range(n):
            self.t.deal(self.stock, 1, *[self.up[p] for p in seats])
            for p in seats:
                self.fell.setdefault(p, []).append(self.up[p].top)
                self.dealt_up.append(self.up[p].top)

    def asked(self, what: str, script: Script[T]) -> Script[T]:
        """This, and all can see meanwhile what is asked."""
        if self.t.rules < PLAYERS_POKER:
            return (yield from script)
        self.t.note(ASKED, what)
        found = yield from script
        self.t.forget(ASKED)
        return found

    def community(self) -> None:
        """One card for all live hands, since the pack is too short for one each."""
        self.t.deal(self.stock, 1, self.boards[0])
        self.t.tell(Community(self.boards[0].top))

    def look_for_wilds(self) -> None:
        """Which cards are wild now; everybody is told of a change."""
        now = self.rules.played.wild(self)
        if self.options.own_wilds is not None:  # all have known them from the first
            self.wilds = now
        elif now != self.wilds:
            self.wilds = now
            ranks = tuple(sorted({c.rank for c in now}))
            self.t.note(WILD, ranks)
            self.t.tell(WildNow(ranks))

    def turn_up(self) -> None:
        """All live hands lie open, since there is nothing more to decide."""
        self.all_up = True
        for p in self.betting.live:
            self.t.open(self.hands[p])
        self.t.note(ALL_UP, True)
        self.t.tell(AllUp(tuple(Opened(p, self.own(p)) for p in self.betting.live)))

    def layouts(self) -> list[tuple[Card, ...]]:
        """The board as it counts: one, two, or one for each run."""
        if self.runs:
            return [(*self.boards[0], *run) for run in self.runs]
        return [tuple(board) for board in self.boards]

    # ---- hands ---------------------------------------------------------------------------

    def worth(self, seat: Seat, half: Ranking, board: Sequence[Card]) -> int | None:
        """What this seat has for this half, with this board."""
        if isinstance(half, Spade):
            return half.worth(self.hands[seat])  # of the cards that were dealt down
        return best_of(half, self.rules.played.take, self.own(seat), board, wild.in_hand(self, seat))

    def worths(self, seat: Seat) -> list[list[int | None]]:
        """The same for each board or run and each half."""
        return [[self.worth(seat, half, board) for half in self.options.halves] for board in self.layouts()]

    @property
    def complete(self) -> bool:
        """Whether all cards of the hand have been dealt."""
        return self.number == len(self.streets)

    def counting(self, seat: Seat, half: Ranking, board: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that make it."""
        if isinstance(half, Spade):
            return cards_of(half, any_five, [*self.hands[seat]])
        return cards_of(half, self.rules.played.take, self.own(seat), board, wild.in_hand(self, seat))

    # ---- betting -------------------------------------------------------------------------

    def bet_of(self, street: Street) -> int:
        """What a bet is at least in this street, at fixed limit exactly."""
        return self.rules.u * (1 + (street.big and self.rules.limit == FIXED))

    def in_turn(self, seats: Iterable[Seat], first: Seat) -> list[Seat]:
        """These, from the first clockwise."""
        around = [first, *self.t.left_of(first)]
        wanted = {*seats}
        return [p for p in dict.fromkeys(around) if p in wanted]

    def best(self, key: Callable[[Seat], tuple[int, ...] | int]) -> Seat:
        """Of the live seats that for which this is the largest; of equal ones the first from the dealer's left."""
        return max(self.betting.live, key=key)
