"""Poker on Discord: its words, and what one's hand is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.engine.amounts import whites
from bot.engine.betting import BETTING, Raised
from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.facts import CHOSEN
from bot.engine.offers import Move, Offer, SortKey
from bot.games.parts import agreed_end as end
from bot.games.parts.poker_hands import told as in_words
from bot.games.poker import POKER, seen
from bot.games.poker import moves as m
from bot.games.poker.carried_over import PokerView
from bot.games.poker.facts import ADD_ON, BOMB_NEXT, BROKE, CHIP_DEAL, FOLDS_AHEAD, RUN_TWICE, STAKES, STREET, UP
from bot.games.poker.sizing import Sizes
from bot.games.poker.variants import VARIANTS
from bot.house import poker as house
from bot.show.words import bets, pots
from bot.show.words.game import OwnAmounts, Stages, Words
from bot.show.words.layout import HandLayout
from bot.show.words.sentences import Say, Who, card_text, cards_text, group_text, times
from bot.show.words.verbs import Collected, Command, Verb
from bot.table.prefs import Prefs

from . import tournament
from .ending import ENDING
from .pictures import hand_text, layout, outcome, plate, shown_told, would_have_come

# ---- bets ----------------------------------------------------------------------------------------


def owed(view: PokerView) -> int:
    """What it costs the player who is waited for to stay in: no more than they have, or than anybody else could put
    in."""
    seat = view.waits_for[0] if view.waits_for else view.viewer
    stakes = view.fact(BETTING)
    reach = max((view.wagers[p] + view.stacks[p] for p in stakes.live if p != seat), default=0)
    return min(max(0, min(stakes.to_match, reach) - view.wagers[seat]), view.stacks[seat])


def amounts(view: PokerView, offer: Offer) -> Sequence[tuple[str, int]]:
    """Buttons for a bet or a raise: the usual sizes, all one has; or what brings it in."""
    if isinstance(offer.reads, Sizes):
        return [*offer.reads.buttons()]
    among = sorted(offer.next(()))
    return [(f"{'Bring in' if n == among[0] else 'Bet'} {whites(n)}", n) for n in among]


def own_amounts(view: PokerView, offer: Offer, prefs: Prefs) -> Sequence[tuple[str, int]]:
    """The same with the sizes that somebody has chosen for themselves."""
    if not isinstance(sizes := offer.reads, Sizes):
        return amounts(view, offer)
    return [*sizes.buttons(prefs.sizes_before if sizes.posted else prefs.sizes_after)]


def call(view: PokerView) -> str:
    """What a call costs, and whether that is all one has."""
    seat = view.waits_for[0] if view.waits_for else view.viewer
    n = owed(view)
    return f"Call {whites(n)}{', all in' if n == view.stacks[seat] else ''}"


def bare(view: PokerView) -> str:
    """What somebody says who wants none of what is asked."""
    if view.has(BROKE):
        return "No add-on" if view.has(ADD_ON) else "No, I am out"
    if view.has(RUN_TWICE):
        return "Once is enough"
    return "No card" if view.has(STREET) or view.options.played.script == "night" else "No straddle"


def price(view: PokerView) -> str:
    n = view.options.four_price(view.fact(STAKES)[0])
    return f"Buy a card for {whites(n)}" if n else "Take a card"


def toll(view: PokerView) -> str:
    seat = view.waits_for[0] if view.waits_for else view.viewer
    return f"Pay {whites(min(view.pot, view.stacks[seat]))}"


_VARIANTS = {v.name: v.title for v in VARIANTS.values()}


VERBS: Mapping[type[Move], Verb] = {
    **bets.VERBS,
    bets.b.Call: replace(bets.call(owed), at=call),
    m.Raise: Verb(
        "Raise to {}", "primary", public=True,
        command=Command("At poker: your total, or 3x, 75%, pot, +5, all.", argument="amount", habit=True),
    ),
    bets.b.Bet: Verb("Bet {}", "primary", public=True),
    m.CheckFold: Verb(
        "Check/fold", at=lambda view: "Don't check/fold" if view.has(FOLDS_AHEAD.of(view.viewer)) else "Check/fold",
    ),
    m.Straddle: Verb(
        "Straddle", "primary", public=True, ask="A straddle, before the cards?",
        at=lambda view: f"Straddle {whites(2 * view.fact(STAKES)[1])}",
    ),
    m.NameVariant: Verb(
        "Play {}", "primary", public=True, ask="What is played next, for an orbit?", parts=_VARIANTS,
    ),
    m.BombNext: Verb(
        "Bomb pot next", shared=True, also=("bomb",),
        at=lambda view: "No bomb pot next" if view.has(BOMB_NEXT) else "Bomb pot next",
    ),
    m.Draw: Verb(
        "Draw", "primary", ask="Which cards do you throw away?", also=("stand pat",),
        collected=Collected(none="Stand pat"),
        command=Command("At poker: the cards to throw away."),
    ),
    m.Discard: Verb("Discard {}", "primary", ask="Throw away {cards}."),
    m.Pass: Verb("Pass {}", "primary", ask="Pass {cards} to your left."),
    m.Turn: Verb("Turn {}", "primary", ask="Which card do you turn up?"),
    m.BuyCard: Verb(
        "Buy a card", "primary", public=True, ask="A card for your four?", at=price, also=("buy",),
    ),
    m.Pay: Verb("Pay", "primary", public=True, ask="Pay for your three, or fold?", at=toll),
    m.RunTwice: Verb("Run it twice", "success", public=True, ask="Deal the rest of the board twice?"),
    m.Decline: Verb("No", public=True, at=bare, also=("no",)),
    m.BuyAgain: Verb(
        "Buy again", "success", public=True, ask="All your chips are gone. Do you buy the starting stack again?",
        at=lambda view: f"Buy again for {whites(view.carried.tournament.price)}",
    ),
    m.AddOn: Verb(
        "Add-on", "success", public=True, ask="Rebuys are over. Do you take the add-on?",
        at=lambda view: f"Add {whites(view.fact(ADD_ON, 0))}",
    ),
    m.Declare: Verb(
        "{}", "primary", public=True, ask="What do you declare?",
        parts={"high": "High", "low": "Low", "both": "Both", "in": "In", "out": "Out"},
        answer="**{}**, and nobody knows. You may change it until everybody has declared.",
        command=Command("At poker: high, low or both; in or out."),
    ),
    m.Show: Verb("Show", "primary", shared=True),
    m.ShowCard: Verb(
        "Show {}", ask="Show one card, and keep the others?",
    ),
    m.RabbitHunt: Verb("Rabbit hunt", shared=True, also=("rabbit",)),
    m.DontShow: Verb("Don't show", shared=True, also=("muck",)),
    **pots.END_VERBS,
    end.ProposeEnd: Verb(
        "End after this hand?", also=("end", "deal"), at=tournament.proposal,
        command=Command("Propose to stop here and share the pot; all must agree.", name="end"),
    ),
    end.Agree: Verb(
        "Agree to end", "success", shared=True, ask="Do you agree to the deal by chips?", at=tournament.agreement,
        command=pots.END_VERBS[end.Agree].command,
    ),
}  # fmt: skip


# ---- events --------------------------------------------------------------------------------------


class _Paid(Protocol):
    """An event in which somebody pays."""

    @property
    def all_in(self) -> bool: ...


def _all_in(e: _Paid) -> str:
    return ", **all-in**" if e.all_in else ""


def ranks_text(ranks: Sequence[int]) -> str:
    """ "Threes and nines"."""
    return " and ".join(group_text((rank,)) for rank in ranks).capitalize()


def _posted(e: m.Posted, who: Who) -> str:
    what = f"a blind of {whites(e.amount)}" if e.what == "blind" else f"the {e.what}, {whites(e.amount)}"
    return f"{who(e.seat):posts} {what}{_all_in(e)}."


def _anted(e: m.Anted, who: Who) -> str:
    short = f" {who.do(e.short, 'has', 'have')} less, and {who.do(e.short, 'is', 'are').split()[-1]} all-in."
    how = "**Bomb pot:** everybody puts in" if e.bomb else "Everybody antes"
    return f"{how} {whites(e.amount)}.{short if e.short else ''}"


def _street(e: m.StreetDealt, who: Who) -> str | None:
    if e.up:
        each: dict[int, list[Card]] = {}
        for p, c in e.up:
            each.setdefault(p, []).append(c)
        return f"Up: {', '.join(f'{who(p)} {cards_text(fell)}' for p, fell in each.items())}."
    boards = [cards_text(board) for board in e.boards if board]
    if not boards:
        return None
    run = ("", "First run: ", "Second run: ")[e.run]
    called = e.called.capitalize() or "On the board"
    told = " / ".join(boards)
    return f"{run}{called.lower() if run else f'**{called}:**'} {told}."


def _drew(e: m.Drew, who: Who) -> str:
    return f"{who(e.seat):draws} {times(e.n, 'card')}." if e.n else f"{who(e.seat):stands} pat."


def _got(e: m.GotCards, who: Who) -> str | None:
    if e.taker == who.viewer:
        return f"{who(e.giver):passes} you {cards_text(e.cards)}."
    return None


def _turned(e: m.Turned, who: Who) -> str:
    return f"{', '.join(f'{who(p):turns} {card_text(c)}' for p, c in e.up)}."


def _all_up(e: m.AllUp, who: Who) -> str:
    return "All hands are up: " + ", ".join(f"{who(p)} {cards_text(held)}" for p, held in e.hands) + "."


def _declared(e: m.Declared, who: Who) -> str:
    each: dict[str, list[int]] = {}
    for p, choice in e.choices:
        each.setdefault(choice, []).append(p)
    return " ".join(f"{who.do(ps, 'goes', 'go')} {choice if choice != 'both' else 'both ways'}."
                    for choice, ps in each.items())  # fmt: skip


def _shown(e: m.Shown, who: Who) -> str:
    told = f": {', '.join(dict.fromkeys(map(hand_text, e.called)))}" if e.called else ""
    shows = f"{who(e.seat):shows}" if e.seat >= 0 else "The ghost shows"
    return f"{shows} {cards_text(e.cards)}{told}."


def _each(paid: Sequence[tuple[int, int]], who: Who) -> str:
    return ", ".join(f"{who(p):pays} {whites(n)}" for p, n in paid)


def _gets(paid: Sequence[tuple[int, int]], who: Who) -> str:
    return ", ".join(f"{who(p):gets} {whites(n)}" for p, n in paid) or "nobody is paid"


def _won(e: m.Won, who: Who) -> str:
    what = f"the {e.half} half of the {e.pot}" if e.half else f"the {e.pot}"
    board = f" on board {e.board}" if e.board else ""
    told = f": {hand_text(e.called)}" if e.called else ""
    return f"{bets.takes(e.winners, who)} {what}{board}, **{whites(e.amount)}**{told}."


def _guts(e: m.GutsOpened, who: Who) -> str:
    return f"{who.do(e.are_in, 'is', 'are')} in." if e.are_in else "Nobody is in."


_WHY = {
    "passed": "All have passed: the pot of {} stays.",
    "mariah": "The black mariah! The pot of {} stays, and those who are still in ante again.",
    "both": "Nobody has won both halves: the pot of {} stays, and those who are still in ante again.",
    "guts": "{} in the pot for the next deal.",
}


EVENTS: Mapping[type[Event], Say] = {
    **bets.EVENTS,
    Raised: lambda e, who: f"{who(e.seat):raises} to {whites(e.to)}{_all_in(e)}.",
    m.Level: lambda e, who: f"**The stakes rise** to {whites(e.u)}{f', ante {whites(e.ante)}' if e.ante else ''}.",
    m.Posted: _posted,
    m.Anted: _anted,
    m.StreetDealt: _street,
    m.Community: lambda e, who: f"The pack is short: {card_text(e.card)} is for all.",
    m.WildNow: lambda e, who: f"★ {ranks_text(e.ranks)} are wild." if e.ranks else "Nothing is wild now.",
    m.BroughtIn: lambda e, who: f"{who(e.seat):brings} it in for {whites(e.amount)}{_all_in(e)}.",
    m.Drew: _drew,
    m.Discarded: lambda e, who: f"Everybody throws away {times(e.n, 'card')}.",
    m.Passed: lambda e, who: f"Everybody passes {times(e.n, 'card')} to the left.",
    m.GotCards: _got,
    m.Turned: _turned,
    m.Bought: lambda e, who: f"{who(e.seat):buys} a card for {whites(e.price)}." if e.price else
        f"{who(e.seat):takes} a card for the four.",
    m.PaidForThree: lambda e, who: f"{who(e.seat):pays} {whites(e.amount)} for the three{_all_in(e)}.",
    m.AllUp: _all_up,
    m.SecondRun: lambda e, who: "**The rest is dealt twice.**" if e.twice else None,
    m.Declared: _declared,
    m.Shown: _shown,
    m.ShownOne: lambda e, who: f"{who(e.seat):shows} {card_text(e.card)}, and no more.",
    m.WouldHaveCome: lambda e, who: f"**Rabbit hunt:** {would_have_come(e, who)}.",
    m.Won: _won,
    m.VariantNamed: lambda e, who: f"{who(e.seat):names} **{_VARIANTS[e.variant]}** for an orbit.",
    m.OwnCard: lambda e, who: f"Your card was {card_text(e.card)}." if e.seat == who.viewer else None,
    m.SevenDeuce: lambda e, who: f"**Seven-deuce!** {_each(e.paid, who)} to {who(e.seat)}." if e.paid else None,
    m.SatDown: lambda e, who: f"{who.do(e.seats, 'sits', 'sit')} down.",
    m.LastStanding: lambda e, who: f"{who(e.seat):is} the last one standing: {_gets(e.paid, who)}.",
    m.GutsOpened: _guts,
    m.GutsLosses: lambda e, who: f"{', '.join(f'{who(p):pays} {whites(n)}' for p, n in e.paid)} for the next pot.",
    m.PotStays: lambda e, who: _WHY[e.why].format(whites(e.amount)),
    **pots.END_EVENTS,
    **tournament.EVENTS,
    end.EndProposed: "{seat} would stop after this hand.",
    end.EndLapsed: "The proposal comes too late.",
    end.EndRefused: "{seat} plays on: not all agree.",
}  # fmt: skip


# ---- one's own hand ------------------------------------------------------------------------------


_HALVES = {"high": "High", "low": "Low", "spade": "Spade"}


def told(view: PokerView, made: seen.Made) -> str:
    """What a hand makes, in words: "Two pair, kings and fours, nine kicker", "Low: 8-6-4-2-A"; once all may compare it
    with others, beside them."""
    beside = shown_told(view).get(view.viewer, {}) if view.last(m.Shown) else {}
    called = hand_text(beside.get((made.board, made.half)) or seen.told_alone(view, made))
    which = f"Board {made.board + 1}: " if len(seen.boards(view)) > 1 and made.half != "spade" else ""
    if len(view.options.halves) > 1:
        return f"{which}{_HALVES[made.half]}: {called.removesuffix(' low')}"
    return f"{which}{called if which else called[:1].upper() + called[1:]}"


def _once(made: Sequence[seen.Made]) -> list[seen.Made]:
    """The spade is the same on both boards."""
    return [each for each in made if each.half != "spade" or not each.board]


def notes(view: PokerView) -> list[str]:
    """What one's hand is now, high and low; and what has been said with it."""
    if view.options.played.name == "indian":
        if (own := view.last(m.OwnCard)) is not None and own.seat == view.viewer:
            return [f"Your card was {card_text(own.card)}"]
        return ["You see every card but your own."] if view.viewer in view.players and not view.last(m.Shown) else []
    said = view.fact(CHOSEN.of(view.viewer), None)
    lines = [told(view, made) for made in _once(seen.hand_now(view))]
    if isinstance(said, m.Declare):
        lines.append(f"You go {said.choice}" if said.choice in ("high", "low") else f"You are {said.choice}"
                     if said.choice in ("in", "out") else "You go both ways")  # fmt: skip
    return [*lines, *(["Check/fold when it is your turn"] if view.has(FOLDS_AHEAD.of(view.viewer)) else [])]


