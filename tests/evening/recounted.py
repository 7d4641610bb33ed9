"""What the records say of a night and of a match, added up anew from the transfers by other code."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from typing import TYPE_CHECKING

from bot.engine import codec
from bot.engine.amounts import whites
from bot.games.catalog import GAMES
from bot.table import night
from bot.table.session import Session
from bot.table.state import BETWEEN, CLOSED, DEAL, PICK

from .law import Law
from .window import Window, nobody_waits

if TYPE_CHECKING:
    from .evening import Evening

Sums = dict[str, int]
"""By account, in hundredths of a white."""


def moved(db: sqlite3.Connection, where: str, *given: object) -> Sums:
    """What all transfers of a kind have brought each owner in an account of a kind."""
    rows = db.execute(
        "SELECT a.owner, sum(p.amount) FROM transfers t JOIN postings p ON p.transfer = t.id"
        f" JOIN accounts a ON a.id = p.account WHERE {where} GROUP BY a.owner",
        given,
    )
    return {owner: amount for owner, amount in rows if amount}


def gains(db: sqlite3.Connection, table: str) -> Sums:
    """What each person has won or lost at a table so far: what has come back to them, and what they have there, without
    what they have brought."""
    found: Sums = defaultdict(int)
    members = moved(db, "t.key >= ? AND t.key < ? AND a.kind = 'member'", f"{table}:", f"{table};")
    lying = db.execute("SELECT owner, balance FROM accounts WHERE card_table = ? AND kind = 'escrow'", (table,))
    for owner, amount in (*members.items(), *lying):
        found[owner] += amount
    return {owner: amount for owner, amount in found.items() if is_person(owner)}


def is_person(owner: str) -> bool:
    """House players have names, people numbers; whose data is erased has one below zero."""
    return owner.lstrip("-").isdecimal()


def people_in(nets: Sums) -> Sums:
    return {account: amount for account, amount in nets.items() if is_person(account) and amount}


def nonzero(sums: Sums) -> Sums:
    return {account: amount for account, amount in sums.items() if amount}


class NightBooks(Law):
    """Course, standings, summary and settlement of a night are what its transfers come to, to the yellow."""

    name = "nightbooks"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._points: dict[str, int] = {}
        self._over: set[str] = set()
        self._due = 0.5

    def committed(self, db: sqlite3.Connection) -> None:
        for table, points in db.execute("SELECT night, count(*) FROM night_course GROUP BY night").fetchall():
            if self._points.get(table) != points:
                self._points[table] = points
                self._course(db, table)
        for table, summary in db.execute("SELECT id, summary FROM nights WHERE status = 'over'").fetchall():
            if table not in self._over:
                self._over.add(table)
                self._ended(db, table, json.loads(summary))

    def _course(self, db: sqlite3.Connection, table: str) -> None:
        (status,) = db.execute("SELECT status FROM nights WHERE id = ?", (table,)).fetchone()
        if status != "running":
            return  # what lay there has been shared since
        (told,) = db.execute("SELECT nets FROM night_course WHERE night = ? ORDER BY n DESC", (table,)).fetchone()
        self._agree("the course", people_in(json.loads(told)), nonzero(gains(db, table)))

    def _ended(self, db: sqlite3.Connection, table: str, summary: dict[str, list[list[str]]]) -> None:
        found = nonzero(gains(db, table))
        nets = {str(account): int(net) for account, _, net, *_ in summary["nets"]}
        self._agree("the summary", people_in(nets), found)
        if sum(nets.values()):
            self.broken(f"the summary sums to {sum(nets.values())}: what lay there is in nobody's gains")
        (left,) = db.execute("SELECT coalesce(sum(balance), 0) FROM accounts WHERE card_table = ?", (table,)).fetchone()
        if left:
            self.broken(f"{left} are left at a night that is over")
        for source, to, amount in summary["payments"]:
            for account, change in ((source, int(amount)), (to, -int(amount))):
                nets[account] = nets.get(account, 0) + change
                found[account] = found.get(account, 0) + change
        rest = {found.get(account, 0) for account in found if is_person(account)} - {0}
        if min(rest, default=0) < 0 < max(rest, default=0):
            self.broken(f"after the settlement people still owe each other: {found}")

    def after(self, session: Session) -> None:
        if session.table.night is None or session.table.phase not in (PICK, BETWEEN):
            return
        told = {net.account: net.amount for net in night.nets(session.table)}
        self._agree("the standings", people_in(told), nonzero(gains(self.evening.stored.db, session.id)))
        self._due += 1 / self.evening.facts.end_each
        if self._due >= 1 and self.evening.plan.compare and nobody_waits(self.evening):
            self._due -= 1
            for told in self.evening.fork.aside(lambda: self._if_it_ended(session)):
                self.broken(told)

    async def _if_it_ended(self, session: Session) -> list[str]:
        """What would be wrong with the books if the host ended this night now."""
        evening = self.evening
        window = Window(evening, str(session.table.host))
        answer = await window.type(str(session.table.posted.thread or session.table.posted.channel), "night end")
        sure = next((pair for pair in answer.controls if ":!" in pair[1]["custom_id"]), None)
        if sure is not None:
            await window.press(*sure)
            await window.until(lambda: session.table.phase == CLOSED)
            await window.until(lambda: self._settlement(session) and self._summary(session.id))
            self._is_shown(session.id, self._settlement(session))
        return [broken.what for broken in evening.story.broken if broken.law == self.name]

    def _settlement(self, session: Session) -> str:
        """What stands in the channel of a night that is over; nothing before it does."""
        place = str(session.table.posted.thread or session.table.posted.channel)
        messages = [m["content"] for m in self.evening.wire.world.messages.values() if m["channel_id"] == place]
        over = (told for told in reversed(messages) if re.match(r"\*\*.*\*\* is over\.", told))
        return next((told for told in over if "play chips" in told), "")  # an announcement says that, too

    def _summary(self, table: str) -> str | None:
        """How a night ended, if it has."""
        return self.evening.stored.db.execute("SELECT summary FROM nights WHERE id = ?", (table,)).fetchone()[0]

    def _is_shown(self, table: str, told: str) -> None:
        """What is shown are the payments between people that are kept."""
        summary = self._summary(table)
        if summary is None:  # the disk does not take it yet
            return
        shown = re.findall(r" → [^\n]*: ([\d,½]+)$", told, re.MULTILINE)
        kept = [whites(int(amount)) for *both, amount in json.loads(summary)["payments"] if all(map(is_person, both))]
        if told and sorted(shown) != sorted(kept):
            self.broken(f"the settlement is shown as {shown}, and kept as {kept}")

    def _agree(self, what: str, told: Sums, counted: Sums) -> None:
        if told != counted:
            self.broken(f"{what} has {told}, and the transfers {counted}")


class Results(Law):
    """What was played is in the books of the table, and what was played to its end in the results: of each person who
    took part, with what the transfers of its deals have brought them."""

    name = "results"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._played: dict[str, set[int]] = defaultdict(set)
        """By match: the people who have been seen to play in it."""
        self._looked_at: set[str] = set()

    def after(self, session: Session) -> None:
        if session.table.taught:
            if moved(self.evening.stored.db, "a.card_table = ?", session.id):
                self.broken("a lesson has moved chips of the bank")
            return
        if session.table.phase == DEAL and session.table.match is not None:
            away = {*session.table.match.state.away, *session.table.newcomers}
            here = enumerate(session.table.chairs[: session.table.match.state.seats])
            self._played[session.table.match_id] |= {c.user for n, c in here if c.user is not None and n not in away}
        if session.table.phase == BETWEEN and session.table.for_chips and session.table.match is not None:
            stacks = session.table.match.state.stacks
            there = moved(self.evening.stored.db, "a.kind = 'escrow' AND a.card_table = ?", session.id)
            for chair, stack in zip(session.table.chairs, stacks, strict=False):
                if not chair.empty and not session.table.newcomers and there.get(chair.account, 0) != stack:
                    self.broken(
                        f"{stack} lie before {chair.name} at {session.table.game.slug}, and {there} in the books"
                    )

    def committed(self, db: sqlite3.Connection) -> None:
        over = db.execute(
            "SELECT d.match, m.finished FROM deals d JOIN matches m ON m.id = d.match"
            " WHERE d.status = 'done' AND json_extract(d.after, '$.standings') IS NOT NULL"
        ).fetchall()
        for match, finished in over:
            if match not in self._looked_at:
                self._looked_at.add(match)
                if finished is None:
                    self.broken("a match was played to its end, and is in no results")
                else:
                    self._compare(db, match)
        for table, game, options in db.execute(
            "SELECT id, game, options FROM card_tables WHERE status = 'closed' AND id NOT IN (SELECT id FROM nights)"
        ).fetchall():
            if table not in self._looked_at:
                self._looked_at.add(table)
                if GAMES[game].open_ended(codec.load_options(GAMES[game], json.loads(options))):
                    self._compare_sessions(db, table)

    def _compare_sessions(self, db: sqlite3.Connection, table: str) -> None:
        """Of a table that is closed: what all sessions there have brought each person, by the bank."""
        kept = db.execute(
            "SELECT user, sum(net) FROM results JOIN matches ON id = match WHERE card_table = ? AND user IS NOT NULL"
            " GROUP BY user",
            (table,),
        )
        told, won = nonzero({str(user): net for user, net in kept}), nonzero(gains(db, table))
        if told != won:
            self.broken(f"the sessions at a table have {told}, and the bank {won}")

    def _compare(self, db: sqlite3.Connection, match: str) -> None:
        kept = {
            str(user): net
            for user, net in db.execute("SELECT user, net FROM results WHERE match = ? AND user IS NOT NULL", (match,))
        }
        gone = {user for user in self._played.pop(match, ()) if str(user) not in kept and _is_member(db, user)}
        if gone and not db.execute("SELECT 1 FROM deals WHERE match = ? AND status = 'void'", (match,)).fetchone():
            self.broken(f"{[self.evening.name_of(user) for user in gone]} took part, and are in no results")
        won = {owner: net for owner, net in self._won(db, match).items() if is_person(owner)}
        if nonzero(kept) != nonzero(won):
            self.broken(f"the results of a match have {nonzero(kept)}, and its deals have brought {nonzero(won)}")

    def _won(self, db: sqlite3.Connection, match: str) -> Sums:
        """What the deals of a match have brought each owner at the table; players who left a freezeout left everything
        there. The match before may have been ended by vote, and its places been paid as they stood."""
        table = match.rpartition("-")[0]
        deals = [f"{id}:end" for (id,) in db.execute("SELECT id FROM deals WHERE match = ?", (match,))]
        marks = ", ".join("?" * len(deals))
        first, last = db.execute(
            "SELECT coalesce((SELECT max(id) FROM transfers WHERE key >= ?1 AND key < ?2 AND why = 'deal'"
            f" AND id < (SELECT min(id) FROM transfers WHERE key IN ({marks}))), 0),"
            f" (SELECT max(id) FROM transfers WHERE key IN ({marks}))",
            (f"{table}-", f"{table};", *deals, *deals),
        ).fetchone()
        if last is None:
            return {}
        return moved(
            db,
            "a.kind = 'escrow' AND a.card_table = ? AND t.id > ? AND t.id <= ?"
            " AND t.why IN ('deal', 'left in the match')",
            table, first, last,
        )  # fmt: skip


def _is_member(db: sqlite3.Connection, user: int) -> bool:
    """Whether somebody's data has not been erased."""
    return db.execute("SELECT 1 FROM members WHERE user = ?", (user,)).fetchone() is not None
