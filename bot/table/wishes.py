"""What people who sit at a table may ask for besides playing: another partner, to sit out, to cut, to say in advance
what they do when their turn comes."""

from __future__ import annotations

from bot.engine.cutting import ASLEEP
from bot.engine.piles import Seat
from bot.engine.traits import Basis, Partnership

from . import ahead, breaking, night, play
from .errors import NeedsConfirmation, Rejected
from .lobby import KNOCKOUT
from .open_table import OpenTable
from .session import Session
from .state import BETWEEN, DEAL, LOBBY, OVER


async def change_partner(session: Session, user: int) -> str:
    """Before a match, if partners choose each other: the next to sit takes the place across. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        seat = table.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        chairs = table.chairs
        if not table.game.has(Partnership) or table.phase not in (LOBBY, OVER):
            raise Rejected("Partners can be changed before a match only.")
        if len(chairs) not in table.game.seats or any(c.empty for c in chairs):
            raise Rejected("Partners can be chosen when everybody sits here.")
        if not table.game.in_partnerships(table.options, len(chairs)):
            raise Rejected(f"With {len(chairs)} players everybody plays alone.")
        across = (seat + len(chairs) // 2) % len(chairs)
        others = [n for n in range(len(chairs)) if n != seat]
        for n, chair in zip(others, [chairs[n] for n in (*others[1:], others[0])], strict=True):
            chairs[n] = chair
        return f"You play with {chairs[across].said}."


def may_vote(table: OpenTable, user: int) -> None:
    """Raises Rejected unless this person sits at a night of which a game is on."""
    if table.seat_of(user) is None:
        raise Rejected("You do not sit at this table.")
    if table.night is None:
        raise Rejected("This table has one game; its host can close it.")
    if table.phase not in (DEAL, BETWEEN):
        raise Rejected("No game is on; the next one is still to be named.")


async def vote_to_end(session: Session, user: int, *, wanted: bool, match: int | None = None) -> str:
    """Somebody would end the night's game that is on after this hand, or not after all; `match` is the number of the
    match that they mean, if it is not whichever is on. The host decides it, otherwise most of those who are here.
    Returns the answer to the asker. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        may_vote(table, user)
        votes, game = night.of(table).votes, table.game.title
        if match not in (None, table.matches_begun):
            raise Rejected("That game is over already.")
        if wanted == (user in votes):
            raise Rejected("That is said already.")
        if not wanted:
            votes.remove(user)
            return f"{game} goes on, as far as you are concerned."
        votes.append(user)
        if not breaking.wanted(table):
            return f"You would end {game}; it takes {breaking.needed(table)} of you, or the host."
        if table.phase == DEAL:
            return f"{game} ends when this hand is over."
        play.break_off(table, work)
        return f"{game} is ended."


async def sit_out(session: Session, user: int) -> str:
    """Not dealt in from the next deal on; pressed again, dealt in again. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        seat = table.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        needed = table.game.fixed if table.night is None else table.bound and seat not in table.newcomers
        if needed:
            raise Rejected(f"{table.game.title} needs everybody; a house player can take your seat if you leave.")
        if table.knockout:
            raise Rejected(f"Everybody is dealt in to {KNOCKOUT}.")
        chair = table.chairs[seat]
        chair.sits_out = not chair.sits_out
        return "You sit out from the next deal on." if chair.sits_out else "You are dealt in from the next deal on."


async def ask_to_cut(session: Session, user: int) -> str:
    """Somebody wants to cut the next pack; where one is asked before each deal anyway, to be asked again after cuts
    that they have let lapse (rules/dealing.md, section 2). Raises Rejected."""
    async with session.commits.changing(shown=False) as (table, _):
        seat = table.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        wish = getattr(table.options, "cut", "off")
        if wish == "off":
            raise Rejected("Nobody is asked to cut at this table.")
        if wish == "offer":
            if not _sleeps(table, seat):
                raise Rejected("You are asked to cut whenever it is your turn.")
            table.chairs[seat].cuts_again = True
            return "You are asked to cut again from the next deal on."
        if user in table.cutters:
            raise Rejected("You have asked to cut already.")
        first = next((n for u in table.cutters if (n := table.seat_of(u)) is not None), None)
        table.cutters.append(user)
        if first is not None:
            return f"{table.chairs[first].said} has asked first and cuts; it is your cut if they leave before."
        return "You cut the pack when it is shuffled next."


def _sleeps(table: OpenTable, seat: Seat) -> bool:
    """Whether enough cuts have lapsed on this seat that it is not asked any more."""
    deal, match = table.deal, table.match
    missed = deal.table.missed_cuts if deal else match.state.missed_cuts if match else ()
    return seat < len(missed) and missed[seat] >= ASLEEP


# ---- moves in advance ----------------------------------------------------------------------------


_NOW = "It is your turn: make your move."
_LATE = "That cannot be said in advance now."


async def wish(session: Session, user: int, name: str, basis: Basis | None = None, deal: int | None = None, *,
               sure: bool = False) -> str:  # fmt: skip
    """What somebody will do when their turn comes, in place of what they have said before; the same once more takes it
    back. `basis` is what it depended on when they saw it, in the deal of this number; None if it is typed. Returns the
    answer to them alone. Raises Rejected; NeedsConfirmation unless they are `sure`, for one that may cost much."""
    seat = _seat(session.table, user)
    await session.back(seat)
    async with session.commits.changing(shown=False) as (table, _):
        table.playable()
        chair = table.chairs[seat]
        if deal in (None, table.deals_begun) and chair.wish is not None and chair.wish.name == name:
            label, chair.wish = chair.wish.label, None
            session.hushed += 1
            return f"“{label}” is taken back."
        if seat in table.turns:
            raise Rejected(_NOW)
        found = next((one for one in ahead.wishes(table, seat) if one.name == name), None)
        if found is None or deal not in (None, table.deals_begun):
            raise Rejected(_LATE)
        if basis is not None and basis != found.basis:
            raise Rejected(f"It has changed meanwhile: “{found.label}” is what you can say now.")
        if found.asks and not sure:
            raise NeedsConfirmation(found.asks)
        chair.wish, chair.taken_back = ahead.wished(found), ""
        table.idle_since = table.time.now()
        session.hushed += 1
        return f"“{found.label}” when your turn comes; nobody else knows."


async def always(session: Session, user: int, name: str) -> str:
    """What somebody does from now on at this table whenever it is asked; no name is to be asked. Returns the answer to
    them alone. Raises Rejected."""
    async with session.commits.changing(shown=False) as (table, _):
        seat, found = _seat(table, user), ahead.choices(table)
        if found is None or (name and name not in found.always):
            raise Rejected("That cannot be chosen at this table.")
        table.chairs[seat].always = name
        session.hushed += 1
        return f"{found.always[name][0]}, from now on; nobody else knows." if name else "You are asked each time."


async def come_true(session: Session, seat: Seat) -> None:
    """The turn has come for which somebody has said what they do. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        if table.phase != DEAL or table.paused or table.deal is None or seat not in ahead.waiting(table):
            return
        made = ahead.due_move(table, seat)
        if isinstance(made, str):
            ahead.take_back(table.chairs[seat], made)
            return
        table.deal.submit(seat, made, table.now())
        play.log_rows(table, work)


def _seat(table: OpenTable, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise Rejected("You do not sit at this table.")
    return seat
