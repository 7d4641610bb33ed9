"""A freezeout: equal stacks, rising stakes, and prizes for the last (rules/poker.md, "End of match").

What came with PLAYERS_POKER is asked and told in `after_hand`: bounties, chips that are bought again, the bubble.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from bot.engine.amounts import down_to, shares
from bot.engine.asks import Ask, Script
from bot.engine.offers import Move, Offer, Only
from bot.engine.piles import Seat
from bot.engine.side_pots import pot_name
from bot.engine.state import Standing, State
from bot.games.poker.carried_over import PokerTable

from .carried_over import Carried, but
from .facts import ADD_ON, BROKE
from .hand import Hand
from .levels import prizes, reached
from .moves import (
    DECLINE,
    AddOn,
    AddsOn,
    Bounties,
    BountyWon,
    Bubble,
    BuyAgain,
    BuysAgain,
    InTheMoney,
    Out,
    Posted,
    Prizes,
    Won,
)
from .options import PLAYERS_POKER
from .tournament import Knocked, Tournament, Wish, add_on_of, bounty_of
from .variants import BLINDS

BUY_SECONDS = 20
"""How long a player may think about buying again."""


def enter(t: PokerTable, carried: Carried) -> Carried:
    """Everybody who has chips when it begins; later, a player who has left is out like one without chips."""
    if not carried.entries:
        return begin(t, but(carried, entries=tuple(p for p in t.present if t.chips[p])))
    carried = but(carried, left=leavers(t, carried))
    if carried.tournament.wishes:
        carried = bought(t, carried)
    gone = tuple(p for p in still_in(carried) if p in carried.left)
    if gone and (cup := carried.tournament).bounty:  # nobody has knocked them out: it goes to the prizes
        carried = but(carried, tournament=replace(cup, aside=cup.aside - cup.bounty * len(gone)))
    return leaves(t, carried, [gone]) if gone else carried


def leavers(t: PokerTable, carried: Carried) -> frozenset[Seat]:
    """Who gets no prize because they have got up. Who was out before has come to their place, and what they have
    won is theirs."""
    playing = {*carried.entries} if t.rules < PLAYERS_POKER else {*still_in(carried)}
    return carried.left | (t.state.fresh & playing)


def start(t: PokerTable, carried: Carried) -> Carried:
    """Before a deal: who could not pay for more chips is out, and the button is where it should be."""
    carried = drop_out(t, carried)
    if t.rules < PLAYERS_POKER:
        return carried
    button(t, carried)
    gone = sum(isinstance(event, Out) for event, _ in t.events)
    return tell_of_the_money(t, carried, len(still_in(carried)) + gone)


def begin(t: PokerTable, carried: Carried) -> Carried:
    """The clock of the levels runs from now on, and bounties are put aside."""
    if t.rules < PLAYERS_POKER or not carried.entries:
        return carried
    price = min(t.chips[p] for p in carried.entries)
    chip = t.options.chip
    bounty = bounty_of(t.options.bounty, price, chip)
    for p in carried.entries:
        t.pay(bounty, p, "splash", "bounty")
    cup = Tournament(began=t.now, price=price, chip=chip, bounty=bounty, aside=bounty * len(carried.entries))
    return but(carried, tournament=cup)


def still_in(carried: Carried) -> list[Seat]:
    """Who is not out yet."""
    out = {p for group in carried.out for p in group}
    return [p for p in carried.entries if p not in out]


def drop_out(t: PokerTable, carried: Carried) -> Carried:
    """After a deal: who has nothing left and no part in a pot that stays is out; the larger stack before it is placed
    higher."""
    stacks = t.state.stacks
    buying = {wish.seat for wish in carried.tournament.wishes}
    broke = sorted((p for p in busted(t, carried) if p not in buying), key=lambda p: stacks[p])
    by = {one.seat: one.by for one in carried.tournament.knocked}
    return leaves(t, carried, [tuple(group) for _, group in groupby(broke, key=lambda p: stacks[p])], by)


def busted(t: PokerTable, carried: Carried) -> list[Seat]:
    """Who has nothing left and no part in a pot that stays."""
    return [p for p in still_in(carried) if not t.chips[p] and p not in carried.paid]


def leaves(
    t: PokerTable,
    carried: Carried,
    groups: Sequence[tuple[Seat, ...]],
    by: Mapping[Seat, tuple[Seat, ...]] | None = None,
) -> Carried:
    """These are out, the first group first."""
    for group in groups:
        place = len(still_in(carried)) - len(group) + 1
        carried = but(carried, out=(*carried.out, group))
        for p in group:
            t.tell(Out(p, place, (by or {}).get(p, ())))
    return carried


def is_won(carried: Carried) -> bool:
    """Whether one seat is left."""
    return len(still_in(carried)) <= 1


def places(carried: Carried) -> list[tuple[int, tuple[Seat, ...]]]:
    """Everybody's place, the best first; several share one."""
    found: list[tuple[int, tuple[Seat, ...]]] = []
    place = 1
    for group in (tuple(still_in(carried)), *reversed(carried.out)):
        if group:
            found.append((place, group))
            place += len(group)
    return found


