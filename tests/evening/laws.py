"""What must hold of an evening, each as a small class.

They look on a connection of their own, and all at once, so that an evening is the same with and without them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.engine import codec
from bot.engine.deal import Rewind
from bot.engine.offers import verb
from bot.engine.piles import Seat
from bot.host.room import Room
from bot.local.posts import LOADING
from bot.show.messages.page import MessageContent
from bot.store import bank, journal, ledger, settings
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import CLOSED, DEAL
from bot.table.undo import at_hand
from tests.conformance.play import rebuilt

from .controls import Controls
from .disk import MINUTES, DrawingStandIn, number_in, of_no_moment
from .law import ANSWERS, QUIET, Law
from .night_laws import NIGHT_LAWS
from .people import NAMES
from .private import Private
from .recounted import NightBooks, Results
from .seats import Seats

if TYPE_CHECKING:
    from .evening import Evening


class Books(Law):
    """Every server, account and transfer sums to zero, and no stack is negative."""

    name = "books"
    _commits = 0

    def committed(self, db: sqlite3.Connection) -> None:
        self._commits += 1
        if self._commits % 10 == 0:
            self._audit(db)

    def after(self, session: Session) -> None:
        if session.table.match is not None and min(session.table.match.state.stacks, default=0) < 0:
            self.broken(f"a stack at {session.table.game.slug} is negative: {session.table.match.state.stacks}")

    def over(self) -> None:
        self._audit(self.evening.stored.db)

    def _audit(self, db: sqlite3.Connection) -> None:
        for sentence in ledger.audit(db):
            self.broken(sentence)


class Memory(Law):
    """A table in memory equals what a fresh restore finds, and it would be shown in the same way."""

    name = "memory"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._settings: dict[str, Settings] = {}
        """By table, those that held when it was last looked at."""

    def after(self, session: Session) -> None:
        evening = self.evening
        if not evening.plan.compare or evening.changes % evening.plan.compare:
            return
        if session.commits.trouble is not None:  # a pause that the records have not taken is in memory alone
            return
        if (fresh := evening.restored(session)) is None:
            self.broken(f"{session.table.game.slug} {session.table.phase} is open and not stored")
            return
        evening.compared += 1
        where = f"{session.table.game.slug} {session.table.phase}"
        ours, theirs = (
            {**s.table.as_json(), "saved": 0, "logged": s.table.logged, "course": s.table.course}
            for s in (session, fresh)
        )
        for name, value in ours.items():
            if value != theirs[name]:
                self.broken(f"{where} {name}: {value!r:.150} is stored as {theirs[name]!r:.150}")
        builder = self.room.builder
        ours = self.room.display._snapshots.get(session.id)
        # What may be taken back is so for some seconds, which may have passed since the change was drawn.
        late = ours is not None and "@undo:" in str(ours.public.rows) and at_hand(session.table) is None
        # What managers have set since it was drawn is shown with the next change.
        before, self._settings[session.id] = self._settings.get(session.id), session.table.settings
        late |= before != session.table.settings
        if ours is None or late or ours.version != session.table.version or session.table.game.real_time:
            ours = builder.snapshot(session.table, readers=())
        theirs = builder.snapshot(fresh.table, readers=())
        if at_no_moment(ours.public) != at_no_moment(theirs.public):
            self.broken(f"{where}: the board would be another after a restart: {differs(ours.public, theirs.public)}")
        if session.table.shown is not None and evening.compared % 5 == 0:
            for seat in session.table.humans:
                ours, theirs = builder.panel(session.table, seat), builder.panel(fresh.table, seat)
                if at_no_moment(ours) != at_no_moment(theirs):
                    self.broken(f"{where}: a panel would be another after a restart: {differs(ours, theirs)}")


def differs(one: Any, other: Any) -> str:
    """In what two faces differ."""
    for part in ("text", "rows", "alt", "picture"):
        a, b = repr(getattr(one, part)), repr(getattr(other, part))
        if a != b:
            at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            return f"{part}: …{a[max(0, at - 60) : at + 90]} / …{b[max(0, at - 60) : at + 90]}"
    return "the stage"


def _agree(shown: list[str], wanted: list[str]) -> bool:
    """Whether these controls are shown that are wanted. **Undo** is at hand for a few seconds, and goes with the next
    change that happens: it may stand there too long, but it never lacks. By what somebody's own cards are sorted is
    nothing that is stored: it has just been pressed."""
    shown, wanted = ([id.partition(":@sort:")[0] for id in ids] for ids in (shown, wanted))
    if not any(":@undo:" in id for id in wanted):
        shown = [id for id in shown if ":@undo:" not in id]
    return shown == wanted


def at_no_moment(face: MessageContent) -> MessageContent:
    """As it is before anybody's picture has come, which is shown with the next change, as are the minutes that are left
    of a night's game."""
    return replace(face, picture=of_no_moment(face.picture), alt=MINUTES.sub("minutes left", face.alt))


