"""Knock Poker on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.amounts import whites
from bot.engine.cards import Card, high
from bot.engine.facts import DISCARDS, STOCK
from bot.engine.offers import Part, SortKey
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.table import Reshuffled
from bot.games import knock_poker as k
from bot.games.knock_poker import KNOCKER, KnockPokerView
from bot.games.parts.poker_hands import Kind, best_five, kind, name, strength
from bot.house import knock_poker as house
from bot.show.words.game import Words
from bot.show.words.layout import Layout, Outcome, in_order, seat_scene
from bot.show.words.poker import in_two, laid_out
from bot.show.words.sentences import Who, begun, card_text, cards_text, to_win
from bot.show.words.verbs import Collected, Command, Verb
from card_art import scene as art

_KNOCK = art.Stamp("KNOCK", "gold")
_MANY = 4
"""This many others are not named one by one."""


def layout(view: KnockPokerView, who: Who) -> Layout:
    """Stock and discards in the middle: on the table they are the largest, in a panel one's own hand is."""
    discards = view.pile(DISCARDS)
    pot: tuple[art.Piece, ...] = (art.Pot(view.pot),) if view.pot else ()
    large = who.viewer not in view.players
    knock = view.last(k.Knocked)
    told = (art.Note(_told(knock, who)),) if knock and view.moment else ()
    return Layout(
        corner=(_left(view, knock),) if knock else (), moved=not told,
        centre=(
            art.Stock("Stock", view.size(STOCK), large=large),
            art.Stock("Discards", len(discards), top=discards[-1] if discards else None, large=large), *pot, *told,
        ),
    )  # fmt: skip


def _told(knock: k.Knocked, who: Who) -> str:
    """A knock in a sentence."""
    others = who.do(knock.last_turns, "has", "have") if len(knock.last_turns) < _MANY else "all others have"
    return f"{who(knock.seat):knocks}: {others} one more turn"


def _left(view: KnockPokerView, knock: k.Knocked) -> str:
    """How many turns there are until all hands are shown."""
    since = view.events[view.events.index(knock) :]
    left = len(knock.last_turns) - sum(isinstance(e, k.Discarded) for e in since)
    return f"Last turns: {left} to go"


def plate(view: KnockPokerView, who: Who, seat: Seat) -> art.Seat:
    """Hands won so far, and where the seat got its last card; a stamp as it knocks, and its knuckles from then on."""
    line = f"{view.scores[seat]} of {view.options.target} won"
    if view.options.ante:
        line = f"{whites(view.stacks[seat])} · {view.scores[seat]} won"
    if seat == view.fact(KNOCKER, None):
        if not view.moment:
            return seat_scene(view, who, seat, line, mark="knuckles", marks=["KNOCKED"])
        return seat_scene(view, who, seat, line, stamp=_KNOCK, active=True)
    return seat_scene(view, who, seat, line)


def asks(view: KnockPokerView, seat: Seat) -> str:
    """A card to draw, or one to throw."""
    last = view.last(k.Drew, k.Took, k.Discarded, k.Knocked, seat=seat)
    return "to throw" if isinstance(last, k.Drew | k.Took) else "to draw"


def outcome(view: KnockPokerView, before: State, who: Who) -> Outcome:
    """All hands, the best first, and what they are called."""
    showdown, wins = view.last(k.Showdown), view.last(k.WinsHand)
    hands = {h.seat: h for h in showdown.hands} if showdown else {}
    best, champions = wins.winners if wins else (), view.ended("W", "D")
    banner = None
    if best and hands:
        called = in_two(strength(hands[best[0]].cards))[0].lower()
        one = len(best) == 1
        banner = begun(f"{who(best[0]):'s} {called} wins") if one else f"{who.all(best)} share with {called}"
    if champions:
        banner = f"{who.wins(champions)} the match!"
    for_chips = bool(view.options.ante)
    return Outcome(
        hands={s: [art.ResultHand(laid_out(h.cards), dim=s not in best)] for s, h in hands.items()},
        told={s: in_two(strength(h.cards)) for s, h in hands.items()}, banner=banner, won=champions or best,
        change=None if for_chips else lambda s: "", total=lambda s: _stands(view, s),
        order=[*hands, *(s for s in in_order(view.scores) if s not in hands)],
        tags={view.fact(KNOCKER, None): ("KNOCKED",)}, stage=f"first to {view.options.target}",
        out={"Not dealt in": [s for s in view.players if s not in hands]},
    )  # fmt: skip


