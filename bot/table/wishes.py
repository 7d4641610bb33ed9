"""What people who sit at a table may ask for besides playing: another partner, to sit out, to cut."""

from __future__ import annotations

from bot.engine.cutting import ASLEEP
from bot.engine.piles import Seat
from bot.engine.traits import Partnership

from . import breaking, night, play
from .errors import Rejected
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
