"""Hands of poker with chosen cards, in any variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.amounts import YELLOW
from bot.engine.cards import Card, card, cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import PileName
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.randomness import Seal
from bot.engine.state import State, opening
from bot.engine.table import Paid
from bot.engine.view import view
from bot.games.poker import POKER, Options
from bot.games.poker.moves import Won

from .table import fact, play, told, turn

STACK = 10_000


def start(seats: int = 4, dealer: Seat = 0, stacks: Mapping[Seat, int] | None = None, **more: Any) -> State:
    """Before a first deal; stacks of 100 whites unless told."""
    each = tuple((stacks or {}).get(s, STACK) for s in range(seats))
    return replace(opening(seats), **{"stacks": each, "dealer": dealer} | more)


def table(
    variant: str = "holdem", hands: Mapping[Seat, str] | None = None, board: str = "", /, *, seats: int = 4,
    dealer: Seat = 0, stacks: Mapping[Seat, int] | None = None, state: State | None = None,
    out: Mapping[Seat, int] | None = None, bought: Mapping[int, str] | None = None, then: str = "",
    again: Sequence[str] = (), rules: int | None = None, began: int = 0, **options: Any,
) -> Deal:  # fmt: skip
    """A deal in which these seats get these cards, in the order in which they fall, and the boards those.

    `out` says from which street on a seat gets no card any more, `bought` what falls after a street's own cards. `then`
    are the next cards of the pack, whatever they are for, `x` for any. `again` are the orders in which discards come
    back. The smallest chip is a yellow unless told. `rules` is their number, if it is not today's; `began` the table
    time in ms.
    """
    chosen = Options(**({"variant": variant, "smallest": YELLOW} | options))
    assert chosen.check() is None, chosen.check()
    state = state or start(seats, dealer, stacks)
    first = dealer if state.dealer is None else state.dealer
    around = [s for i in range(1, state.seats + 1) if (s := (first + i) % state.seats) not in state.away]
    made = Order(chosen, hands or {}, board, then)
    made.streets(around, out or {}, bought or {})
    order = [made.whole(then), *(cards(text) for text in again)]
    return Deal(POKER, state, chosen, None, began, order=order, rules=rules)


class Order:
    """How the pack lies, so that everybody gets what they should."""

    def __init__(self, rules: Options, hands: Mapping[Seat, str], board: str, then: str) -> None:
        self.rules, self.cards = rules, list[Card]()
        self.held = {s: cards(text) for s, text in hands.items()}
        self.board = cards(board)
        wanted = {*self.board, *cards(then.replace("x", "")), *(c for hand in self.held.values() for c in hand)}
        self.rest = [c for c in pack(rules.played.pack)[::-1] if c not in wanted]

    def lay(self, wanted: list[Card]) -> None:
        """The next of these, otherwise any."""
        if wanted or self.rest:
            self.cards.append((wanted or self.rest).pop(0))

    def streets(self, around: Sequence[Seat], out: Mapping[Seat, int], bought: Mapping[int, str]) -> None:
        """As the row of the variant deals them; of draws what follows the first cards is left open."""
        later = [c for text in bought.values() for c in cards(text)]
        self.rest = [c for c in self.rest if c not in later]
        streets = self.rules.streets[: 1 if self.rules.played.family == "draw" else None]
        boards = 2 if self.rules.boards == "2" else 1
        for n, street in enumerate(streets, 1):
            live = [s for s in around if out.get(s, 99) > n]
            for kind, many in street.steps:
                match kind:
                    case "b":
                        self.lay([])
                    case "D" | "U":
                        for s in live * many:
                            self.lay(self.held.get(s, []))
                    case "C":
                        for _ in range(many * boards):
                            self.lay(self.board)
            self.cards += cards(bought.get(n, ""))

    def whole(self, then: str) -> list[Card]:
        """The whole pack."""
        for word in then.split():
            self.lay([] if word == "x" else [card(word)])
        return [*self.cards, *(c for c in pack(self.rules.played.pack) if c not in self.cards)]


# ---- playing -------------------------------------------------------------------------------------


def all_do(deal: Deal, *words: str) -> Deal:
    """The players in turn, one after the other: `call`, `check`, `raise 4`."""
    for word in words:
        seat = turn(deal)
        assert seat is not None, f"nobody is asked for {word!r}"
        play(deal, f"{seat}: {word}")
    return deal


def check_down(deal: Deal) -> Deal:
    """Everybody checks, or calls, to the end; whatever else is asked is left to the turn clock."""
    while deal.ask:
        seat = turn(deal)
        if seat is None:
            assert deal.ask.timer
            deal.tick(deal.ask.timer[0])
            continue
        kinds = {o.kind.__name__: o for o in deal.offers(seat) if o}
        made = next((m for k in ("Check", "Call") if k in kinds and isinstance(m := kinds[k].finish(()), Move)), None)
        if made is None:
            deal.lapse(seat, deal.table.now)
        else:
            deal.submit(seat, made)
    return deal


def amounts(deal: Deal, kind: str = "Raise") -> tuple[int, int] | None:
    """The least and the most that whose turn it is may bet or raise to; None if it may not."""
    seat = turn(deal)
    assert seat is not None
    for o in deal.offers(seat):
        if o.kind.__name__ == kind:
            among = [*o.next(())]
            return (among[0], among[-1]) if among else None
    return None


def owed(deal: Deal) -> int:
    """What whose turn it is would have to pay for a call."""
    seat = turn(deal)
    assert seat is not None
    rounds, chips, wagers = fact(deal, "betting"), deal.table.chips, view(deal).wagers
    reach = max(wagers[p] + chips[p] for p in rounds.live if p != seat)
    return max(0, min(rounds.to_match, reach) - wagers[seat])


def won(deal: Deal) -> list[tuple[str, int, str, int, tuple[Seat, ...]]]:
    """Pot, board, half, amount and winners, in the order in which they were paid."""
    return [(e.pot, e.board, e.half, e.amount, e.winners) for e in told(deal, Won)]


def got(deal: Deal) -> dict[Seat, int]:
    """What each winner has got out of pots."""
    found: dict[Seat, int] = {}
    for paid in told(deal, Paid):
        if paid.source == "pot" and isinstance(paid.to, int):
            found[paid.to] = found.get(paid.to, 0) + paid.amount
    return found


def next_deal(deal: Deal, **changed: Any) -> State:
    """What the next deal starts from."""
    assert deal.after is not None, "the deal is not over"
    return replace(deal.after, **changed)


def match(state: State, **options: Any) -> Match:
    """A match from this state on."""
    return Match(POKER, Options(**options), state, "m")


def begin(match: Match, n: int = 0) -> Deal:
    """The next deal of a match, from a secret of its number."""
    seal: Seal = match.sealed(bytes([n] * 32))
    return match.begin(seal, at=0)


def seen(deal: Deal, pile: str, viewer: Seat = SPECTATOR) -> str:
    """What a viewer sees of a pile; a dot is a back."""
    return " ".join(str(c) if c else "." for c in view(deal, viewer).pile(PileName(pile)))
