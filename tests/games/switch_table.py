"""Tables of Switch with chosen hands, top cards and pickup piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pytest import MonkeyPatch

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.offers import Move
from bot.games import switch
from bot.games.switch import SWITCH
from bot.games.switch.moves import Delay, Draw, HandOver, LastCard, Pass, PickedUp, Play

from .table import dealt, moment_over, refused, told, turn

DULL = "6C 6D 6H 6S 9C 9D 9H 9S 10C 10D 10H 10S QC QD QH QS 5C 5D 5H 5S 7D 7H 3C 3D"
"""Cards that do nothing, for players who need no others."""


def table(
    hands: Mapping[int, str], top: str, /, *, stock: str | None = "", pile: str = "", seats: int = 0, first: int = 0,
    packs: int = 1, began: int = 0, **options: Any,
) -> Deal:  # fmt: skip
    """These hands, of any size, and this top card on that discard pile; the pickup pile begins with those cards, and is
    empty for None. Others hold four cards that do nothing. Seat `first` begins."""
    count = seats or max(hands) + 1
    left = Counter(pack(decks=packs))
    given = {seat: cards(text) for seat, text in hands.items()}
    laid, begins = cards(f"{pile} {top}"), cards(stock or "")
    left.subtract([c for each in (*given.values(), laid, begins) for c in each])
    assert all(n >= 0 for n in left.values()), "there are not so many of a card"
    for seat in range(count):
        if seat not in given:
            given[seat] = [c for c in cards(DULL) if left[c] > 0][:4]
            left.subtract(given[seat])
    piles = {HAND.of(seat): own for seat, own in given.items()} | {DISCARDS: laid}
    piles[STOCK] = [] if stock is None else [*reversed([*begins, *left.elements()])]

    def arranged(r: switch.Round) -> int:
        seat = begun(r)
        for name, wanted in piles.items():
            r.t.piles[name].take_all()
            r.t.piles[name].lay(*wanted)
        return seat

    begun = switch.begins
    named = {"cut": "off", "packs": packs, "first": first + 1} | options
    with MonkeyPatch.context() as patch:
        patch.setattr(switch, "begins", arranged)
        return dealt(SWITCH, {}, each=7, seats=count, began=began, **named)


def play(deal: Deal, *moves: str) -> Deal:
    """`0: 7H 8H` are cards, `0! 7H` with the call; `draw`, `pass`, `delay`; a suit behind the cards: `0: AS hearts`."""
    for typed in moves:
        seat, called, words = typed[0], typed[1] == "!", typed[2:].strip()
        deal.submit(int(seat), move_of(words, called=called))
    return deal


def move_of(words: str, *, called: bool = False) -> Move:
    if words in ("draw", "pass", "delay"):
        return {"draw": Draw(), "pass": Pass(), "delay": Delay()}[words]
    first, *rest = words.split()
    named = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
    suit = named.get(words.split()[-1])
    laid = tuple(cards(" ".join([first, *(rest[:-1] if suit else rest)])))
    return (LastCard if called else Play)(laid, suit)


def says(deal: Deal, typed: str) -> str:
    """The sentence with which this is refused."""
    return refused(deal, int(typed[0]), move_of(typed[2:].strip(), called=typed[1] == "!"))


def may(deal: Deal, typed: str) -> bool:
    """Whether these cards may be laid now."""
    move = move_of(typed[2:].strip(), called=typed[1] == "!")
    assert deal.ask
    return deal.ask.refusal(int(typed[0]), move) is None


def next_seat(deal: Deal) -> int | None:
    """Whose turn it is, moments over."""
    moment_over(deal)
    return turn(deal)


def held(deal: Deal, seat: int) -> str:
    return " ".join(map(str, deal.table.piles[HAND.of(seat)]))


def count(deal: Deal, seat: int) -> int:
    return len(deal.table.piles[HAND.of(seat)])


def top(deal: Deal) -> str:
    return str(deal.table.piles[DISCARDS].top)


def penalty(deal: Deal) -> int:
    """Of what is pending."""
    found = deal.table.facts.get("pending")
    return found[0].size if found else 0


def picked_up(deal: Deal) -> list[tuple[int, int]]:
    """Who has picked up how many cards."""
    return [(e.seat, e.cards) for e in told(deal, PickedUp)]


def won(deal: Deal) -> tuple[int, ...]:
    moment_over(deal)
    over = told(deal, HandOver)
    return over[-1].won if over else ()
