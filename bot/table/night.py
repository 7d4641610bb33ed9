"""A night of dealer's choice: one table, one bankroll, and one game after the other.

The deal goes round: the dealer names the next game, the cards are dealt, and when that game is over the deal passes to
the left. Stacks and whatever an earlier game has left on the table (its splash) go from game to game. A night is a
table whose game changes between matches, so that seats, chips, clocks and restarts are those of every table.

Each function changes the table in memory and puts what must be stored with it into the unit of work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from bot.engine.accounts import Paid
from bot.engine.deal import Deal
from bot.engine.piles import EVERYONE, Seat
from bot.engine.view import view
from bot.store import Point, Work, nights

from . import limits, money, rising
from .errors import Rejected
from .night_state import Best, Night
from .open_table import OpenTable
from .settlement import Payment, payments
from .state import CLOSED, PICK

HOUSE, POT = "house", "pot"
"""Among the accounts of a night: the bank of games that are played against the house, and what lies on the table. In a
settlement house players are of the house, too."""

CHIPS_ONLY = "Chips are play chips: nobody owes anybody anything, and all of them are back in the bank."


class Net(NamedTuple):
    """How somebody stands: by account and name, in hundredths of a white chip."""

    account: str
    name: str
    amount: int


def of(s: OpenTable) -> Night:
    """The night of a table. Raises Rejected if it is none."""
    if s.night is None:
        raise Rejected("This table is not a night of dealer's choice; `/night start` opens one.")
    return s.night


# ---- the deal goes round -----------------------------------------------------------------------


def playing(s: OpenTable) -> list[Seat]:
    """Those whom the next game deals in: they have chips and do not sit out. House players buy again in time."""
    return [n for n in s.taken if not s.chairs[n].sits_out and (s.stack_of(n) > 0 or s.chairs[n].house)]


def wait_for_pick(s: OpenTable) -> None:
    night = of(s)
    night.variant, night.among, night.lasting = "", [], None
    night.named = alone[0] if len(alone := limits.games(night.only)) == 1 else None
    night.until, night.deals_to_play, night.lasts_now = 0, 0, ""
    s.phase, s.turns = PICK, {}
    time_to_pick(s)


def time_to_pick(s: OpenTable) -> None:
    """The dealer has all their time from now on."""
    s.next_at = s.now() + of(s).pick_seconds * 1000


def in_round(s: OpenTable) -> list[Seat]:
    """All chairs as the deal goes round: spectators of a game sit behind the others only until the next one."""
    order = of(s).round
    places = {account: place for place, account in enumerate(order)}
    return sorted(range(len(s.chairs)), key=lambda n: places.get(s.chairs[n].account, len(order)))


def left_of(s: OpenTable, seat: Seat) -> Seat:
    """Who has the deal after this seat."""
    around, among = in_round(s), playing(s) or s.taken
    at = around.index(seat) if seat in around else -1
    return next((n for n in (*around[at + 1 :], *around[: at + 1]) if n in among), 0)


def pass_the_deal(s: OpenTable) -> None:
    """A game is over: the deal goes to the left."""
    night = of(s)
    night.dealer = left_of(s, night.dealer)
    wait_for_pick(s)
    s.notice = " ".join(filter(None, (s.notice, rising.rise(night, len(playing(s)), s.now()))))


def why_no_rebuy(s: OpenTable, seat: Seat) -> str | None:
    """Why the player on this seat may buy no more chips tonight, in a sentence; None if they may."""
    night, chair = of(s), s.chairs[seat]
    if chair.user is None or night.party(chair).rebuys < night.rebuys:
        return None
    times = "once" if night.rebuys == 1 else f"{night.rebuys} times"
    return f"Tonight everybody may buy again {times}, and you have." if night.rebuys else "Nobody buys again tonight."


def buy_again(s: OpenTable, work: Work, seat: Seat) -> None:
    """Another buy-in for a seat between two deals. Raises Rejected above the limit."""
    night, chair = of(s), s.chairs[seat]
    if why := why_no_rebuy(s, seat):
        raise Rejected(why)
    night.party(chair).rebuys += 1
    amount = money.buy_in(s)
    money.buy(s, work, seat, amount, "rebuy")
    if s.match is not None and seat not in s.newcomers:
        s.match.rebuy(seat, amount)
    if s.match is None or s.stack_of(seat) == amount:
        chair.sits_out = False


# ---- how it stands -----------------------------------------------------------------------------


def note_deal(s: OpenTable, work: Work, deal: Deal) -> None:
    """After a deal: the course of the stacks, and whether this was the biggest pot or the best hand of the night."""
    night = of(s)
    point = Point(s.game.slug, {net.account: net.amount for net in nets(s)})
    work.do(nights.note_course, s.id, night.deals, point)
    s.course.append(point)
    night.deals += 1
    won: dict[Seat, int] = {}
    for event, audience in deal.table.events:
        if isinstance(event, Paid) and event.source == "pot" and isinstance(event.to, int):
            won[event.to] = won.get(event.to, 0) + event.amount
        boast = s.game.boast(event) if audience is EVERYONE else None  # otherwise not all have seen it
        if boast is not None and (night.hand is None or [*boast.worth] > night.hand.worth):
            night.hand = Best(s.chairs[boast.seat].name, s.game.title, [*boast.worth], boast.text)
    for seat, amount in won.items():
        if night.pot is None or [amount] > night.pot.worth:
            night.pot = Best(s.chairs[seat].name, s.game.title, [amount], "")


def nets(s: OpenTable, *, before_hand: bool = False) -> list[Net]:
    """Everybody's gains and losses so far, the best first, and what the house has won or lost with them; those from
    before the running hand, if they are asked for. What lies on the table belongs to nobody yet; with it all of it sums
    to nothing."""
    has, lies = (s.stack_of, _lay(s)) if before_hand else (s.in_front, lying(s))
    stacks = {} if s.phase == CLOSED else {s.chairs[n].account: has(n) for n in s.taken}
    found = [
        Net(account, party.name, stacks.get(account, 0) + party.cashed - party.bought)
        for account, party in of(s).parties.items()
    ]
    if house := -lies - sum(net.amount for net in found):
        found.append(Net(HOUSE, "The house", house))
    return sorted(found, key=lambda net: -net.amount)


def lying(s: OpenTable) -> int:
    """What lies in the pot, has been bet, or was left for the next pot."""
    if s.deal is not None:
        seen = view(s.deal)
        return s.splash + seen.pot + seen.splash + sum(seen.wagers)
    return _lay(s)


def _lay(s: OpenTable) -> int:
    """What lay there when the running hand began; between two, what lies there now."""
    return s.splash + (s.match.state.pot + s.match.state.splash if s.match else 0)


def of_house(account: str) -> bool:
    """Whether this is a house player's account, or that of the house that banks a game."""
    return account.startswith(HOUSE)