_EMOJI = re.compile(r"<:chip_\w+:\d+> |<:\w+:\d+>")
"""They stand before cards and chips from when all are known, which is later than the first tables."""


class Screen(Law):
    """What stands in the channel, and in the panels of those who are waited for, is what the store has."""

    name = "screen"

    def quiet(self, session: Session) -> None:
        evening, builder = self.evening, self.room.builder
        if (fresh := evening.restored(session)) is None:
            return
        where = f"{session.table.game.slug} {session.table.phase}"
        if (board := self._message(where, "the board", session.table.posted.message)) is not None:
            self._compare(where, board, builder.snapshot(fresh.table, readers=()).public, session.table.game.real_time)
        for user, (_, message) in session.table.posted.panels.items():
            seat = fresh.table.seat_of(user)
            if seat is None or seat not in fresh.table.turns or user in self.room.people.direct.closed:
                continue  # others may see an older moment: calls are for players who are asked
            if builder.drafts.of(session.table, seat)[0]:
                continue  # what is chosen in another window so far
            if (panel := self._message(where, "a panel", message)) is not None:
                has, wants = (
                    _ids(panel["components"]),
                    [c.id for row in builder.panel(fresh.table, seat).rows for c in row],
                )
                if not _agree([_now(id, fresh, seat) for id in has], wants):
                    self.broken(f"{where}: a panel's controls, {QUIET:g} s later: {has!r:.170} / {wants!r:.170}")

    def _message(self, where: str, what: str, id: int | None) -> Any:
        message = self.evening.wire.world.messages.get(str(id))
        if message is None and id:
            self.broken(f"{where}: {what} that is noted is not there")
        return message

    def _compare(self, where: str, message: Any, face: Any, live: bool) -> None:
        has = _ids(message["components"])
        wants = [c.id for row in face.rows for c in row]
        files = message["attachments"]
        picture = number_in(self.evening.wire.world.files[files[0]["id"]].data) if files else None
        if face.question is not None:
            face = face.answered(face.question())
        drawn = DrawingStandIn.numbers.get(of_no_moment(face.picture))
        if not DrawingStandIn.draws(drawn):  # it goes out all the same, in words
            face, drawn = face.in_words, None
        text = _EMOJI.sub("", message["content"])
        for part, agree, a, b in (
            ("text", text == face.text, text, face.text),
            ("controls", _agree(has, wants), has, wants),
            ("picture", live or picture == drawn, picture, drawn),
        ):
            if not agree:
                self.broken(f"{where}: the board's {part}, {QUIET:g} s later: {a!r:.170} / {b!r:.170}")
                return


def _ids(components: list[Any]) -> list[str]:
    return [control["custom_id"] for row in components for control in row["components"]]


def _now(id: str, session: Session, seat: Seat) -> str:
    """The control as it would be drawn now, if its offer was there already when it was drawn: what the others do
    meanwhile changes neither that nor the panel."""
    what, table, drawn, name, arg = id.split(":", 4)
    deal, kind = session.table.deal, None
    if deal is not None:
        kind = next((o.kind for o in deal.offers(seat) if verb(o.kind) == name.lstrip("?!")), None)
    if deal is None or kind is None or not deal.good(seat, kind, int(drawn)):
        return id
    return f"{what}:{table}:{deal.number}:{name}:{arg}"


class Published(Law):
    """A change that is stored is published, whatever has made it."""

    name = "published"

    def soon(self, session: Session) -> None:
        published = self.room.display._snapshots.get(session.id)
        public = self.room.builder.snapshot(session.table, readers=()).public
        if published is None:
            return
        old = published.public
        if session.table.game.real_time:  # what stands there tells how long ago something was
            old = replace(old, picture=public.picture, alt=public.alt)
        old, public = at_no_moment(old), at_no_moment(public)
        ids = [[c.id for row in face.rows for c in row] for face in (old, public)]
        if _agree(*ids):
            old = replace(old, rows=public.rows)
        if old != public:
            self.broken(f"{session.table.game.slug} {session.table.phase}: {differs(old, public)}")


