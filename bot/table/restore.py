"""A table as the store has it: after a restart, and whenever a change could not be stored."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from bot.engine import codec
from bot.engine.chips import Stack
from bot.engine.deal import Deal, Unfit, digest
from bot.engine.match import Match
from bot.engine.randomness import Seal
from bot.games.catalog import GAMES
from bot.store import Deal as StoredDeal
from bot.store import Table as StoredTable
from bot.store import Work

from . import play
from .chairs import Chair, Gone
from .session import CLOSED, DEAL, Services, Session
from .state import Night, Proposal, Told

log = logging.getLogger(__name__)


async def load(services: Services, id: str) -> Session | None:
    """An open table from the store; None where there is none of that name. Its next change accounts for the time in
    which no process was running."""
    stored = await services.store.load_table(id)
    if stored is None or stored.status == "closed" or stored.game not in GAMES:
        return None
    game = GAMES[stored.game]
    options = codec.load_options(game, json.loads(stored.options))
    settings = await services.settings(stored.guild)
    session = Session(services, id, stored.guild, stored.channel, stored.host, game, options, settings)
    known_to_run = max(json.loads(stored.state)["saved"], services.last_beat)
    session.lag_found = known_to_run - services.time.running()
    await restore(session)
    return session


_IN_MEMORY = {"services", "time", "settings", "lock", "wake", "moved", "faults", "trouble", "laid"}
"""What a table does not have from the store, besides what is its own business."""


async def restore(session: Session) -> None:
    """Make the table what the store says it is, all at once: others may look at it meanwhile, and where it fails the
    table is as it was. A deal that cannot be trusted is void, and the players are told."""
    stored = await session.services.store.load_table(session.id)
    if stored is None:  # it was never stored: the change that failed was the first one
        session.phase, session.version = CLOSED, 0
        return
    found = await _read(session, stored)
    vars(session).update((n, v) for n, v in vars(found).items() if n not in _IN_MEMORY and not n.startswith("_"))
    session.laid = session.laid.cleared()


async def _read(known: Session, stored: StoredTable) -> Session:
    """The table as it is stored, apart from the one that everybody knows."""
    state: dict[str, Any] = json.loads(stored.state)
    game = GAMES[stored.game]
    options = codec.load_options(game, json.loads(stored.options))
    session = Session(
        known.services, stored.id, stored.guild, stored.channel, stored.host, game, options, known.settings
    )
    session.thread, session.lag_found = stored.thread, known.lag_found
    session.night = Night.load(state["night"]) if state.get("night") else None
    session.course = await session.services.store.night_course(session.id) if session.night else []
    session.chairs = [Chair.load(c) for c in state["chairs"]]
    session.gone = [Gone(**g) for g in state["gone"]]
    session.panels = {int(user): panel for user, panel in state["panels"].items()}
    session.turns = {int(seat): turn for seat, turn in state["turns"].items()}
    for name in ("phase", "paused", "message", "splash", "idle_since", "stood_still",
                 "stopped_at", "next_at", "pinged", "numbers", "newcomers", "queue"):  # fmt: skip
        setattr(session, name, state[name])
    session.stacks = {int(seat): Stack(*counts) for seat, counts in state.get("stacks", {}).items()}
    session.notice, session.told = state.get("notice", ""), Told.load(state.get("told"))
    session.watchers = {int(user): place for user, place in state.get("watchers", {}).items()}
    session.message_deal = state.get("message_deal", 0)
    session.house_rows = state.get("house_rows", 0)
    session.undo = Proposal(**state["undo"]) if state.get("undo") else None
    session.match_id, session.deal_id = state["match"], state["deal"]
    session.deals_begun, session.matches_begun = state["deals"], state["matches"]
    life, lag = state.get("lag", (None, 0))
    session.lag = lag if life == session.services.time.life else session.lag_found
    session.version = stored.version
    if session.match_id:
        await _take_up(session, state["state"])
    return session


async def _take_up(session: Session, between: Mapping[str, Any] | None) -> None:
    """The match as it stands: in the middle of a deal, or between two."""
    running = await session.services.store.running_deal(session.id)
    last = running or await session.services.store.deal(session.deal_id)
    if last is None:
        return
    start = json.loads(last.start)
    state = codec.load_state(session.game, start["state"] if running or between is None else between)
    match = Match(session.game, session.options, state, session.match_id, session.numbers)
    match.seal = Seal(bytes.fromhex(start["secret"]), start["spec"])
    session.match = match
    if running is None:
        session.shown = _just_over(session, match, last, start)
        return
    session.phase, session.next_at = DEAL, None
    try:
        match.deal = session.shown = rebuilt(session, match.seal, running, start)
        session.logged = len(match.deal.rows)
        if match.deal.after is not None:
            raise Unfit("the deal is over, and was not closed")
    except Exception:  # whatever is wrong with a stored deal, it costs that deal alone
        log.exception("table %s: deal %s cannot be rebuilt and is void", session.id, running.id)
        await _void(session)


def rebuilt(session: Session, seal: Seal, stored: StoredDeal, start: Mapping[str, Any]) -> Deal:
    """A deal from its rows. Raises Unfit where a row or a digest does not fit."""
    state = codec.load_state(session.game, start["state"])
    rows = [codec.load_row(session.game, [r.seat, json.loads(r.move), r.at, r.pressed, r.lapsed]) for r in stored.rows]
    deal = Deal(session.game, state, session.options, seal, start["began"], rows, start["numbers"])
    if stored.rows and stored.rows[-1].digest != digest(deal):
        raise Unfit("the table is not as it was")
    return deal


def _just_over(session: Session, match: Match, last: StoredDeal, start: Mapping[str, Any]) -> Deal | None:
    """The deal that the table has just finished, so that its result can be shown again."""
    if last.status != "done" or match.seal is None:
        return None
    try:
        return rebuilt(session, match.seal, last, start)
    except Exception:  # it is over and paid: only its picture is lost
        log.exception("table %s: deal %s cannot be shown again", session.id, last.id)
        return None


async def _void(session: Session) -> None:
    """The running deal never was: stacks are as when it began."""
    assert session.match is not None
    session.match.void()
    work = Work()
    play.note_void(session, work)
    if session.phase != CLOSED:
        session.paused = "The last deal could not be restored and is void; all stacks are as when it began."
        session.stopped_at = session.stopped_at or session.here()
    session.version += 1
    work.save_table(session.stored()).set_deadline(session.id, session.due())
    await session.services.store.commit(work)
