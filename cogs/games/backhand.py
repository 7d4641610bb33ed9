"""Backhand on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections import Counter

from bot.engine.amounts import signed, whites
from bot.engine.cards import Card, pack
from bot.engine.facts import BEHIND, STOCK
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.table import Reshuffled, Shuffled
from bot.games import backhand as b
from bot.games.backhand import ACES, CARDS, TURN, TURNED, BackhandView
from bot.games.parts.wagers import WAGERS
from bot.show.words import bets
from bot.show.words.game import Words, nobody_holds
from bot.show.words.layout import LOSE, WIN, Layout, Outcome, out_best, seat_scene
from bot.show.words.sentences import Who, begun, card_text, cards_text, times
from bot.show.words.verbs import Verb
from card_art import scene as art

_ENDS = {"five cards": "{0:has} five cards: **won**", "push": "{0:plays the push}", "bust": "{0:is past 21}: lost"}
_FIVE, _BUST = art.Stamp("FIVE CARDS", "gold"), art.Stamp("BUST", "crimson")
_FEW = 5
"""Among more players words stand closer."""
_BENEATH = {"backhand": "called", "five cards": "five cards", "push": "push", "bust": "bust"}
_FACES = {1: "A", 10: "10/J/Q/K"}


def layout(view: BackhandView, who: Who) -> Layout:
    """The pack, and what has just happened in a sentence; small in the corner the aces that went out."""
    behind = view.fact(BEHIND)
    note = _note(view, who)
    aces = tuple(c for seat in view.players for c in view.faces(ACES.of(seat)))
    return Layout(
        corner=(_aim(view.options),), moved=not note, inset=("Aces out", aces) if aces else None,
        centre=(
            art.Stock("Pack", view.size(STOCK), of=52 * view.carried.packs if behind else 0, marker=behind),
            *map(art.Note, note),
        ),
    )  # fmt: skip


def _note(view: BackhandView, who: Who) -> list[str]:
    """Before anybody has moved what may be bet, or who begins; what a hand has come to."""
    last = view.last(*_TOLD)
    if isinstance(last, b.Settled) and (end := _end(last, who)):
        return [begun(end).replace("**", "").removesuffix(".")]
    if last is not None:
        return []
    turn = view.fact(TURN, None)
    return [f"Wagers of {_limits(view.options)}" if turn is None else f"{who(turn):begins}"]


def _limits(rules: b.Options) -> str:
    return f"{whites(rules.min_bet)} to {whites(rules.max_bet)}"


def _aim(rules: b.Options) -> str:
    match rules.mode:
        case "race":
            return f"race to {rules.wins}"
        case "within":
            return f"{rules.wins} wins of {rules.rounds}"
    return f"wagers {_limits(rules)}"


def plate(view: BackhandView, who: Who, seat: Seat) -> art.Seat:
    """A hand with what has become of it. While the moment stands, the card that was called lies beside it with what it
    makes; thereafter the sum alone is told."""
    cards, called = view.faces(CARDS.of(seat)), view.faces(TURNED.of(seat))
    over, line = view.last(b.Settled, seat=seat), times(view.scores[seat], "win")
    betting = view.options.mode == "betting"
    if betting:
        line = f"{whites(view.stacks[seat])} chips"
    bet = view.wagers[seat] or (abs(over.net) if over else dict(view.fact(WAGERS, ())).get(seat, 0))
    if not cards:
        return seat_scene(view, who, seat, line, bet=bet)
    total, turn = str(b.worth(cards)), view.fact(TURN, None) == seat
    if called and not turn:
        arrow = "→" if len(view.players) > _FEW else " → "
        total += f"{arrow}{b.worth((*cards, *called))}"
    hand = art.SeatHand(
        cards, total, turn, bet=bet, dim=over is not None and not over.won,
        stamp=_stamp(over) if over else None, change=signed(over.net) if over and betting else "",
    )  # fmt: skip
    beside = [art.SeatHand(called, f"→ {b.worth((*cards, *called))}", sideways=True)] if called and turn else []
    return seat_scene(view, who, seat, line, hands=(hand, *beside), bet=0)


def asks(view: BackhandView, seat: Seat) -> str:
    """A wager, or a card."""
    return "hit or backhand" if view.size(CARDS.of(seat)) else "bet"


def _stamp(over: b.Settled) -> art.Stamp:
    """How a hand has ended, in the words of the rules."""
    if b.worth(over.cards) > b.MOST:
        return _BUST
    return _FIVE if over.how == "five cards" else WIN if over.won else LOSE


def outcome(view: BackhandView, before: State, who: Who) -> Outcome:
    """Every hand with its total, the card that was called, and what that would have made."""
    over = {e.seat: e for e in view.events_of(b.Settled)}
    called = {e.seat: e for e in view.events_of(b.Called)}
    betting, best = view.options.mode == "betting", view.ended("W")
    won = [s for s, e in over.items() if e.won]
    return Outcome(
        headings=("hand", "total", *(("called card", "makes") if called else ())), stage=_aim(view.options),
        hands={s: _hands(e, called.get(s)) for s, e in over.items()},
        stamps={s: WIN if e.won else LOSE for s, e in over.items()}, won=best or won,
        change=None if betting else lambda s: "", total=None if betting else lambda s: times(view.scores[s], "win"),
        banner=_banner(view, who, won, len(over)),
        out={"Sat out": [s for s in view.players if s not in over]},
    )  # fmt: skip


def _banner(view: BackhandView, who: Who, won: list[Seat], played: int) -> str | None:
    """Who has won the match, or the round, which this many played."""
    best = view.ended("W")
    if view.standings and not best:
        return "Nobody has won enough"
    if view.standings:
        return out_best(view, who) if view.options.mode == "betting" else f"{who.do(best, 'wins', 'win')} the match!"
    if not won:
        return "Nobody wins the round"
    if len(won) < 4:
        return who.do(won, "wins the round", "win the round")
    return "Everybody wins" if len(won) == played else f"{len(won)} of {played} win"


def _hands(over: b.Settled, called: b.Called | None) -> list[art.ResultHand]:
    total = b.worth(over.cards)
    beneath = "bust" if total > b.MOST else _BENEATH[over.how]
    hand = art.ResultHand(over.cards, str(total), beneath, dim=not over.won and called is None)
    if called is None:
        return [hand]
    return [
        hand,
        art.ResultHand((called.card,), str(called.total), "bust" if called.right else "no bust", sideways=True),
    ]


def _in_play(view: BackhandView) -> tuple[Card, ...]:
    """The hand whose turn it is."""
    turn = view.fact(TURN, -1)
    return view.faces(CARDS.of(turn))


def _is_push(view: BackhandView) -> bool:
    cards = _in_play(view)
    return len(cards) == 2 and b.worth(cards) in b.PUSH_HANDS


def tally(view: BackhandView) -> str:
    """What has gone, by value, since the last shuffle."""
    gone = Counter(min(c.rank, 10) for pile in view.piles.values() for c in pile or () if c is not None)
    if not gone:
        return "Nothing has gone yet."
    each = 4 * view.carried.packs
    told = ", ".join(f"{_FACES.get(value, value)}×{gone[value]}" for value in range(1, 11) if gone[value])
    return f"Gone since the last shuffle, cards on the table included: {told}, of {each} in each rank."


def odds(view: BackhandView) -> str:
    """What `/odds` answers: how many of the cards that have not gone would be too much for the hand in play."""
    cards = _in_play(view)
    if not cards:
        return "No hand is being played now."
    left = view.unseen(pack(decks=view.carried.packs))
    over, among = sum(b.worth((*cards, c)) > b.MOST for c in left), max(1, len(left))
    return f"{over} of the {among} cards that have not gone take {b.worth(cards)} past 21: {over / among:.0%}."


def _aces(e: b.AcesOut, who: Who) -> str:
    go = "goes" if len(e.aces) == 1 else "go"
    come = "comes" if len(e.aces) == 1 else "come"
    return f"{who(e.seat):'s} {cards_text(e.aces)} {go} out, {cards_text(e.cards)} {come} in."


def _called(e: b.Called, who: Who) -> str:
    return f"{who(e.seat):turns} {card_text(e.card)}: {e.total}, {'**right**' if e.right else 'wrong'}."


def _end(e: b.Settled, who: Who) -> str:
    """How a hand has ended; nothing if that is told with the card that was turned."""
    if e.how == "backhand":
        return ""
    end = _ENDS[e.how].format(who(e.seat))
    return f"{end}{'' if e.how != 'push' else ': **won**' if e.won else ': lost'}."


def _settled(e: b.Settled, who: Who) -> str | None:
    name = who(e.seat)
    net = f"{name:wins}" if e.net > 0 else f"{name:loses}"
    parts = (_end(e, who), f"{net} {whites(abs(e.net))}." if e.net else "")
    return " ".join(filter(None, parts)) or None


def _lasts(options: b.Options) -> str:
    if options.mode == "race":
        return f"to {times(options.wins, 'win')}"
    return times(options.rounds, "round") if options.rounds else ""


_TOLD = (b.AcesOut, b.Forced, b.Drawn, b.PushedAway, b.Called, b.Settled)
"""Events that the picture tells."""

WORDS = Words(
    game=b.BACKHAND,
    tagline="draw until the next card would be too much, and say so",
    moods=("betting", "quick", "alone"),
    minutes=(1, 1),
    lasts=_lasts,
    sample_move_count=10,
    slash_options=("mode", "target", "hands"),
    hint="All cards lie open. Say **Backhand!** when you think that the next card takes you past 21.",
    rules=(
        "Two open cards each; one seat plays after the other. Aces count 1, court cards 10. Aces among your first two "
        "go out, and other cards come for them.",
        "Up to 11 you get cards without being asked. From 12 on you hit, or say backhand: a card is turned, and if it "
        "would take you past 21 you have won, else lost. Hitting past 21 loses; five cards win.",
        "Two cards of 17 to 20 are a push hand: push them away for two new ones, as often as you like, or play the "
        "push: one card, and up to 21 it wins.",
        "Race: first to 10 wins, after a full round. Within: 6 wins of 10 hands. Betting: wagers against the house at "
        "even money.",
    ),
    deal="round",
    pot="",
    point="win",
    cloth="wine",
    seats_in_row=1,
    verbs={
        **bets.WAGER_VERBS,
        b.Hit: Verb(
            "Hit", "primary", public=True, ask="One more card, or backhand?",
            at=lambda view: "Play the push" if _is_push(view) else "Hit",
        ),
        b.Backhand: Verb("Backhand!", "success", public=True, also=("call-backhand",)),
        b.PushAway: Verb("Push it away", "success", public=True, also=("push",)),
    },
    events={
        Shuffled: "{cards} cards are shuffled.",
        Reshuffled: "The pack is dry: {cards} discards are shuffled and serve on.",
        b.AcesOut: _aces,
        b.Called: _called,
        b.Settled: _settled,
    },
    told_by_picture=(*_TOLD, b.Calls),
    presets=bets.wager_presets,
    amounts=bets.wager_amounts,
    holds=nobody_holds,
    layout=layout,
    plate=plate,
    asks=asks,
    outcome=outcome,
    tally=tally,
    odds=odds,
    counts={
        "hands": "{total:hand}",
        "wins": "{total} won",
        "backhands": "{total:backhand}",
        "backhands right": "{total} right",
        "pushes": "{total:push hand} pushed away",
        "pushes played": "{total} played",
        "five-card hands": "{total:five-card hand}",
    },
)  # fmt: skip