class Turns(Law):
    """No panel tells its reader to play whom the table does not wait for."""

    name = "turns"

    def quiet(self, session: Session) -> None:
        room, world = self.room, self.evening.wire.world
        for seat in session.table.humans:
            user = session.table.chairs[seat].user or 0
            if seat in session.table.turns or session.table.paused or user in room.people.direct.closed:
                continue
            ephemeral = room.display.panels._ephemerals.get((session.id, user))
            beside = ephemeral.reply.panel if ephemeral is not None else None
            for id in (session.table.posted.panels.get(user, (0, 0))[1], beside):
                told = world.messages.get(str(id), {"content": ""})["content"]
                if "It is your turn." in told or re.search(r"^\*\*.*\*\* Time is up <t:", told, re.MULTILINE):
                    at = f"{session.table.game.slug} {session.table.phase}"
                    self.broken(f"{at}: a panel asks whoever is not to play: {told!r:.250}")


class Acknowledged(Law):
    """A move that the table has taken is there after every kill."""

    name = "acknowledged"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._rows: dict[str, list[Any]] = {}
        """By deal, the rows that were known to be stored."""

    def after(self, session: Session) -> None:
        if session.table.deal is not None:
            self._rows[session.table.deal_id] = [codec.dump_row(row) for row in session.table.deal.rows]

    def born(self) -> None:
        for deal, rows in self._rows.items():
            stored = journal.deal(self.evening.stored.db, deal)
            kept = [[r.seat, json.loads(r.move), r.at, r.pressed, r.lapsed] for r in stored.rows] if stored else []
            if json.loads(json.dumps(rows)) != json.loads(json.dumps(kept[: len(rows)])):
                self.broken(f"of {len(rows)} rows of deal {deal} {len(kept)} are there, or others, after a kill")
        self._rows.clear()


class OneClock(Law):
    """Each table has one session and one clock, and is due, waits for a person, or is paused with a reason."""

    name = "clocks"
    PATIENCE_MS = 30_000
    """A table that has been due for this long is forgotten."""

    def after(self, session: Session) -> None:
        if self.room.sessions.get(session.id) is not session:
            self.broken(f"a session of {session.table.game.slug} is not the room's")
        if session.table.paused is not None or session.table.phase == CLOSED:
            return
        now = self.room.now()
        most = max(session.table.settings.move_seconds, session.table.settings.choice_seconds, 300)
        for until in session.table.deadlines:
            if (left := session.table.wall(until) - now) > most * 1000:
                self.broken(f"a turn of {session.table.game.slug} waits for {left // 1000} s")

    def quiet(self, session: Session) -> None:
        room, now = self.room, self.room.now()
        running = [task for task in asyncio.all_tasks(self.evening.loop) if task.get_name() == f"clock {session.id}"]
        ours = [task for task in running if _of_room(task, room)]
        if len(ours) != 1:
            night = ", a night" if session.table.night else ""
            self.broken(f"{len(ours)} clocks run at one table of {session.table.game.slug}{night}")
        if session.table.phase == DEAL and not session.table.paused:
            due = session.table.due()
            if due is None or now - due > self.PATIENCE_MS:
                self.broken(f"{session.table.game.slug} should have acted {now - (due or 0)} ms ago")


def _of_room(task: asyncio.Task[Any], room: Room) -> bool:
    frame = task.get_coro().cr_frame  # type: ignore[union-attr]  # a clock's task is a coroutine's
    return frame is not None and frame.f_locals["self"].session.services is room.services


class Discord(Law):
    """No limit of Discord's is broken, every interaction is answered in time and once, and nobody reads "thinking…"
    for ever. What a process still owed when it was killed nobody else can say, for its tokens are gone with it, and
    Discord itself ends that after a quarter of an hour; but what it had owed for longer it should have said."""

    name = "discord"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._cut_short: set[str] = set()
        """Interactions that were still young when the process was killed that had heard of them."""

    def born(self) -> None:
        wire = self.evening.wire
        self._cut_short |= {id for id in wire.interactions.by_id if wire.world.age(id) < ANSWERS}

    def over(self) -> None:
        for message in self.evening.wire.world.messages.values():
            if message["flags"] & LOADING and message["interaction_metadata"]["id"] not in self._cut_short:
                self.broken("somebody still reads “thinking…”")


