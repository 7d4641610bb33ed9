"""Hands of poker in PHH, the notation for poker hand histories that programs read (phh.readthedocs.io).

A hand is told as the table saw it: cards that were never shown are `??`, discards too. Amounts are hundredths of a
white chip; p1 sits on the dealer's left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, TypeAlias

from bot.engine.accounts import Paid
from bot.engine.amounts import YELLOW, down_to
from bot.engine.betting import BetMade, Called, Checked, Folded, Raised
from bot.engine.cards import RANKS, Card
from bot.engine.deal import Deal
from bot.engine.events import Event
from bot.engine.piles import SPECTATOR, Seat

from . import moves as m
from .facts import BOARD_2, CHIP, STAKES
from .options import Options
from .tournament import put_aside
from .variants import BLINDS, BRING_IN, DEALERS_BLIND, FIXED, NO, POT

CODES: Final = {
    ("holdem", FIXED): "FT",
    ("holdem", NO): "NT",
    ("short-deck", NO): "NS",
    ("omaha", POT): "PO",
    ("omaha-8", FIXED): "FO/8",
    ("stud", FIXED): "F7S",
    ("stud-8", FIXED): "F7S/8",
    ("razz", FIXED): "FR",
    ("27-single", NO): "N2L1D",
    ("27-triple", FIXED): "F2L3D",
    ("badugi", FIXED): "FB",
}
"""What the notation has a code for: variant and limit."""

_BESIDE = ("bounty", "prize", "deal", "freezeout", "share of those who left", "seven-deuce", "stand-up")
"""Payments that are no part of the hand."""


Toml: TypeAlias = "str | int | Sequence[Toml]"


def history(deal: Deal, names: Sequence[str], viewer: Seat = SPECTATOR) -> str | None:
    """A hand that is over, as the fields of a PHH file, in which a viewer's own cards are told; None if the notation
    has no words for it."""
    told = [event for event, _ in deal.table.events]
    code = CODES.get((deal.options.played.name, deal.options.limited))
    if code is None or beyond_words(deal, told):
        return None
    fields: dict[str, Toml] = {"variant": code, **_stakes(deal, told), **_stacks(deal, told, names)}
    fields["actions"] = [*_Hand(deal, told, viewer).actions()]
    return "\n".join(f"{key} = {_toml(value)}" for key, value in fields.items())


def beyond_words(deal: Deal, told: Sequence[Event]) -> bool:
    """Whether something has happened that the notation cannot say."""
    options: Options = deal.options
    if options.rule("wild") not in ("", "none") or options.declare == "chips" or BOARD_2 in deal.table.piles:
        return True
    if not any(type(event) is m.StreetDealt for event in told):
        return True  # nothing was dealt
    return any(
        isinstance(event, m.Community)
        or (isinstance(event, m.SecondRun) and event.twice)
        or (isinstance(event, m.Anted) and event.bomb)
        or (isinstance(event, m.Posted) and event.what == "kill")
        or (isinstance(event, Paid) and (event.source, event.to) == ("splash", "pot"))  # chips of an earlier game
        for event in told
    )


def _stakes(deal: Deal, told: Sequence[Event]) -> dict[str, Toml]:
    """Antes, blinds and limits."""
    players, options = deal.table.players, deal.options
    u, blind, ante = deal.table.fact(STAKES)
    small = down_to(blind / 2, deal.table.fact(CHIP, YELLOW))
    found: dict[str, Toml] = {"ante_trimming_status": True} if ante else {}
    found["antes"] = [ante] * len(players)
    forced = options.played.forced
    if forced == BRING_IN:
        found["bring_in"] = small
    else:
        posts = [0] * len(players)
        if forced == BLINDS:
            posts[:2] = small, blind
        elif forced == DEALERS_BLIND:
            posts[0 if len(players) == 2 else -1] = blind  # of two the blinds stand the other way round
        for event in told:
            if isinstance(event, m.Posted) and event.what == "straddle":
                posts[players.index(event.seat)] = 2 * blind
            elif isinstance(event, m.Posted) and event.what == "blind" and forced == BLINDS:
                posts[players.index(event.seat)] = -blind  # of somebody who has come to the table
        found["blinds_or_straddles"] = posts
    return found | ({"small_bet": u, "big_bet": 2 * u} if options.limited == FIXED else {"min_bet": u})


def _stacks(deal: Deal, told: Sequence[Event], names: Sequence[str]) -> dict[str, Toml]:
    """Who sat there, with how much before and after."""
    players = deal.table.players
    aside, won = put_aside(told), nets(told)
    before = [stack - aside[p] for p, stack in enumerate(deal.state.stacks)]
    return {
        "starting_stacks": [before[p] for p in players],
        "finishing_stacks": [before[p] + won[p] for p in players],
        "hand": deal.state.number + 1,
        "seats": [p + 1 for p in players],
        "seat_count": deal.state.seats,
        "players": [names[p] if p < len(names) else f"Seat {p + 1}" for p in players],
    }


def nets(told: Iterable[Event]) -> Counter[Seat]:
    """What each seat has won or lost in a hand that is over."""
    found: Counter[Seat] = Counter()
    for event in told:
        if isinstance(event, Paid) and event.why not in _BESIDE:
            found[event.source] -= event.amount  # pyright: ignore[reportArgumentType]  # wagers are counted along
            found[event.to] += event.amount  # pyright: ignore[reportArgumentType]
    return found


class _Hand:
    """The course of one hand."""

    def __init__(self, deal: Deal, told: Sequence[Event], viewer: Seat) -> None:
        self.told = told
        self.players: Sequence[Seat] = deal.table.players
        self.streets = deal.options.streets
        self.live = [*self.players]
        self.shown = _shown(told)
        self.cards = {
            p: iter(dealt_to(deal, p) if p == viewer else _got(deal, p, self.shown.get(p, ()))) for p in self.players
        }
        self.open: dict[Seat, tuple[Card, ...]] = {}
        """What each seat has shown so far."""

    def player(self, seat: Seat) -> str:
        return f"p{self.players.index(seat) + 1}"

    def actions(self) -> Iterator[str]:
        """Everything dealt, done and shown, in order."""
        drawn: dict[Seat, int] = {}
        for event in self.told:
            match event:
                case m.Drew(seat=seat, n=n):
                    drawn[seat] = n
                    yield f"{self.player(seat)} sd {'??' * n}".rstrip()
                case m.StreetDealt():
                    yield from self._street(event, drawn)
                    drawn = {}
                case Folded(seat=seat):
                    self.live.remove(seat)
                    yield f"{self.player(seat)} f"
                case Checked(seat=seat) | Called(seat=seat):
                    yield f"{self.player(seat)} cc"
                case m.BroughtIn(seat=seat):
                    yield f"{self.player(seat)} pb"
                case BetMade(seat=seat, amount=to) | Raised(seat=seat, to=to):
                    yield f"{self.player(seat)} cbr {to}"
                case m.AllUp(hands=hands):
                    for seat, held in hands:
                        yield from self._shows(seat, held)
                case m.Shown(seat=seat, cards=held):
                    yield from self._shows(seat, held)
                case m.Mucked(seat=seat):
                    # a player who thinks better of it shows there: nothing is shown twice
                    late = self.shown.get(seat)
                    yield from self._shows(seat, late) if late else (f"{self.player(seat)} sm",)
                case _:
                    pass

    def _street(self, event: m.StreetDealt, drawn: Mapping[Seat, int]) -> Iterator[str]:
        """Cards of the board; then of each seat those that it was dealt, down and up."""
        for board in event.boards:
            if board:
                yield f"d db {_text(board)}"
        street = self.streets[event.number - 1]
        for p in self.live:
            n = drawn.get(p, 0) if "R" in street else street.count("D") + street.count("U")
            if n:
                yield f"d dh {self.player(p)} {_text(islice(self.cards[p], n))}"

    def _shows(self, seat: Seat, held: tuple[Card, ...]) -> Iterator[str]:
        if self.open.get(seat) != held:
            self.open[seat] = held
            yield f"{self.player(seat)} sm {_text(held)}"


def _shown(told: Iterable[Event]) -> dict[Seat, tuple[Card, ...]]:
    """The hands that everybody has seen, as they were at last."""
    found: dict[Seat, tuple[Card, ...]] = {}
    for event in told:
        if isinstance(event, m.AllUp):
            found.update(event.hands)
        elif isinstance(event, m.Shown):
            found[event.seat] = event.cards
    return found


def dealt_to(deal: Deal, seat: Seat) -> list[Card]:
    """Everything that a seat was dealt, in order."""
    order = [*chain.from_iterable(deal.table.orders)]
    return [order[at] for at, zone in deal.table.dealt if zone == f"seat:{seat}"]


def _got(deal: Deal, seat: Seat, shown: Iterable[Card]) -> list[Card | None]:
    """What a seat was dealt, card by card; None for what nobody has seen. Of a card that was thrown away and came back
    it is the second coming that was seen."""
    up = {up.card for event, _ in deal.table.events if isinstance(event, m.StreetDealt) for up in event.up}
    known, found = {*shown} | up, list[Card | None]()
    for c in reversed(dealt_to(deal, seat)):
        found.append(c if c in known else None)
        known.discard(c)
    return found[::-1]


def _text(held: Iterable[Card | None]) -> str:
    return "".join("??" if c is None else RANKS[c.rank - 1] + c.suit.lower() for c in held)


def _toml(value: Toml) -> str:
    """A value as TOML spells it."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return '"' + "".join(map(_escaped, value)) + '"'
        case _:
            return f"[{', '.join(map(_toml, value))}]"


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    return letter if letter >= " " and letter != "\x7f" else f"\\u{ord(letter):04x}"
