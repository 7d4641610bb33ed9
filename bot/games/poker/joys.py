"""What some home games pay besides the pots, and who calls a bomb pot (rules/poker.md, "Extras")."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.amounts import YELLOW, Amount, down_to, shares
from bot.engine.asks import Script, anyone
from bot.engine.offers import Only
from bot.engine.piles import Seat
from bot.games.poker.carried_over import PokerTable

from .carried_over import Carried, but
from .facts import BOMB_NEXT, CHIP
from .hand import Hand
from .moves import BombCalled, BombNext, BombTakenBack, LastStanding, SatDown, SevenDeuce, Won

# ---- seven-deuce ---------------------------------------------------------------------------------


def seven_deuce(h: Hand, seats: Collection[Seat]) -> None:
    """Those of these who have won with a seven and a deuce, and shown them, are paid by all others who were dealt
    in."""
    t = h.t
    if not h.options.seven_deuce:
        return
    each = in_chips(t, h.options.seven_deuce)
    for seat in [p for p in t.players if p in seats and p in h.won and p in h.shown]:
        if sorted(c.rank for c in h.hands[seat]) != [2, 7]:
            continue
        paid = tuple((p, n) for p in t.left_of(seat) if p != seat and (n := min(each, t.chips[p])))
        for p, n in paid:
            t.pay(n, p, seat, "seven-deuce")
        t.tell(SevenDeuce(seat, paid))


def in_chips(t: PokerTable, amount: Amount) -> Amount:
    """The same in whole chips, where a freezeout has none so small any more; all of it if it is less than a chip."""
    return down_to(amount, t.fact(CHIP, YELLOW)) or amount


# ---- the stand-up game ---------------------------------------------------------------------------


def stand_up(t: PokerTable) -> None:
    """Who has won a pot sits down. The last one standing pays all who sit, and a new round begins."""
    carried = t.carried
    if not t.options.stand_up:
        return
    each = in_chips(t, t.options.stand_up)
    here = {*t.players} - t.state.fresh
    began = bool(carried.standing)
    standing = [p for p in carried.standing if p in here] if began else [*t.players]
    seated = [p for p in carried.seated if p in here]
    won = {p for event, _ in t.events if type(event) is Won for p in event.winners}
    sat = [p for p in standing if p in won]
    standing, seated = [p for p in standing if p not in won], [*seated, *sat]
    if sat:
        t.tell(SatDown(tuple(sat), tuple(standing)))
    if len(standing) == 1:
        _pays(t, standing[0], seated, each)
    over = len(standing) < 2
    t.carried = but(carried, standing=() if over else tuple(standing), seated=() if over else tuple(seated))


def _pays(t: PokerTable, seat: Seat, seated: Collection[Seat], each: int) -> None:
    """The same to each; of a stack that is too short an even share, spare chips from the payer's left."""
    among = [p for p in [*t.left_of(seat), *seated] if p in seated and p != seat]
    among = [*dict.fromkeys(among)]
    if not among:
        return
    whole = min(each * len(among), t.chips[seat])
    paid = tuple((p, n) for p, n in zip(among, shares(whole, len(among), t.fact(CHIP, YELLOW)), strict=True) if n)
    for p, n in paid:
        t.pay(n, seat, p, "stand-up")
    t.tell(LastStanding(seat, paid))


# ---- bomb pots -----------------------------------------------------------------------------------


def calls_bomb(t: PokerTable) -> Script:
    """Beside the hand: the dealer or the host may call a bomb pot for the next one, and take it back until this one is
    over."""
    offers = {p: [Only(BombNext(), optional=True)] for p in t.players if p in (t.dealer, t.state.host)}
    while True:
        row = yield from anyone(offers)
        if t.has(BOMB_NEXT):
            t.forget(BOMB_NEXT)
            t.tell(BombTakenBack(row.seat))
        else:
            t.note(BOMB_NEXT, True)
            t.tell(BombCalled(row.seat))


def called_bomb(t: PokerTable, carried: Carried) -> Carried:
    """What is kept of it for the next deal."""
    return but(carried, bomb_next=t.has(BOMB_NEXT)) if carried.bomb_next != t.has(BOMB_NEXT) else carried
