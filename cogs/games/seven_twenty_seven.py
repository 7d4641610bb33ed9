"""Seven Twenty-Seven on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.engine.amounts import WHITE, YELLOW, shares, whites
from bot.engine.betting import BETTING, Stakes, Uncalled
from bot.engine.cards import Card
from bot.engine.facts import HAND, STOCK
from bot.engine.piles import Seat
from bot.engine.side_pots import Pot, PotWon, pot_name
from bot.engine.state import State
from bot.engine.table import LeftOut, Reshuffled
from bot.games import seven_twenty_seven as g
from bot.games.seven_twenty_seven import ROUND, STANDS, SevenTwentySevenView
from bot.house import seven_twenty_seven as house
from bot.show.words import bets
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, ahead, chips_line, most_won, moved, out_best, seat_scene
from bot.show.words.sentences import Who, card_text, cards_text, times
from bot.show.words.verbs import Verb
from card_art import scene as art

_STAMPS = {
    ("low",): art.Stamp("LOW", "gold"),
    ("high",): art.Stamp("HIGH", "gold"),
    ("low", "high"): art.Stamp("BOTH", "gold"),
}
_OUT = art.Stamp("OUT", "crimson")
_BOTH_HALVES, _WIDE = art.Stamp("BOTH HALVES", "gold"), 6
"""It finds room where no more seats than these share the width."""
_HALVES = {"low": "7 half of the ", "high": "27 half of the ", "whole": "whole "}


def points(n: int) -> str:
    """Half points as people say them: 6½."""
    return whites(n * YELLOW)


def counted(totals: Iterable[int]) -> str:
    """Everything that a hand may be: 6½ / 16½."""
    return " / ".join(map(points, totals))


def layout(view: SevenTwentySevenView, who: Who) -> Layout:
    """Both halves of the pot in the middle, and the side pots; who has won them, at the showdown."""
    stakes: Stakes | None = view.fact(BETTING, None)
    pots = stakes.pots if stakes else ()
    low, whole = pots[0].amount // WHITE * YELLOW if pots else 0, sum(p.amount for p in pots[:1])
    centre: list[art.Piece] = [art.Pot(low, "Nearest 7"), art.Pot(whole - low, "Nearest 27")]
    corner = [f"{view.size(STOCK)} cards left"]
    if view.moment and view.last(g.Shown):
        centre = [*map(art.Note, _won_by(view, who))]  # what was there to win is in it; the room is the hands'
    elif view.moment and (bust := view.last(g.Bust)):
        centre.append(art.Note(f"{who(bust.seat):is} out with {points(bust.total)}"))
    elif len(pots) > 1:
        centre.append(art.Lines(tuple(_side(n, pots, who) for n in range(1, len(pots)))))
    if stakes and stakes.raises_left is not None and not view.moment:
        corner.insert(0, f"{times(stakes.raises_left, 'raise')} left")
    return Layout(
        corner=tuple(corner), centre=tuple(centre),
        stage=f"round {view.fact(ROUND)}" if view.fact(ROUND, None) else "",
        foot=NO_FOOT,
    )  # fmt: skip


def _won_by(view: SevenTwentySevenView, who: Who) -> list[str]:
    """Of each pot, who has won which half of it: "Low 7½: Ana · High 7½: Bo"."""
    told: dict[str, list[str]] = {}
    for e in view.events_of(g.HalfWon):
        half = {"low": "Low", "high": "High", "whole": "Both halves"}[e.half]
        told.setdefault(e.pot, []).append(f"{half} {whites(e.amount)}: {who.all(e.winners)}")
    lines = [(pot, " · ".join(won)) for pot, won in told.items()]
    return [won if len(lines) == 1 else f"{pot.capitalize()}: {won}" for pot, won in reversed(lines)]


def _side(place: int, pots: tuple[Pot, ...], who: Who) -> str:
    pot = pots[place]
    return f"{pot_name(place, pots)} {whites(pot.amount)}: {who.all(pot.eligible)}"


def plate(view: SevenTwentySevenView, who: Who, seat: Seat) -> art.Seat:
    """The open cards and the backs, with what they show; how it stands, and what the showdown has brought."""
    stakes: Stakes | None = view.fact(BETTING, None)
    line = chips_line(view, seat)
    if stakes is None or seat not in view.players:
        return seat_scene(view, who, seat, line)
    more: dict[str, Any] = {"dim": seat not in stakes.live, "stamp": _stamp(view, seat)}
    held = view.pile(HAND.of(seat))
    if not held:
        more["said"] = "folded"
    elif seat != who.viewer:
        more = {"dim": more["dim"], "bet": 0, "hands": (_laid(view, seat, held, more["stamp"]),)}
    shown = bool(view.events_of(g.Shown))
    marks: list[str] = []
    if seat in stakes.live and seat not in view.waits_for and not shown:
        stands = isinstance(view.last(g.Took, g.Stood, seat=seat), g.Stood)
        marks = ["ALL-IN"] * (not view.stacks[seat]) + ["STANDS"] * stands
    active = seat in view.waits_for or bool(shown and _halves(view, seat))
    return seat_scene(view, who, seat, line, marks=marks, **{"hand": (), "active": active, **more})


def asks(view: SevenTwentySevenView, seat: Seat) -> str:
    """What there is to call."""
    stakes: Stakes | None = view.fact(BETTING, None)
    owed = stakes.to_match - view.wagers[seat] if stakes else 0
    return f"call {whites(owed)}" if owed > 0 and any(view.wagers) else "to play"


def _laid(view: SevenTwentySevenView, seat: Seat, held: Sequence[Card | None], stamp: art.Stamp | None) -> art.SeatHand:
    """Backs first; what the open cards count as, or all of them where they have been shown."""
    faces = [c for c in held if c is not None]
    bust, shown = view.last(g.Bust, seat=seat), view.last(g.Shown, seat=seat)
    total = "" if bust or not faces else f"up {points(g.totals(faces)[0])}"
    if shown:
        total = _counts(view, shown, _halves(view, seat))
    won = _gains(view, seat)
    return art.SeatHand(
        (*(c for c in held if c is None), *faces), total,
        active=bool(won), stamp=stamp, change=f"+{whites(won)}" if won else "", bet=view.wagers[seat],
        dim=bust is not None or (bool(shown) and not won),
    )  # fmt: skip


def _stamp(view: SevenTwentySevenView, seat: Seat) -> art.Stamp | None:
    """Out with this total; at the showdown what has been won."""
    if bust := view.last(g.Bust, seat=seat):
        return art.Stamp(f"OUT {points(bust.total)}", "crimson")
    won = _halves(view, seat)
    return _BOTH_HALVES if len(won) > 1 and len(view.players) <= _WIDE else _STAMPS.get(won)


def _gains(view: SevenTwentySevenView, seat: Seat) -> int:
    """What the halves have brought a seat that it has won, in hundredths of a white."""
    won = [e for e in view.events_of(g.HalfWon) if seat in e.winners]
    return sum(shares(e.amount, len(e.winners))[e.winners.index(seat)] for e in won)


def outcome(view: SevenTwentySevenView, before: State, who: Who) -> Outcome:
    """The hands that were shown, what they count as, who has which half, and who was out with too much."""
    shown = {e.seat: e for e in view.events_of(g.Shown)}
    bust = {e.seat: e for e in view.events_of(g.Bust)}
    net = moved(view, before)
    takers = [s for s in range(view.seats) if any(s in e.winners for e in view.events_of(g.HalfWon, PotWon))]
    hands = _hands(view, shown, bust)
    winners = ahead(net, takers)
    by_deal = sorted(range(view.seats), key=lambda s: (s not in winners, s not in takers, s not in shown, -net[s]))
    costly = [s for s in takers if net[s] < 0 and not view.standings]
    return Outcome(
        hands={s: [hand] for s, hand in hands.items()}, won=view.ended("W") or winners,
        order=None if view.standings else by_deal,
        told={s: ("", "all others folded") for s in takers if s not in shown},
        out={"Folded": [s for s in view.players if s not in hands and s not in takers]},
        banner=out_best(view, who) or (most_won(view, before, who) if costly else _banner(view, who)),
    )  # fmt: skip


def _hands(
    view: SevenTwentySevenView, shown: Mapping[Seat, g.Shown], bust: Mapping[Seat, g.Bust]
) -> dict[Seat, art.ResultHand]:
    """The hands that were shown, with what they count as and have won, then those with too much."""
    hands = {
        s: art.ResultHand(view.faces(HAND.of(s)), _counts(view, e, won := _halves(view, s)), stamp=_STAMPS.get(won))
        for s, e in shown.items()
    }
    return hands | {
        s: art.ResultHand(view.faces(HAND.of(s)), points(e.total), stamp=_OUT, dim=True) for s, e in bust.items()
    }


def _halves(view: SevenTwentySevenView, seat: Seat) -> tuple[str, ...]:
    """What a seat has won of the pots: low, high, or both."""
    won = {e.half for e in view.events_of(g.HalfWon) if seat in e.winners}
    return tuple(half for half in ("low", "high") if half in won or "whole" in won)


def _counts(view: SevenTwentySevenView, hand: g.Shown, won: tuple[str, ...]) -> str:
    """What the hand counts as towards the halves that it has won, otherwise towards both; with many aces there is no
    room for every total."""
    targets = [target for half, target in (("low", g.LOW), ("high", g.HIGH)) if half in won or not won]
    best = {min(hand.totals, key=lambda n: g.off(n, target, open=view.options.open)) for target in targets}
    return counted(sorted(best))


def _banner(view: SevenTwentySevenView, who: Who) -> str | None:
    """Who has won the halves of the main pot, or all of it."""
    won = {e.half: e for e in view.events_of(g.HalfWon) if e.pot in ("pot", "main pot")}
    if whole := won.get("whole"):
        return f"{who.wins(whole.winners)} both halves"
    low, high = won.get("low"), won.get("high")
    if low and high and low.winners == high.winners:
        return f"{who.wins(low.winners)} both halves"
    if low or high:
        return " · ".join(f"{e.half.capitalize()}: {who.all(e.winners)}" for e in (low, high) if e)
    taken = view.last(PotWon)
    return f"{who.wins(taken.winners, 'takes')} the pot" if taken else None


def notes(view: SevenTwentySevenView) -> list[str]:
    """Everything that the hand may be, and how far it is from either target."""
    if not view.hand:
        return []
    low, high = (g.miss(view.hand, target, open=view.options.open) for target in (g.LOW, g.HIGH))
    lines = [counted(g.totals(view.hand)), f"{_away(low)} 7", f"{_away(high)} 27"]
    return [*lines, "You stand this round"] if view.has(STANDS.of(view.viewer)) else lines


def _away(missed: int) -> str:
    if not missed:
        return "Exactly"
    over = missed - g.BEYOND
    return f"{points(over)} above" if over > 0 else f"{points(missed)} from"


def order(view: SevenTwentySevenView, c: Card) -> tuple[bool, int, str]:
    """Aces first, then from the highest down to the court cards, which count least."""
    return c.rank != 1, -c.rank if c.rank <= 10 else 0, c.suit


def _shown(e: g.Shown, who: Who) -> str:
    return f"{who(e.seat):shows} {cards_text(e.cards)}: {counted(e.totals)}."


def _bust(e: g.Bust, who: Who) -> str:
    return f"**{who(e.seat):is} out with {points(e.total)}** and {who(e.seat):/shows} {card_text(e.down)}."


def _won(e: g.HalfWon, who: Who) -> str:
    return f"{bets.takes(e.winners, who)} the {_HALVES[e.half]}{e.pot}, {whites(e.amount)}."


def _points(halves: int) -> str:
    """Half points in a sentence: "5½"."""
    return f"{halves // 2 or ''}{'½' * (halves % 2)}" or "0"


def _aims(why: house.Aims, who: Who) -> str:
    more = "and aim at" if why.on else "near enough to"
    return f"you have {_points(why.total)}{'' if why.on else ','} {more} {_points(why.target)}"


def _off(why: house.Off, who: Who) -> str:
    if not why.off:
        return f"you have exactly {_points(why.target)}"
    return f"you are {_points(why.off)} from {_points(why.target)}"


WORDS = Words(
    game=g.SEVEN_TWENTY_SEVEN,
    tagline="half the pot goes nearest to 7, half nearest to 27, and you bet on it card by card",
    moods=("betting", "quick"),
    minutes=(1, 1),
    sample_move_count=10,
    slash_options=("ruleset", "ante", "hands"),
    hint="Court cards count ½, aces 1 or 11. Your cards come by direct message; **My hand** shows them too.",
    rules=(
        "Everybody antes and gets two cards, one of them face up. Court cards count ½, aces 1 or 11, others their "
        "pips.",
        "A round of betting, then everybody in turn takes a card or stands; you may stand now and take one later. "
        "So it goes on until all stand in one round. Then all show.",
        "Half of the pot goes to the hand nearest to 7, half to the hand nearest to 27. One hand may win both.",
        "Open: cards are taken face up; over 27 you are out; nearest means without going over. If all are above 7 the "
        "lowest is low. A hand that is 7 and 27 at once, like 5-A-A, takes the whole pot.",
        "Closed: cards are taken face down, nobody is out, and nearest counts on either side.",
    ),
    cloth="blue",
    seats_in_row=1,
    verbs={
        **bets.VERBS,
        g.Hit: Verb("Hit", "primary", public=True, ask="A card, or none this round?"),
        g.Stand: Verb("Stand", "success", public=True),
        g.StandAhead: Verb(
            "Stand this round",
            at=lambda view: "Don't stand yet" if view.has(STANDS.of(view.viewer)) else "Stand this round",
        ),
    },
    reasons={house.Aims: _aims, house.Off: _off},
    events={
        **bets.EVENTS,
        LeftOut: "{seat:is} out of chips.",
        Reshuffled: "The stock is dry: {cards} cards of dead hands are shuffled and serve on.",
        g.Took: lambda e, who: f"{who(e.seat):takes} {card_text(e.card) if e.card else 'a card'}.",
        g.Bust: _bust,
        g.Shown: _shown,
        g.HalfWon: _won,
    },
    told_by_picture=(g.Shown, g.HalfWon, Uncalled, PotWon),
    presets=bets.amounts,
    layout=layout,
    plate=plate,
    asks=asks,
    outcome=outcome,
    notes=notes,
    order=order,
    counts={
        "hands": "{total:hand}",
        "hands won": "{total} ahead",
        "halves won": lambda total, best: f"{total} {'half' if total == 1 else 'halves'} won",
        "busts": "{total:bust}",
    },
)  # fmt: skip
