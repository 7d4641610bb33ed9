"""A table as the store has it: after a restart, and whenever a change could not be stored."""

from __future__ import annotations

import json
import logging

from bot.engine import codec
from bot.engine.codec import JsonObject
from bot.engine.deal import Deal, LogMismatch, digest
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.randomness import Seal
from bot.store import Deal as StoredDeal
from bot.store import Store, Work, journal, nights, results, tables

from . import match_course, past, play
from .open_table import OpenTable
from .state import CLOSED, DEAL, OVER, PICK, read

log = logging.getLogger(__name__)


class OtherRules(Exception):
    """A deal was played by other rules of its game than those of today, and cannot be played again."""


async def read_again(table: OpenTable, store: Store) -> OpenTable:
    """The table as the store has it, all at once: others may look at `table` meanwhile, and where this fails it is as
    it was."""
    stored = await store.read(tables.load_table, table.id)
    if stored is None:  # it was never stored: the change that failed was the first one
        table.phase, table.version = CLOSED, 0
        return table
    found = OpenTable.of(read(stored), table.time, table.settings, table.lag_found)
    await take_up(found, store)
    found.settings, found.chip_display = table.settings, table.chip_display.cleared()
    return found


async def take_up(table: OpenTable, store: Store) -> None:
    """Changes a table that has just been read: its match is as it was, and so is the course of its night. A deal that
    cannot be trusted is void, and the players are told."""
    if table.night is not None:
        table.course = await store.read(nights.course, table.id)
    if table.match_id:
        match_course.take_up(table, await store.read(journal.course, table.match_id))
        if table.phase in (CLOSED, OVER, PICK):
            table.counted = await store.read(results.counted, table.match_id)
        if table.highlight and (stored := await store.read(journal.deal, table.highlight.deal)):
            table.highlight_deal = _over(table, stored)
        await _take_up_match(table, store)
        await past.count_hands(table, store)


async def _take_up_match(s: OpenTable, store: Store) -> None:
    """The match as it stands: in the middle of a deal, or between two."""
    running = await store.read(journal.running_deal, s.id)
    last = running or await store.read(journal.deal, s.deal_id)
    if last is None:
        return
    start, changed = json.loads(last.start), not s.game.plays(rules_of(last))
    state = codec.load_state(s.game, start["state"] if running or s.between is None else s.between)
    match = Match(s.game, s.options, state, s.match_id, s.numbers)
    match.seal = Seal(bytes.fromhex(start["secret"]), start["spec"])
    s.match = match
    match.rules, match.pace = rules_of(last), pace_of(start)
    if running is None:
        if changed:
            match.void()  # each shuffle is played by one number of the rules: its shoe is out of play
        s.shown = _over(s, last)
        return
    s.phase, s.next_at = DEAL, None
    if changed:
        await _void(s, store, f"The rules of {s.game.title} have changed since the last deal began, so it is void")
        return
    try:
        match.deal = s.shown = _as_it_was(s, running)
        s.logged = len(match.deal.rows)
        if match.deal.after is not None:
            raise LogMismatch("the deal is over, and was not closed")
    except Exception:  # whatever is wrong with a stored deal, it costs that deal alone
        log.exception("table %s: deal %s cannot be rebuilt and is void", s.id, running.id)
        await _void(s, store, "The last deal could not be restored and is void")


def rules_of(stored: StoredDeal) -> int:
    """The number of the rules by which a deal was played; the first had none in its header."""
    return json.loads(stored.start).get("rules", 1)


def pace_of(start: JsonObject) -> int:
    """The pace of a deal's moments, by its header; the first had no number."""
    return start.get("pace", 1)


def rebuilt(game: Game, options: object, stored: StoredDeal, most: int | None = None) -> Deal:
    """A deal from its rows, or from the first `most` of them. Raises OtherRules, and LogMismatch where a row does not
    fit."""
    rules = rules_of(stored)
    if not game.plays(rules):
        raise OtherRules(f"it was played by rules {rules} of {game.title}")
    start = json.loads(stored.start)
    rows = [codec.load_row(game, [r.seat, json.loads(r.move), r.at, r.pressed, r.lapsed]) for r in stored.rows[:most]]
    seal, state = Seal(bytes.fromhex(start["secret"]), start["spec"]), codec.load_state(game, start["state"])
    return Deal(game, state, options, seal, start["began"], rows, start["numbers"], rules=rules, pace=pace_of(start))


def _as_it_was(s: OpenTable, stored: StoredDeal) -> Deal:
    """The whole deal. Raises LogMismatch if a row or a digest does not fit."""
    deal = rebuilt(s.game, s.options, stored)
    if stored.rows and stored.rows[-1].digest != digest(deal):
        raise LogMismatch("the table is not as it was")
    return deal


def _over(s: OpenTable, last: StoredDeal) -> Deal | None:
    """A deal of the table's match that is over, so that its result can be shown again."""
    if last.status != "done":
        return None
    try:
        return _as_it_was(s, last)
    except OtherRules:
        return None
    except Exception:  # it is over and paid: only its picture is lost
        log.exception("table %s: deal %s cannot be shown again", s.id, last.id)
        return None


async def _void(s: OpenTable, store: Store, why: str) -> None:
    """The running deal never was: stacks are as when it began."""
    assert s.match is not None
    s.match.void()
    work = Work()
    play.note_void(s, work)
    if s.phase != CLOSED:
        s.paused = f"{why}; all stacks are as when it began."
        s.stopped_at = s.stopped_at or s.here()
    s.version += 1
    work.do(tables.save_table, s.stored()).do(tables.set_deadline, s.id, s.due())
    await store.commit(work)
