"""Taking a move back by consent: the player who made it asks, all others at the table agree or refuse.

Deals are rewound, never rewritten: the rows stay in the log. What somebody else has shown since cannot be unseen, so
then it is refused; so is it when a house player has moved since, who would tell what it answers as often as one likes.
A player who has answered the move must agree, even if they are away or about to leave.

At a teaching table the learner takes back as many as they like, whatever has come since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.engine.asks import CLOCK, LogEntry
from bot.engine.cards import Card
from bot.engine.cutting import LetDealerCut
from bot.engine.deal import Deal, by_clock
from bot.engine.facts import CHOSEN
from bot.engine.game import Game
from bot.engine.moments import GoOn
from bot.engine.offers import Part, verb
from bot.engine.piles import Seat
from bot.engine.view import view
from bot.store import Work

from . import play
from .errors import Rejected
from .open_table import OpenTable
from .session import Session
from .state import Proposal

WAITS_MS = 30_000
"""How long the others may think about it."""
AT_HAND_MS = 8_000
"""How long its button is shown."""
_SHOWN = "Cards have been shown since; that cannot be taken back."
_LATE = "That was not your last move; `/table undo` takes back the last one."
_ANSWERED = "A house player has moved since; that cannot be taken back."


def has_its_own(game: Game) -> bool:
    """Whether moves are taken back by a move of the game itself."""
    return any(verb(kind) == "undo" for kind in game.moves)


def missing(table: OpenTable) -> list[Seat]:
    """Who has not agreed yet to what somebody asks."""
    asked, deal = table.undo, table.deal
    if asked is None or deal is None:
        return []
    answered = {row.seat for row in deal.played[asked.to :] if not (row.lapsed or by_clock(row))}
    return [
        seat
        for seat, chair in enumerate(table.chairs[: deal.table.seats])
        if chair.user is not None
        if seat in answered or not (chair.automatic or chair.leaving or seat in deal.state.away)
        if seat != asked.seat and seat not in asked.agreed
    ]


def at_hand(table: OpenTable) -> tuple[Seat, int] | None:
    """The seat that has just made a move, and where that stands in the log, if it may be taken back: nothing has come
    after it, and it has shown nothing. None as a rule; it is worked out for every picture, so nothing is played again
    for it."""
    deal = table.deal
    if deal is None or not deal.rows or table.undo is not None or table.paused:
        return None
    if table.taught:
        return _learners(table, deal)
    made = next((row for row in reversed(deal.rows) if not _unsaid(table, row)), deal.rows[-1])
    if made.seat == CLOCK or made.lapsed or isinstance(made.move, GoOn) or table.house_rows == len(deal.rows):
        return None
    if table.now() - made.at > AT_HAND_MS or deal.revealed_before != deal.table.revealed:
        return None
    try:
        _may_at_all(deal, made.seat)
    except Rejected:
        return None
    return made.seat, next(n for n, row in enumerate(deal.played) if row is made)


def _learners(table: OpenTable, deal: Deal) -> tuple[Seat, int] | None:
    """The learner's last move, and where it stands in the log."""
    seat = deal.state.open_to
    if seat is None or deal.ask is None:
        return None
    try:
        return seat, _last_move(table, deal, seat)
    except Rejected:
        return None


async def propose(session: Session, user: int, to: int | None = None) -> str:
    """Ask to take back the asker's last move; done at once if nobody else need agree. `to` is where it stands in the
    log, if the asker has seen that. Raises Rejected, Illegal."""
    seat = _seat(session.table, user)
    await session.back(seat)
    async with session.commits.changing() as (table, work):
        deal = table.playable()
        if table.undo is not None:
            raise Rejected("Somebody has asked to take a move back already; answer that first.")
        last = _last_move(table, deal, seat)
        if to is not None and to != last:
            raise Rejected(_LATE)
        table.undo = Proposal(seat, last, table.now() + WAITS_MS)
        names = [table.chairs[n].said for n in missing(table)]
        if names:
            return f"You ask to take your last move back; {' and '.join(names)} must agree."
        _take_back(table, work)
        return "Your last move is taken back."


