"""What is kept of a hand for each of its players: their cards, what it brought, and what they did, in the words of the
field (rules/poker.md, "Figures of how one plays").

All of it is public but a player's own cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from bot.engine.asks import LogEntry
from bot.engine.betting import BetMade, Called, Checked, Folded, Raised
from bot.engine.cards import Card
from bot.engine.deal import Deal
from bot.engine.events import Event
from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.engine.traits import Figures

from . import moves as m
from .facts import BOARD, BOARD_2, RUN, STAKES, UP
from .options import Options
from .phh import dealt_to, nets
from .variants import BLINDS, DEALERS_BLIND

EARLY, MIDDLE, LATE, IN_BLINDS = "early", "middle", "late", "blinds"
"""Positions, the first to speak before the flop first."""
_LATE, _MIDDLE = 1, 4
"""How many seats before the button a position reaches: the button and the next are late."""
_Spoken: TypeAlias = "Checked | Called | Folded | Raised | BetMade"
_CHANGING = "RXPT"
"""What makes of the cards that one is dealt another hand."""


def figures(deal: Deal) -> dict[Seat, Figures]:
    """Everybody's who was dealt in; nobody's where no cards were dealt."""
    told = [event for event, _ in deal.table.events]
    players: Sequence[Seat] = deal.table.players
    options: Options = deal.options
    if not any(zone.startswith("seat:") for _, zone in deal.table.dealt):
        return {}
    (_, blind, _), brought, done = deal.table.fact(STAKES), nets(told), _deeds(options, players, told)
    pot, lies, what = _pot(told), _boards(deal), _called(options)
    shown = _showdown(players, told)
    return {
        seat: Figures(
            what, position(options, players, seat), " ".join(map(str, own_cards(deal, seat))), lies, pot, blind,
            brought[seat], shown.get(seat, ""), done.get(seat, {}),
        )
        for seat in players
    }  # fmt: skip


def _called(options: Options) -> str:
    return f"{options.called}, {options.limited} limit" if options.limits else options.called


def _pot(told: Iterable[Event]) -> int:
    return sum(event.amount for event in told if isinstance(event, m.Won | m.PotStays))


def position(options: Options, players: Sequence[Seat], seat: Seat) -> str:
    """Where a seat sits: in the blinds, or by how far it is from the button; nothing in games without blinds."""
    if not _with_blinds(options):
        return ""
    place, before = players.index(seat), len(players) - 1 - players.index(seat)
    if options.played.forced == BLINDS and place < 2:
        return IN_BLINDS
    return LATE if before <= _LATE else MIDDLE if before <= _MIDDLE else EARLY


def _with_blinds(options: Options) -> bool:
    """Whether somebody must bet before the cards and speaks last of the first round, as in Hold'em."""
    return options.played.forced in (BLINDS, DEALERS_BLIND) and options.played.script == "hand"


# ---- what they did -------------------------------------------------------------------------------


def _deeds(options: Options, players: Sequence[Seat], told: Sequence[Event]) -> dict[Seat, dict[str, int]]:
    """What each has done, to be added up; nothing in games without blinds and in bomb pots."""
    if not _with_blinds(options) or any(isinstance(event, m.Anted) and event.bomb for event in told):
        return {}
    done = {p: Counter({"hands": 1}) for p in players}
    live, spoke, raised_by = [*players], set[Seat](), list[Seat]()
    street = 0
    for event in told:
        match event:
            case m.StreetDealt(number=number):
                if street < 2 <= number:
                    for p in live:
                        done[p]["saw flop"] = 1
                street = number
            case Checked(seat=seat) | Called(seat=seat) | Folded(seat=seat) | Raised(seat=seat) | BetMade(seat=seat):
                if isinstance(event, Folded):
                    live.remove(seat)
                if street < 2:
                    _before_flop(event, done[seat], first=seat not in spoke, raised_by=raised_by)
                    spoke.add(seat)
                else:
                    _after_flop(event, done[seat])
            case _:
                pass
    if len(live) == 1 and street < 2 and live[0] not in spoke:
        done[live[0]]["walks"] = 1
    for p, how in _showdown(players, told).items():
        if done[p]["saw flop"]:
            done[p]["showdowns"] = 1
            done[p]["showdowns won"] = int(how == "won")
    return {p: {name: n for name, n in deeds.items() if n} for p, deeds in done.items()}


