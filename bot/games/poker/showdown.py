"""Who shows, and who wins what: pots by boards or runs, then by halves, then ties (rules/poker.md, "Showdown")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.engine.amounts import WHITE, YELLOW
from bot.engine.asks import CHOICE, CLOCK, Ask, Script, ask_all
from bot.engine.moments import DECISIVE, TRICK, lasts, moment
from bot.engine.offers import Move, Offer, OneOf, Only
from bot.engine.piles import Seat
from bot.engine.side_pots import pot_name

from .hand import Hand
from .moves import DONT_SHOW, SHOW, Declare, Declared, Mucked, Shown, ShowsOver, Won
from .ranking import HIGH, Ranking

ALL_SHOW = ("indian", "night-baseball")
"""Where the hands are known to others already."""
SHOW_MS = 5000
"""How long a hand may be shown that need not be."""
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
        yield from declare(h)
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
    """A pot in parts: the second board, run or half gets ⌊part ÷ 100⌋ × 50, odd yellows go to the first."""
    boards = len(h.layouts())
    found: list[Part] = []
    for board, whole in enumerate(halved(amount, boards)):
        won = winners(h, [p for p in h.betting.live if p in eligible], board, worths)
        taken = [half for half in range(len(h.options.halves)) if won[half]]
        for half, share in zip(taken, halved(whole, len(taken)), strict=True):
            if share:
                found.append(Part(board, half if len(taken) > 1 or half else -1, share, won[half]))
    return found


def halved(amount: int, ways: int) -> list[int]:
    """The whole, or two halves of it."""
    if ways < 2:
        return [amount]
    second = amount // WHITE * YELLOW
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
    """A part of a pot to its winners, spare yellows one each from the dealer's left."""
    t, halves, boards = h.t, h.options.halves, h.layouts()
    half: Ranking = halves[max(part.half, 0)]
    called, cards, worth = "", (), 0
    if worths is not None:
        board = boards[part.board]
        made = worths[part.winners[0]][part.board][max(part.half, 0)]
        assert made is not None, "nobody wins who does not qualify"
        called, worth = half.called(made), made if half is HIGH else 0
        cards = tuple(h.counting(p, half, board) for p in part.winners)
    of_board = part.board + 1 if len(boards) > 1 and worths is not None else 0
    key = half.key if part.half >= 0 and len(halves) > 1 else ""
    t.tell(Won(name, of_board, key, part.amount, tuple(part.winners), called, cards, worth))
    before = {p: t.chips[p] for p in part.winners}
    t.split(part.amount, "pot", part.winners, name)
    for p in part.winners:
        h.won[p] = h.won.get(p, 0) + t.chips[p] - before[p]
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
    for p in h.in_turn(live, first):
        must = p in taking or h.all_up or not h.options.muck or not t.chips[p] or h.rules.played.name in ALL_SHOW
        if must or any(p in pot.eligible and beats_shown(h, p, pot.eligible, worths) for pot in pots):
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
        half.called(made)
        for board in worths[seat]
        for half, made in zip(h.options.halves, board, strict=True)
        if made is not None
    ]
    t.tell(Shown(seat, h.own(seat), tuple(called)))


def looked_at(h: Hand) -> Script:
    """The end stands for a while. Players with unshown cards may show them, a winner without a showdown too (ruling
    20). When all have said it is over, as soon as everybody has seen what was shown last."""
    t = h.t
    unshown = [p for p in h.betting.live if p not in h.shown and not h.all_up]
    keeps, shown_at, until = t.rules >= KEEPS, t.now, t.now + SHOW_MS
    weight = DECISIVE if h.shown else TRICK
    may = [Only(move, optional=True) for move in ((SHOW, DONT_SHOW) if keeps else (SHOW,))]
    while unshown and t.moments:
        else_: dict[Seat, Move] = dict.fromkeys(unshown, DONT_SHOW) if keeps else {}
        row = yield Ask(dict.fromkeys(unshown, may), (), (until, ShowsOver()), else_, alone=True)
        if row.seat == CLOCK:
            return
        unshown.remove(row.seat)
        if row.move == SHOW:
            showing_of(h, row.seat, {row.seat: h.worths(row.seat) if h.complete else ()})
            shown_at = t.now
            until = max(until, shown_at + lasts(t, weight)) if keeps else until
        if not (keeps or unshown):
            return
    yield from moment(t, weight, since=shown_at)
