"""Who shows, and who wins what: pots by boards or runs, then by halves, then ties (rules/poker.md, "Showdown")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.engine.amounts import down_to
from bot.engine.asks import CHOICE, CLOCK, Ask, Script, ask_all
from bot.engine.cards import Card
from bot.engine.deal import Deal
from bot.engine.facts import PAID_AT
from bot.engine.moments import DECISIVE, TRICK, GoOn, lasts, moment
from bot.engine.offers import Move, Offer, OneOf, Only
from bot.engine.piles import Seat
from bot.engine.side_pots import pot_name

from . import rabbit
from .hand import Hand
from .joys import seven_deuce
from .moves import (
    DONT_SHOW,
    RABBIT_HUNT,
    SHOW,
    AllUp,
    Declare,
    Declared,
    Mucked,
    ShowCard,
    Shown,
    ShownOne,
    ShowsOver,
    Won,
)
from .options import PLAYERS_POKER
from .ranking import HIGH, Ranking

ALL_SHOW = ("indian", "night-baseball")
"""Where the hands are known to others already."""
READ_MS, READ_SHOWDOWN_MS = 4000, 8000
"""How long the end of a hand is read, from when it is paid, without a hand that was shown and with one."""
SHOW_MS = 5000
"""How long a hand may be shown that need not be."""
QUICK_SHOW_MS = 2500
"""The same without a showdown, from rules 3 on: it is a part of the time for which the result stands."""
KEEPS = 2
"""The number of the rules since which a hand may be kept as well as shown, and a winner shows in any case: a better one
that declared both ways and has lost, or no hand that is good for what was declared, used to hide the winner."""
DECLARED_AS = {"high": (0,), "low": (1,), "both": (0, 1)}
"""The halves for which a player with this declaration competes."""

Worths = Mapping[Seat, Sequence[Sequence[int | None]]]
"""What every live seat has, for each board or run and each half."""


class Part(NamedTuple):
    """Of a pot what goes to the best of a half on a board."""

    board: int
    half: int
    amount: int
    winners: list[Seat]


def settle(h: Hand) -> Script:
    """The pots are paid: to the one seat that is left, or after a showdown."""
    betting = h.betting
    if betting.decided:
        pots = betting.lying
        for n in reversed(range(len(pots))):
            pay(h, Part(-1, -1, pots[n].amount, [*betting.live]), pot_name(n, pots), None)
        return
    if h.options.declare == "chips":
        yield from h.asked("declare", declare(h))
    worths = {p: h.worths(p) for p in betting.live}
    show(h, worths)
    if h.home("both") == "yes" and not wins_both(h, worths):
        h.stays = "both"
        return
    pots = betting.lying
    for n in reversed(range(len(pots))):
        for part in parts(h, pots[n].amount, pots[n].eligible, worths):
            pay(h, part, pot_name(n, pots), worths)


def declare(h: Hand) -> Script:
    """All live seats say in secret what they go for."""
    live = h.betting.live
    choices = ("high", "low", "both")
    offers: dict[Seat, Sequence[Offer]] = {p: [OneOf(Declare, choices, "Declare high, low or both.")] for p in live}
    default: dict[Seat, Move] = dict.fromkeys(live, Declare("high"))
    said = yield from ask_all(h.t, offers, default, CHOICE)
    h.declared = {p: said[p].choice for p in live}
    h.t.tell(Declared(tuple(h.declared.items())))


# ---- what goes to whom ---------------------------------------------------------------------------


def parts(h: Hand, amount: int, eligible: Sequence[Seat], worths: Worths) -> list[Part]:
    """A pot in parts: the second board, run or half gets half of it, down to a whole chip; what is odd goes to the
    first."""
    boards, chip = len(h.layouts()), h.rules.chip
    found: list[Part] = []
    for board, whole in enumerate(halved(amount, boards, chip)):
        won = winners(h, [p for p in h.betting.live if p in eligible], board, worths)
        taken = [half for half in range(len(h.options.halves)) if won[half]]
        for half, share in zip(taken, halved(whole, len(taken), chip), strict=True):
            if share:
                found.append(Part(board, half if len(taken) > 1 or half else -1, share, won[half]))
    return found


def halved(amount: int, ways: int, chip: int) -> list[int]:
    """The whole, or two halves of it, the second in whole chips."""
    if ways < 2:
        return [amount]
    second = down_to(amount / 2, chip)
    return [amount - second, second]


def winners(h: Hand, eligible: Sequence[Seat], board: int, worths: Worths) -> list[list[Seat]]:
    """For each half who has won it: the best of those who compete for it; nobody if nobody qualifies."""
    halves = range(len(h.options.halves))
    if not h.declared:
        return [best(eligible, board, half, worths) for half in halves]
    said = {p: h.declared[p] for p in eligible}
    while True:
        won = [best([p for p in said if half in DECLARED_AS[said[p]]], board, half, worths) for half in halves]
        struck = [p for p in said if said[p] == "both" and not all(p in of for of in won)]
        if not struck:
            break
        for p in struck:
            del said[p]
    return won if any(won) else [best(eligible, board, half, worths) for half in halves]


def best(among: Sequence[Seat], board: int, half: int, worths: Worths) -> list[Seat]:
    """Who has the best that qualifies, from the dealer's left."""
    worth = {p: w for p in among if (w := worths[p][board][half]) is not None}
    most = max(worth.values(), default=None)
    return [p for p in worth if worth[p] == most]


