"""A deal by chips: what is left of the prizes of a freezeout is divided by the stacks, if all agree.

A proposal is made during a hand, which is played to its end; then everybody who is left is shown what each would get,
and says yes or no. One no, and the next hand is dealt.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.engine.amounts import YELLOW, down_to
from bot.engine.asks import Ask, Script, anyone, together
from bot.engine.offers import Offer, Only
from bot.engine.piles import Seat
from bot.engine.state import Standing, State
from bot.games.parts.agreed_end import (
    AGREED_TO_END,
    Agree,
    EndAgreed,
    EndLapsed,
    EndRefused,
    ProposeEnd,
    Refuse,
)
from bot.games.poker.carried_over import PokerTable, PokerView

from .carried_over import Carried, but
from .facts import CHIP_DEAL
from .freezeout import is_won, pay_bounties, places, prize_of, still_in
from .levels import prizes
from .moves import DealMade, DealOffered, DealProposed

AGREE_SECONDS = 45
"""How long everybody may think about it."""


def unless_dealt(t: PokerTable, play: Script) -> Script[bool]:
    """A hand, during which somebody may propose a deal: whether anybody has."""
    voters = t.present
    yield from together(play, proposals(t, voters))
    return t.has(AGREED_TO_END)


def proposals(t: PokerTable, voters: Collection[Seat]) -> Script:
    """One a hand."""
    none = "Nobody has proposed a deal."
    offers: tuple[Offer, ...] = (Only(ProposeEnd(), optional=True), Only(Agree(), none), Only(Refuse(), none))
    first = yield from anyone(dict.fromkeys(voters, offers))
    t.note(AGREED_TO_END, frozenset({first.seat}))
    t.tell(DealProposed(first.seat))
    wait = "A deal is proposed already: everybody is asked when this hand is over."
    yield from anyone(dict.fromkeys(voters, tuple(Only(move, wait) for move in (ProposeEnd(), Agree(), Refuse()))))


def vote(t: PokerTable) -> Script[bool]:
    """The hand is over: what everybody would get is shown, and all must agree to it. Returns whether they have."""
    carried: Carried = t.carried
    t.forget(AGREED_TO_END)
    if is_won(carried) or carried.tournament.wishes:  # others are still to come in
        t.tell(EndLapsed())
        return False
    offered = by_chips(t, carried)
    t.tell(DealOffered(offered))
    t.note(CHIP_DEAL, offered)
    voters, agreed = sorted(still_in(carried)), set[Seat]()
    answers: Sequence[Offer] = [Only(Agree()), Only(Refuse())]
    said: Sequence[Offer] = [Only(move, "You have agreed; the others must answer.") for move in (Agree(), Refuse())]
    while len(agreed) < len(voters):
        t.note(AGREED_TO_END, frozenset(agreed))
        waits = [p for p in voters if p not in agreed]
        offers = {p: said if p in agreed else answers for p in voters}
        row = yield Ask(offers, waits, None, dict.fromkeys(waits, Refuse()), AGREE_SECONDS)
        if row.move == Refuse():
            t.tell(EndRefused(row.seat))
            t.forget(AGREED_TO_END, CHIP_DEAL)
            return False
        agreed.add(row.seat)
        t.tell(EndAgreed(row.seat))
    t.forget(AGREED_TO_END, CHIP_DEAL)
    return True


# ---- who gets what -------------------------------------------------------------------------------


def by_chips(t: PokerTable, carried: Carried) -> tuple[tuple[Seat, int], ...]:
    """What everybody who is left would get, the largest stack first, without bounties."""
    left = [p for p in t.left_of(t.dealer) if p in still_in(carried)]
    left += [p for p in still_in(carried) if p not in left]
    stacks = {p: t.chips[p] for p in left}
    shared = chopped(stacks, left_to_win(carried, len(left), in_play(t, carried)), carried.tournament.chip)
    return tuple(sorted(shared.items(), key=lambda one: -stacks[one[0]]))


def in_play(t: PokerTable, carried: Carried) -> int:
    """All chips but bounties."""
    return sum(t.chips[p] for p in range(t.seats)) + t.chips["pot"] + t.chips["splash"] - carried.tournament.aside


def all_prizes(carried: Carried, chips: int) -> list[int]:
    """What all places get, the best first."""
    return prizes(chips, len(carried.entries), carried.tournament.chip)


def left_to_win(carried: Carried, left: int, chips: int) -> list[int]:
    """The prizes of the places that are still to be played for, one for each of `left` players; nothing for places
    that are not paid."""
    each = all_prizes(carried, chips)
    behind = {p: n for p, n in prizes_of_the_out(carried, each).items() if n}
    open_ = [*each[:left], *[0] * (left - len(each))]
    open_[0] += sum(each) - sum(open_) - sum(behind.values())  # what leavers forfeit, and what no even share takes
    return open_


def still_to_win(offered: Mapping[Seat, int], view: PokerView) -> list[int]:
    """What the places of those who are offered a deal would pay if it were played out, by what anybody sees."""
    chips = sum(view.stacks) + view.pot + view.splash - view.carried.tournament.aside
    each = all_prizes(view.carried, chips)[: len(offered)]
    each[0] += sum(offered.values()) - sum(each)
    return each


def prizes_of_the_out(carried: Carried, each: Sequence[int]) -> Mapping[Seat, int]:
    """What players who are out already have won; nothing for those who have left before they
    were."""
    found: dict[Seat, int] = {}
    for place, group in places(carried):
        if group == tuple(still_in(carried)):
            continue
        share = prize_of(each, place, len(group), carried.tournament.chip)
        found |= dict.fromkeys((p for p in group if p not in carried.left), share)
    return found


def chopped(stacks: Mapping[Seat, int], open_: Sequence[int], chip: int = YELLOW) -> dict[Seat, int]:
    """Everybody gets the lowest of these prizes, and the rest in proportion to the stacks, in whole chips; what is
    left over goes to the largest stack, of equal ones the first."""
    lowest, whole = down_to(open_[-1], chip), sum(stacks.values())
    rest = sum(open_) - lowest * len(stacks)
    got = {p: lowest + (down_to(rest * stack // whole, chip) if whole else 0) for p, stack in stacks.items()}
    got[max(stacks, key=lambda p: stacks[p])] += sum(open_) - sum(got.values())
    return got


def settle(t: PokerTable) -> None:
    """All have agreed: the chips are divided, places are by the stacks, and the match is over."""
    carried: Carried = t.carried
    dealt = dict(by_chips(t, carried))
    stacks = {p: t.chips[p] for p in dealt}
    out = prizes_of_the_out(carried, all_prizes(carried, in_play(t, carried)))
    due = {**dealt, **{p: n for p, n in out.items() if n}}
    t.pay(t.chips["splash"] - carried.tournament.aside, "splash", "pot", "freezeout")
    for p in dealt:
        t.pay(max(0, t.chips[p] - due[p]), p, "pot", "deal")
    for p, n in due.items():
        t.pay(n - t.chips[p], "pot", p, "prize")
    t.tell(DealMade(tuple(due.items())))
    pay_bounties(t, carried, [*dealt])
    better = sorted(stacks.values(), reverse=True)
    behind = [(place, p) for place, group in places(carried) for p in group if p not in stacks]
    standings = [Standing(p, better.index(stack) + 1, "L") for p, stack in stacks.items()]
    best = "D" if better.count(better[0]) > 1 else "W"
    standings = [one._replace(outcome=best) if one.place == 1 else one for one in standings]
    t.end_match([*standings, *(Standing(p, place, "L") for place, p in behind if p not in carried.left)])


def broken_off(state: State[Carried]) -> Mapping[Seat, int]:
    """What everybody has of all chips where the match is broken off between two hands: prizes of those who are out, the
    rest as in a deal by chips, bounties that were won, and those on the heads of players who are still in."""
    carried: Carried = state.carried or Carried()  # nothing is dealt yet
    if not carried.tournament.price:
        return {}
    cup, left = carried.tournament, carried.left | (state.fresh & {*still_in(carried)})
    buying = {wish.seat for wish in cup.wishes if wish.rebuy}
    playing = {p: state.stacks[p] for p in still_in(carried) if p not in left | buying}
    if not playing:
        return {}
    carried, chips = but(carried, left=left), sum(state.stacks) + state.pot + state.splash - cup.aside
    got = {**chopped(playing, left_to_win(carried, len(playing), chips), cup.chip)}
    got |= prizes_of_the_out(carried, all_prizes(carried, chips))
    for p, n in cup.won:
        got[p] = got.get(p, 0) + (n if p not in left else 0)
    for p in playing:
        got[p] += cup.bounty
    if rest := sum(state.stacks) + state.pot + state.splash - sum(got.values()):  # bounties of players who left
        got[next(iter(playing))] += rest
    return {p: n for p, n in got.items() if n}


def coming(state: State[Carried]) -> frozenset[Seat]:
    """Who is out, and is paid something for it at the end."""
    carried: Carried = state.carried or Carried()  # nothing is dealt yet
    if not carried.tournament.price:
        return frozenset()
    chips = sum(state.stacks) + state.pot + state.splash - carried.tournament.aside
    paid = {p for p, n in prizes_of_the_out(carried, all_prizes(carried, chips)).items() if n}
    won = {p for p, _ in carried.tournament.won}
    return frozenset((paid | won) - {*still_in(carried)} - carried.left)
