"""Guts: three cards, and all say in secret whether they are in. The pot goes on until nobody pays for it any more.

Losers pay as much as there was in the pot, for the next deal; a ghost may be what a lone seat must beat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.engine.amounts import shares
from bot.engine.asks import Script, ask_all
from bot.engine.moments import BRIEF, DECISIVE, TRICK, moment
from bot.engine.offers import Move, Offer, OneOf
from bot.engine.piles import NOBODY, Pile, Seat
from bot.engine.side_pots import Pot
from bot.games.poker.carried_over import PokerTable

from . import forced
from .carried_over import PASSES, Carried, but, newcomers, share_pots, staying
from .facts import GHOST
from .moves import Declare, GutsLosses, GutsOpened, NotDealtIn, PotStays, Shown, Won
from .options import PLAYERS_POKER, Rules
from .ranking import THREE

DECLARE_SECONDS = 30


def leave_out(t: PokerTable, carried: Carried, rules: Rules) -> None:
    """Who has no chips to risk beyond an ante that is owed."""
    owing = owes(t, carried)
    for p in t.players:
        if t.chips[p] <= (rules.ante if p in owing else 0):
            t.away.add(p)
            t.tell(NotDealtIn(p))


def owes(t: PokerTable, carried: Carried) -> set[Seat]:
    """Who antes: everybody for a new pot, and players who join while there is one."""
    return newcomers(t, carried) if carried.pots else {*t.players}


def play(t: PokerTable, rules: Rules) -> Script:
    """A deal: antes, cards, declarations, and what comes of them."""
    carried: Carried = t.carried
    owing = owes(t, carried)
    forced.antes(t, rules, owing)
    if not t.options.freezeout:
        t.pay(t.chips["splash"], "splash", "pot", "splash")
    payers = [p for p in t.left_of(t.dealer) if p in owing or p in carried.paid]
    payers += [p for p in sorted(carried.paid) if p not in payers]
    stock, hands, ghost = t.stock(), t.hands(), t.options.rule("ghost")
    n = int(t.options.rule("cards"))
    t.deal(stock, n, *[hands[p] for p in t.players])
    spirit = t.pile(GHOST, seen_by=NOBODY, zone="ghost") if ghost != "off" else None
    if spirit is not None:
        t.deal(stock, n, spirit)
    are_in = yield from declarations(t)
    t.tell(GutsOpened(tuple(are_in)))
    haunted = spirit if ghost == "all" or len(are_in) == 1 else None
    compared = bool(are_in) and (len(are_in) > 1 or haunted is not None)
    if are_in:
        if compared:
            yield from moment(t, BRIEF)
        compare(t, {p: hands[p] for p in are_in}, haunted, rules.chip)
    keep(t, payers, passed=not are_in)
    yield from moment(t, DECISIVE if compared else TRICK)


def declarations(t: PokerTable) -> Script[list[Seat]]:
    """Everybody's at once, unseen until all are in or time is up: who is in, from the dealer's left."""
    offer = {p: OneOf(Declare, ("in", "out"), "Declare in or out.") for p in t.players}
    offers: dict[Seat, Sequence[Offer]] = {p: [one] for p, one in offer.items()}
    default: dict[Seat, Move] = dict.fromkeys(offers, Declare("out"))
    said = yield from ask_all(t, offers, default, DECLARE_SECONDS, hushed=True)
    return [p for p in t.players if said[p].choice == "in"]


def compare(t: PokerTable, hands: dict[Seat, Pile], ghost: Pile | None, chip: int) -> None:
    """The best of those who are in takes the pot, shared in whole chips, each at most its stack; every other pays for
    the next deal."""
    pot, stacks = t.chips["pot"], {p: t.chips[p] for p in hands}
    worth = {p: THREE.worth(hand) for p, hand in hands.items()}
    beside = [*worth.values(), *([THREE.worth(ghost)] if ghost is not None else [])]
    called = {p: _called(t, worth[p], beside) for p in hands}
    best = max(worth.values())
    seen = len(hands) > 1 or ghost is not None
    if seen:
        _show(t, hands, called)
    if ghost is not None:
        t.open(ghost)
        t.tell(Shown(-1, tuple(ghost), (_called(t, THREE.worth(ghost), beside),)))
    beaten = ghost is not None and THREE.worth(ghost) >= best  # it wins ties, and keeps the pot where it is
    winners = [] if beaten else [p for p in hands if worth[p] == best]
    taken = 0
    for p, share in zip(winners, shares(pot, len(winners), chip) if winners else (), strict=True):
        t.pay(min(share, stacks[p]), "pot", p, "pot")  # no more than it has risked (ruling 14)
        taken += min(share, stacks[p])
    if winners:
        p = winners[0]
        cards = tuple(tuple(hands[p]) for p in winners) if seen else ()
        t.tell(Won("pot", 0, "", taken, tuple(winners), called[p] if seen else "", cards))
    paid = tuple((p, min(pot, stacks[p])) for p in hands if p not in winners)
    for p, amount in paid:
        t.pay(amount, p, "pot", "guts")
    if paid:
        t.tell(GutsLosses(paid))


def _called(t: PokerTable, worth: int, beside: Collection[int]) -> str:
    """A hand by its name, beside all that are compared."""
    return THREE.told(worth, beside) if t.rules >= PLAYERS_POKER else THREE.called(worth)


def _show(t: PokerTable, hands: Mapping[Seat, Pile], called: Mapping[Seat, str]) -> None:
    """The hands that are compared; the ghost's follows them."""
    for p, hand in hands.items():
        t.open(hand)
        t.tell(Shown(p, tuple(hand), (called[p],)))


def keep(t: PokerTable, payers: Sequence[Seat], *, passed: bool) -> None:
    """The game goes on while there is a pot; a deal that leaves one does not count."""
    carried: Carried = t.carried
    pot = t.chips["pot"]
    times = carried.passed + 1 if passed else 0
    pots = [Pot(pot, tuple(payers))]
    if pot and times < PASSES:
        t.tell(PotStays(pot, "guts"))
        t.carried = but(staying(carried, pots), passed=times)
        return
    if pot:
        share_pots(t, pots)
    t.carried = but(staying(carried, ()), passed=0, hands=carried.hands + 1)
