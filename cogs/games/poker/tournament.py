"""What is said of a freezeout: its level, who is knocked out by whom, bounties, the bubble, and a deal by chips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.engine.amounts import whites
from bot.engine.events import Event
from bot.engine.piles import Seat
from bot.games.poker import chip_deal, freezeout, levels
from bot.games.poker import moves as m
from bot.games.poker.carried_over import PokerView
from bot.games.poker.facts import ADD_ON, BROKE, CHIP_DEAL
from bot.games.poker.options import Options, Rules, rules_of
from bot.games.poker.smallest import in_play
from bot.games.poker.variants import ANTE, BLINDS
from bot.show.words.game import Underway
from bot.show.words.sentences import Say, Who, times


def stakes(options: Options, number: int) -> Rules:
    """What is played for in a level, from 0."""
    level = levels.level(options.stakes, number)
    return rules_of(options, level, chip=in_play(options, level))


def blinds(options: Options, number: int) -> str:
    """The same in words: "3 – 6", "3 – 6, ante ½", "ante 2"."""
    rules = stakes(options, number)
    ante = f"ante {whites(rules.ante)}"
    if options.played.forced == ANTE:
        return ante
    blind = f"{whites(rules.small)} – {whites(rules.u)}" if options.played.forced == BLINDS else (
        f"stakes {whites(rules.u)}"
    )  # fmt: skip
    return f"{blind}, {ante}" if rules.ante else blind


def at_level(view: PokerView) -> levels.Reached:
    """The level of the hand that lies there, as it was dealt; how long it lasts is by now."""
    cup = view.carried.tournament if view.carried else None
    found = levels.reached(view.options, view.number, cup.began if cup else None, view.now)
    if cup is None or cup.began is None or found.until is None:
        return found
    length = (view.options.level_minutes or 1) * levels.MINUTE_MS
    until = cup.began + (cup.level + 1) * length
    return levels.Reached(cup.level, None, until, levels.part_over(view.now - until + length, length))


def until_next(at: levels.Reached, now: int, then: str) -> str:
    """How long a level lasts still, in as few words as a picture has room for, and what comes then."""
    if at.until is None:
        return f"{times(at.hands or 1, 'hand')}, then {then}"
    if (left := at.until - now) <= 0:
        return f"{then} with the next hand"
    return f"{-(-left // levels.MINUTE_MS)} min, then {then}"


def chips_in_play(view: PokerView) -> int:
    """What the prizes are paid from: everything but bounties, and what is bought before the next deal."""
    lies = sum(view.stacks) + sum(view.wagers) + view.pot + view.splash
    if view.carried is None:
        return lies
    cup = view.carried.tournament
    bought = sum(wish.rebuy + wish.add_on - (cup.bounty if wish.rebuy else 0) for wish in cup.wishes)
    return lies - cup.aside + bought


def left(view: PokerView) -> tuple[Sequence[Seat], int]:
    """Who is still in, and how many have begun."""
    if not view.carried or not view.carried.entries:
        return view.players, len(view.players)
    return freezeout.still_in(view.carried), len(view.carried.entries)


def average(view: PokerView) -> str:
    """The average stack in big blinds: "24"; empty where it is over."""
    players, _ = left(view)
    u = stakes(view.options, at_level(view).number).u
    return f"{round(chips_in_play(view) / max(1, len(players)) / u):,}"


def unit(options: Options) -> str:
    """What a stack is measured by."""
    return "big blinds" if options.played.forced == BLINDS else "bets"


def prizes(view: PokerView) -> Sequence[int]:
    """What the places get, the best first."""
    chip = view.carried.tournament.chip if view.carried else view.options.chip
    return levels.prizes(chips_in_play(view), left(view)[1], chip)


def _underway(view: PokerView, who: Who, when: Callable[[int], str]) -> list[str]:
    """The level and the next one, how many are left, and what is paid; nothing of a table that is no freezeout, or when
    it is over."""
    options: Options = view.options
    if not options.freezeout or view.standings is not None:
        return []
    at, (players, entries) = at_level(view), left(view)
    then = blinds(options, at.number + 1)
    if at.until is not None:
        soon = f"{then} with the next hand" if at.until <= view.now else f"{then}, due {when(at.until)}"
    else:
        hands = (at.hands or 1) - (view.over or view.has(BROKE) or view.has(CHIP_DEAL))
        soon = f"{then} after {times(hands, 'more hand')}" if hands else f"{then} with the next hand"
    paid = " · ".join(f"{nth(place)} {whites(n)}" for place, n in enumerate(prizes(view), 1))
    told = [
        f"**Level {at.number + 1}: {blinds(options, at.number)}**, then {soon}",
        f"{len(players)} of {entries} left, {average(view)} {unit(options)} on average · {paid}",
    ]
    if cup := view.carried and view.carried.tournament:
        more = [f"bounty {whites(cup.bounty)}"] if cup.bounty else []
        more += [f"won: {amounts(cup.won, who)}"] if cup.bounty and cup.won else []
        if options.rebuys and not cup.closed:
            add_on = ", then an add-on" if options.add_on else ""
            more.append(f"rebuys through level {options.rebuys}{add_on}")
        told += [" · ".join(more)] if more else []
        told += _question(view, cup.price, who)
    if out := place(view, view.viewer):
        prize = chip_deal.prizes_of_the_out(view.carried, prizes(view)).get(view.viewer, 0)
        told.append(f"You are out, in {out} place{f': {whites(prize)} when it ends' if prize else ''}.")
    return told


def place(view: PokerView, seat: Seat) -> str:
    """The place of somebody who is out: "7th"; empty for all others."""
    found = freezeout.places(view.carried) if view.carried else ()
    return next((nth(n) for n, group in found if seat in group and seat not in freezeout.still_in(view.carried)), "")


def nth(n: int) -> str:
    """ "1st", "9th"; no more than ten sit at a table."""
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n, 'th') }"


def _question(view: PokerView, price: int, who: Who) -> list[str]:
    """What is asked between two hands, for those who look on as well."""
    if offered := view.fact(CHIP_DEAL, ()):
        return [f"**Deal by chips:** {amounts(offered, who)}. All must agree."]
    asked = sorted(view.fact(BROKE, frozenset[Seat]()))
    if not asked:
        return []
    if amount := view.fact(ADD_ON, 0):
        return [f"**The add-on:** {whites(amount)} more for {whites(amount)}, once."]
    return [f"**{who.all(asked)} may buy again**, for {whites(price)}."]


UNDERWAY = Underway(_underway)


# ---- events --------------------------------------------------------------------------------------


def amounts(paid: Iterable[tuple[Seat, int]], who: Who) -> str:
    """ "Ann 39, Bo 21"."""
    return ", ".join(f"{who(p)} {whites(n)}" for p, n in paid)


def _out(e: m.Out, who: Who) -> str:
    by = f", knocked out by {who.all(e.by)}" if e.by else ""
    return f"**{who(e.seat):is} out** in {nth(e.place)} place{by}."


def _bounty(e: m.BountyWon, who: Who) -> str:
    if len(e.paid) == 1:
        ((seat, n),) = e.paid
        return f"**{who(seat):wins} the bounty of {whites(n)}** on {who(e.of)}."
    return f"The bounty on {who(e.of)} is shared: {amounts(e.paid, who)}."


def _bubble(e: m.Bubble, who: Who) -> str:
    return f"**The bubble:** {e.left} are left and {e.paid} are paid. One more knockout, and all others win a prize."


EVENTS: Mapping[type[Event], Say] = {
    m.Out: _out,
    m.BountyWon: _bounty,
    m.BuysAgain: lambda e, who: f"**{who(e.seat):buys} again** for {whites(e.amount)}.",
    m.AddsOn: lambda e, who: f"{who(e.seat):takes} the add-on, {whites(e.amount)}.",
    m.Bubble: _bubble,
    m.InTheMoney: lambda e, who: f"**The bubble has burst:** all {e.left} who are left win a prize.",
    m.DealOffered: lambda e, who: None,  # it stands there for as long as it is asked
    m.DealMade: lambda e, who: f"**The deal is made:** {amounts(e.paid, who)}.",
    m.Bounties: lambda e, who: f"Bounties: {amounts(e.paid, who)}.",
    m.Prizes: lambda e, who: f"Prizes: {amounts(e.paid, who)}.",
}


# ---- a deal --------------------------------------------------------------------------------------


def proposal(view: PokerView) -> str:
    return "Propose a deal" if _deals(view) else "End after this hand?"


def agreement(view: PokerView) -> str:
    """With what it gives the player."""
    offered = dict(view.fact(CHIP_DEAL, ()))
    if not offered:
        return "Agree to end"
    mine = offered.get(view.viewer)
    return "Agree to the deal" if mine is None else f"Agree: {whites(mine)} for you"


def _deals(view: PokerView) -> bool:
    """Whether a proposal is one of a deal by chips: in a freezeout that was begun by today's rules."""
    return view.options.freezeout and view.carried is not None and view.carried.tournament.price > 0
