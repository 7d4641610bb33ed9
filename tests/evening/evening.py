"""One evening from its plan: the bot is born, people come, things go wrong, and the laws are looked at."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bot.host.pictures.render_queue
import bot.host.reviews
import bot.store.store
from bot.app import CardRoom
from bot.games.catalog import GAMES
from bot.local.limits import Violation
from bot.local.permissions import Permission
from bot.table.session import Session

from . import law, laws
from .clockwork import LIFE, Life, Loop, seeded
from .disk import Disk, DrawingStandIn, OnDisk, ReviewStandIn, Slowness
from .followed import Followed
from .forks import Fork
from .leaps import Leaps
from .lookout import Lookout
from .people import Crowd
from .planted import CRACKS
from .story import Outcome, Plan, Story
from .wire import Wire, lay

LONGEST = 60.0
"""Seconds of the evening for each change, after which nobody waits for more."""


class Facts:
    """What the seed decides of an evening before it begins."""

    def __init__(self, plan: Plan) -> None:
        dice = random.Random(f"{plan.seed} facts")
        self.games = [*plan.games] or dice.sample(sorted(GAMES), dice.choice((1, 2, 3, 4, len(GAMES))))
        self.people = dice.choice((1, 2, 3, 4, 5, 6))
        self.nights = not plan.games and dice.random() < 0.6
        self.kills = dice.choice((0, 1, 1, 2, 3))
        self.calls = dice.choice((0.0, 0.0, 0.005, 0.02, 0.05))
        self.disk = dice.choice((0.0, 0.0, 0.005, 0.03))
        self.stalls = dice.choice((0.0, 0.002, 0.002, 0.01))
        self.doubles = dice.choice((0.0, 0.0, 0.01))
        self.jumps = dice.choice((0, 0, 0, 1))
        self.sleeps = dice.choice((0, 0, 0, 1))
        self.breaks = dice.choice((0, 1, 3))
        self.often, self.how_often = "table undo", 0.02
        self.shut = dice.choice((0, 0, 1))
        self.archived = dice.choice((0, 3))
        self.outages = dice.choice((0, 0, 0, 1))
        self.kicks = dice.choice((0, 0, 0, 1))
        self.odd = dice.choice((0.0, 0.01, 0.05))
        self.presses, self.press_each = 1.0, 40.0
        """How many controls are pressed in copies of the evening, at one change in how many."""
        self.ask_first, self.ask_each = dice.randint(8, 30), 90
        """After this many changes somebody is asked what they may see, in copies of the evening."""
        self.undrawn = dice.choice((0.0, 0.0, 0.03))
        """The part of the pictures that cannot be drawn."""
        self.end_each = 12
        """After this many games and deals of a night it is ended, in a copy of the evening."""
        self.ahead = dice.choice((0.0, 0.0, 0.1, 0.25)) if self.nights else 0.0
        """How often people do something about nights ahead."""
        self.days = dice.random() < 0.3
        """Whether nights are announced for other days, too, and time leaps over days."""
        self.leaps = 0.08
        """How often time leaps to what is due next for a night."""
        self.fates = dice.choice((0.0, 0.3, 0.6))
        """How often something goes wrong just then."""
        for name, value in plan.only:
            setattr(self, name, type(getattr(self, name))(value))


class Evening:
    """Everything that an evening consists of."""

    def __init__(self, plan: Plan, loop: Loop, folder: Path) -> None:
        self.plan, self.facts, self.loop = plan, Facts(plan), loop
        self.story = Story(lambda: self.loop.now, trace_file=open(plan.trace, "w") if plan.trace else None)  # noqa: SIM115
        self.dice = random.Random(f"{plan.seed} director")
        self.changes = self.compared = 0
        self.bot: Any = None
        self.wire = Wire(self.loop, plan.seed, self._violation, self.story.note)
        self.lookout = Lookout(self)
        self.disk = Disk(self.loop, plan.seed, folder / "room.db", self.lookout.committed)
        self.crowd = Crowd(
            self.wire, plan.seed, self.facts.games, self.facts.people, self.facts.nights, self.left_out,
            self.story.tell, self._due_at,
        )  # fmt: skip
        self.crowd.often, self.crowd.how_often = self.facts.often, self.facts.how_often
        if self.facts.ahead:
            self.crowd.look_ahead(self.facts.ahead, days=self.facts.days)
        self.leaps = Leaps(self)
        self.fork = Fork(self)
        self.followed = Followed(self)
        self.followed_seats: dict[str, set[str]] = {}
        """By night, who has sat there."""
        self.laws = [each(self) for each in laws.EVERY]
        self._wrong_until = -100.0
        """Until when something is out of order that lasts, in seconds of the evening."""
        self._stored: law.Stored | None = None
        self.buried: set[asyncio.Task[Any]] = set()
        """What the lives that are over were doing when they died."""
        self._kept: list[Any] = []
        """Bodies, graves and sockets: nothing of them may be collected."""
        lay(self.wire)
        OnDisk.disk = DrawingStandIn.disk = self.disk
        DrawingStandIn.slowness, DrawingStandIn.failing = Slowness(plan.seed, "drawing"), self.facts.undrawn
        bot.host.pictures.render_queue.DrawingProcesses, bot.store.store.Database = DrawingStandIn, OnDisk  # type: ignore[assignment,misc]
        bot.host.reviews.ReviewProcess = ReviewStandIn  # type: ignore[assignment,misc]

    def left_out(self, *keys: str) -> bool:
        """Whether one of these does not happen."""
        return any(key in self.plan.without for key in keys)

    def alone(self) -> None:
        """From now on nobody does anything unprompted, nothing goes wrong, and no law looks on: this is a copy."""
        self.crowd.asleep, self.loop.after_each = True, lambda: None
        self.wire.trouble = self.wire.doubled = self.wire.odd = self.disk.trouble = self.loop.stalls = (
            DrawingStandIn.failing
        ) = 0.0
        self.story.broken.clear()
        self.disk.part()
        self._stored = None

    # ---- what the laws ask -----------------------------------------------------------------

    @property
    def last_fault(self) -> float:
        """When something went wrong last, in seconds of the evening."""
        return max(self.wire.last_fault, self.disk.last_fault, self._wrong_until)

    @property
    def stored(self) -> law.Stored:
        """The records on a connection of their own."""
        if self._stored is None:
            self._stored = law.Stored(self.disk.file)
        return self._stored

    def restored(self, session: Session) -> Session | None:
        """The table as a new process would find it."""
        try:
            return law.restored(self.bot.room, self.stored, session)
        except law.WouldVoid:
            self.story.break_law("memory", f"{session.table.game.slug}: a restart would make the deal void")
            return None

    def _due_at(self, table: str) -> float | None:
        """When something is due at a table, in seconds of the evening."""
        room = getattr(self.bot, "room", None)
        session = room.sessions.get(table) if room is not None else None
        if room is None or session is None or session.table.paused or (due := session.table.due()) is None:
            return None
        return self.loop.now + (due - room.now()) / 1000

    def name_of(self, user: int) -> str:
        """How somebody is called in the story."""
        return next((p.name for p in self.crowd.people if p.user == str(user)), str(user))

    def balance(self, guild: int, user: int) -> int:
        """What lies in somebody's account, in hundredths of a white."""
        row = self.stored.db.execute(
            "SELECT balance FROM accounts WHERE guild = ? AND kind = 'member' AND owner = ?", (guild, str(user))
        ).fetchone()
        return row[0] if row else 0

    def _violation(self, violation: Violation) -> None:
        self.story.break_law("discord", f"{violation.method} {violation.route}: {violation.message}")

    # ---- lives -----------------------------------------------------------------------------

    def born(self) -> None:
        """The bot starts."""
        life, context = Life(), contextvars.copy_context()
        context.run(LIFE.set, life)

        async def run() -> None:
            self.bot = CardRoom(self.disk.file, shards=1)
            self._stored = None
            self.lookout.born()
            self.loop.after_each = self.lookout.after_turn
            await self.bot.start("no token is needed")

        self._task = self.loop.create_task(run(), context=context)
        self._life = life

    def kill(self) -> None:
        """Nothing of the bot runs any more; what is on the disk is there."""
        self._life.dead, self.loop.after_each = True, lambda: None
        self._kept += [self.bot, self._task]
        self.buried |= asyncio.all_tasks(self.loop)
        for socket in self.wire.sockets:
            socket.end(1006)
        self._kept += self.disk.survive()
        self._stored = None
        for each in self.laws:
            each.born()

    # ---- the course ------------------------------------------------------------------------

    async def run(self) -> None:
        """From the first press until all is quiet."""
        facts, dice = self.facts, self.dice
        mishaps = [*self._mishaps()]
        self.born()
        people = [self.loop.create_task(person.live()) for person in self.crowd.people]
        self.loop.stalls = 0.0 if self.left_out("stalls") else facts.stalls
        self.wire.doubled = 0.0 if self.left_out("doubles") else facts.doubles
        self.wire.odd = 0.0 if self.left_out("odd events") else facts.odd
        while self._goes_on():
            await asyncio.sleep(dice.uniform(0.05, 2))
            await self.awake()
            if self.facts.ahead and self.changes and dice.random() < facts.leaps:
                await self.leaps.leap()
            if dice.random() < 0.01 and not self.left_out("lulls"):  # nobody does anything for a while
                self.crowd.lively = False
                await asyncio.sleep(dice.uniform(20, 150))
                self.crowd.lively = True
            calls, disk = facts.calls * (dice.random() < 0.3), facts.disk * (dice.random() < 0.3)
            self.wire.trouble = 0.0 if self.left_out("faults of calls") else calls
            self.disk.trouble = 0.0 if self.left_out("faults of the disk") else disk
            while mishaps and self.changes >= mishaps[0][0]:
                _, key, what = mishaps.pop(0)
                if self.left_out(key):
                    continue
                self.story.tell(key, f"-- {what}")
                if what == "kill":
                    self.kill()
                    await asyncio.sleep(dice.uniform(0.1, 30))
                    self.born()
                else:
                    await self._mishap(what)
        await self.awake()
        if self._is_told():
            return
        if self._task.done():
            self.story.break_law("errors", f"the bot has ended: {self._task.exception()!r}")
        self.wire.trouble = self.disk.trouble = self.loop.stalls = self.wire.doubled = self.wire.odd = 0.0
        for person in people:
            person.cancel()
        self.wire.world.closed_dms.clear()
        await asyncio.sleep(law.CALM + 2 * law.QUIET)
        await self.awake()
        for each in self.laws:
            each.over()

    async def awake(self) -> None:
        """For ever, in a copy of the evening."""
        if self.crowd.asleep:
            await asyncio.Event().wait()

    def _goes_on(self) -> bool:
        spent = self.loop.now - self.loop.stood - self.leaps.over
        enough = self.changes >= self.plan.changes or spent > LONGEST * self.plan.changes
        return not (enough or self._task.done() or self._is_told())

    def _is_told(self) -> bool:
        """Whether the law is broken that the evening was played for."""
        return any(broken.law == self.plan.until for broken in self.story.broken)

    def _mishaps(self) -> Iterator[tuple[int, str, str]]:
        """What goes wrong and when, by the count of changes."""
        facts, dice = self.facts, random.Random(f"{self.plan.seed} mishaps")
        wanted = ["kill"] * facts.kills + [dice.choice(("sleep", "stop"))] * facts.sleeps + ["clock"] * facts.jumps
        wanted += ["break"] * facts.breaks + ["lost"] * (facts.breaks > 1) + ["shut"] * facts.shut
        wanted += ["archive"] * facts.archived
        wanted += ["outage"] * facts.outages + ["kick"] * facts.kicks
        made = sorted((dice.randrange(20, max(21, self.plan.changes)), what) for what in wanted)
        yield from ((at, f"mishap {n}", what) for n, (at, what) in enumerate(made))

    async def _mishap(self, what: str) -> None:
        """Something goes wrong besides calls and commits."""
        dice, wire, world = self.dice, self.wire, self.wire.world
        match what:
            case "break" | "lost":
                wire.break_off(resume=what == "break")
            case "clock":
                wrong = dice.choice((-3600, -60, 30, 3600))
                if wrong < -60 and self.facts.ahead:  # the bot takes old messages for new ones, of which it edits many
                    wrong = -60
                self.loop.jump += wrong
                world.skew -= wrong  # Discord's own clock goes right
            case "stop" | "sleep":  # the process is stopped, and goes on later; or a lid is closed
                wire.outlive()
                if what == "stop":
                    self.loop.stall(dice.choice((20, 600, 25 * 3600)))
                else:  # the clock on the wall goes on, and nothing else does
                    self.loop.jump += dice.choice((120, 7200, 25 * 3600))
                self.lookout.outage = self.loop.now
            case "archive":  # a moderator tidies up, wherever people play
                for thread in self.crowd.threads():
                    world.archive(thread)
                wire.last_fault = self.loop.now
            case "outage":  # Discord cannot reach the server for a while
                await self.cut_off(dice.choice((2, 20, 300)))
            case "kick":  # somebody is put out of the server, and comes back later
                person, guild = dice.choice(self.crowd.people), next(iter(world.guilds))
                roles = world.members[guild][person.user]["roles"]
                if person.user != world.guilds[guild]["owner_id"]:
                    world.leave(guild, person.user)
                    await asyncio.sleep(dice.uniform(5, 200))
                    world.join(guild, person.user, roles)
                    wire.last_fault = self.loop.now
            case "shut":
                person = dice.choice(self.crowd.people)
                world.closed_dms.add(person.user)
                await self.shut(dice.choice(self.crowd.places), dice.uniform(5, 40))

    async def shut(self, place: str, seconds: float) -> None:
        """The bot may not write in a channel for a while."""
        world, channel = self.wire.world, self.wire.world.channels[place]
        before = channel.get("permission_overwrites", [])
        denied = {"id": world.bot_id, "type": 1, "allow": "0", "deny": str(int(Permission.SEND_MESSAGES))}
        for overwrites, wait in (([*before, denied], seconds), (before, 0.0)):
            channel["permission_overwrites"] = overwrites
            world.emit("CHANNEL_UPDATE", channel, channel=place)
            self._wrong_until = max(self._wrong_until, self.loop.now + wait)
            await asyncio.sleep(wait)

    async def cut_off(self, seconds: float) -> None:
        """Discord cannot reach the server for a while."""
        (guild,) = self.wire.world.guilds
        self.wire.gateway.outage(guild)
        self._wrong_until = max(self._wrong_until, self.loop.now + seconds)
        await asyncio.sleep(seconds)
        self.wire.gateway.recover(guild)
        self.lookout.outage = self.loop.now


def _spent() -> float:
    """Seconds of a core, those of copies too."""
    return sum(os.times()[:4])


def play(plan: Plan) -> Outcome:
    """The evening, in a process of its own: see `apart`."""
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    try:
        logging.getLogger().setLevel(plan.log or "INFO")
        if plan.log:
            shown = logging.StreamHandler()
            shown.setLevel(plan.log)
            logging.getLogger().addHandler(shown)
        loop, started = Loop(plan.seed), _spent()
        asyncio.set_event_loop(loop)
        seeded(plan.seed, loop)
        evening = Evening(plan, loop, folder)
        if plan.plant:
            CRACKS[plan.plant]()
        loop.run_until_complete(evening.run())
        story = evening.story
        return Outcome(
            plan.seed, evening.changes, evening.loop.now, _spent() - started, evening.compared,
            evening.crowd.presses, sum(evening.wire.count.values()), evening.loop.turns, story.trace,
            story.broken, story.lines,
        )  # fmt: skip
    finally:
        shutil.rmtree(folder, ignore_errors=True)