def prize_of(each: Sequence[int], place: int, sharing: int, chip: int) -> int:
    """What each of those who share a place gets."""
    return down_to(sum(each[place - 1 : place - 1 + sharing]) // sharing, chip)


def paid_places(carried: Carried) -> int:
    """How many places get a prize."""
    return len(prizes(0, len(carried.entries)))


# ---- after each hand -----------------------------------------------------------------------------


def after_hand(t: PokerTable) -> Script:
    """Who is knocked out, and by whom; who buys again; and how near the money is."""
    carried: Carried = t.carried
    carried = t.carried = with_bounties(t, carried)
    closing = closes(t, carried)
    if t.options.rebuys and not carried.tournament.closed:
        yield from buy_again(t)
    left = len(still_in(t.carried))
    t.carried = carried = drop_out(t, t.carried)
    if closing and t.options.add_on and not is_won(carried):
        yield from add_on(t)
        carried = t.carried
    posted = [e.seat for e, _ in t.events if isinstance(e, Posted) and e.what == "big blind"]
    cup = replace(
        carried.tournament, knocked=(), big=posted[-1] if posted else None,
        closed=carried.tournament.closed or closing or not t.options.rebuys,
    )  # fmt: skip
    t.carried = tell_of_the_money(t, but(carried, tournament=cup), left)


def closes(t: PokerTable, carried: Carried) -> bool:
    """Whether the last level in which players may buy again is over with this hand."""
    options, cup = t.options, carried.tournament
    if not options.rebuys or cup.closed:
        return False
    return reached(options, t.state.number + 1, cup.began, t.now).number >= options.rebuys


def with_bounties(t: PokerTable, carried: Carried) -> Carried:
    """Who has taken the last chips of a seat gets what lay on its head."""
    known = {one.seat: one.by for one in carried.tournament.knocked}
    fallen = [Knocked(p, known.get(p) or took_most(t, p)) for p in busted(t, carried)]
    cup = carried.tournament
    won, aside = dict(cup.won), cup.aside
    for seat, by in fallen:
        if not cup.bounty:
            break
        if not by:
            aside -= cup.bounty
            continue
        paid = tuple((p, n) for p, n in zip(by, shares(cup.bounty, len(by), cup.chip), strict=True) if n)
        for p, n in paid:
            won[p] = won.get(p, 0) + n
        t.tell(BountyWon(seat, paid))
    cup = replace(cup, knocked=tuple(fallen), won=tuple(sorted(won.items())), aside=aside)
    return but(carried, tournament=cup)


def took_most(t: PokerTable, seat: Seat) -> tuple[Seat, ...]:
    """Who has won the most of this deal, where no pot says it."""
    won: dict[Seat, int] = {}
    for event, _ in t.events:
        if isinstance(event, Won):
            for p, n in zip(event.winners, shares(event.amount, len(event.winners)), strict=True):
                won[p] = won.get(p, 0) + n
    return most(t, won, seat)


def knocked_out(h: Hand) -> Carried:
    """After the pots are paid: of each seat that has nothing left, who has won the most of the last pot in which it had
    a part."""
    t, pots = h.t, h.betting.lying
    found: list[Knocked] = []
    for p in t.players:
        mine = [n for n, pot in enumerate(pots) if p in pot.eligible]
        if t.chips[p] or not mine:
            continue
        won: dict[Seat, int] = {}
        for winner, n in (one for pot, got in h.taken if pot == pot_name(mine[-1], pots) for one in got.items()):
            won[winner] = won.get(winner, 0) + n
        found.append(Knocked(p, most(t, won, p)))
    carried: Carried = t.carried
    return but(carried, tournament=replace(carried.tournament, knocked=tuple(found)))


def most(t: PokerTable, won: Mapping[Seat, int], seat: Seat) -> tuple[Seat, ...]:
    """Who has won the most, but for this seat, from the dealer's left."""
    others = {p: n for p, n in won.items() if p != seat and n}
    top = max(others.values(), default=0)
    return tuple(p for p in t.left_of(t.dealer) if others.get(p) == top) if top else ()


def tell_of_the_money(t: PokerTable, carried: Carried, before: int) -> Carried:
    """The bubble is told once, and that it has burst; not before everybody's chips are bought, nor if the winner alone
    is paid."""
    cup, left, paid = carried.tournament, len(still_in(carried)), paid_places(carried)
    if paid < 2 or not cup.closed or cup.wishes:
        return carried
    if left == paid + 1 and not cup.bubble:
        t.tell(Bubble(left, paid))
        return but(carried, tournament=replace(cup, bubble=True))
    if 1 < left <= paid < before:
        t.tell(InTheMoney(left))
    return carried


# ---- chips that are bought in the middle ---------------------------------------------------------


def buy_again(t: PokerTable) -> Script:
    """Players who have lost everything may buy the starting stack once more. They are out if they do not."""
    carried: Carried = t.carried
    cup = carried.tournament
    fallen = {one.seat: one.by for one in cup.knocked}
    said = yield from answers(t, fallen, BuyAgain())
    wishes = [Wish(p, cup.price, 0, 0, fallen[p]) for p in fallen if said[p] == BuyAgain()]
    for wish in wishes:
        t.tell(BuysAgain(wish.seat, cup.price, wish.by))
    t.carried = but(carried, tournament=replace(cup, wishes=tuple(wishes)))


def add_on(t: PokerTable) -> Script:
    """Everybody who is still in may buy more chips, once."""
    carried: Carried = t.carried
    cup = carried.tournament
    amount = add_on_of(t.options.add_on, cup.price, cup.bounty)
    wishes = {wish.seat: wish for wish in cup.wishes}
    seats = [p for p in still_in(carried) if p not in carried.left]
    t.note(ADD_ON, amount)
    said = yield from answers(t, seats, AddOn())
    t.forget(ADD_ON)
    for p in seats:
        if said[p] == AddOn():
            wishes[p] = wishes.get(p, Wish(p, 0, 0, t.chips[p]))._replace(add_on=amount)
            t.tell(AddsOn(p, amount))
    t.carried = but(carried, tournament=replace(cup, wishes=tuple(wishes[p] for p in sorted(wishes))))


def answers(t: PokerTable, seats: Mapping[Seat, object] | Sequence[Seat], wanted: Move) -> Script[dict[Seat, Move]]:
    """What each of these says, all at once and for everybody to hear; who says nothing does not buy."""
    said: dict[Seat, Move] = {}
    while len(said) < len(seats):
        asked = [p for p in seats if p not in said]
        t.note(BROKE, frozenset(asked))
        offers: Sequence[Offer] = [Only(wanted), Only(DECLINE)]
        row = yield Ask(dict.fromkeys(asked, offers), asked, None, dict.fromkeys(asked, DECLINE), BUY_SECONDS)
        said[row.seat] = row.move
    t.forget(BROKE)
    return said


def wanted(state: State[Carried]) -> Mapping[Seat, int]:
    """What is to be bought before the next deal, in hundredths of a white."""
    carried: Carried | None = state.carried
    return {wish.seat: wish.rebuy + wish.add_on for wish in carried.tournament.wishes} if carried else {}


def bought(t: PokerTable, carried: Carried) -> Carried:
    """What players have bought since the last deal: a bounty lies on each that is in again. A player who could not pay
    is out like one who did not want to."""
    cup = carried.tournament
    knocked: list[Knocked] = []
    rebuys, aside = [*cup.rebuys], cup.aside
    for wish in cup.wishes:
        if wish.seat in carried.left:
            aside += cup.bounty if wish.rebuy else 0  # none lies there; `enter` takes it from those who have left
            continue
        if t.chips[wish.seat] < wish.before + wish.rebuy + wish.add_on:
            knocked.append(Knocked(wish.seat, wish.by))
            continue
        if wish.rebuy:
            t.pay(cup.bounty, wish.seat, "splash", "bounty")
            aside += cup.bounty
            rebuys.append(wish.seat)
    cup = replace(cup, wishes=(), knocked=tuple(knocked), rebuys=tuple(rebuys), aside=aside)
    return but(carried, tournament=cup)


# ---- the button ----------------------------------------------------------------------------------


def button(t: PokerTable, carried: Carried) -> None:
    """When it shrinks to two, nobody is the big blind twice running: the button goes to the player who would be."""
    players = t.present
    if t.rules < PLAYERS_POKER or len(players) != 2 or t.options.played.forced != BLINDS:
        return
    big = t.left_of(t.dealer)[0]
    if len(carried.dealt_in) > 2 and big == carried.tournament.big:
        t.dealer = big


# ---- the end -------------------------------------------------------------------------------------


def finish(t: PokerTable, carried: Carried) -> None:
    """The winner has all chips, and pays the places out of them; what a seat that has got up before it was
    out would get stays with it."""
    (winner,) = still_in(carried)
    cup = carried.tournament
    t.pay(t.chips["pot"], "pot", winner, "freezeout")
    t.pay(t.chips["splash"] - cup.aside, "splash", winner, "freezeout")
    each = prizes(t.chips[winner], len(carried.entries), cup.chip)
    paid: dict[Seat, int] = {}
    for place, group in places(carried)[1:]:
        share = prize_of(each, place, len(group), cup.chip)
        for p in group:
            if share and p not in carried.left:
                t.pay(share, winner, p, "prize")
                paid[p] = share
    t.tell(Prizes(((winner, t.chips[winner]), *paid.items())))
    pay_bounties(t, carried, [winner])
    t.end_match(
        Standing(p, place, "W" if place == 1 else "L")
        for place, group in places(carried)
        for p in group
        if p not in carried.left
    )


def pay_bounties(t: PokerTable, carried: Carried, winners: Sequence[Seat]) -> None:
    """Everybody gets what they have won, and the winners what lies on their own heads; what players have won who left
    before they were out goes to the first of the winners."""
    cup = carried.tournament
    got = {p: n for p, n in cup.won if p not in carried.left}
    for p in winners:
        got[p] = got.get(p, 0) + cup.bounty
    if rest := cup.aside - sum(got.values()):
        got[winners[0]] = got.get(winners[0], 0) + rest
    for p, n in got.items():
        t.pay(n, "splash", p, "bounty")
    if paid := tuple(sorted(((p, n) for p, n in got.items() if n), key=lambda one: -one[1])):
        t.tell(Bounties(paid))


def share_forfeits(t: PokerTable, carried: Carried) -> None:
    """It is ended early: players still in keep what they have, and share the chips of those who left."""
    if carried.tournament.aside:
        pay_bounties(t, carried, still_in(carried))
    if lies := t.chips["splash"]:
        t.split(lies, "splash", still_in(carried), "share of those who left")