def wins_both(h: Hand, worths: Worths) -> bool:
    """Whether one seat alone has won all of the main pot."""
    won = [of for of in winners(h, h.betting.lying[0].eligible, 0, worths) if of]
    return len(won[0]) == 1 and all(of == won[0] for of in won)


def pay(h: Hand, part: Part, name: str, worths: Worths | None) -> None:
    """A part of a pot to its winners, spare chips one each from the dealer's left."""
    t, halves, boards = h.t, h.options.halves, h.layouts()
    half: Ranking = halves[max(part.half, 0)]
    called, cards, worth = "", (), 0
    if worths is not None:
        board, which = boards[part.board], max(part.half, 0)
        made = worths[part.winners[0]][part.board][which]
        assert made is not None, "nobody wins who does not qualify"
        called, worth = told_of(h, part.winners[0], part.board, which, worths), made if half is HIGH else 0
        cards = tuple(h.counting(p, half, board) for p in part.winners)
    of_board = part.board + 1 if len(boards) > 1 and worths is not None else 0
    key = half.key if part.half >= 0 and len(halves) > 1 else ""
    t.tell(Won(name, of_board, key, part.amount, tuple(part.winners), called, cards, worth))
    before = {p: t.chips[p] for p in part.winners}
    t.split(part.amount, "pot", part.winners, name, chip=h.rules.chip)
    got = {p: t.chips[p] - before[p] for p in part.winners}
    h.taken.append((name, got))
    for p, n in got.items():
        h.won[p] = h.won.get(p, 0) + n
    h.shared = h.shared or len(part.winners) > 1


# ---- who shows -----------------------------------------------------------------------------------


def show(h: Hand, worths: Worths) -> None:
    """In order: players who win or tie a part of a pot against those who have shown, and winners of one; others
    muck."""
    t, live, pots = h.t, h.betting.live, h.betting.lying
    first = h.betting.aggressor
    if first is None or first not in live:
        first = h.betting.first if h.betting.first is not None else t.players[0]
    taking = takers(h, worths) if t.rules >= KEEPS else set[Seat]()
    shows: list[Seat] = []
    for p in h.in_turn(live, first):
        must = p in taking or h.all_up or not h.options.muck or not t.chips[p] or h.rules.played.name in ALL_SHOW
        if must or any(p in pot.eligible and beats_shown(h, p, pot.eligible, worths) for pot in pots):
            shows.append(p)
            h.shown.add(p)
    for p in h.in_turn(live, first):  # each is told beside all others that are shown
        if p in shows:
            showing_of(h, p, worths)
        else:
            t.tell(Mucked(p))


def takers(h: Hand, worths: Worths) -> set[Seat]:
    """Everybody who wins a part of a pot."""
    eligible = [[p for p in h.betting.live if p in pot.eligible] for pot in h.betting.lying]
    boards = range(len(h.layouts()))
    won = [winners(h, among, board, worths) for among in eligible for board in boards]
    return {p for halves in won for half in halves for p in half}


def beats_shown(h: Hand, seat: Seat, eligible: Sequence[Seat], worths: Worths) -> bool:
    """Whether a part of this pot would be this seat's, as far as hands have been shown."""
    for board in range(len(h.layouts())):
        for half in range(len(h.options.halves)):
            mine = worths[seat][board][half]
            if mine is None or (h.declared and half not in DECLARED_AS[h.declared[seat]]):
                continue
            others = [worths[p][board][half] for p in h.shown if p in eligible]
            if all(other is None or mine >= other for other in others):
                return True
    return False


