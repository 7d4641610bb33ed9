"""Twos on Discord: its words, and how its table lies."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.amounts import whites
from bot.engine.cards import Card, card
from bot.engine.facts import HAND
from bot.engine.offers import SortKey
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import twos as g
from bot.games.twos import TwosView
from bot.games.twos import combinations as c
from bot.games.twos.facts import COMBINATION, OWNER, PASSED
from bot.house import twos as house
from bot.show.words.ending import Ending, Moment
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, in_order, out_best, seat_scene, turned
from bot.show.words.sentences import Who, begun, card_text, cards_text, times
from bot.show.words.verbs import Collected, Verb
from card_art import scene as art
from card_art.boards.twos import Player, TwosTable

_NUMBERS = ("no", "one", "two", "three")
OUT = art.Stamp("WENT OUT", "gold")


# ---- the table -----------------------------------------------------------------------------------


def layout(view: TwosView, who: Who) -> Layout:
    """The combination to beat, whose it is, and who holds how many cards."""
    order = turned(view, who)
    lying, owner = view.faces(COMBINATION), view.fact(OWNER, None)
    board = TwosTable(
        players=tuple(_player(view, who, s) for s in order), clockwise=view.options.direction == "clockwise",
        lying=lying, called=called(lying), owner=order.index(owner) if owner is not None else None,
        over=_beaten(view, who), note="" if lying else _note(view, who), stamp=_stamp(view), low=bool(view.hand),
    )  # fmt: skip
    unit = f"{whites(view.options.unit)} a point" if view.options.stakes == "chips" else "points"
    return Layout(
        subtitle=f"Hand {view.number + 1} of {view.options.hands}", corner=(f"♠ best suit · {unit}",),
        foot=NO_FOOT, seats=(), board=board, moved=False,
    )  # fmt: skip


def _player(view: TwosView, who: Who, seat: Seat) -> Player:
    passed, held = seat in view.fact(PASSED, ()), view.size(HAND.of(seat))
    marks = [*(["PASS"] if passed else []), *([f"{held} LEFT"] if 0 < held <= g.FEW else [])]
    asks = "beat it" if view.size(COMBINATION) else "lead"
    plate = seat_scene(view, who, seat, standing(view, seat), hand=False, asks=asks)
    tags = (*plate.tags[:1], *marks, *plate.tags[1:]) if plate.active else (*marks, *plate.tags)
    return Player(replace(plate, tags=tags), held, passed)


def _stamp(view: TwosView) -> art.Stamp | None:
    """What has just been decided."""
    if not view.moment:
        return None
    return OUT if view.last(g.Out) else art.Stamp("TAKES THE LEAD", "gold")


def _beaten(view: TwosView, who: Who) -> str:
    """What the cards that lie there have beaten."""
    laid = view.events_of(g.Laid)
    if len(laid) < 2 or laid[-1].led:
        return ""
    return f"beats {who(laid[-2].seat):'s} {called(laid[-2].cards)}"


def _note(view: TwosView, who: Who) -> str:
    """What is to be done while nothing lies there."""
    if not view.waits_for:
        return ""
    leader, opens = view.waits_for[0], view.last(g.Opens)
    if view.last(g.Laid) is None and opens is not None:
        return begun(f"{who(leader):begins} with the {'lowest card' if opens.lowest else '3♦'}")
    return begun(f"{who(leader):leads} anything")


def called(cards: tuple[Card, ...]) -> str:
    """What these cards are, as people say it: "full house, nines", "9♠"."""
    made = c.recognise(cards)
    if made is None:
        return ""
    return card_text(cards[0]) if made.size == 1 else c.called(made)


def standing(view: TwosView, seat: Seat) -> str:
    """The stack, or the points so far."""
    if view.options.stakes == "chips":
        return f"{whites(view.stacks[seat])} chips"
    return times(view.scores[seat], "point")


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: TwosView, before: State, who: Who) -> Outcome:
    """What everybody was left with, and what that cost."""
    scored, which = view.last(g.HandScored), f"Hand {view.number + 1} of {view.options.hands}"
    if scored is None:
        ahead = out_best(view, who) if view.ended("W") else None
        return Outcome(subtitle=which, banner=ahead or "Fewer than two have chips left")
    chips = view.options.stakes == "chips"
    losses = {e.seat: e for e in scored.losses}
    hands = {s: [_left_with(e)] for s, e in losses.items()}
    return Outcome(
        hands=hands, stamps={scored.winner: OUT},
        change=None if chips else lambda s: f"+{losses[s].points if s in losses else 0}",
        total=None if chips else lambda s: times(view.scores[s], "point"),
        order=None if chips else in_order(view.scores, lowest=True),
        won=view.ended("W", "D") or [scored.winner], banner=_banner(view, scored, who), subtitle=which,
    )  # fmt: skip


def _left_with(e: g.Loss) -> art.ResultHand:
    """A loser's hand, the highest card first, and what it counts."""
    cards = tuple(reversed(e.cards))
    if e.untouched:
        return art.ResultHand(cards, total=str(e.points), stamp=art.Stamp("UNTOUCHED", "crimson"))
    return art.ResultHand(cards, total=str(e.points), beneath="point" if e.points == 1 else "points")