class Errors(Law):
    """The bot logs no error but those that it was given."""

    name = "errors"
    OURS = ("bot", "cogs", "asyncio", "discord.ui", "discord.app_commands")
    GIVEN = ("not stored", "cannot be written", "a picture is not drawn")

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        handler = logging.Handler(logging.ERROR)
        handler.emit = self._heard  # type: ignore[method-assign]
        logging.getLogger().addHandler(handler)

    def _heard(self, record: logging.LogRecord) -> None:
        if record.name.startswith(self.OURS) and not any(given in str(record.msg) for given in self.GIVEN):
            error = record.exc_info[1] if record.exc_info else None
            told = re.sub("table [a-z0-9]{7}(-d[0-9]+)?", "table …", record.getMessage())
            self.broken(f"{record.name}: {told:.90} {error!r:.200}")


class OneNight(Law):
    """A channel has one night of dealer's choice at most."""

    name = "nights"

    def after(self, session: Session) -> None:
        if session.table.night is None:
            return
        (here,) = self.evening.stored.db.execute(
            "SELECT count(*) FROM nights JOIN card_tables USING (id)"
            " WHERE nights.channel = ? AND nights.status = 'running' AND card_tables.status <> 'closed'",
            (session.table.posted.channel,),
        ).fetchone()
        if here > 1:
            self.broken("two in one channel")


class FinalMoves(Law):
    """No move is taken back after a house player has acted on it, but for a learner's."""

    name = "undo"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._looked_at: dict[str, int] = {}

    def after(self, session: Session) -> None:
        deal = session.table.deal
        if deal is None or session.table.taught:
            return
        first = self._looked_at.get(session.table.deal_id, 0)
        self._looked_at[session.table.deal_id] = len(deal.rows)
        for place, row in enumerate(deal.rows):
            if place < first or not isinstance(row.move, Rewind):
                continue
            stood = rebuilt(deal, rows=place).played[row.move.to + 1 :]
            if any(r.seat >= 0 and session.table.chairs[r.seat].house and not r.lapsed for r in stood):
                self.broken(f"a move at {session.table.game.slug} is taken back after a house player has acted")


class Gifts(Law):
    """Nobody gives more in a day than the server allows, whatever they have erased meanwhile."""

    name = "gifts"
    DAY = 86_400_000

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._last = 0
        self._given: dict[tuple[str, int], int] = defaultdict(int)

    def committed(self, db: sqlite3.Connection) -> None:
        found = db.execute(
            "SELECT t.id, t.guild, t.at, a.owner, p.amount FROM transfers t JOIN postings p ON p.transfer = t.id"
            " JOIN accounts a ON a.id = p.account WHERE t.id > ? AND t.why = ? AND p.amount < 0",
            (self._last, bank.GIFT),
        ).fetchall()
        for id, guild, at, owner, amount in found:
            self._last = max(self._last, id)
            self._given[owner, at // self.DAY] -= amount
            most = Settings.read(settings.of_server(db, guild)).gift_day
            if self._given[owner, at // self.DAY] > most:
                self.broken(f"{self._given[owner, at // self.DAY]} given in a day, where {most} are allowed")


class Names(Law):
    """A name is a name: Discord does not read it as anything else."""

    name = "names"

    def quiet(self, session: Session) -> None:
        message = self.evening.wire.world.messages.get(str(session.table.posted.message))
        for name in NAMES[4:]:
            if message is not None and name in message["content"]:
                self.broken(f"{name!r} is not escaped")


class Queue(Law):
    """A person who waits for a seat keeps their place until they sit, leave the queue, cannot pay, are barred, or are
    put out of the server."""

    name = "queue"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._waited: dict[str, list[int]] = {}

    def after(self, session: Session) -> None:
        now = [waits.user for waits in session.table.queue]
        for place, user in enumerate(self._waited.get(session.id, [])):
            if user in now or session.table.seat_of(user) is not None or session.table.phase == CLOSED:
                continue
            if str(user) not in self.evening.wire.world.members[str(session.table.guild)]:
                continue
            left = any(
                (line.text.startswith(self.evening.name_of(user)) and re.search("leave|erase", line.text, re.I))
                or f"/cardroom bar member:{user}" in line.text
                for line in self.evening.story.lines[-80:]
            )  # fmt: skip
            if not left and self.evening.balance(session.table.guild, user) >= 100_000:
                self.broken(f"somebody who waited as number {place + 1} does not wait any more")
        self._waited[session.id] = now


EVERY: tuple[type[Law], ...] = (
    Books, Memory, Published, Screen, Turns, Acknowledged, OneClock, Discord, Errors, OneNight, FinalMoves, Gifts,
    Names, Queue, Controls, Private, NightBooks, Results, Seats, *NIGHT_LAWS,
)  # fmt: skip