def order(view: PokerView, c: Card) -> SortKey:
    """Wild cards first, then from the highest down; where only low wins, the lowest first."""
    low = all(half.low for half in view.options.halves)
    rank = c.rank if low else -(14 if c.rank == 1 else c.rank)
    return c not in seen.wilds(view, view.viewer), rank, c.suit


def lies(view: PokerView) -> HandLayout | None:
    """The cards that lie open stand apart from those that are one's own secret."""
    up = view.faces(UP.of(view.viewer))
    if not up:
        return None
    down = tuple(sorted(view.hand, key=lambda c: order(view, c)))
    return HandLayout((down,), up, "up", str(len(up)))


def stage(view: PokerView) -> object:
    """The street; then the hands that are turned up, the declarations, and who has won."""
    return (
        view.fact(STREET, None),
        view.has(BROKE),
        view.has(CHIP_DEAL),
        *(view.last(kind) is not None for kind in (m.AllUp, m.GutsOpened, m.Won)),
    )


def _odds(why: house.Odds, who: Who) -> str:
    if why.wins == why.price:
        return f"you win {why.wins} %, just what the price wants"
    return f"you win {why.wins} % and the price wants {why.price} %"


WORDS = Words(
    traits=(ENDING, OwnAmounts(own_amounts), Stages(stage), tournament.UNDERWAY),
    game=POKER,
    tagline="bet on the best hand, in any of 27 variants",
    moods=("betting",),
    minutes=(1, 1),
    sample_move_count=12,
    slash_options=("variant", "limit", "stakes", "format"),
    rules=(
        "Bet that you have the best hand, or that nobody dares to find out. In turn you check or bet; once there is a "
        "bet you call, raise or fold. A raise is named by its total.",
        "After the last round the hands that are left are shown, and the best one takes the pot; at high and low the "
        "two best share it. If all others fold you win and show nothing.",
        "High: five of a kind (with wild cards), straight flush, four, full house, flush, straight, three, two pair, "
        "pair, high card. Low is the other way round: in most games 5-4-3-2-A is best.",
        "With too few chips you are all-in, and win from each no more than you have put in: the rest is a side pot.",
        "The variant says how many cards there are, which of them lie open, and what is wild; its name is on the "
        "table, and all else is behind **Options…**.",
    ),
    seats_in_row=1,
    verbs=VERBS,
    reasons={house.Odds: _odds},
    events=EVENTS,
    told_with_result=(m.Out, m.BountyWon, m.Bubble, m.InTheMoney),
    told_by_picture=(m.Shown, m.Mucked, m.Won, m.GutsOpened, m.Prizes, m.Bounties, m.DealMade, *pots.END_EVENTS),
    presets=amounts,
    layout=layout,
    plate=plate,
    outcome=outcome,
    notes=notes,
    order=order,
    lies=lies,
    counts={
        "hands": "{total:hand}",
        "pots won": "{total:pot} won",
        "showdowns won": "{total:showdown} won",
        "best hand": lambda total, best: f"best hand {in_words(best)}",
        "biggest pot": "biggest pot {best:whites}",
    },
)