def _banner(view: TwosView, scored: g.HandScored, who: Who) -> str | None:
    if not view.over or view.standings is None:
        paid = sum(e.paid for e in scored.losses)
        return f"{who(scored.winner):wins} {whites(paid)}" if paid else f"{who(scored.winner):wins} the hand"
    if view.options.stakes == "chips":
        return out_best(view, who)
    return f"{who.wins(view.ended('W', 'D'))} the match!"


# ---- words ---------------------------------------------------------------------------------------


def _cut_shows(e: g.CutShows, who: Who) -> str:
    return f"The cut shows {card_text(card(e.card))}, and {who(e.first):is} dealt first."


def _opens(e: g.Opens, who: Who) -> str:
    return f"{who(e.seat):holds} the {'lowest card in play' if e.lowest else '3♦'} and {who(e.seat):/leads}."


def _laid(e: g.Laid, who: Who) -> str:
    made = called(e.cards)
    if len(e.cards) == 1:
        return f"{who(e.seat):lays} {made}."
    return f"{who(e.seat):lays} {g.a(made)}: {cards_text(e.cards)}."


def _few_left(e: g.FewLeft, who: Who) -> str:
    return f"**{who(e.seat):has} {_NUMBERS[e.cards]} card{'s' if e.cards > 1 else ''} left.**"


def ready(view: TwosView, move: g.Play) -> str:
    """A play as it stands ready-made in a menu."""
    made = called(move.cards)
    return made if len(move.cards) == 1 else f"{cards_text(move.cards)} · {made}"


def by_rank(view: TwosView, held: Card) -> SortKey:
    return c.place(held)


def by_suit(view: TwosView, held: Card) -> SortKey:
    return c.SUITS.index(held.suit), c.place(held)


def _moment(view: TwosView, who: Who) -> Moment | None:
    """What somebody has gone out with, and whom that has left with everything."""
    scored, laid = view.last(g.HandScored), g.last_laid(view.events)
    if scored is None or laid is None:
        return None
    untouched = [loss.seat for loss in scored.losses if loss.untouched]
    left = (f"{who.all(untouched)}: nothing laid",) if untouched else ()
    made = (called(laid.cards) if len(laid.cards) > 1 else "with the last card",)
    return Moment(f"{who(scored.winner):goes} out", scored.winner, laid.cards, lines=(*made, *left))


def _risk(why: house.Beaten, who: Who) -> str:
    chance = f"it is beaten in about {why.percent} % of cases" if why.percent else "nobody can beat it"
    return f"{chance}, and the rest goes in {times(why.plays, 'play')}"


WORDS = Words(
    game=g.TWOS,
    tagline="lay a better combination of as many cards, and be rid of yours first",
    moods=("tricks", "shedding"),
    minutes=(2, 3),
    sample_move_count=17,
    slash_options=("unit", "hands", "direction"),
    rules=(
        "Lay one card, a pair, three of a kind or five cards that make a poker hand. The others in turn lay a better "
        "one of as many cards, or pass. Twos are the highest cards, then aces; the suits go ♠ ♥ ♣ ♦.",
        "The 3♦ begins. When all others have passed, the one who laid the last cards leads anything. After a pass "
        "you may play again when the turn comes round.",
        "Five cards rank as straight, flush, full house, four of a kind with any fifth card, straight flush. In a "
        "straight the two stands below the three.",
        "When somebody has no card left the others pay: a point for each card, two from the ten up, and three for "
        "every card if they have laid none.",
    ),
    verbs={
        g.Play: Verb("Play", "primary", ask="Choose your cards.", collected=Collected(ready=ready)),
        g.Pass: Verb("Pass", public=True),
    },
    reasons={house.Beaten: _risk},
    events={
        g.CutShows: _cut_shows,
        g.Opens: _opens,
        g.Laid: _laid,
        g.FewLeft: _few_left,
    },
    told_by_picture=(g.Laid, g.Out, g.TooFew),
    layout=layout,
    outcome=outcome,
    seat_note=lambda view, seat: times(view.size(HAND.of(seat)), "card"),
    order={"rank": by_rank, "suit": by_suit},
    cloth="blue",
    traits=(Ending(moment=_moment),),
    counts={
        "hands": "{total:hand}",
        "hands won": "{total} won",
        "penalty points": "{total:penalty point}",
        "untouched": "{total:hand} left untouched",
    },
)  # fmt: skip