def _before_flop(event: _Spoken, mine: Counter[str], *, first: bool, raised_by: list[Seat]) -> None:
    """A check costs nothing, and a blind is no choice; `raised_by` is who has raised so far."""
    raises = isinstance(event, Raised | BetMade)
    if raises or isinstance(event, Called):
        mine["in by choice"] = 1
    if len(raised_by) == 1 and event.seat not in raised_by:
        mine["could reraise"] = 1
        mine["reraised"] = int(raises)
    if raises:
        mine["raised"] = 1
        raised_by.append(event.seat)


def _after_flop(event: Event, mine: Counter[str]) -> None:
    match event:
        case BetMade() | Raised():
            mine["bets"] += 1
        case Called():
            mine["calls"] += 1
        case Folded():
            mine["folds"] += 1
        case _:
            pass


def _showdown(players: Sequence[Seat], told: Sequence[Event]) -> Mapping[Seat, Literal["won", "lost"]]:
    """How it went for those whose hands were compared."""
    out = {event.seat for event in told if isinstance(event, Folded | m.Beaten)}
    live = [p for p in players if p not in out]
    for event in told:
        if isinstance(event, m.GutsOpened):
            live = [p for p in live if p in event.are_in]
    won = [event for event in told if isinstance(event, m.Won) and event.called]
    if not won or len(live) < 2:
        return {}
    takers = {p for event in won for p in event.winners}
    return {p: "won" if p in takers else "lost" for p in live}


# ---- cards ---------------------------------------------------------------------------------------


def own_cards(deal: Deal, seat: Seat) -> list[Card]:
    """A seat's own cards as far as it knew them: as they were when it folded, or at the end."""
    pile = deal.table.piles.get(HAND.of(seat))
    if pile is None or seat not in pile.seen_by:  # it could not see what it held, but for what lay open
        up = [up for event, _ in deal.table.events if isinstance(event, m.StreetDealt | m.Turned) for up in event.up]
        return [one.card for one in up if one.seat == seat]
    options: Options = deal.options
    kinds = {kind for street in options.streets for kind in street.kinds}
    if kinds.isdisjoint(_CHANGING) or not (len(pile) or any(_changes(row, seat) for row in deal.played)):
        found = dealt_to(deal, seat)
    else:
        t = (deal if len(pile) else _before_fold(deal, seat)).table
        found = [*t.piles[HAND.of(seat)], *t.piles.get(UP.of(seat), ())]
    return found if "U" in kinds or "T" in kinds else sorted(found, key=_strength, reverse=True)


def _changes(row: LogEntry, seat: Seat) -> bool:
    """Whether a seat has thrown away, or passed on, any of its cards."""
    return row.seat == seat and isinstance(row.move, m.Draw | m.Discard | m.Pass) and bool(row.move.cards)


def _strength(c: Card) -> tuple[int, str]:
    return (14 if c.rank == 1 else c.rank, c.suit)


def _before_fold(deal: Deal, seat: Seat) -> Deal:
    """The deal as it was before the row by which a seat lost its cards."""
    events = deal.table.events
    folded = next((n for n, (e, _) in enumerate(events) if isinstance(e, Folded | m.Beaten) and e.seat == seat), None)
    if folded is None:
        return deal
    rows = max(n for n, beat in enumerate(deal.beats) if beat.first <= folded)
    return deal.as_it_was(max(0, rows - 1))


def _boards(deal: Deal) -> str:
    piles = deal.table.piles
    common = [*piles.get(BOARD, ())]
    runs = [[*common, *piles[RUN.of(n)]] for n in (1, 2) if RUN.of(n) in piles]
    boards = runs or [common, *([[*piles[BOARD_2]]] if BOARD_2 in piles else [])]
    return " / ".join(" ".join(map(str, board)) for board in boards if board)
