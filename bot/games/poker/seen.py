"""What can be said of a hand of poker from a view alone: which cards count now, and what they make.

Nothing here knows more than the viewer: words, pictures and house players call it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.engine.accounts import Paid
from bot.engine.amounts import shares
from bot.engine.cards import Card
from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.games.poker.carried_over import PokerView

from . import wild
from .facts import BOARD, BOARD_2, RUN, UP, WILD
from .moves import SecondRun, Shown, Won
from .options import Options
from .ranking import Hand, Ranking, Spade, any_five, best_of, cards_of


class Made(NamedTuple):
    """What a hand is now."""

    board: int
    """Of several boards or runs which one, from 0."""
    half: str
    """high, low, spade and so on."""
    worth: int
    """The larger the better, within a half."""
    called: str
    cards: Hand
    """Those that count."""


def own(view: PokerView, seat: Seat) -> Hand:
    """All cards of a seat that the viewer sees: those it holds, then those that lie open before it."""
    return (*view.faces(HAND.of(seat)), *view.faces(UP.of(seat)))


def boards(view: PokerView) -> list[Hand]:
    """What lies for all: one board, two of them, or one for each run."""
    common = view.faces(BOARD)
    runs = [(*common, *view.faces(RUN.of(n))) for n in (1, 2) if RUN.of(n) in view.piles]
    if (asked := view.last(SecondRun)) and asked.twice:
        return [*runs, *[common] * (2 - len(runs))]  # a run that is still to come is half of what is played for
    return [common, view.faces(BOARD_2)] if BOARD_2 in view.piles else [common]


def wilds(view: PokerView, seat: Seat) -> wild.Wilds:
    """Which cards are wild in the hand of this seat, as far as the viewer knows."""
    own = view.options.own_wilds
    known = wild.of_ranks(*view.fact(WILD, None) or ()) if own is None else own
    down = view.faces(HAND.of(seat))
    if view.options.rule("wild") == "hole" and down and len(down) == view.size(HAND.of(seat)):
        return known | wild.of_ranks(wild.lowest(down).rank)
    return known


def hand_now(view: PokerView, seat: Seat | None = None) -> tuple[Made, ...]:
    """For each board and half what the viewer's hand is now, or another one that the viewer sees."""
    of = view.viewer if seat is None else seat
    down, up = view.faces(HAND.of(of)), view.faces(UP.of(of))
    if not down and not up:
        return ()
    return tuple(made_of(view.options, down, up, boards(view), wilds(view, of)))


def made_of(
    options: Options, down: Sequence[Card], up: Sequence[Card], boards: Sequence[Sequence[Card]], wild: wild.Wilds
) -> Iterator[Made]:
    """The same of chosen cards."""
    own, take = (*down, *up), options.played.take
    for n, board in enumerate(boards):
        for half in options.halves:
            if half.low and half.size == 5 and len(own) + len(board) < 5:
                continue  # there is no low yet to speak of
            worth = worth_of(options, half, down, up, board, wild)
            if worth is not None:
                cards = cards_of(half, any_five, down) if isinstance(half, Spade) else cards_of(
                    half, take, own, board, wild
                )  # fmt: skip
                yield Made(n, half.key, worth, half.called(worth), cards)


def worth_of(
    options: Options, half: Ranking, down: Sequence[Card], up: Sequence[Card], board: Sequence[Card], wild: wild.Wilds
) -> int | None:
    """What these cards are worth for a half; of spades those dealt down count alone."""
    if isinstance(half, Spade):
        return half.worth(down)
    return best_of(half, options.played.take, (*down, *up), board, wild)


# ---- beside others -------------------------------------------------------------------------------

Told = Mapping[Seat, Mapping[tuple[int, str], str]]
"""By seat what a hand is called, by the board, from 0, and the half."""
AHEAD = 1
"""How many kickers are told of a hand that lies beside no other yet."""


def told_beside(view: PokerView, seats: Collection[Seat]) -> Told:
    """What these hands are called, which all see: of kickers those alone that decide between two of them."""
    made = {seat: [*hand_now(view, seat)] for seat in seats if seat >= 0}
    for shown in view.events_of(Shown):
        if shown.seat in seats and not made.get(shown.seat):  # the ghost of guts
            made[shown.seat] = [*made_of(view.options, shown.cards, (), [()], wild.NONE)]
    halves = {half.key: half for half in view.options.halves}
    found: dict[Seat, dict[tuple[int, str], str]] = {}
    for seat, hands in made.items():
        for one in hands:
            beside = [o.worth for others in made.values() for o in others if o[:2] == one[:2]]
            found.setdefault(seat, {})[one[:2]] = halves[one.half].told(one.worth, beside)
    return found


def told_alone(view: PokerView, made: Made) -> str:
    """The same while nothing is decided: with the best kicker."""
    half = next(half for half in view.options.halves if half.key == made.half)
    return half.told(made.worth, least=0 if made.called.endswith("flush") else AHEAD)


def paid(view: PokerView) -> list[tuple[Won, Mapping[Seat, int]]]:
    """Every part of a pot that was won, and what of it each winner has got: not the same if chips were left over."""
    found: list[tuple[Won, Mapping[Seat, int]]] = []
    for n, event in enumerate(view.events):
        if not isinstance(event, Won):
            continue
        near = [*view.events[n + 1 : n + 1 + len(event.winners)], *view.events[max(0, n - len(event.winners)) : n]]
        got: dict[Seat, int] = {}
        for e in near:
            if isinstance(e, Paid) and e.source == "pot":
                got.update({p: e.amount for p in event.winners if p == e.to and p not in got})
        if sum(got.values()) != event.amount:
            got = dict(zip(event.winners, shares(event.amount, len(event.winners)), strict=True))
        found.append((event, got))
    return found