def _stands(view: KnockPokerView, seat: Seat) -> str:
    """Hands won, and the stack in games with chips."""
    won = f"{view.scores[seat]} won"
    return f"{whites(view.stacks[seat])} chips · {won}" if view.options.ante else won


def _down(c: Card) -> SortKey:
    return -high(c), c.suit


def by_rank(view: KnockPokerView, c: Card) -> SortKey:
    return _down(c)


def notes(view: KnockPokerView) -> list[str]:
    """What the hand is worth as it is; of six cards, the best five."""
    held = view.hand
    return [*filter(None, in_two(strength(best_five(held))))] if len(held) >= k.HAND else []


def sources(view: KnockPokerView) -> Mapping[Part, str]:
    """What lies there to be drawn."""
    discards = view.pile(DISCARDS)
    top = discards[-1] if discards else None
    take = f"Take {card_text(top)}" if top else "Take the discard"
    return {k.DISCARD: take, k.STOCK: "Draw from stock"}


def _knocked(e: k.Knocked, who: Who) -> str:
    last = who.do(e.last_turns, "has", "have")
    return f"**{who(e.seat):knocks}!** {who(e.seat):throws} {card_text(e.card)}; {last} one more turn."


def _hand(e: k.Shown, who: Who) -> str:
    return f"{who(e.seat)}: {cards_text(sorted(e.cards, key=_down))}, {e.called}."


def _wins(e: k.WinsHand, who: Who) -> str:
    pot = f" and the pot of {whites(e.pot)}" if e.pot else ""
    return f"**{who.wins(e.winners)} the hand{pot}**: {e.called}."


def _a(hand: int) -> str:
    """A hand in a sentence, without the cards beside it: "a pair of nines", "two pair, kings over fours"."""
    if kind(hand) == Kind.FLUSH:
        return "a flush"
    called, _, rest = name(hand).partition(", ")
    if kind(hand) in (Kind.TWO_PAIR, Kind.FULL_HOUSE):
        called = f"{called}, {rest.partition(', ')[0]}"
    return called if called[:3] in ("two", "thr", "fou") else f"a{'n' * (called[0] in 'ae')} {called}"


WORDS = Words(
    game=k.KNOCK_POKER,
    tagline="draw and discard towards the best poker hand, and knock when yours is good",
    moods=("betting", "rummy"),
    minutes=(1, 3),
    lasts=lambda options: to_win(options.target),
    sample_move_count=8,
    slash_options=("ante", "target", "return_same"),
    rules=(
        "Five cards each. In turn you take the top discard, or the unknown top card of the stock, and throw one away.",
        "Satisfied? Knock as you throw: everybody else has one more turn, then all hands are shown.",
        "The best poker hand wins, no matter who knocked; equal hands share. Aces are high, and low only in A-2-3-4-5.",
        "A card that you took from the discards may not be thrown straight back.",
        "The first to win as many hands as the table plays for wins the match.",
    ),
    point="win",
    verbs={
        k.Draw: Verb(
            "{}", "primary", public=True, ask="Draw a card.", named=sources,
            command=Command(
                "Draw the next card: from the stock, or from the discards.", argument="from"
            ),
        ),
        k.Discard: Verb(
            "Discard", "primary", ask="Throw a card away.", collected=Collected(beside=(k.Knock,)), also=("throw",),
            command=Command("Throw a card away: QS or 10H."),
        ),
        k.Knock: Verb(
            "Discard & knock", "success",
            command=Command("Throw a card away and knock: the others have one more turn.", habit=True),
        ),
    },
    reasons={
        house.Makes: lambda why, who: f"it makes {_a(why.hand)}",
        house.Keeps: lambda why, who: f"you keep {_a(why.hand)}{', and a draw' if why.draws else ''}",
        house.GoodEnough: lambda why, who: f"{_a(why.hand)} is good enough by this turn",
    },
    events={
        k.Knocked: _knocked,
        k.Showdown: lambda e, who: " ".join(_hand(h, who) for h in e.hands),
        k.WinsHand: _wins,
        Reshuffled: "The stock is empty: {cards} discards are shuffled and are the stock now.",
    },
    told_by_picture=(k.Showdown, k.WinsHand),
    layout=layout,
    plate=plate,
    asks=asks,
    outcome=outcome,
    notes=notes,
    order=by_rank,
    counts={
        "knocks": "{total:knock}",
        "knocks that won": "{total} won",
        "best hand": lambda total, best: f"best hand {name(best)}",
    },
)  # fmt: skip