def with_one_house(found: Sequence[Net]) -> list[Net]:
    """The people, the best first, and after them the house: all house players, and the bank of games against it."""
    people = [net for net in found if not of_house(net.account)]
    house = sum(net.amount for net in found if of_house(net.account))
    return [*people, *([Net(HOUSE, "The house", house)] if house else [])]


def settled(found: Sequence[Net]) -> list[Payment]:
    """Who would pay whom. The house is one of them, however many house players there were; what still lies in the pot
    is nobody's debt."""
    sums = {net.account: net.amount for net in with_one_house(found)}
    if rest := sum(sums.values()):
        sums[POT] = -rest
    return payments(sums)


def among_people(paid: Sequence[Payment]) -> list[Payment]:
    """What people pay each other."""
    return [payment for payment in paid if not {payment.source, payment.to} & {HOUSE, POT}]


def finish(s: OpenTable, work: Work) -> None:
    """Everybody has cashed out: the night is over, and how it went is kept."""
    night = of(s)
    found = nets(s)
    summary: nights.Summary = {
        "nets": found,
        "payments": settled(found),
        "games": night.played,
        "deals": night.deals,
        "pot": night.pot and asdict(night.pot),
        "hand": night.hand and asdict(night.hand),
    }
    work.do(nights.end_night, s.id, s.time.now(), summary)
