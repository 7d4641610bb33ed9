"""What somebody's decisions in a match were worth: what is looked at, how it is worked out, and what is kept of it.

It is worked out from the journal, by the view that the person had (`house.judging`). Only what they did themselves
counts, in deals that stand: no row that the clock or a stand-in has made.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.engine import codec
from bot.engine.deal import Deal
from bot.engine.events import Reason
from bot.engine.piles import Seat
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.house import advise
from bot.house.judging import Judged, judged, judges, luck, same
from bot.store import Deal as StoredDeal
from bot.store import Match, Store, hands, journal, reviews, tables
from bot.store.reviews import Review

from . import past
from .errors import Rejected
from .past_hands import people
from .restore import rebuilt, rules_of

log = logging.getLogger(__name__)

JUDGE = 1
"""The number of the judge: what another one has worked out is worked out anew when it is asked for."""
SHOWN = 3
"""How many of the decisions that cost most are shown."""
LEAST = 0.005
"""What costs less than this costs nothing."""
NOT_OVER = "That match is not over yet; your moves are there when it is."
NOT_PLAYED = "You have not played in that match."
ONE_NAME = "Two people have played there under your name, so your moves cannot be told from theirs."
NOT_WEIGHED = "Nobody can say yet what moves are worth in {}."
GONE = "No hand of that match is kept any more, so nothing can be said of your moves."
OTHERS = "That match was played by earlier rules of {}, so nothing can be said of your moves."


class Case(NamedTuple):
    """What is looked at: a match as the journal has it, and where the person sat in each of its deals."""

    game: str
    options: str
    deals: tuple[tuple[StoredDeal, Seat], ...]


async def match_of(store: Store, table: str, number: int) -> Match:
    """A match of a table, by its number there. Raises Rejected if it is not over."""
    stored = await store.read(tables.load_table, table)
    found = await store.read(journal.matches, table)
    if stored is None or not 0 < number <= len(found):
        raise Rejected(GONE)
    match = found[number - 1]
    if match.finished is None and stored.status != "closed":
        raise Rejected(NOT_OVER)
    return match


async def case_of(store: Store, match: Match, user: int) -> Case:
    """What is to be looked at for this person. Raises Rejected if nothing is."""
    read = past.read(match.game, match.options)
    if read is None or judges(*read) is None:
        raise Rejected(NOT_WEIGHED.format(GAMES[match.game].title if match.game in GAMES else match.game))
    game, _ = read
    users = await people(store, match.guild, match.table, match.id)
    if user not in users.values():
        known = [each for each, _ in await store.read(hands.people, match.guild, match.id)]
        raise Rejected(ONE_NAME if user in known else NOT_PLAYED)
    found: list[tuple[StoredDeal, Seat]] = []
    done = [deal for deal in await store.read(journal.deals, match.id) if deal.status == "done"]
    for brief in done:
        if game.plays(rules_of(brief)) and (seat := _seat(brief, users, user)) is not None:
            whole = await store.read(journal.deal, brief.id)
            found += [(whole, seat)] if whole is not None else []
    if not found:
        if not done:
            raise Rejected(GONE)
        raise Rejected(NOT_PLAYED if any(game.plays(rules_of(d)) for d in done) else OTHERS.format(game.title))
    return Case(match.game, match.options, tuple(found))


def _seat(deal: StoredDeal, users: dict[str, int], user: int) -> Seat | None:
    """Where they sat in a deal; None if they were not dealt in."""
    start = json.loads(deal.start)
    others = {*start.get("house", ()), *start["state"].get("away", ())}
    return next((n for n, name in enumerate(start["names"]) if n not in others and users.get(name) == user), None)


# ---- working it out ------------------------------------------------------------------------------


def looked_at(case: Case) -> Iterator[dict[str, Any]]:
    """Deal by deal, what each decision was worth, as plain data."""
    game, options = GAMES[case.game], codec.load_options(GAMES[case.game], json.loads(case.options))
    for stored, seat in case.deals:
        try:
            deal = rebuilt(game, options, stored)
        except Exception:  # whatever is wrong with a stored deal, it costs that deal alone
            log.exception("deal %s cannot be looked at", stored.id)
            continue
        own = {id(row) for row, kept in zip(deal.rows, stored.rows, strict=True) if not kept.stand_in}
        found = [plain(deal, seat, each) for each in judged(deal, seat) if id(deal.played[each.row]) in own]
        yield {"deal": stored.number, "seat": seat, "decisions": found, "luck": luck(deal, seat)}


def plain(deal: Deal, seat: Seat, each: Judged) -> dict[str, Any]:
    """A decision as it is kept."""
    why = _why(deal, seat, each) if each.cost >= LEAST and not each.as_the_club else None
    return {
        "row": each.row, "played": codec.dump_move(each.played), "better": codec.dump_move(each.better),
        "cost": round(each.cost, 4), "club": each.as_the_club,
        "worths": [[codec.dump_move(move), round(worth, 4)] for move, worth in each.worths],
        "why": None if why is None else [_name(type(why)), *codec.dump_told(why)],
    }  # fmt: skip


def _why(deal: Deal, seat: Seat, each: Judged) -> Reason | None:
    """Why the better move is better, where a house player would make that one."""
    if each.why is None:
        return None
    here = deal.as_it_was(each.row)
    advice = advise(view(here, seat), here.offers(seat))
    return each.why if advice is not None and same(advice.move, each.better) else None


def _name(kind: type[Reason]) -> str:
    return f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"


def summed_up(case: Case, deals: Sequence[dict[str, Any]]) -> Review:
    """What is kept: numbers of every decision, and of those that cost most what else was weighed. `deals` may be fewer
    than the case has."""
    decisions = [{**each, "deal": deal["deal"], "seat": deal["seat"]} for deal in deals for each in deal["decisions"]]
    dear = sorted((d for d in decisions if d["cost"] >= LEAST), key=lambda d: -d["cost"])[:SHOWN]
    kept = [d if any(d is one for one in dear) else _without_the_others(d) for d in decisions]
    dealt = [deal["luck"] for deal in deals if deal["luck"] is not None]
    lucky = round(sum(dealt), 2) if dealt else None
    return Review(JUDGE, {"of": len(case.deals), "deals": len(deals), "luck": lucky, "decisions": kept})


def _without_the_others(decision: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in decision.items() if name not in ("worths", "why")}


# ---- what is kept --------------------------------------------------------------------------------


async def known(store: Store, guild: int, user: int, match: str) -> Review | None:
    """What is kept of it, if today's judge has worked it out."""
    found = await store.read(reviews.of, guild, user, match)
    return found if found is not None and found.judge == JUDGE else None


def dearest(review: Review) -> list[dict[str, Any]]:
    """The decisions that cost most, the dearest first."""
    return sorted((d for d in review.found["decisions"] if "worths" in d), key=lambda d: -d["cost"])


def reason(kept: Sequence[Any] | None) -> Reason | None:
    """Why something is better; None if nothing is said of it, or it is not said in that way any more."""
    if kept is None:
        return None
    name, *values = kept
    kind = next((each for each in Reason.__subclasses__() if _name(each) == name), None)
    try:
        return codec.load_told(kind, values) if kind is not None else None
    except Exception:  # it had other fields then; the numbers stay
        return None