def showing_of(h: Hand, seat: Seat, worths: Worths) -> None:
    """The hand lies open for all, and is called by what it makes."""
    t = h.t
    h.shown.add(seat)
    t.open(h.hands[seat])
    called = [
        told_of(h, seat, n, half, worths) for n, board in enumerate(worths[seat]) for half in range(len(board))
        if board[half] is not None
    ]  # fmt: skip
    t.tell(Shown(seat, h.own(seat), tuple(called)))


def told_of(h: Hand, seat: Seat, board: int, half: int, worths: Worths) -> str:
    """What this hand is called beside those that are shown: with the kickers that decide. Which are those of hands that
    nobody has seen, nobody learns."""
    ranking, made = h.options.halves[half], worths[seat][board][half]
    assert made is not None, "what does not qualify is not called anything"
    if h.t.rules < PLAYERS_POKER:
        return ranking.called(made)
    beside = (worths[p][board][half] for p in h.shown if p in worths)
    return ranking.told(made, [other for other in beside if other is not None])


def looked_at(h: Hand) -> Script:
    """The end stands for a while. Players with unshown cards may show them, or one of them, a winner without a showdown
    too (ruling 20). When all have said it is over, as soon as everybody has seen what was shown last. Anybody who was
    dealt in may ask what would have come."""
    t = h.t
    unshown = [p for p in h.betting.live if p not in h.shown and not h.all_up]
    keeps, began, shown_at, until = t.rules >= KEEPS, t.now, t.now, t.now + SHOW_MS
    weight = DECISIVE if h.shown else TRICK
    may = {p: ways_to_show(h, p) for p in unshown}
    if t.rules >= PLAYERS_POKER:
        t.note(PAID_AT, began)
        until = began + (SHOW_MS if h.shown else QUICK_SHOW_MS)
    hunting = [RABBIT] if rabbit.can_be_hunted(h) else []
    while (unshown or hunting) and t.moments:
        if not unshown:
            until = max(began + rabbit.READ_MS, shown_at + lasts(t, weight))
        row = yield Ask(
            {p: [*(may[p] if p in unshown else ()), *hunting] for p in (t.players if hunting else unshown)}, (),
            (until, ShowsOver() if unshown else GoOn()), dict.fromkeys(unshown, DONT_SHOW) if keeps else {}, alone=True,
            hurried_by=() if unshown else range(t.seats),
        )  # fmt: skip
        if row.seat == CLOCK or isinstance(row.move, GoOn):
            return
        if row.move == RABBIT_HUNT:
            rabbit.hunt(h, row.seat)
            hunting, weight, shown_at = [], DECISIVE, t.now
            until = max(until, shown_at + lasts(t, weight))
            continue
        unshown.remove(row.seat)
        if row.move != DONT_SHOW:
            if isinstance(row.move, ShowCard):
                show_one(h, row.seat, row.move.card)
            else:
                showing_of(h, row.seat, {p: h.worths(p) if h.complete else () for p in (*h.shown, row.seat)})
                seven_deuce(h, [row.seat])
            shown_at = t.now
            until = max(until, shown_at + lasts(t, weight)) if keeps else until
        if not (keeps or unshown):
            return
    yield from moment(t, weight, since=shown_at)


RABBIT = Only(RABBIT_HUNT, optional=True)


def ways_to_show(h: Hand, seat: Seat) -> list[Offer]:
    """A hand that nobody has to see may be shown, or kept; of several cards one alone may be shown."""
    if h.t.rules < KEEPS:
        return [Only(SHOW, optional=True)]
    ways: list[Offer] = [Only(SHOW, optional=True), Only(DONT_SHOW, optional=True)]
    if h.t.rules >= PLAYERS_POKER and len(h.hands[seat]) > 1 and h.rules.played.name not in ALL_SHOW:
        ways.append(OneOf(ShowCard, [*h.hands[seat]], "Show one of the cards that you hold.", optional=True))
    return ways


def show_one(h: Hand, seat: Seat, card: Card) -> None:
    """One card lies open, and no more is seen of this hand."""
    hand = h.hands[seat]
    h.t.show(hand, [*hand].index(card))
    h.t.tell(ShownOne(seat, card))


def read_until(deal: Deal) -> int:
    """Until when the result of a hand is read, in table time: what it has stood already counts."""
    t = deal.table
    shown = any(isinstance(event, Shown | AllUp) for event, _ in t.events)
    return t.fact(PAID_AT, t.now) + (READ_SHOWDOWN_MS if shown else READ_MS)