async def answer(session: Session, user: int, agree: bool) -> str:
    """What one of the others says to it. Raises Rejected, Illegal."""
    seat = _seat(session.table, user)
    await session.back(seat)
    async with session.commits.changing() as (table, work):
        table.playable()
        asked = table.undo
        if asked is None:
            raise Rejected("Nobody asks to take a move back now.")
        name = table.chairs[asked.seat].said
        if seat == asked.seat:
            if agree:
                raise Rejected("The others must agree to it.")
            table.undo, table.notice = None, f"{name} asks no more: play goes on."
            return "Play goes on."
        if not agree:
            table.undo, table.notice = None, f"{table.chairs[seat].said} would rather play on."
            return "Play goes on."
        if seat not in missing(table):
            raise Rejected("You have agreed already.")
        asked.agreed.append(seat)
        if missing(table):
            return "You agree; the others have yet to."
        _take_back(table, work)
        return f"{name}'s last move is taken back."


async def expire(session: Session) -> None:
    """Nobody has answered in time."""
    async with session.commits.changing() as (table, _):
        if table.undo is not None and table.undo.until <= table.now():
            table.undo, table.notice = None, "Nobody has agreed in time: play goes on."


def _seat(table: OpenTable, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise Rejected("You do not sit at this table.")
    return seat


def _last_move(table: OpenTable, deal: Deal, seat: Seat) -> int:
    """Where the seat's last move stands in the log, if it may be taken back. Raises Rejected."""
    _may_at_all(deal, seat)
    mine = [n for n, row in enumerate(deal.played) if row.seat == seat and not (row.lapsed or by_clock(row))]
    if not mine:
        raise Rejected("You have made no move in this deal.")
    if table.taught:
        return mine[-1]
    _nothing_shown(deal, mine[-1])
    if _house_has_moved(table, deal, mine[-1]):
        raise Rejected(_ANSWERED)
    return mine[-1]


def _may_at_all(deal: Deal, seat: Seat) -> None:
    """Raises Rejected if nothing that this seat has done may be taken back now, whatever it was."""
    if has_its_own(deal.game):
        raise Rejected(f"{deal.game.title} has an undo of its own; use that.")
    taught = deal.state.open_to == seat
    if deal.game.real_time or (not taught and any(_by_the_clock(row) for row in deal.played)):
        raise Rejected(f"Moves cannot be taken back at {deal.game.title}.")
    if deal.table.has(CHOSEN.of(seat)):
        raise Rejected("You may still change your choice; just choose again.")
    if deal.ask is None or (not taught and deal.ask.seem_waited_for is not None):
        raise Rejected("Nothing can be taken back while a secret choice is being made.")


def _by_the_clock(row: LogEntry) -> bool:
    """Whether play itself has gone on by the clock. A cut that nobody made and a moment that is over change nothing in
    it; what a moment has shown counts separately."""
    return row.seat == CLOCK and not isinstance(row.move, LetDealerCut | GoOn)


def _unsaid(table: OpenTable, row: LogEntry) -> bool:
    """Whether a seat has only said nothing while something stood, for nobody is there who would."""
    return row.lapsed and table.chairs[row.seat].absent


def _house_has_moved(table: OpenTable, deal: Deal, to: int) -> bool:
    """Whether a house player has moved since this row, on a seat of its own or for somebody who was away."""
    known = next(n for n, row in enumerate(deal.rows, 1) if row is deal.played[to])
    return table.house_rows > known or any(
        table.chairs[row.seat].house and not row.lapsed for row in deal.played[to + 1 :]
    )


def _nothing_shown(deal: Deal, to: int) -> None:
    """Raises Rejected where somebody else has shown a card since, or the deal has."""
    again = deal.as_it_was(to)
    revealed = again.table.revealed
    for n, row in enumerate(deal.played[to:]):
        open_cards = view(again).seen()
        if n and any(card not in open_cards for card in _cards(row.move.parts)):
            raise Rejected(_SHOWN)
        again.replay(row)
    if again.table.revealed != revealed:
        raise Rejected(_SHOWN)


def _cards(parts: Iterable[Part]) -> Iterator[Card]:
    for part in parts:
        if isinstance(part, Card):
            yield part
        elif isinstance(part, tuple):
            yield from _cards(part)


def _take_back(table: OpenTable, work: Work) -> None:
    asked, deal = table.undo, table.deal
    assert asked is not None and deal is not None
    name = table.chairs[asked.seat].said
    deal.rewind(asked.to, table.now(), shown=table.taught)
    play.log_rows(table, work)
    table.notice = f"{name} has taken a move back."
